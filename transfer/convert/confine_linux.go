package convert

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// canConfine tells that a program can be run without a network here.
const canConfine = true

// confine puts the program into a process group of its own, killed as a whole,
// and where alone into a network of its own that leads nowhere.
func confine(cmd *exec.Cmd, alone bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if alone {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// notAllowed tells that the system refused the separate network, not that the
// program failed.
func notAllowed(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSPC) ||
		errors.Is(err, syscall.EUSERS)
}
