package share

import (
	"bytes"
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Chains of drafts are found by their text alone: sets of pairs of words, sketched by
// MinHash with banding, every pair of candidates compared exactly. A name like
// "Entwurf_v3_final2" orders a chain and says why it is likely; it makes none.

// Limits and thresholds of the search for drafts.
const (
	sketchSize = 96      // minima of a sketch, a byte of each
	bandRows   = 3       // minima of a band: two texts with an eighth of their pairs changed meet in one almost surely
	leastPairs = 25      // a shorter text is like too many others
	mostPairs  = 200_000 // pairs of words of one text
	mostBucket = 64      // texts of one band compared with one another
	// Near is the share of word pairs two drafts have in common: one in five words changed
	// leaves some six in ten; letters out of one form, half of it their own, a third.
	Near = 0.45
)

// Drafts collects texts. Of equal files one is to be given, and files in their order.
type Drafts struct {
	files  []int32
	minima []byte // the low byte of every minimum, a sketch after the other: of a million texts 96 MB
}

// Grow makes room for as many texts as will be added at most.
func (d *Drafts) Grow(texts int) {
	d.files, d.minima = slices.Grow(d.files, texts), slices.Grow(d.minima, texts*sketchSize)
}

// Add takes the text of a file; false where it is too short to be compared.
func (d *Drafts) Add(file int32, text string) bool {
	pairs := pairsOf(text)
	if len(pairs) < leastPairs {
		return false
	}
	var minima [sketchSize]uint32
	for i := range minima {
		minima[i] = math.MaxUint32
	}
	for _, p := range pairs {
		x := uint64(p)
		for i := range minima {
			x = x*6364136223846793005 + 1442695040888963407 // another permutation of the hash for every minimum
			minima[i] = min(minima[i], uint32(x>>32))
		}
	}
	d.files = append(d.files, file)
	for _, m := range minima {
		d.minima = append(d.minima, byte(m))
	}
	return true
}

// Texts counts the texts that can be compared.
func (d *Drafts) Texts() int { return len(d.files) }

// sketch gives what is kept of one text.
func (d *Drafts) sketch(i int32) []byte { return d.minima[int(i)*sketchSize : int(i+1)*sketchSize] }

// like estimates how much two texts have in common.
func (d *Drafts) like(i, j int32) float64 {
	a, b, same := d.sketch(i), d.sketch(j), 0
	for k := range a {
		if a[k] == b[k] {
			same++
		}
	}
	return float64(same) / sketchSize
}

// byBand orders texts by what they have in one band; equal ones keep their order. spare is
// as long as order.
func (d *Drafts) byBand(order, spare []int32, band int) {
	for row := bandRows - 1; row >= 0; row-- {
		var from [257]int
		for _, i := range order {
			from[int(d.sketch(i)[band+row])+1]++
		}
		for k := range 256 {
			from[k+1] += from[k]
		}
		for _, i := range order {
			k := d.sketch(i)[band+row]
			spare[from[k]] = i
			from[k]++
		}
		copy(order, spare)
	}
}

// pairsOf gives the pairs of words that follow one another, in order, each once.
func pairsOf(text string) (out []uint32) {
	before := ""
	for w := range wordsOf(text) {
		if before != "" {
			h := fnv.New32a()
			h.Write([]byte(before))
			h.Write([]byte{0})
			h.Write([]byte(w))
			if out = append(out, h.Sum32()); len(out) == cap(out) { // before it grows: a text may say one thing for ever
				if out = once(out); len(out) >= mostPairs {
					break
				}
			}
		}
		before = w
	}
	out = once(out)
	return out[:min(len(out), mostPairs)]
}

func once(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// wordsOf gives the words of a text in small letters, without what formats put between
// them.
func wordsOf(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}

// Pair is two texts that are near to one another.
type Pair struct {
	A, B int32
	Like float64 // share of the pairs of words they have in common
}

// Pairs compares the candidates; text gives the text of a file again. Texts that are
// already joined are not compared once more.
func (d *Drafts) Pairs(ctx context.Context, text func(file int32) (string, error)) ([]Pair, error) {
	c := &comparing{d: d, text: text, sets: map[int32][]uint32{}, joined: newUnion(len(d.files)), tried: map[[2]int32]bool{}}
	order, spare := make([]int32, len(d.files)), make([]int32, len(d.files))
	for i := range order {
		order[i] = int32(i)
	}
	for band := 0; band < sketchSize; band += bandRows {
		d.byBand(order, spare, band)
		for from, to := 0, 0; from < len(order); from = to {
			first := d.sketch(order[from])[band : band+bandRows]
			for to = from + 1; to < len(order) && bytes.Equal(first, d.sketch(order[to])[band:band+bandRows]); to++ {
			}
			if err := c.bucket(ctx, order[from:to]); err != nil {
				return nil, err
			}
		}
	}
	return c.pairs, nil
}

// comparing is one search under way.
type comparing struct {
	d      *Drafts
	text   func(int32) (string, error)
	sets   map[int32][]uint32 // pairs of words of the texts read last
	order  []int32
	held   int // pairs in sets
	joined union
	tried  map[[2]int32]bool
	pairs  []Pair
}

func (c *comparing) bucket(ctx context.Context, list []int32) error {
	for n, i := range list[:len(list)-1] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, j := range list[n+1 : min(len(list), n+1+mostBucket)] {
			if c.joined.find(i) == c.joined.find(j) || c.d.like(i, j) < Near/2 || c.tried[[2]int32{i, j}] {
				continue
			}
			c.tried[[2]int32{i, j}] = true
			like, err := c.compare(c.d.files[i], c.d.files[j])
			if err != nil {
				return err
			}
			if like >= Near {
				c.joined.join(i, j)
				c.pairs = append(c.pairs, Pair{c.d.files[i], c.d.files[j], like})
			}
		}
	}
	return nil
}

// mostHeld is how many pairs of words are held while candidates are compared, some 8 MB.
const mostHeld = 2_000_000

func (c *comparing) set(file int32) ([]uint32, error) {
	if s, ok := c.sets[file]; ok {
		return s, nil
	}
	body, err := c.text(file)
	if err != nil {
		return nil, err
	}
	s := slices.Clip(pairsOf(body))
	for len(c.order) > 0 && c.held+len(s) > mostHeld {
		c.held -= len(c.sets[c.order[0]])
		delete(c.sets, c.order[0])
		c.order = c.order[1:]
	}
	c.sets[file], c.held = s, c.held+len(s)
	c.order = append(c.order, file)
	return s, nil
}

func (c *comparing) compare(a, b int32) (float64, error) {
	x, err := c.set(a)
	if err != nil {
		return 0, err
	}
	y, err := c.set(b)
	if err != nil {
		return 0, err
	}
	same := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			same, i, j = same+1, i+1, j+1
		case x[i] < y[j]:
			i++
		default:
			j++
		}
	}
	return float64(same) / float64(max(1, len(x)+len(y)-same)), nil
}

