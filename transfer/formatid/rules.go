package formatid

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/richardlehane/siegfried"
	"github.com/richardlehane/siegfried/pkg/core"
)

// rules are what siegfried's byte matcher knows of its signatures, read from the
// loaded set once (see newStage), and the parts of siegfried that go on working as
// they are: patterns, priorities, names, text, and what it makes of the results.
type rules struct {
	parts    [][]part // by signature: its key frames
	tests    []followed
	front    []fixedFrame
	back     []fixedFrame
	furthest int64 // bytes from the end that are looked at

	identifier core.Identifier
	fields     []string // of its answers
	names      core.Matcher
	waits      reflect.Value // func(...core.Hint) waits
	text       func(*source, core.Recorder) error
}

// waits is siegfried's list of the signatures a file still waits for.
type waits interface {
	Check(signature int) bool
	PutAt(signature int, front, back int64) bool
}

// pattern is a pattern of siegfried with its offsets.
type pattern interface {
	Match(b []byte) []int
	MatchR(b []byte) []int
	Length() (least, most int)
}

// Where a part of a signature stands, as in PRONOM.
const (
	fromFront = iota
	afterPart
	beforePart
	fromEnd
)

// part is one segment of a signature.
type part struct {
	kind       int
	least      int64 // distance to its neighbour
	most       int64 // -1: anywhere
	from, upto int64 // where its string may stand, counted from the end it is sought from; upto -1: anywhere
}

// stands reports whether the string of the part may stand at that place.
func (p *part) stands(at int64) bool { return at >= p.from && (p.upto == -1 || at <= p.upto) }

// loose reports whether any distance will do.
func (p *part) loose() bool { return p.most == -1 && p.least == 0 }

// partID names a part: signature and number.
type partID struct{ signature, part int }

// followed is what follows from a string or frame at its place.
type followed struct {
	complete            []partID
	incomplete          []beside
	leftMost, rightMost int
	left, right         []*besideNode
	all                 []partID
}

// beside is a part that wants more to its left or right.
type beside struct {
	part        partID
	left, right bool
}

// besideNode is one step of what a test wants beside a string.
type besideNode struct {
	pattern
	success []int // numbers of followed.incomplete
	next    []*besideNode
}

// fixedFrame is sought at the one or the other end of the file only.
type fixedFrame struct {
	pattern
	test   int32
	least  int64  // its offset
	length int    // bytes it looks at
	gate   []byte // without this text near its end of the file it never matches, nil = not known
	within int    // how near
}

// readGate finds what a chain of frames asks for first: the first of them, from the
// back the last, is tried from the end of the file, and a block matches only where
// its key stands. No recordings of sound begin in most files, and to look for ten
// frames of one takes longer than all else.
func readGate(pattern reflect.Value, back bool) (text []byte, within int) {
	if pattern = through(pattern); pattern.Kind() != reflect.Slice || pattern.Type().Name() != "Machine" || pattern.Len() == 0 {
		return nil, 0
	}
	first := pattern.Index(0)
	if back {
		first = pattern.Index(pattern.Len() - 1)
	}
	most, block := int(first.FieldByName("Max").Int()), through(first.FieldByName("Pattern"))
	if most < 0 || block.Kind() != reflect.Struct || block.Type().Name() != "Block" {
		return nil, 0
	}
	return literal(block.FieldByName("Key")), most + int(block.FieldByName("Le").Int())
}

// readRules reads the rules; an error says that siegfried has another shape.
func readRules(sf *siegfried.Siegfried) (r *rules, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("formatid: signature rules have another shape: %v", p)
		}
	}()
	top := reflect.ValueOf(sf).Elem()
	ids, err := get[[]core.Identifier](top.FieldByName("ids"))
	if err != nil || len(ids) != 1 || !top.FieldByName("xm").IsNil() || !top.FieldByName("rm").IsNil() {
		return nil, errors.New("formatid: more than one identifier, or one that looks into XML or RIFF")
	}
	bm := top.FieldByName("bm").Elem().Elem()
	if bm.FieldByName("maxBOF").Int() >= 0 {
		return nil, errors.New("formatid: the walk is limited")
	}
	r = &rules{identifier: ids[0], fields: ids[0].Fields(), furthest: bm.FieldByName("maxEOF").Int()}
	if r.names, err = get[core.Matcher](top.FieldByName("nm")); err != nil {
		return nil, err
	}
	text, err := get[core.Matcher](top.FieldByName("tm"))
	if err != nil {
		return nil, err
	}
	r.text = func(s *source, rec core.Recorder) error {
		buffer, err := sf.Buffer(s)
		if err != nil {
			return err
		}
		defer sf.Put(buffer)
		found, err := text.Identify("", buffer)
		for res := range found {
			rec.Record(core.TextMatcher, res)
		}
		return err
	}
	r.waits = open(bm.FieldByName("priorities")).MethodByName("WaitSet")
	if _, ok := r.waitFor(nil); !ok {
		return nil, errors.New("formatid: the priorities have another shape")
	}
	for i := range bm.FieldByName("keyFrames").Len() {
		r.parts = append(r.parts, readParts(bm.FieldByName("keyFrames").Index(i)))
	}
	for i := range bm.FieldByName("tests").Len() {
		r.tests = append(r.tests, readFollowed(bm.FieldByName("tests").Index(i).Elem()))
	}
	if r.front, err = readFrames(bm.FieldByName("bofFrames").Elem(), false); err == nil {
		r.back, err = readFrames(bm.FieldByName("eofFrames").Elem(), true)
	}
	return r, err
}

