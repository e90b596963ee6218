package aip

import (
	"crypto/sha256"
	"hash"
	"io"
)

// PieceSize is how many bytes one digest of Summary.Pieces is over.
const PieceSize = 4 << 20

// behindBuffer is how much is handed over at once; there are two of them.
const behindBuffer = 128 << 10

// behind writes what it is given in a goroutine of its own and notes the SHA-256
// of every PieceSize bytes there, so that neither holds up who builds the package.
// An error of the disk is told by a later Write or by finish.
type behind struct {
	buf        []byte      // being filled
	full, free chan []byte // to the goroutine and back
	done       chan struct{}

	// of the goroutine; valid for others once done is closed
	err     error
	digests []byte
	sum     hash.Hash
	left    int // of the piece
}

func newBehind(w io.Writer) *behind {
	b := &behind{buf: make([]byte, 0, behindBuffer), full: make(chan []byte), free: make(chan []byte, 2), done: make(chan struct{}),
		sum: sha256.New(), left: PieceSize}
	b.free <- make([]byte, 0, behindBuffer)
	go func() {
		defer close(b.done)
		for data := range b.full {
			if _, b.err = w.Write(data); b.err != nil {
				return
			}
			b.note(data)
			b.free <- data[:0]
		}
	}()
	return b
}

// Write implements io.Writer.
func (b *behind) Write(data []byte) (n int, err error) {
	for len(data) > 0 {
		if len(b.buf) == cap(b.buf) {
			if err := b.hand(); err != nil {
				return n, err
			}
		}
		took := copy(b.buf[len(b.buf):cap(b.buf)], data)
		b.buf, data, n = b.buf[:len(b.buf)+took], data[took:], n+took
	}
	return n, nil
}

// hand gives the buffer to the goroutine and takes the other one.
func (b *behind) hand() error {
	select {
	case b.full <- b.buf:
	case <-b.done:
		return b.err
	}
	select {
	case b.buf = <-b.free:
		return nil
	case <-b.done:
		return b.err
	}
}

// finish waits until all is written and gives the digests. It is called once,
// also where the package is given up.
func (b *behind) finish() (digests []byte, err error) {
	if len(b.buf) > 0 {
		select {
		case b.full <- b.buf:
		case <-b.done:
		}
	}
	close(b.full)
	<-b.done
	if b.left < PieceSize {
		b.digests = b.sum.Sum(b.digests)
	}
	return b.digests, b.err
}

func (b *behind) note(data []byte) {
	for len(data) > 0 {
		n := min(len(data), b.left)
		b.sum.Write(data[:n])
		if data, b.left = data[n:], b.left-n; b.left == 0 {
			b.digests = b.sum.Sum(b.digests)
			b.sum.Reset()
			b.left = PieceSize
		}
	}
}
