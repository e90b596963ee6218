package pdfa

import (
	"os/exec"
	"strconv"
)

// tame makes sure that ending cmd also ends the Java process it started.
func tame(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	}
}
