package xdomea

import (
	"strings"
	"testing"

	"laufzettel/transfer/container"
)

func TestNearMisses(t *testing.T) {
	message := deliver(t, "3.0.0", "0503").tree.files
	for name, tt := range map[string]struct {
		tree memTree
		want string
	}{
		"named like a 0503": {memTree{name: ContainerName("3.0.0", testProcess, "0503", 1), form: container.ZIP,
			files: map[string][]byte{"a.pdf": []byte("x")}}, "enthält aber keine Nachricht"},
		"4.0 name": {memTree{name: ContainerName("4.0.0", testProcess, "0503", 2), form: container.ZIP,
			files: map[string][]byte{"a.pdf": []byte("x")}}, "eine 0503"},
		"message that is none": {memTree{name: "x", files: map[string][]byte{FileName("3.0.0", testProcess, "0501", 1): []byte("<a/>")}},
			"ist aber kein lesbares xdomea"},
		"a container of it that nobody opens": {memTree{name: "x", files: map[string][]byte{
			ContainerName("3.0.0", testProcess, "0503", 1): []byte("PK\x03\x04 cut")}}, "lässt sich aber nicht öffnen"},
		"too deep": {memTree{name: "x", files: map[string][]byte{"a/b/c.xml": message[FileName("3.0.0", testProcess, "0503",
			1)]}}, "tiefer als einen Ordner"},
		"nothing of it": {memTree{name: "fotos.zip", files: map[string][]byte{"a.pdf": []byte("x")}}, ""},
	} {
		got, err := Kind{}.NearMisses(t.Context(), tt.tree)
		if err != nil {
			t.Fatal(err)
		}
		if said := len(got) > 0; said != (tt.want != "") || said && !strings.Contains(got[0].Message, tt.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
