package website

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/kdomanski/iso9660"

	"laufzettel/transfer/container"
	"laufzettel/transfer/vocab"
)

var isoClock = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)

func isoFiles() map[string][]byte {
	files := map[string][]byte{
		"www.amt.example/index.html": []byte("<h1>Amt</h1>"), "www.amt.example/Straße & Grün.html": []byte("Umlaute"),
		"www.amt.example/bild.gif": bytes.Repeat([]byte("GIF"), 5000), "www.amt.example/leer.css": {}, "index.html": []byte("start"),
		"www.amt.example/" + strings.Repeat("sehr-langer-name-", 14) + "1.html": []byte("lang 1"),
		"www.amt.example/" + strings.Repeat("sehr-langer-name-", 14) + "2.html": []byte("lang 2"),
		"a/b/c/d/e/f/g/h/i/j/tief.txt":                                          []byte("tief"),
	}
	return files
}

// manyFiles need more than one sector for their folder.
func manyFiles() map[string][]byte {
	files := isoFiles()
	for i := range 200 {
		files["viele/seite"+strings.Repeat("0", i%7)+time.Duration(i).String()+".html"] = []byte{byte(i)}
	}
	return files
}

func TestISO_ReadsBackByteForByte(t *testing.T) {
	files := manyFiles()
	var b, again bytes.Buffer
	tree := vocab.NewTree("crawl", files)
	for _, w := range []io.Writer{&b, &again} {
		if err := WriteISO(t.Context(), w, tree, "", "Amt Musterstadt 2026", isoClock); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two images of the same files differ")
	}
	got, err := OpenISO("web.iso", bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, contents(t, got)); diff != "" {
		t.Error(diff)
	}
}

func contents(t *testing.T, tree container.Tree) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := tree.Files(t.Context(), func(e container.Entry) error {
		rc, err := tree.Open(t.Context(), e.Path)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(rc)
		out[e.Path] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// An independent reader sees the same files under the same names. It mixes up
// the names of folders longer than a sector, so these are left to our own.
func TestISO_ForeignReader(t *testing.T) {
	files := isoFiles()
	var b bytes.Buffer
	if err := WriteISO(t.Context(), &b, vocab.NewTree("crawl", files), "", "Amt", isoClock); err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("LAUFZETTEL_KEEP_ISO"); name != "" {
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	img, err := iso9660.OpenImage(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	root, err := img.RootDir()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]byte{}
	var walk func(f *iso9660.File, at string)
	walk = func(f *iso9660.File, at string) {
		if !f.IsDir() {
			data, err := io.ReadAll(f.Reader())
			if err != nil {
				t.Fatal(err)
			}
			got[at] = data
			return
		}
		children, err := f.GetChildren()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range children {
			walk(c, strings.TrimPrefix(at+"/"+c.Name(), "/"))
		}
	}
	walk(root, "")
	if diff := cmp.Diff(files, got); diff != "" {
		t.Error(diff)
	}
}

// Names that Joliet must shorten stay apart.
func TestISO_JolietNamesAreUnique(t *testing.T) {
	seen, long := map[string]bool{}, strings.Repeat("x", 80)
	a, b := uniqueWide(seen, long+"1.html"), uniqueWide(seen, long+"2.html")
	if bytes.Equal(a, b) || len(a) > 128 || len(b) > 128 {
		t.Errorf("%d and %d bytes: %q %q", len(a), len(b), a, b)
	}
}

func TestISO_PartOfATree(t *testing.T) {
	var b bytes.Buffer
	tree := vocab.NewTree("crawl", map[string][]byte{"crawl/a.html": []byte("a"), "web.pdf": []byte("p")})
	if err := WriteISO(t.Context(), &b, tree, "crawl", "x", isoClock); err != nil {
		t.Fatal(err)
	}
	got, err := OpenISO("x", bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]byte{"a.html": []byte("a")}, contents(t, got)); diff != "" {
		t.Error(diff)
	}
	if err := WriteISO(t.Context(), &b, tree, "nirgends", "x", isoClock); err == nil {
		t.Error("an empty image was written")
	}
}

func TestOpenISO_Refuses(t *testing.T) {
	var b bytes.Buffer
	if err := WriteISO(t.Context(), &b, vocab.NewTree("crawl", map[string][]byte{"a.html": []byte("a")}), "", "x", isoClock); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("kein Abbild"), "cut": b.Bytes()[:22*sector]} {
		if _, err := OpenISO("x", bytes.NewReader(data), int64(len(data))); !errors.Is(err, ErrNoISO) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzOpenISO(f *testing.F) {
	var b bytes.Buffer
	if err := WriteISO(f.Context(), &b, vocab.NewTree("crawl", map[string][]byte{"a/b.html": []byte("a")}), "", "x", isoClock); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes()[16*sector:])
	f.Fuzz(func(t *testing.T, data []byte) {
		data = append(make([]byte, 16*sector), data...)
		tree, err := OpenISO("x", bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		_ = tree.Files(t.Context(), func(e container.Entry) error {
			if filepath.IsAbs(e.Path) || !filepath.IsLocal(filepath.FromSlash(e.Path)) {
				t.Errorf("path %q leads out", e.Path)
			}
			return nil
		})
	})
}
