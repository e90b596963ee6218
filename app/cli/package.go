package main

import (
	"context"
	"fmt"
	"io"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func packageCommands() []command {
	return append([]command{
		{"package", "ID [--level case|dossier|share|folder|TIEFE] [--max-files N | --whole] | ID --renumber CODE|PID|all [--reason TEXT]",
			"cli.help.package", runPackage, people.Package},
		{"answer", "ID 0502|0504|0506|0507 [--out DIR]", "cli.help.answer", runAnswer, people.Write},
		{"aip check", "[--json] FILE...", "cli.help.aip-check", runAIPCheck, free},
		{"aip diff", "[--json] A B", "cli.help.aip-diff", runAIPDiff, free},
	}, trustCommands()...)
}

func runPackage(ctx context.Context, e *env, args []string) error {
	fs := e.flags("package")
	var o intake.PackageOptions
	fs.StringVar(&o.Level, "level", "", "")
	fs.IntVar(&o.MaxFiles, "max-files", 0, "")
	whole := fs.Bool("whole", false, "")
	key, reason := fs.String("renumber", "", ""), fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *whole {
		o.MaxFiles = intake.Whole
	}
	if *key == "" && *reason != "" || *key != "" && (o != intake.PackageOptions{}) {
		return errUsage{e.usage("package")}
	}
	return e.with(ctx, func(w *work.House) error {
		order := func() ([]transfer.Package, error) { return w.Packer.PackageWith(ctx, ids[0], o, packaging(e, ids[0])) }
		if *key != "" {
			order = func() ([]transfer.Package, error) {
				return w.Packer.Renumber(ctx, ids[0], *key, *reason, packaging(e, ids[0]))
			}
		}
		packages, err := order()
		e.endProgress()
		if err != nil {
			return err
		}
		if err := tellOwnCodes(ctx, e, w, ids[0]); err != nil {
			return err
		}
		return e.result(packages, func(out io.Writer) {
			for _, p := range packages {
				fmt.Fprintf(out, "%s  %s  %s\n", p.ReferenceCode, p.PID, p.Path)
			}
		})
	})
}

// tellOwnCodes says that nobody at the archive has given the reference codes.
func tellOwnCodes(ctx context.Context, e *env, w *work.House, portion string) error {
	own, err := w.Packer.OwnCodes(ctx, portion)
	if err == nil && own && !e.json {
		e.say("cli.package.own-codes")
	}
	return err
}

func runAnswer(ctx context.Context, e *env, args []string) error {
	fs := e.flags("answer")
	dir := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		a, err := w.Replies.Answer(ctx, rest[0], procedure.Message(rest[1]), *dir)
		if err != nil {
			return err
		}
		if a.Draft {
			e.say("cli.answer.draft")
		}
		return e.result(a.Path, func(out io.Writer) { fmt.Fprintln(out, a.Path) })
	})
}

// proven is one line of aip check.
type proven struct {
	Path     string          `json:"path"`
	Verdict  check.Verdict   `json:"verdict"`
	Findings []check.Finding `json:"findings"`
}

func runAIPCheck(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("aip check"), args, 1)
	if err != nil {
		return err
	}
	var ends []error
	for _, path := range paths {
		ends = append(ends, aipCheck(e, ctx, path))
	}
	return worstOf(e, ends)
}

func aipCheck(e *env, ctx context.Context, path string) error {
	findings, err := aip.VerifyFile(ctx, path)
	if err != nil {
		return err
	}
	row := proven{Path: path, Verdict: check.Accepted, Findings: findings}
	if row.Findings == nil {
		row.Findings = []check.Finding{}
	}
	for _, f := range findings {
		if f.Severity == check.Error {
			row.Verdict = check.Rejected
		}
	}
	err = e.result(row, func(out io.Writer) {
		fmt.Fprintf(out, "%s: %s\n", path, e.text("cli.verdict."+string(row.Verdict)))
		for _, f := range findings {
			printFinding(e, out, f)
		}
	})
	if err == nil && row.Verdict != check.Accepted {
		return errMaterial
	}
	return err
}

func runAIPDiff(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("aip diff"), args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var pair [2]*reading.Opened
		for i, path := range paths[:2] {
			o, err := openPackage(ctx, w, path, "") // what differs is told in the words of the records
			if err != nil {
				return err
			}
			defer o.Close()
			if o.Foreign() {
				return failure.New(failure.Refused, "open package", wording.Say("hint.cli.not-a-package", path))
			}
			pair[i] = o
		}
		d, err := reading.Diff(ctx, pair[0], pair[1])
		if err != nil {
			return err
		}
		err = e.result(d, func(out io.Writer) { printDiff(e, out, d) })
		if err == nil && !d.Equal() {
			return errMaterial
		}
		return err
	})
}

func printDiff(e *env, out io.Writer, d aip.Difference) {
	if d.Equal() {
		fmt.Fprintln(out, e.text("cli.diff.equal"))
	}
	for _, p := range d.OnlyA {
		fmt.Fprintln(out, "- "+p)
	}
	for _, p := range d.OnlyB {
		fmt.Fprintln(out, "+ "+p)
	}
	for _, p := range d.Changed {
		fmt.Fprintln(out, "≠ "+p)
	}
	for _, f := range d.Fields {
		fmt.Fprintf(out, "%s %s: %q → %q\n", f.Object, f.Name, f.A, f.B)
	}
}
