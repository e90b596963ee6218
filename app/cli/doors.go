package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"laufzettel/app/work"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/door"
	"laufzettel/sync/hops"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// doorCommands are the ways beside the signed channel: where packages go, and
// what agencies offer to be fetched (E10).
func doorCommands() []command {
	return append(append(planCommands(), paperCommands()...), []command{
		{"door set", "[--host-key SHA256:…] [--identity FILE] FOLDER|sftp://USER@HOST/FOLDER|s3://HOST/BUCKET[/FOLDER]|channel",
			"cli.help.door-set", runDoorSet, people.Tools},
		{"door show", "[--json]", "cli.help.door-show", runDoorShow, free},
		{"door password", "[--remove]", "cli.help.door-password", runDoorPassword, free},
		{"door test", "", "cli.help.door-test", runDoorTest, free},
		{"net test", "[--json] [URL]", "cli.help.net-test", runNetTest, free},
		{"receipts stamp", "[--json] [--tsa URL] [--always] [FILE...]", "cli.help.receipts-stamp", runReceiptsStamp, free},
		{"offers add", "[--json] [--at TIME] [--name NAME] LINK DIGEST", "cli.help.offers-add", runOffersAdd, people.Receive},
		{"offers list", "[--json]", "cli.help.offers-list", runOffersList, free},
		{"offers fetch", "[--json]", "cli.help.offers-fetch", runOffersFetch, people.Receive},
		{"offers retry", "NUMBER", "cli.help.offers-retry", runOffersRetry, people.Receive},
		{"offers stop", "NUMBER", "cli.help.offers-stop", runOffersStop, people.Receive},
	}...)
}

// byChannel stands for the signed channel on the command line.
const byChannel = "channel"

func runDoorSet(ctx context.Context, e *env, args []string) error {
	fs := e.flags("door set")
	var d outbox.Door
	fs.StringVar(&d.HostKey, "host-key", "", "")
	fs.StringVar(&d.Identity, "identity", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if d.Address = rest[0]; d.Address == byChannel {
		d = outbox.Door{}
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Doors.SetDoor(ctx, d); err != nil {
			return err
		}
		return showDoor(e, w)
	})
}

func showDoor(e *env, w *work.House) error {
	d := w.Doors.Door()
	return e.result(d, func(out io.Writer) {
		if d.Address == "" {
			fmt.Fprintln(out, e.text("cli.door.channel"))
			return
		}
		fmt.Fprintln(out, e.text("cli.door.address", d.Address))
		if d.HostKey != "" {
			fmt.Fprintln(out, e.text("cli.door.host-key", d.HostKey))
		}
		if d.Password {
			fmt.Fprintln(out, e.text("cli.door.password"))
		}
	})
}

func runDoorShow(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("door show"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return showDoor(e, w) })
}

// runDoorPassword keeps the password of the SFTP account in the keyring: from the
// first line of the input, or asked for at a terminal without showing it.
func runDoorPassword(ctx context.Context, e *env, args []string) error {
	fs := e.flags("door password")
	remove := fs.Bool("remove", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	password := ""
	if !*remove {
		var err error
		if password, err = secretLine(e); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Office.SetDoorPassword(ctx, password); err != nil {
			return err
		}
		if *remove {
			e.say("cli.door.password-removed")
		} else {
			e.say("cli.door.password-kept")
		}
		return nil
	})
}

// secretLine reads one line that is not shown.
func secretLine(e *env) (string, error) {
	var raw []byte
	var err error
	if f, ok := e.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(e.errs, e.text("cli.door.password-ask"))
		raw, err = term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(e.errs)
	} else {
		raw, err = io.ReadAll(io.LimitReader(e.in, 64<<10))
	}
	line := strings.TrimRight(string(raw), "\r\n")
	if err == nil && line == "" {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return "", failure.Wrap(failure.Refused, "read password", wording.Say("hint.cli.no-password-typed"), err)
	}
	return line, nil
}

func runDoorTest(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("door test"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Doors.TryDoor(ctx); err != nil {
			return err
		}
		e.say("cli.door.good", w.Doors.Door().Address)
		return nil
	})
}

