package receipt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// sealed signs a receipt whose text is given, as a foreign archive might write it.
func sealedReceipt(t *testing.T, key *sign.Key, at, change string) []byte {
	t.Helper()
	payload := `{"format":"laufzettel-quittung/1","receipt_id":"r","archive":"A","client":"c","sequence":1,"previous":"","kind":"upload","manifest_sha512":"` +
		strings.Repeat("0", 128) + `","uploads":[],"size":1,"state":"accepted","time":"` + at + `","key_id":"` + key.ID() + `"` + change +
		`}`
	env, err := sign.Seal(t.Context(), receipt.TypeReceipt, []byte(payload), key)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// TestS9_ReceiptsOfTwoMeanings: a receipt that says accepted to one reader and refused
// to another is none; one from before the rules is read as then, and marked.
func TestS9_ReceiptsOfTwoMeanings(t *testing.T) {
	key := newPersonKey(t)
	tests := map[string]struct {
		at, change string
		ok, old    bool
	}{
		"plain":                   {"2026-12-01T00:00:00Z", "", true, false},
		"plain, long ago":         {"2026-11-01T00:00:00Z", "", true, false},
		"state twice":             {"2026-12-01T00:00:00Z", `,"state":"refused"`, false, false},
		"state in capitals":       {"2026-12-01T00:00:00Z", `,"State":"refused"`, false, false},
		"more than version 1 has": {"2026-12-01T00:00:00Z", `,"root":"x"`, false, false},
		"invalid UTF-8":           {"2026-12-01T00:00:00Z", ",\"reason\":\"\xff\"", false, false},
		"state twice, long ago":   {"2026-11-30T23:59:59Z", `,"state":"refused"`, true, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := receipt.OpenWith(t.Context(), sealedReceipt(t, key, tt.at, tt.change), key.Public())
			if (err == nil) != tt.ok || r.Old != tt.old {
				t.Errorf("OpenWith = old %v, %v; want taken %v, old %v", r.Old, err, tt.ok, tt.old)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "paket.tar"+receipt.SuffixReceipt)
	if err := os.WriteFile(path, sealedReceipt(t, key, "2026-11-01T00:00:00Z", `,"note":"x"`), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := receipt.VerifyFile(t.Context(), path, receipt.TrustOf(key.Public()))
	marked := false
	for _, c := range v.Checks {
		_, detail := c.In("de")
		marked = marked || c.Kind == receipt.KindReading && strings.Contains(detail, "Quittung aus der Zeit vor den strengen Regeln")
	}
	if err != nil || !marked {
		t.Errorf("a receipt read by the old rules is not marked: %+v, %v", v.Checks, err)
	}
}
