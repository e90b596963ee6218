package norm

import (
	"fmt"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Receipting = Kind{}

// ReceiptText implements check.Receipting: the norms by title and edition; the
// archive id follows with the report of ingest (E4).
func (Kind) ReceiptText(roots []*record.Object, _ check.FileCount, accepted bool) []string {
	var out []string
	for _, n := range norms(roots) {
		out = append(out, fmt.Sprintf("Empfangen wurde die %s „%s“ (verkündet %s).", n.Edition, n.Title, n.Year))
	}
	if len(out) > 0 && accepted {
		out = append(out,
			"Container, Formate und Signaturen wurden geprüft. Die Archivkennung nennt der Übernahmebericht; bis dahin gilt die Nummer der Portion.")
	}
	return out
}
