package prepare

import (
	"strings"
	"testing"

	"laufzettel/transfer/samples"
)

// The result of a clerk's own check comes from outside.
func FuzzDecodeResult(f *testing.F) {
	f.Add([]byte(`{"format":"` + ResultFormat + `"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := DecodeResult(data); (r == nil) == (err == nil) || err == nil && r.Format != ResultFormat {
			t.Errorf("%+v %v", r, err)
		}
	})
}

// Tables and documents are looked into whatever they hold.
func FuzzContentOf(f *testing.F) {
	f.Add([]byte("a;b\n1;2\n"))
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(data)
	}
	for _, data := range samples.Seeds(f, 2, samples.Named(".csv"), "manifeste") {
		f.Add(data)
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		rootOf(data)
		sheetOf(data)
	})
}

func TestDecodeResult_TooLarge(t *testing.T) {
	if _, err := DecodeResult([]byte(strings.Repeat(" ", MaxSidecar+1))); err == nil || err.Error() != "größer als 16 MB" {
		t.Error(err)
	}
}
