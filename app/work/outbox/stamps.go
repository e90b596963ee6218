package outbox

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// stampsARound is how many receipts are stamped after one round of sending.
const stampsARound = 20

// SetStamps chooses the time stamping authority (RFC 3161) that is asked for a
// stamp over every receipt from now on; "" asks nobody.
func (ob *Outbox) SetStamps(ctx context.Context, address string) error {
	if _, err := ob.Office.Allow(ctx, people.Tools, "change settings"); err != nil {
		return err
	}
	if address != "" && !strings.Contains(address, "://") {
		return failure.New(failure.Refused, "choose authority", wording.Say("hint.outbox.tsa-bad-address"))
	}
	return ob.Office.Settings.Change(func(s *settings.Settings) { s.Channel.Stamps = address })
}

// StampReceipts asks for stamps over receipts that have none, at most so many at
// a time (0 = all), and gives their number. address "" means that of the settings.
func (ob *Outbox) StampReceipts(ctx context.Context, address string, most int) (stamped int, err error) {
	if address == "" {
		address = ob.Office.Settings.Get().Channel.Stamps
	}
	if address == "" {
		return 0, failure.New(failure.Refused, "stamp receipts", wording.Say("hint.outbox.tsa-missing"))
	}
	all, err := ob.Receipts.Paths(ctx)
	if err != nil {
		return 0, err
	}
	for _, file := range all {
		if !filepath.IsAbs(file) {
			file = ob.Office.Path(file)
		}
		if _, err := os.Stat(file + receipt.SuffixTimestamp); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Stat(file + receipt.SuffixReceipt); err != nil {
			continue // moved away with its package
		}
		if _, err := receipt.StampFile(ctx, ob.Channel.HTTP, address, file+receipt.SuffixReceipt); err != nil {
			return stamped, err
		}
		if stamped++; most > 0 && stamped >= most {
			break
		}
	}
	return stamped, nil
}

// stampLater asks for stamps after a round of sending. A receipt is as good
// without one: what fails is tried after the next round.
func (ob *Outbox) stampLater(ctx context.Context) {
	if ob.Office.Settings.Get().Channel.Stamps != "" {
		_, _ = ob.StampReceipts(ctx, "", stampsARound) // see above
	}
}
