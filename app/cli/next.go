package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

func nextCommands() []command {
	return []command{{"next", "[--json] [--yes] [ID] | --mail DIR [--for PERSON] [--to ADDRESS]", "cli.help.next", runNext, people.Send}}
}

// nextView is one portion as next prints it.
type nextView struct {
	accession.Next
	Command string             `json:"command,omitempty"` // the exact command of the step
	Plain   bool               `json:"plain"`             // done by a yes; every other step is an act of its own
	Done    bool               `json:"done"`
	Then    accession.NextStep `json:"then,omitempty"` // what comes after what was done
}

// runNext says the next step of a portion, or of all that wait, and does it after a
// yes. What decides something anew is only named: it stays an act of its own.
func runNext(ctx context.Context, e *env, args []string) error {
	fs := e.flags("next")
	yes := fs.Bool("yes", false, "")
	var m mailing
	fs.StringVar(&m.dir, "mail", "", "")
	fs.StringVar(&m.person, "for", "", "")
	fs.StringVar(&m.to, "to", "", "")
	ids, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	if m.dir != "" {
		return e.with(ctx, func(w *work.House) error { return m.write(ctx, e, w) })
	}
	return e.with(ctx, func(w *work.House) error {
		if len(ids) > 0 {
			n, err := w.Books.Next(ctx, ids[0])
			if err != nil {
				return err
			}
			return stepOn(ctx, e, w, n, *yes, true)
		}
		list, err := w.Books.Waiting(ctx)
		if err != nil {
			return err
		}
		rows, err := w.Books.BookRows(ctx)
		if err != nil {
			return err
		}
		offers := accession.OffersWaiting(rows)
		if len(list)+len(offers) == 0 {
			e.say("cli.next.empty")
			return nil
		}
		for _, r := range offers { // a note beside the portions: nothing of it is done by a yes
			e.say("cli.next.offer", r.Number, r.Agency, dueText(e, r))
		}
		var ends []error
		for _, n := range list {
			ends = append(ends, stepOn(ctx, e, w, n, *yes, false))
			if ctx.Err() != nil {
				break
			}
		}
		return worstOf(e, ends)
	})
}

// mailing writes drafts of mails that say what waits for whom (A3).
type mailing struct{ dir, person, to string }

