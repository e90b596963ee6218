package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Spans of the measurements of programs that stay.
const (
	quietSpan = 2 * time.Second  // a program that uses little of it has settled
	idleSpan  = 10 * time.Second // how long it is watched then
	startWait = 60 * time.Second // longer nobody waits for a start or for quiet
)

// quietShare is the part of a processor below which a program has settled.
const quietShare = 0.1

// windowIdle measures how long the window takes to be on the display, and what it
// costs while nobody works. It needs the built window and a virtual display; where
// one is missing the row says so.
func windowIdle(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Start and idle of the window",
		Data: "The built window on a virtual display without graphics hardware, its workspace there from an earlier start."}
	if why := missing(o.window, "Xvfb", "xdotool"); why != "" {
		m.Rows = []subject{{Name: "laufzettel", Note: "not measured: " + why}}
		return m, nil
	}
	display, stop, err := virtualDisplay(ctx)
	if err != nil {
		return m, err
	}
	defer stop()
	p := resident{name: "laufzettel", args: []string{o.window, "--data", filepath.Join(o.work, "window-workspace")},
		env: append(o.env(), "DISPLAY="+display, "WAYLAND_DISPLAY="), what: "window there",
		there: func(ctx context.Context, said io.Reader) error {
			go drain(said)
			return visible(ctx, display)
		}}
	m.Rows, err = p.measure(ctx, o.rounds)
	if info, e := os.Stat(o.window); e == nil && len(m.Rows) > 0 {
		m.Rows[0].Note = "until it is mapped; built " + info.ModTime().UTC().Format("2006-01-02 15:04") + " UTC"
	}
	return m, err
}

// receiverIdle is the same of the receiver of an archive without a display.
func receiverIdle(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Start and idle of the receiver", Data: "A receiver with key and database of its own, nobody delivers."}
	if why := missing(o.cli); why != "" {
		return m, errors.New(why)
	}
	dir := filepath.Join(o.work, "receiver")
	if err := os.RemoveAll(dir); err != nil {
		return m, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return m, err
	}
	p := resident{name: "laufzettel-cli archive serve", what: "address told",
		args: []string{o.cli, "archive", "serve", "--addr", "127.0.0.1:0", "--store", dir, "--db", filepath.Join(dir, "archiv.db"),
			"--key-store", "file"},
		env: append(o.env(), "LAUFZETTEL_PASSPHRASE="+rand.Text()), there: addressTold}
	var err error
	m.Rows, err = p.measure(ctx, o.rounds)
	return m, err
}

// missing names what a measurement needs and does not find, "" = nothing.
func missing(program string, tools ...string) string {
	if _, err := os.Stat(program); program == "" || err != nil {
		return filepath.Base(program) + " is not built"
	}
	for _, t := range tools {
		if _, err := exec.LookPath(t); err != nil {
			return t + " is not installed"
		}
	}
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return "the system has no /proc"
	}
	return ""
}

// resident is a program that starts and stays.
type resident struct {
	name, what string
	args, env  []string
	// there returns as soon as the program is ready; said is what it writes.
	there func(ctx context.Context, said io.Reader) error
}