// waitFor begins siegfried's list for one file.
func (r *rules) waitFor(hints []core.Hint) (waits, bool) {
	w, ok := r.waits.CallSlice([]reflect.Value{reflect.ValueOf(hints)})[0].Interface().(waits)
	return w, ok
}

// get reads a field that is not exported.
func get[T any](v reflect.Value) (T, error) {
	got, ok := reflect.TypeAssert[T](open(v))
	if !ok {
		return got, fmt.Errorf("formatid: a field is %v", v.Type())
	}
	return got, nil
}

func readParts(frames reflect.Value) (list []part) {
	for i := range frames.Len() {
		f := frames.Index(i)
		seg, key := f.FieldByName("seg"), f.FieldByName("key")
		list = append(list, part{kind: int(f.FieldByName("typ").Uint()),
			least: seg.FieldByName("pMin").Int(), most: seg.FieldByName("pMax").Int(),
			from: key.FieldByName("pMin").Int(), upto: key.FieldByName("pMax").Int()})
	}
	return list
}

func readFollowed(t reflect.Value) (f followed) {
	id := func(v reflect.Value) partID { return partID{int(v.Index(0).Int()), int(v.Index(1).Int())} }
	complete, incomplete := t.FieldByName("complete"), t.FieldByName("incomplete")
	for i := range complete.Len() {
		f.complete = append(f.complete, id(complete.Index(i)))
	}
	f.all = slices.Clone(f.complete)
	for i := range incomplete.Len() {
		v := incomplete.Index(i)
		b := beside{id(v.FieldByName("kf")), v.FieldByName("l").Bool(), v.FieldByName("r").Bool()}
		f.incomplete, f.all = append(f.incomplete, b), append(f.all, b.part)
	}
	f.leftMost, f.rightMost = int(t.FieldByName("maxLeftDistance").Int()), int(t.FieldByName("maxRightDistance").Int())
	f.left, f.right = readBeside(t.FieldByName("left")), readBeside(t.FieldByName("right"))
	return f
}

func readBeside(nodes reflect.Value) (list []*besideNode) {
	for i := range nodes.Len() {
		v := nodes.Index(i)
		n := &besideNode{pattern: reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface().(pattern)}
		for k := range v.Elem().FieldByName("success").Len() {
			n.success = append(n.success, int(v.Elem().FieldByName("success").Index(k).Int()))
		}
		n.next = readBeside(v.Elem().FieldByName("tests"))
		list = append(list, n)
	}
	return list
}

func readFrames(set reflect.Value, back bool) (list []fixedFrame, err error) {
	frames, tests := set.FieldByName("set"), set.FieldByName("testTreeIndex")
	for i := range frames.Len() {
		v := frames.Index(i)
		p, ok := open(v).Interface().(pattern)
		most := v.FieldByName("Max").Int()
		if !ok || most < 0 {
			return nil, errors.New("formatid: a frame has no fixed place")
		}
		_, length := p.Length()
		f := fixedFrame{pattern: p, test: int32(tests.Index(i).Int()), least: v.FieldByName("Min").Int(), length: length + int(most)}
		if most == 0 && f.least == 0 {
			f.gate, f.within = readGate(v.FieldByName("Pattern"), back)
		}
		list = append(list, f)
	}
	return list, nil
}

// bytesAt gives what siegfried gets for n bytes at off: fewer at the end, nil for none.
func bytesAt(b []byte, off int64, n int) []byte {
	if off < 0 || n <= 0 || off >= int64(len(b)) {
		return nil
	}
	return b[off:min(int64(len(b)), off+int64(n))]
}

// bytesBefore is bytesAt counted from the end.
func bytesBefore(b []byte, off int64, n int) []byte {
	if off < 0 || n <= 0 || off >= int64(len(b)) {
		return nil
	}
	end := int64(len(b)) - off
	return b[max(0, end-int64(n)):end]
}

// open gives a field that is not exported as one that can be read and set.
func open(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
