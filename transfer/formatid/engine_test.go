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
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/richardlehane/siegfried/pkg/static"

	"laufzettel/transfer/container"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds"
)

// alone is siegfried without the table, the judge of every answer.
func alone(t testing.TB) *Identifier {
	t.Helper()
	id, err := loadAlone()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

var loadAlone = sync.OnceValues(func() (*Identifier, error) { return other(static.New()) })

// compare holds the answers of the table against siegfried alone, in memory and
// outside.
func compare(t testing.TB, name string, data []byte) {
	t.Helper()
	want, err := alone(t).Identify(name, &content{data: data, mem: true})
	if err != nil {
		t.Fatal(name, err)
	}
	id := identifier(t)
	for _, mem := range []bool{true, false} {
		before, boxed, left := id.Counts()
		got, err := id.Identify(name, &content{data: data, mem: mem})
		if err != nil {
			t.Fatal(name, err)
		}
		if mem {
			d, b, l := id.Counts()
			tally.table, tally.containers, tally.undecided = tally.table+d-before, tally.containers+b-boxed, tally.undecided+l-left
			if l > left && testing.Verbose() {
				t.Logf("undecided: %s, %d bytes", name, len(data))
			}
		}
		if want.Warning == spoiledWarning { // siegfried would end the program
			if !strings.Contains(got.Warning, spoiledWarning) {
				t.Errorf("%s, %d bytes: %+v", name, len(data), got)
			}
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, %d bytes, memory %v: siegfried alone and with the table differ (-want +got):\n%s", name, len(data), mem, d)
			if dir := os.Getenv("DIFFER_DIR"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%s", len(data), name)), data, 0o600)
			}
		}
	}
}

// tally counts what decided in memory: a file left to siegfried proves nothing.
var tally struct{ table, containers, undecided int64 }

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

// TestTableDecides: nearly every file that is no container is decided by the table.
func TestTableDecides(t *testing.T) {
	before := tally
	files(t, "formate", func(name string, data []byte) { compare(t, name, data) })
	table, left := tally.table-before.table, tally.undecided-before.undecided
	if left > table/50 {
		t.Errorf("%d files decided, %d left to siegfried", table, left)
	}
	t.Log(table, "decided,", left, "left to siegfried")
}

// TestEqualCorpora: the whole format corpus and every PDF, as they are and with
// what may stand in front and behind, where a window at the ends would go wrong.
func TestEqualCorpora(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	files(t, "formate", func(name string, data []byte) {
		compare(t, name, data)
		compare(t, name, pad(r, data, 9<<10, 3<<10))
		compare(t, name, pad(r, data, 0, 12<<10))
		compare(t, name, pad(r, data, 0, 160<<10))
		compare(t, name, pad(r, data, 0, 70<<10))
	})
	files(t, "pdfa", func(name string, data []byte) {
		compare(t, name, data)
		if filepath.Ext(name) == ".pdf" {
			compare(t, name, inside(r, data, 270<<10))
			compare(t, name, pad(r, data, 70<<10, 0))
			compare(t, name, inside(r, data, 40<<10))
			compare(t, name, pad(r, data, 0, 270<<10))
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

// TestEqualMutants: files of the corpora with bytes changed, cut out, doubled or put
// together from two files.
func TestEqualMutants(t *testing.T) {
	var names []string
	var all [][]byte
	for _, folder := range []string{"formate", "pdfa"} {
		files(t, folder, func(name string, data []byte) {
			if len(data) < 300<<10 {
				names, all = append(names, name), append(all, data)
			}
		})
	}
	rounds, seed := longForm(t, 150, 3)
	r := rand.New(rand.NewPCG(seed, 4))
	for range rounds {
		i := r.IntN(len(all))
		data := bytes.Clone(all[i])
		for range 1 + r.IntN(4) {
			at := r.IntN(len(data))
			switch r.IntN(5) {
			case 0:
				data[min(at, r.IntN(64), len(data)-1)] ^= byte(1 << r.IntN(8))
			case 1:
				data[at] = byte(r.Uint32())
			case 2:
				data = append(data[:at:at], data[min(len(data), at+1+r.IntN(100)):]...)
			case 3:
				other := all[r.IntN(len(all))]
				data = append(data[:at:at], other[r.IntN(len(other)):]...)
			default:
				to := min(len(data), at+1+r.IntN(5000))
				data = append(data[:to:to], data[at:]...)
			}
			if len(data) == 0 {
				data = []byte{0}
			}
		}
		compare(t, names[i], data)
	}
}

// TestAnotherSet: a signature file given by the user is siegfried's alone, and every
// report says so by the name of the tool.
func TestAnotherSet(t *testing.T) {
	name := filepath.Join(t.TempDir(), "eigene.sig")
	if err := static.New().Save(name); err != nil {
		t.Fatal(err)
	}
	id, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := identifier(t).Tool() + " (siegfried alone)"; id.Tool() != want {
		t.Errorf("tool %q, want %q", id.Tool(), want)
	}
	if !strings.HasPrefix(id.Path(), "siegfried alone: ") || strings.HasPrefix(identifier(t).Path(), "siegfried alone") {
		t.Errorf("path %q and %q", id.Path(), identifier(t).Path())
	}
	got, err := id.Identify("a.xml", &content{data: []byte("<?xml version='1.0'?>\n<a/>"), mem: true})
	if err != nil || got.PUID != "fmt/101" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestEqualTrees compares every distinct file below the folders of EQUAL_DIRS, for the
// long form.
func TestEqualTrees(t *testing.T) {
	dirs := filepath.SplitList(os.Getenv("EQUAL_DIRS"))
	if len(dirs) == 0 {
		t.Skip("no EQUAL_DIRS")
	}
	before, n := tally, 0
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err != nil || info.Size() == 0 || info.Size() > 4<<20 {
				return nil
			}
			if data, err := os.ReadFile(p); err == nil {
				n++
				compare(t, d.Name(), data)
			}
			return nil
		})
	}
	t.Log(n, "files;", tally.table-before.table, "by the table,", tally.containers-before.containers, "containers,",
		tally.undecided-before.undecided, "undecided")
}

// TestEqualGenerated: the files of the project's generator.
func TestEqualGenerated(t *testing.T) {
	for seed := range uint64(3) {
		p, err := generate.Make(kinds.All(time.Now), generate.Plan{Kind: "files", Seed: seed, Dossiers: 1, Cases: 2, Documents: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Members {
			compare(t, m.Name, m.Data)
			compare(t, m.Name, bytes.Repeat(m.Data, 1+(70<<10)/len(m.Data)))
			compare(t, m.Name, bytes.Repeat(m.Data, 3))
		}
	}
}

// TestEqualStrings sets strings of the signatures themselves at random places of
// random and textual bytes, around page and block borders and beyond the
// furthest fixed offset.
func TestEqualStrings(t *testing.T) {
	e := identifier(t).engine
	texts := e.everyText()
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
				at = max(0, min(len(data)-1, []int{0, page, 2 * page, scanBlock, int(e.fixed)}[r.IntN(5)]-r.IntN(len(text)+1)))
			}
			if r.IntN(4) == 0 {
				at = max(0, len(data)-len(text)-r.IntN(40))
			}
			copy(data[at:], text)
		}
		compare(t, []string{"a.bin", "a.pdf", "a.xml", "ohne"}[i%4], data)
	}
}

// TestEqualRepeated: a string of the set again and again, thousands of times, as in files
// made to be slow; of those with many places siegfried is asked no more.
func TestEqualRepeated(t *testing.T) {
	texts := identifier(t).engine.everyText()
	rounds, seed := longForm(t, 40, 11)
	r := rand.New(rand.NewPCG(seed, 4))
	before := tally
	look := func(piece []byte, name string) {
		compare(t, name, bytes.Repeat(piece, min(5000+r.IntN(5000), 128<<10/len(piece))))
	}
	for i, piece := range []string{"CD001", "v 1.0 1.0\nf 1 1 1\n", "f 1 1\n", "1.0 ", "<?xml version=\"1.0\"?>", "%PDF-1.4\n"} {
		look([]byte(piece), []string{"a.obj", "ohne"}[i%2])
		look(append([]byte("v 1.0 1.0 1.0\n"), piece...), "a.dat")
	}
	for i := range rounds {
		look(slices.Concat(texts[r.IntN(len(texts))], random(r, r.IntN(4))), []string{"a.bin", "a.pdf", "a.obj", "ohne"}[i%4])
	}
	if left := tally.undecided - before.undecided; left > int64(rounds)/10 {
		t.Errorf("%d of %d left to siegfried", left, rounds+12)
	}
}

// TestEqualSignatures sets a string of every part of one signature where it counts,
// so that signatures are possible and what lies away from the ends is followed.
func TestEqualSignatures(t *testing.T) {
	e := identifier(t).engine
	rounds, seed := longForm(t, 150, 7)
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range rounds {
		data := random(r, []int{3_000, 5_000, 9_000, 20_000, 60_000, 140_000}[r.IntN(6)])
		if i%2 == 0 {
			data = bytes.Repeat([]byte("Der Bescheid ist zugestellt; f 2. {a: 1}\n"), 1+len(data)/41)
		}
		for range 1 + r.IntN(2) {
			from := 0
			for _, test := range e.testsOf[r.IntN(len(e.testsOf))] {
				u := &e.use[test]
				if len(u.texts) == 0 {
					continue
				}
				x := u.texts[r.IntN(len(u.texts))]
				room := int(min(x.furthest, int64(len(data)-len(x.text)-1)))
				if room < from {
					from = max(0, room)
				}
				at := from + r.IntN(room-from+1)
				if u.back {
					at = len(data) - at - len(x.text)
				} else {
					from = at + len(x.text)
				}
				copy(data[max(0, at):], x.text)
			}
		}
		compare(t, []string{"a.bin", "a.pdf", "a.mp3", "ohne"}[i%4], data)
	}
}

// longForm gives rounds and seed of a test; the environment may ask for more.
func longForm(t *testing.T, rounds int, seed uint64) (int, uint64) {
	t.Helper()
	if testing.Short() {
		rounds = rounds * 2 / 3
	}
	if n, err := strconv.Atoi(os.Getenv("EQUAL_ROUNDS")); err == nil {
		rounds = n
	}
	if n, err := strconv.Atoi(os.Getenv("EQUAL_SEED")); err == nil {
		seed = uint64(n)
	}
	return rounds, seed
}

// everyText gives every string of the set once.
func (e *engine) everyText() (all [][]byte) {
	for i := range e.use {
		for _, x := range e.use[i].texts {
			all = append(all, x.text)
		}
	}
	slices.SortFunc(all, bytes.Compare)
	return slices.CompactFunc(all, bytes.Equal)
}

// BenchmarkEngine identifies files of the generator and large ones, with and
// without the table.
func BenchmarkEngine(b *testing.B) {
	p, err := generate.Make(kinds.All(time.Now), generate.Plan{Kind: "files", Seed: 4, Dossiers: 1, Cases: 10, Documents: 10})
	if err != nil {
		b.Fatal(err)
	}
	large := pad(rand.New(rand.NewPCG(3, 3)), []byte("%PDF-1.7\n"), 0, 16<<20)
	for name, id := range map[string]*Identifier{"siegfried": alone(b), "table": identifier(b)} {
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
	for _, s := range []string{"%PDF-1.4\n<pdfaid:part>1</pdfaid:part>%%EOF", "PK\x03\x04", "<?xml version='1.0'?><a/>",
		"RIFF\x00\x00\x00\x00WAVEfmt "} {
		f.Add("a.bin", []byte(s), 5000)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte, space int) {
		if len(data) == 0 {
			return
		}
		half := len(data) / 2
		space = max(0, min(space, 300_000))
		compare(t, name, bytes.Join([][]byte{data[:half], make([]byte, space), data[half:]}, nil))
	})
}
