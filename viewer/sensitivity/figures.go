package sensitivity

import (
	_ "embed" // what was measured
	"encoding/json"
	"strconv"
	"strings"
	"sync"

	"laufzettel/transfer/wording"
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

// Called gives the name of a kind for n of them, as it stands beside a map.
func (k Kind) Called(n int) wording.Text {
	if n == 1 {
		return wording.Word("personal.one.", string(k))
	}
	return wording.Word("personal.many.", string(k))
}

// German gives that name for papers, which speak German.
func (k Kind) German(n int) string { return k.Called(n).In(wording.German) }

// Counted names how many of which kinds, in the order of Kinds.
func Counted(language string, kinds map[Kind]int) string {
	var out []string
	for _, k := range Kinds {
		if n := kinds[k]; n > 0 {
			out = append(out, strconv.Itoa(n)+" "+k.Called(n).In(language))
		}
	}
	return strings.Join(out, ", ")
}

// Blind is the first run of a set of sheets: its author did not know the rules, and they
// did not know the sheets. Such a run happens once; it is written down, not drawn again.
type Blind struct {
	Set     string   `json:"set"`
	Version string   `json:"version"` // of the rules
	Seeds   []uint64 `json:"seeds"`
	Figures []Figure `json:"figures"`
	Checked Figure   `json:"checked"` // all kinds with check digits together, where they were not counted one by one
}

//go:embed blind.json
var blindFile []byte

// Blinds are the first runs, the oldest first.
var Blinds = sync.OnceValue(func() []Blind {
	var out []Blind
	if err := json.Unmarshal(blindFile, &out); err != nil {
		panic(err) // the data is linked in; a test reads it
	}
	return out
})

// of gives the figure of a kind; false where the run did not measure it.
func (b Blind) of(k Kind) (Figure, bool) {
	for _, f := range b.Figures {
		if f.Kind == k {
			return f, f.Planted > 0
		}
	}
	return b.Checked, checked[k] && b.Checked.Planted > 0
}

// newest is how many of the first runs tell of the rules of today: what came before
// measured rules that are no longer in use.
const newest = 2

// Yield says what share of a kind the rules find in papers they do not know: the worst of
// the newest first runs, rounded down, and never all; empty where nothing was measured.
func Yield(k Kind) wording.Text {
	n, measured := 9, false
	for _, b := range Blinds()[max(0, len(Blinds())-newest):] {
		if f, ok := b.of(k); ok {
			n, measured = min(n, 10*f.Found/f.Planted), true
		}
	}
	if !measured {
		return wording.Text{}
	}
	return wording.Say("personal.yield", n, k.Called(2))
}

// checked are the kinds whose numbers prove themselves.
var checked = map[Kind]bool{IBAN: true, TaxID: true, PensionID: true, HealthID: true, IDCard: true}

// Yields says it of these kinds in a language, of each that was measured.
func Yields(language string, kinds ...Kind) []string {
	out := []string{}
	for _, k := range kinds {
		if y := Yield(k); !y.Empty() {
			out = append(out, y.In(language))
		}
	}
	return out
}
