package beside

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/norm"
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
	{"bewertet", tookOffer, all(generated("lieferung", offerPlan()), generated("lieferung-2", alone()))},
	{"verzeichnis", []string{tookOffer[0], "check " + listOfRatings}, all(generated("lieferung", offerPlan()),
		put(listOfRatings, []byte(ratings)))},
	{"abgabe-3", checkIt, generated("lieferung", older())},
	{"abgabe-alt", checkIt, generated("lieferung", oldest())},
	{"abgabe-pdf", checkIt, all(generated("lieferung", withPDF()), exchanged(document{}))},
	{"unterlagen", checkIt, generated("lieferung", generate.SmallPlan("dms"))},
	{"fachverfahren", checkIt, generated("lieferung", generate.SmallPlan("export"))},
	{"einreichung", checkIt, generated("lieferung", generate.SmallPlan("ech0160"))},
	{"tasche", checkIt, generated("lieferung", generate.SmallPlan("bagit"))},
	{"ablage", []string{"check --kind files lieferung"}, all(put("lieferung/brief.txt", []byte("Grüße aus Musterstadt\n")),
		put("lieferung/plan/notiz.txt", []byte("Notiz zum Bebauungsplan\n")))},
	{"archivpaket", []string{"aip check paket.tar"}, sealed},
	{"pdfa", []string{"check --kind files lieferung"}, put("lieferung/brief.pdf", document{}.bytes())},
	{"norm", trusting, all(generated("lieferung", generate.SmallPlan("norm")), put("aussteller.pem", norm.SampleIssuer()))},
	{"selbst-geprueft", takeOver, generated("lieferung", alone())},
	{"anderer-aufbau", agreedCheck, otherWords},
	{"register-material", previewed, registerMaterial},
	{"register-ganz", prepared, wholeRegister},
	{"pdfa-vereinbart", []string{"check --kind files --profile profil.json lieferung"}, all(put("lieferung/brief.pdf", document{}.bytes()),
		profileWith(`"pdfa": ["1b"]`))},
}

// alone is the same transfer without papers.
func alone() generate.Plan {
	p := transferPlan()
	p.Slip, p.Profile = false, ""
	return p
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

// without takes every place of a pattern out of a file.
func without(name, pattern string) change {
	re := regexp.MustCompile(pattern)
	return alter(name, func(b []byte) []byte { return re.ReplaceAll(b, nil) })
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

const (
	otherDigest = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	containerID = `<Container [^>]*pruefsumme="([^"]*)"`
)

// papers are the findings on slip, list and what they say of each other (source 004,
// P1.1 to P2.5).
func papers() []Case {
	return []Case{
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
		{Code: "SLP-009", Base: "mit-profil", Wrong: "dieselbe Abgabeliste wird ein zweites Mal angeboten",
			steps: twice, spoil: offeredAgain(4),
			Alike: "eine andere Abgabeliste wird angeboten", near: offeredAgain(5)},
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
		{Code: "SLP-031", Base: "mit-profil", Wrong: "die Ü-ID wurde einer anderen Stelle gegeben",
			steps: offeredFirst, spoil: announced("09777"),
			Alike: "die Ü-ID wurde dieser Stelle gegeben", near: announced("09999")},
		{Code: "FIX-003", Base: "mit-laufzettel", Wrong: "Liste und Nachricht nennen zu einer Datei verschiedene Prüfsummen",
			spoil: apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, as(otherDigest)),
			Alike: "die Liste schreibt eine Prüfsumme groß, die Nachricht klein",
			near:  apart(listFile, `<Datei [^>]*pruefsumme="([^"]*)"`, strings.ToUpper)},
	}
}

var (
	twice        = []string{"profile add profil.json", "receive --check --yes lieferung", "receive --check --yes lieferung-2"}
	offeredFirst = []string{"profile add profil.json", "accession offer lieferung-1", "check lieferung"}
)

// offeredAgain lays a second offer with papers beside the first.
func offeredAgain(seed uint64) change {
	p := transferPlan()
	p.Seed = seed
	return all(generated("lieferung-2", p), swap("lieferung-2/el_Lauf.xml", "ohne-Profil", "P-1"))
}

// announced lays the offer of an office before its delivery, which states its Ü-ID and
// brings no list of its own.
func announced(office string) change {
	return func(s *Set) error {
		for _, name := range []string{slipFile, listFile} {
			if err := twin(name, strings.Replace(name, "lieferung", "lieferung-1", 1))(s); err != nil {
				return err
			}
		}
		if office != "09999" {
			err := all(field("lieferung-1/el_Lauf.xml", "Kennung", office), field("lieferung-1/Ab_Lis.xml", "Kennung", office))(s)
			if err != nil {
				return err
			}
		}
		list, err := os.ReadFile(filepath.Join(s.Dir, "lieferung-1", "Ab_Lis.xml"))
		if err != nil {
			return err
		}
		return all(delivered(digest(list)), remove(listFile))(s)
	}
}
