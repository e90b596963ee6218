package aip

import "laufzettel/transfer/mets"

// How many bytes of a document of a package one file of it takes, about: with as much room
// at once a document is written without being copied.
const (
	descriptionRoom = 1000
	premisRoom      = 2400
	metsRoom        = 500
)

// newXML begins a document as those of a package are laid out, with room for so many bytes.
func newXML(room int) *mets.Writer {
	w := mets.NewWriter("  ")
	w.Grow(room)
	return w
}
