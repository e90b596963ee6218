package archive

import (
	"strings"
	"testing"
)

func TestS7_NamesOfOffices(t *testing.T) {
	for name, want := range map[string]bool{
		"Amt Musterstadt": true, "Bürgermeisteramt Übersee (Nord), Abt. 3/II": true, "Δήμος Αθηναίων": true, "Архив города": true,
		"Wałbrzych": true,
		"":          false, "12": false, " Amt": false, "Amt ": false, "Amt  B": false, "Amt\tB": false, "Amt\u00a0B": false,
		"Amt\u2003B": false,
		"Amt\nB":     false, "Amt\x1b[2JB": false, "Amt\u200bB": false, "Amt\u202eB": false, "Amt\u00adB": false, "Amt\ue000": false,
		"Amt\ufeff": false, "Amt\xff": false,
		"A\u0308mter":            false, // NFD
		"Аmt B":                  false, // Cyrillic А
		"Amτ B":                  false, // Greek τ
		"Amt Β":                  false, // Greek Β
		strings.Repeat("a", 256): false,
	} {
		if err := checkOffice(name); (err == nil) != want {
			t.Errorf("checkOffice(%q) = %v, want taken %v", name, err, want)
		}
	}
}

func TestS7_LookAlikes(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Amt B", "Amt-B", true}, {"Amt B", "AMT B", true}, {"Amt B", "АМТ В", true}, {"Landratsamt 1", "Landratsamt l", true},
		{"Landratsamt I", "Landratsamt l", true},
		{"Amt Kolmar", "Amt Ko1mar", true}, {"Modern", "Modem", true}, {"Straßenbauamt", "Strassenbauamt", true},
		{"Mueller", "Mueler", true}, {"Musterstadt", "Mustersatdt", true},
		{"Müllheim", "Mullheim", true}, {"Stadtarchiv Weil", "Stadtarchiv Well", true}, {"Amt Α", "Amt A", true},
		{"Amt A", "Amt B", false}, {"Landratsamt Nord", "Landratsamt Süd", false}, {"Finanzamt Lahr", "Finanzamt Offenburg", false},
		{"Amt", "Amtsgericht", false},
	} {
		if got := alike(tt.a, tt.b); got != tt.want {
			t.Errorf("alike(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if alike(tt.a, tt.b) != alike(tt.b, tt.a) {
			t.Errorf("alike(%q, %q) depends on the order", tt.a, tt.b)
		}
	}
}

// FuzzNames: whatever stands in an enrolment, what is taken shows as it is.
func FuzzNames(f *testing.F) {
	f.Add("Amt B", "Amt-B")
	f.Add("Amt\u202eB", "Аmt")
	f.Fuzz(func(t *testing.T, a, b string) {
		if checkOffice(a) == nil && (strings.ContainsAny(a, "\x00\n\r\t\x1b\u200b\u202e") || strings.TrimSpace(a) != a ||
			addressee(a) == "") {
			t.Fatalf("takes %q", a)
		}
		if alike(a, b) != alike(b, a) {
			t.Fatalf("alike(%q, %q) depends on the order", a, b)
		}
	})
}
