package pdf

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestAppend(t *testing.T) {
	tests := []struct {
		in   any
		want string
	}{
		{nil, "null"}, {true, "true"}, {7, "7"}, {int64(-7), "-7"}, {595.28, "595.28"}, {1e5, "100000.0"}, {1e-7, "0.0000001"},
		{Ref{12, 0}, "12 0 R"},
		{Name("A b#(é"), "/A#20b#23#28#C3#A9"}, {Name(""), "/"}, {String(`a(b)\c`), `(a\(b\)\\c)`}, {String("\x00\xff"), "<00FF>"},
		{String(""), "()"},
		{Array{1, Name("N"), Array{}}, "[1 /N []]"}, {Dict{"B": 1, "A": Dict{}}, "<</A <<>> /B 1>>"},
	}
	for _, tt := range tests {
		if got, err := Append(nil, tt.in); err != nil || string(got) != tt.want {
			t.Errorf("%v: %s, %v, want %s", tt.in, got, err, tt.want)
		}
	}
	for _, bad := range []any{"x", []byte("x"), Dict{"A": Array{struct{}{}}}, &Stream{}, Keyword("q"), math.Inf(1), math.NaN()} {
		if got, err := Append(nil, bad); err == nil {
			t.Errorf("%T was written as %s", bad, got)
		}
	}
}

func TestText(t *testing.T) {
	for in, want := range map[string]string{"": "", "Linie": "Linie", "ü": "\xfe\xff\x00\xfc", "\U0001F600": "\xfe\xff\xd8\x3d\xde\x00",
		"a\n": "\xfe\xff\x00a\x00\n"} {
		if got := Text(in); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// FuzzAppend: what the lexer reads is written so that it reads the same again.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{"<< /A#20 [1 2.5 (x\\)) <00> /N null true 3 0 R] >>", "(\r\n)", "/", "1e5", "-.002", "[[[]]]",
		"99999999999999999999"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l := Lexer{Buf: data}
		v := l.Next()
		out, err := Append(nil, v)
		if err != nil {
			return // a word or an infinite number is no object
		}
		again := Lexer{Buf: out}
		if d := cmp.Diff(v, again.Next(), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%q as %q: %s", data, out, d)
		}
	})
}

// A written file is read back whole, by our reader, whatever the number of
// objects, and the same objects give the same bytes.
func TestWriter(t *testing.T) {
	for _, n := range []int{0, 1, perPack - 1, perPack, perPack + 1, 5*perPack + 3} {
		build := func() []byte {
			w := NewWriter(2) // 1 stays without object
			root := Ref{Num: 2}
			var all Array
			for i := range n {
				r := w.New()
				all = append(all, r)
				if err := w.Put(r, Dict{"No": i}); err != nil {
					t.Fatal(err)
				}
			}
			s := w.New()
			if err := w.PutText(s, Dict{"Type": Name("Metadata")}, []byte("Inhalt endstream")); err != nil {
				t.Fatal(err)
			}
			if err := w.Put(root, Dict{"Type": Name("Catalog"), "All": all, "Metadata": s}); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := w.Finish(&out, Dict{"Root": root}); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
		raw := build()
		if !bytes.Equal(raw, build()) {
			t.Errorf("%d objects: two runs differ", n)
		}
		f, err := Open(t.Context(), bytes.NewReader(raw), int64(len(raw)), DefaultLimits())
		if err != nil {
			t.Fatalf("%d objects: %v", n, err)
		}
		all := f.Array(f.Root()["All"])
		for i, r := range all {
			if d := cmp.Diff(Dict{"No": int64(i)}, f.Dict(r)); d != "" {
				t.Fatalf("%d objects: %s", n, d)
			}
		}
		data, _, err := f.Data(f.Stream(f.Root()["Metadata"]))
		if err != nil || string(data) != "Inhalt endstream" || len(all) != n || f.Load(1) != nil {
			t.Errorf("%d objects: %d read, stream %q, %v", n, len(all), data, err)
		}
		if err := f.LintAll(func(int, any) {}); err != nil || len(f.BadOffsets)+len(f.Spacing)+len(f.StreamEOL)+len(f.StreamLength) > 0 ||
			f.AfterEOF != 0 || !strings.HasPrefix(string(f.Header), "%PDF-1.7") {
			t.Errorf("%d objects: %v, %+v", n, err, f.Facts)
		}
		if id := f.Array(f.Trailer("ID")); len(id) != 2 || len(fmt.Sprintf("%s", id[0])) == 0 {
			t.Errorf("%d objects: ID %v", n, id)
		}
	}
	if err := NewWriter(0).Finish(io.Discard, Dict{"Root": "kein Objekt"}); err == nil {
		t.Error("a trailer that is no object was written")
	}
}
