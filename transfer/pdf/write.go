package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
)

// Append writes v the way it stands in a file (ISO 32000-1, 7.3) behind b.
// Entries of dictionaries are sorted by key, so equal values give equal bytes.
// Errors: a value of a type that is none of this package, or no finite number.
func Append(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(b, v, 10), nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return b, fmt.Errorf("%v is no number of a PDF file", v)
		}
		n := len(b)
		b = strconv.AppendFloat(b, v, 'f', -1, 64)
		if bytes.IndexByte(b[n:], '.') < 0 {
			b = append(b, ".0"...) // a real stays one
		}
		return b, nil
	case Name:
		return appendName(b, v), nil
	case String:
		return appendString(b, v), nil
	case Ref:
		return fmt.Appendf(b, "%d %d R", v.Num, v.Gen), nil
	case Array:
		return appendArray(b, v)
	case Dict:
		return appendDict(b, v)
	}
	return b, fmt.Errorf("a %T is no PDF object", v)
}

func appendArray(b []byte, a Array) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, e := range a {
		if i > 0 {
			b = append(b, ' ')
		}
		if b, err = Append(b, e); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func appendDict(b []byte, d Dict) ([]byte, error) {
	var err error
	b = append(b, "<<"...)
	for i, k := range slices.Sorted(maps.Keys(d)) {
		if i > 0 {
			b = append(b, ' ')
		}
		if b, err = Append(append(appendName(b, k), ' '), d[k]); err != nil {
			return b, fmt.Errorf("%s: %w", k, err)
		}
	}
	return append(b, ">>"...), nil
}

func appendName(b []byte, n Name) []byte {
	b = append(b, '/')
	for _, c := range []byte(n) {
		if c <= ' ' || c >= 0x7f || bytes.IndexByte([]byte("#()<>[]{}/%"), c) >= 0 {
			b = fmt.Appendf(b, "#%02X", c)
			continue
		}
		b = append(b, c)
	}
	return b
}

// appendString writes printable ASCII so that people can read it and all else in
// hexadecimal form.
func appendString(b []byte, s String) []byte {
	for _, c := range s {
		if c < ' ' || c >= 0x7f {
			return fmt.Appendf(b, "<%X>", []byte(s))
		}
	}
	b = append(b, '(')
	for _, c := range s {
		if c == '(' || c == ')' || c == '\\' {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return append(b, ')')
}

// Writer puts a file together from objects: PDF 1.7, every object but the
// streams in compressed object streams (ISO 32000-1, 7.5.7), found by a
// cross-reference stream. Same objects in the same order, same bytes. A Writer
// is not safe for concurrent use.
type Writer struct {
	out     bytes.Buffer
	places  []Entry // by number; places[0] is never used
	waiting []waiting
}

type waiting struct {
	num int
	val any
}

// free is a number without an object; it is not to be used again (7.5.4).
var free = Entry{Free: true, Gen: 65535}

// perPack is the number of objects in one object stream.
const perPack = 200

// NewWriter starts a file in which the numbers up to taken are left to the caller.
func NewWriter(taken int) *Writer {
	w := &Writer{places: make([]Entry, taken+1)}
	for i := range w.places {
		w.places[i] = free
	}
	// The bytes above 0x7F tell transfer programs that the file is binary (7.5.2).
	w.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return w
}

// New gives the reference of an object that is still to be put.
func (w *Writer) New() Ref {
	w.places = append(w.places, free)
	return Ref{Num: len(w.places) - 1}
}

// Put adds an object that is not a stream.
func (w *Writer) Put(r Ref, v any) error {
	w.waiting = append(w.waiting, waiting{r.Num, v})
	if len(w.waiting) < perPack {
		return nil
	}
	return w.flush()
}

// PutStream adds a stream with data as it is stored; its length is entered.
func (w *Writer) PutStream(r Ref, d Dict, data []byte) error {
	d = maps.Clone(d)
	d["Length"] = len(data)
	head, err := Append(nil, d)
	if err != nil {
		return err
	}
	w.places[r.Num] = Entry{Offset: int64(w.out.Len())}
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nstream\n", r.Num, head)
	w.out.Write(data)
	w.out.WriteString("\nendstream\nendobj\n")
	return nil
}

// PutText adds a stream whose data are compressed here.
func (w *Writer) PutText(r Ref, d Dict, data []byte) error {
	packed, err := deflated(data)
	if err != nil {
		return err
	}
	d = maps.Clone(d)
	d["Filter"] = Name("FlateDecode")
	return w.PutStream(r, d, packed)
}

// flush writes the waiting objects into one object stream.
func (w *Writer) flush() error {
	if len(w.waiting) == 0 {
		return nil
	}
	pack := w.New()
	var head, body []byte
	var err error
	for i, o := range w.waiting {
		head = fmt.Appendf(head, "%d %d ", o.num, len(body))
		if body, err = Append(body, o.val); err != nil {
			return err
		}
		body = append(body, '\n')
		w.places[o.num] = Entry{Packed: true, Offset: int64(pack.Num), Gen: i}
	}
	d := Dict{"Type": Name("ObjStm"), "N": len(w.waiting), "First": len(head)}
	w.waiting = w.waiting[:0]
	return w.PutText(pack, d, append(head, body...))
}

// Finish writes the file: what was put, then the cross-reference with the
// entries of trailer. The identifier ISO 19005 asks for is a digest of all that
// stands before it: no clock, no chance.
func (w *Writer) Finish(to io.Writer, trailer Dict) error {
	if err := w.flush(); err != nil {
		return err
	}
	xref := w.New()
	start := w.out.Len()
	w.places[xref.Num] = Entry{Offset: int64(start)}
	var table []byte
	for _, e := range w.places {
		kind := byte(1)
		switch {
		case e.Packed:
			kind = 2
		case e.Free:
			kind = 0
		}
		table = binary.BigEndian.AppendUint32(append(table, kind), uint32(e.Offset))
		table = binary.BigEndian.AppendUint16(table, uint16(e.Gen))
	}
	sum := md5.Sum(w.out.Bytes())
	d := maps.Clone(trailer)
	maps.Copy(d, Dict{"Type": Name("XRef"), "Size": len(w.places), "W": Array{1, 4, 2}, "ID": Array{String(sum[:]), String(sum[:])}})
	if err := w.PutText(xref, d, table); err != nil {
		return err
	}
	fmt.Fprintf(&w.out, "startxref\n%d\n%%%%EOF\n", start)
	_, err := w.out.WriteTo(to)
	return err
}

func deflated(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	return b.Bytes(), nil
}

// Text is the text string of s (ISO 32000-1, 7.9.2.2): ASCII as it is, all else
// as UTF-16 with a byte order mark.
func Text(s string) String {
	ascii := true
	for _, r := range s {
		ascii = ascii && r >= ' ' && r < 0x7f
	}
	if ascii {
		return String(s)
	}
	b := []byte{0xFE, 0xFF}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return b
}
