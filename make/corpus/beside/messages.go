package beside

import (
	"os"
	"path/filepath"
	"strings"

	"laufzettel/transfer/generate"
)

const (
	offered = "lieferung/*_0501_1.zip"
	message = "_0503_1.xml"
	// What a Vorgang states, in the order of the standard.
	ofCase       = `(?s)<xdomea:Vorgang>.*?`
	caseUUID     = ofCase + `<xdomea:xdomeaUUID>([^<]*)`
	caseSubject  = ofCase + `<xdomea:Betreff>([^<]*)`
	caseSign     = ofCase + `<xdomea:Kennzeichen>([^<]*)`
	caseBegin    = ofCase + `<xdomea:Beginn>([^<]*)`
	sender       = `(?s)<xdomea:autor>.*?<xdomea:kennung>([^<]*)`
	messageUUID  = `<nachrichtenUUID>([^<]*)`
	total        = `<xdomea:GesamtanzahlNachrichtenProTyp>([^<]*)`
	running      = `<xdomea:LfdNrNachrichtProTyp>([^<]*)`
	otherMessage = "00000000-0000-4000-8000-000000000001"
	secondFile   = "lieferung/zweite-*_0503_1.zip"
	otherProcess = "00000000-0000-4000-8000-000000000002"
)

func blanks(s string) string { return "  " + s + " " }

// offering is the offer of one Vorgang more than is delivered.
func offering() generate.Plan {
	p := offerPlan()
	p.Cases = 3
	return p
}

// second lays another transfer beside the first, with a name of its own.
func second(seed uint64, process, version string) change {
	return func(s *Set) error {
		p := alone()
		p.Seed, p.Process, p.Version = seed, process, version
		if err := generated("zweite", p)(s); err != nil {
			return err
		}
		at, err := s.path("zweite/*.zip")
		if err != nil {
			return err
		}
		name := filepath.Base(at)
		if process == "" || process == firstProcess {
			name = "zweite-" + name
		}
		if err := os.Rename(at, filepath.Join(s.Dir, "lieferung", name)); err != nil {
			return err
		}
		return os.Remove(filepath.Join(s.Dir, "zweite"))
	}
}

// firstProcess is the ProzessID that the seed of the bases gives.
const firstProcess = "fd007599-506f-4823-a865-4c60456150c8"

// The way of an archive that takes an offer in, appraises it and then gets the transfer;
// PORTION stands for the number that receive has given the offer.
var tookOffer = []string{"receive --check --yes lieferung", "receive accept PORTION",
	"appraise PORTION set " + firstCase + " a --reason Leitakte", "appraise PORTION finish", "check lieferung-2"}

const (
	later       = "lieferung-2/*_0503_1.zip"
	rateDestroy = "appraise PORTION set " + firstCase + " v --reason Bagatelle"
	// The Vorgänge that the seed of the bases gives.
	firstCase  = "03e5a5f3-a963-41ab-a183-dc8463427186"
	secondCase = "e469d72e-a8bb-48db-9082-ce8672da9efd"

	listOfRatings = "lieferung-2/" + firstProcess + "_0502_1.xml"
)

