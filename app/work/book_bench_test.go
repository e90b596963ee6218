package work

import "laufzettel/app/work/office"

import "laufzettel/app/work/accession"

import (
	"database/sql"
	"fmt"
	"testing"

	"laufzettel/transfer"
)

// The accession book of a large archive: 5,000 accessions with two portions each.
func BenchmarkBook5000(b *testing.B) {
	w, err := Open(b.Context(), b.TempDir(), office.Options{Person: "M. Ahrens"})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	err = w.Office.Store.WithTx(b.Context(), func(tx *sql.Tx) error {
		for i := range 5000 {
			id := fmt.Sprintf("Z2026-%04d", i)
			if _, err := tx.Exec(
				`INSERT INTO accession (id, number, title, agency, agency_id, profile, process, state, opened) VALUES (?,?,?,?,'09999','','','in-work',?)`,
				id, fmt.Sprintf("2026/%04d", i), "Bauakten", "Landratsamt Musterkreis", 1793000000000+i); err != nil {
				return err
			}
			for j, state := range []transfer.State{transfer.Confirmed, transfer.Accepted} {
				p := fmt.Sprintf("P%d-%d", i, j)
				if _, err := tx.Exec(
					`INSERT INTO portion (id, accession_id, name, source, path, form, state, arrived, changed, due) VALUES (?,?,?,'',?,'zip',?,1793000000000,1793000000000,1793900000000)`, p, id, p, p, state); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		rows, err := w.Books.BookRows(b.Context())
		if err != nil || len(rows) != 5000 || rows[0].Step != accession.NextAppraise {
			b.Fatalf("%d rows, %v", len(rows), err)
		}
	}
}
