package layout

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/xmlwalk"
)

// Limits of what is read of a file.
const (
	maxToken    = 16 << 20 // bytes of one element, text or row
	maxValue    = 64 << 10 // bytes of one value
	maxDepth    = 128
	maxValues   = 10_000  // of one statement of one record
	maxChildren = 100_000 // records below one record
	maxRecord   = 64 << 20
)

// ErrLimit says that a file passes a limit of the reading.
var ErrLimit = errors.New("Grenze überschritten")

// budget is a reader that ends when a single token is larger than any may be.
type budget struct {
	r    io.Reader
	left int
	err  error // of the reader, kept apart from what a parser makes of it
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("%w: mehr als %d MB ohne Ende", ErrLimit, maxToken>>20)
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}

func (b *budget) renew() { b.left = maxToken }

// attr is one attribute of an element.
type attr struct{ name, value string }

// sink takes the records of one source as they end.
type sink func(*raw) error

// plan is what is looked for in one source.
type plan struct {
	source Source
	groups []groupPlan
	slots  []slot
}

// groupPlan is one group of it: each counts from the top of the document.
type groupPlan struct {
	name  string
	in    string // group above in the same source, "" = none
	each  steps
	whole bool // the file itself is the record
}

// level is one open element.
type level struct {
	active  []cursor
	taking  []int // slots whose text is being gathered
	text    []byte
	counts  map[string]int
	opened  []int // groups whose record began here
	context []int // slots whose value ends with this level
	name    string
	attrs   []attr
	line    int
}

// cursor is a path whose first steps fit the open elements.
type cursor struct {
	slot, group int // one of them, -1 = not
	done        int
}

// walker follows the elements of one document (XML, JSON).
type walker struct {
	plan    *plan
	at      string
	stack   []level
	open    []*raw // by group
	context map[int]Value
	give    sink
	seen    func(path, value string) // not nil: a survey, told every element and attribute
}

func newWalker(p *plan, at string, give sink) *walker {
	return &walker{plan: p, at: at, give: give, open: make([]*raw, len(p.groups)), context: map[int]Value{}}
}

// begin opens the document itself.
func (w *walker) begin() {
	top := level{counts: map[string]int{}}
	for i, s := range w.plan.slots {
		if len(s.path.list) > 0 {
			top.active = append(top.active, cursor{slot: i, group: -1})
		}
	}
	w.stack = []level{top}
	for i, g := range w.plan.groups {
		if g.whole {
			w.openRecord(i, 1)
			w.stack[0].opened = append(w.stack[0].opened, i)
		} else {
			w.stack[0].active = append(w.stack[0].active, cursor{slot: -1, group: i})
		}
	}
}

func (w *walker) steps(c cursor) []step {
	if c.slot >= 0 {
		return w.plan.slots[c.slot].path.list
	}
	return w.plan.groups[c.group].each.list
}

// start opens an element.
func (w *walker) start(name string, attrs []attr, line int) error {
	if len(w.stack) >= maxDepth {
		return fmt.Errorf("%w: mehr als %d Ebenen", ErrLimit, maxDepth)
	}
	parent := &w.stack[len(w.stack)-1]
	lv := level{name: name, attrs: attrs, line: line}
	var values []int
	for _, c := range parent.active {
		st := w.steps(c)[c.done]
		if st.attribute || st.file || !w.fits(parent, c, st, name, attrs) {
			continue
		}
		c.done++
		switch rest := w.steps(c)[c.done:]; {
		case len(rest) > 0 && rest[0].attribute && c.slot >= 0:
			values = append(values, c.slot)
		case len(rest) > 0 && !rest[0].file:
			lv.active = append(lv.active, c)
		case len(rest) == 0 && c.slot >= 0:
			lv.taking = append(lv.taking, c.slot)
		case len(rest) == 0:
			lv.opened = append(lv.opened, c.group)
		}
	}
	for _, g := range lv.opened {
		w.openRecord(g, line)
	}
	w.stack = append(w.stack, lv)
	for _, s := range values {
		w.attribute(s, attrs, line)
	}
	if w.seen != nil {
		for _, a := range attrs {
			w.seen(w.path()+"/@"+a.name, a.value)
		}
	}
	return nil
}

