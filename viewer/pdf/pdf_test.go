package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

// engine is shared by all tests: its first start compiles PDFium.
var engine *pdf.Engine

func TestMain(m *testing.M) {
	engine = pdf.New(samples.PDFium())
	code := m.Run()
	if err := engine.Close(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// searcher finds words on one page.
type searcher interface {
	SearchPage(ctx context.Context, page int, words string, most int) ([]viewer.Hit, error)
}

func search(t *testing.T, doc viewer.Pager, words string) (hits []viewer.Hit, err error) {
	t.Helper()
	for page := range doc.Pages() {
		found, err := doc.(searcher).SearchPage(t.Context(), page, words, 100)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	return hits, nil
}

// build writes a small PDF: one page per text, each 300 × 400 points, with an
// outline entry per page and extra objects where wanted.
func build(texts ...string) []byte {
	var b bytes.Buffer
	var offsets []int
	obj := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), fmt.Sprintf(format, args...))
	}
	b.WriteString("%PDF-1.6\n")
	n := len(texts)
	var kids []string
	for i := range texts {
		kids = append(kids, fmt.Sprintf("%d 0 R", 5+3*i))
	}
	obj("<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>")
	obj("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), n)
	obj("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	obj("<< /Type /Outlines /First 7 0 R /Last %d 0 R /Count %d >>", 7+3*(n-1), n)
	for i, t := range texts {
		obj("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", 6+3*i)
		s := fmt.Sprintf("BT /F 20 Tf 50 300 Td (%s) Tj ET", t)
		obj("<< /Length %d >>\nstream\n%s\nendstream", len(s), s)
		next := ""
		if i < n-1 {
			next = fmt.Sprintf("/Next %d 0 R", 10+3*i)
		}
		obj("<< /Title (Teil %d) /Parent 4 0 R /Dest [%d 0 R /Fit] %s >>", i+1, 5+3*i, next)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

func source(name string, data []byte) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
}

func open(t *testing.T, data []byte) viewer.Pager {
	t.Helper()
	doc, err := engine.Open(t.Context(), source("a.pdf", data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = doc.Close() })
	return doc.(viewer.Pager)
}

func dark(img *image.RGBA) (n int) {
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i] < 128 {
			n++
		}
	}
	return n
}

func TestPagesTextSearchOutline(t *testing.T) {
	doc := open(t, build("Nachtrag Tiefgarage", "Zweite Seite", "tiefgarage und TIEFGARAGE"))
	if doc.Pages() != 3 || doc.Info().Format != "PDF 1.6" {
		t.Fatalf("pages %d, info %+v", doc.Pages(), doc.Info())
	}
	size, err := doc.PageSize(t.Context(), 1)
	if err != nil || size != (viewer.Size{Width: 300, Height: 400}) {
		t.Errorf("size %v, %v", size, err)
	}
	text, err := doc.(viewer.Texter).Text(t.Context(), 0)
	if err != nil || text != "Nachtrag Tiefgarage" {
		t.Errorf("text %q, %v", text, err)
	}
	hits, err := search(t, doc, "tiefgarage")
	if err != nil || len(hits) != 3 || hits[0].Page != 0 || hits[2].Page != 2 {
		t.Fatalf("hits %+v, %v", hits, err)
	}
	// "Nachtrag " precedes the word: it starts right of the left margin and the
	// base line lies a quarter below the top of the page.
	r := hits[0].Rects[0]
	if len(hits[0].Rects) != 1 || r.X < 0.3 || r.X+r.W > 0.9 || r.Y < 0.2 || r.Y+r.H > 0.27 || hits[0].Context != "Nachtrag Tiefgarage" {
		t.Errorf("first hit %+v", hits[0])
	}
	list, err := doc.(viewer.Outliner).Outline(t.Context())
	want := []viewer.Heading{{Title: "Teil 1", Page: 0}, {Title: "Teil 2", Page: 1}, {Title: "Teil 3", Page: 2}}
	if diff := cmp.Diff(want, list); err != nil || diff != "" {
		t.Errorf("outline (-want +got):\n%s%v", diff, err)
	}
}

func TestRender(t *testing.T) {
	doc := open(t, build("Nachtrag Tiefgarage", "Zweite Seite"))
	img, err := doc.Render(t.Context(), viewer.Request{Page: 0, Width: 600})
	if err != nil || img.Bounds() != image.Rect(0, 0, 600, 800) {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	if img.RGBAAt(5, 5) != (img.RGBAAt(590, 790)) || img.RGBAAt(5, 5).A != 255 || img.RGBAAt(5, 5).R != 255 || dark(img) < 500 {
		t.Errorf("corner %v, %d dark pixels; want white paper with text", img.RGBAAt(5, 5), dark(img))
	}
	turned, err := doc.Render(t.Context(), viewer.Request{Page: 0, Width: 800, Rotation: 1})
	if err != nil || turned.Bounds() != image.Rect(0, 0, 800, 600) {
		t.Errorf("turned: %v, %v", turned.Bounds(), err)
	}
	huge, err := doc.Render(t.Context(), viewer.Request{Page: 1, Width: 1_000_000})
	if err != nil || huge.Bounds().Dx()*huge.Bounds().Dy() > 40_000_000 || huge.Bounds().Dx() < 4000 {
		t.Errorf("huge wish: %v, %v; want it scaled to the limit", huge.Bounds(), err)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Page: 2, Width: 100}); err == nil {
		t.Error("page 3 of 2 drawn")
	}
}

func TestRenderCancelled(t *testing.T) {
	doc := open(t, build("Eins"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := doc.Render(ctx, viewer.Request{Width: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want cancelled", err)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Width: 100}); err != nil {
		t.Errorf("after a cancelled call: %v", err)
	}
}

func TestCancelStopsReading(t *testing.T) {
	data := build("Eins", "Zwei")
	ctx, cancel := context.WithCancel(t.Context())
	cut := &cutter{Reader: bytes.NewReader(data), after: 2, cut: cancel}
	if _, err := engine.Open(ctx, viewer.Source{Name: "a.pdf", Content: cut, Size: int64(len(data))}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want cancelled", err)
	}
}

// cutter cancels the call while the file is being read.
type cutter struct {
	*bytes.Reader
	after int
	cut   func()
}

func (c *cutter) ReadAt(p []byte, off int64) (int, error) {
	if c.after--; c.after == 0 {
		c.cut()
	}
	return c.Reader.ReadAt(p, off)
}

func TestManyDocumentsAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		doc := open(t, build(fmt.Sprintf("Nummer %d", i), "x"))
		wg.Go(func() {
			for range 3 {
				text, err := doc.(viewer.Texter).Text(t.Context(), 0)
				if want := fmt.Sprintf("Nummer %d", i); err != nil || text != want {
					t.Errorf("text %q, %v; want %q", text, err, want)
				}
			}
			_ = doc.Close()
			if _, err := doc.(viewer.Texter).Text(t.Context(), 0); err == nil {
				t.Error("closed document still reads")
			}
		})
	}
	wg.Wait()
}

// A cycle in the outline would end go-pdfium's own walk in a stack overflow.
func TestOutlineCycle(t *testing.T) {
	data := bytes.Replace(build("a", "b"), []byte("/Title (Teil 2) /Parent 4 0 R"), []byte("/Title (T) /First 7 0 R /A 4 "), 1)
	doc := open(t, data)
	if list, err := doc.(viewer.Outliner).Outline(t.Context()); err == nil && len(list) > 5000 {
		t.Errorf("%d headings of a cycle", len(list))
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Width: 100}); err != nil {
		t.Errorf("page after the outline: %v", err)
	}
}

func TestDamaged(t *testing.T) {
	whole := build("Eins", "Zwei")
	tests := map[string][]byte{
		"text":        []byte("not a PDF"),
		"header only": []byte("%PDF-1.4\n"),
		"zeros":       make([]byte, 5000),
		"no pages":    bytes.Replace(whole, []byte("/Type /Pages"), []byte("/Type /Paxxs"), 1)[:200],
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			doc, err := engine.Open(t.Context(), source("a.pdf", data))
			if err == nil {
				_ = doc.Close()
				t.Fatal("opened")
			}
			if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
				t.Errorf("kind %v, hint %q", failure.KindOf(err), failure.HintOf(err).In("de"))
			}
		})
	}
}

