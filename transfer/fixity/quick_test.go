package fixity

import (
	"laufzettel/transfer/pattern"
	"math/rand/v2"
	"strings"
	"testing"
)

// A quick look says no only to lines that the pattern does not match either.
func TestQuickLooks(t *testing.T) {
	looks := []struct {
		name    string
		pattern *pattern.Pattern
		may     func(string) bool
	}{{"tag", tagLine, mayBeTag}, {"sized", sizedLine, mayBeSized}, {"sfv", sfvPattern, mayBeSFV}, {"cksum", cksumPattern, mayBeCksum},
		{"name first", nameFirst, mayBeNameFirst}}
	hexes := []string{"0a1B2c3D", strings.Repeat("0aF9", 8),
		strings.Repeat("b7", 32), strings.Repeat("Q2/+", 10) + "==", "1a2b", "g0000000"}
	pieces := append([]string{"SHA256", "MD5", "Akte.pdf", "ä ß.txt", " ", "  ",
		"\t", "(", ")", " = ", "=", ") = ", "\"", ";", ", ", " : ", "12", "4711",
		"\n", "*", "-", "Die Akte wurde geschlossen."}, hexes...)
	r := rand.New(rand.NewPCG(23, 4))
	hits := map[string]int{}
	look := func(line string) {
		for _, l := range looks {
			m := l.pattern.FindStringSubmatch(line)
			if m != nil {
				hits[l.name]++
			}
			if m != nil && !l.may(line) {
				t.Fatalf("%s: %q matches, the quick look says no", l.name, line)
			}
		}
	}
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		look(b.String())
	}
	for _, h := range hexes {
		for _, line := range []string{"SHA256 (Akte.pdf) = " + h, "MD5(a)=" + h, "  12  " + h + "  a", "a.pdf " + h,
			"a.pdf\t" + h, "12 34 " + h,
			"a.pdf  " + h, `"a.pdf";"` + h + `"`} {
			look(line)
		}
	}
	for _, l := range looks {
		if hits[l.name] == 0 {
			t.Errorf("no line matched %q: the test says nothing of it", l.name)
		}
	}
}
