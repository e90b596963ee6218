package pdf

import (
	"context"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// measure walks the outline with limits; an error means "not finite enough".
func measure(inst pdfium.Pdfium, doc references.FPDF_DOCUMENT, parent *references.FPDF_BOOKMARK, depth int, count *int) error {
	if depth > maxOutline {
		return fmt.Errorf("outline deeper than %d", maxOutline)
	}
	first, err := inst.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: doc, Bookmark: parent})
	if err != nil {
		return err
	}
	for b := first.Bookmark; b != nil; {
		if *count++; *count > maxHeadings {
			return fmt.Errorf("outline of more than %d entries", maxHeadings)
		}
		if err := measure(inst, doc, b, depth+1, count); err != nil {
			return err
		}
		next, err := inst.FPDFBookmark_GetNextSibling(&requests.FPDFBookmark_GetNextSibling{Document: doc, Bookmark: *b})
		if err != nil {
			return err
		}
		b = next.Bookmark
	}
	return nil
}

func flatten(list []viewer.Heading, marks []responses.GetBookmarksBookmark, level, pages int) []viewer.Heading {
	for _, b := range marks {
		page := -1
		switch {
		case b.DestInfo != nil:
			page = b.DestInfo.PageIndex
		case b.ActionInfo != nil && b.ActionInfo.DestInfo != nil:
			page = b.ActionInfo.DestInfo.PageIndex
		}
		if page < 0 || page >= pages {
			page = -1
		}
		list = append(list, viewer.Heading{Title: clean(b.Title), Level: level, Page: page})
		list = flatten(list, b.Children, level+1, pages)
	}
	return list
}

// RenderPNG draws one page (from 1) of a PDF file into a PNG file of the given
// width in pixels (0: 1240, an A4 page at 150 dpi).
func (e *Engine) RenderPNG(ctx context.Context, pdfFile string, page, width int, pngFile string) error {
	in, err := os.Open(pdfFile)
	if err != nil {
		return failure.Wrap(failure.Refused, "open PDF", wording.Say("hint.pdf.file-not-opened"), err)
	}
	defer in.Close()
	stat, err := in.Stat()
	if err != nil {
		return fmt.Errorf("open PDF: %w", err)
	}
	out, err := os.Create(pngFile)
	if err != nil {
		return failure.Wrap(failure.Setup, "write PNG", wording.Say("hint.pdf.picture-not-made"), err)
	}
	src := viewer.Source{Name: filepath.Base(pdfFile), Content: in, Size: stat.Size()}
	if err := e.WritePNG(ctx, src, page, width, out); err != nil {
		_ = out.Close()
		_ = os.Remove(pngFile) // an empty picture would look like a result
		return err
	}
	return out.Close()
}

// WritePNG draws one page (from 1) of a PDF as PNG to w.
func (e *Engine) WritePNG(ctx context.Context, src viewer.Source, page, width int, w io.Writer) error {
	if width <= 0 {
		width = 1240
	}
	doc, err := e.Open(ctx, src)
	if err != nil {
		return err
	}
	defer doc.Close()
	pager := doc.(viewer.Pager)
	if page < 1 || page > pager.Pages() {
		return failure.New(failure.Refused, fmt.Sprintf("draw page %d of %d", page, pager.Pages()),
			wording.Say("hint.pdf.no-such-page", page, pager.Pages()))
	}
	img, err := pager.Render(ctx, viewer.Request{Page: page - 1, Width: width})
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}
