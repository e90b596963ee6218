package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
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

// Every module of the command line program has a licence we know; what is in it and is no
// Go is named with its own.
func TestLicences_OfTheProgram(t *testing.T) {
	t.Chdir("../..")
	out, err := exec.Command("go", "list", "-deps", "-tags", "ci", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./app/cli").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen, parts := map[string]bool{}, map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		path, version, ok := strings.Cut(line, " ")
		if !ok || seen[line] {
			continue
		}
		seen[line] = true
		made, err := moduleParts(&debug.Module{Path: path, Version: version})
		if err != nil {
			t.Error(err)
		}
		for _, c := range made {
			if len(c.Licenses) == 0 {
				t.Errorf("%s has no licence", c.Name)
				continue
			}
			parts[c.Name] = c.Licenses[0].License.ID
		}
	}
	for name, want := range map[string]string{"PDFium (WebAssembly, of go-pdfium)": "BSD-3-Clause", "PRONOM": "OGL-UK-3.0",
		"NotoSans-Regular.ttf": "OFL-1.1",
		"modernc.org/sqlite":   "BSD-3-Clause", "github.com/spf13/cobra": "Apache-2.0", "github.com/emersion/go-message": "MIT"} {
		if parts[name] != want {
			t.Errorf("%s: licence %q, want %s", name, parts[name], want)
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d modules", len(seen))
	}
}

func TestLicenceOf(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy": "MIT",
		"   Apache License\n   Version 2.0, January 2004":                               "Apache-2.0",
		"Alle Rechte vorbehalten.":                                                      "", "* Neither the name of Google": "BSD-3-Clause",
	} {
		if got := licenceOf(text); got != want {
			t.Errorf("%.30q: %q, want %q", text, got, want)
		}
	}
}
