package child_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/child"
)

// pool is shared by the tests that end no child.
var pool *child.Pool

func TestMain(m *testing.M) {
	if child.Asked() {
		child.Main()
	}
	if len(os.Args) == 2 && os.Args[1] == orphanArgument {
		parentOfOrphans()
	}
	pool = child.New(samples.PDFium())
	code := m.Run()
	if err := pool.Close(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func source(name string, data []byte) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
}

func open(t *testing.T, p *child.Pool, src viewer.Source) viewer.Document {
	t.Helper()
	doc, err := p.Open(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = doc.Close() })
	return doc
}

// dark counts the dark pixels of a picture.
func dark(img *image.RGBA) (n int) {
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i] < 128 {
			n++
		}
	}
	return n
}

// A tagged page comes through the child as it names itself.
func TestPDF_Tagged(t *testing.T) {
	var paper bytes.Buffer
	if err := report.Write(&paper, report.Document{Kind: "x", Title: "Übernahme", Author: "Archiv", Created: time.Unix(0, 0)}); err != nil {
		t.Fatal(err)
	}
	s, err := open(t, pool, source("a.pdf", paper.Bytes())).(viewer.Structurer).Structure(t.Context(), 0)
	if err != nil || !s.Tagged || s.Lang != "de-DE" || len(s.Elements) != 1 || s.Elements[0].Role != "Document" ||
		s.Elements[0].Kids[1].Kids[0].Text != "Übernahme" {
		t.Errorf("%+v, %v", s, err)
	}
}

// A PDF can do through the child all that a page view asks of it.
func TestPDF(t *testing.T) {
	doc, ok := open(t, pool, source("a.pdf", letterPDF("Nachtrag Tiefgarage", "Zweite Seite", "Tiefgarage"))).(interface {
		viewer.Pager
		viewer.Texter
		viewer.Searcher
		viewer.Outliner
		viewer.Selector
	})
	if !ok || doc.Pages() != 3 || doc.Info().Kind != viewer.Pages || doc.Info().Format != "PDF 1.4" {
		t.Fatalf("%T %+v", doc, doc.Info())
	}
	if size, err := doc.PageSize(t.Context(), 2); err != nil || size != (viewer.Size{Width: 300, Height: 400}) {
		t.Errorf("%v, %v", size, err)
	}
	img, err := doc.Render(t.Context(), viewer.Request{Width: 600})
	if err != nil || img.Bounds() != image.Rect(0, 0, 600, 800) || dark(img) < 500 || img.RGBAAt(5, 5).R != 255 {
		t.Fatalf("%v, %v", img, err)
	}
	turned, err := doc.Render(t.Context(), viewer.Request{Width: 800, Rotation: 5})
	if err != nil || turned.Bounds() != image.Rect(0, 0, 800, 600) {
		t.Errorf("%v", err)
	}
	large, err := doc.Render(t.Context(), viewer.Request{Page: 1, Width: 1_000_000})
	if err != nil || large.Rect.Dx()*large.Rect.Dy() > 40_000_000 || large.Rect.Dx() < 4000 {
		t.Errorf("huge wish: %v", err)
	}
	if text, err := doc.Text(t.Context(), 1); err != nil || text != "Zweite Seite" {
		t.Errorf("%q, %v", text, err)
	}
	hits, err := doc.Search(t.Context(), "  tiefgarage ")
	if err != nil || len(hits) != 2 || hits[1].Page != 2 || len(hits[0].Rects) != 1 || hits[0].Context != "Nachtrag Tiefgarage" {
		t.Errorf("%+v, %v", hits, err)
	}
	sel, err := doc.Select(t.Context(), 1, viewer.Point{X: .17, Y: .24}, viewer.Point{X: .5, Y: .24})
	if err != nil || sel.Text != "Zweite Seite" || len(sel.Rects) != 1 {
		t.Errorf("%+v, %v", sel, err)
	}
	if list, err := doc.Outline(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, ok := viewer.OnClose(doc, func() {}).(viewer.Selector); !ok {
		t.Error("OnClose hides that text can be selected")
	}
	if s, err := viewer.OnClose(doc, func() {}).(viewer.Structurer).Structure(t.Context(), 0); err != nil || s.Tagged {
		t.Errorf("a page without tags: %+v, %v", s, err)
	}
	if _, err := doc.Render(t.Context(), viewer.Request{Page: 3}); err == nil {
		t.Error("page 4 of 3 drawn")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := doc.Render(ctx, viewer.Request{Width: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	_ = doc.Close()
	if _, err := doc.Text(t.Context(), 0); err == nil {
		t.Error("closed document still reads")
	}
}

func TestPicture(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 60, 40))
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		t.Fatal(err)
	}
	doc := open(t, pool, source("a.png", data.Bytes()))
	got, err := doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 40, Rotation: 1})
	if err != nil || got.Bounds() != image.Rect(0, 0, 40, 60) || doc.Info().Format != "PNG" {
		t.Errorf("%v, %v, %+v", got.Bounds(), err, doc.Info())
	}
	if _, texts := doc.(viewer.Texter); texts {
		t.Error("a picture says that it has text")
	}
}

