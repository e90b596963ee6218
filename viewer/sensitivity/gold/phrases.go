package gold

import (
	"fmt"
	"strings"
)

// planted draws a value of a kind in the words around it.
func (h hand) planted(kind string) snippet {
	switch kind {
	case IBAN:
		return h.worn(h.one("Bitte überweisen Sie auf das Konto ", "IBAN: ", "Bankverbindung ", "Erstattung an "), grouped(h.iban(), 4, 4,
			4, 4, 4, 4, 4), h.one(".", ", BIC unbekannt.", " bei der Sparkasse."))
	case TaxID:
		return h.worn(h.one("Steuer-ID ", "IdNr. ", "steuerliche Identifikationsnummer: ", "Kennzeichen "), grouped(h.taxID(), 2, 3, 3),
			h.one(".", " liegt vor.", ","))
	case Pension:
		return h.worn(h.one("RV-Nr. ", "Versicherungsnummer: ", "Sozialversicherungsnummer ", "Rentenakte "), grouped(h.pension(), 2, 6, 1),
			h.one(".", ";", " ist geklärt."))
	case Health:
		return h.worn(h.one("KV-Nr. ", "Versichertennummer: ", "Mitglied ", "Versicherten-Nr. "), grouped(h.health(), 4, 3), h.one(".",
			" (Kasse)", ","))
	case Card:
		return h.plantedCard()
	case Born:
		return h.plantedBirth()
	case Phone:
		return h.plantedPhone()
	case Mail:
		return h.plantedMail()
	case Address:
		return h.plantedAddress()
	case Court:
		return h.plantedCourt()
	}
	return h.plantedName()
}

// near draws what looks like a value of a kind.
func (h hand) near(kind string) snippet {
	switch kind {
	case IBAN:
		return h.nearIBAN()
	case TaxID:
		return h.nearTaxID()
	case Pension:
		return h.nearPension()
	case Health:
		return h.nearHealth()
	case Card:
		return h.nearCard()
	case Born:
		return h.nearBirth()
	case Phone:
		return snippet{h.one("Die Drucksache «16/2034» liegt vor.", "Lagerplatz «0815» ist frei.", "Maße «0,45/1,20» Meter.",
			"Gebührennummer «10234».", "Telefon «folgt».", "Seiten «030-034» fehlen."), "Zahl"}
	case Mail:
		return snippet{h.one("Zeichen «@» im Feld.", "Konto «@stadtrat» im Netz.", "Preis 4 Stück «à 3,50 @ Lager».",
			"Muster «name@» ohne Rest.", "Pfad «daten@server» intern."), "at-Zeichen"}
	case Address:
		return snippet{h.one("An der «Bundesstraße 7» wird gebaut.", "Die «Landesstraße 3» ist gesperrt.",
			"Der «Bahnhofstraße» fehlt ein Gehweg.", "Summe «12345 Euro».", "Der «Feldweg» wird asphaltiert.",
			"Auf dem «Marktplatz» findet ein Fest statt.", "Die «Kreisstraße 12» endet hier.", "Los «20 10115» Stück."),
			"Ort ohne Anschrift"}
	case Court:
		return snippet{h.one("Charge «12 QX 345/19».", "Strecke «12 km 3/19».", "Blatt «34/19».", "Beschluss Nr. «7/2008».",
			"Karton «5 Stk 120/04».", "Sitzung «03/98»."), "Nummer mit Jahr"}
	}
	return snippet{h.one("Das Projekt «Frau Holle» Theater läuft.", "Der «Herr der Ringe» steht in der Bücherei.",
		"«Herren und Damen» der Verwaltung.", "Die «Dr. Straße» gibt es nicht.",
		"Der «Antragsteller» hat Frist.", "Die «Frau» im Beruf.", "Beim «Familienausgleich» fehlt ein Wert.",
		"Das Amt «Name der Stelle» eintragen.", "«Sehr geehrte Damen und Herren»,", "«Unterschrift Siegel» fehlt.",
		"Der «Sachbearbeiter» ist im Urlaub.", "Das «Gezeiten Kraftwerk» ruht."), "kein Name"}
}

func (h hand) plantedCard() snippet {
	switch h.IntN(4) {
	case 0:
		s := h.oldCard()
		return h.worn(h.one("Personalausweis Nr. ", "Ausweisnummer "), s, ".")
	case 1:
		s := h.card()
		return snippet{h.one("Reisepass-Nr. ", "Personalausweis ", "Passnummer: ") + "«" + s[:9] + "»", "ohne Prüfziffer"}
	}
	return h.worn(h.one("Ausweis ", "Personalausweis: ", "Reisepass ", "Dokument "), h.card(), h.one(".", ", gültig."))
}

var months = []string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
	"Dezember"}
var short = []string{"Jan.", "Febr.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."}
var roman = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}

