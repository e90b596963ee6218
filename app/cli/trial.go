package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/clerk"
	"laufzettel/app/work/trial"
	"laufzettel/transfer/check"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// agreeCommands set up what is agreed with an agency and try it before the first
// real delivery.
func agreeCommands() []command {
	return []command{
		{"trial", "[--json] PFAD --out DIR", "cli.help.trial", runTrial, people.Check},
		{"profile set", "ID [--new] ANGABE=WERT...", "cli.help.profile.set", runProfileSet, people.Profile},
		{"profile fields", "[--json] [ID]", "cli.help.profile.fields", runProfileFields, free},
		{"profile layout survey", "[--json] MUSTER", "cli.help.profile.layout.survey", runLayoutSurvey, people.Profile},
		{"profile layout check", "[--json] ID|DATEI MUSTER", "cli.help.profile.layout.check", runLayoutCheck, people.Profile},
		{"profile layout set", "[--json] ID DATEI MUSTER", "cli.help.profile.layout.set", runLayoutSet, people.Profile},
		{"profile layout show", "[--json] ID", "cli.help.profile.layout.show", runLayoutShow, free},
		{"profile layout remove", "ID NAME", "cli.help.profile.layout.remove", runLayoutRemove, people.Profile},
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
		lang := e.words.language
		if e.json { // programs read what they always read
			lang = wording.German
		}
		var rows []fieldRow
		for _, f := range profile.Fields() {
			rows = append(rows, fieldRow{f.Name, f.Group.In(lang), f.Label.In(lang), f.Explain(p).In(lang), f.Value(p)})
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

func runLayoutSurvey(ctx context.Context, e *env, args []string) error {
	paths, err := e.parse(e.flags("profile layout survey"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		s, err := w.Clerk.SurveyLayout(ctx, paths[0])
		if err != nil {
			return err
		}
		return e.result(s, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.layout.shapes"))
			printFound(out, s.Shapes)
			for _, f := range s.Files {
				fmt.Fprintf(out, "\n%s (%s)\n", f.Path, strings.TrimSpace(f.Type+" "+f.Encoding))
				printFound(out, f.Found)
				if f.Fault != "" {
					fmt.Fprintln(out, "  "+f.Fault)
				}
			}
		})
	})
}

func printFound(out io.Writer, found []layout.Found) {
	for _, f := range found {
		fmt.Fprintf(out, "  %6d  %-40s %s\n", f.Count, f.Path, strings.Join(f.Examples, " · "))
	}
}

func runLayoutCheck(ctx context.Context, e *env, args []string) error {
	words, err := e.parse(e.flags("profile layout check"), args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clerk.LayoutsAt(ctx, words[0])
		if err != nil {
			return err
		}
		var tried []*clerk.LayoutTrial
		for i := range all {
			t, err := w.Clerk.TryLayout(ctx, &all[i], words[1])
			if err != nil {
				return err
			}
			tried = append(tried, t)
		}
		err = e.result(tried, func(out io.Writer) {
			for _, t := range tried {
				e.printLayoutTrial(out, t)
			}
		})
		if err == nil && !slices.ContainsFunc(tried, func(t *clerk.LayoutTrial) bool { return t.Fits }) {
			return errMaterial
		}
		return err
	})
}

func (e *env) printLayoutTrial(out io.Writer, t *clerk.LayoutTrial) {
	head := "cli.layout.fits"
	if !t.Fits {
		head = "cli.layout.lacks"
	}
	fmt.Fprintln(out, e.text(head, t.Layout, t.Kind))
	for _, r := range t.Read {
		fmt.Fprintf(out, "  %-28s %5d/%-5d %s = %s\n", r.Name, r.Records, r.Of, r.Label, r.Example)
	}
	for _, r := range t.Missing {
		fmt.Fprintf(out, "  %-28s %s\n", r.Name, e.text("cli.layout.missing", r.Label, r.Source))
	}
	for _, p := range t.Problems {
		fmt.Fprintln(out, "  "+p)
	}
}

func runLayoutSet(ctx context.Context, e *env, args []string) error {
	words, err := e.parse(e.flags("profile layout set"), args, 3)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		t, err := w.Clerk.SetLayout(ctx, words[0], words[1], words[2])
		if err != nil {
			return err
		}
		return e.result(t, func(out io.Writer) { e.printLayoutTrial(out, t) })
	})
}

func runLayoutShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("profile layout show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clerk.Layouts(ctx, ids[0])
		if err != nil {
			return err
		}
		if all == nil {
			all = []layout.Layout{}
		}
		return e.result(all, func(out io.Writer) {
			for i := range all {
				_ = all[i].Write(out) // the terminal is the person's
			}
		})
	})
}

func runLayoutRemove(ctx context.Context, e *env, args []string) error {
	words, err := e.parse(e.flags("profile layout remove"), args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return w.Clerk.RemoveLayout(ctx, words[0], words[1]) })
}
