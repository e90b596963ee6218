package text_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

func source(name, content string) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader([]byte(content)), Size: int64(len(content))}
}

func TestDecode(t *testing.T) {
	tests := []struct {
		name, raw, text, encoding string
		guessed                   bool
	}{
		{"utf-8", "Größe\n", "Größe\n", "UTF-8", false},
		{"utf-8 with mark", "\xEF\xBB\xBFGröße", "Größe", "UTF-8", false},
		{"utf-16 little", "\xFF\xFEG\x00r\x00\xF6\x00", "Grö", "UTF-16", false},
		{"utf-16 big without mark", "\x00G\x00r\x00\xF6\x00\xDF\x00e\x00 \x00a", "Größe a", "UTF-16", true},
		{"latin-1", "Gr\xF6\xDFe", "Größe", "ISO 8859-1", true},
		{"windows", "\x84Gr\xF6\xDFe\x93 f\xFCr", "„Größe“ für", "Windows-1252", true},
		{"dos", "Gr\x94\xE1e f\x81r", "Größe für", "CP850", true},
		{"DIN 91379", "J̌ ē̍ Ș", "J̌ ē̍ Ș", "UTF-8", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, note, enc := text.Decode([]byte(tt.raw))
			if got != tt.text || enc != tt.encoding || (note != "") != tt.guessed {
				t.Errorf("%q as %s (%s), want %q as %s", got, enc, note, tt.text, tt.encoding)
			}
		})
	}
}

func TestLines(t *testing.T) {
	doc, err := text.Reader{}.Open(t.Context(), source("vermerk.txt", "Erste\r\nzweite Zeile\n"+strings.Repeat("ä", 5000)))
	if err != nil {
		t.Fatal(err)
	}
	l := doc.(viewer.Liner)
	if l.Lines() != 5 || l.Line(1) != "zweite Zeile" || l.Line(9) != "" || len(l.Line(2))+len(l.Line(3))+len(l.Line(4)) != 10000 {
		t.Errorf("%d lines: %q", l.Lines(), l.Line(1))
	}
	hits, err := doc.(viewer.Searcher).Search(t.Context(), "ZWEITE  zeile")
	if diff := cmp.Diff([]viewer.Hit{{Page: 1, Context: "zweite Zeile"}}, hits); err != nil || diff != "" {
		t.Errorf("%s%v", diff, err)
	}
}

func TestCSV(t *testing.T) {
	tests := []struct {
		name, content, format string
		columns               []string
		rows                  [][]string
	}{
		{"m.csv", "Tag;Wert\n1.1.;\"3,5\"\n2.1.;4\n", "CSV, Semikolon", []string{"Tag", "Wert"},
			[][]string{{"1.1.", "3,5"}, {"2.1.", "4"}}},
		{"m.csv", "a,b,c\n1,2\n", "CSV, Komma", []string{"a", "b", "c"}, [][]string{{"1", "2", ""}}},
		{"m.tsv", "a\tb\n1\t2\n", "CSV, Tabulator", []string{"a", "b"}, [][]string{{"1", "2"}}},
		{"more cells than columns.csv", "a;b\n1;2;3;4\n5;6\n", "CSV, Semikolon", []string{"a", "b"},
			[][]string{{"1", "2;3;4"}, {"5", "6"}}},
	}
	for _, tt := range tests {
		doc, err := text.Reader{}.Open(t.Context(), source(tt.name, tt.content))
		if err != nil {
			t.Fatal(err)
		}
		tb, ok := doc.(viewer.Tabler)
		if !ok || doc.Info().Format != tt.format {
			t.Fatalf("%T %+v", doc, doc.Info())
		}
		var rows [][]string
		for i := range tb.Rows() {
			rows = append(rows, tb.Row(i))
		}
		if diff := cmp.Diff(tt.rows, rows) + cmp.Diff(tt.columns, tb.Columns()); diff != "" {
			t.Errorf("%s", diff)
		}
	}
	doc, err := text.Reader{}.Open(t.Context(), source("prosa.csv", "Nur ein Satz\nund noch einer\n"))
	if err != nil || doc.Info().Kind != viewer.Lines || len(doc.Info().Notes) == 0 {
		t.Errorf("prose became %+v, %v", doc.Info(), err)
	}
}

