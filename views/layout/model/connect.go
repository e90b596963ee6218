package model

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"laufzettel/transfer/layout"
)

// clone copies a layout with all that can be changed in it.
func clone(l layout.Layout) layout.Layout {
	l.Sources = slices.Clone(l.Sources)
	groups := map[string]layout.Group{}
	for name, g := range l.Groups {
		g.Statements, g.Lookups = maps.Clone(g.Statements), slices.Clone(g.Lookups)
		groups[name] = g
	}
	lists := map[string]map[string]string{}
	for name, list := range l.CodeLists {
		lists[name] = maps.Clone(list)
	}
	l.Groups, l.CodeLists = groups, lists
	if len(lists) == 0 {
		l.CodeLists = nil
	}
	return l
}

// Connect says that a statement, or each record of a group, stands where the part is. A
// part of another file than the rest of its group asks for a key first (Join).
func (p *Presenter) Connect(w Want, part Part) {
	source := p.source(part)
	g := p.group(w.Group)
	switch at := p.sourceOf(w.Group); {
	case len(g.Statements) == 0 && g.Each == "" || at == source:
		g.Source = source
		p.put(w, g, part)
	case w.Key != "" && slices.ContainsFunc(g.Lookups, func(k layout.Lookup) bool { return k.Source == source }):
		g.Statements[w.Key] = layout.Statement{Path: pathOf(part, ""), Lookup: source}
		p.Draft.Groups[w.Group] = g
	case w.Key != "":
		p.Join = &Join{w, part}
		p.redraw()
		return
	}
	p.changed(true)
}

// JoinBy connects the second file by its key and ours, and then the statement.
func (p *Presenter) JoinBy(j Join, key, by string) {
	p.Join = nil
	if key == "" || by == "" {
		p.redraw()
		return
	}
	g, source := p.group(j.Want.Group), p.source(j.Part)
	each := ""
	if !table(j.Part.Type) {
		each = p.record(j.Part, "")
	}
	g.Lookups = append(g.Lookups, layout.Lookup{Source: source, Each: each, Key: key, By: by})
	g.Statements[j.Want.Key] = layout.Statement{Path: pathOf(j.Part, each), Lookup: source}
	p.Draft.Groups[j.Want.Group] = g
	p.changed(true)
}

// NoJoin gives the connection up.
func (p *Presenter) NoJoin() {
	p.Join = nil
	p.redraw()
}

// put writes the path of a part into a group whose source it is.
func (p *Presenter) put(w Want, g layout.Group, part Part) {
	above := p.above(w.Group)
	if w.Key == "" {
		g.Each = pathOf(part, above)
		if table(part.Type) && part.Type != layout.TypeFolder && strings.HasPrefix(part.Path, "~") {
			g.Each = ""
		}
		p.Draft.Groups[w.Group] = g
		return
	}
	if g.Each == "" && !table(part.Type) && p.many(w.Group) {
		if each := p.record(part, above); each != above {
			g.Each = pathOf(Part{Path: each, Type: part.Type}, above)
		}
	}
	if g.Each == "" && len(g.Statements) == 0 && part.Type == layout.TypeXML && !p.many(w.Group) && above == "" {
		g.Each = rootOf(part) // a file with another root says nothing of it
	}
	base := above
	if g.Each != "" {
		base = joined(above, g.Each)
	}
	s := g.Statements[w.Key]
	s.Path, s.Const, s.Lookup = pathOf(part, base), "", ""
	g.Statements[w.Key] = s
	p.Draft.Groups[w.Group] = g
}

// Say gives a statement by hand: path or constant with its forms.
func (p *Presenter) Say(w Want, s layout.Statement, codes map[string]string) {
	g := p.group(w.Group)
	if s.Path == "" && s.Const == "" {
		delete(g.Statements, w.Key)
	} else {
		g.Statements[w.Key] = s
	}
	p.Draft.Groups[w.Group] = g
	if s.Codes != "" && len(codes) > 0 {
		if p.Draft.CodeLists == nil {
			p.Draft.CodeLists = map[string]map[string]string{}
		}
		p.Draft.CodeLists[s.Codes] = codes
	}
	if len(g.Statements) == 0 && g.Each == "" {
		delete(p.Draft.Groups, w.Group)
	}
	if len(p.Draft.Sources) == 0 && s.Const != "" && len(p.Parts) > 0 {
		p.source(p.Parts[0])
	}
	p.changed(true)
}

// SayRecord gives by hand where each record of a group stands.
func (p *Presenter) SayRecord(group, each string) {
	g := p.group(group)
	g.Each = strings.TrimSpace(each)
	p.Draft.Groups[group] = g
	p.changed(true)
}

// SayFile gives the name, the sheet and the rows above the heading of a source.
func (p *Presenter) SayFile(name string, s layout.Source) {
	for i := range p.Draft.Sources {
		if p.Draft.Sources[i].Name == name {
			s.Name, s.Type = name, p.Draft.Sources[i].Type
			p.Draft.Sources[i] = s
		}
	}
	p.changed(true)
}

// Clear takes a connection away.
func (p *Presenter) Clear(w Want) {
	if w.Key == "" {
		p.SayRecord(w.Group, "")
		return
	}
	p.Say(w, layout.Statement{}, nil)
}

func (p *Presenter) group(name string) layout.Group {
	if p.Draft.Groups == nil {
		p.Draft.Groups = map[string]layout.Group{}
	}
	g := p.Draft.Groups[name]
	if g.Statements == nil {
		g.Statements = map[string]layout.Statement{}
	}
	return g
}

