package intake

import (
	"context"
	"path"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

func (c *Contents) Outline(ctx context.Context, p transfer.Portion) ([]*record.Object, error) {
	if c.needsDocuments(p.Kind) {
		return c.Portions.Objects(ctx, p.ID)
	}
	return c.Portions.Outline(ctx, p.ID)
}

// needsDocuments reports whether units of this kind can be divided or related only
// with their documents at hand.
func (c *Contents) needsDocuments(kind string) bool {
	k := c.KindNamed(kind)
	_, divides := k.(check.Dividing)
	_, relates := k.(check.Relating)
	return divides || relates
}

// WholeUnit gives a unit with its documents, whether it comes of an outline or not.
// Error: Damaged where it is not stored any more.
func (c *Contents) WholeUnit(ctx context.Context, portion string, u *record.Object) (*record.Object, error) {
	for o := range record.All([]*record.Object{u}) {
		if o.Held != nil {
			return c.Portions.Whole(ctx, portion, u)
		}
	}
	return u, nil
}

// ContentsReader reads the documents of a portion's units and what the check learned
// of their files, one unit at a time.
type ContentsReader struct {
	contents *Contents
	portion  transfer.Portion
	folder   *string // the only folder of the delivery, nil: not looked for yet
}

func (c *Contents) ReaderOf(p transfer.Portion) *ContentsReader {
	return &ContentsReader{contents: c, portion: p}
}

// Read gives a unit with its documents and the facts of their files.
func (r *ContentsReader) Read(ctx context.Context, u *record.Object) (*record.Object, Files, error) {
	whole, err := r.contents.WholeUnit(ctx, r.portion.ID, u)
	if err != nil || r.portion.Run == "" {
		return whole, Files{}, err
	}
	var names []string
	for o := range record.All([]*record.Object{whole}) {
		for f := range o.Files() {
			names = append(names, f.Name)
		}
	}
	facts, err := r.contents.Journal.Files(ctx, r.portion.Run, names)
	if err != nil {
		return nil, Files{}, err
	}
	out := Files{facts: facts}
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
func (r *ContentsReader) inFolder(ctx context.Context, names []string, facts map[string]check.FileFact) (string, error) {
	if r.folder == nil {
		folder, err := r.contents.Journal.Folder(ctx, r.portion.Run)
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
	more, err := r.contents.Journal.Files(ctx, r.portion.Run, names)
	for name, f := range more {
		facts[name] = f
	}
	return *r.folder, err
}

// Files is what the check learned of the files of a unit, by path; folder is the
// only folder they lie in, "" where they lie at the top.
type Files struct {
	facts  map[string]check.FileFact
	folder string
}

// At finds a file by the name its message gives it.
func (f Files) At(name string) (check.FileFact, bool) {
	fact, ok := f.facts[name]
	if !ok && f.folder != "" {
		fact, ok = f.facts[path.Join(f.folder, name)]
	}
	return fact, ok
}

// EachUnitFile gives every file of the units the check knows, in the order of the
// list.
func (c *Contents) EachUnitFile(ctx context.Context, p transfer.Portion, roots []*record.Object,
	fn func(u *record.Object, f check.FileFact) error) error {
	return c.EachObjectFile(ctx, p, roots, func(u, _ *record.Object, f check.FileFact) error { return fn(u, f) })
}

// EachObjectFile is EachUnitFile with the object of the unit that holds the file: the
// document.
func (c *Contents) EachObjectFile(ctx context.Context, p transfer.Portion, roots []*record.Object,
	fn func(u, o *record.Object, f check.FileFact) error) error {
	r := c.ReaderOf(p)
	for _, u := range appraisal.Units(roots) {
		whole, facts, err := r.Read(ctx, u)
		if err != nil {
			return err
		}
		for o := range record.All([]*record.Object{whole}) {
			for file := range o.Files() {
				if fact, ok := facts.At(file.Name); ok {
					if err := fn(u, o, fact); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
