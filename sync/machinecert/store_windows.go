package machinecert

import (
	"bytes"
	"crypto"
	"crypto/sha1"
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	ncrypt     = windows.NewLazySystemDLL("ncrypt.dll")
	signHash   = ncrypt.NewProc("NCryptSignHash")
	freeObject = ncrypt.NewProc("NCryptFreeObject")
)

// Of bcrypt.h and wincrypt.h.
const (
	padPKCS1       = 0x2
	padPSS         = 0x8
	chainCacheOnly = 0x4 // CERT_CHAIN_CACHE_ONLY_URL_RETRIEVAL: nothing is fetched for the chain
)

// algorithms are the names of digests, as the system has them.
var algorithms = map[crypto.Hash]string{crypto.SHA1: "SHA1", crypto.SHA256: "SHA256", crypto.SHA384: "SHA384", crypto.SHA512: "SHA512"}

// systemStore looks among the certificates of the person, then among those of the machine.
func systemStore(thumb [sha1.Size]byte) (stored, error) {
	for _, place := range []uint32{windows.CERT_SYSTEM_STORE_CURRENT_USER, windows.CERT_SYSTEM_STORE_LOCAL_MACHINE} {
		ctx, err := lookUp(place, thumb)
		if err != nil {
			return stored{}, err
		}
		if ctx == nil {
			continue
		}
		s, err := withKey(ctx)
		_ = windows.CertFreeCertificateContext(ctx) // chain and key are copies and handles of their own
		return s, err
	}
	return stored{}, errAbsent
}

// lookUp finds a certificate in one store; nil where it is not there.
func lookUp(place uint32, thumb [sha1.Size]byte) (*windows.CertContext, error) {
	name, err := windows.UTF16PtrFromString("MY")
	if err != nil {
		return nil, err
	}
	store, err := windows.CertOpenStore(windows.CERT_STORE_PROV_SYSTEM_W, 0, 0,
		place|windows.CERT_STORE_READONLY_FLAG|windows.CERT_STORE_OPEN_EXISTING_FLAG, uintptr(unsafe.Pointer(name)))
	if err != nil {
		return nil, nil // a person without any certificate has no store
	}
	defer func() { _ = windows.CertCloseStore(store, 0) }() // what was found lives on
	blob := windows.CryptHashBlob{Size: uint32(len(thumb)), Data: &thumb[0]}
	ctx, err := windows.CertFindCertificateInStore(store, windows.X509_ASN_ENCODING|windows.PKCS_7_ASN_ENCODING, 0,
		windows.CERT_FIND_HASH, unsafe.Pointer(&blob), nil)
	if err != nil {
		return nil, nil
	}
	return ctx, nil
}

// withKey gives the chain of a certificate and the key that the store holds for it.
func withKey(ctx *windows.CertContext) (stored, error) {
	s := stored{chain: chainOf(ctx)}
	var key windows.Handle
	var spec uint32
	var ours bool
	err := windows.CryptAcquireCertificatePrivateKey(ctx, windows.CRYPT_ACQUIRE_ONLY_NCRYPT_KEY_FLAG, nil, &key, &spec, &ours)
	if err != nil {
		return s, fmt.Errorf("%w: %w", errNoKey, err)
	}
	h := &handle{key: key}
	if ours {
		runtime.AddCleanup(h, func(key windows.Handle) { _, _, _ = freeObject.Call(uintptr(key)) }, key)
	}
	s.sign = h.sign
	return s, nil
}

// handle is a key of the store as long as somebody may sign with it.
type handle struct{ key windows.Handle }

func (h *handle) sign(digest []byte, hash crypto.Hash, p padding) ([]byte, error) {
	if len(digest) == 0 {
		return nil, fmt.Errorf("nothing to sign")
	}
	name, err := windows.UTF16PtrFromString(algorithms[hash])
	if err != nil || algorithms[hash] == "" && p != plain {
		return nil, fmt.Errorf("the store knows no digest %v: %w", hash, errNoKey)
	}
	var info unsafe.Pointer
	var flags uintptr
	switch p {
	case pkcs1:
		info, flags = unsafe.Pointer(&struct{ algorithm *uint16 }{name}), padPKCS1
	case pss:
		info, flags = unsafe.Pointer(&struct {
			algorithm *uint16
			salt      uint32
		}{name, uint32(hash.Size())}), padPSS
	}
	out := make([]byte, 1024) // a key of 8192 bits
	var n uint32
	status, _, _ := signHash.Call(uintptr(h.key), uintptr(info), uintptr(unsafe.Pointer(&digest[0])), uintptr(len(digest)),
		uintptr(unsafe.Pointer(&out[0])), uintptr(len(out)), uintptr(unsafe.Pointer(&n)), flags)
	runtime.KeepAlive(h)
	runtime.KeepAlive(name)
	if status != 0 || int(n) > len(out) {
		return nil, fmt.Errorf("the key in the store did not sign: 0x%08x", uint32(status))
	}
	return out[:n], nil
}

// chainOf copies the certificate and what the system knows above it.
func chainOf(ctx *windows.CertContext) [][]byte {
	leaf := bytes.Clone(unsafe.Slice(ctx.EncodedCert, ctx.Length))
	out := [][]byte{leaf}
	para := windows.CertChainPara{Size: uint32(unsafe.Sizeof(windows.CertChainPara{}))}
	var built *windows.CertChainContext
	if err := windows.CertGetCertificateChain(0, ctx, nil, 0, &para, chainCacheOnly, 0, &built); err != nil || built == nil {
		return out // the certificate alone: an archive that knows its issuer needs no more
	}
	defer windows.CertFreeCertificateChain(built)
	if built.ChainCount == 0 {
		return out
	}
	simple := unsafe.Slice(built.Chains, built.ChainCount)[0]
	elements := unsafe.Slice(simple.Elements, simple.NumElements)
	for _, e := range elements {
		der := bytes.Clone(unsafe.Slice(e.CertContext.EncodedCert, e.CertContext.Length))
		if !slices.ContainsFunc(out, func(d []byte) bool { return bytes.Equal(d, der) }) {
			out = append(out, der)
		}
	}
	return out
}