// What stands in the first line is searched, whether it is a head or not.
func TestCSV_TextIsWhole(t *testing.T) {
	for _, tt := range []struct {
		name, content string
		whole         bool
	}{
		{"a.csv", "Quirrel;Ulvo\nKrempel;Ada;DE89\n", true},
		{"long.csv", "Name;Text\nQuirrel;Ulvo\nKrempel;DE89 Ada" + strings.Repeat("x", 30_000) + "\n", false},
		{"long.txt", "Quirrel Ulvo\nKrempel Ada DE89\n" + strings.Repeat("a\n", 500_010), false},
		{"a.txt", "Quirrel Ulvo\nKrempel Ada DE89\n", true},
	} {
		doc, err := text.Reader{}.Open(t.Context(), source(tt.name, tt.content))
		if err != nil {
			t.Fatal(err)
		}
		pages, whole, err := viewer.PageTexts(t.Context(), doc, 4<<20)
		if err != nil || len(pages) != 1 || whole != tt.whole {
			t.Fatalf("%s: %d pages, whole %v, %v", tt.name, len(pages), whole, err)
		}
		for _, word := range []string{"Quirrel", "Ulvo", "Krempel", "Ada", "DE89"} {
			if !strings.Contains(pages[0], word) {
				t.Errorf("%s: %s is missing", tt.name, word)
			}
		}
	}
}

func TestXML(t *testing.T) {
	doc, err := text.Reader{}.Open(t.Context(), source("a.xml",
		`<?xml version="1.0" encoding="ISO-8859-1"?><a xmlns:x="u"><x:b id="1">Eins <i/>Ende</x:b></a>`))
	if err != nil {
		t.Fatal(err)
	}
	tb, ok := doc.(viewer.Tabler)
	if !ok {
		t.Fatalf("%T %+v", doc, doc.Info())
	}
	var rows [][]string
	for i := range tb.Rows() {
		rows = append(rows, tb.Row(i))
	}
	want := [][]string{{"a", ""}, {"  b", "Eins"}, {"    @id", "1"}, {"    i", ""}, {"    ", "Ende"}}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{`<a><b></a>`, `<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>`, strings.Repeat("<a>", 300)} {
		doc, err := text.Reader{}.Open(t.Context(), source("a.xml", bad))
		if err != nil || doc.Info().Kind != viewer.Lines || len(doc.Info().Notes) == 0 {
			t.Errorf("%.20s: %+v, %v; want text with a note", bad, doc.Info(), err)
		}
	}
}

func TestHTML(t *testing.T) {
	doc, err := text.Reader{}.Open(t.Context(), source("a.html",
		`<html><head><title>Satzung</title><style>p{x}</style><script>alert("x < y")</script></head><body><p>Eins &amp; <b>zwei</b><br>drei<p>vier`))
	if err != nil {
		t.Fatal(err)
	}
	l := doc.(viewer.Liner)
	var got []string
	for i := range l.Lines() {
		got = append(got, l.Line(i))
	}
	if diff := cmp.Diff([]string{"Satzung", "Eins & zwei", "drei", "vier"}, got); diff != "" || len(doc.Info().Notes) != 1 {
		t.Errorf("%s%v", diff, doc.Info().Notes)
	}
}

func TestReads(t *testing.T) {
	r := text.Reader{}
	for src, want := range map[*viewer.Source]bool{
		{Name: "a.txt"}: true, {Name: "x", MIME: "text/plain"}: true, {Name: "LIESMICH"}: true, {Name: "a.doc"}: false,
		{Name: "x", PUID: "fmt/40"}: false} {
		if got := r.Reads(*src, []byte("Guten Tag")); got != want {
			t.Errorf("%+v: %v", *src, got)
		}
	}
	if r.Reads(viewer.Source{Name: "x"}, []byte("\x00\x01\x02")) {
		t.Error("binary bytes read as text")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add("a.csv", "a;b\n1;2")
	f.Add("a.xml", "<a><b c='d'>x</b></a>")
	f.Add("a.txt", "\xFF\xFEa")
	f.Add("a.html", "<p>a<script>b")
	for _, data := range samples.Seeds(f, 10, samples.Named(".htm", ".html", ".xml", ".txt", ".csv"), "formate") {
		f.Add("a.xml", string(data))
		f.Add("a.html", string(data))
	}
	for _, data := range samples.Seeds(f, 5, samples.Named(".csv"), "manifeste") {
		f.Add("a.csv", string(data))
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		doc, err := text.Reader{}.Open(t.Context(), source(name, content))
		if err != nil {
			return
		}
		if tb, ok := doc.(viewer.Tabler); ok {
			for i := range min(tb.Rows(), 50) {
				if len(tb.Row(i)) != len(tb.Columns()) {
					t.Fatalf("row %d: %d cells of %d", i, len(tb.Row(i)), len(tb.Columns()))
				}
			}
		}
		_, _ = doc.(viewer.Searcher).Search(t.Context(), "a")
	})
}

func TestOpen_Limits(t *testing.T) {
	doc, err := text.Reader{}.Open(t.Context(), source("a.txt", strings.Repeat("a\n", 500_010)))
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(doc.Info().Notes, " "); !strings.Contains(notes, "Gezeigt werden die ersten 500000 Zeilen.") {
		t.Errorf("%q", notes)
	}
}
