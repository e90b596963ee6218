package work

import "laufzettel/app/work/office"

import (
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"laufzettel/transfer/aip"
)

// TestWritten keeps the digests of the pieces of a large package for the channel,
// and nothing of a small one or of one that could not be written.
func TestWritten(t *testing.T) {
	w, err := Open(t.Context(), t.TempDir(), office.Options{Person: "M. Ahrens"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	large := aip.Summary{SHA512: strings.Repeat("ab", 64), Size: 5*aip.PieceSize + 1, Pieces: strings.Repeat("d", 6*sha256.Size)}
	disk := errors.New("no space left")
	for _, c := range []struct {
		name string
		sum  aip.Summary
		err  error
		want int // notes
	}{
		{name: "not written", sum: large, err: disk},
		{name: "small", sum: aip.Summary{SHA512: "cd", Size: 1000}},
		{name: "large", sum: large, want: 1},
		{name: "the same again", sum: large, want: 1},
	} {
		got, err := w.Office.Written(t.Context(), c.sum, c.err)
		if !errors.Is(err, c.err) || got != c.sum {
			t.Errorf("%s: %v", c.name, err)
		}
		notes := 0
		if err := w.Outbox.Channel.DB.Reader().QueryRow("SELECT count(*) FROM channel_note").Scan(&notes); err != nil {
			t.Fatal(err)
		}
		if notes != c.want {
			t.Errorf("%s: %d notes, want %d", c.name, notes, c.want)
		}
	}
}
