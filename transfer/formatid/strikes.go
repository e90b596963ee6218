package formatid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/richardlehane/siegfried"
)

// stage is the first stage in front of siegfried's byte matcher. It tells how
// far into a file that matcher has to read: behind the last place at which one
// of its strings stands, it can learn nothing any more and is told that the file
// ends. Everything else siegfried asks for is answered as it is.
//
// Why the answer stays equal: siegfried's byte matcher walks the bytes from both
// ends through an Aho-Corasick automaton and gives every hit (a string of a
// signature, within its furthest offset, after the strings before it) to a
// scorer. The scorer sees hits only, not how far the walk went; a walk cut behind
// the last hit sends the same hits in the same order. The strings are read from
// the signature set siegfried has loaded, so they are the same ones; where
// anything is ambiguous the stage counts a hit that may be none and reads on.
//
// The stage is left out (nil) where the loaded set does not look as siegfried
// 1.11 lays it out.
type stage struct {
	front *strikes // forwards from the beginning
	back  *strikes // backwards from the end
	mark  int      // length of the read by which the byte matcher begins

	signatures [][]int32 // by signature: the tests of its parts
	users      [][]int32 // by test: the signatures with a part there
	always     []int32   // tests that count as met in every file
	wild       []int32   // signatures with a part that may stand anywhere
	everywhere []int32   // signatures all of whose parts count as met
}

// page is what siegfried's walks ask for at once.
const page = 4096

// newStage reads the strings of the loaded signature set. The set's fields are
// not exported, so they are read by reflection, which never writes.
func newStage(sf any) (st *stage, err error) {
	defer func() {
		if p := recover(); p != nil {
			st, err = nil, fmt.Errorf("formatid: signature set has another shape: %v", p)
		}
	}()
	bm := field(reflect.ValueOf(sf), "bm")
	tests, frames := field(bm, "tests"), field(field(bm, "bofFrames"), "set")
	if frames.Len() == 0 {
		return nil, errors.New("formatid: the byte matcher's beginning cannot be seen")
	}
	for i := range tests.Len() {
		for _, side := range []string{"maxLeftDistance", "maxRightDistance"} {
			if field(tests.Index(i), side).Int() == page {
				return nil, errors.New("formatid: a test reads like the walk")
			}
		}
	}
	late := lateTests(bm, tests)
	st = &stage{front: readStrikes(field(bm, "bofSeq"), late), back: readStrikes(field(bm, "eofSeq"), late)}
	if st.back.endless {
		return nil, errors.New("formatid: a string counts anywhere before the end")
	}
	st.readSignatures(bm, tests)
	for i, all := range st.signatures {
		if slices.ContainsFunc(all, func(t int32) bool { return st.front.late[t] != nil }) {
			st.wild = append(st.wild, int32(i))
		}
		if !slices.ContainsFunc(all, func(t int32) bool { return !slices.Contains(st.always, t) }) {
			st.everywhere = append(st.everywhere, int32(i))
		}
	}
	st.front.needs = readNeeds(tests, st)
	return st, nil
}

// readSignatures notes which tests a signature needs, and which tests frames at
// fixed places belong to: those are never looked for here and count as met.
func (st *stage) readSignatures(bm, tests reflect.Value) {
	st.signatures, st.users = make([][]int32, field(bm, "keyFrames").Len()), make([][]int32, tests.Len())
	for t := range tests.Len() {
		for _, id := range keyFramesOf(tests.Index(t)) {
			v := int32(id.Index(0).Int())
			if !slices.Contains(st.signatures[v], int32(t)) {
				st.signatures[v] = append(st.signatures[v], int32(t))
				st.users[t] = append(st.users[t], v)
			}
		}
	}
	for _, set := range []string{"bofFrames", "eofFrames"} {
		index := field(field(bm, set), "testTreeIndex")
		for i := range index.Len() {
			st.always = append(st.always, int32(index.Index(i).Int()))
		}
	}
}

// keyFramesOf gives the parts of signatures that a test is made for.
func keyFramesOf(test reflect.Value) (ids []reflect.Value) {
	complete, incomplete := field(test, "complete"), field(test, "incomplete")
	for k := range complete.Len() {
		ids = append(ids, complete.Index(k))
	}
	for k := range incomplete.Len() {
		ids = append(ids, field(incomplete.Index(k), "kf"))
	}
	return ids
}

// observed learns by which read the byte matcher begins: the first of a length
// that nobody asked for before, from the beginning of a sample that no other
// matcher takes an interest in. nil where that cannot be told.
func (st *stage) observed(sf *siegfried.Siegfried) *stage {
	w := &witness{source: &source{mem: sampleOfNothing, size: int64(len(sampleOfNothing))}}
	if _, err := sf.Identify(w, "probe.bin", ""); err != nil || w.mark.Load() <= 0 || w.mark.Load() >= stageFrom {
		return nil
	}
	st.mark = int(w.mark.Load())
	return st
}