// ratings is a Bewertungsverzeichnis (0502) of the offer as another system of an archive
// writes it, from the standard.
const ratings = `<?xml version="1.0" encoding="UTF-8"?>
<xdomea:Aussonderung.Bewertungsverzeichnis.0502 xmlns:xdomea="urn:xoev-de:xdomea:schema:4.0.0" standard="xdomea" version="4.0.0"
 produkt="Magazin 7" produkthersteller="Muster" produktversion="7.1">
  <xdomea:nachrichtenkopf>
    <xdomea:identifikation.nachricht>
      <nachrichtenUUID>00000000-0000-4000-8000-000000000502</nachrichtenUUID>
      <nachrichtentyp listURI="urn:xoev-de:xdomea:codeliste:nachrichtentyp" listVersionID="3.0"><code>0502</code></nachrichtentyp>
      <erstellungszeitpunkt>2011-03-01T10:00:00Z</erstellungszeitpunkt>
    </xdomea:identifikation.nachricht>
    <xdomea:leser>
      <xdomea:Behoerdenkennung><xdomea:kennung>09999</xdomea:kennung></xdomea:Behoerdenkennung>
      <xdomea:NameInstitution><xdomea:Name>Landratsamt Musterkreis</xdomea:Name></xdomea:NameInstitution>
    </xdomea:leser>
    <xdomea:autor>
      <xdomea:Behoerdenkennung><xdomea:kennung>09000</xdomea:kennung></xdomea:Behoerdenkennung>
      <xdomea:NameInstitution><xdomea:Name>Landesarchiv Musterland</xdomea:Name></xdomea:NameInstitution>
    </xdomea:autor>
    <xdomea:ProzessID>` + firstProcess + `</xdomea:ProzessID>
  </xdomea:nachrichtenkopf>
  <xdomea:Empfangsbestaetigung>0</xdomea:Empfangsbestaetigung>
  <xdomea:LfdNrNachrichtProTyp>1</xdomea:LfdNrNachrichtProTyp>
  <xdomea:GesamtanzahlNachrichtenProTyp>1</xdomea:GesamtanzahlNachrichtenProTyp>
` + rated + firstCase + ratedA + rated + secondCase + ratedA + `</xdomea:Aussonderung.Bewertungsverzeichnis.0502>
`

const (
	rated  = `  <xdomea:BewertetesSGO><xdomea:xdomeaUUID>`
	ratedA = `</xdomea:xdomeaUUID><xdomea:Aussonderungsart><xdomea:Aussonderungsart
   listURI="urn:xoev-de:xdomea:codeliste:aussonderungsart" listVersionID="1.0"><code>A</code></xdomea:Aussonderungsart></xdomea:Aussonderungsart>
  </xdomea:BewertetesSGO>
`
)

