package register

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"time"

	"laufzettel/assets"
	"laufzettel/transfer/seed"
)

// File is one file of a portion under construction.
type File struct {
	Path string // inside the portion
	Data []byte
}

// Sample says what invented portion to make for tests, trial runs and
// benchmarks.
type Sample struct {
	Year    int    // default 1989
	Type    string // default Sterberegister
	Entries int    // default 3
	// FollowUps gives every second entry a follow-up certification and every
	// third a note.
	FollowUps  bool
	Superseded int       // older closing notes
	Created    time.Time // default 2026-11-02
	// PDF makes a PDF/A with that title; nil gives the same small text for all,
	// which is no PDF/A. The result may be shared between files: each gets a mark of
	// its own, since no two entries have the same bytes.
	PDF func(title string) ([]byte, error)
}

// Portion is a portion under construction: the backbone and all its files.
type Portion struct {
	Backbone *Backbone
	Files    []File // without the backbone
}

// Sample values; all invented.
var (
	surnames = []string{"Ahrens", "Öztürk", "Größler", "Ňovák", "Łukasiewicz", "Weißenborn"}
	given    = []string{"Marta Luise", "Jörg", "Ida", "Włodzimierz", "Änne", "Emil Theodor"}
	signers  = []string{"K. Berger", "S. Lehmann-Groß"}
)

const (
	sampleSchemaVersion = "1.0"
	sampleOffice        = "Standesamt Musterstadt"
	sampleNumber        = "623456"
)

// Build makes the portion; the same sample gives the same bytes.
func (s Sample) Build() (*Portion, error) {
	if s.Year == 0 {
		s.Year = 1989
	}
	if s.Type == "" {
		s.Type = "Sterberegister"
	}
	if s.Entries == 0 {
		s.Entries = 3
	}
	if s.Created.IsZero() {
		s.Created = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	}
	h := Head{Office: sampleOffice, OfficeNumber: sampleNumber, Holder: "Rechenzentrum Musterland",
		HolderAddress: "Am Speicher 4, 09999 Musterstadt",
		Person:        "M. Ahrens", PersonContact: "register@musterstadt.example", ArchiveFirst: "Stadtarchiv Musterstadt",
		ArchiveSecond: "Landesarchiv Musterland",
		Year:          fmt.Sprint(s.Year), Type: TypeName(s.Type), Source: "Erstregister", ClosingDate: fmt.Sprintf("%d-01-04", s.Year+1),
		Software: "Muster-ePR", SoftwareVersion: "4.2", SchemaFile: "muster-xpsr.xsd", SchemaVersion: sampleSchemaVersion,
		Documentation: "muster-xpsr-dokumentation.pdf", Created: s.Created.Format(time.DateOnly)}
	h.ClosingNote = h.Stem() + "-Abschlussvermerk.pdf"
	p := &Portion{Backbone: &Backbone{Head: h}}
	p.add(h.SchemaFile, assets.Schema(SampleSchema))
	for _, f := range []struct{ name, title string }{{h.Documentation, "Dokumentation des Schemas"},
		{h.ClosingNote, "Abschlussvermerk " + h.Year}} {
		if err := s.pdf(p, f.name, f.title); err != nil {
			return nil, err
		}
	}
	for i := range s.Superseded {
		if err := s.pdf(p, path.Join(Superseded, fmt.Sprintf("%s-Abschlussvermerk-%d.pdf", h.Stem(), i+1)),
			"Überholter Abschlussvermerk"); err != nil {
			return nil, err
		}
	}
	for i := range s.Entries {
		if err := s.entry(p, i); err != nil {
			return nil, err
		}
	}
	p.Count()
	return p, nil
}

func (p *Portion) add(name string, data []byte) {
	p.Files = append(p.Files, File{Path: name, Data: data})
}