func TestRenderPNG(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.pdf"), filepath.Join(dir, "a.png")
	if err := os.WriteFile(in, build("Eins", "Zwei"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := engine.RenderPNG(t.Context(), in, 2, 300, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || cfg.Width != 300 || cfg.Height != 400 {
		t.Errorf("%+v, %v", cfg, err)
	}
	for _, page := range []int{0, 3} {
		err := engine.RenderPNG(t.Context(), in, page, 300, filepath.Join(dir, "b.png"))
		if !failure.Explained(err) {
			t.Errorf("page %d: %v", page, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "b.png")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a refused page left a picture behind")
	}
}

// Real files, among them damaged and encrypted ones: each ends in a page or in
// a sentence.
func TestSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	dir := samples.Path(t, "formate", "echt")
	files, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no PDFs in %s: %v", dir, err)
	}
	drawn := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := engine.Open(t.Context(), source(filepath.Base(f), data))
		if err != nil {
			if !failure.Explained(err) {
				t.Errorf("%s: %v has no sentence", filepath.Base(f), err)
			}
			continue
		}
		pager := doc.(viewer.Pager)
		if _, err := pager.Render(t.Context(), viewer.Request{Width: 300}); err == nil {
			drawn++
		} else if !failure.Explained(err) {
			t.Errorf("%s: %v has no sentence", filepath.Base(f), err)
		}
		_ = doc.Close()
	}
	if drawn < len(files)/2 {
		t.Errorf("%d of %d samples drawn", drawn, len(files))
	}
	data, err := os.ReadFile(filepath.Join(dir, "pdfCabinetOfHorrors_encryption_openpassword.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(t.Context(), source("x.pdf", data)); !strings.Contains(failure.HintOf(err).In("de"), "Verschlüsselt") {
		t.Errorf("encrypted file: %v (%s)", err, failure.HintOf(err).In("de"))
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(build("Eins"))
	f.Add(build("Eins", "Zwei")[:300])
	f.Add([]byte("%PDF-1.7\ntrailer << /Root 1 0 R >>"))
	for _, data := range samples.Seeds(f, 6, samples.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		if engine.Spent() {
			_ = engine.Close()
			engine = pdf.New(samples.PDFium())
		}
		doc, err := engine.Open(t.Context(), source("f.pdf", data))
		if err != nil {
			return
		}
		_, _ = doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 60})
		_, _ = doc.(viewer.Outliner).Outline(t.Context())
		_, _ = doc.(searcher).SearchPage(t.Context(), 0, "e", 10)
		_ = doc.Close()
	})
}

