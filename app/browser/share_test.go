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
	"laufzettel/app/work/intake"
)

// drive is a small file share with copies, drafts and litter, taken in and accepted.
func drive(t *testing.T, h *work.House) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Laufwerk")
	draft := "Die Gemeinde erhebt für die Benutzung ihrer Sportanlagen Gebühren nach Maßgabe dieser Satzung. " +
		"Schuldner ist, wer die Anlage benutzt " +
		"oder benutzen lässt; mehrere haften als Gesamtschuldner. Die Gebühr wird nach Stunden bemessen, angefangene zählen voll. " +
		"Vereine der " +
		"Jugend zahlen die Hälfte, Schulen sind befreit. Fällig wird der Betrag zwei Wochen nach Zugang des Bescheids bei der Kasse. "
	for name, content := range map[string]string{
		"Bauamt/Plan.txt": "Der Plan der Gemeinde", "Kopie/Plan.txt": "Der Plan der Gemeinde", "Kopie/Thumbs.db": "x",
		"Hauptamt/Satzung_Entwurf.txt": draft + "Sie tritt am 1. März in Kraft.",
		"Hauptamt/Satzung_final.txt":   draft + "Sie tritt am 1. April in Kraft.",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	x, err := h.Intake.Receive(t.Context(), dir, nil)
	must(t, err)
	_, err = h.Intake.Check(t.Context(), x.ID, intake.CheckOptions{Kind: intake.PlainKind})
	must(t, err)
	_, err = h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	return x.ID
}

// A file share is read and decided on by pages alone: folders, doubles, drafts with their
// difference, litter by rule, a choice by features; each decision says before what it
// changes and asks for its reason, is taken back and done again.
func TestShare(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	id := drive(t, h)
	p := visit(t, beside(t, h))
	if portion := p.get("portion?id=" + id); !strings.Contains(portion.raw, "share?id="+id) {
		t.Error("no way from the portion to its share")
	}
	root := p.get("share?id=" + id)
	p.judge(root, "de")
	if got := text(all(root.doc, "main")[0]); !strings.Contains(got, "Hauptamt") || !strings.Contains(got, "0 % der Dateien") {
		t.Fatalf("root: %s", got)
	}
	none := p.send(root, "share/decide", map[string]string{"self": "", "letter": "V"})
	p.judge(none, "de")
	if none.status != http.StatusUnprocessableEntity || attr(byID(none.doc, "message"), "role") != "alert" {
		t.Errorf("nothing ticked: %d", none.status)
	}
	decide := func(from answer, mark, letter, reason string) answer {
		t.Helper()
		what := map[string]string{"letter": letter, "mark": mark}
		if mark != "" {
			what["self"] = ""
		} else {
			what["self"] = "1"
		}
		ask := p.send(from, "share/decide", what)
		p.judge(ask, "de")
		return p.send(ask, "share/act", map[string]string{"reason": reason})
	}
	if lacks := decide(root, "", "A", " "); !wrong(lacks, "reason") {
		t.Errorf("without a reason: %d %q", lacks.status, lacks.said())
	}
	if kept := decide(root, "", "A", "Ratsbeschluss"); !strings.Contains(kept.said(), "5 Dateien bleiben") {
		t.Errorf("all of it: %q", kept.said())
	}
	for mode, holds := range map[string]string{"double": "gleiche", "drafts": "Fassungen", "litter": "Thumbs.db"} {
		before := p.get("share?id=" + id + "&mode=" + mode)
		p.judge(before, "de")
		found := p.send(before, "share/act", map[string]string{"act": "search", "of": mode})
		if p.judge(found, "de"); !strings.Contains(text(all(found.doc, "main")[0]), holds) {
			t.Errorf("%s: %s", mode, text(all(found.doc, "main")[0]))
		}
	}
	doubles := p.get("share?id=" + id + "&mode=double")
	if gone := decide(doubles, ticks(doubles)[0], "V", "doppelt"); !strings.Contains(gone.said(), "zur Vernichtung bestimmt") {
		t.Errorf("a double: %q", gone.said())
	}
	chosen := p.get("share?id=" + id + "&mode=choice&c-extension=" + url.QueryEscape("db"))
	p.judge(chosen, "de")
	for _, act := range []string{"undo", "redo"} {
		if did := p.send(
			p.get("share?id="+id), "share/act", map[string]string{"act": act},
		); attr(byID(did.doc, "message"), "role") != "status" {
			t.Errorf("%s: %q", act, did.said())
		}
	}
	drafts := p.get("share?id=" + id + "&mode=drafts")
	at := ""
	for _, a := range all(drafts.doc, "a") {
		if strings.HasPrefix(text(a), "Unterschied") {
			at = attr(a, "href")
		}
	}
	if at == "" {
		t.Fatal("no way to a difference")
	}
	difference := p.get(p.whole(drafts, at))
	p.judge(difference, "de")
	if got := text(all(difference.doc, "main")[0]); !strings.Contains(got, "März") || !strings.Contains(got, "April") {
		t.Errorf("difference: %s", got)
	}
	file := p.get("share?id=" + id + "&file=" + url.QueryEscape("Bauamt/Plan.txt"))
	p.judge(file, "de")
	if !strings.Contains(text(all(file.doc, "main")[0]), "Der Plan der Gemeinde") {
		t.Errorf("file: %s", text(all(file.doc, "main")[0]))
	}
}