func (h hand) birthday() (string, string) {
	d, m, y := h.day()
	switch h.IntN(10) {
	case 0:
		return fmt.Sprintf("%d.%d.%d", d, m, y), "1.2.1950"
	case 1:
		return fmt.Sprintf("%d. %d. %02d", d, m, y%100), "1. 2. 50"
	case 2:
		return fmt.Sprintf("%d. %s %d", d, months[m-1], y), "1. Februar 1950"
	case 3:
		return fmt.Sprintf("%d. %s %d", d, short[m-1], y), "1. Febr. 1950"
	case 4:
		return fmt.Sprintf("%d.%s.%d", d, roman[m-1], y), "1.II.1950"
	case 5:
		return fmt.Sprintf("%d-%02d-%02d", y, m, d), "1950-02-01"
	case 6:
		return fmt.Sprintf("%02d/%02d/%d", d, m, y), "01/02/1950"
	case 7:
		return fmt.Sprintf("%02d.%02d.%02d", d, m, y%100), "01.02.50"
	case 8:
		return strings.ReplaceAll(fmt.Sprintf("%02d. %02d. %d", d, m, y), " ", "\u00a0"), "geschützte Leerzeichen"
	}
	return dotted(d, m, y), "01.02.1950"
}

func (h hand) plantedBirth() snippet {
	day, how := h.birthday()
	place := h.one("Köln", "Bad Hersfeld", "Görlitz", "Breslau", "Izmir")
	frame := h.one("geb. %s", "geboren am %s in "+place, "Geburtsdatum: %s", "geb. am %s", "Geburtsdatum\n%s",
		"geboren in "+place+" am %s", "Geb.-Datum: %s", "* %s", "Geburtstag: %s",
		"geb.: %s", "die am %s geborene Person", "geb. Nowak, %s", "geboren: %s", "geb.\u00a0%s", "(geb. %s)", "geb.\n%s", "Geb.Dat. %s",
		"der am %s in "+place+" geborene Kläger", "GEBURTSDATUM %s", "geb. den %s")
	return snippet{fmt.Sprintf(frame, "«"+day+"»") + h.one(".", ",", " "), strings.ReplaceAll(fmt.Sprintf(frame, "…"), place,
		"Ort") + " | " + how}
}

func (h hand) nearBirth() snippet {
	d, m, y := h.day()
	frame := h.one("Bescheid vom %s", "Die Gebühr vom %s", "eingegangen am %s", "Das Gebäude, abgenommen am %s,", "Feier am %s",
		"gebucht am %s", "angegeben am %s", "gebilligt %s", "Stand: %s",
		"Geburtsdatum unbekannt, Bescheid vom %s", "ergeben am %s", "Geburtenregister, abgeschlossen am %s", "gebaut am %s")
	day := dotted(d, m, y)
	if h.IntN(6) == 0 {
		frame, day = "geb. %s", fmt.Sprintf("%02d.%02d.%d", 32+h.IntN(50), m, y)
	}
	return snippet{fmt.Sprintf(frame, "«"+day+"»") + ".", fmt.Sprintf(frame, "…")}
}

func (h hand) plantedPhone() snippet {
	area, local := h.one("030", "0221", "0171", "06181", "0351", "04943"), h.digits(5+h.IntN(3))
	n := h.one(area+"/"+local, "("+area+") "+local, area+" "+local, area+"-"+local, "+49 "+area[1:]+" "+local,
		"0049 "+area[1:]+" "+local, "+49 (0) "+area[1:]+" "+local, area+" / "+grouped(local, 2, 2, 2)+" - "+h.digits(2))
	return snippet{h.one("Tel. ", "Telefon: ", "Tel.: ", "Telefonnummer ", "mobil ", "Fax ", "Rückruf unter ",
		"Fernruf ") + "«" + n + "»" + h.one(".", ","), n[:min(5, len(n))]}
}

func (h hand) plantedMail() snippet {
	user := strings.ToLower(h.one("a.nowak", "petra_lind", "k.oezdemir", "post", "j-brandt", "info.buero"))
	host := h.one("beispiel.de", "amt.example.org", "mail-dienst.example", "stadt-x.example.com")
	at := h.one("@", "@", "@", " (at) ", "[at]", "@\n")
	return snippet{h.one("E-Mail: ", "an ", "erreichbar unter ", "<") + "«" + user + at + host + "»" + h.one(" ", ";", ">"),
		"at als " + strings.ReplaceAll(at, "\n", "Zeilenumbruch")}
}

