package ech0160

import (
	"context"
	"fmt"
	"io"
	"path"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxMetadata bounds the metadata that go into every package of a submission.
const maxMetadata = 256 << 20

var _ check.Describing = Kind{}

// Describe implements check.Describing with the metadata of the whole submission:
// a part of it could not be validated against arelda on its own.
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read metadata of the submission", wording.Say("hint.ech0160.metadata-lost"), err)
	}
	m, err := k.Recognise(ctx, t)
	if err != nil {
		return nil, err
	}
	rc, err := t.Open(ctx, path.Join(m.Root, "header/metadata.xml"))
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, maxMetadata+1))
	if err == nil && len(data) > maxMetadata {
		err = fmt.Errorf("metadata larger than %d bytes", maxMetadata)
	}
	if err != nil {
		return nil, lost(err)
	}
	return describer(data), nil
}

type describer []byte

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return "metadata.xml", "eCH-0160", d, nil
}
