package work_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
)

// nameInPackage gives a house, the package of a Vorgang whose text names the secret, and
// the path of that text in it.
func nameInPackage(t *testing.T) (h house, pid, file string) {
	t.Helper()
	h = house{House: open(t, t.TempDir(), "M. Ahrens")}
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 31, Dossiers: 1, Cases: 1, Documents: 1, Mix: []string{"txt"},
		Ratings: []string{"A"}, Folder: true}))
	text := "Frau " + secret +
		", geb. 12.03.1954, wohnt hier seit vielen Jahren, sagte das Amt dem Rat.\n\nDer Rat der Stadt tagt am Dienstag.\n\nAn Xaverina Quitten-\nbaum persönlich.\n"
	must(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".txt" {
			return err
		}
		return os.WriteFile(name, []byte(text), 0o600)
	}))
	entries, err := os.ReadDir(dir)
	must(t, err)
	p := h.taken(t, filepath.Join(dir, entries[0].Name()))
	p, err = h.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	appraiseAll(t, h.House, p.ID)
	must(t, h.Desk.FinishAppraisal(t.Context(), p.ID))
	_, err = h.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	all, err := h.Intake.Portions.Packages(t.Context(), p.ID)
	must(t, err)
	for _, x := range all {
		if x.Kind != aip.KindAIP {
			continue
		}
		pkg := onDisk(t, h.House, x.PID)
		for _, l := range pkg.Files() {
			if strings.HasSuffix(l.Path, ".txt") && strings.Contains(l.Path, "representations/") {
				return h, x.PID, l.Path
			}
		}
	}
	t.Fatal("no text in the package")
	return h, "", ""
}

var basis = blacken.Why{Reason: "person", Law: "§ 11 BArchG"}

// drawn is a person who looks at what they are shown.
func drawn(doc viewer.Pager, page int) error {
	_, err := doc.Render(context.Background(), viewer.Request{Page: page, Width: 400})
	return err
}

