package check

import "testing"

// The first of the files a finding stands for keeps where it stands; of the others only
// their path is known.
func TestFinding_EachKeepsThePlaceOfTheFirst(t *testing.T) {
	f := Finding{Code: "VOL-006", Path: "a.pdf", Paths: []string{"a.pdf", "b.pdf"}, Place: "12/3, Antrag", Line: 7, Object: "o", Found: "x"}
	all := f.Each()
	if len(all) != 2 || all[0].Place != "12/3, Antrag" || all[0].Line != 7 || all[0].Path != "a.pdf" {
		t.Errorf("first: %+v", all)
	}
	if b := all[1]; b.Path != "b.pdf" || b.Place != "" || b.Line != 0 || b.Object != "" || b.Found != "" {
		t.Errorf("second: %+v", b)
	}
}
