package intake

import (
	"context"
	"io"
	"os"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/slip"
)

// confirmSlip writes the routing slip as it goes back to the agency: confirmed,
// with the Ü-ID over its transfer list (A5). nil where no slip came along.
func (room *Intake) confirmSlip(ctx context.Context, p transfer.Portion) ([]transfer.Letter, error) {
	found, err := room.SlipOf(ctx, p)
	if err != nil || found == nil {
		return nil, err
	}
	answer := found.Slip.Confirm(found.AccessionID, p.Changed, found.Slip.Deadlines...)
	l, err := room.Papers.WriteXML(p.ID, office.LetterSlip, office.ConfirmedSlipName, func(out io.Writer) error { return slip.WriteSlip(out, answer) })
	return []transfer.Letter{l}, err
}

// SlipOf finds the slip that came with a portion; nil where there is none.
func (room *Intake) SlipOf(ctx context.Context, p transfer.Portion) (*slip.Found, error) {
	name := room.Office.Path(p.Path)
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, ctx.Err()
	}
	found, _, err := slip.FindBeside(ctx, name)
	if err != nil || found == nil || found.Slip == nil {
		return nil, err
	}
	return found, nil
}
