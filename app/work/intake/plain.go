package intake

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// PlainKind is the kind of a delivery without description (check.PlainFiles).
const PlainKind = "files"

// plainUnit is how many files a unit of a delivery without description holds at
// most: a package of them is built, verified and opened in some 50 MB of memory.
const plainUnit = 5_000

// errStopped ends a walk whose reader wants no more.
var errStopped = errors.New("reader wants no more")

// plainObjects describes a delivery that brings no description of its own, so that
// it can be appraised, packaged and looked at like the others: one case of the
// portion's name with a document for every file. More than most files become
// several cases in path order below a dossier of the portion's name, which can be
// decided on at once. It gives the objects in document order and holds one unit of
// them at most.
func plainObjects(ctx context.Context, p transfer.Portion, facts check.Facts, most int) iter.Seq2[*record.Object, error] {
	return func(yield func(*record.Object, error) bool) {
		t := plainTree{portion: p, most: most, give: func(o *record.Object) bool { return yield(o, nil) }}
		err := facts.EachFile(ctx, func(f check.FileFact) error {
			e, _ := facts.Tree().Stat(f.Path)
			doc := t.document(f)
			if !e.Modified.IsZero() {
				doc.Fields = []record.Field{{Name: "Änderungsdatum der Datei", Value: e.Modified.UTC().Format("2006-01-02")}}
			}
			if !t.add(doc, f.Path) {
				return errStopped
			}
			return nil
		})
		if err == nil && !t.end() || errors.Is(err, errStopped) {
			return
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// plainTree makes the tree of a plain delivery as its files come.
type plainTree struct {
	portion transfer.Portion
	most    int // files of a unit
	give    func(*record.Object) bool
	n       int              // files so far
	waiting []*record.Object // documents until it is known whether there is more than one unit
	from    string           // path of the first of them
	dossier *record.Object   // nil: not divided
	unit    *record.Object
}

func (t *plainTree) document(f check.FileFact) *record.Object {
	t.n++
	return &record.Object{ID: fmt.Sprintf("%s-%d", t.portion.ID, t.n), Kind: record.Document, Number: fmt.Sprint(1 + (t.n-1)%t.most), Subject: path.Base(f.Path),
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatName: f.Format.Name, File: record.PrimaryFile{Name: f.Path}}}}}}
}

// add takes the next document; false: nobody wants more.
func (t *plainTree) add(doc *record.Object, name string) bool {
	if t.dossier == nil && len(t.waiting) < t.most {
		if t.waiting = append(t.waiting, doc); t.n == 1 {
			t.from = name
		}
		return true
	}
	if t.dossier == nil {
		t.dossier = &record.Object{ID: t.portion.ID, Kind: record.Dossier, Reference: t.portion.ID, Subject: t.portion.Name}
		if !t.give(t.dossier) || !t.begin(1, t.from) || !t.flush() {
			return false
		}
	}
	if (t.n-1)%t.most == 0 && !t.begin(1+(t.n-1)/t.most, name) {
		return false
	}
	doc.Parent = t.unit
	return t.give(doc)
}

// begin gives the case of the next files.
func (t *plainTree) begin(number int, from string) bool {
	first := 1 + (number-1)*t.most
	t.unit = &record.Object{ID: fmt.Sprintf("%s-Teil-%d", t.portion.ID, number), Kind: record.Case, Parent: t.dossier, Number: fmt.Sprint(number),
		Reference: fmt.Sprintf("%s/%d", t.portion.ID, number), Subject: fmt.Sprintf("Dateien %d bis %d, ab %s", first, max(first, min(number*t.most, t.portion.Files)), from)}
	return t.give(t.unit)
}

// flush gives the documents that waited, below the unit.
func (t *plainTree) flush() bool {
	for _, doc := range t.waiting {
		doc.Parent = t.unit
		if !t.give(doc) {
			return false
		}
	}
	t.waiting = nil
	return true
}

// end gives what is left of a delivery that is not divided.
func (t *plainTree) end() bool {
	if len(t.waiting) == 0 {
		return true
	}
	t.unit = &record.Object{ID: t.portion.ID, Kind: record.Case, Reference: t.portion.ID, Subject: t.portion.Name}
	return t.give(t.unit) && t.flush()
}
