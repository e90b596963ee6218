package aip

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// ErrNotPackage is told by Open for a container that is no package of ours.
var ErrNotPackage = errors.New("aip: not an archival package")

// Package is one opened package. It is safe for concurrent use; Close releases
// the file.
type Package struct {
	tree        container.Tree
	root        string
	mets        []byte
	contents    *xMETS // mets as read
	rep         []byte // METS of the representation, nil where it is missing
	premis      []byte
	description Description
	raw         []byte   // description as stored
	listed      []Listed // ordered by path
}

// Listed is one file that METS names.
type Listed struct {
	Path   string // below the root folder
	Size   int64
	SHA512 string
	MIME   string
	Use    string // Metadata, Documentation, Schemas, Representations/rep1, Data
}

// Open opens a package (TAR, also unpacked folder or ZIP) and reads its metadata.
// It proves nothing: see Verify. Errors: *container.Refused for a hostile or
// unreadable container, ErrNotPackage in a failure.Refused, our own otherwise.
func Open(ctx context.Context, name string) (*Package, error) {
	t, err := container.Open(ctx, name, container.Options{Limits: container.Limits{PathLength: 2 * maxName}, Tolerate: []string{"NAM-001", "NAM-002", "NAM-003", "NAM-004", "NAM-005"}})
	if err != nil {
		return nil, err
	}
	p, err := fromTree(ctx, t)
	if err != nil {
		_ = t.Close()
		return nil, err
	}
	return p, nil
}

func notPackage(detail string) error {
	return failure.Wrap(failure.Refused, "open package", "Das ist kein Archivpaket dieses Programms: "+detail+". Bitte eine andere Datei wählen.", ErrNotPackage)
}

