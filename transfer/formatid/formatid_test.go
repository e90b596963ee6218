package formatid

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
)

// content is container.Content for tests, in memory or behind ReadAt only.
type content struct {
	data []byte
	mem  bool
	fail int64 // reads at or beyond fail, 0 = never
}

var errDisk = errors.New("disk gone")

func (c *content) Size() int64       { return int64(len(c.data)) }
func (c *content) Reader() io.Reader { return bytes.NewReader(c.data) }

func (c *content) Bytes() []byte {
	if c.mem {
		return c.data
	}
	return nil
}

func (c *content) ReadAt(p []byte, off int64) (int, error) {
	if c.fail > 0 && off+int64(len(p)) > c.fail {
		return 0, errDisk
	}
	return bytes.NewReader(c.data).ReadAt(p, off)
}

var load = sync.OnceValues(func() (*Identifier, error) { return Load("") })

func identifier(t testing.TB) *Identifier {
	t.Helper()
	id, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func corpus(t testing.TB) string { t.Helper(); return samples.Path(t, "formate") }

var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\|")

// TestCorpus compares every file of ../shared/testdata/formate with SOURCES.md
// (siegfried 1.11.2, PRONOM V118): the newer signatures built in give the same
// answer for every one of them.
func TestCorpus(t *testing.T) {
	dir := corpus(t)
	id := identifier(t)
	sources, err := os.ReadFile(filepath.Join(dir, "SOURCES.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := row.FindAllStringSubmatch(string(sources), -1)
	if len(rows) < 150 {
		t.Fatalf("%d rows in SOURCES.md", len(rows))
	}
	for _, r := range rows {
		name, want := r[1], r[2]
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := id.Identify(name, &content{data: data, mem: true})
		if err != nil || got.PUID != want {
			t.Errorf("%s: %s %q (%v), want %s", name, got.PUID, got.Warning, err, want)
		}
		outside, err := id.Identify(name, &content{data: data})
		if d := cmp.Diff(got, outside); d != "" || err != nil {
			t.Errorf("%s: in memory and outside differ: %s %v", name, d, err)
		}
	}
}

func TestTool(t *testing.T) {
	want := "siegfried 1.11.6 PRONOM V124 container-signature 20260119"
	if got := identifier(t).Tool(); got != want {
		t.Errorf("tool %q, want %q", got, want)
	}
}

func TestIdentify(t *testing.T) {
	id := identifier(t)
	tests := []struct {
		name, data string
		want       check.Format
	}{
		{"leer.pdf", "", check.Format{PUID: Unknown, Warning: "leere Datei"}},
		{"ohne", "\x01\x02\x03\x04\x05", check.Format{PUID: Unknown, Warning: "no match"}},
		{"Akte 1/tabelle.csv", "a;b\n1;2\n", check.Format{PUID: "x-fmt/18", Name: "Comma Separated Values", MIME: "text/csv",
			Basis: "extension match csv", Warning: "match on extension only"}},
	}
	for _, tt := range tests {
		for _, mem := range []bool{true, false} {
			got, err := id.Identify(tt.name, &content{data: []byte(tt.data), mem: mem})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, d)
			}
		}
	}
}

func TestReadErrorIsTold(t *testing.T) {
	big := bytes.Repeat([]byte("x"), 1<<20)
	_, err := identifier(t).Identify("a.bin", &content{data: big, fail: 200 << 10})
	if !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

func TestConcurrentUse(t *testing.T) {
	id := identifier(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				got, err := id.Identify("a.xml", &content{data: []byte("<?xml version='1.0'?>\n<a/>"), mem: i%2 == 0})
				if err != nil || got.PUID != "fmt/101" {
					t.Errorf("%+v, %v", got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"leer.sig": "", "text.sig": "kein Signaturfile", "kopf.sig": "siegfried"} {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(at); failure.KindOf(err) != failure.Setup {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Load(filepath.Join(dir, "fehlt.sig")); failure.KindOf(err) != failure.Setup || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// TestSource compares slices from both ends with the bytes themselves.
func TestSource(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	data := make([]byte, 5*blockSize/2)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	size := int64(len(data))
	for _, s := range []*source{{mem: data, size: size}, {at: bytes.NewReader(data), size: size}} {
		for range 2000 {
			off, l := r.Int64N(size+10), r.IntN(3*4096)
			if r.IntN(20) == 0 {
				l = r.IntN(len(data))
			}
			n := max(0, min(int64(l), size-off))
			wantErr := error(nil)
			if off >= size || int64(l) > size-off {
				wantErr = io.EOF
			}
			got, err := s.Slice(off, l)
			if err != wantErr || n > 0 && !bytes.Equal(got, data[off:off+n]) {
				t.Fatalf("Slice(%d, %d): %d bytes, %v", off, l, len(got), err)
			}
			got, err = s.EofSlice(off, l)
			if err != wantErr || n > 0 && !bytes.Equal(got, data[size-off-n:size-off]) {
				t.Fatalf("EofSlice(%d, %d): %d bytes, %v", off, l, len(got), err)
			}
		}
		got, err := io.ReadAll(s)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("ReadAll: %d bytes, %v", len(got), err)
		}
	}
}

func TestComparePUID(t *testing.T) {
	want := []string{"UNKNOWN", "fmt/2", "fmt/10", "x-fmt/1"}
	for i := 1; i < len(want); i++ {
		if comparePUID(want[i-1], want[i]) >= 0 {
			t.Errorf("%s is not before %s", want[i-1], want[i])
		}
	}
}

func BenchmarkIdentify(b *testing.B) {
	id := identifier(b)
	for _, size := range []int{17 << 10, 1 << 20} {
		for _, mem := range []bool{true, false} {
			data := []byte("%PDF-1.4\n" + strings.Repeat("0 1 2 3 4 obj stream endstream\n", size/31) + "%%EOF\n")
			b.Run(fmt.Sprintf("%d/memory=%v", size, mem), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if _, err := id.Identify("a.pdf", &content{data: data, mem: mem}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func FuzzIdentify(f *testing.F) {
	for _, s := range []string{"%PDF-1.4\n%%EOF", "PK\x03\x04", "<?xml version='1.0'?><a/>", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
		"RIFF\x00\x00\x00\x00WAVE", "II*\x00"} {
		f.Add("a.bin", []byte(s))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		id := identifier(t)
		in, err := id.Identify(name, &content{data: data, mem: true})
		if err != nil {
			t.Fatal(err)
		}
		out, err := id.Identify(name, &content{data: data})
		if err != nil || in.PUID == "" {
			t.Fatalf("%+v %v", in, err)
		}
		if in.PUID != out.PUID {
			t.Fatalf("in memory %s, outside %s", in.PUID, out.PUID)
		}
	})
}
