package window_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/wording"
	inbox "laufzettel/views/inbox/model"
	overview "laufzettel/views/overview/model"
	portion "laufzettel/views/portion/model"
	views "laufzettel/views/settings/model"
	transmit "laufzettel/views/transmit/model"
	"laufzettel/views/words"
)

// desk is what the screens share, over a real workspace.
func desk(t *testing.T, w *work.House) *window.Desk {
	t.Helper()
	texts, err := words.Load("de")
	must(t, err)
	hub := window.NewHub()
	works := window.NewWorks(hub, w.Office.Now)
	t.Cleanup(func() { works.Close(); hub.Close() })
	return &window.Desk{W: w, Hub: hub, Works: works, Sender: window.NewSender(w, hub), Words: texts.In(time.UTC)}
}

// steady is a clock that stands still, safe for many goroutines.
func steady(t *testing.T, dir, person string) *work.House {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w, err := work.Open(context.Background(), dir, office.Options{Now: func() time.Time { return at }, Person: person,
		PDFium: samples.PDFium()})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Archive = "Landesarchiv Musterland" }))
	return w
}

func made(t *testing.T, p generate.Plan) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	must(t, err)
	path, err := parcel.Write(t.Context(), t.TempDir())
	must(t, err)
	return path
}

// settle waits until no work runs: the end of a work is told by the hub.
func settle(t *testing.T, d *window.Desk) {
	t.Helper()
	changed := make(chan struct{}, 1)
	cancel := d.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer cancel()
	for len(d.Works.All()) > 0 {
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatal("works never end")
		}
	}
}

// A delivery added through the inbox is taken in and checked; the portion tells
// what was found, the overview what is to be done.
func TestInboxPortionOverview(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	in, src := window.Inbox{Desk: d}, window.Portion{Desk: d}
	good := made(t, generate.Plan{Seed: 1, Documents: 2})
	bad := made(t, generate.Plan{Seed: 2, Documents: 1, Defects: []string{"VOL-001"}})
	_, err := in.Add(ctx, []string{good, filepath.Join(t.TempDir(), "fehlt.zip"), bad})
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "fehlt.zip") {
		t.Errorf("a missing path gives %v", err)
	}
	settle(t, d)
	list, err := in.Portions(ctx)
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("%d portions, want 2: the missing one keeps no other out", len(list))
	}
	slices.SortFunc(list, func(a, b inbox.Portion) int { return strings.Compare(a.ID, b.ID) })
	for i, want := range []struct{ errors bool }{{false}, {true}} {
		p := list[i]
		if p.State != "checked" || !p.Checked || (p.Errors > 0) != want.errors || p.Files == 0 || p.Bytes == 0 || p.Running != nil ||
			p.KindLabel != "Aussonderung e-Akte (0503), xdomea 3.0.0" {
			t.Errorf("portion %d is %+v", i, p)
		}
	}
	ov, err := window.NewOverview(d).Overview(ctx)
	must(t, err)
	if ov.Counters != [9]int{2: 2} || len(ov.Tasks) != 2 || len(ov.Recent) != 2 || len(ov.Volumes) != 1 || ov.Volumes[0].Total == 0 {
		t.Errorf("overview %+v", ov)
	}
	if i := slices.IndexFunc(ov.Tasks, func(x overview.Task) bool { return x.ID == list[1].ID }); i < 0 ||
		ov.Tasks[i].Severity != check.Error || ov.Tasks[i].Target.Screen != "portion" {
		t.Errorf("tasks %+v", ov.Tasks)
	}
	defective(t, src, list[1].ID)
	accept(t, src, w, list[0].ID)
}

// What was taken in by mistake and taken back stands at no station.
func TestOverview_LeavesOutTheDiscarded(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	in := window.Inbox{Desk: d}
	taken, err := in.Add(t.Context(), []string{made(t, generate.Plan{Seed: 1, Documents: 1})})
	must(t, err)
	settle(t, d)
	must(t, in.Undo(t.Context(), taken))
	ov, err := window.NewOverview(d).Overview(t.Context())
	must(t, err)
	if ov.Counters != [9]int{} || len(ov.Tasks) != 0 {
		t.Errorf("stations %v, tasks %v, want none", ov.Counters, ov.Tasks)
	}
}

