package window_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	view "laufzettel/views/prepare"
)

// idle waits until no work of the key runs.
func idle(t *testing.T, d *window.Desk, key string) {
	t.Helper()
	changed := make(chan struct{}, 1)
	stop := d.Hub.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer stop()
	for d.Works.Of(key) != nil {
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatal("the work did not end")
		}
	}
}

// From the new draft to the container on the medium, as the screen goes.
func TestPrepare(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	s := window.Prepare{Desk: d}
	id, err := s.Begin(t.Context(), "files")
	must(t, err)
	source, target, medium := t.TempDir(), filepath.Join(t.TempDir(), "portion"), t.TempDir()
	must(t, os.WriteFile(filepath.Join(source, "brief.txt"), []byte("Grüße\n"), 0o644))
	typed := view.Statements{Source: source, Target: target, Fields: map[string]string{"agency": "Landratsamt Musterkreis", "agencyId": "09999", "person": "M. Ahrens", "name": "plaene", "title": "Pläne"}}
	if got := s.Fault("files", "name", "a/b"); !strings.Contains(got, "Dateinamen") {
		t.Errorf("a wrong name says %q", got)
	}
	must(t, s.Type(t.Context(), id, typed))
	must(t, s.Make(t.Context(), id))
	idle(t, d, id)
	draft := func() *view.Draft {
		st, err := s.Preparations(t.Context(), id)
		must(t, err)
		return st.Draft
	}
	got := draft()
	if got.State != "self-checked" || !got.OK || got.Title != "Pläne" || len(got.Tree) != 3 || got.Fault != "" {
		t.Fatalf("%+v", got)
	}
	must(t, s.HandOver(t.Context(), id, medium))
	idle(t, d, id)
	got = draft()
	if got.State != "handed-over" || len(got.Sealed) == 0 || len(got.Missing) == 0 || got.Fault != "" {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(medium, "plaene", "plaene.uebergabe.pdf")); err != nil {
		t.Error(err)
	}
	if err := s.Receipt(t.Context(), id, filepath.Join(source, "brief.txt")); failure.KindOf(err) == failure.Bug || err == nil {
		t.Errorf("a letter as a receipt: %v", err)
	}
	must(t, s.Paper(t.Context(), id, view.Paper{Name: "Löschfreigabe", By: "Dr. K. Weiß", Day: "18.11.2026", Scan: filepath.Join(source, "brief.txt")}))
	must(t, s.Reopen(t.Context(), id, "eine Datei fehlt"))
	if got = draft(); got.State != "draft" || len(got.Confirmed) != 0 {
		t.Errorf("%+v", got)
	}
}

// A build that stops says why, and the material is told from our faults.
func TestPrepare_Stops(t *testing.T) {
	d := desk(t, steady(t, t.TempDir(), "M. Ahrens"))
	s := window.Prepare{Desk: d}
	id, err := s.Begin(t.Context(), "export")
	must(t, err)
	must(t, s.Make(t.Context(), id))
	idle(t, d, id)
	st, err := s.Preparations(t.Context(), id)
	must(t, err)
	if !strings.Contains(st.Draft.Fault, "„Name des Verfahrens“ fehlt") || st.Draft.Running != nil || len(st.Rows) != 1 || len(st.Kinds) < 9 {
		t.Errorf("%+v", st.Draft)
	}
	if _, err := s.Preparations(t.Context(), "V9999-0001"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a preparation that is not there: %v", err)
	}
}
