package blacken_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/report"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/child"
)

func TestMain(m *testing.M) {
	if child.Asked() {
		child.Main()
	}
	code := m.Run()
	_ = pool().Close()
	os.Exit(code)
}

// pool reads for all tests: a child that has to start anew for each file costs more than all it reads.
var pool = sync.OnceValue(func() *child.Pool { return child.New(samples.PDFium()) })

// The words nobody may find in a copy: no part of them stands in what may stay.
var secrets = []string{"Quittenbaum", "Zwetschgenau", "DE89370400440532013000", "Jx"}

// hostile is a file that says its secrets in every way there is: on the page plainly,
// hyphenated, in pieces, letter by letter, under covers, in white; beside the page in
// the document information, bookmarks, comments, forms, attachments, metadata and an
// earlier revision.
func hostile(t *testing.T) []byte {
	t.Helper()
	w := pdf.NewWriter(0)
	put := func(v any) pdf.Ref {
		r := w.New()
		if err := w.Put(r, v); err != nil {
			t.Fatal(err)
		}
		return r
	}
	stream := func(d pdf.Dict, s string) pdf.Ref {
		r := w.New()
		if err := w.PutText(r, d, []byte(s)); err != nil {
			t.Fatal(err)
		}
		return r
	}
	pages := w.New()
	font := put(pdf.Dict{"Type": pdf.Name("Font"), "Subtype": pdf.Name("Type1"), "BaseFont": pdf.Name("Helvetica"),
		"Encoding": pdf.Name("WinAnsiEncoding")})
	first := stream(pdf.Dict{}, `BT /F 12 Tf 60 760 Td (Der Bericht nennt Frau Quittenbaum aus der Stadt am Fluss, die lange wartete.) Tj
0 -30 Td (Man sah dort oft Quitten-) Tj 0 -20 Td (baum und andere Leute in der Stadt am Fluss, die warteten.) Tj
0 -30 Td (Zwet) Tj ET BT /F 12 Tf 86.7 680 Td (schgenau) Tj ET
BT /F 12 Tf 60 650 Td [(Q)-900(u)-900(i)-900(t)-900(t)-900(e)-900(n)-900(b)-900(a)-900(u)-900(m)] TJ ET
BT /F 12 Tf 60 620 Td (Konto DE89 3704 0044 0532 0130 00 bei der Bank in der Stadt, Zeichen Jx vom Amt.) Tj ET
BT /F 12 Tf 60 590 Td (Quittenbaum verdeckt) Tj ET q 0 g 55 585 200 18 re f Q
BT /F 12 Tf 1 g 60 560 Td (Zwetschgenau weiss) Tj ET 0 g
BT 3 Tr /F 12 Tf 60 530 Td (Quittenbaum unsichtbar) Tj ET
BT 0 Tr /F 12 Tf 60 -530 Td (Quittenbaum daneben) Tj ET
BT /F 12 Tf 60 500 Td (Der Rat der Stadt tagt am Dienstag und bleibt lesbar.) Tj ET`)
	second := stream(pdf.Dict{}, `BT /F 12 Tf 60 760 Td (Auf dieser Seite bleibt alles stehen.) Tj ET`)
	file := stream(pdf.Dict{"Type": pdf.Name("EmbeddedFile")}, "Anlage von Quittenbaum")
	spec := put(pdf.Dict{"Type": pdf.Name("Filespec"), "F": pdf.Text("Quittenbaum.txt"), "UF": pdf.Text("Quittenbaum.txt"),
		"EF": pdf.Dict{"F": file}})
	page := func(content pdf.Ref, more pdf.Dict) pdf.Ref {
		d := pdf.Dict{
			"Type": pdf.Name("Page"), "Parent": pages, "MediaBox": pdf.Array{0, 0, 595, 842}, "Contents": content,
			"Resources": pdf.Dict{"Font": pdf.Dict{"F": font}},
		}
		for k, v := range more {
			d[k] = v
		}
		return put(d)
	}
	field := put(pdf.Dict{
		"Type": pdf.Name("Annot"), "Subtype": pdf.Name("Widget"), "FT": pdf.Name("Tx"), "T": pdf.Text("Name"),
		"V":    pdf.Text("Zwetschgenau"),
		"Rect": pdf.Array{60, 300, 300, 320},
	})
	note := put(pdf.Dict{"Type": pdf.Name("Annot"), "Subtype": pdf.Name("Text"), "Contents": pdf.Text("siehe Quittenbaum"),
		"T": pdf.Text("Quittenbaum"), "Rect": pdf.Array{60, 400, 80, 420}})
	one := page(first, pdf.Dict{"Annots": pdf.Array{field, note}})
	two := page(second, pdf.Dict{"Thumb": stream(pdf.Dict{}, "Quittenbaum")})
	if err := w.Put(pages, pdf.Dict{"Type": pdf.Name("Pages"), "Kids": pdf.Array{one, two}, "Count": 2}); err != nil {
		t.Fatal(err)
	}
	outline, entry := w.New(), w.New()
	for r, v := range map[pdf.Ref]pdf.Dict{
		outline: {"Type": pdf.Name("Outlines"), "First": entry, "Last": entry, "Count": 1},
		entry:   {"Title": pdf.Text("Sache Quittenbaum"), "Parent": outline, "Dest": pdf.Array{one, pdf.Name("Fit")}},
	} {
		if err := w.Put(r, v); err != nil {
			t.Fatal(err)
		}
	}
	meta := stream(pdf.Dict{"Type": pdf.Name("Metadata"), "Subtype": pdf.Name("XML")}, "<x>Quittenbaum</x>")
	root := put(pdf.Dict{
		"Type": pdf.Name("Catalog"), "Pages": pages, "Outlines": outline, "Metadata": meta,
		"AcroForm": pdf.Dict{"Fields": pdf.Array{field}},
		"Names":    pdf.Dict{"EmbeddedFiles": pdf.Dict{"Names": pdf.Array{pdf.Text("Quittenbaum.txt"), spec}}},
	})
	info := put(pdf.Dict{"Title": pdf.Text("Quittenbaum"), "Author": pdf.Text("Zwetschgenau"), "Subject": pdf.Text("Jx")})
	var b bytes.Buffer
	if err := w.Finish(&b, pdf.Dict{"Root": root, "Info": info}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func opened(t *testing.T, name string, data []byte) viewer.Pager {
	t.Helper()
	doc, err := pool().Open(t.Context(), viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = doc.Close() })
	return doc.(viewer.Pager)
}

// marked marks every place of the phrases.
func marked(t *testing.T, doc viewer.Pager, phrases []string) map[int][]viewer.Rect {
	t.Helper()
	out := map[int][]viewer.Rect{}
	for page := range doc.Pages() {
		words, ok, err := blacken.WordsOf(t.Context(), doc, page)
		if err != nil || !ok {
			t.Fatal(page, ok, err)
		}
		for _, phrase := range phrases {
			for _, hit := range blacken.Find(words, phrase) {
				out[page] = append(out[page], blacken.Spots(words, hit)...)
			}
		}
	}
	return out
}

var head = report.Document{Title: "Geschwärzte Nutzungskopie", Tool: "Laufzettel", Created: time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)}

