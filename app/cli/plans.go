package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"laufzettel/app/work"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// planCommands look behind links again and again (E10).
func planCommands() []command {
	return []command{
		{"offers plan add", "[--json] [--every 30m|6h|1d|2w] [--at TIME] [--name NAME] LINK DIGEST|DIGEST-LINK", "cli.help.offers-plan-add",
			runPlanAdd, people.Receive},
		{"offers plan list", "[--json]", "cli.help.offers-plan-list", runPlanList, free},
		{"offers plan pause", "NUMBER", "cli.help.offers-plan-pause", runPlanPause, people.Receive},
		{"offers plan resume", "NUMBER", "cli.help.offers-plan-resume", runPlanResume, people.Receive},
		{"offers plan remove", "NUMBER", "cli.help.offers-plan-remove", runPlanRemove, people.Receive},
		{"offers plan run", "[--json] --due | NUMBER", "cli.help.offers-plan-run", runPlanRun, people.Receive},
	}
}

func runPlanAdd(ctx context.Context, e *env, args []string) error {
	fs := e.flags("offers plan add")
	every, at, name := fs.String("every", "1d", ""), fs.String("at", "", ""), fs.String("name", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		first, err := outbox.ReadTime(*at, w.Office.Now().Local())
		if err != nil {
			return err
		}
		p, err := w.Doors.AddPlan(ctx, rest[0], rest[1], *name, *every, first)
		if err != nil {
			return err
		}
		return e.result(p, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.plan.added", p.ID, p.Name, door.FormatEvery(p.Every()), e.words.moment(p.Next)))
		})
	})
}

func runPlanList(ctx context.Context, e *env, args []string) error {
	if _, err := e.parse(e.flags("offers plan list"), args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		all, err := w.Doors.Plans(ctx)
		if err != nil {
			return err
		}
		return e.result(all, func(out io.Writer) {
			for _, p := range all {
				next := e.text("cli.plan.paused")
				if p.State == door.PlanActive {
					next = e.text("cli.plan.next", e.words.moment(p.Next))
				}
				fmt.Fprintf(out, "%d  %s  %s  %s  %s\n", p.ID, p.Name, door.FormatEvery(p.Every()), next, planTold(e, p))
			}
		})
	})
}

// planTold is the last outcome in words.
func planTold(e *env, p door.Plan) string {
	switch {
	case p.Looked.IsZero():
		return e.text("cli.plan.never")
	case p.Reason != "":
		return e.text("cli.plan.told", e.words.moment(p.Looked), p.Reason)
	case p.OfferState == door.OfferFetched && p.Outcome == door.PlanUnchanged:
		return e.text("cli.plan.unchanged", e.words.moment(p.Looked), p.Portion)
	case p.OfferState == door.OfferFetched:
		return e.text("cli.plan.fetched", e.words.moment(p.Looked), p.Portion)
	default:
		return e.text("cli.plan.found", e.words.moment(p.Looked))
	}
}

func runPlanPause(ctx context.Context, e *env, args []string) error {
	return onePlan(e, ctx, "offers plan pause", args, func(w *work.House, id int64) error { return w.Doors.PausePlan(ctx, id) })
}

func runPlanResume(ctx context.Context, e *env, args []string) error {
	return onePlan(e, ctx, "offers plan resume", args, func(w *work.House, id int64) error { return w.Doors.ResumePlan(ctx, id) })
}

func runPlanRemove(ctx context.Context, e *env, args []string) error {
	return onePlan(e, ctx, "offers plan remove", args, func(w *work.House, id int64) error { return w.Doors.RemovePlan(ctx, id) })
}

func onePlan(e *env, ctx context.Context, name string, args []string, fn func(w *work.House, id int64) error) error {
	rest, err := e.parse(e.flags(name), args, 1)
	if err != nil {
		return err
	}
	id, err := planNumber(name, rest[0])
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return fn(w, id) })
}

func planNumber(name, s string) (int64, error) {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, failure.New(failure.Refused, name, wording.Say("hint.cli.plan-number-needed"))
	}
	return id, nil
}

// runPlanRun looks behind the links of the plans that are due, or of one now, and
// fetches what is new.
func runPlanRun(ctx context.Context, e *env, args []string) error {
	fs := e.flags("offers plan run")
	due := fs.Bool("due", false, "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	if *due == (len(rest) == 1) || len(rest) > 1 {
		return errUsage{e.text("cli.too-few", "offers plan run") + "\n" + e.usage("offers plan run")}
	}
	var id int64
	if !*due {
		if id, err = planNumber("offers plan run", rest[0]); err != nil {
			return err
		}
	}
	return e.with(ctx, func(w *work.House) error {
		if !*due {
			if err := w.Doors.RunPlan(ctx, id); err != nil {
				return err
			}
		}
		return fetchDue(e, ctx, w)
	})
}

// fetchDue does a round of fetching and tells how it ended.
func fetchDue(e *env, ctx context.Context, w *work.House) error {
	sum, err := w.Doors.FetchDue(ctx, copying(e, filepath.Base(w.Office.Dir)))
	e.endProgress()
	if err != nil {
		return err
	}
	if err := e.result(sum, func(out io.Writer) {
		fmt.Fprintln(out, e.text("cli.offers.summary", sum.Fetched, sum.Unchanged, sum.Waiting, sum.Stopped))
	}); err != nil {
		return err
	}
	switch {
	case sum.Stopped > 0:
		return failure.New(failure.Refused, "fetch offers", wording.Say("cli.offers.look"))
	case sum.Waiting > 0:
		return failure.New(failure.Transient, "fetch offers", wording.Say("cli.offers.later"))
	}
	return nil
}
