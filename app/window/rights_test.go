package window_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	book "laufzettel/views/book/model"
	views "laufzettel/views/people/model"
	portion "laufzettel/views/portion/model"
	display "laufzettel/views/settings/model"
)

// handed is a workspace whose register of people is closed: one person for every
// role, named "P " and the role, all with the passphrase "geheim".
func handed(t *testing.T) *work.House {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w, err := work.Open(t.Context(), t.TempDir(), office.Options{Now: func() time.Time { return at }, Person: "M. Ahrens", KeyWork: 4,
		Passphrase: func() (string, error) { return "geheim", nil }})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Channel.KeyStore = "Landesarchiv Musterland", office.FileStore
	}))
	must(t, w.Office.May(t.Context(), people.People))
	return w
}

func enterAll(t *testing.T, w *work.House) {
	t.Helper()
	for _, r := range people.Roles {
		_, err := w.Office.AddPerson(t.Context(), people.Person{Name: "P " + string(r), Roles: []people.Role{r}}, "geheim")
		must(t, err)
	}
}

// What the screens of the window do asks the same table of rights as the command
// line: every act × every role.
func TestRights_EveryScreenAndRole(t *testing.T) {
	w := handed(t)
	ctx := t.Context()
	d := desk(t, w)
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 3, Documents: 1, Mix: []string{"txt"}}), nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	enterAll(t, w)
	acc := p.AccessionID
	at := func(v portion.Verb) func() error {
		return func() error { return window.Portion{Desk: d}.Act(ctx, p.ID, portion.Action{Verb: v, Text: "x"}) }
	}
	in := func(a book.Action) func() error {
		return func() error { _, err := window.Book{Desk: d}.Act(ctx, acc, a); return err }
	}
	appraise := window.NewAppraise(w, d.Words, nil)
	desk := window.NewReader(w, nil, w.Gate.Grant)
	acts := map[string]struct {
		right people.Action
		do    func() error
	}{
		"halt":            {people.Decide, at(portion.DoStop)},
		"exception":       {people.Decide, at(portion.DoException)},
		"remark":          {people.Book, in(book.Action{Verb: book.DoRemark, Text: "x"})},
		"deadline":        {people.Book, in(book.Action{Verb: book.DoDue, Text: "x", Day: "01.12.2026"})},
		"confirmation":    {people.Write, in(book.Action{Verb: book.DoConfirm, Text: "x", Note: "y"})},
		"deletion report": {people.Write, in(book.Action{Verb: book.DoDeletion, Note: "x"})},
		"folder":          {people.Write, in(book.Action{Verb: book.DoFolder})},
		"clear":           {people.Clear, in(book.Action{Verb: book.DoClear})},
		"close":           {people.Close, in(book.Action{Verb: book.DoClose})},
		"copy gone":       {people.Close, in(book.Action{Verb: book.DoGone, Text: "99", Note: "x"})},
		"new accession": {people.Book, func() error {
			_, err := window.Book{Desk: d}.New(ctx, book.Draft{Title: "x", Agency: "Amt"})
			return err
		}},
		"appraise":     {people.Appraise, func() error { _, err := appraise.Decide(ctx, p.ID, []string{"x"}, "A", ""); return err }},
		"release":      {people.Release, func() error { _, err := appraise.Release(ctx, p.ID); return err }},
		"text blocks":  {people.Profile, func() error { return appraise.SetBlocks(ctx, []string{"Doppel"}) }},
		"hold sending": {people.Send, func() error { return window.Transmit{Desk: d}.HoldAll(ctx, true) }},
		"retry job":    {people.Send, func() error { return window.Transmit{Desk: d}.Retry(ctx, "X") }},
		"new code":     {people.Package, func() error { return window.Transmit{Desk: d}.Renumber(ctx, "X", false) }},
		"cancel job":   {people.Send, func() error { return window.Transmit{Desk: d}.Cancel(ctx, "X") }},
		"archive's name": {people.Tools, func() error {
			return window.Settings{Desk: d}.SaveChannel(ctx, display.Channel{Person: "M. Ahrens", Archive: "Anderes"})
		}},
		"schemas":     {people.Tools, func() error { return window.Settings{Desk: d}.AddSchemas(ctx, []string{"nicht da"}) }},
		"viewer":      {people.Tools, func() error { return window.Preserve{W: w}.SetViewer(ctx, "fmt/1", "x") }},
		"new profile": {people.Profile, func() error { _, err := window.Settings{Desk: d}.NewProfile(ctx); return err }},
		"application": {people.Use, func() error {
			return desk.Revoke(ctx, "A1", "urn:x")
		}},
		"person": {people.People, func() error {
			return window.People{Desk: d}.Add(ctx, views.Person{Name: "Neu", Roles: []string{"clerk"}}, "geheim")
		}},
	}
	for _, role := range people.Roles {
		must(t, w.Office.SignIn(ctx, "P "+string(role), "geheim"))
		for what, a := range acts {
			err := a.do()
			want := slices.Contains(people.Allowed(a.right), role)
			if refused := strings.Contains(failure.HintOf(err).In("de"), "gehört nicht zu den Rechten"); refused == want {
				t.Errorf("%s by %s (needs %s): %v (%s), want allowed %v", what, role, a.right, err, failure.HintOf(err).In("de"), want)
			}
		}
	}
}

