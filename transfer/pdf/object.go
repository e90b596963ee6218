// Package pdf reads the objects of a PDF file: header, cross-reference
// tables and streams, object streams, filters (ISO 32000-1, chapter 7), and writes
// objects together into a new file.
//
// Reading is made for a conformance checker: beside the values it keeps the facts of
// writing that ISO 19005 speaks of (spacing of objects, length of streams, form
// of hexadecimal strings, extremes of numbers). It does not repair files, does
// not decrypt and does not decode images. Everything read is hostile: depth,
// number of objects and decoded bytes are limited. A File is not safe for
// concurrent use.
package pdf

// Name is a PDF name after expansion of #xx, without the slash.
type Name string

// Ref is a reference to an indirect object.
type Ref struct{ Num, Gen int }

// String is the value of a literal or hexadecimal string.
type String []byte

// Array is a PDF array; elements may be references.
type Array []any

// Dict is a PDF dictionary; values may be references.
type Dict map[Name]any

// Keyword is a bare word: an operator in content streams.
type Keyword string

// Stream is a stream object. Its data stays in the file until asked for.
type Stream struct {
	Dict   Dict
	Num    int    // object number, 0 for streams made by tests
	off    int64  // first byte of the data
	length int64  // bytes of data really there
	data   []byte // data held in memory instead, where not nil
}

// Real and integer values are float64 and int64, booleans bool, null nil.

// Number gives the value of an integer or real.
func Number(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// Mark is a value with the object it was found in.
type Mark struct {
	Value float64
	Obj   int
}

// Lint holds what the lexer noticed about the way values are written. For
// limits only the extreme counts, with the number of the object it stands in.
type Lint struct {
	OddHex     []int // objects with a hexadecimal string of odd length
	BadHex     []int // objects with other characters in a hexadecimal string
	MaxInt     Mark
	MinInt     Mark
	MaxReal    Mark // absolute value
	MinReal    Mark // smallest absolute value other than 0; Value 0 = none
	MaxString  Mark // bytes
	MaxName    Mark // bytes
	MaxArray   Mark // elements
	MaxDict    Mark // entries
	InvalidNum []int
}

const keptMarks = 20

func note(list *[]int, obj int) {
	if len(*list) < keptMarks {
		*list = append(*list, obj)
	}
}

func (m *Mark) most(v float64, obj int) {
	if v > m.Value {
		*m = Mark{v, obj}
	}
}

// merge adds what was noticed later.
func (l *Lint) merge(m *Lint) {
	for _, p := range []struct{ to, from *[]int }{{&l.OddHex, &m.OddHex}, {&l.BadHex, &m.BadHex}, {&l.InvalidNum, &m.InvalidNum}} {
		for _, n := range *p.from {
			note(p.to, n)
		}
	}
	for _, p := range []struct{ to, from *Mark }{{&l.MaxInt, &m.MaxInt}, {&l.MaxReal, &m.MaxReal}, {&l.MaxString, &m.MaxString},
		{&l.MaxName, &m.MaxName}, {&l.MaxArray, &m.MaxArray}, {&l.MaxDict, &m.MaxDict}} {
		p.to.most(p.from.Value, p.from.Obj)
	}
	if m.MinInt.Value < l.MinInt.Value {
		l.MinInt = m.MinInt
	}
	if m.MinReal.Value != 0 && (l.MinReal.Value == 0 || m.MinReal.Value < l.MinReal.Value) {
		l.MinReal = m.MinReal
	}
}
