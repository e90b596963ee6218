package main

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/settings"
)

const packed = "../../packaging/windows"

// What lies in packaging is what the program's own table makes.
func TestTemplates_AreThoseOfTheProgram(t *testing.T) {
	dir := t.TempDir()
	if err := writeAll(dir); err != nil {
		t.Fatal(err)
	}
	seen := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		seen++
		made, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if kept, err := os.ReadFile(filepath.Join(packed, rel)); err != nil || string(kept) != string(made) {
			t.Errorf("%s is not what the table says: make admx (%v)", rel, err)
		}
		return nil
	})
	if err != nil || seen != 3 {
		t.Fatalf("%d files, %v; want 3", seen, err)
	}
}

// attributes reads every attribute of a name, and the character data of string elements.
func attributes(t *testing.T, text, element, name string) (out []string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := tok.(xml.StartElement)
		if !ok || start.Name.Local != element {
			continue
		}
		for _, a := range start.Attr {
			if a.Name.Local == name {
				out = append(out, a.Value)
			}
		}
	}
}

// Each field of the policy is offered once, under the key that is read, with a text in
// both languages; every reference is answered and no text is a bare key.
func TestTemplates_Whole(t *testing.T) {
	admx := definitions()
	var want []string
	for _, f := range settings.PolicyFields() {
		want = append(want, f.Name)
	}
	if got := attributes(t, admx, "policy", "name"); !slices.Equal(got, want) {
		t.Errorf("policies %v, the program reads %v", got, want)
	}
	for _, key := range attributes(t, admx, "policy", "key") {
		if key != settings.RegistryKey {
			t.Errorf("key %s", key)
		}
	}
	var values []string
	for _, e := range []string{"policy", "text", "enum", "decimal"} {
		values = append(values, attributes(t, admx, e, "valueName")...)
	}
	slices.Sort(values)
	slices.Sort(want)
	if !slices.Equal(values, want) {
		t.Errorf("values %v, want %v", values, want)
	}
	// Intune takes in no template that leans on one it has not got.
	if got := attributes(t, admx, "using", "namespace"); got != nil {
		t.Errorf("leans on %v", got)
	}
	supported := attributes(t, admx, "definition", "name")
	for _, ref := range attributes(t, admx, "supportedOn", "ref") {
		if !slices.Contains(supported, ref) {
			t.Errorf("supported on %s, which is defined nowhere", ref)
		}
	}
	for folder, language := range languages {
		adml := texts(language)
		strs, shown := attributes(t, adml, "string", "id"), attributes(t, adml, "presentation", "id")
		for _, m := range regexp.MustCompile(`\$\((string|presentation)\.([^)]+)\)`).FindAllStringSubmatch(admx, -1) {
			if m[1] == "string" && !slices.Contains(strs, m[2]) || m[1] == "presentation" && !slices.Contains(shown, m[2]) {
				t.Errorf("%s: nothing says %s", folder, m[0])
			}
		}
		if i := strings.Index(adml, "policy."); i >= 0 {
			t.Errorf("%s: a key without a text: %.40s", folder, adml[i:])
		}
		if len(strs) != len(slices.Compact(slices.Sorted(slices.Values(strs)))) {
			t.Errorf("%s: a text twice", folder)
		}
	}
}
