package formatid

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/richardlehane/siegfried"
)

// learner makes a siegfried for a set of possible signatures that occurs often:
// its automata hold only their strings. The full automaton has several thousand
// nodes of 2 KB, so that nearly every byte of a walk misses the cache, and sends
// hits on strings that can decide nothing; a lean one has some dozen nodes.
//
// Why the answer stays equal: the scan of the whole file has shown that no other
// signature is possible. The walks then send the same hits in the same order but
// for those on tests that only impossible signatures use, and such hits change
// nothing (see stage). Which of the two answers is therefore a matter of speed
// alone. Files in which a walk would pause (longer than the furthest fixed offset)
// do not come here: where it pauses depends on the automaton.
type learner struct {
	full  *siegfried.Siegfried
	after int // files with the same possible signatures that make a lean one

	mu    sync.RWMutex
	seen  map[string]int // files by possible signatures, until there is a lean one
	lean  map[string]*siegfried.Siegfried
	alone bool // the full set answers everything: siegfried has another shape
}

const (
	leanAfter = 3
	leanMost  = 40   // lean ones, of about 1 MB and less
	seenMost  = 4096 // sets noted
)

func newLearner(full *siegfried.Siegfried) *learner {
	return &learner{full: full, after: leanAfter, seen: map[string]int{}, lean: map[string]*siegfried.Siegfried{}}
}

// choose gives the siegfried for a file in which these signatures are possible.
func (l *learner) choose(st *stage, possible []int32) *siegfried.Siegfried {
	slices.Sort(possible)
	name := make([]byte, 0, 4*len(possible))
	for _, s := range possible {
		name = binary.LittleEndian.AppendUint32(name, uint32(s))
	}
	l.mu.RLock()
	sf := l.lean[string(name)]
	l.mu.RUnlock()
	if sf != nil {
		return sf
	}
	return l.learn(st, string(name), possible)
}

// learn counts a set that has no lean siegfried and makes one when it is worth it.
func (l *learner) learn(st *stage, name string, possible []int32) *siegfried.Siegfried {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sf := l.lean[name]; sf != nil {
		return sf
	}
	if l.alone || len(l.lean) >= leanMost {
		return l.full
	}
	if len(l.seen) >= seenMost {
		clear(l.seen)
	}
	if l.seen[name]++; l.seen[name] < l.after {
		return l.full
	}
	sf, err := thinned(l.full, st.testsOf(possible), st.front.fixed)
	if err != nil {
		l.alone = true
		return l.full
	}
	delete(l.seen, name)
	l.lean[name] = sf
	return sf
}

// testsOf marks the tests that these signatures use, and those that are possible
// in every file.
func (st *stage) testsOf(signatures []int32) []bool {
	tests := make([]bool, len(st.users))
	for _, s := range slices.Concat(signatures, st.everywhere) {
		for _, t := range st.signatures[s] {
			tests[t] = true
		}
	}
	return tests
}

// thinned gives a siegfried that shares everything with sf but the sets of
// strings its byte matcher looks for: of those, only sequences for the tests stay,
// and the one that reaches furthest: up to there a walk does not pause. Nothing of sf is written to; the copies' fields are not exported and are set
// through their address.
func thinned(sf *siegfried.Siegfried, tests []bool, furthest int64) (thin *siegfried.Siegfried, err error) {
	defer func() {
		if p := recover(); p != nil {
			thin, err = nil, fmt.Errorf("formatid: siegfried has another shape: %v", p)
		}
	}()
	copied := *sf
	bm := open(reflect.ValueOf(&copied).Elem().FieldByName("bm"))
	if bm.Elem().Kind() != reflect.Pointer {
		return nil, errors.New("formatid: the byte matcher is no pointer")
	}
	matcher := reflect.New(bm.Elem().Type().Elem())
	matcher.Elem().Set(bm.Elem().Elem())
	for _, name := range []string{"bofSeq", "eofSeq"} {
		seqs := open(matcher.Elem().FieldByName(name))
		seqs.Set(fewer(seqs, tests, furthest))
	}
	for _, name := range []string{"bofFrames", "eofFrames"} {
		frames := open(matcher.Elem().FieldByName(name))
		frames.Set(fewerFrames(frames, tests))
	}
	for _, name := range []string{"bmu", "emu"} { // the automata are made anew, once
		open(matcher.Elem().FieldByName(name)).Set(reflect.ValueOf(new(sync.Once)))
	}
	for _, name := range []string{"bAho", "eAho"} {
		open(matcher.Elem().FieldByName(name)).SetZero()
	}
	bm.Set(matcher)
	return &copied, nil
}

// fewer copies a set of sequences, leaving out those of which no choice is tested
// and which do not reach furthest.
func fewer(seqs reflect.Value, tests []bool, furthest int64) reflect.Value {
	out := reflect.New(seqs.Type().Elem())
	set, index := open(seqs.Elem().FieldByName("set")), open(seqs.Elem().FieldByName("testTreeIndex"))
	setTo, indexTo := open(out.Elem().FieldByName("set")), open(out.Elem().FieldByName("testTreeIndex"))
	for i := range set.Len() {
		first := int(index.Index(i).Int())
		offsets, _ := reflect.TypeAssert[[]int64](set.Index(i).FieldByName("MaxOffsets"))
		if slices.Contains(tests[first:first+len(offsets)], true) || slices.Contains(offsets, furthest) {
			setTo.Set(reflect.Append(setTo, set.Index(i)))
			indexTo.Set(reflect.Append(indexTo, index.Index(i)))
		}
	}
	return out
}

// fewerFrames is fewer for what is tested at fixed places. The first stays: by its
// read the byte matcher is told (see source.shorten).
func fewerFrames(frames reflect.Value, tests []bool) reflect.Value {
	out := reflect.New(frames.Type().Elem())
	set, index := open(frames.Elem().FieldByName("set")), open(frames.Elem().FieldByName("testTreeIndex"))
	setTo, indexTo := open(out.Elem().FieldByName("set")), open(out.Elem().FieldByName("testTreeIndex"))
	for i := range set.Len() {
		if i == 0 || tests[index.Index(i).Int()] {
			setTo.Set(reflect.Append(setTo, set.Index(i)))
			indexTo.Set(reflect.Append(indexTo, index.Index(i)))
		}
	}
	return out
}

// open gives a field that is not exported as one that can be read and set.
func open(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
