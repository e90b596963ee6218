package openable

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/samples"
)

func look(name string, b []byte) Obstacle {
	return Look(context.Background(), name, true, bytes.NewReader(b))
}

func zipOf(files ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, _ := z.Create(files[i])
		_, _ = w.Write([]byte(files[i+1]))
	}
	_ = z.Close()
	return b.Bytes()
}

func png(chunks ...string) []byte {
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range chunks {
		out = binary.BigEndian.AppendUint32(out, uint32(len(c)-4))
		out = append(out, c...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(c)))
	}
	return out
}

// compound is a compound file of five sectors: table, directory and three of content.
func compoundFile(streams ...string) []byte {
	b := make([]byte, 512*6)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	binary.LittleEndian.PutUint16(b[30:], 9)
	binary.LittleEndian.PutUint32(b[44:], 1)
	binary.LittleEndian.PutUint32(b[48:], 1)
	for i := range 128 {
		binary.LittleEndian.PutUint32(b[512+i*4:], 0xffffffff)
	}
	for i := range 5 {
		binary.LittleEndian.PutUint32(b[512+i*4:], 0xfffffffe)
	}
	for i, s := range streams {
		at := b[1024+i*128:]
		for k, r := range s {
			binary.LittleEndian.PutUint16(at[k*2:], uint16(r))
		}
		binary.LittleEndian.PutUint16(at[64:], uint16(2*len(s)+2))
		binary.LittleEndian.PutUint32(at[116:], 2)
	}
	return b
}

