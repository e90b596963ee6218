package siard

import (
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Kind is the delivery kind siard (check.Kind). The zero value is ready.
type Kind struct{}

var (
	_ check.Kind       = Kind{}
	_ check.Describing = Kind{}
)

// Namespaces of the metadata.
const (
	Namespace1 = "http://www.bar.admin.ch/xmlns/siard/1.0/metadata.xsd"
	Namespace2 = "http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd"
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{"siard"} }

// Recognise implements check.Kind: header/metadata.xml with root siardArchive, at
// the top or in a folder of the top; or a header and content without it.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	var roots []string
	var xsd, data bool
	err := t.Files(ctx, func(e container.Entry) error {
		if dir, ok := strings.CutSuffix(e.Path, "header/metadata.xml"); ok && strings.Count(dir, "/") <= 1 {
			roots = append(roots, strings.TrimSuffix(dir, "/"))
		}
		xsd = xsd || e.Path == "header/metadata.xsd"
		data = data || strings.HasPrefix(e.Path, "content/schema")
		return nil
	})
	if err != nil {
		return check.Match{}, err
	}
	extension := strings.EqualFold(path.Ext(t.Name()), ".siard")
	for _, root := range roots {
		name, err := rootName(ctx, t, path.Join(root, "header/metadata.xml"))
		if err != nil {
			return check.Match{}, err
		}
		if name == "siardArchive" || name == "" && extension {
			return check.Match{Kind: "siard", Confidence: 100, Root: root, Note: "siardArchive"}, nil
		}
	}
	if len(roots) == 0 && (extension || xsd && data) {
		return check.Match{Kind: "siard", Confidence: 80, Note: "Aufbau eines SIARD-Archivs ohne metadata.xml"}, nil
	}
	if at, err := archiveIn(ctx, t); at != "" || err != nil {
		return check.Match{Kind: "siard", Confidence: 60, Root: folderOf(at), Note: "SIARD-Archiv " + at}, err
	}
	return check.Match{}, nil
}

// rootName is "" where the document cannot be read that far.
func rootName(ctx context.Context, t container.Tree, p string) (string, error) {
	f, err := t.Open(ctx, p)
	if err != nil {
		return "", ctx.Err()
	}
	defer f.Close()
	el, err := xmlwalk.New(io.LimitReader(f, 1<<20), xmlwalk.Limits{}).Root()
	if err != nil {
		return "", ctx.Err()
	}
	return el.Name.Local, nil
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	const metadata = "header/metadata.xml"
	at := path.Join(m.Root, metadata)
	if _, ok := t.Stat(at); !ok {
		if archive, err := archiveIn(ctx, t); archive != "" || err != nil {
			return readBeside(ctx, t, archive)
		}
		return nil, []check.Finding{codeNoMetadata.At(at).Want(wording.Plain(metadata),
			wording.Plain(likeMetadata(ctx, t)))}, nil
	}
	s := &survey{t: t, root: m.Root, at: at, external: map[string]int{}, listed: map[string]int{}}
	a, err := openMetadata(ctx, t, at)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		s.say(codeSyntax.At(at).Want("", check.XMLWords(err)))
		if len(a.schemas) == 0 {
			return nil, s.findings, nil
		}
	}
	s.a = a
	s.judge()
	if err := s.bare(ctx); err != nil {
		return nil, nil, err
	}
	if err := s.header(ctx); err != nil {
		return nil, nil, err
	}
	if err := s.tables(ctx); err != nil {
		return nil, nil, err
	}
	done, err := s.validate(ctx, in.Schemas)
	if err != nil {
		return nil, nil, err
	}
	return s.manifest(done), s.findings, nil
}

func openMetadata(ctx context.Context, t container.Tree, at string) (*archive, error) {
	f, err := t.Open(ctx, at)
	if err != nil {
		return &archive{}, err
	}
	defer f.Close()
	return readMetadata(f)
}

// survey gathers the archive.
type survey struct {
	t        container.Tree
	root, at string
	a        *archive
	findings []check.Finding
	files    []check.Listed
	listed   map[string]int // path → index in files
	external map[string]int // folder outside → references
	objects  []*record.Object
	xsds     []string // table XML, table XSD, in turn
	outer    *outer   // what lies beside the archive, nil where it is delivered alone
}

func (s *survey) say(f check.Finding) { s.findings = append(s.findings, f) }

// list adds a file once; a second reference adds its digest.
func (s *survey) list(l check.Listed) {
	if i, ok := s.listed[l.Path]; ok {
		s.files[i].Digests = append(s.files[i].Digests, l.Digests...)
		return
	}
	s.listed[l.Path] = len(s.files)
	s.files = append(s.files, l)
}

