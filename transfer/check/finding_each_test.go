package check

import (
	"testing"

	"laufzettel/transfer/wording"
)

// The first of the files a finding stands for keeps where it stands; of the others only
// their path is known.
func TestFinding_EachKeepsThePlaceOfTheFirst(t *testing.T) {
	f := Finding{Code: "VOL-006", Path: "a.pdf", Paths: []string{"a.pdf", "b.pdf"}, Line: 7, Object: "o", Found: "x"}.
		Placed(wording.Say("said.check.place-line", "12/3, Antrag", 7))
	all := f.Each()
	if len(all) != 2 || all[0].Place != "12/3, Antrag, Zeile 7 der Nachricht" || all[0].Line != 7 || all[0].Path != "a.pdf" {
		t.Errorf("first: %+v", all)
	}
	if b := all[1]; b.Path != "b.pdf" || b.Place != "" || b.Line != 0 || b.Object != "" || b.Found != "" || b.Words != nil {
		t.Errorf("second: %+v", b)
	}
}
