package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// scaleLimitMB is the promise of memory while checking a million files.
const scaleLimitMB = 400

// scaleSteps check 10⁴, 10⁵ … files up to the largest step, in a folder and in
// one ZIP, and messages of as many documents in a drop, beside a letter, which the look
// at the drop and the check of the piece each read. One round each: memory is what counts
// here.
func scaleSteps(o options) []measure {
	var list []measure
	for n := 10_000; n <= o.scale; n *= 10 {
		forms := []string{"folder", "zip"}
		if n <= pathLargest {
			forms = append(forms, "drop")
		}
		for _, form := range forms {
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
	m.Data = fmt.Sprintf("%d text files of about 100 bytes, a thousand to a folder.", n)
	switch form {
	case "zip":
		path += ".zip"
		fill = func(p string) error { return tinyZIP(ctx, p, n) }
	case "drop":
		path += "-drop"
		fill = func(p string) error { return errors.Join(archiveWorthy(ctx, p, n), letter(p)) }
		m.Data = fmt.Sprintf("A folder with a letter and one xdomea 0503 of %d text documents in a ZIP.", n)
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
	m.Rows = []subject{s}
	m.Kept = yes(s.PeakMB <= scaleLimitMB)
	return m, nil
}

// letter makes a drop of a folder: a container with a letter beside it.
func letter(dir string) error {
	return os.WriteFile(filepath.Join(dir, "Anschreiben.txt"), []byte("Sehr geehrte Damen und Herren, anbei die Lieferung.\n"), 0o600)
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
