package norm

import (
	"archive/zip"
	"bytes"
	_ "embed" // the signed sample
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/kind/message"
	"laufzettel/transfer/record"
	"laufzettel/transfer/seed"
)

// signedSample is a small PDF with a signature of an invented ministry; it was
// made by TestSignedSample -update, so that samples are the same every time.
//
//go:embed testdata/originalnorm.pdf
var signedSample []byte

//go:embed testdata/aussteller.pem
var sampleIssuer []byte

// SampleIssuer gives the invented certificate authority of the signed sample, in
// PEM, for those who want to trust it in a trial.
func SampleIssuer() []byte { return bytes.Clone(sampleIssuer) }

// Sample says what invented pair of containers to make for tests and trial runs.
type Sample struct {
	Messages message.Standard // writes the messages
	Title    string           // default an invented law
	Created  time.Time        // default 2026-11-02 08:30 UTC
	PDF      func(title string) ([]byte, error)
}

// Pair is a pair of containers under construction.
type Pair struct {
	Original, Issue *Container
	Alone           *Container // where set, this one is delivered by itself
	Created         time.Time
}

// Container is one of them.
type Container struct {
	Process string
	Dossier string // title of the Akte
	Title   string // subject of the Vorgang
	Named   []string
	Files   map[string][]byte
	Message string // file name
	more    *record.Object

	messages message.Standard
}

const (
	sampleTitle = "Gesetz über die Aufbewahrung von Musterunterlagen"
	sampleName  = "GVBl_I_07_2012"
	sampleDay   = "2012-07-11"
)

// Build makes the pair; the same sample gives the same bytes.
func (s Sample) Build() (*Pair, error) {
	if s.Title == "" {
		s.Title = sampleTitle
	}
	if s.Created.IsZero() {
		s.Created = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	}
	if s.PDF == nil {
		s.PDF = func(string) ([]byte, error) {
			return []byte("%PDF-1.4\n% Platzhalter\n1 0 obj<</Type/Page>>endobj\n%%EOF\n"), nil
		}
	}
	meta := []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Norm><Titel>" + s.Title + "</Titel><Verkuendungsdatum>" + sampleDay +
		"</Verkuendungsdatum></Norm>\n")
	original := s.container("7a1c0f52-6f0e-4c55-9a43-2b9d1f5e0a01", Original)
	original.Files = map[string][]byte{"gesetz.pdf": signedSample, "metadaten.xml": meta,
		"Originalnorm.xml": []byte(
			"<Revision><Konvertierung>Muster-Konverter 3</Konvertierung><Aufbewahrungsdauer></Aufbewahrungsdauer></Revision>\n")}
	original.Named = []string{"gesetz.pdf", "metadaten.xml"}
	issue := s.container("7a1c0f52-6f0e-4c55-9a43-2b9d1f5e0a02", Issue)
	issue.Files = map[string][]byte{"metadaten.xml": meta,
		"Ausgabenorm.xml": []byte("<Revision><Konvertierung>Muster-Konverter 3</Konvertierung><Aufbewahrungsdauer/></Revision>\n")}
	issue.Named = []string{"metadaten.xml"}
	for _, name := range []string{sampleName + "__an.pdf", sampleName + "__an__report.pdf", sampleName + "__an__anlg__1.pdf"} {
		data, err := s.PDF(s.Title)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", name, err)
		}
		issue.Files[name] = data
		issue.Named = append(issue.Named, name)
	}
	return &Pair{Original: original, Issue: issue, Created: s.Created}, nil
}

func (s Sample) container(process, edition string) *Container {
	return &Container{Process: process, Dossier: "I_Gesetze_" + edition + "_" + sampleDay[:4], Title: s.Title,
		messages: s.Messages, Message: process + "_Aussonderung.Aussonderung.0503.xml"}
}

