package work_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// refused wants an act refused with a sentence that holds part.
func refused(t *testing.T, what, part string, err error) {
	t.Helper()
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), part) {
		t.Errorf("%s: %v (%s), want refused with %q", what, err, failure.HintOf(err).In("de"), part)
	}
}

// marked lists the files below dir that hold the marker, read byte for byte: also
// the database with its free pages and its log.
func marked(t *testing.T, dir string, marker []byte) []string {
	t.Helper()
	var out []string
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if bytes.Contains(data, marker) {
			rel, _ := filepath.Rel(dir, name)
			out = append(out, rel)
		}
		return err
	}))
	return out
}

// aWordOf gives a piece of text that stands in the files of one unit only.
func aWordOf(t *testing.T, h house, p transfer.Portion, unit *record.Object, all []*record.Object) []byte {
	t.Helper()
	text := func(o *record.Object) (out []byte) {
		for x := range record.All([]*record.Object{o}) {
			for _, v := range x.Versions {
				for _, r := range v.Renditions {
					data, err := os.ReadFile(filepath.Join(h.Office.Dir, filepath.FromSlash(p.Path), filepath.FromSlash(r.File.Name)))
					must(t, err)
					out = append(out, data...)
				}
			}
		}
		return out
	}
	var others []byte
	for _, o := range all {
		if o.ID != unit.ID {
			others = append(others, text(o)...)
		}
	}
	for _, line := range bytes.Split(text(unit), []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 30 && !bytes.Contains(others, line) {
			return line
		}
	}
	t.Fatal("the unit to be destroyed has no text of its own")
	return nil
}

