package workspace_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/workspace"
	"laufzettel/sync/archive"
	"laufzettel/sync/queue"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
)

// Two workspaces without a connection to each other give the same reference code by
// the same profile; the archive accepts the first package and refuses the second,
// and the person there is told (A34, G7).
func TestReferenceCode_TwiceFromTwoWorkspaces(t *testing.T) {
	dir := t.TempDir()
	ask := func() (string, error) { return "nur für die Prüfung", nil }
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: filepath.Join(dir, "archiv"), DB: filepath.Join(dir, "archiv", "archiv.db"), Name: "Landesarchiv Musterland",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: sign.AgeFiles{Dir: filepath.Join(dir, "archiv", "keys"), Passphrase: ask, WorkFactor: cheapKey}})
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
	var places []*workspace.Workspace
	var portions []transfer.Portion
	for i, name := range []string{"eins", "zwei"} {
		w, err := workspace.Open(t.Context(), filepath.Join(dir, name), workspace.Options{Person: "M. Ahrens", Passphrase: ask, KeyWork: cheapKey})
		must(t, err)
		t.Cleanup(func() {
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
		must(t, w.Settings.Change(func(s *settings.Settings) {
			s.Archive, s.Channel.KeyStore = "Landesarchiv Musterland", workspace.FileStore
		}))
		w.Reopen()
		_, err = w.NewKey(t.Context())
		must(t, err)
		peer, err := w.Enrol(t.Context(), r.URL())
		must(t, err)
		_, err = r.Confirm(t.Context(), peer.Code, archive.RoleDeliver)
		must(t, err)
		_, err = w.Channel.Refresh(t.Context(), peer.URL)
		must(t, err)
		_, err = w.Profiles.Save(t.Context(), profile.Profile{ID: "bauaufsicht", AgencyID: generate.DefaultAgency.ID, Agency: generate.DefaultAgency.Name,
			ReferenceCode: profile.ReferenceCode{Pattern: "11842/{n}", From: 1, To: 9}}, "M. Ahrens")
		must(t, err)
		p, err := w.Receive(t.Context(), delivery(t, generate.Plan{Seed: uint64(40 + i), Dossiers: 1, Cases: 1, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"A"}}), nil)
		must(t, err)
		_, err = w.Check(t.Context(), p.ID, workspace.CheckOptions{NoPDFA: true})
		must(t, err)
		packages := packaged(t, w, p.ID, workspace.PackageOptions{})
		if len(packages) != 1 || packages[0].ReferenceCode != "11842/1" {
			t.Fatalf("%s: packages %+v, want one with 11842/1", name, packages)
		}
		must(t, w.Send(t.Context(), p.ID))
		places, portions = append(places, w), append(portions, p)
	}
	first, err := places[0].SendOnce(t.Context(), nil)
	must(t, err)
	second, err := places[1].SendOnce(t.Context(), nil)
	must(t, err)
	if first.NeedsUser != 0 || second.NeedsUser != 1 {
		t.Errorf("first %+v, second %+v", first, second)
	}
	jobs, err := places[1].Queue.List(t.Context())
	must(t, err)
	for _, want := range []string{"11842/1", "schon ein anderes Paket", "Es ging nichts verloren", "eigenen Block"} {
		if jobs[0].State != queue.NeedsUser || !strings.Contains(jobs[0].Reason, want) {
			t.Errorf("job is %s %q, want %q in it", jobs[0].State, jobs[0].Reason, want)
		}
	}
	p, err := places[1].Portions.Get(t.Context(), portions[1].ID)
	must(t, err)
	if p.State != transfer.Packaged {
		t.Errorf("the second portion is %s", p.State)
	}
}
