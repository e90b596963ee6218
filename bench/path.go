package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/generate"
)

// The whole path of a large delivery, step by step, each a call of the program with
// its own peak of memory; what a person sees of it is measured inside this one.

const (
	pathPortion   = "P2026-0001"
	pathDossier   = 20 // Vorgänge of a dossier, and documents of a Vorgang
	pathDossiers  = pathDossier * pathDossier
	pathLargest   = 100_000 // documents of the largest xdomea message
	pathPageFiles = 100     // files of a page on screen
	openSeconds   = 1
	pathArchive   = "Stadtarchiv Beispiel"
)

// pathSteps take deliveries of 10⁴, 10⁵ … files from receipt to packages.
func pathSteps(o options) []measure {
	var list []measure
	for n := 10_000; n <= o.scale; n *= 10 {
		list = append(list, measure{fmt.Sprintf("path-files-%d", n), func(ctx context.Context, o options) (measurement, error) {
			m := measurement{Title: fmt.Sprintf("The whole path: %d files without description", n),
				Data: fmt.Sprintf("One ZIP of %d text files of about 100 bytes.", n)}
			z, err := build(filepath.Join(o.work, fmt.Sprintf("scale-%d.zip", n)), func(p string) error { return tinyZIP(ctx, p, n) })
			if err != nil {
				return m, err
			}
			return o.wholePath(ctx, m, z.path, n, true)
		}})
		if n > pathLargest {
			continue
		}
		list = append(list, measure{fmt.Sprintf("path-xdomea-%d", n), func(ctx context.Context, o options) (measurement, error) {
			m := measurement{Title: fmt.Sprintf("The whole path: xdomea 0503 of %d documents", n),
				Data: fmt.Sprintf("%d Akten, %d Vorgänge, all A, %d text documents in one ZIP.", n/pathDossiers, n/pathDossier, n)}
			d, err := build(filepath.Join(o.work, fmt.Sprintf("path-xdomea-%d", n)),
				func(p string) error { return archiveWorthy(ctx, p, n) })
			if err != nil {
				return m, err
			}
			zips, err := filepath.Glob(filepath.Join(d.path, "*.zip"))
			if err != nil || len(zips) != 1 {
				return m, fmt.Errorf("%d containers in %s: %w", len(zips), d.path, err)
			}
			return o.wholePath(ctx, m, zips[0], n, false)
		}})
	}
	return list
}

// archiveWorthy makes a message of n documents in Vorgänge that are all A.
func archiveWorthy(ctx context.Context, dir string, n int) error {
	p, err := generate.Make(work.Kinds(time.Now), generate.Plan{Kind: "xdomea-0503", Seed: 9, Dossiers: n / pathDossiers,
		Cases: pathDossier, Documents: pathDossier, Mix: []string{"txt"}, Ratings: []string{"A"}})
	if err != nil {
		return err
	}
	_, err = p.Write(ctx, dir)
	return err
}

