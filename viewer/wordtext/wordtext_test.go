package wordtext

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"laufzettel/viewer"
)

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ xml, want string }{
		"OOXML":             {`<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Der </w:t></w:r><w:r><w:t>Rat</w:t></w:r></w:p><w:p><w:r><w:t>tagt</w:t></w:r></w:p></w:body></w:document>`, "Der Rat\ntagt\n"},
		"ODF":               {`<o:c xmlns:o="o" xmlns:t="t"><t:h>Titel</t:h><t:p>Der<t:s/>Rat</t:p></o:c>`, "Titel\nDer\nRat\n"},
		"deleted":           {`<w:p xmlns:w="w"><w:t>bleibt</w:t><w:delText>weg</w:delText></w:p>`, "bleibt\n"},
		"cut":               {`<p><t>Der Rat</t><t>ta`, "Der Ratta"},
		"entities of a DTD": {`<!DOCTYPE p [<!ENTITY a "b">]><p>&a;</p>`, ""},
		"too deep":          {strings.Repeat("<p>", maxDepth+5) + "x", ""},
		"too long":          {"<p>" + strings.Repeat("ä", maxText) + "</p>", strings.Repeat("ä", maxText/2)},
	} {
		if got := strings.TrimRight(Read(strings.NewReader(c.xml)), ""); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("%s: %.40q, want %.40q", name, got, c.want)
		}
	}
}

// zipped is a ZIP of one part.
func zipped(t *testing.T, part, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(part)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReader(t *testing.T) {
	for _, tt := range []struct {
		name  string
		bytes []byte
		reads bool
		want  string // "!" = an error
	}{
		{"a.docx", zipped(t, "word/document.xml", "<p>Der Rat</p>"), true, "Der Rat"},
		{"a.odt", zipped(t, "content.xml", "<p>Der Rat</p>"), true, "Der Rat"},
		{"a.docx", zipped(t, "xl/workbook.xml", "<p>1</p>"), true, ""},
		{"a.docx", []byte("PK kein Archiv"), true, "!"},
		{"a.docx", []byte("%PDF-1.7"), false, ""},
		{"a.txt", zipped(t, "word/document.xml", "<p>x</p>"), false, ""},
	} {
		src := viewer.Source{Name: tt.name, Content: bytes.NewReader(tt.bytes), Size: int64(len(tt.bytes))}
		head, err := viewer.Head(src)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Reader{}).Reads(src, head); got != tt.reads {
			t.Errorf("%s: reads %v", tt.name, got)
		}
		if !tt.reads {
			continue
		}
		doc, err := Reader{}.Open(t.Context(), src)
		if (err != nil) != (tt.want == "!") {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && doc.(viewer.Liner).Line(0) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, doc.(viewer.Liner).Line(0), tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("<w:p xmlns:w='w'><w:t>Der Rat</w:t></w:p>")
	f.Add("<!DOCTYPE p><p>&#0;</p>")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Read(strings.NewReader(s)); len(got) > maxText || !utf8.ValidString(got) {
			t.Errorf("%d bytes", len(got))
		}
	})
}
