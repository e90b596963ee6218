package appraise

import (
	"laufzettel/appraisal"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// Destroyed lists the units that are not archived.
func Destroyed(a *Appraisal) []report.Destroyed {
	var out []report.Destroyed
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		if v.Rating != record.RatingDestroy {
			continue
		}
		d := report.Destroyed{ID: o.ID, Reference: o.Reference, Subject: o.Subject, Files: record.Count([]*record.Object{o}).Files}
		if v.Decision != nil {
			d.Reason, d.Decided, d.DecidedBy = v.Decision.Reason, v.Decision.At, v.Decision.Actor
			d.Released, d.ReleasedBy = v.Decision.ReleasedAt, v.Decision.ReleasedBy
		}
		out = append(out, d)
	}
	return out
}