// union joins places into sets.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

func (u union) join(i, j int32) { u[u.find(j)] = u.find(i) }

// Chain is a row of drafts, oldest first.
type Chain struct {
	Members  []int32
	SameName bool    // their names differ by marks of a version only
	Like     float64 // the least share two joined members have in common
	Keep     int32   // the one proposed to be kept
	Why      string  // the reason of the proposal, German
}

// Chains joins pairs into rows and orders them by date, then by name.
func (t *Tree) Chains(pairs []Pair) []Chain {
	u := newUnion(len(t.Files))
	like := map[int32]float64{}
	for _, p := range pairs {
		u.join(p.A, p.B)
	}
	by := map[int32][]int32{}
	in := map[int32]bool{}
	for _, p := range pairs {
		for _, f := range []int32{p.A, p.B} {
			if !in[f] {
				in[f] = true
				by[u.find(f)] = append(by[u.find(f)], f)
			}
		}
		if l, ok := like[u.find(p.A)]; !ok || p.Like < l {
			like[u.find(p.A)] = p.Like
		}
	}
	var out []Chain
	for root, members := range by {
		slices.SortFunc(members, func(a, b int32) int {
			x, y := &t.Files[a], &t.Files[b]
			return cmp.Or(cmp.Compare(x.Modified, y.Modified), strings.Compare(t.PathOf(x), t.PathOf(y)))
		})
		c := Chain{Members: members, Like: like[root], SameName: true}
		for _, m := range members[1:] {
			c.SameName = c.SameName && Stem(t.Files[m].Name) == Stem(t.Files[members[0]].Name)
		}
		c.Keep, c.Why = t.proposed(members)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Chain) int { return strings.Compare(t.Path(a.Members[0]), t.Path(b.Members[0])) })
	return out
}

