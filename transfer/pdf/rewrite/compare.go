package rewrite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"

	"laufzettel/transfer/pdf"
)

// maxPages bounds the pages that are compared.
const maxPages = 100_000

// pagesOf gives the pages of a file with what they inherit (ISO 32000-1, 7.7.3.4), and
// their places by object.
func pagesOf(f *pdf.File) (out []pdf.Dict, places map[int]string, err error) {
	seen := map[int]bool{}
	places = map[int]string{}
	var walk func(v any, above pdf.Dict, depth int) error
	walk = func(v any, above pdf.Dict, depth int) error {
		if r, ok := v.(pdf.Ref); ok {
			if seen[r.Num] || depth > maxDepth || len(out) > maxPages {
				return fmt.Errorf("%w: tree of pages", ErrDamaged)
			}
			seen[r.Num] = true
		}
		d := f.Dict(v)
		if d == nil {
			return fmt.Errorf("%w: tree of pages", ErrDamaged)
		}
		here := pdf.Dict{}
		for _, k := range []pdf.Name{"Resources", "MediaBox", "CropBox", "Rotate"} {
			if have, ok := d[k]; ok {
				here[k] = have
			} else if have, ok := above[k]; ok {
				here[k] = have
			}
		}
		kids := f.Array(d["Kids"])
		if f.Name(d["Type"]) == "Page" || kids == nil {
			if r, ok := v.(pdf.Ref); ok {
				places[r.Num] = fmt.Sprintf("page %d", len(out)+1)
			}
			page := maps.Clone(d)
			maps.Copy(page, here)
			out = append(out, page)
			return nil
		}
		for _, k := range kids {
			if err := walk(k, here, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	err = walk(f.Root()["Pages"], nil, 0)
	return out, places, err
}

// Same compares a file with the one written anew of it: as many pages; on each the same
// contents, resources and measures byte for byte, the same annotations but signature
// fields, and what a visible signature shows; the same metadata, outlines, names and
// attached files; and nothing left of a signature. Error: ErrDiffers with the place.
func Same(ctx context.Context, r io.ReaderAt, size int64, written []byte) error {
	a, err := open(ctx, r, size)
	if err != nil {
		return err
	}
	b, err := open(ctx, bytes.NewReader(written), int64(len(written)))
	if err != nil {
		return err
	}
	for _, n := range b.Numbers() {
		if d, ok := b.Load(n).(pdf.Dict); ok && (isSignature(b, d) || b.Name(d["FT"]) == "Sig") {
			return fmt.Errorf("%w: object %d is still a signature", ErrDiffers, n)
		}
	}
	before, old, err := pagesOf(a)
	if err != nil {
		return err
	}
	after, now, err := pagesOf(b)
	if err != nil {
		return err
	}
	if len(before) != len(after) {
		return fmt.Errorf("%w: %d pages, were %d", ErrDiffers, len(after), len(before))
	}
	x, y := printerOf(a, old, true), printerOf(b, now, true)
	for i := range before {
		if x.page(before[i]) != y.page(after[i]) {
			return fmt.Errorf("%w: page %d", ErrDiffers, i+1)
		}
	}
	for _, k := range []pdf.Name{"Metadata", "Outlines", "Names", "OutputIntents", "MarkInfo", "Lang", "AF", "OCProperties",
		"ViewerPreferences"} {
		if x.of(a.Root()[k]) != y.of(b.Root()[k]) {
			return fmt.Errorf("%w: %s", ErrDiffers, k)
		}
	}
	if x.of(a.Trailer("Info")) != y.of(b.Trailer("Info")) {
		return fmt.Errorf("%w: Info", ErrDiffers)
	}
	if err := a.Err(); err != nil {
		return err
	}
	return b.Err()
}

// OnlyProof says whether what stands behind byte end of a signed file, the end of an
// earlier revision, adds nothing but proof for later checks (certificates, revocation
// data, time stamps): pages, metadata and forms are those of that revision.
func OnlyProof(ctx context.Context, r io.ReaderAt, size, end int64) bool {
	if end <= 0 || end > size {
		return false
	}
	if end == size {
		return true
	}
	a, err := open(ctx, io.NewSectionReader(r, 0, end), end)
	if err != nil {
		return false
	}
	b, err := open(ctx, r, size)
	if err != nil {
		return false
	}
	x, y := printerOf(a, map[int]string{}, false), printerOf(b, map[int]string{}, false)
	return x.of(x.plain(a.Root())) == y.of(y.plain(b.Root())) && x.of(a.Trailer("Info")) == y.of(b.Trailer("Info")) && a.Err() == nil &&
		b.Err() == nil
}

// printer makes digests of what can be reached from a value, whatever its numbers are.
type printer struct {
	f     *pdf.File
	w     *writer
	seen  map[int]int
	known map[int]string // objects that are named and not entered: the catalogue, pages
	data  map[*pdf.Stream][sha256.Size]byte
	bare  bool // without signatures and their fields
}

func printerOf(f *pdf.File, known map[int]string, bare bool) *printer {
	p := &printer{f: f, w: &writer{f: f}, known: known, bare: bare, data: map[*pdf.Stream][sha256.Size]byte{}}
	p.known[p.w.rootRef().Num] = "root"
	return p
}

// plain is the catalogue without what proof adds.
func (p *printer) plain(root pdf.Dict) pdf.Dict {
	out := maps.Clone(root)
	delete(out, "DSS")
	delete(out, "Extensions")
	return out
}

// page is the digest of what a page shows.
func (p *printer) page(d pdf.Dict) [sha256.Size]byte {
	out := maps.Clone(d)
	delete(out, "Parent")
	delete(out, "Annots")
	delete(out, "StructParents")
	var shown pdf.Array
	for _, v := range p.f.Array(d["Annots"]) {
		a := p.f.Dict(v)
		switch {
		case !p.w.isField(a) && p.f.Name(a["Subtype"]) != "Stamp":
			rest := maps.Clone(a)
			delete(rest, "P")
			delete(rest, "Parent")
			delete(rest, "Popup")
			shown = append(shown, rest)
		case p.w.drawing(a) != nil:
			shown = append(shown, pdf.Array{a["Rect"], p.w.drawing(a)["AP"]})
		case p.f.Name(a["Subtype"]) == "Stamp":
			shown = append(shown, pdf.Array{a["Rect"], pdf.Dict{"N": p.f.Dict(a["AP"])["N"]}})
		}
	}
	out["Annots"] = shown
	return p.of(out)
}

func (p *printer) of(v any) (out [sha256.Size]byte) {
	h := sha256.New()
	p.seen = map[int]int{}
	p.put(h, v, 0)
	h.Sum(out[:0])
	return out
}

func (p *printer) put(h hash.Hash, v any, depth int) {
	if r, ok := v.(pdf.Ref); ok {
		if name := p.known[r.Num]; name != "" {
			fmt.Fprintf(h, "%s ", name)
			return
		}
		if n, again := p.seen[r.Num]; again {
			fmt.Fprintf(h, "@%d ", n)
			return
		}
		p.seen[r.Num] = len(p.seen)
		v = p.f.Resolve(v)
	}
	if depth > maxDepth*50 {
		return
	}
	switch v := v.(type) {
	case pdf.Array:
		fmt.Fprint(h, "[")
		for _, e := range v {
			if !p.bare || e != nil && !p.w.gone(e) {
				p.put(h, e, depth+1)
			}
		}
		fmt.Fprint(h, "]")
	case pdf.Dict:
		p.dict(h, v, depth)
	case *pdf.Stream:
		d := maps.Clone(v.Dict)
		delete(d, "Length")
		p.dict(h, d, depth)
		sum, ok := p.data[v]
		if !ok {
			s := sha256.New()
			_, _ = io.Copy(s, p.f.Raw(v))
			s.Sum(sum[:0])
			p.data[v] = sum
		}
		h.Write(sum[:])
	default:
		b, err := pdf.Append(nil, v)
		fmt.Fprintf(h, "%s %v ", b, err)
	}
}

func (p *printer) dict(h hash.Hash, d pdf.Dict, depth int) {
	fmt.Fprint(h, "<<")
	for _, k := range slices.Sorted(maps.Keys(d)) {
		if p.bare && k == "SE" { // into the structure tree, which names annotations
			continue
		}
		if d[k] == nil || p.f.Resolve(d[k]) == nil || p.bare && p.w.gone(d[k]) {
			continue
		}
		fmt.Fprintf(h, "/%s ", k)
		p.put(h, d[k], depth+1)
	}
	fmt.Fprint(h, ">>")
}
