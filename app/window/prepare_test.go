package window_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	view "laufzettel/views/prepare/model"
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
	typed := view.Statements{Source: source, Target: target,
		Fields: map[string]string{"agency": "Landratsamt Musterkreis", "agencyId": "09999", "person": "M. Ahrens", "name": "plaene",
			"title": "Pläne"}}
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
	must(t, s.Paper(t.Context(), id, view.Paper{Name: "Löschfreigabe", By: "Dr. K. Weiß", Day: "18.11.2026",
		Scan: filepath.Join(source, "brief.txt")}))
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
	if !strings.Contains(st.Draft.Fault, "„Name des Verfahrens“ fehlt") || st.Draft.Running != nil || len(st.Rows) != 1 ||
		len(st.Kinds) < 9 {
		t.Errorf("%+v", st.Draft)
	}
	if _, err := s.Preparations(t.Context(), "V9999-0001"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a preparation that is not there: %v", err)
	}
}

// The material is read beside the typing; what was read fills the fields as read,
// speaks of the folder it was read from only, and says when it is out of date.
func TestPrepare_Look(t *testing.T) {
	d := desk(t, steady(t, t.TempDir(), "M. Ahrens"))
	s := window.Prepare{Desk: d}
	id, err := s.Begin(t.Context(), "register")
	must(t, err)
	source := t.TempDir()
	for name, text := range map[string]string{"14999001-S-1995-1-U0.xml": "<Beurkundung><Familienname>Weiß</Familienname></Beurkundung>",
		"14999001-S-1995-1-U0.pdf": "%PDF-1.4\n", "14999001-S-1995-3-U0.xml": "<Beurkundung/>",
		"index.csv": "Nummer;Signierender;Signaturdatum\n1;K. Berger;3.1.1995\n"} {
		must(t, os.WriteFile(filepath.Join(source, name), []byte(text), 0o644))
	}
	if err := s.Look(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	idle(t, d, "look:"+id)
	draft := func() *view.Draft {
		t.Helper()
		st, err := s.Preparations(t.Context(), id)
		must(t, err)
		return st.Draft
	}
	if got := draft(); got.Table != nil || !strings.Contains(got.Fault, "Ordner mit dem Material") {
		t.Errorf("without a folder: %+v", got)
	}
	must(t, s.Type(t.Context(), id, view.Statements{Source: source, Fields: map[string]string{"person": "M. Ahrens"}}))
	must(t, s.Look(t.Context(), id))
	idle(t, d, "look:"+id)
	got := draft()
	if got.Table == nil || got.Stale || got.Locked() || got.Fault != "" {
		t.Fatalf("%+v", got)
	}
	rows := map[string]string{}
	for _, r := range got.Table.Rows {
		if r.Cells[0] == "2" && (r.Gap != "2" || r.Key != "entry:2") || r.Cells[0] != "2" && r.Gap+r.Key != "" {
			t.Errorf("row %s lacks entry %q, its reason is kept as %q", r.Cells[0], r.Gap, r.Key)
		}
		rows[r.Cells[0]] = strings.Join(r.Cells[1:], "|") + " " + string(r.Worst())
	}
	want := map[string]string{"1": "Weiß|K. Berger|03.01.1995|Verzeichnis|Urkunde ", "2": "||||nicht im Ordner warning",
		"3": "||||Urkunde error"}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	read := ""
	for _, f := range got.Fields {
		if f.Key == "year" {
			read = f.Read
		}
	}
	if read != "1995" || len(got.Tree) == 0 || strings.Contains(strings.Join(got.Table.Missing, ""), "„Standesamt“") {
		t.Errorf("the year reads %q, tree %v, missing %q", read, got.Tree, got.Table.Missing)
	}
	must(t, s.Type(t.Context(), id, view.Statements{Source: source, Fields: map[string]string{"terms": "Name"}}))
	if got := draft(); got.Table == nil || !got.Stale {
		t.Error("a changed statement does not make the table out of date")
	}
	must(t, s.Type(t.Context(), id, view.Statements{Source: t.TempDir()}))
	if got := draft(); got.Table != nil {
		t.Error("the table of another folder is shown")
	}
}

// A set of defaults is kept as lines and comes back the same; a line that says
// nothing is told.
func TestPrepare_Sets(t *testing.T) {
	d := desk(t, steady(t, t.TempDir(), "M. Ahrens"))
	s := window.Prepare{Desk: d}
	id, err := s.Begin(t.Context(), "website")
	must(t, err)
	must(t, s.Type(t.Context(), id, view.Statements{Fields: map[string]string{"agency": "Landratsamt Musterkreis", "name": "web",
		"project": "Internet", "pages": "https://a.example/|A||\nhttps://b.example/|B||"}}))
	draft := func() *view.Draft {
		t.Helper()
		st, err := s.Preparations(t.Context(), id)
		must(t, err)
		return st.Draft
	}
	text := draft().SetText
	if text != "Projekt: Internet\nReferenzseiten: https://a.example/|A||\n https://b.example/|B||\n" {
		t.Fatalf("a new set would hold %q", text)
	}
	must(t, s.SaveSet(t.Context(), "website", view.Set{Name: "Turnus", Text: text + "57: Reihe\n"}))
	if diff := cmp.Diff([]view.Set{{Name: "Turnus", Text: text + "57: Reihe\n"}}, draft().Sets); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"ohne Doppelpunkt", "Name der Portion: web", "farbe: rot"} {
		if err := s.SaveSet(t.Context(), "website", view.Set{Name: "Falsch", Text: bad}); failure.KindOf(err) != failure.Refused {
			t.Errorf("%q was kept: %v", bad, err)
		}
	}
	must(t, s.RemoveSet(t.Context(), "Turnus"))
	if got := draft().Sets; len(got) != 0 {
		t.Errorf("left over: %v", got)
	}
}