func tiff(strip, length uint32) []byte {
	b := []byte("II*\x00\x08\x00\x00\x00\x02\x00")
	row := func(tag uint16, v uint32) {
		b = binary.LittleEndian.AppendUint16(b, tag)
		b = binary.LittleEndian.AppendUint16(b, 4)
		b = binary.LittleEndian.AppendUint32(b, 1)
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	row(273, strip)
	row(279, length)
	return append(append(b, 0, 0, 0, 0), "picture."...)
}

func TestLook(t *testing.T) {
	word := zipOf("[Content_Types].xml", "<a/>", "word/document.xml", strings.Repeat("<p>Text</p>", 500))
	spoilt := bytes.Clone(word)
	spoilt[len(spoilt)/3] ^= 0x55
	locked := compoundFile("WordDocument")
	copy(locked[512*3:], "\xec\xa5")
	locked[512*3+11] = 1
	book := compoundFile("Workbook")
	copy(book[512*3:], "\x09\x08\x02\x00ab\x2f\x00\x02\x00xx")
	picture := png("IHDRabc", "IDAT0123456789", "IEND")
	zeroed := bytes.Clone(picture)
	clear(zeroed[28:36])
	tests := []struct {
		name string
		data []byte
		want Obstacle
	}{
		{"a.pdf", nil, Empty},
		{"a.pdf", make([]byte, 5000), Zero},
		{"a.docx", make([]byte, 5000), Zero},
		{"a.pdf", []byte("%PDF-1.4\n1 0 obj"), Cut},
		{"a.pdf", append([]byte("%PDF-1.4\n1 0 obj<</Type/Page>>endobj\nstartxref\n0\n%%EOF\n"), 0, 0, 0), None},
		{"a.pdf", []byte("%PDF-1.7\n%%EOF\n"), Damaged},
		{"a.pdf", []byte(
			"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"), Damaged},
		{"a.pdf", []byte("%PDF-1.4\n1 0 obj<</PageMode/UseNone>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"), Damaged},
		{"a.pdf", []byte("%PDF-1.5\n9 0 obj<</Type/ObjStm>>endobj\nstartxref\n0\n%%EOF\n"), None}, // a page may lie in the stream
		{"a.docx", zipOf("[Content_Types].xml", "<a/>", "word/document.xml", "<w:d><w:p>Te"), Cut},
		{"a.docx", zipOf("[Content_Types].xml", "<a/>", "word/styles.xml", "<a/>"), Damaged},
		{"a.docx", zipOf("word/document.xml", "<d/>"), Damaged},
		{"a.docx", zipOf("[Content_Types].xml", "<a/>", "_rels/.rels",
			`<R><Relationship Type="x/officeDocument" Target="/Word/document2.xml"/></R>`, "word/document2.xml", "<w:d></w:d>\n"), None},
		{"a.docx", zipOf("[Content_Types].xml", "<a/>", "_rels/.rels",
			`<R><Relationship Type="x/officeDocument" Target="word/document2.xml"/></R>`, "word/document.xml", "<w:d></w:d>\n"), Damaged},
		{"a.xlsx", zipOf("[Content_Types].xml", "<a/>", "xl/workbook.xml", "<workbook/>"), None},
		{"a.odt", zipOf("content.xml", "<o:d>"+strings.Repeat("<p>Text</p>", 5000)+"</o:d>"), None},
		{"a.odt", zipOf("content.xml", "<o:d>"+strings.Repeat("<p>Text</p>", 5000)), Cut},
		{"a.odt", zipOf("content.xml", "<o:d><o:s/>"), Cut},
		{"a.odt", zipOf("content.xml", "<o:d xmlns:o='urn:oa"), Cut},
		{"a.odt", zipOf("content.xml", "<o:d a='1'/>"), None},
		{"a.odt", zipOf("content.xml", "<o:d></o:d><!-- writer -->"), None},
		{"a.odt", zipOf("content.xml", "<?xml version='1.0' encoding='ISO-8859-1'?><o:d>"), None}, // not judged
		{"a.odt", zipOf("mimetype", "application/vnd.oasis.opendocument.text"), Damaged},
		{"a.epub", zipOf("mimetype", "application/epub+zip"), None},
		{"a.docx", word, None},
		{"a.docx", word[:len(word)/2], Cut},
		{"a.docx", spoilt, Damaged},
		{"a.odt", zipOf("META-INF/manifest.xml", "<m><encryption-data/></m>"), Password},
		{"a.zip", word[:len(word)/2], None}, // a container is the gate's matter
		{"a.doc", compoundFile("WordDocument"), None},
		{"a.doc", compoundFile("WordDocument")[:512*4], Cut},
		{"a.doc", locked, Password},
		{"a.xls", book, Password},
		{"a.docx", compoundFile("EncryptionInfo", "EncryptedPackage"), Password},
		{"a.p7m", []byte("\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03\xa0\x80"), Encrypted},
		{"a.p7m", []byte("\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80"), None}, // signed only
		{"a.gpg", []byte("\xc1\x09\x0312345678\xd2\x04\x01abc"), Encrypted},
		{"a", []byte("\x8c\x0d\x04\x09\x03\x0812345678`\xd2\x40\x01"), Encrypted}, // by a password, as gpg -c writes it
		{"a.gpg", []byte("\xc2\x09\x0412345678\xcb\x04b"), None},                  // a signature
		{"a.asc", []byte("-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nwQkDMTIzNDU2NzjSBAFhYmM=\n=abcd\n-----END PGP MESSAGE-----\n"), Encrypted},
		{"a.asc", []byte("-----BEGIN PGP MESSAGE-----\n\nywRiYWJj\n=abcd\n-----END PGP MESSAGE-----\n"), None}, // literal data
		{"a.pem", []byte("-----BEGIN CMS-----\nMIAGCSqGSIb3DQEHA6CA\n-----END CMS-----\n"), Encrypted},
		{"a.eml", []byte("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nMIAG"), Encrypted},
		{"a.eml", []byte("Content-Type: application/x-pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqGSIb3DQEHA6CA\r\n"), Encrypted},
		{"a.eml", []byte("Content-Type: application/pkcs7-mime; smime-type=signed-data\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqGSIb3DQEHAqCA\r\n"), None},
		{"a.eml", []byte("Content-Type: multipart/encrypted; boundary=g\r\n\r\n--g\r\n"), Encrypted},
		{"a.eml", []byte("Subject: x\r\n\r\n-----BEGIN PGP MESSAGE-----\n\nwQkDMTIzNDU2NzjSBAFhYmM=\n"), Encrypted},
		{"a.eml", []byte("Subject: -----BEGIN PGP MESSAGE-----\r\n\r\nGuten Tag\r\n"), None},
		{"a.mp4", []byte("\x00\x00\x00\x0cftypisom\x00\x00\x00\x08moov\x00\x00\x00\x09mdatx"), None},
		{"a.mp4", []byte("\x00\x00\x00\x0cftypisom\x00\x00\x00\x08moov\x00\x00\x00\x00mdatx"), None}, // to the end of the file
		{"a.mp4", []byte("\x00\x00\x00\x0cftypisom\x00\x00\x00\x09mdatx"), Cut},
		{"a.heic", []byte("\x00\x00\x00\x0cftypheic\x00\x00\x00\x08meta\x00\x00\x00\x20mdatx"), Cut},
		{"a.jpg", []byte("\xff\xd8\xff\xe0abc\xff\xd9"), None},
		{"a.jpg", []byte("\xff\xd8\xff\xe0abc\xff\xd9 more behind it"), None},
		{"a.jpg", []byte("\xff\xd8\xff\xe0abc"), Cut},
		{"a.jpg", append([]byte("\xff\xd8\xff\xe0abc"), make([]byte, 900)...), Cut},
		{"a.png", picture, None},
		{"a.png", picture[:len(picture)-10], Cut},
		{"a.png", zeroed, Damaged},
		{"a.gif", []byte("GIF89a...\x3b"), None},
		{"a.gif", []byte("GIF89a..."), Cut},
		{"a.rtf", []byte("{\\rtf1\\ansi{\\b Sehr} geehrte}\r\n\x00"), None},
		{"a.rtf", []byte("{\\rtf1\\ansi{\\b Sehr} geehr"), Cut},
		{"a.tif", tiff(38, 8), None},
		{"a.tif", tiff(38, 9000), Cut},
		{"a.webp", []byte("RIFF\x04\x00\x00\x00WEBP"), None},
		{"a.webp", []byte("RIFF\xff\x00\x00\x00WEBP"), Cut},
		{"a.txt", []byte("text"), None},
	}
	for _, tt := range tests {
		if got := look(tt.name, tt.data); got != tt.want {
			t.Errorf("%s (%d bytes): %q, want %q", tt.name, len(tt.data), got, tt.want)
		}
	}
	for name, text := range map[string]string{"Plan.lnk": "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F",
		"Amt.url": "[InternetShortcut]\r\nURL=https://amt.example/\r\n", "Plan.gdoc": `{"url":"https://amt.example/","doc_id":"1"}`} {
		if got := look(name, []byte(text)); got != Pointer {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := look("notiz.txt", []byte("[InternetShortcut] ist ein Wort")); got != None {
		t.Errorf("text: %q", got)
	}
	if got := Look(t.Context(), "a.pdf", false, bytes.NewReader([]byte("no PDF at all"))); got != Foreign {
		t.Errorf("no PDF: %q", got)
	}
}

// Real files of many programs: none of them is called unreadable but those that are.
func TestLook_RealFiles(t *testing.T) {
	dir := samples.Path(t, "formate", "echt")
	want := map[string]Obstacle{
		"pdfCabinetOfHorrors_encryption_openpassword.pdf":                                       Password,
		"pdfCabinetOfHorrors_encryption_noprinting.pdf":                                         Restricted,
		"office-examples_OpenOffice.org_3.2.0_OSX_pdf-features_simple-open-nocopy-password.pdf": Password,
	}
	for _, p := range samples.Files(t, dir) {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := look(p, b); got != want[filepath.Base(p)] {
			t.Errorf("%s: %q, want %q", filepath.Base(p), got, want[filepath.Base(p)])
		}
		if len(b) > 4000 && want[filepath.Base(p)] == None {
			switch strings.ToLower(filepath.Ext(p)) {
			case ".pdf", ".odt", ".doc", ".xls":
				if got := look(p, b[:len(b)*2/3]); got == None && bytes.HasPrefix(b, []byte("%PDF")) {
					t.Errorf("%s cut: %q", filepath.Base(p), got)
				}
			}
		}
	}
	for _, p := range samples.Files(t, samples.Path(t, "pdfa")) {
		if strings.EqualFold(filepath.Ext(p), ".pdf") {
			b, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if got := look(p, b); got != None && got != Restricted {
				t.Errorf("%s: %q", p, got)
			}
		}
	}
}

// Every revision of the standard's encryption, made by another program.
func TestLook_PasswordsOfQPDF(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Skip("qpdf is not installed")
	}
	source := samples.Path(t, "formate", "echt", "pdfCabinetOfHorrors_text_only_pdfa1b.pdf")
	for _, bits := range []string{"40", "128", "256"} {
		for user, want := range map[string]Obstacle{"": Restricted, "geheim": Password} {
			for _, aes := range []string{"n", "y"} {
				args := []string{"--allow-weak-crypto", "--encrypt", user, "besitzer", bits}
				switch {
				case bits == "128":
					args = append(args, "--use-aes="+aes)
				case aes == "y":
					continue
				}
				out := filepath.Join(t.TempDir(), "x.pdf")
				if msg, err := exec.CommandContext(t.Context(), qpdf, append(args, "--", source, out)...).CombinedOutput(); err != nil {
					t.Fatalf("%v %s", err, msg)
				}
				b, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				if got := look(out, b); got != want {
					t.Errorf("%s bits, AES %s, user %q: %q, want %q", bits, aes, user, got, want)
				}
			}
		}
	}
}

// Values of /U for the empty password as qpdf 11.3 writes them, whose hash ends in the
// very round where counting from zero ends one later (ISO 32000-2, algorithm 2.B).
func TestHash2B_EndsInTheRightRound(t *testing.T) {
	for _, u := range []string{
		"9a6be7443f03e1b21ea1387b4474b5d6a44b7ac12da2f862ab2661eda0d99edf886887b3335dfd46",
		"1dafb87d5a3b041711368ae630ecf9044d74b1b289ba8e951cd449a4fa97469e9f49156d254f4bd2",
		"c99a667941fdcfde3f7e7a89a992c139bf896ac0cdca860b5ab57032e401df32c0adf81acaf81d41",
	} {
		user, err := hex.DecodeString(u)
		if err != nil {
			t.Fatal(err)
		}
		if got := hash2B(nil, user[32:]); !bytes.Equal(got, user[:32]) {
			t.Errorf("hash of %x is %x, want %x", user[32:], got, user[:32])
		}
	}
}

func FuzzLook(f *testing.F) {
	f.Add("a.pdf", []byte("%PDF-1.4\n/Encrypt\nstartxref\n9\n%%EOF"))
	f.Add("a.doc", compoundFile("WordDocument"))
	f.Add("a.tif", tiff(38, 8))
	f.Add("a.png", png("IHDRabc", "IEND"))
	f.Add("a.docx", zipOf("a", "b"))
	f.Fuzz(func(_ *testing.T, name string, b []byte) { look(name, b) })
}
