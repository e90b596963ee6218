package report

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
)

// Pictured is a page that is a picture with words behind it that are not drawn.
type Pictured struct {
	Width, Height float64     // in points
	Picture       image.Image // *image.Gray or *image.RGBA
	Words         []Behind
}

// Behind is a word behind a picture; the place is in fractions of the page, from its
// top left corner.
type Behind struct {
	Text       string
	X, Y, W, H float64
}

const (
	pictureQuality = 85
	mostPoints     = 14400.0 // side of a page (ISO 19005-2, 6.1.13)
	leastPoints    = 3.0
	codesPerFont   = 255
	glyphWidth     = 500 // thousandths of the size; the words are stretched to their place
)

// WritePictured writes pages that are pictures as a PDF/A-2b of d's title, author, tool
// and time; everything else of d is left aside. next gives page after page and nil
// behind the last. Nothing but what it gives goes into the file: no attachments,
// comments, forms, bookmarks or earlier states. Same pages, same bytes.
func WritePictured(w io.Writer, d Document, next func() (*Pictured, error)) error {
	p := &picturing{to: pdf.NewWriter(0), codes: map[rune]int{}}
	p.pages = p.to.New()
	for {
		page, err := next()
		if err != nil {
			return err
		}
		if page == nil {
			break
		}
		if err := p.page(page); err != nil {
			return notPictured(err)
		}
	}
	if err := p.finish(w, d); err != nil {
		return notPictured(err)
	}
	return nil
}

func notPictured(err error) error {
	return failure.Wrap(failure.Bug, "write pages", wording.Say("hint.report.not-written"), err)
}

// picturing is a file of pictures while it is written.
type picturing struct {
	to    *pdf.Writer
	pages pdf.Ref
	kids  pdf.Array
	codes map[rune]int // the number of a letter, in the order they come
	runes []rune
	fonts []pdf.Ref
}

func (p *picturing) page(in *Pictured) error {
	width, height := bounded(in.Width, in.Height)
	var data bytes.Buffer
	if err := jpeg.Encode(&data, in.Picture, &jpeg.Options{Quality: pictureQuality}); err != nil {
		return fmt.Errorf("store picture: %w", err)
	}
	space := pdf.Name("DeviceRGB")
	if _, grey := in.Picture.(*image.Gray); grey {
		space = "DeviceGray"
	}
	picture, content, page := p.to.New(), p.to.New(), p.to.New()
	size := in.Picture.Bounds().Size()
	if err := p.to.PutStream(picture, pdf.Dict{
		"Type": pdf.Name("XObject"), "Subtype": pdf.Name("Image"), "Width": size.X, "Height": size.Y,
		"ColorSpace": space, "BitsPerComponent": 8, "Filter": pdf.Name("DCTDecode"),
	}, data.Bytes()); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "q %.3f 0 0 %.3f 0 0 cm /P Do Q\n", width, height)
	p.words(&b, in.Words, width, height)
	if err := p.to.PutText(content, pdf.Dict{}, []byte(b.String())); err != nil {
		return err
	}
	fonts := pdf.Dict{}
	for i, f := range p.fonts {
		fonts[fontName(i)] = f
	}
	p.kids = append(p.kids, page)
	return p.to.Put(page, pdf.Dict{
		"Type": pdf.Name("Page"), "Parent": p.pages, "MediaBox": pdf.Array{0, 0, width, height}, "Contents": content,
		"Resources": pdf.Dict{"XObject": pdf.Dict{"P": picture}, "Font": fonts},
	})
}

// bounded brings the sides of a page within what a file may say.
func bounded(w, h float64) (float64, float64) {
	if scale := mostPoints / max(w, h); scale < 1 {
		w, h = w*scale, h*scale
	}
	return max(math.Round(w*1000)/1000, leastPoints), max(math.Round(h*1000)/1000, leastPoints)
}

// words writes the words in a mode in which nothing is drawn (ISO 32000-1, 9.3.6).
func (p *picturing) words(b *strings.Builder, words []Behind, width, height float64) {
	if len(words) == 0 {
		return
	}
	b.WriteString("BT 3 Tr\n")
	for _, w := range words {
		n := utf8.RuneCountInString(w.Text)
		size := max(w.H*height, 1)
		if n == 0 {
			continue
		}
		stretch := min(max(100*w.W*width/(float64(n)*size*glyphWidth/1000), 1), 10000)
		fmt.Fprintf(b, "%.3f Tz 1 0 0 1 %.3f %.3f Tm\n", stretch, w.X*width, height-(w.Y+w.H)*height)
		p.show(b, w.Text, size)
	}
	b.WriteString("ET\n")
}

// show writes one word, in as many pieces as it needs fonts.
func (p *picturing) show(b *strings.Builder, text string, size float64) {
	font, codes := -1, ""
	flush := func() {
		if codes != "" {
			fmt.Fprintf(b, "/%s %.3f Tf <%s> Tj\n", fontName(font), size, codes)
		}
		codes = ""
	}
	for _, r := range text {
		n := p.code(r)
		if n/codesPerFont != font {
			flush()
			font = n / codesPerFont
		}
		codes += fmt.Sprintf("%02X", n%codesPerFont+1)
	}
	flush()
}

