package fontfile

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

func TestNames(t *testing.T) {
	tests := []struct {
		name, want string
		ok         bool
	}{
		{"A", "A", true}, {"adieresis", "ä", true}, {"uni00C4", "Ä", true}, {"u1F600", "😀", true}, {"A.sc", "A", true},
		{"afii10017", "А", true}, {"g34", "", false}, {".notdef", "", false}, {"unizzzz", "", false}, {"uni00c4", "", false},
	}
	for _, tt := range tests {
		if got, ok := Unicode(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %q, %v", tt.name, got, ok)
		}
	}
	for _, name := range []string{"StandardEncoding", "WinAnsiEncoding", "MacRomanEncoding"} {
		e := Encoding(name)
		if len(e) != 256 || e['A'] != "A" || e[' '] != "space" {
			t.Errorf("%s: %d names", name, len(e))
		}
	}
	if e := Encoding("WinAnsiEncoding"); e[0xFC] != "udieresis" || e[0x80] != "Euro" || e[0xB2] != "twosuperior" {
		t.Errorf("WinAnsi: %s %s %s", e[0xFC], e[0x80], e[0xB2])
	}
	if Encoding("Foo") != nil {
		t.Error("an unknown encoding is known")
	}
}

func TestTrueType(t *testing.T) {
	p, err := Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	g, ok := p.ByName("A")
	if w, _ := p.Width(g); !ok || math.Abs(w-667) > 1 {
		t.Errorf("A: glyph %d, %v, width %v", g, ok, w)
	}
	if _, ok := p.ByName("afii10017x"); ok {
		t.Error("an unknown name has a glyph")
	}
	if _, ok := p.Cmap(3, 1); !ok {
		t.Error("no Unicode map")
	}
	if g2, ok := p.ByCode('A'); ok && g2 != g {
		t.Errorf("code A: glyph %d; by name %d", g2, g)
	}
	if _, ok := p.Width(p.Glyphs); ok {
		t.Error("a glyph beyond the last has a width")
	}
}

// cff makes a Compact Font Format program with the glyphs .notdef, A and B.
func cff() []byte {
	idx := func(items ...string) []byte {
		b := []byte{byte(len(items) >> 8), byte(len(items)), 1, 1}
		n := 1
		for _, s := range items {
			n += len(s)
			b = append(b, byte(n))
		}
		for _, s := range items {
			b = append(b, s...)
		}
		return b
	}
	num := func(n int) string { return string([]byte{28, byte(n >> 8), byte(n)}) }
	head := append([]byte{1, 0, 4, 1}, idx("Test")...)
	const topLen = 3 + 1 + 3 + 1 + 6 + 1 // charset, CharStrings, Private
	rest := append([]byte{0, 0}, 0, 0)   // no strings, no global subroutines
	at := len(head) + 5 + topLen + len(rest)
	charset := []byte{0, 0, 34, 0, 35} // A and B
	private := string([]byte{139 + 50, 20}) + num(400) + string([]byte{21})
	glyphs := idx("\x0e", num(100)+"\x0e", "\x0e") // A: 400 + 100; others: the default, 50
	top := num(at) + "\x0f" + num(at+len(charset)) + "\x11" + num(len(private)) + num(at+len(charset)+len(glyphs)) + "\x12"
	var b []byte
	for _, part := range [][]byte{head, idx(top), rest, charset, glyphs, []byte(private)} {
		b = append(b, part...)
	}
	return b
}

func TestCFF(t *testing.T) {
	p, err := Parse(cff())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{".notdef": 50, "A": 500, "B": 50} {
		g, ok := p.Names[name]
		if w, _ := p.Width(g); !ok || w != want {
			t.Errorf("%s: %v, width %v, want %v", name, ok, w, want)
		}
	}
	if p.Glyphs != 3 || p.Built['A'] != "A" {
		t.Errorf("%d glyphs, built-in encoding of A: %s", p.Glyphs, p.Built['A'])
	}
}

func encrypt(b []byte, key uint16) []byte {
	out := make([]byte, len(b))
	for i, c := range b {
		out[i] = c ^ byte(key>>8)
		key = (uint16(out[i])+key)*52845 + 22719
	}
	return out
}

// type1 makes a Type 1 program with the glyphs .notdef and A, 500 wide.
func type1() []byte {
	glyph := encrypt([]byte{0, 0, 0, 0, 139, 248, 136, 13, 14}, 4330) // 0 500 hsbw endchar
	var private bytes.Buffer
	private.WriteString("\x00\x00\x00\x00dup /Private 2 dict dup begin /lenIV 4 def 2 index /CharStrings 2 dict dup begin\n")
	for _, n := range []string{".notdef", "A"} {
		fmt.Fprintf(&private, "/%s %d RD %s ND\n", n, len(glyph), glyph)
	}
	private.WriteString("end end")
	head := "%!PS-AdobeFont-1.0: Test\n/FontMatrix [0.001 0 0 0.001 0 0] def\n/Encoding 256 array\ndup 65 /A put\nreadonly def\ncurrentfile eexec\n"
	return append([]byte(head), encrypt(private.Bytes(), 55665)...)
}

func TestType1(t *testing.T) {
	plain := type1()
	i := bytes.Index(plain, []byte("eexec")) + 6
	segment := func(kind byte, b []byte) []byte {
		return append([]byte{0x80, kind, byte(len(b)), byte(len(b) >> 8), 0, 0}, b...)
	}
	pfb := append(append(segment(1, plain[:i]), segment(2, plain[i:])...), 0x80, 3)
	hex := append(bytes.Clone(plain[:i]), fmt.Sprintf("%x", plain[i:])...)
	for form, b := range map[string][]byte{"plain": plain, "PFB": pfb, "hexadecimal": hex} {
		p, err := Parse(b)
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		g, ok := p.Names["A"]
		if w, _ := p.Width(g); !ok || w != 500 || p.Glyphs != 2 || p.Built[65] != "A" {
			t.Errorf("%s: A %v, width %v, %d glyphs, code 65 %s", form, ok, w, p.Glyphs, p.Built[65])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(cff())
	f.Add(type1())
	f.Add(goregular.TTF[:2000])
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Parse(b)
		if err != nil {
			return
		}
		p.ByName("A")
		p.ByCode('A')
		if _, ok := p.Width(p.Glyphs); ok {
			t.Error("a glyph beyond the last has a width")
		}
	})
}
