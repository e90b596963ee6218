package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

func receiveCommands() []command {
	return []command{
		{"receive", "[--check] [--kind K] [--propose] [--yes] [--assign PIECE=ACCESSION]... [--accession ID] [--redelivery ID] PATH...",
			"cli.help.receive", runReceive, people.Receive},
		{"receive list", "[--json]", "cli.help.list", runList, free},
		{"receive show", "[--json] ID", "cli.help.show", runShow, free},
		{"receive check", "[--json] [--profile ID|FILE] [--kind K] [--no-pdfa] ID", "cli.help.recheck", runRecheck, people.Check},
		{"receive verapdf", "[--json] ID", "cli.help.verapdf", runVeraPDF, people.Check},
		{"receive report", "ID [--format pdf|json]", "cli.help.report", runReport, free},
		{"receive claim", "ID [--ask] [--edit FILE] [--mention CODE,…|none] [--leave CODE,…|none] [--mail FILE]", "cli.help.claim",
			runClaim, free},
		{"receive accept", "ID [--exception --reason TEXT]", "cli.help.accept", runAccept, people.Decide},
		{"receive return", "ID [--confirm]", "cli.help.return", runReturn, people.Decide},
		{"receive halt", "ID --reason TEXT", "cli.help.halt", runHalt, people.Decide},
		{"receive files", "[--json] [--from N] [--limit N] ID", "cli.help.files", runFiles, free},
		{"receive discard", "ID --reason TEXT --medium TEXT [--offer] [--confirm]", "cli.help.discard", runDiscard, people.Decide},
		{"list", "[--json]", "cli.help.list", runList, free},
		{"show", "[--json] ID", "cli.help.show", runShow, free},
		{"report", "ID [--format pdf|json]", "cli.help.report", runReport, people.Check},
		{"claim", "ID [--ask] [--edit FILE] [--mention CODE,…|none] [--leave CODE,…|none] [--mail FILE]", "cli.help.claim", runClaim,
			people.Write},
	}
}

// intaking is how a call of receive takes things in.
type intaking struct {
	into, replaces string
	kind           string // the whole path is one delivery of this kind
	checkToo, yes  bool
	assigned       intake.Assignment
}

func runReceive(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive")
	var in intaking
	var assign list
	fs.BoolVar(&in.checkToo, "check", false, "")
	fs.BoolVar(&in.yes, "yes", false, "")
	propose := fs.Bool("propose", false, "")
	fs.StringVar(&in.into, "accession", "", "")
	fs.StringVar(&in.kind, "kind", "", "")
	fs.StringVar(&in.replaces, "redelivery", "", "")
	fs.Var(&assign, "assign", "")
	paths, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if in.assigned, err = assignment(e, assign); err != nil {
		return err
	}
	if in.kind != "" && (*propose || len(assign) > 0) {
		return errUsage{e.text("cli.receive.kind-is-whole")}
	}
	return e.with(ctx, func(w *work.House) error {
		if err := (intake.Drops{Intake: w.Intake}).KnowsKind(in.kind); err != nil {
			return err
		}
		var ends []error
		drops := intake.DropsOf(paths)
		if in.kind != "" {
			drops = paths
		}
		for _, path := range drops {
			do := receiveDrop
			if *propose {
				do = proposeDrop
			}
			ends = append(ends, do(e, ctx, w, path, in))
			if ctx.Err() != nil {
				break
			}
		}
		return worstOf(e, ends)
	})
}

// assignment reads --assign PIECE=ACCESSION; "neu" opens a new one, "-" leaves it out.
func assignment(e *env, words []string) (intake.Assignment, error) {
	out := intake.Assignment{}
	for _, word := range words {
		piece, to, ok := strings.Cut(word, "=")
		if !ok || piece == "" || to == "" {
			return nil, errUsage{e.text("cli.bad-option", "receive", word)}
		}
		out[piece] = to
	}
	return out, nil
}

// proposeDrop only says what a drop holds and where it would go.
func proposeDrop(e *env, ctx context.Context, w *work.House, path string, _ intaking) error {
	p, err := w.Books.Proposal(ctx, path)
	if err != nil {
		return err
	}
	return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.Sentence.In(e.words.language)) })
}

