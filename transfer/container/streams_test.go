package container

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Windows lists the content of a file as a stream without a name, and other kinds than
// data beside it.
func TestStreamName(t *testing.T) {
	for listed, want := range map[string]string{"::$DATA": "", ":Zone.Identifier:$DATA": "Zone.Identifier", ":Akte:$BITMAP": "", "": "",
		":Vermerk eines Sachbearbeiters:$DATA": "Vermerk eines Sachbearbeiters"} {
		if got := streamName(listed); got != want {
			t.Errorf("%q: %q, want %q", listed, got, want)
		}
	}
}

// A stream beside a file is told by its file, and holds no folder up.
func TestFolderWalk_TellsStreams(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w := &folderWalk{g: &gate{o: Options{}.withDefaults()}, x: &index{}, at: dir, streams: func(file string) []string {
		if filepath.Base(file) == "b.txt" {
			return []string{"Zone.Identifier"}
		}
		return nil
	}}
	if err := w.walk(t.Context(), root, "", ""); err != nil {
		t.Fatal(err)
	}
	if f := w.g.tolerated; len(f) != 1 || f[0].Code != StreamLeft || f[0].Path != "b.txt" ||
		f[0].Found != "Zone.Identifier" || w.g.err() != nil {
		t.Errorf("told %+v, refused %v", f, w.g.err())
	}
}

// Of more faults than anybody reads, the ones beyond are counted: none is gone silently.
func TestGate_CountsWhatItDoesNotName(t *testing.T) {
	g := &gate{o: Options{LeaveOut: true}.withDefaults()}
	for range maxTolerated + 7 {
		g.fault(NotRead, "a", "", "")
	}
	all := g.passed()
	if last := all[len(all)-1]; len(all) != maxTolerated+1 || last.Code != NotRead || last.Path != "" ||
		!strings.Contains(last.Found, "7") {
		t.Errorf("%d faults, the last %+v", len(all), last)
	}
}
