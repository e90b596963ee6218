package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// Sizes of the measurements on signed decisions.
const (
	trustObjects  = 100_000 // objects decided on
	trustActs     = 100     // acts that decide them
	trustPackages = 1_000   // small packages sent
	trustPass     = "nur für die Messung"
)

// deciding measures the check before what cannot be taken back: the statements of every
// object concerned, read from the log, verified and compared with the tables.
func deciding(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Deciding from signatures", Promise: "less than 1 ms of processor time an object",
		Data: fmt.Sprintf("%d objects of one portion under %d signed acts; seconds an object, the whole check divided by them.",
			trustObjects, trustActs)}
	for _, way := range []struct {
		name, note string
		each       bool
	}{{"each act rates one folder", "100 decisions, inherited by 1,000 files each", false},
		{"each act rates 1,000 files by name", "100,000 decisions of their own", true}} {
		s, err := o.decided(ctx, way.each)
		if err != nil {
			return m, err
		}
		s.Name, s.Note = way.name, way.note
		m.Rows = append(m.Rows, s)
	}
	m.Steps = true
	kept := true
	for _, r := range m.Rows {
		kept = kept && median(r.CPU) > 0 && median(r.CPU) < 0.001
	}
	m.Kept = yes(kept)
	return m, nil
}

// decided makes the portion anew, decides it and measures the check.
func (o options) decided(ctx context.Context, each bool) (s subject, err error) {
	dir := filepath.Join(o.work, "trust-workspace")
	if err := os.RemoveAll(dir); err != nil {
		return s, err
	}
	defer os.RemoveAll(dir)
	z, err := build(filepath.Join(o.work, fmt.Sprintf("scale-%d.zip", trustObjects)),
		func(p string) error { return tinyZIP(ctx, p, trustObjects) })
	if err != nil {
		return s, err
	}
	w, err := work.Open(ctx, dir, office.Options{Person: "M. Ahrens", Passphrase: func() (string, error) { return trustPass, nil }})
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if err := w.Office.May(ctx, people.People); err != nil { // enters the first person
		return s, err
	}
	if _, err := w.Office.PersonKey(ctx, "M. Ahrens", trustPass); err != nil {
		return s, err
	}
	p, err := w.Intake.Receive(ctx, z.path, nil)
	if err != nil {
		return s, err
	}
	if _, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true, Kind: "files"}); err != nil {
		return s, err
	}
	if p, err = w.Intake.Decide(ctx, p.ID, intake.Accept, ""); err != nil {
		return s, err
	}
	if err := o.ratings(ctx, w, p.ID, each); err != nil {
		return s, err
	}
	for range max(o.rounds, 3) {
		before, began := ownCPU(), time.Now()
		if err := w.Office.Witness.Uphold(ctx, "measure", office.Concerned{Portions: []string{p.ID}}); err != nil {
			return s, err
		}
		s.Seconds = append(s.Seconds, time.Since(began).Seconds()/trustObjects)
		s.CPU = append(s.CPU, (ownCPU()-before)/trustObjects)
	}
	return s, nil
}

// ratings decides the portion in acts of one folder each, or of its files one by one.
func (o options) ratings(ctx context.Context, w *work.House, portion string, each bool) error {
	a, err := w.Desk.Appraisal(ctx, portion)
	if err != nil {
		return err
	}
	acts, files := 0, 0
	for d := range record.All(a.Roots) {
		if len(d.Children) > 0 && len(d.Children[0].Children) > 0 {
			continue // holds the folders
		}
		if len(d.Children) == 0 {
			continue
		}
		ids := []string{d.ID}
		if each {
			ids = ids[:0]
			for _, f := range d.Children {
				ids = append(ids, f.ID)
			}
		}
		if err := w.Desk.Set(ctx, portion, ids, record.RatingArchive, "Messung"); err != nil {
			return err
		}
		acts, files = acts+1, files+len(d.Children)
	}
	if acts != trustActs || files != trustObjects {
		return fmt.Errorf("%d acts on %d objects", acts, files)
	}
	return nil
}

