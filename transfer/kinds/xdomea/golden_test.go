package xdomea

import (
	goflag "flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = goflag.Bool("update", false, "rewrite the golden files")

// The 0502 of every version, letter by letter: what an agency imports must not
// change unnoticed. That these bytes are valid is shown by
// TestWrite_SchemaValidInEveryVersion.
func TestAppraisalMessage_Golden(t *testing.T) {
	for _, number := range Versions() {
		got, ok := written(t, number)[TypeAppraisal]
		if !ok {
			continue // versions before 2.3 know no 0502
		}
		name := filepath.Join("testdata", "0502-"+number+".xml")
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s: %s", number, d)
		}
	}
}
