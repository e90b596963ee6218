package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

func appraiseCommands() []command {
	return []command{
		{"appraise", "ID list|set|select|undo|redo|release|finish|export|history|index|draft|remarks|paper|letter|compare …",
			"cli.help.appraise", runAppraise, people.Appraise},
		{"profile model", "ID [PLAN a|b|v [--title TEXT] [--reason TEXT] | PLAN --remove]", "cli.help.model", runModel, people.Profile},
		{"profile reasons", "[ID] [--add TEXT | --remove N]", "cli.help.reasons", runReasons, people.Profile},
	}
}

// runAppraise takes the portion first and the act second, as cli.md writes it.
func runAppraise(ctx context.Context, e *env, args []string) error {
	p := partOf("appraise", args)
	if p == nil {
		return errUsage{e.text("cli.too-few", "appraise") + "\n" + e.usage("appraise")}
	}
	return p.run(ctx, e, args[0], args[2:])
}

// narrowArgs are the options that narrow and sort the units of a portion.
const narrowArgs = "[--show a|v|open] [--suggestion a|b|v|-] [--model a|b|v|-] [--text TEXT] [--word WORT] [--plan ZEICHEN] [--free TEXT] [--agency NAME] [--format PUID]" +
	" [--min GRÖSSE] [--max GRÖSSE] [--from JAHR] [--to JAHR] [--unreasoned] [--differs] [--paper] [--duplicates] [--gaps] [--remarks] [--changed] [--sort SPALTE] [--down]"

// appraiseParts are the acts on a portion being appraised.
func appraiseParts() []part {
	return []part{
		{"list", narrowArgs + " [--facets] [--json]", "cli.help.appraise.list", appraiseList},
		{"set", "OBJEKT|KENNZEICHEN... a|v|b [--reason TEXT] | --all-as-proposed [--reason TEXT] [--json]", "cli.help.appraise.set",
			appraiseSet},
		{"select", selectArgs(), "cli.help.appraise.select", appraiseSelect},
		{"undo", "", "cli.help.appraise.undo", appraiseUndo},
		{"redo", "", "cli.help.appraise.redo", appraiseRedo},
		{"sample", "[begin [--most PROZENT] [--confidence PROZENT] | next | look OBJEKT|KENNZEICHEN a|v] [--json]",
			"cli.help.appraise.sample", appraiseSample},
		{"release", "[OBJEKT|KENNZEICHEN...]", "cli.help.appraise.release", appraiseRelease},
		{"finish", "[--all-as-proposed [--reason TEXT]]", "cli.help.appraise.finish", appraiseFinish},
		{"export", "[--out DIR]", "cli.help.appraise.export", appraiseExport},
		{"history", "[--json] [OBJEKT|KENNZEICHEN]", "cli.help.appraise.history", appraiseHistory},
		{"index", "", "cli.help.appraise.index", appraiseIndex},
		{"draft", "[--out DIR]", "cli.help.appraise.draft", appraiseDraft},
		{"remarks", "DATEI...", "cli.help.appraise.remarks", appraiseRemarks},
		{"paper", "[--out DIR]", "cli.help.appraise.paper", appraisePaper},
		{"letter", "[--out DIR]", "cli.help.appraise.letter", appraiseLetter},
		{"compare", "[--json] [PORTION]", "cli.help.appraise.compare", appraiseCompare},
	}
}

// selectArgs are the options of a selection by rule: every rule has its own.
func selectArgs() string {
	line := narrowArgs
	for _, k := range sift.RuleKinds {
		line += " [--" + string(k) + " WERT]"
	}
	return line + " [--as-proposed] [--start N] [--seed N] [--also OBJEKT,OBJEKT] [--set a|v|b] [--rest a|v|b] [--reason TEXT] [--json]"
}

