package describe

import "testing"

// Twisted umlauts are told whatever stood there before, not where they were delivered so.
func TestDamaged_TwistedLetters(t *testing.T) {
	for _, tt := range []struct {
		was, now string
		want     bool
	}{
		{"Mühle", "MÃ¼hle", true},
		{"Ausbau", "MÃ¼hlgraben", true},
		{"", "MÃ¼hlgraben", true},
		{"MÃ¼hle", "MÃ¼hle am Graben", false}, // so it was delivered
		{"MÃ¼hle", "Mühle", false},
		{"Ausbau", "Mühlgraben, Österreich – „Übergabe“", false},
		{"Ausbau", "Ausbau 2", false},
	} {
		if got := damaged(tt.was, tt.now); (got.Key == "hint.describe.twisted-letters") != tt.want {
			t.Errorf("%q to %q: %v", tt.was, tt.now, got)
		}
	}
}
