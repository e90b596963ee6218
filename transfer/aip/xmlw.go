package aip

import "laufzettel/transfer/mets"

// newXML begins a document as those of a package are laid out.
func newXML() *mets.Writer { return mets.NewWriter("  ") }
