package office

import (
	"laufzettel/transfer/durable"
)

// Disk sorts an error of the local disk: cancelled stays, the rest is for the
// administrator.
func Disk(op string, err error) error {
	return durable.Told(op, "Eine Datei des Arbeitsbereichs ist in einem anderen Programm geöffnet. Bitte dort schließen und den Schritt wiederholen.",
		"Auf dem Datenträger des Arbeitsbereichs lässt sich nicht schreiben. Bitte Platz und Rechte prüfen; die Lieferung ist unverändert.", err)
}
