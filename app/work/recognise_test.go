package work_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity"
)

// readsAs is what the stand-in for a text recognition reads on every page: a name and an IBAN.
const readsAs = `<alto><Layout><Page WIDTH="1000" HEIGHT="1000"><TextBlock><TextLine>` +
	`<String CONTENT="Frau" HPOS="100" VPOS="100" WIDTH="40" HEIGHT="20"/><String CONTENT="Quittenbaum" HPOS="150" VPOS="100" WIDTH="110" HEIGHT="20"/>` +
	`</TextLine><TextLine><String CONTENT="DE89370400440532013000" HPOS="100" VPOS="130" WIDTH="220" HEIGHT="20"/></TextLine></TextBlock></Page></Layout></alto>`

// readBy sets a stand-in for a text recognition: a script of which $1 is the picture and $2
// what it writes.
func readBy(t *testing.T, w *work.House, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	prog := filepath.Join(t.TempDir(), "lesen")
	must(t, os.WriteFile(prog, []byte("#!/bin/sh\n[ \"$1\" = --version ] && { echo lesen 1.0; exit 0; }\n"+script), 0o700))
	raw, err := json.Marshal([]convert.Tool{{ID: "lesen", Name: "Lesen", Program: prog, Args: []string{"{in}", "{dir}/text.xml"},
		Version: []string{"--version"}, Target: "xml", Reads: true, Seconds: 20}})
	must(t, err)
	_, err = w.Packer.TakeTools(t.Context(), bytes.NewReader(raw))
	must(t, err)
}

// pictured takes in a delivery of two Vorgänge with a picture and a text each; both pictures
// are one.
func pictured(t *testing.T, w *work.House) transfer.Portion {
	t.Helper()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 33, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"png", "txt"},
		Ratings: []string{"B"}, Folder: true}))
	var scan bytes.Buffer
	must(t, png.Encode(&scan, image.NewGray(image.Rect(0, 0, 90, 120))))
	return filled(t, w, dir, ".png", []string{scan.String(), scan.String()})
}

// What a text recognition reads is found, listed, shown on its page and told apart.
func TestRecognise(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	readBy(t, w, "cat > \"$2\" <<'E'\n"+readsAs+"\nE\nprintf x >> \"${0%/*}/mal\"")
	p := pictured(t, w)
	before, err := w.Sensing.MapOf(ctx, p.ID, appraise.ByDocument, nil)
	must(t, err)
	if before.Unread != 2 || before.Recognised != 0 || before.Kinds[sensitivity.IBAN] != 0 {
		t.Fatalf("before: %+v", before)
	}
	told := 0
	r, err := w.Sensing.Recognise(ctx, p.ID, func(int, int) { told++ })
	must(t, err)
	if r.Files != 1 || r.Pages != 1 || r.Words != 3 || r.Failed != 0 || !strings.Contains(r.Software, "lesen 1.0") || told == 0 {
		t.Errorf("equal contents are read once: %+v, told %d times", r, told)
	}
	m, err := w.Sensing.MapOf(ctx, p.ID, appraise.ByDocument, nil)
	must(t, err)
	names := before.Kinds[sensitivity.Name] + 2
	if m.Unread != 0 || m.Recognised != 2 || m.Kinds[sensitivity.IBAN] != 2 || m.Kinds[sensitivity.Name] != names {
		t.Errorf("after: %+v", m)
	}
	places, _, err := w.Sensing.Places(ctx, p.ID, appraise.Narrow{Kind: sensitivity.IBAN})
	must(t, err)
	if len(places) != 2 || places[0].Word != "DE89370400440532013000" || !strings.HasSuffix(places[0].Before, "Quittenbaum ") {
		t.Fatalf("%+v", places)
	}
	onThePage(t, w, p.ID, places[0])
	if again, err := w.Sensing.Recognise(ctx, p.ID, nil); err != nil || again.Pages != 0 {
		t.Errorf("read once more: %+v, %v", again, err)
	}
	files, err := w.Sensing.RecognisedFiles(ctx, p.ID)
	must(t, err)
	if len(files) != 2 || files[0].Words != 3 || files[0].Pages != 1 || files[0].At.IsZero() {
		t.Errorf("%+v", files)
	}
	pages, err := w.Sensing.RecognisedText(ctx, p.ID, files[0].Path, 1)
	if err != nil || len(pages) != 1 || pages[0].Text != "Frau Quittenbaum\nDE89370400440532013000" {
		t.Errorf("%+v, %v", pages, err)
	}
	if _, err := recognised.Parse([]byte(pages[0].ALTO)); err != nil || strings.Contains(pages[0].ALTO, w.Office.Dir) {
		t.Errorf("%v: %s", err, pages[0].ALTO)
	}
	if _, err := w.Sensing.RecognisedText(ctx, p.ID, files[0].Path, 2); failure.KindOf(err) != failure.Refused {
		t.Errorf("a page nobody read: %v", err)
	}
	oneReading(t, w, p.ID)
}

