package pdf

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/viewer"
)

// Structure gives the structure of one page as PDFium sees it: one line an
// element, with its alternative text.
func Structure(ctx context.Context, doc viewer.Document, page int) (text string, err error) {
	var b strings.Builder
	d, ok := doc.(*document)
	if !ok {
		return "", errors.New("not a PDF of this package")
	}
	err = d.run(ctx, "read structure", page, func(inst pdfium.Pdfium, f *openFile) (err error) {
		loaded, err := inst.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: f.ref, Index: page})
		if err != nil {
			return err
		}
		defer func() {
			_, closeErr := inst.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
			err = errors.Join(err, closeErr)
		}()
		tree, err := inst.FPDF_StructTree_GetForPage(&requests.FPDF_StructTree_GetForPage{Page: requests.Page{ByReference: &loaded.Page}})
		if err != nil {
			return err
		}
		defer func() {
			_, closeErr := inst.FPDF_StructTree_Close(&requests.FPDF_StructTree_Close{StructTree: tree.StructTree})
			err = errors.Join(err, closeErr)
		}()
		n, err := inst.FPDF_StructTree_CountChildren(&requests.FPDF_StructTree_CountChildren{StructTree: tree.StructTree})
		if err != nil {
			return err
		}
		for i := range n.Count {
			c, err := inst.FPDF_StructTree_GetChildAtIndex(&requests.FPDF_StructTree_GetChildAtIndex{StructTree: tree.StructTree, Index: i})
			if err != nil {
				return err
			}
			if err := structured(&b, inst, c.StructElement, 0); err != nil {
				return err
			}
		}
		return nil
	})
	return b.String(), err
}

func structured(b *strings.Builder, inst pdfium.Pdfium, e references.FPDF_STRUCTELEMENT, depth int) error {
	kind, err := inst.FPDF_StructElement_GetType(&requests.FPDF_StructElement_GetType{StructElement: e})
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "%s%s", strings.Repeat(" ", depth), kind.Type)
	if alt, err := inst.FPDF_StructElement_GetAltText(&requests.FPDF_StructElement_GetAltText{StructElement: e}); err == nil {
		b.WriteString(" [" + alt.AltText + "]")
	}
	b.WriteByte('\n')
	n, err := inst.FPDF_StructElement_CountChildren(&requests.FPDF_StructElement_CountChildren{StructElement: e})
	if err != nil {
		return err
	}
	for i := range n.Count {
		c, err := inst.FPDF_StructElement_GetChildAtIndex(&requests.FPDF_StructElement_GetChildAtIndex{StructElement: e, Index: i})
		if err != nil {
			continue // marked content, no element
		}
		if err := structured(b, inst, c.StructElement, depth+1); err != nil {
			return err
		}
	}
	return nil
}
