// Package recognised is the text an outside program read from the pictures of pages (text
// recognition, OCR): ALTO as it came, laid out as lines, set over the document it belongs to,
// and kept beside the delivery it was made from. It is derived: it is never part of the
// record, may be wrong in every letter, can be made anew at any time, and goes with the
// delivered copy (what-stays.md, G13).
package recognised

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"laufzettel/transfer/xmlwalk"
	"laufzettel/viewer"
)

// Limits of one page as ALTO.
const (
	maxALTO  = 16 << 20 // bytes
	maxDepth = 64
	maxText  = 1 << 20 // bytes of all words of a page
	maxSide  = 1 << 20 // pixels
)

// Word is one word with its place in pixels of the picture that was read.
type Word struct {
	Text                string
	Left, Top, Wide, Hi float64
}

// Line is a line of words as the program saw them, and the block it stands in.
type Line struct {
	Block int
	Words []Word
}

// Page is what was read on one page.
type Page struct {
	Wide, High float64 // of the picture, in pixels
	Lines      []Line
}

var errNoPage = errors.New("ALTO names no page with a size")

// Parse reads one page of ALTO (Library of Congress, versions 2 to 4); of several pages the
// first. The bytes come from an outside program that read hostile pictures: beyond the limits
// and where places are no numbers it fails.
func Parse(alto []byte) (*Page, error) {
	if len(alto) > maxALTO {
		return nil, fmt.Errorf("read ALTO: %w: %d bytes", xmlwalk.ErrLimit, len(alto))
	}
	w := xmlwalk.New(bytes.NewReader(alto), xmlwalk.Limits{Depth: maxDepth, Elements: 4 * viewer.MaxWords, Text: maxText})
	root, err := w.Root()
	if err != nil {
		return nil, fmt.Errorf("read ALTO: %w", err)
	}
	if root.Name.Local != "alto" {
		return nil, fmt.Errorf("read ALTO: the root is %s", root.Name.Local)
	}
	r := reading{w: w}
	if err := w.Children(r.element); err != nil {
		return nil, fmt.Errorf("read ALTO: %w", err)
	}
	if r.page == nil {
		return nil, fmt.Errorf("read ALTO: %w", errNoPage)
	}
	return r.page, nil
}

// ReadFile reads the file an outside program wrote, up to the limit of Parse and a byte more.
func ReadFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(f, maxALTO+1))
	return b, errors.Join(err, f.Close())
}

// reading is a page while it is read.
type reading struct {
	w     *xmlwalk.Walker
	page  *Page
	done  bool // the first page has ended
	block int
	words int
	bytes int
}

// element reads an element wherever it stands: ALTO nests pages, blocks, lines, words.
func (r *reading) element(el xml.StartElement) error {
	if r.done {
		return nil
	}
	switch el.Name.Local {
	case "Page":
		return r.readPage(el)
	case "TextBlock":
		r.block++
	case "TextLine":
		if r.page == nil {
			return errNoPage
		}
		r.page.Lines = append(r.page.Lines, Line{Block: r.block})
	case "String":
		return r.word(el)
	case "Layout", "PrintSpace", "ComposedBlock", "TopMargin", "BottomMargin", "LeftMargin", "RightMargin":
	default:
		return nil
	}
	return r.w.Children(r.element)
}

func (r *reading) readPage(el xml.StartElement) (err error) {
	p := &Page{}
	if p.Wide, err = number(el, "WIDTH"); err != nil {
		return err
	}
	if p.High, err = number(el, "HEIGHT"); err != nil {
		return err
	}
	if p.Wide < 1 || p.High < 1 {
		return errNoPage
	}
	r.page = p
	err = r.w.Children(r.element)
	r.done = true
	return err
}

func (r *reading) word(el xml.StartElement) (err error) {
	if r.page == nil || len(r.page.Lines) == 0 {
		return errors.New("a word stands outside of a line")
	}
	x := Word{Text: attr(el, "CONTENT")}
	for name, into := range map[string]*float64{"HPOS": &x.Left, "VPOS": &x.Top, "WIDTH": &x.Wide, "HEIGHT": &x.Hi} {
		if *into, err = number(el, name); err != nil {
			return err
		}
	}
	r.words++
	r.bytes += len(x.Text)
	if r.words > viewer.MaxWords || r.bytes > maxText {
		return fmt.Errorf("%w: more than %d words", xmlwalk.ErrLimit, viewer.MaxWords)
	}
	if x.Text != "" {
		last := &r.page.Lines[len(r.page.Lines)-1]
		last.Words = append(last.Words, x)
	}
	return nil
}

func attr(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number reads a length in pixels.
func number(el xml.StartElement, name string) (float64, error) {
	n, err := strconv.ParseFloat(attr(el, name), 64)
	if err != nil || !(n >= 0 && n <= maxSide) { // NaN is neither
		return 0, fmt.Errorf("%s of %s is %q", name, el.Name.Local, attr(el, name))
	}
	return n, nil
}

// Count is how many words were read.
func (p *Page) Count() (n int) {
	for _, l := range p.Lines {
		n += len(l.Words)
	}
	return n
}

// The elements of ALTO that are written.
type (
	altoPage struct {
		XMLName  xml.Name    `xml:"http://www.loc.gov/standards/alto/ns-v4# alto"`
		Unit     string      `xml:"Description>MeasurementUnit"`
		Software string      `xml:"Description>Processing>processingSoftware>softwareName"`
		Page     altoContent `xml:"Layout>Page"`
	}
	altoContent struct {
		ID     string      `xml:"ID,attr"`
		Number int         `xml:"PHYSICAL_IMG_NR,attr"`
		Width  float64     `xml:"WIDTH,attr"`
		Height float64     `xml:"HEIGHT,attr"`
		Blocks []altoBlock `xml:"PrintSpace>TextBlock"`
	}
	altoBlock struct {
		ID    string     `xml:"ID,attr"`
		Lines []altoLine `xml:"TextLine"`
	}
	altoLine struct {
		Words []altoWord `xml:"String"`
	}
	altoWord struct {
		Content string  `xml:"CONTENT,attr"`
		Left    float64 `xml:"HPOS,attr"`
		Top     float64 `xml:"VPOS,attr"`
		Width   float64 `xml:"WIDTH,attr"`
		Height  float64 `xml:"HEIGHT,attr"`
	}
)

// ALTO writes the page anew: its words and their places, and who read them. What else the
// program wrote, such as the place of the picture on this machine, stays out.
func (p *Page) ALTO(software string) ([]byte, error) {
	out := altoPage{Unit: "pixel", Software: software, Page: altoContent{ID: "page_1", Number: 1, Width: p.Wide, Height: p.High}}
	block := 0
	for _, l := range p.Lines {
		if n := len(out.Page.Blocks); n == 0 || l.Block != block {
			out.Page.Blocks = append(out.Page.Blocks, altoBlock{ID: "block_" + strconv.Itoa(n+1)})
			block = l.Block
		}
		line := altoLine{}
		for _, w := range l.Words {
			line.Words = append(line.Words, altoWord{w.Text, w.Left, w.Top, w.Wide, w.Hi})
		}
		last := &out.Page.Blocks[len(out.Page.Blocks)-1]
		last.Lines = append(last.Lines, line)
	}
	b, err := xml.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write ALTO: %w", err)
	}
	return append([]byte(xml.Header), b...), nil
}