// path is that of the innermost element.
func (w *walker) path() string {
	var b strings.Builder
	for _, lv := range w.stack[1:] {
		b.WriteString("/" + lv.name)
	}
	return b.String()
}

// fits compares one step with an element.
func (w *walker) fits(parent *level, c cursor, st step, name string, attrs []attr) bool {
	if st.name != "*" && st.name != name {
		return false
	}
	for n, t := range st.tests {
		if t.position > 0 {
			key := fmt.Sprintf("%d/%d/%d/%d", c.slot, c.group, c.done, n)
			if parent.counts == nil {
				parent.counts = map[string]int{}
			}
			parent.counts[key]++
			if parent.counts[key] != t.position {
				return false
			}
		} else if valueOf(attrs, t.name) != t.value {
			return false
		}
	}
	return true
}

func valueOf(attrs []attr, name string) string {
	for _, a := range attrs {
		if a.name == name {
			return strings.TrimSpace(a.value)
		}
	}
	return ""
}

func (w *walker) attribute(s int, attrs []attr, line int) {
	list := w.plan.slots[s].path.list
	name := list[len(list)-1].name
	for _, a := range attrs {
		if name == "*" || a.name == name {
			w.value(s, Value{Name: a.name, Text: strings.TrimSpace(a.value), Line: line}, len(w.stack)-1)
		}
	}
}

// text takes a piece of text of the open elements.
func (w *walker) text(t []byte) {
	for i := len(w.stack) - 1; i >= 0; i-- {
		lv := &w.stack[i]
		if (len(lv.taking) > 0 || w.seen != nil && i == len(w.stack)-1) && len(lv.text) < maxValue {
			lv.text = append(lv.text, t[:min(len(t), maxValue-len(lv.text))]...)
		}
	}
}

// end closes the innermost element.
func (w *walker) end() error {
	n := len(w.stack) - 1
	lv := w.stack[n]
	if w.seen != nil && n > 0 {
		w.seen(w.path(), string(lv.text))
	}
	for _, s := range lv.taking {
		name := lv.name
		if by := w.plan.slots[s].named; by != "" {
			name = valueOf(lv.attrs, strings.TrimPrefix(by, "@"))
		}
		w.value(s, Value{Name: name, Text: strings.Join(strings.Fields(string(lv.text)), " "), Line: lv.line}, n-1)
	}
	for i := len(lv.opened) - 1; i >= 0; i-- {
		if err := w.closeRecord(lv.opened[i]); err != nil {
			return err
		}
	}
	for _, s := range lv.context {
		delete(w.context, s)
	}
	w.stack = w.stack[:n]
	return nil
}

// value puts a value to the open record of its group; one that stands outside of it
// counts for every record that ends before the level does.
func (w *walker) value(s int, v Value, depth int) {
	if v.Text == "" {
		return
	}
	sl := w.plan.slots[s]
	for i, g := range w.plan.groups {
		if g.name != sl.group {
			continue
		}
		if r := w.open[i]; r != nil && sl.path.under(g.each) {
			r.add(s, v)
			return
		}
	}
	w.context[s] = v
	if depth = max(depth, 0); depth < len(w.stack) && !slices.Contains(w.stack[depth].context, s) {
		w.stack[depth].context = append(w.stack[depth].context, s)
	}
}

func (r *raw) add(s int, v Value) {
	if len(r.slots[s]) < maxValues && r.size < maxRecord {
		r.slots[s] = append(r.slots[s], v)
		r.size += len(v.Text) + 64
	}
}