func defective(t *testing.T, src window.Portion, id string) {
	t.Helper()
	ctx := t.Context()
	got, err := src.Portion(ctx, id)
	must(t, err)
	i := slices.IndexFunc(got.Findings, func(f portion.Finding) bool { return f.Code == "VOL-001" })
	if i < 0 || got.Findings[i].Severity != "error" || got.Findings[i].Remedy == "" || got.Findings[i].Path == "" ||
		len(got.Findings[i].Ways) == 0 {
		t.Errorf("findings %+v", got.Findings)
	}
	if i >= 0 { // it did not come: what opens is the list that names it, at its line
		x := got.Findings[i]
		list, line := src.Spot(x.Spot)
		if strings.Contains(x.Path, list) || line == 0 || !strings.HasSuffix(list, ".xml") {
			t.Errorf("of %q opens %q", x.Path, x.Spot)
		} else if doc, err := src.Open(ctx, id, x.Spot); err != nil {
			t.Errorf("%s does not open: %v", x.Spot, err)
		} else if err := doc.Close(); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]portion.Verb{portion.DoReturn, portion.DoException}, got.Allowed); diff != "" {
		t.Errorf("allowed (-want +got)\n%s", diff)
	}
	if len(got.Checks) < 5 || !slices.ContainsFunc(got.Checks, func(c portion.Check) bool {
		return c.State == check.NotDone &&
			c.Detail != ""
	}) {
		t.Errorf("checks %+v", got.Checks)
	}
	if err := src.Act(ctx, id, portion.Action{Verb: portion.DoAccept}); failure.KindOf(err) != failure.Refused {
		t.Errorf("accepting with errors: %v", err)
	}
	letter, err := src.Letter(ctx, id)
	must(t, err)
	if letter.To != "Landratsamt Musterkreis" || !strings.Contains(letter.Text, "[Hier folg") {
		t.Errorf("letter %+v", letter)
	}
	text := strings.Replace(letter.Text, "Sehr geehrte Damen und Herren,", "Sehr geehrte Frau Beispiel,", 1)
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoReturn, Subject: "Neue Lieferung erbeten", Text: text}))
	claim, err := src.W.Claims.Claim(ctx, id)
	must(t, err)
	if claim.Subject != "Neue Lieferung erbeten" || claim.Opening[0] != "Sehr geehrte Frau Beispiel," || len(claim.Causes) == 0 ||
		len(claim.Closing) == 0 {
		t.Errorf("claim %+v", claim)
	}
	got, err = src.Portion(ctx, id)
	must(t, err)
	if got.State != "returned" || got.Next != portion.DoReopen || got.Steps[2].State != portion.StepStopped ||
		got.Steps[2].Who != "M. Ahrens" {
		t.Errorf("returned portion: state %s, steps %+v", got.State, got.Steps)
	}
	if !slices.ContainsFunc(got.Messages, func(m portion.Message) bool {
		return m.Kind == "Nachforderung" &&
			m.File == "nachforderung.pdf"
	}) {
		t.Errorf("messages %+v", got.Messages)
	}
}

func accept(t *testing.T, src window.Portion, w *work.House, id string) {
	t.Helper()
	ctx := t.Context()
	files, err := src.Files(ctx, id, 0, 100)
	must(t, err)
	rest, err := src.Files(ctx, id, 3, 2)
	must(t, err)
	if len(files) < 5 || len(rest) != 2 || rest[0] != files[3] {
		t.Errorf("%d files, page %+v", len(files), rest)
	}
	for _, f := range files {
		if f.Digest == "" || f.PUID == "" || !f.Checked {
			t.Errorf("file %+v", f)
		}
	}
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoAccept}))
	got, err := src.Portion(ctx, id)
	must(t, err)
	if got.State != "accepted" || got.Next != portion.DoAppraise || len(got.Records) == 0 || got.Steps[3].State != portion.StepDone ||
		got.Steps[4].State != portion.StepNext {
		t.Errorf("accepted portion %+v", got)
	}
	a, err := w.Desk.Appraisal(ctx, id)
	must(t, err)
	for o, v := range a.Verdicts {
		if v.Rating == "B" {
			must(t, w.Desk.Set(ctx, id, []string{o}, "A", "Stichprobe"))
		}
	}
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoPackage}))
	got, err = src.Portion(ctx, id)
	must(t, err)
	if got.State != "packaged" {
		t.Errorf("state %s after packaging", got.State)
	}
	if err := src.Act(ctx, id, portion.Action{Verb: portion.DoSend}); failure.KindOf(err) != failure.Setup {
		t.Errorf("sending without an archive: %v", err)
	}
	opened := ""
	src.Outside = func(path string) error { opened = path; return nil }
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoReport}))
	if _, err := os.Stat(opened); err != nil || filepath.Ext(opened) != ".pdf" {
		t.Errorf("report %q: %v", opened, err)
	}
	opened = ""
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoReport, Text: portion.Here}))
	if opened != "" {
		t.Errorf("a report that is shown here was opened outside: %q", opened)
	}
	got, err = src.Portion(ctx, id)
	must(t, err)
	last := got.Messages[len(got.Messages)-1]
	doc, err := src.OpenMessage(ctx, id, last.Key)
	must(t, err)
	must(t, doc.Close())
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoMessage, Text: last.Key}))
	if filepath.Base(opened) != last.File {
		t.Errorf("opened %q outside, want %q", opened, last.File)
	}
	if err := src.Act(ctx, id, portion.Action{Verb: portion.DoMessage,
		Text: "letter:../laufzettel.db"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("a file that is no letter: %v", err)
	}
	placed := ""
	src.Place = func(_ context.Context, _, path string) error { placed = path; return nil }
	must(t, src.Act(ctx, id, portion.Action{Verb: portion.DoPlace, Text: "ordner/nachricht.xml, Zeile 245"}))
	if placed != "ordner/nachricht.xml" {
		t.Errorf("place %q", placed)
	}
}

