package check

import (
	"context"

	"laufzettel/transfer/container"
)

// Describing is an optional capability of a Kind: it can give the descriptive
// document of one object for its archival package, such as the message trimmed
// to one Vorgang (design 4). Kinds without it are packaged with our own
// description alone.
type Describing interface {
	Describe(ctx context.Context, t container.Tree) (Describer, error)
}

// Describer gives descriptive documents of one delivery.
type Describer interface {
	// Description gives file name, metadata type ("xdomea 3.0.0") and bytes of
	// the document that describes the object.
	Description(object string) (name, standard string, data []byte, err error)
}
