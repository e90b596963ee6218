package receipt

import (
	"time"

	"laufzettel/transfer/strict"
)

// paper is a signed document that says when it was signed.
type paper interface {
	check() error
	signedAt() time.Time
}

func (m Manifest) signedAt() time.Time { return m.Created }
func (m Message) signedAt() time.Time  { return m.Created }
func (r Receipt) signedAt() time.Time  { return r.Time }
func (a Archived) signedAt() time.Time { return a.Time }
func (h Hand) signedAt() time.Time     { return h.At }

// readPaper reads a paper that may be older than the rules of transfer/strict. old
// says that it is, and that only the reader of before takes it: whoever shows the
// paper says so. What claims a later day and breaks the rules is refused.
func readPaper[T paper](payload []byte, into *T) (old bool, err error) {
	loose, err := strict.ReadOld(payload, into)
	if err == nil && loose != nil && !strict.Before((*into).signedAt()) {
		return false, loose
	}
	return loose != nil && err == nil, err
}
