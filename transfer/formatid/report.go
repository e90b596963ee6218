package formatid

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/richardlehane/characterize"

	"laufzettel/transfer/check"
)

// How sure a kind of match is, as siegfried counts; matches of one format add up.
const (
	byName  = 1
	byText  = 4
	byBytes = 8
)

// textBytes is how much of a file decides whether it is text.
const textBytes = 4096

// reports make of names, signatures and text what siegfried's recorder reports. What
// an extension and some signatures give is worked out once; only the places are put
// in anew for every file.
type reports struct {
	t          *table
	extensions map[string][]int32 // rules
	places     [][2]int           // by signature: which of how many of its format
	ofFormat   [][]int32          // by format: its signatures
	boxPlaces  [][2]int           // by signature of a container
	boxesOf    [][]int32          // by format: its signatures of containers

	mu    sync.RWMutex
	names map[string]*named
	known map[string]*told
}

// named is what the name of a file suggests.
type named struct {
	formats []int32
	basis   []string // by format
	pivot   []int32  // signatures that are waited for because of the name
	boxes   []int32  // and those of containers
}

// told is a report, with the places of signatures left out.
type told struct {
	format check.Format
	basis  []piece
	text   bool // the text decides too
}

// piece is a part of a basis: the place of an answer and what follows, or text only.
type piece struct {
	answer int // number of the answer, -1 = none
	text   string
}

// namesMost and knownMost are how many names and reports are kept.
const (
	namesMost = 4096
	knownMost = 8192
)

func newReports(t *table) *reports {
	r := &reports{t: t, extensions: map[string][]int32{}, names: map[string]*named{}, known: map[string]*told{},
		ofFormat: make([][]int32, len(t.formats)), boxesOf: make([][]int32, len(t.formats)),
		places: placesOf(t.ofByte), boxPlaces: placesOf(t.ofBox)}
	for _, x := range t.extensions {
		r.extensions[x.text] = x.rules
	}
	for s, f := range t.ofByte {
		r.ofFormat[f] = append(r.ofFormat[f], int32(s))
	}
	for s, f := range t.ofBox {
		r.boxesOf[f] = append(r.boxesOf[f], int32(s))
	}
	return r
}

// placesOf tells of each signature which of how many of its format it is.
func placesOf(formats []int32) (places [][2]int) {
	for i := 0; i < len(formats); {
		j := i
		for j < len(formats) && formats[j] == formats[i] {
			j++
		}
		for k := i; k < j; k++ {
			places = append(places, [2]int{k - i + 1, j - i})
		}
		i = j
	}
	return places
}

// nameKey gives what counts of a name: its extension and the pattern it fits.
func (r *reports) nameKey(name string, key []byte) []byte {
	key = append(key, strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))...)
	for i := range r.t.globs {
		if ok, _ := filepath.Match(r.t.globs[i].text, name); ok {
			return append(key, 0, byte(i+1))
		}
	}
	return append(key, 0, 0)
}

