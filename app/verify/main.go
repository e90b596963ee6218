// Command laufzettel-verify verifies papers of the Laufzettel channel from files alone:
// receipts with their package, checkpoints, logs as files, orders to destroy. It needs no workspace, no
// network and no other program, and says what it did not check.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"laufzettel/sync/ledger"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// How the program ends.
const (
	holds      = 0 // all that was asked for holds
	broken     = 1 // something does not
	wrongCall  = 2
	incomplete = 3 // what was there holds, something is missing
)

const usage = `laufzettel-verify receipt FILE --key KEY
laufzettel-verify checkpoint FILE --key KEY [--witness KEY]... [--checkpoint OLD]
laufzettel-verify log DIR --key KEY [--checkpoint OLD]...
laufzettel-verify order FILE [--key KEY]...

FILE: das Paket oder seine Quittung; Manifest, Beweis und Zeitstempel liegen daneben. DIR: ein Protokoll als Dateien
(log checkpoint --tiles). OLD: ein früherer Prüfpunkt desselben Protokolls.
order: ein Auftrag zur Vernichtung, seine Liste liegt daneben; KEY: Schlüssel der Personen, die man kennt.
KEY: öffentlicher Schlüssel (Base64) oder Schlüsselverzeichnis eines Archivs, als Datei.
Ende: 0 alles hält, 1 etwas hält nicht, 2 falscher Aufruf, 3 was da war, hält, aber es fehlt etwas.
`

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

// list is an option that may be given more than once.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) < 2 {
		fmt.Fprint(errs, usage)
		return wrongCall
	}
	fs := flag.NewFlagSet(args[0], flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var key, witnesses, old list
	fs.Var(&key, "key", "")
	fs.Var(&witnesses, "witness", "")
	fs.Var(&old, "checkpoint", "")
	if fs.Parse(args[2:]) != nil || fs.NArg() > 0 || args[0] != "order" && len(key) != 1 {
		fmt.Fprint(errs, usage)
		return wrongCall
	}
	if args[0] == "order" {
		return verifyOrder(ctx, args[1], key, out, errs)
	}
	trust, err := receipt.LoadTrust(ctx, key[0])
	if err != nil {
		fmt.Fprintln(errs, failure.HintOf(err).In(wording.German))
		return wrongCall
	}
	switch args[0] {
	case "receipt":
		return verifyReceipt(ctx, args[1], trust, out, errs)
	case "checkpoint":
		return verifyCheckpoint(ctx, args[1], trust, witnesses, old, out, errs)
	case "log":
		return verifyLog(args[1], trust, old, out, errs)
	}
	fmt.Fprint(errs, usage)
	return wrongCall
}

func verifyReceipt(ctx context.Context, path string, trust sign.Trust, out, errs io.Writer) int {
	v, err := receipt.VerifyFile(ctx, path, trust)
	if err != nil {
		fmt.Fprintln(errs, failure.HintOf(err).In(wording.German))
		return broken
	}
	end := holds
	for _, c := range v.Checks {
		word := "hält        "
		switch {
		case !c.Done:
			word = "nicht geprüft"
			if c.Name == "Manifest" || c.Name == "Paket" || c.Name == "Nachricht" {
				end = incomplete
			}
		case !c.OK:
			word = "HÄLT NICHT  "
		}
		fmt.Fprintf(out, "%s  %s: %s\n", word, c.Name, c.Detail)
	}
	fmt.Fprintln(out, "nicht geprüft  Ob der Schlüssel der des Archivs ist: Bitte den Fingerabdruck vergleichen.")
	if !v.OK() {
		return broken
	}
	return end
}

func verifyCheckpoint(ctx context.Context, path string, trust sign.Trust, witnesses, old []string, out, errs io.Writer) int {
	raw, err := receipt.ReadSmall(path, ledger.MaxProof)
	if err != nil {
		fmt.Fprintln(errs, err)
		return wrongCall
	}
	paper := raw
	request, err := ledger.ReadRequest(raw)
	if err == nil {
		paper = request.Checkpoint
		fmt.Fprintln(out, "nicht geprüft  Die Bitte um Mitzeichnung um den Prüfpunkt: ihr Schlüssel; ihr Beweis nur mit --checkpoint.")
	}
	c, err := ledger.Open(paper, trust.All()...)
	if err != nil {
		fmt.Fprintln(out, "HÄLT NICHT    Prüfpunkt: Keiner, oder nicht mit diesem Schlüssel unterschrieben.")
		return broken
	}
	fmt.Fprintf(out, "hält          Prüfpunkt: %d Einträge von %s, Wurzel %s.\n", c.Size, c.Origin, c.Root)
	signed, end := cosigners(ctx, c, witnesses, out, errs)
	if end != holds {
		return end
	}
	switch s, there, err := receipt.StampOf(path, raw); {
	case err != nil:
		fmt.Fprintln(out, "HÄLT NICHT    Zeitstempel: Er gehört nicht zu diesem Prüfpunkt oder ist beschädigt.")
		return broken
	case there:
		fmt.Fprintf(out, "hält          Zeitstempel: Lag am %s vor, bezeugt von %s.\n", s.Time.Format("02.01.2006 15:04:05 MST"),
			s.Authority)
		fmt.Fprintln(out, "nicht geprüft  Ob der Aussteller des Zeitstempels Vertrauen verdient.")
	}
	fmt.Fprintln(out, "nicht geprüft  Das Protokoll selbst: dazu gehört sein Baum als Dateien (log).")
	if len(witnesses) > 0 && len(signed) == 0 {
		fmt.Fprintln(out, "HÄLT NICHT    Mitzeichnung: Keiner dieser Schlüssel hat mitgezeichnet.")
		return broken
	}
	return heldTo(old, trust, out, errs, func(before ledger.Head) (int, error) {
		if before.Origin == c.Origin && before.Size > 0 && before.Size < c.Size && before.Size != request.Old {
			return incomplete, nil
		}
		return holds, c.Extends(before, request.Proof)
	})
}

