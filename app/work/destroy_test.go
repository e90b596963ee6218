package work_test

import (
	"bytes"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// betreff stands for the destroyed Vorgang: in its subject and in the titles of
// its documents.
const betreff = "Zwergenaufstand im Nebelwald"

// markedDelivery is a delivery as a folder whose first Vorgang bears betreff.
func markedDelivery(t *testing.T) string {
	t.Helper()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 31, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt"},
		Ratings: []string{"B"}, Folder: true}))
	found := 0
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".xml" {
			return err
		}
		data, err := os.ReadFile(name)
		must(t, err)
		_, rest, ok := bytes.Cut(data, []byte("Vorgang>"))
		if !ok {
			return nil
		}
		_, rest, _ = bytes.Cut(rest, []byte("Betreff>"))
		subject, _, _ := bytes.Cut(rest, []byte("</"))
		found += bytes.Count(data, subject)
		return os.WriteFile(name, bytes.ReplaceAll(data, subject, []byte(betreff)), 0o600)
	}))
	if found < 3 {
		t.Fatalf("the marker stands %d times only", found)
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	return filepath.Join(dir, entries[0].Name())
}

// doomed is a portion, archived and receipted, with one Vorgang whose destruction is
// ordered and released.
type doomed struct {
	portion transfer.Portion
	content []byte // text of a file of the Vorgang and of no other
}

// doom takes a delivery that far.
func (h house) doom(t *testing.T, p transfer.Portion) doomed {
	t.Helper()
	ctx := t.Context()
	if _, ok := h.Office.Acting(ctx); !ok {
		must(t, h.Office.May(ctx, people.People))
	}
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	units := a.Roots[0].Children
	if units[0].Subject != betreff {
		t.Fatalf("first Vorgang is %q", units[0].Subject)
	}
	d := doomed{p, aWordOf(t, h, p, units[0], units)}
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingArchive, ""))
	must(t, h.Desk.IndexTexts(ctx, p.ID, nil))
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	h.sent(t, p.ID)
	if len(marked(t, h.Office.Dir, d.content)) < 2 || len(marked(t, h.Office.Dir, []byte(betreff))) < 2 {
		t.Fatal("the markers are not there: the search proves nothing")
	}
	return d
}

// taken receives and checks a delivery.
func (h house) taken(t *testing.T, path string) transfer.Portion {
	t.Helper()
	p, err := h.Intake.Receive(t.Context(), path, nil)
	must(t, err)
	_, err = h.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	p, err = h.Intake.Portions.Get(t.Context(), p.ID)
	must(t, err)
	return p
}

// traceless wants neither content nor Betreff of the destroyed Vorgang anywhere: in
// files, database, log of the database, free pages, papers.
func (h house) traceless(t *testing.T, d doomed) {
	t.Helper()
	if left := marked(t, h.Office.Dir, d.content); len(left) > 0 {
		t.Errorf("the content of the destroyed Vorgang still stands in %v", left)
	}
	if left := marked(t, h.Office.Dir, []byte(betreff)); len(left) > 0 {
		t.Errorf("the Betreff of the destroyed Vorgang still stands in %v", left)
	}
}

