package aip

import (
	"bytes"
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
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// ErrNotPackage is told by Open for a container that is no package of ours.
var ErrNotPackage = errors.New("aip: not an archival package")

// Package is one opened package. It is safe for concurrent use; Close releases
// the file.
type Package struct {
	tree        container.Tree
	root        string
	mets        []byte
	contents    *mets.Contents // mets as read
	rep         []byte         // METS of the representation, nil where it is missing
	premis      []byte
	description Description
	raw         []byte   // description as stored
	listed      []Listed // ordered by path
	folders     []Folder // ordered by path
}

// Listed is one file that METS names.
type Listed struct {
	Path   string // below the root folder
	Size   int64
	SHA512 string
	MIME   string
	// Created is when the file was changed last, as delivered; zero where METS says nothing.
	Created time.Time
	Use     string // Metadata, Documentation, Schemas, Representations/rep1, Data
}

// Open opens a package (TAR, also unpacked folder or ZIP) and reads its metadata.
// It proves nothing: see Verify. Errors: *container.Refused for a hostile or
// unreadable container, ErrNotPackage in a failure.Refused, our own otherwise.
func Open(ctx context.Context, name string) (*Package, error) {
	t, err := container.Open(ctx, name, container.Options{Limits: container.Limits{PathLength: 2 * maxName},
		Tolerate: []string{"NAM-001", "NAM-002", "NAM-003", "NAM-004", "NAM-005"}})
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
	return failure.Wrap(failure.Refused, "open package", wording.Say("hint.aip.not-our-package", detail), ErrNotPackage)
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
	if depth(p.raw) > maxDepth {
		return nil, notPackage("die Metadaten sind zu tief geschachtelt")
	}
	if p.description, err = parseDescription(p.raw); err != nil {
		return nil, notPackage("die Beschreibung ist nicht lesbar")
	}
	p.listed, err = p.listing(ctx)
	switch {
	case errors.Is(err, xmlwalk.ErrLimit), errors.Is(err, xmlwalk.ErrDoctype):
		return nil, notPackage("die Metadaten sind zu tief geschachtelt")
	case err != nil:
		return nil, notPackage("METS.xml ist nicht lesbar")
	}
	return p, nil
}

// maxDepth bounds the nesting of descriptions before they are unmarshalled; the record
// tree itself is far flatter.
const maxDepth = 200

// depth counts the deepest nesting of a document, as far as it is well-formed.
func depth(doc []byte) int {
	if n, sure := plainDepth(doc); sure {
		return n
	}
	dec := xml.NewDecoder(bytes.NewReader(doc))
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

// plainDepth is depth of documents as we write them, without a reader that takes every
// word apart; sure is false where there is more in it than elements and text.
func plainDepth(doc []byte) (deepest int, sure bool) {
	now := 0
	doc = bytes.TrimPrefix(doc, []byte(xml.Header))
	for {
		at := bytes.IndexByte(doc, '<')
		if at < 0 || at+1 == len(doc) {
			return deepest, true
		}
		doc = doc[at+1:]
		switch doc[0] {
		case '!', '?':
			return 0, false
		case '/':
			now--
			continue
		}
		end := tagEnd(doc)
		if end < 0 {
			return deepest, true
		}
		deepest = max(deepest, now+1)
		if doc[end-1] != '/' {
			now++
		}
		doc = doc[end:]
	}
}

// tagEnd gives the place of the sign that ends a tag, -1 where none does: one inside the
// quotes of a value does not.
func tagEnd(doc []byte) int {
	for i := 1; i < len(doc); i++ {
		switch c := doc[i]; c {
		case '>':
			return i
		case '"', '\'':
			n := bytes.IndexByte(doc[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
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

// Folders lists the folders of the delivered tree that METS names, in path order;
// none where the folders were no part of the delivery.
func (p *Package) Folders() []Folder { return slices.Clone(p.folders) }

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

// Content opens one file of the package for reading anywhere, as OpenFile does; free
// must be called once, before the package is closed.
func (p *Package) Content(ctx context.Context, name string) (c container.Content, free func(), err error) {
	return container.Random(ctx, p.tree, path.Join(p.root, name))
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
	var b bytes.Buffer
	b.Grow(int(min(e.Size, roomAtOnce)) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(r, maxMetadata)); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return b.Bytes(), nil
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

// listing joins what both METS documents name.
func (p *Package) listing(ctx context.Context) ([]Listed, error) {
	var err error
	if p.contents, err = mets.Read(bytes.NewBuffer(p.mets)); err != nil {
		return nil, err
	}
	out, err := listed(p.contents, "")
	if err != nil {
		return nil, err
	}
	p.rep, err = p.read(ctx, repMetsName)
	switch {
	case errors.Is(err, fs.ErrNotExist): // Verify tells of it
	case err != nil:
		return nil, err
	default:
		rep, err := mets.Read(bytes.NewBuffer(p.rep))
		if err != nil {
			return nil, err
		}
		more, err := listed(rep, repFolder)
		if err != nil {
			return nil, err
		}
		out, p.folders = append(out, more...), folders(rep)
	}
	slices.SortFunc(out, func(a, b Listed) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// folders gives the delivered folders in path order.
func folders(c *mets.Contents) (out []Folder) {
	for _, d := range c.Divisions {
		if d.Type == folderType {
			out = append(out, Folder{Path: d.Label, Modified: parseStamp(d.Date)})
		}
	}
	slices.SortFunc(out, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// listed gives the files a METS document names, with paths below the folder base.
func listed(c *mets.Contents, base string) ([]Listed, error) {
	var out []Listed
	add := func(href string, x mets.Content, use, date string) error {
		name, err := url.PathUnescape(href)
		if err != nil {
			return fmt.Errorf("read METS: link %q: %w", href, err)
		}
		out = append(out, Listed{Path: base + name, Size: x.Size, SHA512: x.Digest, MIME: x.MIME, Use: use, Created: parseStamp(date)})
		return nil
	}
	for _, r := range c.Metadata {
		if err := add(r.Href, r.Content, "Metadata", ""); err != nil {
			return nil, err
		}
	}
	for _, g := range c.Groups {
		for _, f := range g.Files {
			if err := add(f.Href, f.Content, g.Use, f.Created); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
