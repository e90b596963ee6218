package siard_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	source "laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/kinds/siard/siardtest"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/xmlwalk"
	"laufzettel/viewer"
	"laufzettel/viewer/siard"
	"laufzettel/viewer/text"
)

var update = flag.Bool("update", false, "rewrite golden files")

func open(t *testing.T, name string, content []byte) *siard.Archive {
	t.Helper()
	cache := t.TempDir()
	o := viewer.NewOpener(text.Reader{})
	a, err := siard.Reader{Cache: cache, Inner: o.Open}.OpenArchive(t.Context(),
		viewer.Source{Name: name, Content: bytes.NewReader(content), Size: int64(len(content))})
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// register is a small archive of our own writer: two tables, more rows than one
// block holds, large objects.
func register(t *testing.T, rows int) []byte {
	t.Helper()
	people := source.Table{Name: "person", Columns: []source.Column{{Name: "nr", Type: "INTEGER"}, {Name: "name", Type: "VARCHAR(255)"},
		{Name: "ort", Type: "VARCHAR(255)"}}}
	for i := range rows {
		people.Rows = append(people.Rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Name %d <&> Größe %s", i+1, strings.Repeat("x", i%7)),
			"Musterbach"})
	}
	files := source.Table{Name: "bild", Columns: []source.Column{{Name: "nr", Type: "INTEGER"}, {Name: "datei", Type: "BLOB"}},
		Rows: [][]string{{"1", "ein großes Objekt\n"}, {"2", ""}}}
	var b bytes.Buffer
	plan := source.BuildPlan{Database: "Melderegister", Owner: "Amt Musterbach", Created: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC),
		Tables: []source.Table{people, files}}
	if err := siardtest.Write(&b, source.Build(plan), plan.Created); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRows_AnyPageOfALongTable(t *testing.T) {
	const rows = 30_000
	a := open(t, "register.siard", register(t, rows))
	if got := a.Row(0); got[1] != "person" || got[2] != "30000" {
		t.Errorf("list of tables: %q", got)
	}
	title, doc, err := a.Below(t.Context(), 0, 0)
	if err != nil || title != "main.person" {
		t.Fatal(title, err)
	}
	defer doc.Close()
	table := doc.(viewer.Tabler)
	if table.Rows() != rows {
		t.Fatalf("%d rows, want %d", table.Rows(), rows)
	}
	for _, n := range []int{0, 1, 2700, 15_000, rows - 1, 7} {
		want := []string{fmt.Sprint(n + 1), fmt.Sprintf("Name %d <&> Größe %s", n+1, strings.Repeat("x", n%7)), "Musterbach"}
		if diff := cmp.Diff(want, table.Row(n)); diff != "" {
			t.Errorf("row %d: %s", n, diff)
		}
	}
	if table.Row(rows) != nil || table.Row(-1) != nil {
		t.Error("rows outside of the table")
	}
	hits, err := doc.(viewer.Searcher).Search(t.Context(), "name 29999 ")
	if err != nil || len(hits) != 1 || hits[0].Page != 29_998 {
		t.Errorf("search: %v, %v", hits, err)
	}
	hits, err = doc.(viewer.Searcher).Search(t.Context(), "29999 <&> GRÖSSE")
	if err != nil || len(hits) != 0 {
		t.Errorf("search of another spelling: %v, %v", hits, err)
	}
	hits, err = doc.(viewer.Searcher).Search(t.Context(), "29999 <&> GRÖß")
	if err != nil || len(hits) != 1 {
		t.Errorf("search with escapes: %v, %v", hits, err)
	}
}