// A destruction alone, without the closing of the accession, leaves nothing of a
// Vorgang: caches, older copies of the database and free pages are searched (G13).
func TestDestroy_LeavesNoTrace(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	p := h.taken(t, markedDelivery(t))
	// A title and a finding that speak of the Vorgang, as some kinds of deliveries have.
	_, err := h.Intake.Portions.Amend(ctx, p.ID, func(p *transfer.Portion) { p.Title = "Akten: " + betreff },
		func(tx *sql.Tx, p transfer.Portion) error {
			rep := check.Report{Verdict: check.Accepted, Findings: []check.Finding{{Code: "FIX-002", Severity: check.Note, Message: "In „" +
				betreff + "“ fehlt etwas.", Remedy: "x"},
				{Code: "FIX-002", Severity: check.Note, Path: "anderes.txt", Message: "Anderes.", Remedy: "x"}}}
			return transfer.SaveReport(ctx, tx, p.ID, rep)
		})
	must(t, err)
	d := h.doom(t, p)
	for name, data := range map[string][]byte{"cache/tables/x": d.content, "cache/outside/y": d.content,
		"laufzettel.db.before-7": []byte(betreff)} {
		name = filepath.Join(h.Office.Dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, data, 0o600))
	}
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	refused(t, "destroying without an order", "fehlt der Auftrag", err)
	o := ordered(t, h.House, p.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	n, err := h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	must(t, err)
	if n != 1 {
		t.Errorf("%d destroyed", n)
	}
	h.traceless(t, d)
	for _, paper := range []string{"uebernahmebericht.json", "kassationsliste.json"} {
		raw, err := os.ReadFile(filepath.Join(h.Office.Dir, "letters", p.ID, paper))
		must(t, err)
		if !regexp.MustCompile(`"files": [1-9][0-9]*,\s+"bytes": [1-9]`).Match(raw) || !bytes.Contains(raw, []byte(`"plan":`)) {
			t.Errorf("%s does not tell extent and Aktenplan of what is destroyed:\n%s", paper, raw)
		}
	}
	p, err = h.Intake.Portions.Get(ctx, p.ID)
	must(t, err)
	rep, err := h.Intake.Report(ctx, p.ID)
	must(t, err)
	if p.Title != "" || len(rep.Findings) != 2 || rep.Findings[0].Code != "FIX-002" || rep.Findings[0].Message == "" ||
		rep.Findings[1].Path != "anderes.txt" {
		t.Errorf("title %q, findings %+v: want them without words of the Vorgang, the others untouched", p.Title, rep.Findings)
	}
	log, err := h.Office.Events(ctx, p.ID)
	must(t, err)
	if last := log[len(log)-1]; last.Type != events.Scrubbed || log[len(log)-2].Type != events.Destroyed ||
		log[len(log)-2].Detail["basis"] == "" || log[len(log)-2].Detail["order"] != o.ID {
		t.Errorf("the log ends with %+v", log[len(log)-2:])
	}
	if _, broken, err := h.Log.VerifyLog(ctx, ""); err != nil || broken != nil {
		t.Errorf("the log does not hold: %+v, %v", broken, err)
	}
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	refused(t, "the same order again", "nicht schon vernichtet", err)
}

// A reader elsewhere keeps old pages of the database in use: the destruction is
// done, the person is told, and the same order or the next start ends the rest.
func TestDestroy_WhileAnotherReads(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	p := h.taken(t, markedDelivery(t))
	d := h.doom(t, p)
	other, err := sql.Open("sqlite", filepath.Join(h.Office.Dir, "laufzettel.db"))
	must(t, err)
	defer other.Close()
	reading, err := other.BeginTx(ctx, nil)
	must(t, err)
	var n int
	must(t, reading.QueryRowContext(ctx, "SELECT count(*) FROM object").Scan(&n))

	ordered(t, h.House, p.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	if failure.KindOf(err) != failure.Transient || !strings.Contains(failure.HintOf(err).In("de"),
		"Die Vernichtung ist ausgeführt (Vorgänge: 1)") {
		t.Fatalf("with a reader: %v (%s)", err, failure.HintOf(err).In("de"))
	}
	if len(marked(t, h.Office.Dir, []byte(betreff))) == 0 {
		t.Error("nothing was left: the reader proves nothing")
	}
	must(t, h.Ending.SweepCopies()) // a start while the reader is still there tells nothing and tries again
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	if failure.KindOf(err) != failure.Transient || !strings.Contains(failure.HintOf(err).In("de"), "waren schon vernichtet") {
		t.Errorf("again with a reader: %v (%s)", err, failure.HintOf(err).In("de"))
	}
	must(t, reading.Rollback())
	must(t, h.Ending.SweepCopies())
	h.traceless(t, d)
	if left, err := h.Ending.ScrubPending(); err != nil || len(left) > 0 {
		t.Errorf("still pending: %v, %v", left, err)
	}
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	refused(t, "nothing is left to do", "nicht schon vernichtet", err)
}

// What is destroyed in a redelivery goes from the returned version before it too.
func TestDestroy_InRedelivery(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	dir := markedDelivery(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	must(t, err)
	away := filepath.Join(t.TempDir(), "fehlt")
	must(t, os.Rename(files[0], away))
	first := h.taken(t, dir)
	_, err = h.Intake.Decide(ctx, first.ID, intake.Return, "")
	must(t, err)
	must(t, os.Rename(away, files[0]))
	second := h.taken(t, dir)
	if second.Redelivery != first.ID {
		t.Fatalf("%+v is no redelivery of %s", second, first.ID)
	}
	d := h.doom(t, second)
	ordered(t, h.House, second.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err = h.Ending.Destroy(ctx, second.ID, "Archivgesetz § 5", true)
	must(t, err)
	h.traceless(t, d)
}
