package receipt_test

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// Verify a receipt offline, with nothing but the archive's public key: the signature
// and the package that lies beside it. A changed byte is told; what is not there was not
// compared, and the answer says so.
func ExampleVerifyFile() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "receipt")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	pkg := filepath.Join(dir, "paket.tar")
	archive, err := sign.Generate()
	if err != nil {
		log.Fatal(err)
	}
	content := []byte("Inhalt des Pakets")
	sum := sha512.Sum512(content)
	digest := hex.EncodeToString(sum[:])
	envelope, err := receipt.Receipt{
		ReceiptID: "R-1", Archive: "Musterarchiv", Client: "C", Sequence: 1, Kind: "upload", ManifestSHA512: digest,
		Size: int64(len(content)), State: receipt.Accepted, Time: noon,
		Uploads: []receipt.Upload{{UploadID: "U", Name: "paket.tar", Size: int64(len(content)), SHA512: digest}},
	}.Seal(ctx, archive)
	err = errors.Join(err, os.WriteFile(pkg, content, 0o600), os.WriteFile(pkg+receipt.SuffixReceipt, envelope, 0o600))
	if err != nil {
		log.Fatal(err)
	}
	for _, bytes := range []string{"Inhalt des Pakets", "Inhalt des Paketz"} {
		if err := os.WriteFile(pkg, []byte(bytes), 0o600); err != nil {
			log.Fatal(err)
		}
		v, err := receipt.VerifyFile(ctx, pkg, receipt.TrustOf(archive.Public()))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(v.OK())
	}
	// Output:
	// true
	// false
}
