package report

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Write lays d out as PDF/A-2a and PDF/UA-1 (a plain one as PDF/A-2b). Same document, same bytes (G9). Errors: failure.Bug
// for a layout that could not be made, else those of w.
func Write(w io.Writer, d Document) error {
	p, err := draw(&d)
	if err != nil {
		return bug(err)
	}
	return p.output(w)
}

func bug(err error) error {
	return failure.Wrap(failure.Bug, "write report", wording.Say("hint.report.not-written"), err)
}

// output writes a drawn paper.
func (p *page) output(w io.Writer) error {
	var drawing bytes.Buffer
	err := p.pdf.Output(&drawing)
	if err != nil {
		return bug(fmt.Errorf("lay out: %w", err))
	}
	var b []byte
	if p.doc.Plain {
		b, err = addID(drawing.Bytes())
	} else {
		b, err = p.tagged(drawing.Bytes())
	}
	if err != nil {
		return bug(err)
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// draw lays d out; its metadata are settled on the way.
func draw(d *Document) (*page, error) {
	if d.Language == "" {
		d.Language = "de-DE"
	}
	// Metadata are single lines; the XMP packet and the Info dictionary get the same.
	for _, s := range []*string{&d.Title, &d.Subject, &d.Author, &d.Tool} {
		*s = strings.Map(printable, strings.Join(strings.Fields(*s), " "))
	}
	if strings.TrimSpace(d.Title) == "" && !d.Plain {
		d.Title = say("paper.page.untitled") // a document for everybody has a title (ISO 14289-1, 7.1)
	}
	p, err := newPage(d)
	if err != nil {
		return nil, err
	}
	created := d.Created.UTC().Truncate(time.Second)
	pdf := p.pdf
	pdf.SetTitle(d.Title, true)
	pdf.SetSubject(d.Subject, true)
	pdf.SetAuthor(d.Author, true)
	pdf.SetCreator(d.Tool, true)
	pdf.SetProducer(d.Tool, true)
	pdf.SetCreationDate(created)
	pdf.SetModificationDate(created)
	pdf.SetLang(d.Language)
	pdf.SetXmpMetadata(xmp(*d, created))
	pdf.AddOutputIntent(fpdf.OutputIntentType{
		SubtypeIdent: fpdf.OutputIntent_GTS_PDFA1, OutputConditionIdentifier: "sRGB", Info: "sRGB IEC61966-2.1", ICCProfile: srgbProfile(),
	})
	p.next()
	title(p, *d)
	for _, b := range d.Blocks {
		if b != nil {
			b.draw(p)
		}
	}
	p.finish()
	return p, nil
}

// printable drops what neither XML nor a line of metadata may hold.
func printable(r rune) rune {
	if r < 0x20 || r == 0x7f || r == unicode.ReplacementChar || r > 0xFFFF {
		return -1
	}
	return r
}

func title(p *page, d Document) {
	if d.Letter != nil {
		if d.Letter.Draft {
			p.draft = p.element("P")
		}
		p.within("Div", func() { d.Letter.draw(p) })
		p.headed(0, d.Title, func() { p.text(p.bold, 11.5, marginLeft, bodyWidth, colText, d.Title) })
		p.y += 3
		return
	}
	p.within("P", func() { p.write(p.regular, captionSize, marginLeft, p.y, colText2, p.regular.clean(d.Author)) })
	p.y += lead(captionSize) + 2
	p.headed(0, d.Title, func() { p.text(p.bold, titleSize, marginLeft, bodyWidth, colPrimary, d.Title) })
	p.within("P", func() { p.text(p.regular, 10.5, marginLeft, bodyWidth, colText2, d.Subject) })
	p.y += 2
	p.rule(marginLeft, p.y, bodyWidth, 0.4, colPrimary)
	p.y += 4
}

// addID puts the /ID that ISO 19005-2, 6.1.3 asks for into the trailer. It is the
// last dictionary, behind the cross-reference table, so no offset moves. The id is
// a digest of the content: no clock, no chance.
func addID(pdf []byte) ([]byte, error) {
	mark := []byte("trailer\n<<")
	at := bytes.LastIndex(pdf, mark)
	if at < 0 {
		return nil, fmt.Errorf("the PDF writer made no trailer")
	}
	at += len(mark)
	sum := md5.Sum(pdf)
	id := hex.EncodeToString(sum[:])
	out := make([]byte, 0, len(pdf)+80)
	out = append(out, pdf[:at]...)
	out = append(out, ("\n/ID [<" + id + "><" + id + ">]")...)
	return append(out, pdf[at:]...), nil
}

// xmp writes the metadata packet; every entry of the Info dictionary has its
// equal here (ISO 19005-2, 6.6.3).
func xmp(d Document, created time.Time) []byte {
	at := created.Format("2006-01-02T15:04:05Z")
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n")
	b.WriteString(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` + "\n")
	level := "A"
	if d.Plain {
		level = "B"
	}
	b.WriteString("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>" + level +
		"</pdfaid:conformance>\n<dc:format>application/pdf</dc:format>\n")
	alt := func(name, v string) {
		if v != "" {
			fmt.Fprintf(&b, "<%s><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></%s>\n", name, escape(v), name)
		}
	}
	alt("dc:title", d.Title)
	alt("dc:description", d.Subject)
	if d.Author != "" {
		fmt.Fprintf(&b, "<dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>\n", escape(d.Author))
	}
	fmt.Fprintf(&b, "<dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>\n", escape(d.Language))
	if d.Tool != "" {
		fmt.Fprintf(&b, "<xmp:CreatorTool>%s</xmp:CreatorTool><pdf:Producer>%s</pdf:Producer>\n", escape(d.Tool), escape(d.Tool))
	}
	fmt.Fprintf(&b, "<xmp:CreateDate>%s</xmp:CreateDate><xmp:ModifyDate>%s</xmp:ModifyDate>\n", at, at)
	b.WriteString("</rdf:Description>")
	if !d.Plain {
		b.WriteString(claimUA)
	}
	b.WriteString("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>")
	return []byte(b.String())
}

// claimUA says that the paper is PDF/UA-1 (ISO 14289-1, 5) and explains to
// readers of PDF/A the schema this stands in (ISO 19005-2, 6.6.2.3.3).
const claimUA = `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">` +
	`<pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ` +
	`xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ` +
	`xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">` +
	`<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>` +
	`<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">` +
	`<pdfaProperty:category>internal</pdfaProperty:category>` +
	`<pdfaProperty:description>Part of ISO 14289 the file conforms to</pdfaProperty:description>` +
	`<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>` +
	`</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`

func escape(s string) string {
	var b strings.Builder
	// The writer is a strings.Builder, which never fails.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}

// FormatVersion is the version of the JSON form of the papers.
const FormatVersion = 1

// WriteJSON writes the content of d for machines. The key "content" holds what
// the paper says, by kind.
func WriteJSON(w io.Writer, d Document) error {
	out := struct {
		Format  string    `json:"format"`
		Version int       `json:"version"`
		Kind    string    `json:"kind"`
		Title   string    `json:"title"`
		Subject string    `json:"subject,omitempty"`
		Author  string    `json:"author,omitempty"`
		Tool    string    `json:"tool,omitempty"`
		Created time.Time `json:"created"`
		Content any       `json:"content"`
	}{"laufzettel-report", FormatVersion, d.Kind, d.Title, d.Subject, d.Author, d.Tool, d.Created.UTC(), d.Data}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("write report as JSON: %w", err)
	}
	return nil
}
