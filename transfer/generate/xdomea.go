package generate

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/record"
)

// Plan says what delivery to make. The zero value of a field takes its default.
type Plan struct {
	Kind      string // one of Kinds, default xdomea-0503
	Version   string // xdomea version, default 3.0.0
	Seed      uint64
	Dossiers  int       // default 2
	Cases     int       // per dossier, default 3
	Documents int       // per case, default 3
	Mix       []string  // contents in turn: pdf eml jpg png tif docx txt csv xml; default all
	Size      int64     // > 0: primary files are that many bytes of text instead
	Ratings   []string  // ratings of cases in turn, default A B V
	Folder    bool      // a folder instead of a ZIP
	Clock     time.Time // default 2026-11-02
	Process   string    // ProzessID, default seeded
	Agency    xdomea.Party
	Slip      bool     // routing slip and transfer list beside the container
	Profile   string   // profile id in the slip
	Defects   []string // finding codes to cause
}

// Defaults of a Plan.
var (
	defaultMix     = []string{"pdf", "eml", "jpg", "pdf", "docx", "png", "txt", "csv", "tif", "xml"}
	defaultRatings = []string{"A", "B", "V"}
	defaultClock   = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	DefaultAgency  = xdomea.Party{Name: "Landratsamt Musterkreis", ID: "09999", Unit: "Bauaufsichtsamt", Contact: "M. Ahrens", Mail: "registratur@musterkreis.example"}
	archiveParty   = xdomea.Party{Name: "Landesarchiv Musterland", ID: "09000"}
)

func (p Plan) withDefaults() Plan {
	if p.Kind == "" {
		p.Kind = "xdomea-0503"
	}
	if p.Version == "" {
		p.Version = "3.0.0"
	}
	for _, n := range []struct {
		have *int
		def  int
	}{{&p.Dossiers, 2}, {&p.Cases, 3}, {&p.Documents, 3}} {
		if *n.have <= 0 {
			*n.have = n.def
		}
	}
	if len(p.Mix) == 0 {
		p.Mix = defaultMix
	}
	if len(p.Ratings) == 0 {
		p.Ratings = defaultRatings
	}
	if p.Clock.IsZero() {
		p.Clock = defaultClock
	}
	if p.Agency.Name == "" {
		p.Agency = DefaultAgency
	}
	return p
}

// Kinds lists the kinds of deliveries that can be made.
func Kinds() []string {
	return append([]string{"xdomea-0501", "xdomea-0503", "files"}, slices.Sorted(maps.Keys(makers()))...)
}

// Make builds the parcel of a plan with its defects. Error: Refused for a kind,
// version, content or defect that is not known.
func Make(p Plan) (*Parcel, error) {
	p = p.withDefaults()
	if err := p.check(); err != nil {
		return nil, err
	}
	return makeParcel(p, manyDocuments)
}

// makeParcel makes the parcel of a plan; one of more documents than many is made
// while it is written, where the plan allows that.
func makeParcel(p Plan, many int) (*Parcel, error) {
	b := newBuilder(p)
	if b.streams(many) {
		return b.stream()
	}
	parcel, err := b.build()
	if err != nil {
		return nil, err
	}
	for _, code := range p.Defects {
		if err := spoilParcel(parcel, code, b); err != nil {
			return nil, err
		}
	}
	if p.Slip {
		parcel.papers = b.papers
	}
	return parcel, nil
}

func (p Plan) check() error {
	refuse := func(what, value string) error {
		return failure.New(failure.Refused, "generate "+what+" "+value, fmt.Sprintf("„%s“ ist für Probelieferungen nicht bekannt (%s).", value, what))
	}
	if !slices.Contains(Kinds(), p.Kind) {
		return refuse("Art", p.Kind)
	}
	if !slices.Contains(xdomea.Versions(), p.Version) {
		return refuse("Version", p.Version)
	}
	for _, m := range p.Mix {
		if _, ok := contents[m]; !ok {
			return refuse("Inhalt", m)
		}
	}
	if p.Slip && p.Profile == "" {
		return failure.New(failure.Refused, "generate slip", "Laufzettel und Abgabeliste nennen ein Profil. Bitte seine Kennung angeben (--profile).")
	}
	for _, d := range p.Defects {
		if _, ok := defectOf(p.Kind, d); !ok {
			return refuse("Mangel", d)
		}
	}
	return nil
}

