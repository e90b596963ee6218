package generate

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/export"
	"laufzettel/transfer/handelsregister"
	"laufzettel/transfer/norm"
	"laufzettel/transfer/register"
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

func (b *builder) register() (*register.Portion, error) {
	if p, ok := b.made.(*register.Portion); ok {
		return p, nil
	}
	p, err := register.Sample{Entries: b.units(), FollowUps: true, Created: b.Clock, PDF: b.papersOf()}.Build()
	b.made = p
	return p, err
}

// makeRegister makes a portion of a register of deaths, whose update period is
// over.
func makeRegister(b *builder) (*Parcel, error) {
	p, err := b.register()
	if err != nil {
		return nil, err
	}
	files, err := p.All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: p.Backbone.Head.Stem()}
	out.registerFiles(files)
	byPath := map[string][]byte{}
	for _, f := range files {
		byPath[f.Path] = f.Data
	}
	return out, b.rootsFrom(register.Kind{}, byPath)
}

func (p *Parcel) registerFiles(files []register.File) {
	p.Members = nil
	for _, f := range files {
		p.Members = append(p.Members, Member{Name: f.Path, Data: f.Data})
	}
}

// registerDefects are those of the room: a mutation of the portion, whose files
// are then written anew.
var registerDefects = func() map[string]defect {
	out := map[string]defect{}
	for code, d := range register.Defects() {
		out[code] = defect{d.What, func(p *Parcel, b *builder) error {
			portion, err := b.register()
			if err != nil {
				return err
			}
			files, err := d.Apply(portion)
			if err == nil {
				p.registerFiles(files)
			}
			return err
		}}
	}
	out["VOL-001"] = defect{"eine genannte Datei fehlt", dropMember("623456-S-1989-1-U0.pdf")}
	out["VOL-002"] = defect{"eine Datei liegt bei, die niemand nennt", addMember(Member{Name: "Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})}
	return out
}()

func (b *builder) companies() (*handelsregister.Delivery, error) {
	if d, ok := b.made.(*handelsregister.Delivery); ok {
		return d, nil
	}
	d, err := handelsregister.Sample{Companies: b.units(), Extracted: b.Clock.Truncate(time.Second), PDF: b.papersOf()}.Build()
	b.made = d
	return d, err
}

// makeCompanies makes a delivery of deleted companies.
func makeCompanies(b *builder) (*Parcel, error) {
	d, err := b.companies()
	if err != nil {
		return nil, err
	}
	files, err := d.All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: "handelsregister-" + strconv.FormatUint(b.Seed, 10)}
	out.filesByPath(files)
	return out, b.rootsFrom(handelsregister.Kind{}, files)
}

func (p *Parcel) filesByPath(files map[string][]byte) {
	p.Members = nil
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.Members = append(p.Members, Member{Name: name, Data: files[name]})
	}
}

var companyDefects = func() map[string]defect {
	out := map[string]defect{}
	for code, x := range handelsregister.Defects() {
		out[code] = defect{x.What, func(p *Parcel, b *builder) error {
			d, err := b.companies()
			if err != nil {
				return err
			}
			files, err := x.Apply(d)
			if err == nil {
				p.filesByPath(files)
			}
			return err
		}}
	}
	out["VOL-001"] = defect{"eine Datei der Prüfsummenliste fehlt", dropMember("belege/CH-100.3.000.000-0_Statuten.pdf")}
	out["VOL-002"] = defect{"eine Datei liegt bei, die keine Liste nennt", addMember(Member{Name: "belege/Nachtrag.pdf", Data: []byte("%PDF-1.4\n")})}
	out["FIX-002"] = defect{"ein Byte einer Belegakte ist verändert", spoilMember("belege/CH-100.3.000.000-0_Statuten.pdf", func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })}
	return out
}()

func (b *builder) norm() (*norm.Pair, error) {
	if p, ok := b.made.(*norm.Pair); ok {
		return p, nil
	}
	p, err := norm.Sample{Created: b.Clock, PDF: b.papersOf()}.Build()
	b.made = p
	return p, err
}

// makeNorm makes a pair of Originalnorm and Ausgabenorm.
func makeNorm(b *builder) (*Parcel, error) {
	p, err := b.norm()
	if err != nil {
		return nil, err
	}
	files, err := p.Files()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: "normen-" + strconv.FormatUint(b.Seed, 10)}
	out.filesByPath(files)
	return out, nil
}

var normDefects = func() map[string]defect {
	out := map[string]defect{}
	for code, x := range norm.Defects() {
		out[code] = defect{x.What, func(p *Parcel, b *builder) error {
			pair, err := b.norm()
			if err != nil {
				return err
			}
			files, err := x.Apply(pair)
			if err == nil {
				p.filesByPath(files)
			}
			return err
		}}
	}
	return out
}()

func (b *builder) export() *export.Delivery {
	if d, ok := b.made.(*export.Delivery); ok {
		return d
	}
	d := export.Sample{Rows: b.units() * 4, Created: b.Clock.Truncate(time.Second)}.Build()
	b.made = d
	return d
}

// makeExport makes an export from a specialist system.
func makeExport(b *builder) (*Parcel, error) {
	files, err := b.export().All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: "export-" + strconv.FormatUint(b.Seed, 10)}
	out.filesByPath(files)
	return out, b.rootsFrom(export.Kind{}, files)
}

// rootsFrom reads the record tree of what was made, so that slip and list name
// the same objects.
func (b *builder) rootsFrom(k check.Kind, files map[string][]byte) error {
	man, _, err := k.Read(context.Background(), vocab.NewTree("probe", files), check.Match{}, check.ReadInput{})
	if err == nil && man != nil {
		b.roots = man.Roots
	}
	return err
}

var exportDefects = func() map[string]defect {
	out := map[string]defect{}
	for code, x := range export.Defects() {
		out[code] = defect{x.What, func(p *Parcel, b *builder) error {
			files, err := x.Apply(b.export())
			if err == nil {
				p.filesByPath(files)
			}
			return err
		}}
	}
	out["VOL-001"] = defect{"eine genannte Datei fehlt", dropMember("gebuehren.csv")}
	out["FIX-002"] = defect{"ein Byte einer Datei ist verändert", spoilMember("gebuehren.csv", func(d []byte) []byte { d[len(d)-2] ^= 1; return d })}
	return out
}()