var (
	signed = regexp.MustCompile(`(?i)(unterschr|unterz|gez[._ ]|signiert|signed|gesiegelt)`)
	final  = regexp.MustCompile(`(?i)(final|endg|endfassung|reinschrift|schlussfassung)`)
)

// proposed names the draft to be kept: the last that is called signed, else the last
// that is called final, else the last of all.
func (t *Tree) proposed(members []int32) (int32, string) {
	for _, x := range []struct {
		re  *regexp.Regexp
		why string
	}{{signed, "heißt unterschrieben"}, {final, "heißt Endfassung"}} {
		for _, m := range slices.Backward(members) {
			if x.re.MatchString(t.Files[m].Name) {
				return m, x.why
			}
		}
	}
	return members[len(members)-1], "zuletzt geändert"
}

var versionMarks = regexp.MustCompile(
	`(?i)([\s_.(-]+(v|version|fassung|rev|stand)?\s*\d{1,8}\)?|[\s_.(-]*\b(entwurf|final|endg(ü|u|ue)ltig|reinschrift|kopie|copy|korr(igiert)?|neu|alt|abgestimmt|überarbeitet|draft)(\b|\d+)\)?|\(\d+\))`)

// Stem is a file name without extension and without marks of a version.
func Stem(name string) string {
	s := strings.ToLower(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	s = strings.ReplaceAll(s, "_", " ")
	for {
		cut := strings.Trim(versionMarks.ReplaceAllString(s, " "), " _-.")
		if cut == s || cut == "" {
			return strings.Join(strings.Fields(s), " ")
		}
		s = cut
	}
}

// Change is a run of words of a difference: "=" in both, "-" in the first, "+" in the
// second alone.
type Change struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// mostDiffWords bounds the words of a text a difference is made of.
const mostDiffWords = 6000

// Difference tells how to come from one text to the other, in runs of words; cut says
// that only their beginnings were compared.
func Difference(a, b string) (out []Change, cut bool) {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) > mostDiffWords || len(y) > mostDiffWords {
		x, y, cut = x[:min(len(x), mostDiffWords)], y[:min(len(y), mostDiffWords)], true
	}
	// Longest common subsequence over 16-bit lengths: 72 MB at most, row by row.
	rows := make([][]uint16, len(x)+1)
	for i := range rows {
		rows[i] = make([]uint16, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				rows[i][j] = rows[i+1][j+1] + 1
			} else {
				rows[i][j] = max(rows[i+1][j], rows[i][j+1])
			}
		}
	}
	put := func(kind, word string) {
		if n := len(out); n > 0 && out[n-1].Kind == kind {
			out[n-1].Text += " " + word
			return
		}
		out = append(out, Change{kind, word})
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			put("=", x[i])
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && rows[i+1][j] >= rows[i][j+1]:
			put("-", x[i])
			i++
		default:
			put("+", y[j])
			j++
		}
	}
	return out, cut
}
