package generate

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/image/tiff"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/report"
)

// content makes the bytes of one primary file of a type; title, author and date
// appear in it so that a person sees what belongs where.
type content struct {
	ext      string
	archival bool // PDF/A
	make     func(s sample.Source, c caption) ([]byte, error)
	// skip takes from the source what make takes, where only what comes after the
	// content is asked for.
	skip func(s sample.Source, c caption)
}

type caption struct {
	title  string
	office string
	author string
	date   time.Time
	pages  int
}

// contents by name; a Plan names the mix.
var contents = map[string]content{
	"pdf":  {"pdf", true, paperPDF, skipPaper},
	"eml":  {"eml", false, mail, skipMail},
	"jpg":  {"jpg", false, photo, skipPicture(photoSize)},
	"png":  {"png", false, plan, skipPicture(planSize)},
	"tif":  {"tif", false, scan, skipPicture(scanSize)},
	"docx": {"docx", false, office, skipText},
	"txt":  {"txt", false, note, skipText},
	"csv":  {"csv", false, measurements, skipMeasurements},
	"xml":  {"xml", false, structured, skipText},
}

// Sizes of the pictures in pixels.
var photoSize, planSize, scanSize = image.Pt(480, 320), image.Pt(360, 240), image.Pt(240, 320)

// paperParagraphs is how many paragraphs a page has, pictureFields how many
// fields a picture, measuredDays how many rows a series.
const (
	paperParagraphs = 18
	pictureFields   = 12
	measuredDays    = 24
)

// paperPDF writes a letter of several pages as PDF/A-2b.
func paperPDF(s sample.Source, c caption) ([]byte, error) {
	d := report.Document{Plain: true, Kind: "generated", Title: c.title, Subject: c.office, Author: c.author, Tool: "Laufzettel Generator",
		Created: c.date, Language: "de-DE"}
	for i := range max(c.pages, 1) {
		d.Blocks = append(d.Blocks, report.Heading{Level: 1, Text: fmt.Sprintf("%s, Abschnitt %d", c.title, i+1)})
		for range paperParagraphs {
			d.Blocks = append(d.Blocks, report.Paragraph{Text: paragraph(s)})
		}
	}
	var b bytes.Buffer
	err := report.Write(&b, d)
	return b.Bytes(), err
}

func paragraph(s sample.Source) string {
	var b strings.Builder
	for range 2 + s.IntN(4) {
		b.WriteString(s.Pick(phrases))
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// mail is a message with a coded attachment (A28).
func mail(s sample.Source, c caption) ([]byte, error) {
	attached, err := note(s, c)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	head := []string{
		"From: \"" + c.author + "\" <bauaufsicht@musterkreis.example>", "To: registratur@musterkreis.example",
		"Subject: =?UTF-8?B?" + base64.StdEncoding.EncodeToString([]byte(c.title)) + "?=",
		"Date: " + c.date.Format(time.RFC1123Z), "Message-ID: <" + s.UUID() + "@musterkreis.example>", "MIME-Version: 1.0",
		`Content-Type: multipart/mixed; boundary="grenze"`, "", "--grenze",
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", paragraph(s), "", "--grenze",
		`Content-Type: text/plain; charset=utf-8; name="vermerk.txt"`, `Content-Disposition: attachment; filename="vermerk.txt"`,
		"Content-Transfer-Encoding: base64", "",
	}
	b.WriteString(strings.Join(head, "\r\n") + "\r\n")
	coded := base64.StdEncoding.EncodeToString(attached)
	for len(coded) > 76 {
		b.WriteString(coded[:76] + "\r\n")
		coded = coded[76:]
	}
	b.WriteString(coded + "\r\n--grenze--\r\n")
	return b.Bytes(), nil
}

// picture draws coloured fields, different for every document.
func picture(s sample.Source, size image.Point) *image.RGBA {
	w, h := size.X, size.Y
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	base := s.IntN(200)
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{uint8(base + x*55/w), uint8(120 + y*100/h), uint8(200 - base/2), 255})
		}
	}
	for range pictureFields {
		x0, y0, col := s.IntN(w), s.IntN(h), color.RGBA{uint8(s.IntN(255)), uint8(s.IntN(255)), 60, 255}
		for y := y0; y < min(h, y0+h/8); y++ {
			for x := x0; x < min(w, x0+w/8); x++ {
				img.SetRGBA(x, y, col)
			}
		}
	}
	return img
}

func photo(s sample.Source, _ caption) ([]byte, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture(s, photoSize), &jpeg.Options{Quality: 80}); err != nil {
		return nil, err
	}
	// The encoder writes a raw stream; cameras write JFIF 1.01 with 72 dpi.
	const soi = 2
	data := b.Bytes()
	return slices.Concat(data[:soi], []byte("\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00\x48\x00\x48\x00\x00"), data[soi:]), nil
}

func plan(s sample.Source, _ caption) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, picture(s, planSize))
	return b.Bytes(), err
}

func scan(s sample.Source, _ caption) ([]byte, error) {
	var b bytes.Buffer
	err := tiff.Encode(&b, picture(s, scanSize), &tiff.Options{Compression: tiff.Deflate})
	return b.Bytes(), err
}

// office is the smallest Word document Word opens.
func office(s sample.Source, c caption) ([]byte, error) {
	parts := []struct{ name, body string }{
		{"[Content_Types].xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml",
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>` + c.title + `</w:t></w:r></w:p><w:p><w:r><w:t>` + paragraph(s) + `</w:t></w:r></w:p></w:body></w:document>`},
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: c.date})
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, p.body); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

func note(s sample.Source, c caption) ([]byte, error) {
	return []byte(c.title + "\n" + c.date.Format("02.01.2006") + "\n\n" + paragraph(s) + "\n"), nil
}

func measurements(s sample.Source, c caption) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("Datum;Pegel 1;Pegel 2;Bemerkung\n")
	for i := range measuredDays {
		fmt.Fprintf(&b, "%s;%d,%02d;%d,%02d;%s\n", c.date.AddDate(0, 0, 7*i).Format("02.01.2006"), 3+s.IntN(3), s.IntN(100), 4+s.IntN(3),
			s.IntN(100), s.Pick(persons))
	}
	return b.Bytes(), nil
}

func structured(s sample.Source, c caption) ([]byte, error) {
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<vermerk><titel>" + c.title + "</titel><datum>" +
		c.date.Format(time.DateOnly) + "</datum><text>" + paragraph(s) + "</text></vermerk>\n"), nil
}

// filler gives size bytes of mixed content without holding them, for deliveries
// of many or large files.
func filler(seed uint64, size int64) func() (io.Reader, error) {
	return func() (io.Reader, error) { return io.LimitReader(&noise{s: sample.NewSource(seed)}, size), nil }
}

// ascii writes umlauts out: a text that ends after any byte must end between two signs.
var ascii = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "§", "Par.").Replace

// noise is an endless text of seeded lines.
type noise struct {
	s    sample.Source
	rest []byte
}

func (n *noise) Read(p []byte) (int, error) {
	if len(n.rest) == 0 {
		n.rest = fmt.Appendf(nil, "%016x %s\n", n.s.Uint64(), ascii(n.s.Pick(phrases)))
	}
	c := copy(p, n.rest)
	n.rest = n.rest[c:]
	return c, nil
}
