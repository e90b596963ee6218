package archive_test

import (
	"laufzettel/sync/archive/archivetest"

	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExampleClient runs the client that was written from docs/protocol.md alone
// with curl and openssl: it shares no code with this project, so every difference
// is a fault of the page or of the receiver.
func TestExampleClient(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script")
	}
	for _, tool := range []string{"sh", "curl", "openssl", "base32"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
	}
	if out, err := exec.Command("openssl", "version").Output(); err != nil || !strings.HasPrefix(string(out), "OpenSSL 3") {
		t.Skipf("needs OpenSSL 3: %s", out)
	}
	b := newBench(t, nil)
	dir := t.TempDir()
	key, archiveKey, file := filepath.Join(dir, "key.pem"), filepath.Join(dir, "archive.pub"), filepath.Join(dir, "paket.tar")
	run := func(env []string, name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), env...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		return strings.TrimSpace(string(out) + errs.String()), err
	}
	script := filepath.Join("..", "..", "docs", "example-client.sh")
	if out, err := run(nil, "openssl", "genpkey", "-algorithm", "ed25519", "-out", key); err != nil {
		t.Fatal(out, err)
	}
	data := bytes.Repeat([]byte("Hallo Magazin\n"), 300)
	for path, content := range map[string][]byte{archiveKey: []byte(b.own.Public().String()), file: data} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, err := run(nil, "sh", script, "enrol", b.config.PublicURL, key, "Amt Musterstadt")
	if err != nil {
		t.Fatal(code, err)
	}
	send := []string{script, "send", b.config.PublicURL, key, file, archiveKey}
	if out, err := run(nil, "sh", send...); err == nil || !strings.Contains(out, "key-pending") {
		t.Errorf("before the confirmation: %q, %v", out, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code); err != nil {
		t.Fatal(err)
	}
	if out, err := run([]string{"UNSIGNED=1"}, "sh", send...); err == nil || !strings.Contains(out, "signature-missing") {
		t.Errorf("without signatures: %q, %v", out, err)
	}
	if out, err := run([]string{"CHUNK=1500"}, "sh", send...); err != nil || out != "accepted" {
		t.Errorf("signed, in three chunks: %q, %v", out, err)
	}
	stored, err := filepath.Glob(filepath.Join(b.config.Dir, "packages", "*", "??????????????????????????"))
	if err != nil || len(stored) != 1 {
		t.Fatalf("stored %v, %v", stored, err)
	}
	if got, err := os.ReadFile(stored[0]); err != nil || !bytes.Equal(got, data) {
		t.Errorf("the archive holds %d bytes, %v", len(got), err)
	}
}
