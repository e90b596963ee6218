package register

import (
	"fmt"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Receipting = Kind{}

// ReceiptText implements check.Receipting: register, year and entries; what was
// compared is told where nothing was wrong (3.3.4).
func (Kind) ReceiptText(roots []*record.Object, _ check.FileCount, accepted bool) []string {
	entries := 0
	for o := range record.All(roots) {
		if o.Type == entryType {
			entries++
		}
	}
	if len(roots) == 0 || entries == 0 {
		return nil
	}
	out := []string{fmt.Sprintf("Die Portion enthält das %s mit %d Einträgen.", roots[0].Subject, entries)}
	if accepted {
		out = append(out,
			"Namen, Zahlen und Vollständigkeit stimmen mit der Rückgrat-XML überein. Gelöscht werden darf erst, wenn die Löschfreigabe für Erst- und Sicherungsregister vorliegt.")
	}
	return out
}
