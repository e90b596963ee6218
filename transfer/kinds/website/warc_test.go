package website

import (
	"os"
	"slices"
	"testing"

	"laufzettel/transfer/samples"
)

// shared finds the public test data.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	return samples.Path(t, append([]string{"webarchiv"}, parts...)...)
}

// walked walks a file of the test data.
func walked(t *testing.T, name string) (records []Record, troubles []Trouble) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := Walker{Tell: func(x Trouble) { troubles = append(troubles, x) }, Passed: func(r *Record) error {
		records = append(records, *r)
		return nil
	}}
	if err := w.Walk(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	return records, troubles
}

func TestWalk_PublicSamples(t *testing.T) {
	for _, tt := range []struct {
		name    string
		records int
		kinds   []TroubleKind
	}{
		{"warcio/example.warc", 6, nil},
		{"warcio/example.arc", 2, nil},
		{"warcio/example-space-in-url.arc", 1, []TroubleKind{CutShort}}, // its line ends were changed: 12 bytes are missing
		{"warcio/bad.arc", 1, []TroubleKind{BadSyntax}},                 // two records with impossible lines, one good
		{"warcio/example-digest.warc", 4, []TroubleKind{PayloadDigest, TwiceID}},
		// one block digest differs from that of example.warc
		{"warcio/example-bad-non-chunked.warc.gz", 6, []TroubleKind{BlockDigest, OneStream}},
		{"warcio/example-wget-bad-target-uri.warc.gz", 6, []TroubleKind{Bracketed}},
		{"warcio/post-test.warc.gz", 6, nil},
		{"jwarc/cc.warc.gz", 1, nil},
		{"wacz/example-collection.warc", 4, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			records, troubles := walked(t, shared(t, tt.name))
			var kinds []TroubleKind
			for _, x := range troubles {
				if !slices.Contains(kinds, x.Kind) {
					kinds = append(kinds, x.Kind)
				}
			}
			if len(records) != tt.records || !slices.Equal(kinds, tt.kinds) {
				t.Errorf("%d records, troubles %+v; want %d and %v", len(records), troubles, tt.records, tt.kinds)
			}
		})
	}
}