func (w *walker) openRecord(g, line int) {
	r := &raw{rec: &Record{Group: w.plan.groups[g].name, At: w.at, Line: line}, slots: map[int][]Value{}}
	for i, above := range w.plan.groups {
		if above.name == w.plan.groups[g].in {
			r.parent = w.open[i]
		}
	}
	w.open[g] = r
}

func (w *walker) closeRecord(g int) error {
	r := w.open[g]
	w.open[g] = nil
	for s, sl := range w.plan.slots {
		if sl.group != r.rec.Group || len(r.slots[s]) > 0 {
			continue
		}
		if v, ok := w.context[s]; ok {
			r.slots[s] = []Value{v}
		}
	}
	return w.give(r)
}

// finish closes the document itself.
func (w *walker) finish() error { return w.end() }

// walkXML follows an XML document.
func walkXML(ctx context.Context, r io.Reader, w *walker) error {
	src := &budget{r: r}
	src.renew()
	x := xmlwalk.New(src, xmlwalk.Limits{Depth: maxDepth, Elements: 1 << 40, Text: maxToken})
	w.begin()
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		src.renew()
		tok, err := x.Token()
		if errors.Is(err, io.EOF) && len(w.stack) == 1 && n > 0 {
			return w.finish()
		}
		if err != nil {
			return errors.Join(src.err, err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			attrs := make([]attr, 0, len(t.Attr))
			for _, a := range t.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					attrs = append(attrs, attr{a.Name.Local, a.Value})
				}
			}
			err = w.start(t.Name.Local, attrs, x.Line())
		case xml.CharData:
			w.text(t)
		case xml.EndElement:
			err = w.end()
		}
		if err != nil {
			return err
		}
	}
}

// itemName is what the values of a list within a list, or of a whole document, are called.
const itemName = "item"

// walkJSON follows a JSON document: a member is an element of its name, each value of
// a list one element of the name of the list. There are no attributes.
func walkJSON(ctx context.Context, r io.Reader, w *walker) error {
	src := &budget{r: r}
	src.renew()
	d := json.NewDecoder(src)
	d.UseNumber()
	w.begin()
	j := &jsonWalk{ctx: ctx, src: src, d: d, w: w}
	if err := j.value(""); err != nil {
		return errors.Join(src.err, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("hinter dem JSON steht noch etwas: %w", errPath)
	}
	return w.finish()
}

type jsonWalk struct {
	ctx   context.Context
	src   *budget
	d     *json.Decoder
	w     *walker
	count int
	lists int // lists within each other
}

// value reads one value below the name; "" is the document itself.
func (j *jsonWalk) value(name string) error {
	j.src.renew()
	if j.count++; j.count%1024 == 0 && j.ctx.Err() != nil {
		return j.ctx.Err()
	}
	tok, err := j.d.Token()
	if err != nil {
		return noEnd(err)
	}
	delim, nested := tok.(json.Delim)
	if nested && delim == '[' {
		if name == "" {
			name = itemName
		}
		return j.list(name)
	}
	if name != "" {
		if err := j.w.start(name, nil, 0); err != nil {
			return err
		}
	}
	if nested {
		err = j.members()
	} else if tok != nil {
		j.w.text(fmt.Append(nil, tok))
	}
	if err != nil || name == "" {
		return err
	}
	return j.w.end()
}

func (j *jsonWalk) members() error {
	for j.d.More() {
		j.src.renew()
		tok, err := j.d.Token()
		if err != nil {
			return noEnd(err)
		}
		name, _ := tok.(string)
		if name == "" {
			name = itemName
		}
		if err := j.value(name); err != nil {
			return err
		}
	}
	_, err := j.d.Token()
	return noEnd(err)
}

func (j *jsonWalk) list(name string) error {
	if j.lists++; j.lists > maxDepth {
		return fmt.Errorf("%w: mehr als %d Listen ineinander", ErrLimit, maxDepth)
	}
	defer func() { j.lists-- }()
	for j.d.More() {
		if err := j.value(name); err != nil {
			return err
		}
	}
	_, err := j.d.Token()
	return noEnd(err)
}

func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
