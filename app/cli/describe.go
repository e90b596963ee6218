package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/describe"
)

// runDescriptionsOut writes the descriptions of an accession as a table that comes back.
func runDescriptionsOut(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions out")
	target := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *target == "" {
		return errUsage{e.text("cli.too-few", "descriptions out") + "\n" + e.usage("descriptions out")}
	}
	return e.with(ctx, func(w *work.House) error {
		f, err := newFile(*target)
		if err != nil {
			return err
		}
		n, err := w.ContentNotes.TableOut(ctx, rest[0], f)
		if err = errors.Join(err, f.Close()); err != nil {
			return errors.Join(err, os.Remove(*target))
		}
		return e.result(map[string]any{"objects": n, "file": *target},
			func(o io.Writer) { fmt.Fprintln(o, e.text("cli.descriptions.out", n, *target)) })
	})
}

// shownFault and shownDescriptions are what "descriptions in" prints with --json.
type shownFault struct {
	Row    int    `json:"row"`
	Column string `json:"column,omitempty"`
	Text   string `json:"text"`
}

type shownShorter struct {
	Row  int    `json:"row,omitempty"`
	PID  string `json:"pid"`
	Was  string `json:"was"`
	Will string `json:"will"`
	Law  string `json:"byLaw,omitempty"` // what the table of the law gives, where the end is earlier
}

type shownDescriptions struct {
	Accession string         `json:"accession"`
	Encoding  string         `json:"encoding,omitempty"`
	Rows      int            `json:"rows"`
	Changed   int            `json:"changed"`
	Same      int            `json:"same"`
	Aside     int            `json:"aside"` // changed here since, not in the table
	Months    int            `json:"months,omitempty"`
	Titles    int            `json:"titles"`
	Periods   int            `json:"periods"`
	Notes     int            `json:"notes"`
	Closures  int            `json:"closures"`
	Shorter   []shownShorter `json:"shorter"`
	Faults    []shownFault   `json:"faults"`
	More      int            `json:"more,omitempty"` // faults beyond those named
	Taken     bool           `json:"taken"`
}

func (e *env) table(look reading.TableLook, taken bool) shownDescriptions {
	out := shownDescriptions{Accession: look.Accession, Encoding: look.Set, Rows: look.Rows, Changed: len(look.Entries), Same: look.Same,
		Aside: look.Aside, Months: look.Months, Titles: look.Titles,
		Periods: look.Periods, Notes: look.Notes, Closures: look.Closures, Shorter: []shownShorter{}, Faults: []shownFault{},
		More: look.More, Taken: taken}
	for _, s := range look.Shorter {
		out.Shorter = append(out.Shorter, shownShorter{s.Row, s.PID, s.Was, s.Will, s.WillLess})
	}
	for _, f := range look.Faults {
		out.Faults = append(out.Faults, shownFault{f.Row, f.Column, f.Says.In(wording.Commands(e.words.language))})
	}
	return out
}

// runDescriptionsIn takes the table back, or says of every cell that cannot stay why.
func runDescriptionsIn(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions in")
	preview := fs.Bool("preview", false, "")
	reason := fs.String("reason", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		look, err := w.ContentNotes.LookTable(ctx, rest[0], rest[1])
		if err != nil {
			return err
		}
		if *preview || len(look.Faults) > 0 || len(look.Entries) == 0 {
			return e.looked(look)
		}
		if len(look.Shorter) > 0 && *reason == "" && !e.json {
			e.shorter(e.errs, look)
		}
		look, taken, err := w.ContentNotes.TakeTable(ctx, rest[0], rest[1], reading.Consent{Digest: look.Digest, Reason: *reason})
		if err != nil {
			return err
		}
		if !taken {
			return e.looked(look)
		}
		return e.result(e.table(look, true), func(o io.Writer) {
			e.shorter(o, look)
			fmt.Fprintln(o, e.text("cli.descriptions.in", len(look.Entries), look.Titles, look.Periods, look.Notes, look.Closures))
		})
	})
}

// looked prints what a table would change, or its faults.
func (e *env) looked(look reading.TableLook) error {
	err := e.result(e.table(look, false), func(o io.Writer) {
		for _, f := range look.Faults {
			fmt.Fprintln(o, f.Place().In(wording.Commands(e.words.language))+": "+f.Says.In(wording.Commands(e.words.language)))
		}
		if len(look.Faults) > 0 {
			fmt.Fprintln(o, e.text("cli.descriptions.faults", len(look.Faults)+look.More))
			return
		}
		e.shorter(o, look)
		fmt.Fprintln(o, e.text("cli.descriptions.look", look.Rows, look.Set, len(look.Entries), look.Titles, look.Periods, look.Notes,
			look.Closures, look.Aside))
	})
	if err == nil && len(look.Faults) > 0 {
		return errMaterial
	}
	return err
}

// shorter lists the closures that become shorter.
func (e *env) shorter(o io.Writer, look reading.TableLook) {
	for _, s := range look.Shorter {
		line := e.text("cli.descriptions.shorter", s.PID, s.Was, s.Will)
		if s.Row > 0 {
			line = e.text("cli.descriptions.row", s.Row) + line
		}
		if s.WillLess != "" {
			line += e.text("cli.descriptions.shorter.law", s.WillLess)
		}
		fmt.Fprintln(o, line)
	}
}

// runDescriptionsUndo takes the last table of an accession back.
func runDescriptionsUndo(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions undo")
	reason := fs.String("reason", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		look, err := w.ContentNotes.UndoTable(ctx, rest[0], *reason)
		if err != nil {
			if *reason == "" && !e.json {
				e.shorter(e.errs, look)
			}
			return err
		}
		return e.result(e.table(look, true), func(o io.Writer) {
			fmt.Fprintln(o, e.text("cli.descriptions.undone", len(look.Entries), look.Closures))
		})
	})
}

// runDescriptionsSchema prints the form of the table as JSON Schema.
func runDescriptionsSchema(_ context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("descriptions schema"), args, 0); err != nil {
		return err
	}
	enc := json.NewEncoder(e.out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(describe.Schema())
}