func (s Sample) pdf(p *Portion, name, title string) error {
	data := []byte("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n% Platzhalter\n1 0 obj<</Type/Page>>endobj\n%%EOF\n")
	if s.PDF != nil {
		var err error
		if data, err = s.PDF(title); err != nil {
			return fmt.Errorf("make %s: %w", name, err)
		}
	}
	p.add(name, seed.Marked(data, len(p.Files)))
	return nil
}

func (s Sample) entry(p *Portion, i int) error {
	number := fmt.Sprint(i + 1)
	e := Entry{Number: number, Disposal: fmt.Sprintf("V-%d-%05d", s.Year, i+1), Terms: []Term{
		{"Familienname", surnames[i%len(surnames)]}, {"Vornamen", given[(i+i/6)%len(given)]},
		{"Ereignisdatum", fmt.Sprintf("%d-%02d-%02d", s.Year, 1+i%12, 1+i%28)}}}
	parts := []struct {
		letter string
		number int
	}{{"U", 0}}
	if s.FollowUps && i%2 == 0 {
		parts = append(parts, struct {
			letter string
			number int
		}{"U", 1})
	}
	if s.FollowUps && i%3 == 0 {
		parts = append(parts, struct {
			letter string
			number int
		}{"H", 0})
	}
	for _, v := range parts {
		h := p.Backbone.Head
		part := Part{Signer: signers[i%len(signers)], Signed: fmt.Sprintf("%d-%02d-%02d", s.Year+v.number, 1+i%12, 1+(i+3)%28),
			SchemaVersion: "0.9",
			XML:           h.PartName(number, v.letter, v.number, "xml"), PDF: h.PartName(number, v.letter, v.number, "pdf")}
		p.add(part.XML, certificateXML(e, i))
		if err := s.pdf(p, part.PDF, h.Type+" "+h.Year+", Eintrag "+number); err != nil {
			return err
		}
		if v.letter == "U" {
			e.Records = append(e.Records, part)
		} else {
			e.Notes = append(e.Notes, part)
		}
	}
	p.Backbone.Entries = append(p.Backbone.Entries, e)
	return nil
}

// certificateXML writes one sample certificate (register-entry.xsd).
func certificateXML(e Entry, i int) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<Beurkundung xmlns="urn:laufzettel:schema:register-entry:1.0"><Eintrag>` + e.Number + "</Eintrag>")
	for k, name := range []string{"Familienname", "Vornamen", "Ereignisdatum"} {
		if k == 2 {
			b.WriteString("<Geschlecht>" + []string{"w", "m"}[i%2] + "</Geschlecht>")
		}
		b.WriteString("<" + name + ">")
		_ = xml.EscapeText(&b, []byte(e.Terms[k].Value)) // bytes.Buffer does not fail
		b.WriteString("</" + name + ">")
	}
	b.WriteString("</Beurkundung>\n")
	return b.Bytes()
}

// Count sets the counts of the head to what the portion holds.
func (p *Portion) Count() {
	p.Backbone.Head.BaseEntries = fmt.Sprint(len(p.Backbone.Entries))
	p.Backbone.Head.Files = fmt.Sprint(len(p.Files) + 1)
}

// All gives every file with the backbone, sorted by path.
func (p *Portion) All() (map[string][]byte, error) {
	var b bytes.Buffer
	if err := Write(&b, p.Backbone); err != nil {
		return nil, err
	}
	out := map[string][]byte{p.Backbone.Head.Stem() + ".xml": b.Bytes()}
	for _, f := range p.Files {
		out[f.Path] = f.Data
	}
	return out, nil
}

// Find gives the file of that path, or nil.
func (p *Portion) Find(name string) *File {
	i := slices.IndexFunc(p.Files, func(f File) bool { return f.Path == name })
	if i < 0 {
		return nil
	}
	return &p.Files[i]
}

// remove takes a file out.
func (p *Portion) remove(name string) {
	p.Files = slices.DeleteFunc(p.Files, func(f File) bool { return f.Path == name })
}

// rename gives a file another path.
func (p *Portion) rename(from, to string) {
	if f := p.Find(from); f != nil {
		f.Path = to
	}
}
