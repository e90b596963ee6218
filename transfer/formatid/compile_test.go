package formatid

import (
	"bytes"
	"cmp"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/richardlehane/siegfried"
	"github.com/richardlehane/siegfried/pkg/config"
	"github.com/richardlehane/siegfried/pkg/static"
)

var update = flag.Bool("update", false, "compile the format table anew")

// tablePath is what the program embeds.
const tablePath = "pronom.table"

// TestTable compiles siegfried's built-in set anew and compares it with the table
// that the program embeds.
func TestTable(t *testing.T) {
	want := writeTable(compileTable(t))
	if *update {
		if err := os.WriteFile(tablePath, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(compiled, want) {
		t.Fatal("the format table is not that of the siegfried in go.mod; run go generate in transfer/formatid")
	}
	got, err := readTable(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(writeTable(got), want) {
		t.Error("the table is not read as it was written")
	}
}

// compileTable reads the set that siegfried has loaded. Its fields are not exported:
// here, and only here, they are read by reflection, never while the program runs.
// Whatever has another shape than siegfried 1.11 gives it ends the test.
func compileTable(t *testing.T) *table {
	t.Helper()
	sf := static.New()
	if sf == nil {
		t.Fatal("no built-in set")
	}
	c := compiler{t: t, bm: field(reflect.ValueOf(sf), "bm")}
	for _, none := range []string{"xm", "rm"} {
		if m := reflect.ValueOf(sf).Elem().FieldByName(none); !m.IsNil() {
			t.Fatalf("the set has a matcher %s, which the table does not know", none)
		}
	}
	ids := sf.Identifiers()
	if len(ids) != 1 || field(c.bm, "maxBOF").Int() >= 0 {
		t.Fatal("more than one identifier, or a walk that is limited")
	}
	out := &table{program: programName(), set: setName(ids), details: ids[0][1], mark: readMark(t, sf), bytes: c.rules()}
	out.bytes.superior = c.priorities(field(c.bm, "priorities"), len(out.bytes.signatures))
	most := field(field(c.bm, "priorities"), "maxOffsets").Index(0)
	c.check(most.Index(0).Int() != 0 || most.Index(1).Int() != 0, "nothing is waited for")
	c.boxes(out, field(reflect.ValueOf(sf), "cm"))
	c.names(out, field(reflect.ValueOf(sf), "nm"))
	c.formats(out, reflect.ValueOf(sf).Elem().FieldByName("ids").Index(0).Elem())
	return out
}

type compiler struct {
	t  *testing.T
	bm reflect.Value
}

func (c *compiler) check(ok bool, what string) {
	c.t.Helper()
	if !ok {
		c.t.Fatal("the set has another shape: " + what)
	}
}

// rules reads a byte matcher.
func (c *compiler) rules() rules {
	out := rules{furthest: field(c.bm, "maxEOF").Int()}
	c.parts(&out)
	c.tests(&out)
	out.front, out.back = c.sequences("bofSeq", true), c.sequences("eofSeq", false)
	out.frontFixed, out.backFixed = c.frames("bofFrames"), c.frames("eofFrames")
	if within := field(c.bm, "maxBOF").Int(); within >= 0 { // siegfried's walk ends there
		for _, s := range out.front {
			for _, h := range s.choices {
				for _, text := range h.texts {
					c.check(h.furthest >= 0 && h.furthest+int64(len(text)) <= within, "a string counts behind the walk's end")
				}
			}
		}
	}
	return out
}

// boxes reads the container matchers.
func (c *compiler) boxes(out *table, cm reflect.Value) {
	c.check(cm.Len() == 2, "not two kinds of containers")
	for i := range cm.Len() {
		m := cm.Index(i)
		n := field(m, "parts").Len()
		start := field(m, "startIndexes")
		c.check(int(field(m, "conType").Int()) == i && field(m, "globs").Len() == 0 && start.Len() == 1, "a kind of containers")
		set := boxSet{first: int32(start.Index(0).Int()), extension: field(m, "extension").String(), parts: numbers(field(m, "parts")),
			superior: c.priorities(field(m, "priorities"), n)}
		for it := field(m, "nameCTest").MapRange(); it.Next(); {
			set.entries = append(set.entries, c.entry(it.Key().String(), it.Value()))
		}
		slices.SortFunc(set.entries, func(a, b entryRule) int { return strings.Compare(a.name, b.name) })
		out.boxes = append(out.boxes, set)
	}
}

func (c *compiler) entry(name string, v reflect.Value) entryRule {
	e := entryRule{name: name, named: numbers(field(v, "satisfied")), byItsBytes: numbers(field(v, "unsatisfied"))}
	if len(e.byItsBytes) == 0 {
		return e
	}
	inner := compiler{c.t, field(v, "bm")}
	e.rules = inner.rules()
	c.check(len(e.rules.frontFixed)+len(e.rules.backFixed) == 0, "frames in an entry")
	lists := field(field(inner.bm, "priorities"), "lists")
	c.check(lists.Len() == 1 && lists.Index(0).Len() == 0, "priorities of an entry")
	c.check(len(e.rules.signatures) == len(e.byItsBytes), "the signatures of an entry")
	return e
}

func numbers(v reflect.Value) (l []int32) {
	for i := range v.Len() {
		l = append(l, int32(v.Index(i).Int()))
	}
	return l
}

func (c *compiler) parts(out *rules) {
	all := field(c.bm, "keyFrames")
	for i := range all.Len() {
		var list []part
		for j := range all.Index(i).Len() {
			f := all.Index(i).Index(j)
			seg, key := field(f, "seg"), field(f, "key")
			list = append(list, part{kind: int(field(f, "typ").Uint()), least: field(seg, "pMin").Int(), most: field(seg, "pMax").Int(),
				from: field(key, "pMin").Int(), upto: field(key, "pMax").Int()})
		}
		c.check(len(list) > 0, "a signature without parts")
		out.signatures = append(out.signatures, list)
	}
}

func (c *compiler) tests(out *rules) {
	id := func(v reflect.Value) partID { return partID{int(v.Index(0).Int()), int(v.Index(1).Int())} }
	all := field(c.bm, "tests")
	for i := range all.Len() {
		v := all.Index(i)
		f := followed{leftMost: int(field(v, "maxLeftDistance").Int()), rightMost: int(field(v, "maxRightDistance").Int())}
		// the walk is told from other reads by its length
		c.check(f.leftMost != page && f.rightMost != page, "a test reads like the walk")
		for k := range field(v, "complete").Len() {
			f.complete = append(f.complete, id(field(v, "complete").Index(k)))
		}
		for k := range field(v, "incomplete").Len() {
			b := field(v, "incomplete").Index(k)
			f.incomplete = append(f.incomplete, beside{id(field(b, "kf")), field(b, "l").Bool(), field(b, "r").Bool()})
		}
		f.left, f.right = c.besides(field(v, "left")), c.besides(field(v, "right"))
		out.tests = append(out.tests, f)
	}
}

func (c *compiler) besides(nodes reflect.Value) (list []*besideNode) {
	for i := range nodes.Len() {
		v := nodes.Index(i)
		n := &besideNode{frame: c.frame(field(v, "Frame")), next: c.besides(field(v, "tests"))}
		for k := range field(v, "success").Len() {
			n.success = append(n.success, int32(field(v, "success").Index(k).Int()))
		}
		list = append(list, n)
	}
	return list
}

func (c *compiler) frame(v reflect.Value) frame {
	return frame{int(field(v, "Min").Int()), int(field(v, "Max").Int()), c.pattern(v.FieldByName("Pattern"))}
}

func (c *compiler) pattern(v reflect.Value) pattern {
	v = through(v)
	c.check(v.IsValid(), "a frame without a pattern")
	list := func() (l []pattern) {
		for i := range v.Len() {
			l = append(l, c.pattern(v.Index(i)))
		}
		return l
	}
	frames := func(v reflect.Value) (l []frame) {
		for i := range v.Len() {
			l = append(l, c.frame(v.Index(i)))
		}
		return l
	}
	switch name := v.Type().Name(); name {
	case "Sequence":
		return pattern{kind: plainText, text: v.Bytes()}
	case "BMHSequence", "RBMHSequence":
		return pattern{kind: plainText, text: field(v, "Seq").Bytes()}
	case "Range":
		return pattern{kind: byteRange, text: field(v, "From").Bytes(), upto: field(v, "To").Bytes()}
	case "Mask":
		return pattern{kind: allBits, mask: byte(v.Uint())}
	case "AnyMask":
		return pattern{kind: anyBit, mask: byte(v.Uint())}
	case "Choice":
		return pattern{kind: oneOf, list: list()}
	case "List":
		return pattern{kind: inOrder, list: list()}
	case "Not":
		return pattern{kind: noneOf, list: []pattern{c.pattern(v.FieldByName("Pattern"))}}
	case "Machine":
		return pattern{kind: chain, frames: frames(v)}
	case "Block":
		return pattern{kind: keyed, block: &framed{left: frames(v.FieldByName("L")), right: frames(v.FieldByName("R")),
			key:    c.pattern(v.FieldByName("Key")),
			length: int(v.FieldByName("Le").Int()), before: int(v.FieldByName("Off").Int()), after: int(v.FieldByName("OffR").Int())}}
	default:
		c.t.Fatalf("the set has a pattern %s, which the table does not know", name)
	}
	return pattern{}
}

func (c *compiler) sequences(name string, endless bool) (list []sequence) {
	set := field(c.bm, name)
	seqs, tests := field(set, "set"), field(set, "testTreeIndex")
	for i := range seqs.Len() {
		s := sequence{first: int32(tests.Index(i).Int())}
		offsets, choices := field(seqs.Index(i), "MaxOffsets"), field(seqs.Index(i), "Choices")
		for j := range choices.Len() {
			h := choice{furthest: offsets.Index(j).Int()}
			c.check(endless || h.furthest >= 0, "a string counts anywhere before the end")
			for k := range choices.Index(j).Len() {
				h.texts = append(h.texts, choices.Index(j).Index(k).Bytes())
				c.check(choices.Index(j).Index(k).Len() > 0, "an empty string")
			}
			s.choices = append(s.choices, h)
		}
		list = append(list, s)
	}
	return list
}

func (c *compiler) frames(name string) (list []fixedFrame) {
	frames, tests := field(field(c.bm, name), "set"), field(field(c.bm, name), "testTreeIndex")
	for i := range frames.Len() {
		f := fixedFrame{c.frame(frames.Index(i)), int32(tests.Index(i).Int())}
		c.check(f.most >= 0, "a frame has no fixed place")
		list = append(list, f)
	}
	return list
}

// priorities gives by signature those that are waited for after it.
func (c *compiler) priorities(set reflect.Value, n int) (all [][]int32) {
	lists := field(set, "lists")
	c.check(lists.Len() == 1 && lists.Index(0).Len() == n, "priorities")
	for i := range n {
		l := numbers(lists.Index(0).Index(i))
		c.check(slices.IsSorted(l), "priorities out of order")
		all = append(all, l)
	}
	return all
}

func (c *compiler) names(out *table, nm reflect.Value) {
	for it := field(nm, "extensions").MapRange(); it.Next(); {
		out.extensions = append(out.extensions, extension{it.Key().String(), numbers(it.Value())})
	}
	slices.SortFunc(out.extensions, func(a, b extension) int { return strings.Compare(a.text, b.text) })
	globs, rules := field(nm, "globs"), field(nm, "globIdx")
	for i := range globs.Len() {
		out.globs = append(out.globs, extension{globs.Index(i).String(), numbers(rules.Index(i))})
	}
}

func (c *compiler) formats(out *table, id reflect.Value) {
	base := field(id, "Base")
	c.check(field(base, "multi").Int() == int64(config.Conclusive), "more than the conclusive answers are told")
	number := map[string]int32{}
	for it := field(id, "infos").MapRange(); it.Next(); {
		v := it.Value()
		out.formats = append(out.formats, format{it.Key().String(), v.FieldByName("name").String(), v.FieldByName("version").String(),
			v.FieldByName("mimeType").String(), false, false})
	}
	slices.SortFunc(out.formats, func(a, b format) int { return cmp.Or(comparePUID(a.puid, b.puid), strings.Compare(a.puid, b.puid)) })
	for i, f := range out.formats {
		number[f.puid] = int32(i)
	}
	for name, note := range map[string]func(*format){"bids": func(f *format) { f.signed = true },
		"cids": func(f *format) { f.signed = true }, "gids": func(f *format) { f.named = true }} {
		ids := field(field(base, name), "ids")
		for i := range ids.Len() {
			if n, ok := number[ids.Index(i).String()]; ok {
				note(&out.formats[n])
			}
		}
	}
	list := func(name string) (l []int32, start int64) {
		v := field(base, name)
		for i := range field(v, "ids").Len() {
			n, ok := number[field(v, "ids").Index(i).String()]
			c.check(ok, "a format without a description")
			l = append(l, n)
		}
		return l, field(v, "start").Int()
	}
	var start int64
	out.ofByte, start = list("bids")
	c.check(start == 0 && len(out.ofByte) == len(out.bytes.signatures), "the numbers of the signatures")
	out.ofBox, start = list("cids")
	c.check(start == 0 && len(out.ofBox) == len(out.boxes[0].parts)+len(out.boxes[1].parts), "the numbers of the container signatures")
	zip, ok := number[config.ZipPuid()]
	c.check(ok && field(base, "zipDefault").Bool(), "a ZIP that no container signature fits")
	out.zip = zip
	out.ofName, start = list("gids")
	out.nameStart = int32(start)
	texts, start := list("tids")
	c.check(start == 1 && len(texts) == 1 && out.formats[texts[0]].puid == config.TextPuid(), "the text matcher")
	out.text = texts[0]
}

// readMark learns by which read the byte matcher begins: the first of a length
// that nobody asked for before, from the beginning of a sample that no other
// matcher takes an interest in.
func readMark(t *testing.T, sf *siegfried.Siegfried) int {
	sample := []byte("\x01\x02\x00\x03\x00\x05\x01\x02\x00\x03\x00\x05")
	w := &witness{source: &source{mem: sample, size: int64(len(sample))}}
	if _, err := sf.Identify(w, "probe.bin", ""); err != nil {
		t.Fatal(err)
	}
	mark := int(w.mark.Load())
	if mark <= 0 || mark == page {
		t.Fatalf("the byte matcher's beginning cannot be seen: %d", mark)
	}
	return mark
}

// witness notes the first read the byte matcher makes.
type witness struct {
	*source
	mark atomic.Int64 // -1 where it did not begin at the beginning
}

// Slice notes and passes on.
func (w *witness) Slice(off int64, l int) ([]byte, error) {
	if l != triggerLength && l != page {
		mark := int64(l)
		if off != 0 {
			mark = -1
		}
		w.mark.CompareAndSwap(0, mark)
	}
	return w.source.Slice(off, l)
}

// field gives a field of a structure behind any pointers and interfaces, readable
// though it is not exported.
func field(v reflect.Value, name string) reflect.Value {
	v = through(v)
	f := v.FieldByName(name)
	if !f.IsValid() {
		panic("no field " + name)
	}
	if f.CanAddr() {
		f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	}
	return through(f)
}

func through(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// writeTable writes a table as the program reads it.
func writeTable(t *table) []byte {
	c := &coder{writing: true}
	c.table(t)
	return c.data
}