func made(t *testing.T, doc viewer.Pager, marks map[int][]viewer.Rect) ([]byte, []blacken.Page) {
	t.Helper()
	secret, err := blacken.Kept(t.Context(), doc, marks)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	told, err := blacken.Make(t.Context(), &b, doc, marks, secret, head)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), told
}

// said is everything a file says in whatever form: its bytes, its streams unpacked, its
// strings, its text as our reader and pdftotext give it.
func said(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	out := map[string]string{"bytes": string(raw)}
	f, err := pdf.Open(t.Context(), bytes.NewReader(raw), int64(len(raw)), pdf.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range f.Numbers() {
		v := f.Load(n)
		out[fmt.Sprintf("object %d", n)] = fmt.Sprintf("%s", v)
		if s, ok := v.(*pdf.Stream); ok {
			if data, _, err := f.Data(s); err == nil {
				out[fmt.Sprintf("stream %d", n)] = string(data)
			}
			stored, err := io.ReadAll(f.Raw(s))
			if err != nil {
				t.Fatal(err)
			}
			out[fmt.Sprintf("stored %d", n)] = string(stored)
		}
	}
	doc := opened(t, "kopie.pdf", raw)
	for page := range doc.Pages() {
		text, err := doc.(viewer.Texter).Text(t.Context(), page)
		if err != nil {
			t.Fatal(err)
		}
		out[fmt.Sprintf("text %d", page)] = text
	}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		return out
	}
	name := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(name, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), "pdftotext", name, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	out["pdftotext"] = string(text)
	return out
}

// holds looks for a word in the forms a file may write it in.
func holds(text, word string) bool {
	var wide []byte
	for _, u := range utf16.Encode([]rune(word)) {
		wide = append(wide, byte(u>>8), byte(u))
	}
	forms := []string{word, string(wide), fmt.Sprintf("%X", word), fmt.Sprintf("%x", word)}
	if len(word) > 4 {
		forms = append(forms, fmt.Sprintf("%X", wide))
	}
	return slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(text, f) }) ||
		len(word) > 4 && strings.Contains(blacken.Fold(text), blacken.Fold(word))
}

