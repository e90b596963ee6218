package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// Result is what a converter made.
type Result struct {
	Path    string // in the work folder
	Version string // of the program, as it says itself
	Command string // with placeholders, for the log: no path of this machine
	Took    time.Duration
	Offline bool // the program ran without a network
}

// maxOutput bounds the output of one conversion, in bytes.
const maxOutput = 4 << 30

// maxSaid bounds what is kept of what the program prints.
const maxSaid = 4 << 10

// Run converts input files that lie in the work folder; several only with a tool
// that joins. What it makes lies in a new folder below work. Errors: Refused with
// a hint when the program fails, runs too long or makes nothing usable; Setup
// when it is not installed.
func Run(ctx context.Context, t Tool, work string, inputs ...string) (Result, error) {
	program, err := t.Installed()
	if err != nil {
		return Result{}, failure.Wrap(failure.Setup, "run "+t.ID, wording.Say("hint.convert.converter-not-installed", t.Name, t.Program),
			err)
	}
	if len(inputs) == 0 || len(inputs) > 1 && !t.Merge {
		return Result{}, fmt.Errorf("convert: %d inputs for %s", len(inputs), t.ID)
	}
	out, err := os.MkdirTemp(work, "out-*")
	if err != nil {
		return Result{}, noSpace(err)
	}
	home, err := os.MkdirTemp(work, "home-*")
	if err != nil {
		return Result{}, noSpace(err)
	}
	defer os.RemoveAll(home)
	args, err := t.arguments(work, out, home, inputs)
	if err != nil {
		return Result{}, err
	}
	r := Result{Version: t.version(ctx, program, home), Command: t.Program + " " + strings.Join(t.Args, " ")}
	began := time.Now()
	said, offline, err := execute(ctx, t.limit(), program, args, home)
	r.Took, r.Offline = time.Since(began), offline
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		why := "Er meldete: " + said
		if errors.Is(err, context.DeadlineExceeded) {
			why = fmt.Sprintf("Er war nach %s nicht fertig und wurde beendet.", t.limit())
		}
		return r, failure.Wrap(failure.Refused, "run "+t.ID, wording.Say("hint.convert.conversion-failed", t.Name, why), err)
	}
	r.Path, err = t.only(out)
	return r, err
}

func noSpace(err error) error {
	return failure.Wrap(failure.Setup, "make work folder", wording.Say("hint.convert.work-folder-not-made"), err)
}

// only gives the one usable file the program made.
func (t Tool) only(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", noSpace(err)
	}
	found := ""
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.EqualFold(filepath.Ext(e.Name()), "."+t.Target) {
			continue
		}
		if info.Size() == 0 || info.Size() > maxOutput || found != "" {
			return "", failure.New(failure.Refused, "read output of "+t.ID, wording.Say("hint.convert.result-unusable", t.Name))
		}
		found = filepath.Join(dir, e.Name())
	}
	if found == "" {
		return "", failure.New(failure.Refused, "read output of "+t.ID, wording.Say("hint.convert.no-result", t.Name))
	}
	return found, nil
}

// arguments fills the placeholders; an input name that could be an option cannot
// occur, inputs are absolute paths.
func (t Tool) arguments(work, out, home string, inputs []string) ([]string, error) {
	var args []string
	homeURL := (&url.URL{Scheme: "file", Path: filepath.ToSlash(home)}).String()
	for _, a := range t.Args {
		if a == "{in}" {
			args = append(args, inputs...)
			continue
		}
		if strings.Contains(a, "{icc}") || strings.Contains(a, "{def}") {
			if err := colours(home); err != nil {
				return nil, noSpace(err)
			}
		}
		args = append(args, strings.NewReplacer("{in}", inputs[0], "{out}", filepath.Join(out, "ergebnis."+t.Target), "{dir}", out,
			"{homeurl}", homeURL, "{home}", home,
			"{work}", work+string(filepath.Separator), "{icc}", filepath.Join(home, "srgb.icc"), "{def}",
			filepath.Join(home, "intent.ps")).Replace(a))
	}
	return args, nil
}

// colours writes the sRGB profile and the PostScript that makes it the output
// intent of a PDF/A.
func colours(home string) error {
	icc := filepath.Join(home, "srgb.icc")
	ps := `%!
[ /_objdef {icc} /type /stream /OBJ pdfmark
[ {icc} << /N 3 >> /PUT pdfmark
[ {icc} (` + strings.NewReplacer(`\`, `/`, "(", `\(`, ")", `\)`).Replace(icc) + `) (r) file /PUT pdfmark
[ /_objdef {intent} /type /dict /OBJ pdfmark
[ {intent} << /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {icc} /OutputConditionIdentifier (sRGB IEC61966-2.1) >> /PUT pdfmark
[ {Catalog} << /OutputIntents [ {intent} ] >> /PUT pdfmark
`
	return errors.Join(os.WriteFile(icc, report.SRGB(), 0o600), os.WriteFile(filepath.Join(home, "intent.ps"), []byte(ps), 0o600))
}

// environment holds nothing of the user's: no proxy, no home, no display.
func environment(home string) []string {
	env := []string{"HOME=" + home, "USERPROFILE=" + home, "TMPDIR=" + home, "TMP=" + home, "TEMP=" + home, "LANG=C.UTF-8",
		"OMP_THREAD_LIMIT=1", // pages are read side by side
		"http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9", "no_proxy="}
	for _, name := range []string{"PATH", "SystemRoot", "PATHEXT"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// execute runs the program to its end or the limit, with all its children.
func execute(ctx context.Context, limit time.Duration, program string, args []string, home string) (said string, offline bool, err error) {
	run := func(alone bool) error {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, args...)
		var buf bytes.Buffer
		w := &firstBytes{&buf}
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = home, environment(home), w, w
		cmd.WaitDelay = 5 * time.Second
		confine(cmd, alone)
		err := cmd.Run()
		said = strings.ToValidUTF8(strings.TrimSpace(buf.String()), "")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	if canConfine {
		if err = run(true); err == nil || !notAllowed(err) {
			return said, true, err
		}
	}
	return said, false, run(false)
}

// firstBytes keeps the first bytes of what is written.
type firstBytes struct{ b *bytes.Buffer }

// Write implements io.Writer.
func (w *firstBytes) Write(p []byte) (int, error) {
	if room := maxSaid - w.b.Len(); room > 0 {
		w.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// version asks the program what it is; "" where it does not say.
func (t Tool) version(ctx context.Context, program, home string) string {
	if len(t.Version) == 0 {
		return ""
	}
	said, _, err := execute(ctx, 30*time.Second, program, t.Version, home)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(said, "\n")
	return strings.TrimSpace(line)
}
