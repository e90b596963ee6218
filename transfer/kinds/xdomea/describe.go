package xdomea

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

var _ check.Describing = Kind{}

// Delivered reads the message of a delivery that was checked before. Errors:
// failure.Damaged when it is not there or cannot be read any more.
func Delivered(ctx context.Context, t container.Tree) (*Message, error) {
	name, err := deliveredName(ctx, t)
	if err != nil {
		return nil, err
	}
	rc, err := t.Open(ctx, name)
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close() // opened for reading
	m, findings, err := ReadMessage(rc)
	if err != nil {
		return nil, lost(err)
	}
	if m == nil {
		return nil, lost(fmt.Errorf("%s %s", findings[0].Code, findings[0].Found))
	}
	return m, nil
}

// deliveredName finds the message among the files of a delivery.
func deliveredName(ctx context.Context, t container.Tree) (string, error) {
	found, err := candidates(ctx, t)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", lost(fmt.Errorf("no message in %s", t.Name()))
	}
	return found[0].path, nil
}

func lost(err error) error {
	if failure.Canceled(err) {
		return err
	}
	return failure.Wrap(failure.Damaged, "read message of the delivery", wording.Say("hint.xdomea.message-lost"), err)
}

// Describe implements check.Describing with the message trimmed to one object. A
// large message is held in a file, not in memory: the describer is an io.Closer.
func (Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	name, err := deliveredName(ctx, t)
	if err != nil {
		return nil, err
	}
	src, size, free, err := random(ctx, t, name)
	if err != nil {
		return nil, lost(err)
	}
	d := &describer{name: path.Base(name), free: sync.OnceFunc(free)}
	if d.trimmer, err = NewTrimmer(src, size); err != nil {
		d.free()
		return nil, lost(err)
	}
	d.standard = "xdomea " + d.trimmer.version
	return d, nil
}

// maxHeld bounds a message that must be held in memory because its tree has no
// random access: a tree of tests or one made of others.
const maxHeld = 256 << 20

// random opens the message for reading anywhere; free must be called.
func random(ctx context.Context, t container.Tree, name string) (src io.ReaderAt, size int64, free func(), err error) {
	if c, free, err := container.Random(ctx, t, name); err == nil {
		// Read once to the end: there its stored checksum is compared.
		if _, err := io.Copy(io.Discard, c.Reader()); err != nil {
			free()
			return nil, 0, nil, err
		}
		return c, c.Size(), free, nil
	}
	rc, err := t.Open(ctx, name)
	if err != nil {
		return nil, 0, nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(rc, maxHeld+1))
	if err := errors.Join(err, rc.Close()); err != nil {
		return nil, 0, nil, err
	}
	if len(raw) > maxHeld {
		return nil, 0, nil, fmt.Errorf("%s: more than %d bytes without random access", name, maxHeld)
	}
	return bytes.NewReader(raw), int64(len(raw)), func() {}, nil
}

type describer struct {
	trimmer        *Trimmer
	name, standard string
	free           func()
}

// Description implements check.Describer.
func (d *describer) Description(object string) (name, standard string, data []byte, err error) {
	var out bytes.Buffer
	if err := d.trimmer.Trim(&out, object); err != nil {
		return "", "", nil, err
	}
	return d.name, d.standard, out.Bytes(), nil
}

// Close implements io.Closer: it gives the file back that holds the message.
func (d *describer) Close() error {
	d.free()
	return nil
}
