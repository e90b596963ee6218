package sample

import (
	"context"
	"maps"
	"strconv"

	"laufzettel/transfer/check"
	"laufzettel/transfer/seed"
	"laufzettel/transfer/vocab"
)

// Room makes the deliveries of a kind through the sample of its own room.
type Room[S seed.Sample] struct {
	Name string // of the delivery, before the number of the plan
	// Kind reads the record tree, so that slip and list name the same objects; nil = none.
	Kind  check.Kind
	Build func(o *Order) (S, error)
	// Title names the delivery after what was built, nil = by Name and the number.
	Title func(S) string
}

// sample makes the delivery once; defects change it.
func (r Room[S]) sample(o *Order) (S, error) {
	if s, ok := o.made.(S); ok {
		return s, nil
	}
	s, err := r.Build(o)
	o.made = s
	return s, err
}

// Make makes the sound delivery.
func (r Room[S]) Make(o *Order) (*Parcel, error) {
	s, err := r.sample(o)
	if err != nil {
		return nil, err
	}
	files, err := s.All()
	if err != nil {
		return nil, err
	}
	out := &Parcel{Name: r.Name + "-" + strconv.FormatUint(o.Seed, 10)}
	if r.Title != nil {
		out.Name = r.Title(s)
	}
	out.FillByPath(files)
	if r.Kind == nil {
		return out, nil
	}
	return out, o.rootsFrom(r.Kind, files)
}

// rootsFrom reads the record tree of what was made.
func (o *Order) rootsFrom(k check.Kind, files map[string][]byte) error {
	man, _, err := k.Read(context.Background(), vocab.NewTree("probe", files), check.Match{}, check.ReadInput{})
	if err == nil && man != nil {
		o.Roots = man.Roots
	}
	return err
}

// Maker makes deliveries with the defects of the room, whose files are then written
// anew, and more that spoil what was written.
func (r Room[S]) Maker(name string, own map[string]seed.Defect[S], more map[string]Defect) Maker {
	defects := maps.Clone(more)
	if defects == nil {
		defects = map[string]Defect{}
	}
	maps.Copy(defects, r.Defects(own))
	return Maker{Name: name, Make: r.Make, Defects: defects}
}

// Defects are those of the room, whose files are then written anew.
func (r Room[S]) Defects(own map[string]seed.Defect[S]) map[string]Defect {
	out := map[string]Defect{}
	for code, x := range own {
		out[code] = Defect{x.What, func(p *Parcel, o *Order) error {
			s, err := r.sample(o)
			if err != nil {
				return err
			}
			files, err := x.Apply(s)
			if err == nil {
				p.FillByPath(files)
			}
			return err
		}}
	}
	return out
}
