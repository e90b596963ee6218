package receipt_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

var update = flag.Bool("update", false, "write the golden files of the present format anew")

// TestGolden_OldFilesVerifyForEver holds the promise to old files (design.md 9):
// what format 1 wrote verifies with every later program. The folder of a released
// format is never written again; a new format gets a new folder.
func TestGolden_OldFilesVerifyForEver(t *testing.T) {
	dir := filepath.Join("testdata", "format-1")
	if *update {
		writeGolden(t, dir)
	}
	trust, err := receipt.LoadTrust(t.Context(), filepath.Join(dir, "archiv.trust.json"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := receipt.VerifyFile(t.Context(), filepath.Join(dir, "paket.tar"+receipt.SuffixReceipt), trust)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK() || len(v.Checks) != 6 || v.Receipt.ReceiptID != "Q-GOLDEN" || v.Fingerprint != trust.Active().Fingerprint() {
		t.Errorf("golden receipt: %+v", v)
	}
	if _, err := receipt.LoadTrust(t.Context(), filepath.Join(dir, "archiv.pub")); err != nil {
		t.Errorf("golden key file: %v", err)
	}
}

func writeGolden(t *testing.T, dir string) {
	t.Helper()
	seeded := func(b byte) *sign.Key {
		key, err := sign.KeyFromSeed(bytes.Repeat([]byte{b}, 32))
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	client, archive := seeded(1), seeded(2)
	data := []byte("Paket der ersten Fassung\n")
	sum := sha512.Sum512(data)
	m := receipt.Manifest{ID: "golden", Created: noon, Kind: "aip", Name: "paket.tar", Size: int64(len(data)),
		SHA512:    hex.EncodeToString(sum[:]),
		PackageID: "AIP-1", AccessionID: "2026/0001", Files: []receipt.File{{Path: "METS.xml", Size: 7, PUID: "fmt/101"}}}
	manifest, err := m.Seal(t.Context(), client)
	if err != nil {
		t.Fatal(err)
	}
	r := receipt.Receipt{ReceiptID: "Q-GOLDEN", Archive: "Musterarchiv", Client: client.ID(), Sequence: 1, Kind: "upload",
		ManifestSHA512: sign.HashEnvelope(manifest),
		Size:           m.Size, State: receipt.Accepted, Time: noon,
		Uploads: []receipt.Upload{{UploadID: "AAAAAAAAAAAAAAAAAAAAAAAAAA", Name: m.Name,
			Size: m.Size, SHA512: m.SHA512}}}
	record, err := r.Seal(t.Context(), archive)
	if err != nil {
		t.Fatal(err)
	}
	trust, err := sign.SealTrust(t.Context(), sign.Trust{Archive: "Musterarchiv", URL: "https://archiv.example", Issued: noon,
		Keys: []sign.TrustedKey{{KeyID: archive.ID(), PublicKey: archive.Public().String(), State: "active",
			From: noon.AddDate(0, -1, 0)}}}, archive)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"paket.tar": data, "paket.tar" + receipt.SuffixManifest: manifest, "paket.tar" + receipt.SuffixReceipt: record,
		"archiv.trust.json": trust, "archiv.pub": []byte(archive.Public().String() + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
