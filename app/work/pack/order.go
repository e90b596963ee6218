package pack

import (
	"context"
	"database/sql"
	"fmt"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// outcomeOrdered is the outcome of the event that starts the building of packages; what
// happened before it is the history that goes into them.
const outcomeOrdered = "ordered"

// order stores ids, reference codes and the clock of the packages; objects that
// will be destroyed keep their number as a documented gap (A34). A second order
// changes nothing.
func (b *builder) order(ctx context.Context) error {
	have, err := b.packer.Portions.Packages(ctx, b.portion.ID)
	if err != nil {
		return err
	}
	if len(have) == 0 {
		if err := b.firstOrder(ctx); err != nil {
			return err
		}
		if have, err = b.packer.Portions.Packages(ctx, b.portion.ID); err != nil {
			return err
		}
	}
	if err := b.ordered(have); err != nil {
		return err
	}
	b.history, err = historyOf(b.packages, func(take func(events.Event) bool) error {
		return events.Each(ctx, b.packer.Office.Store, b.portion.ID, take)
	})
	if err != nil {
		return err
	}
	b.forget()
	rep := new(check.Report)
	kept, err := b.packer.Portions.LoadReport(ctx, b.portion.ID, &check.Kept{Report: rep})
	if kept && err == nil {
		b.report = rep
	}
	return err
}

func (b *builder) firstOrder(ctx context.Context) error {
	at := b.packer.Office.Now()
	units, err := b.plan(ctx)
	if err != nil {
		return err
	}
	return b.packer.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		var packages []transfer.Package
		seen, given := map[string]bool{}, map[string]bool{}
		for _, p := range units {
			o := p.unit
			if seen[o.ID] {
				return failure.New(failure.Refused, "order packages: id "+o.ID+" twice", wording.Say("hint.pack.same-case-id", o.ID))
			}
			seen[o.ID] = true
			code, err := b.code(ctx, tx, o, p.gap)
			if err != nil {
				return err
			}
			own, err := b.orderOf(ctx, p, code, given)
			if err != nil {
				return err
			}
			for _, pkg := range own {
				pkg.Ordered = at
				packages = append(packages, pkg)
			}
		}
		if len(packages) == 0 {
			return failure.New(failure.Refused, "order packages", wording.Say("hint.pack.nothing-to-package"))
		}
		if err := transfer.OrderPackages(ctx, tx, packages); err != nil {
			return err
		}
		return b.packer.Log.Entry(ctx, b.packer.Office.Event(events.Packaged, b.portion.ID, "", outcomeOrdered,
			map[string]string{"packages": fmt.Sprint(len(packages))}))(tx)
	})
}

// gap says why a unit gets no package, "" = it gets one. Its number stays as a
// documented gap (A34). What holds for a dossier are the verdicts on the units in
// it. A unit without any file can be described only together with its dossier; that
// is said before anything is ordered.
func (b *builder) gap(o *record.Object) (string, error) {
	if b.share != nil {
		return b.share.gap(o), nil
	}
	kept, lost := 0, 0
	for _, u := range appraisal.Units([]*record.Object{o}) {
		if b.appraisal.Verdicts[u.ID].Rating == record.RatingArchive {
			kept++
		} else {
			lost++
		}
	}
	switch {
	case kept == 0:
		return "vernichtet", nil
	case lost > 0:
		return "", failure.New(failure.Refused, "order packages: mixed verdicts in "+o.ID,
			wording.Say("hint.pack.mixed-dossier", o.Label(), kept, lost))
	case record.Count([]*record.Object{o}).Files > 0:
		return "", nil
	case o.Parent == nil:
		return "keine Datei", nil
	}
	return "", failure.New(failure.Refused, "order packages: no file in "+o.ID, wording.Say("hint.pack.case-without-files", o.Label()))
}