// code gives the number of a letter, and a font for it where none has room.
func (p *picturing) code(r rune) int {
	if r < ' ' || r == utf8.RuneError || r >= 0xD800 && r <= 0xF8FF || r&0xFFFE == 0xFFFE {
		r = '?' // no letter that could be said of it
	}
	n, known := p.codes[r]
	if !known {
		n = len(p.runes)
		p.codes[r], p.runes = n, append(p.runes, r)
		if n%codesPerFont == 0 {
			p.fonts = append(p.fonts, p.to.New())
		}
	}
	return n
}

func fontName(i int) pdf.Name { return pdf.Name(fmt.Sprintf("F%d", i)) }

// finish writes fonts, metadata and catalogue.
func (p *picturing) finish(w io.Writer, d Document) error {
	if len(p.kids) == 0 {
		return fmt.Errorf("no page")
	}
	if err := p.putFonts(); err != nil {
		return err
	}
	d.Plain, d.Subject = true, ""
	if d.Language == "" {
		d.Language = "de-DE"
	}
	profile, meta, root := p.to.New(), p.to.New(), p.to.New()
	if err := p.to.PutText(profile, pdf.Dict{"N": 3}, srgbProfile()); err != nil {
		return err
	}
	packet := xmp(d, d.Created.UTC().Truncate(time.Second))
	if err := p.to.PutStream(meta, pdf.Dict{"Type": pdf.Name("Metadata"), "Subtype": pdf.Name("XML")}, packet); err != nil {
		return err
	}
	if err := p.to.Put(p.pages, pdf.Dict{"Type": pdf.Name("Pages"), "Kids": p.kids, "Count": len(p.kids)}); err != nil {
		return err
	}
	intent := pdf.Dict{
		"Type": pdf.Name("OutputIntent"), "S": pdf.Name("GTS_PDFA1"), "OutputConditionIdentifier": pdf.String("sRGB"),
		"Info": pdf.String("sRGB IEC61966-2.1"), "DestOutputProfile": profile,
	}
	if err := p.to.Put(root, pdf.Dict{
		"Type": pdf.Name("Catalog"), "Pages": p.pages, "Metadata": meta, "Lang": pdf.Text(d.Language), "OutputIntents": pdf.Array{intent},
	}); err != nil {
		return err
	}
	return p.to.Finish(w, pdf.Dict{"Root": root})
}

// putFonts writes fonts of letters without strokes: they only say which letter it is.
func (p *picturing) putFonts() error {
	if len(p.fonts) == 0 {
		return nil
	}
	glyph := p.to.New()
	if err := p.to.PutText(glyph, pdf.Dict{}, fmt.Appendf(nil, "%d 0 0 -200 %d 800 d1", glyphWidth, glyphWidth)); err != nil {
		return err
	}
	for i, f := range p.fonts {
		runes := p.runes[i*codesPerFont : min((i+1)*codesPerFont, len(p.runes))]
		if err := p.putFont(f, glyph, runes); err != nil {
			return err
		}
	}
	return nil
}

func (p *picturing) putFont(f, glyph pdf.Ref, runes []rune) error {
	names, widths, procs := pdf.Array{1}, pdf.Array{}, pdf.Dict{}
	var text strings.Builder
	text.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Behind def\n/CMapType 2 def\n" +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n")
	for from := 0; from < len(runes); from += 100 {
		part := runes[from:min(from+100, len(runes))]
		fmt.Fprintf(&text, "%d beginbfchar\n", len(part))
		for k, r := range part {
			fmt.Fprintf(&text, "<%02X> <%s>\n", from+k+1, utf16Hex(r))
		}
		text.WriteString("endbfchar\n")
	}
	text.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	for k := range runes {
		name := pdf.Name(fmt.Sprintf("g%d", k+1))
		names, widths, procs[name] = append(names, name), append(widths, glyphWidth), glyph
	}
	unicode := p.to.New()
	if err := p.to.PutText(unicode, pdf.Dict{}, []byte(text.String())); err != nil {
		return err
	}
	return p.to.Put(f, pdf.Dict{
		"Type": pdf.Name("Font"), "Subtype": pdf.Name("Type3"), "FontBBox": pdf.Array{0, -200, glyphWidth, 800},
		"FontMatrix": pdf.Array{0.001, 0, 0, 0.001, 0, 0}, "CharProcs": procs, "Resources": pdf.Dict{},
		"Encoding":  pdf.Dict{"Type": pdf.Name("Encoding"), "Differences": names},
		"FirstChar": 1, "LastChar": len(runes), "Widths": widths, "ToUnicode": unicode,
	})
}

func utf16Hex(r rune) string {
	if r >= 0x10000 {
		r -= 0x10000
		return fmt.Sprintf("%04X%04X", 0xD800+r>>10, 0xDC00+r&0x3FF)
	}
	return fmt.Sprintf("%04X", r)
}
