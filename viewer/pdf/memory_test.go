package pdf

import (
	"context"
	"strings"
	"testing"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/samples"
	"laufzettel/viewer"
)

// small is a PDF of one empty page.
const small = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n" +
	"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>\nendobj\n" +
	"xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \ntrailer << /Size 4 /Root 1 0 R >>\nstartxref\n186\n%%EOF\n"

func fine(name string) viewer.Source {
	return viewer.Source{Name: name, Content: strings.NewReader(small), Size: int64(len(small))}
}

func started(t *testing.T) *Engine {
	t.Helper()
	e := New(samples.PDFium())
	if err := e.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// PDFium asking for more memory than it has gets an error, and the engine says that
// it is spent; all of its memory is there at once, without being copied.
func TestMemoryLimit_EndsInAnError(t *testing.T) {
	if testing.Short() {
		t.Skip("takes up to 320 MB of memory")
	}
	e := started(t)
	d, err := e.Open(t.Context(), fine("a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	err = e.run(context.Background(), d.(*document), func(inst pdfium.Pdfium, _ *openFile) error {
		for range 8 {
			made, err := inst.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: 5000, Height: 5000, Alpha: 1}) // 100 MB
			if err != nil {
				return err
			}
			width, err := inst.FPDFBitmap_GetWidth(&requests.FPDFBitmap_GetWidth{Bitmap: made.Bitmap})
			if err != nil {
				return err
			}
			if width.Width == 0 { // PDFium gives an empty handle where it got no memory
				return context.DeadlineExceeded
			}
			given++
		}
		return nil
	})
	if err == nil || given < 1 || given > Memory/100_000_000 {
		t.Errorf("%d × 100 MB were given of %d: %v", given, Memory, err)
	}
}

func TestModule(t *testing.T) {
	wasm, err := module()
	if err != nil || len(wasm) != len(embedded) {
		t.Fatalf("%d bytes, %v", len(wasm), err)
	}
	differs := 0
	for i := range wasm {
		if wasm[i] != embedded[i] {
			differs++
		}
	}
	if differs == 0 || differs > 3 {
		t.Errorf("%d bytes differ", differs)
	}
	for name, section := range map[string][]byte{"empty": {}, "no limit": {1, 0, 16}, "two memories": {2, 1, 16, 0x80, 0x80, 2},
		"less": {1, 1, 16, 32}, "cut": {1, 1, 16, 0x80}} {
		if lower(section) == nil {
			t.Errorf("%s: understood", name)
		}
	}
}
