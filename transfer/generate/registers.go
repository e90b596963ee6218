package generate

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/seed"
	"laufzettel/transfer/vocab"
)

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
		data, err := paperPDF(newSource(b.Seed+uint64(len(made))), caption{title: title, office: b.Agency.Name, author: b.Agency.Contact, date: b.Clock, pages: 1})
		if err == nil {
			made = append(made, data)
		}
		return data, err
	}
}

// units is how many entries, companies or rows the plan's numbers ask for.
func (b *builder) units() int { return b.Dossiers * b.Cases * b.Documents }

// room makes the deliveries of a kind through the sample of its own room.
type room[S seed.Sample] struct {
	name string     // of the delivery, before the number of the plan
	kind check.Kind // reads the record tree, so that slip and list name the same objects; nil = none
	make func(b *builder) (S, error)
}

// sample makes the delivery once; defects change it.
func (r room[S]) sample(b *builder) (S, error) {
	if s, ok := b.made.(S); ok {
		return s, nil
	}
	s, err := r.make(b)
	b.made = s
	return s, err
}

// parcel makes the sound delivery.
func (r room[S]) parcel(b *builder) (*Parcel, error) {
	s, err := r.sample(b)
	if err != nil {
		return nil, err
	}
	files, err := s.All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: r.name + "-" + strconv.FormatUint(b.Seed, 10)}
	out.filesByPath(files)
	if r.kind == nil {
		return out, nil
	}
	return out, b.rootsFrom(r.kind, files)
}

// defects are those of the room, whose files are then written anew, and more that
// spoil what was written.
func (r room[S]) defects(own map[string]seed.Defect[S], more map[string]defect) map[string]defect {
	out := maps.Clone(more)
	if out == nil {
		out = map[string]defect{}
	}
	for code, x := range own {
		out[code] = defect{x.What, func(p *Parcel, b *builder) error {
			s, err := r.sample(b)
			if err != nil {
				return err
			}
			files, err := x.Apply(s)
			if err == nil {
				p.filesByPath(files)
			}
			return err
		}}
	}
	return out
}

func (p *Parcel) filesByPath(files map[string][]byte) {
	p.Members = nil
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.Members = append(p.Members, Member{Name: name, Data: files[name]})
	}
}

// rootsFrom reads the record tree of what was made.
func (b *builder) rootsFrom(k check.Kind, files map[string][]byte) error {
	man, _, err := k.Read(context.Background(), vocab.NewTree("probe", files), check.Match{}, check.ReadInput{})
	if err == nil && man != nil {
		b.roots = man.Roots
	}
	return err
}

// registers is a portion of a register of deaths, whose update period is over.
var registers = room[*register.Portion]{kind: register.Kind{}, make: func(b *builder) (*register.Portion, error) {
	return register.Sample{Entries: b.units(), FollowUps: true, Created: b.Clock, PDF: b.papersOf()}.Build()
}}

// makeRegister names the portion after its backbone.
func makeRegister(b *builder) (*Parcel, error) {
	out, err := registers.parcel(b)
	if err != nil {
		return nil, err
	}
	s, err := registers.sample(b)
	out.Name = s.Backbone.Head.Stem()
	return out, err
}

var registerDefects = registers.defects(register.Defects(), map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", dropMember("623456-S-1989-1-U0.pdf")},
	"VOL-002": {"eine Datei liegt bei, die niemand nennt", addMember(Member{Name: "Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})},
})

// companies is a delivery of deleted companies.
var companies = room[*handelsregister.Delivery]{"handelsregister", handelsregister.Kind{}, func(b *builder) (*handelsregister.Delivery, error) {
	return handelsregister.Sample{Companies: b.units(), Extracted: b.Clock.Truncate(time.Second), PDF: b.papersOf()}.Build()
}}

const someStatute = "belege/CH-100.3.000.000-0_Statuten.pdf"

var companyDefects = companies.defects(handelsregister.Defects(), map[string]defect{
	"VOL-001": {"eine Datei der Prüfsummenliste fehlt", dropMember(someStatute)},
	"VOL-002": {"eine Datei liegt bei, die keine Liste nennt", addMember(Member{Name: "belege/Nachtrag.pdf", Data: []byte("%PDF-1.4\n")})},
	"FIX-002": {"ein Byte einer Belegakte ist verändert", spoilMember(someStatute, func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })},
})

// norms is a pair of Originalnorm and Ausgabenorm.
var norms = room[*norm.Pair]{"normen", nil, func(b *builder) (*norm.Pair, error) {
	return norm.Sample{Messages: xdomea.Messages{}, Created: b.Clock, PDF: b.papersOf()}.Build()
}}

var normDefects = norms.defects(norm.Defects(), nil)

// exports is an export from a specialist system.
var exports = room[*export.Delivery]{"export", export.Kind{}, func(b *builder) (*export.Delivery, error) {
	return export.Sample{Rows: b.units() * 4, Created: b.Clock.Truncate(time.Second)}.Build(), nil
}}

var exportDefects = exports.defects(export.Defects(), map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", dropMember("gebuehren.csv")},
	"FIX-002": {"ein Byte einer Datei ist verändert", spoilMember("gebuehren.csv", func(d []byte) []byte { d[len(d)-2] ^= 1; return d })},
})
