package appraise

import (
	"regexp"
	"testing"

	"laufzettel/views/kit/kittest"
)

// Every text the screen asks for is there in both languages.
func TestTextsAreThere(t *testing.T) {
	kittest.Texts(t, regexp.MustCompile(`"((?:appraise|page)\.[a-z.A-Z]+)"`), []string{".", "../pageview"}, `"appraise.advance.o`)
}
