package beside

import (
	"fmt"
	"regexp"
	"strings"

	"laufzettel/transfer/generate"
)

// oldest is the same in the oldest version whose schema is at hand.
func oldest() generate.Plan {
	p := alone()
	p.Version = "2.3.0"
	return p
}

func offerPlan() generate.Plan {
	p := alone()
	p.Kind = "xdomea-0501"
	return p
}

// entity writes a name so that only a reader of XML reads it: its last "3" as a
// character reference.
func entity(b []byte) []byte {
	return []byte(strings.Replace(string(b), `_0503_1.zip"`, `_050&#51;_1.zip"`, 1))
}

// lastCase gives the list without its last Vorgang, and that Vorgang.
func lastCase(b []byte) (rest, last string, err error) {
	text := string(b)
	i, k := strings.LastIndex(text, "  <Vorgang "), strings.LastIndex(text, "</Vorgang>")
	if i < 0 || k < i {
		return "", "", fmt.Errorf("the list has no Vorgang")
	}
	k += len("</Vorgang>\n")
	return text[:i] + text[k:], text[i:k], nil
}

func lists(by func(rest, last string) string) change {
	return alter(listFile, func(b []byte) []byte {
		rest, last, err := lastCase(b)
		if err != nil {
			return b
		}
		return []byte(by(rest, last))
	})
}

const (
	otherCase = "0f0e0d0c-0b0a-4908-8706-050403020100"
	allFiles  = `\s*<Datei [^>]*></Datei>`
	caseID    = `<Vorgang id="([^"]*)"`
)

