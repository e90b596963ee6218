package xdomea

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

const (
	testProcess = "6f1c2a34-0b5d-4c1e-9a77-3f2b1c0d9e10"
	testMessage = "0a1b2c3d-1111-4222-8333-444455556666"
	testOrigin  = "0a1b2c3d-7777-4888-9999-aaaabbbbcccc"
)

// uid makes an invented, stable UUID.
func uid(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func testDraft(version string) Draft {
	return Draft{Version: version, Head: Head{
		ProcessID: testProcess, MessageUUID: testMessage, OriginUUID: testOrigin,
		Created: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC),
		Sender: Party{Name: "Landratsamt Musterkreis", ID: "LRA-17", Prefix: "psw", Unit: "Referat 12",
			Contact: "Erika Beispiel", Mail: "erika.beispiel@example.org", Phone: "0351 000"},
		Receiver: Party{Name: "Staatsarchiv Musterstadt", Short: "StA"},
		System:   System{Product: "Laufzettel", Version: "1.0", Vendor: "Muster"},
		Note:     "Erprobung <mit> Zeichen & \"Anführung\"",
		Number:   1, Total: 1, ReceiptWanted: true, ImportConfirmation: true, ReferenceCodesBack: true,
	}}
}

// testTree is a dossier with a part, cases, a document with attachment and files.
func testTree(gen generation) []*record.Object {
	doc := &record.Object{ID: uid(4), Kind: record.Document, Number: "1", Reference: "12-4711/3", Subject: "Bescheid – nein, Antrag",
		Date: "2011-02-12", Received: "2011-02-14", Type: "Eingang", Medium: "001 elektronisch",
		Retention: record.Retention{Years: -1},
		Fields:    []record.Field{{Name: "Bearbeiter", Value: "E. Beispiel"}},
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatCode: "044", FormatVersion: "2b",
			File: record.PrimaryFile{Name: uid(100) + "_Antrag.pdf", Created: "2011-02-12T11:22:35Z"}}}}},
	}
	att := &record.Object{ID: uid(5), Kind: record.Document, Number: "2", Subject: "Anlage zum Antrag", Date: "2011-02-10",
		Retention: record.Retention{Years: -1},
		Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatCode: "100", FormatName: "dwg", FormatVersion: "R14",
			File: record.PrimaryFile{Name: uid(101) + "_Plan.dwg"}}}}},
	}
	if gen == gen2 {
		doc.Subject = "Antrag"
	} else {
		doc.Versions[0].Renditions[0].File.Original = "Antrag vom 12.2.pdf"
	}
	if gen == gen4 {
		doc.Versions[0].Renditions[0].File.Digests = []record.Digest{{Algorithm: "SHA-256", Value: strings.Repeat("ab", 32)}}
	}
	doc.Add(att)
	keep := &record.Object{ID: uid(3), Kind: record.Case, Reference: "12-4711", Subject: "Bau einer Brücke", Number: "1",
		Span: record.DateSpan{From: "2010-04-04", To: "2012-04-04"}, Type: "Einzelvorgang", LeadUnit: "Referat 12",
		Confidentiality: "003 offen", Medium: "001 elektronisch", Note: "ohne",
		Rating: record.RatingArchive, Origin: record.OriginMessage, Suggestion: record.RatingArchive,
		ReferenceCode: "11842/17", Retention: record.Retention{Years: 10, End: "2022-12-31"},
		Fields: []record.Field{{Name: "ZdA", Value: "1"}},
	}
	if gen == gen2 {
		keep.Retention.End = "2022"
	}
	if gen == gen4 {
		keep.SuggestionReason = "Landesbedeutung"
	}
	keep.Add(doc)
	sub := &record.Object{ID: uid(6), Kind: record.Case, Reference: "12-4711/1", Subject: "Teil", Retention: record.Retention{Years: -1},
		Rating: record.RatingAppraise, Origin: record.OriginMessage}
	keep.Add(sub)
	drop := &record.Object{ID: uid(7), Kind: record.Case, Reference: "12-4712", Subject: "Schneeräumung",
		Rating: record.RatingDestroy, Origin: record.OriginMessage, Retention: record.Retention{Years: 5, Unlimited: false}}
	part := &record.Object{ID: uid(2), Kind: record.Dossier, Reference: "12-47/2", Subject: "Teilakte",
		Retention: record.Retention{Years: -1, Unlimited: gen > gen2}}
	part.Add(drop)
	root := &record.Object{ID: uid(1), Kind: record.Dossier, Reference: "12-47", Subject: "Brücken",
		Span: record.DateSpan{From: "2009-01-01", To: "2013-12-31"}, Plan: record.PlanUnit{Reference: "12", Title: "Bauwesen"},
		Retention: record.Retention{Years: -1}, ContextOnly: false,
		Fields: []record.Field{{Name: "Standort", Value: "Registratur"}},
	}
	root.Add(keep)
	root.Add(part)
	return []*record.Object{root}
}

