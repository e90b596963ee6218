// Package sample says what a delivery kind brings so that trial deliveries of it can be
// made: makers, each with the defects it can seed. A kind names them in kind.Kind, package
// generate takes orders and packs what they make. All names, offices and texts are
// invented; the same order gives the same bytes.
package sample

import (
	"io"
	"iter"
	"time"

	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/record"
)

// Maker makes the sample deliveries of one kind.
type Maker struct {
	Name string // what a plan calls it (Plan.Kind)
	// Make makes the sound delivery of an order.
	Make func(o *Order) (*Parcel, error)
	// Stream gives what lies before the primary files of a large delivery, which are
	// made while it is written: neither they nor the record tree are in memory then
	// (Order.Roots and Order.Members are empty). nil = it cannot be made that way.
	Stream func(o *Order) (*Parcel, error)
	// NoFiles: the primary files are described but do not come along (an offer).
	NoFiles bool
	// Defects by the finding code they cause; those that spoil any container need not
	// be among them.
	Defects map[string]Defect
	// Alike resemble a defect, by the code they must not cause: what is allowed and
	// looks like what is not.
	Alike map[string]Defect
}

// With gives the maker what resembles its defects.
func (m Maker) With(alike map[string]Defect) Maker {
	m.Alike = alike
	return m
}

// Defect is a mutation that must cause the finding it is named by.
type Defect struct {
	What  string // German, for the help
	Apply func(p *Parcel, o *Order) error
}

// Plan says what delivery to make. The zero value of a field takes its default.
type Plan struct {
	Kind      string // name of a Maker, default xdomea-0503
	Version   string // of the messages, default 3.0.0
	Seed      uint64
	Dossiers  int       // default 2
	Cases     int       // per dossier, default 3
	Documents int       // per case, default 3
	Mix       []string  // contents in turn: pdf eml jpg png tif docx txt csv xml; default all
	Size      int64     // > 0: primary files are that many bytes of text instead, whatever Mix says
	Ratings   []string  // ratings of cases in turn, default A B V
	Folder    bool      // a folder instead of a ZIP
	Clock     time.Time // default 2026-11-02
	Process   string    // ProzessID, default seeded
	Agency    message.Party
	Slip      bool     // routing slip and transfer list beside the container
	Profile   string   // profile id in the slip
	Defects   []string // finding codes to cause
	Alike     []string // finding codes to come near to without causing them
}

// Units is how many entries, companies or rows the numbers of a plan ask for.
func (p Plan) Units() int { return p.Dossiers * p.Cases * p.Documents }

// Order is a plan with its defaults and what was made for it so far.
type Order struct {
	Plan
	Source  Source           // everything random comes from it, in a fixed order
	Archive message.Party    // who receives the delivery
	Roots   []*record.Object // the invented records
	Members []Member         // their primary files
	// Papers gives a maker of PDF/A by title; a large delivery holds the same few again
	// and again, more would only cost time.
	Papers func() func(title string) ([]byte, error)
	// Picture makes a PNG picture from the source.
	Picture func() ([]byte, error)
	// Each makes the records anew from the seed, one root after the other, without
	// keeping them.
	Each func() iter.Seq2[*record.Object, error]

	made any // what the kind's own room built, for its defects
}

// Message makes a member out of a writer; it is written when it is read.
func Message(name string, write func(io.Writer) error) Member {
	return Member{Name: name, Open: func() (io.Reader, error) { return pulled(write), nil }}
}