func fromTree(ctx context.Context, t container.Tree) (*Package, error) {
	p := &Package{tree: t}
	for _, candidate := range []string{"", rootOf(ctx, t)} {
		if _, ok := t.Stat(path.Join(candidate, metsName)); ok {
			p.root = candidate
			break
		}
	}
	var err error
	if p.mets, err = p.read(ctx, metsName); err != nil {
		return nil, notPackage("METS.xml fehlt")
	}
	if p.raw, err = p.read(ctx, descriptionName); err != nil {
		return nil, notPackage("die Beschreibung fehlt")
	}
	if p.premis, err = p.read(ctx, premisName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if depth(p.raw) > maxDepth || depth(p.mets) > maxDepth {
		return nil, notPackage("die Metadaten sind zu tief geschachtelt")
	}
	if p.description, err = parseDescription(p.raw); err != nil {
		return nil, notPackage("die Beschreibung ist nicht lesbar")
	}
	if p.listed, err = p.listing(ctx); err != nil {
		return nil, notPackage("METS.xml ist nicht lesbar")
	}
	return p, nil
}

// maxDepth bounds the nesting of metadata documents before they are unmarshalled;
// the record tree itself is far flatter.
const maxDepth = 200

// depth counts the deepest nesting of a document, as far as it is well-formed.
func depth(doc []byte) int {
	dec := xml.NewDecoder(strings.NewReader(string(doc)))
	deepest, now := 0, 0
	for {
		tok, err := dec.RawToken()
		if err != nil {
			return deepest
		}
		switch tok.(type) {
		case xml.StartElement:
			now++
			deepest = max(deepest, now)
		case xml.EndElement:
			now--
		case xml.Directive: // DOCTYPE: never ours
			return maxDepth + 1
		}
	}
}

var errStop = errors.New("stop")

// rootOf gives the first segment of the first file: the single root folder.
func rootOf(ctx context.Context, t container.Tree) string {
	root := ""
	// The walk ends with errStop, or finds nothing.
	_ = t.Files(ctx, func(e container.Entry) error {
		root, _, _ = strings.Cut(e.Path, "/")
		return errStop
	})
	return root
}

// Close releases the package.
func (p *Package) Close() error { return p.tree.Close() }

// Name is the file name of the package.
func (p *Package) Name() string { return p.tree.Name() }

// Metadata is the description of the package, MAPPING-2 to MAPPING-4.
func (p *Package) Metadata() Description { return p.description }

// METS, PREMIS and DescriptionXML give the documents as stored; PREMIS is nil
// where it is missing.
func (p *Package) METS() []byte { return p.mets }

// PREMIS gives the PREMIS document as stored.
func (p *Package) PREMIS() []byte { return p.premis }

// DescriptionXML gives the description document as stored.
func (p *Package) DescriptionXML() []byte { return p.raw }

// Files lists every file that METS names, in the order of paths.
func (p *Package) Files() []Listed { return slices.Clone(p.listed) }

// File finds the file that METS names by its path below the root folder.
func (p *Package) File(name string) (Listed, bool) {
	i, ok := slices.BinarySearchFunc(p.listed, name, func(l Listed, name string) int { return strings.Compare(l.Path, name) })
	if !ok {
		return Listed{}, false
	}
	return p.listed[i], true
}

// OpenFile opens one file of the package by its path below the root folder.
// Errors: fs.ErrNotExist, container.ErrCorrupt.
func (p *Package) OpenFile(ctx context.Context, name string) (io.ReadCloser, error) {
	return p.tree.Open(ctx, path.Join(p.root, name))
}

// Message gives the trimmed message of the delivery and its path; nil where the
// package has none.
func (p *Package) Message(ctx context.Context) (name string, content []byte, err error) {
	for _, l := range p.listed {
		if strings.HasPrefix(l.Path, "metadata/descriptive/") && l.Path != descriptionName {
			b, err := p.read(ctx, l.Path)
			return l.Path, b, err
		}
	}
	return "", nil, nil
}

func (p *Package) read(ctx context.Context, name string) ([]byte, error) {
	e, ok := p.tree.Stat(path.Join(p.root, name))
	if !ok {
		return nil, fmt.Errorf("read %s: %w", name, fs.ErrNotExist)
	}
	if e.Size > maxMetadata {
		return nil, notPackage(name + " ist zu groß")
	}
	r, err := p.tree.Open(ctx, e.Path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer r.Close() // opened for reading
	b, err := io.ReadAll(io.LimitReader(r, maxMetadata))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return b, nil
}

// Document is one document of a package for the reading room.
type Document struct {
	Entry   *Entry
	Parents []*Entry // outermost first
	Date    string   // as far as it is known; "" = undated
	Derived bool     // the date was derived (A38)
}

// Documents lists the documents in chronological order by document date (3.10);
// undated ones come last, equal dates by the number in the container, then in the
// order of the tree (A38).
func (p *Package) Documents() []Document { return p.description.Documents() }

// Documents lists the documents of a description in chronological order.
func (d Description) Documents() []Document {
	var out []Document
	var walk func(e *Entry, parents []*Entry)
	walk = func(e *Entry, parents []*Entry) {
		if e.Kind == record.Document && !e.Context {
			v := e.Field("date")
			out = append(out, Document{Entry: e, Parents: parents, Date: v.Value, Derived: v.Derived})
		}
		below := append(slices.Clone(parents), e)
		for _, c := range e.Children {
			walk(c, below)
		}
	}
	for _, e := range d.Objects {
		walk(e, nil)
	}
	slices.SortStableFunc(out, func(a, b Document) int {
		switch {
		case a.Date == "" || b.Date == "":
			return boolOrder(a.Date == "") - boolOrder(b.Date == "")
		case a.Date != b.Date:
			return strings.Compare(a.Date, b.Date)
		default:
			return compareNumbers(a.Entry.Number, b.Entry.Number)
		}
	})
	return out
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareNumbers orders "2" before "10"; what is no number comes after, by letters.
func compareNumbers(a, b string) int {
	if digits(a) && digits(b) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		if len(a) != len(b) {
			return len(a) - len(b)
		}
	}
	return strings.Compare(a, b)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// The shape encoding/xml reads METS into; both documents have it.
type (
	xMETS struct {
		XMLName xml.Name `xml:"http://www.loc.gov/METS/ mets"`
		ID      string   `xml:"OBJID,attr"`
		Header  struct {
			Agents []xAgent `xml:"agent"`
			Alt    []struct {
				Type  string `xml:"TYPE,attr"`
				Value string `xml:",chardata"`
			} `xml:"altRecordID"`
		} `xml:"metsHdr"`
		DMD    []xRef   `xml:"dmdSec>mdRef"`
		AMD    []xRef   `xml:"amdSec>digiprovMD>mdRef"`
		Groups []xGroup `xml:"fileSec>fileGrp"`
	}
	xAgent struct {
		Role  string `xml:"ROLE,attr"`
		Type  string `xml:"TYPE,attr"`
		Other string `xml:"OTHERTYPE,attr"`
		Name  string `xml:"name"`
		Note  string `xml:"note"`
	}
	xRef struct {
		Href   string `xml:"http://www.w3.org/1999/xlink href,attr"`
		Size   int64  `xml:"SIZE,attr"`
		Sum    string `xml:"CHECKSUM,attr"`
		MIME   string `xml:"MIMETYPE,attr"`
		MDType string `xml:"MDTYPE,attr"`
	}
	xGroup struct {
		Use   string `xml:"USE,attr"`
		Files []struct {
			Size  int64  `xml:"SIZE,attr"`
			Sum   string `xml:"CHECKSUM,attr"`
			MIME  string `xml:"MIMETYPE,attr"`
			FLoct xRef   `xml:"FLocat"`
		} `xml:"file"`
	}
)

// creator reports whether the agent is the program that made the package (CSIP11
// to CSIP16).
func (a xAgent) creator() bool {
	return a.Role == "CREATOR" && a.Type == "OTHER" && a.Other == "SOFTWARE" && a.Name != "" && a.Note != ""
}

// listing joins what both METS documents name.
func (p *Package) listing(ctx context.Context) ([]Listed, error) {
	var err error
	if p.contents, err = parseMETS(p.mets); err != nil {
		return nil, err
	}
	out, err := p.contents.files("")
	if err != nil {
		return nil, err
	}
	p.rep, err = p.read(ctx, repMetsName)
	switch {
	case errors.Is(err, fs.ErrNotExist): // Verify tells of it
	case err != nil:
		return nil, err
	default:
		rep, err := parseMETS(p.rep)
		if err != nil {
			return nil, err
		}
		more, err := rep.files(repFolder)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	slices.SortFunc(out, func(a, b Listed) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

func parseMETS(b []byte) (*xMETS, error) {
	var x xMETS
	if err := xml.Unmarshal(b, &x); err != nil {
		return nil, fmt.Errorf("read METS: %w", err)
	}
	return &x, nil
}

func (x *xMETS) files(base string) ([]Listed, error) {
	var out []Listed
	add := func(href string, size int64, sum, mime, use string) error {
		name, err := url.PathUnescape(href)
		if err != nil {
			return fmt.Errorf("read METS: link %q: %w", href, err)
		}
		out = append(out, Listed{Path: base + name, Size: size, SHA512: sum, MIME: mime, Use: use})
		return nil
	}
	for _, r := range slices.Concat(x.DMD, x.AMD) {
		if err := add(r.Href, r.Size, r.Sum, r.MIME, "Metadata"); err != nil {
			return nil, err
		}
	}
	for _, g := range x.Groups {
		for _, f := range g.Files {
			if err := add(f.FLoct.Href, f.Size, f.Sum, f.MIME, g.Use); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