// compared are the findings on what slip, list and message say of each other (source 004,
// P2.1 to P3.1).
func compared() []Case {
	return []Case{
		{Code: "SLP-014", Base: "mit-laufzettel", Wrong: "der Laufzettel nennt zum Container keine Prüfsumme",
			spoil: apart(slipFile, `<Container name="[^"]*"([^>]*)>`, as("")),
			Alike: "vor dem Verfahren steht ein Zeilenumbruch",
			near:  swap(slipFile, ` verfahren=`, "\n    verfahren=")},
		{Code: "SLP-015", Base: "mit-laufzettel", Wrong: "der Laufzettel nennt den Container nicht",
			spoil: apart(slipFile, `(\s*<Container .*</Container>)`, as("")),
			Alike: "der Laufzettel schreibt den Namen des Containers mit einer Zeichenreferenz", near: alter(slipFile, entity)},
		{Code: "SLP-016", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt einen Vorgang mehr",
			spoil: lists(func(rest, last string) string {
				more := regexp.MustCompile(caseID).ReplaceAllString(last, `<Vorgang id="`+otherCase+`"`)
				more = regexp.MustCompile(`\s*<Datei [^>]*></Datei>`).ReplaceAllString(more, "")
				return strings.Replace(rest, "</Abgabeliste>", last+more+"</Abgabeliste>", 1)
			}),
			Alike: "die Abgabeliste schreibt die Kennung eines Vorgangs in Großbuchstaben", near: apart(listFile, caseID, strings.ToUpper)},
		{Code: "SLP-017", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt einen Vorgang nicht",
			spoil: lists(func(rest, _ string) string { return rest }),
			Alike: "die Abgabeliste nennt die Vorgänge in anderer Reihenfolge",
			near:  lists(func(rest, last string) string { return strings.Replace(rest, "  <Vorgang ", last+"  <Vorgang ", 1) })},
		{Code: "SLP-018", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt einen anderen Betreff",
			spoil: apart(listFile, `(?s)</Kennzeichen>.*?<Betreff>([^<]*)`, as("Etwas ganz anderes")),
			Alike: "im Betreff der Abgabeliste stehen Leerzeichen zu viel",
			near:  apart(listFile, `(?s)</Kennzeichen>.*?<Betreff>([^<]*)`, func(s string) string { return "  " + s + " " })},
		{Code: "SLP-019", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt einen anderen Beginn",
			spoil: apart(listFile, `<Beginn>([^<]*)`, as("1999-01-01")),
			Alike: "die Abgabeliste nennt zu einem Vorgang keine Laufzeit",
			near:  apart(listFile, `(?s)(<Beginn>.*?</Ende>)`, as(""))},
		{Code: "SLP-020", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt ein anderes Kennzeichen",
			spoil: apart(listFile, `<Kennzeichen>([^<]*)`, as("99.9-0001/01")),
			Alike: "um das Kennzeichen stehen Leerzeichen",
			near:  apart(listFile, `<Kennzeichen>([^<]*)`, func(s string) string { return " " + s + " " })},
		{Code: "SLP-021", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt eine Datei, die beim Vorgang nicht steht",
			spoil: swap(listFile, "<Datei ", `<Datei name="nachtrag.txt"></Datei><Datei `),
			Alike: "die Abgabeliste nennt zu keinem Vorgang Dateien", near: without(listFile, allFiles)},
		{Code: "SLP-022", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt eine Datei des Vorgangs nicht",
			spoil: apart(listFile, `(<Datei [^>]*></Datei>)`, as("")),
			Alike: "die Abgabeliste nennt zu keinem Vorgang Dateien", near: without(listFile, allFiles)},
		{Code: "SLP-023", Base: "mit-laufzettel", Wrong: "der Laufzettel nennt ein Profil, und keines ist hinterlegt",
			spoil:     swap(slipFile, "ohne-Profil", "P-1"),
			Alike:     "das genannte Profil ist hinterlegt",
			near:      all(swap(slipFile, "ohne-Profil", "P-1"), put("profil.json", []byte(agreement))),
			nearSteps: []string{"profile add profil.json", "check lieferung"}},
		{Code: "SLP-024", Base: "mit-profil", steps: []string{"profile add profil.json", "receive --check --yes lieferung"},
			Wrong: "von zwei genannten Containern ist einer da",
			spoil: swap(slipFile, "</Laufzettel>", `<Container name="teil-2.zip" verfahren="SHA-256" pruefsumme="`+otherDigest+`"/></Laufzettel>`),
			Alike: "der zweite Container ist nur in der Bemerkung genannt",
			near:  swap(slipFile, "</Laufzettel>", "<Bemerkung>teil-2.zip folgt im Herbst</Bemerkung></Laufzettel>")},
		{Code: "SLP-025", Base: "mit-laufzettel", Wrong: "Laufzettel und Liste nennen eine andere Stelle als die Nachricht",
			spoil: all(field(slipFile, "Kennung", "09777"), field(slipFile, "Name", "Stadt Anderswo"), field(listFile, "Kennung", "09777"),
				field(listFile, "Name", "Stadt Anderswo")),
			Alike: "der Laufzettel schreibt den Namen der Stelle in Großbuchstaben",
			near:  field(slipFile, "Name", "LANDRATSAMT MUSTERKREIS")},
		{Code: "SLP-026", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt B, wo die Nachricht A nennt",
			spoil: apart(listFile, `bewertung="(A)"`, as("B")),
			Alike: "die Abgabeliste schreibt die Bewertung eines Vorgangs in anderen Anführungszeichen",
			near:  apart(listFile, `<Vorgang id="[^"]*"( bewertung="A")`, as(` bewertung='A'`))},
		{Code: "SLP-027", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt ein anderes Aktenzeichen",
			spoil: apart(listFile, `<Aktenzeichen>([^<]*)`, as("99.9-0001")),
			Alike: "die Abgabeliste nennt zu einem Vorgang keine Akte", near: apart(listFile, `(?s)(<Akte>.*?</Akte>)`, as(""))},
		{Code: "SLP-028", Base: "mit-laufzettel", Wrong: "die Abgabeliste schreibt einen Dateinamen groß",
			spoil: apart(listFile, `<Datei name="([^"]*)"`, strings.ToUpper),
			Alike: "die Abgabeliste schreibt eine Prüfsumme groß", near: apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, strings.ToUpper)},
		{Code: "SLP-029", Base: "mit-laufzettel", Wrong: "der Container wurde nach dem Laufzettel umbenannt",
			spoil: rename(sent, "abgabe.zip"),
			Alike: "der Laufzettel schreibt den Namen des Containers mit einer Zeichenreferenz", near: alter(slipFile, entity)},
		{Code: "SLP-030", Base: "mit-laufzettel", Wrong: "die Lieferung nennt eine Ü-ID, die hier nicht hinterlegt ist",
			spoil: delivered(""),
			Alike: "eine Anbietung mit Bemerkung; eine Ü-ID gibt es noch nicht",
			near:  swap(slipFile, "</Laufzettel>", "<Bemerkung>Angebot</Bemerkung></Laufzettel>")},
	}
}
