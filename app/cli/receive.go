package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
)

func receiveCommands() []command {
	return []command{
		{"receive", "[--check] [--accession ID] [--redelivery ID] PATH...", "cli.help.receive", runReceive},
		{"receive list", "[--json]", "cli.help.list", runList},
		{"receive show", "[--json] ID", "cli.help.show", runShow},
		{"receive check", "[--json] [--profile ID|FILE] [--kind K] [--no-pdfa] ID", "cli.help.recheck", runRecheck},
		{"receive verapdf", "[--json] ID", "cli.help.verapdf", runVeraPDF},
		{"receive report", "ID [--format pdf|json]", "cli.help.report", runReport},
		{"receive claim", "ID [--ask] [--edit FILE]", "cli.help.claim", runClaim},
		{"receive accept", "ID [--exception --reason TEXT]", "cli.help.accept", runAccept},
		{"receive return", "ID [--confirm]", "cli.help.return", runReturn},
		{"list", "[--json]", "cli.help.list", runList},
		{"show", "[--json] ID", "cli.help.show", runShow},
		{"report", "ID [--format pdf|json]", "cli.help.report", runReport},
		{"claim", "ID [--ask] [--edit FILE]", "cli.help.claim", runClaim},
	}
}

func runReceive(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive")
	checkToo := fs.Bool("check", false, "")
	into := fs.String("accession", "", "")
	replaces := fs.String("redelivery", "", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		var ends []error
		for _, path := range paths {
			ends = append(ends, receiveOne(e, ctx, w, path, *into, *replaces, *checkToo))
			if ctx.Err() != nil {
				break
			}
		}
		return worstOf(e, ends)
	})
}

func receiveOne(e *env, ctx context.Context, w *work.House, path, into, replaces string, checkToo bool) error {
	p, err := w.Books.ReceiveInto(ctx, path, into, replaces, nil)
	if err != nil {
		return err
	}
	if err := e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.Name) }); err != nil || !checkToo {
		return err
	}
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Progress: e.progress(p.Name)})
	e.endProgress()
	if err != nil {
		return err
	}
	return reportOut(e, rep)
}

func runList(ctx context.Context, e *env, args []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Intake.Portions.List(ctx)
		if err != nil {
			return err
		}
		if all == nil {
			all = []transfer.Portion{}
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				fmt.Fprintf(out, "%s  %-24s %-14s %s  %s\n", p.ID, p.State.German(), p.Kind, p.Agency, p.Name)
			}
			if len(all) == 0 {
				e.say("cli.list.empty")
			}
		})
	})
}

// portionView is what show prints.
type portionView struct {
	transfer.Portion
	Ways     []intake.Outcome   `json:"ways"`
	Letters  []transfer.Letter  `json:"letters"`
	Packages []transfer.Package `json:"packages"`
}

func runShow(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("show"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		v, err := view(ctx, w, ids[0])
		if err != nil {
			return err
		}
		return e.result(v, func(out io.Writer) {
			fmt.Fprintf(out, "%s  %s\n  %s, %s %s\n  %s\n", v.ID, v.Name, v.State.German(), v.Kind, v.Standard, v.Agency)
			fmt.Fprintf(out, "  %s\n", e.text("cli.show.numbers", v.Files, v.Bytes, v.Errors, v.Warnings, v.Notes))
			for _, l := range v.Letters {
				fmt.Fprintf(out, "  %s\n", l.Path)
			}
			for _, p := range v.Packages {
				fmt.Fprintf(out, "  %s  %s  %s  %s\n", p.ReferenceCode, p.PID, p.State, p.Path)
			}
		})
	})
}

func view(ctx context.Context, w *work.House, id string) (v portionView, err error) {
	if v.Portion, err = w.Intake.Portions.Get(ctx, id); err != nil {
		return v, err
	}
	if rep, err := w.Intake.Report(ctx, id); err == nil && v.State == transfer.Checked {
		v.Ways = w.Intake.Ways(rep)
	}
	if v.Letters, err = w.Intake.Portions.Letters(ctx, id); err != nil {
		return v, err
	}
	v.Packages, err = w.Intake.Portions.Packages(ctx, id)
	return v, err
}

func runRecheck(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive check")
	var o intake.CheckOptions
	fs.StringVar(&o.Profile, "profile", "", "")
	fs.StringVar(&o.Kind, "kind", "", "")
	fs.BoolVar(&o.NoPDFA, "no-pdfa", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		o.Progress = e.progress(ids[0])
		rep, err := w.Intake.Check(ctx, ids[0], o)
		e.endProgress()
		if err != nil {
			return err
		}
		return reportOut(e, rep)
	})
}

// runVeraPDF lets veraPDF judge the PDF files of a checked portion again.
func runVeraPDF(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("receive verapdf"), args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		rep, err := w.Intake.RecheckPDFA(ctx, ids[0])
		if err != nil {
			return err
		}
		return reportOut(e, rep)
	})
}

func runReport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("report")
	format := fs.String("format", "pdf", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *format == "json" || e.json {
			rep, err := w.Intake.Report(ctx, ids[0])
			if err != nil {
				return err
			}
			e.json = true
			return e.result(rep, nil)
		}
		if *format != "pdf" {
			return errUsage{e.text("cli.bad-option", "report", *format)}
		}
		path, err := w.Claims.CheckReport(ctx, ids[0])
		if err != nil {
			return err
		}
		fmt.Fprintln(e.out, path)
		return nil
	})
}

// runClaim writes the draft of the claim; --ask asks for named files instead of
// returning everything, --edit takes the texts of a changed draft (JSON) in.
func runClaim(ctx context.Context, e *env, args []string) error {
	fs := e.flags("claim")
	edit := fs.String("edit", "", "")
	ask := fs.Bool("ask", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		draft := w.Claims.Claim
		if *ask {
			draft = func(ctx context.Context, id string) (report.Claim, error) {
				return w.Claims.DraftClaim(ctx, id, check.AskForFiles)
			}
		}
		c, err := draft(ctx, ids[0])
		if err != nil {
			return err
		}
		if *edit != "" {
			if c, err = readClaim(*edit); err != nil {
				return err
			}
			if err := w.Claims.SaveClaim(ctx, ids[0], c); err != nil {
				return err
			}
		}
		path, err := w.Claims.ClaimPreview(ctx, ids[0])
		if err != nil {
			return err
		}
		return e.result(c, func(out io.Writer) { fmt.Fprintln(out, path) })
	})
}

func readClaim(path string) (c report.Claim, err error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	return c, failure.Wrap(failure.Refused, "read claim", "Der bearbeitete Entwurf lässt sich nicht lesen. Er muss dieselbe Form haben wie die Ausgabe von „claim ID --json“.", err)
}

func runAccept(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive accept")
	exception := fs.Bool("exception", false, "")
	reason := fs.String("reason", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	outcome := intake.Accept
	if *exception {
		outcome = intake.Exception
	}
	return decidePortion(e, ctx, ids[0], outcome, *reason)
}

func runReturn(ctx context.Context, e *env, args []string) error {
	ids, err := e.parse(e.flags("receive return"), args, 1)
	if err != nil {
		return err
	}
	return decidePortion(e, ctx, ids[0], intake.Return, "")
}

func decidePortion(e *env, ctx context.Context, id string, o intake.Outcome, reason string) error {
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Intake.Decide(ctx, id, o, reason)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.State.German()) })
	})
}
