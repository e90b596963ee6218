package check

import (
	"cmp"
	"path"
	"slices"
	"time"

	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// placeFindings says of every finding where it is in the words of an office:
// Aktenzeichen and file (E9). What has no place in the record tree keeps its path
// and line.
func (r *run) placeFindings() {
	if r.m == nil || len(r.report.Findings) == 0 || len(r.m.Roots) == 0 {
		return
	}
	byID, byFile := map[string]*record.Object{}, map[string]*record.Object{}
	for o := range record.All(r.m.Roots) {
		if _, twice := byID[o.ID]; !twice {
			byID[o.ID] = o
		}
	}
	aside := map[string]bool{} // files of what is no record, a covering letter: no Aktenzeichen, and its id says nothing
	for i := range r.m.Listed {
		l := &r.m.Listed[i]
		if own := byID[l.Object]; own != nil && l.Object != "" {
			byFile[l.Path] = own
		} else if l.Object != "" {
			aside[l.Path] = true
		}
	}
	for _, s := range r.respelled {
		if own := byFile[s.listed]; own != nil && byFile[s.delivered] == nil {
			byFile[s.delivered] = own // whose file it nearly is
		}
	}
	lines := linesOf(r.m)
	for i := range r.report.Findings {
		f := &r.report.Findings[i]
		o, file := byID[f.Object], f.Path
		if o == nil && f.Place == "" {
			place := lines.place(f)
			if place.Empty() && aside[f.Path] {
				place = wording.Plain(path.Base(f.Path))
			}
			*f = f.Placed(place)
		}
		if own := byFile[f.Path]; own != nil {
			o = own
		} else if o != nil {
			file = ""
		}
		if o != nil && f.Place == "" {
			*f = f.Placed(placeWords(o, file))
		}
	}
}

// messageLines are the objects of a message in the order of their lines.
type messageLines struct {
	message string
	objects []*record.Object
}

// linesOf gathers the objects of the one message of a delivery; several are not told
// apart, so none is.
func linesOf(m *Manifest) messageLines {
	var out messageLines
	for i := range m.Listed {
		if m.Listed[i].Role == RoleMessage {
			if out.message != "" {
				return messageLines{}
			}
			out.message = m.Listed[i].Path
		}
	}
	for o := range record.All(m.Roots) {
		if o.Line > 0 && out.message != "" {
			out.objects = append(out.objects, o)
		}
	}
	slices.SortStableFunc(out.objects, func(a, b *record.Object) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// place gives the Aktenzeichen of the object a line of the message stands in, nothing
// where none is known: then path and line stay.
func (l messageLines) place(f *Finding) wording.Text {
	if f.Line == 0 || l.message == "" || f.Path != l.message {
		return wording.Text{}
	}
	n, exact := slices.BinarySearchFunc(l.objects, f.Line, func(o *record.Object, line int) int { return cmp.Compare(o.Line, line) })
	if !exact {
		n--
	}
	if n < 0 {
		return wording.Text{} // the head of the message
	}
	words := placeWords(l.objects[n], "")
	if words.Empty() {
		return words
	}
	return wording.Say("said.check.place-line", words, f.Line)
}

// placeWords joins the nearest Aktenzeichen and the file. The title is left out: places
// stand in reports and letters that stay when a Vorgang is destroyed, and its Betreff
// does not stay (G13).
func placeWords(o *record.Object, file string) wording.Text {
	var parts []any
	for p := o; p != nil; p = p.Parent {
		if p.Reference != "" {
			parts = append(parts, p.Reference)
			break
		}
	}
	switch {
	case file != "":
		parts = append(parts, path.Base(file))
	case o.Kind == record.Document:
		parts = append(parts, documentWords(o))
	}
	if len(parts) == 0 {
		return wording.Text{}
	}
	return wording.List(", ", parts)
}

// Where gives f the place of an object that is not in the delivery itself: offered, and not
// delivered. An id says nothing to an office.
func (f Finding) Where(o *record.Object) Finding { return f.Placed(placeWords(o, "")) }

// documentWords finds a document that has no file by its number and date, an attachment
// by those of the document it is attached to.
func documentWords(o *record.Object) wording.Text {
	attached := o.Parent != nil && o.Parent.Kind == record.Document
	parts := []wording.Text{wording.Say("said.check.place-document")}
	if attached {
		parts[0] = wording.Say("said.check.place-attachment")
	}
	if o.Number != "" {
		parts = append(parts, wording.Say("said.check.place-number", o.Number))
	}
	if day, err := time.Parse(time.DateOnly, string(o.Date)); err == nil {
		parts = append(parts, wording.Say("said.check.place-date", day.Format("02"), day.Format("01"), day.Format("2006")))
	}
	if attached {
		parts = append(parts, wording.Say("said.check.place-of", documentWords(o.Parent)))
	}
	return wording.List(" ", parts)
}
