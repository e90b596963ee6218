package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestOwnBinary makes the bill of the running test program, a Go program like
// any other.
func TestOwnBinary(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := write(w, "Laufzettel", "1.2.3", []string{exe}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two bills of one program differ")
	}
	var b bom
	if err := json.Unmarshal(one.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(b.Serial) {
		t.Errorf("serial number %q", b.Serial)
	}
	refs := map[string]bool{b.Metadata.Component.Ref: true}
	for _, c := range b.Components {
		refs[c.Ref] = true
		if c.Type == "application" && (c.Name != filepath.Base(exe) || len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 64) {
			t.Errorf("program %+v, want its name and one SHA-256", c)
		}
	}
	if len(b.Components) < 2 {
		t.Errorf("%d components, want the program and the standard library", len(b.Components))
	}
	for _, d := range b.Dependencies {
		for _, ref := range append(d.DependsOn, d.Ref) {
			if !refs[ref] {
				t.Errorf("dependency on %s, which is no component", ref)
			}
		}
	}
}

func TestNoProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.exe")
	if err := os.WriteFile(path, []byte("MZ"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(&bytes.Buffer{}, "a", "1", []string{path}); err == nil {
		t.Error("a file that is no Go program gave a bill")
	}
}