func (h hand) plantedAddress() snippet {
	street := h.one("Lindenstraße", "Goethestr.", "Hauptstr.", "Am Sportplatz", "Kirchweg", "Breite Straße", "Karl-Marx-Allee",
		"Marktplatz", "Im Wiesengrund", "An der Mühle", "Schulgasse", "Nordring", "Berliner Damm", "Uferpromenade",
		"Unter den Linden", "Zum Bahnhof", "Hindenburgufer", "Kastanienhof", "Alter Graben", "Tulpenstieg", "LINDENSTRASSE")
	number := fmt.Sprint(1+h.IntN(180)) + h.one("", "", "", " a", "b", "-"+fmt.Sprint(200+h.IntN(9)))
	place := h.one("Musterstadt", "Bad Salzungen", "Neustadt an der Aisch", "Halle (Saale)", "Köln", "Frankfurt am Main", "St. Ingbert",
		"Görlitz")
	zip := fmt.Sprintf("%05d", 1067+h.IntN(98000))
	join := h.one(", ", "\n", ", D-", ",\n", "; ")
	form := map[string]string{", ": "in einer Zeile", "\n": "in zwei Zeilen", ", D-": "mit D-", ",\n": "Komma und Zeile",
		"; ": "Strichpunkt"}[join]
	return snippet{h.one("wohnhaft ", "Anschrift: ", "wohnt in der ", "Adresse\n",
		"") + "«" + street + " " + number + join + zip + " " + place + "»" + h.one(".", "\n", ","), street + " | " + form}
}

func (h hand) plantedCourt() snippet {
	n, yy, year := 1+h.IntN(999), h.IntN(25), 1985+h.IntN(38)
	v := h.one(fmt.Sprintf("%d C %d/%02d", 1+h.IntN(40), n, yy), fmt.Sprintf("%d Js %d/%02d", 100+h.IntN(300), n*7, yy),
		fmt.Sprintf("%s ZR %d/%02d", roman[h.IntN(12)], n, yy),
		fmt.Sprintf("%d StR %d/%02d", 1+h.IntN(5), n, yy), fmt.Sprintf("S %d AS %d/%02d", 1+h.IntN(40), n, yy), fmt.Sprintf("L %d KR %d/%d",
			1+h.IntN(20), n, year),
		fmt.Sprintf("%d F %d/%02d", 1+h.IntN(50), n, yy), fmt.Sprintf("%d K %d/%d", 1+h.IntN(20), n, year), fmt.Sprintf("%d BvR %d/%02d",
			1+h.IntN(2), n, yy),
		fmt.Sprintf("%d Ds %d Js %d/%02d", 1+h.IntN(30), 100+h.IntN(300), n, yy), fmt.Sprintf("%d XVII %d/%02d", 1+h.IntN(30), n, yy),
		fmt.Sprintf("%d Ca %d/%02d", 1+h.IntN(20), n, yy))
	return snippet{h.one("Az. ", "Urteil ", "Beschluss in der Sache ", "Geschäftsnummer: ", "unter ") + "«" + v + "»" + h.one(".", ",",
		" anhängig."), "Registerzeichen"}
}

// Names of many origins, most of them no list of German first names holds whole.
var firsts = []string{"Anna", "Karl", "Ayşe", "Mehmet", "Petra", "Jürgen", "Katarzyna", "Oleksandr", "Hans-Peter", "Małgorzata",
	"Björn", "Thi Mai", "Giovanni", "Nadja", "Friedrich", "Emine", "Wolfgang", "Ilse", "Dragan", "Svenja", "Ottilie", "Youssef",
	"Marie-Luise", "Gerd", "Hannelore"}
var lasts = []string{"Nowak", "Öztürk", "Lind", "Brandt", "von der Heide", "Müller-Lüdenscheidt", "Shevchenko", "Esposito",
	"Kowalczyk", "Petersen", "Zimmermann", "Al-Hamad", "Nguyen", "Weiß", "Freiherr von Stein", "Groß", "Marković", "Schulze", "Bäcker",
	"Yıldız"}

func (h hand) plantedName() snippet {
	f, l := h.one(firsts...), h.one(lasts...)
	frame := h.one("Frau «%[2]s» erschien.", "Herr «%[1]s %[2]s» teilt mit,", "Herrn «%[2]s» zur Kenntnis.", "gez. «%[2]s»\n",
		"Antragsteller: «%[1]s %[2]s»\n", "Antragstellerin «%[1]s %[2]s» ist bekannt.", "Dr. «%[2]s» begutachtete.",
		"Name: «%[2]s»\n", "«%[1]s %[2]s» wohnt dort.", "Name, Vorname: «%[2]s, %[1]s»\n", "Familie «%[2]s» zog um.",
		"Sehr geehrte Frau «%[2]s»,", "Kläger: «%[1]s %[2]s»,", "Herr Prof. Dr. «%[1]s %[2]s»,",
		"der Beschuldigte «%[1]s %[2]s» schwieg.", "i. A. «%[2]s»\n", "Zeugin «%[1]s %[2]s»\n",
		"die Eheleute «%[1]s und Maria %[2]s» kauften.", "Herr\n«%[1]s %[2]s»\n", "Vorname: «%[1]s»\n", "Patient «%[2]s» wurde entlassen.",
		"Herr «%[2]s» hat", "Laut «%[2]s» trifft das zu.", "Später widersprach «%[2]s».")
	return snippet{fmt.Sprintf(frame, f, l), frame}
}