// All gives the files of one container with its message.
func (c *Container) All(created time.Time) (map[string][]byte, error) {
	dossier := &record.Object{ID: c.id(1), Kind: record.Dossier, Reference: "VK-" + c.id(1)[:4], Subject: c.Dossier,
		Rating: record.RatingArchive, Origin: record.OriginMessage, Retention: record.Retention{Years: -1}}
	span := record.DateSpan{From: "2012-01-09", To: sampleDay}
	law := &record.Object{ID: c.id(2), Kind: record.Case, Reference: sampleName, Subject: c.Title, Span: span, Rating: record.RatingArchive,
		Retention: record.Retention{Years: -1}}
	dossier.Span = span
	dossier.Add(law)
	for i, name := range c.Named {
		doc := &record.Object{ID: c.id(10 + i), Kind: record.Document, Number: fmt.Sprint(i + 1),
			Reference: fmt.Sprintf("%s-%d", sampleName, i+1), Subject: name, Date: sampleDay,
			Versions: []record.Version{{Number: "1",
				Renditions: []record.Rendition{{FormatCode: c.messages.FormatCode(name[strings.LastIndexByte(name, '.')+1:], true),
					File: record.PrimaryFile{Name: name, Original: name}}}}}}
		law.Add(doc)
	}
	roots := []*record.Object{dossier}
	if c.more != nil {
		roots = append(roots, c.more)
	}
	head := message.Head{Version: messageVersion, Process: c.Process, Created: created,
		Sender:   message.Party{Name: "Ministerium der Justiz Musterland", ID: "09100"},
		Receiver: message.Party{Name: "Landesarchiv Musterland", ID: "09000"},
		System:   message.System{Product: "Muster-Norm", Version: "2"}}
	var b bytes.Buffer
	if err := c.messages.WriteTransfer(&b, head, roots); err != nil {
		return nil, fmt.Errorf("write message: %w", err)
	}
	out := maps.Clone(c.Files)
	out[c.Message] = b.Bytes()
	return out, nil
}

// id makes the id of an object of the container.
func (c *Container) id(n int) string {
	return fmt.Sprintf("%s%02d", c.Process[:len(c.Process)-2], n+20)
}

// All gives what is delivered: two ZIPs, or the files of the lone container.
func (p *Pair) All() (map[string][]byte, error) {
	if p.Alone != nil {
		return p.Alone.All(p.Created)
	}
	out := map[string][]byte{}
	for _, c := range []*Container{p.Original, p.Issue} {
		if c == nil {
			continue
		}
		files, err := c.All(p.Created)
		if err != nil {
			return nil, err
		}
		data, err := pack(files, p.Created)
		if err != nil {
			return nil, err
		}
		out[c.Process+"_Aussonderung.Aussonderung.0503.zip"] = data
	}
	return out, nil
}

func pack(files map[string][]byte, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("pack norm: %w", err)
	}
	return b.Bytes(), nil
}

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect = seed.Defect[*Pair]

// Defects gives one defect per finding code of this room, and those of signatures
// that need no certificates.
func Defects() map[string]Defect { return maps.Clone(defects) }

func (c *Container) drop(name string) {
	delete(c.Files, name)
	c.Named = slices.DeleteFunc(c.Named, func(n string) bool { return n == name })
}

