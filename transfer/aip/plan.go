package aip

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"laufzettel/assets"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
)

// Names inside a package, below its root folder.
const (
	metsName        = "METS.xml"
	sealName        = "METS.xml.sha512" // digest of METS.xml in the style of sha512sum
	premisName      = "metadata/preservation/premis.xml"
	descriptionName = "metadata/descriptive/description.xml"
	repFolder       = "representations/rep1/"
	repMetsName     = repFolder + metsName
	dataFolder      = repFolder + "data/"
	docFolder       = "documentation/"
	schemaFolder    = "schemas/"
	readmeName      = docFolder + "LIESMICH.txt"

	// CoverName is the sheet of one page on top of a package, below documentation/;
	// CoverPath is where it lies, from the root folder.
	CoverName = "Deckblatt.pdf"
	CoverPath = docFolder + CoverName

	sha512Name = "sha-512"
)

// maxName is the longest path inside a package, in bytes.
const maxName = 4096

// part is one file of the package under construction.
type part struct {
	path    string // below the root folder
	content []byte // generated parts
	open    func() (io.ReadCloser, error)
	size    int64
	sha512  string
	known   map[string]string // all declared digests of a source file
	mime    string
	created time.Time
	file    *File // source files only
}

// draft is a package under construction.
type draft struct {
	kind        string
	root        string
	pid         string
	label       string
	contentType string // csip:OTHERCONTENTINFORMATIONTYPE
	ordered     time.Time
	archive     string
	agency      string
	agencyID    string
	program     Agent
	refCode     string
	accession   string
	earlier     string
	sourceID    string // id of the Vorgang at the source
	descType    string // OTHERMDTYPE of the trimmed message
	descPath    string
	description Description
	events      []Event
	agents      []Agent
	folders     []Folder
	tree        bool    // the TAR gives files their delivered dates
	parts       []*part // all but METS.xml and its seal, sorted by path in the end
	proven      valid   // once the documents are validated
	readBack    bool    // the written package is compared with METS before it is one
}

// FolderName gives the top folder of a package: its PID with everything that a
// file system could refuse replaced by "_".
func FolderName(pid string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_', r == '.':
			return r
		default:
			return '_'
		}
	}, pid)
}

func refuse(op string, hint wording.Text, detail string) error {
	return failure.Wrap(failure.Refused, op, hint, fmt.Errorf("%s", detail))
}

// plan turns a Spec into a draft without reading content.
func plan(s *Spec) (*draft, error) {
	if s.Object == nil {
		return nil, failure.Wrap(failure.Bug, "plan package", wording.Text{}, fmt.Errorf("no object"))
	}
	if len(s.Files)+len(s.Folders) == 0 {
		return nil, refuse("plan package", wording.Say("hint.aip.no-file"), "no files")
	}
	label := s.Object.Label()
	if label == "" {
		label = s.PID
	}
	d := &draft{kind: KindAIP, pid: s.PID, label: mapping.Legible(label), contentType: orElse(s.ContentType, "xdomea"), ordered: s.Ordered,
		archive: s.Archive,
		agency:  s.Profile.Agency, agencyID: s.Profile.AgencyID, program: s.Program, refCode: s.ReferenceCode, accession: s.Accession.ID,
		earlier: s.EarlierPID, sourceID: s.Object.ID, description: describe(s), events: s.Events, agents: s.Agents}
	for i := range s.Files {
		d.addFile(dataFolder, &s.Files[i])
	}
	for i := range s.Documentation {
		d.addFile(docFolder, &s.Documentation[i])
	}
	if len(s.Descriptive) > 0 {
		name := orElse(path.Base(s.DescriptiveName), "message.xml")
		if "metadata/descriptive/"+name == descriptionName || name == "." {
			name = "message.xml" // our own description keeps its name
		}
		d.descPath, d.descType = "metadata/descriptive/"+name, orElse(mapping.Legible(s.DescriptiveType), "source")
		d.addBytes(d.descPath, s.Descriptive)
	}
	d.folders, d.tree = slices.Clone(s.Folders), s.Tree || len(s.Folders) > 0
	slices.SortFunc(d.folders, func(a, b Folder) int { return strings.Compare(a.Path+"/", b.Path+"/") })
	return d, d.complete()
}

