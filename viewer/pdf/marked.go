package pdf

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	maxPieces = 20_000 // objects of a page, forms within it as well
	maxForms  = 10     // depth
	// maxCompared bounds pieces times characters: PDFium goes through all characters for
	// the text of each piece.
	maxCompared = 400_000_000
)

// run is text that is read at one go, piece by piece.
type run struct {
	b           strings.Builder
	top, bottom float64 // of the piece before
	apart       bool    // a blank is owed
	joins       *run    // it goes on in the last word of this one
}

// add puts a piece behind the others. Pieces of one line follow each other as PDFium
// spaces them; a new line is a blank, unless a hyphen ended the one before.
func (r *run) add(text string, top, bottom float64) {
	words := strings.Join(strings.Fields(text), " ")
	if words == "" {
		r.apart = true
		return
	}
	if r.b.Len() > 0 && r.parted(text, top, bottom) {
		r.b.WriteByte(' ')
	}
	r.b.WriteString(words)
	r.apart = strings.TrimRight(text, blanks) != text
	r.top, r.bottom = top, bottom
}

const blanks = " \t\n\u00a0"

// parted tells whether a blank stands between a run and the piece that follows it.
func (r *run) parted(text string, top, bottom float64) bool {
	line := math.Abs((top+bottom)-(r.top+r.bottom))/2 > max(math.Abs(top-bottom), math.Abs(r.top-r.bottom))/2
	hyphen := line && strings.HasSuffix(r.b.String(), "-")
	return r.apart || line && !hyphen || strings.TrimLeft(text, blanks) != text
}

func (r *run) String() string { return r.b.String() }

// markedText is the text of a page by the marks around it.
type markedText struct {
	ctx     context.Context
	inst    pdfium.Pdfium
	tp      references.FPDF_TEXTPAGE
	chars   int
	pieces  int
	handles int

	byID      map[int]*run // by MCID, which forms of their own do not share
	order     []int        // of byID, as drawn
	loose     run          // belongs to no element
	furniture run          // artefacts
	last      *run         // what was drawn before
}

// page goes through the objects of a page.
func (m *markedText) page(p requests.Page) error {
	n, err := m.inst.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: p})
	if err != nil {
		return err
	}
	for i := range n.Count {
		o, err := m.inst.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: p, Index: i})
		if err != nil {
			return err
		}
		if err := m.object(o.PageObject, -1, false, 0); err != nil {
			return err
		}
	}
	return nil
}

// object takes one object: id is what the form around it is marked with. Numbers
// within a form count there only and say nothing of the page.
func (m *markedText) object(o references.FPDF_PAGEOBJECT, id int, aside bool, depth int) error {
	m.handles++
	if m.pieces++; m.pieces > maxPieces || m.pieces*m.chars > maxCompared {
		return failure.New(failure.Refused, "read structure", wording.Say("hint.pdf.too-many-tags"))
	}
	if m.pieces%charsAtOnce == 0 {
		if m.ctx.Err() != nil {
			return m.ctx.Err()
		}
		runtime.GC()
	}
	kind, err := m.inst.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: o})
	if err != nil {
		return err
	}
	if kind.Type != enums.FPDF_PAGEOBJ_TEXT && kind.Type != enums.FPDF_PAGEOBJ_FORM {
		return nil
	}
	if depth == 0 {
		mark, err := m.inst.FPDFPageObj_GetMarkedContentID(&requests.FPDFPageObj_GetMarkedContentID{PageObject: o})
		if err != nil {
			return err
		}
		id = mark.MarkedContentID
	}
	if id < 0 && !aside {
		if aside, err = m.artefact(o); err != nil {
			return err
		}
	}
	if kind.Type == enums.FPDF_PAGEOBJ_FORM {
		return m.form(o, id, aside, depth)
	}
	return m.text(o, id, aside)
}

func (m *markedText) form(o references.FPDF_PAGEOBJECT, id int, aside bool, depth int) error {
	if depth >= maxForms {
		return nil
	}
	n, err := m.inst.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: o})
	if err != nil {
		return err
	}
	for i := range n.Count {
		inner, err := m.inst.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: o, Index: uint64(i)})
		if err != nil {
			return err
		}
		if err := m.object(inner.PageObject, id, aside, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// artefact tells whether the document sets an object aside.
func (m *markedText) artefact(o references.FPDF_PAGEOBJECT) (bool, error) {
	n, err := m.inst.FPDFPageObj_CountMarks(&requests.FPDFPageObj_CountMarks{PageObject: o})
	if err != nil {
		return false, err
	}
	for i := range min(n.Count, maxForms) {
		mark, err := m.inst.FPDFPageObj_GetMark(&requests.FPDFPageObj_GetMark{PageObject: o, Index: uint64(i)})
		if err != nil {
			return false, err
		}
		m.handles++
		name, err := m.inst.FPDFPageObjMark_GetName(&requests.FPDFPageObjMark_GetName{PageObjectMark: mark.Mark})
		if err != nil {
			return false, err
		}
		if name.Name == "Artifact" {
			return true, nil
		}
	}
	return false, nil
}

// text takes a piece of text to what it belongs to.
func (m *markedText) text(o references.FPDF_PAGEOBJECT, id int, aside bool) error {
	got, err := m.inst.FPDFTextObj_GetText(&requests.FPDFTextObj_GetText{PageObject: o, TextPage: m.tp})
	if err != nil {
		return err
	}
	text := clean(got.Text)
	if text == "" {
		return nil
	}
	at, err := m.inst.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: o})
	if err != nil {
		return err
	}
	r := &m.loose
	switch {
	case aside:
		r = &m.furniture
	case id >= 0:
		if r = m.byID[id]; r == nil {
			r = &run{}
			m.byID[id] = r
			m.order = append(m.order, id)
		}
	}
	top, bottom := float64(at.Top), float64(at.Bottom)
	if r.b.Len() == 0 && m.last != nil && !m.last.parted(text, top, bottom) {
		r.joins = m.last
	}
	r.add(text, top, bottom)
	m.last = r
	return nil
}

// rest is the text no element told.
func (m *markedText) rest(told map[int]bool) string {
	parts := []string{}
	for _, id := range m.order {
		if !told[id] {
			parts = append(parts, m.byID[id].String())
		}
	}
	parts = append(parts, m.loose.String())
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

var _ viewer.Structurer = (*document)(nil)
