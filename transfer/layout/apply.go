package layout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Limits of what is held of second files.
const (
	maxJoined = 2_000_000
	maxHeld   = 512 << 20
	maxFiles  = 1_000_000
)

// errEnough ends a reading its caller wants no more of.
var errEnough = errors.New("enough")

// maxTried is how many records are looked at for one that is whole.
const maxTried = 1000

// Fits reports whether a delivery holds, among the first records of what this layout
// reads most of, one with the statements it is known by: only then is it tried. Errors:
// those of the tree, ctx.
func (l *Layout) Fits(ctx context.Context, t container.Tree) (bool, error) {
	a, ok := Of(l.Kind)
	if !ok {
		return false, nil
	}
	fits, tried := false, 0
	_, err := l.Apply(ctx, t, func(r *Record) error {
		if r.Group != a.Main {
			return nil
		}
		fits = true
		for _, s := range a.group(a.Main).Statements {
			fits = fits && (!a.knownBy(s) || r.Get(s.Key) != "")
		}
		if tried++; fits || tried == maxTried {
			return errEnough
		}
		return nil
	})
	return fits, err
}

// Apply reads a delivery by the layout and gives the records of the groups at the top
// as they end, each with those below it; give may end the reading with an error of its
// own. What the delivery lacks or writes otherwise stands in the reading; a file that
// cannot be read to its end is a problem of it. Errors: those of ctx and of give.
func (l *Layout) Apply(ctx context.Context, t container.Tree, give func(*Record) error) (*Reading, error) {
	a, ok := Of(l.Kind)
	if !ok {
		return nil, fmt.Errorf("layout of kind %q: %w", l.Kind, errPath)
	}
	r := &applying{l: l, a: a, t: t, give: give, out: &Reading{Records: map[string]int{}, Read: map[string]int{},
		Example: map[string]string{}},
		forms: map[string]form{}, joined: map[string]map[string][]*Record{}, second: map[string]map[string]*raw{}}
	for name, g := range l.Groups {
		for key, s := range g.Statements {
			r.forms[name+"."+key] = l.form(s)
		}
	}
	err := r.run(ctx)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	r.out.judge(a)
	return r.out, ctx.Err()
}

// applying is one call of Apply.
type applying struct {
	l     *Layout
	a     Asked
	t     container.Tree
	give  func(*Record) error
	out   *Reading
	forms map[string]form
	files map[string][]string // by source
	// joined are records of groups that hang on records of another source, by group and key.
	joined map[string]map[string][]*Record
	// second are the records lookups find, by "group/source" and key.
	second map[string]map[string]*raw
	plans  map[string]*plan
	held   int
	count  int
}

