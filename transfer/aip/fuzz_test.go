package aip

import (
	"strings"
	"testing"
)

// The description of a package is read whatever it is.
func FuzzMetadata(f *testing.F) {
	f.Add([]byte(`<description xmlns="` + Namespace + `" pid="x"><object id="a" kind="case"/></description>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		if depth(doc) > maxDepth {
			return
		}
		_, _ = parseDescription(doc)
	})
}

func TestDepth_Limits(t *testing.T) {
	if d := depth([]byte(strings.Repeat("<a>", maxDepth+50))); d <= maxDepth {
		t.Errorf("depth %d", d)
	}
}