// wholePath runs every step once on a workspace of its own, which is removed
// afterwards: the packages of a million files need some 6 GB.
func (o options) wholePath(ctx context.Context, m measurement, delivery string, n int, undecided bool) (measurement, error) {
	m.Steps, m.Promise = true, fmt.Sprintf("at most %d MB in every step; open on screen in at most %d s", scaleLimitMB, openSeconds)
	data := filepath.Join(o.work, "path-workspace")
	if err := os.RemoveAll(data); err != nil {
		return m, err
	}
	defer os.RemoveAll(data)
	receive := []string{"receive", "--check", delivery}
	if undecided { // what nothing describes is a file share only where a person says so
		receive = slices.Insert(receive, 2, "--kind", "files")
	}
	before := []step{
		{"", "", []string{"settings", "archive=" + pathArchive}},
		{"receive --check", "copied with digest, then checked", receive},
		{"list", "portions", []string{"list"}},
		{"show", "one portion", []string{"show", pathPortion}},
		{"report", "as PDF/A", []string{"report", pathPortion}},
		{"", "", []string{"receive", "accept", pathPortion}},
	}
	after := []step{
		{"appraise list", "units with size, formats, duplicates", []string{"appraise", pathPortion, "list"}},
		{"appraise finish", "with the letters", []string{"appraise", pathPortion, "finish"}},
		{"package", "each written, verified from the disk, its text indexed", []string{"package", pathPortion}},
	}
	if undecided {
		after = slices.Insert(after, 1, step{"appraise set", "all at once", []string{"appraise", pathPortion, "set", pathPortion, "a"}})
	}
	for _, s := range slices.Concat(before, after) {
		if err := o.step(ctx, &m, data, s); err != nil {
			return m, err
		}
	}
	// What is looked at inside this process comes last: a child counts the memory of
	// its parent until it becomes another program.
	rows, err := onScreen(ctx, data, n)
	if err != nil {
		return m, err
	}
	m.Rows = append(m.Rows, rows...)
	return sized(m, data, n)
}

// step is one call of the program; one without name is needed and not measured.
type step struct {
	name, note string
	args       []string
}

func (o options) step(ctx context.Context, m *measurement, data string, s step) error {
	c := contender{name: "laufzettel-cli " + s.name, args: append([]string{o.cli}, s.args...),
		env: []string{"LAUFZETTEL_DATA=" + data, "LAUFZETTEL_PERSON=M. Ahrens"}}
	row := subject{Name: s.name, Note: s.note}
	if err := once(ctx, c, &row, true); err != nil {
		return err
	}
	if s.name != "" {
		m.Rows = append(m.Rows, row)
	}
	return nil
}

// onScreen measures what the portion's screen reads: counts, tree and findings with
// the first page of the files, the way to the last page, and one more page.
func onScreen(ctx context.Context, data string, n int) (rows []subject, err error) {
	w, err := work.Open(ctx, data, office.Options{Person: "M. Ahrens"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	timed := func(name, note string, look func() error) {
		began := time.Now()
		if err == nil {
			err = look()
		}
		rows = append(rows, subject{Name: name, Note: note, Seconds: []float64{time.Since(began).Seconds()}})
	}
	page := func(offset int) error {
		files, err := w.Intake.Delivered(ctx, pathPortion, offset, pathPageFiles)
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("no files at %d", offset)
		}
		return err
	}
	timed(rowOpen, "records down to the units, findings, history, first page of the files", func() error {
		_, err := w.Desk.Outlined(ctx, pathPortion)
		if err == nil {
			_, err = w.Intake.Report(ctx, pathPortion)
		}
		if err == nil {
			_, err = w.Office.Events(ctx, pathPortion)
		}
		return errors.Join(err, page(0))
	})
	timed("files: to the end", "last page, the first time", func() error { return page(n - pathPageFiles) })
	timed("files: one page", "in the middle", func() error { return page(n / 2) })
	return rows, err
}

// rowOpen is the row the promise of opening a portion is about.
const rowOpen = "open the portion"

// sized notes what the workspace needs on the disk and judges the promise.
func sized(m measurement, data string, n int) (measurement, error) {
	packages, err := dirMB(filepath.Join(data, "packages"))
	if err != nil {
		return m, err
	}
	var database int64
	files, err := filepath.Glob(filepath.Join(data, "laufzettel.db*"))
	if err != nil {
		return m, err
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return m, err
		}
		database += info.Size()
	}
	m.Data += fmt.Sprintf(" Afterwards the database has %.0f MB (%d bytes per file), the packages have %.0f MB.", float64(database)/(1<<20),
		database/int64(n), packages)
	kept := median(row(m.Rows, rowOpen).Seconds) <= openSeconds
	for _, r := range m.Rows {
		kept = kept && r.PeakMB <= scaleLimitMB
	}
	m.Kept = yes(kept)
	return m, nil
}
