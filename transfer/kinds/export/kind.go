package export

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/vocab"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Kind is the delivery kind export (check.Kind). The zero value is ready.
type Kind struct{}

var (
	_ check.Kind       = Kind{}
	_ check.Describing = Kind{}
)

// Name is the kind's name (cli.md).
const Name = "export"

const (
	maxSniffed = 64
	sniffBytes = 8 << 10
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name} }

// Recognise implements check.Kind: a metadata document of our vocabulary at the
// top of the tree or one folder below.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	found, err := documents(ctx, t)
	if err != nil || len(found) == 0 {
		return check.Match{}, err
	}
	return check.Match{Kind: Name, Confidence: 100, Root: dir(found[0]), Note: "Metadatendokument " + found[0]}, nil
}

func dir(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// documents finds the metadata documents at the top or, if none lies there, one
// folder below.
func documents(ctx context.Context, t container.Tree) ([]string, error) {
	isXML := func(p string) bool { return strings.EqualFold(path.Ext(p), ".xml") }
	return container.Nearest(ctx, t, maxSniffed, isXML, func(p string) bool { return ours(ctx, t, p) })
}

// ours reports whether the root element is that of our vocabulary.
func ours(ctx context.Context, t container.Tree, p string) bool {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return false // the one read tells why
	}
	defer rc.Close()
	root, ok := xmlwalk.RootOf(io.LimitReader(rc, sniffBytes), xmlwalk.Latin)
	return ok && root.Name == xml.Name{Space: Namespace, Local: "Export"}
}

// delivery is what the rules work on.
type delivery struct {
	d       *Description
	at      string
	root    string
	schemas []string
	data    []string // all but the papers and schemas
	slip    bool
	byName  map[string]File // by path, made when first asked
	beside  []string        // further files a layout reads the description from
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, _ check.ReadInput) (*check.Manifest, []check.Finding, error) {
	found, err := documents(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, []check.Finding{codeUnreadable.At(m.Root)}, nil
	}
	x := &delivery{at: found[0], root: dir(found[0])}
	var findings []check.Finding
	for _, p := range found[1:] {
		findings = append(findings, codeSeveral.At(p).Want(x.at, p))
	}
	rc, err := t.Open(ctx, x.at)
	if err == nil {
		defer rc.Close()
		x.d, err = ReadDescription(rc)
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, append(findings, codeUnreadable.At(x.at).Want("", check.FaultWords(err))), nil
	}
	told, tool, err := vocab.Validate(ctx, Schema, x.at, t)
	if err != nil {
		return nil, nil, err
	}
	man := &check.Manifest{Standard: "1.0", Checks: []check.Done{{Name: "schema", State: check.Full, Tool: tool}}}
	return x.finish(ctx, t, man, append(findings, told...))
}

// finish makes the manifest of what the description says, whoever wrote it.
func (x *delivery) finish(ctx context.Context, t container.Tree, man *check.Manifest, findings []check.Finding) (*check.Manifest,
	[]check.Finding, error) {
	man.Kind, man.Agency, man.Title = Name, check.Agency{Name: x.d.Agency, ID: x.d.AgencyID}, strings.TrimSpace("Export "+x.d.System)
	man.ListsAll, man.Documents, man.Detail = true, true, x
	man.Created, _ = xmlwalk.Moment(x.d.Created)
	told, err := x.listing(ctx, t, man)
	if err != nil {
		return nil, nil, err
	}
	man.Roots, man.Fields = x.tree(), x.fields()
	return man, append(findings, told...), nil
}

