package model

import (
	"errors"
	"os/exec"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Undrawn sorts an error of the dialogs of the operating system: Linux draws them by a
// program of its own, and where that is missing the person is told what to install and what
// else leads on. Other errors stay as they are.
func Undrawn(err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return failure.Wrap(failure.Refused, "choose a file", wording.Say("hint.window.no-file-dialog"), err)
	}
	return err
}