const oneMail = "From: Amt <amt@example.org>\r\nSubject: =?iso-8859-1?q?R=FCckfrage?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
	"--x\r\nContent-Type: text/plain\r\n\r\nErste\r\nZweite Zeile\r\n" +
	"--x\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=\"pegel.csv\"\r\nContent-Transfer-Encoding: base64\r\n\r\nYTtiCjE7Mgo=\r\n--x--\r\n"

func TestMail(t *testing.T) {
	doc, ok := open(t, pool, source("a.eml", []byte(oneMail))).(interface {
		viewer.Liner
		viewer.Texter
		viewer.Searcher
		viewer.Container
	})
	if !ok || doc.Info().Kind != viewer.Message || doc.Lines() != 2 || doc.Line(1) != "Zweite Zeile" {
		t.Fatalf("%T %+v", doc, doc.Info())
	}
	if diff := cmp.Diff([]viewer.Part{{Name: "pegel.csv", MIME: "text/csv", Size: 8}}, doc.Parts()); diff != "" {
		t.Error(diff)
	}
	src, err := doc.OpenPart(0)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, src.Size)
	if _, err := src.Content.ReadAt(got, 0); err != nil || string(got) != "a;b\n1;2\n" {
		t.Errorf("%q, %v", got, err)
	}
	if full, err := viewer.FullText(t.Context(), doc, 1<<20); err != nil || !strings.Contains(full, "Rückfrage") ||
		!strings.Contains(full, "Zweite") {
		t.Errorf("%q, %v", full, err)
	}
	if hits, err := doc.Search(t.Context(), "zweite"); err != nil || len(hits) != 1 || hits[0].Page != 1 {
		t.Errorf("%v, %v", hits, err)
	}
}

// Office files are shown as text, with their headings and what lies in them.
func TestOffice(t *testing.T) {
	body := `<w:document xmlns:w="w" xmlns:r="r"><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Der Rat</w:t></w:r></w:p><w:p>` +
		`<w:r><w:t>tagt</w:t></w:r></w:p></w:document>`
	doc := open(t, pool, source("a.docx", officeFile("word/document.xml", body, 2)))
	if got := doc.Info(); got.Kind != viewer.Office || len(got.Notes) == 0 {
		t.Errorf("%+v", got)
	}
	if text, err := doc.(viewer.Texter).Text(t.Context(), 0); err != nil || text != "Der Rat\n───────\ntagt" {
		t.Errorf("%q, %v", text, err)
	}
	list, err := doc.(viewer.Outliner).Outline(t.Context())
	if err != nil || len(list) != 1 || list[0] != (viewer.Heading{Title: "Der Rat"}) {
		t.Errorf("%v, %v", list, err)
	}
	parts := doc.(viewer.Container)
	if got := parts.Parts(); len(got) != 1 || got[0].Name != "1" {
		t.Fatalf("%v", got)
	}
	if src, err := parts.OpenPart(0); err != nil || src.Size != 0 {
		t.Errorf("%+v, %v", src, err)
	}
	if _, err := pool.Open(t.Context(), source("a.docx", []byte("PK kein Archiv"))); !failure.Explained(err) {
		t.Errorf("no archive: %v", err)
	}
}

// What the child says of a damaged file has its sentence here too.
func TestDamaged(t *testing.T) {
	for name, data := range map[string][]byte{"a.pdf": []byte("%PDF-1.4\n"), "b.pdf": make([]byte, 5000),
		"a.png": []byte("\x89PNG\r\n\x1a\nxxxx"), "a.eml": []byte("\r\n\r\nx")} {
		doc, err := pool.Open(t.Context(), source(name, data))
		if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: %v, %v", name, doc, err)
		}
	}
	if _, err := pool.Open(t.Context(), source("leer.pdf", nil)); !failure.Explained(err) {
		t.Errorf("empty: %v", err)
	}
	if pool.Reads(source("a.txt", nil), []byte("text")) {
		t.Error("plain text is read by a child")
	}
}

