package recognised_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"laufzettel/viewer/recognised"
)

// alto is a page of two blocks of ALTO 3 with words at places.
func alto(lines ...string) []byte {
	return []byte(`<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Layout>` +
		`<Page WIDTH="1000" HEIGHT="2000" ID="p"><PrintSpace>` + strings.Join(lines, "") + `</PrintSpace></Page></Layout></alto>`)
}

// block is a block of lines.
func block(lines ...string) string {
	return `<ComposedBlock><TextBlock>` + strings.Join(lines, "") + `</TextBlock></ComposedBlock>`
}

// line is a line at a height whose words begin at the places named; a letter is 10 wide.
func line(top int, words ...any) string {
	var b strings.Builder
	b.WriteString(`<TextLine>`)
	for i := 0; i < len(words); i += 2 {
		text := words[i+1].(string)
		fmt.Fprintf(&b, `<String HPOS="%d" VPOS="%d" WIDTH="%d" HEIGHT="20" WC="0.9" CONTENT="%s"/><SP/>`, words[i], top, 10*len(text), text)
	}
	return b.String() + `</TextLine>`
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, alto, want string // want: part of the error, "" none
	}{
		{"page", string(alto(block(line(100, 100, "Frau", 150, "Lind")))), ""},
		{"no words", string(alto()), ""},
		{"second page is left out", strings.Replace(string(alto(block(line(1, 1, "a")))), "</Page>",
			`</Page><Page WIDTH="9" HEIGHT="9"><TextBlock><TextLine><String CONTENT="zwei" HPOS="x"/></TextLine></TextBlock></Page>`, 1), ""},
		{"not XML", "tesseract", "EOF"},
		{"another root", "<svg/>", "root is svg"},
		{"no page", "<alto><Layout/></alto>", "no page"},
		{"page without size", `<alto><Layout><Page/></Layout></alto>`, "WIDTH"},
		{"page of no height", `<alto><Layout><Page WIDTH="5" HEIGHT="0"/></Layout></alto>`, "no page"},
		{"word without line", `<alto><Layout><Page WIDTH="5" HEIGHT="5"><String CONTENT="a" HPOS="1" VPOS="1" WIDTH="1" HEIGHT="1"/></Page></Layout></alto>`,
			"outside of a line"},
		{"word without place", string(alto(`<TextLine><String CONTENT="a"/></TextLine>`)), `is ""`},
		{"place that is no number", string(alto(`<TextLine><String CONTENT="a" HPOS="NaN" VPOS="1" WIDTH="1" HEIGHT="1"/></TextLine>`)), "NaN"},
		{"place before the page", string(alto(`<TextLine><String CONTENT="a" HPOS="-4" VPOS="1" WIDTH="1" HEIGHT="1"/></TextLine>`)), "-4"},
		{"entities", `<!DOCTYPE alto [<!ENTITY a "b">]><alto/>`, "DOCTYPE"},
		{"cut", string(alto(block(line(100, 100, "Frau"))))[:150], "EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := recognised.Parse([]byte(tt.alto))
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestParse_Limits(t *testing.T) {
	many := `<TextLine>` + strings.Repeat(`<String CONTENT="a" HPOS="1" VPOS="1" WIDTH="1" HEIGHT="1"/>`, 100_001) + `</TextLine>`
	for name, raw := range map[string][]byte{
		"words":   alto(many),
		"letters": alto(`<TextLine><String CONTENT="` + strings.Repeat("a", 1<<20+1) + `" HPOS="1" VPOS="1" WIDTH="1" HEIGHT="1"/></TextLine>`),
		"bytes":   alto(strings.Repeat(" ", 16<<20)),
		"depth":   alto(strings.Repeat("<TextBlock>", 70) + strings.Repeat("</TextBlock>", 70)),
		"side":    []byte(`<alto><Layout><Page WIDTH="5e9" HEIGHT="5"/></Layout></alto>`),
	} {
		if _, err := recognised.Parse(raw); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// What is written is read again as it was, and holds no place of this machine.
func TestALTO_ReadAgain(t *testing.T) {
	p, err := recognised.Parse(alto(block(line(100, 100, "Frau", 150, "Lind"), line(130, 100, "A &amp; B")),
		block(line(300, 500, "&lt;x&gt;"))))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := p.ALTO("reader 1 (\"<&>\")")
	if err != nil {
		t.Fatal(err)
	}
	again, err := recognised.Parse(raw)
	if err != nil || !reflect.DeepEqual(p, again) {
		t.Errorf("%v\n%+v\n%+v", err, p, again)
	}
	if p.Count() != 4 {
		t.Errorf("%d words", p.Count())
	}
}

// The picture of a page is drawn and read elsewhere; this is what Tesseract 5.3.0 wrote of
// two lines of an invented letter.
func TestParse_AsTesseractWritesIt(t *testing.T) {
	raw, err := os.ReadFile("testdata/tesseract.xml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := recognised.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	want := "Frau Ulva Quirrel, geb. 12.03.1954\nKonto DE89 3704 0044 0532 0130 00"
	if got := p.Text().Body; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(alto(block(line(100, 100, "Frau", 150, "Lind"))))
	f.Add(alto(block(line(100, 100, "a"), line(90, 10, "b")), block(line(101, 500, "c"))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := recognised.Parse(raw)
		if err != nil {
			return
		}
		body := p.Text().Body
		again, err := p.ALTO("x")
		if err != nil {
			t.Fatal(err)
		}
		if q, err := recognised.Parse(again); err != nil || q.Text().Body != body {
			t.Errorf("%v: %q, written %q", err, body, again)
		}
	})
}
