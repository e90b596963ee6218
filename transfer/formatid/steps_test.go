package formatid

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// cost gives the steps of deciding content in memory, bytes looked at and compared:
// in all and of the search alone.
func cost(t testing.TB, e *decider, name string, data []byte) (all, search int64) {
	t.Helper()
	w := newWork(e.engine)
	w.begin(int64(len(data)))
	var v view
	s := &source{mem: data, size: int64(len(data))}
	if err := v.open(e.engine, s, w); err != nil {
		t.Fatal(err)
	}
	_ = e.hits(&v, w)
	search = w.meter.steps
	w.begin(int64(len(data)))
	n := e.reports.name(e.reports.nameKey(name, nil))
	_, _ = e.answers(&v, w, n.pivot)
	return w.meter.steps, search
}

// Most steps a byte, whatever the content: looking for strings, and with the
// evaluation of what was found, which ends where the file is left to siegfried.
const (
	searchMost = 48
	stepsMost  = stepsPerByte + stepsLeast>>16 + searchMost
)

// TestStepsLinear: content of one byte or of one string of the set, again and again,
// costs no more than so many steps a byte: no place is walked through anew. Its long
// form (EQUAL_LONG) takes every string, and every pair of bytes at 4 KB.
func TestStepsLinear(t *testing.T) {
	e := identifier(t).engine
	worst, search, text, over := int64(0), int64(0), "", 0
	look := func(piece []byte, size int) {
		data := bytes.Repeat(piece, size/len(piece)+1)[:size]
		for _, name := range []string{"a.bin", "a.json"} {
			n, found := cost(t, e, name, data)
			if n > int64(stepsLeast+stepsPerByte*size) {
				over++
			}
			n, found = max(0, n)/int64(size), found/int64(size)
			if found > search {
				search, text = found, string(piece)
			}
			if size >= 64<<10 {
				worst = max(worst, n)
			}
		}
	}
	for b := range 256 {
		look([]byte{byte(b)}, 64<<10)
	}
	texts := e.everyText()
	step := 23
	if os.Getenv("EQUAL_LONG") != "" {
		step = 1
		for p := range 1 << 16 {
			look([]byte{byte(p >> 8), byte(p)}, 4<<10)
		}
	}
	for i := 0; i < len(texts); i += step {
		look(texts[i], 64<<10)
	}
	if search > searchMost || worst > stepsMost {
		t.Errorf("%d steps a byte to find, for %q, %d in all; want at most %d and %d", search, text, worst, searchMost, stepsMost)
	}
	t.Logf("at most %d steps a byte to find, for %q, %d in all; %d left to siegfried for their steps", search, text, worst, over)
}

// TestStepsGrow: twice the content costs no more than twice the steps.
func TestStepsGrow(t *testing.T) {
	e := identifier(t).engine
	for _, piece := range []string{"\x00", "\xff", " ", "%PDF-1.4\n", "<?xml version=\"1.0\"?>", "{\"a\": 1}", "\xff\xfb\x90\x00"} {
		small, _ := cost(t, e, "a.bin", bytes.Repeat([]byte(piece), (1<<20)/len(piece)))
		large, _ := cost(t, e, "a.bin", bytes.Repeat([]byte(piece), (4<<20)/len(piece)))
		if large > 4*small+4*small/4 {
			t.Errorf("%q: %d steps for 1 MB, %d for 4 MB", piece, small, large)
		}
	}
}

// TestFinder compares the finder with a search text by text.
func TestFinder(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 300 {
		var texts [][]byte
		for range 1 + r.IntN(30) {
			text := make([]byte, finderLeast+r.IntN(9))
			for i := range text {
				text[i] = byte('a' + r.IntN(3))
			}
			texts = append(texts, text)
		}
		data := make([]byte, r.IntN(400))
		for i := range data {
			data[i] = byte('a' + r.IntN(3))
		}
		got := map[[2]int]bool{}
		newFinder(texts).each(data, &meter{}, func(at int, n int32) bool { got[[2]int{at, int(n)}] = true; return true })
		for n, text := range texts {
			for at := 0; at+len(text) <= len(data); at++ {
				if want := bytes.HasPrefix(data[at:], text); want != got[[2]int{at, n}] {
					t.Fatalf("%q at %d of %q: found %v", text, at, data, !want)
				}
			}
		}
	}
}

// TestPivots compares a search by rare bytes with a search text by text, to the reach
// of every text and over the borders of what is looked at.
func TestPivots(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	made := 0
	for range 300 {
		var texts [][]byte
		var upto []int64
		for range 1 + r.IntN(30) {
			text := make([]byte, 2+r.IntN(9))
			for i := range text {
				text[i] = byte('a' + r.IntN(4))
			}
			texts, upto = append(texts, text), append(upto, int64(r.IntN(400)))
		}
		data := make([]byte, r.IntN(400))
		for i := range data {
			data[i] = byte('a' + r.IntN(4))
		}
		p := newPivots(texts, upto, 1<<30)
		if p != nil {
			made++
		}
		got := map[[2]int]bool{}
		p.each(data, &meter{}, func(at int, n int32) bool { got[[2]int{at, int(n)}] = true; return true })
		for n, text := range texts {
			for at := 0; at+len(text) <= len(data); at++ {
				if want := bytes.HasPrefix(data[at:], text); p != nil && int64(at) <= upto[n] && want && !got[[2]int{at, n}] {
					t.Fatalf("%q at %d of %q is not found", text, at, data)
				} else if !want && got[[2]int{at, n}] {
					t.Fatalf("%q is found at %d of %q", text, at, data)
				}
			}
		}
	}
	if made == 0 {
		t.Error("no text was sought by pivots")
	}
	if p := newPivots([][]byte{{'a'}, []byte("bc")}, []int64{9, 9}, 1<<30); p != nil {
		t.Error("a text of one byte has no byte behind its pivot")
	}
}

// TestGuards: a Wavefront OBJ is one only with what its numbers want beside them; a
// text full of numbers is not read to its end for it.
func TestGuards(t *testing.T) {
	e := identifier(t).engine
	rest := strings.Repeat("g a b c\n", 40<<10)
	obj := []byte("# made\nv 1.0 2.0 3.0\nv 1.5 2.5 3.5\nf 1 2 3\n" + rest)
	text := []byte("# made\nw 1.0 2.0 3.0\nw 1.5 2.5 3.5\nf 1 2 3\n" + rest)
	compare(t, "a.obj", obj)
	compare(t, "a.obj", text)
	if f, err := identifier(t).Identify("a.obj", &content{data: obj, mem: true}); err != nil || f.PUID != "fmt/1210" {
		t.Errorf("an OBJ is %+v, %v", f, err)
	}
	_, once := cost(t, e, "a.obj", text)
	if _, twice := cost(t, e, "a.obj", append(text, rest...)); twice > once+once/10 {
		t.Errorf("%d steps, %d for twice the text: it is read to the end", once, twice)
	}
}

// TestTableDamaged: a damaged table is an error, never a panic.
func TestTableDamaged(t *testing.T) {
	for n := 0; n < len(compiled); n += 29989 {
		if _, err := readTable(compiled[:n]); err == nil {
			t.Errorf("%d of %d bytes are read without an error", n, len(compiled))
		}
	}
	if _, err := readTable(append(bytes.Clone(compiled), 0)); err == nil {
		t.Error("bytes behind the table are not seen")
	}
}
