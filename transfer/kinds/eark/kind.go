package eark

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Kind is the delivery kind eark (check.Kind). The zero value is ready.
type Kind struct{}

var _ check.Kind = Kind{}

// Names implements check.Kind.
func (Kind) Names() []string { return []string{"eark"} }

// shape is what a folder shows of an E-ARK package.
type shape struct{ mets, representations, metadata, schemas bool }

// maxDepth is how many folders deep a package may begin.
const maxDepth = 2

// Recognise implements check.Kind: METS.xml with marks of E-ARK, or the folders of
// the specification around a METS.xml that cannot be read or is missing.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	shapes := map[string]*shape{}
	err := t.Files(ctx, func(e container.Entry) error {
		dir, rest := "", e.Path
		for range maxDepth + 1 {
			see(shapes, dir, rest)
			first, more, ok := strings.Cut(rest, "/")
			if !ok {
				return nil
			}
			dir, rest = path.Join(dir, first), more
		}
		return nil
	})
	if err != nil {
		return check.Match{}, err
	}
	best := check.Match{}
	for dir, s := range shapes {
		m := check.Match{Kind: "eark", Root: dir}
		if m.Confidence, m.Note, err = judgeShape(ctx, t, dir, s); err != nil {
			return check.Match{}, err
		}
		deeper := strings.Count(m.Root, "/") > strings.Count(best.Root, "/") || len(m.Root) > len(best.Root)
		if m.Confidence > best.Confidence || m.Confidence == best.Confidence && m.Confidence > 0 && !deeper {
			best = m
		}
	}
	return best, nil
}

func see(shapes map[string]*shape, dir, rest string) {
	const most = 256
	first, _, below := strings.Cut(rest, "/")
	s := shape{mets: rest == "METS.xml"}
	if below {
		s.representations = strings.EqualFold(first, "representations")
		s.metadata, s.schemas = first == "metadata", first == "schemas"
	}
	if s == (shape{}) {
		return
	}
	have := shapes[dir]
	if have == nil {
		if len(shapes) >= most {
			return
		}
		have = &shape{}
		shapes[dir] = have
	}
	have.mets, have.representations = have.mets || s.mets, have.representations || s.representations
	have.metadata, have.schemas = have.metadata || s.metadata, have.schemas || s.schemas
}

func judgeShape(ctx context.Context, t container.Tree, dir string, s *shape) (int, string, error) {
	folders := s.representations && (s.metadata || s.schemas)
	switch {
	case !s.mets && folders:
		return 60, "Ordner eines E-ARK-Pakets ohne METS.xml", nil
	case !s.mets:
		return 0, "", nil
	}
	mark, err := metsMark(ctx, t, path.Join(dir, "METS.xml"))
	switch {
	case err != nil:
		return 0, "", err
	case mark == "eark":
		return 100, "METS.xml mit Profil oder Erweiterung von E-ARK", nil
	case mark == "" && (folders || s.representations):
		return 90, "METS.xml und Ordner eines E-ARK-Pakets", nil
	case mark == "mets" && s.representations:
		return 70, "METS.xml und Repräsentationen", nil
	}
	return 0, "", nil
}

// metsMark is "eark", "mets", "" where unreadable, "-" where something else.
func metsMark(ctx context.Context, t container.Tree, p string) (string, error) {
	f, err := t.Open(ctx, p)
	if err != nil {
		return "", ctx.Err()
	}
	defer f.Close()
	el, err := xmlwalk.New(io.LimitReader(f, 1<<20), xmlwalk.Limits{}).Root()
	if err != nil {
		return "", ctx.Err()
	}
	if el.Name.Local != "mets" {
		return "-", nil
	}
	for _, a := range el.Attr {
		v := strings.ToLower(a.Value)
		if strings.Contains(v, "dilcis") || strings.Contains(v, "eark") || strings.Contains(v, "e-ark") {
			return "eark", nil
		}
	}
	return "mets", nil
}

// Read implements check.Kind.
func (Kind) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	p := &pack{t: t, root: m.Root, listed: map[string]int{}, folders: map[string]bool{}, full: map[string]bool{}}
	if err := p.survey(ctx); err != nil {
		return nil, nil, err
	}
	if err := p.read(ctx, path.Join(m.Root, "METS.xml"), ""); err != nil {
		return nil, nil, err
	}
	p.structure()
	if len(p.docs) == 0 {
		return nil, p.findings, nil
	}
	for _, d := range p.docs {
		p.rules(d)
	}
	done, err := p.validate(ctx, in.Schemas)
	if err != nil {
		return nil, nil, err
	}
	man := p.manifest()
	man.Checks = append(man.Checks, done, check.Done{Name: "e-ark", State: check.Full, Tool: "Laufzettel (Regeln CSIP und SIP 2.1)"})
	return man, p.findings, nil
}

// validate checks every METS document against the schema of the store.
func (p *pack) validate(ctx context.Context, store check.Schemas) (check.Done, error) {
	absent := check.Done{Name: "schema"}.As(check.NotDone, wording.Say("why.no-mets-schema"))
	if store == nil {
		return absent, nil
	}
	for _, d := range p.docs {
		told, known, tool, err := store.Validate(ctx, mets.Namespace, d.path, p.t)
		if err != nil {
			return absent, fmt.Errorf("validate %s: %w", d.path, err)
		}
		if !known {
			return absent, nil
		}
		p.findings = append(p.findings, told...)
		absent = check.Done{Name: "schema", State: check.Full, Tool: tool}
	}
	return absent, nil
}

// Rules implements check.Kind; everything is judged while reading, the digests by
// the engine.
func (Kind) Rules(*check.Manifest) []check.Rule { return nil }

// contains reports whether the folder holds a file of content, that is not an
// empty place holder.
func (p *pack) contains(dir string) bool { return p.full[dir] }

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.eark")
}
