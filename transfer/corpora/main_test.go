package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/samples"
)

// TestRun runs the whole comparison where the test data are at hand.
func TestRun(t *testing.T) {
	shared, reasons := samples.Path(t), filepath.Join("..", "..", "docs", "corpora.md")
	var out bytes.Buffer
	code, err := run(t.Context(), &out, shared, reasons)
	if err != nil || code != 0 {
		t.Errorf("%d %v\n%s", code, err, out.String())
	}
}

// TestPrint: an unexplained disagreement and a stale explanation are failures.
func TestPrint(t *testing.T) {
	rows := []row{{"bagit", "bagit/a", "gültig", "gültig"}, {"bagit", "bagit/b", "gültig", "ungültig"}}
	for name, tt := range map[string]struct {
		explained map[string]string
		code      int
		says      string
	}{
		"unexplained": {nil, 1, "NEIN"},
		"explained":   {map[string]string{"bagit/b": "anderer Maßstab"}, 0, "nein, erklärt: anderer Maßstab"},
		"stale":       {map[string]string{"bagit/a": "alt", "bagit/b": "x"}, 1, "doch dort ist man sich einig"},
	} {
		var out bytes.Buffer
		if code := print(&out, rows, tt.explained); code != tt.code || !strings.Contains(out.String(), tt.says) ||
			!strings.Contains(out.String(), "bagit: 1 von 2 einig") {
			t.Errorf("%s: %d\n%s", name, code, out.String())
		}
	}
}