// Files of a share are often called alike: in the stacks each says in which folder it lay.
func TestHoldings_Share(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	id := drive(t, h)
	p := visit(t, beside(t, h))
	kept := p.send(p.get("share?id="+id), "share/decide", map[string]string{"self": "1", "letter": "A"})
	p.send(kept, "share/act", map[string]string{"reason": "Ratsbeschluss"})
	must(t, h.Desk.FinishAppraisal(t.Context(), id))
	_, err := h.Packer.Package(t.Context(), id, "", nil)
	must(t, err)
	found := p.get("holdings")
	pkg := p.get(p.whole(found, attr(all(classed(found.doc, "results"), "a")[0], "href")))
	p.judge(pkg, "de")
	var lines []string
	for _, li := range all(pkg.doc, "li") {
		if line := text(li); strings.Contains(line, "Plan.txt") {
			lines = append(lines, line)
		}
	}
	if len(lines) != 2 || !strings.Contains(lines[0], "Bauamt, ") || !strings.Contains(lines[1], "Kopie, ") {
		t.Errorf("called alike: %q", lines)
	}
	if shown := text(byID(pkg.doc, "document")); !strings.Contains(shown, "Ordner: ") {
		t.Errorf("shown: %s", shown)
	}
}

// ticks gives what the boxes of a list send.
func ticks(a answer) (out []string) {
	for _, in := range all(a.doc, "input") {
		if attr(in, "name") == "mark" {
			out = append(out, attr(in, "value"))
		}
	}
	return out
}

// Folders are named, one at a time or by a list that was written and filled; what is not
// there is not found, and a list that has changed decides nothing.
func TestShare_NamesAndRefusals(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	id, dir := drive(t, h), t.TempDir()
	p := visit(t, beside(t, h))
	name := p.get("share/act?act=name&id=" + id + "&of=Bauamt")
	p.judge(name, "de")
	p.send(name, "share/act", map[string]string{"title": "Bauverwaltung", "detail": "Pläne seit 1990"})
	if got := text(all(
		p.get("share?id="+id+"&folder=Bauamt").doc, "main",
	)[0]); !strings.Contains(got, "Bauverwaltung") || !strings.Contains(got, "seit 1990") {
		t.Errorf("named: %s", got)
	}
	list := p.get("share/act?act=list&id=" + id)
	p.judge(list, "de")
	if empty := p.send(list, "share/act", nil); !wrong(empty, "file") {
		t.Errorf("no place: %d", empty.status)
	}
	place := filepath.Join(dir, "ordner.csv")
	p.send(list, "share/act", map[string]string{"file": place})
	raw, err := os.ReadFile(place)
	must(t, err)
	if !strings.Contains(string(raw), "Bauverwaltung") {
		t.Errorf("list: %s", raw)
	}
	must(t, os.WriteFile(place, []byte(strings.Replace(string(raw), "Bauverwaltung", "Hochbau", 1)), 0o600))
	names := p.get("share/act?act=names&id=" + id)
	p.judge(names, "de")
	if taken := p.send(names, "share/act", map[string]string{"file": place}); !strings.Contains(taken.said(), "benannt") {
		t.Errorf("names: %q", taken.said())
	}
	root := p.get("share?id=" + id)
	if stale := p.send(
		root, "share/decide", map[string]string{"self": "", "mark": "0:fgibtsnicht", "letter": "V"},
	); stale.status != http.StatusNotFound {
		t.Errorf("a line that is not there: %d", stale.status)
	}
	for _, odd := range []string{
		"share", "share?id=nichts", "share?id=" + id + "&folder=..", "share?id=" + id + "&file=" + url.QueryEscape("../../etc/passwd"),
		"share?id=" + id + "&from=a&to=b", "share/act?act=name&id=" + id + "&of=..", "share/act?act=decide&id=" + id + "&of=7",
		"share/act?act=search&id=" + id + "&of=files", "share/picture?id=" + id + "&file=..",
	} {
		if a := p.get(odd); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
	written := p.send(root, "share/act", map[string]string{"act": "report"})
	if !strings.Contains(written.raw, "paper?made=") {
		t.Errorf("report: %q", written.said())
	}
}
