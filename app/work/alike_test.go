package work_test

import (
	"archive/zip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/generate"
)

// filesOf gives what is in a ZIP, by name below a folder.
func filesOf(t *testing.T, name, below string) map[string]string {
	t.Helper()
	r, err := zip.OpenReader(name)
	must(t, err)
	defer func() { must(t, r.Close()) }()
	out := map[string]string{}
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		rc, err := f.Open()
		must(t, err)
		data, err := io.ReadAll(rc)
		must(t, err)
		must(t, rc.Close())
		out[below+f.Name] = string(data)
	}
	return out
}

// The same files again, under other names or in another packing, are told with where and
// when; other files are not (E19).
func TestDrops_TheSameFilesOtherwisePacked(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	raw, err := os.ReadFile(delivery(t, generate.Plan{Kind: "siard", Seed: 7}))
	must(t, err)
	database := string(raw)
	bag := filesOf(t, delivery(t, generate.Plan{Kind: "bagit", Seed: 7}), "")
	came := func(path string) string {
		p, err := w.Intake.Receive(t.Context(), path, nil)
		must(t, err)
		_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
		must(t, err)
		return p.ID
	}
	first, second := came(laid(t, map[string]string{"fach.siard": database})), came(laid(t, bag))
	other, err := os.ReadFile(delivery(t, generate.Plan{Kind: "siard", Seed: 8}))
	must(t, err)
	web, err := os.ReadFile(delivery(t, generate.Plan{Kind: "wacz", Seed: 8}))
	must(t, err)
	third := came(laid(t, map[string]string{"Bau.siard": string(other), "Anschreiben.docx": "Guten Tag", "Liste.txt": "eins"}))
	fourth, err := w.Intake.Receive(t.Context(), laid(t, map[string]string{"web.wacz": string(web), "Brief.txt": "Anbei"}), nil)
	must(t, err)
	changed := maps.Clone(bag)
	for name, text := range bag {
		if strings.Contains(name, "data/") && len(text) > 0 {
			changed[name] = text[:len(text)-1] + "#"
			break
		}
	}
	tests := []struct {
		name string
		drop map[string]string // the delivery lies in a folder, or alone
		want string            // the portion, "" = nothing of it came before
	}{
		{"a database under another name", map[string]string{"Bau 2009.siard": database}, first},
		{"a database in a container", map[string]string{"a.txt": "x", "x.zip": zipped(t, map[string]string{"fach.siard": database})},
			first},
		{"a bag in a container", map[string]string{"tasche.zip": zipped(t, bag), "Anschreiben.txt": "Guten Tag"}, second},
		{"a database beside a letter", map[string]string{"fach.siard": database, "Anschreiben.docx": "Guten Tag"}, first},
		{"a database beside another letter", map[string]string{"bau.siard": string(other), "Mail.eml": "Subject: x\n\nAnbei"}, third},
		{"a database without its letter", map[string]string{"bau.siard": string(other)}, third},
		{"with a letter in a container", map[string]string{"x.zip": zipped(t, map[string]string{"fach.siard": database, "b.txt": "Anbei"})},
			first},
		{"a crawl beside another letter, not checked yet", map[string]string{"web.wacz": string(web), "Zweiter Brief.txt": "Anbei"},
			fourth.ID},
		{"another database beside the same letter", map[string]string{"a.siard": database[:len(database)-1] + "x",
			"Anschreiben.docx": "Guten Tag"}, ""},
		{"a bag with one file changed", map[string]string{"tasche.zip": zipped(t, changed), "Anschreiben.txt": "Guten Tag"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := laid(t, tt.drop)
			p, err := intake.Drops{Intake: w.Intake}.Propose(t.Context(), dir)
			must(t, err)
			told := false
			for _, x := range p.Pieces {
				told = told || tt.want != "" && strings.Contains(x.Alike.In("de")+x.Known.In("de"), tt.want)
				if tt.want == "" && (!x.Alike.Empty() || !x.Known.Empty()) {
					t.Errorf("told as known: %s%s", x.Alike.In("de"), x.Known.In("de"))
				}
			}
			if len(tt.drop) < 3 && len(p.Pieces) != 1 {
				t.Errorf("%d pieces, want one: %s", len(p.Pieces), p.Sentence.In("de"))
			}
			if tt.want != "" && (!told || !strings.Contains(p.Sentence.In("de"), tt.want)) {
				t.Errorf("%s is not told: %s", tt.want, p.Sentence.In("de"))
			}
		})
	}
	alone := filepath.Join(laid(t, map[string]string{"tasche.zip": zipped(t, bag)}), "tasche.zip")
	p, err := w.Intake.Receive(t.Context(), alone, nil)
	must(t, err)
	if !strings.Contains(p.Known.In("de"), second) {
		t.Errorf("taken in without a word: %q", p.Known.In("de"))
	}
}

// Whether the same came before is asked of the copy: what a source was a moment ago proves
// nothing, and a folder is not walked once more for it.
func TestTakeDrop_KnownByTheCopy(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	before, err := w.Intake.Receive(t.Context(), laid(t, map[string]string{"a.txt": "eins", "b.txt": "zwei"}), nil)
	must(t, err)
	dir := laid(t, map[string]string{"a.txt": "eins", "b.txt": "drei"})
	room := intake.Drops{Intake: w.Intake}
	p, err := room.Propose(t.Context(), dir)
	must(t, err)
	if len(p.Doubts) > 0 {
		t.Fatalf("other files are told as known: %s", p.Sentence.In("de"))
	}
	w.Office.Opts.Point = func(name string) {
		if name == "receive.file.before" {
			must(t, os.WriteFile(filepath.Join(dir, "b.txt"), []byte("zwei"), 0o600))
		}
	}
	taken, err := room.TakeDrop(t.Context(), p, nil, false, nil)
	must(t, err)
	if len(taken) != 1 || !strings.Contains(taken[0].Known.In("de"), before.ID) {
		t.Errorf("took %v, want one told as %s", taken, before.ID)
	}
}

// A database nobody knows beside a letter is one delivery of one sentence, taken without a
// question.
func TestDrops_ADatabaseBesideALetter(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	raw, err := os.ReadFile(delivery(t, generate.Plan{Kind: "siard", Seed: 9}))
	must(t, err)
	for _, letter := range []string{"Anschreiben.docx", "Begleitschreiben.pdf", "Mail.eml", "liesmich.TXT"} {
		t.Run(letter, func(t *testing.T) {
			room := intake.Drops{Intake: w.Intake}
			p, err := room.Propose(t.Context(), laid(t, map[string]string{"fach.siard": string(raw) + letter, letter: "Anbei"}))
			must(t, err)
			if len(p.Pieces) != 1 || !p.Plain() || strings.Count(p.Sentence.In("de"), ".") > 1 {
				t.Errorf("%d pieces, doubts %v: %s", len(p.Pieces), p.Doubts, p.Sentence.In("de"))
			}
			if taken, err := room.TakeDrop(t.Context(), p, nil, false, nil); err != nil || len(taken) != 1 {
				t.Errorf("took %v: %v", taken, err)
			}
		})
	}
}
