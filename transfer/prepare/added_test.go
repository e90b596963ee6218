package prepare_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

// Files from elsewhere stand in for missing ones: the build takes them by the
// names of the convention, a second one reads nothing again, and the folder of the
// material stays as it is.
func TestAddFile(t *testing.T) {
	m := gapped(t)
	pdf, xml := registerMaterial(t, 4).files["623456-S-1989-3-U0.pdf"], registerMaterial(t, 4).files["623456-S-1989-3-U0.xml"]
	s := newStore(t)
	p := begin(t, s, "register", m)
	before, err := os.ReadDir(p.Source)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"fund.XML": xml, "fund.pdf": pdf} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddFile(t.Context(), p.ID, "3", filepath.Join(dir, name), nil); err != nil {
			t.Fatalf("%v %s", err, failure.HintOf(err).In("de"))
		}
	}
	w := &prepare.Work{Store: s}
	if got := preview(t, w, p.ID); got.Faulty != 0 || got.Total != 4 {
		t.Errorf("%d rows, %v", got.Total, faults(got))
	}
	out, err := w.Build(t.Context(), p.ID, nil, nil)
	if err != nil {
		t.Fatalf("%v %s", err, failure.HintOf(err).In("de"))
	}
	files, err := s.Files(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"623456-S-1989-3-U0.xml", "623456-S-1989-3-U0.pdf"} {
		if !slices.ContainsFunc(files, func(f kind.File) bool { return f.Path == want }) {
			t.Errorf("%s is not in the portion %s", want, out.Preparation.Name)
		}
	}
	after, err := os.ReadDir(p.Source)
	if err != nil || len(after) != len(before) {
		t.Errorf("the folder of the material holds %d files, before %d: %v", len(after), len(before), err)
	}
	if again, err := w.Build(t.Context(), p.ID, nil, nil); err != nil || again.Skipped == 0 {
		t.Errorf("built anew: %v", err)
	}
	// One that lies in the folder by now, and one for another kind.
	if err := os.WriteFile(filepath.Join(p.Source, "3_U0.xml"), xml, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Preview(t.Context(), p.ID, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("twice: %v", err)
	}
	other := begin(t, s, "files", materials(t)["files"])
	if _, err := s.AddFile(t.Context(), other.ID, "3", filepath.Join(dir, "fund.pdf"), nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("plain files: %v", err)
	}
}
