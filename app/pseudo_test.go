package app

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"laufzettel/app/settings"
	"laufzettel/app/start"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/assets"
	"laufzettel/docs"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/layout"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

const mark = "⟦" // before every word of a catalogue

var (
	wordForm = regexp.MustCompile(`⟦?\pL[\pL\pM\d]+`)
	cutOff   = regexp.MustCompile(`\S*…\S*`) // a line that found no room
	// of days, which are written in the form of the language
	months = regexp.MustCompile(`\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b`)
	// of portions and findings, keys, numbers of keys
	codes = regexp.MustCompile(`^([A-Z]\d+|[A-Z]{2,3}|[A-Z0-9]{8,}|[A-Z]{3}\d+|[0-9a-f]+)$`)
)

// marked gives the English catalogue with a mark before each of its words: a word on the
// canvas without one stands in no catalogue, also where a line is cut or broken, and also
// where it fills a place of a text.
func marked(string) (*words.Words, error) {
	texts, err := assets.Texts("en")
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for k, v := range texts {
		out[k] = wordForm.ReplaceAllStringFunc(v, func(w string) string { return mark + w })
	}
	return words.Of("en", out), nil
}

// material is every word that came from outside: names and contents of what was
// delivered, and who works here.
func material(t *testing.T, files ...string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	add := func(text string) {
		for _, w := range wordForm.FindAllString(text, -1) {
			out[w] = true
		}
	}
	for _, name := range files {
		add(filepath.Base(name))
		z, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			add(f.Name)
			if strings.HasSuffix(f.Name, ".xml") {
				r, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				for d := xml.NewDecoder(r); ; {
					tok, err := d.Token()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatal(err)
					}
					switch x := tok.(type) {
					case xml.CharData:
						add(string(x))
					case xml.StartElement:
						add(x.Name.Local)
					}
				}
			}
		}
	}
	return out
}

// canvasWords are the same in every language: names, codes, formats, units, keys.
var canvasWords = strings.Fields(`Nov Laufzettel Ahrens Landesarchiv Musterland xdomea PDF XML ZIP SHA kB MB Strg Alt`)

// shown is what is to be seen in a window.
func shown(w fyne.Window) string { return said(w.Content()) }

// sentences are the words of the texts that rooms say by key and put into words
// themselves (transfer/wording): they reach the canvas without the marks.
func sentences(t *testing.T) map[string]bool {
	t.Helper()
	texts, err := assets.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, v := range texts {
		for _, w := range wordForm.FindAllString(v, -1) {
			out[w] = true
		}
	}
	return out
}

// bookWords are those of the handbook and the pages it leads to: documents, not words of a screen.
func bookWords(t *testing.T) map[string]bool {
	t.Helper()
	pages, err := fs.Glob(docs.Pages, "handbuch/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d chapters, %v", len(pages), err)
	}
	beside, err := fs.Glob(docs.Pages, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range append(pages, beside...) {
		raw, err := docs.Pages.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range wordForm.FindAllString(string(raw), -1) {
			out[w] = true
		}
	}
	return out
}

// screenLayout shows the statements of the sources.
const screenLayout = "layout"

// titled is the title a message without one gets; it is stored with the portion (kinds/xdomea),
// and what is stored is German.
var titled = []string{"Akten", "Vorgänge"}

// sourced are words of the sources, German for everybody: the statements that kinds ask for
// (000, 002, 004), which the screen of layouts shows.
func sourced(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	add := func(text string) {
		for _, w := range wordForm.FindAllString(text, -1) {
			out[w] = true
		}
	}
	for _, kind := range layout.Kinds() {
		asked, ok := layout.Of(kind)
		if !ok || len(asked.Groups) == 0 {
			t.Fatalf("%s asks for nothing", kind)
		}
		add(asked.Label)
		for _, g := range asked.Groups {
			add(g.Label)
			for _, s := range g.Statements {
				add(s.Label)
			}
		}
	}
	return out
}

// Nothing on any screen is said in words of the code: each stands in a catalogue.
func TestPseudo_Canvas(t *testing.T) {
	before := loadWords
	loadWords = marked
	t.Cleanup(func() { loadWords = before })
	t.Setenv(start.EnvPass, "ein Kennwort für die Prüfung")
	run, a := &presenttest.Cranked{}, test.NewTempApp(t)
	w := a.NewWindow("")
	w.Resize(fyne.NewSize(width, height))
	p, err := open(t.Context(), a, w, run, filepath.Join(t.TempDir(), "workspace"), Options{Person: "M. Ahrens"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	w.Show()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(p.w.Office.Settings.Change(func(x *settings.Settings) { x.Archive = "Landesarchiv Musterland" }))
	var ids, files []string
	for seed, defects := range [][]string{nil, {"VOL-001"}} {
		parcel, err := generate.Make(work.Kinds(time.Now), generate.Plan{Seed: uint64(seed + 1), Documents: 2, Defects: defects})
		must(err)
		path, err := parcel.Write(t.Context(), t.TempDir())
		must(err)
		files = append(files, path)
		got, err := p.w.Intake.Receive(t.Context(), path, nil)
		must(err)
		_, err = p.w.Intake.Check(t.Context(), got.ID, intake.CheckOptions{NoPDFA: true})
		must(err)
		ids = append(ids, got.ID)
	}
	_, err = p.w.Intake.Decide(t.Context(), ids[0], intake.Accept, "")
	must(err)
	known, said := material(t, files...), sentences(t)
	asked, told := sourced(t), bookWords(t)
	for _, w := range append(canvasWords, titled...) {
		known[w] = true
	}
	routes := []route.Route{{Screen: route.Portion, ID: ids[0]}, {Screen: route.Portion, ID: ids[1]}, {Screen: route.Appraise, ID: ids[0]}}
	for screen := range p.shell.Actions() {
		if screen != "" {
			routes = append(routes, route.Route{Screen: route.Key(screen)})
		}
	}
	for _, r := range routes {
		p.shell.Go(r)
		run.Drain()
		text := shown(w)
		if strings.Count(text, mark) < 10 {
			t.Errorf("%s: only %d words of a catalogue on the canvas\n%s", r.Screen, strings.Count(text, mark), text)
		}
		outside := map[string]bool{}
		for _, line := range strings.Split(months.ReplaceAllString(cutOff.ReplaceAllString(text, " "), " "), "\n") {
			for _, word := range wordForm.FindAllString(line, -1) {
				if !strings.HasPrefix(word, mark) && !known[word] && !said[word] && !(asked[word] && r.Screen == screenLayout) &&
					!(told[word] && r.Screen == route.Handbook) &&
					!codes.MatchString(word) {
					outside[word] = true
				}
			}
		}
		for _, word := range slices.Sorted(maps.Keys(outside)) {
			t.Errorf("%s: %q stands in no catalogue", r.Screen, word)
		}
	}
}
