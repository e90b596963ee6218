package generate

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
)

// manyDocuments is the number from which a delivery is made while it is written:
// neither its files nor its record tree are ever in memory as a whole.
const manyDocuments = 2000

// streams reports whether the delivery is made while it is written. What looks at
// the finished whole (defects, papers beside the container, the builders of other
// rooms) needs it in memory.
func (b *builder) streams(many int) bool {
	if _, other := makers()[b.Kind]; other || len(b.Defects) > 0 || b.Slip {
		return false
	}
	return b.units() > many
}

// stream gives a parcel whose message and primary files are made anew from the
// seed, each in a pass of its own, when they are written.
func (b *builder) stream() (*Parcel, error) {
	p := &Parcel{Clock: b.Clock, Folder: b.Folder, Name: b.containerName()}
	if b.Kind == "files" {
		p.Name = "lieferung-" + strconv.FormatUint(b.Seed, 10)
	} else {
		p.Members = []Member{{Name: b.messageName(), Open: func() (io.Reader, error) { return pulled(b.writeMessage), nil }}}
	}
	if b.Kind == "xdomea-0501" {
		return p, nil
	}
	p.more = func(take func(Member) error) error {
		pass := newBuilder(b.asked)
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

// writeMessage writes the message, one dossier after the other.
func (b *builder) writeMessage(w io.Writer) error {
	pass := newBuilder(b.asked)
	pass.bare = true
	write := xdomea.WriteTransferOf
	if b.code() == xdomea.TypeOffer {
		write = xdomea.WriteOfferOf
	}
	return write(w, pass.draft(), func(yield func(*record.Object, error) bool) {
		for i := range pass.Dossiers {
			d, err := pass.dossier(i)
			if !yield(d, err) || err != nil {
				return
			}
		}
	})
}

// pulled gives what write writes, made as it is read. Close ends write early.
func pulled(write func(io.Writer) error) io.ReadCloser {
	next, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		w := &yielder{yield: yield}
		if err := write(w); err != nil && !w.gone {
			yield(nil, err)
		}
	})
	return &pulledReader{next: next, stop: stop}
}

// errGone ends a write whose reader has gone.
var errGone = errors.New("nobody reads any more")

type yielder struct {
	yield func([]byte, error) bool
	gone  bool
}

// Write implements io.Writer.
func (y *yielder) Write(p []byte) (int, error) {
	if y.gone || !y.yield(p, nil) {
		y.gone = true
		return 0, errGone
	}
	return len(p), nil
}

type pulledReader struct {
	next func() ([]byte, error, bool)
	stop func()
	rest []byte
}

// Read implements io.Reader.
func (r *pulledReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		data, err, ok := r.next()
		if !ok {
			return 0, io.EOF
		}
		if err != nil {
			r.stop()
			return 0, fmt.Errorf("make message: %w", err)
		}
		r.rest = data
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (r *pulledReader) Close() error {
	r.stop()
	return nil
}
