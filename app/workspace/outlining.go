package workspace

import (
	"context"
	"path"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// Outlined is Appraisal down to the units: their documents are counted and not
// loaded, so that a portion of a million files costs what its units cost. Kinds that
// divide units or relate them by their documents come whole. For everybody who asks
// what holds for units.
func (w *Workspace) Outlined(ctx context.Context, id string) (*Appraisal, error) {
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := w.outline(ctx, p)
	if err != nil {
		return nil, err
	}
	return w.AppraisalOf(ctx, p, roots)
}

func (w *Workspace) outline(ctx context.Context, p transfer.Portion) ([]*record.Object, error) {
	if w.needsDocuments(p.Kind) {
		return w.Portions.Objects(ctx, p.ID)
	}
	return w.Portions.Outline(ctx, p.ID)
}

// needsDocuments reports whether units of this kind can be divided or related only
// with their documents at hand.
func (w *Workspace) needsDocuments(kind string) bool {
	k := w.kindNamed(kind)
	_, divides := k.(check.Dividing)
	_, relates := k.(check.Relating)
	return divides || relates
}

// WholeUnit gives a unit with its documents, whether it comes of an outline or not.
// Error: Damaged where it is not stored any more.
func (w *Workspace) WholeUnit(ctx context.Context, portion string, u *record.Object) (*record.Object, error) {
	for o := range record.All([]*record.Object{u}) {
		if o.Held != nil {
			return w.Portions.Whole(ctx, portion, u)
		}
	}
	return u, nil
}

// contentsReader reads the documents of a portion's units and what the check learned
// of their files, one unit at a time.
type contentsReader struct {
	*Workspace
	portion transfer.Portion
	folder  *string // the only folder of the delivery, nil: not looked for yet
}

func (w *Workspace) readerOf(p transfer.Portion) *contentsReader {
	return &contentsReader{Workspace: w, portion: p}
}

// read gives a unit with its documents and the facts of their files.
func (r *contentsReader) read(ctx context.Context, u *record.Object) (*record.Object, files, error) {
	whole, err := r.WholeUnit(ctx, r.portion.ID, u)
	if err != nil || r.portion.Run == "" {
		return whole, files{}, err
	}
	var names []string
	for o := range record.All([]*record.Object{whole}) {
		for f := range o.Files() {
			names = append(names, f.Name)
		}
	}
	facts, err := r.journal.Files(ctx, r.portion.Run, names)
	if err != nil {
		return nil, files{}, err
	}
	out := files{facts: facts}
	var missing []string
	for _, n := range names {
		if _, ok := facts[n]; !ok {
			missing = append(missing, n)
		}
	}
	if len(missing) == 0 {
		return whole, out, nil
	}
	out.folder, err = r.inFolder(ctx, missing, facts)
	return whole, out, err
}

// inFolder looks for files in the only folder of the delivery, which their message
// does not name.
func (r *contentsReader) inFolder(ctx context.Context, names []string, facts map[string]check.FileFact) (string, error) {
	if r.folder == nil {
		folder, err := r.journal.Folder(ctx, r.portion.Run)
		if err != nil {
			return "", err
		}
		r.folder = &folder
	}
	if *r.folder == "" {
		return "", nil
	}
	for i, n := range names {
		names[i] = path.Join(*r.folder, n)
	}
	more, err := r.journal.Files(ctx, r.portion.Run, names)
	for name, f := range more {
		facts[name] = f
	}
	return *r.folder, err
}

// files is what the check learned of the files of a unit, by path; folder is the
// only folder they lie in, "" where they lie at the top.
type files struct {
	facts  map[string]check.FileFact
	folder string
}

// at finds a file by the name its message gives it.
func (f files) at(name string) (check.FileFact, bool) {
	fact, ok := f.facts[name]
	if !ok && f.folder != "" {
		fact, ok = f.facts[path.Join(f.folder, name)]
	}
	return fact, ok
}

// eachUnitFile gives every file of the units the check knows, in the order of the
// list.
func (w *Workspace) eachUnitFile(ctx context.Context, p transfer.Portion, roots []*record.Object, fn func(u *record.Object, f check.FileFact) error) error {
	r := w.readerOf(p)
	for _, u := range appraisal.Units(roots) {
		whole, facts, err := r.read(ctx, u)
		if err != nil {
			return err
		}
		for o := range record.All([]*record.Object{whole}) {
			for file := range o.Files() {
				if fact, ok := facts.at(file.Name); ok {
					if err := fn(u, fact); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
