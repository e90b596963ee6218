package receipt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"laufzettel/sync/sign"
)

// State of a delivery as the archive signs it.
type State string

// The states of a receipt.
const (
	Accepted State = "accepted"
	Refused  State = "refused"
)

// Receipt (Quittung) is what the archive signs about one delivery.
type Receipt struct {
	Format         string    `json:"format"`
	ReceiptID      string    `json:"receipt_id"`
	Archive        string    `json:"archive"`
	Client         string    `json:"client"`
	Sequence       int64     `json:"sequence"` // from 1, without gaps, per client
	Previous       string    `json:"previous"` // hash of the receipt before it
	Kind           string    `json:"kind"`     // upload or message
	ManifestSHA512 string    `json:"manifest_sha512"`
	Uploads        []Upload  `json:"uploads"`
	Size           int64     `json:"size"`
	State          State     `json:"state"`
	Reason         string    `json:"reason,omitempty"`
	Time           time.Time `json:"time"`
	KeyID          string    `json:"key_id"`

	// Old says that the receipt was read by the rules before transfer/strict.
	Old bool `json:"-"`
}

// Upload is one delivered file in a receipt.
type Upload struct {
	UploadID string `json:"upload_id"`
	Name     string `json:"name"`
	Size     int64  `json:"size"`
	// SHA512 was found by the receiver; in a receipt /2 about what does not stay
	// (Manifest.Stays) it may be the word of the manifest.
	SHA512 string `json:"sha512"`
	// PiecesRoot is the root of the pieces, checked by the receiver; only in receipt /2.
	PiecesRoot string `json:"pieces_root,omitempty"`
}

// Seal signs the receipt with the archive's key.
func (r Receipt) Seal(ctx context.Context, key *sign.Key) ([]byte, error) {
	r.Format, r.KeyID = formatReceipt, key.ID()
	if r.rooted() {
		r.Format = formatRooted
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	return sign.SealJSON(ctx, TypeReceipt, r, key)
}

// Open reads a receipt that a key of the trust document signed while that key
// was in use.
func Open(ctx context.Context, envelope []byte, trust sign.Trust) (Receipt, error) {
	r, err := OpenWith(ctx, envelope, trust.All()...)
	if err != nil {
		return Receipt{}, err
	}
	for _, k := range trust.UsableAt(r.Time) {
		if k.ID() == r.KeyID {
			return r, nil
		}
	}
	return Receipt{}, fmt.Errorf("receipt: key %s was not in use at %s", r.KeyID, r.Time.Format(time.RFC3339))
}

// OpenWith reads a receipt that one of the given keys signed.
func OpenWith(ctx context.Context, envelope []byte, keys ...sign.PublicKey) (Receipt, error) {
	payload, keyID, err := sign.OpenAny(ctx, envelope, TypeReceipt, keys...)
	if err != nil {
		return Receipt{}, err
	}
	r, err := readPayload(payload)
	if err != nil {
		return Receipt{}, err
	}
	if r.KeyID != keyID {
		return Receipt{}, fmt.Errorf("receipt names key %s, but %s signed it", r.KeyID, keyID)
	}
	return r, nil
}

func readPayload(payload []byte) (Receipt, error) {
	var r Receipt
	old, err := readPaper(payload, &r)
	if err != nil {
		return Receipt{}, fmt.Errorf("read receipt: %w", err)
	}
	r.Old = old
	return r, r.check()
}

func (a Archived) check() error {
	if a.Format != formatArchived || a.ArchiveID == "" {
		return fmt.Errorf("confirmation of format %q without archive id", a.Format)
	}
	return nil
}

func (r Receipt) check() error {
	switch {
	case r.Format != formatReceipt && r.Format != formatRooted:
		return fmt.Errorf("receipt has format %q, want %q", r.Format, formatReceipt)
	case (r.Format == formatRooted) != r.rooted():
		return fmt.Errorf("receipt of format %q, which confirms no root, or misses it", r.Format)
	case r.rooted() && (r.State != Accepted || len(r.Uploads) != 1 || !isSHA256(r.Uploads[0].PiecesRoot)):
		return errors.New("receipt with a root that is none, or of what was not accepted")
	case r.ReceiptID == "" || r.Client == "":
		return errors.New("receipt without id or client")
	case r.Sequence < 1 || (r.Sequence == 1) != (r.Previous == ""):
		return fmt.Errorf("receipt %d does not fit its predecessor %q", r.Sequence, r.Previous)
	case r.Kind != "upload" && r.Kind != "message":
		return fmt.Errorf("receipt of kind %q", r.Kind)
	case r.State != Accepted && r.State != Refused:
		return fmt.Errorf("receipt with state %q", r.State)
	case !isSHA512(r.ManifestSHA512):
		return errors.New("receipt names no manifest")
	case r.Time.IsZero():
		return errors.New("receipt without time")
	}
	return nil
}

// rooted reports whether the receipt confirms the root of pieces.
func (r Receipt) rooted() bool {
	for _, u := range r.Uploads {
		if u.PiecesRoot != "" {
			return true
		}
	}
	return false
}

// MismatchError says that a correctly signed receipt is not about what was sent.
// It is an alarm: never a success, never repaired unasked.
type MismatchError struct{ What, Want, Got string }

// Error names the member that differs.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("receipt does not match what was sent: %s is %q, want %q", e.What, e.Got, e.Want)
}

