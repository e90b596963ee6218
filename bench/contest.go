package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// contender is one program that does the work of a measurement.
type contender struct {
	name string
	args []string
	env  []string
	// per divides the time where the program does the work several times or on
	// several things at once; 0 = 1.
	per  float64
	note string
	// faulty says that the data may have faults: then 1 is a verdict of ours.
	faulty bool
}

// shell makes a contender of a pipeline.
func shell(name, script, note string) contender {
	return contender{name: name, args: []string{"bash", "-o", "pipefail", "-c", script}, note: note}
}

// own reports whether the program is ours: it must do its work.
func (c contender) own() bool { return strings.HasPrefix(c.name, "laufzettel") }

// errPeer says that a peer did not do the work; its note has what it said.
var errPeer = errors.New("the peer failed")

// contest runs the contenders in turn for the number of rounds, after one round
// nobody counts. A contender that is not installed is left out; a peer that fails
// keeps a row without times that says so. Error: our own program failed, because
// the time of work not done is none.
func contest(ctx context.Context, rounds int, list []contender) ([]subject, error) {
	rows := make([]subject, 0, len(list))
	var there []contender
	for _, c := range list {
		if c.args[0] == "" {
			continue
		}
		if _, err := exec.LookPath(c.args[0]); err != nil {
			continue
		}
		there = append(there, c)
		rows = append(rows, subject{Name: c.name, Note: c.note})
	}
	for round := -1; round < rounds; round++ {
		for i, c := range there {
			if c.args == nil {
				continue // it has failed
			}
			err := once(ctx, c, &rows[i], round >= 0)
			if errors.Is(err, errPeer) {
				rows[i] = subject{Name: c.name, Note: rows[i].Note}
				there[i].args = nil
				continue
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// once runs a contender. Errors: errPeer for a peer that ends with another code
// than 0 (told in the note); any code of our own program, the data are sound.
func once(ctx context.Context, c contender, s *subject, counts bool) error {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began).Seconds()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("run %s: %w", c.name, err)
	}
	if err != nil && !(c.faulty && exit.ExitCode() == 1) {
		said := fmt.Sprintf("exit %d: %.120q", exit.ExitCode(), strings.TrimSpace(errs.String()))
		if c.own() {
			return fmt.Errorf("run %.300s: %s", strings.Join(c.args, " "), said)
		}
		s.Note = strings.TrimSpace("failed, " + said)
		return errPeer
	}
	if !counts {
		return nil
	}
	per := max(c.per, 1)
	s.Seconds = append(s.Seconds, took/per)
	s.CPU = append(s.CPU, (cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Seconds()/per)
	s.PeakMB = max(s.PeakMB, peakMB(cmd.ProcessState))
	return nil
}

// row gives the row of that name.
func row(rows []subject, name string) subject {
	for _, r := range rows {
		if r.Name == name {
			return r
		}
	}
	return subject{}
}

// keeps compares with a promise of a ratio: ours may take at most limit times
// the peer's median.
func keeps(rows []subject, peer string, limit float64) string {
	p := median(row(rows, peer).Seconds)
	if p == 0 || len(rows[0].Seconds) == 0 {
		return "not measured"
	}
	return yes(median(rows[0].Seconds) <= limit*p)
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}