// messages are the findings of one message beside another (A30, A36).
func messages() []Case {
	return []Case{
		{Code: "XDO-005", Base: "abgabe-alt", Wrong: "die Nachricht ist von der Version 2.2.0",
			spoil: inside(sentFile, ".xml", "2.3.0", "2.2.0"),
			Alike: "die Nachricht ist von der Version 2.3.0", near: inside(sentFile, ".xml", "?>", "?><!-- 2.2.0 -->")},
		{Code: "XDO-058", Base: "abgabe-pdf", Wrong: "eine als PDF/A bezeichnete Datei bettet ihre Schrift nicht ein",
			spoil: exchanged(font("BT /F 9 Tf (a) Tj ET")),
			Alike: "eine als PDF/A bezeichnete Datei nennt eine Schrift und schreibt nichts mit ihr", near: exchanged(font("BT /F 9 Tf ET"))},
		{Code: "XDO-060", Base: "bewertet", Wrong: "ein mit A bewerteter Vorgang ist nicht geliefert",
			spoil: all(remove(offered), generated("lieferung", offering())),
			steps: []string{tookOffer[0], tookOffer[1], tookOffer[3], tookOffer[4]}, // finished as proposed
			Alike: "die Kennung eines Vorgangs ist groß geschrieben", near: deep(later, message, caseUUID, strings.ToUpper)},
		{Code: "XDO-061", Base: "bewertet", Wrong: "ein mit V bewerteter Vorgang ist geliefert", spoil: nothing,
			steps: []string{tookOffer[0], tookOffer[1], rateDestroy, tookOffer[4]},
			Alike: "die Bewertung mit V ist zurückgenommen", near: nothing,
			nearSteps: []string{tookOffer[0], tookOffer[1], rateDestroy, "appraise PORTION undo", tookOffer[3], tookOffer[4]}},
		{Code: "XDO-066", Base: "verzeichnis", Wrong: "das Verzeichnis bewertet einen Vorgang, der nie angeboten war",
			spoil: swap(listOfRatings, secondCase, otherCase),
			Alike: "die Kennung eines Vorgangs ist groß geschrieben", near: swap(listOfRatings, secondCase, strings.ToUpper(secondCase))},
		{Code: "XDO-062", Base: "anbietung-und-abgabe", Wrong: "ein Vorgang ist geliefert, der nie angeboten war",
			spoil: deep(sent, message, caseUUID, as(otherCase)),
			Alike: "die Kennung eines Vorgangs ist groß geschrieben", near: deep(sent, message, caseUUID, strings.ToUpper)},
		{Code: "XDO-063", Base: "anbietung-und-abgabe", Wrong: "die Laufzeit eines Vorgangs beginnt nach der Anbietung anders",
			spoil: deep(sent, message, caseBegin, as("1999-01-01")),
			Alike: "die Kennung eines Vorgangs ist groß geschrieben", near: deep(sent, message, caseUUID, strings.ToUpper)},
		{Code: "XDO-064", Base: "anbietung-und-abgabe", Wrong: "der Betreff eines Vorgangs ist nach der Anbietung ein anderer",
			spoil: deep(sent, message, caseSubject, as("Etwas ganz anderes")),
			Alike: "im Betreff eines Vorgangs stehen Leerzeichen zu viel", near: deep(sent, message, caseSubject, blanks)},
		{Code: "XDO-065", Base: "anbietung-und-abgabe", Wrong: "das Kennzeichen eines Vorgangs ist nach der Anbietung ein anderes",
			spoil: deep(sent, message, caseSign, as("99.9-0001/01")),
			Alike: "um das Kennzeichen eines Vorgangs stehen Leerzeichen", near: deep(sent, message, caseSign, blanks)},
		{Code: "XDO-067", Base: "anbietung-und-abgabe", Wrong: "Anbietung und Abgabe nennen verschiedene Stellen",
			spoil: deep(sent, message, sender, as("09777")),
			Alike: "Anbietung und Abgabe nennen verschiedene Ansprechpartner derselben Stelle",
			near:  inside(sent, message, "M. Ahrens", "K. Bertram")},
		{Code: "XDO-068", Base: "anbietung-und-abgabe", Wrong: "ein mit A angebotener Vorgang ist nicht geliefert",
			spoil: all(remove(offered), generated("lieferung", offering())),
			Alike: "die Kennung eines Vorgangs ist groß geschrieben", near: deep(sent, message, caseUUID, strings.ToUpper)},
		{Code: "XDO-070", Base: "abgabe", Wrong: "die Nachricht ist die erste von zweien, die zweite fehlt",
			spoil: deep(sent, message, total, as("2")),
			Alike: "die Zahl der Nachrichten ist mit führender Null geschrieben", near: deep(sent, message, total, as("01"))},
		{Code: "XDO-072", Base: "abgabe", Wrong: "zwei Nachrichten tragen dieselbe laufende Nummer",
			spoil: second(5, firstProcess, "4.0.0"),
			Alike: "zwei Nachrichten sind die erste und die zweite von zweien",
			near: all(second(5, firstProcess, "4.0.0"), deep("lieferung/"+firstProcess[:2]+"*_0503_1.zip", message, total, as("2")),
				deep(secondFile, message, total, as("2")), deep(secondFile, message, running, as("2")))},
		{Code: "XDO-073", Base: "abgabe-3", Wrong: "zum selben Prozess kommt eine zweite Nachricht mit anderem Inhalt",
			spoil: second(5, firstProcess, "3.0.0"),
			Alike: "eine zweite Nachricht gehört zu einem anderen Prozess", near: second(5, otherProcess, "3.0.0")},
		{Code: "XDO-074", Base: "abgabe", Wrong: "eine zweite Nachricht bringt dieselben Vorgänge noch einmal",
			spoil: all(twin(sent, "lieferung/zweite.zip"), deep("lieferung/zweite.zip", message, messageUUID, as(otherMessage))),
			Alike: "eine zweite Nachricht gehört zu einem anderen Prozess und bringt anderes", near: second(5, otherProcess, "4.0.0")},
	}
}
