package rewrite_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdf/rewrite"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/signature"
)

// foreign makes signed files by a script that knows only ISO 32000.
func foreign(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, tool := range []string{"python3", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("left out: no " + tool)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "python3", "-B", "../../../make/foreign/signed.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// Files of another hand, as programs sign them: updates one after another, certified,
// with object streams, with proof behind. What is written has no signature, keeps its
// PDF/A and what is drawn; the second time nothing is left to do.
func TestForeign(t *testing.T) {
	dir := foreign(t)
	t.Run("written anew", func(t *testing.T) { writtenAnew(t, dir) })
	t.Run("only proof", func(t *testing.T) { onlyProof(t, dir) })
}

func writtenAnew(t *testing.T, dir string) {
	list, err := os.ReadFile(filepath.Join(dir, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for line := range strings.Lines(string(list)) {
		name, becomes, _ := strings.Cut(line, "\t")
		becomes, _, _ = strings.Cut(becomes, "\t")
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		out, res, err := rewrite.WithoutSignatures(t.Context(), bytes.NewReader(data), int64(len(data)))
		switch name {
		case "abgeschnitten.pdf":
			if !errors.Is(err, rewrite.ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		case "verschluesselt.pdf":
			if !errors.Is(err, rewrite.ErrEncrypted) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		done++
		if want, ok := strings.CutPrefix(becomes, "dissolved "); ok && want != string(rune('0'+res.Signatures)) {
			t.Errorf("%s: %d signatures, want %s", name, res.Signatures, want)
		}
		left, err := signature.VerifyPDF(t.Context(), bytes.NewReader(out), signature.Trust{})
		if err != nil || len(left) != 0 || bytes.Contains(out, []byte("/ByteRange")) ||
			bytes.Contains(out, []byte("/AcroForm")) != (name == "formular.pdf") {
			t.Errorf("%s: %d signatures left, %v", name, len(left), err)
		}
		if bytes.Contains(data, []byte("0.7 scn")) != bytes.Contains(out, []byte("0.7 scn")) {
			t.Errorf("%s: the drawing of a visible signature went", name)
		}
		before := pdfa.Check(t.Context(), bytes.NewReader(data), int64(len(data)), pdfa.Options{})
		after := pdfa.Check(t.Context(), bytes.NewReader(out), int64(len(out)), pdfa.Options{})
		if after.Claim != before.Claim || after.Claim != "1b" || after.Verdict != pdfa.NoObstacle {
			t.Errorf("%s: %s %s, was %s %s: %+v", name, after.Claim, after.Verdict, before.Claim, before.Verdict, after.Clauses)
		}
		again, res, err := rewrite.WithoutSignatures(t.Context(), bytes.NewReader(out), int64(len(out)))
		if err != nil || res.Signatures+res.Fields != 0 || !bytes.Equal(stripID(again), stripID(out)) {
			t.Errorf("%s: again %+v, %v", name, res, err)
		}
	}
	if done < 12 {
		t.Errorf("%d files written anew", done)
	}
}

// stripID cuts the trailer, whose identifier changes with every writing.
func stripID(data []byte) []byte { return data[:bytes.LastIndex(data, []byte("trailer"))] }

// What is added behind a signature is proof, or it is not.
func onlyProof(t *testing.T, dir string) {
	for name, want := range map[string]bool{"nachweise.pdf": true, "eine.pdf": true, "danach-geaendert.pdf": false} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		results, err := signature.VerifyPDF(t.Context(), bytes.NewReader(data), signature.Trust{})
		if err != nil || len(results) != 1 {
			t.Fatalf("%s: %d, %v", name, len(results), err)
		}
		if got := rewrite.OnlyProof(t.Context(), bytes.NewReader(data), int64(len(data)), results[0].End); got != want {
			t.Errorf("%s: only proof %v, want %v", name, got, want)
		}
	}
}

// Whatever the bytes, no panic; and what is given out holds no signature and opens.
func FuzzWithoutSignatures(f *testing.F) {
	for _, data := range samples.Seeds(f, 8, samples.Named(".pdf"), "pdfa") {
		f.Add(data)
	}
	f.Add([]byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>\nendobj\n2 0 obj\n<</Kids[2 0 R 3 0 R]>>\nendobj\n3 0 obj\n<</FT/Sig/Parent 3 0 R>>\nendobj\n" +
		"xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000079 00000 n \n0000000117 00000 n \ntrailer\n<</Root 1 0 R>>\nstartxref\n157\n%%EOF\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, _, err := rewrite.WithoutSignatures(t.Context(), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if _, err := pdf.Open(t.Context(), bytes.NewReader(out), int64(len(out)), pdf.DefaultLimits()); err != nil {
			t.Fatal(err)
		}
	})
}
