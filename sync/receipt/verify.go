package receipt

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"laufzettel/sync/ledger"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Kind says what a check compares. What a person reads of it stands in the catalogue under
// receipt.check.
type Kind string

// The checks of a receipt, in the order in which they are made.
const (
	KindSignature Kind = "signature" // of the archive, under the receipt
	KindReading   Kind = "reading"   // by which rules a paper was read
	KindResult    Kind = "result"    // taken or refused
	KindStamp     Kind = "stamp"     // time stamp beside it
	KindLog       Kind = "log"       // proof that the archive keeps it in its log
	KindMessage   Kind = "message"   // what was sent, where that was a message
	KindHand      Kind = "hand"      // of the person, under a message
	KindManifest  Kind = "manifest"  // what was sent, where that was a package
	KindBoth      Kind = "both"      // manifest and receipt say the same
	KindPackage   Kind = "package"   // its bytes
)

// kindReceipt is the receipt itself, where it is said how it was read.
const kindReceipt Kind = "receipt"

// In says in a language what is checked.
func (k Kind) In(language string) string {
	return wording.Word("receipt.check.", string(k)).In(language)
}

// Check is one comparison of an offline verification. Not everything can be
// compared every time: a check that was not done says why and proves nothing.
type Check struct {
	Kind   Kind
	Done   bool
	OK     bool
	Detail wording.Text
}

// In gives what is checked, and what came of it, in a language.
func (c Check) In(language string) (name, detail string) {
	return c.Kind.In(language), c.Detail.In(language)
}

// MarshalJSON implements json.Marshaler: kind, and the words in German.
func (c Check) MarshalJSON() ([]byte, error) {
	name, detail := c.In(wording.German)
	return json.Marshal(struct {
		Kind     Kind
		Name     string
		Done, OK bool
		Detail   string
	}{c.Kind, name, c.Done, c.OK, detail})
}

// Verification is the outcome of VerifyFile.
type Verification struct {
	Receipt     Receipt
	ReceiptHash string // hash of the receipt's envelope
	Fingerprint string // of the key that signed
	Checks      []Check
}

// OK reports whether the signature holds and nothing that was compared differs. It says
// nothing of what was not there to be compared: Missing does.
func (v Verification) OK() bool {
	if len(v.Checks) == 0 || !v.Checks[0].Done {
		return false
	}
	for _, c := range v.Checks {
		if c.Done && !c.OK {
			return false
		}
	}
	return true
}

// Missing gives the checks that a receipt stands for and that were not done, because what
// it confirms does not lie beside it: without them nobody has compared anything with it.
func (v Verification) Missing() (out []Kind) {
	for _, c := range v.Checks {
		if !c.Done && (c.Kind == KindManifest || c.Kind == KindPackage || c.Kind == KindMessage) {
			out = append(out, c.Kind)
		}
	}
	return out
}

func (v *Verification) add(kind Kind, ok bool, detail wording.Text) {
	v.Checks = append(v.Checks, Check{Kind: kind, Done: true, OK: ok, Detail: detail})
}

func (v *Verification) skip(kind Kind, why wording.Text) {
	v.Checks = append(v.Checks, Check{Kind: kind, Detail: why})
}

// LoadTrust reads the file with which receipts are verified: a trust envelope or
// the text of one public key in base64, with nothing around it but white space of ASCII. The caller shows the fingerprint; whether
// the key is the archive's is for a person to know.
func LoadTrust(ctx context.Context, path string) (sign.Trust, error) {
	data, err := ReadSmall(path, sign.MaxEnvelope)
	if err != nil {
		return sign.Trust{}, failure.Wrap(failure.Refused, "read trust file", wording.Say("hint.receipt.key-file-unreadable"), err)
	}
	if public, err := sign.ParsePublicKey(strings.Trim(string(data), " \t\n\v\f\r")); err == nil {
		return TrustOf(public), nil
	}
	trust, err := sign.OpenFirstTrust(ctx, data)
	if err != nil {
		return sign.Trust{}, failure.Wrap(failure.Refused, "read trust file", wording.Say("hint.receipt.not-a-key-file"), err)
	}
	return trust, nil
}

