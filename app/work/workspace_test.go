package work_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
	"laufzettel/viewer/catalog"
)

// ticking is a clock that moves on a second per look.
type ticking struct {
	mu sync.Mutex
	t  time.Time
}

func (c *ticking) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(time.Second)
	return c.t
}

// open opens a workspace whose people get keys in files as they begin to act.
func open(t *testing.T, dir, person string) *work.House {
	t.Helper()
	return openWith(t, dir, person, func() (string, error) { return "nur für die Prüfung", nil })
}

// second opens the workspace once more as another person, whom its administrator
// answers for by closing the register of people (E17).
func second(t *testing.T, w *work.House, person string) *work.House {
	t.Helper()
	other := open(t, w.Office.Dir, person)
	must(t, other.Office.May(t.Context(), people.Release)) // enters themselves
	must(t, w.Office.CloseRegister(t.Context(), true))
	return other
}

// ordered makes the order to destroy of a portion and has both sign it: first who acts,
// then the other with their passphrase; at the end the first acts again.
func ordered(t *testing.T, w *work.House, portion, basis, other, pass, first, firstPass string) accession.OrderState {
	t.Helper()
	ctx := t.Context()
	terms := accession.OrderTerms{Basis: basis}
	_, err := w.Ending.MakeOrder(ctx, portion, terms)
	must(t, err)
	must(t, w.Office.SignIn(ctx, other, pass))
	st, err := w.Ending.MakeOrder(ctx, portion, terms)
	must(t, err)
	must(t, w.Office.SignIn(ctx, first, firstPass))
	if !st.Whole {
		t.Fatalf("the order waits for %v", st.Missing)
	}
	return st
}

// openWith opens a workspace; without pass there is no place for keys of people.
func openWith(t *testing.T, dir, person string, pass func() (string, error)) *work.House {
	t.Helper()
	clock := &ticking{t: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	w, err := work.Open(context.Background(), dir, office.Options{Now: clock.now, Person: person, KeyWork: cheapKey, Passphrase: pass,
		PDFium: samples.PDFium()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		keepPapers(t, dir)
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }); err != nil {
		t.Fatal(err)
	}
	return w
}

func delivery(t *testing.T, p generate.Plan) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func received(t *testing.T, w *work.House, p generate.Plan) (transfer.Portion, *check.Report) {
	t.Helper()
	portion, err := w.Intake.Receive(t.Context(), delivery(t, p), nil)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := w.Intake.Check(t.Context(), portion.ID, intake.CheckOptions{NoPDFA: true})
	if err != nil {
		t.Fatal(err)
	}
	portion, err = w.Intake.Portions.Get(t.Context(), portion.ID)
	if err != nil {
		t.Fatal(err)
	}
	return portion, rep
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (%s)", err, failure.HintOf(err).In("de"))
	}
}

// appraiseAll decides every open unit, A and V in turn, and has V released.
func appraiseAll(t *testing.T, w *work.House, id string) (archive, destroy int) {
	t.Helper()
	a, err := w.Desk.Appraisal(t.Context(), id)
	must(t, err)
	ratings := []record.Rating{record.RatingArchive, record.RatingDestroy}
	n := 0
	for _, d := range a.Roots {
		for _, c := range d.Children {
			if a.Verdicts[c.ID].Rating == record.RatingAppraise {
				must(t, w.Desk.Set(t.Context(), id, []string{c.ID}, ratings[n%2], "Stichprobe"))
				n++
			}
		}
	}
	a, err = w.Desk.Appraisal(t.Context(), id)
	must(t, err)
	return a.Progress.Archive, a.Progress.Destroy
}

