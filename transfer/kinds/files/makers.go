package files

import (
	"strconv"

	"laufzettel/transfer/kind/sample"
)

// makers make folders of plain files.
var makers = []sample.Maker{{Name: "files", Make: makeFiles, Stream: makeFiles, Defects: sample.RecordDefects()}}

// makeFiles hands the invented primary files over as they are; of a large delivery
// there are none yet.
func makeFiles(o *sample.Order) (*sample.Parcel, error) {
	return &sample.Parcel{Name: "lieferung-" + strconv.FormatUint(o.Seed, 10), Members: o.Members}, nil
}