// listing names every file: the papers by what they are, the rest as the metadata
// document does.
func (x *delivery) listing(ctx context.Context, t container.Tree, man *check.Manifest) ([]check.Finding, error) {
	seen := map[string]bool{}
	add := func(l check.Listed) {
		if !seen[l.Path] {
			seen[l.Path] = true
			man.Listed = append(man.Listed, l)
		}
	}
	for _, p := range append([]string{x.at}, x.beside...) {
		add(check.Listed{Path: p, Role: check.RoleMessage, Size: -1})
	}
	papers, findings, err := slip.Find(ctx, t)
	if err != nil {
		return nil, err
	}
	x.slip = papers != nil
	for _, l := range papers.Listed() {
		add(l)
	}
	for _, f := range x.d.Files {
		if strings.Contains(f.Name, "!") {
			continue // inside a container: rule data
		}
		l := check.Listed{Path: path.Join(x.root, path.Clean("/" + f.Name)[1:]), Role: check.RoleContent, Size: -1, By: x.at}
		if strings.EqualFold(path.Ext(f.Name), ".xsd") {
			l.Role = check.RoleSchema
		}
		if n, err := strconv.ParseInt(f.Size, 10, 64); err == nil && n >= 0 {
			l.Size = n
		}
		if alg, ok := fixity.ParseAlgorithm(f.Algorithm); ok && f.Digest != "" {
			l.Digests = []check.Declared{{Algorithm: string(alg), Value: strings.ToLower(f.Digest), By: x.at}}
		}
		add(l)
	}
	err = t.Files(ctx, func(e container.Entry) error {
		switch ext := strings.ToLower(path.Ext(e.Path)); {
		case ext == ".xsd":
			x.schemas = append(x.schemas, e.Path)
			add(check.Listed{Path: e.Path, Role: check.RoleSchema, Size: -1, By: x.at})
		case digestOf(e.Path) != "":
			add(check.Listed{Path: e.Path, Role: check.RoleManifest, Size: -1})
		case e.Path != x.at && !slices.Contains(x.beside, e.Path) && !isPaper(man.Listed, e.Path):
			x.data = append(x.data, e.Path)
		}
		return nil
	})
	return findings, err
}

// maxPapers bounds where in the list slip and list stand, behind what describes the export.
const maxPapers = 64

func isPaper(listed []check.Listed, p string) bool {
	return slices.ContainsFunc(listed[:min(len(listed), maxPapers)], func(l check.Listed) bool {
		return l.Path == p &&
			l.Role == check.RoleSlip
	})
}

// digestOf gives the path a sidecar such as daten.tar.sha256 speaks of, "" for
// other files.
func digestOf(p string) string {
	switch ext := path.Ext(p); strings.ToLower(ext) {
	case ".md5", ".sha1", ".sha256", ".sha512":
		return strings.TrimSuffix(p, ext)
	}
	return ""
}

// fields are the statements for people and index (B5).
func (x *delivery) fields() (out []record.Field) {
	for _, s := range statements {
		if v := s.at(x.d); v != "" {
			out = append(out, record.Field{Name: s.label, Value: v})
		}
	}
	for _, f := range []record.Field{{Name: "Programm", Value: strings.TrimSpace(x.d.Program + " " + x.d.Release)},
		{Name: "Beschreibung", Value: x.d.About}} {
		if f.Value != "" {
			out = append(out, f)
		}
	}
	return out
}

// tree makes the record tree: the system as dossier, the export as one case that
// is kept whole (B4).
func (x *delivery) tree() []*record.Object {
	object := func(kind record.Kind, id string) *record.Object {
		return &record.Object{ID: id, Kind: kind, Reference: x.d.ShortName, Subject: x.d.System, LeadUnit: x.d.Agency,
			Span:   record.DateSpan{From: record.Date(x.d.From), To: record.Date(x.d.To)},
			Rating: record.RatingArchive, Origin: record.OriginKind, Retention: record.Retention{Years: -1}, Fields: x.fields()}
	}
	root, all := object(record.Dossier, "verfahren-"+x.d.ShortName), object(record.Case, "export-"+x.d.ShortName)
	root.Add(all)
	for _, p := range slices.Concat([]string{x.at}, x.data, x.schemas) {
		doc := &record.Object{ID: "datei-" + p, Kind: record.Document, Subject: path.Base(p), Date: record.Date(x.d.To),
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{File: record.PrimaryFile{Name: p}}}}}}
		if p == x.at {
			doc.Subject = "Metadatendokument"
		}
		all.Add(doc)
	}
	return []*record.Object{root}
}

// Describe implements check.Describing with the metadata document.
func (Kind) Describe(ctx context.Context, t container.Tree) (check.Describer, error) {
	lost := func(err error) error {
		return failure.Wrap(failure.Damaged, "read metadata document", wording.Say("hint.export.metadata-lost"), err)
	}
	found, err := documents(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, lost(errors.New("no metadata document in " + t.Name()))
	}
	rc, err := t.Open(ctx, found[0])
	if err != nil {
		return nil, lost(err)
	}
	defer rc.Close()
	var b bytes.Buffer
	if _, err := io.Copy(&b, io.LimitReader(rc, maxDocument)); err != nil {
		return nil, lost(fmt.Errorf("read %s: %w", found[0], err))
	}
	return describer{path.Base(found[0]), b.Bytes()}, nil
}

type describer struct {
	name string
	data []byte
}

// Description implements check.Describer.
func (d describer) Description(string) (name, standard string, data []byte, err error) {
	return d.name, "Laufzettel Export 1.0", d.data, nil
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.export")
}