// builder makes one delivery.
type builder struct {
	Plan
	s       source
	roots   []*record.Object
	members []Member
	files   int
	made    any  // what the kind's own room built, for its defects
	asked   Plan // before the ProzessID was seeded: another pass makes the same again

	// Of a delivery made while it is written (stream.go):
	take func(Member) error // gets every primary file instead of members
	bare bool               // only the record tree is asked for, contents are skipped
	flat bool               // only the primary files are asked for, no tree is kept
}

func newBuilder(p Plan) *builder {
	b := &builder{Plan: p, asked: p, s: newSource(p.Seed)}
	if b.Process == "" {
		b.Process = b.s.uuid()
	}
	return b
}

func (b *builder) build() (*Parcel, error) {
	for i := range b.Dossiers {
		d, err := b.dossier(i)
		if err != nil {
			return nil, err
		}
		b.roots = append(b.roots, d)
	}
	if m, ok := makers()[b.Kind]; ok {
		p, err := m.make(b)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", b.Kind, err)
		}
		p.Clock, p.Folder = b.Clock, b.Folder
		return p, nil
	}
	p := &Parcel{Clock: b.Clock, Folder: b.Folder, Members: b.members}
	if b.Kind == "files" {
		p.Name = "lieferung-" + strconv.FormatUint(b.Seed, 10)
		return p, nil
	}
	message, err := b.message(nil)
	if err != nil {
		return nil, err
	}
	p.Name = b.containerName()
	p.Members = append([]Member{{Name: b.messageName(), Data: message}}, p.Members...)
	return p, nil
}

func (b *builder) containerName() string {
	return stem(xdomea.ContainerName(b.Version, b.Process, b.code(), 1))
}

func stem(name string) string { return name[:len(name)-len(".zip")] }

// code is the type of the message; of a kind without one it names none.
func (b *builder) code() string        { return strings.TrimPrefix(b.Kind, "xdomea-") }
func (b *builder) messageName() string { return xdomea.FileName(b.Version, b.Process, b.code(), 1) }

// draft is the head of the message.
func (b *builder) draft() xdomea.Draft {
	return xdomea.Draft{Version: b.Version, Head: xdomea.Head{ProcessID: b.Process, MessageUUID: newSource(b.Seed ^ 0x77).uuid(), Created: b.Clock,
		Sender: b.Agency, Receiver: archiveParty, System: xdomea.System{Product: "Muster-DMS", Version: "7.2", Vendor: "Muster Software"},
		ImportConfirmation: true, ReferenceCodesBack: true, Number: 1, Total: 1}}
}

// message writes the message of the delivery; change may alter the draft.
func (b *builder) message(change func(*xdomea.Draft)) ([]byte, error) {
	d := b.draft()
	if change != nil {
		change(&d)
	}
	var out bytes.Buffer
	write := xdomea.WriteTransfer
	if b.code() == xdomea.TypeOffer {
		write = xdomea.WriteOffer
	}
	if err := write(&out, d, b.roots); err != nil {
		return nil, fmt.Errorf("write message: %w", err)
	}
	return out.Bytes(), nil
}

func (b *builder) dossier(i int) (*record.Object, error) {
	year := 2004 + i%12
	d := &record.Object{ID: b.s.uuid(), Kind: record.Dossier, Reference: fmt.Sprintf("63.2-%04d", 139+8*i), Subject: projects[i%len(projects)],
		Plan: record.PlanUnit{Reference: "63.2", Title: "Bauaufsicht, Großvorhaben"}, LeadUnit: "Bauaufsichtsamt, Sachgebiet 2",
		Span:   record.DateSpan{From: record.Date(fmt.Sprintf("%d-01-07", year)), To: record.Date(fmt.Sprintf("%d-12-19", year+6))},
		Rating: record.RatingAppraise, Origin: record.OriginMessage, Retention: record.Retention{Years: 10}}
	for k := range b.Cases {
		c, err := b.caseOf(d, i*b.Cases+k, k, year)
		if err != nil {
			return nil, err
		}
		if !b.flat {
			d.Add(c)
		}
	}
	return d, nil
}

