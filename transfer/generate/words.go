package generate

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Invented offices, places and matters of a building authority.
var (
	projects = []string{"Wohnpark Am Mühlgraben", "Gewerbegebiet Lerchenfeld", "Umnutzung Alte Spinnerei", "Schulzentrum Ďuriš-Straße", "Brücke über die Weiße Aue", "Turnhalle Großgörnitz"}
	matters  = []string{"Bauvoranfrage", "Baugenehmigung 1. Bauabschnitt", "Nachtrag Tiefgarage, 2. Bauabschnitt", "Einwendungen der Nachbarn", "Gebührenbescheide", "Baulast Flurstück 212/4", "Schriftwechsel Tiefbauamt", "Grundwassermessungen", "Schlussabnahme", "Stellplatznachweis"}
	papers   = []string{"Antrag", "Bescheid", "Stellungnahme", "Gutachten", "Vermerk", "Prüfbericht", "Anschreiben", "Protokoll der Besprechung"}
	persons  = []string{"M. Ahrens", "J. Ňovák", "Ł. Wiśniewska", "K. Öztürk", "B. Größler"}
	phrases  = []string{
		"Auf Ihren Antrag ergeht folgender Bescheid.",
		"Grundlage ist das Baugrundgutachten. Danach steht im Bereich der Achsen C bis F in 6,40 m Tiefe nicht tragfähiger Auelehm an.",
		"Die bisher vorgesehene Flachgründung wird durch eine Pfahlgründung ersetzt.",
		"Der Prüfbericht des Prüfingenieurs ist vor Beginn der Rohbauarbeiten vorzulegen.",
		"Grundwasserstände sind während der Bauzeit wöchentlich zu messen und der unteren Wasserbehörde mitzuteilen.",
		"Die Tiefgarage darf erst nach Abnahme der Entrauchung in Betrieb genommen werden.",
		"Gegen diesen Bescheid kann innerhalb eines Monats nach Bekanntgabe Widerspruch erhoben werden.",
	}
)

// source is the seeded randomness of one delivery; everything random comes from
// it, in a fixed order.
type source struct{ *rand.Rand }

func newSource(seed uint64) source {
	return source{rand.New(rand.NewPCG(seed, 0x4c61756665747465))}
}

// uuid gives a version 4 shaped id.
func (s source) uuid() string {
	a, b := s.Uint64(), s.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

func (s source) pick(from []string) string { return from[s.IntN(len(from))] }

// day gives a day within n days after from.
func (s source) day(from time.Time, n int) time.Time { return from.AddDate(0, 0, s.IntN(max(n, 1))) }
