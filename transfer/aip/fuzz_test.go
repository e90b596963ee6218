package aip

import (
	"strings"
	"testing"

	"laufzettel/transfer/samples"
)

// The metadata of a package are shown and read whatever they are.
func FuzzMetadata(f *testing.F) {
	f.Add([]byte(`<description xmlns="` + Namespace + `" pid="x"><object id="a" kind="case"/></description>`))
	for _, data := range samples.Seeds(f, 10, samples.Named("METS.xml", "premis.xml"), "eark") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if n := len(Rows(doc)); n > maxRows {
			t.Errorf("%d rows", n)
		}
		if depth(doc) > maxDepth {
			return
		}
		_, _ = parseMETS(doc)
		_, _ = parsePREMIS(doc)
		_, _ = parseDescription(doc)
	})
}

func TestRows_Limits(t *testing.T) {
	if n := len(Rows([]byte("<a>" + strings.Repeat("<b/>", maxRows+10) + "</a>"))); n != maxRows {
		t.Errorf("%d rows", n)
	}
	if d := depth([]byte(strings.Repeat("<a>", maxDepth+50))); d <= maxDepth {
		t.Errorf("depth %d", d)
	}
}
