package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/workspace"
	"laufzettel/appraisal"
	"laufzettel/transfer/record"
)

func appraiseCommands() []command {
	return []command{
		{"appraise", "ID list|set|undo|redo|release|finish|export …", "cli.help.appraise", runAppraise},
	}
}

// runAppraise takes the portion first and the act second, as cli.md writes it.
func runAppraise(ctx context.Context, e *env, args []string) error {
	acts := map[string]func(context.Context, *env, string, []string) error{
		"list": appraiseList, "set": appraiseSet, "undo": appraiseUndo, "redo": appraiseRedo,
		"release": appraiseRelease, "finish": appraiseFinish, "export": appraiseExport,
	}
	if len(args) < 2 || acts[args[1]] == nil {
		return errUsage{e.text("cli.too-few", "appraise") + "\n" + e.usage("appraise")}
	}
	return acts[args[1]](ctx, e, args[0], args[2:])
}

// unitView is one row of appraise list.
type unitView struct {
	ID         string        `json:"id"`
	Kind       record.Kind   `json:"kind"`
	Reference  string        `json:"reference"`
	Subject    string        `json:"subject"`
	Span       string        `json:"span,omitempty"`
	Suggestion record.Rating `json:"suggestion,omitempty"`
	Rating     record.Rating `json:"rating"`
	Inherited  bool          `json:"inherited,omitempty"`
	Origin     record.Origin `json:"origin,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	By         string        `json:"by,omitempty"`
	ReleasedBy string        `json:"releasedBy,omitempty"`
}

func appraiseList(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error {
		a, err := w.Appraisal(ctx, id)
		if err != nil {
			return err
		}
		rows := units(a)
		return e.result(struct {
			Progress appraisal.Progress `json:"progress"`
			Objects  []unitView         `json:"objects"`
		}{a.Progress, rows}, func(out io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(out, "%s  %-2s %s %s  %s\n", r.ID, r.Rating, r.Reference, r.Subject, r.Span)
			}
			fmt.Fprintln(out, e.text("cli.appraise.progress", a.Progress.Archive+a.Progress.Destroy, a.Progress.Total, a.Progress.Open))
		})
	})
}

func units(a *workspace.Appraisal) []unitView {
	rows := []unitView{}
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		r := unitView{ID: o.ID, Kind: o.Kind, Reference: o.Reference, Subject: o.Subject, Span: o.Span.String(), Suggestion: o.Suggestion,
			Rating: v.Rating, Inherited: v.Inherited, Origin: v.Origin}
		if v.Decision != nil {
			r.Reason, r.By, r.ReleasedBy = v.Decision.Reason, v.Decision.Actor, v.Decision.ReleasedBy
		}
		rows = append(rows, r)
	}
	return rows
}

func appraiseSet(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	reason := fs.String("reason", "", "")
	rest, err := e.parse(fs, args, 2)
	if err != nil {
		return err
	}
	last := len(rest) - 1
	rating := record.Rating(strings.ToUpper(rest[last]))
	if !slices.Contains([]record.Rating{record.RatingArchive, record.RatingDestroy, record.RatingAppraise}, rating) {
		return errUsage{e.text("cli.appraise.rating", rest[last])}
	}
	return e.with(ctx, func(w *workspace.Workspace) error { return w.Set(ctx, id, rest[:last], rating, *reason) })
}

func appraiseUndo(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error { return e.objects(w.Undo(ctx, id)) })
}

func appraiseRedo(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error { return e.objects(w.Redo(ctx, id)) })
}

func (e *env) objects(ids []string, err error) error {
	if err != nil {
		return err
	}
	return e.result(ids, func(out io.Writer) { fmt.Fprintln(out, strings.Join(ids, "\n")) })
}

func appraiseRelease(ctx context.Context, e *env, id string, args []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error {
		n, err := w.Release(ctx, id, args)
		if err == nil {
			e.say("cli.appraise.released", n)
		}
		return err
	})
}

func appraiseFinish(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *workspace.Workspace) error { return w.FinishAppraisal(ctx, id) })
}

func appraiseExport(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	out := fs.String("out", "", "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *workspace.Workspace) error {
		files, err := w.ExportAppraisal(ctx, id, *out)
		if err != nil {
			return err
		}
		return e.result(files, func(o io.Writer) { fmt.Fprintln(o, strings.Join(files, "\n")) })
	})
}
