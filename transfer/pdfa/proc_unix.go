//go:build !windows

package pdfa

import (
	"os/exec"
	"syscall"
)

// tame makes sure that ending cmd also ends the Java process it started.
func tame(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
