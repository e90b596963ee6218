package work_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/container"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// A share in which something is no file or cannot be read is taken in without it: each is
// told by the check, the rest is there, and a link is never followed.
func TestReceive_ShareWithWhatCannotBeTaken(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	private := filepath.Join(t.TempDir(), "privat.txt")
	must(t, os.WriteFile(private, []byte("geheim"), 0o600))
	dir := filepath.Join(t.TempDir(), "Ablage")
	deep := filepath.Join(dir, strings.Repeat("Ordner mit einem langen Namen/", 14))
	for _, d := range []string{filepath.Join(dir, "Bau", "leer"), deep, filepath.Join(dir, "zu")} {
		must(t, os.MkdirAll(d, 0o755))
	}
	for _, name := range []string{"plan.txt", "Bau/brief.txt", "zu/akte.txt", "zu.txt", "na\xefv.txt"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(name), 0o600); err != nil {
			t.Skip("this system has no such names: ", err)
		}
	}
	must(t, os.WriteFile(filepath.Join(deep, "unten.txt"), []byte("unten"), 0o600))
	for link, to := range map[string]string{"verweis": private, "Bau/kreis": "..", "Bau/tot": "nirgends"} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	want := map[string]string{"Bau/kreis": container.LinkLeft, "Bau/tot": container.LinkLeft, "verweis": container.LinkLeft}
	files := 6
	if os.Geteuid() > 0 { // nothing is kept from root
		must(t, os.Chmod(filepath.Join(dir, "zu"), 0))
		must(t, os.Chmod(filepath.Join(dir, "zu.txt"), 0))
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "zu"), 0o700) })
		want["zu"], want["zu.txt"], files = container.NotRead, container.NotRead, 4
	}
	p, err := w.Intake.Receive(t.Context(), dir, nil)
	must(t, err)
	left, err := intake.LeftOut(w.Intake, p)
	must(t, err)
	if p.Files != files || len(left) != len(want) {
		t.Fatalf("%d files taken in, want %d; left out %+v", p.Files, files, left)
	}
	rep, err := w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true, Kind: intake.PlainKind})
	must(t, err)
	told := map[string]string{}
	for _, f := range rep.Findings {
		if f.Code == container.LinkLeft || f.Code == container.NotRead {
			told[f.Path] = f.Code
		}
	}
	for name, code := range want {
		if told[name] != code {
			t.Errorf("%s is told as %q, want %s", name, told[name], code)
		}
	}
	for _, name := range samples.Files(t, filepath.Join(w.Office.Dir, "inbox")) {
		if raw, err := os.ReadFile(name); err != nil || string(raw) == "geheim" {
			t.Errorf("%s leads out of the share (%v)", name, err)
		}
	}
	if again, err := w.Intake.Receive(t.Context(), dir, nil); err != nil || os.Geteuid() == 0 && again.Known.Empty() {
		t.Errorf("the same share again: known %q, %v", again.Known, err)
	}
}

// What is recognised as another kind is refused as before: there a link is no litter.
func TestReceive_DescribedFolderWithALink(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 3, Documents: 1, Folder: true}))
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "verweis.txt")); err != nil {
		t.Skip("no links here: ", err)
	}
	if _, err := w.Intake.Receive(t.Context(), dir, nil); err == nil {
		t.Error("a message with a link was taken in")
	}
}
