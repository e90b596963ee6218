package prepare_test

import (
	"bytes"
	"crypto/sha512"
	"crypto/x509"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/prepare"
)

// foreignSigned makes signed PDFs by a script that knows only ISO 32000 and openssl: by
// name what becomes of each, and the issuer.
func foreignSigned(t *testing.T) (dir string, becomes map[string]string, roots *x509.CertPool) {
	t.Helper()
	dir = t.TempDir()
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("left out: no " + tool)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "python3", "-B", "../../make/foreign/signed.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := os.ReadFile(filepath.Join(dir, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	becomes = map[string]string{}
	for line := range strings.Lines(string(list)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		becomes[cells[0]] = cells[1]
	}
	pem, err := os.ReadFile(filepath.Join(dir, "pki", "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	return dir, becomes, roots
}

// register puts the files that become so into a register, one an entry.
func registerOf(t *testing.T, dir string, becomes map[string]string, prefix string) (material, []string) {
	t.Helper()
	var names []string
	for name, what := range becomes {
		if strings.HasPrefix(what, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	m := registerMaterial(t, len(names))
	index := "Nummer;Verfügungsnummer\n"
	for i, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		m.files[fmt.Sprintf("623456-S-1989-%d-U0.pdf", i+1)] = data
		index += fmt.Sprintf("%d;V-%d\n", i+1, i+1)
	}
	m.files["index.csv"] = []byte(index)
	return m, names
}

// Signatures of another hand are taken out where they are valid and cover the file, each
// listed with both digests; what is not valid, changed after, encrypted or damaged stays
// byte for byte and is an error. Where the profile says so, all stay and are counted so.
func TestRegister_DissolvesForeign(t *testing.T) {
	dir, becomes, roots := foreignSigned(t)
	t.Run("dissolved", func(t *testing.T) {
		m, names := registerOf(t, dir, becomes, "dissolved")
		s := newStore(t)
		work := &prepare.Work{Store: s, Roots: roots}
		p := begin(t, s, "register", m)
		o, err := work.Build(t.Context(), p.ID, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range o.Findings {
			if f.Severity == "error" {
				t.Errorf("%s %s: %s", f.Code, f.Path, f.Found)
			}
		}
		want := 0
		for _, name := range names {
			want += int(becomes[name][len("dissolved ")] - '0')
		}
		if o.Preparation.Signed != want || o.Preparation.Staying() != 0 {
			t.Errorf("%d read, %d stay; want %d, 0", o.Preparation.Signed, o.Preparation.Staying(), want)
		}
		listed(t, o.Preparation, m, want)
		work.KeepSignatures = true
		if o, err = work.Build(t.Context(), p.ID, nil, nil); err != nil || o.Preparation.Staying() != want {
			t.Fatalf("kept by profile: %d of %d, %v", o.Preparation.Staying(), want, err)
		}
		for i := range names {
			name := fmt.Sprintf("623456-S-1989-%d-U0.pdf", i+1)
			if got, err := os.ReadFile(filepath.Join(o.Preparation.Folder(), name)); err != nil || !bytes.Equal(got, m.files[name]) {
				t.Errorf("%s is not what it was: %v", name, err)
			}
		}
	})
	t.Run("stays", func(t *testing.T) {
		m, names := registerOf(t, dir, becomes, "stays")
		s := newStore(t)
		o, err := (&prepare.Work{Store: s, Roots: roots}).Build(t.Context(), begin(t, s, "register", m).ID, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"abgelaufen.pdf": "PRE-030", "byte-anders.pdf": "PRE-030", "danach-geaendert.pdf": "PRE-031",
			"verschluesselt.pdf": "PRE-03"}
		for i, name := range names {
			at := fmt.Sprintf("623456-S-1989-%d-U0.pdf", i+1)
			if got, err := os.ReadFile(filepath.Join(o.Preparation.Folder(), at)); err != nil || !bytes.Equal(got, m.files[at]) {
				t.Errorf("%s was changed: %v", name, err)
			}
			told := slices.ContainsFunc(o.Findings, func(f check.Finding) bool {
				return f.Path == at &&
					strings.HasPrefix(f.Code, want[name])
			})
			if want[name] != "" && !told {
				t.Errorf("%s: no %s", name, want[name])
			}
		}
		if o.Preparation.Staying() != o.Preparation.Signed {
			t.Errorf("%d of %d stay", o.Preparation.Staying(), o.Preparation.Signed)
		}
	})
}

// listed holds the list of signatures against the material and the portion.
func listed(t *testing.T, p prepare.Preparation, m material, want int) {
	t.Helper()
	raw, err := os.ReadFile(p.SignaturesFile())
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(raw))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != want+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		out, err := os.ReadFile(filepath.Join(p.Folder(), row[0]))
		if err != nil || row[6] != sum(m.files[row[0]]) || row[7] != sum(out) || row[5] != "aufgelöst" || row[1] == "" {
			t.Errorf("row %q does not fit (%v)", row, err)
		}
	}
}

func sum(data []byte) string {
	s := sha512.Sum512(data)
	return hex.EncodeToString(s[:])
}
