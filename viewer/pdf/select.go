package pdf

import (
	"context"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/viewer"
)

// nearness are the widths and heights around a place in which a letter is looked
// for, in points: first close by, then as far as a margin is wide.
var nearness = [...]float64{8, 48, 200}

// maxSelected is the most letters of one selection.
const maxSelected = 200_000

// Select gives the text between two places of a page, with its rectangles.
func (d *document) Select(ctx context.Context, page int, from, to viewer.Point) (sel viewer.Selection, err error) {
	err = d.run(ctx, "select text", page, func(inst pdfium.Pdfium, f *openFile) error {
		return onTextPage(inst, f.ref, page, func(p requests.Page, tp references.FPDF_TEXTPAGE, chars int) error {
			if chars == 0 {
				return nil
			}
			a, err := letterAt(inst, p, tp, from)
			if err != nil {
				return err
			}
			b, err := letterAt(inst, p, tp, to)
			if err != nil || a < 0 || b < 0 {
				return err
			}
			start, n := min(a, b), min(max(a, b)-min(a, b)+1, maxSelected)
			hit, err := place(inst, p, tp, start, n, chars)
			if err != nil {
				return err
			}
			text, err := inst.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: tp, StartIndex: start, Count: n})
			if err == nil {
				sel = viewer.Selection{Text: clean(text.Text), Rects: hit.Rects}
			}
			return err
		})
	})
	return sel, err
}

// letterAt gives the number of the letter at a place, -1 where none is near.
func letterAt(inst pdfium.Pdfium, p requests.Page, tp references.FPDF_TEXTPAGE, at viewer.Point) (int, error) {
	clamp := func(v float64) int { return int(min(max(v, 0), 1) * deviceUnits) }
	place, err := inst.FPDF_DeviceToPage(&requests.FPDF_DeviceToPage{Page: p, SizeX: deviceUnits, SizeY: deviceUnits, DeviceX: clamp(at.X),
		DeviceY: clamp(at.Y)})
	if err != nil {
		return -1, err
	}
	for _, near := range nearness {
		res, err := inst.FPDFText_GetCharIndexAtPos(&requests.FPDFText_GetCharIndexAtPos{TextPage: tp, X: place.PageX, Y: place.PageY,
			XTolerance: near, YTolerance: near})
		if err != nil {
			return -1, err
		}
		if res.CharIndex >= 0 {
			return res.CharIndex, nil
		}
	}
	return -1, nil
}