// A classified delivery can only be halted, with a reason that stays.
func TestHalt(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	src := window.Portion{Desk: d}
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Seed: 3, Documents: 1}), nil)
	must(t, err)
	if err := src.Act(t.Context(), p.ID, portion.Action{Verb: portion.DoStop, Text: "Rückfrage"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("halting an unchecked portion: %v", err)
	}
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if err := src.Act(t.Context(), p.ID, portion.Action{Verb: portion.DoStop, Text: " "}); failure.KindOf(err) != failure.Refused {
		t.Errorf("halting without a reason: %v", err)
	}
	must(t, src.Act(t.Context(), p.ID, portion.Action{Verb: portion.DoStop, Text: "Rückfrage bei der Geheimschutzbeauftragten"}))
	p, err = w.Intake.Portions.Get(t.Context(), p.ID)
	must(t, err)
	if p.State != transfer.Checked || !strings.Contains(p.Fault, "Rückfrage") {
		t.Errorf("halted portion %+v", p)
	}
}

// What the settings screen saves is what the workspace has.
func TestSettings(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	src := window.Settings{Desk: d}
	must(t, src.SaveDisplay(ctx, views.Display{Mode: "contrast", Scale: 150, Language: "en", Swiss: true, Forever: true}))
	must(t, src.SaveChannel(ctx, views.Channel{Person: "M. Ahrens", Unit: "Referat 12", Archive: "Landesarchiv Musterland",
		Address: " https://archiv.musterland.example "}))
	must(t, src.SaveKeys(ctx, map[string]string{"shell.help": "F2"}))
	id, err := src.NewProfile(ctx)
	must(t, err)
	st, err := src.Settings(ctx)
	must(t, err)
	if diff := cmp.Diff(views.Display{Mode: "contrast", Scale: 150, Language: "en", Swiss: true, Forever: true}, st.Display); diff != "" {
		t.Errorf("display (-want +got)\n%s", diff)
	}
	if set := w.Office.Settings.Get(); set.Person.Name != "M. Ahrens" || set.Person.Unit != "Referat 12" ||
		st.Channel.Person != set.Person.Name {
		t.Errorf("person %+v", set.Person)
	}
	if st.Channel.Address != "https://archiv.musterland.example" || st.Channel.Enrolled || st.Keys["shell.help"] != "F2" ||
		len(st.Profiles) != 1 || st.Profiles[0].ID != id {
		t.Errorf("settings %+v", st)
	}
	if !slices.ContainsFunc(st.Schemas, func(s views.Schema) bool { return s.Missing && s.Name != "" }) {
		t.Errorf("schemas %+v: what is missing must be told", st.Schemas)
	}
	x := st.Profiles[0]
	x.Name, x.AgencyID, x.Mail = "Landratsamt Musterkreis", "MK-0420", "registratur@musterkreis.example"
	must(t, src.SaveProfile(ctx, x))
	p, err := w.Intake.Profiles.Get(ctx, id)
	must(t, err)
	if p.Agency != x.Name || p.Contact.Mail != x.Mail {
		t.Errorf("profile %+v", p)
	}
	log, err := w.Office.Events(ctx, "profile")
	must(t, err)
	if last := log[len(log)-1]; last.Type != events.Configured || last.Object != id {
		t.Errorf("saving a profile leaves the event %+v", last)
	}
	if err := src.SaveProfile(ctx, views.Profile{ID: "gibt-es-nicht"}); !errors.Is(err, profile.ErrNotFound) {
		t.Errorf("saving an unknown profile: %v", err)
	}
	k := window.Keeper{Store: w.Office.Settings}
	k.Put("rail.narrow", "yes")
	again, err := settings.OpenUnder(w.Office.Dir, settings.Policy{})
	must(t, err)
	if (window.Keeper{Store: again}).Get("rail.narrow") != "yes" {
		t.Error("what was kept is gone at the next start")
	}
}