// unitView is one row of appraise list.
type unitView struct {
	ID         string        `json:"id"`
	Kind       record.Kind   `json:"kind"`
	Reference  string        `json:"reference"`
	Subject    string        `json:"subject"`
	Span       string        `json:"span,omitempty"`
	Suggestion record.Rating `json:"suggestion,omitempty"`
	Model      string        `json:"model,omitempty"`
	ModelRule  string        `json:"modelRule,omitempty"`
	Rating     record.Rating `json:"rating"`
	Inherited  bool          `json:"inherited,omitempty"`
	Origin     record.Origin `json:"origin,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	By         string        `json:"by,omitempty"`
	ReleasedBy string        `json:"releasedBy,omitempty"`
	Documents  int           `json:"documents"`
	Files      int           `json:"files"`
	Bytes      int64         `json:"bytes"`
	Formats    []string      `json:"formats,omitempty"`
	Paper      bool          `json:"paper,omitempty"`
	Duplicates int           `json:"duplicates,omitempty"` // units of this portion with a same file
	Held       []string      `json:"held,omitempty"`       // reference codes of packages with a same file
	Gaps       []int         `json:"gaps,omitempty"`
	Changed    string        `json:"changed,omitempty"`
	Remarks    []string      `json:"remarks,omitempty"`
}

// facetView is what occurs in the rows, for the next narrowing.
type facetView struct {
	Plans       []sift.Value `json:"plans"`
	Agencies    []sift.Value `json:"agencies"`
	Formats     []sift.Value `json:"formats"`
	Suggestions []sift.Value `json:"suggestions"`
}

func appraiseList(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	narrow := narrowing(fs)
	facets := fs.Bool("facets", false, "")
	if _, err := e.parse(fs, args, 0); err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		l, err := narrowUnits(e, ctx, w, id, narrow)
		if err != nil {
			return err
		}
		rows := l.rows()
		out := struct {
			Progress appraisal.Progress `json:"progress"`
			Kept     sift.Kept          `json:"kept"`
			Objects  []unitView         `json:"objects"`
			Facets   *facetView         `json:"facets,omitempty"`
			Draft    any                `json:"draft,omitempty"`
		}{Progress: l.a.Progress, Kept: sift.Total(l.all), Objects: rows}
		if *facets {
			out.Facets = l.facets()
		}
		if l.survey.Draft != nil {
			out.Draft = l.survey.Draft
		}
		return e.result(out, func(o io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(o, "%s  %-2s %s %s  %s\n", r.ID, r.Rating, r.Reference, r.Subject, r.Span)
			}
			if f := out.Facets; f != nil {
				for _, x := range []struct {
					name string
					list []sift.Value
				}{{"plan", f.Plans}, {"agency", f.Agencies}, {"format", f.Formats}, {"suggestion", f.Suggestions}} {
					for _, v := range x.list {
						fmt.Fprintf(o, "--%s %q  %d\n", x.name, v.Value, v.Count)
					}
				}
			}
			p, k := l.a.Progress, out.Kept.Archive
			fmt.Fprintln(o, e.text("cli.appraise.progress", p.Archive+p.Destroy, p.Total, p.Open))
			if l.a.Portion.Kind == intake.PlainKind { // files are decided on there too, one by one: units do not tell what stays
				fmt.Fprintln(o, e.text("cli.appraise.kept.share", id))
				return
			}
			fmt.Fprintln(o, e.text("cli.appraise.kept", k.Units, k.Documents, k.Files, megabytes(k.Bytes)))
		})
	})
}

func megabytes(n int64) string {
	return strings.Replace(fmt.Sprintf("%.1f MB", float64(n)/1e6), ".", ",", 1)
}

// unitList is the units of a portion as narrowed and sorted.
type unitList struct {
	a      *appraise.Appraisal
	survey *appraise.Survey
	all    []sift.Item
	items  []*sift.Item
}

// narrowUnits loads, narrows and sorts the units of a portion. Words in the text are
// looked up in the index, which is built first where it is not.
func narrowUnits(e *env, ctx context.Context, w *work.House, id string, n *narrow) (*unitList, error) {
	f, o, err := n.filter(e)
	if err != nil {
		return nil, err
	}
	l := &unitList{}
	if l.a, err = w.Room.Records(ctx, id, reading.Asker{}); err != nil {
		return nil, err
	}
	if l.survey, err = w.Desk.Survey(ctx, l.a); err != nil {
		return nil, err
	}
	var with map[string]bool
	if f.Word != "" {
		if err := w.Desk.IndexTexts(ctx, id, counting(e, id, "index", files)); err != nil {
			return nil, err
		}
		found, err := w.Desk.WithWords(ctx, l.a, f.Word)
		if err != nil {
			return nil, err
		}
		with = found.Units
	}
	l.all = l.survey.Items(l.a)
	sieve := sift.NewSieve(f, with)
	for i := range l.all {
		if sieve.Match(&l.all[i], "") {
			l.items = append(l.items, &l.all[i])
		}
	}
	sift.Sort(l.items, o)
	return l, nil
}

func (l *unitList) rows() []unitView {
	units := map[string]*record.Object{}
	for _, u := range l.survey.Units {
		units[u.ID] = u
	}
	rows := []unitView{}
	for _, it := range l.items {
		o, v, f := units[it.ID], l.a.Verdicts[it.ID], l.survey.Facts[it.ID]
		r := unitView{ID: o.ID, Kind: o.Kind, Reference: o.Reference, Subject: o.Subject, Span: o.Span.String(), Suggestion: o.Suggestion,
			Model: f.Proposal.Rating, ModelRule: strings.TrimSpace(f.Proposal.Plan + " " + f.Proposal.Title),
			Rating: v.Rating, Inherited: v.Inherited, Origin: v.Origin, Documents: f.Documents, Files: f.Files, Bytes: f.Bytes,
			Formats: f.Formats,
			Paper:   f.Paper, Duplicates: len(f.Twins), Gaps: f.Gaps, Changed: f.Changed}
		for ref := range f.Held {
			r.Held = append(r.Held, ref)
		}
		slices.Sort(r.Held)
		for _, m := range l.survey.Remarks[o.ID] {
			r.Remarks = append(r.Remarks, strings.TrimSpace(m.Author+": "+strings.TrimSpace(m.Wish+" "+m.Text)))
		}
		if v.Decision != nil {
			r.Reason, r.By, r.ReleasedBy = v.Decision.Reason, v.Decision.Actor, v.Decision.ReleasedBy
		}
		rows = append(rows, r)
	}
	return rows
}

func (l *unitList) facets() *facetView {
	items := make([]sift.Item, len(l.items))
	for i, it := range l.items {
		items[i] = *it
	}
	one := func(of func(*sift.Item) string) []sift.Value {
		return sift.Values(items, func(it *sift.Item) []string { return []string{of(it)} })
	}
	return &facetView{Plans: one(func(it *sift.Item) string { return it.Plan }),
		Agencies:    one(func(it *sift.Item) string { return it.Agency }),
		Formats:     sift.Values(items, func(it *sift.Item) []string { return it.Formats }),
		Suggestions: one(func(it *sift.Item) string { return it.Suggestion })}
}

func appraiseSet(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	reason, proposed := fs.String("reason", "", ""), fs.Bool("all-as-proposed", false, "")
	rest, err := e.parse(fs, args, 0)
	switch {
	case err != nil:
		return err
	case *proposed && len(rest) > 0:
		return errUsage{e.text("cli.appraise.all-or-named")}
	case *proposed:
		return appraiseProposed(ctx, e, id, *reason)
	case len(rest) < 2:
		return errUsage{e.text("cli.too-few", fs.Name()) + "\n" + e.usage(fs.Name())}
	}
	last := len(rest) - 1
	rating, err := ratingOf(e, rest[last])
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error { return w.Desk.Set(ctx, id, rest[:last], rating, *reason) })
}

// ratingOf reads a, v or b.
func ratingOf(e *env, s string) (record.Rating, error) {
	r := record.Rating(strings.ToUpper(s))
	if !slices.Contains([]record.Rating{record.RatingArchive, record.RatingDestroy, record.RatingAppraise}, r) {
		return "", errUsage{e.text("cli.appraise.rating", s)}
	}
	return r, nil
}

func appraiseUndo(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		ids, err := w.Desk.Undo(ctx, id)
		return printObjects(e, ids, err)
	})
}

func appraiseRedo(ctx context.Context, e *env, id string, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		ids, err := w.Desk.Redo(ctx, id)
		return printObjects(e, ids, err)
	})
}

func printObjects(e *env, ids []string, err error) error {
	if err != nil {
		return err
	}
	return e.result(ids, func(out io.Writer) { fmt.Fprintln(out, strings.Join(ids, "\n")) })
}

func appraiseRelease(ctx context.Context, e *env, id string, args []string) error {
	objects, err := e.parse(e.flags("appraise"), args, 0)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		n, err := w.Desk.Release(ctx, id, objects)
		if err == nil {
			e.say("cli.appraise.released", n)
		}
		return err
	})
}

// appraiseFinish finishes one portion, or all of an accession that are being appraised; a
// person may take the agency's proposals A in the same act.
func appraiseFinish(ctx context.Context, e *env, id string, args []string) error {
	fs := e.flags("appraise")
	reason, proposed := fs.String("reason", "", ""), fs.Bool("all-as-proposed", false, "")
	rest, err := e.parse(fs, args, 0)
	if err != nil {
		return err
	}
	if len(rest) > 0 || *reason != "" && !*proposed {
		return errUsage{e.usage("appraise")}
	}
	return e.with(ctx, func(w *work.House) error {
		ids, err := accession.ToFinish(ctx, w.Books, id)
		if err != nil {
			return err
		}
		var early, ready []string
		for _, id := range ids {
			if *proposed {
				if err := takeProposed(ctx, e, w, id, *reason); err != nil {
					return err
				}
			}
			n, err := w.Books.Next(ctx, id)
			if err != nil {
				return err
			}
			if n.Step == accession.NextFinish {
				ready = append(ready, id)
			} else {
				early = append(early, id)
			}
		}
		for _, id := range append(early, ready...) { // what is not decided is refused before anything is finished
			if err := w.Desk.FinishAppraisal(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

func appraiseExport(ctx context.Context, e *env, id string, args []string) error {
	return writePapers(e, ctx, id, args, func(h *work.House, ctx context.Context, id, dir string) ([]string, error) {
		return h.Desk.ExportAppraisal(ctx, id, dir)
	})
}
