package mail_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/mail"
)

func source(name string, data []byte) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
}

const letter = "From: =?utf-8?q?J=C3=B6rg_Beispiel?= <joerg@example.org>\r\nTo: amt@example.org\r\nDate: Mon, 3 May 2010 08:30:00 +0200\r\nSubject: =?iso-8859-1?q?R=FCckfrage?=\r\n" +
	"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n" +
	"--y\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nSch=F6ne Gr=FC=DFe\r\nzweite Zeile\r\n" +
	"--y\r\nContent-Type: text/html\r\n\r\n<p>Schöne Grüße</p>\r\n--y--\r\n" +
	"--x\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=\"../pegel.csv\"\r\nContent-Transfer-Encoding: base64\r\n\r\nYTtiCjE7Mgo=\r\n--x--\r\n"

func TestMIME(t *testing.T) {
	doc, err := mail.Reader{}.Open(t.Context(), source("a.eml", []byte(letter)))
	if err != nil {
		t.Fatal(err)
	}
	want := []viewer.Fact{{Label: "Von", Value: "Jörg Beispiel <joerg@example.org>"}, {Label: "An", Value: "amt@example.org"},
		{Label: "Datum", Value: "03.05.2010 08:30 +0200"}, {Label: "Betreff", Value: "Rückfrage"}}
	if diff := cmp.Diff(want, doc.Info().Facts); diff != "" || doc.Info().Kind != viewer.Message {
		t.Error(diff)
	}
	l := doc.(viewer.Liner)
	if l.Lines() != 2 || l.Line(0) != "Schöne Grüße" {
		t.Errorf("%d lines, %q", l.Lines(), l.Line(0))
	}
	c := doc.(viewer.Container)
	if diff := cmp.Diff([]viewer.Part{{Name: "pegel.csv", MIME: "text/csv", Size: 8}}, c.Parts()); diff != "" {
		t.Error(diff)
	}
	src, err := c.OpenPart(0)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, src.Size)
	if _, err := src.Content.ReadAt(got, 0); err != nil || string(got) != "a;b\n1;2\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := c.OpenPart(1); err == nil {
		t.Error("attachment 2 of 1 opened")
	}
	full, err := viewer.FullText(t.Context(), doc, 1<<20)
	if err != nil || !strings.Contains(full, "Rückfrage") || !strings.Contains(full, "zweite Zeile") {
		t.Errorf("full text %q, %v", full, err)
	}
}

func TestHTMLOnly(t *testing.T) {
	doc, err := mail.Reader{}.Open(t.Context(), source("a.eml",
		[]byte("Subject: x\r\nContent-Type: text/html\r\n\r\n<p>Eins<p>Zwei <img src='http://example.org/x'>")))
	if err != nil || doc.(viewer.Liner).Line(1) != "Zwei" || len(doc.Info().Notes) != 1 {
		t.Fatalf("%+v, %v", doc, err)
	}
}

