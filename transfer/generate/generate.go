package generate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/wording"
)

// Plan says what delivery to make.
type Plan = sample.Plan

// Defaults of a Plan.
var (
	defaultMix     = []string{"pdf", "eml", "jpg", "pdf", "docx", "png", "txt", "csv", "tif", "xml"}
	defaultRatings = []string{"A", "B", "V"}
	defaultClock   = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	DefaultAgency  = message.Party{Name: "Landratsamt Musterkreis", ID: "09999", Unit: "Bauaufsichtsamt", Contact: "M. Ahrens",
		Mail: "registratur@musterkreis.example"}
	archiveParty = message.Party{Name: "Landesarchiv Musterland", ID: "09000"}
)

func withDefaults(p Plan) Plan {
	if p.Kind == "" {
		p.Kind = procedure.Transfer.Kind()
	}
	if p.Version == "" {
		p.Version = "3.0.0"
	}
	for _, n := range []struct {
		have *int
		def  int
	}{{&p.Dossiers, 2}, {&p.Cases, 3}, {&p.Documents, 3}} {
		if *n.have <= 0 {
			*n.have = n.def
		}
	}
	if len(p.Mix) == 0 {
		p.Mix = defaultMix
	}
	if len(p.Ratings) == 0 {
		p.Ratings = defaultRatings
	}
	if p.Clock.IsZero() {
		p.Clock = defaultClock
	}
	if p.Agency.Name == "" {
		p.Agency = DefaultAgency
	}
	return p
}

// Kinds lists the kinds of deliveries that can be made: first those that hand the
// invented records over as they are, in the order of the shelf, then the others by name.
func Kinds(shelf kind.Shelf) (out []string) {
	var others []string
	for _, m := range shelf.Samples() {
		if m.Stream != nil {
			out = append(out, m.Name)
		} else {
			others = append(others, m.Name)
		}
	}
	slices.Sort(others)
	return append(out, others...)
}

func makerOf(shelf kind.Shelf, name string) (sample.Maker, bool) {
	all := shelf.Samples()
	i := slices.IndexFunc(all, func(m sample.Maker) bool { return m.Name == name })
	if i < 0 {
		return sample.Maker{}, false
	}
	return all[i], true
}

// Make builds the parcel of a plan with its defects; the shelf holds the makers. Error:
// Refused for a kind, version, content or defect that is not known.
func Make(shelf kind.Shelf, p Plan) (*Parcel, error) {
	return makeParcel(shelf, p, manyDocuments)
}

// makeParcel makes the parcel of a plan; one of more documents than many is made
// while it is written, where the plan allows that.
func makeParcel(shelf kind.Shelf, p Plan, many int) (*Parcel, error) {
	b, err := ordered(shelf, p)
	if err != nil {
		return nil, err
	}
	if b.streams(many) {
		return b.stream()
	}
	parcel, err := b.build()
	if err != nil {
		return nil, err
	}
	for _, code := range p.Defects {
		if err := b.spoil(&parcel.Parcel, code); err != nil {
			return nil, err
		}
	}
	for _, code := range p.Alike {
		if err := b.maker.Alike[code].Apply(&parcel.Parcel, b.Order); err != nil {
			return nil, fmt.Errorf("come near to %s: %w", code, err)
		}
	}
	if p.Slip {
		parcel.papers = b.papers
	}
	return parcel, nil
}

// check refuses what is not known; found says whether its kind has a
// maker.
func (b *builder) check(shelf kind.Shelf, found bool) error {
	p := b.Plan
	refuse := func(what, value string, known []string) error {
		return failure.New(failure.Refused, "generate "+what+" "+value,
			wording.Say("hint.generate.unknown-value", value, what, strings.Join(known, ", ")))
	}
	if !found {
		return refuse("Art", p.Kind, Kinds(shelf))
	}
	if !slices.Contains(b.messages.Versions(), p.Version) {
		return refuse("Version", p.Version, b.messages.Versions())
	}
	for _, m := range p.Mix {
		if _, ok := contents[m]; !ok {
			return refuse("Inhalt", m, slices.Sorted(maps.Keys(contents)))
		}
	}
	if p.Slip && p.Profile == "" {
		return failure.New(failure.Refused, "generate slip", wording.Say("hint.generate.profile-needed"))
	}
	for _, d := range p.Defects {
		if _, ok := defectOf(b.maker, d); !ok {
			return refuse("Mangel", d, DefectsOf(shelf, p.Kind))
		}
	}
	for _, d := range p.Alike {
		if _, ok := b.maker.Alike[d]; !ok {
			return refuse("Beinahe", d, slices.Sorted(maps.Keys(b.maker.Alike)))
		}
	}
	return nil
}

// builder makes one delivery.
type builder struct {
	*sample.Order
	maker    sample.Maker
	messages message.Standard
	files    int
	asked    Plan // before the ProzessID was seeded: another pass makes the same again

	// Of a delivery made while it is written (stream.go):
	take func(sample.Member) error // gets every primary file instead of members
	bare bool                      // only the record tree is asked for, contents are skipped
	flat bool                      // only the primary files are asked for, no tree is kept
}

// ordered takes an order: a plan with its defaults that can be made.
func ordered(shelf kind.Shelf, p Plan) (*builder, error) {
	b := &builder{asked: withDefaults(p)}
	b.Order = &sample.Order{Plan: b.asked}
	var named, found bool
	if b.messages, named = shelf.Messages(); !named {
		return nil, errors.New("generate: no kind of the shelf brings a standard of messages, after which records are named")
	}
	b.maker, found = makerOf(shelf, b.Kind)
	if err := b.check(shelf, found); err != nil {
		return nil, err
	}
	return b.anew(), nil
}

// anew starts the same order again, from the first draw of its source.
func (b *builder) anew() *builder {
	pass := &builder{maker: b.maker, messages: b.messages, asked: b.asked}
	pass.Order = &sample.Order{Plan: b.asked, Source: sample.NewSource(b.Seed), Archive: archiveParty, Papers: pass.papersOf,
		Each: pass.each}
	pass.Picture = func() ([]byte, error) { return plan(pass.Source, caption{}) }
	if pass.Process == "" {
		pass.Process = pass.Source.UUID()
	}
	return pass
}

func (b *builder) build() (*Parcel, error) {
	for i := range b.Dossiers {
		d, err := b.dossier(i)
		if err != nil {
			return nil, err
		}
		b.Roots = append(b.Roots, d)
	}
	p, err := b.maker.Make(b.Order)
	if err != nil {
		return nil, fmt.Errorf("build %s: %w", b.Kind, err)
	}
	return b.parcelOf(p), nil
}

// parcelOf makes what a maker made ready to be packed.
func (b *builder) parcelOf(p *sample.Parcel) *Parcel {
	p.Clock, p.Folder = b.Clock, b.Folder
	return &Parcel{Parcel: *p}
}

// distinctPapers is how many different PDF/A a large delivery holds; more would
// only cost time.
const distinctPapers = 2

// papersOf makes PDF/A by title; from distinctPapers on they are used again.
func (b *builder) papersOf() func(title string) ([]byte, error) {
	var made [][]byte
	next := 0
	return func(title string) ([]byte, error) {
		if len(made) == distinctPapers {
			next++
			return made[next%distinctPapers], nil
		}
		data, err := paperPDF(sample.NewSource(b.Seed+uint64(len(made))),
			caption{title: title, office: b.Agency.Name, author: b.Agency.Contact, date: b.Clock, pages: 1})
		if err == nil {
			made = append(made, data)
		}
		return data, err
	}
}
