package prepare_test

import (
	"testing"
)

// Every field of every kind explains itself in both languages.
func TestField_HelpInBothLanguages(t *testing.T) {
	for _, kind := range shelf.Prepared() {
		b, _ := shelf.Builder(kind)
		for _, f := range b.Fields() {
			if f.Help == "" || f.HelpEN == "" || f.LabelEN == "" {
				t.Errorf("%s: %q has no English label or help for %q", kind, f.Key, f.Help)
			}
		}
	}
}
