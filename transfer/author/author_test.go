package author

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
)

func office(t *testing.T, member, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(member)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Authors of files by other programs stand beside files made here that tell none, lie, or break off.
func TestOf(t *testing.T) {
	real := func(name string) []byte {
		data, err := os.ReadFile(samples.Path(t, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	properties := func(inner string) string {
		return `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc">` + inner + "</cp:coreProperties>"
	}
	core := func(inner string) []byte { return office(t, "docProps/core.xml", properties(inner)) }
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"writer.odt":   {real("formate/echt/office-examples_LibreOffice_3.5.0rc3_OSX_simple.odt"), "Andrew Jackson"},
		"old.odt":      {real("formate/echt/office-examples_OpenOffice.org_3.2.0_OSX_pdf-features_simple.odt"), "Andrew Jackson"},
		"suite.pdf":    {real("pdfa/verapdf/PDF_A-2b/veraPDF_test_suite_6-1-6-t01-pass-a.pdf"), "veraPDF Consortium"},
		"old.xls":      {real("formate/echt/office-examples_Old_Access_Reviews.xls"), ""},
		"letter.docx":  {core("<dc:creator> Erika\n Muster</dc:creator>"), "Erika Muster"},
		"changed.xlsx": {core("<cp:lastModifiedBy>Z. Hand</cp:lastModifiedBy>"), "Z. Hand"},
		"silent.pptx":  {office(t, "ppt/presentation.xml", "<p/>"), ""},
		"steers.docx":  {core("<dc:creator>A\u202eB\u0085</dc:creator>"), "A B"},
		"long.docx":    {core("<dc:creator>" + strings.Repeat("x", maxName+1) + "</dc:creator>"), ""},
		"doctype.docx": {office(t, "docProps/core.xml", `<!DOCTYPE x [<!ENTITY a "b">]>`+properties("<dc:creator>&a;</dc:creator>")), ""},
		"cut.doc":      {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), ""},
		"no.pdf":       {[]byte("kein PDF"), ""},
		"no.docx":      {[]byte("kein ZIP"), ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		tree, err := container.Open(t.Context(), dir, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = tree.Visit(t.Context(), 1, nil, func(ctx context.Context, e container.Entry, x container.Content, err error) error {
			if err != nil || !Told(e.Path) {
				t.Errorf("%s: told %v, %v", name, Told(e.Path), err)
			}
			if got, err := Of(ctx, tree, e, x, container.Options{}); got != c.want {
				t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	}
	if Told("a/notiz.txt") || Told("bild.png") {
		t.Error("a text tells nobody's name")
	}
}

// summary builds a property set of properties by type and text.
func summary(page uint16, props ...[3]any) []byte {
	le := binary.LittleEndian
	var body []byte
	table := le.AppendUint32(nil, propCodePage)
	at := 8 + 8*(len(props)+1)
	table = le.AppendUint32(table, uint32(at))
	body = le.AppendUint32(body, typeShort)
	body = le.AppendUint32(body, uint32(page))
	for _, p := range props {
		table = le.AppendUint32(table, uint32(p[0].(int)))
		table = le.AppendUint32(table, uint32(at+len(body)))
		text := p[2].(string)
		n := len(text)
		if p[1].(int) == typeWide {
			n /= 2
		}
		body = le.AppendUint32(body, uint32(p[1].(int)))
		body = append(le.AppendUint32(body, uint32(n)), text...)
	}
	set := append(le.AppendUint32(le.AppendUint32(nil, uint32(at+len(body))), uint32(len(props)+1)), table...)
	head := le.AppendUint32(make([]byte, 44), 48)
	return append(append(head, set...), body...)
}

func TestSummary(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"Windows-1252": {summary(1252, [3]any{propAuthor, typeText, "J\xf6rg Muster\x00"}), "Jörg Muster"},
		"UTF-8":        {summary(utf8Page, [3]any{propAuthor, typeText, "Jörg\x00\x00"}), "Jörg"},
		"wide":         {summary(1252, [3]any{propAuthor, typeWide, "J\x00\xf6\x00\x00\x00"}), "Jö"},
		"last":         {summary(1252, [3]any{propAuthor, typeText, "\x00"}, [3]any{propLast, typeText, "Zweite Hand\x00"}), "Zweite Hand"},
		"another type": {summary(1252, [3]any{propAuthor, 3, "1234"}), ""},
		"none":         {summary(1252), ""},
	} {
		if got, err := ofSummary(c.data); got != c.want || err != nil {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
		for n := range c.data { // whatever is cut off, nothing but an error or a shorter name comes
			if got, _ := ofSummary(c.data[:n]); len(got) > len(c.want) {
				t.Errorf("%s cut at %d: %q", name, n, got)
			}
		}
	}
}

func FuzzSummary(f *testing.F) {
	f.Add(summary(1252, [3]any{propAuthor, typeText, "A\x00"}))
	f.Add(summary(utf8Page, [3]any{propLast, typeWide, "A\x00"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := ofSummary(data); err != nil && got != "" {
			t.Errorf("%q with %v", got, err)
		}
	})
}
