package pdf

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/viewer"
)

const (
	maxTextChars  = 2_000_000 // of one page
	contextChars  = 40        // on either side of a hit
	maxHeadings   = 5000
	maxOutline    = 30     // depth
	maxHitRects   = 50     // of one hit
	deviceUnits   = 100000 // fractions are computed on a page of this many pixels
	maxQueryRunes = 200
)

// Text gives the text of a page, its columns parted by as many blanks as there is room for;
// a scan without a text layer gives "".
func (d *document) Text(ctx context.Context, page int) (text string, err error) {
	err = d.run(ctx, "read text", page, func(inst pdfium.Pdfium, f *openFile) error {
		return onTextPage(inst, f.ref, page, func(_ requests.Page, tp references.FPDF_TEXTPAGE, chars int) (err error) {
			if chars == 0 {
				return nil
			}
			text, err = columned(inst, tp, min(chars, maxTextChars))
			return err
		})
	})
	return text, err
}

// onTextPage opens the text of a page for fn.
func onTextPage(inst pdfium.Pdfium, doc references.FPDF_DOCUMENT, page int,
	fn func(p requests.Page, tp references.FPDF_TEXTPAGE, chars int) error) (err error) {
	loaded, err := inst.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: doc, Index: page})
	if err != nil {
		return err
	}
	defer func() {
		_, closeErr := inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
		err = errors.Join(err, closeErr)
	}()
	p := requests.Page{ByReference: &loaded.Page}
	tp, err := inst.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: p})
	if err != nil {
		return err
	}
	defer func() {
		_, closeErr := inst.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: tp.TextPage})
		err = errors.Join(err, closeErr)
	}()
	n, err := inst.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: tp.TextPage})
	if err != nil {
		return err
	}
	return fn(p, tp.TextPage, n.Count)
}

// SearchPage finds the words as one phrase on a page, at most most times.
func (d *document) SearchPage(ctx context.Context, page int, words string, most int) (hits []viewer.Hit, err error) {
	words = strings.Join(strings.Fields(words), " ") // PDFium knows one blank only
	if words == "" || len([]rune(words)) > maxQueryRunes {
		return nil, nil
	}
	err = d.run(ctx, "search page", page, func(inst pdfium.Pdfium, f *openFile) (err error) {
		hits, err = searchPage(inst, f.ref, page, words, most)
		return err
	})
	return hits, err
}

func searchPage(inst pdfium.Pdfium, doc references.FPDF_DOCUMENT, page int, words string, most int) (hits []viewer.Hit, err error) {
	err = onTextPage(inst, doc, page, func(p requests.Page, tp references.FPDF_TEXTPAGE, chars int) (err error) {
		if chars == 0 {
			return nil
		}
		var spans [][2]int
		for _, w := range written(inst, tp, words, chars) {
			if spans, err = spansOf(inst, tp, w, most, spans); err != nil {
				return err
			}
		}
		slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
		spans = slices.CompactFunc(spans, func(later, before [2]int) bool { return later[0] < before[0]+before[1] })
		for _, s := range spans[:min(len(spans), most)] {
			hit, err := place(inst, p, tp, s[0], s[1], chars)
			if err != nil {
				return err
			}
			hit.Page = page
			hits = append(hits, hit)
		}
		return nil
	})
	return hits, err
}

// maxWritten bounds the ways of writing that are looked for on a page.
const maxWritten = 12

// written gives the ways in which the words may be written on a page: PDFium knows case,
// and no umlaut that is written with two letters.
func written(inst pdfium.Pdfium, tp references.FPDF_TEXTPAGE, words string, chars int) []string {
	list := []string{words}
	res, err := inst.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: tp, Count: min(chars, maxTextChars)})
	if err != nil {
		return list // the words as they are can be found all the same
	}
	for _, w := range viewer.NewFinder(words).As(clean(res.Text), maxWritten) {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, w) }) {
			list = append(list, w)
		}
	}
	return list
}

// spansOf adds where words stand on a page: first character and number of them.
func spansOf(inst pdfium.Pdfium, tp references.FPDF_TEXTPAGE, words string, most int, spans [][2]int) (_ [][2]int, err error) {
	search, err := inst.FPDFText_FindStart(&requests.FPDFText_FindStart{TextPage: tp, Find: words})
	if err != nil {
		return spans, err
	}
	defer func() {
		_, closeErr := inst.FPDFText_FindClose(&requests.FPDFText_FindClose{Search: search.Search})
		err = errors.Join(err, closeErr)
	}()
	for n := 0; n < most; n++ {
		next, err := inst.FPDFText_FindNext(&requests.FPDFText_FindNext{Search: search.Search})
		if err != nil || !next.GotMatch {
			return spans, err
		}
		at, err := inst.FPDFText_GetSchResultIndex(&requests.FPDFText_GetSchResultIndex{Search: search.Search})
		if err != nil {
			return spans, err
		}
		count, err := inst.FPDFText_GetSchCount(&requests.FPDFText_GetSchCount{Search: search.Search})
		if err != nil {
			return spans, err
		}
		spans = append(spans, [2]int{at.Index, count.Count})
	}
	return spans, nil
}

// place gives rectangles and context of a hit.
func place(inst pdfium.Pdfium, p requests.Page, tp references.FPDF_TEXTPAGE, at, n, chars int) (viewer.Hit, error) {
	var hit viewer.Hit
	count, err := inst.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: tp, StartIndex: at, Count: n})
	if err != nil {
		return hit, err
	}
	for i := range min(count.Count, maxHitRects) {
		r, err := inst.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: tp, Index: i})
		if err != nil {
			return hit, err
		}
		x1, y1, err := fraction(inst, p, r.Left, r.Top)
		if err != nil {
			return hit, err
		}
		x2, y2, err := fraction(inst, p, r.Right, r.Bottom)
		if err != nil {
			return hit, err
		}
		hit.Rects = append(hit.Rects, viewer.Rect{X: min(x1, x2), Y: min(y1, y2), W: max(x1, x2) - min(x1, x2),
			H: max(y1, y2) - min(y1, y2)})
	}
	from := max(at-contextChars, 0)
	text, err := inst.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: tp, StartIndex: from, Count: min(n+2*contextChars, chars-from)})
	if err == nil {
		hit.Context = strings.Join(strings.Fields(clean(text.Text)), " ")
	}
	return hit, nil
}

// fraction turns page coordinates into fractions of the shown page.
func fraction(inst pdfium.Pdfium, p requests.Page, x, y float64) (fx, fy float64, err error) {
	res, err := inst.FPDF_PageToDevice(&requests.FPDF_PageToDevice{Page: p, SizeX: deviceUnits, SizeY: deviceUnits, PageX: x, PageY: y})
	if err != nil {
		return 0, 0, err
	}
	return float64(res.DeviceX) / deviceUnits, float64(res.DeviceY) / deviceUnits, nil
}

// Outline gives the bookmarks. go-pdfium's own walk recurses without a limit
// and would follow a cycle made on purpose until the stack ends, so the tree is
// measured first and refused when it is too large.
func (d *document) Outline(ctx context.Context) (list []viewer.Heading, err error) {
	err = d.run(ctx, "read outline", 0, func(inst pdfium.Pdfium, f *openFile) error {
		count := 0
		if err := measure(inst, f.ref, nil, 0, &count); err != nil || count == 0 {
			return err
		}
		res, err := inst.GetBookmarks(&requests.GetBookmarks{Document: f.ref})
		if err == nil {
			list = flatten(nil, res.Bookmarks, 0, d.pages)
		}
		return err
	})
	return list, err
}