func TestPath_FromDeliveryToPackages(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "M. Ahrens")
	ctx := t.Context()
	p, rep := received(t, w, generate.Plan{Seed: 1, Documents: 2})
	if rep.Verdict != check.Accepted || p.State != transfer.Checked || p.Agency != "Landratsamt Musterkreis" {
		t.Fatalf("verdict %s, state %s, agency %q; findings %+v", rep.Verdict, p.State, p.Agency, rep.Findings)
	}
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	if err := w.Desk.FinishAppraisal(ctx, p.ID); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "offen") {
		t.Errorf("finishing an open appraisal: %v", err)
	}
	archive, destroy := appraiseAll(t, w, p.ID)
	if archive == 0 || destroy == 0 {
		t.Fatalf("nothing to prove: %d A, %d V", archive, destroy)
	}
	if err := w.Desk.FinishAppraisal(ctx, p.ID); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "zweite Person") {
		t.Errorf("finishing without release: %v", err)
	}
	second := second(t, w, "J. Beyer") // the same workspace, another person
	if n, err := second.Desk.Release(ctx, p.ID, nil); err != nil || n != destroy {
		t.Fatalf("released %d, %v; want %d", n, err, destroy)
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	if len(packages) != archive {
		t.Errorf("%d packages, want one per archived case: %d", len(packages), archive)
	}
	for _, pkg := range packages {
		name := filepath.Join(dir, filepath.FromSlash(pkg.Path))
		findings, err := aip.VerifyFile(ctx, name)
		if err != nil || len(findings) > 0 {
			t.Errorf("package %s: %v %+v", pkg.ReferenceCode, err, findings)
		}
	}
	found, err := w.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{Text: "Pfahlgruendung"})
	if err != nil || found.Total == 0 {
		t.Errorf("the index finds %d objects by a word of the text, %v", found.Total, err)
	}
	if n, broken, err := w.Log.VerifyLog(ctx, ""); err != nil || broken != nil || n == 0 {
		t.Errorf("event log: %d events, %+v, %v", n, broken, err)
	}
}

// A second build after a kill between order and building gives the same bytes.
func TestPackage_SameBytesAgain(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "M. Ahrens")
	ctx := t.Context()
	p, _ := received(t, w, generate.Plan{Seed: 2, Documents: 1, Ratings: []string{"A"}})
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	again, err := w.Packer.Rebuild(ctx, packages[0].PID)
	must(t, err)
	if again != packages[0].SHA512 {
		t.Errorf("rebuilt package has digest %s, first had %s", again, packages[0].SHA512)
	}
}

func TestDecide_ExceptionAndReturn(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	p, rep := received(t, w, generate.Plan{Seed: 3, Documents: 1, Defects: []string{"VOL-001"}})
	if rep.Verdict != check.Rejected {
		t.Fatalf("verdict %s", rep.Verdict)
	}
	if _, err := w.Intake.Decide(ctx, p.ID, intake.Accept, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("plain acceptance of a rejected portion: %v", err)
	}
	if _, err := w.Intake.Decide(ctx, p.ID, intake.Exception, " "); failure.KindOf(err) != failure.Refused {
		t.Errorf("exception without a reason: %v", err)
	}
	got, err := w.Intake.Decide(ctx, p.ID, intake.Exception, "Datei ist bei der Stelle verloren")
	must(t, err)
	if got.State != transfer.AcceptedWithException {
		t.Errorf("state %s", got.State)
	}

	p, _ = received(t, w, generate.Plan{Seed: 4, Documents: 1, Defects: []string{"VOL-002"}})
	c, err := w.Claims.Claim(ctx, p.ID)
	must(t, err)
	c.Closing = append(c.Closing, "Bitte rufen Sie vorher an.")
	must(t, w.Claims.SaveClaim(ctx, p.ID, c))
	for range 2 { // a preview is no draft: what a person wrote stays
		_, err = w.Claims.ClaimPreview(ctx, p.ID)
		must(t, err)
		kept, err := w.Claims.Claim(ctx, p.ID)
		must(t, err)
		if diff := cmp.Diff(c, kept); diff != "" {
			t.Fatalf("the preview changed the draft (-want +got):\n%s", diff)
		}
	}
	got, err = w.Intake.Decide(ctx, p.ID, intake.Return, "")
	must(t, err)
	letters, err := w.Intake.Portions.Letters(ctx, p.ID)
	if err != nil || len(letters) != 1 || !letters[0].Final || got.State != transfer.Returned {
		t.Fatalf("letters %+v, state %s, %v", letters, got.State, err)
	}
	raw, err := os.ReadFile(filepath.Join(w.Office.Dir, filepath.FromSlash(strings.TrimSuffix(letters[0].Path, ".pdf")+".json")))
	if err != nil || !strings.Contains(string(raw), "Bitte rufen Sie vorher an.") {
		t.Errorf("the final claim does not hold the edited text: %v", err)
	}
	if err := w.Claims.SaveClaim(ctx, p.ID, c); failure.KindOf(err) != failure.Refused {
		t.Errorf("editing a final claim: %v", err)
	}
}

