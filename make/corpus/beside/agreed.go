package beside

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"laufzettel/transfer/prepare/sources"
)

var (
	agreedCheck = []string{"check --profile profil.json lieferung"}
	takeOver    = []string{"receive --check --yes lieferung"}
)

const (
	overview = "lieferung/uebersicht.xml"
	words    = `<?xml version="1.0" encoding="UTF-8"?>
<liste mandant="Landratsamt Musterkreis" kennung="09999">
 <zeile><az>12-3</az><aktentitel>Deiche</aktentitel><vorgang>12-3/1</vorgang><vorgangstitel>Deichschau</vorgangstitel>
  <betreff>Vermerk</betreff><vom>3/1/1989</vom><ablage>vermerk.txt</ablage></zeile>
</liste>
`
	wordsLayout = `"layouts": [{"format": "laufzettel-layout/1", "kind": "dms", "name": "Ablage 1",
 "sources": [{"name": "liste", "file": "uebersicht.xml", "type": "xml"}],
 "groups": {
  "delivery": {"each": "/liste", "statements": {"agency": {"path": "@mandant"}, "agencyId": {"path": "@kennung"}}},
  "dossier": {"each": "/liste/zeile", "statements": {"reference": {"path": "az"}, "title": {"path": "aktentitel"}}},
  "case": {"each": "/liste/zeile", "statements": {"dossier": {"path": "az"}, "reference": {"path": "vorgang"},
   "title": {"path": "vorgangstitel"}}},
  "document": {"each": "/liste/zeile", "statements": {"dossier": {"path": "az"}, "case": {"path": "vorgang"},
   "title": {"path": "betreff"}, "date": {"path": "vom", "date": "T/M/JJJJ"}, "file": {"path": "ablage"}}}}}]`
)

// otherWords is an export in the elements of another maker, and the agreement that reads it.
func otherWords(s *Set) error {
	agreed := strings.TrimSuffix(strings.TrimSpace(agreement), "}") + ", " + wordsLayout + "}\n"
	return all(put("profil.json", []byte(agreed)), put(overview, []byte(words)), put("lieferung/vermerk.txt", []byte(text)))(s)
}

// besideSent lays a file beside the container, called as it is with another ending.
func besideSent(ending string, data []byte) change {
	return func(s *Set) error {
		at, err := s.path(sent)
		if err != nil {
			return err
		}
		return os.WriteFile(strings.TrimSuffix(at, ".zip")+ending, data, 0o644)
	}
}

// layouts are the findings on deliveries that a layout of the profile reads (C2, D1, K12).
func layouts() []Case {
	return []Case{
		{Code: "LAY-001", Base: "anderer-aufbau", Wrong: "ein Datum steht nicht in der Form, die der Aufbau nennt",
			spoil: swap(overview, "3/1/1989", "Anfang 1989"),
			Alike: "ein Datum steht in einem CDATA-Abschnitt", near: swap(overview, "3/1/1989", "<![CDATA[3/1/1989]]>")},
		{Code: "LAY-002", Base: "anderer-aufbau", Wrong: "die Datei, aus der der Aufbau liest, ist abgeschnitten",
			spoil: swap(overview, "</liste>\n", ""),
			Alike: "die Datei, aus der der Aufbau liest, endet ohne Zeilenumbruch", near: swap(overview, "</liste>\n", "</liste>")},
		{Code: "LAY-003", Base: "anderer-aufbau", Wrong: "die Elemente der Lieferung heißen anders, als der Aufbau sagt",
			spoil: alter(overview, func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("zeile"), []byte("satz")) }),
			Alike: "die Lieferung enthält zusätzlich ein Element, das der Aufbau nicht nennt",
			near:  swap(overview, "<betreff>", "<blatt>7</blatt><betreff>")},
	}
}

var prepared = []string{"prepare register --from lieferung --meta angaben.json --out lieferung-2"}

// wholeRegister is all a registry office needs to build a portion, and its statements.
func wholeRegister(s *Set) error {
	return s.withRegister(func(map[string][]byte, map[string]string) {})
}

// register changes what the registry office has before it builds.
func register(by func(files map[string][]byte, said map[string]string)) change {
	return func(s *Set) error {
		if err := os.RemoveAll(filepath.Join(s.Dir, "lieferung")); err != nil {
			return err
		}
		return s.withRegister(by)
	}
}

