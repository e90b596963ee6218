package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	w, err := Open(t.Context(), dir, Options{Policy: p})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Settings.Get().Archive; got != "Stadtarchiv" {
		t.Errorf("archive %q", got)
	}
	if w.keysDir() != filepath.FromSlash(filepath.ToSlash(keys)) {
		t.Errorf("keys in %q", w.keysDir())
	}
	if got, err := w.Profiles.Get(t.Context(), "amt-1"); err != nil || got.Agency != "Amt Musterstadt" {
		t.Errorf("profile %+v, %v", got, err)
	}
	noted := func() (n int) {
		list, err := w.Events(t.Context(), "policy")
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
	if w, err = Open(t.Context(), dir, Options{Policy: p}); err != nil {
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
	if w, err = Open(t.Context(), dir, Options{Policy: gone}); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if w.Warning() == nil || !strings.Contains(failure.HintOf(w.Warning()), "Richtlinie") {
		t.Errorf("warning %v", w.Warning())
	}
}

func TestReach(t *testing.T) {
	if _, err := Reach(t.Context(), t.TempDir()); err != nil {
		t.Error(err)
	}
	if _, err := Reach(t.Context(), filepath.Join(t.TempDir(), "weg")); failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err), "liegt nichts") {
		t.Errorf("nothing there: %v", err)
	}
	stuck := make(chan struct{})
	defer close(stuck)
	_, err := reach(t.Context(), time.Millisecond, func() (int, error) { <-stuck; return 0, nil })
	if !errors.Is(err, errSilent) {
		t.Errorf("silent drive: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reach(ctx, time.Hour, func() (int, error) { <-stuck; return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := reach(t.Context(), time.Hour, func() (int, error) { panic("x") }); err == nil {
		t.Error("a panic passed")
	}
}

func TestMustBeLocal(t *testing.T) {
	dir := t.TempDir()
	asked := ""
	ask := func(yes bool) func(string) (bool, error) {
		return func(p string) (bool, error) { asked = p; return yes, nil }
	}
	if err := mustBeLocal(filepath.Join(dir, "neu", "ort"), ask(true)); !errors.Is(err, errNetwork) || asked != dir {
		t.Errorf("network: %v, asked for %s", err, asked)
	}
	if err := mustBeLocal(dir, ask(false)); err != nil {
		t.Error(err)
	}
	if on, err := onNetwork(dir); on || err != nil {
		t.Errorf("temporary folder on the network: %v, %v", on, err)
	}
}

// TestReceive_ChangedWhileCopied: what another program still writes is not taken.
func TestReceive_ChangedWhileCopied(t *testing.T) {
	source, target := filepath.Join(t.TempDir(), "a.txt"), filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(source, make([]byte, 3*copyBuffer), 0o600); err != nil {
		t.Fatal(err)
	}
	grown := false
	_, err := copyFile(t.Context(), source, target, func(int64) {
		if !grown {
			grown = true
			if err := os.WriteFile(source, make([]byte, copyBuffer), 0o600); err != nil {
				t.Error(err)
			}
			if err := os.Chtimes(source, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
				t.Error(err)
			}
		}
	})
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err), "verändert") {
		t.Errorf("error %v", err)
	}
}

// TestVanished: a medium that is pulled out is told as that.
func TestVanished(t *testing.T) {
	dir := t.TempDir()
	inner := unread(filepath.Join(dir, "a"), errors.New("input/output error"))
	if err := vanished(t.Context(), dir, inner); !errors.Is(err, inner) || failure.KindOf(err) != failure.Refused {
		t.Errorf("one bad file: %v", err)
	}
	if err := vanished(t.Context(), filepath.Join(dir, "weg"), inner); failure.KindOf(err) != failure.Transient {
		t.Errorf("medium gone: %v", err)
	}
}
