package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/browser"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/reading"
	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/procedure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/contained"
	"laufzettel/viewer/findingaid"
)

// dispatchCommands are what leaves the house: messages, copies and descriptions.
func dispatchCommands() []command {
	return []command{
		{"message list", "[--json]", "cli.help.message-list", runMessageList, free},
		{"message send", "ID 0502|0504|0506|0507 [--to OFFICE]", "cli.help.message", runMessageSend, people.Write},
		{"retention set", "PACKAGE DAY|unlimited [--note TEXT]", "cli.help.retention", runRetentionSet, people.Write},
		{"custody final", "KENNUNG|SIGNATUR TAG --reason TEXT [--confirm] [--json]", "cli.help.custody-final",
			runCustodyFinal, people.Package},
		{"archived set", "UPLOAD ARCHIVE-ID [--note TEXT]", "cli.help.archived", runArchivedSet, people.Write},
		{"clearance send", "ACCESSION [--to OFFICE] [--confirmation NAME] [--note TEXT] [--confirm]", "cli.help.clearance-send",
			runClearanceSend, people.Clear},
		{"clearance list", "[--json] [--due]", "cli.help.clearance-list", runClearanceList, free},
		{"clearance deleted", "ACCESSION|PREPARATION [--to OFFICE] [--note TEXT] [--confirm]", "cli.help.clearance-deleted",
			runClearanceDeleted, free},
		{"serve", "[--port N] [--idle 30m] [--open] [--for 8h] [--json]", "cli.help.serve", runServe, free},
		{"handout", "KENNUNG|SIGNATUR --to ORDNER|DATEI.zip [--application NR] [--json]", "cli.help.handout", runHandOut, people.Use},
		{"descriptions", "--form ead|csv --out DATEI [--fonds TITEL] [--code SIGNATUR] [--isil ISIL] [--archive-kind ART] [--agency NAME] [--under SIGNATUR] [--accession NR,NR]", "cli.help.descriptions", runDescriptions, free},
		{"descriptions out", "AKZESSION --out DATEI.csv [--json]", "cli.help.descriptions-out", runDescriptionsOut, people.Write},
		{"descriptions in", "AKZESSION DATEI.csv [--preview] [--reason TEXT] [--json]", "cli.help.descriptions-in", runDescriptionsIn,
			people.Write},
		{"descriptions undo", "AKZESSION [--reason TEXT] [--json]", "cli.help.descriptions-undo", runDescriptionsUndo, people.Write},
		{"descriptions schema", "", "cli.help.descriptions-schema", runDescriptionsSchema, free},
		{"descriptions note", "KENNUNG|SIGNATUR [--confirm [--text TEXT] | --remove] [--json]", "cli.help.descriptions-note",
			runContentNote, free},
	}
}

func runHandOut(ctx context.Context, e *env, args []string) error {
	fs := e.flags("handout")
	to := fs.String("to", "", "")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *to == "" {
		return errUsage{e.text("cli.too-few", "handout") + "\n" + e.usage("handout")}
	}
	return withPackageFor(e, ctx, rest[0], *application, func(_ *work.House, pkg *reading.Opened) error {
		out, err := pkg.HandOut(ctx, *to)
		if err != nil {
			return err
		}
		if err := e.result(out, func(o io.Writer) {
			fmt.Fprintln(o, e.text("cli.handout.done", out.Files, out.Path))
			fmt.Fprintln(o, out.Citation)
			if !out.Signed {
				fmt.Fprintln(o, e.text("cli.handout.unsigned"))
			}
			if !out.Sound {
				fmt.Fprintln(o, e.text("cli.handout.broken"))
			}
		}); err != nil {
			return err
		}
		if !out.Sound {
			return errMaterial
		}
		return nil
	})
}