// header lists what lies under header; nothing of it must be listed elsewhere.
func (s *survey) header(ctx context.Context) error {
	o := &record.Object{ID: "header", Kind: record.Document, Subject: "Beschreibung der Datenbank", Retention: record.Retention{Years: -1}}
	prefix := path.Join(s.root, "header") + "/"
	err := s.t.Files(ctx, func(e container.Entry) error {
		if !strings.HasPrefix(e.Path, prefix) {
			return nil
		}
		role := check.RoleDoc
		switch {
		case e.Path == s.at:
			role = check.RoleMessage
		case strings.EqualFold(path.Ext(e.Path), ".xsd"):
			role = check.RoleSchema
		}
		s.list(check.Listed{Path: e.Path, Role: role, Size: -1, By: s.at})
		attach(o, e.Path)
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk header: %w", err)
	}
	s.objects = append(s.objects, o)
	if _, ok := s.t.Stat(path.Join(s.root, "header/metadata.xsd")); !ok {
		s.say(codeNoSchema.At(path.Join(s.root, "header/metadata.xsd")))
	}
	return nil
}

func attach(o *record.Object, p string) {
	if len(o.Versions) == 0 {
		o.Versions = []record.Version{{Number: "1"}}
	}
	o.Versions[0].Renditions = append(o.Versions[0].Renditions, record.Rendition{File: record.PrimaryFile{Name: p, Original: path.Base(p)}})
}

// tables walks every table listed.
func (s *survey) tables(ctx context.Context) error {
	for _, sc := range s.a.schemas {
		for _, t := range sc.tables {
			if !plainName(sc.folder) || !plainName(t.folder) {
				continue // told by judge
			}
			if err := s.table(ctx, t); err != nil {
				return err
			}
		}
	}
	folders := make([]string, 0, len(s.external))
	for f := range s.external {
		folders = append(folders, f)
	}
	slices.Sort(folders)
	for _, f := range folders {
		s.say(codeExternal.At(s.at).Want(wording.Say("want.siard.inside"), wording.Say("found.siard.references", s.external[f], f)))
	}
	return nil
}

func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\\x00")
}

func (s *survey) table(ctx context.Context, t *table) error {
	dir := path.Join(s.root, "content", t.schema.folder, t.folder)
	data, xsd := path.Join(dir, t.folder+".xml"), path.Join(dir, t.folder+".xsd")
	o := &record.Object{ID: t.schema.folder + "/" + t.folder, Kind: record.Document, Subject: t.schema.name + "." + t.name,
		Note: t.description, Retention: record.Retention{Years: -1}}
	if t.rows >= 0 {
		o.Fields = append(o.Fields, record.Field{Name: "Zeilen", Value: fmt.Sprint(t.rows)})
	}
	s.objects = append(s.objects, o)
	s.list(check.Listed{Path: data, Role: check.RoleContent, Size: -1, Line: t.line, By: s.at, Object: o.ID})
	s.list(check.Listed{Path: xsd, Role: check.RoleSchema, Size: -1, Line: t.line, By: s.at, Object: o.ID})
	attach(o, data)
	attach(o, xsd)
	if _, ok := s.t.Stat(data); !ok {
		return nil // told by the engine
	}
	if _, ok := s.t.Stat(xsd); ok {
		s.xsds = append(s.xsds, data, xsd)
	}
	f, err := s.t.Open(ctx, data)
	var rows int64
	if err == nil {
		defer f.Close()
		rows, err = readTable(f, t, func(l lob) error { s.lob(o, t, l, dir, data); return ctx.Err() })
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		s.say(codeTable.At(data).Of(o.ID).Want("", check.XMLWords(err)))
	case t.rows >= 0 && rows != t.rows:
		s.say(codeRows.At(data).Of(o.ID).Want(fmt.Sprint(t.rows), fmt.Sprint(rows)))
	}
	return nil
}

// lob lists one large object.
func (s *survey) lob(o *record.Object, t *table, l lob, dir, data string) {
	list, outside := l.places(s.root, s.a.lobFolder, dir)
	at := ""
	for _, p := range list {
		if _, ok := s.t.Stat(p); ok {
			at = p
			break
		}
	}
	switch {
	case at == "" && s.outer != nil && (outside || len(list) == 0):
		s.outerLOB(o, l, data)
		return
	case at == "" && (outside || len(list) == 0):
		s.external[path.Join(append([]string{s.a.lobFolder}, l.folder...)...)]++
		return
	case at == "":
		at = list[0]
		if !strings.Contains(l.file, "/") && len(list) > 1 {
			at = list[1]
		}
	}
	entry := check.Listed{Path: at, Role: check.RoleContent, Size: l.size, Line: l.line, By: data, Object: o.ID}
	if l.digest != nil {
		d := *l.digest
		d.By = data
		entry.Digests = []check.Declared{d}
	}
	if _, again := s.listed[at]; !again {
		attach(o, at)
	}
	s.list(entry)
}

