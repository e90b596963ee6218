package beside

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"laufzettel/transfer/generate"
)

// The papers of source 004: el_Lauf, Ab_Lis and the agreement they name.
const (
	slipFile = "lieferung/el_Lauf.xml"
	listFile = "lieferung/Ab_Lis.xml"
	sent     = "lieferung/*_0503_1.zip"
)

var checkIt = []string{"check lieferung"}

// transferPlan is a transfer of records with digests in its message; all of it is worth
// keeping.
func transferPlan() generate.Plan {
	return generate.Plan{Kind: "xdomea-0503", Version: "4.0.0", Seed: 4, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt"},
		Ratings: []string{"A"}, Slip: true, Profile: "ohne-Profil"}
}

const agreement = `{"id": "P-1", "agencyId": "09999", "agency": "Landratsamt Musterkreis"}` + "\n"

var bases = []Base{
	{"mit-laufzettel", checkIt, generated("lieferung", transferPlan())},
	{"mit-profil", []string{"profile add profil.json", "check lieferung"}, all(generated("lieferung", transferPlan()),
		swap(slipFile, "ohne-Profil", "P-1"), put("profil.json", []byte(agreement)))},
	{"vereinbart", []string{"check --profile profil.json lieferung"}, all(generated("lieferung", alone()),
		put("profil.json", []byte(agreement)))},
	{"abgabe", checkIt, generated("lieferung", alone())},
	{"anbietung-und-abgabe", checkIt, all(generated("lieferung", offerPlan()), generated("lieferung", alone()))},
	{"angeboten", checkIt, all(generated("lieferung", offerPlan()), generated("lieferung", alone()), appraised("A", ""))},
	{"abgabe-3", checkIt, generated("lieferung", older())},
	{"abgabe-alt", checkIt, generated("lieferung", oldest())},
	{"abgabe-pdf", checkIt, all(generated("lieferung", withPDF()), exchanged(document{}))},
	{"dms", checkIt, generated("lieferung", generate.SmallPlan("dms"))},
	{"fachverfahren", checkIt, generated("lieferung", generate.SmallPlan("export"))},
	{"tasche", checkIt, generated("lieferung", generate.SmallPlan("bagit"))},
	{"ablage", []string{"check --kind files lieferung"}, all(put("lieferung/brief.txt", []byte("Grüße aus Musterstadt\n")),
		put("lieferung/plan/notiz.txt", []byte("Notiz zum Bebauungsplan\n")))},
	{"archivpaket", []string{"aip check paket.tar"}, sealed},
	{"pdfa-vereinbart", []string{"check --kind files --profile profil.json lieferung"}, all(put("lieferung/brief.pdf", document{}.bytes()),
		profileWith(`"pdfa": ["1b"]`))},
	{"pdfa", []string{"check --kind files lieferung"}, put("lieferung/brief.pdf", document{}.bytes())},
}

// alone is the same transfer without papers.
func alone() generate.Plan {
	p := transferPlan()
	p.Slip, p.Profile = false, ""
	return p
}

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

// field replaces what stands in the first element of a name.
func field(name, element, value string) change {
	re := regexp.MustCompile(`<` + element + `>[^<]*</` + element + `>`)
	return alter(name, func(b []byte) []byte {
		at := re.FindIndex(b)
		if at == nil {
			return b
		}
		to := "<" + element + ">" + value + "</" + element + ">"
		if value == "" {
			to = ""
		}
		return []byte(string(b[:at[0]]) + to + string(b[at[1]:]))
	})
}

// apart replaces the first place a pattern finds, by what is made of its first group.
func apart(name, pattern string, by func(string) string) change {
	re := regexp.MustCompile(pattern)
	return alter(name, func(b []byte) []byte {
		at := re.FindSubmatchIndex(b)
		if at == nil {
			return b
		}
		return []byte(string(b[:at[2]]) + by(string(b[at[2]:at[3]])) + string(b[at[3]:]))
	})
}

func as(text string) func(string) string { return func(string) string { return text } }

// delivered makes the slip one of a delivery (P2.1), with the Ü-ID given or, without
// one, that of the list.
func delivered(id string) change {
	return func(s *Set) error {
		own := id
		if own == "" {
			list, err := os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(listFile)))
			if err != nil {
				return err
			}
			own = digest(list)
		}
		return all(field(slipFile, "Prozessstatus", "Lieferung"), withID(own))(s)
	}
}

