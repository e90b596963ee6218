package xdomea

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// rich is a written 0503 with what our writer never makes: cover letter, letters
// in a document, workflow with an attachment, signature file, foreign XML.
func rich(t testing.TB, number string) []byte {
	t.Helper()
	v, _ := byNumber(number)
	id := func(n int) string {
		return "<xdomea:Identifikation><xdomea:" + v.idName() + ">" + uid(n) + "</xdomea:" + v.idName() + "></xdomea:Identifikation>"
	}
	cover := "<xdomea:Anschreiben>" + id(200) + "</xdomea:Anschreiben>"
	attachment := "<xdomea:Anlage>" + id(202) + "</xdomea:Anlage>"
	letters := ""
	if v.gen == gen4 {
		cover = "<xdomea:Anschreiben><xdomea:Dokument>" + id(200) + "</xdomea:Dokument></xdomea:Anschreiben>"
		attachment = "<xdomea:Anlage><xdomea:Dokument>" + id(202) + "</xdomea:Dokument></xdomea:Anlage>"
		letters = "<xdomea:DokumentOderDokumentMitSchriftstueck><xdomea:DokumentMitSchriftstueck>" + id(203) +
			"<xdomea:Schriftstueck>" + id(204) +
			"</xdomea:Schriftstueck></xdomea:DokumentMitSchriftstueck></xdomea:DokumentOderDokumentMitSchriftstueck>"
	}
	party := func(name string) string { return "<xdomea:" + name + "/>" }
	flow := "<xdomea:InternerGeschaeftsgang>" + id(201) + "<xdomea:Beteiligungsschritt><xdomea:Nummer>1</xdomea:Nummer>" +
		`<xdomea:Status listURI="urn:xoev-de:xdomea:codeliste:beteiligungsstatus" listVersionID="1.1"><code>001</code></xdomea:Status>` +
		"<xdomea:Verfuegung>" + party("Ersteller") + party("Adressat") +
		"<xdomea:Erstellungsdatum>2011-01-01</xdomea:Erstellungsdatum></xdomea:Verfuegung>" +
		"<xdomea:Bearbeitung>" + party("Bearbeiter") + "<xdomea:Datum>2011-01-02</xdomea:Datum>" + attachment + "</xdomea:Bearbeitung>" +
		"</xdomea:Beteiligungsschritt></xdomea:InternerGeschaeftsgang>"
	foreign := `<xdomea:AnwendungsspezifischeErweiterungXML><f:Akte xmlns:f="urn:muster"><f:Regal>7</f:Regal></f:Akte></xdomea:AnwendungsspezifischeErweiterungXML>`
	text := string(written(t, number)[TypeTransfer])
	doc := strings.Index(text, "<xdomea:Dokument>")
	if v.gen == gen4 {
		doc = strings.Index(text, "<xdomea:DokumentOderDokumentMitSchriftstueck>")
	}
	text = text[:doc] + flow + letters + text[doc:]
	text = strings.Replace(text, "<xdomea:Schriftgutobjekt>", cover+"<xdomea:Schriftgutobjekt>", 1)
	text = strings.Replace(text, "</xdomea:Akte>", foreign+"</xdomea:Akte>", 1)
	return []byte(strings.Replace(text, "<xdomea:DatumUhrzeit>2011-02-12T11:22:35Z</xdomea:DatumUhrzeit>",
		"<xdomea:DatumUhrzeit>2011-02-12T11:22:35Z</xdomea:DatumUhrzeit><xdomea:SignaturSiegel><xdomea:SignaturSiegelDatei>"+uid(300)+
			".p7s</xdomea:SignaturSiegelDatei></xdomea:SignaturSiegel>", 1))
}

func TestReadMessage_RichMessage(t *testing.T) {
	// Cover letter, workflow attachment, document, its attachment and, in 4.0, the
	// document with its letter.
	for number, documents := range map[string]int{"3.1.0": 4, "4.0.0": 6} {
		message := rich(t, number)
		lintAll(t, number, map[string][]byte{"rich": message})
		m, findings, err := ReadMessage(bytes.NewReader(message))
		if err != nil || m == nil || len(findings) > 0 {
			t.Fatal(number, err, findings)
		}
		c := ownCounts(m)
		if c["documents"] != documents || c["dossiers"] != 2 || c["cases"] != 3 || len(m.CoverLetters) != 1 {
			t.Errorf("%s: %v", number, c)
		}
		if len(m.Attached) != 1 || m.Attached[0].Object != uid(4) || m.Attached[0].Name != uid(300)+".p7s" {
			t.Errorf("%s: attached %+v", number, m.Attached)
		}
		man := manifest(m, "m.xml")
		if last := man.Listed[len(man.Listed)-1]; last.Path != uid(300)+".p7s" || last.Role != check.RoleOther || last.Optional {
			t.Errorf("%s: signature file listed as %+v", number, last)
		}
		if !hasField(m.Objects[0], "7") {
			t.Errorf("%s: the foreign extension was dropped: %+v", number, m.Objects[0].Fields)
		}
		trimmed, err := Trim(message, uid(7))
		if err != nil || bytes.Contains(trimmed, []byte(uid(200))) || !bytes.Contains(trimmed, []byte("f:Regal")) {
			t.Errorf("%s: trimmed to the other case: %v", number, err)
		}
		whole, err := Trim(message, uid(3))
		if err != nil || !bytes.Contains(whole, []byte(uid(202))) {
			t.Errorf("%s: the case lost its workflow: %v", number, err)
		}
		lintAll(t, number, map[string][]byte{"other": trimmed, "whole": whole})
	}
}

func hasField(o *record.Object, value string) bool {
	for _, f := range o.Fields {
		if f.Value == value {
			return true
		}
	}
	return false
}

// A DokumentMitSchriftstueck has no files of its own (4.0): its letters are asked for theirs.
func TestCheckDocuments_LettersHaveTheFiles(t *testing.T) {
	d := deliver(t, "4.0.0", "0503")
	for name := range d.tree.files {
		if strings.HasSuffix(name, ".xml") {
			d.tree.files[name] = rich(t, "4.0.0")
		}
	}
	_, findings := findingsOf(t, d.tree)
	var without []string
	for _, f := range findings {
		if f.Code == codeNoFile.ID {
			without = append(without, f.Object)
		}
	}
	if !slices.Contains(without, uid(204)) || slices.Contains(without, uid(203)) {
		t.Errorf("without a file: %v, want the letter %s and not what holds it, %s", without, uid(204), uid(203))
	}
}
