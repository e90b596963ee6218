package mapping

import (
	"strings"
)

// folded makes spellings comparable: lower case, umlauts by their two letters, "/"
// for "." and no spaces.
var folded = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "/", ".", "@", "", " ", "", "-", "", "_", "")

func fold(s string) string { return folded.Replace(strings.ToLower(s)) }

// maxCompared bounds the words that are compared, in bytes.
const maxCompared = 100

// nearest gives the source of a table whose name, or German word, is nearest to a
// wrong path: "object.betref" means object.subject. The first in the order of the
// vocabulary wins.
func nearest(path string, t Table) string {
	path = fold(path)
	root, rest, ok := strings.Cut(path, ".")
	if !ok {
		root, rest = "", path
	}
	best, least := "", 1<<30
	try := func(name, rootWords, words string) {
		r, n, _ := strings.Cut(name, ".")
		away := closestOf(root, r+" "+rootWords)
		if root == "" {
			away = 0
		}
		if d := away + closestOf(rest, n+" "+words); d < least {
			best, least = name, d
		}
	}
	for _, r := range roots {
		for _, s := range statements {
			if reaches(t, r.name, s.name) {
				try(r.name+"."+s.name, r.words, s.words)
			}
		}
	}
	for _, s := range plain {
		if s.in&t != 0 {
			try(s.name, plainRoots[s.name[:strings.Index(s.name, ".")]], s.words)
		}
	}
	return best
}

// plainRoots are what people write for the first words outside the record tree.
var plainRoots = map[string]string{"accession": "akzession übernahme zugang", "archive": "archiv", "file": "datei",
	"list":    "abgabeliste liste behörde",
	"package": "paket archivpaket", "profile": "profil stelle"}

// closestOf is the least distance of a word to any of those in words.
func closestOf(word, words string) int {
	least := 1 << 20
	for w := range strings.FieldsSeq(words) {
		least = min(least, distance(word, fold(w)))
	}
	return least
}

// nearestField puts the right level before a field of MAPPING-3.
func nearestField(field string) string {
	level, rest, ok := strings.Cut(field, ".")
	if !ok || rest == "" {
		return "case." + strings.Trim(field, ".")
	}
	best, least := "", 1<<30
	for _, l := range []struct{ name, words string }{{"dossier", "akte teilakte"}, {"case", "vorgang"},
		{"document", "dokument anlage schriftstück"}} {
		if d := closestOf(fold(level), l.name+" "+l.words); d < least {
			best, least = l.name+"."+rest, d
		}
	}
	return best
}

// Closest gives the name nearest to a word.
func Closest(word string, names []string) string {
	best, least := "", 1<<30
	for _, n := range names {
		if d := distance(fold(word), fold(n)); d < least {
			best, least = n, d
		}
	}
	return best
}

// distance is the number of letters to change, add or take away (Levenshtein).
func distance(a, b string) int {
	x, y := []rune(a[:min(len(a), maxCompared)]), []rune(b[:min(len(b), maxCompared)])
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			change := before
			if x[i] != y[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
