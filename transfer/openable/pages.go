package openable

import (
	"bytes"
	"context"

	"laufzettel/transfer/pdf"
)

const (
	maxPageScan = 64 << 20 // bytes of a PDF that are looked through for a page
	pageStep    = 64 << 10 // the first page stands near the beginning of most
)

// pageless reports a PDF that shows no page to anybody: neither its table of objects
// leads to one, nor does one stand anywhere in the file, from where a reader could
// repair it.
func pageless(ctx context.Context, c Reader) bool {
	if pageTrace(tail(c)) || c.Size() > maxPageScan {
		return false
	}
	const overlap = 16
	for off := int64(0); off < c.Size(); off += pageStep {
		if ctx.Err() != nil || pageTrace(part(c, off, pageStep+overlap)) {
			return false
		}
	}
	f, err := pdf.Open(ctx, c, c.Size(), pdf.DefaultLimits())
	if ctx.Err() != nil {
		return false
	}
	return err != nil || !leadsToPage(f, f.Root()["Pages"], 0)
}

// pageTrace looks for a page object, or for a stream that may hold one (ISO 32000-1,
// 7.5.7). Names that only begin like it are others (/Pages, /PageMode).
func pageTrace(b []byte) bool {
	if bytes.Contains(b, []byte("/ObjStm")) {
		return true
	}
	for mark := []byte("/Page"); ; {
		i := bytes.Index(b, mark)
		if i < 0 {
			return false
		}
		b = b[i+len(mark):]
		if len(b) == 0 || !letter(b[0]) {
			return true
		}
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// leadsToPage follows the first ways down the tree of pages (7.7.3); a node without kids
// that states its contents is a page, however it is called.
func leadsToPage(f *pdf.File, node any, depth int) bool {
	const deepest, widest = 32, 64
	d, ok := f.Resolve(node).(pdf.Dict)
	if !ok || depth > deepest {
		return false
	}
	kids, ok := f.Resolve(d["Kids"]).(pdf.Array)
	if !ok {
		return d["Contents"] != nil || d["MediaBox"] != nil || d["Resources"] != nil
	}
	for _, k := range kids[:min(len(kids), widest)] {
		if leadsToPage(f, k, depth+1) {
			return true
		}
	}
	return false
}
