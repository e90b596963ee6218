package model

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"time"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
)

// mostLines bounds a list beside the tree; what is more is counted in its last line.
const mostLines = 2000

// Line is one row beside the tree: a folder, a file, or a head over some of them.
type Line struct {
	ID          string
	Text, Under string
	Level       int
	Head        bool
	Folder      int32 // -1: none
	File        int32 // -1: none
	Keep        int32 // file or folder that a head proposes to keep, -1: none
	share.Sum
	At     int64 // date, Unix seconds, 0: none
	Letter record.Rating
	Own    bool   // decided here, not inherited
	Means  *Means // what a decision on it is about, nil: none
}

// Name is what a folder is called: by a person, else by its path.
func (p *Presenter) Name(i int32) string {
	f := p.Folder(i)
	switch {
	case f.Title != "":
		return f.Title
	case i == 0:
		return p.Share.Title
	}
	return f.Name()
}

func (p *Presenter) folderLine(i int32, level int) Line {
	f := p.Folder(i)
	return Line{ID: "d" + f.Path, Text: cmp.Or(f.Path, p.Share.Title), Under: f.Title, Level: level, Folder: i, File: -1, Keep: -1,
		Sum: share.Sum{Files: f.Files, Bytes: f.Bytes},
		At:  f.Last, Letter: f.Letter, Own: f.Decided, Means: &Means{Paths: []string{f.Path}}}
}

func (p *Presenter) fileLine(n int32, level int) Line {
	f, name := &p.Share.Tree.Files[n], p.Share.Tree.Path(n)
	under := f.Format
	if f.Special != "" {
		under = p.words.T("share.special." + string(f.Special))
	}
	return Line{ID: "f" + name, Text: name, Under: under, Level: level, Folder: -1, File: n, Keep: -1,
		Sum: share.Sum{Files: 1, Bytes: f.Size}, At: f.Modified,
		Letter: f.Letter, Own: f.Own, Means: &Means{Paths: []string{name}}}
}

// fill gives the lines of the mode, as they were made before where nothing of it changed.
func (p *Presenter) fill() {
	p.Lines, p.more = nil, 0
	if p.Share == nil || p.Mode == Tiles {
		return
	}
	b := p.basis()
	if kept, ok := p.made[b]; ok {
		p.Lines, p.more = kept.lines, kept.more
		return
	}
	p.makeLines()
	if p.made == nil || len(p.made) >= mostLeaves {
		p.made = map[basis]leaf{}
	}
	p.made[b] = leaf{p.Lines, p.more}
}

func (p *Presenter) makeLines() {
	t := p.Share.Tree
	switch p.Mode {
	case Files:
		for _, s := range p.sorted(p.Folder(p.At).Folders) {
			if p.full(1) {
				continue
			}
			l := p.folderLine(s, 0)
			l.Text = p.Folder(s).Name()
			p.Lines = append(p.Lines, l)
		}
		for _, n := range p.Folder(p.At).Own {
			if p.Stays && t.Files[n].Letter != record.RatingArchive || p.full(1) {
				continue
			}
			l := p.fileLine(n, 0)
			l.Text = path.Base(l.Text)
			p.Lines = append(p.Lines, l)
		}
	case Largest:
		p.top(func(a, b *share.File) bool { return a.Size > b.Size })
	case Oldest:
		p.top(func(a, b *share.File) bool { return a.Modified != 0 && (b.Modified == 0 || a.Modified < b.Modified) })
	case Double:
		p.doubleLines()
	case Drafting:
		p.draftLines()
	case Litter:
		p.litterLines()
	case Choosing:
		p.choiceLines()
	case Missing:
		atSource{p}.lines()
	case Decisions:
		for _, x := range t.Exceptions(p.At) {
			if p.full(1) {
				continue
			}
			var l Line
			if n, ok := t.File(x.Path); x.File && ok {
				l = p.fileLine(int32(n), 0)
			} else if i, ok := t.Find(x.Path); ok {
				l = p.folderLine(i, 0)
			} else {
				continue
			}
			l.Under = x.Reason
			p.Lines = append(p.Lines, l)
		}
	}
	if more := p.more + max(0, len(p.Lines)-mostLines); more > 0 {
		last := Line{ID: "…", Text: p.words.N("share.more", more), Head: true, Folder: -1, File: -1, Keep: -1}
		p.Lines = append(slices.Clip(p.Lines[:min(mostLines, len(p.Lines))]), last)
	}
}

// full reports whether there is no room for further lines, and counts what is left out: a
// list that nobody reads to its end is not made.
func (p *Presenter) full(lines int) bool {
	if len(p.Lines) < mostLines {
		return false
	}
	p.more += lines
	return true
}

// topFiles is how many of the largest or oldest files are listed.
const topFiles = 500

