package appraise

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/views/appraise/appraisetest"

	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/route"
)

// real is the fake with true PDF pages behind its documents.
type real struct {
	*appraisetest.Fake
	engine *pdf.Engine
	data   []byte
}

func (r *real) Open(ctx context.Context, _, doc string) (viewer.Document, error) {
	return r.engine.Open(ctx, viewer.Source{Name: doc + ".pdf", Content: bytes.NewReader(r.data), Size: int64(len(r.data))})
}

// letterPDF writes a PDF of full pages of text.
func letterPDF(pages int) []byte {
	var b bytes.Buffer
	var offsets []int
	obj := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), fmt.Sprintf(format, args...))
	}
	b.WriteString("%PDF-1.6\n")
	var kids []string
	for i := range pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", 4+2*i))
	}
	obj("<< /Type /Catalog /Pages 2 0 R >>")
	obj("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), pages)
	obj("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i := range pages {
		obj("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", 5+2*i)
		var s strings.Builder
		s.WriteString("BT /F 11 Tf 14 TL 70 770 Td ")
		for l := range 48 {
			fmt.Fprintf(&s, "(Zeile %d: Die Grundwasserstaende sind waehrend der Bauzeit zu messen.) Tj T* ", l)
		}
		s.WriteString("ET")
		obj("<< /Length %d >>\nstream\n%s\nendstream", s.Len(), s.String())
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// BenchmarkKeyToPage measures from the key to the page of the next document at
// 2,000 cases, the renderer warm (design.md 8: ≤ 100 ms prefetched, ≤ 300 ms cold).
func BenchmarkKeyToPage(b *testing.B) {
	dir := os.Getenv("LAUFZETTEL_PDFIUM_CACHE")
	if dir == "" {
		dir = filepath.Join(os.TempDir(), "laufzettel-pdfium-cache")
	}
	engine := pdf.New(dir)
	defer engine.Close()
	if err := engine.Warm(b.Context()); err != nil {
		b.Fatal(err)
	}
	for _, ahead := range []bool{true, false} {
		name := "cold"
		if ahead {
			name = "prefetched"
		}
		b.Run(name, func(b *testing.B) {
			s := kittest.With(b, "de", kit.ModeLight, 1)
			src := &real{appraisetest.NewFake(appraisetest.ManyObjects(2_100)), engine, letterPDF(4)}
			v := newView(src, &host{env: s.Env, class: kit.ClassM})
			n := v.nav()
			s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: n.Actions})
			s.Show(n.Object, 1388, 846)
			n.Resized(kit.ClassM)
			n.Show(route.Route{})
			s.Run.Drain()
			s.Env.Focus(v.records.List)
			defer n.Close()
			for b.Loop() {
				b.StopTimer()
				if ahead {
					s.Run.Drain() // what a reader's look at a page gives time for
				} else {
					s.Run.Works = nil
				}
				b.StartTimer()
				s.Env.Focused().TypedRune('a')
				for !v.page.Ready() || !strings.Contains(v.page.Shown().Key, "/"+v.p.Current+"#") {
					s.Run.Work()
					s.Run.Update()
				}
			}
		})
	}
}

// BenchmarkKeyAt100000 measures a key on the whole screen at 100,000 objects.
func BenchmarkKeyAt100000(b *testing.B) {
	for _, key := range []rune{'j', 'a'} {
		b.Run(string(key), func(b *testing.B) {
			s := kittest.With(b, "de", kit.ModeLight, 1)
			src := appraisetest.NewFake(appraisetest.ManyObjects(100_000))
			src.NoDocs = true
			v := newView(src, &host{env: s.Env, class: kit.ClassM})
			n := v.nav()
			s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: n.Actions})
			s.Show(n.Object, 1388, 846)
			n.Resized(kit.ClassM)
			n.Show(route.Route{})
			s.Run.Drain()
			s.Env.Focus(v.records.List)
			defer n.Close()
			for b.Loop() {
				s.Env.Focused().TypedRune(key)
				b.StopTimer()
				s.Run.Drain() // storing runs beside the screen
				b.StartTimer()
			}
		})
	}
}
