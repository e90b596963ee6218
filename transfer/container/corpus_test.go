package container_test

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

	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
)

// TestCorpus opens every ZIP, TAR and GZIP of ../shared/testdata and reads all
// of it. Honest material must not be refused.
func TestCorpus(t *testing.T) {
	root := samples.Path(t)
	refused := map[string][]string{
		"formate/skelett/fmt-189-signature-id-258.nul":  {container.Damaged},      // a signature without a file behind it
		"formate/skelett/x-fmt-266-signature-id-201.gz": {container.Damaged},      // likewise
		"manifeste/daten.tar.gz":                        {container.OddCharacter}, // holds such names on purpose
	}
	opened := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if form := sniffFile(t, p); form == "" {
			return nil
		}
		tr, r := attempt(t, p, container.Options{})
		switch {
		case r == nil && refused[name] == nil:
			opened++
			readAll(t, name, tr)
		case r == nil || refused[name] != nil:
			if d := cmp.Diff(refused[name], r); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		case !slices.Equal(r, []string{container.NoContainer}):
			t.Errorf("%s: %v", name, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if opened < 100 {
		t.Errorf("only %d containers opened", opened)
	}
	tr, r := attempt(t, filepath.Join(root, "manifeste", "daten.tar.gz"), container.Options{Tolerate: []string{container.OddCharacter}})
	if r != nil {
		t.Fatal(r)
	}
	readAll(t, "daten.tar.gz", tr)
	if len(container.Faults(tr)) != 2 {
		t.Errorf("tolerated faults %+v", container.Faults(tr))
	}
}

func sniffFile(t *testing.T, p string) container.Form {
	t.Helper()
	f, err := os.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		t.Fatal(err)
	}
	return container.Sniff(head[:n])
}

func readAll(t *testing.T, name string, tr container.Tree) {
	t.Helper()
	err := tr.Visit(t.Context(), 2, nil, func(_ context.Context, e container.Entry, c container.Content, err error) error {
		if err == nil {
			_, err = io.Copy(io.Discard, c.Reader())
		}
		if err != nil {
			t.Errorf("%s: %s: %v", name, e.Path, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// attempt opens a container, or gives the codes why it was refused.
func attempt(t *testing.T, at string, o container.Options) (container.Tree, []string) {
	t.Helper()
	tr, err := container.Open(t.Context(), at, o)
	if err == nil {
		t.Cleanup(func() { _ = tr.Close() })
		return tr, nil
	}
	r, ok := errors.AsType[*container.Refused](err)
	if !ok || len(r.Faults) == 0 {
		t.Fatalf("error is no refusal: %v", err)
	}
	var codes []string
	for _, f := range r.Faults {
		codes = append(codes, f.Code)
	}
	slices.Sort(codes)
	return nil, slices.Compact(codes)
}