func table(kind string) bool {
	return kind == layout.TypeCSV || kind == layout.TypeXLSX || kind == layout.TypeFolder
}

// source gives the name of the source of a part, made where there is none yet.
func (p *Presenter) source(part Part) string {
	file := p.fileOf(part)
	for _, s := range p.Draft.Sources {
		if s.Type == part.Type && (s.File == file || matches(s.File, part.File)) {
			return s.Name
		}
	}
	name := strings.TrimSuffix(path.Base(part.File), path.Ext(part.File))
	name = strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name), "-")
	for n := 2; name == "" || slices.ContainsFunc(p.Draft.Sources, func(s layout.Source) bool { return s.Name == name }); n++ {
		name = fmt.Sprintf("quelle-%d", n)
	}
	p.Draft.Sources = append(p.Draft.Sources, layout.Source{Name: name, File: file, Type: part.Type, Encoding: part.Encoding})
	return name
}

// fileOf makes the name of a file one for other deliveries too: numbers may differ, in
// length as well, unless that would take in files of the sample that are built otherwise.
func (p *Presenter) fileOf(part Part) string {
	base, ext := path.Base(part.File), path.Ext(part.File)
	stem := strings.TrimSuffix(base, ext)
	if part.Type == layout.TypeFolder {
		if d := path.Dir(part.File); d != "." {
			return d + "/*" + ext
		}
		return "*" + ext
	}
	if wide := numbers(stem, false) + ext; !p.mixes(wide, part) {
		return wide
	}
	if narrow := numbers(stem, true) + ext; !p.mixes(narrow, part) {
		return narrow
	}
	return base
}

// numbers puts a pattern in the place of the digits of a name: any number, or one as long.
func numbers(stem string, long bool) string {
	var b strings.Builder
	last := false
	for _, r := range stem {
		digit := unicode.IsDigit(r)
		switch {
		case digit && long:
			b.WriteRune('?')
		case digit && !last:
			b.WriteRune('*')
		case !digit:
			b.WriteRune(r)
		}
		last = digit
	}
	return b.String()
}

// mixes reports whether a pattern takes in files that begin with another element.
func (p *Presenter) mixes(pattern string, part Part) bool {
	return part.Type == layout.TypeXML && slices.ContainsFunc(p.Parts, func(x Part) bool {
		return x.Type == layout.TypeXML && rootOf(x) != rootOf(part) && matches(pattern, x.File)
	})
}

// rootOf is the path of the element a file begins with.
func rootOf(part Part) string {
	root, _, _ := strings.Cut(strings.TrimPrefix(part.Path, "/"), "/")
	return "/" + root
}

func matches(pattern, file string) bool {
	ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(path.Base(file)))
	return err == nil && ok
}

// sourceOf is the source a group is read from.
func (p *Presenter) sourceOf(group string) string {
	if g := p.Draft.Groups[group]; g.Source != "" {
		return g.Source
	}
	if in := p.in(group); in != "" {
		return p.sourceOf(in)
	}
	if len(p.Draft.Sources) > 0 {
		return p.Draft.Sources[0].Name
	}
	return ""
}

func (p *Presenter) in(group string) string { return p.askedGroup(group).In }

func (p *Presenter) many(group string) bool { return p.askedGroup(group).Many }

func (p *Presenter) askedGroup(group string) layout.AskedGroup {
	a, _ := layout.Of(p.Draft.Kind)
	for _, g := range a.Groups {
		if g.Name == group {
			return g
		}
	}
	return layout.AskedGroup{}
}

// above is the path of the record a group stands in, "" = the top.
func (p *Presenter) above(group string) string {
	in := p.in(group)
	if in == "" || p.sourceOf(in) != p.sourceOf(group) {
		return ""
	}
	return joined(p.above(in), p.Draft.Groups[in].Each)
}

func joined(above, each string) string {
	switch {
	case strings.HasPrefix(each, "/") || above == "":
		return each
	case each == "" || each == ".":
		return above
	}
	return above + "/" + each
}

// record guesses which element repeats once for every record: the first on the way to
// the part, below the record above, that stands there more than once.
func (p *Presenter) record(part Part, above string) string {
	if rest, below := strings.CutPrefix(part.Path, above+"/"); above != "" && below {
		if first, _, deeper := strings.Cut(rest, "/"); deeper && !strings.HasPrefix(first, "@") {
			return above + "/" + first
		}
		return above
	}
	counts := map[string]int{}
	for _, x := range p.Parts {
		if x.File == part.File {
			counts[x.Path] = x.Count
		}
	}
	at := ""
	for _, name := range strings.Split(strings.TrimPrefix(part.Path, "/"), "/") {
		if strings.HasPrefix(name, "@") {
			break
		}
		if at += "/" + name; counts[at] > 1 {
			return at
		}
	}
	return path.Dir(part.Path)
}

// pathOf writes the path of a part as seen from a record.
func pathOf(part Part, from string) string {
	if table(part.Type) {
		if strings.ContainsAny(part.Path, "[]|@") && !strings.Contains(part.Path, "'") {
			return "'" + part.Path + "'"
		}
		return part.Path
	}
	switch {
	case from == "" || from == "/":
		return part.Path
	case part.Path == from:
		return "."
	case strings.HasPrefix(part.Path, from+"/"):
		return strings.TrimPrefix(part.Path, from+"/")
	}
	return part.Path
}
