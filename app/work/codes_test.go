package work_test

import (
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"laufzettel/app/work/reading"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/receiver"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/sync/archive"
	"laufzettel/sync/queue"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// Two workspaces without a connection to each other give the same reference code by
// the same profile; the archive accepts the first package and refuses the second,
// and the person there is told (A34, G7).
func TestReferenceCode_TwiceFromTwoWorkspaces(t *testing.T) {
	dir := t.TempDir()
	ask := func() (string, error) { return "nur für die Prüfung", nil }
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: filepath.Join(dir, "archiv"), DB: filepath.Join(dir, "archiv", "archiv.db"),
		Name:   "Landesarchiv Musterland",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: sign.AgeFiles{Dir: filepath.Join(dir, "archiv", "keys"), Passphrase: ask,
			WorkFactor: cheapKey}})
	must(t, err)
	serving, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.Serve(serving) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-served, r.Close()); err != nil {
			t.Error(err)
		}
	})
	var places []*work.House
	var portions []transfer.Portion
	for i, name := range []string{"eins", "zwei"} {
		w, err := work.Open(t.Context(), filepath.Join(dir, name), office.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: cheapKey})
		must(t, err)
		places = append(places, w)
		t.Cleanup(func() {
			if err := places[i].Close(); err != nil {
				t.Error(err)
			}
		})
		joined(t, w, r)
		_, err = w.Intake.Profiles.Save(t.Context(), profile.Profile{ID: "bauaufsicht", AgencyID: generate.DefaultAgency.ID,
			Agency:        generate.DefaultAgency.Name,
			ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 1, To: 9}}, "M. Ahrens")
		must(t, err)
		p, err := w.Intake.Receive(t.Context(), delivery(t, generate.Plan{Seed: uint64(40 + i), Dossiers: 1, Cases: 1, Documents: 1,
			Mix: []string{"txt"}, Ratings: []string{"A"}}), nil)
		must(t, err)
		_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
		must(t, err)
		packages := packaged(t, w, p.ID, intake.PackageOptions{})
		if len(packages) != 1 || packages[0].ReferenceCode != "11842/1" {
			t.Fatalf("%s: packages %+v, want one with 11842/1", name, packages)
		}
		must(t, w.Outbox.Send(t.Context(), p.ID))
		portions = append(portions, p)
	}
	first, err := places[0].Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	second, err := places[1].Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	if first.NeedsUser != 0 || second.NeedsUser != 1 {
		t.Errorf("first %+v, second %+v", first, second)
	}
	jobs, err := places[1].Outbox.Queue.List(t.Context())
	must(t, err)
	for _, want := range []string{"11842/1", "schon ein anderes Paket", "Es ging nichts verloren", "eigenen Block"} {
		if jobs[0].State != queue.NeedsUser || !strings.Contains(jobs[0].Reason, want) {
			t.Errorf("job is %s %q, want %q in it", jobs[0].State, jobs[0].Reason, want)
		}
	}
	p, err := places[1].Intake.Portions.Get(t.Context(), portions[1].ID)
	must(t, err)
	if p.State != transfer.Packaged {
		t.Errorf("the second portion is %s", p.State)
	}

	old := stored(t, places[1], portions[1].ID)
	if _, err := places[1].Packer.Renumber(t.Context(), portions[1].ID, "11842/7", "", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("renumber an unknown code: %v", err)
	}
	if _, err := places[0].Packer.Renumber(t.Context(), portions[0].ID, pack.AllRefused, "", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("renumber an accepted package: %v", err)
	}
	// A run killed at any step leaves the old package or the new one; the order again finishes it.
	place := filepath.Join(dir, "zwei")
	for _, step := range []string{"renumber.reserved", aip.BeforeRename, "renumber.built", "renumber.replaced"} {
		must(t, places[1].Close())
		places[1], err = work.Open(t.Context(), place, office.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: cheapKey,
			Point: func(name string) {
				if name == step {
					panic("killed at " + step)
				}
			}})
		must(t, err)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("not killed at %s", step)
				}
			}()
			_, _ = places[1].Packer.Renumber(t.Context(), portions[1].ID, "11842/1", "Absprache mit dem Archiv", nil)
		}()
		now := stored(t, places[1], portions[1].ID)
		if replaced := step == "renumber.replaced"; replaced != (now.ReferenceCode == "11842/2") || now.PID != old.PID {
			t.Errorf("killed at %s: package %+v", step, now)
		}
		if sum := digestOf(t, filepath.Join(place, filepath.FromSlash(now.Path))); sum != now.SHA512 {
			t.Errorf("killed at %s: the package on the disk is not the one in the database", step)
		}
	}
	must(t, places[1].Close())
	places[1], err = work.Open(t.Context(), place, office.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: cheapKey})
	must(t, err)
	done, err := places[1].Packer.Renumber(t.Context(), portions[1].ID, "11842/1", "Absprache mit dem Archiv", nil)
	must(t, err)
	if len(done) != 1 || done[0].PID != old.PID || done[0].ReferenceCode != "11842/2" {
		t.Errorf("renumbered %+v", done)
	}
	if again, err := places[1].Packer.RenumberJob(t.Context(), jobs[0].ID, true); err != nil || len(again) != 1 || again[0] != done[0] {
		t.Errorf("the same order by its job once more: %+v, %v", again, err)
	}
	if _, err := places[1].Packer.RenumberJob(t.Context(), "X", false); !errors.Is(err, queue.ErrNoJob) {
		t.Errorf("an unknown job: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(place, "packages", portions[1].ID, "*.tar"))
	must(t, err)
	if len(files) != 1 || filepath.Base(files[0]) != path.Base(done[0].Path) {
		t.Errorf("files %v, want only %s", files, done[0].Path)
	}
	if sum, err := places[1].Packer.Rebuild(t.Context(), old.PID); err != nil || sum != done[0].SHA512 {
		t.Errorf("built once more: %s, %v; want %s", sum, err, done[0].SHA512)
	}
	found, err := places[1].Room.OpenHeld(t.Context(), "11842/2", reading.Asker{})
	must(t, err)
	if found.PID() != old.PID {
		t.Errorf("index: %s, want %s", found.PID(), old.PID)
	}
	must(t, found.Close())
	log, err := places[1].Office.Events(t.Context(), portions[1].ID)
	must(t, err)
	told := 0
	for _, e := range log {
		if e.Outcome == "renumbered" {
			told++
			if e.Actor != "M. Ahrens" || e.Object != old.PID || e.Detail["from"] != "11842/1" || e.Detail["to"] != "11842/2" ||
				e.Detail["reason"] != "Absprache mit dem Archiv" || e.Detail["old-sha512"] != old.SHA512 {
				t.Errorf("event %+v", e)
			}
		}
	}
	if told != 1 {
		t.Errorf("%d events of renumbering", told)
	}
	sum, err := places[1].Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	if p, err = places[1].Intake.Portions.Get(t.Context(), portions[1].ID); err != nil || p.State != transfer.Confirmed ||
		sum.NeedsUser != 0 {
		t.Errorf("sent %+v, portion %s, %v", sum, p.State, err)
	}
	if jobs, err = places[1].Outbox.Queue.List(t.Context()); err != nil || jobs[0].State != queue.Cancelled || jobs[1].State != queue.Done {
		t.Errorf("jobs %+v, %v", jobs, err)
	}
	third := packaged(t, places[1], checked(t, places[1], 42), intake.PackageOptions{})
	if third[0].ReferenceCode != "11842/3" {
		t.Errorf("the next package has %s: a code is given twice or left out", third[0].ReferenceCode)
	}
}

// stored is the only archival package of a portion.
func stored(t *testing.T, w *work.House, id string) transfer.Package {
	t.Helper()
	packages, err := w.Intake.Portions.Packages(t.Context(), id)
	must(t, err)
	if len(packages) == 0 || packages[0].Kind != aip.KindAIP {
		t.Fatalf("packages %+v", packages)
	}
	return packages[0]
}

func digestOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	must(t, err)
	return fmt.Sprintf("%x", sha512.Sum512(data))
}

// checked takes in a small delivery and gives its portion.
func checked(t *testing.T, w *work.House, seed uint64) string {
	t.Helper()
	p, err := w.Intake.Receive(t.Context(), delivery(t, generate.Plan{Seed: seed, Dossiers: 1, Cases: 1, Documents: 1, Mix: []string{"txt"},
		Ratings: []string{"A"}}), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	return p.ID
}

// A code is registered by its German texts; the English ones stand beside them.
func TestCodes_InEnglishToo(t *testing.T) {
	reg, err := work.Codes()
	must(t, err)
	for _, c := range reg.All() {
		if !c.Said(wording.English) {
			t.Errorf("%s has no English texts", c.ID)
		}
	}
}
