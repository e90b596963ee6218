package archive_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
)

// TestExampleClient_Python runs the client that was written from docs/protocol.md alone
// with Python's standard library and openssl: a second reader of signed JSON, another
// order of components and parameters, sha-512, several uploads, a prefix, a receipt
// that is polled for.
func TestExampleClient_Python(t *testing.T) {
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("left out, 1 client: %s is not here", tool)
		}
	}
	if out, err := exec.Command("openssl", "version").Output(); err != nil || !strings.HasPrefix(string(out), "OpenSSL 3") {
		t.Skipf("left out, 1 client: needs OpenSSL 3, not %s", out)
	}
	if out, err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))").CombinedOutput(); err != nil {
		t.Skipf("left out, 1 client: needs Python 3.9 %s", out)
	}
	b := newBench(t, func(c *archive.Config) { c.Name = "Musterarchiv" })
	dir := t.TempDir()
	key, archiveKey := filepath.Join(dir, "key.pem"), filepath.Join(dir, "archive.pub")
	run := func(env []string, name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), env...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		return strings.TrimSpace(string(out) + errs.String()), err
	}
	if out, err := run(nil, "openssl", "genpkey", "-algorithm", "ed25519", "-out", key); err != nil {
		t.Fatal(out, err)
	}
	files := []string{filepath.Join(dir, "eins.tar"), filepath.Join(dir, "zwei ä.tar")}
	contents := map[string][]byte{archiveKey: []byte(b.own.Public().String())}
	for i, f := range files {
		contents[f] = bytes.Repeat(fmt.Appendf(nil, "Hallo Magazin %d\n", i), 300+i)
	}
	for path, content := range contents {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := filepath.Join("..", "..", "docs", "example-client.py")
	in, err := b.a.Invite(t.Context(), "Amt Musterstadt")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := run(nil, "python3", script, "enrol", b.config.PublicURL, key, "Amt Beispielstadt", in.Code); err == nil || !strings.Contains(out, "invitation") {
		t.Errorf("an invitation of another office: %q, %v", out, err)
	}
	code, err := run(nil, "python3", script, "enrol", b.config.PublicURL, key, "Amt Musterstadt", in.Code)
	if err != nil {
		t.Fatal(code, err)
	}
	send := append([]string{script, "send", b.config.PublicURL, key, archiveKey}, files...)
	if out, err := run(nil, "python3", send...); err == nil || !strings.Contains(out, "key-pending") {
		t.Errorf("before the confirmation: %q, %v", out, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code); err != nil {
		t.Fatal(err)
	}
	if out, err := run([]string{"CHUNK=2000"}, "python3", send...); err != nil || out != "1 accepted\n2 accepted" {
		t.Errorf("two packages in chunks: %q, %v", out, err)
	}
	stored, err := filepath.Glob(filepath.Join(b.config.Dir, "packages", "*", "??????????????????????????"))
	if err != nil || len(stored) != len(files) {
		t.Fatalf("stored %v, %v", stored, err)
	}
	for _, s := range stored {
		got, err := os.ReadFile(s)
		if err != nil || !bytes.Equal(got, contents[files[0]]) && !bytes.Equal(got, contents[files[1]]) {
			t.Errorf("%s holds %d bytes of neither package, %v", s, len(got), err)
		}
	}
}
