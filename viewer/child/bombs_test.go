package child_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// pdfFile writes a PDF from the bodies of its objects; object 1 is the catalog.
func pdfFile(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, 0, len(objects))
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

func stream(dict string, data []byte) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// deflated packs data as often as asked.
func deflated(data []byte, times int) []byte {
	for range times {
		var b bytes.Buffer
		z, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed) // the level is a right one
		_, _ = z.Write(data)                            // into memory
		_ = z.Close()
		data = b.Bytes()
	}
	return data
}

// letterPDF has a page of 300 × 400 points for each text.
func letterPDF(texts ...string) []byte {
	kids := make([]string, len(texts))
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"}
	for i, text := range texts {
		kids[i] = fmt.Sprintf("%d 0 R", 4+2*i)
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", 5+
				2*i),
			stream("", fmt.Appendf(nil, "BT /F 20 Tf 50 300 Td (%s) Tj ET", text)))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(texts))
	return pdfFile(objects...)
}

// bombPDF has a first page of the given contents and resources and a second one
// without fault.
func bombPDF(box, resources, contents string, more ...string) []byte {
	objects := append([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 5 0 R /Resources << %s >> >>", box, resources),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>", stream("", []byte(contents))}, more...)
	return pdfFile(objects...)
}

const paper4 = "0 0 300 400"

// bomb is a file that wants more than it should.
type bomb struct {
	name string
	data []byte
}

// pdfBombs are PDFs after the text of defect S11 and the classes it stands for.
func pdfBombs() []bomb {
	zeros := make([]byte, 64<<20)
	image := func(w, h int, colours, filter string, data []byte) string {
		return stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /%s /BitsPerComponent 8 /Filter %s", w,
			h, colours, filter), data)
	}
	nested := []string{}
	const levels = 12
	for i := range levels {
		inner := "0 0 1 1 re f"
		if i < levels-1 {
			inner = strings.Repeat("/X Do ", 20)
		}
		nested = append(nested,
			stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Resources << /XObject << /X %d 0 R >> >>", 7+i),
				[]byte(inner)))
	}
	list := []bomb{
		{"page of 2 million points", bombPDF("0 0 2000000 2000000", "", "0 0 2000000 2000000 re f")},
		{"page of 1e9 by 1", bombPDF("0 0 1000000000 1", "", "0 0 10 10 re f")},
		{"picture of 30,000 × 30,000, packed three times", bombPDF(paper4, "/XObject << /X 6 0 R >>", "300 0 0 400 0 0 cm /X Do",
			image(30000, 30000, "DeviceRGB", "[/FlateDecode /FlateDecode /FlateDecode]", deflated(zeros, 3)))},
		{"picture of 60,000 × 60,000 without data", bombPDF(paper4, "/XObject << /X 6 0 R >>", "300 0 0 400 0 0 cm /X Do",
			image(60000, 60000, "DeviceRGB", "/FlateDecode", deflated([]byte("x"), 1)))},
		{"contents of 64 MB packed twice", bombContents(deflated(bytes.Repeat([]byte("0 0 m 9 9 l S\n"), 64<<20/14), 2))},
		{"contents of 256 MB packed four times", bombContents(deflated(bytes.Repeat([]byte(" "), 256<<20), 3))},
		{"forms nested twelve times twenty", bombPDF(paper4, "/XObject << /X 6 0 R >>", "/X Do", nested...)},
		{"pattern without end", bombPDF(paper4, "/Pattern << /P 6 0 R >>", "/Pattern cs /P scn 0 0 300 400 re f",
			stream("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 90000 90000] /XStep 0.001 /YStep 0.001 /Resources << >>", []byte("0 0 90000 90000 re f")))},
		{"soft mask of a giant", bombPDF(paper4, "/XObject << /X 6 0 R >>", "300 0 0 400 0 0 cm /X Do",
			stream("/Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 7 0 R",
				make([]byte, 100)),
			image(40000, 40000, "DeviceGray", "[/FlateDecode /FlateDecode]", deflated(make([]byte, 64<<20), 2)))},
		{"JBIG2 of 60,000 × 60,000", bombPDF(paper4, "/XObject << /X 6 0 R >>", "300 0 0 400 0 0 cm /X Do",
			stream("/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode", jbig2Page(60000, 60000)))},
		{"JPEG 2000 of 30,000 × 30,000", bombPDF(paper4, "/XObject << /X 6 0 R >>", "300 0 0 400 0 0 cm /X Do",
			stream("/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /Filter /JPXDecode", jpxHead(30000, 30000)))},
		{"object stream that says a million", bombPDF(paper4, "", "",
			stream("/Type /ObjStm /N 1000000 /First 10000000 /Filter [/FlateDecode /FlateDecode]", deflated(make([]byte, 64<<20), 2)))},
		{"tree of pages 100,000 deep", deepTree(100_000)},
		{"a million objects", manyObjects(1_000_000)},
	}
	return list
}