// sampleOfNothing is no text, no container and no format.
var sampleOfNothing = []byte("\x01\x02\x00\x03\x00\x05\x01\x02\x00\x03\x00\x05")

// triggerLength is what the matchers of containers and RIFF look at.
const triggerLength = 8

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

// field gives a field of a structure behind any pointers and interfaces.
func field(v reflect.Value, name string) reflect.Value {
	f := through(through(v).FieldByName(name))
	if !f.IsValid() {
		panic("no field " + name)
	}
	return f
}

func through(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// lateTests are the tests that may be asked for beyond the furthest fixed offset:
// those of a part of a signature that stands anywhere.
func lateTests(bm, tests reflect.Value) map[int]bool {
	keyFrames := field(bm, "keyFrames")
	anywhere := func(id reflect.Value) bool {
		kf := keyFrames.Index(int(id.Index(0).Int())).Index(int(id.Index(1).Int()))
		return field(field(kf, "key"), "pMax").Int() == -1
	}
	late := map[int]bool{}
	for i := range tests.Len() {
		late[i] = slices.ContainsFunc(keyFramesOf(tests.Index(i)), anywhere)
	}
	return late
}

// strike is one string of a sequence, at the end of its way through the tree.
type strike struct {
	test     int32
	furthest int64 // last offset at which it counts, math.MaxInt64 = anywhere
	late     bool  // counts anywhere beyond strikes.fixed
	slot     int32 // of this choice in the progress of a scan, -1 = nothing follows
	after    int32 // slot of the choice that must stand before, -1 = none
}

// strikes are the strings of all sequences of one direction, as a tree that is
// walked from a place in the file, and tables that tell from two bytes whether a
// walk is worth it.
type strikes struct {
	nodes   []node
	keys    []byte  // edges of all nodes
	next    []int32 // where they lead
	root    [256]int32
	out     [][]strike      // by node
	early   [1 << 16]uint8  // by the first two bytes: reach of the furthest offset
	reached []*pairBits     // by reach: one bit for two bytes whose furthest offset has it
	beyond  [1 << 10]uint64 // one bit for two bytes: counts beyond fixed
	// short and shortly are as early and beyond, of strings with less than four bytes:
	// first those that need nothing before them, then those that do. A single byte or
	// two anywhere ("{", "2.") stand in every file, and mostly what must come before
	// does not.
	short    [2][1 << 16]uint8
	shortly  [2]pairBits
	followed []bool          // by slot: a string of less than four bytes follows
	quads    [1 << 10]uint64 // one bit for four bytes, mixed: a longer string may begin so
	fixed    int64           // furthest fixed offset
	longest  int
	slots    int
	endless  bool // a string counts anywhere
	needs    map[int32]*need
	late     map[int32][][]byte // by test that counts anywhere: every string of its sequences
	pool     sync.Pool          // of *scan
}

// pairBits has one bit for every two bytes; it stays in the nearest cache.
type pairBits [1 << 10]uint64

type node struct {
	first int32 // edge
	count int32
}

// building is a node while the tree grows.
type building struct {
	edges map[byte]int
	out   []strike
}

func readStrikes(set reflect.Value, lateTests map[int]bool) *strikes {
	s := &strikes{late: map[int32][][]byte{}}
	seqs, tests := field(set, "set"), field(set, "testTreeIndex")
	tree := []building{{edges: map[byte]int{}}}
	for i := range seqs.Len() {
		offsets, choices := field(seqs.Index(i), "MaxOffsets"), field(seqs.Index(i), "Choices")
		late := false // the later walk asks for a choice and those behind it
		var texts [][]byte
		var anywhere []int32
		for j := range choices.Len() {
			late = late || offsets.Index(j).Int() == -1 || lateTests[int(tests.Index(i).Int())+j]
			st := strike{test: int32(tests.Index(i).Int()) + int32(j), furthest: offsets.Index(j).Int(), late: late, slot: -1, after: -1}
			s.fixed = max(s.fixed, st.furthest)
			if st.furthest == -1 {
				st.furthest, s.endless = math.MaxInt64, true
			}
			if late {
				anywhere = append(anywhere, st.test)
			}
			if j > 0 {
				st.after = int32(s.slots - 1)
			}
			if j+1 < choices.Len() {
				st.slot = int32(s.slots)
				s.slots++
				s.followed = append(s.followed, false)
			}
			for k := range choices.Index(j).Len() {
				text := choices.Index(j).Index(k).Bytes()
				texts = append(texts, text)
				tree = plant(tree, text, st)
				s.tabulate(text, st)
			}
		}
		for _, t := range anywhere {
			s.late[t] = append(s.late[t], texts...)
		}
	}
	s.flatten(tree)
	for level := range reach(s.fixed) + 1 {
		bits := &pairBits{}
		for pair, r := range s.early {
			if r >= level {
				bits[pair>>6] |= 1 << (pair & 63)
			}
		}
		s.reached = append(s.reached, bits)
	}
	return s
}

func plant(tree []building, text []byte, st strike) []building {
	at := 0
	for _, b := range text {
		to, ok := tree[at].edges[b]
		if !ok {
			to = len(tree)
			tree[at].edges[b] = to
			tree = append(tree, building{edges: map[byte]int{}})
		}
		at = to
	}
	tree[at].out = append(tree[at].out, st)
	return tree
}

// tabulate notes by the first two bytes where a string counts.
func (s *strikes) tabulate(text []byte, st strike) {
	if len(text) == 0 {
		panic("empty string")
	}
	s.longest = max(s.longest, len(text))
	from, to := int(text[0])<<8, int(text[0])<<8|255
	if len(text) > 1 {
		from |= int(text[1])
		to = from
	}
	for pair := from; pair <= to; pair++ {
		s.early[pair] = max(s.early[pair], reach(st.furthest))
		if st.late {
			s.beyond[pair>>6] |= 1 << (pair & 63)
		}
		if len(text) >= 4 {
			continue
		}
		kind := 0
		if st.after >= 0 {
			kind = 1
			s.followed[st.after] = true
		}
		s.short[kind][pair] = max(s.short[kind][pair], reach(st.furthest))
		if st.late {
			s.shortly[kind][pair>>6] |= 1 << (pair & 63)
		}
	}
	if len(text) >= 4 {
		m := mixed(text)
		s.quads[m>>6] |= 1 << (m & 63)
	}
}

// mixed gives 16 bits of the first four bytes.
func mixed(b []byte) uint32 { return binary.LittleEndian.Uint32(b) * 0x9e3779b1 >> 16 }

// longer reports whether a string of four or more bytes may begin at i; near the
// end it says yes.
func (s *strikes) longer(b []byte, i int) bool {
	if i+4 > len(b) {
		return true
	}
	m := mixed(b[i:])
	return s.quads[m>>6]&(1<<(m&63)) != 0
}

// reach coarsens an offset upwards, so that a table of bytes tells what counts
// there: a string counts at most where its reach is at least that of the place.
func reach(offset int64) uint8 { return 1 + uint8(bits.Len64(uint64(offset))) }

// flatten lays the tree out without maps.
func (s *strikes) flatten(tree []building) {
	s.nodes, s.out = make([]node, len(tree)), make([][]strike, len(tree))
	for i, b := range tree {
		s.nodes[i] = node{int32(len(s.keys)), int32(len(b.edges))}
		s.out[i] = b.out
		keys := make([]byte, 0, len(b.edges))
		for k := range b.edges {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			s.keys, s.next = append(s.keys, k), append(s.next, int32(b.edges[k]))
		}
	}
	for k, to := range tree[0].edges {
		s.root[k] = int32(to)
	}
}

// hitsMost is how many hits of a file are kept; what has more goes to siegfried.
const hitsMost = 4096

// scan is one walk over the bytes of one file.
type scan struct {
	*strikes
	ends []int64 // by slot: end of the first hit, 0 = none
	last []int64 // by test: end of the last hit, 0 = none
	met  []int32 // tests with a hit
	fits []bool  // by test: a hit whose surroundings may fit
	used []int32 // slots with an end
	tail []byte  // the end of the file, backwards
	kind int     // 1: also short strings that need others before them
	hits []place // every hit, up to hitsMost

	places []int
}

func (s *strikes) scan(tests int) *scan {
	if sc, ok := s.pool.Get().(*scan); ok {
		return sc
	}
	return &scan{strikes: s, ends: make([]int64, s.slots), last: make([]int64, tests), fits: make([]bool, tests)}
}

// done gives a scan back; nothing of it may be used any more.
func (s *scan) done() {
	for _, t := range s.met {
		s.last[t], s.fits[t] = 0, false
	}
	for _, slot := range s.used {
		s.ends[slot] = 0
	}
	s.met, s.used, s.kind, s.hits = s.met[:0], s.used[:0], 0, s.hits[:0]
	s.pool.Put(s)
}

// block looks at the places b[:n], which stand at base in the file; b reaches
// further by the longest string, or to the end of the file.
func (s *scan) block(b []byte, n int, base int64) {
	s.latePlaces(b, s.earlyPlaces(b, n, base), n, base)
}

// shorter reports whether a string of less than four bytes may begin with the two
// and count anywhere.
func (s *scan) shorter(pair uint) bool {
	return s.shortly[0][pair>>6]&(1<<(pair&63)) != 0 || s.kind > 0 && s.shortly[1][pair>>6]&(1<<(pair&63)) != 0
}

// latePlaces looks at the places b[i:n] for strings that count anywhere.
func (s *scan) latePlaces(b []byte, i, n int, base int64) {
	if i >= n {
		return
	}
	pair := uint(b[i])
	for ; i+1 < len(b) && i < n; i++ {
		pair = pair<<8&0xff00 | uint(b[i+1])
		if s.beyond[pair>>6]&(1<<(pair&63)) != 0 && (s.shorter(pair) || s.longer(b, i)) {
			s.walk(b, i, base)
		}
	}
	if i < n { // the last byte of the file
		s.walk(b, i, base)
	}
}

// find looks at the places b[i:n] for few texts only.
func (s *scan) find(t *texts, b []byte, i, n int, base int64) {
	if len(t.all) > fewTexts {
		s.findMany(t, b, i, n, base)
		return
	}
	places := s.places[:0]
	for _, text := range t.all {
		in := b[:min(len(b), n+len(text)-1)]
		for at := i; at < n; at++ {
			k := bytes.Index(in[at:], text)
			if k < 0 {
				break
			}
			at += k
			places = append(places, at)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	for _, at := range places {
		s.walk(b, at, base)
	}
	s.places = places
}

// findMany is find with a table over two bytes.
func (s *scan) findMany(t *texts, b []byte, i, n int, base int64) {
	for ; i < n && i+1 < len(b); i++ {
		pair := uint(b[i])<<8 | uint(b[i+1])
		if t.pairs[pair>>6]&(1<<(pair&63)) != 0 {
			s.walk(b, i, base)
		}
	}
	if i < n { // the last byte of the file
		s.walk(b, i, base)
	}
}

// fewTexts are found faster one by one than by the tables.
const fewTexts = 12

// earlyPlaces looks at the places where strings with a fixed offset count, and
// gives the first place behind them.
func (s *scan) earlyPlaces(b []byte, n int, base int64) int {
	i := 0
	for i < n && base+int64(i) <= s.fixed {
		level := reach(base + int64(i))
		end := int(min(int64(n), s.fixed+1-base, int64(1)<<(level-1)-base)) // where the level rises
		bits, pair := s.reached[level], uint(b[i])
		for ; i < end && i+1 < len(b); i++ {
			pair = pair<<8&0xff00 | uint(b[i+1])
			if bits[pair>>6&0x3ff]>>(pair&63)&1 != 0 && (s.short[0][pair] >= level || s.kind > 0 && s.short[1][pair] >= level || s.longer(b, i)) {
				s.walk(b, i, base)
			}
		}
		if i < end { // the last byte of the file
			s.walk(b, i, base)
			i++
		}
	}
	return i
}

// walk follows the tree from the place i and notes the hits.
func (s *scan) walk(b []byte, i int, base int64) {
	node := s.root[b[i]]
	for end := i + 1; node != 0; end++ {
		for _, st := range s.out[node] {
			s.hit(st, b, i, end, base)
		}
		if end == len(b) {
			return
		}
		node = s.step(node, b[end])
	}
}

func (s *scan) step(at int32, key byte) int32 {
	n := s.nodes[at]
	if n.count == 1 { // most of them
		if s.keys[n.first] == key {
			return s.next[n.first]
		}
		return 0
	}
	if i := bytes.IndexByte(s.keys[n.first:n.first+n.count], key); i >= 0 {
		return s.next[n.first+int32(i)]
	}
	return 0
}

// hit notes b[i:end] where it counts there.
func (s *scan) hit(st strike, b []byte, i, end int, base int64) {
	at, to := base+int64(i), base+int64(end)
	if at > st.furthest && !(st.late && at >= s.fixed) {
		return
	}
	if st.after >= 0 && (s.ends[st.after] == 0 || s.ends[st.after] > at) {
		return
	}
	if st.slot >= 0 && (s.ends[st.slot] == 0 || to < s.ends[st.slot]) {
		if s.ends[st.slot] == 0 {
			s.used = append(s.used, st.slot)
			if s.followed[st.slot] {
				s.kind = 1
			}
		}
		s.ends[st.slot] = to
	}
	if s.last[st.test] == 0 {
		s.met = append(s.met, st.test)
	}
	if len(s.hits) < hitsMost {
		s.hits = append(s.hits, place{test: st.test, at: at, length: end - i})
	}
	s.last[st.test] = max(s.last[st.test], to)
	if !s.fits[st.test] {
		s.fits[st.test] = s.needs[st.test].fits(b, i, end, base)
	}
}
