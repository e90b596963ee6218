package window_test

import (
	"archive/zip"
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// A25, A20: what the sheets of the reading room do to a real workspace; at a
// reader's place they do nothing.
func TestReader_Desk(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "siard", Seed: 1}), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	packages, err := w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	pid := packages[0].PID
	dir := t.TempDir()
	src := window.NewReader(w, nil, w.Gate.Grant)
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
	must(t, src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "2026-318", Reader: "P. Leser",
		Rights: []access.Right{access.Read}}))
	if _, err := src.HandOut(t.Context(), pid, true); failure.KindOf(err) != failure.Refused {
		t.Errorf("reading is not copying: %v", err)
	}
	for _, use := range []bool{true, false} {
		if _, err := src.SavePart(t.Context(), pid, "x.csv", use, rows); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "keine Kopie") {
			t.Errorf("reading is not saving: %v", err)
		}
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
	savedParts(t, w, src, pid, &next)
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

	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	_, decided := src.Decide(t.Context(), pid, "bund", access.Facts{Published: true})
	_, listed := src.Grants(t.Context())
	_, _, exported := src.Descriptions(t.Context(), "ead", catalog.Query{}, "x", "")
	for what, err := range map[string]error{"decide": decided, "list": listed, "export": exported,
		"add": src.AddGrant(t.Context(), access.Grant{PID: pid, Application: "1"}), "revoke": src.Revoke(t.Context(), "1", pid)} {
		if failure.KindOf(err) != failure.Refused {
			t.Errorf("%s at a reader's place: %v", what, err)
		}
	}
	if _, err := src.SavePart(t.Context(), pid, "x.csv", false, rows); failure.KindOf(err) != failure.Refused {
		t.Errorf("a part at a reader's place: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 5 {
		t.Errorf("files %v, %v", entries, err)
	}
}

// rows writes what stands for rows of a table.
func rows(_ context.Context, out io.Writer) error {
	_, err := io.WriteString(out, "nr;betreff\n1;Mühlwehr\n")
	return err
}

// savedParts saves a part to a place and as a use copy; one that fails leaves
// nothing behind, and what is saved stands in the register of copies (G13).
func savedParts(t *testing.T, w *work.House, src *window.Reader, pid string, next *string) {
	t.Helper()
	*next = filepath.Join(filepath.Dir(*next), "vorgang.csv")
	broken := errors.New("broken off")
	_, err := src.SavePart(t.Context(), pid, "vorgang.csv", false,
		func(ctx context.Context, out io.Writer) error { return errors.Join(rows(ctx, out), broken) })
	if _, there := os.Stat(*next); !errors.Is(err, broken) || there == nil {
		t.Errorf("cut short: %v, %v", err, there)
	}
	s, err := src.SavePart(t.Context(), pid, "vorgang.csv", false, rows)
	must(t, err)
	if s.Path != *next || s.Bytes == 0 || !s.Until.IsZero() {
		t.Errorf("saved %+v", s)
	}
	if _, err := src.SavePart(t.Context(), pid, "vorgang.csv", false, rows); failure.KindOf(err) != failure.Refused {
		t.Errorf("overwritten: %v", err)
	}
	c, err := src.SavePart(t.Context(), pid, "../../bild.jpg", true, rows)
	must(t, err)
	if filepath.Base(c.Path) != "bild.jpg" || c.Until.Before(w.Office.Now()) {
		t.Errorf("use copy %+v", c)
	}
	papersBeside(t, c.Path)
	if info, err := os.Stat(c.Path); err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("use copy: %v, %v", info, err)
	}
	list, err := w.Uses.UseCopies()
	must(t, err)
	if len(list) == 0 || !strings.HasPrefix(c.Path, list[0].Path) {
		t.Errorf("copies %+v", list)
	}
	a, err := w.Intake.Portions.Accessions(t.Context())
	must(t, err)
	registered, err := w.Copies.RegisteredCopies(t.Context(), a[0].ID)
	must(t, err)
	found := 0
	for _, r := range registered {
		if r.Place == s.Path || r.Place == c.Path {
			found++
		}
	}
	if found != 2 {
		t.Errorf("register of copies %+v", registered)
	}
	c, err = src.SavePart(t.Context(), pid, "Unversehrtheit.json", true, rows)
	must(t, err)
	papersBeside(t, c.Path)
}

// papersBeside demands the digest and the integrity sheet beside a part given out.
func papersBeside(t *testing.T, part string) {
	t.Helper()
	data, err := os.ReadFile(part)
	must(t, err)
	sum := fmt.Sprintf("%x", sha512.Sum512(data))
	list, err := os.ReadFile(filepath.Join(filepath.Dir(part), "pruefsummen.sha512"))
	must(t, err)
	if want := sum + "  " + filepath.Base(part) + "\n"; string(list) != want || !strings.Contains(string(data), "Mühlwehr") {
		t.Errorf("digests %q, want %q; part %q", list, want, data)
	}
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(part), "unversehrtheit.json"))
	must(t, err)
	for _, want := range []string{sum, `"part": true`, `"sound": false`} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("the sheet does not say %q: %s", want, raw)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(part), "unversehrtheit.pdf")); err != nil {
		t.Error(err)
	}
}