// written makes every message of a version.
func written(t testing.TB, number string) map[string][]byte {
	t.Helper()
	v, _ := byNumber(number)
	d := testDraft(number)
	out := map[string][]byte{}
	put := func(code string, fn func(b *bytes.Buffer) error) {
		if !v.has(code) {
			return
		}
		var b bytes.Buffer
		if err := fn(&b); err != nil {
			t.Fatalf("%s %s: %v", number, code, err)
		}
		out[code] = b.Bytes()
	}
	ratings := []Rated{{ID: uid(3), Rating: record.RatingArchive}, {ID: uid(7), Rating: record.RatingDestroy}}
	if v.gen > gen2 {
		ratings = append(ratings, Rated{ID: uid(6), Free: "Auswahl"})
	}
	results := []Result{
		{ID: uid(3), Outcome: Outcome{OK: true}, ReferenceCode: "11842/17"},
		{ID: uid(6), Outcome: Outcome{Messages: []string{"Datei fehlt"}}},
	}
	put(TypeOffer, func(b *bytes.Buffer) error { return WriteOffer(b, d, testTree(v.gen)) })
	put(TypeAppraisal, func(b *bytes.Buffer) error { return WriteAppraisal(b, d, ratings) })
	put(TypeTransfer, func(b *bytes.Buffer) error { return WriteTransfer(b, d, testTree(v.gen)) })
	put(TypeOfferReceipt, func(b *bytes.Buffer) error { return WriteOfferReceipt(b, d) })
	put(TypeImportConfirmed, func(b *bytes.Buffer) error {
		return WriteImportConfirmation(b, d, Outcome{Messages: []string{"eine Datei fehlt"}}, results)
	})
	put(TypeTransferReceipt, func(b *bytes.Buffer) error { return WriteTransferReceipt(b, d) })
	return out
}

// lintAll validates files of one version with xmllint in one start.
func lintAll(t *testing.T, number string, docs map[string][]byte) {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed")
	}
	dir := sharedData(t, "xdomea", "xsd", number)
	args := []string{"--nonet", "--noout", "--schema", filepath.Join(dir, "xdomea-Nachrichten-AussonderungDurchfuehren.xsd")}
	tmp := t.TempDir()
	for name, b := range docs {
		file := filepath.Join(tmp, name+".xml")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.CommandContext(t.Context(), lint, args...)
	cmd.Env = append(os.Environ(), "XML_CATALOG_FILES="+filepath.Join(dir, "catalog.xml"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("xmllint %s: %v\n%s", number, err, out)
	}
}

func TestWrite_SchemaValidInEveryVersion(t *testing.T) {
	for _, number := range Versions() {
		t.Run(number, func(t *testing.T) { lintAll(t, number, written(t, number)) })
	}
}

func TestWrite_CountsLikeXPath(t *testing.T) {
	for _, number := range Versions() {
		for code, b := range written(t, number) {
			t.Run(number+"/"+code, func(t *testing.T) { compareCounts(t, b) })
		}
	}
}

var ignoreLines = cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.String(), "Line") }, cmp.Ignore())

func TestWrite_ReadBackGivesTheSameTree(t *testing.T) {
	for _, number := range Versions() {
		v, _ := byNumber(number)
		m, findings, err := ReadMessage(bytes.NewReader(written(t, number)[TypeTransfer]))
		if err != nil || len(findings) > 0 {
			t.Fatalf("%s: %v %v", number, err, findings)
		}
		opts := cmp.Options{cmpopts.IgnoreFields(record.Object{}, "Parent"), ignoreLines, cmpopts.EquateEmpty()}
		if diff := cmp.Diff(testTree(v.gen), m.Objects, opts); diff != "" {
			t.Errorf("%s: tree changed (-want +got):\n%s", number, diff)
		}
		h := m.Head
		if h.ProcessID != testProcess || h.Sender.Mail != "erika.beispiel@example.org" || h.Sender.ID != "LRA-17" ||
			h.Sender.Contact != "Erika Beispiel" || h.Note != testDraft(number).Head.Note || !h.ReferenceCodesBack ||
			!h.Created.Equal(testDraft(number).Head.Created) {
			t.Errorf("%s: header changed: %+v", number, h)
		}
		var again bytes.Buffer
		d := Draft{Version: number, Head: h}
		if err := WriteTransfer(&again, d, m.Objects); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(written(t, number)[TypeTransfer]), again.String()); diff != "" {
			t.Errorf("%s: second writing differs:\n%s", number, diff)
		}
	}
}

