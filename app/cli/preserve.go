package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/pack"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func preserveCommands() []command {
	return []command{
		{"formats plan", "PUID... [--json]", "cli.help.formats-plan", runFormatsPlan, free},
		{"formats viewer", "PUID PROGRAMM... [--note TEXT]", "cli.help.formats-viewer", runFormatsViewer, people.Tools},
		{"convert tools", "[--take DATEI.json] [--json]", "cli.help.convert-tools", runConvertTools, free},
		{"convert", "KENNUNG|SIGNATUR... | --portion ID [--json]", "cli.help.convert", runConvert, people.Write},
		{"measures", "[KENNUNG] [--json]", "cli.help.measures", runMeasures, free},
	}
}

func runFormatsPlan(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("formats plan"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		list, told := w.Packer.PlanTransformation(ctx, rest)
		if _, lost := reading.AsLost(told); told != nil && !lost {
			return told
		}
		return cmp.Or(e.result(list, func(out io.Writer) {
			for _, p := range list {
				tool := p.Converter
				if tool == "" {
					tool = e.text("cli.convert.no-tool")
				}
				if p.Converted {
					tool += ", " + e.text("cli.convert.already")
				}
				fmt.Fprintf(out, "%-20s %s  %4d  %s\n", p.ReferenceCode, p.PID, len(p.Files), tool)
			}
			fmt.Fprintln(out, e.text("cli.convert.planned", len(list)))
		}), told)
	})
}

func runFormatsViewer(ctx context.Context, e *env, args []string) error {
	fs := e.flags("formats viewer")
	note := fs.String("note", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		v := convert.Viewer{PUID: rest[0], Program: strings.Join(rest[1:], " "), Note: *note}
		if err := w.Packer.SetViewer(ctx, v); err != nil {
			return err
		}
		return e.result(v, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.viewer.set", v.PUID, v.Program)) })
	})
}

// shownTool is a converter as convert tools prints it.
type shownTool struct {
	convert.Tool
	Installed bool `json:"installed"`
}

func runConvertTools(ctx context.Context, e *env, args []string) error {
	fs := e.flags("convert tools")
	take := fs.String("take", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *take != "" {
			f, err := os.Open(*take)
			if err != nil {
				return failure.Wrap(failure.Refused, "open "+*take, wording.Say("hint.cli.take-unreadable", *take), err)
			}
			defer f.Close()
			if _, err := w.Packer.TakeTools(ctx, f); err != nil {
				return err
			}
		}
		tools, err := w.Packer.Converters.Tools(ctx)
		if err != nil {
			return err
		}
		list := []shownTool{}
		for _, t := range tools {
			_, err := t.Installed()
			list = append(list, shownTool{t, err == nil})
		}
		return e.result(list, func(out io.Writer) {
			for _, t := range list {
				state := e.text("cli.convert.missing")
				if t.Installed {
					state = e.text("cli.convert.installed")
				}
				fmt.Fprintf(out, "%-14s %-20s %s\n    %s → %s\n", t.ID, t.Program, state, strings.Join(t.Extensions, " "), t.Target)
			}
		})
	})
}

func runConvert(ctx context.Context, e *env, args []string) error {
	fs := e.flags("convert")
	portion := fs.String("portion", "", "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	if (*portion == "") == (len(rest) == 0) {
		return errUsage{e.text("cli.too-few", "convert") + "\n" + e.usage("convert")}
	}
	return e.with(ctx, func(w *work.House) error {
		list := []pack.Conversion{}
		step := func(done, total int, name string) { e.say("cli.convert.step", done+1, total, name) }
		var err error
		if *portion != "" {
			list, err = w.Packer.ConvertPortion(ctx, *portion, step)
		}
		for _, key := range rest {
			var c pack.Conversion
			if c, err = w.Packer.Convert(ctx, key, step); err != nil {
				break
			}
			list = append(list, c)
		}
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) {
			for _, c := range list {
				if c.PID == "" {
					fmt.Fprintln(out, e.text("cli.convert.nothing", c.ReferenceCode))
				} else {
					fmt.Fprintln(out, e.text("cli.convert.made", c.ReferenceCode, c.PID, c.Earlier))
				}
				e.printMeasures(out, c.Measures)
			}
		})
	})
}

func (e *env) printMeasures(out io.Writer, list []convert.Measure) {
	for _, m := range list {
		fmt.Fprintf(out, "  %s  %s: %s  %s → %s  %s\n", m.At.Format("2006-01-02 15:04"), e.text("preserve.outcome."+m.Outcome), m.Path,
			m.From, m.To, strings.TrimSpace(m.Software+" "+m.Detail))
	}
}

func runMeasures(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("measures"), args, 0)
	if err != nil {
		return err
	}
	pid := ""
	if len(rest) > 0 {
		pid = rest[0]
	}
	return e.with(ctx, func(w *work.House) error {
		list, err := w.Packer.Converters.Measures(ctx, pid)
		if err != nil {
			return err
		}
		return e.result(list, func(out io.Writer) { e.printMeasures(out, list) })
	})
}
