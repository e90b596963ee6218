package generate

import (
	"iter"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

// manyDocuments is the number from which a delivery is made while it is written:
// neither its files nor its record tree are ever in memory as a whole.
const manyDocuments = 2000

// streams reports whether the delivery is made while it is written. What looks at
// the finished whole (defects, papers beside the container, makers that cannot do
// without) needs it in memory.
func (b *builder) streams(many int) bool {
	return b.maker.Stream != nil && len(b.Defects)+len(b.Alike) == 0 && !b.Slip && b.Units() > many
}

// stream gives a parcel whose message and primary files are made anew from the
// seed, each in a pass of its own, when they are written.
func (b *builder) stream() (*Parcel, error) {
	made, err := b.maker.Stream(b.Order)
	if err != nil {
		return nil, err
	}
	p := b.parcelOf(made)
	if b.maker.NoFiles {
		return p, nil
	}
	p.more = func(take func(sample.Member) error) error {
		pass := b.anew()
		pass.flat, pass.take = true, take
		for i := range pass.Dossiers {
			if _, err := pass.dossier(i); err != nil {
				return err
			}
		}
		return nil
	}
	return p, nil
}

// each makes the record trees anew, one dossier after the other, without contents.
func (b *builder) each() iter.Seq2[*record.Object, error] {
	pass := b.anew()
	pass.bare = true
	return func(yield func(*record.Object, error) bool) {
		for i := range pass.Dossiers {
			d, err := pass.dossier(i)
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}