// bombContents has a first page whose contents are packed data.
func bombContents(packed []byte) []byte {
	filters := "[/FlateDecode /FlateDecode /FlateDecode]"
	return pdfFile("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 5 0 R >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>",
		stream("/Filter "+filters, deflated(packed, 1)))
}

// jbig2Page is a page information segment and an end of page (ITU-T T.88, 7.4.8).
func jbig2Page(w, h uint32) []byte {
	var b []byte
	b = append(b, 0, 0, 0, 0, 0x30, 0, 1, 0, 0, 0, 19)
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, w), h)
	b = append(b, make([]byte, 11)...)
	return append(b, 0, 0, 0, 1, 0x31, 0, 1, 0, 0, 0, 0)
}

// jpxHead is a code stream of a picture without data: SIZ, COD, QCD, one tile part
// (ITU-T T.800, annex A).
func jpxHead(w, h uint32) []byte {
	be := binary.BigEndian
	b := []byte{0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0}
	for _, v := range []uint32{w, h, 0, 0, w, h, 0, 0} {
		b = be.AppendUint32(b, v)
	}
	b = append(b, 0, 3, 7, 1, 1, 7, 1, 1, 7, 1, 1)
	b = append(b, 0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 1)
	b = append(b, 0xFF, 0x5C, 0, 19, 0x40)
	b = append(b, bytes.Repeat([]byte{0x40}, 16)...)
	b = append(b, 0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1)
	return append(b, 0xFF, 0x93, 0xFF, 0xD9)
}

// deepTree has its pages at the end of a chain of nodes.
func deepTree(levels int) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>"}
	for i := range levels {
		objects = append(objects, fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", i+3))
	}
	return pdfFile(append(objects, "<< /Type /Page /MediaBox [0 0 300 400] >>")...)
}

// manyObjects is a letter beside so many objects.
func manyObjects(n int) []byte {
	objects := make([]string, 0, n+4)
	objects = append(objects, "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>")
	for i := range n {
		objects = append(objects, fmt.Sprintf("<< /Next %d 0 R /A [1 2 3] >>", i+6))
	}
	return pdfFile(objects...)
}

// pictureBombs are pictures of giant size and little data, and mails.
func readerBombs() []bomb {
	return []bomb{
		{"giant.png", pngBomb(60000, 60000, 2, 8)},
		{"wide.png", pngBomb(9900, 9900, 6, 16)},
		{"edge.png", pngBomb(5950, 5950, 6, 16)},
		{"grey.png", pngBomb(9990, 9990, 0, 8)},
		{"giant.gif", gifBomb(65535, 65535)},
		{"giant.tif", tiffBomb(100_000, 100_000, 1)},
		{"onestrip.tif", tiffBomb(8000, 8000, 8000)},
		{"rows.tif", tiffBomb(8000, 8000, 1<<31)},
		{"progressive.jpg", jpegBomb(60000, 60000)},
		{"edge.jpg", jpegBomb(4400, 4400)},
		{"nested.eml", nestedMail(100_000)},
		{"flat.eml", flatMail(100_000)},
		{"head.eml", []byte("From: a@example.org\r\nSubject: " + strings.Repeat("x", 128<<20) + "\r\n\r\nx")},
		{"attached.eml", attachedMail(60 << 20)},
		{"blank.docx", officeFile("word/document.xml", "<p>"+strings.Repeat(" ", 60<<20)+"</p>", 1)},
		{"deep.docx", officeFile("word/document.xml", strings.Repeat("<p>", 10<<20), 1)},
		{"attributes.odt", officeFile("content.xml", "<p "+strings.Repeat(`a="" `, 10<<20)+"/>", 1)},
		{"entries.docx", officeFile("word/document.xml", "<p>x</p>", 60_000)},
	}
}

