package website

import (
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Dividing = Kind{}

// Beginnings of the ids of the documents that are a representation by themselves.
const (
	idPDF = "1-pdf-"
	idISO = "2-iso-"
)

// SplitsByFiles implements check.Dividing: a web area is never torn apart by number.
func (Kind) SplitsByFiles() bool { return false }

// Divide implements check.Dividing: where both came, Web-PDF and ISO image become a
// package each (B3; source 004, P0b.6 and P5b.1). Crawl, description and papers lie
// with the image: together they are the web area as it was. A delivery with one of
// the two only stays whole.
func (Kind) Divide(unit *record.Object, _ int) []check.Division {
	shot := unit
	if unit.Kind == record.Dossier && len(unit.Children) == 1 {
		shot = unit.Children[0]
	}
	var pdf, rest []*record.Object
	image := false
	for _, c := range shot.Children {
		if c.Kind == record.Document && strings.HasPrefix(c.ID, idPDF) {
			pdf = append(pdf, c)
			continue
		}
		image = image || c.Kind == record.Document && strings.HasPrefix(c.ID, idISO)
		rest = append(rest, c)
	}
	if len(pdf) == 0 || !image {
		return nil
	}
	out := make([]check.Division, 0, 2)
	for i, r := range []struct {
		title string
		parts []*record.Object
	}{{"Web-PDF (Repräsentation 1)", pdf}, {"ISO-Abbild mit Crawl (Repräsentation 2)", rest}} {
		o := *shot
		o.Children = r.parts
		if shot != unit { // packaged by web area: the snapshot stays below it
			held := o
			o = *unit
			o.Children = []*record.Object{&held}
		}
		o.ID, o.Subject = unit.ID+"-Repraesentation-"+strconv.Itoa(i+1), unit.Subject+", "+r.title
		out = append(out, check.Division{Object: &o, Relation: check.RelationRepresentation, Title: r.title})
	}
	return out
}
