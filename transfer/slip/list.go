package slip

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// AccessionID gives the Ü-ID: the SHA-256 over the bytes of the transfer list as
// delivered, in lower-case hexadecimal (source 004, P1.4 asks for "a hash"; the
// algorithm is ours). The same list gives the same id, which is how a second
// offer of the same material shows (A2).
func AccessionID(list []byte) string {
	sum := sha256.Sum256(list)
	return hex.EncodeToString(sum[:])
}

// List is the transfer list (Ab_Lis): the cases offered.
type List struct {
	Agency    string
	AgencyID  string
	ProfileID string
	Created   time.Time
	Entries   []Entry
}

// Entry is one case of a transfer list.
type Entry struct {
	ID               string
	Rating           record.Rating // A or B (P1.1)
	DossierReference string        // Aktenzeichen
	DossierSubject   string
	Reference        string // Kennzeichen of the case
	Subject          string
	Span             record.DateSpan
	Files            []ListedFile // may be empty in an offer
}

// ListedFile is one primary file of a case.
type ListedFile struct {
	Name      string
	Size      int64 // -1 = not stated
	Algorithm string
	Digest    string
}

// ListOf makes a transfer list of the cases rated A or B below roots; context
// objects and cases rated V or not at all are left out (P1.1). Files of cases
// below a case belong to it.
func ListOf(agency check.Agency, profileID string, created time.Time, roots []*record.Object) List {
	l := List{Agency: agency.Name, AgencyID: agency.ID, ProfileID: profileID, Created: created}
	for o := range record.All(roots) {
		if o.Kind != record.Case || o.ContextOnly || (o.Parent != nil && o.Parent.Kind == record.Case) ||
			(o.Rating != record.RatingArchive && o.Rating != record.RatingAppraise) {
			continue
		}
		e := Entry{ID: o.ID, Rating: o.Rating, Reference: o.Reference, Subject: o.Subject, Span: o.Span}
		for p := o.Parent; p != nil; p = p.Parent {
			if p.Kind == record.Dossier {
				e.DossierReference, e.DossierSubject = p.Reference, p.Subject
				break
			}
		}
		for below := range record.All([]*record.Object{o}) {
			for f := range below.Files() {
				listed := ListedFile{Name: f.Name, Size: -1}
				for _, d := range f.Digests {
					if _, ok := algorithmNames[strings.ToUpper(d.Algorithm)]; ok {
						listed.Algorithm, listed.Digest = strings.ToLower(d.Algorithm), d.Value
					}
				}
				e.Files = append(e.Files, listed)
			}
		}
		l.Entries = append(l.Entries, e)
	}
	return l
}

type wireEntry struct {
	XMLName   xml.Name     `xml:"Vorgang"`
	ID        string       `xml:"id,attr"`
	Rating    string       `xml:"bewertung,attr"`
	Dossier   *wireDossier `xml:"Akte"`
	Reference string       `xml:"Kennzeichen"`
	Subject   string       `xml:"Betreff"`
	From      string       `xml:"Beginn,omitempty"`
	To        string       `xml:"Ende,omitempty"`
	Files     []wireFile   `xml:"Datei"`
	Rest      []unknown    `xml:",any"`
}

type wireDossier struct {
	Reference string    `xml:"Aktenzeichen"`
	Subject   string    `xml:"Betreff"`
	Rest      []unknown `xml:",any"`
}

type wireFile struct {
	Name      string `xml:"name,attr"`
	Size      string `xml:"groesse,attr,omitempty"`
	Algorithm string `xml:"verfahren,attr,omitempty"`
	Digest    string `xml:"pruefsumme,attr,omitempty"`
}

// ReadList reads a transfer list entry by entry, up to 512 MiB. What does not fit
// the schema is a finding SLP-010 without a path, and the list is nil. The error
// is one of the source.
func ReadList(r io.Reader) (*List, []check.Finding, error) {
	d, lr := newDecoder(r, maxList)
	start, p, err := root(d, "Abgabeliste")
	if err != nil {
		return nil, nil, err
	}
	l := &List{}
	if p == nil {
		p, err = l.read(d, start)
		if err != nil {
			return nil, nil, err
		}
	}
	if lr.N <= 0 {
		p = append(p, problem{"Datei", wording.Say("want.slip.mebibytes"), wording.Say("found.slip.more")})
	}
	if len(p) > 0 {
		return nil, findings(codeList, p), nil
	}
	return l, nil, nil
}

// read takes the children of the root in the order of the schema.
func (l *List) read(d *xml.Decoder, start xml.StartElement) (problems, error) {
	var p problems
	v := ""
	for _, a := range start.Attr {
		if a.Name.Local == "version" {
			v = a.Value
		}
	}
	p.equal("Abgabeliste/@version", version, v)
	seen := map[string]bool{}
	ids := map[string]bool{}
	for {
		t, err := d.Token()
		if err != nil {
			bad, err := syntax(err)
			return append(p, bad...), err
		}
		switch s := t.(type) {
		case xml.EndElement:
			p.needed("Behoerde/Name", l.Agency)
			p.needed("Behoerde/Kennung", l.AgencyID)
			p.needed("Profil", l.ProfileID)
			return p, nil
		case xml.StartElement:
			if s.Name.Local != "Vorgang" && seen[s.Name.Local] {
				p.add(s.Name.Local, wording.Say("want.slip.once"), wording.Say("found.slip.several"))
			}
			seen[s.Name.Local] = true
			if err := l.child(d, s, &p, ids); err != nil {
				bad, err := syntax(err)
				return append(p, bad...), err
			}
		}
	}
}