// officeFile is a ZIP whose part holds content, with other entries beside it.
func officeFile(part, content string, entries int) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range entries {
		name := part
		if i > 0 {
			name = fmt.Sprintf("word/media/%d", i)
		}
		w, err := z.Create(name)
		if err == nil && i == 0 {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func chunk(kind string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func pngBomb(w, h uint32, colour, bits byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, bits, colour, 0, 0, 0))...)
	b = append(b, chunk("IDAT", deflated(make([]byte, min(int(w)*int(h)*int(bits)/8*map[byte]int{0: 1, 2: 3, 6: 4}[colour]+int(h),
		300<<20)), 1))...)
	return append(b, chunk("IEND", nil)...)
}

func gifBomb(w, h uint16) []byte {
	le := binary.LittleEndian
	b := append([]byte("GIF89a"), 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255)
	le.PutUint16(b[6:], w)
	le.PutUint16(b[8:], h)
	frame := []byte{0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x4C, 0x01, 0, 0x3B}
	le.PutUint16(frame[5:], w)
	le.PutUint16(frame[7:], h)
	return append(b, frame...)
}

// tiffBomb is a packed RGB picture that says so many rows are in its one strip.
func tiffBomb(w, h, rows uint32) []byte {
	le := binary.LittleEndian
	data := deflated(make([]byte, 200<<20), 1)
	b := append([]byte("II*\x00"), 8, 0, 0, 0)
	tags := [][3]uint32{{256, 4, w}, {257, 4, h}, {258, 3, 8}, {259, 3, 8}, {262, 3, 2}, {273, 4, 0}, {277, 3, 3}, {278, 4, rows},
		{279, 4, uint32(len(data))}}
	b = le.AppendUint16(b, uint16(len(tags)))
	at := uint32(8 + 2 + 12*len(tags) + 4)
	for _, tag := range tags {
		n := uint32(1)
		v := tag[2]
		switch tag[0] {
		case 273:
			v = at + 6
		case 258:
			n, v = 3, at
		}
		b = le.AppendUint16(le.AppendUint16(b, uint16(tag[0])), uint16(tag[1]))
		b = le.AppendUint32(le.AppendUint32(b, n), v)
	}
	b = append(b, 0, 0, 0, 0, 8, 0, 8, 0, 8, 0)
	return append(b, data...)
}

// jpegBomb is the head of a progressive picture in three full planes, with tables and
// one empty scan.
func jpegBomb(w, h uint16) []byte {
	b := []byte{0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0}
	b = append(b, bytes.Repeat([]byte{1}, 64)...)
	b = append(b, 0xFF, 0xC2, 0, 17, 8)
	b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, h), w)
	b = append(b, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
	b = append(b, 0xFF, 0xC4, 0, 20, 0, 1)
	b = append(b, make([]byte, 15)...)
	b = append(b, 0)
	b = append(b, 0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)
	return append(append(b, make([]byte, 1<<20)...), 0xFF, 0xD9)
}

const mailHead = "From: a@example.org\r\nSubject: Viele\r\nMIME-Version: 1.0\r\n"

func nestedMail(n int) []byte {
	var b strings.Builder
	b.WriteString(mailHead)
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return []byte(b.String())
}

func flatMail(n int) []byte {
	return []byte(mailHead + "Content-Type: multipart/mixed; boundary=a\r\n\r\n" +
		strings.Repeat("--a\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=x\r\n\r\nx\r\n", n) +
		"--a--\r\n")
}

// attachedMail has one attachment of so many bytes.
func attachedMail(n int) []byte {
	line := strings.Repeat("QUFB", 19) + "\r\n"
	return []byte(mailHead + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: application/octet-stream\r\n" +
		"Content-Disposition: attachment; filename=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat(line, n/57) +
		"--a--\r\n")
}