func BenchmarkRenderPage(b *testing.B) {
	data := build("Nachtrag Tiefgarage", "Zweite Seite")
	doc, err := engine.Open(b.Context(), source("a.pdf", data))
	if err != nil {
		b.Fatal(err)
	}
	defer doc.Close()
	for b.Loop() {
		if _, err := doc.(viewer.Pager).Render(b.Context(), viewer.Request{Page: 1, Width: 1240}); err != nil {
			b.Fatal(err)
		}
	}
}

// A drag over a page gives the text between, whichever way it goes; over a scan or
// an empty margin nothing.
func TestSelect(t *testing.T) {
	doc := open(t, build("Erste Zeile der Seite", "Zweite")).(interface {
		viewer.Pager
		viewer.Selector
	})
	left, right := viewer.Point{X: 50.0 / 300, Y: 95.0 / 400}, viewer.Point{X: 250.0 / 300, Y: 95.0 / 400}
	for _, way := range [][2]viewer.Point{{left, right}, {right, left}} {
		sel, err := doc.Select(t.Context(), 0, way[0], way[1])
		if err != nil || sel.Text != "Erste Zeile der Seite" || len(sel.Rects) != 1 {
			t.Errorf("%+v, %v", sel, err)
		}
	}
	part, err := doc.Select(t.Context(), 0, left, viewer.Point{X: 95.0 / 300, Y: 95.0 / 400})
	if err != nil || !strings.HasPrefix("Erste Zeile", part.Text) || part.Text == "" {
		t.Errorf("%+v, %v", part, err)
	}
	if sel, err := doc.Select(t.Context(), 1, viewer.Point{X: .1, Y: .9}, viewer.Point{X: 7, Y: -3}); err != nil || sel.Text != "" {
		t.Errorf("margin: %+v, %v", sel, err)
	}
}
