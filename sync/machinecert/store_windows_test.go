package machinecert

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// pfxFile names a certificate with its key (PKCS #12, passphrase "test") that make
// windows-test had made by openssl.
const pfxFile = "LAUFZETTEL_TEST_PFX"

// preferCNG asks the import for a key in a provider of today (PKCS12_PREFER_CNG_KSP).
const preferCNG = 0x100

// The store of this system: what an administrator imports is found by its thumbprint and
// signs with the key that stays there; what is not there is told.
func TestSystemStore(t *testing.T) {
	_, err := systemStore([sha1.Size]byte{1, 2, 3})
	if !errors.Is(err, errAbsent) {
		t.Errorf("a certificate nobody has: %v", err)
	}
	name := os.Getenv(pfxFile)
	if name == "" {
		t.Skip(pfxFile + " names no certificate to import")
	}
	thumb := imported(t, name)
	cert, err := load(Prefix+hex.EncodeToString(thumb[:]), systemStore, time.Now())
	if errors.Is(err, errNoKey) {
		t.Skipf("found by its thumbprint, but this system gives no key of today (wine): %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("Gruß"))
	signed, err := cert.PrivateKey.(crypto.Signer).Sign(nil, sum[:], crypto.SHA256)
	if err != nil {
		t.Skipf("found, with a key that does not sign (wine): %v", err)
	}
	switch key := cert.Leaf.PublicKey.(type) {
	case *rsa.PublicKey:
		err = rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signed)
	case *ecdsa.PublicKey:
		if !ecdsa.VerifyASN1(key, sum[:], signed) {
			err = errors.New("the signature does not hold")
		}
	}
	if err != nil {
		t.Error(err)
	}
	t.Logf("signed by the store with a key of type %T", cert.Leaf.PublicKey)
}

// imported puts the certificate of a file into the store of the person, as a double click
// does, and takes it out again at the end.
func imported(t *testing.T, name string) (thumb [sha1.Size]byte) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pass, err := windows.UTF16PtrFromString("test")
	if err != nil {
		t.Fatal(err)
	}
	blob := windows.CryptDataBlob{Size: uint32(len(raw)), Data: &raw[0]}
	pfx, err := windows.PFXImportCertStore(&blob, pass, windows.CRYPT_USER_KEYSET|preferCNG)
	if err != nil {
		t.Skipf("this system imports no such file (wine): %v", err)
	}
	found, err := windows.CertEnumCertificatesInStore(pfx, nil)
	if err != nil {
		t.Fatal(err)
	}
	my, err := windows.UTF16PtrFromString("MY")
	if err != nil {
		t.Fatal(err)
	}
	store, err := windows.CertOpenStore(windows.CERT_STORE_PROV_SYSTEM_W, 0, 0, windows.CERT_SYSTEM_STORE_CURRENT_USER,
		uintptr(unsafe.Pointer(my)))
	if err != nil {
		t.Fatal(err)
	}
	var kept *windows.CertContext
	if err := windows.CertAddCertificateContextToStore(store, found, windows.CERT_STORE_ADD_ALWAYS, &kept); err != nil {
		t.Fatal(err)
	}
	thumb = sha1.Sum(unsafe.Slice(kept.EncodedCert, kept.Length))
	t.Cleanup(func() {
		if err := errors.Join(windows.CertDeleteCertificateFromStore(kept), windows.CertCloseStore(store, 0)); err != nil {
			t.Error(err)
		}
	})
	return thumb
}