func (b *builder) caseOf(d *record.Object, n, k, year int) (*record.Object, error) {
	from := b.s.day(time.Date(year, 1, 10, 0, 0, 0, 0, time.UTC), 300)
	c := &record.Object{ID: b.s.uuid(), Kind: record.Case, Reference: fmt.Sprintf("%s/%02d", d.Reference, k+1), Subject: matters[(n)%len(matters)],
		Plan: d.Plan, LeadUnit: d.LeadUnit, Rating: record.Rating(b.Ratings[n%len(b.Ratings)]), Origin: record.OriginMessage,
		Suggestion: []record.Rating{record.RatingArchive, record.RatingDestroy}[n%2], Retention: record.Retention{Years: 10}}
	last := from
	for i := range b.Documents {
		last = last.AddDate(0, 0, 5+b.s.IntN(60))
		doc, err := b.document(c, i, last)
		if err != nil {
			return nil, err
		}
		if !b.flat {
			c.Add(doc)
		}
	}
	c.Span = record.DateSpan{From: record.Date(from.Format(time.DateOnly)), To: record.Date(last.Format(time.DateOnly))}
	return c, nil
}

func (b *builder) document(c *record.Object, i int, date time.Time) (*record.Object, error) {
	doc := &record.Object{ID: b.s.uuid(), Kind: record.Document, Number: strconv.Itoa(i + 1), Reference: fmt.Sprintf("%s-%d", c.Reference, i+1),
		Subject: b.s.pick(papers) + " zu " + c.Subject, Date: record.Date(date.Format(time.DateOnly)), Type: "Schreiben"}
	name := b.Mix[b.files%len(b.Mix)]
	kind := contents[name]
	b.files++
	m := Member{Name: xdomea.PrimaryFileName(b.Version, b.s.uuid(), "Dokument", kind.ext)}
	hashed := b.Version == "4.0.0" // the message states a digest
	if err := b.fill(&m, name, caption{title: doc.Subject, office: b.Agency.Name, date: date, pages: 1 + i%4}, hashed && !b.flat); err != nil {
		return nil, err
	}
	var digests []record.Digest
	if hashed && !b.flat {
		sum, err := digest(m)
		if err != nil {
			return nil, err
		}
		digests = []record.Digest{{Algorithm: "SHA-256", Value: sum}}
	}
	doc.Versions = []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatCode: xdomea.FormatCode(kind.ext, kind.archival),
		File: record.PrimaryFile{Name: m.Name, Original: papers[i%len(papers)] + "." + kind.ext, Digests: digests}}}}}
	switch {
	case b.Kind == "xdomea-0501" || b.bare:
		return doc, nil
	case b.take != nil:
		return doc, b.take(m)
	}
	b.members = append(b.members, m)
	return doc, nil
}

// fill gives a member its content; where nobody asks for the content only the
// source goes on.
func (b *builder) fill(m *Member, name string, c caption, needed bool) error {
	if b.Size > 0 {
		m.Open = filler(b.s.Uint64(), b.Size)
		return nil
	}
	c.author = b.s.pick(persons)
	if b.bare && !needed {
		contents[name].skip(b.s, c)
		return nil
	}
	data, err := contents[name].make(b.s, c)
	if err != nil {
		return fmt.Errorf("make %s: %w", name, err)
	}
	m.Data = data
	return nil
}

func digest(m Member) (string, error) {
	k, err := m.content().Measure(fixity.SHA256)
	return k.Digests[string(fixity.SHA256)], err
}
