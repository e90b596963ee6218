package xdomea

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/profile"
	beside "laufzettel/transfer/samples"
)

// memTree is a container.Tree in memory.
type memTree struct {
	name  string
	form  container.Form
	files map[string][]byte
}

func (t memTree) Name() string         { return t.name }
func (t memTree) Form() container.Form { return t.form }
func (t memTree) Close() error         { return nil }

func (t memTree) Files(_ context.Context, fn func(container.Entry) error) error {
	names := make([]string, 0, len(t.files))
	for n := range t.files {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		if err := fn(container.Entry{Path: n, Size: int64(len(t.files[n]))}); err != nil {
			return err
		}
	}
	return nil
}

func (t memTree) Stat(path string) (container.Entry, bool) {
	b, ok := t.files[path]
	return container.Entry{Path: path, Size: int64(len(b))}, ok
}

func (t memTree) Open(_ context.Context, path string) (io.ReadCloser, error) {
	b, ok := t.files[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

func (t memTree) Visit(context.Context, int, func(container.Entry) bool,
	func(context.Context, container.Entry, container.Content, error) error) error {
	return nil
}

// facts is a check.Facts for rules that need no file facts.
type facts struct {
	tree    container.Tree
	man     *check.Manifest
	related []check.Related
}

func (f facts) Tree() container.Tree      { return f.tree }
func (f facts) Manifest() *check.Manifest { return f.man }
func (f facts) Profile() *profile.Profile { return nil }

// File knows what lies in the tree: PDF by its first bytes, all else as text.
func (f facts) File(p string) (check.FileFact, bool) {
	tree, _ := f.tree.(memTree)
	b, ok := tree.files[p]
	if !ok {
		return check.FileFact{}, false
	}
	fact := check.FileFact{Path: p, Size: int64(len(b)), Format: check.Format{PUID: "x-fmt/111", Name: "Plain Text File"}}
	if bytes.HasPrefix(b, []byte("%PDF")) {
		fact.PDFA = check.PDFANotChecked
	}
	return fact, true
}
func (f facts) Related() []check.Related { return f.related }
func (f facts) EachFile(context.Context, func(check.FileFact) error) error {
	return nil
}

// sharedData finds the test data beside the checkout.
func sharedData(t testing.TB, parts ...string) string { t.Helper(); return beside.Path(t, parts...) }

// delivered is one message of the samples with the container it came in.
type delivered struct {
	file string // base name of the file on disk
	tree memTree
	path string // of the message in the tree
	xml  []byte
}

// samples loads every sample message.
func samples(t testing.TB) []delivered {
	t.Helper()
	var out []delivered
	for _, v := range []string{"2.4.0", "3.0.0"} {
		dir := sharedData(t, "xdomea", "beispiele", v)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			tree := memTree{name: e.Name(), form: container.Folder, files: map[string][]byte{e.Name(): b}}
			if filepath.Ext(e.Name()) == ".zip" {
				tree.form, tree.files = container.ZIP, unzip(t, b)
			}
			s := delivered{file: v + "/" + e.Name(), tree: tree}
			for name, b := range tree.files {
				if filepath.Ext(name) == ".xml" {
					s.path, s.xml = name, b
				}
			}
			out = append(out, s)
		}
	}
	return out
}

func unzip(t testing.TB, b []byte) map[string][]byte {
	t.Helper()
	zr, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range zr.File {
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(rc); err != nil {
			t.Fatal(err)
		}
		rc.Close()
	}
	return files
}

// findingsOf reads and rules one tree.
func findingsOf(t testing.TB, tree container.Tree, related ...check.Related) (*check.Manifest, []check.Finding) {
	t.Helper()
	k := Kind{}
	m, err := k.Recognise(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	man, findings, err := k.Read(t.Context(), tree, m, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range k.Rules(man) {
		more, err := r.Run(t.Context(), facts{tree: tree, man: man, related: related})
		if err != nil {
			t.Fatal(err)
		}
		findings = append(findings, more...)
	}
	return man, findings
}
