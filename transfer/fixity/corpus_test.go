package fixity

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

func manifests(t testing.TB) string { t.Helper(); return samples.Path(t, "manifeste") }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// daten gives path → content of daten.tar.gz.
func daten(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "daten.tar.gz"))
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	out := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		must(t, err)
		if h.Typeflag == tar.TypeReg {
			if out[h.Name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
}

const (
	torn   = "daten/Akte 2/zeilen\numbruch.txt"
	slashy = `daten/Akte 2/back\slash.txt`
)

// TestCorpus reads every list of ../shared/testdata/manifeste and compares every
// declared digest with the files of daten.tar.gz.
func TestCorpus(t *testing.T) {
	dir := manifests(t)
	files := daten(t, dir)
	all := slices.Sorted(maps.Keys(files))
	without := func(drop ...string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(p string) bool { return slices.Contains(drop, p) })
	}
	tests := []struct {
		name     string
		style    Style
		algs     []Algorithm
		encoding string
		paths    []string // resolved
		problems int
	}{
		{"manifest-b2sum.txt", Sum, []Algorithm{BLAKE2b512}, "utf-8", all, 0},
		{"manifest-cksum-a-sha512.txt", Tag, []Algorithm{SHA512}, "utf-8", all, 0},
		{"manifest-cksum-crc.txt", Cksum, []Algorithm{CKSUM}, "utf-8", all, 1},
		{"manifest-hashdeep-dfxml.xml", DFXML, []Algorithm{MD5, SHA1}, "utf-8", all, 0},
		{"manifest-hashdeep-md5-sha256.txt", Hashdeep, []Algorithm{MD5, SHA256}, "utf-8", all, 1},
		{"manifest-hashdeep-sha1.txt", Hashdeep, []Algorithm{SHA1}, "utf-8", all, 1},
		{"manifest-md5deep-mit-groesse.txt", Sized, []Algorithm{MD5}, "utf-8", all, 1},
		{"manifest-md5deep-nur-name.txt", Sum, []Algorithm{MD5}, "utf-8", all, 1},
		{"manifest-md5deep-relativ.txt", Sum, []Algorithm{MD5}, "utf-8", all, 1},
		{"manifest-md5sum-binaer.md5", Sum, []Algorithm{MD5}, "utf-8", all, 0},
		{"manifest-md5sum.txt", Sum, []Algorithm{MD5}, "utf-8", all, 0},
		{"manifest-rhash-bsd.txt", Tag, []Algorithm{SHA256}, "utf-8", without(slashy), 0},
		{"manifest-rhash-crc32.sfv", SFV, []Algorithm{CRC32}, "utf-8", without(slashy), 2},
		{"manifest-rhash-sha512-base64.txt", Base64, []Algorithm{SHA512}, "utf-8", without(slashy), 1},
		{"manifest-rhash.md5", Sum, []Algorithm{MD5}, "utf-8", without(slashy), 1},
		{"manifest-sha1sum.txt", Sum, []Algorithm{SHA1}, "utf-8", all, 0},
		{"manifest-sha256deep-komma.csv", Comma, []Algorithm{SHA256}, "utf-8", all, 1},
		{"manifest-sha256sum-nul.txt", NUL, []Algorithm{SHA256}, "utf-8", all, 0},
		{"manifest-sha256sum-tag.txt", Tag, []Algorithm{SHA256}, "utf-8", all, 0},
		{"manifest-sha256sum.txt", Sum, []Algorithm{SHA256}, "utf-8", all, 0},
		{"manifest-sha512sum.txt", Sum, []Algorithm{SHA512}, "utf-8", all, 0},
		{"manifest-shasum256.txt", Sum, []Algorithm{SHA256}, "utf-8", all, 0},
		{"nachgebildet-certutil-deutsch.txt", Certutil, []Algorithm{SHA256}, "utf-8", []string{"daten/brief.txt"}, 0},
		{"nachgebildet-md5sum-bom-crlf.txt", Sum, []Algorithm{MD5}, "utf-8", without(slashy, torn), 0},
		{"nachgebildet-md5summer-windows.md5", MD5Summer, []Algorithm{MD5}, "utf-8",
			[]string{"daten/Akte 1/Schreiben vom 01.02.2024.txt", "daten/brief.txt"}, 0},
		{"nachgebildet-powershell-get-filehash-utf16.csv", PowerShell, []Algorithm{SHA256}, "utf-16le", []string{"daten/brief.txt"}, 0},
	}
	named := map[string]bool{"SOURCES.md": true, "daten.tar.gz": true}
	for _, tt := range tests {
		named[tt.name] = true
		t.Run(tt.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, tt.name))
			must(t, err)
			if !Sniff(data, tt.name) || len(data) > 300 && !Sniff(data[:300], tt.name) && !slices.Contains([]Style{DFXML, SFV}, tt.style) {
				t.Error("not recognised")
			}
			l, err := Parse(strings.NewReader(string(data)), tt.name)
			must(t, err)
			if l.Style != tt.style || l.Encoding != tt.encoding || len(l.Problems) != tt.problems {
				t.Errorf("style %s, encoding %s, problems %+v", l.Style, l.Encoding, l.Problems)
			}
			verify(t, l, files, tt.algs, tt.paths)
		})
	}
	found, err := os.ReadDir(dir)
	must(t, err)
	for _, f := range found {
		if !named[f.Name()] {
			t.Errorf("%s has no row in this table", f.Name())
		}
	}
}

func verify(t *testing.T, l *List, files map[string][]byte, algs []Algorithm, want []string) {
	t.Helper()
	has := func(p string) bool { _, ok := files[p]; return ok }
	resolved := Resolve(l, "", has, maps.Keys(files))
	got := map[string]bool{}
	for i, e := range l.Entries {
		data, ok := files[resolved[i]]
		if !ok {
			t.Errorf("line %d: %q (joined %q) is no file", e.Line, e.Path, e.Joined)
			continue
		}
		got[resolved[i]] = true
		if !slices.Contains(algs, e.Algorithm) {
			t.Errorf("line %d: algorithm %s", e.Line, e.Algorithm)
			continue
		}
		d, err := NewDigester(e.Algorithm)
		must(t, err)
		_, _ = d.Write(data)
		if sum := d.Sum()[string(e.Algorithm)]; sum != e.Digest {
			t.Errorf("line %d %q: %s is %s, declared %s", e.Line, e.Path, e.Algorithm, sum, e.Digest)
		}
		if e.Size >= 0 && e.Size != int64(len(data)) {
			t.Errorf("line %d %q: size %d, want %d", e.Line, e.Path, e.Size, len(data))
		}
	}
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(got))); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if len(l.Entries) != len(want)*len(algs) {
		t.Errorf("%d entries, want %d", len(l.Entries), len(want)*len(algs))
	}
}
