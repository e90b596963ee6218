package work_test

import (
	"context"
	"laufzettel/app/work/reading"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// acts is one act of the workspace for every action of the table of rights.
// Window, command line and channel have no other way to act.
func acts(w *work.House) map[people.Action]func(context.Context) error {
	return map[people.Action]func(context.Context) error{
		people.Look:    func(ctx context.Context) error { _, err := w.Books.BookRows(ctx); return err },
		people.Prepare: func(ctx context.Context) error { return w.Office.May(ctx, people.Prepare) },
		people.Inspect: func(ctx context.Context) error {
			_, err := w.Room.Open(ctx, filepath.Join(w.Office.Dir, "packages"), reading.Asker{})
			return err
		},
		people.Receive: func(ctx context.Context) error { _, err := w.Intake.Receive(ctx, "nicht da", nil); return err },
		people.Check: func(ctx context.Context) error {
			_, err := w.Intake.Check(ctx, "P0", intake.CheckOptions{})
			return err
		},
		people.Decide:   func(ctx context.Context) error { _, err := w.Intake.Decide(ctx, "P0", intake.Accept, ""); return err },
		people.Appraise: func(ctx context.Context) error { return w.Desk.Set(ctx, "P0", []string{"a"}, record.RatingArchive, "") },
		people.Release:  func(ctx context.Context) error { _, err := w.Desk.Release(ctx, "P0", []string{"a"}); return err },
		people.Package:  func(ctx context.Context) error { _, err := w.Packer.Package(ctx, "P0", "", nil); return err },
		people.Send:     func(ctx context.Context) error { return w.Outbox.Send(ctx, "P0") },
		people.Write:    func(ctx context.Context) error { _, err := w.Books.ConfirmReceipt(ctx, "P0"); return err },
		people.Book:     func(ctx context.Context) error { return w.Books.Remark(ctx, "Z0", "x") },
		people.Clear:    func(ctx context.Context) error { _, err := w.Ending.Clear(ctx, "Z0"); return err },
		people.Destroy:  func(ctx context.Context) error { _, err := w.Ending.Destroy(ctx, "P0", "Gesetz", true); return err },
		people.Close: func(ctx context.Context) error {
			_, err := w.Ending.CloseAccession(ctx, "Z0", accession.Closing{})
			return err
		},
		people.Lend:    func(ctx context.Context) error { _, err := w.Lending.Publish(ctx, "P0"); return err },
		people.Use:     func(ctx context.Context) error { return w.Office.May(ctx, people.Use) },
		people.Review:  func(ctx context.Context) error { return w.Blackener.SeenPages(ctx, 0, reading.Asker{}, nil) },
		people.Profile: func(ctx context.Context) error { _, err := w.Clerk.SetProfileFields(ctx, "x", nil, false); return err },
		people.Tools:   func(ctx context.Context) error { return w.Office.May(ctx, people.Tools) },
		people.Keys:    func(ctx context.Context) error { return w.Keys.RevokeKey(ctx) },
		people.People:  func(ctx context.Context) error { return w.Office.CloseRegister(ctx, true) },
	}
}

// named are acts that once asked for the right of another by the first words of
// their name, or for the right to write because they had none.
func named(w *work.House) map[string]struct {
	right people.Action
	act   func(context.Context) error
} {
	return map[string]struct {
		right people.Action
		act   func(context.Context) error
	}{
		"confirm a law": {people.Decide, func(ctx context.Context) error { _, err := w.Gate.ConfirmLaw(ctx, "x"); return err }},
		"take a law": {people.Decide, func(ctx context.Context) error {
			_, err := w.Gate.TakeLaw(ctx, strings.NewReader("x"))
			return err
		}},
		"convert": {people.Package, func(ctx context.Context) error { _, err := w.Packer.Convert(ctx, "x", nil); return err }},
	}
}

const noRight = "gehört nicht zu den Rechten"

// Every role × every action, through the methods that window, command line and
// channel call: what the table forbids is refused with its sentence before
// anything else is looked at; what it allows is never refused for want of a right.
func TestRights_EveryRoleAndAction(t *testing.T) {
	w := openWith(t, t.TempDir(), "M. Ahrens", nil)
	ctx := t.Context()
	must(t, w.Office.May(ctx, people.People)) // who acts first is entered
	_, err := w.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	if !strings.Contains(failure.HintOf(err).In("de"), "eigenen Schlüssel") {
		t.Errorf("the register closes on an administrator without a key: %v", err)
	}
	_, err = w.Office.PersonKey(ctx, "M. Ahrens", "geheim")
	must(t, err)
	names := map[people.Role]string{}
	for _, role := range people.Roles {
		names[role] = "Person " + string(role)
		_, err := w.Office.AddPerson(ctx, people.Person{Name: names[role], Roles: []people.Role{role}}, "geheim")
		must(t, err)
	}
	_, err = w.Office.AddPerson(ctx, people.Person{Name: "Ohne Schlüssel", Roles: []people.Role{people.Archivist}}, "")
	must(t, err)
	all := acts(w)
	for _, role := range people.Roles {
		must(t, w.Office.SignIn(ctx, names[role], "geheim"))
		for _, a := range people.Actions() {
			act, ok := all[a]
			if !ok {
				t.Fatalf("no act tries %s", a)
			}
			err := act(ctx)
			want := slices.Contains(people.Allowed(a), role)
			if got := !strings.Contains(failure.HintOf(err).In("de"), noRight); got != want {
				t.Errorf("%s does %s: %v (%s), want allowed %v", role, a, err, failure.HintOf(err).In("de"), want)
			}
		}
	}
	for what, x := range named(w) {
		for _, role := range people.Roles {
			must(t, w.Office.SignIn(ctx, names[role], "geheim"))
			err := x.act(ctx)
			want := slices.Contains(people.Allowed(x.right), role)
			if got := !strings.Contains(failure.HintOf(err).In("de"), noRight); got != want || err == nil {
				t.Errorf("%s: %s: %v (%s), want allowed %v", role, what, err, failure.HintOf(err).In("de"), want)
			}
		}
	}
	// A name without a key proves nothing, and nobody takes it by making one.
	must(t, w.Office.SignIn(ctx, "Ohne Schlüssel", ""))
	if err := all[people.Receive](ctx); !strings.Contains(failure.HintOf(err).In("de"), "noch keinen Schlüssel") {
		t.Errorf("without a key: %v", err)
	}
	if _, err := w.Office.PersonKey(ctx, "Ohne Schlüssel", "meins"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a first key was made by oneself: %v", err)
	}
	if err := w.Office.SignIn(ctx, names[people.Archivist], "falsch"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a wrong passphrase signed in: %v", err)
	}
	// Signed out, nobody acts any more; a name nobody knows cannot sign in.
	w.Office.SignOut()
	for _, a := range people.Actions() {
		if a == people.Look {
			continue
		}
		if err := all[a](ctx); failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "anmelden") {
			t.Errorf("nobody does %s: %v (%s)", a, err, failure.HintOf(err).In("de"))
		}
	}
	if err := w.Office.SignIn(ctx, "N. Fremd", ""); failure.KindOf(err) != failure.Refused {
		t.Errorf("a stranger signed in: %v", err)
	}
	// A place for readers can only be looked at.
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	if _, err := w.Intake.Receive(ctx, "nicht da", nil); !strings.Contains(failure.HintOf(err).In("de"), "Lesesaal") {
		t.Errorf("a reader's place receives: %v", err)
	}
	if err := all[people.Look](ctx); err != nil {
		t.Errorf("a reader's place cannot look: %v", err)
	}
}

// A workspace of before the register works on: the person of the settings becomes
// the first one, with all roles, and nothing of the log is lost.
func TestPeople_OldWorkspaceWorksOn(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir, "")
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Person.Name = "M. Ahrens" }))
	ctx := t.Context()
	all, err := w.Office.People.List(ctx)
	must(t, err)
	if len(all) != 0 {
		t.Fatalf("people before anybody acted: %+v", all)
	}
	must(t, w.Office.May(ctx, people.Receive))
	p, ok := w.Office.Acting(ctx)
	if !ok || p.Name != "M. Ahrens" || !p.Self || !slices.Contains(p.Roles, people.Administrator) ||
		!slices.Contains(p.Roles, people.Archivist) {
		t.Errorf("acting %+v", p)
	}
	if _, broken, err := w.Log.VerifyLog(ctx, ""); err != nil || broken != nil {
		t.Errorf("the log does not hold: %+v, %v", broken, err)
	}
}
