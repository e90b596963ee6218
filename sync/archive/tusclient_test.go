package archive_test

import (
	"laufzettel/sync/archive/archivetest"

	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTusJSClient runs the client of testdata/tus-client.mjs: tus-js-client for
// the bytes, openssl for signatures. make test-tus-js installs it.
func TestTusJSClient(t *testing.T) {
	modules := os.Getenv("LAUFZETTEL_TUS_JS")
	if modules == "" {
		t.Skip("needs tus-js-client: make test-tus-js")
	}
	b := newBench(t, nil)
	dir := t.TempDir()
	key, archiveKey, file := filepath.Join(dir, "key.pem"), filepath.Join(dir, "archive.pub"), filepath.Join(dir, "paket.tar")
	run := func(env []string, name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(append(os.Environ(), "TUS_MODULES="+modules), env...)
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	if out, err := run(nil, "openssl", "genpkey", "-algorithm", "ed25519", "-out", key); err != nil {
		t.Fatal(out, err)
	}
	data := bytes.Repeat([]byte("Hallo Magazin\n"), 400)
	for path, content := range map[string][]byte{archiveKey: []byte(b.own.Public().String()), file: data} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, err := run(nil, "sh", filepath.Join("..", "..", "docs", "example-client.sh"), "enrol", b.config.PublicURL, key, "Amt Musterstadt")
	if err != nil {
		t.Fatal(code, err)
	}
	send := []string{filepath.Join("testdata", "tus-client.mjs"), b.config.PublicURL, key, file, archiveKey}
	if out, err := run(nil, "node", send...); err == nil || !strings.Contains(out, "key-pending") {
		t.Errorf("before the confirmation: %q, %v", out, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code); err != nil {
		t.Fatal(err)
	}
	if out, err := run([]string{"UNSIGNED=1"}, "node", send...); err == nil || !strings.Contains(out, "signature-missing") {
		t.Errorf("without signatures: %q, %v", out, err)
	}
	if out, err := run(nil, "node", send...); err != nil || out != "accepted" {
		t.Errorf("signed, interrupted and resumed: %q, %v", out, err)
	}
	stored, err := filepath.Glob(filepath.Join(b.config.Dir, "packages", "*", "??????????????????????????"))
	if err != nil || len(stored) != 1 {
		t.Fatalf("stored %v, %v", stored, err)
	}
	if got, err := os.ReadFile(stored[0]); err != nil || !bytes.Equal(got, data) {
		t.Errorf("the archive holds %d bytes, %v", len(got), err)
	}
}
