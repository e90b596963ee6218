package work_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/describe"
)

// The published form of the table is what the program reads.
func TestDocs_DescriptionsSchema(t *testing.T) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	must(t, enc.Encode(describe.Schema()))
	generated(t, "beschreibungen.schema.json", b.Bytes())
}

// edited is a table of descriptions in the hands of a person.
type edited struct {
	h         house
	accession string
	cells     [][]string
	row       int // of the object the tests change
}

func (h house) tableOf(t *testing.T, accession, pid string) *edited {
	t.Helper()
	var out bytes.Buffer
	_, err := h.ContentNotes.TableOut(t.Context(), accession, &out)
	must(t, err)
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff")))
	r.Comma = ';'
	e := &edited{h: h, accession: accession}
	e.cells, err = r.ReadAll()
	must(t, err)
	for i, row := range e.cells {
		if row[describe.PID] == pid {
			e.row = i
		}
	}
	if e.row == 0 {
		t.Fatalf("%s does not stand in %v", pid, e.cells)
	}
	return e
}

func (e *edited) file(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = ';'
	must(t, w.WriteAll(e.cells))
	name := filepath.Join(t.TempDir(), "tabelle.csv")
	must(t, os.WriteFile(name, out.Bytes(), 0o600))
	return name
}

func (e *edited) take(t *testing.T, reason string) (reading.TableLook, error) {
	t.Helper()
	look, taken, err := e.h.ContentNotes.TakeTable(t.Context(), e.accession, e.file(t), reading.Consent{Reason: reason})
	if err == nil && !taken {
		t.Fatalf("not taken: %v", look.Faults)
	}
	return look, err
}

// Titles, periods, notes and closures go out, come back and are undone, as if nothing had
// been; the log holds every step.
func TestDescribe_RoundTrip(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	p := h.taken(t, markedDelivery(t))
	d := h.doom(t, p)
	pid, accession := h.packageOf(t, d.portion.ID), h.accessionOf(t, d.portion.ID)
	first := h.tableOf(t, accession, pid)
	stood := first.cells[first.row]

	e := h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Title], e.cells[e.row][describe.Contains] = "Neuer Titel, \"berichtigt\"", "Enthält: Fotos"
	e.cells[e.row][describe.From], e.cells[e.row][describe.To] = "01.02.1980", "1981"
	look, err := e.take(t, "")
	must(t, err)
	if look.Titles != 1 || look.Periods != 1 || look.Notes != 1 || look.Closures != 0 {
		t.Errorf("changed %+v", look)
	}
	found, err := h.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{Text: "berichtigt"})
	must(t, err)
	if len(found.Items) != 1 || found.Items[0].From != "1980-02-01" || found.Items[0].To != "1981" {
		t.Errorf("found %+v by the new title", found.Items)
	}
	_, err = h.Room.RebuildCatalog(ctx)
	must(t, err)
	if again := h.tableOf(t, accession, pid); again.cells[again.row][describe.Title] != "Neuer Titel, \"berichtigt\"" {
		t.Errorf("after the index was made anew %q", again.cells[again.row])
	}

	// a closure: longer needs nothing, shorter a reason, once; what closes hides the note's right
	e = h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Law], e.cells[e.row][describe.Personal], e.cells[e.row][describe.Born] = "bund", "ja", "1970-05-01"
	_, err = e.take(t, "")
	must(t, err)
	at, err := h.Gate.Standing(ctx, pid)
	must(t, err)
	if got := at.Closure.Until.Format(time.DateOnly); got != "2070-05-01" {
		t.Fatalf("closed until %s, want 2070-05-01 (§ 11 Abs. 2 BArchG, 100 years after birth)", got)
	}
	e = h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Contains] = "Enthält: anderes"
	if look, err := h.ContentNotes.LookTable(ctx, accession, e.file(t)); err != nil || len(look.Faults) != 1 ||
		look.Faults[0].Column != "Enthält" {
		t.Errorf("a note on what is closed: %v, %v", look.Faults, err)
	}
	e = h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Until] = "31.12.2030"
	if _, err := e.take(t, " "); failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "begründen") {
		t.Errorf("shorter without a reason: %v", err)
	}
	look, err = e.take(t, "Einwilligung liegt vor")
	must(t, err)
	if len(look.Shorter) != 1 || look.Shorter[0].Was != "2070-05-01" || look.Shorter[0].Will != "2030-12-31" ||
		look.Shorter[0].WillLess != "2070-05-01" {
		t.Errorf("listed %+v", look.Shorter)
	}
	var reason string
	must(t, h.Office.Store.Reader().QueryRowContext(ctx, `SELECT reason FROM access_decision WHERE pid = ?`, pid).Scan(&reason))
	if reason != "Einwilligung liegt vor" {
		t.Errorf("reason %q", reason)
	}
	var clear int
	must(t, h.Office.Store.Reader().QueryRowContext(ctx,
		`SELECT count(*) FROM event e LEFT JOIN statement s ON s.seq = e.seq WHERE e.body LIKE '%Einwilligung%' OR s.body LIKE '%Einwilligung%' OR e.body LIKE '%berichtigt%' OR s.body LIKE '%berichtigt%'`).Scan(&clear))
	if clear != 0 {
		t.Errorf("%d entries of the log name reason or title", clear)
	}
	sound(t, h.House)

	// back, table by table
	_, err = h.ContentNotes.UndoTable(ctx, accession, "")
	must(t, err) // longer again
	if _, err := h.ContentNotes.UndoTable(ctx, accession, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("lifted without a reason: %v", err)
	}
	_, err = h.ContentNotes.UndoTable(ctx, accession, "Falsches Objekt")
	must(t, err)
	_, err = h.ContentNotes.UndoTable(ctx, accession, "")
	must(t, err)
	if _, err := h.ContentNotes.UndoTable(ctx, accession, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("nothing left to undo: %v", err)
	}
	if last := h.tableOf(t, accession, pid); strings.Join(last.cells[last.row], "|") != strings.Join(stood, "|") {
		t.Errorf("after undoing %q, want %q", last.cells[last.row], stood)
	}
	sound(t, h.House)
}

