package generate

import (
	"strconv"

	"laufzettel/transfer/website"
)

// websiteOf makes the delivery of a web area once; defects change it.
func (b *builder) websiteOf() (*website.Delivery, error) {
	if d, ok := b.made.(*website.Delivery); ok {
		return d, nil
	}
	pdf := b.papersOf()
	d, err := website.Sample{Kind: b.Kind, Pages: max(0, b.units()-1), Clock: b.Clock, PDF: pdf}.Build()
	b.made = d
	return d, err
}

// makeWebsite makes a web area as website, warc or wacz.
func makeWebsite(b *builder) (*Parcel, error) {
	d, err := b.websiteOf()
	if err != nil {
		return nil, err
	}
	files, err := d.All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: "webbereich-" + strconv.FormatUint(b.Seed, 10)}
	out.filesByPath(files)
	return out, b.rootsFrom(website.Kind{}, files)
}

// websiteDefects are those of the room for one of its kinds.
func websiteDefects(kind string) map[string]defect {
	out := map[string]defect{}
	for code, x := range website.Defects(kind) {
		out[code] = defect{x.What, func(p *Parcel, b *builder) error {
			d, err := b.websiteOf()
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
	return out
}
