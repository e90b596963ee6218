package check

import (
	"context"

	"laufzettel/transfer/container"
)

// PlainFiles is the kind of a delivery that no other kind recognises: files
// without a descriptive part ("files" in cli.md). It lists nothing itself;
// checksum lists found with the files take that place.
type PlainFiles struct{}

// Names gives "files".
func (PlainFiles) Names() []string { return []string{"files"} }

// Recognise accepts everything, with the lowest confidence.
func (PlainFiles) Recognise(context.Context, container.Tree) (Match, error) {
	return Match{Kind: "files", Confidence: 1, Note: "no other kind recognised the delivery"}, nil
}

// Read gives an empty manifest.
func (PlainFiles) Read(_ context.Context, t container.Tree, _ Match, _ ReadInput) (*Manifest, []Finding, error) {
	return &Manifest{Kind: "files", Title: t.Name()}, nil, nil
}

// Rules gives none: the general rules of the engine are all there is.
func (PlainFiles) Rules(*Manifest) []Rule { return nil }
