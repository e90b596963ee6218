package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/viewer/catalog"
)

// search measures the catalogue of a made collection; corpusSearch that of foreign documents.
func search(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Search in the catalogue",
		Data: "100,000 objects with full text; seconds per query, one row per kind of query."}
	var err error
	m.Rows, err = goBench(ctx, o.rounds, "./viewer/catalog", "^BenchmarkSearch100000$", "20x")
	return m, err
}

// corpusQueries are words of which foreign documents hold many, some and none.
var corpusQueries = []string{"the", "PDF", "pag*", `"test file"`, "Verzeichnis", "qqzzx"}

// corpusAsked is how often each of them is asked.
const corpusAsked = 20

// corpusSearch packages the PDFs of the shared material and searches them: what the first
// search costs, which brings their texts into the index, and each one after it.
func corpusSearch(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Search of foreign PDFs", Steps: true}
	dir := filepath.Join(o.work, "search-corpus")
	if err := os.RemoveAll(dir); err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	delivery, data := filepath.Join(dir, "delivery"), filepath.Join(dir, "workspace")
	names, err := corpusDelivery(o, delivery)
	if err != nil {
		return m, err
	}
	if err := o.appraised(ctx, data, delivery); err != nil {
		return m, err
	}
	first := subject{Name: "laufzettel-cli search, the first", Note: "reads all texts into the index, compiles the reader"}
	peer := subject{Name: "pdftotext of each", Note: "reads the texts; no index"}
	if err := errors.Join(once(ctx, o.inWorkspace(data, "package", pathPortion), new(subject), false),
		once(ctx, o.inWorkspace(data, "--json", "search", corpusQueries[0]), &first, true),
		once(ctx, shell(peer.Name, fmt.Sprintf("for f in '%s'/*; do pdftotext \"$f\" - 2>&1 || true; done > /dev/null", delivery), ""),
			&peer, true)); err != nil {
		return m, err
	}
	asked, err := searchEach(ctx, data)
	m.Rows = append([]subject{first, peer}, asked...)
	m.Data = fmt.Sprintf("%d PDFs of the shared material as one delivery of files, one package; each query %d times, in one program.",
		len(names), corpusAsked)
	return m, err
}

// corpusDelivery makes a folder of all PDFs of the shared material.
func corpusDelivery(o options, dir string) (names []string, err error) {
	if names, err = foreignPDFs(o.testdata()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for i, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d-%s", i, filepath.Base(name))), b, 0o600); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// searchEach gives a row for each query; the texts are in the index.
func searchEach(ctx context.Context, data string) (rows []subject, err error) {
	w, err := work.Open(ctx, data, office.Options{Person: "M. Ahrens"})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	holdings := w.Room.OpenHoldings(reading.Asker{})
	for _, text := range corpusQueries {
		row := subject{Name: "search for " + text}
		for range corpusAsked {
			began := time.Now()
			found, err := holdings.Search(ctx, catalog.Query{Text: text})
			if err != nil {
				return nil, err
			}
			row.Seconds = append(row.Seconds, time.Since(began).Seconds())
			row.Note = fmt.Sprintf("found: %d", found.Total)
			if len(found.Items) > 0 {
				row.Note += fmt.Sprintf(", %d places in the first", len(found.Items[0].Places))
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}
