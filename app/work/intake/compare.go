package intake

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Change is one difference between two versions of a delivery.
type Change struct {
	What   string `json:"what"` // added, removed, changed
	Object string `json:"object,omitempty"`
	Name   string `json:"name"`            // reference and subject of the object, or the path of the file
	Field  string `json:"field,omitempty"` // German name of what changed
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Difference is what a redelivery changed (A36). Unchanged objects keep decision,
// reason and reference code; only what is listed here needs a look.
type Difference struct {
	Older            string   `json:"older"`
	Newer            string   `json:"newer"`
	Objects          []Change `json:"objects"`
	Files            []Change `json:"files"`
	UnchangedObjects int      `json:"unchangedObjects"`
	UnchangedFiles   int      `json:"unchangedFiles"`
	// FilesUnknown is set where the digests of one version are gone.
	FilesUnknown bool `json:"filesUnknown,omitempty"`
}

// Difference compares two versions of a delivery: record trees by object id,
// files by path and digest. older "" is the version newer replaces.
func (c *Contents) Difference(ctx context.Context, older, newer string) (*Difference, error) {
	n, err := c.Portions.Get(ctx, newer)
	if err != nil {
		return nil, err
	}
	if older == "" {
		older = n.Redelivery
	}
	if older == "" {
		return nil, failure.New(failure.Refused, "compare "+newer, wording.Say("hint.intake.replaces-nothing", n.ID))
	}
	o, err := c.Portions.Get(ctx, older)
	if err != nil {
		return nil, err
	}
	d := &Difference{Older: o.ID, Newer: n.ID, Objects: []Change{}, Files: []Change{}}
	before, err := c.Office.ObjectsByID(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	after, err := c.Office.ObjectsByID(ctx, n.ID)
	if err != nil {
		return nil, err
	}
	d.compareObjects(before, after)
	was, err := c.digests(ctx, o)
	if err != nil {
		return nil, err
	}
	is, err := c.digests(ctx, n)
	if err != nil {
		return nil, err
	}
	d.FilesUnknown = len(was) == 0 && o.Files > 0 || len(is) == 0 && n.Files > 0
	if !d.FilesUnknown {
		d.compareFiles(was, is, documentsOf(before), documentsOf(after))
	}
	return d, nil
}

// digests gives the strongest digest of every file of a portion, from the journal
// of its check.
func (c *Contents) digests(ctx context.Context, p transfer.Portion) (map[string]string, error) {
	out := map[string]string{}
	err := c.Journal.Load(ctx, p.Run, func(f check.FileFact) error {
		algorithm := ""
		for _, a := range []string{"sha-512", "sha-256"} {
			if f.Digests[a] != "" {
				algorithm = a
				break
			}
		}
		if algorithm == "" && len(f.Digests) > 0 {
			algorithm = slices.Sorted(maps.Keys(f.Digests))[0]
		}
		out[f.Path] = algorithm + ":" + f.Digests[algorithm]
		return nil
	})
	return out, err
}

func (d *Difference) compareObjects(before, after map[string]*record.Object) {
	for _, id := range slices.Sorted(maps.Keys(before)) {
		if after[id] == nil {
			d.Objects = append(d.Objects, Change{What: "removed", Object: id, Name: objectName(before[id])})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(after)) {
		o := before[id]
		if o == nil {
			d.Objects = append(d.Objects, Change{What: "added", Object: id, Name: objectName(after[id])})
			continue
		}
		was, is := objectFields(o), objectFields(after[id])
		same := true
		for _, f := range slices.Sorted(maps.Keys(is)) {
			if was[f] != is[f] {
				same = false
				d.Objects = append(d.Objects, Change{What: "changed", Object: id, Name: objectName(after[id]), Field: f, Before: was[f],
					After: is[f]})
			}
		}
		if same {
			d.UnchangedObjects++
		}
	}
}

func objectName(o *record.Object) string { return cmp.Or(o.Label(), o.ID) }

// objectFields are the statements of an object that count for a comparison, by
// their German names.
func objectFields(o *record.Object) map[string]string {
	parent := ""
	if o.Parent != nil {
		parent = o.Parent.ID
	}
	out := map[string]string{"Kennzeichen": o.Reference, "Betreff": o.Subject, "Laufzeit": o.Span.String(), "Datum": string(o.Date),
		"Bewertung":       string(o.Rating),
		"Vertraulichkeit": o.Confidentiality, "Medium": o.Medium, "Bemerkung": o.Note, "Übergeordnet": parent, "Dateien": objectFiles(o)}
	for _, f := range o.Fields {
		out[f.Name] = f.Value
	}
	return out
}

// objectFiles names the primary files of a document.
func objectFiles(o *record.Object) string {
	var names []string
	for _, v := range o.Versions {
		for _, r := range v.Renditions {
			names = append(names, r.File.Name)
		}
	}
	return strings.Join(names, ", ")
}

// documentsOf gives the document each file belongs to, by the name of the file.
func documentsOf(objects map[string]*record.Object) map[string]string {
	out := map[string]string{}
	for id, o := range objects {
		for f := range o.Files() {
			out[f.Name] = id
		}
	}
	return out
}

// compareFiles reports files by path; one that only moved is told as moved. Equal bytes
// of different documents are no renaming: two letters may be alike (A36).
func (d *Difference) compareFiles(was, is, wasOf, isOf map[string]string) {
	mark := func(digest, file string, of map[string]string) string {
		id := of[file]
		if id == "" {
			id = of[path.Base(file)]
		}
		return digest + " " + id
	}
	gone := map[string]string{} // digest and document → path
	for _, p := range slices.Sorted(maps.Keys(was)) {
		if _, still := is[p]; !still {
			gone[mark(was[p], p, wasOf)] = p
		}
	}
	moved := map[string]bool{}
	for _, p := range slices.Sorted(maps.Keys(is)) {
		old, known := was[p]
		switch {
		case known && old == is[p]:
			d.UnchangedFiles++
		case known:
			d.Files = append(d.Files, Change{What: "changed", Name: p, Before: old, After: is[p]})
		case gone[mark(is[p], p, isOf)] != "":
			from := gone[mark(is[p], p, isOf)]
			delete(gone, mark(is[p], p, isOf)) // one file is renamed once
			moved[from] = true
			d.Files = append(d.Files, Change{What: "changed", Name: p, Field: "Name", Before: from, After: p})
		default:
			d.Files = append(d.Files, Change{What: "added", Name: p, After: is[p]})
		}
	}
	for _, p := range slices.Sorted(maps.Keys(was)) {
		if _, still := is[p]; !still && !moved[p] {
			d.Files = append(d.Files, Change{What: "removed", Name: p, Before: was[p]})
		}
	}
}

// Digests gives the documents of a unit by id with the digests of their files; the
// digest is "" where nothing was delivered or read.
func (r *ContentsReader) Digests(ctx context.Context, u *record.Object) (map[string]string, error) {
	u, all, err := r.Read(ctx, u)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for o := range record.All([]*record.Object{u}) {
		if o.Kind != record.Document {
			continue
		}
		digests := map[string]bool{}
		for f := range o.Files() {
			if fact, ok := all.At(f.Name); ok {
				digests[DigestOf(fact)] = true
			}
		}
		out[o.ID] = strings.Join(slices.Sorted(maps.Keys(digests)), " ")
	}
	return out, nil
}

// DigestOf gives the digest a file is compared by, in the spelling of the catalog;
// "" for an empty file: two empty files are no duplicates.
func DigestOf(f check.FileFact) string {
	if f.Size == 0 {
		return ""
	}
	if d := f.Digests["sha-512"]; d != "" {
		return "sha512:" + d
	}
	for _, alg := range slices.Sorted(maps.Keys(f.Digests)) {
		return alg + ":" + f.Digests[alg]
	}
	return ""
}

// RepresentationMark parts the object of a package from the number of its further
// representation.
const RepresentationMark = "#umwandlung-"
