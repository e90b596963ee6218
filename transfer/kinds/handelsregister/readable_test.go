package handelsregister

import (
	"bytes"
	"testing"

	"laufzettel/transfer/samples"
	"laufzettel/transfer/vocab"
)

func TestReadTIFF(t *testing.T) {
	good := smallTIFF()
	loop := bytes.Clone(good)
	copy(loop[len(loop)-4:], loop[4:8]) // the directory points at itself
	outside := bytes.Replace(good, []byte{0x11, 1, 4, 0, 1, 0, 0, 0, 8}, []byte{0x11, 1, 4, 0, 1, 0, 0, 0, 0xf0}, 1)
	for name, tt := range map[string]struct {
		data []byte
		ok   bool
	}{"good": {good, true}, "cut": {good[:20], false}, "empty": {nil, false}, "loop": {loop, false}, "outside": {outside, false},
		"text": {[]byte("kein Bild, nur Text"), false}} {
		t.Run(name, func(t *testing.T) {
			n, err := readTIFF(bytes.NewReader(tt.data), int64(len(tt.data)))
			if (err == nil) != tt.ok || tt.ok && n != 1 {
				t.Errorf("%d pages, %v; want ok %v", n, err, tt.ok)
			}
		})
	}
}

func FuzzReadTIFF(f *testing.F) {
	f.Add(smallTIFF())
	f.Add([]byte("MM\x00\x2b\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10"))
	for _, data := range samples.Seeds(f, 8, samples.Named(".tif"), "formate") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := readTIFF(bytes.NewReader(data), int64(len(data))); err == nil && n == 0 {
			t.Fatal("no page and no error")
		}
	})
}

func FuzzReadPDF(f *testing.F) {
	f.Add(smallPDF("x"))
	for _, data := range samples.Seeds(f, 8, samples.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := readPDF(t.Context(), vocab.Content(data)); err == nil && n == 0 {
			t.Fatal("no page and no error")
		}
	})
}