func (p *Presenter) top(before func(a, b *share.File) bool) {
	for _, n := range p.Share.Tree.Top(p.At, topFiles, before) {
		p.Lines = append(p.Lines, p.fileLine(n, 0))
	}
}

// head is a line over others. means leaves out the member that is proposed to be kept.
func (p *Presenter) head(id, text, under string, keep int32, sum share.Sum, paths []string) Line {
	l := Line{ID: id, Text: text, Under: under, Head: true, Folder: -1, File: -1, Keep: keep, Sum: sum}
	if len(paths) > 0 {
		l.Means = &Means{Paths: paths}
	}
	return l
}

// doubleLines shows groups of equal folders and files, each with the member that is
// proposed to be kept: the one with the shortest path, and of those the oldest.
func (p *Presenter) doubleLines() {
	if p.doubles == nil {
		return
	}
	t := p.Share.Tree
	in := func(folder int32) bool { return t.Within(folder, p.At) }
	for n, g := range p.doubles.Folders {
		if slices.ContainsFunc(g.Members, in) {
			p.group("g"+strconv.Itoa(n), "share.equal.folders", g, func(i int32) string { return t.Folders[i].Path }, p.folderLine)
		}
	}
	for n, c := range p.doubles.Contained {
		if !in(c.Part) && !in(c.Whole) || p.full(3) {
			continue
		}
		part := p.folderLine(c.Part, 1)
		p.Lines = append(p.Lines, p.head("c"+strconv.Itoa(n), p.words.T("share.contained", t.Folders[c.Part].Path),
			p.words.T("share.keeps", t.Folders[c.Whole].Path), c.Whole,
			part.Sum, []string{t.Folders[c.Part].Path}), part, p.folderLine(c.Whole, 1))
	}
	for n, a := range p.doubles.Archives {
		if !in(a.Folder) && !in(t.Files[a.File].Folder) || p.full(3) {
			continue
		}
		zip := p.fileLine(a.File, 1)
		text := "share.archive.equal"
		if a.More > 0 {
			text = "share.archive.part"
		}
		p.Lines = append(p.Lines, p.head("z"+strconv.Itoa(n), p.words.T(text, zip.Text), p.words.T("share.keeps", t.Folders[a.Folder].Path),
			a.Folder, zip.Sum, []string{zip.Text}),
			zip, p.folderLine(a.Folder, 1))
	}
	for n, g := range p.doubles.Files {
		if slices.ContainsFunc(g.Members, func(i int32) bool { return in(t.Files[i].Folder) }) {
			p.group("f"+strconv.Itoa(n), "share.equal.files", g, t.Path, p.fileLine)
		}
	}
	for _, beyond := range []struct {
		key string
		of  map[int32]string
	}{{"share.held", p.doubles.Held}, {"share.elsewhere", p.doubles.Elsewhere}} {
		for _, n := range slices.Sorted(maps.Keys(beyond.of)) {
			if in(t.Files[n].Folder) && !p.full(1) {
				l := p.fileLine(n, 0)
				l.Under = p.words.T(beyond.key, beyond.of[n])
				p.Lines = append(p.Lines, l)
			}
		}
	}
	for _, n := range p.doubles.Unopened {
		if p.full(1) {
			continue
		}
		l := p.fileLine(n, 0)
		l.Under = p.words.T("share.unopened")
		p.Lines = append(p.Lines, l)
	}
}

func (p *Presenter) group(id, key string, g share.Group, name func(int32) string, line func(int32, int) Line) {
	if p.full(1 + len(g.Members)) {
		return
	}
	keep := slices.MinFunc(g.Members, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(name(a)), len(name(b))), cmp.Compare(name(a), name(b)))
	})
	var others []string
	for _, m := range g.Members {
		if m != keep {
			others = append(others, name(m))
		}
	}
	spare := share.Sum{Files: g.Files * len(others), Bytes: g.Spare()}
	p.Lines = append(p.Lines, p.head(id, p.words.T(key, len(g.Members), p.words.Bytes(g.Bytes)), p.words.T("share.keeps", name(keep)), keep,
		spare, others))
	for _, m := range g.Members {
		p.Lines = append(p.Lines, line(m, 1))
	}
}

func (p *Presenter) draftLines() {
	if p.drafted == nil {
		return
	}
	t := p.Share.Tree
	for n, c := range p.drafted.Chains {
		if !slices.ContainsFunc(c.Members, func(m int32) bool { return t.Within(t.Files[m].Folder, p.At) }) || p.full(1+len(c.Members)) {
			continue
		}
		var others []string
		var sum share.Sum
		for _, m := range c.Members {
			if m != c.Keep {
				others = append(others, t.Path(m))
				sum.Files, sum.Bytes = sum.Files+1, sum.Bytes+t.Files[m].Size
			}
		}
		p.Lines = append(p.Lines, p.head("k"+strconv.Itoa(n), p.words.T("share.chain", len(c.Members), int(c.Like*100)),
			p.words.T("share.keeps.why", t.Path(c.Keep), c.Why), c.Keep, sum, others))
		for _, m := range c.Members {
			l := p.fileLine(m, 1)
			l.Keep = c.Keep
			p.Lines = append(p.Lines, l)
		}
	}
}

