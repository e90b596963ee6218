package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/office"
)

// benchAccessions is the size of the accession book of a large archive.
const benchAccessions = 5000

// accessionBook measures what a person waits for in the morning: every accession
// with its state, next step and deadline (A31).
func accessionBook(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "The accession book", Promise: "opens in at most 1 s",
		Data: fmt.Sprintf("%d accessions, each with a deadline; seconds per opening.", benchAccessions)}
	w, err := work.Open(ctx, filepath.Join(o.work, "book"), office.Options{Person: "M. Ahrens"})
	if err != nil {
		return m, err
	}
	defer w.Close()
	rows, err := w.Books.BookRows(ctx)
	if err != nil {
		return m, err
	}
	for i := len(rows); i < benchAccessions; i++ {
		d := accession.AccessionDraft{Title: fmt.Sprintf("Bauakten %d", i), Agency: fmt.Sprintf("Amt Musterstadt %d", i%40),
			Extent: "etwa 40 Vorgänge",
			Due:    w.Office.Now().AddDate(0, 0, i%400), DueWhat: "Lieferung"}
		if _, err := w.Books.NewAccession(ctx, d); err != nil {
			return m, err
		}
	}
	open, due := subject{Name: "open: every row with its next step"}, subject{Name: "what is due"}
	for range max(o.rounds, 5) {
		began := time.Now()
		if rows, err = w.Books.BookRows(ctx); err != nil {
			return m, err
		}
		open.Seconds = append(open.Seconds, time.Since(began).Seconds())
		began = time.Now()
		if _, err = w.Books.Due(ctx); err != nil {
			return m, err
		}
		due.Seconds = append(due.Seconds, time.Since(began).Seconds())
	}
	if len(rows) != benchAccessions {
		return m, fmt.Errorf("the book has %d rows, want %d", len(rows), benchAccessions)
	}
	m.Rows = []subject{open, due}
	m.Kept = yes(median(open.Seconds) <= 1)
	return m, nil
}
