package handelsregister

import (
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Receipting = Kind{}

// Receipt holds what the receipt letter to the office confirms (D5).
type Receipt struct {
	Provenance string
	Period     string // as computed from the list
	Extracted  string
	Source     string // application with version
	Companies  string
	Documents  string
	Files      int
	Bytes      int64
}

// ReceiptOf gathers the receipt from the manifest's fields and the report's
// counts; it needs no second look at the delivery.
func ReceiptOf(fields []record.Field, files check.FileCount) Receipt {
	get := func(name string) string {
		i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == name })
		if i < 0 {
			return ""
		}
		return fields[i].Value
	}
	return Receipt{Provenance: get("Provenienzstelle"), Period: get(fieldPeriod), Extracted: get("Datum und Zeitpunkt der Extraktion"),
		Source:    strings.TrimSpace(get("Bezeichnung der Quellapplikation") + " " + get("Version der Quellapplikation")),
		Companies: get(fieldCompanies), Documents: get(fieldDocuments), Files: files.Delivered, Bytes: files.Bytes}
}

// ReceiptText implements check.Receipting: readability, checksums, completeness
// and the statements of the metadata were checked against the data (D5, 2.1).
func (Kind) ReceiptText(roots []*record.Object, files check.FileCount, accepted bool) []string {
	if len(roots) == 0 {
		return nil
	}
	r := ReceiptOf(roots[0].Fields, files)
	out := []string{fmt.Sprintf(
		"Die Liste der gelöschten Firmen nennt %s Firmen (Zeitraum %s); dazu liegen %s Belegakten vor. Ausgezogen wurde sie laut Metadaten am %s aus %s.",
		said(r.Companies), said(r.Period), said(r.Documents), said(r.Extracted), said(r.Source))}
	if accepted {
		out = append(out,
			"Lesbarkeit, Prüfsummen und Vollständigkeit wurden geprüft, die Angaben der Metadaten aus den Daten nachgerechnet. Die Ablieferung ist danach richtig und vollständig.")
	}
	return out
}

func said(s string) string {
	if s == "" {
		return "(keine Angabe)"
	}
	return s
}