// TrustOf is the trust in a single key, whenever it was used.
func TrustOf(public sign.PublicKey) sign.Trust {
	return sign.Trust{Keys: []sign.TrustedKey{{KeyID: public.ID(), PublicKey: public.String(), State: "active", From: time.Time{}}}}
}

// VerifyFile verifies a receipt offline: its signature against trust, and what
// lies beside it (NAME.quittung.json: NAME.manifest.json or NAME.nachricht.json,
// and the package NAME itself, NAME.quittung.tsr). path may name the package, too:
// then the receipt beside it is meant. An error means that the receipt file could not
// be read at all; everything else is in the Verification.
func VerifyFile(ctx context.Context, path string, trust sign.Trust) (Verification, error) {
	if !strings.HasSuffix(path, SuffixReceipt) {
		if _, err := os.Stat(path + SuffixReceipt); err == nil {
			path += SuffixReceipt
		}
	}
	envelope, err := ReadSmall(path, sign.MaxEnvelope)
	if err != nil {
		return Verification{}, failure.Wrap(failure.Refused, "read receipt", wording.Say("hint.receipt.receipt-unreadable"), err)
	}
	v := Verification{ReceiptHash: sign.HashEnvelope(envelope)}
	v.Receipt, err = Open(ctx, envelope, trust)
	if err != nil {
		v.add(KindSignature, false, signatureDetail(err))
		return v, nil
	}
	for _, k := range trust.All() {
		if k.ID() == v.Receipt.KeyID {
			v.Fingerprint = k.Fingerprint()
		}
	}
	v.add(KindSignature, true, wording.Say("receipt.said.signed", v.Fingerprint))
	v.oldReading(kindReceipt, v.Receipt.Old)
	v.add(KindResult, v.Receipt.State == Accepted, stateDetail(v.Receipt))
	base, ok := strings.CutSuffix(path, SuffixReceipt)
	v.checkStamp(base+SuffixTimestamp, envelope)
	v.checkProof(base+SuffixProof, envelope, trust)
	if !ok {
		v.skip(KindManifest, wording.Say("receipt.said.no-suffix", SuffixReceipt))
		return v, nil
	}
	if v.Receipt.Kind == "message" {
		if m, ok := checkBeside[Message](&v, KindMessage, base+SuffixMessage, TypeMessage); ok {
			v.checkHand(ctx, m)
		}
		return v, nil
	}
	if m, ok := checkBeside[Manifest](&v, KindManifest, base+SuffixManifest, TypeManifest); ok {
		v.checkManifest(m)
	}
	return v, v.checkPackage(ctx, base)
}

func signatureDetail(err error) wording.Text {
	if errors.Is(err, sign.ErrWrongSignature) {
		return wording.Say("receipt.said.wrong-signature")
	}
	return wording.Say("receipt.said.unreadable", err.Error())
}

func stateDetail(r Receipt) wording.Text {
	if r.State == Accepted {
		return wording.Say("receipt.said.accepted", wording.Instant(r.Time))
	}
	return wording.Say("receipt.said.refused", r.Reason)
}

// checkProof verifies that the receipt is in the log its archive keeps (protocol.md 20).
func (v *Verification) checkProof(path string, envelope []byte, trust sign.Trust) {
	const name = KindLog
	raw, err := ReadSmall(path, ledger.MaxProof)
	if errors.Is(err, fs.ErrNotExist) {
		v.skip(name, wording.Say("receipt.said.no-proof"))
		return
	}
	if err != nil && !noPaper(err) {
		v.skip(name, wording.Say("receipt.said.unread-unchecked", err.Error()))
		return
	}
	p, err := ledger.ReadProof(raw)
	var c ledger.Checkpoint
	if err == nil {
		c, err = p.Verify(envelope, trust.All()...)
	}
	if err != nil {
		v.add(name, false, wording.Say("receipt.said.bad-proof"))
		return
	}
	v.add(name, true, wording.Say("receipt.said.entry", p.Index+1, c.Size, c.Origin))
}

