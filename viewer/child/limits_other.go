//go:build !linux && !windows

package child

import (
	"os"
	"os/exec"
)

// This system limits the memory of a process neither from inside nor from outside;
// PDFium's own memory and the budgets of the readers hold, and the parent's time.

func confine() error { return nil }

func seal() error { return nil }

func prepare(_ *exec.Cmd, cache string) (told string, done func()) { return cache, func() {} }

func hold(*os.Process) (release func(), err error) { return func() {}, nil }

func resident(int) (now, most int64) { return 0, 0 }
