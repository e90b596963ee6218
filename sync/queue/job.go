package queue

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// Kind says what a job does.
type Kind string

// The kinds of jobs.
const (
	Upload  Kind = "upload"  // a package (AIP or accession package)
	Message Kind = "message" // a signed document
)

// State of a job.
type State string

// The states; docs/queue.md draws them.
const (
	Waiting    State = "waiting"     // may be taken when its time has come
	Running    State = "running"     // somebody holds the lease
	Retry      State = "retry"       // failed for a reason time can heal
	NeedsUser  State = "needs_user"  // the user can help
	NeedsAdmin State = "needs_admin" // an administrator can help
	Damaged    State = "damaged"     // an alarm: look before anything else is done
	Done       State = "done"        // finished for good; for an upload: receipt verified and stored
	Cancelled  State = "cancelled"   // given up by a person
)

// Stuck reports whether a job in this state goes on only after somebody has looked.
func (s State) Stuck() bool { return s == NeedsUser || s == NeedsAdmin || s == Damaged }

// Final reports whether a job in this state never changes again.
func (s State) Final() bool { return s == Done || s == Cancelled }

// MaxPayload is the size limit of a payload in bytes.
const MaxPayload = 64 << 10

// Job is one entry of the queue.
type Job struct {
	ID      string // random; also the idempotency key towards the archive
	Kind    Kind
	Subject string // id of what is sent: package, accession, message
	Payload []byte // JSON for the worker: ids and paths, never content

	State      State
	Attempt    int       // how often it was taken; a clean stop gives the attempt back
	NotBefore  time.Time // not taken sooner
	LeaseUntil time.Time // zero unless running
	Owner      string    // "" unless running
	Cancel     bool      // a person wants it to stop

	Reason      string // German sentence: the last answer and what can be done
	Detail      string // for the log, English
	Done, Total int64  // bytes, display only; the archive's offset is the truth

	Created  time.Time
	Finished time.Time // zero unless final
}

// NewID gives a random job id of 26 characters.
func NewID() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b)
}

// New makes a waiting job.
func New(kind Kind, subject string, payload []byte, now time.Time) Job {
	now = stamp(now)
	return Job{ID: NewID(), Kind: kind, Subject: subject, Payload: payload, State: Waiting, NotBefore: now, Created: now}
}

// Digest names what a job asks for, whatever became of it since: kind, subject and payload.
func (j Job) Digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", j.Kind, j.Subject, j.Payload))
	return hex.EncodeToString(sum[:])
}

// LogDetail is what the log says of a job when it is put into the queue, so that the job can be
// held against it before anything is signed for it.
func (j Job) LogDetail() map[string]string {
	return map[string]string{"job": j.ID, "order": j.Digest()}
}

func (j Job) check() error {
	switch {
	case j.ID == "" || j.Subject == "":
		return errors.New("job without id or subject")
	case j.Kind != Upload && j.Kind != Message:
		return fmt.Errorf("job of kind %q", j.Kind)
	case len(j.Payload) > MaxPayload:
		return fmt.Errorf("payload of %d bytes, limit %d", len(j.Payload), MaxPayload)
	case j.State != Waiting || j.Attempt != 0:
		return fmt.Errorf("new job in state %q", j.State)
	}
	return nil
}

// stamp rounds to what the database keeps: milliseconds in UTC.
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// Transition is one logged change of a job.
type Transition struct {
	JobID    string
	At       time.Time
	From, To State
	Event    Event
	Attempt  int
	Reason   string
}
