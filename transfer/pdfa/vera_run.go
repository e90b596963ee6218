package pdfa

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"laufzettel/transfer/wording"
)

// ending says how a run of veraPDF ended.
type ending struct {
	timeout bool
	code    int // exit code, -1 = killed
}

// Exit codes of veraPDF that matter here. 1, 7 and 8 speak of files, not of the
// run; the verdict is always taken from the report.
const (
	exitParams = 2
	exitMemory = 3
)

func (e ending) reason() string {
	switch {
	case e.timeout:
		return wording.Say("said.pdfa.why-vera-time").String()
	case e.code == exitMemory:
		return wording.Say("said.pdfa.why-vera-memory").String()
	}
	return wording.Say("said.pdfa.why-vera-broke").String()
}

// run starts veraPDF once and puts what its report says into out.
func (v *Vera) run(ctx context.Context, files []string, o VeraOptions, out map[string]Result) (ending, error) {
	limit, cancel := context.WithTimeout(ctx, o.Start+time.Duration(len(files))*o.PerFile)
	defer cancel()
	flavour := o.Flavour
	if flavour == "" {
		flavour = "0"
	}
	args := []string{"--format", "xml", "--flavour", flavour, "--maxfailuresdisplayed", "1", "--disableerrormessages", "--nonpdfext"}
	named := map[string]string{} // absolute path → path as given
	for _, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			return ending{}, fmt.Errorf("name file for veraPDF: %w", err)
		}
		named[abs] = f
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			named[real] = f
		}
		args = append(args, abs)
	}
	cmd := exec.CommandContext(limit, v.Path, args...)
	cmd.Env = veraEnv(o.HeapMB)
	cmd.WaitDelay = 2 * time.Second
	tame(cmd)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return ending{}, fmt.Errorf("start veraPDF: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return ending{}, fmt.Errorf("start veraPDF: %w", err)
	}
	readErr := ParseReport(pipe, func(r FileReport) {
		if f, ok := named[filepath.Clean(r.Path)]; ok {
			r.Result.Tool = v.tool(r.Profile)
			if r.Result.Flavour == "" {
				r.Result.Flavour = o.Flavour
			}
			out[f] = r.Result
		}
	})
	if readErr != nil {
		cancel() // a report that cannot be read ends the run; what it said so far counts
	}
	timeout := false
	waitErr := cmd.Wait()
	if errors.Is(limit.Err(), context.DeadlineExceeded) {
		timeout = true
	}
	if err := ctx.Err(); err != nil {
		return ending{}, err
	}
	var exit *exec.ExitError
	code := 0
	if errors.As(waitErr, &exit) {
		code = exit.ExitCode()
	}
	if code == exitParams {
		return ending{}, errors.New("veraPDF does not know the options given")
	}
	return ending{timeout: timeout, code: code}, nil
}