// name gives what a name suggests; key is its nameKey.
func (r *reports) name(key []byte) *named {
	r.mu.RLock()
	n := r.names[string(key)]
	r.mu.RUnlock()
	if n != nil {
		return n
	}
	n = &named{}
	add := func(rules []int32, basis string) {
		for _, rule := range rules {
			if i := rule - r.t.nameStart; i >= 0 && int(i) < len(r.t.ofName) {
				n.formats, n.basis = append(n.formats, r.t.ofName[i]), append(n.basis, basis)
			}
		}
	}
	ext := string(key[:len(key)-2])
	add(r.extensions[ext], "extension match "+ext)
	if g := int(key[len(key)-1]); g > 0 {
		add(r.t.globs[g-1].rules, "glob match "+r.t.globs[g-1].text)
	}
	var seen []int32
	for _, f := range n.formats {
		if !slices.Contains(seen, f) {
			seen = append(seen, f)
			n.pivot = append(n.pivot, r.ofFormat[f]...)
			n.boxes = append(n.boxes, r.boxesOf[f]...)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.names) < namesMost {
		r.names[string(key)] = n
	}
	return n
}

// report gives the format for a name and the signatures that matched.
func (r *reports) report(key []byte, n *named, answers []answer, v *view) check.Format {
	for i := range answers {
		key = append(key, byte(answers[i].signature), byte(answers[i].signature>>8))
	}
	r.mu.RLock()
	k := r.known[string(key)]
	r.mu.RUnlock()
	if k == nil {
		k = r.tell(n, answers, "")
		r.mu.Lock()
		if len(r.known) < knownMost {
			r.known[string(key)] = k
		}
		r.mu.Unlock()
	}
	if k.text {
		if is := characterize.Detect(v.front[:min(len(v.front), textBytes)]); is != characterize.DATA {
			k = r.tell(n, answers, "text match "+is.String())
		} else {
			k = r.tell(n, answers, "-")
		}
	}
	f := k.format
	f.Basis = worded(k.basis, answers)
	return f
}

// worded puts the places in.
func worded(basis []piece, answers []answer) string {
	if len(basis) == 1 && basis[0].answer < 0 {
		return basis[0].text
	}
	var b strings.Builder
	for _, p := range basis {
		if p.answer >= 0 {
			b.WriteString(answers[p.answer].basis())
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// possibility is a format that something suggests.
type possibility struct {
	format int32
	sure   int
	basis  []piece
}

// tell is siegfried's report. text is what the text matcher says, "-" nothing, ""
// that it was not asked: then a report that depends on it says so.
func (r *reports) tell(n *named, answers []answer, text string) *told {
	all := n.possibilities()
	sure := 0
	for i := range answers {
		sure += byBytes
		all = all.add(r.t.ofByte[answers[i].signature], sure, piece{i, oneOfSeveral(r.places[answers[i].signature])})
	}
	isText := func(p possibility) bool { return p.format == r.t.text }
	if sure == 0 && (len(all) == 0 || slices.ContainsFunc(all, isText)) {
		switch text {
		case "":
			return &told{text: true}
		case "-":
		default:
			all = all.add(r.t.text, byText, piece{-1, text})
		}
	}
	return r.conclude(all)
}

// tellBoxes is the report where container signatures fit: nothing else is asked then.
func (r *reports) tellBoxes(n *named, found []boxAnswer) check.Format {
	all := n.possibilities()
	for i, f := range found {
		sure := (i + 1) * byBytes
		if f.signature < 0 {
			all = all.add(r.t.zip, sure, piece{-1, f.basis})
			continue
		}
		all = all.add(r.t.ofBox[f.signature], sure, piece{-1, f.basis + oneOfSeveral(r.boxPlaces[f.signature])})
	}
	k := r.conclude(all)
	f := k.format
	f.Basis = worded(k.basis, nil)
	return f
}

// possibilities are the formats that the name suggests.
func (n *named) possibilities() (all possibilities) {
	for i, f := range n.formats {
		all = all.add(f, byName, piece{-1, n.basis[i]})
	}
	return all
}

// oneOfSeveral tells which signature of a format fits, if it has several.
func oneOfSeveral(place [2]int) string {
	if place[1] < 2 {
		return ""
	}
	return " (signature " + strconv.Itoa(place[0]) + "/" + strconv.Itoa(place[1]) + ")"
}

type possibilities []possibility

func (all possibilities) add(f int32, sure int, basis piece) possibilities {
	for i := range all {
		if all[i].format == f {
			all[i].sure += sure
			all[i].basis = append(all[i].basis, piece{-1, "; "}, basis)
			return all
		}
	}
	return append(all, possibility{f, sure, []piece{basis}})
}

// Len, Less and Swap let the surest come first, in the order that siegfried's own
// sort gives to equals.
func (all possibilities) Len() int           { return len(all) }
func (all possibilities) Less(i, j int) bool { return all[j].sure < all[i].sure }
func (all possibilities) Swap(i, j int)      { all[i], all[j] = all[j], all[i] }

// conclude keeps the surest formats.
func (r *reports) conclude(all possibilities) *told {
	if len(all) == 0 {
		return &told{format: check.Format{PUID: Unknown, Warning: "no match"}}
	}
	sort.Sort(all)
	if all[0].sure <= byText {
		one, ok := r.weak(all)
		if !ok {
			return r.unknown(all)
		}
		all = possibilities{one}
	}
	var kept []possibility
	for _, p := range all {
		if p.sure < all[0].sure {
			break
		}
		kept = append(kept, p)
	}
	slices.SortStableFunc(kept, func(a, b possibility) int { return comparePUID(r.t.formats[a.format].puid, r.t.formats[b.format].puid) })
	out := make([]check.Format, 0, len(kept))
	for _, p := range kept {
		f := &r.t.formats[p.format]
		out = append(out, check.Format{PUID: f.puid, Name: f.name, Version: f.version, MIME: f.mime, Warning: r.warning(p)})
	}
	return &told{format: first(out), basis: kept[0].basis}
}

// weak gives the only format that a name or text alone suggests and that has no
// signature that should have matched.
func (r *reports) weak(all possibilities) (one possibility, ok bool) {
	sure := all[0].sure
	for _, p := range all {
		if sure >= byText && p.sure != sure {
			break
		}
		if p.format == r.t.text && sure < byText || r.t.formats[p.format].signed {
			continue
		}
		if ok {
			return one, false
		}
		one, ok = p, true
	}
	return one, ok
}

func (r *reports) unknown(all possibilities) *told {
	var names []string
	sure := 0
	for _, p := range all {
		names = append(names, r.t.formats[p.format].puid)
		sure |= p.sure
	}
	return &told{format: check.Format{PUID: Unknown,
		Warning: "no match; possibilities based on " + basedOn(sure) + " are " + strings.Join(names, ", ")}}
}

func basedOn(sure int) string {
	var by []string
	if sure&byName != 0 {
		by = append(by, "extension")
	}
	if sure&byText != 0 {
		by = append(by, "text")
	}
	return strings.Join(by, " and ")
}

func (r *reports) warning(p possibility) string {
	w := ""
	if p.sure <= byText {
		w = "match on " + basedOn(p.sure) + " only"
	}
	if p.sure&byName == 0 && r.t.formats[p.format].named {
		w = cmp.Or(w, "extension mismatch")
		if w != "extension mismatch" {
			w += "; extension mismatch"
		}
	}
	return w
}
