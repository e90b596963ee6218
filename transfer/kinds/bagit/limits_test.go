package bagit

import (
	"errors"
	"strings"
	"testing"
)

func TestLines_Limits(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want error
	}{
		"a long line":     {"a: " + strings.Repeat("x", maxLineBytes/2), nil},
		"too long a line": {"a: b\nc: " + strings.Repeat("x", maxLineBytes+1), errTooLarge},
	} {
		if err := lines(strings.NewReader(tt.text), "UTF-8", func(int, string) {}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var tags tagReader
	for n := range maxFields + 10 {
		tags.line(n+1, "Ort: Musterstadt")
	}
	if len(tags.fields) != maxFields {
		t.Errorf("%d fields kept", len(tags.fields))
	}
}
