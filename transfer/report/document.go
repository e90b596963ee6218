// Package report is the only writer of PDF/A: check reports, claim letters,
// ingest reports, receipts, clearance letters and lists, each as PDF/A-2a (ISO
// 19005-2) and PDF/UA-1 (ISO 14289-1) and with the same content as JSON.
//
// It does not decide anything and reads no workspace: callers hand it plain data
// and a clock. Same data and same clock give the same bytes (requirement G9).
// All texts are German. Every paper names the tools, the versions, the head of
// the event chain and what was not checked (G2).
package report

import "time"

// Tone colours a block sparingly; the words never depend on it.
type Tone string

// The tones, named as in look.md 2.1.
const (
	Plain   Tone = ""
	Fault   Tone = "error"
	Caution Tone = "warn"
	Good    Tone = "ok"
	Hint    Tone = "note"
)

// Document is one paper before it is laid out.
type Document struct {
	Kind     string    // stable name of the paper for its JSON form, e.g. "check-report"
	Title    string    // heading of the first page and dc:title
	Subject  string    // one line below the title and dc:description
	Author   string    // the archive; dc:creator
	Tool     string    // program and version; xmp:CreatorTool and pdf:Producer
	Created  time.Time // the clock of the paper; shown in its own time zone
	Language string    // BCP 47, "" = de-DE
	Letter   *Letter   // set: the first page is a letter with an address field
	Blocks   []Block
	Plain    bool // PDF/A-2b without structure: stands for what other programs make, never a paper of ours
	Data     any  // content of the JSON form; must marshal without maps of random order
}

// Block is one piece of a document, laid out from top to bottom.
type Block interface{ draw(p *page) }

// Heading starts a section; level 1 is the largest below the title.
type Heading struct {
	Level int
	Text  string
}

// Paragraph is running text; line ends in Text are kept.
type Paragraph struct {
	Text string
	Bold bool
}

// Pair is a label with its value.
type Pair struct {
	Label string
	Value string
	Mono  bool // digests, paths, codes
}

// KeyValues lists labels with values in two columns. Pairs without a value are
// left out.
type KeyValues []Pair

// Column describes one column of a table. Weight is its share of the width.
type Column struct {
	Title  string
	Weight float64
	Mono   bool
	Right  bool
}

// Table wraps its cells, repeats its head on every page and breaks between
// lines of a row only where a row is longer than a page.
type Table struct {
	Columns []Column
	Rows    [][]string
	Empty   string // sentence shown instead of a table without rows
}

// List is a list of sentences.
type List struct{ Items []string }

// Card is one group of findings: a coloured bar, a code, a bold title, sentences
// and the places concerned.
type Card struct {
	Tone   Tone
	Label  string   // code and severity in words
	Title  string   // what happened
	Text   []string // what it means, what to do
	Places []string // in mono, one per line
	More   string   // sentence on places left out
}

// Notice is a boxed sentence with a tone.
type Notice struct {
	Tone Tone
	Text string
}

// Signature is a line to sign on, with place and date left of it.
type Signature struct {
	Name string // printed below the line
	Role string
}

// Party is a sender or receiver of a letter.
type Party struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit,omitempty"`
	Person  string   `json:"person,omitempty"`
	Address []string `json:"address,omitempty"` // street, postal code and town
	Mail    string   `json:"mail,omitempty"`
	Phone   string   `json:"phone,omitempty"`
}

// Letter is the head of a letter in the manner of DIN 5008.
type Letter struct {
	Sender    Party
	Receiver  Party
	Reference string // our reference
	Place     string
	Draft     bool // marks every page as a draft that is not yet final
}