// onThePage wants a place found on the page of the document a person looks at.
func onThePage(t *testing.T, w *work.House, id string, pl appraise.Place) {
	t.Helper()
	o, err := w.Room.OpenPortion(t.Context(), id, reading.Asker{})
	must(t, err)
	doc, done, err := o.Document(t.Context(), pl.Path)
	must(t, err)
	defer done()
	hits, err := doc.(viewer.Searcher).Search(t.Context(), pl.Word)
	if err != nil || len(hits) != 1 || len(hits[0].Rects) != 1 || hits[0].Rects[0].X != .1 {
		t.Errorf("%+v, %v", hits, err)
	}
	if doc.Info().Notes[len(doc.Info().Notes)-1] != recognised.Note {
		t.Errorf("nothing tells that the text is derived: %q", doc.Info().Notes)
	}
}

// oneReading wants one act in the log that says how much was read and by what, never a word, and
// nothing left in the folder of work.
func oneReading(t *testing.T, w *work.House, id string) {
	t.Helper()
	all, err := events.List(t.Context(), w.Office.Store, id, 0, 0)
	must(t, err)
	n := 0
	for _, e := range all {
		raw, err := json.Marshal(e)
		must(t, err)
		if strings.Contains(string(raw), "Quittenbaum") {
			t.Errorf("the log holds a word: %s", raw)
		}
		if e.Type == "text-read" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d acts in the log", n)
	}
	if left, err := filepath.Glob(filepath.Join(w.Office.Path(office.DirSpool), "texterkennung-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

// A program that is none, fails, writes nonsense or nothing is told once, before anything is read.
func TestRecognise_ProgramFails(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"fails":       {"echo 'keine Sprache deu' >&2; exit 1", "keine Sprache deu"},
		"nothing":     {"exit 0", "keine Datei"},
		"no ALTO":     {"echo '<html/>' > \"$2\"", "kein lesbares ALTO"},
		"more than 1": {"cp \"$1\" \"$2\"; cp \"$1\" \"$2.xml\"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			readBy(t, w, tt.script)
			p := pictured(t, w)
			r, err := w.Sensing.Recognise(t.Context(), p.ID, nil)
			if failure.KindOf(err) != failure.Setup || !strings.Contains(failure.HintOf(err).In("de"), tt.want) || r.Pages != 0 {
				t.Errorf("%+v, %v, %s", r, err, failure.HintOf(err).In("de"))
			}
		})
	}
	w := open(t, t.TempDir(), "M. Ahrens")
	_, err := w.Packer.TakeTools(t.Context(), strings.NewReader(`[{"id":"a","name":"A","program":"gibt-es-nicht-0","args":["{in}","{out}"],"target":"pdf"}]`))
	must(t, err)
	if _, err := w.Sensing.Recognise(t.Context(), pictured(t, w).ID, nil); failure.KindOf(err) != failure.Setup {
		t.Errorf("no program is set: %v", err)
	}
}

// A page that fails is counted and tried again; what was read before a stop stays.
func TestRecognise_GoesOn(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	// all but the probe, which is 600 pixels wide, fail until a file says otherwise
	once := "[ -e \"${0%/*}/gut\" ] || [ \"$(od -An -tu1 -j18 -N2 \"$1\" | tr -d ' ')\" = 288 ] || { echo verrutscht >&2; exit 3; }\n"
	readBy(t, w, once+"cat > \"$2\" <<'E'\n"+readsAs+"\nE\n")
	p := pictured(t, w)
	r, err := w.Sensing.Recognise(ctx, p.ID, nil)
	if err != nil || r.Pages != 0 || r.Failed != 1 || !strings.Contains(r.Why.In("de"), "verrutscht") {
		t.Errorf("%+v, %v", r, err)
	}
	tools, err := w.Packer.Converters.Tools(ctx)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(filepath.Dir(tools[0].Program), "gut"), nil, 0o600))
	stopped, stop := context.WithCancel(ctx)
	if _, err := w.Sensing.Recognise(stopped, p.ID, func(int, int) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if r, err = w.Sensing.Recognise(ctx, p.ID, nil); err != nil || r.Pages != 1 || r.Failed != 0 {
		t.Errorf("went on: %+v, %v", r, err)
	}
}

// With the delivered copy goes what was read in it (G13).
func TestRecognise_GoesWithTheCopy(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	p := h.taken(t, markedDelivery(t))
	must(t, h.Desk.Recognised.Put(ctx, p.ID, "a.png", "00", []recognised.Made{{ALTO: []byte(readsAs), Words: 3}},
		func(*sql.Tx) error { return nil }))
	d := h.doom(t, p)
	if has, err := recognised.Holds(ctx, h.Office.Store, p.ID); err != nil || !has {
		t.Fatalf("nothing was kept, %v", err)
	}
	ordered(t, h.House, d.portion.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err := h.Ending.Destroy(ctx, d.portion.ID, "Archivgesetz § 5", true)
	must(t, err)
	if has, err := recognised.Holds(ctx, h.Office.Store, p.ID); err != nil || has {
		t.Errorf("recognised text is left: %v %v", has, err)
	}
}
