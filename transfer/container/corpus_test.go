package container

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCorpus opens every ZIP, TAR and GZIP of ../shared/testdata and reads all
// of it. Honest material must not be refused.
func TestCorpus(t *testing.T) {
	dir, err := os.Getwd()
	must(t, err)
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	root := filepath.Join(filepath.Dir(dir), "shared", "testdata")
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/testdata missing: ", root)
	}
	refused := map[string][]string{
		"formate/skelett/fmt-189-signature-id-258.nul":  {Damaged},      // a signature without a file behind it
		"formate/skelett/x-fmt-266-signature-id-201.gz": {Damaged},      // likewise
		"manifeste/daten.tar.gz":                        {OddCharacter}, // holds such names on purpose
	}
	opened := 0
	must(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, p)
		must(t, err)
		name = filepath.ToSlash(name)
		if form := sniffFile(t, p); form == "" {
			return nil
		}
		tr, r := refusal(t, p, Options{})
		switch {
		case r == nil && refused[name] == nil:
			opened++
			readAll(t, name, tr)
		case r == nil || refused[name] != nil:
			if d := cmp.Diff(refused[name], codes(r)); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		case !slices.Equal(codes(r), []string{NoContainer}):
			t.Errorf("%s: %v", name, r)
		}
		return nil
	}))
	if opened < 100 {
		t.Errorf("only %d containers opened", opened)
	}
	tr, r := refusal(t, filepath.Join(root, "manifeste", "daten.tar.gz"), Options{Tolerate: []string{OddCharacter}})
	if r != nil {
		t.Fatal(r)
	}
	readAll(t, "daten.tar.gz", tr)
	if len(Faults(tr)) != 2 {
		t.Errorf("tolerated faults %+v", Faults(tr))
	}
}

func sniffFile(t *testing.T, p string) Form {
	t.Helper()
	f, err := os.Open(p)
	must(t, err)
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		t.Fatal(err)
	}
	return Sniff(head[:n])
}

func readAll(t *testing.T, name string, tr Tree) {
	t.Helper()
	must(t, tr.Visit(t.Context(), 2, nil, func(_ context.Context, e Entry, c Content, err error) error {
		if err == nil {
			_, err = io.Copy(io.Discard, c.Reader())
		}
		if err != nil {
			t.Errorf("%s: %s: %v", name, e.Path, err)
		}
		return nil
	}))
}
