package archive_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
)

// TestHostile_Python lets a hostile client at the receiver that was written from
// docs/protocol.md alone: each line of it is an attack, and nothing of any may count.
func TestHostile_Python(t *testing.T) {
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("left out, 1 client: %s is not here", tool)
		}
	}
	if out, err := exec.Command("openssl", "version").Output(); err != nil || !strings.HasPrefix(string(out), "OpenSSL 3") {
		t.Skipf("left out, 1 client: needs OpenSSL 3, not %s", out)
	}
	b := newBench(t, nil)
	dir := t.TempDir()
	args := []string{filepath.Join("testdata", "hostile-client.py"), b.config.PublicURL}
	for _, who := range []struct {
		office string
		role   archive.Role
	}{{"Amt Musterstadt", archive.RoleDeliver}, {"Amt Anderswo", archive.RoleDeliver}, {"Lesesaal", archive.RoleRead}} {
		key := filepath.Join(dir, who.office+".pem")
		if out, err := exec.Command("openssl", "genpkey", "-algorithm", "ed25519", "-out", key).CombinedOutput(); err != nil {
			t.Fatal(string(out), err)
		}
		client := filepath.Join("..", "..", "docs", "example-client.py")
		code, err := exec.Command("python3", client, "enrol", b.config.PublicURL, key, who.office).Output()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := archivetest.Confirm(t.Context(), b.a, strings.TrimSpace(string(code)), who.role); err != nil {
			t.Fatal(err)
		}
		args = append(args, key)
	}
	seed := os.Getenv("LAUFZETTEL_SEED")
	if seed == "" {
		seed = fmt.Sprint(time.Now().UnixNano())
	}
	t.Logf("LAUFZETTEL_SEED=%s", seed)
	out, err := exec.CommandContext(t.Context(), "python3", append(args, seed)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	held := 0
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "ok ") {
			held++
			continue
		}
		t.Error(strings.TrimSpace(line))
	}
	t.Logf("%d attacks and honest requests between them ended as the page says", held)
	if held < 120 {
		t.Errorf("only %d were tried", held)
	}
}
