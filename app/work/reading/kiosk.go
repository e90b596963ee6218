package reading

import (
	"context"
)

// NoteShown logs what is shown at a reader's place, in the window and on the
// command line alike; elsewhere it does nothing.
func (rm *Room) NoteShown(ctx context.Context, pid, document, application string) error {
	if !rm.Office.Kiosk() {
		return nil
	}
	return rm.Gate.Seen(ctx, pid, document, application)
}
