package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/viewer/child"
)

// How long a page may take, in seconds, and which share of the pages of foreign documents is
// within it; the slowest is told.
const (
	mostCold  = 0.3
	mostWarm  = 0.1
	pageShare = 0.95
)

// corpusPages draws the first page of every PDF of the shared material, four times over:
// documents that nobody of us has made, many of them faulty on purpose. The memory is the
// child's after all of them.
func corpusPages(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Pages of foreign PDFs",
		Promise: fmt.Sprintf("from the key at most %.0f ms warm, at most %.0f ms cold, %.0f of 100 pages (child process started)",
			mostWarm*1000, mostCold*1000, pageShare*100)}
	names, err := foreignPDFs(o.testdata())
	if err != nil {
		return m, err
	}
	p := child.New(filepath.Join(o.work, "pdfium"))
	defer p.Close()
	if err := p.Warm(ctx); err != nil {
		return m, err
	}
	cold, warm := subject{Name: "key to page, cold: open and draw"}, subject{Name: "key to page, warm: draw again"}
	refused := 0
	for range corpusRounds {
		for _, name := range names {
			first, again, err := drawOne(ctx, p, name)
			if ctx.Err() != nil {
				return m, ctx.Err()
			}
			if err != nil {
				refused++ // what is no PDF is told as such; how is tested elsewhere
				continue
			}
			cold.Seconds, warm.Seconds = append(cold.Seconds, first), append(warm.Seconds, again)
		}
	}
	cold.PeakMB = float64(p.Peak()) / (1 << 20)
	cold.Note, warm.Note = spread(cold.Seconds), spread(warm.Seconds)
	m.Rows = []subject{cold, warm}
	m.Data = fmt.Sprintf("First page of %d PDFs of the shared material, 1240 pixels wide, %d times over; %d drawn, %d refused. "+
		"Memory is that of the child after all.", len(names), corpusRounds, len(cold.Seconds), refused)
	m.Kept = "not measured"
	if len(cold.Seconds) > 0 {
		m.Kept = yes(within(cold.Seconds, pageShare) <= mostCold && within(warm.Seconds, pageShare) <= mostWarm)
	}
	for i := range m.Rows {
		m.Rows[i].Seconds = thinned(m.Rows[i].Seconds)
	}
	return m, nil
}

// corpusRounds is how often each document is opened.
const corpusRounds = 4

// testdata is the folder of the shared material.
func (o options) testdata() string { return filepath.Join(filepath.Dir(o.draw), "..", "testdata") }

func foreignPDFs(dir string) (names []string, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(name), ".pdf") {
			names = append(names, name)
		}
		return err
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no PDF below %s", dir)
	}
	return names, err
}

// within gives the value that this share of all does not exceed.
func within(values []float64, share float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[min(len(s)-1, int(share*float64(len(s))))]
}

// thinned gives some of many values, from the fastest to the slowest, so that the record of a
// measurement stays readable.
func thinned(values []float64) []float64 {
	const steps = 20
	if len(values) <= steps {
		return values
	}
	var out []float64
	for i := range steps + 1 {
		out = append(out, within(values, float64(i)/steps))
	}
	return out
}

func spread(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f of 100 within %s s, slowest %s s", pageShare*100, seconds(within(values, pageShare)),
		seconds(slices.Max(values)))
}
