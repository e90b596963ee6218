package check

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

func TestCheckXML(t *testing.T) {
	utf16 := func(s string) string {
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	latin := func(s string) string {
		out, err := charmap.ISO8859_1.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	tests := []struct {
		name, doc string
		want      []string // code, line, found
	}{
		{"good", `<?xml version="1.0" encoding="UTF-8"?><a x="1"><b>ü</b><!-- c --></a>`, nil},
		{"byte order mark", "\ufeff<a/>\n", nil},
		{"entities of XML itself", `<a>&amp;&#228;&lt;</a>`, nil},
		{"not closed", "<a>\n<b>", []string{"XML-001 2 das Element <b> wird nicht geschlossen"}},
		{"cut", "<a>\n<b x=", []string{"XML-001 2 die Datei bricht ab"}},
		{"wrongly nested", "<a><b></a></b>", []string{"XML-001 1 </a> schließt kein offenes Element"}},
		{"two roots", "<a/>\n<b/>", []string{"XML-001 2 zweites Wurzelelement <b>"}},
		{"no root", "<!-- x -->", []string{"XML-001 1 kein Wurzelelement"}},
		{"text after root", "<a/>x", []string{"XML-001 1 Text außerhalb des Wurzelelements"}},
		{"attribute twice", `<a x="1" x="2"/>`, []string{"XML-001 1 Attribut x steht zweimal in <a>"}},
		{"unknown entity", `<a>&evil;</a>`, []string{"XML-001 1 unbekannte Entität: &evil;"}},
		{"entity bomb", `<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><a>&b;</a>`, []string{"XML-002 1 "}},
		{"parameter entity", `<!DOCTYPE a [<!ENTITY % a SYSTEM "http://127.0.0.1/x">%a;]><a/>`, []string{"XML-002 1 "}},
		{"doctype only", `<!DOCTYPE a SYSTEM "a.dtd"><a/>`, []string{"XML-003 1 "}},
		{"Latin-1 declared", latin(`<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>`), []string{"TXT-001 1 ISO-8859-1"}},
		{"Latin-1 undeclared", latin(`<?xml version="1.0"?><a>ü</a>`),
			[]string{"XML-001 1 die Zeichen sind nicht gültig in UTF-8 kodiert"}},
		{"UTF-16", utf16(`<?xml version="1.0" encoding="UTF-16"?><a>ü</a>`), []string{"TXT-001 0 UTF-16"}},
		{"own encoding", `<?xml version="1.0" encoding="x-own"?><a/>`, []string{"XML-004 1 Zeichenkodierung x-own ist nicht bekannt"}},
		{"XML 1.1", `<?xml version="1.1"?><a/>`, []string{"XML-004 1 XML 1.1 wird nicht ausgewertet"}},
		{"too deep", strings.Repeat("<a>", 1001), []string{"XML-001 1 mehr als 1000 Ebenen"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range checkXML("a.xml", iotest.OneByteReader(strings.NewReader(tt.doc))) {
				got = append(got, strings.Join([]string{f.Code, itoa(f.Line), f.Found}, " "))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func itoa(n int) string { return string([]byte{byte('0' + n)}) }

// TestCheckXMLBoundsMemory: a single endless value is not held in memory.
func TestCheckXMLBoundsMemory(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("<a>"), io.LimitReader(repeat{}, 1<<30))
	got := checkXML("a.xml", endless)
	if len(got) != 1 || got[0].Code != "XML-004" {
		t.Errorf("got %+v", got)
	}
}

type repeat struct{}

func (repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestCheckUTF8(t *testing.T) {
	tests := []struct {
		name, text string
		line       int // 0 = sound
	}{
		{"ascii", "a\nb", 0},
		{"umlauts", "größe\n€\n𝄞", 0},
		{"latin", "a\nb\ngr\xf6\xdfe", 3},
		{"cut at the end", "a\n\xe2\x82", 2},
		{"surrogate", "\xed\xa0\x80", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.text), iotest.OneByteReader(strings.NewReader(tt.text)),
				iotest.HalfReader(strings.NewReader(tt.text))} {
				got := checkUTF8("a.txt", r, make([]byte, 4096))
				if tt.line == 0 && len(got) != 0 || tt.line > 0 && (len(got) != 1 || got[0].Line != tt.line) {
					t.Errorf("got %+v, want line %d", got, tt.line)
				}
			}
		})
	}
}

// FuzzCheckUTF8 compares with the standard library over any cut of the stream.
func FuzzCheckUTF8(f *testing.F) {
	f.Add([]byte("größe\xff"), 1)
	f.Add([]byte("\xe2\x82\xac"), 2)
	for _, data := range samples.Seeds(f, 6, samples.Named(".txt"), "manifeste") {
		f.Add(data, len(data)/2)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		cut = min(max(cut, 0), len(text))
		r := io.MultiReader(bytes.NewReader(text[:cut]), bytes.NewReader(text[cut:]))
		if got, want := len(checkUTF8("a", r, make([]byte, 4096))) == 0, utf8.Valid(text); got != want {
			t.Errorf("sound = %v, want %v", got, want)
		}
	})
}

// FuzzCheckXML: never a panic, and what we call well-formed the standard decoder
// reads to its end.
func FuzzCheckXML(f *testing.F) {
	for _, s := range []string{"<a/>", "<a><b x='1'/></a>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "\xff\xfe<\x00a\x00/\x00>\x00",
		"<?xml version='1.0' encoding='latin1'?><a/>"} {
		f.Add([]byte(s))
	}
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(data)
	}
	for _, data := range samples.Seeds(f, 6, samples.Named(".xml"), "xdomea", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(checkXML("a", bytes.NewReader(doc))) > 0 {
			return
		}
		dec := xml.NewDecoder(bytes.NewReader(doc))
		for {
			_, err := dec.RawToken()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("called well-formed, but: %v", err)
			}
		}
	})
}

func TestInspectorSeesOneRead(t *testing.T) {
	tests := map[string]textClass{"a.xml": textXML, "A.XSD": textXML, "a.csv": textPlain, "a.html": textNone, "a.bin": textNone}
	for name, want := range tests {
		if got := textKind(name, nil); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if textKind("a.svg", []byte("\xef\xbb\xbf<?xml version")) != textXML || textKind("a.html", []byte("<?xml version")) != textNone {
		t.Error("declaration is not looked at as it should")
	}
}