// receiveDrop proposes and takes in: what is plain without a question, else after a yes,
// by --yes or by --assign. The sentence of a drop goes to stderr, beside the portions.
func receiveDrop(e *env, ctx context.Context, w *work.House, path string, in intaking) error {
	if in.into != "" || in.replaces != "" || in.kind != "" {
		taken, err := w.Books.ReceiveAs(ctx, path, in.kind, in.into, in.replaces, copying(e, filepath.Base(path)))
		e.endProgress()
		ends := []error{err}
		for _, x := range taken {
			ends = append(ends, received(e, ctx, w, x, in))
		}
		return worstOf(e, ends)
	}
	p, err := w.Books.Proposal(ctx, path)
	if err != nil {
		return err
	}
	if !p.Single() && !p.Plain() && !in.yes && len(in.assigned) == 0 && e.interactive() {
		in.yes = e.ask(p.Sentence.In(e.words.language) + "\n" + e.text("cli.receive.ask"))
	}
	taken, err := w.Books.TakeDrop(ctx, p, in.assigned, in.yes, copying(e, filepath.Base(path)))
	e.endProgress()
	if err != nil && len(taken.Portions)+len(taken.Offered) == 0 {
		return err
	}
	if !p.Single() || len(taken.Offered) > 0 {
		fmt.Fprintln(e.errs, p.Sentence.In(e.words.language))
	}
	ends := []error{err}
	for _, a := range taken.Offered {
		ends = append(ends, offered(e, a))
	}
	for _, x := range taken.Portions {
		ends = append(ends, received(e, ctx, w, x, in))
	}
	return worstOf(e, ends)
}

// received tells a portion that was taken in, and where its bytes were seen before. One
// whose kind a person named is checked at once as that: nothing else recognises it.
func received(e *env, ctx context.Context, w *work.House, p transfer.Portion, in intaking) error {
	if !p.Known.Empty() {
		e.say("cli.receive.known", p.Name, p.Known.In(e.words.language))
	}
	left, err := intake.LeftOut(w.Intake, p)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		e.say("cli.receive.left", len(left), left[0].Path, check.FindingsOfFaults(left[:1])[0].In(e.words.language).Found)
	}
	if err := e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.Name) }); err != nil || !in.checkToo && in.kind == "" {
		return err
	}
	rep, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: in.kind, Progress: e.progress(p.Name)})
	e.endProgress()
	if err != nil {
		return err
	}
	return reportOut(e, rep)
}

// runDiscard takes back a wrong intake; the number stays with reason and place of the medium.
func runDiscard(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receive discard")
	reason := fs.String("reason", "", "")
	medium := fs.String("medium", "", "")
	offer := fs.Bool("offer", false, "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		p, err := w.Clearing.DiscardDelivery(ctx, ids[0], *reason, *medium, *offer)
		if err != nil {
			return err
		}
		a, left, err := w.Clearing.LeftOffer(ctx, p)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) {
			fmt.Fprintln(out, p.ID, p.State.In(e.words.language))
			if left {
				e.say("cli.discard.offer-left", a.Number, p.ID)
			}
		})
	})
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
				fmt.Fprintf(out, "%s  %-24s %-14s %s  %s\n", p.ID, p.State.In(e.words.language), p.Kind, p.Agency, p.Name)
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
			fmt.Fprintf(out, "%s  %s\n  %s, %s %s\n  %s\n", v.ID, v.Name, v.State.In(e.words.language), v.Kind, v.Standard, v.Agency)
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
// returning everything, --edit takes the texts of a changed draft (JSON) in, --mention
// names the notes that the letter tells beside errors and warnings, --leave the causes it
// leaves out; --mail writes the final letter as the draft of a mail.
func runClaim(ctx context.Context, e *env, args []string) error {
	fs := e.flags("claim")
	edit := fs.String("edit", "", "")
	ask := fs.Bool("ask", false, "")
	mention := fs.String("mention", "", "")
	leave := fs.String("leave", "", "")
	mail := fs.String("mail", "", "")
	ids, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *mail != "" {
			return claimMail(ctx, e, w, ids[0], *mail)
		}
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
		if *mention != "" {
			if c, err = w.Claims.Mention(ctx, ids[0], codesOf(*mention)); err != nil {
				return err
			}
		}
		if *leave != "" {
			if c, err = w.Claims.LeaveOut(ctx, ids[0], codesOf(*leave)); err != nil {
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

// codesOf are the codes named in an option; "none" is none.
func codesOf(option string) []string {
	if option == "none" {
		return nil
	}
	return strings.Split(option, ",")
}

// claimMail writes the draft of a mail with the final letter.
func claimMail(ctx context.Context, e *env, w *work.House, id, file string) error {
	draft, err := w.Claims.ClaimMail(ctx, id)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, draft, 0o600); err != nil {
		return failure.Wrap(failure.Setup, "write mail", wording.Say("hint.cli.place-not-writable"), err)
	}
	return e.result(map[string]string{"mail": file}, func(out io.Writer) { fmt.Fprintln(out, file) })
}

func readClaim(path string) (c report.Claim, err error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		c, err = report.ReadClaim(raw)
	}
	if err == nil && c.Empty() {
		err = errors.New("nothing in it")
	}
	return c, failure.Wrap(failure.Refused, "read claim", wording.Say("hint.cli.edited-claim-unreadable"), err)
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
		return e.result(p, func(out io.Writer) { fmt.Fprintln(out, p.ID, p.State.In(e.words.language)) })
	})
}
