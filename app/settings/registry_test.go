package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
)

func fake(v map[string]any) values { return func() (map[string]any, error) { return v, nil } }

// Group policy holds over the file, field by field; what it says of nothing stays.
func TestRegistry_OverTheFile(t *testing.T) {
	url, archive, alone := "https://datei.example", "Stadtarchiv", true
	file := Policy{URL: &url, Archive: &archive, Alone: &alone, Path: "richtlinie.json", Digest: "00"}
	p, err := file.withRegistry(fake(map[string]any{"url": "https://registry.example", "alone": uint64(0), "rateLimit": uint64(1000),
		"language": "en", "proxy": "direct"}))
	if err != nil {
		t.Fatal(err)
	}
	if *p.URL != "https://registry.example" || *p.Alone || *p.RateLimit != 1000 || *p.Language != "en" || *p.Proxy != Direct ||
		*p.Archive != "Stadtarchiv" {
		t.Errorf("in force: %+v", p)
	}
	if !strings.Contains(p.Path, RegistryKey) || !strings.Contains(p.Path, "richtlinie.json") || p.Digest == "00" ||
		*file.URL != "https://datei.example" {
		t.Errorf("path %q, digest %q, the file's own %q", p.Path, p.Digest, *file.URL)
	}
	again, err := file.withRegistry(fake(map[string]any{"proxy": "direct", "language": "en", "url": "https://registry.example",
		"rateLimit": uint64(1000), "alone": uint64(0)}))
	if err != nil || again.Digest != p.Digest {
		t.Errorf("the same values, another digest: %v", err)
	}
}

func TestRegistry_Nothing(t *testing.T) {
	for name, read := range map[string]values{"no key": func() (map[string]any, error) { return nil, fs.ErrNotExist },
		"no value": fake(nil)} {
		if p, err := (Policy{Path: "x"}).withRegistry(read); err != nil || p.Path != "x" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if _, err := systemRegistry(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the registry of this machine: %v", err)
	}
}

// What is not understood keeps the program shut.
func TestRegistry_RefusesWhatWouldNotHold(t *testing.T) {
	for name, v := range map[string]map[string]any{
		"unknown":         {"urls": "https://archiv.example"},
		"number as text":  {"rateLimit": "viel"},
		"text as number":  {"archive": uint64(7)},
		"switch is 2":     {"alone": uint64(2)},
		"other type":      {"url": []string{"registry type 3"}},
		"role unknown":    {"role": "chef"},
		"relative data":   {"data": "daten"},
		"data of nobody":  {"data": filepath.Join(t.TempDir(), "%LZ_TEST_NOBODY%")},
		"language":        {"language": "fr"},
		"proxy":           {"proxy": "proxy:8080"},
		"stamps":          {"stamps": "tsa"},
		"relative tools":  {"converters": "konverter.json"},
		"below zero":      {"aloneDays": -3},
		"half a print":    {"certFile": "store:0f0f"},
		"relative":        {"certFile": "rechner.pem", "certKey": "rechner.pem"},
		"far too much of": {"archive": strings.Repeat("x", 70<<10)},
	} {
		_, err := (Policy{}).withRegistry(fake(v))
		if failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
			t.Errorf("%s: %v, want Setup with a sentence", name, err)
		}
	}
	_, err := (Policy{}).withRegistry(func() (map[string]any, error) { return nil, os.ErrPermission })
	if failure.KindOf(err) != failure.Setup {
		t.Errorf("no right to read: %v", err)
	}
}

// Every field is in the table, and the table of what the environment may set has it too.
func TestPolicyFields(t *testing.T) {
	var named []string
	for _, f := range (Policy{}).namedFields() {
		named = append(named, f.name)
	}
	fields := PolicyFields()
	if len(fields) != len(named) || len(fields) < 23 {
		t.Fatalf("%d fields, %d of them judged for the environment", len(fields), len(named))
	}
	for _, f := range fields {
		if !slices.Contains(named, f.Name) || f.Form == "" || (f.Form == Choice) != (len(f.Choices) > 0) {
			t.Errorf("field %+v", f)
		}
	}
	for name := range forms {
		if !slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name }) {
			t.Errorf("a form for %s, which no policy sets", name)
		}
	}
}

// Half of what only holds together is refused; file and registry may bring one half each.
func TestPolicy_Paired(t *testing.T) {
	a, kept := filepath.Join(t.TempDir(), "a.pem"), "store:"+strings.Repeat("0f", 20)
	for _, tt := range []struct {
		name string
		p    Policy
		ok   bool
	}{
		{"nothing", Policy{}, true}, {"certificate and key", Policy{CertFile: &a, CertKey: &a}, true},
		{"certificate", Policy{CertFile: &a}, false}, {"key", Policy{CertKey: &a}, false},
		{"certificate of the store", Policy{CertFile: &kept}, true}, {"and a key beside it", Policy{CertFile: &kept, CertKey: &a}, false},
		{"key of versions", Policy{UpdatesKey: &a}, false}, {"address and key of versions", Policy{Updates: &a, UpdatesKey: &a}, true},
	} {
		if err := tt.p.paired(); (err == nil) != tt.ok || err != nil && failure.KindOf(err) != failure.Setup {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	both, err := Policy{CertFile: &a}.withRegistry(fake(map[string]any{"certKey": a}))
	if err != nil || both.paired() != nil {
		t.Errorf("one half each: %v, %v", err, both.paired())
	}
}

// A copy of the program beside another OpenGL stands under the policy of the program.
func TestPolicyPlaces_OfACopy(t *testing.T) {
	dir := t.TempDir()
	at := policyPlaces(filepath.Join(dir, copies, "laufzettel.exe"))
	if len(at) < 2 || at[0] != filepath.Join(dir, PolicyFile) || at[1] != filepath.Join(dir, copies, PolicyFile) {
		t.Errorf("looked for at %q", at)
	}
	if at := policyPlaces(filepath.Join(dir, "laufzettel.exe")); at[0] != filepath.Join(dir, PolicyFile) {
		t.Errorf("looked for at %q", at)
	}
}
