package viewer

import "context"

// Element is a piece of the structure a document names itself: a heading, a table, or,
// where Role is "", a run of its text.
type Element struct {
	// Role is a standard structure type of ISO 32000-1, 14.8.4 ("H1", "P", "L", "TD"), or
	// what the document calls it where it says no more.
	Role string
	Text string // of a run of text: blanks are single, no blank at either end
	// Apart tells that a blank parts the run from the text before it.
	Apart bool
	Alt   string // what stands in words for a picture or a formula (14.9.3)
	Lang  string // BCP 47; "" as around it
	// Scope is whom a header cell heads: "Row", "Column", "Both", or "" where it says nothing.
	Scope            string
	ColSpan, RowSpan int // of a cell, at least 1
	Kids             []Element
}

// Structure is what a tagged page says of itself, in the order it is to be read.
type Structure struct {
	Tagged   bool   // false: the document names no structure of this page, and the rest is empty
	Lang     string // of the document, "" where it names none
	Elements []Element
	// Rest is text that no element names: the tags of the page are not whole.
	Rest string
	// Furniture is what the document itself sets aside: headers, footers, page numbers.
	Furniture string
}

// Structurer gives the structure of a page.
type Structurer interface {
	Structure(ctx context.Context, page int) (Structure, error)
}

// MaxElements is the most elements and runs of text of one page a Structurer gives.
const MaxElements = 20_000
