package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds"
	"laufzettel/transfer/pdfa"
	"laufzettel/viewer"
	"laufzettel/viewer/child"
)

// papers makes n letters of several pages as PDF/A-2b.
func (o options) papers(ctx context.Context, n int) ([]string, error) {
	d, err := build(filepath.Join(o.work, "papers"), func(dir string) error {
		p, err := generate.Make(kinds.All(time.Now), generate.Plan{Kind: "files", Seed: 3, Dossiers: 1, Cases: 1, Documents: n,
			Mix: []string{"pdf"}, Folder: true})
		if err != nil {
			return err
		}
		p.Name = "papers"
		_, err = p.Write(ctx, filepath.Dir(dir))
		return err
	})
	if err != nil {
		return nil, err
	}
	return filepath.Glob(filepath.Join(d.path, "*.pdf"))
}

// pdfA measures our checker inside the process; veraPDF is the peer where it is
// installed, in one call for all files.
func pdfA(ctx context.Context, o options) (measurement, error) {
	const n = 100
	m := measurement{Title: "PDF/A check per file", Promise: "at most 5 ms for an ordinary small file"}
	files, err := o.papers(ctx, n)
	if err != nil {
		return m, err
	}
	m.Data = fmt.Sprintf("%d generated letters (PDF/A-2b, 1 to 4 pages); seconds per file.", len(files))
	own := subject{Name: "transfer/pdfa", Note: "in the process, one worker"}
	for range o.rounds {
		began := time.Now()
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				return m, err
			}
			if r := pdfa.Check(ctx, bytes.NewReader(data), int64(len(data)), pdfa.Options{}); r.Verdict == "" {
				return m, fmt.Errorf("no verdict of %s", filepath.Base(name))
			}
		}
		own.Seconds = append(own.Seconds, time.Since(began).Seconds()/float64(len(files)))
	}
	m.Rows = []subject{own}
	m.Kept = yes(median(own.Seconds) <= 0.005)
	per := float64(len(files))
	peers, err := contest(ctx, o.rounds, []contender{
		{name: "laufzettel-cli pdfa", args: append([]string{o.cli, "--data", filepath.Join(o.work, "pdfa-workspace"), "pdfa", "--json"},
			files...), per: per, note: "all files in one call, with its start"},
		{name: "veraPDF core", args: judge(files), per: per,
			note: "the judge of make test-verapdf: all files in one call, with the start of Java"},
		{name: "verapdf", args: append([]string{"verapdf", "--format", "text"}, files...), per: per, note: "all files in one call"}})
	m.Rows = append(m.Rows, peers...)
	return m, err
}

// judge calls the veraPDF core of the tests; nobody where Java is missing.
func judge(files []string) []string {
	if _, err := exec.LookPath("java"); err != nil {
		return []string{""}
	}
	script := `printf '%s\n' "$@" | transfer/pdfa/verajudge/verajudge.sh tsv 0`
	return append([]string{"bash", "-o", "pipefail", "-c", script, "judge"}, files...)
}

// pdfPage measures from the key to the page through the child process that draws: a
// document opened and its first page drawn 1240 pixels wide, and the same page again
// in another width; beside it pdftoppm with its start.
func pdfPage(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "A PDF page on screen",
		Promise: "from the key at most 100 ms warm, at most 300 ms cold for an ordinary page (child process started)",
		Data:    "First page of generated letters, 1240 pixels wide, through the child process; seconds per page."}
	files, err := o.papers(ctx, 100)
	if err != nil {
		return m, err
	}
	p := child.New(filepath.Join(o.work, "pdfium"))
	defer p.Close()
	began := time.Now()
	if err := p.Warm(ctx); err != nil {
		return m, err
	}
	ready := time.Since(began)
	cold, warm := subject{Name: "key to page, cold: open and draw",
		Note: fmt.Sprintf("child process started before (%.1f s)", ready.Seconds())},
		subject{Name: "key to page, warm: draw again", Note: "document open, other width"}
	for _, name := range files[:min(40, len(files))] {
		first, again, err := drawOne(ctx, p, name)
		if err != nil {
			return m, err
		}
		cold.Seconds, warm.Seconds = append(cold.Seconds, first), append(warm.Seconds, again)
	}
	if peak := p.Peak(); peak > 0 {
		cold.PeakMB = float64(peak) / (1 << 20)
	}
	m.Rows = []subject{cold, warm}
	m.Kept = yes(median(cold.Seconds) <= mostCold && median(warm.Seconds) <= mostWarm)
	out := filepath.Join(o.work, "seite")
	peers, err := contest(ctx, max(o.rounds, 5), []contender{{name: "pdftoppm",
		args: []string{"pdftoppm", "-f", "1", "-l", "1", "-scale-to-x", "1240", "-scale-to-y", "-1", files[0], out},
		note: "with start and PPM file"}})
	m.Rows = append(m.Rows, peers...)
	return m, err
}

