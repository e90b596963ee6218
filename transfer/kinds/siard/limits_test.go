package siard

import (
	"errors"
	"strings"
	"testing"

	"laufzettel/transfer/xmlwalk"
)

func TestReadMetadata_TooMany(t *testing.T) {
	const head = `<siardArchive version="2.2"><schemas><schema><name>s</name><folder>s</folder><tables>`
	for name, text := range map[string]string{
		"fields too deep": head + "<table><name>t</name><folder>t</folder><columns><column><name>a</name>" +
			strings.Repeat("<fields><field><name>u</name>", maxFieldDepth+2),
		"too many tables": head + strings.Repeat("<table/>", maxTables+1),
	} {
		if _, err := readMetadata(strings.NewReader(text)); !errors.Is(err, xmlwalk.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
