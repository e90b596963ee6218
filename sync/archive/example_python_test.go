package archive_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
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
	if out, err := run(nil, "python3", script, "enrol", b.config.PublicURL, key, "Amt Beispielstadt", in.Code); err == nil ||
		!strings.Contains(out, "invitation") {
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
	out, err := run([]string{"CHUNK=2000"}, "python3", send...)
	lines := strings.Fields(out)
	if err != nil || len(lines) != 6 || lines[0] != "1" || lines[1] != "accepted" || lines[3] != "2" || lines[4] != "accepted" {
		t.Fatalf("two packages in chunks: %q, %v", out, err)
	}
	pythonStates(t, b, run, lines[2], script, key, archiveKey, contents[files[0]])
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

// pythonStates lets the client state a closure and send an order to destroy, and a reading
// client of the same hand be refused and let in by a grant (docs/protocol.md 21).
func pythonStates(t *testing.T, b *bench, run func([]string, string, ...string) (string, error), upload, script, key, archiveKey string,
	content []byte) {
	t.Helper()
	dir := t.TempDir()
	reader := filepath.Join(dir, "reader.pem")
	if out, err := run(nil, "openssl", "genpkey", "-algorithm", "ed25519", "-out", reader); err != nil {
		t.Fatal(out, err)
	}
	code, err := run(nil, "python3", script, "enrol", b.config.PublicURL, reader, "Lesesaal")
	if err != nil {
		t.Fatal(code, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code, archive.RoleRead); err != nil {
		t.Fatal(err)
	}
	said, paper := filepath.Join(dir, "frist.json"), filepath.Join(dir, "auftrag.json")
	statement := fmt.Appendf(nil,
		`{"format":"laufzettel-closure/1","packages":[{"upload_id":%q,"grade":"object","until":"2099-12-31","grants":[{"id":%q}]}],"person":"M. Ahrens","time":"2026-11-21T09:00:00Z"}`, upload, grantID(upload, "Az. 4711"))
	for path, content := range map[string][]byte{said: statement, paper: ordered(t, "ORDER1", nil, newKey(t), newKey(t))} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sum := sha512.Sum512(content)
	post := func(kind, reference, file string) []string {
		return []string{script, "post", b.config.PublicURL, key, archiveKey, kind, reference, file}
	}
	for _, step := range []struct {
		what string
		args []string
		want string // "" = it must go through
	}{
		{"reading as delivered", []string{script, "fetch", b.config.PublicURL, reader, upload}, hex.EncodeToString(sum[:])},
		{"a closure", post("closure", upload, said), "accepted"},
		{"reading what is closed", []string{script, "fetch", b.config.PublicURL, reader, upload}, "package-closed"},
		{"another application", []string{script, "fetch", b.config.PublicURL, reader, upload, "Az. 4712"}, "package-closed"},
		{"under a grant", []string{script, "fetch", b.config.PublicURL, reader, upload, "Az. 4711"}, hex.EncodeToString(sum[:])},
		{"an order", post("order", "ORDER1", paper), "accepted"},
		{"an order under another name", post("order", "ORDER2", paper), "envelope"},
	} {
		out, err := run(nil, "python3", step.args...)
		refused := step.want == "package-closed" || step.want == "envelope"
		if (err != nil) != refused || !strings.Contains(out, step.want) {
			t.Errorf("%s: %q, %v; want %s", step.what, out, err, step.want)
		}
	}
}
