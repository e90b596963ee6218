package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	register "laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/views/book"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/people"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
	"laufzettel/views/words"
)

const (
	firstPass  = "nur für die Prüfung"
	secondPass = "geheim"
)

// twoHands is a workspace with an accession of which one Vorgang is to be destroyed, its
// packages receipted, and its window with the accession book and the persons.
type twoHands struct {
	*shelltest.Frame
	w *work.House
	p transfer.Portion
}

// What takes two persons is done in the window alone: the order to destroy is made and
// signed by one, signed by the other, carried out; a new key that somebody else gave waits
// until the own key confirms it.
func TestTwoHands_InTheWindow(t *testing.T) {
	h := openTwoHands(t)
	at := filepath.Join(h.w.Office.Dir, office.DirInbox, h.p.ID)
	orders := filepath.Join(h.w.Office.Dir, office.DirOrders, "*"+office.SuffixOrder)
	h.destroy(t)
	if list, _ := filepath.Glob(orders); len(list) != 1 {
		t.Fatalf("orders %v after the first hand\n%s", list, said(h.Shell.Object()))
	}
	h.wantSaid(t, "J. Beyer gibt frei: Unterschrift fehlt")
	h.destroy(t) // the same hand again brings nothing
	h.wantSaid(t, "wartet auf die Unterschrift von J. Beyer")
	h.wantFiles(t, at, 2)

	h.signIn(t, "J. Beyer", secondPass)
	h.destroy(t)
	h.wantSaid(t, "J. Beyer gibt frei: unterschrieben")
	h.wantFiles(t, at, 2)
	h.signIn(t, "M. Ahrens", firstPass)
	h.destroy(t)
	h.wantFiles(t, at, 0) // the delivered copy goes whole: what stays lies in receipted packages

	// A new key for the second person waits for the old one.
	h.Go(route.Route{Screen: route.People})
	h.pick(t, "J. Beyer")
	h.Tap(t, "people.newkey")
	h.Type(t, "people.key.pass", "von M. Ahrens gegeben")
	h.Tap(t, "people.key.take")
	h.Run.Drain()
	before := h.keyOf(t, "J. Beyer")
	if h.Env.Find("people.confirm") == nil {
		t.Fatalf("the new key does not wait\n%s", said(h.Shell.Object()))
	}
	h.Tap(t, "people.confirm") // by who gave it
	h.Run.Drain()
	if h.Env.Find("people.fault") == nil || h.keyOf(t, "J. Beyer") != before {
		t.Error("who gave a key may confirm it")
	}
	h.signIn(t, "J. Beyer", secondPass)
	h.Go(route.Route{Screen: route.People})
	h.pick(t, "J. Beyer")
	h.Tap(t, "people.confirm")
	h.Run.Drain()
	if h.keyOf(t, "J. Beyer") == before {
		t.Errorf("the new key does not count\n%s", said(h.Shell.Object()))
	}
}

func (h *twoHands) destroy(t *testing.T) {
	t.Helper()
	h.Go(route.Route{Screen: route.Book, ID: h.p.AccessionID})
	h.Tap(t, "book.act.destroy")
	if e, ok := h.Env.Find("book.destroy.basis").(*kit.Entry); ok && e.Text == "" {
		h.Type(t, "book.destroy.basis", "Archivgesetz § 5")
	}
	h.Env.Press("Strg+Enter")
	h.Run.Drain()
}

func (h *twoHands) signIn(t *testing.T, name, pass string) {
	t.Helper()
	h.Go(route.Route{Screen: route.People})
	h.pick(t, name)
	h.Env.Press("Strg+Enter")
	h.Type(t, "people.signin.pass", pass)
	h.Tap(t, "people.signin.take")
	h.Run.Drain()
	if now := h.w.Office.Person(); now != name {
		t.Fatalf("signed in is %q, want %q\n%s", now, name, said(h.Shell.Object()))
	}
}

func (h *twoHands) pick(t *testing.T, name string) {
	t.Helper()
	all, err := h.w.Office.People.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range all {
		if p.Name == name {
			h.Env.Find("people.list").(*kit.List).Select(i)
			h.Run.Drain()
			return
		}
	}
	t.Fatalf("nobody is called %q", name)
}

