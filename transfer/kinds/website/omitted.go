package website

import "laufzettel/transfer/snapshot"

// omitted says why the statements of a step we do not take are not made (F1).
var omitted = map[string]string{
	"3":   "Der Crawl geht unverändert in das Archivpaket ein; eine gesonderte Arbeitskopie gibt es nicht.",
	"4":   "Die gespeicherten Dateien bleiben unverändert; umgeschrieben wird erst beim Anzeigen.",
	"4.1": "Links werden beim Anzeigen umgeschrieben, nicht in den gespeicherten Dateien.",
	"4.2": "Fehlerseiten bleiben unverändert erhalten.",
	"4.3": "Die Suche der Website führt beim Anzeigen zur Suche des Archivs.",
	"4.4": "Eine Umwandlung nach XHTML findet nicht statt.",
	"5":   "Der Volltext entsteht beim Einlagern im Verzeichnis des Archivs und kann jederzeit neu aufgebaut werden; er gehört nicht zur Lieferung.",
	"6":   "Noch nicht freigegeben: Referenzseiten sind noch nicht geprüft.",
	"7":   "Die Sicherung ist Sache des Archivspeichers; ihr Nachweis ist die Quittung.",
	"8":   "Erhaltungsmaßnahmen stehen als Ereignisse in der Erhaltungsgeschichte (PREMIS) des Archivpakets.",
}

// omittedOne are reasons of single statements.
var omittedOne = map[int]string{
	6: "Keine Bemerkungen.", 20: "Keine Bemerkungen.", 10: "Der Ort im Speicher des Archivs steht in der Quittung.",
}

// unstated is what stands where nobody states anything: the reason why it is not made, or
// that nobody knows.
func unstated(def snapshot.Def) (value, reason string) {
	if reason = omittedOne[def.Number]; reason == "" {
		reason = omitted[def.Step]
	}
	if reason == "" {
		value = snapshot.Unknown
	}
	return value, reason
}