// planAccession turns an AccessionSpec into a draft.
func planAccession(s *AccessionSpec) (*draft, error) {
	if len(s.Files) == 0 {
		return nil, refuse("plan accession package", wording.Say("hint.aip.no-document"), "no files")
	}
	m := s.Profile.Mapping.InForce()
	whole := &Spec{PID: s.PID, Profile: s.Profile, Archive: s.Archive, Accession: s.Accession, Ordered: s.Ordered, Files: s.Files}
	scope := whole.scope()
	d := &draft{kind: KindAccession, pid: s.PID, label: "Akzession " + strings.TrimSpace(s.Accession.Number+" "+s.Accession.ID),
		contentType: "accession",
		ordered:     s.Ordered, archive: s.Archive, agency: s.Profile.Agency, agencyID: s.Profile.AgencyID, program: s.Program,
		accession: s.Accession.ID, events: s.Events, agents: s.Agents}
	d.description = Description{Kind: KindAccession, PID: s.PID, AccessionID: s.Accession.ID,
		Administrative: scope.of(nil, nil).Values(m.AIP),
		Decisions:      s.Decisions, Packages: s.Packages}
	for i := range s.Files {
		f := &s.Files[i]
		d.addFile(dataFolder, f)
		d.description.Files = append(d.description.Files, FileEntry{Path: dataFolder + f.Path,
			Fields: scope.of(nil, f).Values(m.Technical)})
	}
	return d, d.complete()
}

// complete adds what every package carries and checks ids, clock and names.
func (d *draft) complete() error {
	const op = "plan package"
	switch {
	case d.pid == "":
		return failure.Wrap(failure.Bug, op, wording.Text{}, fmt.Errorf("no persistent identifier"))
	case d.ordered.IsZero():
		return failure.Wrap(failure.Bug, op, wording.Text{}, fmt.Errorf("no time of the order"))
	case d.program.Name == "" || d.program.Version == "":
		return failure.Wrap(failure.Bug, op, wording.Text{}, fmt.Errorf("program without name or version"))
	case d.archive == "" || d.agency == "":
		return refuse(op, wording.Say("hint.aip.no-name"), "archive or agency without a name")
	}
	for _, x := range d.description.Decisions {
		if strings.TrimSpace(x.Text) == "" {
			return refuse(op, wording.Say("hint.aip.no-reason"), "decision without text")
		}
	}
	d.root = FolderName(d.pid)
	d.ordered = d.ordered.UTC().Truncate(time.Second)
	if !slices.ContainsFunc(d.parts, func(p *part) bool { return p.path == readmeName }) {
		d.addBytes(readmeName, readme(d))
	}
	for _, name := range schemaNames {
		d.addBytes(schemaFolder+name, assets.Schema(name))
	}
	return d.checkNames()
}

// checkNames refuses paths that leave their folder or clash on another system.
func (d *draft) checkNames() error {
	slices.SortFunc(d.parts, func(a, b *part) int { return strings.Compare(a.path, b.path) })
	fold, seen := cases.Fold(), map[string]string{}
	for _, p := range d.parts {
		if !safeName(p.path) {
			return refuse("plan package", wording.Say("hint.aip.unsafe-file", p.path), "unsafe path")
		}
		key := fold.String(norm.NFC.String(p.path))
		if other, twice := seen[key]; twice {
			return refuse("plan package", wording.Say("hint.aip.names-clash", other, p.path), "names clash")
		}
		seen[key] = p.path
	}
	for i, f := range d.folders {
		name := dataFolder + f.Path
		if _, file := seen[fold.String(norm.NFC.String(name))]; file || !safeName(name) || i > 0 && d.folders[i-1].Path == f.Path {
			return refuse("plan package", wording.Say("hint.aip.unsafe-folder", name), "unsafe folder")
		}
	}
	return nil
}

// safeName reports whether a path stays in its folder and can be written in XML.
func safeName(name string) bool {
	return path.Clean(name) == name && !path.IsAbs(name) && !strings.HasPrefix(name, "../") && len(name) <= maxName &&
		utf8.ValidString(name) && mapping.Legible(name) == name && !strings.ContainsAny(name, "\\\t\r\n\x00")
}

func (d *draft) addFile(folder string, f *File) {
	p := &part{path: folder + f.Path, open: f.Open, size: f.Size, known: map[string]string{}, mime: mimeOf(f.Format.MIME, f.Path),
		created: f.Modified, file: f}
	for alg, v := range f.Digests {
		p.known[alg] = strings.ToLower(v)
	}
	p.sha512 = p.known[sha512Name]
	if p.created.IsZero() {
		p.created = d.ordered
	}
	d.parts = append(d.parts, p)
}

