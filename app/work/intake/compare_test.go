package intake

import "testing"

// A file that kept its document and bytes under another name was renamed; the same bytes
// in another document are an addition and a removal (A36).
func TestCompareFiles(t *testing.T) {
	was := map[string]string{"a.pdf": "x", "b.pdf": "y", "plain/c.txt": "z"}
	is := map[string]string{"a2.pdf": "x", "b2.pdf": "y", "moved/c.txt": "z"}
	d := &Difference{}
	d.compareFiles(was, is, map[string]string{"a.pdf": "1", "b.pdf": "2"}, map[string]string{"a2.pdf": "1", "b2.pdf": "3"})
	got := map[string]string{}
	for _, c := range d.Files {
		got[c.Name] = c.What + c.Field
	}
	for name, want := range map[string]string{"a2.pdf": "changedName", "b2.pdf": "added", "b.pdf": "removed",
		"moved/c.txt": "changedName"} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q (%+v)", name, got[name], want, d.Files)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d changes, want 4: %+v", len(got), d.Files)
	}
}
