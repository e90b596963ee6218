package office

import (
	"context"

	"laufzettel/sync/channel"
	"laufzettel/transfer/aip"
)

// The pieces the packager notes are the chunks the channel sends.
var _ = [1]struct{}{}[aip.PieceSize-channel.NoteSize]

// Written keeps what the packager noted of a package while it wrote it, so that
// sending need not hash it again.
func (of *Office) Written(ctx context.Context, sum aip.Summary, err error) (aip.Summary, error) {
	if err != nil {
		return sum, err
	}
	return sum, of.Channel.Note(ctx, sum.SHA512, sum.Size, []byte(sum.Pieces))
}