func (d *draft) addBytes(name string, b []byte) *part {
	p := &part{path: name, content: b, size: int64(len(b)), sha512: digestOf(b), mime: mimeOf("", name), created: d.ordered}
	p.open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
	d.parts = append(d.parts, p)
	return p
}

// mimeOf takes the first identified MIME type, else one by a fixed table: the
// table of the operating system would make two machines write two packages.
func mimeOf(identified, name string) string {
	first, _, _ := strings.Cut(identified, ",")
	if t, _, err := mime.ParseMediaType(first); err == nil {
		return t
	}
	table := map[string]string{".xml": "application/xml", ".xsd": "application/xml", ".txt": "text/plain", ".pdf": "application/pdf",
		".json": "application/json"}
	if t, ok := table[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "application/octet-stream"
}

// digest makes sure that the SHA-512 of every source file is known; METS stands
// before the data in the TAR. Files whose digest the check already computed are
// not read here, but every file is verified again while it is copied.
func (d *draft) digest(ctx context.Context) error {
	buf := make([]byte, copyBuffer)
	for _, p := range d.parts {
		if p.sha512 != "" {
			continue
		}
		got, err := p.copy(ctx, io.Discard, buf, false)
		if err != nil {
			return err
		}
		p.sha512 = got
	}
	return nil
}

func digestOf(b []byte) string {
	sum := sha512.Sum512(b)
	return hex.EncodeToString(sum[:])
}

// seal generates the metadata of the package, innermost first, and gives METS.xml.
func (d *draft) seal(ctx context.Context) (root []byte, err error) {
	if err := d.digest(ctx); err != nil {
		return nil, err
	}
	description, premis, rep := d.description.xml(len(d.parts)), d.premis(), d.repMETS()
	d.addBytes(descriptionName, description)
	d.addBytes(premisName, premis)
	d.addBytes(repMetsName, rep)
	if err := d.checkNames(); err != nil {
		return nil, err
	}
	root = d.rootMETS()
	d.proven = valid{}
	for _, x := range []struct {
		name, namespace string
		doc             []byte
	}{{descriptionName, Namespace, description}, {premisName, mets.PREMISNamespace, premis}, {repMetsName, mets.Namespace, rep},
		{metsName, mets.Namespace, root}} {
		faults, err := validate(ctx, x.namespace, x.doc)
		if err != nil {
			return nil, err
		}
		if len(faults) > 0 {
			return nil, failure.Wrap(failure.Bug, "validate package metadata",
				wording.Say("hint.aip.metadata-off-schema"),
				fmt.Errorf("%s: %s", x.namespace, wording.List("; ", faults)))
		}
		d.proven[x.name] = digestOf(x.doc)
	}
	return root, nil
}

// named says whose the package is: reference code, title and agency, as far as it has
// them (E13).
func named(d *draft) string {
	var b strings.Builder
	for _, x := range [][2]string{{"Archivsignatur: ", d.refCode}, {"Titel:          ", d.label}, {"Stelle:         ", d.agency},
		{"Archiv:         ", d.archive}} {
		if v := strings.Join(strings.Fields(mapping.Legible(x[1])), " "); v != "" {
			b.WriteString(x[0] + v + "\n")
		}
	}
	return b.String()
}

func readme(d *draft) []byte {
	what := "ein Archivpaket (AIP)"
	if d.kind == KindAccession {
		what = "ein Akzessionspaket mit Berichten, Schreiben und Listen einer Übernahme"
	}
	sheet := ""
	if d.part(CoverPath) != nil {
		sheet = "documentation             " + CoverName + ": das Paket auf einer Seite, als PDF/A; dieser Text\n"
	}
	return []byte(`Dieser Ordner ist ` + what + ` nach E-ARK CSIP 2.2, Fassung ` + FormatVersion + `.

` + sheet + `METS.xml                  nennt jede Datei mit Prüfsumme (SHA-512)
METS.xml.sha512           Prüfsumme von METS.xml, zu prüfen mit sha512sum -c
metadata/descriptive      description.xml: Beschreibung; dazu die gekürzte Nachricht der abgebenden Stelle
metadata/preservation     premis.xml: Formate, Prüfsummen, Ereignisse, Beteiligte, Schutzfrist
representations/rep1/data die archivierten Dateien
representations/rep1      METS.xml nennt sie mit Prüfsumme
schemas                   XML-Schemata der genannten Dokumente

` + named(d) + `Kennung:        ` + d.pid + `
Geschrieben mit ` + d.program.Name + ` ` + d.program.Version + `
`)
}
