package workspace

import (
	"context"
	"errors"
	"fmt"
	"path"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// maxPlainFiles bounds a delivery without description that still becomes a
// record tree; a larger one needs a description to be appraised and packaged.
const maxPlainFiles = 100_000

// errTooMany ends the walk over a delivery that is too large for a tree.
var errTooMany = errors.New("too many files for a tree")

// plainTree describes a delivery that brings no description of its own: one case
// of the portion's name with a document for every file, so that it can be
// appraised, packaged and looked at like the others. Nil for more than
// maxPlainFiles.
func plainTree(ctx context.Context, p transfer.Portion, facts check.Facts) ([]*record.Object, error) {
	c := &record.Object{ID: p.ID, Kind: record.Case, Reference: p.ID, Subject: p.Name}
	err := facts.EachFile(ctx, func(f check.FileFact) error {
		n := len(c.Children) + 1
		if n > maxPlainFiles {
			return errTooMany
		}
		e, _ := facts.Tree().Stat(f.Path)
		doc := &record.Object{ID: fmt.Sprintf("%s-%d", p.ID, n), Kind: record.Document, Number: fmt.Sprint(n), Subject: path.Base(f.Path),
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatName: f.Format.Name, File: record.PrimaryFile{Name: f.Path}}}}}}
		if !e.Modified.IsZero() {
			doc.Fields = []record.Field{{Name: "Änderungsdatum der Datei", Value: e.Modified.UTC().Format("2006-01-02")}}
		}
		c.Add(doc)
		return nil
	})
	if errors.Is(err, errTooMany) {
		return nil, nil
	}
	if err != nil || len(c.Children) == 0 {
		return nil, err
	}
	return []*record.Object{c}, nil
}