func TestTransmit(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	src := window.Transmit{Desk: d}
	must(t, src.HoldAll(ctx, true))
	st, err := src.Transmit(ctx)
	must(t, err)
	if !st.Held || len(st.Cells) != 3 || st.Cells[0].Tone != transfer.ToneNote || len(st.Jobs)+len(st.Receipts) != 0 || st.Limit == "" {
		t.Errorf("state %+v", st)
	}
	for _, do := range []func(context.Context, string) error{src.Retry, src.Cancel} {
		if err := do(ctx, "kein-auftrag"); failure.KindOf(err) != failure.Refused {
			t.Errorf("an unknown job gives %v", err)
		}
	}
	if _, err := src.Verify(ctx, "keine.quittung"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a missing receipt gives %v", err)
	}
	must(t, src.HoldAll(ctx, false))
	if st, err = src.Transmit(ctx); err != nil || st.Held {
		t.Errorf("still held: %+v, %v", st, err)
	}
}

var _ transmit.Source = window.Transmit{}

// A burst is told once, a change during the pause at its end, nothing after Close.
func TestHub(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	var due []func()
	var waits []time.Duration
	h := window.NewHubOn(func() time.Time { return now }, func(d time.Duration, f func()) {
		waits = append(waits, d)
		due = append(due, f)
	})
	told := 0
	cancel := h.Subscribe(func() { told++ })
	fire := func() {
		all := due
		due = nil
		for _, f := range all {
			f()
		}
	}
	for range 50 {
		h.Notify()
	}
	fire()
	if told != 1 {
		t.Errorf("told %d times of a burst, want once", told)
	}
	now = now.Add(30 * time.Millisecond)
	h.Notify()
	h.Notify()
	fire()
	if told != 2 || waits[len(waits)-1] != 70*time.Millisecond {
		t.Errorf("told %d times, waited %v", told, waits)
	}
	cancel()
	h.Notify()
	fire()
	h.Close()
	h.Notify()
	fire()
	if told != 2 {
		t.Errorf("told %d times after cancel and close", told)
	}
}

func TestWorks(t *testing.T) {
	var mu sync.Mutex
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	hub := window.NewHubOn(clock, func(time.Duration, func()) {})
	s := window.NewWorks(hub, clock)
	half, goOn, measured := make(chan struct{}), make(chan struct{}), make(chan struct{})
	wait, err := s.Start("P1", window.Checking, "eine Portion", func(_ context.Context, step func(window.Step)) error {
		step(window.Step{Phase: "read-files", At: 3, Of: 4, Done: 0, Total: 100})
		mu.Lock()
		now = now.Add(2 * time.Second)
		mu.Unlock()
		step(window.Step{Phase: "read-files", At: 3, Of: 4, Done: 50, Total: 100})
		half <- struct{}{}
		<-measured
		mu.Lock()
		now = now.Add(4 * time.Second)
		mu.Unlock()
		step(window.Step{Phase: "read-files", Item: "eine Datei", At: 3, Of: 4, Done: 75, Total: 100})
		close(half)
		<-goOn
		return nil
	})
	must(t, err)
	<-half
	if w := s.Of("P1"); w == nil || w.Done != 50 || w.Rate != 25 || w.FilesPerSecond() != 25 || w.Left != 0 {
		t.Errorf("work after two seconds %+v; a time left is not told yet", w)
	}
	measured <- struct{}{}
	<-half
	if w := s.Of("P1"); w == nil || w.Done != 75 || w.Rate != 12.5 || w.Left != 2*time.Second {
		t.Errorf("work after six seconds %+v", w)
	}
	if _, err := s.Start("P1", window.Checking, "", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("a second work of the same key: %v", err)
	}
	close(goOn)
	must(t, wait(t.Context()))
	if s.Of("P1") != nil {
		t.Error("the work has ended and is still there")
	}
	fault := failure.New(failure.Setup, "x", wording.Plain("Kein Platz."))
	wait, err = s.Start("P1", window.Checking, "", func(context.Context, func(window.Step)) error { return fault })
	must(t, err)
	if err := wait(t.Context()); !errors.Is(err, fault) || !errors.Is(s.Fault("P1"), fault) {
		t.Errorf("failed work gives %v, kept %v", err, s.Fault("P1"))
	}
	wait, err = s.Start("P2", window.Packaging, "", func(context.Context, func(window.Step)) error { panic("broken") })
	must(t, err)
	if err := wait(t.Context()); failure.KindOf(err) != failure.Damaged {
		t.Errorf("a panic gives %v", err)
	}
	wait, err = s.Start("P3", window.Checking, "", func(ctx context.Context, _ func(window.Step)) error { <-ctx.Done(); return ctx.Err() })
	must(t, err)
	s.Cancel("P3")
	if err := wait(t.Context()); !failure.Canceled(err) || s.Fault("P3") != nil {
		t.Errorf("a cancelled work gives %v, kept %v", err, s.Fault("P3"))
	}
	s.Close()
	if _, err := s.Start("P4", window.Checking, "", nil); err == nil {
		t.Error("a work begins after Close")
	}
}
