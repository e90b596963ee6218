package reader

import (
	"regexp"
	"testing"

	"laufzettel/views/kit/kittest"
)

// Every text the screen asks for is there in both languages.
func TestTextsAreThere(t *testing.T) {
	kittest.Texts(t, regexp.MustCompile(`"(reader\.[a-z.A-Z]+)"`), []string{"."})
}
