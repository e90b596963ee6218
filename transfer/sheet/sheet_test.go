package sheet

import (
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text", "Wohnpark", "Wohnpark"},
		{"empty", "", ""},
		{"formula", `=HYPERLINK("http://x")`, `'=HYPERLINK("http://x")`},
		{"plus", "+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
		{"at", "@SUM(A1)", "'@SUM(A1)"},
		{"tab before a formula", "\t=1+1", "'\t=1+1"},
		{"return before a formula", "\r=1+1", "'\r=1+1"},
		{"minus and text", "-1+cmd", "'-1+cmd"},
		{"negative number", "-12.5", "-12.5"},
		{"a sign inside", "a=b", "a=b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Guard(tt.in)
			if got != tt.want {
				t.Errorf("guarded %q, want %q", got, tt.want)
			}
			if back := Bare(got); back != tt.in {
				t.Errorf("bare %q, want %q", back, tt.in)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	var out strings.Builder
	row := []string{"=1", "Müller; Söhne"}
	if err := Write(&out, []string{"Nr.", "Stelle"}, row); err != nil {
		t.Fatal(err)
	}
	if want := "\ufeffNr.;Stelle\r\n'=1;\"Müller; Söhne\"\r\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if row[0] != "=1" {
		t.Error("the caller's row was changed")
	}
}