func (h *twoHands) keyOf(t *testing.T, name string) string {
	t.Helper()
	p, err := h.w.Office.People.Find(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	k, _ := p.Current()
	return k.ID
}

func (h *twoHands) wantSaid(t *testing.T, want string) {
	t.Helper()
	if seen := said(h.Shell.Object()); !strings.Contains(strings.Join(strings.Fields(seen), " "), want) {
		t.Errorf("the window does not say %q:\n%s", want, seen)
	}
}

// wantFiles wants so many documents of the delivery where it lies.
func (h *twoHands) wantFiles(t *testing.T, dir string, want int) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*", "*.txt"))
	flat, err2 := filepath.Glob(filepath.Join(dir, "*.txt"))
	if n := len(list) + len(flat); errors.Join(err, err2) != nil || n != want {
		t.Errorf("%d documents lie there, want %d", n, want)
	}
}

func openTwoHands(t *testing.T) *twoHands {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	ask := func() (string, error) { return firstPass, nil }
	w, err := work.Open(ctx, filepath.Join(dir, "arbeit"), office.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: 4})
	must(t, err)
	r, err := receiver.Open(ctx, receiver.Options{Dir: filepath.Join(dir, "archiv"), DB: filepath.Join(dir, "archiv", "archiv.db"),
		Name:   "Landesarchiv Musterland",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: sign.AgeFiles{Dir: filepath.Join(dir, "archiv", "keys"), Passphrase: ask,
			WorkFactor: 4}})
	must(t, err)
	serving, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.Serve(serving) }()
	t.Cleanup(func() { stop(); must(t, errors.Join(<-served, r.Close(), w.Close())) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Channel.KeyStore = "Landesarchiv Musterland", office.FileStore
	}))
	_, err = w.Keys.NewKey(ctx)
	must(t, err)
	peer, err := w.Keys.Enrol(ctx, r.URL())
	must(t, err)
	_, err = archivetest.Confirm(ctx, r.Archive, peer.Code, archive.RoleDeliver)
	must(t, err)
	_, err = w.Outbox.Channel.Refresh(ctx, peer.URL)
	must(t, err)
	h := &twoHands{w: w}
	h.doom(t)
	texts, err := words.Load("de")
	must(t, err)
	hub := window.NewHub()
	works := window.NewWorks(hub, w.Office.Now)
	t.Cleanup(func() { works.Close(); hub.Close() })
	d := &window.Desk{W: w, Hub: hub, Works: works, Sender: window.NewSender(w, hub), Words: texts.In(time.UTC),
		Outside: func(string) error { return nil }}
	wide := kittest.Variants()[0] // the details stand beside the list
	wide.W, wide.H = 1920, 1080
	h.Frame = shelltest.In(t, wide, book.Screen(window.Book{Desk: d}, route.Archivist),
		people.Screen(window.People{Desk: d}, func() {}, route.Archivist))
	return h
}

// doom brings a delivery of two Vorgänge to where one of them is to be destroyed.
func (h *twoHands) doom(t *testing.T) {
	t.Helper()
	ctx, w := t.Context(), h.w
	must(t, w.Office.May(ctx, register.People))
	_, err := w.Office.AddPerson(ctx, register.Person{Name: "J. Beyer", Roles: []register.Role{register.Second, register.Archivist}},
		secondPass)
	must(t, err)
	parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: 31, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt"},
		Ratings: []string{"B"}, Folder: true})
	must(t, err)
	path, err := parcel.Write(ctx, t.TempDir())
	must(t, err)
	p, err := w.Intake.Receive(ctx, path, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	h.p, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	units := a.Roots[0].Children
	must(t, w.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, w.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingArchive, ""))
	must(t, w.Office.SignIn(ctx, "J. Beyer", secondPass))
	_, err = w.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, w.Office.SignIn(ctx, "M. Ahrens", firstPass))
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	_, err = w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	must(t, w.Outbox.Send(ctx, p.ID))
	_, err = w.Outbox.SendOnce(ctx, nil)
	must(t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
