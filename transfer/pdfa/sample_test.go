package pdfa

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// doc makes small PDF files for tests: conforming as it stands, with one thing
// changed for each case.
type doc struct {
	flavour string // "1b" by default
	header  string
	catalog string
	page    string
	res     string
	content string
	xmp     string // more properties
	packet  string // the whole packet instead
	objects map[int]string
	streams map[int][2]string // dictionary entries, data
	trailer string
	icc     []byte
	noOI    bool
	noID    bool
	after   string // after %%EOF
	patch   func([]byte) []byte
}

// profile is the least an ICC profile header can be.
func profile(major byte, class, space string) []byte {
	b := make([]byte, 132)
	binary.BigEndian.PutUint32(b, uint32(len(b)))
	b[8] = major
	copy(b[12:], class)
	copy(b[16:], space)
	copy(b[20:], "XYZ ")
	copy(b[36:], "acsp")
	return b
}

func packet(flavour, more string) string {
	level := ""
	if len(flavour) > 1 {
		level = fmt.Sprintf(` pdfaid:conformance="%s"`, strings.ToUpper(flavour[1:]))
	} else {
		level = ` pdfaid:rev="2020"`
	}
	return `<?xpacket begin="` + "\uFEFF" + `" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
		`xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="` + flavour[:1] + `"` + level + `/>` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">` +
		more + `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

// parts are the objects by number.
func (d doc) parts() map[int]string {
	if d.flavour == "" {
		d.flavour = "1b"
	}
	if d.packet == "" {
		d.packet = packet(d.flavour, d.xmp)
	}
	if d.icc == nil {
		d.icc = profile(2, "mntr", "RGB ")
	}
	intent := "/OutputIntents [5 0 R]"
	if d.noOI {
		intent = ""
	}
	o := map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R " + intent + " " + d.catalog + " >>",
		2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 6 0 R /Resources << " + d.res + " >> " + d.page + " >>",
		4: stream("/Type /Metadata /Subtype /XML", d.packet),
		5: "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (x) /DestOutputProfile 7 0 R >>",
		6: stream("", d.content),
		7: stream("/N 3", string(d.icc)),
	}
	for n, s := range d.objects {
		o[n] = s
	}
	for n, s := range d.streams {
		o[n] = stream(s[0], s[1])
	}
	return o
}

func (d doc) bytes() []byte {
	if d.header == "" {
		d.header = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
		if d.flavour == "4" {
			d.header = "%PDF-2.0\n%\xe2\xe3\xcf\xd3\n"
		}
	}
	o := d.parts()
	var nums []int
	for n := range o {
		nums = append(nums, n)
	}
	slices.Sort(nums)
	var b bytes.Buffer
	b.WriteString(d.header)
	offsets := map[int]int{}
	for _, n := range nums {
		offsets[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, o[n])
	}
	size, xref := nums[len(nums)-1]+1, b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		if off, ok := offsets[n]; ok {
			fmt.Fprintf(&b, "%010d 00000 n \n", off)
		} else {
			b.WriteString("0000000000 00001 f \n")
		}
	}
	id := "/ID [<01> <01>]"
	if d.noID {
		id = ""
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s %s >>\nstartxref\n%d\n%%%%EOF\n%s", size, id, d.trailer, xref, d.after)
	if d.patch != nil {
		return d.patch(b.Bytes())
	}
	return b.Bytes()
}

func stream(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

func replace(from, to string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) }
}

func (d doc) check(t testing.TB) Result {
	b := d.bytes()
	return Check(t.Context(), bytes.NewReader(b), int64(len(b)), Options{})
}

// broken gives the clauses of r as CLAUSE-TEST.
func broken(r Result) []string {
	var out []string
	for _, c := range r.Clauses {
		out = append(out, fmt.Sprintf("%s-%d", c.Rule[strings.LastIndex(c.Rule, " ")+1:], c.Test))
	}
	return out
}

func TestConformingSamples(t *testing.T) {
	for _, fl := range []string{"1b", "2b", "2u", "3b", "3u", "4"} {
		r := doc{flavour: fl, content: "1 0 0 rg 0 0 9 9 re f"}.check(t)
		if r.Verdict != NoObstacle || r.Claim != fl || r.Flavour != fl {
			t.Errorf("%s: %s %q %v", fl, r.Verdict, r.Claim, broken(r))
		}
	}
}

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

const image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB "

func TestClauses(t *testing.T) {
	tests := []struct {
		name string
		d    doc
		want []string
		code string
	}{
		{"prefix of the claim", doc{packet: strings.ReplaceAll(packet("1b", ""), "pdfaid", "other")}, []string{"6.7.11-4", "6.7.11-5"},
			"PDF-002"},
		{"version in the header", doc{flavour: "2b", header: "%PDF-1.8\n%\xe2\xe3\xcf\xd3\n"}, []string{"6.1.2-1"}, "PDF-003"},
		{"no binary comment", doc{header: "%PDF-1.4\n"}, []string{"6.1.2-2"}, "PDF-003"},
		{"no ID", doc{noID: true}, []string{"6.1.3-1"}, "PDF-003"},
		{"data after the end", doc{after: "x"}, []string{"6.1.3-3"}, "PDF-003"},
		{"spaces in the cross-reference", doc{patch: replace("xref\n0 8", "xref\n0  8")}, []string{"6.1.4-1"}, "PDF-003"},
		{"end of line after xref", doc{patch: replace("xref\n0 8", "xref \n0 8")}, []string{"6.1.4-2"}, "PDF-003"},
		{"odd hexadecimal string", doc{catalog: "/X <123>"}, []string{"6.1.6-1"}, "PDF-003"},
		{"other hexadecimal characters", doc{catalog: "/X <12zz>"}, []string{"6.1.6-2"}, "PDF-003"},
		{"length of a stream", doc{objects: map[int]string{6: "<< /Length 3 >>\nstream\nq Q q Q\nendstream"}}, []string{"6.1.7-1"},
			"PDF-003"},
		{"external stream", doc{streams: map[int][2]string{6: {"/F (x)", ""}}}, []string{"6.1.7-3"}, "PDF-024"},
		{"spacing of objects", doc{objects: map[int]string{2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >> endobj"}}, []string{"6.1.8-1"},
			"PDF-003"},
		{"LZW", doc{streams: map[int][2]string{8: {"/Filter /LZWDecode", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01"}}}, []string{"6.1.10-1"},
			"PDF-024"},
		{"filter unknown", doc{flavour: "2b", streams: map[int][2]string{8: {"/Filter /Foo", "x"}}}, []string{"6.1.7.2-1"}, "PDF-024"},
		{"embedded file", doc{catalog: "/Names << /EmbeddedFiles << /Names [] >> >>"}, []string{"6.1.11-2"}, "PDF-011"},
		{"long name", doc{catalog: "/" + strings.Repeat("n", 128) + " 1"}, []string{"6.1.12-4"}, "PDF-021"},
		{"large number", doc{catalog: "/X 2147483648"}, []string{"6.1.12-1"}, "PDF-021"},
		{"deep nesting", doc{content: strings.Repeat("q ", 29) + strings.Repeat("Q ", 29)}, []string{"6.1.12-8"}, "PDF-021"},
		{"layers", doc{catalog: "/OCProperties << >>"}, []string{"6.1.13-1"}, "PDF-022"},
		{"output profile", doc{icc: profile(4, "mntr", "RGB ")}, []string{"6.2.2-1"}, "PDF-009"},
		{"device colour", doc{content: "0 0 0 1 k"}, []string{"6.2.3.3-2"}, "PDF-010"},
		{"default colour", doc{noOI: true, content: "0 0 9 9 re f"}, []string{"6.2.3.3-3"}, "PDF-010"},
		{"interpolation", doc{content: "/I Do", res: "/XObject << /I 8 0 R >>",
			streams: map[int][2]string{8: {image + "/Interpolate true", "abc"}}}, []string{"6.2.4-3"}, "PDF-019"},
		{"transfer function", doc{content: "/G gs", res: "/ExtGState << /G << /TR /Identity >> >>"}, []string{"6.2.8-1"}, "PDF-020"},
		{"operator", doc{content: "BX foo EX"}, []string{"6.2.10-1"}, "PDF-020"},
		{"font not embedded", doc{content: "BT /F 9 Tf (a) Tj ET", res: "/Font << /F 8 0 R >>", objects: map[int]string{8: helvetica}},
			[]string{"6.3.4-1"}, "PDF-014"},
		{"font invisible", doc{content: "BT 3 Tr /F 9 Tf (a) Tj ET", res: "/Font << /F 8 0 R >>", objects: map[int]string{8: helvetica}},
			nil, ""},
		{"font not shown", doc{content: "BT /F 9 Tf ET", res: "/Font << /F 8 0 R >>", objects: map[int]string{8: helvetica}}, nil, ""},
		{"font dictionary", doc{content: "BT 3 Tr /F 9 Tf (a) Tj ET", res: "/Font << /F << /Subtype /Type1 /BaseFont /Helvetica >> >>"},
			[]string{"6.3.2-1"}, "PDF-016"},
		{"transparency", doc{content: "/G gs", res: "/ExtGState << /G << /ca 0.5 >> >>"}, []string{"6.4-6"}, "PDF-018"},
		{"annotation", doc{page: "/Annots [8 0 R]", objects: map[int]string{8: "<< /Type /Annot /Subtype /Movie /F 4 /Rect [0 0 1 1] >>"}},
			[]string{"6.5.2-1"}, "PDF-012"},
		{"hidden annotation",
			doc{page: "/Annots [8 0 R]", objects: map[int]string{8: "<< /Type /Annot /Subtype /Link /F 6 /Rect [0 0 1 1] >>"}},
			[]string{"6.5.3-2"}, "PDF-012"},
		{"JavaScript", doc{catalog: "/OpenAction << /S /JavaScript /JS (x) >>"}, []string{"6.6.1-1"}, "PDF-005"},
		{"JavaScript in the name tree", doc{catalog: "/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>"},
			[]string{"6.6.1-1"}, "PDF-005"},
		{"no metadata", doc{objects: map[int]string{1: "<< /Type /Catalog /Pages 2 0 R >>"}}, nil, ""},
		{"Title differs", doc{trailer: "/Info 8 0 R", objects: map[int]string{8: "<< /Title (x) >>"}}, []string{"6.7.3-2"}, "PDF-008"},
		{"Title agrees", doc{trailer: "/Info 8 0 R", objects: map[int]string{8: "<< /Title <FEFF00C4> >>"},
			xmp: `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ä</rdf:li></rdf:Alt></dc:title>`}, nil, ""},
		{"dates agree", doc{trailer: "/Info 8 0 R", objects: map[int]string{8: "<< /CreationDate (D:20260102030405+01'00') >>"},
			xmp: `<xmp:CreateDate>2026-01-02T02:04:05Z</xmp:CreateDate>`}, nil, ""},
		{"packet header", doc{packet: strings.Replace(packet("1b", ""), "id=", `encoding="UTF-8" bytes="1" id=`, 1)},
			[]string{"6.7.5-1", "6.7.5-2"}, "PDF-006"},
		{"property unknown", doc{xmp: "<dc:foo>1</dc:foo>"}, []string{"6.7.9-2"}, "PDF-007"},
		{"value of a wrong kind", doc{xmp: "<dc:title>1</dc:title>"}, []string{"6.7.9-3"}, "PDF-007"},
		{"part stated", doc{flavour: "2b", packet: packet("1b", "")}, nil, ""},
		{"structure missing", doc{flavour: "1a"}, []string{"6.8.2.2-1", "6.8.3.3-1"}, "PDF-023"},
		{"form", doc{catalog: "/AcroForm << /NeedAppearances true /Fields [] >>"}, []string{"6.9-1"}, "PDF-013"},
		{"XFA", doc{flavour: "2b", catalog: "/AcroForm << /XFA (x) /Fields [] >>"}, []string{"6.4.2-1"}, "PDF-013"},
		{"page too small", doc{flavour: "2b", page: "/CropBox [0 0 2 2]"}, []string{"6.1.13-11"}, "PDF-021"},
		{"inherited resources", doc{flavour: "2b", content: "/G gs", objects: map[int]string{
			2: "<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /ExtGState << /G << /CA 1 >> >> >> >>",
			3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 6 0 R >>"}}, []string{"6.2.2-2"}, "PDF-020"},
		{"embedded file of another kind", doc{flavour: "2b", catalog: "/AF 8 0 R",
			objects: map[int]string{8: "<< /Type /Filespec /F (a) /UF (a) /EF << /F 9 0 R >> >>"},
			streams: map[int][2]string{9: {"/Type /EmbeddedFile", "text"}}}, []string{"6.8-5"}, "PDF-011"},
		{"embedded file not associated", doc{flavour: "3b", catalog: "/X 8 0 R",
			objects: map[int]string{8: "<< /Type /Filespec /F (a) /UF (a) /AFRelationship /Data /EF << /F 9 0 R >> >>"},
			streams: map[int][2]string{9: {"/Type /EmbeddedFile /Subtype /text#2Fplain", "text"}}}, []string{"6.8-4"}, "PDF-011"},
		{"configuration of layers", doc{flavour: "2b", catalog: "/OCProperties << /OCGs [] /D << /AS [] >> >>"}, []string{"6.9-1", "6.9-4"},
			"PDF-022"},
		{"transparent page without blending space", doc{flavour: "2b", noOI: true, content: "/G gs 0 0 9 9 re f",
			res: "/ExtGState << /G << /BM /Multiply >> >> /ColorSpace << /DefaultGray [/CalGray << /WhitePoint [1 1 1] >>] >>"},
			[]string{"6.2.10-2"}, "PDF-018"},
		{"Info in part 4", doc{flavour: "4", trailer: "/Info 8 0 R", objects: map[int]string{8: "<< /Title (x) >>"}},
			[]string{"6.1.3-4", "6.1.3-5"}, "PDF-003"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.d.check(t)
			if got := broken(r); !slices.Equal(got, tt.want) {
				t.Fatalf("%s (%s): %v, want %v", r.Verdict, r.Reason, got, tt.want)
			}
			if tt.code != "" && r.Clauses[len(r.Clauses)-1].Code != tt.code {
				t.Errorf("code %s, want %s", r.Clauses[len(r.Clauses)-1].Code, tt.code)
			}
		})
	}
}