// A year of an archive: an offer, a delivery that goes back and comes again, one
// accepted with exception, appraisal with release by a second person, archiving,
// clearance, deletion report, and an end that leaves no copy.
func TestYear(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	second, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	if _, ok := second.Current(); !ok {
		t.Fatal("the second person has no key")
	}
	_, err = h.Intake.Profiles.Save(ctx, profile.Profile{ID: "bauaufsicht", AgencyID: generate.DefaultAgency.ID,
		Agency:        generate.DefaultAgency.Name,
		ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 1, To: 19},
		Deadlines:     profile.Deadlines{AppraisalDays: 183, RedeliveryDays: 30}, Confirmations: []string{"Fachaufsicht"}}, "M. Ahrens")
	must(t, err)

	// January: an offer, slip and list without files. The same one twice is stopped.
	slip := filepath.Dir(delivery(t, generate.Plan{Seed: 11, Cases: 2, Documents: 1, Slip: true, Profile: "bauaufsicht"}))
	offer := t.TempDir()
	for _, name := range []string{"el_Lauf.xml", "Ab_Lis.xml"} {
		data, err := os.ReadFile(filepath.Join(slip, name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(offer, name), data, 0o600))
	}
	offered, _, err := h.Books.Offer(ctx, offer)
	must(t, err)
	_, _, err = h.Books.Offer(ctx, offer)
	refused(t, "the same offer again", "schon als Akzession", err)

	// March: a delivery with a changed byte goes back, its redelivery is version 2.
	plan := generate.Plan{Seed: 12, Version: "4.0.0", Cases: 2, Documents: 1, Defects: []string{"FIX-002"}}
	bad, _ := received(t, h.House, plan)
	_, err = h.Intake.Decide(ctx, bad.ID, intake.Return, "")
	must(t, err)
	plan.Defects = nil
	good, _ := received(t, h.House, plan)
	if good.AccessionID != bad.AccessionID || good.Redelivery != bad.ID {
		t.Fatalf("the redelivery %+v did not find %s", good, bad.ID)
	}
	diff, err := h.Contents.Difference(ctx, "", good.ID)
	must(t, err)
	if len(diff.Objects) != 0 || len(diff.Files) != 1 || diff.UnchangedFiles == 0 {
		t.Errorf("difference %+v, want one changed file", diff)
	}

	// May: one with an error that may be accepted with exception and reason.
	odd, rep := received(t, h.House, generate.Plan{Seed: 13, Cases: 1, Documents: 1, Defects: []string{"VOL-001"}})
	if !slices.Contains(h.Intake.Ways(rep), intake.Exception) {
		t.Fatalf("no exception may be made: %+v", rep.Findings)
	}
	_, err = h.Intake.Decide(ctx, odd.ID, intake.Exception, "")
	refused(t, "an exception without a reason", "Begründung", err)
	odd, err = h.Intake.Decide(ctx, odd.ID, intake.Exception, "Die Datei ist nachweislich verloren.")
	must(t, err)
	if odd.State != transfer.AcceptedWithException {
		t.Errorf("accepted with exception is %s", odd.State)
	}

	// June: the delivery of the year, as a folder, with a Vorgang that is destroyed.
	p, _ := received(t, h.House, generate.Plan{Seed: 14, Cases: 4, Documents: 2, Mix: []string{"txt"}, Folder: true,
		Profile: "bauaufsicht"})
	_, err = h.Books.ConfirmReceipt(ctx, p.ID)
	must(t, err)
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	archived, destroyed := appraiseAll(t, h.House, p.ID)
	if archived == 0 || destroyed == 0 {
		t.Fatalf("nothing to prove: %d A, %d V", archived, destroyed)
	}
	must(t, h.Desk.IndexTexts(ctx, p.ID, func(int, int) {}))
	a, err := h.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	var units []*record.Object
	var gone *record.Object
	for _, d := range a.Roots {
		for _, c := range d.Children {
			units = append(units, c)
			if a.Verdicts[c.ID].Rating == record.RatingDestroy {
				gone = c
			}
		}
	}
	marker := aWordOf(t, h, p, gone, units)
	if len(marked(t, h.Office.Dir, marker)) == 0 {
		t.Fatal("the marker is nowhere: the search proves nothing")
	}
	_, err = h.Desk.Release(ctx, p.ID, nil)
	refused(t, "releasing one's own decision", "zweite", err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	err = h.Desk.Set(ctx, p.ID, []string{gone.ID}, record.RatingArchive, "")
	refused(t, "appraising by the second person", "gehört nicht zu den Rechten", err)
	n, err := h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	if n != destroyed {
		t.Errorf("%d released, want %d", n, destroyed)
	}
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))

	// August: packages, receipts, destruction.
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	h.sent(t, p.ID)
	ordered(t, h.House, p.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err = h.Ending.Destroy(ctx, p.ID, "Archivgesetz § 5", true)
	must(t, err)

	// October: confirmation, clearance, deletion report: each an act of its own.
	_, err = h.Ending.Clear(ctx, p.AccessionID)
	refused(t, "clearance without the confirmation of the profile", "Fachaufsicht", err)
	must(t, h.Books.NoteConfirmation(ctx, p.AccessionID, "Fachaufsicht", "Schreiben vom 01.10.2026", true))
	_, err = h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{Confirmed: true})
	refused(t, "closing before the clearance", "nach der Löschfreigabe", err)
	_, err = h.Ending.Clear(ctx, p.AccessionID)
	must(t, err)
	_, err = h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{Confirmed: true})
	refused(t, "closing before the agency has deleted", "noch nicht gemeldet", err)
	must(t, h.Books.NoteDeletion(ctx, p.AccessionID, "Schreiben vom 15.10.2026"))
	acts, err := h.Intake.Portions.Acts(ctx, p.AccessionID)
	must(t, err)
	var kinds []transfer.ActKind
	for _, x := range acts {
		kinds = append(kinds, x.Kind)
		if x.Person == "M. Ahrens" && x.Key == "" {
			t.Errorf("act %s bears no key", x.Kind)
		}
	}
	if want := []transfer.ActKind{transfer.ActReceipt, transfer.ActArchiving, transfer.ActClearance,
		transfer.ActDeletion}; !slices.Equal(kinds, want) {
		t.Errorf("acts %v, want %v", kinds, want)
	}
	folder, err := h.Books.AccessionFolder(ctx, p.AccessionID, filepath.Join(t.TempDir(), "mappe"))
	must(t, err)
	if _, err := os.Stat(filepath.Join(folder, accession.FolderIndex)); err != nil {
		t.Error(err)
	}

	// December: a loan is still out, then no copy is left anywhere.
	must(t, h.Copies.NoteCopy(ctx, p.ID, copies.Loan, "Notebook 7", "M. Ahrens", 1))
	_, err = h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{Confirmed: true})
	refused(t, "closing with a loan out", "Notebook 7", err)
	list, err := h.Copies.RegisteredCopies(ctx, p.AccessionID)
	must(t, err)
	for _, c := range list {
		if c.Kind == copies.Loan {
			must(t, h.Copies.CopyGone(ctx, c.ID, "zurückgegeben und geleert"))
		}
	}
	_, err = h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{})
	refused(t, "closing without order", "Bestätigung", err)
	proof, err := h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{Confirmed: true})
	must(t, err)
	if _, err := os.Stat(proof); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(strings.TrimSuffix(proof, ".pdf") + ".json")
	must(t, err)
	var told struct {
		Content struct {
			Accession struct{ Number string }
			Copies    []copies.Copy
			Kept      int
			Person    string
			ChainHead string
		}
	}
	must(t, json.Unmarshal(data, &told))
	closed, err := h.Intake.Portions.Accession(ctx, p.AccessionID)
	must(t, err)
	if told.Content.Accession.Number != closed.Number || len(told.Content.Copies) < 4 || told.Content.Kept != 0 ||
		told.Content.Person != "M. Ahrens" || len(told.Content.ChainHead) != 64 || closed.State != transfer.AccessionClosed {
		t.Errorf("the proof tells %+v, the accession is %s", told.Content, closed.State)
	}
	list, err = h.Copies.RegisteredCopies(ctx, p.AccessionID)
	must(t, err)
	for _, c := range list {
		if c.Gone.IsZero() {
			t.Errorf("after closing the copy %+v is left", c)
		}
	}
	if left := marked(t, h.Office.Dir, marker); len(left) > 0 {
		t.Errorf("the text of the destroyed Vorgang still stands in %v", left)
	}
	_, err = h.Books.ReceiveInto(ctx, offer, p.AccessionID, "", nil)
	refused(t, "a delivery into a closed accession", "nimmt nichts mehr auf", err)

	// The book of the year, and a log that holds with every signature in it.
	rows, err := h.Books.BookRows(ctx)
	must(t, err)
	steps := map[string]accession.NextStep{}
	for _, r := range rows {
		steps[r.ID] = r.Step
	}
	if steps[offered.ID] != accession.NextOffer || steps[good.AccessionID] != accession.NextDecide ||
		steps[p.AccessionID] != accession.NextNone {
		t.Errorf("next steps %v", steps)
	}
	pdf, table, err := h.Books.YearList(ctx, h.Office.Now().In(time.Local).Year(), t.TempDir())
	must(t, err)
	for _, name := range []string{pdf, table} {
		if data, err := os.ReadFile(name); err != nil || !bytes.Contains(data, []byte("2026")) && strings.HasSuffix(name, "csv") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, broken, err := h.Log.VerifyLog(ctx, ""); err != nil || broken != nil {
		t.Fatalf("the log does not hold: %+v, %v", broken, err)
	}
	if v, err := h.Log.VerifyLogSigned(ctx, ""); err != nil || !v.Sound {
		t.Errorf("after closing, a returned version among the portions: %+v, %v", v, err)
	}
	// What was removed on purpose hinders nobody; what is lost hinders none of the others (E5).
	_, err = h.Packer.TakeInventory(ctx)
	must(t, err)
	_, err = h.Packer.PlanTransformation(ctx, []string{"fmt/95"})
	must(t, err)
	_, err = h.Room.RebuildCatalog(ctx)
	must(t, err)
	log, err := h.Office.Events(ctx, p.ID)
	must(t, err)
	for _, e := range log {
		if (e.Type == events.Released || e.Type == events.Decided || e.Type == events.Destroyed) && e.Signature == "" {
			t.Errorf("event %d %s by %s is not signed", e.Seq, e.Type, e.Actor)
		}
		if e.Type == events.Released && e.Actor != "J. Beyer" {
			t.Errorf("released by %s", e.Actor)
		}
	}
}
