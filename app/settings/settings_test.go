package settings_test

import (
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
)

func TestChange_IsKept(t *testing.T) {
	dir := t.TempDir()
	s, err := settings.OpenUnder(dir, settings.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Change(func(v *settings.Settings) { v.Person.Name = "M. Ahrens"; v.Look.Scale = 1.5 }); err != nil {
		t.Fatal(err)
	}
	again, err := settings.OpenUnder(dir, settings.Policy{})
	if err != nil || again.Get().Person.Name != "M. Ahrens" || again.Get().Look.Scale != 1.5 {
		t.Errorf("read again: %+v, %v", again.Get(), err)
	}
}

func TestOpen_DamagedFileIsKeptAside(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte("{kaputt"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.OpenUnder(dir, settings.Policy{})
	if failure.KindOf(err) != failure.Damaged {
		t.Errorf("error %v, want damaged", err)
	}
	if s == nil || s.Get().Person.Name != "" {
		t.Error("defaults are not in force")
	}
	kept, err := os.ReadFile(filepath.Join(dir, "settings.json.damaged"))
	if err != nil || string(kept) != "{kaputt" {
		t.Errorf("kept %q, %v", kept, err)
	}
}

func TestChange_UnwritableFolderKeepsOld(t *testing.T) {
	s, err := settings.OpenUnder(filepath.Join(t.TempDir(), "missing"), settings.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Change(func(v *settings.Settings) { v.Archive = "X" }); failure.KindOf(err) != failure.Setup {
		t.Errorf("error %v, want setup", err)
	}
	if s.Get().Archive != "" {
		t.Error("a change that was not written is in force")
	}
}
