package xdomea

import (
	"bytes"
	"testing"

	"laufzettel/transfer/failure"
)

func TestDelivered_ReadsTheMessageOfATree(t *testing.T) {
	d := deliver(t, "3.0.0", TypeTransfer)
	msg, err := Delivered(t.Context(), d.tree)
	if err != nil || msg.Head.ProcessID != testProcess {
		t.Fatal(msg, err)
	}
	at := FileName("3.0.0", testProcess, TypeTransfer, 1)
	desc, err := Kind{}.Describe(t.Context(), d.tree)
	if err != nil {
		t.Fatal(err)
	}
	name, standard, got, err := desc.Description(uid(3))
	want, _ := Trim(d.tree.files[at], uid(3))
	if err != nil || name != at || standard != "xdomea 3.0.0" || !bytes.Equal(got, want) {
		t.Errorf("%s %s %v", name, standard, err)
	}
	if _, err := Delivered(t.Context(), memTree{}); failure.KindOf(err) != failure.Damaged {
		t.Error(err)
	}
	broken := deliver(t, "3.0.0", TypeTransfer, "</xdomea:Betreff>", "")
	if _, err := Delivered(t.Context(), broken.tree); failure.KindOf(err) != failure.Damaged {
		t.Error(err)
	}
}
