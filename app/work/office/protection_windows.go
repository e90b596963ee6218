package office

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// askTime is how long the shell may take to answer.
const askTime = 20 * time.Second

// CreateNoWindow keeps the console of the shell out of sight (CREATE_NO_WINDOW).
const CreateNoWindow = 0x08000000

// protection asks the shell for System.Volume.BitLockerProtection of the volume,
// the only answer that needs no administrator: 1, 3 and 5 are on or becoming so.
func protection(ctx context.Context, dir string) Protection {
	volume := filepath.VolumeName(dir)
	if len(volume) != 2 || volume[1] != ':' { // no drive letter: nothing that could be quoted wrongly gets further
		return ProtectionUnknown
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "powershell.exe", "-NoProfile", "-NonInteractive", "-Command",
		"(New-Object -ComObject Shell.Application).NameSpace('"+volume+"').Self.ExtendedProperty('System.Volume.BitLockerProtection')")
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: CreateNoWindow}
	out, err := cmd.Output()
	if err != nil {
		return ProtectionUnknown
	}
	switch strings.TrimSpace(string(out)) {
	case "1", "3", "5":
		return Protected
	case "0", "2", "4":
		return Unprotected
	}
	return ProtectionUnknown
}
