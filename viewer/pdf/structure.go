package pdf

import (
	"context"
	"errors"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Limits of reading the tags of a file. The child has to hold its objects beside
// PDFium.
const (
	maxTagObjects = 300_000
	maxTagLoads   = 200_000
	maxTagBytes   = 48 << 20
)

// Structure implements viewer.Structurer: the tree is read from the objects of the
// file, which say of each piece what page it lies on; the text of the pieces is what
// PDFium reads.
func (d *document) Structure(ctx context.Context, page int) (s viewer.Structure, err error) {
	err = d.run(ctx, "read structure", page, func(inst pdfium.Pdfium, f *openFile) error {
		file, err := pdf.Open(ctx, d.src.Content, d.src.Size, pdf.Limits{InMemory: 4 << 20, Objects: maxTagObjects, Decoded: maxTagBytes,
			Stream: maxTagBytes / 2, Loads: maxTagLoads})
		if err != nil {
			return errors.Join(ctx.Err()) // PDFium mends files we do not: their tags are not read
		}
		tree, tagged := treeOf(file, page)
		if file.Err() != nil {
			return failure.Wrap(failure.Refused, "read structure", wording.Say("hint.pdf.too-many-tags"), file.Err())
		}
		if !tagged {
			return nil
		}
		marked, err := d.marked(ctx, inst, f.ref, page)
		if err != nil {
			return err
		}
		tree.texts = marked.byID
		s = viewer.Structure{Tagged: true, Lang: language(tree.text(file.Root()["Lang"])), Elements: tree.elements()}
		if file.Err() != nil || tree.full {
			return failure.Wrap(failure.Refused, "read structure", wording.Say("hint.pdf.too-many-tags"), file.Err())
		}
		s.Rest, s.Furniture = marked.rest(tree.told), marked.furniture.String()
		return nil
	})
	if err != nil {
		return viewer.Structure{}, err
	}
	return s, nil
}

// maxHandles is how many pieces of pages are asked for before the engine is renewed:
// go-pdfium remembers each as long as it lives.
const maxHandles = 400_000

// marked reads the pieces of text of a page with the numbers of their marked content.
func (d *document) marked(ctx context.Context, inst pdfium.Pdfium, doc references.FPDF_DOCUMENT, page int) (m *markedText, err error) {
	err = onTextPage(inst, doc, page, func(p requests.Page, tp references.FPDF_TEXTPAGE, chars int) error {
		m = &markedText{ctx: ctx, inst: inst, tp: tp, chars: chars, byID: map[int]*run{}}
		return m.page(p)
	})
	if m != nil && d.engine.handles.Add(int64(m.handles)) > maxHandles {
		d.engine.spent.Store(true)
	}
	return m, err
}
