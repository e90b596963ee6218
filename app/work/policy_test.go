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
	p := policyOf(t, `{"archive":"Stadtarchiv","keyStore":"file","keysFolder":"`+filepath.ToSlash(keys)+`","profiles":"`+filepath.ToSlash(profiles)+`"}`)
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
