package window

// eventWords are the events of a package as the reading room calls them.
var eventWords = map[string]string{
	"received": "übernommen", "recognised": "erkannt", "checked": "geprüft", "decided": "entschieden", "appraised": "bewertet", "packaged": "paketiert", "queued": "in den Ausgang gelegt",
	"sent": "gesendet", "confirmed": "vom Archiv bestätigt", "converted": "in eine zweite Repräsentation umgewandelt", "use-copy": "Nutzungskopie erstellt", "handed-out": "Kopie herausgegeben",
	"extracted": "Teil als Datei gespeichert", "printed": "gedruckt", "seen": "am Leseplatz gezeigt", "granted": "Antrag genehmigt", "revoked": "Genehmigung beendet", "closure": "Schutzfrist festgelegt",
	"released": "freigegeben", "cleared": "zur Löschung freigegeben", "destroyed": "vernichtet", "closed": "abgeschlossen",
}

// eventWord is the word for an event; one that has none is named as it is stored.
func eventWord(t string) string {
	if w, ok := eventWords[t]; ok {
		return w
	}
	return t
}

// outcomeWord is the word for how an event ended.
func outcomeWord(o string) string {
	switch o {
	case "ok":
		return "erledigt"
	case "failed":
		return "gescheitert"
	case "refused":
		return "abgelehnt"
	}
	return o
}