func TestReceive_HostileFolderIsNotCopied(t *testing.T) {
	w := open(t, t.TempDir(), "")
	dir := t.TempDir()
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "verweis.txt")); err != nil {
		t.Skipf("no links on this system: %v", err)
	}
	if _, err := w.Intake.Receive(t.Context(), dir, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("error %v, want refused", err)
	}
	if list, err := w.Intake.Portions.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("portions %v, %v; want none", list, err)
	}
	entries, err := os.ReadDir(filepath.Join(w.Office.Dir, "inbox"))
	if err != nil || len(entries) != 0 {
		t.Errorf("inbox holds %v, %v; want nothing", entries, err)
	}
}

func TestDecide_ClassifiedOnlyStops(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	p, rep := received(t, w, generate.Plan{Seed: 6, Documents: 1, Defects: []string{"XDO-045"}})
	if ways := w.Intake.Ways(rep); len(ways) != 0 {
		t.Errorf("ways out of classified material: %v, want none", ways)
	}
	if roots, err := w.Intake.Portions.Objects(t.Context(), p.ID); err != nil || len(roots) != 0 {
		t.Errorf("%d objects of classified material are stored, %v", len(roots), err)
	}
	if _, err := w.Intake.Decide(t.Context(), p.ID, intake.Return, ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("decision on classified material: %v, want refused", err)
	}
}

// codesOf lists the codes of a report.
func codesOf(rep *check.Report) map[string]bool {
	out := map[string]bool{}
	for _, f := range rep.Findings {
		out[f.Code] = true
	}
	return out
}

// The four-stage exchange: the offer is appraised here, the 0502 is written, and
// the delivery that follows is held against both.
func TestFourStages_DeliveryAgainstAppraisal(t *testing.T) {
	const process = "0a4f0aa1-831a-40a0-b49d-ef1d381b740f"
	dir := t.TempDir()
	w, ctx := open(t, dir, "M. Ahrens"), t.Context()
	plan := generate.Plan{Seed: 9, Process: process, Documents: 1, Dossiers: 1, Cases: 2, Ratings: []string{"B"}}
	offer := plan
	offer.Kind = "xdomea-0501"
	p, rep := received(t, w, offer)
	if rep.Verdict != check.Accepted || rep.Objects.Appraise != 2 {
		t.Fatalf("offer: %s, %+v", rep.Verdict, rep.Objects)
	}
	_, err := w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	cases := a.Roots[0].Children
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].ID}, record.RatingArchive, "Bestand 63"))
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[1].ID}, record.RatingDestroy, "Doppel"))
	_, err = second(t, w, "J. Beyer").Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	reply, err := w.Replies.Answer(ctx, p.ID, "0502", "")
	must(t, err)
	if raw, err := os.ReadFile(reply.Path); reply.Draft || err != nil || !strings.Contains(string(raw), cases[1].ID) {
		t.Errorf("the 0502 does not name the destroyed case: %v", err)
	}

	_, rep = received(t, w, plan)
	if found := codesOf(rep); !found["XDO-061"] || rep.Verdict != check.Rejected {
		t.Errorf("a destroyed case was delivered and nobody says so: %+v", rep.Findings)
	}
}

// onDisk opens a package of the workspace by its file, past the reading room: what was
// written is looked at.
func onDisk(t *testing.T, h *work.House, pid string) *aip.Package {
	t.Helper()
	p, err := h.Intake.Portions.PackageNamed(t.Context(), pid)
	must(t, err)
	pkg, err := aip.Open(t.Context(), h.Office.Path(p.Path))
	must(t, err)
	return pkg
}

// openedAt opens something in the reading room until the end of the test.
func openedAt(t *testing.T, h *work.House, key string) *reading.Opened {
	t.Helper()
	o, err := h.Room.Open(t.Context(), key, reading.Asker{})
	must(t, err)
	t.Cleanup(func() { must(t, o.Close()) })
	return o
}

// openedPortion is openedAt for a delivery.
func openedPortion(t *testing.T, h *work.House, id string) *reading.Opened {
	t.Helper()
	o, err := h.Room.OpenPortion(t.Context(), id, reading.Asker{})
	must(t, err)
	return o
}