// runNetTest goes the way to the archive of the settings, or to the one that is named.
func runNetTest(ctx context.Context, e *env, args []string) error {
	rest, err := e.parse(e.flags("net test"), args, 0)
	if err != nil {
		return err
	}
	address := ""
	if len(rest) > 0 {
		address = rest[0]
	}
	return e.with(ctx, func(w *work.House) error {
		gone, err := w.Doors.GoWay(ctx, address)
		if err != nil {
			return err
		}
		type step struct {
			Step   string     `json:"step"`
			State  hops.State `json:"state"`
			Said   string     `json:"said"`
			Millis int64      `json:"ms"`
		}
		out := []step{}
		for _, h := range gone {
			out = append(out, step{h.Step, h.State, h.Said.In(e.words.language), h.Took.Milliseconds()})
		}
		if err := e.result(out, func(to io.Writer) {
			for _, s := range out {
				fmt.Fprintf(to, "%-12s %s: %s\n", wording.Say("hops.state."+string(s.State)).In(e.words.language),
					wording.Say("hops.step."+s.Step).In(e.words.language), s.Said)
			}
		}); err != nil {
			return err
		}
		if !hops.Sound(gone) {
			return failure.New(failure.Setup, "go the way to the archive", wording.Say("hint.outbox.way-fails"))
		}
		return nil
	})
}

func runOffersAdd(ctx context.Context, e *env, args []string) error {
	fs := e.flags("offers add")
	at, name := fs.String("at", "", ""), fs.String("name", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		due, err := outbox.ReadTime(*at, w.Office.Now().Local())
		if err != nil {
			return err
		}
		o, err := w.Doors.AddOffer(ctx, rest[0], rest[1], *name, due)
		if err != nil {
			return err
		}
		return e.result(o, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.offers.added", o.ID, o.Name, e.words.moment(o.Due)))
		})
	})
}

func runOffersList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("offers list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Doors.Offers(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, o := range all {
				fmt.Fprintf(out, "%d  %s  %s  %s\n", o.ID, e.text(offerStates[o.State]), o.Name, offerDetail(e, o))
			}
		})
	})
}

// offerStates are the words for the states of an offer.
var offerStates = map[door.OfferState]string{
	door.OfferWaiting: "cli.offers.state.waiting", door.OfferFetched: "cli.offers.state.fetched",
	door.OfferStopped: "cli.offers.state.stopped",
}

func offerDetail(e *env, o door.Offer) string {
	switch {
	case o.State == door.OfferFetched:
		return o.Portion
	case o.Reason != "":
		return o.Reason
	default:
		return e.words.moment(o.Due)
	}
}

func runOffersFetch(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("offers fetch"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return fetchDue(e, ctx, w) })
}

func runOffersRetry(ctx context.Context, e *env, args []string) error {
	return oneOffer(e, ctx, "offers retry", args, func(w *work.House, id int64) error { return w.Doors.RetryOffer(ctx, id) })
}

func runOffersStop(ctx context.Context, e *env, args []string) error {
	return oneOffer(e, ctx, "offers stop", args, func(w *work.House, id int64) error { return w.Doors.StopOffer(ctx, id) })
}

func oneOffer(e *env, ctx context.Context, name string, args []string, fn func(w *work.House, id int64) error) error {
	rest, err := e.parse(e.flags(name), args, 1)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(rest[0], 10, 64)
	if err != nil {
		return failure.New(failure.Refused, name, wording.Say("hint.cli.offer-number-needed"))
	}
	return e.with(ctx, func(w *work.House) error { return fn(w, id) })
}

// runReceiptsStamp stamps the named receipts and checkpoints, or all of the workspace that have
// no stamp; --always has it done after every sending from now on.
func runReceiptsStamp(ctx context.Context, e *env, args []string) error {
	fs := e.flags("receipts stamp")
	tsa, always := fs.String("tsa", "", ""), fs.Bool("always", false, "")
	files, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		if *always {
			if err := w.Outbox.SetStamps(ctx, *tsa); err != nil {
				return err
			}
		}
		done, address := 0, cmp.Or(*tsa, w.Office.Settings.Get().Channel.Stamps)
		for _, file := range files {
			if _, err := receipt.StampFile(ctx, nil, address, file); err != nil {
				return err
			}
			done++
		}
		if len(files) == 0 && (*tsa != "" || !*always) {
			if done, err = w.Outbox.StampReceipts(ctx, *tsa, 0); err != nil {
				return err
			}
		}
		return e.result(map[string]int{"stamped": done}, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.receipts.stamped", done)) })
	})
}