// measure starts the program once more than there are rounds, the first start
// uncounted and left until it has settled, because it fills what later ones find
// (compiled renderer), and watches the last one idle.
func (p resident) measure(ctx context.Context, rounds int) ([]subject, error) {
	start, idle := subject{Name: p.name + ", start"}, subject{Name: p.name + ", idle"}
	start.Note = "until: " + p.what
	for round := -1; round < rounds; round++ {
		err := p.run(ctx, func(pid int, took time.Duration) error {
			if round < 0 {
				return settle(ctx, pid)
			}
			u, err := usageOf(pid)
			if err != nil {
				return err
			}
			start.Seconds, start.CPU = append(start.Seconds, took.Seconds()), append(start.CPU, u.cpu)
			start.PeakMB = max(start.PeakMB, u.peakMB)
			if round < rounds-1 {
				return nil
			}
			u, err = watch(ctx, pid)
			idle.CPU, idle.PeakMB = []float64{u.cpu}, u.residentMB
			idle.Note = fmt.Sprintf("processor time of %.0f s idle (%.2f %% of one processor) and resident memory then", idleSpan.Seconds(),
				100*u.cpu/idleSpan.Seconds())
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", p.name, err)
		}
	}
	return []subject{start, idle}, nil
}

// run starts the program, calls do once it is there and ends it.
func (p resident) run(ctx context.Context, do func(pid int, took time.Duration) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	said, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer said.Close()
	cmd.Stdout, cmd.Stderr = write, write
	began := time.Now()
	err = cmd.Start()
	_ = write.Close()
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	ready := make(chan error, 1)
	waiting, stop := context.WithTimeout(ctx, startWait)
	defer stop()
	go func() { ended <- cmd.Wait() }()
	go func() { ready <- p.there(waiting, said) }()
	select {
	case err = <-ended:
		return fmt.Errorf("it ended before its sign (%s): %w", p.what, err)
	case err = <-ready:
	}
	if err == nil {
		err = do(cmd.Process.Pid, time.Since(began))
	}
	cancel() // kills it: what it keeps must survive that anyway
	<-ended
	return err
}

// addressTold waits for the line in which the receiver says where it listens.
func addressTold(_ context.Context, said io.Reader) error {
	r := bufio.NewReader(said)
	var all strings.Builder
	for {
		line, err := r.ReadString('\n')
		all.WriteString(line)
		if strings.Contains(line, "http") {
			go drain(r)
			return nil
		}
		if err != nil {
			return fmt.Errorf("no address in %.200q: %w", all.String(), err)
		}
	}
}

// drain takes what a program says, so that it never waits for us.
func drain(said io.Reader) { _, _ = io.Copy(io.Discard, said) }

// visible waits for the window of the program.
func visible(ctx context.Context, display string) error {
	for {
		cmd := exec.CommandContext(ctx, "xdotool", "search", "--onlyvisible", "--name", "Laufzettel")
		cmd.Env = append(os.Environ(), "DISPLAY="+display)
		if out, err := cmd.Output(); err == nil && len(bytes.TrimSpace(out)) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// virtualDisplay starts an X server of its own; stop ends it.
func virtualDisplay(ctx context.Context) (display string, stop func(), err error) {
	told, write, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer told.Close()
	cmd := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	_ = write.Close()
	if err != nil {
		return "", nil, err
	}
	stop = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the display names no number: %w", err)
	}
	return ":" + strings.TrimSpace(line), stop, nil
}

// usage is what a running process has used.
type usage struct {
	cpu                float64 // seconds, user and system
	residentMB, peakMB float64
}

// settle waits until the program has done what it does after its start.
func settle(ctx context.Context, pid int) error {
	for end := time.Now().Add(startWait); time.Now().Before(end); {
		u, err := spanOf(ctx, pid, quietSpan)
		if err != nil || u.cpu < quietShare*quietSpan.Seconds() {
			return err
		}
	}
	return nil // it never rests: the figure of the idle program says so
}

// watch lets the program settle and gives what it uses in the span after that.
func watch(ctx context.Context, pid int) (usage, error) {
	if err := settle(ctx, pid); err != nil {
		return usage{}, err
	}
	return spanOf(ctx, pid, idleSpan)
}

// spanOf gives the processor time of a span and the memory at its end.
func spanOf(ctx context.Context, pid int, span time.Duration) (usage, error) {
	before, err := usageOf(pid)
	if err != nil {
		return before, err
	}
	select {
	case <-ctx.Done():
		return before, ctx.Err()
	case <-time.After(span):
	}
	u, err := usageOf(pid)
	u.cpu -= before.cpu
	return u, err
}

// usageOf reads what the kernel counts of a process.
func usageOf(pid int) (usage, error) {
	var u usage
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return u, err
	}
	status := fmt.Sprintf("/proc/%d/status", pid)
	for key, to := range map[string]*float64{"VmRSS": &u.residentMB, "VmHWM": &u.peakMB} {
		if _, err := fmt.Sscan(procValue(status, key), to); err != nil {
			return u, fmt.Errorf("%s of process %d: %w", key, pid, err)
		}
		*to /= 1 << 10
	}
	u.cpu, err = cpuOf(string(stat))
	return u, err
}

// ticks of the clock in /proc a second (USER_HZ, 100 on every Linux).
const ticks = 100

// cpuOf reads user and system time from a line of /proc/PID/stat (fields 14 and
// 15; the second, the name in brackets, may hold spaces and brackets).
func cpuOf(stat string) (float64, error) {
	var user, system float64
	f := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(f) < 13 {
		return 0, fmt.Errorf("a line of %d fields", len(f))
	}
	_, err := fmt.Sscan(f[11]+" "+f[12], &user, &system)
	return (user + system) / ticks, err
}