func (m mailing) write(ctx context.Context, e *env, w *work.House) error {
	all, err := w.Books.WaitingFor(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return failure.Wrap(failure.Setup, "make folder of drafts", wording.Say("hint.cli.folder-not-made", m.dir), err)
	}
	names := []string{}
	for _, t := range all {
		if m.person != "" && !strings.EqualFold(t.Person, m.person) {
			continue
		}
		draft, err := w.Books.MailDraft(t, m.to)
		if err != nil {
			return err
		}
		name := filepath.Join(m.dir, t.MailName())
		if err := durable.WriteFile(name, draft, 0o600); err != nil {
			return failure.Wrap(failure.Setup, "write draft", wording.Say("hint.cli.file-not-made"), err)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return failure.New(failure.Refused, "draft mail", wording.Say("hint.accession.nothing-waits"))
	}
	return e.result(names, func(out io.Writer) { fmt.Fprintln(out, strings.Join(names, "\n")) })
}

// stepOn says the step of one portion and does it where a person wants that. Asked
// for one portion by name, a yes to what only a person may decide is refused (exit
// code 2); among all that wait it is passed by. So is an acceptance with warnings:
// nobody has looked at them.
func stepOn(ctx context.Context, e *env, w *work.House, n accession.Next, yes, named bool) error {
	v := nextView{Next: n, Command: commandFor(n), Plain: n.Plain() && (named || n.Step != accession.NextAccept || n.Warnings == 0)}
	if !e.json {
		printNext(e, v)
	}
	if v.Plain && !yes && e.interactive() {
		yes = e.ask(e.text("cli.next.ask"))
	}
	if !v.Plain || !yes {
		if e.json {
			if err := e.result(v, nil); err != nil {
				return err
			}
		}
		if yes && named && !v.Plain && (n.Held != "" || !n.Step.Waits()) {
			return failure.New(failure.Refused, "next "+n.Portion, wording.Say("cli.next.own"))
		}
		return nil
	}
	did := doStep(ctx, e, w, n)
	after, err := w.Books.Next(context.WithoutCancel(ctx), n.Portion)
	if err != nil {
		return err
	}
	v.Done, v.Then = did == nil || did == errMaterial, after.Step
	if e.json {
		v.Next.State = after.State
		if err := e.result(v, nil); err != nil {
			return err
		}
	} else if v.Done {
		fmt.Fprintf(e.out, "  %s\n", e.text("cli.next.done", e.text("cli.next.step."+string(after.Step))))
	}
	return did
}

// doStep does a plain step by the method of the room it belongs to, which asks for
// the right to it.
func doStep(ctx context.Context, e *env, w *work.House, n accession.Next) error {
	switch n.Step {
	case accession.NextCheck:
		rep, err := w.Intake.Check(ctx, n.Portion, intake.CheckOptions{Progress: e.progress(n.Name)})
		e.endProgress()
		if err == nil && rep.Verdict != check.Accepted {
			return errMaterial
		}
		return err
	case accession.NextAccept:
		_, err := w.Intake.Decide(ctx, n.Portion, intake.Accept, "")
		return err
	case accession.NextPackage:
		_, err := w.Packer.Package(ctx, n.Portion, "", packaging(e, n.Name))
		e.endProgress()
		if err != nil {
			return err
		}
		return tellOwnCodes(ctx, e, w, n.Portion)
	case accession.NextSend, accession.NextReceipt:
		if err := w.Outbox.Send(ctx, n.Portion); err != nil {
			return err
		}
		sum, err := sendOnce(e, ctx, w)
		if err != nil {
			return err
		}
		return endOfSending(e, ctx, w, &sum)
	}
	return fmt.Errorf("next: no act for step %q", n.Step)
}

// printNext prints the step for people: the portion, what is to be done and why, and
// the command that does it.
func printNext(e *env, v nextView) {
	var why []string
	add := func(key string, values ...any) { why = append(why, e.text(key, values...)) }
	switch v.Step {
	case accession.NextAccept, accession.NextReturn:
		add("cli.next.findings", v.Errors, v.Warnings)
	case accession.NextAppraise:
		add("cli.next.open", v.Open, v.Total)
	case accession.NextRelease:
		add("cli.next.unreleased", v.Unreleased)
	}
	switch {
	case v.Held != "":
		add("cli.next.held", v.Held)
	case v.Next.Plain() && !v.Plain:
		add("cli.next.unseen", v.Portion)
	}
	text := e.text("cli.next.step." + string(v.Step))
	if len(why) > 0 {
		text += " (" + strings.Join(why, "; ") + ")"
	}
	fmt.Fprintf(e.out, "%s  %s: %s\n", v.Portion, v.Name, text)
	if v.Command != "" {
		fmt.Fprintf(e.out, "  %s %s\n", programName, v.Command)
	}
}

// commandFor gives the exact command of a step, as a person types it; "" where the
// step is for others.
func commandFor(n accession.Next) string {
	if len(n.Jobs) > 0 {
		return "queue retry " + strings.Join(n.Jobs, " ")
	}
	pattern := map[accession.NextStep]string{
		accession.NextCheck: "receive check ID", accession.NextAccept: "receive accept ID", accession.NextReturn: "receive return ID",
		accession.NextStop: "report ID", accession.NextRedelivery: "receive --redelivery ID PATH",
		accession.NextAppraise: "appraise ID list", accession.NextRelease: "appraise ID release --as NAME",
		accession.NextFinish: "appraise ID finish",
		accession.NextAnswer: "answer ID 0502", accession.NextPackage: "package ID", accession.NextSend: "send ID",
		accession.NextReceipt: "send",
		accession.NextClear:   "accession clear NUMBER", accession.NextDeletion: "accession deleted NUMBER --note TEXT",
		accession.NextClose: "accession close NUMBER",
	}[n.Step]
	return strings.NewReplacer("ID", n.Portion, "NUMBER", n.Accession).Replace(pattern)
}

// appraiseProposed takes the agency's proposals A for the open units and says what it
// left to a person.
func appraiseProposed(ctx context.Context, e *env, id, reason string) error {
	return e.with(ctx, func(w *work.House) error { return takeProposed(ctx, e, w, id, reason) })
}

func takeProposed(ctx context.Context, e *env, w *work.House, id, reason string) error {
	p, err := w.Desk.TakeProposed(ctx, id, strings.TrimSpace(reason))
	if err != nil {
		return err
	}
	return e.result(p, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.appraise.proposed", p.Taken, p.Destroy, p.Without)) })
}
