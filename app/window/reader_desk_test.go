package window_test

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/workspace"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// A25, A20: what the sheets of the reading room do to a real workspace; at a
// reader's place they do nothing.
func TestReader_Desk(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	p, err := w.Receive(t.Context(), made(t, generate.Plan{Kind: "siard", Seed: 1}), nil)
	must(t, err)
	_, err = w.Check(t.Context(), p.ID, workspace.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Decide(t.Context(), p.ID, workspace.Accept, "")
	must(t, err)
	must(t, w.FinishAppraisal(t.Context(), p.ID))
	packages, err := w.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	pid := packages[0].PID
	dir := t.TempDir()
	src := window.NewReader(w, nil, w.Grant)
	next := filepath.Join(dir, "kopie")
	src.Place = func(context.Context, string, string) (string, error) { return next, nil }

	if _, err := src.Decide(t.Context(), pid, "bund", access.Facts{End: "gestern"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("a day that is none: %v", err)
	}
	period, err := src.Decide(t.Context(), pid, "bund", access.Facts{End: "2020"})
	must(t, err)
	if period.Open || period.Until.Year() != 2050 || !strings.Contains(period.Basis, "BArchG") {
		t.Errorf("period %+v", period)
	}
	if _, err := src.HandOut(t.Context(), pid, true); failure.KindOf(err) != failure.Refused {
		t.Errorf("a closed object was handed out: %v", err)
	}
	must(t, src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "2026-318", Reader: "P. Leser", Rights: []access.Right{access.Read}}))
	if _, err := src.HandOut(t.Context(), pid, true); failure.KindOf(err) != failure.Refused {
		t.Errorf("reading is not copying: %v", err)
	}
	must(t, src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "2026-319", Rights: []access.Right{access.Read, access.Copy}}))
	list, err := src.Grants(t.Context())
	must(t, err)
	if len(list) != 2 {
		t.Errorf("grants %+v", list)
	}
	out, err := src.HandOut(t.Context(), pid, true)
	must(t, err)
	z, err := zip.OpenReader(filepath.Join(dir, "kopie.zip"))
	must(t, err)
	must(t, z.Close())
	if out.Path != filepath.Join(dir, "kopie.zip") || !out.Sound || out.Files == 0 {
		t.Errorf("handed out %+v", out)
	}
	_, err = src.HandOut(t.Context(), pid, false)
	must(t, err)
	if _, err := os.Stat(filepath.Join(dir, "kopie", "unversehrtheit.pdf")); err != nil {
		t.Error(err)
	}
	must(t, src.Revoke(t.Context(), "2026-318", pid))
	must(t, src.Revoke(t.Context(), "2026-319", pid))
	if pk, err := src.Package(t.Context(), pid); err != nil || !pk.Closed {
		t.Errorf("still open: %v", err)
	}

	for form, want := range map[string]string{"ead": "<ead", "csv": packages[0].ReferenceCode} {
		next = filepath.Join(dir, "verzeichnung."+form)
		n, path, err := src.Descriptions(t.Context(), form, catalog.Query{}, "Landratsamt Musterkreis", "DE-Mu1")
		must(t, err)
		raw, err := os.ReadFile(path)
		must(t, err)
		if n != 1 || !strings.Contains(string(raw), want) {
			t.Errorf("%s: %d, %s", form, n, raw)
		}
		if _, _, err := src.Descriptions(t.Context(), form, catalog.Query{}, "x", ""); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s was overwritten: %v", path, err)
		}
	}
	next = filepath.Join(dir, "dritte.xml")
	if _, _, err := src.Descriptions(t.Context(), "ead", catalog.Query{}, "x", "Muster 1"); failure.KindOf(err) != failure.Refused {
		t.Errorf("an ISIL that is none: %v", err)
	}

	must(t, w.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	_, decided := src.Decide(t.Context(), pid, "bund", access.Facts{Published: true})
	_, listed := src.Grants(t.Context())
	_, _, exported := src.Descriptions(t.Context(), "ead", catalog.Query{}, "x", "")
	for what, err := range map[string]error{"decide": decided, "list": listed, "export": exported, "add": src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "1"}), "revoke": src.Revoke(t.Context(), "1", pid)} {
		if failure.KindOf(err) != failure.Refused {
			t.Errorf("%s at a reader's place: %v", what, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 4 {
		t.Errorf("files %v, %v", entries, err)
	}
}