// litterLines shows the rules with what each means below the chosen folder, and the
// files of it.
func (p *Presenter) litterLines() {
	t := p.Share.Tree
	if p.rules == nil {
		return
	}
	for i, r := range p.rules {
		var sum share.Sum
		var here []int32
		for _, n := range p.hits[i] {
			if t.Within(t.Files[n].Folder, p.At) {
				here = append(here, n)
				sum.Files, sum.Bytes = sum.Files+1, sum.Bytes+t.Files[n].Size
			}
		}
		if sum.Files == 0 {
			continue
		}
		l := p.head("r"+r.Name, r.Title, r.Why, -1, sum, nil)
		l.Means = &Means{Rule: r.Name, Below: p.Folder(p.At).Path}
		p.Lines = append(p.Lines, l)
		for _, n := range here[:min(len(here), shownHits)] {
			p.Lines = append(p.Lines, p.fileLine(n, 1))
		}
		if more := len(here) - shownHits; more > 0 {
			p.Lines = append(p.Lines, Line{ID: "m" + r.Name, Text: p.words.N("share.more", more), Level: 1, Folder: -1, File: -1, Keep: -1})
		}
	}
}

// shownHits is how many files of a rule or a choice are listed under it.
const shownHits = 20

// choiceLines shows the facets of what is chosen so far, and the files once it is narrow.
func (p *Presenter) choiceLines() {
	t := p.Share.Tree
	below := p.Folder(p.At).Path
	files := t.Chosen(p.At, p.Choice)
	if len(p.Choice) > 0 {
		var sum share.Sum
		for _, n := range files {
			sum.Files, sum.Bytes = sum.Files+1, sum.Bytes+t.Files[n].Size
		}
		l := p.head("chosen", p.words.T("share.chosen"), p.Chosen(), -1, sum, nil)
		l.Means = &Means{Choice: maps.Clone(p.Choice), Below: below}
		p.Lines = append(p.Lines, l)
		for _, n := range files[:min(len(files), shownHits)] {
			p.Lines = append(p.Lines, p.fileLine(n, 1))
		}
	}
	facets := t.FacetsOf(files)
	for _, name := range share.FacetNames {
		if _, on := p.Choice[name]; on || len(facets[name]) < 2 {
			continue
		}
		p.Lines = append(p.Lines, Line{ID: "h" + name, Text: p.words.T("share.facet." + name), Head: true, Folder: -1, File: -1, Keep: -1})
		for _, v := range facets[name] {
			l := Line{ID: "v" + name + "=" + v.Value, Text: p.Value(name, v.Value), Level: 1, Folder: -1, File: -1, Keep: -1, Sum: v.Sum}
			if v.Value != share.Rest {
				c := share.Choice{}
				maps.Copy(c, p.Choice)
				c[name] = v.Value
				l.Means = &Means{Choice: c, Below: below}
			}
			p.Lines = append(p.Lines, l)
		}
	}
}

// Value writes a value of a facet.
func (p *Presenter) Value(facet, value string) string {
	switch {
	case value == "":
		return p.words.T("share.value.none")
	case facet == share.FacetSpecial:
		return p.words.T("share.special." + value)
	case facet == share.FacetDecision && value == string(record.RatingAppraise):
		return p.words.T("share.value.open")
	}
	return value
}

// Chosen writes what the facets are narrowed to.
func (p *Presenter) Chosen() string {
	out := ""
	for _, name := range share.FacetNames {
		if v, ok := p.Choice[name]; ok {
			if out != "" {
				out += " · "
			}
			out += p.words.T("share.facet."+name) + ": " + p.Value(name, v)
		}
	}
	return out
}

// Narrow takes a value of a facet into the choice; Widen takes the choice away.
func (p *Presenter) Narrow(l Line) {
	if p.Mode == Choosing && l.Means != nil && l.Means.Choice != nil {
		p.Choice = l.Means.Choice
		p.fill()
		p.redraw()
	}
}

// Widen takes the choice away.
func (p *Presenter) Widen() {
	p.Choice = nil
	p.fill()
	p.redraw()
}

// Years writes from when to when something is.
func (p *Presenter) Years(first, last int64) string {
	a, b := year(first), year(last)
	if a == b || a == "" {
		return b
	}
	return a + "–" + b
}

func year(at int64) string {
	if at == 0 {
		return ""
	}
	return strconv.Itoa(time.Unix(at, 0).UTC().Year())
}