func TestDamaged(t *testing.T) {
	for name, data := range map[string]string{"empty head": "\r\n\r\ntext", "no mail": "Nur Text ohne Kopf",
		"msg head": "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"} {
		if _, err := (mail.Reader{}).Open(t.Context(), source("a.eml", []byte(data))); !failure.Explained(err) {
			t.Errorf("%s: %v has no sentence", name, err)
		}
	}
	for _, at := range []int{40, 64, 72} {
		data := outlook()
		binary.LittleEndian.PutUint32(data[at:], 1<<30)
		if _, err := (mail.Reader{}).Open(t.Context(), source("a.msg", data)); !failure.Explained(err) {
			t.Errorf("absurd count at %d: %v", at, err)
		}
	}
	cut, err := mail.Reader{}.Open(t.Context(), source("a.eml", []byte(letter[:len(letter)-60])))
	if err != nil || cut.(viewer.Liner).Line(0) != "Schöne Grüße" {
		t.Errorf("cut mail: %v, %v", cut, err)
	}
	for name, tt := range map[string]struct {
		data string
		want bool
	}{
		"whole": {"Subject: x\r\n\r\nText\r\n", false},
		"cut":   {"Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nText\r\n", true},
		"base64 broken": {"Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
			"VGV4dA==!!!!\r\n", true},
		"attachment": {letter, true},
	} {
		doc, err := mail.Reader{}.Open(t.Context(), source("a.eml", []byte(tt.data)))
		if err != nil || doc.Info().Partial != tt.want {
			t.Errorf("%s: partial %v, want %v; %v", name, doc.Info().Partial, tt.want, err)
		}
	}
	deep := "Subject: x\r\n"
	for i := range 60 {
		deep += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%dx\r\n\r\n--b%dx\r\n", i, i)
	}
	if _, err := (mail.Reader{}).Open(t.Context(), source("a.eml", []byte(deep))); !failure.Explained(err) {
		t.Errorf("deep nesting: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (mail.Reader{}).Open(ctx, source("a.eml", []byte(letter))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOutlook(t *testing.T) {
	doc, err := mail.Reader{}.Open(t.Context(), source("a.msg", outlook()))
	if err != nil {
		t.Fatal(err)
	}
	want := []viewer.Fact{{Label: "Von", Value: "Jörg Beispiel"}, {Label: "Datum", Value: "03.05.2010 06:30 +0000"},
		{Label: "Betreff", Value: "Rückfrage"}}
	if diff := cmp.Diff(want, doc.Info().Facts); diff != "" {
		t.Error(diff)
	}
	if l := doc.(viewer.Liner); l.Line(0) != "Schöne Grüße" {
		t.Errorf("%q", l.Line(0))
	}
	parts := doc.(viewer.Container).Parts()
	if len(parts) != 1 || parts[0].Name != "plan.txt" || parts[0].Size != 4096 {
		t.Errorf("%+v", parts)
	}
	src, err := doc.(viewer.Container).OpenPart(0)
	if err != nil || src.Size != 4096 {
		t.Errorf("%v, %v", src.Size, err)
	}
}

// outlook builds a compound file: every stream is padded to 4,096 bytes, so that
// no mini stream is needed.
func outlook() []byte {
	le := binary.LittleEndian
	utf := func(s string) []byte {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = le.AppendUint16(b, u)
		}
		for len(b) < 4096 {
			b = le.AppendUint16(b, 0)
		}
		return b
	}
	props := make([]byte, 4096)
	le.PutUint32(props[32:], 0x0039<<16|0x0040)
	le.PutUint64(props[40:], uint64(1272868200)*10_000_000+116444736000000000)
	type entry struct {
		name        string
		kind        byte
		right, down uint32
		data        []byte
	}
	const none = 0xFFFFFFFF
	entries := []entry{
		{"Root Entry", 5, none, 1, nil},
		{"__substg1.0_0037001F", 2, 2, none, utf("Rückfrage")},
		{"__substg1.0_0C1A001F", 2, 3, none, utf("Jörg Beispiel")},
		{"__substg1.0_1000001F", 2, 4, none, utf("Schöne Grüße")},
		{"__properties_version1.0", 2, 5, none, props},
		{"__attach_version1.0_#00000000", 1, none, 6, nil},
		{"__substg1.0_3707001F", 2, 7, none, utf("plan.txt")},
		{"__substg1.0_37010102", 2, none, none, bytes.Repeat([]byte("x"), 4096)},
	}
	// Sector 0: FAT, sectors 1 and 2: directory, then 8 sectors per stream.
	fat := make([]byte, 512)
	for i := range 128 {
		le.PutUint32(fat[4*i:], none)
	}
	le.PutUint32(fat[0:], 0xFFFFFFFD)
	le.PutUint32(fat[4:], 2)
	le.PutUint32(fat[8:], 0xFFFFFFFE)
	dir := make([]byte, 1024)
	var data []byte
	next := uint32(3)
	for i, e := range entries {
		d := dir[128*i:]
		for j, u := range utf16.Encode([]rune(e.name)) {
			le.PutUint16(d[2*j:], u)
		}
		le.PutUint16(d[64:], uint16(2*len(e.name)+2))
		d[66], d[67] = e.kind, 1
		le.PutUint32(d[68:], none)
		le.PutUint32(d[72:], e.right)
		le.PutUint32(d[76:], e.down)
		le.PutUint32(d[116:], 0xFFFFFFFE)
		if e.data != nil {
			le.PutUint32(d[116:], next)
			le.PutUint32(d[120:], 4096)
			for s := range uint32(8) {
				to := next + s + 1
				if s == 7 {
					to = 0xFFFFFFFE
				}
				le.PutUint32(fat[4*(next+s):], to)
			}
			next += 8
			data = append(data, e.data...)
		}
	}
	head := make([]byte, 512)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	le.PutUint16(head[24:], 0x3E)
	le.PutUint16(head[26:], 3)
	le.PutUint16(head[28:], 0xFFFE)
	le.PutUint16(head[30:], 9)
	le.PutUint16(head[32:], 6)
	le.PutUint32(head[44:], 1) // FAT sectors
	le.PutUint32(head[48:], 1) // first directory sector
	le.PutUint32(head[56:], 4096)
	le.PutUint32(head[60:], 0xFFFFFFFE)
	le.PutUint32(head[68:], 0xFFFFFFFE)
	for i := range 109 {
		le.PutUint32(head[76+4*i:], none)
	}
	le.PutUint32(head[76:], 0)
	return bytes.Join([][]byte{head, fat, dir, data}, nil)
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(letter))
	f.Add(outlook()[:3000])
	for _, data := range samples.Seeds(f, 12, samples.Named(".eml", ".msg", ".doc", ".DOC"), "formate") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := mail.Reader{}.Open(t.Context(), source("f.eml", data))
		if err != nil {
			return
		}
		for i := range doc.(viewer.Container).Parts() {
			_, _ = doc.(viewer.Container).OpenPart(i)
		}
	})
}

func TestOpen_TooManyParts(t *testing.T) {
	in := "From: a@musterkreis.example\r\nSubject: Viele\r\nDate: Mon, 02 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" + strings.Repeat("--a\r\nContent-Type: text/plain\r\n\r\nx\r\n", 1010) + "--a--\r\n"
	doc, err := mail.Reader{}.Open(t.Context(), source("f.eml", []byte(in)))
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(doc.Info().Notes, " "); !strings.Contains(notes, "mehr als 1000 Teile") {
		t.Errorf("%q", notes)
	}
}
