package archive

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// seenLogs are the logs of others whose checkpoints were co-signed here.
var seenLogs = ledger.MemoryIn("archive")

// Cosigned is a checkpoint of another's log, co-signed by us.
type Cosigned struct {
	Origin      string `json:"origin"`
	Size        int64  `json:"size"`
	Fingerprint string `json:"fingerprint"`     // of the key that signs the log
	By          string `json:"by"`              // our public key, by which the co-signature is verified
	First       bool   `json:"first,omitempty"` // nothing of this log was seen before
	Raw         []byte `json:"-"`
}

// Cosign signs the checkpoint of a request (protocol.md 20) beside its log, once it
// extends the one seen last here. The key of a log that is new here needs its
// fingerprint, which a person has compared. Errors: Refused with what to do; Damaged
// where the log was cut or has another past.
func Cosign(ctx context.Context, db DB, key *sign.Key, request []byte, fingerprint string, now time.Time) (Cosigned, error) {
	const op = "co-sign checkpoint"
	r, err := ledger.ReadRequest(request)
	var public sign.PublicKey
	var c ledger.Checkpoint
	if err == nil {
		public, err = sign.ParsePublicKey(r.PublicKey)
	}
	if err == nil {
		c, err = ledger.Open(r.Checkpoint, public)
	}
	if err != nil {
		return Cosigned{}, failure.Wrap(failure.Refused, op, wording.Say("hint.archive.not-a-checkpoint"), err)
	}
	out := Cosigned{By: key.Public().String(), Origin: c.Origin, Size: c.Size, Fingerprint: public.Fingerprint()}
	last, known, err := seenLogs.Last(ctx, db.Reader(), c.Origin)
	if err != nil {
		return out, err
	}
	out.First = !known
	if !known || last.PublicKey != r.PublicKey {
		if fingerprint == "" {
			return out, failure.New(failure.Refused, op, wording.Say("hint.archive.witness-first-sight", c.Size, out.Fingerprint))
		}
		if !sign.SameFingerprint(fingerprint, out.Fingerprint) {
			return out, failure.New(failure.Refused, op, wording.Say("hint.archive.witness-fingerprint-differs"))
		}
	}
	size := int64(-1)
	if known {
		size = last.Size
		if err := extends(c, last, r); err != nil {
			return out, err
		}
	}
	if out.Raw, err = c.Cosign(ctx, key, now); err != nil {
		return out, err
	}
	return out, db.WithTx(ctx, func(tx *sql.Tx) error {
		kept, err := seenLogs.Keep(ctx, tx, c.Origin, size, ledger.Seen{Checkpoint: c, PublicKey: r.PublicKey, At: now})
		if err == nil && !kept {
			err = failure.New(failure.Transient, op, wording.Say("hint.archive.witness-busy"))
		}
		return err
	})
}

func extends(c ledger.Checkpoint, last ledger.Seen, r ledger.Request) error {
	if c.Size > last.Size && r.Old != last.Size {
		return failure.New(failure.Refused, "co-sign checkpoint", wording.Say("hint.archive.witness-gap", last.Size))
	}
	err := c.Extends(last.Head, r.Proof)
	if err == nil {
		return nil
	}
	hint := wording.Say("hint.archive.witness-other-past")
	if past, ok := errors.AsType[*ledger.PastError](err); ok && past.Why == ledger.CutTail {
		hint = wording.Say("hint.archive.witness-cut", last.Size, c.Size)
	}
	return failure.Wrap(failure.Damaged, "co-sign checkpoint", hint, err)
}