// The second opening takes the block file of the first; a damaged one is made anew.
func TestRows_CacheIsKeptAndRepaired(t *testing.T) {
	cache, content := t.TempDir(), register(t, 20_000)
	read := func() int64 {
		a, err := siard.Reader{Cache: cache}.OpenArchive(t.Context(),
			viewer.Source{Name: "r.siard", Content: bytes.NewReader(content), Size: int64(len(content))})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		r, err := a.Rowset(t.Context(), a.Tables()[0])
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		return r.Count()
	}
	read()
	names, _ := filepath.Glob(filepath.Join(cache, "*"))
	if len(names) != 1 || !strings.HasSuffix(names[0], ".rows") {
		t.Fatalf("cache holds %v", names)
	}
	before, _ := os.Stat(names[0])
	if read() != 20_000 {
		t.Error("other rows out of the cache")
	}
	if after, _ := os.Stat(names[0]); !os.SameFile(before, after) {
		t.Error("the block file was made anew")
	}
	if err := os.Truncate(names[0], before.Size()/2); err != nil {
		t.Fatal(err)
	}
	if read() != 20_000 {
		t.Error("a damaged block file was taken")
	}
	if err := siard.Sweep(cache, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if names, _ = filepath.Glob(filepath.Join(cache, "*")); len(names) != 0 {
		t.Errorf("after sweeping the cache holds %v", names)
	}
}

func TestLargeObject_OpensAndOutlivesTheArchive(t *testing.T) {
	a := open(t, "r.siard", register(t, 3))
	released := false
	a.WhenClosed(func() { released = true })
	table, err := a.Find("main.bild")
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Rowset(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil || released {
		t.Fatal("the content was released while a table is open", err)
	}
	if !r.Leads(0, 1) || r.Leads(0, 0) {
		t.Error("Leads does not follow the large objects")
	}
	src, done, err := r.LargeObject(t.Context(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, src.Size)
	if _, err := src.Content.ReadAt(got, 0); err != nil || string(got) != "ein großes Objekt\n" {
		t.Errorf("large object %q, %v", got, err)
	}
	done()
	if _, _, err := r.LargeObject(t.Context(), 0, 0); failure.KindOf(err) != failure.Refused {
		t.Errorf("no large object: %v", err)
	}
	if err := r.Close(); err != nil || !released {
		t.Error("the content was not released", err)
	}
	if _, err := a.Rowset(t.Context(), table); failure.KindOf(err) != failure.Refused {
		t.Errorf("table of a closed archive: %v", err)
	}
}

func TestWriteCSV_Selection(t *testing.T) {
	a := open(t, "r.siard", register(t, 12))
	r, err := a.Rowset(t.Context(), a.Tables()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	n, err := r.WriteCSV(t.Context(), &b, viewer.Extract{Columns: []string{"ORT", "nr"}, From: 2, Words: "name 1"})
	if err != nil || n != 3 || b.String() != "ort;nr\nMusterbach;10\nMusterbach;11\nMusterbach;12\n" {
		t.Errorf("%d rows, %v:\n%s", n, err, b.String())
	}
	if _, err := r.WriteCSV(t.Context(), &b, viewer.Extract{Columns: []string{"alter"}}); failure.KindOf(err) != failure.Refused {
		t.Errorf("unknown column: %v", err)
	}
}

// A value of a stranger must not become a formula in the spreadsheet of a reader.
func TestWriteCSV_Formula(t *testing.T) {
	table := source.Table{Name: "=person", Columns: []source.Column{{Name: "+nr", Type: "INTEGER"}, {Name: "name", Type: "VARCHAR(255)"}},
		Rows: [][]string{{"-7", `=HYPERLINK("http://example.invalid")`}, {"8", "@SUM(A1)"}}}
	var archive, b bytes.Buffer
	plan := source.BuildPlan{Database: "Melderegister", Owner: "Amt Musterbach", Created: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC),
		Tables: []source.Table{table}}
	if err := siardtest.Write(&archive, source.Build(plan), plan.Created); err != nil {
		t.Fatal(err)
	}
	a := open(t, "r.siard", archive.Bytes())
	r, err := a.Rowset(t.Context(), a.Tables()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.WriteCSV(t.Context(), &b, viewer.Extract{}); err != nil {
		t.Fatal(err)
	}
	if want := "'+nr;name\n-7;\"'=HYPERLINK(\"\"http://example.invalid\"\")\"\n8;'@SUM(A1)\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestSamples compares what is shown of the public samples of every version with
// golden text.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob(samples.Path(t, "siard", "beispiele") + "/*.siard")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		base := filepath.Base(name)
		t.Run(base, func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(t, open(t, base, content))
			golden := filepath.Join("testdata", base+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// describe writes the tables with the digest of all their rows; the content of
// the samples themselves is not ours to copy.
func describe(t *testing.T, a *siard.Archive) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", a.Info().Format)
	for i, table := range a.Tables() {
		r, err := a.Rowset(t.Context(), table)
		if err != nil {
			fmt.Fprintf(&b, "%d %s.%s: %s\n", i+1, table.Schema, table.Name, failure.HintOf(err).In("de"))
			continue
		}
		h := sha256.New()
		objects, missing, nulls := 0, 0, 0
		for n := range r.Rows() {
			row := r.Row(n)
			fmt.Fprintf(h, "%q\n", row)
			for c := range row {
				if row[c] == "NULL" {
					nulls++
				}
				if !r.Leads(n, c) {
					continue
				}
				objects++
				if _, done, err := r.LargeObject(t.Context(), int64(n), c); err == nil {
					done()
				} else {
					missing++
				}
			}
		}
		fmt.Fprintf(&b, "%d %s.%s: %d columns, %d rows, %d null, %d objects, %d missing, keys %d+%d, %x\n", i+1, table.Schema, table.Name,
			len(r.Columns()), r.Count(),
			nulls, objects, missing, len(table.PrimaryKey), len(table.ForeignKeys), h.Sum(nil)[:6])
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	return b.String()
}

func TestOpen_RefusesInGerman(t *testing.T) {
	good := register(t, 3)
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"cut":       {good[:len(good)-40], "Behälter"},
		"no header": {zipOf(t, map[string]string{"a.txt": "x"}), "metadata.xml fehlt"},
		"no siard":  {zipOf(t, map[string]string{"header/metadata.xml": "<a/>"}), "Wurzelelement"},
		"doctype":   {zipOf(t, map[string]string{"header/metadata.xml": "<!DOCTYPE a><siardArchive/>"}), "DOCTYPE"},
	} {
		_, err := siard.Reader{}.OpenArchive(t.Context(), viewer.Source{Name: "x.siard", Content: bytes.NewReader(tt.content),
			Size: int64(len(tt.content))})
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), tt.want) {
			t.Errorf("%s: %v, hint %q", name, err, failure.HintOf(err).In("de"))
		}
	}
}

// A table that breaks off shows what is there and says so.
func TestRows_BrokenTable(t *testing.T) {
	meta := `<siardArchive version="2.2"><dbname>d</dbname><schemas><schema><name>s</name><folder>schema0</folder><tables><table><name>t</name><folder>table0</folder>` +
		`<columns><column><name>a</name><type>INTEGER</type></column></columns><rows>3</rows></table></tables></schema></schemas></siardArchive>`
	for name, tt := range map[string]struct {
		xml  string
		rows int
		note string
	}{
		"cut":      {`<table><row><c1>1</c1></row><row><c1>2</c1></row><row><c1>`, 2, "nicht mehr lesbar"},
		"fewer":    {`<t:table xmlns:t="x"><!-- <row> --><t:row><t:c1>1</t:c1></t:row><row/></t:table>`, 2, "nennt 3 Zeilen"},
		"utf-16":   {`<?xml version="1.0" encoding="utf-16"?><table/>`, 0, "UTF-8"},
		"entities": {`<!DOCTYPE t [<!ENTITY a "b">]><table><row/></table>`, 0, "DOCTYPE"},
		"cdata": {`<table><row><c1><![CDATA[</row>&]]></c1></row><row><c1 a="/>">5</c1></row><row><c1>\u0041</c1></row></table>`, 3,
			""},
		"too close": {`</table>`, 0, "nicht mehr lesbar"},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, "x.siard", zipOf(t, map[string]string{"header/metadata.xml": meta, "content/schema0/table0/table0.xml": tt.xml}))
			r, err := a.Rowset(t.Context(), a.Tables()[0])
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if r.Rows() != tt.rows {
				t.Errorf("%d rows, want %d", r.Rows(), tt.rows)
			}
			if notes := strings.Join(r.Info().Notes, " "); tt.note == "" && notes != "" || !strings.Contains(notes, tt.note) {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
			if name == "cdata" {
				if diff := cmp.Diff([]string{"</row>&", "5", "A"}, []string{r.Row(0)[0], r.Row(1)[0], r.Row(2)[0]}); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func FuzzTable(f *testing.F) {
	f.Add([]byte(`<table><row><c1>1</c1><c2><u1>a</u1></c2></row><row><c1 file="a.bin" length="3"/></row></table>`))
	f.Add([]byte(`<?xml version="1.0"?><table><!-- --><row><c1><![CDATA[x]]></c1></row>`))
	for _, data := range samples.Seeds(f, 8, samples.Named("/table0.xml", "/table1.xml", "/table2.xml"), "siard", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		meta := `<siardArchive version="2.2"><schemas><schema><name>s</name><folder>s</folder><tables><table><name>t</name><folder>t</folder><columns>` +
			`<column><name>a</name></column><column><name>b</name><fields><field><name>u</name></field></fields></column></columns></table></tables></schema></schemas></siardArchive>`
		content := zipOf(t, map[string]string{"header/metadata.xml": meta, "content/s/t/t.xml": string(raw)})
		a, err := siard.Reader{Cache: t.TempDir()}.OpenArchive(context.Background(),
			viewer.Source{Name: "x.siard", Content: bytes.NewReader(content), Size: int64(len(content))})
		if err != nil {
			return
		}
		defer a.Close()
		r, err := a.Rowset(context.Background(), a.Tables()[0])
		if err != nil {
			return
		}
		defer r.Close()
		for n := range min(r.Rows(), 20) {
			if row := r.Row(n); row != nil && len(row) != 2 {
				t.Fatalf("row %d has %d cells", n, len(row))
			}
		}
	})
}

// The first opening of a long table tells how far it is and can be cancelled; then
// nothing is left of it (G13).
func TestRows_FirstOpeningTellsAndIsCancelled(t *testing.T) {
	cache, content := t.TempDir(), register(t, 300_000)
	a, err := siard.Reader{Cache: cache}.OpenArchive(t.Context(),
		viewer.Source{Name: "r.siard", Content: bytes.NewReader(content), Size: int64(len(content))})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	told := 0
	_, err = a.Rowset(viewer.WithAdvance(ctx, func(done, total int64) {
		if told++; told == 5 {
			cancel()
		}
	}), a.Tables()[0])
	if !errors.Is(err, context.Canceled) || told != 5 {
		t.Errorf("told %d times, %v", told, err)
	}
	if names, _ := filepath.Glob(filepath.Join(cache, "*")); len(names) != 0 {
		t.Errorf("left behind: %v", names)
	}
	r, err := a.Rowset(t.Context(), a.Tables()[0])
	if err != nil || r.Count() != 300_000 {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// Whatever the description of a database says, it opens with tables that can be
// read or not at all.
func FuzzMetadata(f *testing.F) {
	f.Add([]byte(`<siardArchive version="2.2"><schemas><schema><name>s</name><folder>s</folder><tables><table><name>t</name><folder>../t</folder></table></tables></schema></schemas></siardArchive>`))
	for _, data := range samples.Seeds(f, 8, samples.Named("/metadata.xml"), "siard", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		content := zipOf(t, map[string]string{"header/metadata.xml": string(raw)})
		a, err := siard.Reader{Cache: t.TempDir()}.OpenArchive(context.Background(),
			viewer.Source{Name: "x.siard", Content: bytes.NewReader(content), Size: int64(len(content))})
		if err != nil {
			return
		}
		defer a.Close()
		for i, table := range a.Tables() {
			if i == 10 {
				break
			}
			if r, err := a.Rowset(context.Background(), table); err == nil {
				_ = r.Close()
			}
		}
	})
}

func TestOpen_Limits(t *testing.T) {
	meta := `<siardArchive version="2.2"><schemas><schema><name>s</name><folder>s</folder><tables><table><name>t</name><folder>t</folder><columns><column><name>a</name>` +
		strings.Repeat("<fields><field><name>u</name>", 40)
	content := zipOf(t, map[string]string{"header/metadata.xml": meta})
	_, err := siard.Reader{Cache: t.TempDir()}.OpenArchive(t.Context(),
		viewer.Source{Name: "x.siard", Content: bytes.NewReader(content), Size: int64(len(content))})
	if !errors.Is(err, xmlwalk.ErrLimit) || !failure.Explained(err) {
		t.Errorf("%v %s", err, failure.HintOf(err).In("de"))
	}
}
