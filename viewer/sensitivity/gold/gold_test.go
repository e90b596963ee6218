package gold

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The set stands on its own feet: neither the rules nor anything else of ours.
func TestImportsTheStandardLibraryOnly(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) < 3 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, raw, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Imports {
			if p, _ := strconv.Unquote(s.Path.Value); strings.Contains(p, ".") || strings.HasPrefix(p, "laufzettel") {
				t.Errorf("%s imports %s", name, p)
			}
		}
	}
}

// Numbers that offices print as specimens.
func TestCheckDigitsOfPublishedSpecimens(t *testing.T) {
	for _, s := range []string{"86095742719", "47036892816", "65929970489", "57549285017", "25768131411"} {
		if got := taxDigit(s[:10]); got != s[10] {
			t.Errorf("Steuer-ID %s: %c", s, got)
		}
	}
	for _, s := range []string{"DE89370400440532013000", "GB82WEST12345698765432", "AT611904300234573201", "CH9300762011623852957"} {
		if got := ibanDigits(s[:2], s[4:]); got != s[2:4] {
			t.Errorf("IBAN %s: %s", s, got)
		}
	}
	if n := letterSum("15070649C10", 2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1) % 10; n != 3 {
		t.Errorf("Rentenversicherung: %d", n)
	}
	if n := letterSum("A12345678", 1, 2) % 10; n != 0 {
		t.Errorf("Krankenversicherung: %d", n)
	}
	for _, s := range []string{"T220001293", "L01X00T471", "C01X00T478"} {
		if got := cardDigit(s[:9]); got != s[9] {
			t.Errorf("Ausweis %s: %c", s, got)
		}
	}
}

func TestMake(t *testing.T) {
	lengths := map[string]int{"DE": 22, "AT": 20, "CH": 21, "NL": 18, "FR": 27, "IT": 27, "PL": 28, "BE": 16, "LU": 20, "GB": 22,
		"NO": 15, "MT": 31}
	for _, c := range ibans {
		if got := len(c.pattern) + 4; got != lengths[c.country] {
			t.Errorf("%s: %d places", c.country, got)
		}
	}
	plants, nears := 0, 0
	for _, s := range Make(7, 500) {
		plants, nears = plants+len(s.Plant), nears+len(s.Near)
		for _, it := range append(s.Plant, s.Near...) {
			if v := s.Text[it.From:it.To]; v == "" || strings.ContainsAny(v, "«»%") {
				t.Errorf("%s (%s): %q", it.Kind, it.Form, v)
			}
		}
		if strings.ContainsAny(s.Text, "«»%!") {
			t.Errorf("a mark is left: %s", s.Text)
		}
	}
	if plants != 500 || nears != 500 {
		t.Errorf("%d planted, %d near", plants, nears)
	}
	first, again, other := Make(7, 20)[0].Text, Make(7, 20)[0].Text, Make(8, 20)[0].Text
	if first != again || first == other {
		t.Error("a seed does not give its set")
	}
}
