package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
)

// scaleLimitMB is the promise of memory while checking a million files.
const scaleLimitMB = 400

// scaleSteps check 10⁴, 10⁵ … files up to the largest step, in a folder and in
// one ZIP. One round each: memory is what counts here.
func scaleSteps(o options) []measure {
	var list []measure
	for n := 10_000; n <= o.scale; n *= 10 {
		for _, form := range []string{"folder", "zip"} {
			list = append(list, measure{fmt.Sprintf("scale-%s-%d", form, n), func(ctx context.Context, o options) (measurement, error) {
				return scaleStep(ctx, o, form, n)
			}})
		}
	}
	return append(list, pathSteps(o)...)
}

func scaleStep(ctx context.Context, o options, form string, n int) (measurement, error) {
	m := measurement{Title: fmt.Sprintf("Scale: %d files, %s", n, form), Promise: fmt.Sprintf("at most %d MB, flat", scaleLimitMB)}
	path := filepath.Join(o.work, fmt.Sprintf("scale-%d", n))
	fill := func(p string) error { return tinyFiles(ctx, p, n) }
	if form == "zip" {
		path += ".zip"
		fill = func(p string) error { return tinyZIP(ctx, p, n) }
	}
	d, err := build(path, fill)
	if err != nil {
		return m, err
	}
	c := o.ours(d.path)
	data := filepath.Join(o.work, "scale-workspace-"+fmt.Sprint(n)+form)
	c.env = []string{"LAUFZETTEL_DATA=" + data, "LAUFZETTEL_PERSON=M. Ahrens"}
	s := subject{Name: c.name, Note: c.note}
	if err := once(ctx, c, &s, true); err != nil {
		return m, err
	}
	size, err := dirMB(data)
	if err != nil {
		return m, err
	}
	s.Note = fmt.Sprintf("%s; %.0f files/s; workspace afterwards %.0f MB", s.Note, float64(n)/median(s.Seconds), size)
	m.Data = fmt.Sprintf("%d text files of about 100 bytes, a thousand to a folder.", n)
	m.Rows = []subject{s}
	m.Kept = yes(s.PeakMB <= scaleLimitMB)
	return m, nil
}

func dirMB(dir string) (float64, error) {
	var n int64
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return float64(n) / (1 << 20), err
}
