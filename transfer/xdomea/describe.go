package xdomea

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

var _ check.Describing = Kind{}

// maxHeld bounds a message that is held in memory for packaging; ReadMessage
// and the check read it as a stream.
const maxHeld = 1 << 30

// Delivered reads the message of a delivery that was checked before. Errors:
// failure.Damaged when it is not there or cannot be read any more.
func Delivered(ctx context.Context, t container.Tree) (*Message, error) {
	m, _, _, err := delivered(ctx, t)
	return m, err
}

func delivered(ctx context.Context, t container.Tree) (m *Message, name string, raw []byte, err error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read message of the delivery", "Die xdomea-Nachricht der Lieferung lässt sich nicht mehr lesen. Bitte nichts löschen und die Verwaltung verständigen.", err)
	}
	found, err := candidates(ctx, t)
	if err != nil {
		return nil, "", nil, err
	}
	if len(found) == 0 {
		return nil, "", nil, lost(fmt.Errorf("no message in %s", t.Name()))
	}
	name = found[0].path
	rc, err := t.Open(ctx, name)
	if err != nil {
		return nil, "", nil, lost(err)
	}
	defer rc.Close()
	raw, err = io.ReadAll(io.LimitReader(rc, maxHeld))
	if err != nil {
		return nil, "", nil, lost(err)
	}
	m, findings, err := ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, "", nil, lost(err)
	}
	if m == nil {
		return nil, "", nil, lost(fmt.Errorf("%s %s", findings[0].Code, findings[0].Found))
	}
	return m, name, raw, nil
}

// Describe implements check.Describing with the message trimmed to one object.
func (Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	m, name, raw, err := delivered(ctx, t)
	if err != nil {
		return nil, err
	}
	trimmer, err := NewTrimmer(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	return describer{trimmer, path.Base(name), "xdomea " + m.Version}, nil
}

type describer struct {
	*Trimmer
	name, standard string
}

// Description implements check.Describer.
func (d describer) Description(object string) (name, standard string, data []byte, err error) {
	var out bytes.Buffer
	if err := d.Trim(&out, object); err != nil {
		return "", "", nil, err
	}
	return d.name, d.standard, out.Bytes(), nil
}
