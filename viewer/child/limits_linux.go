package child

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// dataLimit is how much writable memory the child gets from the system (RLIMIT_DATA)
// beyond what the program has mapped before it does anything: with program text and
// the pages of the pipe it stays below MemoryLimit. Measured on the bombs of the tests.
const dataLimit = 432 << 20

// mostMapped bounds what a program may have mapped before it does anything. Nearly
// none of it is ever touched, but the system counts it: the map of arenas of the
// runtime (32 MiB), the entropy of its generator of random numbers (32 MiB), stacks.
const mostMapped = 192 << 20

// mapped is how much writable memory this process has mapped, in bytes.
func mapped() (uint64, error) {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	return uint64(min(max(field(raw, "VmData:"), 0), mostMapped)), nil
}

// threadStack is the stack of a thread of the C library, in bytes: its usual 8 MiB
// would count for every thread of the window's program, used or not.
const threadStack = 1 << 20

// confine limits the child before it has seen anything. The C library looks at the
// limit of stacks at its start only, so the program begins once more with the limits
// set.
func confine() error {
	if os.Args[1] == limited || instrumented {
		return nil
	}
	before, err := mapped()
	if err != nil {
		return fmt.Errorf("limit the child: %w", err)
	}
	for _, l := range []struct {
		what int
		to   uint64
	}{{syscall.RLIMIT_CORE, 0}, {syscall.RLIMIT_STACK, threadStack}, {syscall.RLIMIT_DATA, before + dataLimit}} {
		if err := syscall.Setrlimit(l.what, &syscall.Rlimit{Cur: l.to, Max: l.to}); err != nil {
			return fmt.Errorf("limit the child: %w", err)
		}
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(exe, []string{os.Args[0], limited}, []string{})
}

// seal takes away what the child needs no more once it has started: it opens no
// file and no connection and writes no file.
func seal() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("limit files: %w", err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("limit open files: %w", err)
	}
	return nil
}

// prepare has the system end the child with the thread that began it; cache is
// handed over as an open folder, so that its path is not told. The caller closes
// the folder.
func prepare(cmd *exec.Cmd, cache string) (told string, done func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if cache == "" || os.MkdirAll(cache, 0o700) != nil {
		return "", func() {}
	}
	dir, err := os.Open(cache)
	if err != nil {
		return "", func() {} // PDFium starts slowly, everything else goes
	}
	cmd.ExtraFiles = []*os.File{dir}
	return "/proc/self/fd/3", func() { _ = dir.Close() }
}

// hold is for systems that limit a process from outside.
func hold(*os.Process) (release func(), err error) { return func() {}, nil }

// resident gives the resident memory of a process now and at its most, in bytes; 0
// where it is gone.
func resident(pid int) (now, most int64) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, 0
	}
	return field(raw, "VmRSS:"), field(raw, "VmHWM:")
}

func field(status []byte, name string) int64 {
	_, rest, ok := bytes.Cut(status, []byte("\n"+name))
	if !ok {
		return 0
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	words := bytes.Fields(line)
	if len(words) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(string(words[0]), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
