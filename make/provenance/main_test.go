package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// keyPair writes a key made from a word, and its public half.
func keyPair(t *testing.T, word string) (private, public string) {
	t.Helper()
	seed := sha256.Sum256([]byte(word))
	key := ed25519.NewKeyFromSeed(seed[:])
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	private, public = filepath.Join(dir, "key.pem"), filepath.Join(dir, "pub.pem")
	for name, block := range map[string]*pem.Block{private: {Type: "PRIVATE KEY", Bytes: der}, public: {Type: "PUBLIC KEY", Bytes: pub}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return private, public
}

// release makes a folder of two files and their list.
func release(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var list strings.Builder
	for _, name := range []string{"laufzettel.deb", "sbom mit Blank.json"} {
		data := []byte("Inhalt von " + name)
		sum := sha256.Sum256(data)
		list.WriteString(hex.EncodeToString(sum[:]) + "  " + name + "\n")
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, sums), []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func verified(t *testing.T, args ...string) (said string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", append([]string{"../../packaging/verify.sh"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func change(t *testing.T, path string, by func(string) string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(by(string(raw))), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestVerify(t *testing.T) {
	private, public := keyPair(t, "ein Schlüssel")
	_, other := keyPair(t, "ein anderer")
	for _, tt := range []struct {
		name  string
		key   string
		spoil func(t *testing.T, dir string)
		say   string
		code  int
	}{
		{name: "sound", key: public, say: "built from 0123abcd"},
		{name: "without key", say: "not checked, no key was given"},
		{name: "file changed", spoil: func(t *testing.T, dir string) {
			change(t, filepath.Join(dir, "laufzettel.deb"), func(s string) string { return s + "x" })
		}, say: "laufzettel.deb", code: 1},
		{name: "file missing", spoil: func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, "laufzettel.deb")) },
			say: "NOT VERIFIED", code: 1},
		{name: "file nobody lists", spoil: func(t *testing.T, dir string) { _ = os.WriteFile(filepath.Join(dir, "setup.exe"), nil, 0o600) },
			say: "setup.exe is not listed", code: 1},
		{name: "hidden file nobody lists", spoil: func(t *testing.T,
			dir string) {
			_ = os.WriteFile(filepath.Join(dir, ".profile"), nil, 0o600)
		}, say: ".profile is not listed", code: 1},
		{name: "file that is a link", spoil: func(t *testing.T, dir string) {
			aside := filepath.Join(t.TempDir(), "laufzettel.deb")
			if err := os.Rename(filepath.Join(dir, "laufzettel.deb"), aside); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(aside, filepath.Join(dir, "laufzettel.deb")); err != nil {
				t.Fatal(err)
			}
		}, say: "is a link", code: 1},
		{name: "list names a place outside", spoil: func(t *testing.T, dir string) {
			aside := filepath.Join(filepath.Dir(dir), "neben.deb")
			if err := os.WriteFile(aside, []byte("daneben"), 0o600); err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256([]byte("daneben"))
			change(t, filepath.Join(dir, sums), func(s string) string { return s + hex.EncodeToString(sum[:]) + "  ../neben.deb\n" })
		}, say: "does not lie in this folder", code: 1},
		{name: "list names what comes in", spoil: func(t *testing.T, dir string) {
			sum := sha256.Sum256(nil)
			change(t, filepath.Join(dir, sums), func(s string) string { return s + hex.EncodeToString(sum[:]) + "  -\n" })
		}, say: "is no file", code: 1},
		{name: "another key", key: other, say: "not of this key", code: 1},
		{name: "list and file changed together", key: public, spoil: func(t *testing.T, dir string) {
			sum := sha256.Sum256([]byte("anderes"))
			_ = os.WriteFile(filepath.Join(dir, "laufzettel.deb"), []byte("anderes"), 0o600)
			change(t, filepath.Join(dir, sums), func(s string) string { return hex.EncodeToString(sum[:]) + s[64:] })
		}, say: "signature of SHA256SUMS", code: 1},
		{name: "provenance changed", key: public, spoil: func(t *testing.T, dir string) {
			change(t, filepath.Join(dir, envelope), func(s string) string {
				return strings.Replace(s, `"payload":"ey`, `"payload":"eY`,
					1)
			})
		}, say: "provenance", code: 1},
		{name: "provenance of another release", key: public, spoil: func(t *testing.T, dir string) {
			elsewhere := t.TempDir()
			_ = os.WriteFile(filepath.Join(elsewhere, sums), []byte(strings.Repeat("0", 64)+"  x\n"), 0o600)
			if err := write(elsewhere, "ffff", private); err != nil {
				t.Fatal(err)
			}
			raw, _ := os.ReadFile(filepath.Join(elsewhere, envelope))
			_ = os.WriteFile(filepath.Join(dir, envelope), raw, 0o600)
		}, say: "names other files", code: 1},
		{name: "provenance missing", key: public, spoil: func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, envelope)) },
			say: "is missing", code: 1},
		{name: "a plain provenance beside the signed one", key: public, spoil: func(t *testing.T, dir string) {
			_ = os.WriteFile(filepath.Join(dir, plain), []byte(`{"gitCommit":"ffff"}`), 0o600)
		}, say: "is not what was signed", code: 1},
		{name: "the private key", key: private, say: "is no public key", code: 2},
		{name: "no key there", key: "nirgends.pem", say: "there is no key nirgends.pem", code: 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := release(t)
			if err := write(dir, "0123abcd", private); err != nil {
				t.Fatal(err)
			}
			if tt.spoil != nil {
				tt.spoil(t, dir)
			}
			args := []string{dir}
			if tt.key != "" {
				args = append(args, tt.key)
			}
			if said, code := verified(t, args...); code != tt.code || !strings.Contains(said, tt.say) {
				t.Errorf("exit %d, want %d with %q:\n%s", code, tt.code, tt.say, said)
			}
		})
	}
	if said, code := verified(t, t.TempDir()); code != 2 || !strings.Contains(said, sums) {
		t.Errorf("an empty folder: %d %s", code, said)
	}
}

