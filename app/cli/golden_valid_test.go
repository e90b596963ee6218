package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
)

// schemasBeside are the published schemas of what we write ourselves: the messages of
// xdomea, METS with the extension of E-ARK, PREMIS, EAD(DDB).
var schemasBeside = [][]string{{"xdomea", "xsd"}, {"schemata", "eark-mets"}, {"schemata", "premis-v3-0.xsd"}}

// published takes the schemas beside the checkout into a store; nil where there are none.
func published(t *testing.T) *schema.Store {
	t.Helper()
	if _, there := samples.Folder(t); !there {
		return nil
	}
	store := schema.NewStore(t.TempDir())
	for _, at := range schemasBeside {
		if _, err := store.Add(t.Context(), samples.Path(t, at...)); err != nil {
			t.Fatal(err)
		}
	}
	return store
}

// ours tells the XML that this program wrote from what was delivered to it.
func ours(name string) bool {
	return filepath.Ext(name) == ".xml" && !strings.Contains("/"+name, "/data/") && !strings.Contains("/"+name, "/submission/") &&
		filepath.Base(name) != "xdomea.xml" // the agency's message, kept in the package as it came
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// valid holds the XML below a folder, and in the packages there, against the published
// schemas of their namespaces.
func (j *journey) valid(dir string) error {
	if j.schemas == nil {
		return nil
	}
	ctx := j.t.Context()
	if letters := filepath.Join(dir, "letters"); isDir(letters) {
		folder, err := container.Open(ctx, letters, container.Options{})
		if err != nil {
			return err
		}
		defer folder.Close()
		if err := j.validTree(ctx, folder, ours); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".tar" || slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "inbox") {
			return err
		}
		pkg, err := container.Open(ctx, name, container.Options{})
		if err != nil {
			return err
		}
		defer pkg.Close()
		return j.validTree(ctx, pkg, ours)
	})
}

func (j *journey) validTree(ctx context.Context, tree container.Tree, which func(string) bool) error {
	return tree.Files(ctx, func(e container.Entry) error {
		if !which(e.Path) {
			return nil
		}
		findings, known, _, err := j.schemas.Validate(ctx, "", e.Path, tree)
		if known {
			j.validated++
		}
		for _, f := range findings {
			if f.Severity != check.Note {
				j.t.Errorf("%s in %s: %s line %d: %s %s", e.Path, tree.Name(), f.Code, f.Line, f.Found, f.Expected)
			}
		}
		return err
	})
}