func (s *Set) withRegister(by func(files map[string][]byte, said map[string]string)) error {
	aside, err := os.MkdirTemp("", "fehlerkorpus-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(aside) }()
	m, err := sources.Make(s.shelf, "register", aside)
	if err != nil {
		return err
	}
	by(m.Files, m.Fields)
	for name, data := range m.Files {
		if err := put("lieferung/"+name, data)(s); err != nil {
			return err
		}
	}
	said, err := json.Marshal(m.Fields)
	if err != nil {
		return err
	}
	return put("angaben.json", append(said, '\n'))(s)
}

// signedEntry signs the document of an entry and changes it afterwards.
func signedEntry(by func([]byte) []byte) change { return entrySigned(signing{}, by) }

// signedForm signs the document of an entry whose form says something under a name.
func signedForm(name, says string) change {
	return entrySigned(signing{form: name, says: says}, func(b []byte) []byte { return b })
}

func entrySigned(x signing, by func([]byte) []byte) change {
	return func(s *Set) error {
		x.from, x.until, x.signed = 2005, 2099, 2012
		pdf, _, err := signedPDF(x)
		if err != nil {
			return err
		}
		return register(func(files map[string][]byte, _ map[string]string) {
			for name := range files {
				if strings.HasSuffix(name, "-2-U0.pdf") {
					files[name] = by(pdf)
				}
			}
		})(s)
	}
}

var previewed = []string{"prepare register --preview --from lieferung --meta angaben.json"}

// act is the pair of files of an entry of a register.
func act(n int, name string) change {
	return all(put(fmt.Sprintf("lieferung/%d-U0.xml", n), fmt.Appendf(nil,
		"<Beurkundung><Eintrag>%d</Eintrag><Familienname>%s</Familienname>"+
			"</Beurkundung>\n", n, name)), put(fmt.Sprintf("lieferung/%d-U0.pdf", n), document{}.bytes()))
}

const closingNote = "lieferung/623456-S-1989-Abschlussvermerk.pdf"

const closing = `{"Einträge laut Abschlussvermerk": "2"}` + "\n"

// registerMaterial is what a registry office has before it prepares a portion.
func registerMaterial(s *Set) error {
	return all(act(1, "Berger"), act(2, "Weiß"), put("angaben.json", []byte(closing)),
		put("lieferung/index.csv", []byte("Nummer;Verfügungsnummer;Signierender;Signaturdatum\n1;V-1;K. Berger;3.1.1989\n"+
			"2;V-2;K. Berger;3.1.1989\n")))(s)
}

// preparations are the findings of the office that puts a portion together, and of the
// archive on what the office checked itself (C1, C3, C5, G6).
func preparations() []Case {
	return []Case{
		{Code: "PRE-002", Base: "register-material", Wrong: "eine Datei nennt keinen Eintrag",
			spoil: put("lieferung/unbekannt.xml", []byte("<a/>\n")),
			Alike: "zu einem Eintrag liegt ein Hinweis bei",
			near: all(put("lieferung/2-H0.xml", []byte("<Beurkundung><Eintrag>2</Eintrag></Beurkundung>\n")),
				put("lieferung/2-H0.pdf", document{}.bytes()))},
		{Code: "PRE-003", Base: "register-material", Wrong: "zu einer Beurkundung fehlt die PDF-Datei", spoil: remove("lieferung/2-U0.pdf"),
			Alike: "die Endung einer PDF-Datei ist groß geschrieben", near: rename("lieferung/2-U0.pdf", "2-U0.PDF")},
		{Code: "PRE-001", Base: "register-ganz", Wrong: "im Ordner liegt eine Datei, die kein Teil der Portion ist",
			spoil: put("lieferung/Thumbs.db", []byte(text)),
			Alike: "im Ordner liegt ein überholter Abschlussvermerk, der zur Portion gehört",
			near:  twin(closingNote, "lieferung/überholt/Abschlussvermerk-alt.pdf")},
		{Code: "PRE-004", Base: "register-ganz", Wrong: "genannt ist ein Abschlussvermerk, der nicht im Ordner liegt",
			steps: []string{prepared[0] + " --reason closingNote=neu"},
			spoil: register(func(_ map[string][]byte, said map[string]string) { said["closingNote"] = "Abschluss-anders.pdf" }),
			Alike: "genannt ist der ältere von zwei Abschlussvermerken, die im Ordner liegen",
			near: all(register(func(_ map[string][]byte, said map[string]string) { said["closingNote"] = filepath.Base(closingNote) }),
				twin(closingNote, strings.Replace(closingNote, ".pdf", "-neu.pdf", 1)))},
		{Code: "PRE-005", Base: "register-ganz", Wrong: "der Abschlussvermerk nennt mehr Einträge, als im Ordner liegen",
			spoil: register(func(_ map[string][]byte, said map[string]string) { said["entryCount"] = "9" }),
			Alike: "der Abschlussvermerk nennt so viele Einträge, wie im Ordner liegen",
			near: register(func(files map[string][]byte, said map[string]string) {
				n := 0
				for name := range files {
					if strings.HasSuffix(name, "-U0.xml") {
						n++
					}
				}
				said["entryCount"] = strconv.Itoa(n)
			})},
		{Code: "PRE-030", Base: "register-ganz", Wrong: "eine Signatur in einer PDF-Datei passt nicht zum Inhalt",
			spoil: signedEntry(func(b []byte) []byte { return bytes.Replace(b, []byte("72 720 200"), []byte("72 720 201"), 1) }),
			Alike: "eine Signatur in einer PDF-Datei passt zum Inhalt",
			near:  signedEntry(func(b []byte) []byte { return b })},
		{Code: "PRE-031", Base: "register-ganz", Wrong: "der Inhalt einer Seite ist nach der Signatur durch einen neuen ersetzt",
			spoil: signedEntry(renewed),
			Alike: "hinter dem signierten Teil einer PDF-Datei steht nur eine Bemerkung", near: signedEntry(appended)},
		{Code: "PRE-032", Base: "register-ganz", Wrong: "eine signierte PDF-Datei enthält ein Formular nach XFA",
			spoil: signedForm("XFA", `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>`),
			Alike: "eine signierte PDF-Datei enthält ein Formular mit einer eigenen Angabe", near: signedForm("Angabe", "<angabe/>")},
		{Code: "PRE-024", Base: "selbst-geprueft", Wrong: "das Ergebnis der Selbstprüfung ist ein Text",
			spoil: besideSent(".selbstpruefung.json", []byte(text)),
			Alike: "hinter dem Ergebnis der Selbstprüfung steht eine leere Zeile",
			near:  all(checked(nil, unchanged), alter(ownSidecar, func(b []byte) []byte { return append(b, '\n') }))},
	}
}
