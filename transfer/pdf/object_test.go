package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

func TestLexer(t *testing.T) {
	tests := []struct {
		in   string
		want any
	}{
		{"12", int64(12)}, {"-7", int64(-7)}, {"+.5", 0.5}, {"4.", 4.0}, {"true", true}, {"null", nil},
		{"/A#42c", Name("ABc")}, {"/", Name("")}, {"(a\\(b\\))", String("a(b)")}, {"(a(b)c)", String("a(b)c")},
		{"(\\101\\n\\\r\nx\r\ny)", String("A\nx\ny")}, {"<4a4B5>", String("JKP")}, {"3 0 R", Ref{3, 0}},
		{"[1 0 R 2 (x)]", Array{Ref{1, 0}, int64(2), String("x")}},
		{"<< /A << /B 1 >> /C null >>", Dict{"A": Dict{"B": int64(1)}}}, {"% note\n7", int64(7)},
		{"[1 2", Array{int64(1), int64(2)}}, {"<</A 1", Dict{"A": int64(1)}}, {"", End},
	}
	for _, tt := range tests {
		l := Lexer{Buf: []byte(tt.in)}
		if d := cmp.Diff(tt.want, l.Next(), cmp.AllowUnexported(end{})); d != "" {
			t.Errorf("%q: %s", tt.in, d)
		}
	}
}

func TestLint(t *testing.T) {
	var lint Lint
	l := Lexer{Buf: []byte("<12 3> <1z> 40000 -50000 1e 0.00001 99999.5 /" + strings.Repeat("n", 200) + " [1 2 3] << /A 1 >>"), Lint: &lint,
		Obj: 4}
	for l.Next() != End {
	}
	want := Lint{OddHex: []int{4}, BadHex: []int{4}, MaxInt: Mark{40000, 4}, MinInt: Mark{-50000, 4}, MaxReal: Mark{99999.5, 4},
		MinReal: Mark{0.00001, 4}, MaxString: Mark{2, 4}, MaxName: Mark{200, 4}, MaxArray: Mark{3, 4}, MaxDict: Mark{1, 4},
		InvalidNum: []int{4}}
	if d := cmp.Diff(want, lint); d != "" {
		t.Error(d)
	}
}

func TestInlineData(t *testing.T) {
	l := Lexer{Buf: []byte("BI /W 1 ID \x00EI\x01xEIx EI Q"), Direct: true}
	for l.Next() != Keyword("ID") {
	}
	if got := l.InlineData(-1); string(got) != "\x00EI\x01xEIx" {
		t.Errorf("data %q", got)
	}
	if got := l.Next(); got != Keyword("Q") {
		t.Errorf("after the image: %v", got)
	}
}

