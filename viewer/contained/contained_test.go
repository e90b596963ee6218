package contained

import (
	"strings"
	"testing"
)

func TestDraft(t *testing.T) {
	for _, c := range []struct {
		title     string
		documents []string
		want      string
	}{
		{"Wehr", nil, ""},
		{"Wehr", []string{"wehr", " ", "WEHR"}, ""},
		{"Wehr", []string{"Antrag", "Lageplan  1", "antrag", "Bescheid"}, "Enthält: Antrag; Lageplan 1; Bescheid"},
		{"Wehr", []string{strings.Repeat("ä", 590), "zu viel", "noch eins"}, "Enthält u. a.: " + strings.Repeat("ä", 590)},
	} {
		got := Draft(c.title, c.documents)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.documents, got, c.want)
		}
		if len([]rune(got)) > MaxText {
			t.Errorf("a draft of %d characters", len([]rune(got)))
		}
	}
}
