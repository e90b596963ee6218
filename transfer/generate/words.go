package generate

// Invented offices, places and matters of a building authority.
var (
	projects = []string{"Wohnpark Am Mühlgraben", "Gewerbegebiet Lerchenfeld", "Umnutzung Alte Spinnerei", "Schulzentrum Ďuriš-Straße",
		"Brücke über die Weiße Aue", "Turnhalle Großgörnitz"}
	matters = []string{"Bauvoranfrage", "Baugenehmigung 1. Bauabschnitt", "Nachtrag Tiefgarage, 2. Bauabschnitt",
		"Einwendungen der Nachbarn", "Gebührenbescheide", "Baulast Flurstück 212/4", "Schriftwechsel Tiefbauamt", "Grundwassermessungen",
		"Schlussabnahme", "Stellplatznachweis"}
	papers = []string{"Antrag", "Bescheid", "Stellungnahme", "Gutachten", "Vermerk", "Prüfbericht", "Anschreiben",
		"Protokoll der Besprechung"}
	persons = []string{"M. Ahrens", "J. Ňovák", "Ł. Wiśniewska", "K. Öztürk", "B. Größler"}
	phrases = []string{
		"Auf Ihren Antrag ergeht folgender Bescheid.",
		"Grundlage ist das Baugrundgutachten. Danach steht im Bereich der Achsen C bis F in 6,40 m Tiefe nicht tragfähiger Auelehm an.",
		"Die bisher vorgesehene Flachgründung wird durch eine Pfahlgründung ersetzt.",
		"Der Prüfbericht des Prüfingenieurs ist vor Beginn der Rohbauarbeiten vorzulegen.",
		"Grundwasserstände sind während der Bauzeit wöchentlich zu messen und der unteren Wasserbehörde mitzuteilen.",
		"Die Tiefgarage darf erst nach Abnahme der Entrauchung in Betrieb genommen werden.",
		"Gegen diesen Bescheid kann innerhalb eines Monats nach Bekanntgabe Widerspruch erhoben werden.",
	}
)
