// Package guard looks at a delivery with the virus scanner that is installed
// (requirement G16): ClamAV on Linux, Microsoft Defender on Windows. It brings no
// scanner along and updates none; where none is found every report says "not
// checked". It deletes and moves nothing: the delivery stays as it came, a find is
// a finding.
package guard

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// CheckName is the name of the check in reports.
const CheckName = "virus"

// codeFound is the one finding of this room.
var codeFound = check.Code{ID: "VIR-001", Severity: check.Error, Source: "G16",
	Ways: []check.WayOut{check.ReturnAll}}

// Codes are the findings of this room.
var Codes = []check.Code{codeFound}

// scanLimit bounds one run; a scanner that hangs must not hold a check for ever.
const scanLimit = 6 * time.Hour

// maxOutput bounds what is read from a scanner.
const maxOutput = 8 << 20

// Hit is one thing a scanner reported.
type Hit struct {
	Path string // as the scanner names it
	Name string // of the malware
}

// Scanner is an installed virus scanner.
type Scanner struct {
	tool    string // path of the program
	args    []string
	version []string
	parse   func([]byte) []Hit
	found   int // exit code for a find
}

// ErrNone says that no scanner is installed.
var ErrNone = errors.New("no virus scanner found")

// Find looks for an installed scanner: chosen ("" = search) is a path or "off".
func Find(chosen string) (*Scanner, error) {
	if chosen == "off" {
		return nil, ErrNone
	}
	candidates := []string{"clamdscan", "clamscan"}
	if runtime.GOOS == "windows" {
		candidates = []string{filepath.Join(os.Getenv("ProgramFiles"), "Windows Defender", "MpCmdRun.exe"), "clamscan.exe"}
	}
	if chosen != "" {
		candidates = []string{chosen}
	}
	for _, c := range candidates {
		path, err := exec.LookPath(c)
		if err != nil {
			continue
		}
		if strings.Contains(strings.ToLower(filepath.Base(path)), "mpcmdrun") {
			return &Scanner{tool: path, args: []string{"-Scan", "-ScanType", "3", "-DisableRemediation", "-File"}, parse: defenderHits,
				found: 2}, nil
		}
		args := []string{"--infected", "--no-summary", "--recursive"}
		if strings.HasPrefix(filepath.Base(path), "clamdscan") {
			// The daemon runs as another user: it gets the open file, not its name.
			args = []string{"--infected", "--no-summary", "--fdpass", "--multiscan"}
			if exec.Command(path, "--ping", "1").Run() != nil {
				continue // installed, but its daemon does not answer
			}
		}
		return &Scanner{tool: path, args: args, version: []string{"--version"}, parse: clamHits, found: 1}, nil
	}
	return nil, ErrNone
}

// Tool names the scanner with the version of its signatures where it tells.
func (s *Scanner) Tool(ctx context.Context) string {
	name := filepath.Base(s.tool)
	if s.version == nil {
		return name
	}
	out, err := exec.CommandContext(ctx, s.tool, s.version...).Output()
	if line, _, _ := strings.Cut(string(out), "\n"); err == nil && line != "" && len(line) < 200 {
		return strings.TrimSpace(line)
	}
	return name
}

// Scan looks at a file or folder. Error: the scanner could not do its work.
func (s *Scanner) Scan(ctx context.Context, path string) ([]Hit, error) {
	ctx, cancel := context.WithTimeout(ctx, scanLimit)
	defer cancel()
	var out, errs limited
	cmd := exec.CommandContext(ctx, s.tool, append(append([]string{}, s.args...), path)...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	hits := s.parse(out.Bytes())
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == s.found {
		if len(hits) == 0 { // it says so and names nothing we understand
			hits = []Hit{{Path: path, Name: "ohne Namen gemeldet"}}
		}
		return hits, nil
	}
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return hits, fmt.Errorf("virus scan: %w: %.200s", err, line)
	}
	return hits, nil
}

// limited keeps the beginning of what is written to it.
type limited struct{ bytes.Buffer }

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if room := maxOutput - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// clamHits reads "path: Name FOUND".
func clamHits(out []byte) []Hit {
	var hits []Hit
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		line, ok := strings.CutSuffix(strings.TrimSpace(sc.Text()), " FOUND")
		if i := strings.LastIndex(line, ": "); ok && i > 0 {
			hits = append(hits, Hit{Path: line[:i], Name: line[i+2:]})
		}
	}
	return hits
}

var (
	threatLine = regexp.MustCompile(`(?i)^\s*Threat\s+:\s*(.+?)\s*$`)
	fileLine   = regexp.MustCompile(`(?i)^\s*(?:file|containerfile)\s+:\s*(?:file:_?)?(.+?)\s*$`)
)

// defenderHits reads the list of threats of MpCmdRun.
func defenderHits(out []byte) []Hit {
	var hits []Hit
	name := ""
	for _, line := range strings.Split(strings.ReplaceAll(string(out), "\r", ""), "\n") {
		if m := threatLine.FindStringSubmatch(line); m != nil {
			name = m[1]
		} else if m := fileLine.FindStringSubmatch(line); m != nil && name != "" {
			hits = append(hits, Hit{Path: m[1], Name: name})
		}
	}
	return hits
}

// Judge adds the virus check to a report: findings for hits, or why nothing was
// checked. root is what was scanned; paths below it are told as they stand in the
// delivery.
func Judge(ctx context.Context, rep *check.Report, s *Scanner, root string) error {
	done := check.Done{Name: CheckName}.As(check.NotDone, wording.Say("why.no-scanner"))
	if s != nil {
		hits, err := s.Scan(ctx, root)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done = check.Done{Name: CheckName, State: check.Full, Tool: s.Tool(ctx)}
		if err != nil {
			done = done.As(check.NotDone, wording.Say("why.scanner-failed"))
		}
		for _, h := range hits {
			rep.Findings = append(rep.Findings, finding(h, root))
		}
		rep.Settle()
	}
	if i := slices.IndexFunc(rep.Checks, func(c check.Done) bool { return c.Name == CheckName }); i >= 0 {
		rep.Checks[i] = done // the engine has none of its own and said so
		return nil
	}
	rep.Checks = append(rep.Checks, done)
	return nil
}

func finding(h Hit, root string) check.Finding {
	rel, err := filepath.Rel(root, h.Path)
	if err != nil || rel == "." || strings.HasPrefix(rel, "..") {
		rel = ""
	}
	return check.Finding{Code: codeFound.ID, Severity: codeFound.Severity, Path: filepath.ToSlash(rel), Found: h.Name,
		Message: codeFound.Title().In(wording.German), Remedy: codeFound.Remedy().In(wording.German)}
}