// drawOne gives the seconds of opening and drawing, and of drawing again.
func drawOne(ctx context.Context, p *child.Pool, name string) (first, again float64, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	doc, err := p.Open(ctx, viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))})
	if err != nil {
		return 0, 0, err
	}
	defer doc.Close()
	if _, err = doc.(viewer.Pager).Render(ctx, viewer.Request{Width: 1240}); err != nil {
		return 0, 0, err
	}
	first = time.Since(began).Seconds()
	began = time.Now()
	_, err = doc.(viewer.Pager).Render(ctx, viewer.Request{Width: 1000})
	return first, time.Since(began).Seconds(), err
}

// upload and search are benchmarks of their own packages, because they need the
// rig of the tests there; they run here so that one command gives all figures.
// The rounds of upload are calls of their own, so that the programs take turns.
func upload(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Upload over loopback",
		Data:    "One file of 256 MB, received, verified and synced to disk; seconds per upload by the clock.",
		Promise: "by the clock at least 0.8 × curl -T followed by a sync"}
	for range max(o.rounds, leastUploadRounds) {
		rows, err := goBench(ctx, 1, "./sync/channel", "^BenchmarkUpload$", "3x")
		if err != nil {
			return m, err
		}
		m.Rows = joinRows(m.Rows, rows)
	}
	notes := map[string]string{
		"laufzettel": "client and receiver, until the receipt of what is on its way (a delivery): " +
			"SHA-256 of every piece before it is stored, each answer after a sync; the client's digests were noted while the package was written",
		"laufzettel, a package taken in": "the same, until the receipt of a package that stays: its SHA-512 is confirmed from the disk before; " +
			"our receiver checks it as a package, too, which is not in here",
		uploadPeer:          "curl and a plain server: no digest, one sync",
		"the digests alone": "SHA-256 of the pieces and SHA-512 of the whole, on two processors, nothing sent or stored",
	}
	for i := range m.Rows {
		m.Rows[i].Note = notes[m.Rows[i].Name]
	}
	m.Kept = "not measured"
	if slices.ContainsFunc(m.Rows, func(s subject) bool { return s.Name == uploadPeer }) {
		m.Kept = keeps(m.Rows, uploadPeer, 1/0.8)
	}
	return m, nil
}

const uploadPeer = "curl -T and sync"

// leastUploadRounds is how often an upload is measured at least: the disk of a
// shared machine makes single rounds several times slower than others.
const leastUploadRounds = 7

// joinRows adds the figures of a further round to those of the rows before.
func joinRows(rows, round []subject) []subject {
	for _, r := range round {
		i := slices.IndexFunc(rows, func(s subject) bool { return s.Name == r.Name })
		if i < 0 {
			rows = append(rows, r)
			continue
		}
		rows[i].Seconds = append(rows[i].Seconds, r.Seconds...)
		rows[i].CPU = append(rows[i].CPU, r.CPU...)
	}
	return rows
}

// queueOps counts how many durable steps of jobs a second the queue takes.
func queueOps(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Queue, durable operations",
		Data: "A job put in, taken and ended: three transactions, each synced to disk; seconds per job."}
	var err error
	m.Rows, err = goBench(ctx, o.rounds, "./sync/channel", "^BenchmarkQueue$", "300x")
	for i, r := range m.Rows {
		if best := slices.Min(r.Seconds); best > 0 {
			m.Rows[i].Note = fmt.Sprintf("up to %.0f operations a second", 3/best)
		}
	}
	return m, err
}

var benchLine = regexp.MustCompile(`(?m)^Benchmark\w+/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op(?:.*?\s([\d.]+) cpu-s/op)?`)

// goBench runs a package's benchmark and gives one row per sub-benchmark.
func goBench(ctx context.Context, rounds int, pkg, name, times string) ([]subject, error) {
	args := []string{"test", "-tags", "ci", "-run", "^$", "-bench", name, "-benchtime", times, "-count", strconv.Itoa(rounds), pkg}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return benchRows(string(out))
}

func benchRows(out string) ([]subject, error) {
	var rows []subject
	at := map[string]int{}
	for _, l := range benchLine.FindAllStringSubmatch(out, -1) {
		ns, err := strconv.ParseFloat(l[2], 64)
		if err != nil {
			return nil, err
		}
		i, ok := at[l[1]]
		if !ok {
			i = len(rows)
			at[l[1]] = i
			rows = append(rows, subject{Name: strings.ReplaceAll(l[1], "_", " ")})
		}
		rows[i].Seconds = append(rows[i].Seconds, ns/1e9)
		if l[3] == "" {
			continue
		}
		cpu, err := strconv.ParseFloat(l[3], 64)
		if err != nil {
			return nil, err
		}
		rows[i].CPU = append(rows[i].CPU, cpu)
	}
	return rows, nil
}
