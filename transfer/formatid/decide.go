package formatid

import (
	"bytes"
	"errors"
	"sync/atomic"

	"laufzettel/transfer/check"
)

// decider tells formats by the table alone and counts what it leaves to siegfried.
type decider struct {
	*engine
	*table
	boxes   []*box
	reports *reports

	decided, containers, left atomic.Int64
}

func newDecider(t *table) (*decider, error) {
	if len(t.ofByte) != len(t.bytes.signatures) || t.bytes.superior == nil {
		return nil, errTable
	}
	d := &decider{table: t, reports: newReports(t)}
	var err error
	if d.engine, err = newEngine(&t.bytes); err != nil {
		return nil, err
	}
	for i := range t.boxes {
		b, err := newBox(&t.boxes[i], len(t.ofBox))
		if err != nil {
			return nil, err
		}
		d.boxes = append(d.boxes, b)
	}
	return d, nil
}

// decide tells the format by the table. errUndecided leaves the file to siegfried;
// another error is one of reading.
func (d *decider) decide(name string, s *source) (check.Format, error) {
	w, _ := d.pool.Get().(*work)
	defer d.done(w)
	w.begin(s.size)
	var v view
	if err := v.open(d.engine, s, w); err != nil {
		return check.Format{}, err
	}
	w.key = d.reports.nameKey(plainName(name), w.key[:0])
	n := d.reports.name(w.key)
	answers, err := d.answers(&v, w, n.pivot)
	if err != nil {
		return check.Format{}, err
	}
	return d.reports.report(w.key, n, answers, &v), nil
}

// done keeps what deciding a file needed for the next one.
func (e *engine) done(w *work) {
	w.slim()
	e.pool.Put(w)
}

// answers gives the signatures that match, in the order in which siegfried finds
// them.
func (e *engine) answers(v *view, w *work, pivot []int32) ([]answer, error) {
	frontFrames, backFrames, err := e.frames(v, w)
	if err != nil {
		return nil, err
	}
	if err := e.hits(v, w); err != nil {
		return nil, err
	}
	sc := &w.score
	sc.begin(v, w, pivot)
	for _, list := range [][]place{frontFrames, w.front, backFrames, w.back, w.late} {
		for _, h := range list {
			sc.hit(h)
		}
	}
	if sc.err == nil && w.meter.over() {
		return nil, errUndecided
	}
	return sc.answers, sc.err
}

// frames gives the hits of the frames that stand at an end. Few files have what they
// begin with; to look for ten frames of a recording takes longer than all else.
func (e *engine) frames(v *view, w *work) (front, back []place, err error) {
	for i := range e.frontFixed {
		front = e.frontFixed[i].hits(v.front, false, w, front)
	}
	for i := range e.backFixed {
		back = e.backFixed[i].hits(v.back, true, w, back)
	}
	if w.meter.over() {
		return nil, nil, errUndecided
	}
	return front, back, nil
}

func (f *fixedFrame) hits(b []byte, backwards bool, w *work, list []place) []place {
	b = side(b, min(len(b), f.reach()), backwards)
	if key, within := f.gate(backwards); key != nil {
		in := side(b, min(len(b), within), backwards)
		w.meter.spend(len(in))
		if !bytes.Contains(in, key) {
			return list
		}
	}
	for _, end := range f.match(b, backwards, &w.meter, nil) {
		list = append(list, place{test: f.test, at: int64(f.least), length: end - f.least, fromEnd: backwards})
	}
	return list
}

// gate gives a text without which near its end of the file the frame cannot match:
// the key of the first link of a chain, which stands in a window.
func (f *fixedFrame) gate(backwards bool) (text []byte, within int) {
	if f.pattern.kind != chain || f.least != 0 || f.most != 0 || len(f.pattern.frames) == 0 {
		return nil, 0
	}
	link := &f.pattern.frames[0]
	if backwards {
		link = &f.pattern.frames[len(f.pattern.frames)-1]
	}
	if link.most < 0 || link.pattern.kind != keyed || link.pattern.block.key.kind != plainText {
		return nil, 0
	}
	return link.pattern.block.key.text, link.most + link.pattern.block.length
}

// cuts gives where siegfried's walks may end: behind the last hit that counts. Its
// scorer sees hits only and not how far a walk went.
func (e *engine) cuts(s *source) (front, back int64, err error) {
	w, _ := e.pool.Get().(*work)
	defer e.done(w)
	w.begin(s.size)
	var v view
	if err := v.open(e, s, w); err != nil {
		return 0, 0, err
	}
	if err := e.hits(&v, w); errors.Is(err, errUndecided) {
		return s.size, s.size, nil
	} else if err != nil {
		return 0, 0, err
	}
	for _, list := range [][]place{w.front, w.late} {
		for _, h := range list {
			front = max(front, h.at+int64(h.length))
		}
	}
	for _, h := range w.back {
		back = max(back, h.at+int64(h.length))
	}
	return front, back, nil
}
