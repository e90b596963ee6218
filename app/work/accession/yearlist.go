package accession

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
)

// stepWords are the next steps in the words of papers.
var stepWords = map[NextStep]string{NextOffer: "Angebot bewerten", NextAwait: "Lieferung erwartet", NextCheck: "Prüfen",
	NextDecide:     "Über Annahme entscheiden",
	NextRedelivery: "Neulieferung erwartet", NextAppraise: "Bewerten", NextPackage: "Paketieren", NextSend: "Senden",
	NextReceipt: "Quittung erwartet",
	NextClear:   "Zur Löschung freigeben", NextDeletion: "Löschmeldung erwartet", NextClose: "Abschließen", NextNone: ""}

// German is the step in words.
func (s NextStep) German() string { return stepWords[s] }

// yearColumns are the columns of the year list, in CSV and on paper.
var yearColumns = []string{"Zugangsnummer", "Zugang", "Stelle", "Behördenkennung", "Titel", "Art", "Portionen", "Dateien", "Bytes",
	"Umfang laut Angebot",
	"Stand", "Nächster Schritt", "Frist", "Frist für", "Ü-ID", "Löschfreigabe", "Abgeschlossen"}

// YearList writes the accession book of one year as PDF/A-2b and as CSV into dir, ""
// among the letters of the workspace, and gives both names (A31). Errors: Refused when
// the year has no entries or is none.
func (bk *Books) YearList(ctx context.Context, year int, dir string) (pdf, table string, err error) {
	if year < 1900 || year > 9999 {
		return "", "", failure.New(failure.Refused, "year list", wording.Say("hint.window.not-a-year", year))
	}
	if dir == "" {
		dir = filepath.Join(bk.Office.Path(office.DirLetters), "zugangsbuch")
	}
	rows, err := bk.BookRows(ctx)
	if err != nil {
		return "", "", err
	}
	f := BookFilter{Year: year}
	rows = slices.DeleteFunc(rows, func(r BookRow) bool { return !f.Fits(r) })
	if len(rows) == 0 {
		return "", "", failure.New(failure.Refused, "year list", wording.Say("hint.accession.year-empty", year))
	}
	slices.Reverse(rows)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", "", office.Disk("make folder", err)
	}
	base := filepath.Join(dir, fmt.Sprintf("zugangsbuch-%d", year))
	if err := office.WriteFile(base+".csv", func(to io.Writer) error { return writeYearCSV(to, rows) }); err != nil {
		return "", "", office.Disk("write year list", err)
	}
	d, err := bk.yearPaper(ctx, year, rows)
	if err != nil {
		return "", "", err
	}
	if err := office.WriteFile(base+".pdf", func(to io.Writer) error { return report.Write(to, d) }); err != nil {
		return "", "", office.Disk("write year list", err)
	}
	return base + ".pdf", base + ".csv", nil
}

// writeYearCSV writes UTF-8 with BOM and semicolons, as office programs of this
// country read it; a cell that such a program would take for a formula is quoted.
func writeYearCSV(to io.Writer, rows []BookRow) error {
	list := [][]string{yearColumns}
	for _, r := range rows {
		list = append(list, yearCells(r))
	}
	return sheet.Write(to, list...)
}

func yearCells(r BookRow) []string {
	return []string{r.Number, localDay(r.Opened), r.Agency, r.AgencyID, r.Title,
		check.KindWords(r.Kind).In(wording.German), fmt.Sprint(r.Portions), fmt.Sprint(r.Files),
		fmt.Sprint(r.Bytes), r.Extent,
		r.State.German(), r.Step.German(), lastDay(r.Due), r.DueWhat, r.TransferID, localDay(r.Cleared), localDay(r.Closed)}
}

func localDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(time.Local).Format("02.01.2006")
}

// lastDay is the last day of a deadline, which ends with the start of the next.
func lastDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return localDay(t.Add(-time.Millisecond))
}

// yearPaper is the year list on paper.
func (bk *Books) yearPaper(ctx context.Context, year int, rows []BookRow) (report.Document, error) {
	seq, head, err := events.Head(ctx, bk.Office.Store)
	if err != nil {
		return report.Document{}, err
	}
	archive := bk.Office.Settings.Get().Archive
	var files, size int64
	closed, discarded := 0, 0
	table := report.Table{Columns: []report.Column{{Title: "Nummer", Weight: 1}, {Title: "Zugang", Weight: 1},
		{Title: "Stelle und Titel", Weight: 3.2},
		{Title: "Umfang", Weight: 1.2, Right: true}, {Title: "Stand", Weight: 1.5}, {Title: "Nächster Schritt, Frist", Weight: 1.7}}}
	for _, r := range rows {
		files, size = files+int64(r.Files), size+r.Bytes
		if r.State == transfer.AccessionClosed {
			closed++
		}
		if r.State == transfer.AccessionDiscarded {
			discarded++
		}
		next := r.Step.German()
		if due := lastDay(r.Due); due != "" {
			next = strings.TrimSpace(next + "\n" + r.DueWhat + " bis " + due)
		}
		extent := fmt.Sprintf("%d Dateien", r.Files)
		if r.Files == 0 {
			extent = r.Extent
		}
		table.Rows = append(table.Rows, []string{r.Number, localDay(r.Opened), strings.TrimSpace(r.Agency + "\n" + r.Title), extent,
			r.State.German(), next})
	}
	title := fmt.Sprintf("Zugangsbuch %d", year)
	return report.Document{Kind: "accession-book", Title: title, Subject: archive, Author: archive, Tool: office.Program + " " +
		office.Version, Created: bk.Office.Now().In(time.Local),
		Blocks: []report.Block{
			report.KeyValues{{Label: "Archiv", Value: archive}, {Label: "Jahr", Value: fmt.Sprint(year)},
				{Label: "Akzessionen", Value: counted(len(rows), closed, discarded)},
				{Label: "Dateien", Value: fmt.Sprint(files)}, {Label: "Bytes", Value: fmt.Sprint(size)},
				{Label: "Protokollstand", Value: fmt.Sprintf("%d, %s", seq, head), Mono: true}},
			table},
		Data: rows}, nil
}

// counted says how many accessions there are and what became of them.
func counted(all, closed, discarded int) string {
	out := fmt.Sprintf("%d, davon %d abgeschlossen", all, closed)
	if discarded > 0 {
		out += fmt.Sprintf(", %d verworfen", discarded)
	}
	return out
}