func deflate(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func TestFilters(t *testing.T) {
	tests := []struct {
		name, filter, parms, in, want, rest string
	}{
		{"flate", "/FlateDecode", "", deflate("hello"), "hello", ""},
		{"flate, checksum missing", "/FlateDecode", "", deflate("hello")[:len(deflate("hello"))-4], "hello", ""},
		{"PNG up", "/FlateDecode", "/DecodeParms << /Predictor 12 /Columns 2 >>", deflate("\x02ab\x02\x01\x01"), "abbc", ""},
		{"PNG sub, average, Paeth", "/FlateDecode", "/DecodeParms << /Predictor 15 /Columns 2 >>",
			deflate("\x01a\x01\x03\x01\x01\x04\x01\x01"), "ab1\x4a2K", ""},
		{"TIFF", "/FlateDecode", "/DecodeParms << /Predictor 2 /Columns 3 >>", deflate("a\x01\x01"), "abc", ""},
		{"hexadecimal", "/ASCIIHexDecode", "", "68 65 6C6c6f7>", "hellop", ""},
		{"base 85", "/ASCII85Decode", "", "BOu!rDZ~>", "hello", ""},
		{"run length", "/RunLengthDecode", "", "\x01ab\xFEc\x80", "abccc", ""},
		{"LZW", "/LZWDecode", "", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", "-----A---B", ""},
		{"chain", "[/ASCIIHexDecode /RunLengthDecode]", "", "0161 62 80>", "ab", ""},
		{"image", "[/ASCIIHexDecode /DCTDecode]", "", "6162>", "ab", "DCTDecode"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Lexer{Buf: []byte("<< /Filter " + tt.filter + " " + tt.parms + " >>")}
			f := &File{ctx: t.Context(), lim: DefaultLimits(), budget: &Budget{Decoded: 1000}}
			got, rest, err := f.Data(&Stream{Dict: l.Next().(Dict), data: []byte(tt.in)})
			if err != nil || string(got) != tt.want || string(rest) != tt.rest {
				t.Errorf("got %q, %q, %v; want %q, %q", got, rest, err, tt.want, tt.rest)
			}
		})
	}
}

func TestBomb(t *testing.T) {
	f := &File{ctx: t.Context(), lim: Limits{Stream: 1000}, budget: &Budget{Decoded: 1000}}
	s := &Stream{Dict: Dict{"Filter": Name("FlateDecode")}, data: []byte(deflate(strings.Repeat("x", 100_000)))}
	if b, _, err := f.Data(s); !errors.Is(err, ErrLimit) || len(b) > 1000 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if b, _, err := f.Data(s); !errors.Is(err, ErrLimit) || len(b) > 0 || !errors.Is(f.Err(), ErrLimit) { // nothing is left
		t.Errorf("once more: %d bytes, %v, %v", len(b), err, f.Err())
	}
}

// packedFile has its catalog in an object stream and a cross-reference stream.
func packedFile() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
	at := b.Len()
	inner := "3 0 4 26 << /Type /Catalog /X 4 0 R >> (text)"
	first := strings.Index(inner, "<<")
	inner = fmt.Sprintf("3 0 4 %d ", strings.Index(inner, "(")-first) + inner[first:]
	fmt.Fprintf(&b, "1 0 obj\n<< /Type /ObjStm /N 2 /First %d /Length %d >>\nstream\n%s\nendstream\nendobj\n", strings.Index(inner, "<<"),
		len(inner), inner)
	xref := b.Len()
	rows := []byte{0, 0, 0, 0, 1, 0, byte(at), 0, 1, byte(xref >> 8), byte(xref), 0, 2, 0, 1, 0, 2, 0, 1, 1}
	fmt.Fprintf(&b, "2 0 obj\n<< /Type /XRef /Size 5 /W [1 2 1] /Root 3 0 R /ID [(a) (a)] /Length %d >>\nstream\n%s\nendstream\nendobj\n",
		len(rows), rows)
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", xref)
	return b.Bytes()
}

func TestPacked(t *testing.T) {
	b := packedFile()
	for _, memory := range []int64{1 << 20, 0} {
		lim := DefaultLimits()
		lim.InMemory = memory
		f, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), lim)
		if err != nil {
			t.Fatal(err)
		}
		root := f.Root()
		if s, _ := f.Text(root["X"]); string(s) != "text" || f.Name(root["Type"]) != "Catalog" {
			t.Errorf("root %v, X %q", root, s)
		}
		if !f.Sections[0].Stream || f.AfterEOF != 0 || f.Objects != 4 {
			t.Errorf("facts %+v", f.Facts)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	tests := map[string]struct {
		in   string
		want error
	}{
		"text":         {"hello", ErrNotPDF},
		"no startxref": {"%PDF-1.4\n", ErrDamaged},
		"wrong offset": {"%PDF-1.4\nstartxref\n3\n%%EOF", ErrDamaged},
		"huge table":   {"%PDF-1.4\nxref\n0 999999999\nstartxref\n9\n%%EOF", ErrLimit},
		"own previous": {"%PDF-1.4\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF", ErrDamaged},
	}
	for name, tt := range tests {
		if _, err := Open(t.Context(), strings.NewReader(tt.in), int64(len(tt.in)), DefaultLimits()); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(packedFile())
	f.Add([]byte("%PDF-1.4\n1 0 obj\n<< >>\nendobj\nxref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<< /Root 1 0 R >>\nstartxref\n31\n%%EOF"))
	for _, data := range samples.Seeds(f, 20, samples.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	for _, data := range samples.Seeds(f, 5, samples.Named(".pdf"), "formate") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		lim := DefaultLimits()
		lim.Decoded, lim.Stream, lim.Objects = 1<<20, 1<<20, 10_000
		file, err := Open(t.Context(), bytes.NewReader(b), int64(len(b)), lim)
		if err != nil {
			return
		}
		if err := file.LintAll(func(int, any) {}); err != nil {
			t.Error(err)
		}
	})
}
