package child

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// times are the longest a child may take for an act; drawing stops by itself after
// 30 seconds, the rest is cut.
var times = [acts]time.Duration{actOpen: 45 * time.Second, actSize: 45 * time.Second, actRender: 50 * time.Second,
	actText:   45 * time.Second,
	actSearch: 45 * time.Second, actOutline: 45 * time.Second, actSelect: 45 * time.Second, actPart: 120 * time.Second,
	actWords: 90 * time.Second, actStructure: 45 * time.Second}

// grace is how long a child may take to stop once nobody waits any more.
const grace = 400 * time.Millisecond

// want takes what a child sends before its answer. Its methods check every size.
type want struct {
	img  *image.RGBA
	at   int
	part []byte
	most int64 // bytes of part
	busy bool  // img is wanted
	seen bool  // the child has sent something
}

func (w *want) begin(body []byte) error {
	if len(body) != 8 || !w.busy || w.img != nil {
		return errFrame
	}
	wide, high := int64(binary.BigEndian.Uint32(body)), int64(binary.BigEndian.Uint32(body[4:]))
	if wide < 1 || high < 1 || wide > maxPixels || high > maxPixels/wide {
		return errFrame
	}
	w.img = image.NewRGBA(image.Rect(0, 0, int(wide), int(high)))
	return nil
}

func (w *want) rows(body []byte) error {
	if w.busy {
		if w.img == nil || len(body) > len(w.img.Pix)-w.at {
			return errFrame
		}
		w.at += copy(w.img.Pix[w.at:], body)
		return nil
	}
	if int64(len(w.part))+int64(len(body)) > w.most {
		return errFrame
	}
	w.part = append(w.part, body...)
	return nil
}

// whole reports whether the picture asked for is complete.
func (w *want) whole() bool { return !w.busy || w.img != nil && w.at == len(w.img.Pix) }

// mostOf bounds the frames a child may send while it serves a request.
func mostOf(kind byte) int {
	switch kind {
	case frameRead:
		return 12
	case frameBegin:
		return 8
	case frameRows:
		return maxPiece
	case frameFault:
		return (4+maxValues)*maxFault + 64
	case frameAnswer:
		return maxAnswer
	}
	return -1
}

// exchange asks the child and serves what it reads of the file. It returns when the
// child has answered or is gone; a cancelled ctx makes that soon.
func (p *process) exchange(ctx context.Context, r request, src viewer.Source, w *want) (a answer, err error) {
	p.number++
	r.id = p.number
	p.docs[r.doc] = true
	done := make(chan struct{})
	defer close(done)
	go p.watch(done)
	defer p.limit(ctx, r)()
	var unread error
	if err = p.send(frameRequest, r.pack()); err != nil {
		err = p.reason(err)
	} else {
		a, err = p.listen(src, w, &unread)
	}
	if ctx.Err() != nil {
		return a, ctx.Err()
	}
	if err != nil && !w.seen && errors.Is(err, errBroken) {
		err = errors.Join(errStale, err)
	}
	return a, errors.Join(unread, err)
}

// errStale marks a child that was gone before it was asked: another one is.
var errStale = errors.New("child was gone")

// limit ends the child where it takes too long, and asks it to stop when ctx is
// cancelled; done takes both back.
func (p *process) limit(ctx context.Context, r request) (done func()) {
	var mu sync.Mutex
	over := false
	late := time.AfterFunc(p.times[r.act], func() { p.end(errTime) })
	left := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			late.Reset(grace)
			go func() { _ = p.send(frameCancel, number8(r.id)) }() // a child that hangs takes no frames
		}
	})
	return func() {
		left()
		mu.Lock()
		defer mu.Unlock()
		over = true
		late.Stop()
	}
}

// listen serves the child until it answers.
func (p *process) listen(src viewer.Source, w *want, unread *error) (a answer, err error) {
	for {
		kind, body, err := readFrame(p.out, mostOf)
		if err != nil {
			return a, p.reason(err)
		}
		w.seen = true
		switch kind {
		case frameRead:
			err = p.give(src, body, unread)
		case frameBegin:
			err = w.begin(body)
		case frameRows:
			err = w.rows(body)
		case frameAnswer:
			if a, err = unpackAnswer(body, mostPart(src.Size)); err == nil && w.whole() {
				return a, nil
			}
			err = errFrame
		case frameFault:
			var f fault
			if f, err = unpackFault(body); err == nil {
				return answer{spent: f.spent}, f.error()
			}
		}
		if err != nil {
			return a, p.reason(err)
		}
	}
}

// give sends the child the bytes it asks for, of the file it was asked about only.
func (p *process) give(src viewer.Source, ask []byte, unread *error) error {
	if len(ask) != 12 {
		return errFrame
	}
	off, n := int64(binary.BigEndian.Uint64(ask)), int64(binary.BigEndian.Uint32(ask[8:]))
	if off < 0 || n < 1 || n > maxPiece || off > src.Size-n {
		return errFrame
	}
	body := make([]byte, n+1)
	k, err := p.read(src, body[1:], off)
	if errors.Is(err, errGone) {
		return err
	}
	if int64(k) < n {
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		*unread = fmt.Errorf("read %s: %w", src.Name, err)
		body = append([]byte{1}, "read error"...) // what went wrong is ours to know
	}
	return p.send(frameData, body)
}

// errGone says that the child ended while its file was read.
var errGone = errors.New("child is gone")

// read reads the file as long as the child lives: a share that does not answer must
// not hold the child's place.
func (p *process) read(src viewer.Source, to []byte, off int64) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := src.Content.ReadAt(to, off)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-p.dead:
		return 0, errGone
	}
}

// error is the fault as an error of this process.
func (f fault) error() error {
	cause := errors.New(plain(f.text))
	if f.stopped { // what the child took it for is a guess
		return fmt.Errorf("%w: %w", errPDF, cause)
	}
	values := make([]any, len(f.hint.Values))
	for i, v := range f.hint.Values {
		values[i] = plain(fmt.Sprint(v))
	}
	hint := wording.Text{Key: f.hint.Key, Values: values}
	if !hint.Known() {
		return fmt.Errorf("child: %w", cause)
	}
	return failure.Wrap(f.kind, plain(f.op), hint, cause)
}
