// Command laufzettel-verify verifies papers of the Laufzettel channel from files alone:
// receipts with their package, checkpoints, logs as files, orders to destroy. It needs no workspace, no
// network and no other program, and says what it did not check.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"laufzettel/app/cli/answer"
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
	incomplete = 3 // what was there holds, something is missing, or holds by the older rules of reading alone
)

const usage = `laufzettel-verify receipt FILE --key KEY
laufzettel-verify checkpoint FILE --key KEY [--witness KEY]... [--checkpoint OLD]
laufzettel-verify log DIR --key KEY [--checkpoint OLD]...
laufzettel-verify order FILE [--key KEY]...

`

func main() {
	args := os.Args[1:]
	if spoken, args = languageOf(args, os.Getenv); spoken == "" {
		spoken = wording.German
		fmt.Fprint(os.Stderr, usage+say("usage"))
		os.Exit(wrongCall)
	}
	os.Exit(run(context.Background(), args, os.Stdout, os.Stderr))
}

// spoken is the language of the person.
var spoken = wording.German

func say(key string, values ...any) string { return wording.Say("verify."+key, values...).In(spoken) }

// languageOf gives the language that --lang names, else the one of the environment, German
// where there are no texts in that; "" for a --lang nobody knows. rest is the call without it.
func languageOf(args []string, env func(string) string) (language string, rest []string) {
	language, _ = wording.OfLocale(cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG")))
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if name != "--lang" && name != "-lang" {
			rest = append(rest, args[i])
			continue
		}
		if !given && i+1 < len(args) {
			i++
			value = args[i]
		}
		if language = ""; value == wording.German || value == wording.English {
			language = value
		}
	}
	return language, rest
}

// list is an option that may be given more than once.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// run judges the papers of one call; an answer that nobody could read is none, however
// good it was.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	heard := &answer.Writer{To: out}
	end := judge(ctx, args, heard, errs)
	if heard.Err != nil {
		fmt.Fprintln(errs, say("unwritten", heard.Err.Error()))
		return wrongCall
	}
	return end
}

func judge(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 1 && slices.Contains([]string{"help", "--help", "-help", "-h"}, args[0]) {
		fmt.Fprint(out, usage+say("usage"))
		return holds
	}
	if len(args) < 2 {
		fmt.Fprint(errs, usage+say("usage"))
		return wrongCall
	}
	fs := flag.NewFlagSet(args[0], flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var key, witnesses, old list
	fs.Var(&key, "key", "")
	fs.Var(&witnesses, "witness", "")
	fs.Var(&old, "checkpoint", "")
	if fs.Parse(args[2:]) != nil || fs.NArg() > 0 || args[0] != "order" && len(key) != 1 {
		fmt.Fprint(errs, usage+say("usage"))
		return wrongCall
	}
	if args[0] == "order" {
		return verifyOrder(ctx, args[1], key, out, errs)
	}
	trust, err := receipt.LoadTrust(ctx, key[0])
	if err != nil {
		fmt.Fprintln(errs, failure.HintOf(err).In(spoken))
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
	fmt.Fprint(errs, usage+say("usage"))
	return wrongCall
}

func verifyReceipt(ctx context.Context, path string, trust sign.Trust, out, errs io.Writer) int {
	v, err := receipt.VerifyFile(ctx, path, trust)
	if err != nil {
		fmt.Fprintln(errs, failure.HintOf(err).In(spoken))
		return broken
	}
	end := holds
	if len(v.Missing()) > 0 {
		end = incomplete
	}
	for _, c := range v.Checks {
		word := say("holds")
		switch {
		case !c.Done:
			word = say("unchecked")
		case !c.OK:
			word = say("broken")
		case c.Kind == receipt.KindReading: // by the rules of before alone: another reader may see another paper
			end = incomplete
		}
		name, detail := c.In(spoken)
		fmt.Fprintln(out, say("check", word, name, detail))
	}
	fmt.Fprintln(out, say("key-whose"))
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
		fmt.Fprintln(out, say("request"))
	}
	c, err := ledger.Open(paper, trust.All()...)
	if err != nil {
		fmt.Fprintln(out, say("no-checkpoint"))
		return broken
	}
	fmt.Fprintln(out, say("checkpoint", c.Size, c.Origin, c.Root))
	signed, end := cosigners(ctx, c, witnesses, out, errs)
	if end != holds {
		return end
	}
	switch s, there, err := receipt.StampOf(path, raw); {
	case err != nil:
		fmt.Fprintln(out, say("bad-stamp"))
		return broken
	case there:
		fmt.Fprintln(out, say("stamp", wording.Instant(s.Time), s.Authority))
		fmt.Fprintln(out, say("stamp-authority"))
	}
	fmt.Fprintln(out, say("log-itself"))
	if len(witnesses) > 0 && len(signed) == 0 {
		fmt.Fprintln(out, say("no-witness"))
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
			fmt.Fprintln(errs, failure.HintOf(err).In(spoken))
			return nil, wrongCall
		}
		keys = append(keys, t.All()...)
	}
	signed, err := c.Cosigners(keys...)
	if err != nil {
		fmt.Fprintln(out, say("bad-witness"))
		return nil, broken
	}
	for _, s := range signed {
		fmt.Fprintln(out, say("witness", s.KeyID, wording.Instant(s.At)))
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
			fmt.Fprintln(out, say("why", path, whyNot(err)))
			end = broken
		case one == incomplete:
			fmt.Fprintln(out, say("no-proof", path, c.Size))
			if end == holds {
				end = incomplete
			}
		default:
			fmt.Fprintln(out, say("begins", path, c.Size))
		}
	}
	return end
}

func verifyLog(dir string, trust sign.Trust, old []string, out, errs io.Writer) int {
	f, err := ledger.OpenFolder(dir, trust.All()...)
	if err != nil {
		fmt.Fprintln(out, say("no-folder"))
		return broken
	}
	if err := f.Whole(); err != nil {
		fmt.Fprintln(out, say("tree-differs"))
		return broken
	}
	fmt.Fprintln(out, say("tree", f.Size, f.Origin))
	end := heldTo(old, trust, out, errs, func(before ledger.Head) (int, error) { return holds, f.Holds(before) })
	fmt.Fprintln(out, say("entries"))
	return end
}

func whyNot(err error) string {
	past, ok := errors.AsType[*ledger.PastError](err)
	switch {
	case !ok:
		return say("old-bad")
	case past.Why == ledger.CutTail:
		return say("cut", past.Old.Size, past.New.Size)
	case past.Why == ledger.OtherLog:
		return say("other-log")
	}
	return say("other-past")
}