var defects = map[string]Defect{
	"NRM-001": {What: "die Nachricht ist falsch benannt", Change: func(p *Pair) { p.Original.Message = "nachricht.xml" }},
	"NRM-002": {What: "eine Akte ist falsch benannt", Change: func(p *Pair) {
		p.Issue.more = &record.Object{ID: p.Issue.id(5), Kind: record.Dossier, Subject: "Gesetze 2012", Reference: "G",
			Retention: record.Retention{Years: -1}}
	}},
	"NRM-003": {What: "Originalnorm und Ausgabenorm liegen in einem Container", Change: func(p *Pair) {
		p.Issue.more = &record.Object{ID: p.Issue.id(5), Kind: record.Dossier, Subject: p.Original.Dossier, Reference: "G",
			Retention: record.Retention{Years: -1}}
	}},
	"NRM-004": {What: "das Jahr der Akte ist nicht das der Verkündung", Change: func(p *Pair) {
		p.Original.Dossier, p.Issue.Dossier = "I_Gesetze_Originalnorm_2013", "I_Gesetze_Ausgabenorm_2013"
	}},
	"NRM-005": {What: "ein Vorgang hat keinen Titel", Change: func(p *Pair) { p.Original.Title, p.Issue.Title = "", "" }},
	"NRM-006": {What: "eine Word-Datei liegt bei", Change: func(p *Pair) {
		p.Issue.Files["rohfassung.doc"] = []byte("Rohfassung")
		p.Issue.Named = append(p.Issue.Named, "rohfassung.doc")
	}},
	"NRM-007": {What: "eine PDF-Datei ist kein gültiges PDF/A", Change: func(p *Pair) {
		p.Issue.Files[sampleName+"__an.pdf"] = claimPDFA(signedSample)
	}},
	"NRM-008": {What: "die Metadaten fehlen", Change: func(p *Pair) { p.Issue.drop("metadaten.xml") }},
	"NRM-009": {What: "die Metadaten sind nicht genannt", Change: func(p *Pair) { p.Issue.Named = p.Issue.Named[1:] }},
	"NRM-010": {What: "die Revisionsdaten fehlen", Change: func(p *Pair) { delete(p.Original.Files, "Originalnorm.xml") }},
	"NRM-011": {What: "die Revisionsdaten sind genannt", Change: func(p *Pair) {
		p.Original.Named = append(p.Original.Named,
			"Originalnorm.xml")
	}},
	"NRM-012": {What: "die Originalnorm ist nicht signiert",
		Change: func(p *Pair) { p.Original.Files["gesetz.pdf"] = p.Issue.Files[sampleName+"__an.pdf"] }},
	"NRM-013": {What: "das Hauptdokument der Ausgabenorm fehlt", Change: func(p *Pair) { p.Issue.drop(sampleName + "__an.pdf") }},
	"NRM-014": {What: "eine Datei der Ausgabenorm ist falsch benannt", Change: func(p *Pair) {
		p.Issue.Files["anlage.pdf"] = p.Issue.Files[sampleName+"__an.pdf"]
		p.Issue.Named = append(p.Issue.Named, "anlage.pdf")
	}},
	"NRM-015": {What: "die Ausgabenorm fehlt", Change: func(p *Pair) { p.Issue = nil }},
	"NRM-016": {What: "die Originalnorm kommt allein", Change: func(p *Pair) { p.Alone = p.Original }},
	"NRM-017": {What: "die Revisionsdaten nennen eine Aufbewahrungsdauer", Change: func(p *Pair) {
		p.Original.Files["Originalnorm.xml"] = []byte("<Revision><Aufbewahrungsdauer>30</Aufbewahrungsdauer></Revision>")
	}},
	"NRM-018": {What: "ein fremder Container liegt bei", Files: func(f map[string][]byte) {
		f["fremd.zip"] = []byte("PK\x05\x06" +
			strings.Repeat("\x00", 18))
	}},
	"NRM-019": {What: "es liegen mehr Container bei, als zusammen geprüft werden", Files: func(f map[string][]byte) {
		for i := range maxContainers {
			f[fmt.Sprintf("weitere-%04d.zip", i)] = []byte("PK\x05\x06" + strings.Repeat("\x00", 18))
		}
	}},
	"SIG-001": {What: "ein Byte der signierten Originalnorm ist verändert", Change: func(p *Pair) {
		p.Original.Files["gesetz.pdf"] = bytes.Replace(signedSample, []byte("72 720 200"), []byte("72 720 201"), 1)
	}},
}

// claimPDFA makes a PDF claim PDF/A that it is not.
func claimPDFA(pdf []byte) []byte {
	const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
	var b bytes.Buffer
	b.Write(pdf)
	catalog, meta := b.Len(), 0
	b.WriteString("1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Metadata 7 0 R >>\nendobj\n")
	meta = b.Len()
	fmt.Fprintf(&b, "7 0 obj\n<< /Type /Metadata /Subtype /XML /Length %d >>\nstream\n%s\nendstream\nendobj\n", len(xmp), xmp)
	at := b.Len()
	prev := bytes.LastIndex(pdf, []byte("startxref\n")) + len("startxref\n")
	old := pdf[prev : prev+bytes.IndexByte(pdf[prev:], '\n')]
	fmt.Fprintf(&b, "xref\n1 1\n%010d 00000 n \n7 1\n%010d 00000 n \ntrailer\n<< /Size 8 /Root 1 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n",
		catalog, meta, old, at)
	return b.Bytes()
}