// checkHand says which person signed a message beside the machine that sent it.
func (v *Verification) checkHand(ctx context.Context, m Message) {
	const name = KindHand
	h, err := m.Signer(ctx)
	switch {
	case err != nil:
		v.add(name, false, wording.Say("receipt.said.bad-hand"))
	case h == nil:
		v.skip(name, wording.Say("receipt.said.machine-only"))
	default:
		v.add(name, true, wording.Say("receipt.said.hand", h.Person, h.KeyID(), wording.Instant(h.At)))
	}
}

// oldReading says that a paper keeps only the rules of before transfer/strict.
func (v *Verification) oldReading(what Kind, old bool) {
	if old {
		v.add(KindReading, true, wording.Say("receipt.said.old-rules", what))
	}
}

// checkBeside compares the sent envelope with the hash in the receipt and reads
// its payload.
func checkBeside[T paper](v *Verification, kind Kind, path, payloadType string) (out T, ok bool) {
	data, err := ReadSmall(path, sign.MaxEnvelope)
	if errors.Is(err, fs.ErrNotExist) {
		v.skip(kind, wording.Say("receipt.said.not-beside"))
		return out, false
	}
	if err != nil {
		v.skip(kind, wording.Say("receipt.said.unread", err.Error()))
		return out, false
	}
	old := false
	payload, err := sign.OpenHashed(data, payloadType, v.Receipt.ManifestSHA512)
	if err == nil {
		old, err = readPaper(payload, &out)
	}
	if err != nil {
		v.add(kind, false, wording.Say("receipt.said.not-the-one"))
		return out, false
	}
	v.add(kind, true, wording.Say("receipt.said.the-one"))
	v.oldReading(kind, old)
	return out, true
}

func (v *Verification) checkManifest(m Manifest) {
	id := ""
	if len(v.Receipt.Uploads) == 1 {
		id = v.Receipt.Uploads[0].UploadID
	}
	err := v.Receipt.Match(m, v.Receipt.ManifestSHA512, id)
	detail := wording.Say("receipt.said.agrees")
	if err != nil {
		detail = wording.Say("receipt.said.manifest-differs", err.Error())
	}
	v.add(KindBoth, err == nil, detail)
}

func (v *Verification) checkPackage(ctx context.Context, base string) error {
	const name = KindPackage
	if len(v.Receipt.Uploads) != 1 {
		v.skip(name, wording.Say("receipt.said.no-package"))
		return nil
	}
	want := v.Receipt.Uploads[0]
	if _, err := os.Stat(base); errors.Is(err, fs.ErrNotExist) {
		v.skip(name, wording.Say("receipt.said.package-not-beside"))
		return nil
	}
	sum, size, err := HashFile(ctx, base, nil)
	switch {
	case failure.Canceled(err):
		return err
	case err != nil:
		v.skip(name, wording.Say("receipt.said.package-unread", err.Error()))
	case size != want.Size || sum != want.SHA512:
		v.add(name, false, wording.Say("receipt.said.other-package", size, sum))
	case want.PiecesRoot != "":
		return v.checkPieces(ctx, base, want)
	default:
		v.add(name, true, wording.Say("receipt.said.package-agrees", size))
	}
	return nil
}

// checkPieces makes the root of the pieces of a package anew (receipt /2).
func (v *Verification) checkPieces(ctx context.Context, base string, want Upload) error {
	const name = KindPackage
	f, err := durable.OpenFile(base)
	if err != nil {
		v.skip(name, wording.Say("receipt.said.package-unread", err.Error()))
		return nil
	}
	defer f.Close() // read only
	digests, err := PieceDigests(stop.Reader(ctx, f))
	switch {
	case failure.Canceled(err):
		return err
	case err != nil:
		v.skip(name, wording.Say("receipt.said.package-unread", err.Error()))
	case PiecesOf(digests).Root != want.PiecesRoot:
		v.add(name, false, wording.Say("receipt.said.pieces-differ"))
	default:
		v.add(name, true, wording.Say("receipt.said.pieces-agree", want.Size))
	}
	return nil
}
