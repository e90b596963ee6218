// Package rewrite writes the last revision of a PDF file anew without its signatures
// (source 000, 2.3 and 3.3.3 no. 1): no signature dictionary, no signature field, no
// entry that speaks of them. Pages, resources, metadata and every stream are taken over
// as they are stored; a visible signature stays as the drawing it was. Nothing earlier
// than the last revision is read, and nothing of it is cut back to.
//
// It judges no signature and no PDF/A; who dissolves signatures does that before and
// afterwards (transfer/kind). Same file, same bytes. What cannot be written anew without
// loss is refused: encrypted or damaged files, XFA forms.
package rewrite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"laufzettel/transfer/pdf"
)

// Why a file is not written anew.
var (
	ErrEncrypted = errors.New("encrypted")
	ErrDamaged   = errors.New("damaged")
	ErrXFA       = errors.New("XFA form")
	ErrTooLarge  = errors.New("too large")
	ErrDiffers   = errors.New("the file written anew differs")
)

// maxSize bounds files that are written anew: they are held in memory.
const maxSize = 256 << 20

// Result tells what was done.
type Result struct {
	Signatures int // signature dictionaries taken out
	Fields     int // signature fields taken out
	Visible    int // of them, those whose drawing stays on its page
	Pages      int
}

// WithoutSignatures gives the last revision of a PDF without signatures. The file given is read
// again and compared: page by page, what is drawn, and what the catalogue holds. Errors:
// those above, pdf.ErrLimit, the end of the context.
func WithoutSignatures(ctx context.Context, r io.ReaderAt, size int64) ([]byte, Result, error) {
	var res Result
	if size > maxSize {
		return nil, res, ErrTooLarge
	}
	f, err := open(ctx, r, size)
	if err != nil {
		return nil, res, err
	}
	w := &writer{f: f, num: map[int]int{}, kept: map[int]pdf.Dict{}, res: &res}
	if err := w.find(); err != nil {
		return nil, res, err
	}
	data, err := w.write()
	if err != nil {
		return nil, res, err
	}
	if err := Same(ctx, r, size, data); err != nil {
		return nil, res, err
	}
	pages, _, err := pagesOf(f)
	res.Pages = len(pages)
	return data, res, err
}

// open reads a file that can be written anew.
func open(ctx context.Context, r io.ReaderAt, size int64) (*pdf.File, error) {
	f, err := pdf.Open(ctx, r, size, pdf.DefaultLimits())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, pdf.ErrLimit):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	case f.Trailer("Encrypt") != nil:
		return nil, ErrEncrypted
	case f.Root() == nil:
		return nil, ErrDamaged
	case f.Dict(f.Root()["AcroForm"])["XFA"] != nil:
		return nil, ErrXFA
	}
	return f, nil
}

// writer copies what can be reached from the catalogue.
type writer struct {
	f     *pdf.File
	num   map[int]int      // new number by old
	queue []int            // old numbers in the order of the new ones
	kept  map[int]pdf.Dict // drawings of visible signatures, by the object of their widget
	res   *Result
}

// find looks at every object in use for signatures and their fields, so that they are
// counted once each and known before anything is written.
func (w *writer) find() error {
	for _, n := range w.f.Numbers() {
		d, ok := w.f.Load(n).(pdf.Dict)
		if !ok {
			continue
		}
		switch {
		case isSignature(w.f, d):
			w.res.Signatures++
		case w.isField(d):
			w.res.Fields++
			if stamp := w.drawing(d); stamp != nil {
				w.kept[n] = stamp
				w.res.Visible++
			}
		}
	}
	return w.f.Err()
}

// isSignature knows a signature dictionary or document time stamp (ISO 32000-1, table
// 252) by what makes it one.
func isSignature(f *pdf.File, d pdf.Dict) bool {
	switch f.Name(d["Type"]) {
	case "Sig", "DocTimeStamp":
		return true
	}
	return d["ByteRange"] != nil && d["Contents"] != nil
}

// isField says whether a dictionary is a signature field, a widget of one, or a field
// that holds nothing else. The type of a field is inherited (12.7.3.1).
func (w *writer) isField(d pdf.Dict) bool {
	at := d
	for range 32 {
		if at == nil {
			return false
		}
		if ft := w.f.Name(at["FT"]); ft != "" {
			return ft == "Sig"
		}
		if at["Parent"] == nil {
			break
		}
		at = w.f.Dict(at["Parent"])
	}
	kids := w.f.Array(d["Kids"])
	if d["T"] == nil || len(kids) == 0 || d["Type"] != nil {
		return false
	}
	return !slices.ContainsFunc(kids, func(k any) bool { return w.f.Name(w.f.Dict(k)["FT"]) != "Sig" })
}

// drawing turns the widget of a visible signature into an annotation that only draws:
// same place, same appearance. nil where nothing is seen.
func (w *writer) drawing(d pdf.Dict) pdf.Dict {
	const hidden, noView = 1 << 1, 1 << 5
	flags, _ := w.f.Int(d["F"])
	rect := w.f.Array(d["Rect"])
	if w.f.Name(d["Subtype"]) != "Widget" || flags&(hidden|noView) != 0 || len(rect) != 4 {
		return nil
	}
	var at [4]float64
	for i := range at {
		at[i], _ = w.f.Number(rect[i])
	}
	shown := w.f.Dict(d["AP"])["N"]
	if states, ok := w.f.Resolve(shown).(pdf.Dict); ok {
		shown = states[w.f.Name(d["AS"])]
	}
	if at[0] == at[2] || at[1] == at[3] || w.f.Stream(shown) == nil {
		return nil
	}
	stamp := pdf.Dict{"Type": pdf.Name("Annot"), "Subtype": pdf.Name("Stamp"), "AP": pdf.Dict{"N": shown}}
	for _, k := range []pdf.Name{"Rect", "F", "P", "StructParent", "Contents", "NM", "OC"} {
		if v, ok := d[k]; ok {
			stamp[k] = v
		}
	}
	return stamp
}

// gone says whether a value is a signature, or a field that leaves nothing to see, or
// points to one in the structure tree.
func (w *writer) gone(v any) bool {
	r, isRef := v.(pdf.Ref)
	d, ok := w.f.Resolve(v).(pdf.Dict)
	if !ok {
		return false
	}
	if isRef && w.kept[r.Num] != nil {
		return false
	}
	if w.f.Name(d["Type"]) == "OBJR" && d["Obj"] != nil {
		return w.gone(d["Obj"])
	}
	return isSignature(w.f, d) || w.isField(d)
}

// field says that a value is a signature field; from forms also a visible one goes.
func (w *writer) field(v any) bool {
	d, ok := w.f.Resolve(v).(pdf.Dict)
	return ok && w.isField(d)
}

// catalogue is the document catalogue without what speaks of signatures (12.8.4 and
// 12.8.6; ISO 32000-2, 12.8.4.3).
func (w *writer) catalogue(root pdf.Dict) pdf.Dict {
	out := maps.Clone(root)
	delete(out, "Perms")
	delete(out, "DSS")
	form := maps.Clone(w.f.Dict(root["AcroForm"]))
	if form == nil {
		return out
	}
	fields := slices.DeleteFunc(slices.Clone(w.f.Array(form["Fields"])), w.field)
	if len(fields) == 0 {
		delete(out, "AcroForm")
		return out
	}
	delete(form, "SigFlags")
	form["Fields"] = fields
	out["AcroForm"] = form
	return out
}