func TestWrite_AnswersReadBack(t *testing.T) {
	for _, number := range Versions() {
		v, _ := byNumber(number)
		docs := written(t, number)
		m, _, _ := ReadMessage(bytes.NewReader(docs[TypeAppraisal]))
		if m.Ratings[0] != (Rated{ID: uid(3), Rating: record.RatingArchive, Line: m.Ratings[0].Line}) ||
			m.Ratings[1].Rating != record.RatingDestroy {
			t.Errorf("%s: ratings %+v", number, m.Ratings)
		}
		if v.gen > gen2 && m.Ratings[2].Free != "Auswahl" {
			t.Errorf("%s: free rating %+v", number, m.Ratings[2])
		}
		m, _, _ = ReadMessage(bytes.NewReader(docs[TypeImportConfirmed]))
		if m.Results[0].ReferenceCode != "11842/17" {
			t.Errorf("%s: results %+v", number, m.Results)
		}
		if v.gen > gen2 && (!m.Results[0].OK || m.Results[1].OK || m.Results[1].Messages[0] != "Datei fehlt") {
			t.Errorf("%s: results %+v", number, m.Results)
		}
		if v.gen != gen3 && (m.Outcome.OK || !strings.Contains(m.Outcome.Messages[0], "eine Datei fehlt")) {
			t.Errorf("%s: outcome %+v", number, m.Outcome)
		}
	}
}

func TestAnswerTo_KeepsVersionProcessAndNaming(t *testing.T) {
	for number, want := range map[string]string{
		"2.4.0": testProcess + "_Aussonderung.Bewertungsverzeichnis.0502.xml",
		"3.1.0": testProcess + "_Aussonderung.Bewertungsverzeichnis.0502.xml",
		"4.0.0": testProcess + "_0502_1.xml",
	} {
		offer, _, _ := ReadMessage(bytes.NewReader(written(t, number)[TypeOffer]))
		d := AnswerTo(offer, time.Date(2026, 3, 3, 8, 0, 0, 0, time.UTC), testOrigin, System{Product: "Laufzettel"})
		var b bytes.Buffer
		if err := WriteAppraisal(&b, d, []Rated{{ID: uid(3), Rating: record.RatingArchive}}); err != nil {
			t.Fatal(err)
		}
		answer, findings, _ := ReadMessage(bytes.NewReader(b.Bytes()))
		if len(findings) > 0 || answer.Version != number || answer.Head.ProcessID != testProcess ||
			answer.Head.Receiver.Name != "Landratsamt Musterkreis" || answer.Head.Sender.Name != "Staatsarchiv Musterstadt" {
			t.Errorf("%s: %+v %v", number, answer.Head, findings)
		}
		if got := AnswerName(offer, TypeAppraisal); got != want {
			t.Errorf("name %s, want %s", got, want)
		}
		if number == "4.0.0" && answer.Head.OriginUUID != testMessage {
			t.Errorf("origin %s", answer.Head.OriginUUID)
		}
	}
}

func TestWrite_RefusesWhatTheVersionCannotSay(t *testing.T) {
	document := []*record.Object{{ID: uid(1), Kind: record.Document}}
	mixed := &record.Object{ID: uid(1), Kind: record.Dossier}
	mixed.Add(&record.Object{ID: uid(2), Kind: record.Document})
	mixed.Add(&record.Object{ID: uid(3), Kind: record.Case})
	noProcess := testDraft("3.0.0")
	noProcess.Head.ProcessID = "xx"
	for name, err := range map[string]error{
		"0507 in 2.4":            WriteTransferReceipt(&bytes.Buffer{}, testDraft("2.4.0")),
		"unknown version":        WriteOfferReceipt(&bytes.Buffer{}, testDraft("2.1.0")),
		"free rating in 2.x":     WriteAppraisal(&bytes.Buffer{}, testDraft("2.3.0"), []Rated{{ID: uid(1), Free: "x"}}),
		"no ratings":             WriteAppraisal(&bytes.Buffer{}, testDraft("3.0.0"), nil),
		"bare document in 4.0":   WriteTransfer(&bytes.Buffer{}, testDraft("4.0.0"), document),
		"documents beside cases": WriteTransfer(&bytes.Buffer{}, testDraft("2.4.0"), []*record.Object{mixed}),
		"process id":             WriteOfferReceipt(&bytes.Buffer{}, noProcess),
		"no objects":             WriteOffer(&bytes.Buffer{}, testDraft("3.0.0"), nil),
		"no results in 3.x":      WriteImportConfirmation(&bytes.Buffer{}, testDraft("3.0.0"), Outcome{OK: true}, nil),
	} {
		if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: got %v, want a refusal with a hint", name, err)
		}
	}
}
