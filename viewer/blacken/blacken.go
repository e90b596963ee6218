// Package blacken makes use copies on which places are made unreadable ("Schwärzung"): it
// finds the words of a page by a phrase, turns marked places into bars of one width, and
// says which words may stay. It keeps places and reasons, never the words under them
// (what-stays.md), and it never edits a file: a copy is drawn anew, page by page, as a
// picture with the bars in it and the remaining words behind (transfer/report).
package blacken

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"laufzettel/viewer"
)

// loose is how many letters a phrase needs to be looked for within words too: PDFs
// whose blanks are drawn, not written, run words together. A shorter one stands alone
// or with an ending.
const (
	loose      = 6
	mostEnding = 3 // letters of an ending: Lind, Linds, Lindsche
)

// German letters that are written in two ways count alike.
var twoWays = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// Fold brings a text into the form phrases are compared in: ligatures and forms of
// letters alike, without case, accents, blanks, hyphens and other signs.
func Fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(twoWays.Replace(strings.ToLower(norm.NFKC.String(s)))) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Find gives the words of every place of a phrase, each as indices into words. Blanks
// and hyphens count nowhere, so words broken over lines, set apart letter by letter or
// drawn in pieces are found; once in the order in which the page draws them and once as
// they stand on it.
func Find(words []viewer.Word, phrase string) [][]int {
	want := Fold(phrase)
	if want == "" {
		return nil
	}
	var hits [][]int
	seen := map[string]bool{}
	for _, order := range [][]int{drawn(words), placed(words)} {
		for _, hit := range stream(words, order).find(want) {
			slices.Sort(hit)
			key := fmt.Sprint(hit)
			if !seen[key] {
				seen[key] = true
				hits = append(hits, hit)
			}
		}
	}
	slices.SortFunc(hits, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return hits
}

func drawn(words []viewer.Word) []int {
	out := make([]int, len(words))
	for i := range out {
		out[i] = i
	}
	return out
}

// placed orders words as they stand: line by line from the top, each from the left.
func placed(words []viewer.Word) []int {
	out := drawn(words)
	middle := func(i int) float64 { return words[i].Rect.Y + words[i].Rect.H/2 }
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(middle(a), middle(b)) })
	for from := 0; from < len(out); {
		to := from + 1
		for to < len(out) && middle(out[to])-middle(out[from]) < max(words[out[from]].Rect.H, 0.002)/2 {
			to++
		}
		slices.SortStableFunc(out[from:to], func(a, b int) int { return cmp.Compare(words[a].Rect.X, words[b].Rect.X) })
		from = to
	}
	return out
}

// folded are the words of a page as one text to search in.
type folded struct {
	text  string
	word  []int  // of each byte, the word it comes from
	first []bool // of each byte, whether a run of letters begins with it
	left  []int  // of each byte, letters behind it in its run
}

func stream(words []viewer.Word, order []int) folded {
	var f folded
	var b strings.Builder
	for _, i := range order {
		for _, run := range strings.FieldsFunc(norm.NFKC.String(words[i].Text), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
		}) {
			part := Fold(run)
			b.WriteString(part)
			for k := range len(part) {
				f.word, f.first, f.left = append(f.word, i), append(f.first, k == 0), append(f.left, len(part)-k-1)
			}
		}
	}
	f.text = b.String()
	return f
}

func (f folded) find(want string) (hits [][]int) {
	anywhere := len([]rune(want)) >= loose
	for at := 0; ; {
		n := strings.Index(f.text[at:], want)
		if n < 0 {
			return hits
		}
		from, to := at+n, at+n+len(want)
		at = from + 1
		if anywhere || f.first[from] && f.left[to-1] <= mostEnding {
			hits = append(hits, slices.Compact(slices.Clone(f.word[from:to])))
		}
	}
}

// gap is how far words of one place may stand apart in a line, in widths of the page,
// to lie under one bar.
const gap = 0.05

