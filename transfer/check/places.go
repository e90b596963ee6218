package check

import (
	"path"
	"strings"

	"laufzettel/transfer/record"
)

// placeFindings says of every finding where it is in the words of an office:
// Aktenzeichen and file (E9). What has no place in the record tree keeps its path
// and line.
func (r *run) placeFindings() {
	if r.m == nil || len(r.report.Findings) == 0 || len(r.m.Roots) == 0 {
		return
	}
	byID, byFile := map[string]*record.Object{}, map[string]*record.Object{}
	for o := range record.All(r.m.Roots) {
		if _, twice := byID[o.ID]; !twice {
			byID[o.ID] = o
		}
	}
	for i := range r.m.Listed {
		if l := &r.m.Listed[i]; l.Object != "" && byID[l.Object] != nil {
			byFile[l.Path] = byID[l.Object]
		}
	}
	for i := range r.report.Findings {
		f := &r.report.Findings[i]
		o, file := byID[f.Object], f.Path
		if own := byFile[f.Path]; own != nil {
			o = own
		} else if o != nil {
			file = ""
		}
		if o != nil && f.Place == "" {
			f.Place = placeWords(o, file)
		}
	}
}

// placeWords joins the nearest Aktenzeichen and the file. The title is left out: places
// stand in reports and letters that stay when a Vorgang is destroyed, and its Betreff
// does not stay (G13).
func placeWords(o *record.Object, file string) string {
	var parts []string
	for p := o; p != nil; p = p.Parent {
		if p.Reference != "" {
			parts = append(parts, p.Reference)
			break
		}
	}
	if file != "" {
		parts = append(parts, path.Base(file))
	}
	return strings.Join(parts, ", ")
}