// cosigners tells who of the witnesses has co-signed a checkpoint.
func cosigners(ctx context.Context, c ledger.Checkpoint, witnesses []string, out, errs io.Writer) (signed []ledger.Cosignature, end int) {
	var keys []sign.PublicKey
	for _, w := range witnesses {
		t, err := receipt.LoadTrust(ctx, w)
		if err != nil {
			fmt.Fprintln(errs, failure.HintOf(err).In(wording.German))
			return nil, wrongCall
		}
		keys = append(keys, t.All()...)
	}
	signed, err := c.Cosigners(keys...)
	if err != nil {
		fmt.Fprintln(out, "HÄLT NICHT    Mitzeichnung: Eine Unterschrift hält der Prüfung nicht stand.")
		return nil, broken
	}
	for _, s := range signed {
		fmt.Fprintf(out, "hält          Mitgezeichnet mit %s am %s.\n", s.KeyID, s.At.Format("02.01.2006 15:04:05 MST"))
	}
	return signed, holds
}

// heldTo holds a log to earlier checkpoints of it, each by ask: how it ended where
// nothing contradicts.
func heldTo(old []string, trust sign.Trust, out, errs io.Writer, ask func(ledger.Head) (int, error)) int {
	end := holds
	for _, path := range old {
		raw, err := receipt.ReadSmall(path, ledger.MaxCheckpoint)
		if err != nil {
			fmt.Fprintln(errs, err)
			return wrongCall
		}
		c, err := ledger.Open(raw, trust.All()...)
		one := broken
		if err == nil {
			one, err = ask(c.Head)
		}
		switch {
		case err != nil:
			fmt.Fprintf(out, "HÄLT NICHT    %s: %s\n", path, whyNot(err))
			end = broken
		case one == incomplete:
			fmt.Fprintf(out, "nicht geprüft  %s: Der Beweis von diesen %d Einträgen her fehlt.\n", path, c.Size)
			if end == holds {
				end = incomplete
			}
		default:
			fmt.Fprintf(out, "hält          %s: Das Protokoll beginnt mit den %d Einträgen dieses Prüfpunkts.\n", path, c.Size)
		}
	}
	return end
}

func verifyLog(dir string, trust sign.Trust, old []string, out, errs io.Writer) int {
	f, err := ledger.OpenFolder(dir, trust.All()...)
	if err != nil {
		fmt.Fprintln(out, "HÄLT NICHT    Prüfpunkt: Es liegt keiner im Ordner, oder nicht mit diesem Schlüssel unterschrieben.")
		return broken
	}
	if err := f.Whole(); err != nil {
		fmt.Fprintln(out, "HÄLT NICHT    Baum: Die Dateien passen nicht zum Prüfpunkt.")
		return broken
	}
	fmt.Fprintf(out, "hält          Baum: %d Einträge von %s.\n", f.Size, f.Origin)
	end := heldTo(old, trust, out, errs, func(before ledger.Head) (int, error) { return holds, f.Holds(before) })
	fmt.Fprintln(out, "nicht geprüft  Was die Einträge sagen: Im Baum stehen nur Prüfsummen mit Salz.")
	return end
}

func whyNot(err error) string {
	past, ok := errors.AsType[*ledger.PastError](err)
	switch {
	case !ok:
		return "Der alte Prüfpunkt ist keiner, oder die Dateien sind beschädigt."
	case past.Why == ledger.CutTail:
		return fmt.Sprintf("Das Protokoll hatte schon %d Einträge, jetzt %d: gekürzt oder zurückgesetzt.", past.Old.Size, past.New.Size)
	case past.Why == ledger.OtherLog:
		return "Der alte Prüfpunkt ist der eines anderen Protokolls."
	}
	return "Das Protokoll hat eine andere Vergangenheit als die bezeugte."
}
