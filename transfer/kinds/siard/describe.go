package siard

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

// maxMetadata bounds the description of a database that goes into a package.
const maxMetadata = 256 << 20

// Describe implements check.Describing with the metadata of the archive.
func (k Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read metadata of the database", wording.Say("hint.siard.description-lost"), err)
	}
	m, err := k.Recognise(ctx, t)
	if err != nil {
		return nil, err
	}
	at := path.Join(m.Root, "header/metadata.xml")
	if _, there := t.Stat(at); !there {
		return nil, nil // accepted with an exception: there is no description
	}
	rc, err := t.Open(ctx, at)
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, maxMetadata+1))
	if err == nil && len(data) > maxMetadata {
		err = fmt.Errorf("%s is larger than %d bytes", at, maxMetadata)
	}
	if err != nil {
		return nil, lost(err)
	}
	return describer(data), nil
}

type describer []byte

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return "metadata.xml", "SIARD", d, nil
}
