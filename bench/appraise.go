package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
)

// Sizes of the appraised portion: as the issue asks for with -full.
const (
	benchDossiers, benchCases, benchDocuments = 50, 40, 10
	smallDossiers                             = 10
	benchLooks                                = 60 // pages looked at, decisions made
)

// appraisal measures what a person waits for at the workplace: the list, the
// facts of the files, a decision stored, and from the key to the page.
func appraisal(ctx context.Context, o options) (measurement, error) {
	dossiers := smallDossiers
	if o.full {
		dossiers = benchDossiers
	}
	units := dossiers * benchCases
	m := measurement{Title: "The appraisal workplace", Promise: "list in at most 1 s, page in at most 300 ms cold",
		Data: fmt.Sprintf("%d B-Vorgänge with %d documents, one xdomea 0503; seconds per step.", units, units*benchDocuments)}
	dir := filepath.Join(o.work, fmt.Sprintf("appraise-%d", units))
	w, p, err := appraised(ctx, dir, dossiers)
	if err != nil {
		return m, err
	}
	defer w.Close()
	if err := w.Room.Child.Warm(ctx); err != nil {
		return m, err
	}
	open, facts := subject{Name: "open: records and verdicts"},
		subject{Name: "facts of all files", Note: "size, format, duplicates; after the list, in the background"}
	decide := subject{Name: "one decision, stored", Note: "and what holds for every object after it"}
	page := subject{Name: "key to page, cold", Note: "delivered file opened, first page drawn 1240 pixels wide"}
	var a *appraise.Appraisal
	for range max(o.rounds, 3) {
		began := time.Now()
		if a, err = w.Desk.Appraisal(ctx, p.ID); err != nil {
			return m, err
		}
		open.Seconds = append(open.Seconds, time.Since(began).Seconds())
		began = time.Now()
		if _, err = w.Desk.Survey(ctx, a); err != nil {
			return m, err
		}
		facts.Seconds = append(facts.Seconds, time.Since(began).Seconds())
	}
	if decide.Seconds, err = decisions(ctx, w, a); err != nil {
		return m, err
	}
	if page.Seconds, err = looks(ctx, w, a); err != nil {
		return m, err
	}
	m.Rows = []subject{open, facts, decide, page}
	m.Kept = yes(median(open.Seconds) <= 1 && median(page.Seconds) <= 0.3)
	return m, nil
}

// appraised gives the workspace with the accepted portion, made where it is not.
func appraised(ctx context.Context, dir string, dossiers int) (*work.House, transfer.Portion, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, transfer.Portion{}, err
	}
	w, err := work.Open(ctx, filepath.Join(dir, "workspace"), office.Options{Person: "M. Ahrens"})
	if err != nil {
		return nil, transfer.Portion{}, err
	}
	list, err := w.Intake.Portions.List(ctx)
	if err != nil || len(list) > 0 && list[0].State == transfer.Accepted {
		if err == nil {
			return w, list[0], nil
		}
		return nil, transfer.Portion{}, err
	}
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 2000, Dossiers: dossiers, Cases: benchCases,
		Documents: benchDocuments, Ratings: []string{"B"},
		Mix: []string{"pdf", "txt", "csv", "txt", "csv"}})
	if err != nil {
		return nil, transfer.Portion{}, err
	}
	path, err := parcel.Write(ctx, dir)
	if err != nil {
		return nil, transfer.Portion{}, err
	}
	p, err := w.Intake.Receive(ctx, path, nil)
	if err != nil {
		return nil, p, err
	}
	if _, err := w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true}); err != nil {
		return nil, p, err
	}
	p, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	return w, p, err
}

func decisions(ctx context.Context, w *work.House, a *appraise.Appraisal) ([]float64, error) {
	var out []float64
	ratings := []record.Rating{record.RatingArchive, record.RatingDestroy}
	for _, d := range a.Roots {
		for _, c := range d.Children {
			if len(out) == benchLooks {
				return out, nil
			}
			began := time.Now()
			if err := w.Desk.Set(ctx, a.Portion.ID, []string{c.ID}, ratings[len(out)%2], "Messung"); err != nil {
				return nil, err
			}
			if _, err := w.Desk.AppraisalOf(ctx, a.Portion, a.Roots); err != nil {
				return nil, err
			}
			out = append(out, time.Since(began).Seconds())
		}
	}
	return out, nil
}

// looks opens the first PDF of one Vorgang after the other and draws its first page.
func looks(ctx context.Context, w *work.House, a *appraise.Appraisal) ([]float64, error) {
	var out []float64
	for _, d := range a.Roots {
		for _, c := range d.Children {
			name := firstPDF(c)
			if name == "" || len(out) == benchLooks {
				continue
			}
			began := time.Now()
			o, err := w.Room.OpenPortion(ctx, a.Portion.ID, reading.Asker{})
			if err != nil {
				return nil, err
			}
			doc, done, err := o.Document(ctx, name)
			if err != nil {
				return nil, err
			}
			if pager, ok := doc.(viewer.Pager); ok {
				_, err = pager.Render(ctx, viewer.Request{Width: 1240})
			}
			took := time.Since(began).Seconds()
			done()
			if err != nil {
				return nil, err
			}
			out = append(out, took)
		}
	}
	return out, nil
}

func firstPDF(c *record.Object) string {
	for o := range record.All([]*record.Object{c}) {
		for f := range o.Files() {
			if strings.HasSuffix(f.Name, ".pdf") {
				return f.Name
			}
		}
	}
	return ""
}