// Spots gives the places of a hit: one for every line it runs over.
func Spots(words []viewer.Word, hit []int) []viewer.Rect {
	var out []viewer.Rect
	for _, i := range hit {
		r := words[i].Rect
		n := len(out) - 1
		if n >= 0 && sameLine(out[n], r) && r.X < out[n].X+out[n].W+gap && out[n].X < r.X+r.W+gap {
			out[n] = around(out[n], r)
			continue
		}
		out = append(out, r)
	}
	return out
}

func sameLine(a, b viewer.Rect) bool {
	low, high := max(a.Y, b.Y), min(a.Y+a.H, b.Y+b.H)
	return high-low > min(a.H, b.H)/2
}

func around(a, b viewer.Rect) viewer.Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return viewer.Rect{X: x, Y: y, W: max(a.X+a.W, b.X+b.W) - x, H: max(a.Y+a.H, b.Y+b.H) - y}
}

// Unit is the one width of bars, in widths of the page: what lies under a bar is not
// told by its length. A longer place gets whole multiples of it.
const Unit = 0.2

// Margins of a bar around what is marked, so that no stroke of a letter looks out.
const (
	sideMargin = 0.004 // widths of the page
	lineMargin = 0.3   // heights of the place, above and below
	leastLine  = 0.003 // heights of the page
)

// Bar gives the bar over a marked place.
func Bar(r viewer.Rect) viewer.Rect {
	up := max(r.H*lineMargin, leastLine)
	b := viewer.Rect{X: r.X - sideMargin, Y: r.Y - up, W: r.W + 2*sideMargin, H: r.H + 2*up}
	b.W = max(1, math.Ceil(b.W/Unit-1e-9)) * Unit
	if b.X+b.W > 1 {
		b.X = 1 - b.W
	}
	b.X, b.W = max(b.X, 0), min(b.W, 1)
	if b.Y < 0 {
		b.H, b.Y = b.H+b.Y, 0
	}
	b.H = min(b.H, 1-b.Y)
	return b
}

// touches tells whether two places have anything in common; a word without height has a
// place too.
func touches(a, b viewer.Rect) bool {
	return a.X <= b.X+b.W && b.X <= a.X+a.W && a.Y <= b.Y+b.H && b.Y <= a.Y+a.H
}

// Stay gives the words that touch no bar and lie on the page.
func Stay(words []viewer.Word, bars []viewer.Rect) []viewer.Word {
	page := viewer.Rect{W: 1, H: 1}
	var out []viewer.Word
	for _, w := range words {
		if touches(w.Rect, page) && !slices.ContainsFunc(bars, func(b viewer.Rect) bool { return touches(w.Rect, b) }) {
			out = append(out, w)
		}
	}
	return out
}

// mostly is how much of a word a marked place covers, in both directions, where the word
// itself is meant and not its neighbour.
const mostly = 0.3

// under gives the words that marked places mean.
func under(words []viewer.Word, marked []viewer.Rect) []viewer.Word {
	var out []viewer.Word
	for _, w := range words {
		if slices.ContainsFunc(marked, func(m viewer.Rect) bool { return covers(m, w.Rect) }) {
			out = append(out, w)
		}
	}
	return out
}

func covers(m, w viewer.Rect) bool {
	return min(m.X+m.W, w.X+w.W)-max(m.X, w.X) >= mostly*w.W && min(m.Y+m.H, w.Y+w.H)-max(m.Y, w.Y) >= mostly*w.H
}

// Text sets the words of a page in lines for whoever searches running text, with the
// byte every word begins at.
func Text(words []viewer.Word) (text string, at []int) {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && words[i-1].Line != w.Line {
			b.WriteByte('\n')
		} else if i > 0 {
			b.WriteByte(' ')
		}
		at = append(at, b.Len())
		b.WriteString(w.Text)
	}
	return b.String(), at
}
