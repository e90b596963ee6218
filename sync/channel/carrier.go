package channel

import (
	"context"
	"errors"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// Carrier brings packages to the archive by another way than the channel: a
// folder, SFTP. Package and signed manifest go out, the signed receipt comes back
// as a file; it is verified as any other.
type Carrier interface {
	// Deliver brings package and manifest to their place, going on where an earlier
	// try had stopped. It returns nil once both are there, read back and equal.
	Deliver(ctx context.Context, p Parcel, report func(done, total int64)) error
	// Receipt fetches the receipt; Transient while the archive has put none there.
	Receipt(ctx context.Context, p Parcel) ([]byte, error)
}

func (s *Sender) door(ctx context.Context) (Carrier, error) {
	if s.Door == nil {
		return nil, nil
	}
	return s.Door(ctx)
}

// carry delivers through a door. The receipt names the upload as the archive
// does; everything else in it must be what was sent.
func (s *Sender) carry(ctx context.Context, t task, p Parcel, c Carrier, report func(done, total int64)) error {
	if err := c.Deliver(ctx, p, report); err != nil {
		return err
	}
	envelope, err := c.Receipt(ctx, p)
	if err != nil {
		return err
	}
	return s.accept(ctx, t, answered{suffix: receipt.SuffixManifest, sent: p.Envelope, envelope: envelope,
		match: func(r receipt.Receipt) error {
			if len(r.Uploads) != 1 {
				return errors.New("the receipt is not about one package")
			}
			return r.Match(p.Manifest, sign.HashEnvelope(p.Envelope), r.Uploads[0].UploadID)
		}})
}
