//go:build !windows

package reading

import (
	"context"
	"os/exec"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// printTime is how long the print command may take to take a file over.
const printTime = time.Minute

// printTitle names the job in the queue.
const printTitle = "Laufzettel"

// systemPrinter hands a file to the default printer by the commands of CUPS and of
// older systems; they take a copy into their spool before they return.
func systemPrinter(ctx context.Context, file, _ string) error {
	for _, tool := range []struct{ name, title string }{{"lp", "-t"}, {"lpr", "-T"}} {
		program, err := exec.LookPath(tool.name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, printTime)
		defer cancel()
		// The queue of a shared printer is read by others: no name of a record stands there.
		if err := exec.CommandContext(ctx, program, tool.title, printTitle, file).Run(); err != nil {
			return failure.Wrap(failure.Setup, "print "+file, wording.Say("hint.reading.printer-refused"), err)
		}
		return nil
	}
	return failure.New(failure.Setup, "print "+file, wording.Say("hint.reading.no-print-service"))
}
