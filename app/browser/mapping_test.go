package browser_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
)

// export is a sample of a plain export as a vendor might write it: a list, the files it
// names, and a second table beside it.
func export(t *testing.T, number string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"liste-2026.xml": `<l amt="Tiefbauamt"><z><az>` + number + `</az><v nr="` + number + `/1">Ausbau</v>` +
			`<b>Brief</b><vom>3.2.2001</vom><f>1.pdf</f></z>` +
			`<z><az>` + number + `</az><v nr="` + number + `/1">Ausbau</v><b>Antwort</b><vom>17.2.2001</vom><f>2.pdf</f></z></l>`,
		"ablage/1.pdf": "x", "ablage/2.pdf": "x", "personen.csv": "az;sachbearbeitung\n" + number + ";M. Ahrens\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

// agreed is a profile of an office.
func agreed(t *testing.T, h *work.House) string {
	t.Helper()
	id, err := h.Clerk.BeginProfile(t.Context(), func(int) string { return "Tiefbauamt Musterstadt" })
	must(t, err)
	return id
}

// A layout is made by pages alone: sample looked into, statements connected to its parts
// and said by hand, a second file joined by its key, tried on a second sample, stored,
// taken up again and removed.
func TestLayout(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	id := agreed(t, h)
	p := visit(t, beside(t, h))
	desk := "layout?id=" + url.QueryEscape(id)
	empty := p.get(desk)
	p.judge(empty, "de")
	if !strings.Contains(text(all(empty.doc, "main")[0]), "Noch kein Muster") {
		t.Errorf("no sample yet: %s", text(all(empty.doc, "main")[0]))
	}
	ask := func(act, of string) answer {
		t.Helper()
		a := p.get("layout/act?act=" + act + "&id=" + url.QueryEscape(id) + "&of=" + url.QueryEscape(of))
		p.judge(a, "de")
		return a
	}
	if none := p.send(ask("sample", ""), "layout/act", nil); !wrong(none, "path") {
		t.Errorf("no path: %d", none.status)
	}
	p.send(ask("begin", ""), "layout/act", map[string]string{"kind": "dms"})
	looked := p.send(ask("sample", ""), "layout/act", map[string]string{"path": export(t, "50.1")})
	p.judge(looked, "de")
	if got := text(byID(looked.doc, "parts").Parent); !strings.Contains(got, "/l/z/az") || !strings.Contains(got, "sachbearbeitung") {
		t.Fatalf("parts: %s", got)
	}
	connect := func(want, path string) answer {
		t.Helper()
		a := ask("want", want)
		for _, o := range all(byID(a.doc, "part"), "option") {
			if strings.HasSuffix(text(o), ": "+path) {
				return p.send(a, "layout/act", map[string]string{"part": attr(o, "value")})
			}
		}
		t.Fatalf("no part %s", path)
		return a
	}
	for _, c := range [][2]string{{"delivery.agency", "/l/@amt"}, {"dossier.reference", "/l/z/az"}, {"case.reference", "/l/z/v/@nr"},
		{"case.dossier", "/l/z/az"},
		{"case.title", "/l/z/v"}, {
			"document.dossier", "/l/z/az",
		}, {"document.case", "/l/z/v/@nr"}, {"document.title", "/l/z/b"}, {"document.date", "/l/z/vom"}} {
		connect(c[0], c[1])
	}
	if lacks := text(byID(p.get(desk).doc, "stand").Parent); !strings.Contains(lacks, "Pflichtangabe wird noch nirgends gelesen") {
		t.Errorf("one is missing: %s", lacks)
	}
	connect("document.file", "/l/z/f")
	odd := p.send(ask("want", "document.date"), "layout/act", map[string]string{"path": "vom", "date": "TT.MM.JJ"})
	if !strings.Contains(text(all(odd.doc, "main")[0]), "Form eines Datums") {
		t.Errorf("a form that is none: %s", odd.said())
	}
	p.send(ask("want", "document.date"), "layout/act", map[string]string{"path": "vom", "date": "T.M.JJJJ"})
	join := connect("dossier.leadUnit", "sachbearbeitung")
	p.judge(join, "de")
	joined := p.send(join, "layout/act", map[string]string{"key": "az", "by": "az"})
	if !strings.Contains(text(all(joined.doc, "main")[0]), "M. Ahrens") {
		t.Errorf("joined: %s", joined.said())
	}
	p.send(ask("rename", ""), "layout/act", map[string]string{"name": "Ablage 1"})
	p.send(ask("prove", ""), "layout/act", map[string]string{"path": export(t, "60.2")})
	whole := p.get(desk)
	p.judge(whole, "de")
	if got := text(byID(whole.doc, "stand").Parent); !strings.Contains(
		got, "Jede Pflichtangabe wird gelesen",
	) || !strings.Contains(got, "Auch im zweiten Muster") {
		t.Errorf("whole: %s", got)
	}
	stored := p.send(whole, "layout/act", map[string]string{"act": "store"})
	if !strings.Contains(stored.said(), "„Ablage 1“ ist im Profil abgelegt") {
		t.Errorf("stored: %q", stored.said())
	}
	profile, err := h.Intake.Profiles.Get(t.Context(), id)
	must(t, err)
	if len(profile.Layouts) != 1 || profile.Layouts[0].Name != "Ablage 1" {
		t.Errorf("the profile has %+v", profile.Layouts)
	}
	if bad := p.send(
		ask("file", profile.Layouts[0].Sources[0].Name), "layout/act", map[string]string{"skip": "viele"},
	); !wrong(bad, "skip") {
		t.Errorf("rows above the heading: %d", bad.status)
	}
	p.send(p.get(desk), "layout/act", map[string]string{"act": "clear"})
	p.send(p.get(desk), "layout/act", map[string]string{"act": "edit"})
	p.send(ask("remove", "Ablage 1"), "layout/act", nil)
	if profile, err = h.Intake.Profiles.Get(t.Context(), id); err != nil || len(profile.Layouts) != 0 {
		t.Errorf("removed: %v, %v", profile.Layouts, err)
	}
	for _, act := range []string{"join", "want&of=nichts", "file&of=nichts", "edit&of=nichts", "nichts"} {
		if a := p.get("layout/act?id=" + url.QueryEscape(id) + "&act=" + act); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", act, a.status)
		}
	}
	if a := p.get("layout?id=nichts"); a.status == http.StatusOK {
		t.Errorf("a profile that is not there: %d", a.status)
	}
}
