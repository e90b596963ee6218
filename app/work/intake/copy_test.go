package intake

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

// TestReceive_ChangedWhileCopied: what another program still writes is not taken.
func TestReceive_ChangedWhileCopied(t *testing.T) {
	source, target := filepath.Join(t.TempDir(), "a.txt"), filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(source, make([]byte, 3*copyBuffer), 0o600); err != nil {
		t.Fatal(err)
	}
	grown := false
	_, err := copyFile(t.Context(), source, target, func(int64) {
		if !grown {
			grown = true
			if err := os.WriteFile(source, make([]byte, copyBuffer), 0o600); err != nil {
				t.Error(err)
			}
			if err := os.Chtimes(source, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
				t.Error(err)
			}
		}
	})
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "verändert") {
		t.Errorf("error %v", err)
	}
}

// TestVanished: a medium that is pulled out is told as that.
func TestVanished(t *testing.T) {
	dir := t.TempDir()
	inner := unread(filepath.Join(dir, "a"), errors.New("input/output error"))
	if err := vanished(t.Context(), dir, inner); !errors.Is(err, inner) || failure.KindOf(err) != failure.Refused {
		t.Errorf("one bad file: %v", err)
	}
	if err := vanished(t.Context(), filepath.Join(dir, "weg"), inner); failure.KindOf(err) != failure.Transient {
		t.Errorf("medium gone: %v", err)
	}
}