func (r *applying) run(ctx context.Context) error {
	if err := r.find(ctx); err != nil {
		return err
	}
	for _, g := range r.a.Groups {
		for _, k := range r.l.Groups[g.Name].Lookups {
			if err := r.readLookup(ctx, g.Name, k); err != nil {
				return err
			}
		}
	}
	// Groups below those of another source come first, the deepest before the others.
	for _, g := range slices.Backward(r.a.Groups) {
		if used, there := r.l.Groups[g.Name]; there && r.foreign(g.Name) {
			if err := r.readJoined(ctx, g.Name, used); err != nil {
				return err
			}
		}
	}
	for _, s := range r.l.Sources {
		var names []string
		for _, g := range r.a.Groups {
			if _, there := r.l.Groups[g.Name]; there && r.l.sourceOf(r.a, g.Name) == s.Name && !r.foreignAbove(g.Name) {
				names = append(names, g.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		if err := r.read(ctx, r.planOf(s, names), r.take); err != nil {
			return err
		}
	}
	return nil
}

// foreign reports groups that hang on records of another source.
func (r *applying) foreign(group string) bool {
	in := r.a.group(group).In
	return in != "" && r.l.sourceOf(r.a, group) != r.l.sourceOf(r.a, in)
}

func (r *applying) foreignAbove(group string) bool {
	for ; group != ""; group = r.a.group(group).In {
		if r.foreign(group) {
			return true
		}
	}
	return false
}

// find lists the files of every source.
func (r *applying) find(ctx context.Context) error {
	r.files = map[string][]string{}
	err := r.t.Files(ctx, func(e container.Entry) error {
		for _, s := range r.l.Sources {
			if s.matches(e.Path) && len(r.files[s.Name]) < maxFiles {
				r.files[s.Name] = append(r.files[s.Name], e.Path)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for files of the layout: %w", err)
	}
	for _, s := range r.l.Sources {
		slices.Sort(r.files[s.Name])
		if s.Type != TypeFolder {
			r.out.Files = append(r.out.Files, r.files[s.Name]...)
		}
		if len(r.files[s.Name]) == 0 {
			r.out.problem(Problem{Text: wording.Say("said.layout.no-file", s.File).String(), Key: s.Name})
		}
	}
	slices.Sort(r.out.Files)
	r.out.Files = slices.Compact(r.out.Files)
	return ctx.Err()
}

// planOf compiles what is looked for in one source for some of the groups.
func (r *applying) planOf(s Source, names []string) *plan {
	p := &plan{source: s}
	for _, name := range names {
		g := r.l.Groups[name]
		own := groupPlan{name: name, in: r.a.group(name).In}
		i := slices.IndexFunc(p.groups, func(a groupPlan) bool { return a.name == own.in })
		if i < 0 {
			own.in = ""
		}
		each, _ := parsePath(g.Each, table(s.Type)) // Validate saw it
		switch {
		case table(s.Type):
			own.each = each
		case i >= 0:
			own.each = p.groups[i].each.join(each)
		default:
			own.each, own.whole = steps{list: each.list, absolute: true}, len(each.list) == 0
		}
		p.groups = append(p.groups, own)
		r.slots(p, own, g, names)
	}
	return p
}

// slots adds the paths of one group.
func (r *applying) slots(p *plan, own groupPlan, g Group, names []string) {
	add := func(key, use, named, path string) {
		for order, one := range alternatives(path) {
			q, _ := parsePath(one, table(p.source.Type))
			if !table(p.source.Type) {
				q = own.each.join(q)
			}
			p.slots = append(p.slots, slot{group: own.name, key: key, use: use, named: named, path: q, order: order})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(g.Statements)) {
		if s := g.Statements[key]; s.Lookup == "" {
			add(key, "", s.Named, s.Path)
		}
	}
	add("", "key", "", g.Key)
	for _, k := range g.Lookups {
		add("", "lookup:"+k.Source, "", k.By)
	}
	for _, below := range r.a.Groups {
		if used, there := r.l.Groups[below.Name]; there && below.In == own.name && !slices.Contains(names, below.Name) {
			add("", "by:"+below.Name, "", used.By)
		}
	}
}

// read follows every file of a source.
func (r *applying) read(ctx context.Context, p *plan, take func(*plan, *raw) error) error {
	give := func(x *raw) error { return take(p, x) }
	if p.source.Type == TypeFolder {
		w := newTableWalk(p, "", give)
		w.heading(fileColumns)
		for i, at := range r.files[p.source.Name] {
			if err := w.row(fileRow(at, i+1)); err != nil {
				return err
			}
		}
		return w.finish()
	}
	for _, at := range r.files[p.source.Name] {
		err := r.readFile(ctx, p, at, give)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &ended{}):
			return errors.Unwrap(err)
		case err != nil:
			r.out.problem(Problem{At: at, Key: p.source.Name, Text: wording.Say("said.layout.unread", err).String()})
		}
	}
	return nil
}

// ended is an error of the caller's, which ends the reading, apart from those of a file.
type ended struct{ error }

func (e ended) Unwrap() error { return e.error }

func (r *applying) readFile(ctx context.Context, p *plan, at string, give sink) error {
	rc, err := r.t.Open(ctx, at)
	if err != nil {
		return err
	}
	defer rc.Close()
	own := func(x *raw) error {
		if err := give(x); err != nil {
			return ended{err}
		}
		return nil
	}
	switch p.source.Type {
	case TypeXML:
		return walkXML(ctx, rc, newWalker(p, at, own))
	case TypeJSON:
		return walkJSON(ctx, rc, newWalker(p, at, own))
	}
	return walkTable(ctx, io.Reader(rc), newTableWalk(p, at, own))
}

// keyOf gives the first value of a use of a record.
func keyOf(p *plan, x *raw, use string) string {
	for i, s := range p.slots {
		if s.group == x.rec.Group && s.use == use && len(x.slots[i]) > 0 {
			return x.slots[i][0].Text
		}
	}
	return ""
}

// take finishes a record: its values in the form of the kind, what is joined to it,
// and then to the record above it or to the caller.
func (r *applying) take(p *plan, x *raw) error {
	r.fill(p, x)
	for _, below := range r.a.Groups {
		if below.In == x.rec.Group && r.foreign(below.Name) {
			if key := keyOf(p, x, "by:"+below.Name); key != "" {
				x.rec.Children = append(x.rec.Children, r.joined[below.Name][key]...)
			}
		}
	}
	if x.parent != nil {
		if above := x.parent.rec; len(above.Children) < maxChildren {
			above.Children = append(above.Children, x.rec)
			return nil
		}
		r.out.problem(Problem{Group: x.rec.Group, At: x.rec.At, Line: x.rec.Line,
			Text: fmt.Sprintf("Ein Eintrag hat mehr als %d Teile.", maxChildren)})
		return nil
	}
	if r.a.group(x.rec.Group).In != "" && !r.foreign(x.rec.Group) {
		r.out.problem(Problem{Group: x.rec.Group, At: x.rec.At, Line: x.rec.Line, Text: wording.Say("said.layout.outside").String()})
		return nil
	}
	return r.give(x.rec)
}

// fill puts the values of a record into the form of the kind and counts them.
func (r *applying) fill(p *plan, x *raw) {
	g, asked := r.l.Groups[x.rec.Group], r.a.group(x.rec.Group)
	x.rec.values = map[string][]Value{}
	r.out.Records[x.rec.Group]++
	for _, s := range asked.Statements {
		said, there := g.Statements[s.Key]
		if !there {
			continue
		}
		name := x.rec.Group + "." + s.Key
		var values []Value
		switch {
		case said.Const != "":
			values = []Value{{Text: said.Const}}
		case said.Lookup != "":
			values = r.lookedUp(p, x, said.Lookup, s.Key)
		default:
			values = chosen(p, x, s.Key)
		}
		if !s.Many && len(values) > 1 {
			values = values[:1]
		}
		for i := range values {
			text, bad := r.forms[name].read(values[i].Text)
			if values[i].Text = text; bad != "" {
				r.out.problem(Problem{Group: x.rec.Group, Key: s.Key, At: x.rec.At, Line: values[i].Line, Text: bad})
			}
		}
		if len(values) == 0 {
			continue
		}
		x.rec.values[s.Key] = values
		if r.out.Read[name]++; r.out.Read[name] == 1 {
			r.out.Example[name] = short(values[0].Text)
		}
	}
}

// chosen gives the values of the first alternative that holds any.
func chosen(p *plan, x *raw, key string) []Value {
	best := -1
	for i, s := range p.slots {
		if s.group != x.rec.Group || s.key != key || s.use != "" {
			continue
		}
		if len(s.path.list) > 0 && s.path.list[len(s.path.list)-1].file && x.rec.At != "" {
			x.slots[i] = []Value{{Text: fileStatement(s.path.list[len(s.path.list)-1].name, x.rec.At)}}
		}
		if len(x.slots[i]) > 0 && (best < 0 || s.order < p.slots[best].order) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return slices.Clone(x.slots[best])
}

// lookedUp gives the values of the record of a second file that has our key.
func (r *applying) lookedUp(p *plan, x *raw, source, key string) []Value {
	found := r.second[x.rec.Group+"/"+source][keyOf(p, x, "lookup:"+source)]
	if found == nil {
		return nil
	}
	return chosen(r.plans[x.rec.Group+"/"+source], found, key)
}

// hold counts what second files keep in memory.
func (r *applying) hold(x *raw) bool {
	r.count++
	r.held += x.size + 256
	if r.count <= maxJoined && r.held <= maxHeld {
		return true
	}
	r.out.problem(Problem{At: x.rec.At, Line: x.rec.Line, Text: wording.Say("said.layout.second-large", maxJoined, maxHeld>>20).String()})
	return false
}

// readLookup reads the second file of a lookup by its key.
func (r *applying) readLookup(ctx context.Context, group string, k Lookup) error {
	s, _ := r.l.source(k.Source)
	g := Group{Each: k.Each, Key: k.Key, Statements: map[string]Statement{}}
	for key, st := range r.l.Groups[group].Statements {
		if st.Lookup == k.Source {
			st.Lookup = ""
			g.Statements[key] = st
		}
	}
	name := group + "/" + k.Source
	p := &plan{source: s}
	each, _ := parsePath(k.Each, table(s.Type))
	own := groupPlan{name: group, each: each, whole: !table(s.Type) && len(each.list) == 0}
	if !table(s.Type) {
		own.each.absolute = true
	}
	p.groups = []groupPlan{own}
	r.slots(p, own, g, r.a.names())
	if r.plans == nil {
		r.plans = map[string]*plan{}
	}
	r.plans[name], r.second[name] = p, map[string]*raw{}
	return r.read(ctx, p, func(p *plan, x *raw) error {
		if key := keyOf(p, x, "key"); key != "" && r.second[name][key] == nil && r.hold(x) {
			r.second[name][key] = x
		}
		return nil
	})
}

// readJoined reads the records of a group that hang on those of another source.
func (r *applying) readJoined(ctx context.Context, group string, g Group) error {
	s, _ := r.l.source(r.l.sourceOf(r.a, group))
	names := []string{group}
	for _, below := range r.a.Groups {
		if _, there := r.l.Groups[below.Name]; there && below.In == group && !r.foreign(below.Name) {
			names = append(names, below.Name)
		}
	}
	r.joined[group] = map[string][]*Record{}
	return r.read(ctx, r.planOf(s, names), func(p *plan, x *raw) error {
		if x.rec.Group != group {
			return r.take(p, x)
		}
		key := keyOf(p, x, "key")
		r.fill(p, x)
		if key != "" && r.hold(x) {
			r.joined[group][key] = append(r.joined[group][key], x.rec)
		}
		return nil
	})
}
