package work

import "laufzettel/app/work/office"

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
)

func policyOf(t *testing.T, text string) *settings.Policy {
	t.Helper()
	name := filepath.Join(t.TempDir(), settings.PolicyFile)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := settings.ReadPolicy(name)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func TestOpen_UnderPolicy(t *testing.T) {
	profiles, dir := t.TempDir(), t.TempDir()
	text := `{"id":"amt-1","agency":"Amt Musterstadt","agencyId":"DE-1"}`
	if err := os.WriteFile(filepath.Join(profiles, "amt.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	keys := filepath.Join(t.TempDir(), "keys")
	p := policyOf(t, `{"archive":"Stadtarchiv","keyStore":"file","keysFolder":"`+filepath.ToSlash(keys)+`","profiles":"`+
		filepath.ToSlash(profiles)+`"}`)
	w, err := Open(t.Context(), dir, office.Options{Policy: p})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Office.Settings.Get().Archive; got != "Stadtarchiv" {
		t.Errorf("archive %q", got)
	}
	if w.Keys.KeysDir() != filepath.FromSlash(filepath.ToSlash(keys)) {
		t.Errorf("keys in %q", w.Keys.KeysDir())
	}
	if got, err := w.Intake.Profiles.Get(t.Context(), "amt-1"); err != nil || got.Agency != "Amt Musterstadt" {
		t.Errorf("profile %+v, %v", got, err)
	}
	noted := func() (n int) {
		list, err := w.Office.Events(t.Context(), "policy")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if noted() != 1 {
		t.Errorf("%d events of the policy, want 1", noted())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w, err = Open(t.Context(), dir, office.Options{Policy: p}); err != nil {
		t.Fatal(err)
	}
	if noted() != 1 {
		t.Errorf("the same policy was noted again")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// Gone profiles are told; the workspace opens.
	gone := policyOf(t, `{"profiles":"`+filepath.ToSlash(filepath.Join(profiles, "weg"))+`"}`)
	if w, err = Open(t.Context(), dir, office.Options{Policy: gone}); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if w.Office.Warning() == nil || !strings.Contains(failure.HintOf(w.Office.Warning()).In("de"), "Richtlinie") {
		t.Errorf("warning %v", w.Office.Warning())
	}
}

// The converters of the policy are in force, stand in the log once, and nobody sets others;
// a list that is wrong leaves those of before.
func TestOpen_ConvertersOfThePolicy(t *testing.T) {
	dir, list := t.TempDir(), filepath.Join(t.TempDir(), "konverter.json")
	put := func(text string) {
		if err := os.WriteFile(list, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(`[{"id":"haus","name":"Hauskonverter","program":"/opt/haus","args":["{in}","{out}"],"puids":["fmt/40"],"target":"pdf"}]`)
	p := policyOf(t, `{"converters":"`+filepath.ToSlash(list)+`"}`)
	for _, tt := range []struct {
		name, text string
		told       bool
	}{{name: "first"}, {name: "again"}, {name: "wrong", text: `[{"id":`, told: true}} {
		if tt.text != "" {
			put(tt.text)
		}
		w, err := Open(t.Context(), dir, office.Options{Policy: p})
		if err != nil {
			t.Fatal(err)
		}
		tools, err := w.Packer.Converters.Tools(t.Context())
		if err != nil || len(tools) != 1 || tools[0].ID != "haus" {
			t.Errorf("%s: %+v, %v", tt.name, tools, err)
		}
		if told := w.Office.Warning(); (told != nil) != tt.told || told != nil &&
			!strings.Contains(failure.HintOf(told).In("de"), "Konverter") {
			t.Errorf("%s: told %v", tt.name, told)
		}
		noted, err := w.Office.Events(t.Context(), "converters")
		if err != nil || len(noted) != 1 {
			t.Errorf("%s: %d events, %v; want 1", tt.name, len(noted), err)
		}
		if _, err := w.Packer.TakeTools(t.Context(), strings.NewReader(`[]`)); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: others set by hand: %v", tt.name, err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
