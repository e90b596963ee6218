package beside

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// document is a small PDF/A-1b; each case changes one thing of it.
type document struct {
	catalog, page, resources, content, trailer string
	part                                       string // of PDF/A: "1" by default
	level                                      string // "B" by default
	properties                                 string // more of the metadata
	objects                                    map[int]string
	tail                                       string
	packet                                     string // more of the head of the metadata
	namespace                                  string // prefix of the claim, "pdfaid" by default
	edit                                       func([]byte) []byte
	silent                                     bool // no claim
}

// colourProfile is the least an ICC profile of a screen can be.
func colourProfile() string {
	b := make([]byte, 132)
	binary.BigEndian.PutUint32(b, uint32(len(b)))
	b[8] = 2
	for at, text := range map[int]string{12: "mntr", 16: "RGB ", 20: "XYZ ", 36: "acsp"} {
		copy(b[at:], text)
	}
	return string(b)
}

// stream is an object with data.
func stream(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`

// metadata are the XMP metadata with the claim of PDF/A (ISO 19005-1, 6.7.11).
func (d document) metadata() string {
	claim := `<rdf:Description rdf:about="" xmlns:` + d.namespace + `="http://www.aiim.org/pdfa/ns/id/" ` + d.namespace + `:part="` + d.part +
		`" ` + d.namespace + `:conformance="` + d.level + `"/>`
	if d.silent {
		claim = ""
	}
	return "<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"" + d.packet + "?>" + `<x:xmpmeta xmlns:x="adobe:ns:meta/">` + rdf +
		claim + `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">` +
		d.properties + `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

// bytes writes the document.
func (d document) bytes() []byte {
	if d.part == "" {
		d.part = "1"
	}
	if d.namespace == "" {
		d.namespace = "pdfaid"
	}
	if d.level == "" {
		d.level = "B"
	}
	if d.content == "" {
		d.content = "1 0 0 rg 50 50 200 100 re f"
	}
	o := map[int]string{
		1: "<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R /OutputIntents [5 0 R] " + d.catalog + " >>",
		2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << " + d.resources + " >> " + d.page + " >>",
		4: stream("/Type /Metadata /Subtype /XML", d.metadata()),
		5: "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (Bildschirm) /DestOutputProfile 7 0 R >>",
		6: stream("", d.content),
		7: stream("/N 3", colourProfile()),
	}
	maps.Copy(o, d.objects)
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	numbers := slices.Sorted(maps.Keys(o))
	at := map[int]int{}
	for _, n := range numbers {
		at[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, o[n])
	}
	size, table := numbers[len(numbers)-1]+1, b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		if off, there := at[n]; there {
			fmt.Fprintf(&b, "%010d 00000 n \n", off)
		} else {
			b.WriteString("0000000000 00001 f \n")
		}
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /ID [<4711> <4711>] %s >>\nstartxref\n%d\n%%%%EOF\n%s", size, d.trailer, table, d.tail)
	if d.edit != nil {
		return d.edit(b.Bytes())
	}
	return b.Bytes()
}

const plainFont = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

const smallPicture = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB "

func note(kind string, flags int) map[int]string {
	return map[int]string{8: fmt.Sprintf("<< /Type /Annot /Subtype /%s /F %d /Rect [0 0 1 1] >>", kind, flags)}
}

func letter(d document) change { return put("lieferung/brief.pdf", d.bytes()) }

// pdfCase is one clause of ISO 19005 broken, and what comes near to that.
func pdfCase(code, wrong string, bad document, alike string, good document) Case {
	c := Case{Code: code, Base: "pdfa", Wrong: wrong, spoil: letter(bad), Alike: alike}
	if alike != "" {
		c.near = letter(good)
	}
	return c
}

func font(content string) document {
	return document{content: content, resources: "/Font << /F 8 0 R >>", objects: map[int]string{8: plainFont}}
}

// documents are the findings on PDF/A, each written from its clause.
func documents() []Case {
	return []Case{
		{Code: "PDF-001", Base: "pdfa-vereinbart", Wrong: "PDF/A ist vereinbart, und die Datei sagt nicht, dass sie es ist",
			spoil: letter(document{silent: true}), Alike: "die Datei sagt es mit Teil 1 und hat einen Titel",
			near: letter(document{properties: `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Brief</rdf:li></rdf:Alt></dc:title>`})},
		pdfCase("PDF-002", "die Kennzeichnung steht unter einem anderen Kürzel als dem der Norm", document{namespace: "kennung"},
			"die Metadaten nennen Teil 2", document{part: "2"}),
		pdfCase("PDF-026", "die Datei nennt 260.000 Objekte", document{part: "2", edit: many(260_000)},
			"die Datei nennt 2.000 Objekte", document{part: "2", edit: many(2_000)}),
		pdfCase("PDF-025", "die Metadaten nennen einen Teil der Norm, den es nicht gibt", document{part: "9"},
			"die Metadaten nennen Teil 3", document{part: "3"}),
		pdfCase("PDF-003", "hinter dem Ende der Datei stehen Daten", document{tail: "Nachtrag"},
			"hinter dem Ende der Datei steht nicht einmal ein Zeilenumbruch",
			document{edit: func(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) }}),
		{Code: "PDF-004", Base: "pdfa-vereinbart",
			Wrong: "PDF/A ist vereinbart, und die Datei ist verschlüsselt; sie öffnet sich ohne Kennwort",
			spoil: letter(locked(true, -4)), Alike: "die Datei spricht von Verschlüsselung",
			near: letter(document{content: "% /Encrypt 8 0 R\n0 0 9 9 re f"})},
		pdfCase("PDF-005", "beim Öffnen läuft ein Skript", document{catalog: "/OpenAction << /S /JavaScript /JS (x) >>"},
			"beim Öffnen wird eine Seite angezeigt", document{catalog: "/OpenAction [3 0 R /Fit]"}),
		pdfCase("PDF-006", "der Kopf der Metadaten nennt eine Länge",
			document{packet: ` bytes="9"`},
			"vor dem Ende der Metadaten steht ein Leerzeichen", document{properties: " "}),
		pdfCase("PDF-007", "die Metadaten nennen eine Angabe, die niemand beschreibt", document{properties: "<dc:foo>1</dc:foo>"},
			"die Metadaten nennen den Titel in zwei Sprachen",
			document{properties: `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Brief</rdf:li>` + `<rdf:li xml:lang="en">letter</rdf:li></rdf:Alt></dc:title>`}),
		pdfCase("PDF-008", "der Titel steht nur an einer der beiden Stellen",
			document{trailer: "/Info 8 0 R", objects: map[int]string{8: "<< /Title (Brief) >>"}},
			"der Titel steht an beiden Stellen gleich, an einer in UTF-16", document{trailer: "/Info 8 0 R",
				objects:    map[int]string{8: "<< /Title <FEFF00C4> >>"},
				properties: `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ä</rdf:li></rdf:Alt></dc:title>`}),
		pdfCase("PDF-009", "das Farbprofil ist von einer späteren Fassung",
			document{edit: inPlace("\x00\x00\x00\x84\x00\x00\x00\x00\x02", "\x00\x00\x00\x84\x00\x00\x00\x00\x04")},
			"die Ausgabebedingung nennt zusätzlich ein Register", document{objects: map[int]string{
				5: "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (Bildschirm) /RegistryName (keines) /DestOutputProfile 7 0 R >>"}}),
		pdfCase("PDF-010", "eine Farbe ist für den Druck angegeben, das Profil für den Bildschirm",
			document{content: "0 0 0 1 k 0 0 9 9 re f"},
			"eine Farbe ist als Grau angegeben", document{content: "0.5 g 0 0 9 9 re f"}),
		pdfCase("PDF-011", "eine Datei ist eingebettet", document{catalog: "/Names << /EmbeddedFiles << /Names [] >> >>"},
			"ein Verzeichnis der Ziele liegt bei", document{catalog: "/Names << /Dests << /Names [] >> >>"}),
		pdfCase("PDF-012", "eine Anmerkung ist ein Film", document{page: "/Annots [8 0 R]", objects: note("Movie", 4)},
			"eine Anmerkung ist ein Verweis und wird gedruckt", document{page: "/Annots [8 0 R]", objects: note("Link", 4)}),
		pdfCase("PDF-013", "ein Formular lässt seine Felder vom Betrachter zeichnen",
			document{catalog: "/AcroForm << /NeedAppearances true /Fields [] >>"},
			"ein Formular ohne Felder", document{catalog: "/AcroForm << /NeedAppearances false /Fields [] >>"}),
		pdfCase("PDF-014", "eine Schrift ist nicht eingebettet", font("BT /F 9 Tf (a) Tj ET"),
			"eine Schrift ist genannt, und nichts ist mit ihr geschrieben", font("BT /F 9 Tf ET")),
		pdfCase("PDF-015", "ein Zeichen ist breiter, als die Schrift sagt", drawn("a", 600, "1", "B"),
			"ein Zeichen ist so breit, wie die Schrift sagt", drawn("a", 500, "1", "B")),
		pdfCase("PDF-016", "eine Schrift hat keine Art", document{content: "BT 3 Tr /F 9 Tf (a) Tj ET",
			resources: "/Font << /F << /Subtype /Type1 /BaseFont /Helvetica >> >>"},
			"eine Schrift ist ganz beschrieben und unsichtbar gebraucht", font("BT 3 Tr /F 9 Tf (a) Tj ET")),
		pdfCase("PDF-017", "ein Zeichen heißt so, dass niemand weiß, welches es ist (nur 2u)", drawn("zeichen7", 500, "2", "U"),
			"ein Zeichen heißt wie im Verzeichnis der Namen", drawn("a", 500, "2", "U")),
		pdfCase("PDF-018", "eine Fläche scheint durch", document{content: "/G gs", resources: "/ExtGState << /G << /ca 0.5 >> >>"},
			"eine Fläche ist ausdrücklich deckend", document{content: "/G gs", resources: "/ExtGState << /G << /ca 1.0 >> >>"}),
		pdfCase("PDF-019", "ein Bild soll beim Zeigen geglättet werden", document{content: "/I Do", resources: "/XObject << /I 8 0 R >>",
			objects: map[int]string{8: stream(smallPicture+"/Interpolate true", "abc")}},
			"ein Bild soll ausdrücklich nicht geglättet werden", document{content: "/I Do", resources: "/XObject << /I 8 0 R >>",
				objects: map[int]string{8: stream(smallPicture+"/Interpolate false", "abc")}}),
		pdfCase("PDF-020", "eine Seite enthält einen Befehl, den es nicht gibt", document{content: "BX foo EX"},
			"eine Seite nennt den Befehl in einer Bemerkung", document{content: "% foo\n0 0 9 9 re f"}),
		pdfCase("PDF-021", "ein Name hat 128 Bytes", document{catalog: "/" + strings.Repeat("n", 128) + " 1"},
			"ein Name hat 127 Bytes", document{catalog: "/" + strings.Repeat("n", 127) + " 1"}),
		pdfCase("PDF-022", "die Datei hat Ebenen", document{catalog: "/OCProperties << >>"},
			"die Datei nennt Marken für Ebenen auf einer Seite, aber keine Ebenen", document{content: "/OC BMC 0 0 9 9 re f EMC"}),
		pdfCase("PDF-023", "die Datei nennt sich 1a und hat keine logische Struktur", document{level: "A"},
			"die Datei nennt sich 1b und hat keine logische Struktur", document{catalog: "/Lang (de)"}),
		pdfCase("PDF-024", "Daten sind mit LZW gepackt", document{objects: map[int]string{
			8: stream("/Filter /LZWDecode", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01")}},
			"Daten sind sechzehnadisch geschrieben", document{objects: map[int]string{8: stream("/Filter /ASCIIHexDecode", "61>")}}),
	}
}

// inPlace replaces bytes by others of the same length.
func inPlace(old, new string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
}

// drawn is a document in a font whose one character is drawn by a procedure (Type 3).
func drawn(name string, width int, part, level string) document {
	return document{part: part, level: level, content: "BT /F 9 Tf (a) Tj ET", resources: "/Font << /F 8 0 R >>", objects: map[int]string{
		8: fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] "+
			"/CharProcs << /%s 9 0 R >> /Encoding << /Type /Encoding /Differences [97 /%s] >> /FirstChar 97 /LastChar 97 /Widths [%d] "+
			"/Resources << >> >>", name, name, width),
		9: stream("", "500 0 d0 0 0 500 500 re f")}}
}

// many adds a second table, packed, in which so many numbers lead to one object.
func many(n int) func([]byte) []byte {
	return func(b []byte) []byte {
		before := bytes.LastIndex(b, []byte("xref\n0 "))
		one := bytes.Index(b, []byte("3 0 obj"))
		row := []byte{1, byte(one >> 8), byte(one), 0}
		var packed bytes.Buffer
		w := zlib.NewWriter(&packed)
		_, err := w.Write(bytes.Repeat(row, n))
		if err = errors.Join(err, w.Close()); err != nil {
			panic(err) // a buffer takes what is written
		}
		at := len(b)
		return fmt.Appendf(b, "%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", n+20,
			stream(fmt.Sprintf("/Type /XRef /Size %d /Index [20 %d] "+
				"/W [1 2 1] /Prev %d /Root 1 0 R /ID [<4711> <4711>] /Filter /FlateDecode", n+21, n, before), packed.String()), at)
	}
}
