package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"laufzettel/transfer/pdf"
)

// element is a node of the structure tree (ISO 32000-1, 14.7.2).
type element struct {
	role pdf.Name // standard structure type (14.8.4)
	kids []kid
	attr pdf.Dict // its attributes (14.8.5), nil = none
	alt  string   // text that stands for a drawing
	ref  pdf.Ref  // given when the tree is written
}

// kid is a child element, or content of the element itself: the marked-content
// sequence of a page (both from 0).
type kid struct {
	child      *element
	page, mark int
}

// structure is the tree of one paper while it is drawn. It knows to which
// element, or to which artefact, the drawing operators belong.
type structure struct {
	root  *element
	at    *element     // what is drawn belongs here
	aside string       // while page furniture is drawn: the properties of the artefact
	marks [][]*element // of each page, who owns which marked-content sequence

	open      bool // a marked-content sequence is open
	openOf    *element
	openAside string

	headings []int // levels asked for: of the last heading, and of those it stands below
}

func newStructure() *structure {
	root := &element{role: "Document"}
	return &structure{root: root, at: root}
}

// Properties of artefacts (14.8.2.2.2).
const (
	layoutArtefact = "/Type /Layout"
	footArtefact   = "/Type /Pagination /Subtype /Footer"
	headArtefact   = "/Type /Pagination /Subtype /Header" // head of a table repeated on the next page
)

// grouping are the structure types that hold elements but no text of their own.
var grouping = []pdf.Name{"Document", "Div", "L", "LI", "Table", "THead", "TBody", "TR"}

// element adds an element below the current one; what it holds is drawn by in.
func (p *page) element(role pdf.Name) *element {
	e := &element{role: role}
	if p.tags != nil {
		p.tags.at.kids = append(p.tags.at.kids, kid{child: e})
	}
	return e
}

// in draws what belongs to e.
func (p *page) in(e *element, draw func()) {
	if p.tags == nil {
		draw()
		return
	}
	before := p.tags.at
	p.tags.at = e
	draw()
	p.tags.at = before
}

// within draws what belongs to a new element below the current one.
func (p *page) within(role pdf.Name, draw func()) { p.in(p.element(role), draw) }

// asArtefact draws what no reader needs: page furniture, heads that come again.
func (p *page) asArtefact(properties string, draw func()) {
	if p.tags == nil {
		draw()
		return
	}
	before := p.tags.aside
	p.tags.aside = properties
	draw()
	p.tags.aside = before
}

// mark opens the marked-content sequence that the next operators belong to: of
// the current element, or of an artefact where properties are given.
func (p *page) mark(properties string) {
	s := p.tags
	if s == nil {
		return
	}
	if s.aside != "" {
		properties = s.aside
	}
	if s.open && s.openAside == properties && (properties != "" || s.openOf == s.at) {
		return
	}
	p.unmark()
	s.open, s.openOf, s.openAside = true, s.at, properties
	if properties != "" {
		p.pdf.RawWriteStr("/Artifact <<" + properties + ">> BDC")
		return
	}
	owner := s.at
	if slices.Contains(grouping, owner.role) { // text of its own makes a paragraph
		owner = p.element("P")
	}
	n := p.pdf.PageNo() - 1
	for len(s.marks) <= n {
		s.marks = append(s.marks, nil)
	}
	id := len(s.marks[n])
	s.marks[n] = append(s.marks[n], owner)
	owner.kids = append(owner.kids, kid{page: n, mark: id})
	p.pdf.RawWriteStr(fmt.Sprintf("/%s <</MCID %d>> BDC", owner.role, id))
}

// unmark closes the open marked-content sequence; it cannot go over pages.
func (p *page) unmark() {
	if s := p.tags; s != nil && s.open {
		p.pdf.RawWriteStr("EMC")
		s.open = false
	}
}

// headed draws a heading and notes its place as a bookmark: level 0 is the title.
// In the tree and among the bookmarks no level is skipped, whatever the caller
// asks for (ISO 14289-1, 7.4.2); an empty heading is neither.
func (p *page) headed(level int, text string, draw func()) {
	text = p.bold.clean(text)
	s := p.tags
	switch {
	case s == nil && level > 0:
		p.pdf.Bookmark(text, level-1, p.y)
		fallthrough
	case s == nil || strings.TrimSpace(text) == "":
		draw()
		return
	}
	for n := len(s.headings); n > 0 && s.headings[n-1] >= level; n-- {
		s.headings = s.headings[:n-1]
	}
	p.pdf.SetFont(p.bold.family, p.bold.style, sectionSize) // the drawing library codes bookmarks like the font in use
	p.pdf.Bookmark(text, len(s.headings), p.y)
	role := p.below()
	s.headings = append(s.headings, level)
	p.within(role, draw)
}

// below gives the structure type of a heading below the last one.
func (p *page) below() pdf.Name {
	if p.tags == nil {
		return ""
	}
	return pdf.Name(fmt.Sprintf("H%d", len(p.tags.headings)+1))
}

// figure draws what is no text but means something; alt says it in words.
func (p *page) figure(alt string, x, y, w, h float64, draw func()) {
	e := p.element("Figure")
	e.alt = alt
	point := func(mm float64) float64 { return math.Round(mm/mmPerPoint*100) / 100 }
	box := pdf.Array{point(x), point(pageHeight - y - h), point(x + w), point(pageHeight - y)}
	e.attr = pdf.Dict{"O": pdf.Name("Layout"), "BBox": box}
	p.in(e, func() {
		p.mark("")
		draw()
	})
}

// prune takes away elements that hold nothing; cells of tables stay, since a row
// has as many as its table has columns.
func (e *element) prune() {
	e.kids = slices.DeleteFunc(e.kids, func(k kid) bool {
		if k.child == nil {
			return false
		}
		k.child.prune()
		return len(k.child.kids) == 0 && k.child.role != "TH" && k.child.role != "TD"
	})
}
