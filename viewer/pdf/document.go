package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"path"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	maxPixels = 40_000_000 // of one picture: 160 MB
	maxPages  = 100_000
	minWidth  = 16
)

// Reads reports whether the file is a PDF by its identification, its first
// bytes or its extension.
func Reads(src viewer.Source, head []byte) bool {
	return src.MIME == "application/pdf" || src.Ext() == ".pdf" || bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-"))
}

// Open opens a PDF. Errors of kind Refused name a damaged or encrypted file.
func (e *Engine) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	d := &document{engine: e, id: e.nextID.Add(1), src: src}
	err := e.run(ctx, d, d.load)
	if err != nil {
		e.forget(d.id)
		return nil, d.told("open "+path.Base(src.Name), err)
	}
	return d, nil
}

// document is one open PDF. It is not bound to an instance: any instance opens
// the file when it needs it.
type document struct {
	engine *Engine
	id     int64
	src    viewer.Source
	pages  int
	info   viewer.Info
	closed atomic.Bool
}

func (d *document) load(inst pdfium.Pdfium, f *openFile) error {
	count, err := inst.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: f.ref})
	if err != nil {
		return err
	}
	if count.PageCount < 1 || count.PageCount > maxPages {
		return fmt.Errorf("%d pages", count.PageCount)
	}
	d.pages = count.PageCount
	format := "PDF"
	if v, err := inst.FPDF_GetFileVersion(&requests.FPDF_GetFileVersion{Document: f.ref}); err == nil && v.FileVersion > 0 {
		format = fmt.Sprintf("PDF %d.%d", v.FileVersion/10, v.FileVersion%10)
	}
	d.info = viewer.Info{Kind: viewer.Pages, Format: format, Facts: []viewer.Fact{
		{Label: "Format", Value: format},
		{Label: "Seiten", Value: strconv.Itoa(d.pages)},
		{Label: "Größe", Value: viewer.Bytes(d.src.Size)},
	}}
	for _, tag := range []struct{ name, label string }{{"Title", "Titel"}, {"Producer", "Erzeugt mit"}} {
		m, err := inst.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: f.ref, Tag: tag.name})
		if err == nil && m.Value != "" && len(m.Value) < 500 {
			d.info.Facts = append(d.info.Facts, viewer.Fact{Label: tag.label, Value: m.Value})
		}
	}
	return nil
}

func (d *document) Info() viewer.Info { return d.info }
func (d *document) Pages() int        { return d.pages }

// Close releases the file in every instance.
func (d *document) Close() error {
	if d.closed.CompareAndSwap(false, true) {
		d.engine.forget(d.id)
	}
	return nil
}

func (d *document) run(ctx context.Context, op string, page int, fn task) error {
	if d.closed.Load() {
		return fmt.Errorf("%s: document is closed", op)
	}
	if page < 0 || page >= d.pages {
		return fmt.Errorf("%s: page %d of %d", op, page, d.pages)
	}
	err := d.engine.run(ctx, d, fn)
	if err == nil || ctx.Err() != nil {
		return errors.Join(ctx.Err())
	}
	return d.told(op, pageError{page, err})
}

// pageError is a fault of one page.
type pageError struct {
	page int
	err  error
}

func (e pageError) Error() string { return fmt.Sprintf("page %d: %v", e.page+1, e.err) }
func (e pageError) Unwrap() error { return e.err }

// told gives an error of PDFium its sentence.
func (d *document) told(op string, err error) error {
	if failure.Explained(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if errors.Is(err, pdferrors.ErrPassword) || errors.Is(err, pdferrors.ErrSecurity) {
		return failure.Wrap(failure.Refused, op, wording.Say("hint.pdf.encrypted-file"), err)
	}
	if pe, ok := errors.AsType[pageError](err); ok {
		return failure.Wrap(failure.Refused, op, wording.Say("hint.pdf.page-damaged", pe.page+1, d.pages-1), err)
	}
	return viewer.Damaged(op, err)
}

// PageSize gives the size of a page as shown (its own rotation applied).
func (d *document) PageSize(ctx context.Context, page int) (size viewer.Size, err error) {
	err = d.run(ctx, "measure page", page, func(inst pdfium.Pdfium, f *openFile) error {
		res, err := inst.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: f.ref, Index: page})
		if err != nil {
			return err
		}
		size = viewer.Size{Width: res.Width, Height: res.Height}
		return nil
	})
	if err == nil && (size.Width < 1 || size.Height < 1) {
		err = d.told("measure page", pageError{page, fmt.Errorf("size %v × %v", size.Width, size.Height)})
	}
	return size, err
}

