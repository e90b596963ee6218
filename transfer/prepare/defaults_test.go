package prepare_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

func unlogged(*sql.Tx) error { return nil }

// A set of defaults fills what was not typed, a typed value wins, and numbers of
// the description reach it (F1); pages and the snapshot before are read (F7, F13).
func TestDefaults_Build(t *testing.T) {
	s := newStore(t)
	set := prepare.Defaults{Name: "Landkreis quartalsweise", Person: "M. Ahrens",
		Values: kind.Values{"fonds": "W 99", "provenance": "Landratsamt Vorgabe", "parts": "nur ISO-Abbild", "57": "Vorgabe der Reihe"}}
	if err := s.SetDefaults(t.Context(), set, unlogged); err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	m := siteMaterial(t)
	delete(m.fields, "provenance")
	delete(m.fields, "converter")
	before := lay(t, map[string][]byte{"www.musterkreis.example/index.html": m.files["www.musterkreis.example/index.html"],
		"hts-log.txt": m.files["hts-log.txt"]})
	m.files["www.musterkreis.example/plan.svg"] = []byte("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n")
	m.fields["defaults"], m.fields["previous"] = set.Name, before
	m.fields["pages"] =
		"https://www.musterkreis.example/|Startseite|Verweise|in Ordnung|vollständig\nhttps://www.musterkreis.example/zwei.html"
	o := build(t, s, begin(t, s, "website", m).ID)
	p := o.Preparation
	if v := p.Values(); v.Get("fonds") != "W 12" || v.Get("provenance") != "Landratsamt Vorgabe" {
		t.Errorf("%v", v)
	}
	read := map[string]string{}
	for _, r := range p.Read {
		read[r.Label] = r.Value
	}
	if !strings.Contains(read["Neue Dateiendungen"], "svg") || read["Referenzseiten"] != "2" {
		t.Errorf("%v", read)
	}
	found := ""
	err := filepath.WalkDir(p.Folder(), func(name string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".xml") {
			data, err := os.ReadFile(name)
			found += string(data)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Landratsamt Vorgabe", "Vorgabe der Reihe", "Startseite", "W 12"} {
		if !strings.Contains(found, want) {
			t.Errorf("the description does not say %q", want)
		}
	}
}

// Wrong sets, pages and earlier snapshots are told where they are typed.
func TestDefaults_Refused(t *testing.T) {
	s := newStore(t)
	for name, c := range map[string]struct {
		set  prepare.Defaults
		want string
	}{
		"log field":  {prepare.Defaults{Name: "a", Values: kind.Values{"1": "x"}}, "Logdatum"},
		"no number":  {prepare.Defaults{Name: "a", Values: kind.Values{"99": "x"}}, "gibt es nicht"},
		"no field":   {prepare.Defaults{Name: "a", Values: kind.Values{"farbe": "rot"}}, "„farbe“"},
		"own field":  {prepare.Defaults{Name: "a", Values: kind.Values{"name": "web"}}, "nur für einen Snapshot"},
		"bad choice": {prepare.Defaults{Name: "a", Values: kind.Values{"parts": "alles"}}, "eines von diesen"},
		"no name":    {prepare.Defaults{Values: kind.Values{"fonds": "W"}}, "Namen"},
		"empty":      {prepare.Defaults{Name: "a"}, "leer"},
	} {
		if err := s.SetDefaults(t.Context(), c.set, unlogged); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), c.want) {
			t.Errorf("%s: %v %q", name, err, failure.HintOf(err).In("de"))
		}
	}
	if err := s.DropDefaults(t.Context(), "fehlt", unlogged); failure.KindOf(err) != failure.Refused {
		t.Errorf("%v", err)
	}
	for name, c := range map[string]struct{ key, value, want string }{
		"gone set":  {"defaults", "fehlt", "gibt es hier nicht"},
		"page":      {"pages", "https://a.example/\nwww.b.example", "Zeile 2"},
		"outcome":   {"pages", "https://a.example/|A||gut", "Zeile 1"},
		"no before": {"previous", filepath.Join(t.TempDir(), "fehlt"), "vorige Snapshot"},
		"relative":  {"previous", "alt", "vorige Snapshot"},
	} {
		m := siteMaterial(t)
		m.fields[c.key] = c.value
		_, err := (&prepare.Work{Store: s}).Build(t.Context(), begin(t, s, "website", m).ID, nil, nil)
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), c.want) {
			t.Errorf("%s: %v %q", name, err, failure.HintOf(err).In("de"))
		}
	}
}