// Many documents at once share the children and are not mixed up.
func TestManyAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		doc := open(t, pool, source("a.pdf", letterPDF(fmt.Sprintf("Nummer %d", i))))
		var data bytes.Buffer
		if err := jpeg.Encode(&data, image.NewGray(image.Rect(0, 0, 10+i, 10)), nil); err != nil {
			t.Fatal(err)
		}
		picture := open(t, pool, source("a.jpg", data.Bytes()))
		wg.Go(func() {
			for range 3 {
				text, err := doc.(viewer.Texter).Text(t.Context(), 0)
				if want := fmt.Sprintf("Nummer %d", i); err != nil || text != want {
					t.Errorf("%q, %v; want %q", text, err, want)
				}
				size, err := picture.(viewer.Pager).PageSize(t.Context(), 0)
				if want := float64(10+i) * 72 / 96; err != nil || size.Width != want {
					t.Errorf("%v, %v; want %v", size, err, want)
				}
			}
		})
	}
	wg.Wait()
}

// A file that cannot be read further is the parent's fault to tell: the child only
// learns that there is nothing.
func TestUnreadableSource(t *testing.T) {
	broken := errors.New("disk gone")
	data := letterPDF("x")
	_, err := pool.Open(t.Context(), viewer.Source{Name: "a.pdf", Content: failing{bytes.NewReader(data), broken}, Size: int64(len(data)) +
		100_000})
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct {
	*bytes.Reader
	err error
}

// ReadAt gives the head only.
func (f failing) ReadAt(p []byte, off int64) (int, error) {
	if len(p) > 4096 || off > 0 {
		return 0, f.err
	}
	return f.Reader.ReadAt(p, off)
}

// A day of ordinary papers goes through one child: opened, searched, drawn as large as
// a copy that is blackened needs them. None of them ends it, however the collector
// comes to its turn.
func TestPDF_ManyPagesInOneChild(t *testing.T) {
	if testing.Short() {
		t.Skip("draws large pages")
	}
	p := child.New(samples.PDFium())
	t.Cleanup(func() { _ = p.Close() })
	paper := letterPDF("Nachtrag" + strings.Repeat(" zum Bericht", 200))
	var first []int
	for i := range 24 {
		doc, err := p.Open(t.Context(), source(fmt.Sprintf("%d.pdf", i), paper))
		if err != nil {
			t.Fatalf("paper %d: %v", i, err)
		}
		if img, err := doc.(viewer.Pager).Render(t.Context(), viewer.Request{Width: 2480}); err != nil || dark(img) < 100 {
			t.Fatalf("paper %d: %v", i, err)
		}
		if words, err := doc.(viewer.Worder).Words(t.Context(), 0); err != nil || len(words) != 401 {
			t.Fatalf("paper %d: %d words, %v", i, len(words), err)
		}
		if now := p.Children(); first == nil {
			first = now
		} else if !slices.Equal(first, now) {
			t.Fatalf("paper %d: child %v in place of %v, peak %d MB", i, now, first, p.Peak()>>20)
		}
		if err := doc.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if p.Peak() > child.MemoryLimit/2 {
		t.Errorf("ordinary papers took %d MB", p.Peak()>>20)
	}
	for _, pid := range p.Children() {
		if left, known := child.Room(pid); known && left < 60<<20 {
			t.Errorf("the system gives the child %d MB more", left>>20)
		}
	}
}

// What a search over all documents finds is found in the page again, however it is written.
func TestSearch_Spellings(t *testing.T) {
	doc := open(t, pool, source("a.pdf", letterPDF("Gr\\374\\337e von Frau M\\374ller und Mueller, Stra\\337e")))
	for words, want := range map[string]int{"mueller": 2, "MÜLLER": 2, "muller": 1, "strasse": 1, "Grüße": 1, "gruesse": 1, "Huber": 0} {
		hits, err := doc.(viewer.Searcher).Search(t.Context(), words)
		if err != nil || len(hits) != want {
			t.Errorf("%s: %d hits, want %d, %v", words, len(hits), want, err)
		}
		for _, h := range hits {
			if len(h.Rects) == 0 || h.Rects[0].W <= 0 {
				t.Errorf("%s: no place on the page: %+v", words, h)
			}
		}
	}
}