// Render draws a page. The picture is at most maxPixels large; a larger wish is
// scaled down.
func (d *document) Render(ctx context.Context, r viewer.Request) (img *image.RGBA, err error) {
	row := 0
	err = d.Paint(ctx, r, func(w, h int) error {
		img = image.NewRGBA(image.Rect(0, 0, w, h))
		return nil
	}, func(pix []byte) error {
		copy(img.Pix[row*img.Stride:], pix)
		row++
		return nil
	})
	if err != nil {
		return nil, err
	}
	return img, nil
}

// Paint implements viewer.Painter: the rows are taken out of the instance's memory
// one by one.
func (d *document) Paint(ctx context.Context, r viewer.Request, begin func(w, h int) error, row func(pix []byte) error) error {
	size, err := d.PageSize(ctx, r.Page)
	if err != nil {
		return err
	}
	w, h := pixels(size, r)
	ctx, cancel := context.WithTimeout(ctx, d.engine.drawing)
	defer cancel()
	err = d.run(ctx, "draw page", r.Page, func(inst pdfium.Pdfium, f *openFile) error {
		return draw(ctx, inst, f.ref, r, w, h, begin, row)
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return failure.Wrap(failure.Refused, "draw page", wording.Say("hint.pdf.page-too-slow", r.Page+1), err)
	}
	return err
}

// pixels gives width and height of the picture within the limits.
func pixels(size viewer.Size, r viewer.Request) (w, h int) {
	if r.Rotation&1 == 1 {
		size.Width, size.Height = size.Height, size.Width
	}
	width := float64(max(r.Width, minWidth))
	ratio := min(max(size.Height/size.Width, 0.001), 1000)
	for width*width*ratio > maxPixels {
		width *= 0.95
	}
	return max(int(width), 1), max(int(width*ratio+0.5), 1)
}

// draw renders progressively into a bitmap of the instance and hands it out.
func draw(ctx context.Context, inst pdfium.Pdfium, doc references.FPDF_DOCUMENT, r viewer.Request, w, h int,
	begin func(w, h int) error, row func(pix []byte) error) (err error) {
	loaded, err := inst.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: doc, Index: r.Page})
	if err != nil {
		return err
	}
	page := requests.Page{ByReference: &loaded.Page}
	defer func() {
		_, closeErr := inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
		err = errors.Join(err, closeErr)
	}()
	bitmap, err := inst.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: w, Height: h, Alpha: 1})
	if err != nil {
		return err
	}
	defer func() {
		_, closeErr := inst.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap.Bitmap})
		err = errors.Join(err, closeErr)
	}()
	if _, err := inst.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{Bitmap: bitmap.Bitmap, Width: w, Height: h,
		Color: 0xFFFFFFFF}); err != nil {
		return err
	}
	res, err := inst.FPDF_RenderPageBitmap_Start(&requests.FPDF_RenderPageBitmap_Start{
		Bitmap: bitmap.Bitmap, Page: page, SizeX: w, SizeY: h, Rotate: enums.FPDF_PAGE_ROTATION(r.Rotation & 3),
		Flags:                  enums.FPDF_RENDER_FLAG_ANNOT | enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER,
		NeedToPauseNowCallback: func() bool { return ctx.Err() != nil },
	})
	if err != nil {
		return err
	}
	if _, err := inst.FPDF_RenderPage_Close(&requests.FPDF_RenderPage_Close{Page: page}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if res.RenderStatus != enums.FPDF_RENDER_STATUS_DONE {
		return fmt.Errorf("render status %d", res.RenderStatus)
	}
	if err := begin(w, h); err != nil {
		return err
	}
	return eachRow(inst, bitmap.Bitmap, w, h, row)
}

// eachRow gives the rows of the picture where they lie in the instance's memory,
// which is reused.
func eachRow(inst pdfium.Pdfium, bitmap references.FPDF_BITMAP, w, h int, row func(pix []byte) error) error {
	buffer, err := inst.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: bitmap})
	if err != nil {
		return err
	}
	stride := len(buffer.Buffer) / h
	if stride < 4*w {
		return fmt.Errorf("bitmap of %d bytes for %d × %d", len(buffer.Buffer), w, h)
	}
	for y := range h {
		if err := row(buffer.Buffer[y*stride:][:4*w]); err != nil {
			return err
		}
	}
	return nil
}

// clean makes PDFium's text fit for reading: no NUL, no soft hyphen marks.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == 0xFFFE, r == 0xFFFF, r == 0:
			return -1
		case r == 2: // PDFium's mark of a hyphen at the end of a line
			return '-'
		}
		return r
	}, s)
}