// validate checks metadata.xml and every table against their schemas.
func (s *survey) validate(ctx context.Context, store check.Schemas) (check.Done, error) {
	var tools []string
	open := 0
	one := func(doc, xsd string) error {
		var told []check.Finding
		var known bool
		var tool string
		if _, ok := s.t.Stat(xsd); ok {
			set, unread, err := schema.FromTree(ctx, s.t, []string{xsd})
			if err != nil {
				return err
			}
			s.findings = append(s.findings, unread...)
			if told, known, tool, err = set.Validate(ctx, "", doc, s.t); err != nil {
				return fmt.Errorf("validate %s: %w", doc, err)
			}
		}
		if !known && store != nil {
			more, ok, by, err := store.Validate(ctx, "", doc, s.t)
			if err != nil {
				return fmt.Errorf("validate %s: %w", doc, err)
			}
			if ok {
				told, known, tool = append(told, more...), true, by
			}
		}
		s.findings = append(s.findings, told...)
		if tool, _, _ = strings.Cut(tool, " ("); known && !slices.Contains(tools, tool) {
			tools = append(tools, tool)
		}
		if !known {
			open++
		}
		return nil
	}
	if err := one(s.at, path.Join(s.root, "header/metadata.xsd")); err != nil {
		return check.Done{}, err
	}
	for i := 0; i+1 < len(s.xsds); i += 2 {
		if err := one(s.xsds[i], s.xsds[i+1]); err != nil {
			return check.Done{}, err
		}
	}
	d := check.Done{Name: "schema", State: check.Full, Tool: strings.Join(tools, ", ")}
	switch {
	case len(tools) == 0:
		d = d.As(check.NotDone, wording.Say("why.archive-schemas"))
	case open > 0:
		d = d.As(check.Partial, wording.Say("why.schema-open", open))
	}
	return d, nil
}

// object makes what the database is kept as: a dossier with one case that is
// archived as a whole (B4), the archive file in it byte for byte.
func (s *survey) object(kind record.Kind, id string) *record.Object {
	a := s.a
	o := &record.Object{ID: id, Kind: kind, Reference: a.name, Subject: a.name, LeadUnit: a.owner, Fields: slices.Clone(a.fields),
		Rating: record.RatingArchive, Origin: record.OriginKind, Retention: record.Retention{Years: -1}}
	if years := yearPattern.FindAllString(a.timespan, -1); len(years) > 0 {
		o.Span = record.DateSpan{From: record.Date(slices.Min(years)), To: record.Date(slices.Max(years)), Derived: true}
	}
	return o
}

// yearPattern finds years in dataOriginTimespan, which is free text.
var yearPattern = regexp.MustCompile(`\b(?:1[89]|20)[0-9]{2}\b`)

// manifest turns the archive into what the engine works on.
func (s *survey) manifest(schemas check.Done) *check.Manifest {
	a := s.a
	d, all := s.object(record.Dossier, "siard"), s.object(record.Case, "siard-datenbank")
	d.Add(all)
	for _, sc := range a.schemas {
		for _, t := range sc.tables {
			if len(d.Fields) < 2*maxFields {
				d.Fields = append(d.Fields, record.Field{Name: "Tabelle " + sc.name + "." + t.name,
					Value: fmt.Sprintf("%d Zeilen", max(t.rows, 0))})
			}
		}
	}
	all.Fields = d.Fields
	if s.t.Form() != container.Folder {
		o := &record.Object{ID: "siard-archiv", Kind: record.Document, Subject: "SIARD-Archiv " + s.t.Name(), Date: all.Span.To,
			Retention: record.Retention{Years: -1}}
		attach(o, s.t.Name())
		all.Add(o)
	}
	for _, o := range s.objects {
		all.Add(o)
	}
	m := &check.Manifest{Kind: "siard", Standard: a.version, Agency: check.Agency{Name: a.owner}, Title: a.name, Listed: s.files,
		ListsAll: true, ExactNames: true,
		Marks: []string{"header/siardversion/"}, // its subfolder is named like the version and holds nothing
		Roots: []*record.Object{d}, Fields: a.fields, Detail: s,
		Checks: []check.Done{schemas, {Name: "counts", State: check.Full, Tool: "Laufzettel"}}}
	if len(a.created) >= 10 {
		if at, err := time.Parse(time.DateOnly, a.created[:10]); err == nil {
			m.Created = at
		}
	}
	return m
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.siard")
}
