package siard

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// outer is a delivery that holds the archive as a file, with its external large
// objects beside it (SIARD 2.1 and 2.2, lobFolder).
type outer struct {
	t       container.Tree
	archive string // path of the .siard
	listed  []check.Listed
	seen    map[string]int // path → index in listed
	of      map[string][]string
}

func folderOf(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// archiveIn finds the only .siard at the top of a delivery or one folder below;
// "" where there is none or more than one.
func archiveIn(ctx context.Context, t container.Tree) (string, error) {
	var found []string
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") <= 1 && strings.EqualFold(path.Ext(e.Path), ".siard") && len(found) < 2 {
			found = append(found, e.Path)
		}
		return nil
	})
	if err != nil || len(found) != 1 {
		return "", err
	}
	return found[0], nil
}

// readBeside reads the archive inside a delivery. What is wrong in it is told by
// the rule that checks it whole; here the external files are listed, so that the
// engine compares size and digest of each in its one read.
func readBeside(ctx context.Context, t container.Tree, archive string) (*check.Manifest, []check.Finding, error) {
	inner, err := container.OpenEntry(ctx, t, archive, container.Options{})
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return nil, inside(archive, check.FindingsOf(refused)), nil
		}
		return nil, []check.Finding{codeNoMetadata.At(archive).Want("", check.FaultWords(err))}, nil
	}
	defer inner.Close()
	at := "header/metadata.xml"
	if _, ok := inner.Stat(at); !ok {
		return nil, []check.Finding{codeNoMetadata.At(archive+"!"+at).Want(wording.Plain(at), wording.Plain(likeMetadata(ctx, inner)))}, nil
	}
	s := &survey{t: inner, at: at, external: map[string]int{}, listed: map[string]int{},
		outer: &outer{t: t, archive: archive, seen: map[string]int{}, of: map[string][]string{}}}
	if s.a, err = openMetadata(ctx, inner, at); ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil && len(s.a.schemas) == 0 {
		return nil, []check.Finding{codeSyntax.At(archive+"!"+at).Want("", check.XMLWords(err))}, nil
	}
	if err := s.header(ctx); err != nil {
		return nil, nil, err
	}
	if err := s.tables(ctx); err != nil {
		return nil, nil, err
	}
	m := s.manifest(check.Done{Name: "schema", State: check.Full, Tool: "Laufzettel"})
	m.Listed = append([]check.Listed{{Path: archive, Role: check.RoleContent, Size: -1}}, s.outer.listed...)
	m.ListsAll, m.ReadsNested = false, true
	s.reroot(m.Roots)
	var told []check.Finding
	for _, f := range s.findings {
		if f.Code == codeExternal.ID { // what leads out of the delivery; the rest is told by the rule
			told = append(told, f)
		}
	}
	return m, inside(archive, told), nil
}

// reroot lets the objects name files of the delivery: the archive as it came and
// the external files, not what lies inside the archive.
func (s *survey) reroot(roots []*record.Object) {
	for o := range record.All(roots) {
		o.Versions = nil
		if o.ID == "siard-archiv" {
			attach(o, s.outer.archive)
			o.Subject = "SIARD-Archiv " + path.Base(s.outer.archive)
		}
		for _, p := range s.outer.of[o.ID] {
			attach(o, p)
		}
	}
}

// outerLOB lists a large object that lies beside the archive; where nothing lies,
// the engine tells that the file is missing.
func (s *survey) outerLOB(o *record.Object, l lob, data string) {
	parts := append([]string{s.a.lobFolder}, l.folder...)
	at := ""
	for _, base := range []string{s.outer.archive, folderOf(s.outer.archive)} {
		for i := range len(parts) + 1 {
			p := outerPath(base, append(append([]string{}, parts[i:]...), l.file))
			if _, there := s.outer.t.Stat(p); there {
				at = p
				break
			}
			if at == "" && p != "" {
				at = p
			}
		}
		if _, there := s.outer.t.Stat(at); there {
			break
		}
	}
	if at == "" {
		s.external[l.file]++
		return
	}
	entry := check.Listed{Path: at, Role: check.RoleContent, Size: l.size, Line: l.line, By: s.outer.archive + "!" + data, Object: o.ID}
	if l.digest != nil {
		d := *l.digest
		d.By = entry.By
		entry.Digests = []check.Declared{d}
	}
	if i, twice := s.outer.seen[at]; twice {
		s.outer.listed[i].Digests = append(s.outer.listed[i].Digests, entry.Digests...)
		return
	}
	s.outer.seen[at] = len(s.outer.listed)
	s.outer.listed = append(s.outer.listed, entry)
	s.outer.of[o.ID] = append(s.outer.of[o.ID], at)
}

// outerPath joins the parts of a reference from a place in the delivery; "" where
// it leads out of the delivery.
func outerPath(base string, parts []string) string {
	p := base
	for _, x := range parts {
		x = strings.TrimPrefix(strings.ReplaceAll(x, `\`, "/"), "file:")
		p = path.Join(p, strings.TrimLeft(x, "/"))
	}
	if p == "." || p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	return p
}

// rules check the archive inside the delivery whole, without unpacking it.
func (s *survey) rules(k Kind) []check.Rule {
	return []check.Rule{{Name: "siard-archive", Run: func(ctx context.Context, f check.Facts) ([]check.Finding, error) {
		inner, err := container.OpenEntry(ctx, f.Tree(), s.outer.archive, container.Options{})
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", s.outer.archive, err)
		}
		defer inner.Close()
		e := check.Engine{Kinds: []check.Kind{k}, Workers: 1}
		out, err := e.Check(ctx, inner, check.Input{Key: s.outer.archive, Kind: "siard", Profile: f.Profile(), NoPDFA: true})
		if err != nil {
			return nil, err
		}
		var told []check.Finding
		for _, x := range out.Report.Findings {
			if x.Severity != check.Note && x.Code != codeExternal.ID {
				told = append(told, x)
			}
		}
		return inside(s.outer.archive, told), nil
	}}}
}

// inside moves findings into the archive: daten.siard!header/metadata.xml (cli.md).
func inside(archive string, findings []check.Finding) []check.Finding {
	for i := range findings {
		if findings[i].Path == "" {
			findings[i].Path = archive
		} else {
			findings[i].Path = archive + "!" + findings[i].Path
		}
	}
	return findings
}