// What somebody changed here since is neither overwritten by an old table nor by undoing.
func TestDescribe_ChangedSince(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	p := h.taken(t, markedDelivery(t))
	d := h.doom(t, p)
	pid, accession := h.packageOf(t, d.portion.ID), h.accessionOf(t, d.portion.ID)
	old := h.tableOf(t, accession, pid)
	e := h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Law], e.cells[e.row][describe.Secret] = "bund", "WAHR"
	_, err := e.take(t, "")
	must(t, err)
	old.cells[old.row][describe.Title] = "aus der alten Tabelle"
	look, err := h.ContentNotes.LookTable(ctx, accession, old.file(t))
	must(t, err)
	if len(look.Faults) != 1 || !strings.Contains(look.Faults[0].Says.In("de"), "seit dem Ausgeben") {
		t.Errorf("an old row: %v", look.Faults)
	}
	_, err = h.Gate.DecideClosure(ctx, pid, "bund", access.Facts{End: "2020", Personal: true})
	must(t, err)
	if _, err := h.ContentNotes.UndoTable(ctx, accession, "Versehen"); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), pid) {
		t.Errorf("undone over a later decision: %v", err)
	}
	file := e.file(t)
	if _, _, err := h.ContentNotes.TakeTable(ctx, accession, h.tableOf(t, accession, pid).file(t), reading.Consent{}); err != nil {
		t.Errorf("an unchanged table: %v", err)
	}
	e = h.tableOf(t, accession, pid)
	e.cells[e.row][describe.Title] = "anderer"
	look, err = h.ContentNotes.LookTable(ctx, accession, e.file(t))
	must(t, err)
	if _, _, err := h.ContentNotes.TakeTable(ctx, accession, file, reading.Consent{Digest: look.Digest}); err != nil {
		t.Errorf("the same stale file: %v", err) // it has faults and is not taken
	}
	e.cells[e.row][describe.Title] = "nach dem Ansehen"
	if _, _, err := h.ContentNotes.TakeTable(ctx, accession, e.file(t),
		reading.Consent{Digest: look.Digest}); failure.KindOf(err) != failure.Refused {
		t.Errorf("another file than the one looked at: %v", err)
	}
	sound(t, h.House)
}