func withID(id string) change {
	return swap(slipFile, "</Erstellt>", "</Erstellt><UebernahmeID>"+id+"</UebernahmeID>")
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// listed says of the slip what the container and the list are now, after a change of
// them that is not the defect.
func resummed(s *Set) error {
	at, err := s.path(sent)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(at)
	if err != nil {
		return err
	}
	return apart(slipFile, `pruefsumme="([^"]*)"`, as(digest(data)))(s)
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
	otherCase   = "0f0e0d0c-0b0a-4908-8706-050403020100"
	otherDigest = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	allFiles    = `(?s)<Vorgang .*?((?:\s*<Datei [^>]*></Datei>)+)`
	caseID      = `<Vorgang id="([^"]*)"`
	containerID = `<Container [^>]*pruefsumme="([^"]*)"`
)

// papers are the findings on slip, list and what they say of each other (source 004,
// P1.1 to P2.5).
var papers = []Case{
	{Code: "SLP-001", Base: "mit-laufzettel", Wrong: "im Laufzettel fehlt die Kennung der Behörde",
		spoil: field(slipFile, "Kennung", ""),
		Alike: "im Laufzettel steht eine Bemerkung des Programms, das ihn schrieb",
		near:  swap(slipFile, "<Behoerde>", "<!-- geschrieben von Hand --><Behoerde>")},
	{Code: "SLP-002", Base: "mit-profil", Wrong: "der Laufzettel nennt ein Profil, das niemand vereinbart hat",
		spoil: swap(slipFile, "P-1", "P-2"),
		Alike: "der Laufzettel schreibt den Namen des Profils mit einer Zeichenreferenz",
		near:  swap(slipFile, "P-1", "P&#45;1")},
	{Code: "SLP-003", Base: "mit-profil", Wrong: "der Laufzettel nennt eine andere Kennung als das Profil",
		spoil: field(slipFile, "Kennung", "09998"),
		Alike: "der Laufzettel schreibt den Namen der Behörde in Großbuchstaben",
		near:  field(slipFile, "Name", "LANDRATSAMT MUSTERKREIS")},
	{Code: "SLP-004", Base: "mit-laufzettel", Wrong: "die genannte Abgabeliste liegt nicht bei", spoil: remove(listFile),
		Alike: "die Abgabeliste heißt anders, und der Laufzettel nennt sie so",
		near:  all(rename(listFile, "Liste-1.xml"), field(slipFile, "Abgabeliste", "Liste-1.xml"))},
	{Code: "SLP-005", Base: "mit-laufzettel", Wrong: "die Prüfsumme des Containers ist eine andere",
		spoil: apart(slipFile, containerID, as(otherDigest)),
		Alike: "die Prüfsumme des Containers ist in Großbuchstaben geschrieben",
		near:  apart(slipFile, containerID, strings.ToUpper)},
	{Code: "SLP-006", Base: "mit-laufzettel", Wrong: "der Laufzettel nennt einen zweiten Container, der nirgends ist",
		spoil: swap(slipFile, "</Laufzettel>", `<Container name="teil-2.zip" verfahren="SHA-256" pruefsumme="`+otherDigest+`"/></Laufzettel>`),
		Alike: "der zweite Container ist nur in der Bemerkung genannt",
		near:  swap(slipFile, "</Laufzettel>", "<Bemerkung>teil-2.zip folgt im Herbst</Bemerkung></Laufzettel>")},
	{Code: "SLP-007", Base: "mit-profil", steps: []string{"profile add profil.json", "receive --check --yes lieferung"},
		Wrong: "die Lieferung nennt eine Ü-ID, die das Archiv nie gab", spoil: delivered(""),
		Alike: "die Unterlagen werden angeboten; eine Ü-ID gibt es noch nicht",
		near:  swap(slipFile, "</Laufzettel>", "<Bemerkung>Angebot</Bemerkung></Laufzettel>")},
	{Code: "SLP-008", Base: "mit-laufzettel", Wrong: "die Ü-ID ist nicht die der Abgabeliste", spoil: delivered(otherDigest),
		Alike: "die Ü-ID ist die der Abgabeliste", near: delivered("")},
	{Code: "SLP-010", Base: "mit-laufzettel", Wrong: "ein Vorgang der Abgabeliste hat keine Kennung",
		spoil: apart(listFile, `<Vorgang( id="[^"]*")`, as("")),
		Alike: "die Abgabeliste enthält eine Bemerkung",
		near:  swap(listFile, "<Vorgang ", "<!-- erster Teil --><Vorgang ")},
	{Code: "SLP-011", Base: "mit-profil", steps: []string{"profile add profil.json", "receive --check --yes lieferung"},
		Wrong: "eine Anbietung nennt schon eine Ü-ID", spoil: withID(otherDigest),
		Alike: "eine Anbietung nennt Tag und Uhrzeit mit Zeitzone", near: apart(slipFile, `(Z)</Erstellt>`, as("+00:00"))},
	{Code: "SLP-012", Base: "mit-laufzettel", Wrong: "die Frist zur Lieferung ist lange abgelaufen",
		spoil: swap(slipFile, "<Container ", `<Frist schritt="Lieferung">2001-02-03</Frist><Container `),
		Alike: "die Frist zur Lieferung endet im Jahr 2999",
		near:  swap(slipFile, "<Container ", `<Frist schritt="Lieferung">2999-12-31</Frist><Container `)},
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
		Alike: "die Abgabeliste nennt zu einem Vorgang gar keine Dateien", near: apart(listFile, allFiles, as(""))},
	{Code: "SLP-022", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt eine Datei des Vorgangs nicht",
		spoil: apart(listFile, `(<Datei [^>]*></Datei>)`, as("")),
		Alike: "die Abgabeliste nennt zu einem Vorgang gar keine Dateien", near: apart(listFile, allFiles, as(""))},
	{Code: "SLP-023", Base: "mit-laufzettel", Wrong: "der Laufzettel nennt ein Profil, und keines ist hinterlegt",
		spoil: swap(slipFile, "ohne-Profil", "P-1"),
		Alike: "das genannte Profil ist hinterlegt", near: all(swap(slipFile, "ohne-Profil", "P-1"), put("profil.json", []byte(agreement))),
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
		Alike: "die Abgabeliste nennt zu einem Vorgang keine Bewertung",
		near:  apart(listFile, `<Vorgang id="[^"]*"( bewertung="A")`, as(""))},
	{Code: "SLP-027", Base: "mit-laufzettel", Wrong: "die Abgabeliste nennt ein anderes Aktenzeichen",
		spoil: apart(listFile, `<Aktenzeichen>([^<]*)`, as("99.9-0001")),
		Alike: "die Abgabeliste nennt zu einem Vorgang keine Akte", near: apart(listFile, `(?s)(<Akte>.*?</Akte>)`, as(""))},
	{Code: "SLP-028", Base: "mit-laufzettel", Wrong: "die Abgabeliste schreibt einen Dateinamen groß",
		spoil: apart(listFile, `<Datei name="([^"]*)"`, strings.ToUpper),
		Alike: "die Abgabeliste schreibt eine Prüfsumme groß", near: apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, strings.ToUpper)},
	{Code: "SLP-029", Base: "mit-laufzettel", Wrong: "der Container wurde nach dem Laufzettel umbenannt", spoil: rename(sent, "abgabe.zip"),
		Alike: "der Laufzettel schreibt den Namen des Containers mit einer Zeichenreferenz", near: alter(slipFile, entity)},
	{Code: "SLP-030", Base: "mit-laufzettel", Wrong: "die Lieferung nennt eine Ü-ID, die hier nicht hinterlegt ist", spoil: delivered(""),
		Alike: "eine Anbietung mit Bemerkung; eine Ü-ID gibt es noch nicht",
		near:  swap(slipFile, "</Laufzettel>", "<Bemerkung>Angebot</Bemerkung></Laufzettel>")},
	{Code: "FIX-003", Base: "mit-laufzettel", Wrong: "Liste und Nachricht nennen zu einer Datei verschiedene Prüfsummen",
		spoil: apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, as(otherDigest)),
		Alike: "die Liste schreibt eine Prüfsumme groß, die Nachricht klein",
		near:  apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, strings.ToUpper)},
}
