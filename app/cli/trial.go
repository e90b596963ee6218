package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/trial"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
)

// agreeCommands set up what is agreed with an agency and try it before the first
// real delivery.
func agreeCommands() []command {
	return []command{
		{"trial", "[--json] PFAD --out DIR", "cli.help.trial", runTrial},
		{"profile set", "ID [--new] ANGABE=WERT...", "cli.help.profile.set", runProfileSet},
		{"profile fields", "[--json] [ID]", "cli.help.profile.fields", runProfileFields},
	}
}

func runTrial(ctx context.Context, e *env, args []string) error {
	fs := e.flags("trial")
	dir := fs.String("out", "", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		t, err := w.Trials.Trial(ctx, paths[0], *dir)
		if err != nil {
			return err
		}
		err = e.result(t, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.trial.head"))
			for _, s := range t.Steps {
				mark := e.text("cli.trial.done")
				if !s.Done {
					mark = e.text("cli.trial.ends")
				}
				fmt.Fprintf(out, "  %s  %s  %s\n", mark, s.Name, s.Detail)
			}
			for _, p := range t.Papers {
				fmt.Fprintln(out, p)
			}
		})
		if err == nil && (t.Verdict != check.Accepted || slices.ContainsFunc(t.Steps, func(s trial.TrialStep) bool { return !s.Done })) {
			return errMaterial
		}
		return err
	})
}

func runProfileSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("profile set")
	begin := fs.Bool("new", false, "")
	words, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	values := map[string]string{}
	for _, a := range words[1:] {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return errUsage{e.text("cli.profile.bad-pair", a)}
		}
		values[name] = strings.ReplaceAll(value, `\n`, "\n")
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Clerk.SetProfileFields(ctx, words[0], values, *begin)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.Agency) })
	})
}

// fieldRow is one statement of a profile with its explanation.
type fieldRow struct {
	Name  string `json:"name"`
	Group string `json:"group"`
	Label string `json:"label"`
	Help  string `json:"help"`
	Value string `json:"value,omitempty"`
}

func runProfileFields(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("profile fields"), args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p := &profile.Profile{}
		if len(ids) > 0 {
			if p, err = w.Intake.Profiles.Get(ctx, ids[0]); err != nil {
				return err
			}
		}
		var rows []fieldRow
		for _, f := range profile.Fields() {
			rows = append(rows, fieldRow{f.Name, f.Group, f.Label, f.Explain(p), f.Value(p)})
		}
		return e.result(rows, func(out io.Writer) {
			group := ""
			for _, r := range rows {
				if r.Group != group {
					group = r.Group
					fmt.Fprintf(out, "\n%s\n", group)
				}
				fmt.Fprintf(out, "  %-28s %s: %s\n", r.Name, r.Label, r.Help)
				if r.Value != "" {
					fmt.Fprintf(out, "  %-28s = %s\n", "", strings.ReplaceAll(r.Value, "\n", "\n  "+strings.Repeat(" ", 31)))
				}
			}
		})
	})
}
