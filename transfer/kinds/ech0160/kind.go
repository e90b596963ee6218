package ech0160

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Kind is the delivery kind ech0160 (check.Kind). The zero value is ready.
type Kind struct{}

var _ check.Kind = Kind{}

// Namespace is the namespace of arelda 4 (eCH-0160 1.0 to 1.2).
const Namespace = "http://bar.admin.ch/arelda/v4"

// standards are the versions of eCH-0160 by schemaVersion.
var standards = map[string]string{"4.0": "1.0", "4.1": "1.1", "4.2": "1.2"}

// Names implements check.Kind.
func (Kind) Names() []string { return []string{"ech0160"} }

// Recognise implements check.Kind: header/metadata.xml in an arelda namespace, at
// the top or in the only folder; or header/xsd/arelda.xsd without it.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	var metadata, xsd []string
	err := t.Files(ctx, func(e container.Entry) error {
		dir, ok := strings.CutSuffix(e.Path, "header/metadata.xml")
		if ok && strings.Count(dir, "/") <= 1 {
			metadata = append(metadata, strings.TrimSuffix(dir, "/"))
		}
		dir, ok = strings.CutSuffix(e.Path, "header/xsd/arelda.xsd")
		if ok && strings.Count(dir, "/") <= 1 {
			xsd = append(xsd, strings.TrimSuffix(dir, "/"))
		}
		return nil
	})
	if err != nil {
		return check.Match{}, err
	}
	for _, root := range metadata {
		ns, err := rootNamespace(ctx, t, path.Join(root, "header/metadata.xml"))
		if err != nil {
			return check.Match{}, err
		}
		if isArelda(ns) || ns == "" && slices.Contains(xsd, root) {
			return check.Match{Kind: "ech0160", Confidence: 100, Root: root, Note: "arelda " + ns}, nil
		}
	}
	if len(xsd) > 0 {
		return check.Match{Kind: "ech0160", Confidence: 90, Root: xsd[0], Note: "header/xsd/arelda.xsd"}, nil
	}
	return check.Match{}, nil
}

// isArelda accepts later namespaces of the same family too.
func isArelda(ns string) bool {
	return strings.Contains(ns, "admin.ch/arelda/") || strings.Contains(strings.ToLower(ns), "ech-0160")
}

// rootNamespace is "" where the document cannot be read that far.
func rootNamespace(ctx context.Context, t container.Tree, p string) (string, error) {
	f, err := t.Open(ctx, p)
	if err != nil {
		return "", ctx.Err()
	}
	defer f.Close()
	el, err := xmlwalk.New(io.LimitReader(f, 1<<20), xmlwalk.Limits{}).Root()
	if err != nil {
		return "", ctx.Err()
	}
	if el.Name.Local != "paket" {
		return "-", nil
	}
	return el.Name.Space, nil
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	at := path.Join(m.Root, "header/metadata.xml")
	if _, ok := t.Stat(at); !ok {
		return nil, []check.Finding{codeNoMetadata.At(at)}, nil
	}
	p, findings, err := open(ctx, t, m.Root, at)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		findings = append(findings, codeSyntax.At(at).Want("", check.XMLWords(err)))
		if len(p.files) == 0 {
			return nil, findings, nil
		}
	}
	man := manifest(p, at, m.Root)
	findings = append(findings, judge(p, at, m.Root)...)
	told, done, err := validate(ctx, t, in.Schemas, p, at, m.Root)
	if err != nil {
		return nil, nil, err
	}
	man.Checks = append(man.Checks, done)
	return man, append(findings, told...), nil
}

func open(ctx context.Context, t container.Tree, root, at string) (*submission, []check.Finding, error) {
	f, err := t.Open(ctx, at)
	if err != nil {
		return &submission{}, nil, err
	}
	defer f.Close()
	return readMetadata(f, root, at)
}

// validate checks metadata.xml against the schemas that travel along, else
// against the store.
func validate(ctx context.Context, t container.Tree, store check.Schemas, p *submission, at, root string) ([]check.Finding, check.Done,
	error) {
	var schemas []string
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.HasPrefix(e.Path, path.Join(root, "header/xsd")+"/") && strings.EqualFold(path.Ext(e.Path), ".xsd") {
			schemas = append(schemas, e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, check.Done{}, err
	}
	var findings []check.Finding
	if len(schemas) == 0 {
		findings = append(findings, codeNoSchema.At(path.Join(root, "header/xsd")))
	} else {
		set, told, err := schema.FromTree(ctx, t, schemas)
		if err != nil {
			return nil, check.Done{}, err
		}
		findings = append(findings, told...)
		got, known, tool, err := set.Validate(ctx, "", at, t)
		if err != nil {
			return nil, check.Done{}, fmt.Errorf("validate metadata.xml: %w", err)
		}
		findings = append(findings, got...)
		if known {
			return findings, check.Done{Name: "schema", State: check.Full, Tool: tool}, nil
		}
	}
	if store != nil {
		got, known, tool, err := store.Validate(ctx, p.namespace, at, t)
		if err != nil {
			return nil, check.Done{}, fmt.Errorf("validate metadata.xml: %w", err)
		}
		if known {
			return append(findings, got...), check.Done{Name: "schema", State: check.Full, Tool: tool}, nil
		}
	}
	return findings, check.Done{Name: "schema"}.As(check.NotDone, wording.Say("why.metadata-schema")), nil
}

// manifest turns the package into what the engine works on.
func manifest(p *submission, at, root string) *check.Manifest {
	m := &check.Manifest{Kind: "ech0160", Standard: standards[p.version], Agency: check.Agency{Name: p.agency}, Process: p.number,
		Title: p.title, ListsAll: true, Documents: true, Dated: true, ExactNames: true, Roots: p.roots, Fields: p.fields}
	m.Payload = []string{path.Join(root, "content") + "/"}
	if m.Standard == "" {
		m.Standard = p.version
	}
	if m.Title == "" {
		m.Title = path.Base(root)
	}
	m.Listed = append(m.Listed, check.Listed{Path: at, Role: check.RoleMessage, Size: -1, By: at})
	objects := map[string]string{}
	for _, r := range p.roots {
		owners(r, objects)
	}
	for _, d := range p.files {
		role := check.RoleContent
		if strings.HasPrefix(d.path, path.Join(root, "header")+"/") {
			role = check.RoleSchema
			if !strings.EqualFold(path.Ext(d.path), ".xsd") {
				role = check.RoleDoc
			}
		}
		m.Listed = append(m.Listed, check.Listed{Path: d.path, Role: role, Size: -1, Line: d.line, By: at, Object: objects[d.path],
			Digests: d.declared(at)})
	}
	return m
}

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.ech0160")
}
