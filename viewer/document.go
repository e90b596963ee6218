// Package viewer is the one page interface between delivered content and a
// screen: a file becomes pages that can be drawn, lines that can be read, rows
// that can be paged or parts that can be opened in turn. It holds no widgets.
//
// A file format is a plug-in: a Reader says whether it reads a Source and turns
// it into a Document; the rooms pdf, picture, text and mail bring one each and
// app/work lists them in an Opener. The engine knows no format by name.
//
// Everything here comes from outside and is hostile: readers hold limits, a
// panic of a parser ends in an error with a German sentence (failure.HintOf),
// and a file no reader knows is shown as facts with the advice to open it
// outside. Requirements A22, A24, A26.
package viewer

import (
	"context"
	"image"
	"io"
)

// Source is one computer file that shall be shown.
type Source struct {
	Name string // base name or path inside the package; only for its extension and for messages
	PUID string // PRONOM identifier where identification knows it, else ""
	MIME string // media type where known, else ""
	// Plain shows a text line by line, also where its form is that of a table or a page: a
	// place is named by its line.
	Plain bool
	// Content is read at random for as long as the Document is open.
	Content io.ReaderAt
	Size    int64 // bytes
}

// Kind is what a document is to the reader in front of it.
type Kind string

// The kinds of documents.
const (
	Pages   Kind = "pages"   // drawn pages: PDF, TIFF, JPEG, PNG
	Lines   Kind = "lines"   // running text
	Table   Kind = "table"   // rows and columns: CSV, XML
	Message Kind = "message" // mail: head, text, attachments
	Outside Kind = "outside" // nothing this program shows; facts and "open outside"
	NoFile  Kind = "no-file" // only described: there is nothing to open
	Office  Kind = "office"  // text, tables and pictures of an office file, not as it looks
)

// Fact is one line of technical description for the metadata pane. Label is a
// German word; a view may translate it.
type Fact struct{ Label, Value string }

// Info describes an open document.
type Info struct {
	Kind   Kind
	Format string // "PDF 1.7", "TIFF", "CSV, Semikolon, UTF-8"
	Facts  []Fact
	// Notes say in German what was not shown or had to be guessed ("nur die
	// ersten 5.000 Zeilen werden gezeigt").
	Notes []string
	// Partial says that the file holds text that Text does not give: what is damaged, beyond
	// the limits, or of a kind not read here (attachments). Nobody may say that all of it
	// was searched.
	Partial bool
}

// Document is an open file. What else it can do it says by implementing Pager,
// Searcher, Outliner, Liner, Tabler or Container. A Document is safe for use by
// several goroutines.
type Document interface {
	Info() Info
	// Close releases what the document holds; the Source's content is the caller's.
	Close() error
}

// Size is a width and height in points (1/72 inch).
type Size struct{ Width, Height float64 }

// Rect is a place on a page in fractions of its width and height, origin at the
// top left of the page as shown without additional rotation.
type Rect struct{ X, Y, W, H float64 }

// Request asks for one drawn page.
type Request struct {
	Page     int // from 0
	Width    int // pixels of the wanted width after rotation; the height follows
	Rotation int // quarter turns clockwise, 0 to 3
}

// Pager is a document of drawn pages.
type Pager interface {
	Document
	pagerPart
}

type pagerPart interface {
	Pages() int
	// PageSize gives the size of a page as shown without additional rotation.
	PageSize(ctx context.Context, page int) (Size, error)
	// Render draws a page on white. The picture belongs to the caller. A
	// cancelled context ends it early with ctx.Err().
	Render(ctx context.Context, r Request) (*image.RGBA, error)
}

// Painter is a Pager that hands a drawn page out row by row, so that nobody holds
// it twice. begin learns width and height in pixels first; a row is 4 bytes a pixel
// (RGBA), valid during the call only. An error of either ends it.
type Painter interface {
	Paint(ctx context.Context, r Request, begin func(w, h int) error, row func(pix []byte) error) error
}

// Texter gives the text of a page, "" where the page holds none (a scan).
type Texter interface {
	Text(ctx context.Context, page int) (string, error)
}

// Hit is one place of a search.
type Hit struct {
	Page    int    // page, or line for documents of lines
	Rects   []Rect // pages only: one per line the hit runs over
	Context string // some words around the hit
}

// Searcher finds words, without regard to case. It stops at MaxHits.
type Searcher interface {
	Search(ctx context.Context, words string) ([]Hit, error)
}

// MaxHits is the most hits a Searcher gives.
const MaxHits = 2000

// Heading is one entry of a document's outline.
type Heading struct {
	Title string
	Level int // from 0
	Page  int // from 0; -1 where the entry leads nowhere
}

// Outliner gives the outline (bookmarks), empty where there is none.
type Outliner interface {
	Outline(ctx context.Context) ([]Heading, error)
}

// Liner is a document of running text.
type Liner interface {
	Document
	linerPart
}

type linerPart interface {
	Lines() int
	// Line gives the text of line n (from 0), "" outside.
	Line(n int) string
}

// Tabler is a document of rows. Every row has as many cells as there are columns.
type Tabler interface {
	Document
	tablerPart
}

type tablerPart interface {
	Columns() []string
	Rows() int
	// Row gives the cells of row n (from 0), nil outside.
	Row(n int) []string
}

// Deeper is a Tabler some of whose cells lead to documents of their own: from the
// list of a database's tables to a table, from a cell to its large object.
type Deeper interface {
	// Leads reports whether something lies behind a cell.
	Leads(row, col int) bool
	// Below opens what lies behind a cell, with a title for people. It stays
	// readable when the table above is closed.
	Below(ctx context.Context, row, col int) (title string, doc Document, err error)
}

// Shared is a document that others were opened from: its content is needed until
// the last of them is closed too. OnClose then waits for that.
type Shared interface {
	// WhenClosed has done called once when nothing reads the content any more.
	WhenClosed(done func())
}

// Part is one file inside a document: an attachment of a mail.
type Part struct {
	Name string
	MIME string
	Size int64
}

// Container is a document with files of its own inside.
type Container interface {
	Parts() []Part
	// OpenPart gives a part as a Source for an Opener.
	OpenPart(n int) (Source, error)
}
