package xdomea

import (
	"fmt"
	"testing"

	"laufzettel/transfer/container"
	corpora "laufzettel/transfer/samples"
)

// A message is found by its name among any number of other XML files.
func TestDelivered_AmongManyFiles(t *testing.T) {
	files := map[string][]byte{FileName("3.1.0", testProcess, TypeTransfer, 1): written(t, "3.1.0")[TypeTransfer]}
	for i := range 2 * maxSniffed {
		files[fmt.Sprintf("00-%03d.xml", i)] = []byte("<a/>")
	}
	tree, err := container.Open(t.Context(), corpora.Lay(t, "lieferung", files), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if m, err := Delivered(t.Context(), tree); err != nil || m.Head.ProcessID != testProcess {
		t.Error(m, err)
	}
}