// The folder that was named is checked, none of the same name where the shell looks for
// folders otherwise.
func TestVerify_TheFolderThatWasNamed(t *testing.T) {
	private, _ := keyPair(t, "ein Schlüssel")
	script, err := filepath.Abs("../../packaging/verify.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dist", "-"} {
		here, elsewhere := t.TempDir(), t.TempDir()
		for _, dir := range []string{here, elsewhere} {
			made := release(t)
			if err := write(made, "0123abcd", private); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(made, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		change(t, filepath.Join(here, name, "laufzettel.deb"), func(s string) string { return s + "x" })
		cmd := exec.CommandContext(t.Context(), "sh", script, name)
		cmd.Dir = here
		cmd.Env = append(os.Environ(), "CDPATH="+elsewhere, "OLDPWD="+filepath.Join(elsewhere, name))
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "laufzettel.deb") {
			t.Errorf("%s: exit %d: %s", name, code, out)
		}
	}
}

// What the check needs and does not find is said by name; it is never taken for a sum or a
// signature that does not hold.
func TestVerify_MissingTool(t *testing.T) {
	private, public := keyPair(t, "ein Schlüssel")
	for _, tt := range []struct {
		name, without string
		key           []string
		say           string
		code          int
	}{
		{"no sha256sum", "sha256sum", nil, "sha256sum is missing", 2},
		{"no openssl", "openssl", []string{public}, "openssl 3 or newer is missing", 2},
		{"no openssl and no key", "openssl", nil, "no key was given", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, tools := release(t), t.TempDir()
			if err := write(dir, "0123abcd", private); err != nil {
				t.Fatal(err)
			}
			for _, tool := range strings.Fields("sh sed grep mktemp cat tr wc sort cmp dirname basename rm sha256sum openssl") {
				at, err := exec.LookPath(tool)
				if err == nil && tool != tt.without {
					err = os.Symlink(at, filepath.Join(tools, tool))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", tools)
			if said, code := verified(t, append([]string{dir}, tt.key...)...); code != tt.code || !strings.Contains(said, tt.say) {
				t.Errorf("exit %d, want %d with %q:\n%s", code, tt.code, tt.say, said)
			}
		})
	}
}

// The same files give the same statement; a list that is none gives none.
func TestWrite_SameBytes(t *testing.T) {
	private, _ := keyPair(t, "ein Schlüssel")
	var before string
	for range 2 {
		dir := release(t)
		if err := write(dir, "0123abcd", private); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(dir, envelope))
		if err != nil || before != "" && before != string(raw) {
			t.Errorf("two statements of the same files differ: %v", err)
		}
		before = string(raw)
	}
	bad := t.TempDir()
	if err := os.WriteFile(filepath.Join(bad, sums), []byte("keine Liste\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(bad, "x", ""); err == nil {
		t.Error("a list that is none gave a statement")
	}
}
