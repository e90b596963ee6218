package appraise

import (
	"context"
	"fmt"
	"strings"

	"laufzettel/appraisal"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// Destroyed lists what is decided V, with who decided and who released it. Titles are in
// it: what leaves the workspace or stays after closing goes through Nameless.
func Destroyed(a *Appraisal) []report.Destroyed {
	var out []report.Destroyed
	for _, o := range appraisal.Units(a.Roots) {
		v, m := a.Verdicts[o.ID], a.Mixed[o.ID]
		if v.Rating != record.RatingDestroy && m.Lost == 0 {
			continue
		}
		d := report.Destroyed{ID: o.ID, Reference: o.Reference, Subject: o.Subject, Plan: planOf(o), Span: report.SpanText(o.Span),
			Files: record.Count([]*record.Object{o}).Files}
		if v.Rating != record.RatingDestroy { // the list holds what goes of a folder, not what stays
			d.Subject, d.Files = fmt.Sprintf("%s (%d von %d Dateien)", o.Subject, m.Lost, d.Files), m.Lost
			v.Decision = m.Decision
		}
		if v.Decision != nil {
			d.Reason, d.Decided, d.DecidedBy = v.Decision.Reason, v.Decision.At, v.Decision.Actor
			d.Released, d.ReleasedBy = v.Decision.ReleasedAt, v.Decision.ReleasedBy
		}
		out = append(out, d)
	}
	return out
}

// planOf gives the position of the Aktenplan an object lies under.
func planOf(o *record.Object) string {
	for ; o != nil; o = o.Parent {
		if p := strings.TrimSpace(o.Plan.Reference + " " + o.Plan.Title); p != "" {
			return p
		}
	}
	return ""
}

// DestroyedOf is Destroyed with the extent as it was delivered: files and bytes that the
// check read, not those a message claims.
func (dk *Desk) DestroyedOf(ctx context.Context, a *Appraisal) ([]report.Destroyed, error) {
	out := Destroyed(a)
	if len(out) == 0 || a.Portion.Run == "" {
		return out, nil
	}
	at := map[string]int{}
	for i, d := range out {
		at[d.ID] = i
	}
	single, err := SingleOf(ctx, dk, a)
	if err != nil {
		return nil, err
	}
	reader := dk.Contents.ReaderOf(a.Portion)
	for _, u := range appraisal.Units(a.Roots) {
		i, ok := at[u.ID]
		if !ok {
			continue
		}
		_, mixed := a.Mixed[u.ID]
		whole, files, err := reader.Read(ctx, u)
		if err != nil {
			return nil, err
		}
		n, size, seen := 0, int64(0), map[string]bool{}
		for o := range record.All([]*record.Object{whole}) {
			if mixed && single.Verdict(u.ID, o.ID).Rating != record.RatingDestroy {
				continue // of a folder of which some files stay, what goes
			}
			for f := range o.Files() {
				if fact, ok := files.At(f.Name); ok && !seen[f.Name] {
					n, size, seen[f.Name] = n+1, size+fact.Size, true
				}
			}
		}
		if n > 0 { // after the destruction nothing is read any more: the numbers of the message stay
			out[i].Files, out[i].Bytes = n, size
		}
	}
	return out, nil
}

// Nameless takes the titles out of a list of what is destroyed, save for the groups of the
// Aktenplan that the profile marks as without personal reference.
func Nameless(list []report.Destroyed, prof *profile.Profile) []report.Destroyed {
	out := make([]report.Destroyed, len(list))
	for i, d := range list {
		if !prof.MayName(d.Plan) {
			d.Subject = ""
		}
		out[i] = d
	}
	return out
}