func (l *List) child(d *xml.Decoder, s xml.StartElement, p *problems, ids map[string]bool) error {
	switch s.Name.Local {
	case "Behoerde":
		var a wireAgency
		if err := d.DecodeElement(&a, &s); err != nil {
			return err
		}
		l.Agency, l.AgencyID = a.Name, a.ID
		p.rest(a.Rest)
	case "Profil":
		return d.DecodeElement(&l.ProfileID, &s)
	case "Erstellt":
		var v string
		if err := d.DecodeElement(&v, &s); err != nil {
			return err
		}
		p.time("Erstellt", v)
		l.Created, _ = parseTime(v)
	case "Vorgang":
		var w wireEntry
		if err := d.DecodeElement(&w, &s); err != nil {
			return err
		}
		if ids[w.ID] {
			p.add("Vorgang "+cmp.Or(w.Reference, w.ID), wording.Say("want.slip.case-once"), wording.Say("found.slip.named-again"))
		}
		ids[w.ID] = true
		w.problems(p)
		l.Entries = append(l.Entries, w.entry())
	default:
		p.add(s.Name.Local, wording.Say("found.slip.no-element"), s.Name.Local)
		return d.Skip()
	}
	return nil
}

func (w *wireEntry) problems(p *problems) {
	p.needed("Vorgang/@id", w.ID)
	if w.Rating != "A" && w.Rating != "B" {
		p.add("Vorgang/@bewertung", wording.Say("want.slip.a-or-b"), w.Rating)
	}
	p.needed("Vorgang/Kennzeichen", w.Reference)
	for _, day := range []string{w.From, w.To} {
		if day != "" {
			p.day("Vorgang/Beginn, Vorgang/Ende", day)
		}
	}
	for _, f := range w.Files {
		p.fileName("Datei/@name", f.Name)
		if _, err := strconv.ParseUint(f.Size, 10, 63); err != nil && f.Size != "" {
			p.add("Datei/@groesse", wording.Say("want.slip.number"), f.Size)
		}
		p.digest("Datei", f.Algorithm, f.Digest)
	}
	p.rest(w.Rest)
	if w.Dossier != nil {
		p.needed("Akte/Aktenzeichen", w.Dossier.Reference)
		p.rest(w.Dossier.Rest)
	}
}

func (w *wireEntry) entry() Entry {
	e := Entry{ID: w.ID, Rating: record.Rating(w.Rating), Reference: w.Reference, Subject: w.Subject,
		Span: record.DateSpan{From: record.Date(w.From), To: record.Date(w.To)}}
	if w.Dossier != nil {
		e.DossierReference, e.DossierSubject = w.Dossier.Reference, w.Dossier.Subject
	}
	for _, f := range w.Files {
		size, err := strconv.ParseInt(f.Size, 10, 64)
		if err != nil {
			size = -1
		}
		e.Files = append(e.Files, ListedFile{f.Name, size, algorithmNames[f.Algorithm], strings.ToLower(f.Digest)})
	}
	return e
}

// WriteList writes a transfer list; equal lists give equal bytes and therefore
// the same Ü-ID.
func WriteList(w io.Writer, l List) error {
	type wireList struct {
		XMLName xml.Name    `xml:"urn:laufzettel:schema:laufzettel:1.0 Abgabeliste"`
		Version string      `xml:"version,attr"`
		Agency  wireAgency  `xml:"Behoerde"`
		Profile string      `xml:"Profil"`
		Created string      `xml:"Erstellt,omitempty"`
		Entries []wireEntry `xml:"Vorgang"`
	}
	out := wireList{Version: version,
		Agency: wireAgency{Name: l.Agency, ID: l.AgencyID}, Profile: l.ProfileID, Created: formatTime(l.Created)}
	var p problems
	p.needed("Behoerde/Name", l.Agency)
	p.needed("Behoerde/Kennung", l.AgencyID)
	p.needed("Profil", l.ProfileID)
	for _, e := range l.Entries {
		we := wireEntry{ID: e.ID, Rating: string(e.Rating), Reference: e.Reference, Subject: e.Subject,
			From: wholeDay(e.Span.From), To: wholeDay(e.Span.To)}
		if e.DossierReference != "" {
			we.Dossier = &wireDossier{Reference: e.DossierReference, Subject: e.DossierSubject}
		}
		for _, f := range e.Files {
			wf := wireFile{Name: f.Name, Algorithm: wireAlgorithm(f.Algorithm), Digest: f.Digest}
			if f.Size >= 0 {
				wf.Size = strconv.FormatInt(f.Size, 10)
			}
			we.Files = append(we.Files, wf)
		}
		we.problems(&p)
		out.Entries = append(out.Entries, we)
	}
	if len(p) > 0 {
		return fmt.Errorf("write transfer list: %s is %q, want %s", p[0].where, p[0].found, p[0].want)
	}
	return encode(w, out)
}

// wholeDay gives a date only where it is a calendar day.
func wholeDay(d record.Date) string {
	if _, err := time.Parse(time.DateOnly, string(d)); err != nil {
		return ""
	}
	return string(d)
}