func TestBlackener_FromMarkToCopy(t *testing.T) {
	h, pid, file := nameInPackage(t)
	ctx, none := t.Context(), reading.Asker{}
	o := openedAt(t, h.House, pid)
	j, err := h.Blackener.BeginBlackening(ctx, o, file)
	must(t, err)
	before := onDisk(t, h.House, pid)
	if j.Pages != 1 || j.Person != "M. Ahrens" {
		t.Fatalf("%+v", j)
	}
	refused := func(what string, err error) {
		t.Helper()
		if failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = h.Blackener.MakeBlackened(ctx, j.ID, none)
	refused("nothing is marked", err)
	found, _, err := h.Blackener.FindPlaces(ctx, j.ID, none)
	must(t, err)
	born := 0
	for _, f := range found {
		if f.Kind == "birth-date" {
			born = f.Number
		}
	}
	m, err := h.Blackener.MarkFound(ctx, j.ID, none, []int{born}, basis)
	if must(t, err); m.Places != 1 {
		t.Fatalf("%+v in %+v", m, found)
	}
	_, err = h.Blackener.MarkFound(ctx, j.ID, none, []int{987}, basis)
	refused("no proposal of that number", err)
	_, err = h.Blackener.MarkPhrase(ctx, j.ID, none, secret, blacken.Why{Reason: "weil", Law: "x"})
	refused("no reason of the list", err)
	_, err = h.Blackener.MarkPhrase(ctx, j.ID, none, secret, blacken.Why{Reason: "person"})
	refused("no law", err)
	m, err = h.Blackener.MarkPhrase(ctx, j.ID, none, "Quittenbaum", basis)
	if must(t, err); m.Places != 2 || len(m.Unread)+len(m.Textless) > 0 {
		t.Fatalf("%+v", m)
	}
	_, err = h.Blackener.MarkPhrase(ctx, j.ID, none, "Xaverina", blacken.Why{Reason: "person", Law: "Lex Quittenbaum"})
	must(t, err)
	refused("a page there is not", h.Blackener.MarkPlace(ctx, j.ID, none, 2, viewer.Rect{X: .1, Y: .9, W: .1, H: .01}, basis))
	refused("a place beside the page", h.Blackener.MarkPlace(ctx, j.ID, none, 1, viewer.Rect{X: .9, Y: .9, W: .2, H: .01}, basis))
	_, err = h.Blackener.MakeBlackened(ctx, j.ID, none)
	refused("a law that says the word", err)
	st, err := h.Blackener.Progress(ctx, j.ID, none)
	must(t, err)
	for _, mark := range st.Marks {
		if strings.Contains(mark.Why.Law, "Lex") {
			must(t, h.Blackener.UnmarkPlaces(ctx, j.ID, none, []int64{mark.ID}))
		}
	}
	_, err = h.Blackener.MarkPhrase(ctx, j.ID, none, "Xaverina", basis)
	must(t, err)
	made, err := h.Blackener.MakeBlackened(ctx, j.ID, none)
	if must(t, err); made.Told[0].Left != 0 || made.Told[0].Bars < 5 {
		t.Fatalf("%+v", made.Told)
	}
	refused("marked after the copy was made", h.Blackener.MarkPlace(ctx, j.ID, none, 1, viewer.Rect{X: .1, Y: .9, W: .1, H: .01}, basis))
	target := filepath.Join(t.TempDir(), "aus.zip")
	_, err = h.Blackener.GiveBlackened(ctx, j.ID, none, target)
	refused("nobody has looked", err)
	_, err = h.Blackener.LookAt(ctx, j.ID, none, 1, drawn)
	must(t, err)
	refused("who marked is no second person", h.Blackener.SeenPages(ctx, j.ID, none, []int{1}))

	other := second(t, h.House, "J. Beyer")
	refused("not shown", other.Blackener.SeenPages(ctx, j.ID, none, []int{1}))
	look, err := other.Blackener.LookAt(ctx, j.ID, none, 1, drawn)
	if must(t, err); strings.Contains(look.Text, "Quitten") || strings.Contains(look.Text, "1954") ||
		!strings.Contains(look.Text, "Dienstag") {
		t.Errorf("%q", look.Text)
	}
	must(t, other.Blackener.SeenPages(ctx, j.ID, none, []int{1}))
	refusesForged(t, h, j, target)
	out, err := h.Blackener.GiveBlackened(ctx, j.ID, none, target)
	if must(t, err); out.Files != 1 {
		t.Errorf("%+v", out)
	}
	silent(t, target)
	quiet(t, h.House)
	if after := onDisk(t, h.House, pid); !bytes.Equal(before.METS(), after.METS()) {
		t.Error("the original was touched")
	}
	if findings, err := onDisk(t, h.House, pid).Verify(ctx); err != nil || len(findings) > 0 {
		t.Error(findings, err)
	}
	if v, err := h.Log.VerifyLogSigned(ctx, ""); err != nil || !v.Sound {
		t.Errorf("%+v %v", v, err)
	}
	must(t, h.Blackener.ReopenMarks(ctx, j.ID, none))
	_, err = h.Blackener.GiveBlackened(ctx, j.ID, none, filepath.Join(t.TempDir(), "x"))
	refused("reopened", err)
}

// refusesForged changes what decides about a copy by hand: nothing leaves then.
func refusesForged(t *testing.T, h house, j blacken.Job, target string) {
	t.Helper()
	db := hand(t, h.Office.Dir)
	for _, c := range []struct{ what, do, undo string }{
		{"a mark is gone", "UPDATE blackening_mark SET page = 9 WHERE id = 2", "UPDATE blackening_mark SET page = 0 WHERE id = 2"},
		{"another looked", "UPDATE blackening_look SET person = 'K. Niemand'", "UPDATE blackening_look SET person = 'J. Beyer'"},
		{"a look at another copy", "UPDATE blackening_look SET sha512 = sha512 || '0'",
			"UPDATE blackening_look SET sha512 = substr(sha512, 1, 128)"},
		{"another made it", "UPDATE blackening SET closed_by = 'J. Beyer'", "UPDATE blackening SET closed_by = 'M. Ahrens'"},
	} {
		_, err := db.ExecContext(t.Context(), c.do)
		must(t, err)
		if _, err := h.Blackener.GiveBlackened(t.Context(), j.ID, reading.Asker{}, target); err == nil {
			t.Errorf("%s: given out", c.what)
		}
		_, err = db.ExecContext(t.Context(), c.undo)
		must(t, err)
	}
	copies, err := filepath.Glob(filepath.Join(h.Office.Dir, office.DirUse,
		fmt.Sprintf("*%s_schwaerzung-%d.pdf", aip.FolderName(j.PID), j.ID)))
	if err != nil || len(copies) != 1 {
		t.Fatal(copies, err)
	}
	name := copies[0]
	data, err := os.ReadFile(name)
	must(t, err)
	judgePaper(t, filepath.Base(name), data)
	must(t, os.WriteFile(name, append(data, ' '), 0o600))
	if _, err := h.Blackener.GiveBlackened(t.Context(), j.ID, reading.Asker{}, target); failure.KindOf(err) != failure.Refused {
		t.Errorf("another copy is given out: %v", err)
	}
	must(t, os.WriteFile(name, data, 0o600))
}

// silent wants nothing of the secret in what was given out.
func silent(t *testing.T, target string) {
	t.Helper()
	z, err := zip.OpenReader(target)
	must(t, err)
	defer z.Close()
	names := map[string]bool{}
	for _, f := range z.File {
		names[f.Name] = true
		r, err := f.Open()
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		if strings.HasSuffix(f.Name, ".pdf") {
			judgePaper(t, f.Name, data)
		}
		for _, word := range []string{"Quittenbaum", "Quitten", "Xaverina", "1954", "Ahrens", "Beyer"} {
			if bytes.Contains(data, []byte(word)) || strings.Contains(f.Name, word) {
				t.Errorf("%s says %s", f.Name, word)
			}
		}
	}
	for _, want := range []string{"schwaerzung-1.pdf", "schwaerzungsblatt.pdf", "schwaerzungsblatt.json"} {
		if !names[want] {
			t.Errorf("%s is missing in %v", want, names)
		}
	}
}

// quiet wants the secret in no event and no table of the blackening.
func quiet(t *testing.T, w *work.House) {
	t.Helper()
	rows, err := w.Office.Store.Reader().QueryContext(t.Context(), `SELECT body FROM event UNION ALL SELECT body FROM statement
 UNION ALL SELECT reason || law || person FROM blackening_mark UNION ALL SELECT told || sha512 FROM blackening`)
	must(t, err)
	defer rows.Close()
	looked := 0
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		for _, word := range []string{"Quitten", "Xaverina", "12.03.1954"} {
			if strings.Contains(s, word) {
				t.Errorf("%s is kept: %s", word, s)
			}
		}
		if strings.Contains(s, "page looked at") && strings.Contains(s, "J. Beyer") {
			looked++
		}
	}
	must(t, rows.Err())
	if looked == 0 {
		t.Error("no event says who looked at a page")
	}
}