// A closed description opens on no screen of the reading room, whatever the role.
func TestRights_ClosedDescriptionOnScreen(t *testing.T) {
	w := handed(t)
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Kind: "siard", Seed: 1}), nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	packages, err := w.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	pid := packages[0].PID
	_, err = w.Gate.DecideClosure(ctx, pid, "bund", access.Facts{End: "2026-01-01", Description: true})
	must(t, err)
	enterAll(t, w)
	src := window.NewReader(w, nil, w.Gate.Grant)
	src.Place = func(context.Context, string, string) (string, error) { return t.TempDir() + "/neu", nil }
	ways := map[string]func() error{
		"description": func() error { _, err := src.Package(ctx, pid); return err },
		"by its code": func() error { _, err := src.Package(ctx, packages[0].ReferenceCode); return err },
		"evidence":    func() error { _, err := src.Evidence(ctx, pid, "mets"); return err },
		"document":    func() error { _, err := src.Document(ctx, pid, "x", false); return err },
		"use copy":    func() error { _, err := src.UseCopy(ctx, pid); return err },
		"hand out":    func() error { _, err := src.HandOut(ctx, pid, true); return err },
		"print":       func() error { _, err := src.Print(ctx, pid, "x", false); return err },
		"website":     func() error { return src.OpenSite(ctx, pid) },
	}
	for _, role := range people.Roles {
		must(t, w.Office.SignIn(ctx, "P "+string(role), "geheim"))
		for what, open := range ways {
			if err := open(); !errors.Is(err, catalog.ErrUnknown) && failure.KindOf(err) != failure.Refused {
				t.Errorf("%s by %s: %v, want it told as unknown or refused", what, role, err)
			}
		}
		found, err := src.Search(ctx, catalog.Query{})
		must(t, err)
		if len(found.Items) > 0 {
			t.Errorf("%s finds %+v", role, found.Items)
		}
	}
}

// The receipt of the bytes and a copy done away with, from the accession book.
func TestBook_ReceiptAndCopies(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	ctx := t.Context()
	d := desk(t, w)
	var opened []string
	d.Outside = func(path string) error { opened = append(opened, path); return nil }
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 3, Documents: 1, Mix: []string{"txt"}}), nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	src := window.Book{Desk: d}
	e, err := src.Details(ctx, p.AccessionID)
	must(t, err)
	if !slices.Equal(e.Unreceipted, []string{p.ID}) || e.Doomed != 0 {
		t.Errorf("details %+v", e)
	}
	said, err := src.Act(ctx, p.AccessionID, book.Action{Verb: book.DoReceipt})
	must(t, err)
	e, err = src.Details(ctx, p.AccessionID)
	must(t, err)
	if said == "" || len(opened) != 1 || !strings.HasSuffix(opened[0], "empfangsbestaetigung.pdf") || len(e.Unreceipted) != 0 ||
		len(e.Acts) != 1 {
		t.Errorf("said %q, opened %v, acts %+v", said, opened, e.Acts)
	}
	must(t, w.Copies.NoteCopy(ctx, p.ID, "medium", "DVD 4", "M. Ahrens", 1))
	list, err := src.Copies(ctx, p.AccessionID)
	must(t, err)
	i := slices.IndexFunc(list, func(c book.Copy) bool { return c.Out })
	if i < 0 || list[i].Place != "DVD 4" {
		t.Fatalf("copies %+v", list)
	}
	_, err = src.Act(ctx, p.AccessionID, book.Action{Verb: book.DoGone, Text: "1000", Note: "zerstört"})
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("a copy that is none: %v", err)
	}
}
