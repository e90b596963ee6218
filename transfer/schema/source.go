package schema

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
)

// wanted says which files of a source are taken in.
func wanted(name string) bool {
	return strings.EqualFold(path.Ext(name), ".xsd") || strings.EqualFold(path.Base(name), "catalog.xml")
}

// readSource reads XSD, folder or ZIP into a collection.
func readSource(ctx context.Context, name string) (*collection, map[string][]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case info.IsDir():
		return readFS(ctx, os.DirFS(name), ".")
	case strings.EqualFold(filepath.Ext(name), ".zip"):
		z, err := zip.OpenReader(name)
		if err != nil {
			return nil, nil, err
		}
		defer z.Close()
		return readFS(ctx, z, ".")
	}
	return readClosure(ctx, name)
}

func readFS(ctx context.Context, fsys fs.FS, root string) (*collection, map[string][]byte, error) {
	c, raw := newCollection(), map[string][]byte{}
	err := fs.WalkDir(fsys, root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if d.IsDir() || !d.Type().IsRegular() || !wanted(p) {
			return nil
		}
		data, err := readLimited(fsys, p)
		if err != nil {
			return err
		}
		raw[p] = data
		return c.add(p, data)
	})
	return c, raw, err
}

func readLimited(fsys fs.FS, p string) ([]byte, error) {
	f, err := fsys.Open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && len(data) > maxFileBytes {
		err = errTooMuch
	}
	return data, err
}

// FromTree makes a set of schemas that travel with a delivery (eCH-0160,
// registers). Paths that are no readable schema are left out and told in the
// findings.
func FromTree(ctx context.Context, t container.Tree, paths []string) (*Set, []check.Finding, error) {
	c := newCollection()
	var findings []check.Finding
	for _, p := range paths {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		data, err := readTreeFile(ctx, t, p)
		if err == nil {
			err = c.add(p, data)
		}
		if err != nil {
			findings = append(findings, codeNotUsed.At(p).Want("", check.FaultWords(err)))
		}
	}
	return newSet(c), findings, nil
}

func readTreeFile(ctx context.Context, t container.Tree, p string) ([]byte, error) {
	f, err := t.Open(ctx, p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && len(data) > maxFileBytes {
		err = errTooMuch
	}
	return data, err
}
