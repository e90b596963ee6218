package reading

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// printTime is how long the shell may take to hand a file over.
const printTime = time.Minute

// systemPrinter asks the shell to print a file with the program registered for it.
// The path travels in the environment: nothing in it can be taken for a command.
func systemPrinter(ctx context.Context, file, _ string) error {
	ctx, cancel := context.WithTimeout(ctx, printTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "powershell.exe", "-NoProfile", "-NonInteractive", "-Command",
		"Start-Process -FilePath $env:LAUFZETTEL_PRINT_FILE -Verb Print -WindowStyle Hidden")
	cmd.Env = append(os.Environ(), "LAUFZETTEL_PRINT_FILE="+file)
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: office.CreateNoWindow}
	if err := cmd.Run(); err != nil {
		return failure.Wrap(failure.Setup, "print "+file, wording.Say("hint.reading.printer-handover-failed"), err)
	}
	return nil
}
