package xmp

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

const ns = ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:ref="http://ns.adobe.com/xap/1.0/sType/ResourceRef#"`

func wrap(body string) string {
	return `<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` + ns + `>` + body + `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

func TestParse(t *testing.T) {
	const dc = "http://purl.org/dc/elements/1.1/"
	node := func(n Node) *Node { n.NS, n.Prefix = dc, "dc"; return &n }
	item := func(v, lang string) *Node { return &Node{NS: nsRDF, Name: "li", Prefix: "rdf", Value: v, Lang: lang} }
	tests := []struct {
		name, body string
		want       []*Node
	}{
		{"simple", "<dc:source>a</dc:source>", []*Node{node(Node{Name: "source", Value: "a"})}},
		{"resource", `<dc:source rdf:resource="a"/>`, []*Node{node(Node{Name: "source", Value: "a"})}},
		{"array", "<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></dc:subject>",
			[]*Node{node(Node{Name: "subject", Kind: Bag, Items: []*Node{item("a", ""), item("b", "")}})}},
		{"languages", `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">a</rdf:li></rdf:Alt></dc:title>`,
			[]*Node{node(Node{Name: "title", Kind: Alt, Items: []*Node{item("a", "x-default")}})}},
		{"structure", `<dc:x rdf:parseType="Resource"><dc:y>1</dc:y></dc:x>`,
			[]*Node{node(Node{Name: "x", Kind: Struct, Items: []*Node{node(Node{Name: "y", Value: "1"})}})}},
		{"structure as attributes", `<dc:x dc:y="1"/>`, []*Node{node(Node{Name: "x", Kind: Struct,
			Items: []*Node{node(Node{Name: "y", Value: "1"})}})}},
		{"qualifier", `<dc:x rdf:parseType="Resource"><rdf:value>v</rdf:value><dc:q>1</dc:q></dc:x>`,
			[]*Node{node(Node{Name: "x", Value: "v"})}},
	}
	for _, tt := range tests {
		p, err := Parse([]byte(wrap(tt.body)))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if d := cmp.Diff(tt.want, p.Props); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, in := range map[string]string{
		"empty":             "",
		"no RDF":            "<a/>",
		"not closed":        "<a><b></a>",
		"prefix not bound":  wrap("<q:x>1</q:x>"),
		"twice":             wrap("<dc:source>a</dc:source><dc:source>b</dc:source>"),
		"literal":           wrap(`<dc:source rdf:parseType="Literal">a</dc:source>`),
		"text and element":  wrap("<dc:source>a<rdf:Bag/></dc:source>"),
		"item outside":      wrap("<dc:subject><rdf:Bag><dc:x/></rdf:Bag></dc:subject>"),
		"document type":     `<!DOCTYPE a [<!ENTITY b "c">]>` + wrap(""),
		"deep":              wrap(strings.Repeat("<dc:x><rdf:Description>", 100) + strings.Repeat("</rdf:Description></dc:x>", 100)),
		"not UTF-8":         wrap("<dc:source>\xff</dc:source>"),
		"attribute twice":   wrap(`<dc:x dc:a="1" dc:a="2"/>`),
		"different abouts":  strings.Replace(wrap(`</rdf:Description><rdf:Description rdf:about="b">`), `about=""`, `about="a"`, 1),
		"element unspaced":  wrap("<x>1</x>"),
		"two roots":         "<a/><b/>",
		"text outside root": "a" + wrap(""),
	} {
		if _, err := Parse([]byte(in)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestHeaderAndEncoding(t *testing.T) {
	p, err := Parse([]byte(strings.Replace(wrap(""), "id=", `bytes="7" encoding="UTF-8" id=`, 1)))
	if err != nil || !p.HasBytes || !p.HasEncoding || p.Encoding != "UTF-8" {
		t.Errorf("%+v, %v", p, err)
	}
	wide := []byte{0xFE, 0xFF}
	for _, u := range utf16.Encode([]rune(wrap("<dc:source>ä</dc:source>"))) {
		wide = append(wide, byte(u>>8), byte(u))
	}
	p, err = Parse(wide)
	if err != nil || p.Encoding != "UTF-16" || p.HasBytes || p.Props[0].Value != "ä" {
		t.Errorf("UTF-16: %+v, %v", p, err)
	}
}

func TestValues(t *testing.T) {
	tests := []struct {
		body string
		e    Edition
		ok   bool // predefined
		want bool // and of its type
	}{
		{"<dc:title>a</dc:title>", XMP2004, true, false},
		{`<dc:title><rdf:Alt><rdf:li xml:lang="de">a</rdf:li></rdf:Alt></dc:title>`, XMP2004, true, true},
		{"<dc:creator><rdf:Seq><rdf:li>a</rdf:li></rdf:Seq></dc:creator>", XMP2004, true, true},
		{"<dc:creator><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:creator>", XMP2004, true, false},
		{"<dc:foo>a</dc:foo>", XMP2005, false, false},
		{"<xmp:Rating>3</xmp:Rating>", XMP2004, false, false},
		{"<xmp:Rating>3</xmp:Rating>", XMP2005, true, true},
		{"<xmp:Rating>x</xmp:Rating>", XMP2005, true, false},
		{"<xmp:ModifyDate>2026-01-02T03:04:05+01:00</xmp:ModifyDate>", XMP2004, true, true},
		{"<xmp:ModifyDate>02.01.2026</xmp:ModifyDate>", XMP2004, true, false},
		{"<xmpRights:Marked>true</xmpRights:Marked>", XMP2004, true, false},
		{"<dc:format>application/pdf</dc:format>", XMP2004, true, true},
		{"<dc:format>a b</dc:format>", XMP2004, true, false},
		{"<exif:MakerNote>a</exif:MakerNote>", XMP2004, true, true},
		{"<exif:MakerNote>a</exif:MakerNote>", XMP2005, false, false},
		{"<exif:GPSLatitude>26,34.951N</exif:GPSLatitude>", XMP2005, true, true},
		{`<xmpMM:DerivedFrom rdf:parseType="Resource"><ref:instanceID>u</ref:instanceID></xmpMM:DerivedFrom>`, XMP2005, true, true},
		{`<xmpMM:DerivedFrom rdf:parseType="Resource"><ref:foo>u</ref:foo></xmpMM:DerivedFrom>`, XMP2005, true, false},
	}
	for _, tt := range tests {
		p, err := Parse([]byte(wrap(tt.body)))
		if err != nil {
			t.Fatalf("%s: %v", tt.body, err)
		}
		n := p.Props[0]
		ty, ok := Predefined(tt.e, n.NS, n.Name)
		if ok != tt.ok || ok && Valid(n, ty, nil) != tt.want {
			t.Errorf("%s (%d): predefined %v, valid %v", tt.body, tt.e, ok, Valid(n, ty, nil))
		}
	}
}

const extensions = `<e:schemas xmlns:e="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" xmlns:pdfaType="http://www.aiim.org/pdfa/ns/type#" xmlns:pdfaField="http://www.aiim.org/pdfa/ns/field#"><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Test</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:t</pdfaSchema:namespaceURI><pdfaSchema:prefix>t</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>p</pdfaProperty:name><pdfaProperty:valueType>bag Own</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>d</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
<pdfaSchema:valueType><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaType:type>Own</pdfaType:type><pdfaType:namespaceURI>urn:o</pdfaType:namespaceURI><pdfaType:prefix>o</pdfaType:prefix><pdfaType:description>d</pdfaType:description>
<pdfaType:field><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaField:name>f</pdfaField:name><pdfaField:valueType>Integer</pdfaField:valueType><pdfaField:description>d</pdfaField:description></rdf:li></rdf:Seq></pdfaType:field></rdf:li></rdf:Seq></pdfaSchema:valueType>
</rdf:li></rdf:Bag></e:schemas>`

func TestExtensions(t *testing.T) {
	good := strings.ReplaceAll(strings.ReplaceAll(extensions, "<e:", "<pdfaExtension:"), "</e:", "</pdfaExtension:")
	good = strings.ReplaceAll(good, "xmlns:e=", "xmlns:pdfaExtension=")
	tests := []struct {
		name, from, to string
		want           []Flaw
	}{
		{"good", "", "", nil},
		{"prefix of the schema", "<pdfaSchema:prefix>t</pdfaSchema:prefix>", "", []Flaw{{SchemaPart, "prefix"}}},
		{"unknown field", "<pdfaSchema:prefix>", "<pdfaSchema:x>1</pdfaSchema:x><pdfaSchema:prefix>", []Flaw{{SchemaPart, ""}}},
		{"category", ">internal<", ">inside<", []Flaw{{PropertyPart, "category"}}},
		{"value type unknown", "bag Own", "bag Other", []Flaw{{PropertyPart, "valueType"}}},
		{"description of a type", "<pdfaType:description>d</pdfaType:description>", "", []Flaw{{TypePart, "description"}}},
		{"name of a field", "<pdfaField:name>f</pdfaField:name>", "", []Flaw{{FieldPart, "name"}}},
		{"container", "rdf:Bag", "rdf:Seq", []Flaw{{Container, "schemas"}}},
	}
	for _, tt := range tests {
		in := good
		if tt.from != "" {
			in = strings.ReplaceAll(good, tt.from, tt.to)
		}
		use := `<t:p xmlns:t="urn:t"><rdf:Bag><rdf:li rdf:parseType="Resource"><o:f xmlns:o="urn:o">7</o:f></rdf:li></rdf:Bag></t:p>`
		p, err := Parse([]byte(wrap(in + use)))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		x := p.Extensions(nil)
		if d := cmp.Diff(tt.want, x.Flaws); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		if tt.name == "good" {
			ty, own, ok := x.Lookup("urn:t", "p")
			if n := p.Prop("urn:t", "p"); !ok || !Valid(n, ty, own) {
				t.Errorf("own property: %v, %+v", ok, ty)
			}
		}
	}
	p, err := Parse([]byte(wrap(extensions)))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Flaw{{Container, "schemas"}}, p.Extensions(nil).Flaws); d != "" {
		t.Errorf("wrong prefix: %s", d)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(wrap("<dc:source>a</dc:source>")))
	f.Add([]byte(wrap(extensions)))
	for _, file := range samples.Seeds(f, 40, samples.Named(".pdf"), "pdfa") { // the packets lie open in most of them
		if _, packet, ok := bytes.Cut(file, []byte("<?xpacket begin")); ok {
			packet, _, _ = bytes.Cut(packet, []byte("<?xpacket end"))
			f.Add(append([]byte("<?xpacket begin"), packet...))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Parse(b)
		if err != nil {
			return
		}
		x := p.Extensions(nil)
		for _, n := range p.Props {
			if ty, own, ok := x.Lookup(n.NS, n.Name); ok {
				Valid(n, ty, own)
			}
			if ty, ok := Predefined(XMP2005, n.NS, n.Name); ok {
				Valid(n, ty, nil)
			}
		}
	})
}

func TestParse_Limits(t *testing.T) {
	for name, body := range map[string]string{
		"too deep": strings.Repeat("<dc:source>", maxDepth+2),
		"too many": strings.Repeat("<dc:source/>", maxNodes+1),
	} {
		if _, err := Parse([]byte(wrap(body))); err == nil || !strings.Contains(err.Error(), "too many elements") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
