package rewrite

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the identifier of a file, no protection (ISO 32000-1, 14.4)
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"laufzettel/transfer/pdf"
)

// maxDepth bounds arrays and dictionaries in one another.
const maxDepth = 200

// header is the first line of a file as it may be taken over.
var header = regexp.MustCompile(`^%PDF-[12]\.[0-9]`)

// write puts the objects together the plain way: one after another, with a
// cross-reference table, as every part of ISO 19005 allows.
func (w *writer) write() ([]byte, error) {
	first := header.Find(w.f.Header)
	if first == nil {
		return nil, ErrDamaged
	}
	var out bytes.Buffer
	out.Write(first)
	out.WriteString("\n%\xe2\xe3\xcf\xd3\n")
	root := w.rootRef()
	trailer := pdf.Dict{"Root": w.ref(root.Num)}
	if info, ok := w.f.Trailer("Info").(pdf.Ref); ok && w.f.Dict(info) != nil {
		trailer["Info"] = w.ref(info.Num)
	}
	var places []int
	for i := 0; i < len(w.queue); i++ {
		places = append(places, out.Len())
		if err := w.object(&out, w.queue[i], w.queue[i] == root.Num); err != nil {
			return nil, err
		}
		if out.Len() > 2*maxSize {
			return nil, ErrTooLarge
		}
	}
	if err := w.f.Err(); err != nil {
		return nil, err
	}
	if len(w.f.BadOffsets) > 0 {
		return nil, fmt.Errorf("%w: object %d is not where the cross-reference says", ErrDamaged, w.f.BadOffsets[0])
	}
	return w.finish(&out, places, trailer)
}

func (w *writer) finish(out *bytes.Buffer, places []int, trailer pdf.Dict) ([]byte, error) {
	sum := md5.Sum(out.Bytes()) //nolint:gosec // see above
	now := pdf.String(sum[:])
	trailer["Size"], trailer["ID"] = len(places)+1, pdf.Array{now, now}
	if id := w.f.Array(w.f.Trailer("ID")); len(id) == 2 {
		if was, ok := w.f.Text(id[0]); ok && len(was) > 0 {
			trailer["ID"] = pdf.Array{was, now} // the first part stays for good (14.4)
		}
	}
	last, err := pdf.Append(nil, trailer)
	if err != nil {
		return nil, err
	}
	start := out.Len()
	fmt.Fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(out, "trailer\n%s\nstartxref\n%d\n%%%%EOF\n", last, start)
	return out.Bytes(), nil
}

// rootRef is the reference to the catalogue in force.
func (w *writer) rootRef() pdf.Ref {
	for _, s := range w.f.Sections {
		if r, ok := s.Trailer["Root"].(pdf.Ref); ok && w.f.Dict(r) != nil {
			return r
		}
	}
	return pdf.Ref{}
}

// ref gives an object its new number and puts it into the queue.
func (w *writer) ref(old int) pdf.Ref {
	n, ok := w.num[old]
	if !ok {
		w.queue = append(w.queue, old)
		n = len(w.queue)
		w.num[old] = n
	}
	return pdf.Ref{Num: n}
}

func (w *writer) object(out *bytes.Buffer, old int, root bool) error {
	v := w.f.Load(old)
	if stamp := w.kept[old]; stamp != nil {
		v = stamp
	}
	d, isDict := v.(pdf.Dict)
	if root && isDict {
		v = w.catalogue(d)
	}
	fmt.Fprintf(out, "%d 0 obj\n", w.num[old])
	s, isStream := v.(*pdf.Stream)
	if isStream {
		head := maps.Clone(s.Dict)
		delete(head, "Length")
		v = head
	}
	v, err := w.copied(v, "", 0)
	if err != nil {
		return err
	}
	if isStream {
		v.(pdf.Dict)["Length"] = s.Length()
	}
	b, err := pdf.Append(out.AvailableBuffer(), v)
	if err != nil {
		return fmt.Errorf("%w: object %d: %w", ErrDamaged, old, err)
	}
	out.Write(b)
	if isStream {
		out.WriteString("\nstream\n")
		if n, err := io.Copy(out, w.f.Raw(s)); err != nil || n != s.Length() {
			return fmt.Errorf("%w: stream %d: %w", ErrDamaged, old, err)
		}
		out.WriteString("\nendstream")
	}
	out.WriteString("\nendobj\n")
	return nil
}

// copied gives a value with new numbers and without what is gone; key is the key of the
// dictionary it stands under.
func (w *writer) copied(v any, key pdf.Name, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%w: nested deeper than %d", ErrDamaged, maxDepth)
	}
	switch v := v.(type) {
	case pdf.Ref:
		if w.f.Load(v.Num) == nil {
			return nil, nil // a missing object is null (7.3.10)
		}
		return w.ref(v.Num), nil
	case pdf.Array:
		return w.array(v, key, depth)
	case pdf.Dict:
		out := make(pdf.Dict, len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if w.gone(v[k]) {
				continue
			}
			c, err := w.copied(v[k], k, depth+1)
			if err != nil {
				return nil, err
			}
			out[k] = c
		}
		return out, nil
	}
	return v, nil
}

// array leaves out what is gone; where the place in the array means something, null
// stands for it.
func (w *writer) array(a pdf.Array, key pdf.Name, depth int) (any, error) {
	out := pdf.Array{}
	for _, e := range a {
		fields := key == "Fields" || key == "Kids" || key == "CO"
		switch {
		case (key == "Nums" || key == "Names") && w.gone(e):
			out = append(out, nil)
			continue
		case w.gone(e), fields && w.field(e):
			continue
		}
		c, err := w.copied(e, key, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
