package sensitivity

import (
	_ "embed" // what was measured
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed figures.json
var figuresFile []byte

// Figure is what the rules made of one kind on the drawn sheets of package gold: three
// sets of 500 planted values and 500 near misses with fixed seeds. A test draws them
// again and compares.
type Figure struct {
	Kind      Kind `json:"kind"`
	Planted   int  `json:"planted"`
	Found     int  `json:"found"`
	Near      int  `json:"near"`      // near misses of this kind
	Taken     int  `json:"taken"`     // of them, taken for a value
	Elsewhere int  `json:"elsewhere"` // hits of this kind where none was planted
}

// Figures are the figures of all kinds that were measured, in the order of Kinds.
var Figures = sync.OnceValue(func() []Figure {
	var out []Figure
	if err := json.Unmarshal(figuresFile, &out); err != nil {
		panic(err) // the data is linked in; a test reads it
	}
	return out
})

// German names of the kinds, as they stand beside a map: one, several.
var germanKinds = map[Kind][2]string{
	IBAN: {"IBAN", "IBAN"}, TaxID: {"Steuer-ID", "Steuer-IDs"}, PensionID: {"Rentenversicherungsnummer", "Rentenversicherungsnummern"},
	HealthID: {"Krankenversichertennummer", "Krankenversichertennummern"}, IDCard: {"Ausweisnummer", "Ausweisnummern"},
	BirthDate: {"Geburtsdatum", "Geburtsdaten"}, Phone: {"Telefonnummer", "Telefonnummern"}, Email: {"E-Mail-Adresse", "E-Mail-Adressen"},
	Address: {"Anschrift", "Anschriften"}, CourtFile: {"Gerichtsaktenzeichen", "Gerichtsaktenzeichen"}, Name: {"Name", "Namen"},
	Special: {"besondere Kategorie", "besondere Kategorien"},
}

// German gives the name of a kind for n of them.
func (k Kind) German(n int) string {
	if n == 1 {
		return germanKinds[k][0]
	}
	return germanKinds[k][1]
}

// Yield says what share of a kind the rules find, cautiously and never "all"; "" where
// nothing was measured. It speaks of the drawn sheets: their text is clean.
func Yield(k Kind) string {
	for _, f := range Figures() {
		if f.Kind != k || f.Planted == 0 {
			continue
		}
		if checked[k] && 100*f.Found >= 99*f.Planted {
			return fmt.Sprintf("findet auf den Prüfblättern mindestens 99 von 100 %s", k.German(2))
		}
		n := min(4, 5*f.Found/f.Planted)
		return fmt.Sprintf("findet etwa %d von 5 %s", n, k.German(2))
	}
	return ""
}

// checked are the kinds whose numbers prove themselves.
var checked = map[Kind]bool{IBAN: true, TaxID: true, PensionID: true, HealthID: true, IDCard: true}
