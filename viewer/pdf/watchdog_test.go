package pdf

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/failure"
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
	dir := os.Getenv("LAUFZETTEL_PDFIUM_CACHE")
	if dir == "" {
		dir = filepath.Join(os.TempDir(), "laufzettel-pdfium-cache")
	}
	e := New(dir)
	if err := e.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// stuck is content whose reading does not come back until let go.
type stuck struct {
	*bytes.Reader
	gate chan struct{}
}

func (s stuck) ReadAt(p []byte, off int64) (int, error) {
	<-s.gate
	return s.Reader.ReadAt(p, off)
}

// A call that hangs is given up by the watchdog and the next file is shown; two
// that hang are the most, a third is refused with a sentence; when they end at last
// everything goes on.
func TestWatchdog_GivesUpAndGoesOn(t *testing.T) {
	e := started(t)
	if _, err := e.Open(t.Context(), fine("warm.pdf")); err != nil { // makes an instance
		t.Fatal(err)
	}
	e.watchdog = 300 * time.Millisecond
	gate := make(chan struct{})
	letGo := sync.OnceFunc(func() { close(gate) })
	defer letGo()
	hang := func() error {
		_, err := e.Open(t.Context(), viewer.Source{Name: "stuck.pdf", Content: stuck{bytes.NewReader([]byte(small)), gate}, Size: int64(len(small))})
		return err
	}
	if err := hang(); failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err), "zu lange") {
		t.Fatalf("first: %v", err)
	}
	e.watchdog = 30 * time.Second
	if _, err := e.Open(t.Context(), fine("next.pdf")); err != nil {
		t.Fatalf("the next file is not shown: %v", err)
	}
	e.watchdog = 300 * time.Millisecond
	if err := hang(); failure.KindOf(err) != failure.Refused {
		t.Fatalf("second: %v", err)
	}
	if _, err := e.Open(t.Context(), fine("third.pdf")); failure.KindOf(err) != failure.Transient || failure.HintOf(err) == "" {
		t.Errorf("with two calls hanging: %v, want a transient refusal with a sentence", err)
	}
	e.watchdog = 30 * time.Second
	letGo()
	for ended := false; !ended; {
		e.mu.Lock()
		ended = e.abandoned == 0
		wait := e.changed
		e.mu.Unlock()
		if !ended {
			<-wait
		}
	}
	if _, err := e.Open(t.Context(), fine("again.pdf")); err != nil {
		t.Errorf("after both have ended: %v", err)
	}
}

// PDFium asking for more memory than the sandbox has gets an error inside the
// sandbox; the program and the next file go on.
func TestMemoryLimit_EndsInAnError(t *testing.T) {
	if testing.Short() {
		t.Skip("takes up to 1 GiB of memory")
	}
	e := started(t)
	d, err := e.Open(t.Context(), fine("a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	err = e.run(context.Background(), d.(*document), func(inst pdfium.Pdfium, _ *openFile) error {
		for range 4 { // 4 × 400 MB: more than the sandbox ever gets
			made, err := inst.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: 10_000, Height: 10_000, Alpha: 1})
			if err != nil {
				return err
			}
			width, err := inst.FPDFBitmap_GetWidth(&requests.FPDFBitmap_GetWidth{Bitmap: made.Bitmap})
			if err != nil {
				return err
			}
			if width.Width == 0 { // PDFium gives an empty handle where it got no memory
				return errLarge // the instance is renewed, as after a trap
			}
			given++
		}
		return nil
	})
	if err == nil || given > 2 {
		t.Errorf("%d × 400 MB were given out of a limit of 1 GiB: %v", given, err)
	}
	if _, err := e.Open(t.Context(), fine("b.pdf")); err != nil {
		t.Errorf("the next file is not shown: %v", err)
	}
}
