package office

import (
	"errors"
	"os"
	"path/filepath"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// errNetwork refuses a workspace on a network drive: its database needs locks and
// writes that only a local disk keeps (design 3). What several people share is
// the receiver.
var errNetwork = failure.New(failure.Setup, "open workspace on a network drive",
	wording.Say("hint.office.workspace-on-network"))

// MustBeLocal refuses a folder on a network drive. A folder that is not there yet
// is judged by the nearest one above it that is.
func MustBeLocal(dir string, network func(string) (bool, error)) error {
	at := dir
	for {
		_, err := os.Stat(at)
		if err == nil || !errors.Is(err, os.ErrNotExist) || filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	// Where the system cannot say, nothing is forbidden.
	if on, err := network(at); err == nil && on {
		return errNetwork
	}
	return nil
}