func runDescriptions(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions")
	form := fs.String("form", "", "")
	target := fs.String("out", "", "")
	var h findingaid.Head
	var q catalog.Query
	fs.StringVar(&h.Fonds, "fonds", "", "")
	fs.StringVar(&h.Code, "code", "", "")
	fs.StringVar(&h.ISIL, "isil", "", "")
	fs.StringVar(&h.Kind, "archive-kind", "", "")
	fs.StringVar(&q.Agency, "agency", "", "")
	fs.StringVar(&q.Under, "under", "", "")
	accessions := fs.String("accession", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *form == "" || *target == "" {
		return errUsage{e.text("cli.too-few", "descriptions") + "\n" + e.usage("descriptions")}
	}
	if *accessions != "" {
		q.Accessions = strings.Split(*accessions, ",")
	}
	if err := h.Valid(); err != nil {
		return err
	}
	if *form != reading.FormEAD && *form != reading.FormCSV {
		return failure.New(failure.Refused, "export descriptions as "+*form, wording.Say("hint.cli.descriptions-form"))
	}
	return e.with(ctx, func(w *work.House) error {
		f, err := newFile(*target)
		if err != nil {
			return err
		}
		n, err := w.Room.OpenHoldings(reading.Asker{}).ExportDescriptions(ctx, *form, q, h, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return errors.Join(err, os.Remove(*target))
		}
		return e.result(n, func(o io.Writer) { fmt.Fprintln(o, e.text("cli.descriptions.done", n, *target)) })
	})
}

// shownNote is what "descriptions note" prints.
type shownNote struct {
	contained.Note
	Confirmed bool `json:"confirmed"`
}

// runContentNote shows the note on what an object holds, or its draft, and confirms or
// removes it.
func runContentNote(ctx context.Context, e *env, args []string) error {
	fs := e.flags("descriptions note")
	confirm, remove := fs.Bool("confirm", false, ""), fs.Bool("remove", false, "")
	text := fs.String("text", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *confirm && *remove || *text != "" && !*confirm {
		return errUsage{e.usage("descriptions note")}
	}
	return e.with(ctx, func(w *work.House) error {
		var v shownNote
		switch {
		case *remove:
			return w.ContentNotes.Withdraw(ctx, rest[0])
		case *confirm:
			v.Confirmed = true
			v.Note, err = w.ContentNotes.ConfirmNote(ctx, rest[0], *text)
		default:
			v.Note, v.Confirmed, err = w.ContentNotes.ContentNote(ctx, rest[0])
		}
		if err != nil {
			return err
		}
		return e.result(v, func(out io.Writer) {
			if v.Confirmed {
				fmt.Fprintln(out, e.text("cli.note.confirmed", v.Text, v.Person, e.words.day(v.At)))
			} else {
				fmt.Fprintln(out, e.text("cli.note.draft", v.Text))
			}
		})
	})
}

// runPrint gives a document to the printer of this machine, as far as rights allow
// (A23).
func runPrint(ctx context.Context, e *env, args []string) error {
	fs := e.flags("print")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := openPackage(ctx, w, rest[0], *application)
		if err != nil {
			return err
		}
		name, err := fileOf(ctx, o, rest[1])
		if err != nil {
			return errors.Join(err, o.Close())
		}
		c, err := o.Print(ctx, name, nil)
		if err := errors.Join(err, o.Close()); err != nil {
			return err
		}
		return e.result(map[string]any{"file": name, "until": c.Until}, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.print.done", name, e.words.day(c.Until)))
		})
	})
}

// sendable is one line of message list.
type sendable struct {
	Command string `json:"command"`
	Title   string `json:"title"`
	To      string `json:"to,omitempty"`
}

// sendableOf says a message with the command that tells it.
func sendableOf(x accession.Sendable) sendable {
	switch {
	case x.Portion != nil:
		return sendable{"message send " + x.Portion.ID + " " + string(x.Answer), x.Portion.Name, x.Portion.Agency}
	case x.Accession != nil && x.Confirmation != "":
		return sendable{"clearance send " + x.Accession.Number + " --confirmation " + strconv.Quote(x.Confirmation), x.Accession.Title,
			x.Accession.Agency}
	case x.Interim != nil:
		return sendable{"custody final " + x.Interim.PID, x.Interim.ReferenceCode, ""}
	case x.Accession != nil:
		return sendable{"clearance send " + x.Accession.Number, x.Accession.Title, x.Accession.Agency}
	}
	return sendable{"retention set " + x.Receipt.Receipt.Uploads[0].UploadID, cmp.Or(x.Receipt.ArchiveID, filepath.Base(x.Receipt.Path)),
		""}
}

