package handelsregister

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the working paper asks for md5 (1.2)
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/fixity"
)

// Sample says what invented delivery to make for tests and trial runs.
type Sample struct {
	Companies int       // default 4
	LineEnd   string    // default CR LF
	Extracted time.Time // default 2026-11-02 08:30 UTC
	// PDF makes the Belegakten; nil makes small sound PDF files.
	PDF func(title string) ([]byte, error)
}

// Delivery is a delivery under construction.
type Delivery struct {
	Companies  []Company
	Headings   []string
	LineEnd    string
	Statements Statements
	Files      map[string][]byte // Belegakten and documentation
	NoList     bool              // leave the checksum list out
	NoMetadata bool
}

// Names of the files of a sample.
const (
	listName     = "firmen.txt"
	metadataName = "metadata.xml"
	checksumList = "pruefsummen.md5"
	manualName   = "dokumentation/dokumentation.txt"
	codesName    = "dokumentation/codelisten.txt"
)

var (
	firms = []string{"Großglockner Handels AG", "Ďuriš & Söhne GmbH", "Café Zürichsee Genossenschaft", "Sägewerk Wäldi",
		"Müller, Öztürk & Cie."}
	seats = []string{"Musterwil", "Beispielbach", "Oberprobikon"}
)

// Build makes the delivery; the same sample gives the same bytes.
func (s Sample) Build() (*Delivery, error) {
	if s.Companies == 0 {
		s.Companies = 4
	}
	if s.LineEnd == "" {
		s.LineEnd = "\r\n"
	}
	if s.Extracted.IsZero() {
		s.Extracted = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	}
	if s.PDF == nil {
		s.PDF = func(title string) ([]byte, error) { return smallPDF(title), nil }
	}
	d := &Delivery{LineEnd: s.LineEnd, Files: map[string][]byte{
		manualName: []byte("Dokumentation der Anwendung Muster-HR. Rechtsgrundlage: Musterverordnung.\n"),
		codesName:  []byte("AG\tAktiengesellschaft\nGmbH\tGesellschaft mit beschränkter Haftung\n"),
	}}
	for _, c := range columns {
		d.Headings = append(d.Headings, c.title)
	}
	for i := range s.Companies {
		number := fmt.Sprintf("CH-100.3.%03d.%03d-%d", i/1000, i%1000, i%10)
		d.Companies = append(d.Companies, Company{Number: number, Name: firms[i%len(firms)], Seat: seats[i%len(seats)],
			Opened: fmt.Sprintf("%d-03-%02d", 1950+i%40, 1+i%28), Deleted: fmt.Sprintf("%d-10-%02d", 1995+i%25, 1+i%28)})
		pdf, err := s.PDF("Belegakte " + number)
		if err != nil {
			return nil, fmt.Errorf("make Belegakte: %w", err)
		}
		d.Files["belege/"+number+"_Statuten.pdf"] = pdf
		if i%3 == 0 {
			d.Files["belege/"+number+"_Auszug.tif"] = smallTIFF()
		}
	}
	d.Statements = Statements{Provenance: "Handelsregisteramt Musterkanton", Extracted: s.Extracted.Format("2006-01-02T15:04:05"),
		Queries: []string{"SELECT * FROM firma WHERE geloescht IS NOT NULL"}, Source: "Muster-HR", Version: "3.1", Selection: "integral"}
	d.Count()
	return d, nil
}

// List writes the list of companies.
func (d *Delivery) List() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(d.Headings, "\t") + d.LineEnd)
	for i := range d.Companies {
		var cells []string
		for _, h := range d.Headings {
			cell := ""
			if k := column(h); k >= 0 {
				cell = *columns[k].at(&d.Companies[i])
			}
			cells = append(cells, cell)
		}
		b.WriteString(strings.Join(cells, "\t") + d.LineEnd)
	}
	return b.Bytes()
}

// Count sets the statements that can be recomputed (D3).
func (d *Delivery) Count() {
	l, _, err := ReadList(bytes.NewReader(d.List()))
	if err == nil && l != nil {
		d.Statements.From, d.Statements.To = string(iso(l.From)), string(iso(l.To))
		d.Statements.Records = []FileRecords{{Name: listName, Count: strconv.Itoa(l.Rows)}}
	}
	size := len(d.List())
	for _, f := range d.Files {
		size += len(f)
	}
	d.Statements.Megabytes = strconv.FormatFloat(float64(size)/1e6, 'f', 3, 64)
	d.Statements.Files = strconv.Itoa(len(d.Files) + 3)
}

// All gives every file of the delivery by path.
func (d *Delivery) All() (map[string][]byte, error) {
	out := maps.Clone(d.Files)
	out[listName] = d.List()
	if !d.NoMetadata {
		var b bytes.Buffer
		if err := WriteStatements(&b, d.Statements, nil); err != nil {
			return nil, err
		}
		out[metadataName] = b.Bytes()
	}
	if d.NoList {
		return out, nil
	}
	var entries []fixity.Entry
	for _, p := range slices.Sorted(maps.Keys(out)) {
		sum := md5.Sum(out[p]) //nolint:gosec // as above
		entries = append(entries, fixity.Entry{Path: p, Algorithm: fixity.MD5, Digest: hex.EncodeToString(sum[:]), Size: -1})
	}
	var b bytes.Buffer
	if err := fixity.Write(&b, fixity.WriteMD5Summer, entries); err != nil {
		return nil, err
	}
	out[checksumList] = b.Bytes()
	return out, nil
}

// firstDocument gives the path of the first Belegakte with that extension.
func (d *Delivery) firstDocument(ext string) string {
	for _, p := range slices.Sorted(maps.Keys(d.Files)) {
		if path.Ext(p) == ext {
			return p
		}
	}
	return ""
}

// smallPDF writes a sound PDF 1.4 of one page without text fonts; it is no PDF/A.
func smallPDF(title string) []byte {
	content := "% " + strconv.QuoteToASCII(title) + "\n0.2 0.2 0.2 rg 72 720 200 12 re f\n"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}

// smallTIFF writes a black and white TIFF 6.0 of 8 by 8 pixels.
func smallTIFF() []byte {
	le := binary.LittleEndian
	data := []byte{0x18, 0x3c, 0x7e, 0xff, 0xff, 0x7e, 0x3c, 0x18}
	b := append([]byte("II*\x00"), le.AppendUint32(nil, uint32(8+len(data)))...)
	b = append(b, data...)
	tags := [][3]uint32{{256, 4, 8}, {257, 4, 8}, {258, 3, 1}, {259, 3, 1}, {262, 3, 1}, {273, 4, 8}, {277, 3, 1}, {278, 4, 8},
		{279, 4, uint32(len(data))}}
	b = le.AppendUint16(b, uint16(len(tags)))
	for _, t := range tags {
		b = le.AppendUint16(b, uint16(t[0]))
		b = le.AppendUint16(b, uint16(t[1]))
		b = le.AppendUint32(le.AppendUint32(b, 1), t[2])
	}
	return le.AppendUint32(b, 0)
}