// Match compares a receipt with the client's own manifest, the hash of its
// envelope and the upload it was made for. It gives a *MismatchError.
func (r Receipt) Match(m Manifest, manifestSHA512, uploadID string) error {
	if len(r.Uploads) != 1 {
		return &MismatchError{"number of uploads", "1", fmt.Sprint(len(r.Uploads))}
	}
	u := r.Uploads[0]
	for _, c := range []MismatchError{
		{"kind", "upload", r.Kind},
		{"manifest", manifestSHA512, r.ManifestSHA512},
		{"upload id", uploadID, u.UploadID},
		{"name", m.Name, u.Name},
		{"size", fmt.Sprint(m.Size), fmt.Sprint(u.Size)},
		{"whole size", fmt.Sprint(m.Size), fmt.Sprint(r.Size)},
	} {
		if c.Want != c.Got {
			return &c
		}
	}
	if r.State == Accepted && u.SHA512 != m.SHA512 {
		return &MismatchError{"sha512", m.SHA512, u.SHA512}
	}
	if root := m.root(); r.State == Accepted && u.PiecesRoot != root {
		return &MismatchError{"root of the pieces", root, u.PiecesRoot}
	}
	return nil
}

func (m Manifest) root() string {
	if m.Pieces == nil {
		return ""
	}
	return m.Pieces.Root
}

// MatchMessage compares the receipt of a message with the envelope sent.
func (r Receipt) MatchMessage(envelope []byte) error {
	for _, c := range []MismatchError{
		{"kind", "message", r.Kind},
		{"message", sign.HashEnvelope(envelope), r.ManifestSHA512},
		{"size", fmt.Sprint(len(envelope)), fmt.Sprint(r.Size)},
	} {
		if c.Want != c.Got {
			return &c
		}
	}
	return nil
}

// Archived is the archive's second word about an upload: the id under which it
// is kept for good (E4), with retention or other notes sent after the fact (E5).
type Archived struct {
	Format        string    `json:"format"`
	ReceiptID     string    `json:"receipt_id"`
	ReceiptSHA512 string    `json:"receipt_sha512"`
	UploadID      string    `json:"upload_id"`
	ArchiveID     string    `json:"archive_id"`
	Time          time.Time `json:"time"`
	Note          string    `json:"note,omitempty"`
}

// Seal signs the confirmation with the archive's key.
func (a Archived) Seal(ctx context.Context, key *sign.Key) ([]byte, error) {
	a.Format = formatArchived
	return sign.SealJSON(ctx, TypeArchived, a, key)
}

// OpenArchived reads a confirmation about the given receipt envelope.
func OpenArchived(ctx context.Context, envelope, receiptEnvelope []byte, trust sign.Trust) (Archived, error) {
	payload, _, err := sign.OpenAny(ctx, envelope, TypeArchived, trust.All()...)
	if err != nil {
		return Archived{}, err
	}
	var a Archived
	if _, err := readPaper(payload, &a); err != nil {
		return Archived{}, fmt.Errorf("read confirmation: %w", err)
	}
	if err := a.check(); err != nil {
		return Archived{}, err
	}
	if want := sign.HashEnvelope(receiptEnvelope); a.ReceiptSHA512 != want {
		return Archived{}, &MismatchError{"receipt", want, a.ReceiptSHA512}
	}
	return a, nil
}