// runMessageList lists what may be told now, as the window offers it.
func runMessageList(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Clearing.Sendable(ctx)
		if err != nil {
			return err
		}
		rows := []sendable{}
		for _, x := range all {
			rows = append(rows, sendableOf(x))
		}
		return e.result(rows, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %s\n    %s %s\n", r.Title, r.To, programName, r.Command)
			}
			if len(rows) == 0 {
				e.say("cli.message.none")
			}
		})
	})
}

func runMessageSend(ctx context.Context, e *env, args []string) error {
	fs := e.flags("message send")
	to := fs.String("to", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return queueJob(e, ctx, func(w *work.House) (queue.Job, error) {
		return w.Books.SendAnswer(ctx, rest[0], procedure.Message(rest[1]), *to)
	})
}

func runRetentionSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("retention set")
	note := fs.String("note", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return queueJob(e, ctx, func(w *work.House) (queue.Job, error) { return w.Books.SetRetention(ctx, rest[0], rest[1], *note) })
}

// runCustodyFinal hands a norm over from the interim to the final archive (E9).
func runCustodyFinal(ctx context.Context, e *env, args []string) error {
	fs := e.flags("custody final")
	reason := fs.String("reason", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		t, err := w.Packer.ToFinal(ctx, rest[0], rest[1], *reason)
		if err != nil {
			return err
		}
		return e.result(t, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.custody.final", t.ReferenceCode, t.Title, t.PID, t.Earlier))
			fmt.Fprintln(out, w.Office.Path(t.Paper))
			if t.Queued {
				fmt.Fprintln(out, e.text("cli.custody.queued"))
			}
		})
	})
}

func runArchivedSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("archived set")
	note := fs.String("note", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return queueJob(e, ctx, func(w *work.House) (queue.Job, error) {
		return w.Books.NameArchived(ctx, rest[0], rest[1], *note)
	})
}

func runClearanceSend(ctx context.Context, e *env, args []string) error {
	fs := e.flags("clearance send")
	to, as, note := fs.String("to", "", ""), fs.String("confirmation", "", ""), fs.String("note", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return queueJob(e, ctx, func(w *work.House) (queue.Job, error) {
		return w.Clearing.SendClearance(ctx, rest[0], *to, *as, *note)
	})
}

// runServe shows the workspace as pages on loopback, to one browser of the person who
// called it, until that one ends the session.
func runServe(ctx context.Context, e *env, args []string) error {
	fs := e.flags("serve")
	port := fs.Int("port", 0, "")
	idle := fs.Duration("idle", 0, "")
	limit := fs.Duration("for", 0, "")
	show := fs.Bool("open", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	if *port < 0 || *port > 65535 || *idle < 0 || *limit < 0 {
		return errUsage{e.text("cli.bad-option", "serve", "--port, --idle, --for")}
	}
	e.asker = browser.NewAsker()
	return e.with(ctx, func(w *work.House) error {
		s, err := browser.Start(ctx, browser.Options{House: w, Language: e.words.language, Asker: e.asker, Idle: *idle, Port: *port})
		if err != nil {
			return err
		}
		address := s.Address()
		if *show {
			if err := browser.Open(address); err != nil {
				e.tell(err)
			}
		}
		err = e.result(map[string]string{"url": address}, func(out io.Writer) { fmt.Fprintln(out, address) })
		if !e.json {
			e.say("cli.serve.once")
		}
		var over <-chan time.Time // never, where no limit is set
		if *limit > 0 {
			over = time.After(*limit)
		}
		select {
		case <-s.Done():
		case <-ctx.Done():
		case <-over:
		}
		return errors.Join(err, s.Close())
	})
}
