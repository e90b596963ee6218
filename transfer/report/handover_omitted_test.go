package report_test

import (
	"slices"
	"testing"

	"laufzettel/transfer/report"
)

// Entries that are not in the portion stand in the protocol with their reason.
func TestHandoverProtocol_Omitted(t *testing.T) {
	heading := func(h report.Handover) bool {
		return slices.ContainsFunc(report.HandoverProtocol(h).Blocks, func(b report.Block) bool {
			x, ok := b.(report.Heading)
			return ok && x.Text == "Einträge, die nicht in der Portion sind"
		})
	}
	if heading(report.Handover{}) {
		t.Error("a portion without gaps names some")
	}
	if !heading(report.Handover{Omitted: []report.Pair{{Label: "Eintrag 207", Value: "Nummer nicht vergeben"}}}) {
		t.Error("the protocol does not name the entry that is not there")
	}
}
