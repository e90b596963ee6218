package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"unicode/utf16"
)

// Append writes v the way it stands in a file (ISO 32000-1, 7.3) behind b.
// Entries of dictionaries are sorted by key, so equal values give equal bytes. A
// value of another type than those of this package is written as null.
func Append(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case Name:
		return appendName(b, v)
	case String:
		return appendString(b, v)
	case Ref:
		b = strconv.AppendInt(b, int64(v.Num), 10)
		b = strconv.AppendInt(append(b, ' '), int64(v.Gen), 10)
		return append(b, " R"...)
	case Array:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ' ')
			}
			b = Append(b, e)
		}
		return append(b, ']')
	case Dict:
		b = append(b, "<<"...)
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ' ')
			}
			b = Append(append(appendName(b, k), ' '), v[k])
		}
		return append(b, ">>"...)
	}
	return append(b, "null"...)
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
func (w *Writer) PutStream(r Ref, d Dict, data []byte) {
	d = maps.Clone(d)
	d["Length"] = len(data)
	w.places[r.Num] = Entry{Offset: int64(w.out.Len())}
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nstream\n", r.Num, Append(nil, d))
	w.out.Write(data)
	w.out.WriteString("\nendstream\nendobj\n")
}

// PutText adds a stream whose data are compressed here.
func (w *Writer) PutText(r Ref, d Dict, data []byte) error {
	packed, err := deflated(data)
	if err != nil {
		return err
	}
	d = maps.Clone(d)
	d["Filter"] = Name("FlateDecode")
	w.PutStream(r, d, packed)
	return nil
}

// flush writes the waiting objects into one object stream.
func (w *Writer) flush() error {
	if len(w.waiting) == 0 {
		return nil
	}
	pack := w.New()
	var head, body []byte
	for i, o := range w.waiting {
		head = fmt.Appendf(head, "%d %d ", o.num, len(body))
		body = append(Append(body, o.val), '\n')
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
