package pdfa

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// ErrNoVera tells that veraPDF was not found or does not answer.
var ErrNoVera = errors.New("veraPDF not found")

// Vera is an installed veraPDF. It is safe for concurrent use, but each call
// starts Java processes of its own.
type Vera struct {
	Path    string // the program
	Version string // "1.28.1"
}

// VeraOptions say how veraPDF is to be run. Zero values take the defaults.
type VeraOptions struct {
	Flavour string        // "" = the claim of each file
	Batch   int           // files for one process; default 200
	Start   time.Duration // allowed for starting; default 1 minute
	PerFile time.Duration // allowed for each file of a batch, on average; default 10 seconds
	HeapMB  int           // memory limit of Java; default 1024
}

func (o VeraOptions) filled() VeraOptions {
	if o.Batch <= 0 {
		o.Batch = 200
	}
	if o.Start <= 0 {
		o.Start = time.Minute
	}
	if o.PerFile <= 0 {
		o.PerFile = 10 * time.Second
	}
	if o.HeapMB <= 0 {
		o.HeapMB = 1024
	}
	return o
}

// FindVera looks for veraPDF: the program or folder of the setting, then PATH,
// then the usual folders; it must answer --version. A setting that does not lead
// to veraPDF is an error, not a reason to look further.
func FindVera(setting string) (*Vera, error) {
	if setting != "" {
		v, err := tryVera(setting)
		if err != nil {
			return nil, fmt.Errorf("%w at %s: %w", ErrNoVera, setting, err)
		}
		return v, nil
	}
	for _, p := range veraPlaces() {
		if v, err := tryVera(p); err == nil {
			return v, nil
		}
	}
	return nil, ErrNoVera
}

func veraName() string {
	if runtime.GOOS == "windows" {
		return "verapdf.bat"
	}
	return "verapdf"
}

// veraPlaces are the places to look at, best first.
func veraPlaces() []string {
	var out []string
	if p, err := exec.LookPath("verapdf"); err == nil {
		out = append(out, p)
	}
	home, _ := os.UserHomeDir()
	for _, dir := range []string{home, os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LOCALAPPDATA"),
		"/opt", "/usr/local", "/Applications"} {
		if dir == "" {
			continue
		}
		for _, name := range []string{"verapdf", "veraPDF"} {
			out = append(out, filepath.Join(dir, name, veraName()))
		}
	}
	return out
}

var versionLine = regexp.MustCompile(`veraPDF\s+v?(\d+\.\d+(?:\.\d+)*)`)

func tryVera(path string) (*Vera, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		path = filepath.Join(path, veraName())
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Env = veraEnv(256)
	tame(cmd)
	out, err := cmd.Output()
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return nil, errors.Join(err, errors.New("no version in its answer"))
	}
	return &Vera{Path: path, Version: string(m[1])}, nil
}

// veraEnv limits the memory of Java and makes sure file names pass unharmed.
func veraEnv(heapMB int) []string {
	env := append(os.Environ(), fmt.Sprintf("JAVA_OPTS=%s -Xmx%dm", os.Getenv("JAVA_OPTS"), heapMB))
	if runtime.GOOS != "windows" && !strings.Contains(strings.ToUpper(os.Getenv("LC_ALL")+os.Getenv("LANG")), "UTF") {
		env = append(env, "LC_ALL=C.UTF-8")
	}
	return env
}

// maxArgs bounds the command line, which Windows cuts at 32,767 characters.
const maxArgs = 24_000

// Check lets veraPDF judge files. Every path gets a result: a file on which
// veraPDF dies, hangs or runs out of memory is found by halving its batch and
// told as NotCheckable. The error is the end of ctx, or that veraPDF cannot be
// started at all; the results so far are given with it.
func (v *Vera) Check(ctx context.Context, paths []string, o VeraOptions) (map[string]Result, error) {
	o = o.filled()
	out := make(map[string]Result, len(paths))
	var batch []string
	length := 0
	flush := func() error {
		err := v.batch(ctx, batch, o, out)
		batch, length = nil, 0
		return err
	}
	for _, p := range paths {
		if len(batch) >= o.Batch || length+len(p) > maxArgs && len(batch) > 0 {
			if err := flush(); err != nil {
				return out, err
			}
		}
		batch, length = append(batch, p), length+len(p)+3
	}
	return out, flush()
}

// batch runs veraPDF over files and again over the halves of those it did not
// come to tell of.
func (v *Vera) batch(ctx context.Context, files []string, o VeraOptions, out map[string]Result) error {
	if len(files) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	end, err := v.run(ctx, files, o, out)
	if err != nil {
		return err
	}
	var left []string
	for _, f := range files {
		if _, ok := out[f]; !ok {
			left = append(left, f)
		}
	}
	switch {
	case len(left) == 0:
		return nil
	case len(files) == 1:
		out[files[0]] = Result{Verdict: NotCheckable, Flavour: o.Flavour, Reason: end.reason(), Tool: v.tool("")}
		return nil
	}
	half := (len(left) + 1) / 2
	if err := v.batch(ctx, left[:half], o, out); err != nil {
		return err
	}
	return v.batch(ctx, left[half:], o, out)
}

func (v *Vera) tool(profile string) string {
	if profile == "" {
		return "veraPDF " + v.Version
	}
	return "veraPDF " + v.Version + ", " + profile
}
