package receiver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/receiver"
	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// Several inboxes: one that is not there does not hold up the others, and what
// cannot be taken is counted over all.
func TestInboxes_OneFailsTheOthersGoOn(t *testing.T) {
	dir := t.TempDir()
	r, stop := serve(t, dir, dir+".db", "127.0.0.1:0")
	defer stop()
	stranger, err := sign.Generate()
	must(t, err)
	var places []string
	for _, name := range []string{"amt-1", "fehlt", "amt-2"} {
		at := filepath.Join(t.TempDir(), name)
		places = append(places, at)
		if name == "fehlt" {
			continue
		}
		must(t, os.Mkdir(at, 0o700))
		m := receipt.Manifest{ID: name, Kind: "aip", Name: "paket.tar", Size: 3, SHA512: strings.Repeat("0", 128)}
		env, err := m.Seal(t.Context(), stranger)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(at, "paket.tar"), []byte("abc"), 0o600))
		must(t, os.WriteFile(filepath.Join(at, "paket.tar"+receipt.SuffixManifest), env, 0o600))
	}
	sum, err := receiver.At(places, "", "").Collect(t.Context(), r.Archive)
	if failure.KindOf(err) != failure.Setup || sum != (archive.Collected{Refused: 2}) {
		t.Errorf("collected %+v, %v; want two refused and the missing folder told", sum, err)
	}
	for _, bad := range []string{"ftp://x/y", "s3://id:geheim@x/eingang", "sftp://x"} {
		if err := receiver.At([]string{places[0], bad}, "", "").Check(); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want Refused", bad, err)
		}
	}
}