// TestAttack: of a file that says its secrets everywhere nothing is left in the copy, in
// no form, and what was not marked can still be read and found.
func TestAttack(t *testing.T) {
	raw := append(hostile(t), "\n% Quittenbaum in an earlier revision\n"...)
	before := said(t, raw)
	for _, s := range secrets {
		if !slices.ContainsFunc(slices.Collect(values(before)), func(text string) bool { return holds(text, s) }) {
			t.Fatalf("%s is nowhere in the file: the test looks at nothing", s)
		}
	}
	doc := opened(t, "Akte Quittenbaum.pdf", raw)
	marks := marked(t, doc, secrets)
	copied, told := made(t, doc, marks)
	for where, text := range said(t, copied) {
		for _, s := range secrets {
			if len(s) < 4 && !strings.HasPrefix(where, "text") && where != "pdftotext" {
				continue // two letters stand in any picture by chance
			}
			if holds(text, s) {
				t.Errorf("%s is in %s", s, where)
			}
		}
		for _, rest := range []string{"Quitten-", "tenbaum", "schgenau", "unsichtbar", "verdeckt", "weiss", "0532"} {
			if (strings.HasPrefix(where, "text") || where == "pdftotext") && strings.Contains(text, rest) {
				t.Errorf("%s is in %s", rest, where)
			}
		}
	}
	text := said(t, copied)["text 0"] + said(t, copied)["text 1"]
	for _, stays := range []string{"Der Bericht nennt", "bleibt lesbar", "Auf dieser Seite bleibt alles stehen"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), stays) {
			t.Errorf("%q does not stand in %q", stays, text)
		}
	}
	if told[0].Bars < 8 || told[0].Left != 0 || told[0].Hidden < 3 || told[1].Bars != 0 || told[1].Words != 6 {
		t.Errorf("%+v", told)
	}
	r := pdfa.Check(t.Context(), bytes.NewReader(copied), int64(len(copied)), pdfa.Options{Flavour: "2b"})
	if r.Verdict != pdfa.NoObstacle || r.Claim != "2b" {
		t.Errorf("%+v", r)
	}
	black(t, opened(t, "k.pdf", copied), marks)
	again, _ := made(t, doc, marks)
	if !bytes.Equal(copied, again) {
		t.Error("the same places give another file")
	}
}

func values(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}

// black wants nothing but black where something was marked.
func black(t *testing.T, doc viewer.Pager, marks map[int][]viewer.Rect) {
	t.Helper()
	for page, list := range marks {
		img, err := doc.Render(context.Background(), viewer.Request{Page: page, Width: 1200})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
			for y := int(max(m.Y, 0) * h); y < int(min(m.Y+m.H, 1)*h); y++ {
				for x := int(max(m.X, 0) * w); x < int(min(m.X+m.W, 1)*w); x++ {
					if p := img.RGBAAt(x, y); p.R > 40 {
						t.Fatalf("page %d: %v shines through at %d, %d", page, p, x, y)
					}
				}
			}
		}
	}
}

// A page whose words stand elsewhere too is told.
func TestMake_TellsWhatStays(t *testing.T) {
	doc := opened(t, "a.pdf", hostile(t))
	marks := marked(t, doc, []string{"Quittenbaum"})
	marks[0] = marks[0][:1]
	_, told := made(t, doc, marks)
	if told[0].Left == 0 {
		t.Errorf("%+v", told)
	}
}

// A page as dense as a newspaper in the smallest print is read within the memory of the
// child, which an earlier search in PDFium passed.
func TestWords_OfADensePage(t *testing.T) {
	const lines, inLine = 400, 24
	var b strings.Builder
	b.WriteString("BT /F 2 Tf 10 835 Td 2 TL\n")
	for n := range lines {
		fmt.Fprintf(&b, "(%s Nowak%d) Tj T*\n", strings.Repeat("Zeile ", inLine), n)
	}
	b.WriteString("ET")
	w := pdf.NewWriter(0)
	pages, page, content, font, root := w.New(), w.New(), w.New(), w.New(), w.New()
	if err := w.PutText(content, pdf.Dict{}, []byte(b.String())); err != nil {
		t.Fatal(err)
	}
	for r, v := range map[pdf.Ref]pdf.Dict{
		font: {"Type": pdf.Name("Font"), "Subtype": pdf.Name("Type1"), "BaseFont": pdf.Name("Helvetica")},
		page: {"Type": pdf.Name("Page"), "Parent": pages, "MediaBox": pdf.Array{0, 0, 595, 842}, "Contents": content,
			"Resources": pdf.Dict{"Font": pdf.Dict{"F": font}}},
		pages: {"Type": pdf.Name("Pages"), "Kids": pdf.Array{page}, "Count": 1},
		root:  {"Type": pdf.Name("Catalog"), "Pages": pages},
	} {
		if err := w.Put(r, v); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := w.Finish(&out, pdf.Dict{"Root": root}); err != nil {
		t.Fatal(err)
	}

	doc := opened(t, "dicht.pdf", out.Bytes())
	for range 3 { // what one reading left behind would add up
		words, ok, err := blacken.WordsOf(t.Context(), doc, 0)
		if err != nil || !ok || len(words) != lines*(inLine+1) {
			t.Fatal(len(words), ok, err)
		}
		if hits := blacken.Find(words, "Nowak7"); len(hits) != 11 {
			t.Errorf("%d hits", len(hits))
		}
	}
}
