package convert_test

import (
	"strings"
	"testing"

	"laufzettel/transfer/convert"
	"laufzettel/transfer/failure"
)

// A list of converters is taken whole or refused in words; none has an empty program.
func FuzzReadTools(f *testing.F) {
	f.Add(`[{"id":"a","name":"A","program":"/usr/bin/a","args":["{in}","{out}"],"extensions":["doc"],"target":"pdf","seconds":60}]`)
	f.Add(`[{"id":"a"},{"id":"a"}]`)
	f.Fuzz(func(t *testing.T, in string) {
		tools, err := convert.ReadTools(strings.NewReader(in))
		if err != nil && (failure.KindOf(err) != failure.Refused || !failure.Explained(err)) {
			t.Errorf("refused without a word: %v", err)
		}
		for _, x := range tools {
			if x.ID == "" || x.Program == "" || x.Target == "" {
				t.Errorf("taken: %+v", x)
			}
		}
	})
}

func TestReadTools_TooLarge(t *testing.T) {
	in := `[{"id":"` + strings.Repeat("a", 256<<10) + `"}]`
	if _, err := convert.ReadTools(strings.NewReader(in)); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "Liste der Konverter") {
		t.Error(err)
	}
}
