package schema

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
)

// TestDeliveredSchemas: the schemas that travel inside real eCH-0160 packages
// validate the package's own metadata; a changed statement does not fit.
func TestDeliveredSchemas(t *testing.T) {
	root := samples.Path(t, "ech0160", "beispiele")
	n := 0
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".zip" {
			return err
		}
		n++
		t.Run(filepath.Base(p), func(t *testing.T) { deliveredSchemas(t, p) })
		return nil
	})
	if err != nil || n == 0 {
		t.Fatalf("%d packages, %v", n, err)
	}
}

func deliveredSchemas(t *testing.T, name string) {
	tree, err := container.Open(t.Context(), name, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	}()
	var schemas []string
	metadata := ""
	err = tree.Files(context.Background(), func(e container.Entry) error {
		switch {
		case strings.Contains(e.Path, "header/xsd/"):
			schemas = append(schemas, e.Path)
		case path.Base(e.Path) == "metadata.xml" && strings.HasSuffix(path.Dir(e.Path), "header"):
			metadata = e.Path
		}
		return nil
	})
	if err != nil || metadata == "" {
		t.Fatalf("metadata %q, %v", metadata, err)
	}
	set, findings, err := FromTree(t.Context(), tree, schemas)
	if err != nil || len(findings) > 0 {
		t.Fatalf("FromTree: %v %+v", err, findings)
	}
	got, known, tool, err := set.Validate(t.Context(), "", metadata, tree)
	if err != nil || !known || len(got) > 0 {
		t.Errorf("known %v (%s), %v, %+v", known, tool, err, got)
	}
	data, err := readTreeFile(t.Context(), tree, metadata)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "<ablieferung", "<ablieferungX", 1)
	if got, known := validate(t, set, "", changed); !known || len(got) == 0 {
		t.Errorf("changed: known %v, %+v", known, got)
	}
}
