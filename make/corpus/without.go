package main

// notFromDeliveries are codes that no delivery leads to, with the reason.
var notFromDeliveries = map[string]string{
	"AGR-003": "ein solches Profil nimmt das Programm nicht an; der Befund gilt Profilen früherer Fassungen",
	"CHK-001": "eine Prüfung des Programms bricht ab: ein Fehler von uns, den keine bekannte Lieferung auslöst",
	"CHK-002": "eine Regel des Programms bricht ab: ein Fehler von uns, den keine bekannte Lieferung auslöst",
	"CNT-022": "hängt an den Rechten im Dateisystem, nicht an der Lieferung",
	"CNT-023": "geschieht, während übernommen wird",
	"CNT-024": "weitere Datenströme gibt es nur unter NTFS; kein Container trägt sie",
	"KND-002": "jede Art nennt den Grund mit eigenem Code; dieser bleibt für einen Absturz ihres Lesers",
	"NAM-009": "ein solcher Name lässt sich nicht auf jedem Dateisystem ablegen und liegt in keinem Container",
	"PRE-021": "eine Regel des Programms hat sich zwischen zwei Fassungen geändert",
	"SEC-005": "die kleinste solche Lieferung hat zwei Millionen Dateien oder acht Terabyte",
	"VIR-001": "sagt der Virenscanner des Rechners, nicht dieses Programm",
}

// noNear says why no delivery comes near a code.
func noNear(code string) string {
	if sound := inherent[code]; sound != "" {
		return "auch die richtige nennt den Code: " + sound
	}
	return ""
}

// why says why a code has no case.
func why(code string) string { return notFromDeliveries[code] }
