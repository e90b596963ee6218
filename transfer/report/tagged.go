package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"laufzettel/transfer/pdf"
)

// tagging writes the paper anew with its structure: the objects of the drawing
// stay as they are, save for the catalogue, the pages and the fonts, which get
// what PDF/UA-1 and PDF/A-2a ask for.
type tagging struct {
	from  *pdf.File
	to    *pdf.Writer
	pages []pdf.Ref
}

// tagged gives the paper drawn in raw with the tree of p.
func (p *page) tagged(raw []byte) ([]byte, error) {
	lim := pdf.DefaultLimits()
	lim.InMemory = int64(len(raw))
	// The file is ours, in memory and about to be complete: nothing to be stopped.
	f, err := pdf.Open(context.Background(), bytes.NewReader(raw), int64(len(raw)), lim)
	if err != nil {
		return nil, fmt.Errorf("read drawing: %w", err)
	}
	numbers := f.Numbers()
	last := 0
	for _, n := range numbers {
		last = max(last, n)
	}
	t := &tagging{from: f, to: pdf.NewWriter(last)}
	root, ok := f.Trailer("Root").(pdf.Ref)
	catalogue := maps.Clone(f.Dict(root))
	if !ok || catalogue == nil {
		return nil, fmt.Errorf("the drawing has no catalogue")
	}
	changed := map[int]any{root.Num: catalogue}
	if err := t.pagesOf(catalogue, changed); err != nil {
		return nil, err
	}
	dropped, err := t.fonts(numbers, changed)
	if err != nil {
		return nil, err
	}
	tree, err := t.tree(p.tags)
	if err != nil {
		return nil, err
	}
	delete(catalogue, "Names") // the drawing library writes an empty one
	maps.Copy(catalogue, pdf.Dict{
		"StructTreeRoot": tree, "MarkInfo": pdf.Dict{"Marked": true}, "ViewerPreferences": pdf.Dict{"DisplayDocTitle": true},
	})
	trailer := pdf.Dict{"Root": root}
	for _, n := range numbers {
		if dropped[n] {
			continue
		}
		v, ok := changed[n]
		if !ok {
			v = f.Load(n)
		}
		if d, ok := v.(pdf.Dict); ok && d["CreationDate"] != nil {
			// The drawing library names another object where there is an output intent.
			trailer["Info"] = pdf.Ref{Num: n}
			v = inUTC(d)
		}
		if err := t.copy(pdf.Ref{Num: n}, v); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if err := t.to.Finish(&out, trailer); err != nil {
		return nil, fmt.Errorf("write paper: %w", err)
	}
	return out.Bytes(), nil
}

func (t *tagging) copy(r pdf.Ref, v any) error {
	s, ok := v.(*pdf.Stream)
	if !ok {
		return t.to.Put(r, v)
	}
	data, err := io.ReadAll(t.from.Raw(s))
	if err != nil {
		return fmt.Errorf("read drawing: %w", err)
	}
	return t.to.PutStream(r, s.Dict, data)
}

// inUTC adds the time zone to the dates of the Info dictionary: they are the same
// moments as those in the XMP packet.
func inUTC(info pdf.Dict) pdf.Dict {
	info = maps.Clone(info)
	for _, key := range []pdf.Name{"CreationDate", "ModDate"} {
		if at, ok := info[key].(pdf.String); ok && !bytes.HasSuffix(at, []byte("Z")) {
			info[key] = append(slices.Clone(at), 'Z')
		}
	}
	return info
}

// pagesOf says of each page which row of the parent tree is its own, and that
// going from field to field follows the structure.
func (t *tagging) pagesOf(catalogue pdf.Dict, changed map[int]any) error {
	for i, k := range t.from.Array(t.from.Dict(catalogue["Pages"])["Kids"]) {
		r, ok := k.(pdf.Ref)
		page := maps.Clone(t.from.Dict(k))
		if !ok || page == nil {
			return fmt.Errorf("page %d of the drawing is no page", i+1)
		}
		page["StructParents"], page["Tabs"] = i, pdf.Name("S")
		changed[r.Num] = page
		t.pages = append(t.pages, r)
	}
	return nil
}

// fonts replaces the table from codes to characters: that of the drawing library
// maps 0 and runs over the first byte, which ISO 32000-1, 9.10.3 does not allow.
func (t *tagging) fonts(numbers []int, changed map[int]any) (dropped map[int]bool, err error) {
	dropped = map[int]bool{}
	unicode := t.to.New()
	for _, n := range numbers {
		font, ok := t.from.Load(n).(pdf.Dict)
		if !ok || font["Type"] != pdf.Name("Font") || font["Subtype"] != pdf.Name("Type0") {
			continue
		}
		if old, ok := font["ToUnicode"].(pdf.Ref); ok {
			dropped[old.Num] = true
		}
		font = maps.Clone(font)
		font["ToUnicode"] = unicode
		changed[n] = font
	}
	return dropped, t.to.PutText(unicode, pdf.Dict{}, toUnicode())
}

// toUnicode maps every code to the character of the same number: the fonts of
// the papers are written with UCS-2 codes.
func toUnicode() []byte {
	var rows []string
	for high := range 256 {
		from, to := high<<8, high<<8|0xFF
		switch {
		case high == 0:
			from = 1
		case high >= 0xD8 && high <= 0xDF: // halves of pairs are no characters
			continue
		case high == 0xFE:
			to = 0xFEFE // U+FEFF is a byte order mark
		case high == 0xFF:
			to = 0xFFFD
		}
		rows = append(rows, fmt.Sprintf("<%04X> <%04X> <%04X>\n", from, to, from))
	}
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for len(rows) > 0 { // at most 100 in a block
		n := min(len(rows), 100)
		fmt.Fprintf(&b, "%d beginbfrange\n", n)
		for _, r := range rows[:n] {
			b.WriteString(r)
		}
		b.WriteString("endbfrange\n")
		rows = rows[n:]
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.Bytes()
}

// tree writes the structure tree and the table that leads from the marked
// content of each page to its element (14.7.4.4).
func (t *tagging) tree(s *structure) (pdf.Ref, error) {
	s.root.prune()
	root := t.to.New()
	t.number(s.root)
	if err := t.write(s.root, root); err != nil {
		return root, err
	}
	var rows pdf.Array
	for i := range t.pages {
		row := pdf.Array{}
		if i < len(s.marks) {
			for _, e := range s.marks[i] {
				row = append(row, e.ref)
			}
		}
		r := t.to.New()
		if err := t.to.Put(r, row); err != nil {
			return root, err
		}
		rows = append(rows, i, r)
	}
	parents := t.to.New()
	if err := t.to.Put(parents, pdf.Dict{"Nums": rows}); err != nil {
		return root, err
	}
	return root, t.to.Put(root, pdf.Dict{
		"Type": pdf.Name("StructTreeRoot"), "K": s.root.ref, "ParentTree": parents, "ParentTreeNextKey": len(t.pages),
	})
}

func (t *tagging) number(e *element) {
	e.ref = t.to.New()
	for _, k := range e.kids {
		if k.child != nil {
			t.number(k.child)
		}
	}
}

func (t *tagging) write(e *element, parent pdf.Ref) error {
	d := pdf.Dict{"Type": pdf.Name("StructElem"), "S": e.role, "P": parent}
	home := -1 // the page that plain numbers mean
	var kids pdf.Array
	for _, k := range e.kids {
		switch {
		case k.child != nil:
			kids = append(kids, k.child.ref)
			continue
		case home < 0:
			home = k.page
			d["Pg"] = t.pages[home]
		}
		if k.page == home {
			kids = append(kids, k.mark)
			continue
		}
		kids = append(kids, pdf.Dict{"Type": pdf.Name("MCR"), "Pg": t.pages[k.page], "MCID": k.mark})
	}
	switch len(kids) {
	case 0:
	case 1:
		d["K"] = kids[0]
	default:
		d["K"] = kids
	}
	if e.attr != nil {
		d["A"] = e.attr
	}
	if e.alt != "" {
		d["Alt"] = pdf.Text(e.alt)
	}
	if err := t.to.Put(e.ref, d); err != nil {
		return err
	}
	for _, k := range e.kids {
		if k.child != nil {
			if err := t.write(k.child, e.ref); err != nil {
				return err
			}
		}
	}
	return nil
}
