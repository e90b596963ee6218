package formatid

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/generate"
)

// plain is the same identifier without the first stage.
func plain(t testing.TB) *Identifier {
	id := *identifier(t)
	if id.stage() == nil {
		t.Fatal("the built-in set has no first stage")
	}
	id.stage, id.fast = func() *stage { return nil }, nil
	return &id
}

// walking is the identifier that leaves the walk to siegfried.
func walking(t testing.TB) *Identifier {
	id := *identifier(t)
	id.fast = nil
	return &id
}

// compare holds the first stage against siegfried alone, in memory and outside.
func compare(t testing.TB, slow *Identifier, name string, data []byte) {
	t.Helper()
	want, err := slow.Identify(name, &content{data: data, mem: true})
	if err != nil {
		t.Fatal(name, err)
	}
	compareDirect(t, want, name, data)
	for _, mem := range []bool{true, false} {
		if len(data) > 200<<10 && mem == (len(data)%2 == 0) {
			continue // large ones one way only
		}
		got, err := walking(t).Identify(name, &content{data: data, mem: mem})
		if err != nil {
			t.Fatal(name, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, %d bytes, memory %v: siegfried alone and with the first stage differ (-want +got):\n%s", name, len(data), mem, d)
		}
	}
}

// compareDirect holds the decision without siegfried's walks against siegfried.
func compareDirect(t testing.TB, want check.Format, name string, data []byte) {
	t.Helper()
	fast := identifier(t).fast
	if fast == nil {
		t.Fatal("the built-in set has no rules to decide by")
	}
	if !fast.suits(data) || unsoundCompound(bytes.NewReader(data), int64(len(data))) {
		return
	}
	found, ok := fast.identify(name, &source{mem: data, size: int64(len(data))})
	if !ok {
		left++
		return
	}
	decided++
	if d := cmp.Diff(want, fast.format(found)); d != "" {
		t.Errorf("%s, %d bytes: siegfried alone and the direct decision differ (-want +got):\n%s", name, len(data), d)
	}
}

// decided and left count the files of compareDirect: one left to siegfried proves nothing.
var decided, left int

var _ container.Content = (*content)(nil)

// files calls fn with every file under a folder of ../shared/testdata.
func files(t testing.TB, folder string, fn func(name string, data []byte)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(filepath.Join(filepath.Dir(corpus(t)), folder), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		if err == nil && len(data) > 0 {
			n++
			fn(filepath.Base(p), data)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%s: %d files, %v", folder, n, err)
	}
}

// TestDirectDecides: nearly every small file is decided without siegfried's walks.
func TestDirectDecides(t *testing.T) {
	slow := plain(t)
	decided, left = 0, 0
	files(t, "formate", func(name string, data []byte) { compare(t, slow, name, data) })
	if left > decided/20 {
		t.Errorf("%d files decided, %d left to siegfried", decided, left)
	}
	t.Log(decided, left)
}

// TestStageCorpora: the whole format corpus and every PDF, as they are and with
// what may stand in front and behind, where a window at the ends would go wrong.
func TestStageCorpora(t *testing.T) {
	slow := plain(t)
	r := rand.New(rand.NewPCG(1, 9))
	files(t, "formate", func(name string, data []byte) {
		compare(t, slow, name, data)
		compare(t, slow, name, pad(r, data, 9<<10, 3<<10))
		compare(t, slow, name, pad(r, data, 0, 12<<10))
		compare(t, slow, name, pad(r, data, 0, 160<<10))
		compare(t, slow, name, pad(r, data, 0, 70<<10))
	})
	files(t, "pdfa", func(name string, data []byte) {
		compare(t, slow, name, data)
		if filepath.Ext(name) == ".pdf" {
			compare(t, slow, name, inside(r, data, 270<<10))
			compare(t, slow, name, pad(r, data, 70<<10, 0))
			compare(t, slow, name, inside(r, data, 40<<10))
			compare(t, slow, name, pad(r, data, 0, 270<<10))
		}
	})
}

// pad sets random bytes in front and behind.
func pad(r *rand.Rand, data []byte, front, behind int) []byte {
	return bytes.Join([][]byte{random(r, front), data, random(r, behind)}, nil)
}

// inside sets them behind the first line of a PDF: what follows lies deeper.
func inside(r *rand.Rand, data []byte, n int) []byte {
	at := bytes.IndexByte(data, '\n') + 1
	return bytes.Join([][]byte{data[:at], random(r, n), data[at:]}, nil)
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestStageGenerated: the files of the project's generator.
func TestStageGenerated(t *testing.T) {
	slow := plain(t)
	for seed := range uint64(3) {
		p, err := generate.Make(generate.Plan{Kind: "files", Seed: seed, Dossiers: 1, Cases: 2, Documents: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Members {
			compare(t, slow, m.Name, m.Data)
			compare(t, slow, m.Name, bytes.Repeat(m.Data, 1+(70<<10)/len(m.Data)))
			compare(t, slow, m.Name, bytes.Repeat(m.Data, 3))
		}
	}
}

// TestStageStrings sets strings of the signatures themselves at random places of
// random and textual bytes, around page and block borders and beyond the
// furthest fixed offset.
func TestStageStrings(t *testing.T) {
	slow := plain(t)
	st := identifier(t).stage()
	texts := append(st.front.texts(), st.back.texts()...)
	rounds, seed := longForm(t, 120, 5)
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range rounds {
		size := []int{400, 5_000, 9_000, 30_000, 66_000, 70_000, 90_000, 170_000, 560_000}[r.IntN(9)]
		if i%20 != 0 {
			size = min(size, 90_000)
		}
		data := random(r, size)
		if i%2 == 0 {
			data = bytes.Repeat([]byte("Der Bescheid ist zugestellt; f 2. {a: 1}\n"), size/41)
		}
		for range 1 + r.IntN(12) {
			text := texts[r.IntN(len(texts))]
			at := r.IntN(len(data))
			if r.IntN(3) == 0 {
				at = max(0, min(len(data)-1, []int{0, page, 2 * page, scanBlock, int(st.front.fixed)}[r.IntN(5)]-r.IntN(len(text)+1)))
			}
			if r.IntN(4) == 0 {
				at = max(0, len(data)-len(text)-r.IntN(40))
			}
			copy(data[at:], text)
		}
		compare(t, slow, []string{"a.bin", "a.pdf", "a.xml", "ohne"}[i%4], data)
	}
}

// TestStageSignatures sets a string of every part of one signature where it counts,
// so that signatures are possible and what lies away from the ends is followed.
func TestStageSignatures(t *testing.T) {
	slow := plain(t)
	st := identifier(t).stage()
	type text struct {
		text     []byte
		furthest int64
		fromEnd  bool
	}
	of := map[int32][]text{}
	for _, back := range []bool{false, true} {
		s := st.front
		if back {
			s = st.back
		}
		s.each(func(b []byte, o strike) { of[o.test] = append(of[o.test], text{b, o.furthest, back}) })
	}
	rounds, seed := longForm(t, 150, 7)
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range rounds {
		data := random(r, []int{3_000, 5_000, 9_000, 20_000, 60_000, 140_000}[r.IntN(6)])
		if i%2 == 0 {
			data = bytes.Repeat([]byte("Der Bescheid ist zugestellt; f 2. {a: 1}\n"), 1+len(data)/41)
		}
		for range 1 + r.IntN(2) {
			from := 0
			for _, test := range st.signatures[r.IntN(len(st.signatures))] {
				if len(of[test]) == 0 {
					continue
				}
				x := of[test][r.IntN(len(of[test]))]
				room := int(min(x.furthest, int64(len(data)-len(x.text)-1)))
				if room < from {
					from = max(0, room)
				}
				at := from + r.IntN(room-from+1)
				text := x.text
				if x.fromEnd {
					text = bytes.Clone(text)
					slices.Reverse(text)
					at = len(data) - at - len(text)
				} else {
					from = at + len(text)
				}
				copy(data[max(0, at):], text)
			}
		}
		compare(t, slow, []string{"a.bin", "a.pdf", "a.mp3", "ohne"}[i%4], data)
	}
}

// longForm gives rounds and seed of a test; the environment may ask for more.
func longForm(t *testing.T, rounds int, seed uint64) (int, uint64) {
	t.Helper()
	if testing.Short() {
		rounds = rounds * 2 / 3
	}
	if n, err := strconv.Atoi(os.Getenv("STAGE_ROUNDS")); err == nil {
		rounds = n
	}
	if n, err := strconv.Atoi(os.Getenv("STAGE_SEED")); err == nil {
		seed = uint64(n)
	}
	return rounds, seed
}

// each gives every string of the tree with what it means.
func (s *strikes) each(fn func(text []byte, o strike)) {
	var down func(at int32, text []byte)
	down = func(at int32, text []byte) {
		for _, o := range s.out[at] {
			fn(bytes.Clone(text), o)
		}
		n := s.nodes[at]
		for i := n.first; i < n.first+n.count; i++ {
			down(s.next[i], append(text, s.keys[i]))
		}
	}
	down(0, nil)
}

// texts gives all strings of the tree.
func (s *strikes) texts() [][]byte {
	var all [][]byte
	var down func(at int32, text []byte)
	down = func(at int32, text []byte) {
		if len(s.out[at]) > 0 {
			all = append(all, bytes.Clone(text))
		}
		n := s.nodes[at]
		for i := n.first; i < n.first+n.count; i++ {
			down(s.next[i], append(text, s.keys[i]))
		}
	}
	down(0, nil)
	return all
}

// TestStageScan compares the scan with a search string by string.
func TestStageScan(t *testing.T) {
	s := identifier(t).stage().front
	texts := s.texts()
	r := rand.New(rand.NewPCG(8, 8))
	for range 4 {
		data := random(r, 400_000)
		for range 4 {
			text := texts[r.IntN(len(texts))]
			copy(data[r.IntN(len(data)-len(text)):], text)
		}
		var want int64
		for text, outs := range s.first() {
			for at := int64(0); ; at++ {
				i := bytes.Index(data[at:], []byte(text))
				if i < 0 {
					break
				}
				at += int64(i)
				for _, o := range outs {
					if o.after < 0 && (at <= o.furthest || o.late && at > s.fixed) {
						want = max(want, at+int64(len(text)))
					}
				}
			}
		}
		scan := s.scan(len(identifier(t).stage().users))
		scan.block(data, len(data), 0)
		if got := slices.Max(scan.last); got < want {
			t.Errorf("scan ends at %d, a string ends at %d", got, want)
		}
	}
}

// first gives the strings that need nothing before them.
func (s *strikes) first() map[string][]strike {
	all := map[string][]strike{}
	var down func(at int32, text []byte)
	down = func(at int32, text []byte) {
		for _, o := range s.out[at] {
			if o.after < 0 {
				all[string(text)] = append(all[string(text)], o)
			}
		}
		n := s.nodes[at]
		for i := n.first; i < n.first+n.count; i++ {
			down(s.next[i], append(text, s.keys[i]))
		}
	}
	down(0, nil)
	return all
}

// BenchmarkStage identifies files of the generator and large ones, with and
// without the first stage.
func BenchmarkStage(b *testing.B) {
	p, err := generate.Make(generate.Plan{Kind: "files", Seed: 4, Dossiers: 1, Cases: 10, Documents: 10})
	if err != nil {
		b.Fatal(err)
	}
	large := pad(rand.New(rand.NewPCG(3, 3)), []byte("%PDF-1.7\n"), 0, 16<<20)
	for name, id := range map[string]*Identifier{"siegfried": plain(b), "stage": identifier(b)} {
		all := func(b *testing.B, kind string) {
			for b.Loop() {
				for _, m := range p.Members {
					if kind != "" && filepath.Ext(m.Name) != kind {
						continue
					}
					if _, err := id.Identify(m.Name, &content{data: m.Data, mem: true}); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
		b.Run("mixed/"+name, func(b *testing.B) { all(b, "") })
		for _, kind := range []string{".pdf", ".docx", ".jpg", ".txt", ".png", ".eml", ".tif", ".csv", ".xml"} {
			b.Run(kind[1:]+"/"+name, func(b *testing.B) { all(b, kind) })
		}
		for _, mem := range []bool{true, false} {
			b.Run(fmt.Sprintf("large/memory=%v/%s", mem, name), func(b *testing.B) {
				b.SetBytes(int64(len(large)))
				for b.Loop() {
					if _, err := id.Identify("a.pdf", &content{data: large, mem: mem}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func FuzzStage(f *testing.F) {
	for _, s := range []string{"%PDF-1.4\n<pdfaid:part>1</pdfaid:part>%%EOF", "PK\x03\x04", "<?xml version='1.0'?><a/>", "RIFF\x00\x00\x00\x00WAVEfmt "} {
		f.Add("a.bin", []byte(s), 5000)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte, space int) {
		if len(data) == 0 {
			return
		}
		half := len(data) / 2
		space = max(0, min(space, 300_000))
		compare(t, plain(t), name, bytes.Join([][]byte{data[:half], make([]byte, space), data[half:]}, nil))
	})
}
