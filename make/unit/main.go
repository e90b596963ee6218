// Command unit runs go test and tells what came of it: the output of what failed,
// and in the last line how many tests passed, failed and were left out, and why. With
// -touched it runs only the packages that were changed since a revision and those
// that import them.
//
// Usage: unit [-keep FOLDER] [FLAG OF GO TEST…] PACKAGE…
//
//	unit -touched [-base REV] [-keep FOLDER] [FLAG OF GO TEST…]
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	failed, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "unit:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// options are those of unit itself; rest goes to go test.
type options struct {
	touched bool
	base    string // revision that -touched compares with
	keep    string // folder of what is remembered from run to run
	rest    []string
}

// parse takes unit's own options, which stand first, off args.
func parse(args []string) (o options, err error) {
	fs := flag.NewFlagSet("unit", flag.ContinueOnError)
	fs.BoolVar(&o.touched, "touched", false, "only what was changed")
	fs.StringVar(&o.base, "base", "HEAD", "changed since this revision")
	fs.StringVar(&o.keep, "keep", filepath.Join(".cache", "test"), "folder of what is remembered")
	own := 0
	for own < len(args) && (args[own] == "-touched" || args[own] == "-base" || args[own] == "-keep") {
		if own++; args[own-1] != "-touched" {
			own++
		}
	}
	own = min(own, len(args))
	o.rest = args[own:]
	return o, fs.Parse(args[:own])
}

// run runs go test; failed says that a test did.
func run(args []string, out io.Writer) (failed bool, err error) {
	o, err := parse(args)
	if err != nil {
		return false, err
	}
	times, err := timesIn(o.keep)
	if err != nil {
		return false, err
	}
	if o.touched {
		chosen, err := choose(o.base, times, out)
		if err != nil {
			return false, err
		}
		if o.rest = append(o.rest, chosen...); len(chosen) == 0 {
			fmt.Fprintln(out, newTally(out).closing())
			return false, nil
		}
	}
	t := newTally(out)
	if err := test(o.rest, t); err != nil {
		return false, err
	}
	for name, seconds := range t.seconds {
		times[name] = seconds
	}
	closing := t.closing()
	for _, line := range t.few() {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out, closing)
	return t.failed > 0, remember(o.keep, times, closing)
}

// test runs go test -json into the tally. That tests failed is the tally's to say; an
// error is that the command could not do its work.
func test(args []string, t *tally) error {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	told := t.read(pipe)
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 && t.failed > 0 {
		err = nil
	}
	return errors.Join(told, err)
}

// Names of the files in the folder of what is remembered.
const (
	timesFile   = "times.json"
	closingFile = "unit.txt"
)

// timesIn reads how many seconds each package took when it was last run.
func timesIn(dir string) (map[string]float64, error) {
	times := map[string]float64{}
	raw, err := os.ReadFile(filepath.Join(dir, timesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return times, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &times); err != nil {
		return nil, fmt.Errorf("%s: %w", timesFile, err)
	}
	return times, nil
}

// remember keeps the times, and the closing line for who asks later.
func remember(dir string, times map[string]float64, closing string) error {
	raw, err := json.MarshalIndent(times, "", "\t")
	if err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, timesFile), raw, 0o600),
		os.WriteFile(filepath.Join(dir, closingFile), []byte(closing+"\n"), 0o600))
}