// sending measures 1,000 small packages on their way: each signed, receipted by the archive
// with a proof from its log, the receipt verified.
func sending(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Sending 1,000 small packages", Steps: true,
		Promise: "client and receiver together at most 0.1 s of processor time a package (60 in 6 s)",
		Data:    fmt.Sprintf("%d packages of one text document each, receiver of the same machine; seconds a package.", trustPackages)}
	dir := filepath.Join(o.work, "trust-sending")
	if err := os.RemoveAll(dir); err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	d, err := build(filepath.Join(o.work, "trust-1000"), func(p string) error {
		parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Kind: "xdomea-0503", Seed: 12, Dossiers: 20,
			Cases: trustPackages / 20, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"A"}})
		if err == nil {
			_, err = parcel.Write(ctx, p)
		}
		return err
	})
	if err != nil {
		return m, err
	}
	zips, err := filepath.Glob(filepath.Join(d.path, "*.zip"))
	if err != nil || len(zips) != 1 {
		return m, fmt.Errorf("%d containers: %w", len(zips), err)
	}
	c := caller{o.cli, []string{"LAUFZETTEL_DATA=" + filepath.Join(dir, "ws"), "LAUFZETTEL_PERSON=M. Ahrens", "LAUFZETTEL_PASSPHRASE=" +
		trustPass, "PATH="}}
	for _, args := range [][]string{{"settings", "archive=" + pathArchive}, {"receive", "--check", zips[0]},
		{"receive", "accept", pathPortion}, {"appraise", pathPortion, "finish"},
		{"package", pathPortion}, {"keys", "new", "--store", "file"}} {
		if _, err := c.call(ctx, args...); err != nil {
			return m, err
		}
	}
	end, err := c.joined(ctx, filepath.Join(dir, "archiv"))
	if err != nil {
		return m, err
	}
	ended := sync.OnceValue(end)
	defer ended()
	row := subject{Name: "laufzettel-cli send", Note: "client; with queue, signatures, receipts, proofs"}
	if err := once(ctx, contender{name: row.Name, args: []string{o.cli, "send", pathPortion}, env: c.env, per: trustPackages}, &row,
		true); err != nil {
		return m, err
	}
	out, err := c.call(ctx, "receipts", "list", "--json")
	if err != nil {
		return m, err
	}
	var all []json.RawMessage
	if err := json.Unmarshal(out, &all); err != nil || len(all) < trustPackages {
		return m, fmt.Errorf("%d receipts: %w", len(all), err)
	}
	receiver := ended().Seconds() / trustPackages
	m.Rows = []subject{row, {Name: "the receiver", CPU: []float64{receiver}, Note: "from its start to its end"}}
	m.Kept = yes(median(row.CPU)+receiver <= 0.1)
	return m, nil
}

// caller calls the program on one workspace.
type caller struct {
	cli string
	env []string
}

func (c caller) call(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, c.cli, args...)
	cmd.Env = append(os.Environ(), c.env...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%v: %w: %s", args, err, exit.Stderr)
	}
	return out, err
}

var benchServing = regexp.MustCompile(`https?://[^ ]+[0-9]`)

// joined starts a receiver and enrols the workspace with it; end stops it and gives the
// processor time it took.
func (c caller) joined(ctx context.Context, store string) (end func() time.Duration, err error) {
	cmd := exec.CommandContext(ctx, c.cli, "archive", "serve", "--addr", "127.0.0.1:0", "--store", store, "--db", store+".db",
		"--key-store", "file")
	cmd.Env = append(os.Environ(), c.env...)
	told, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	end = func() time.Duration {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	address := ""
	for lines := bufio.NewScanner(told); address == "" && lines.Scan(); {
		address = benchServing.FindString(lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, told) }()
	var answer struct{ Code, Fingerprint string }
	out, err := c.call(ctx, "enrol", "--json", address)
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err == nil {
		_, err = c.call(ctx, "archive", "confirm", answer.Code, "--fingerprint", answer.Fingerprint, "--db", store+".db", "--role",
			"deliver")
	}
	if err != nil {
		end()
		return nil, err
	}
	return end, nil
}
