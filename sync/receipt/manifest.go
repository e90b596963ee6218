package receipt

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/strict"
)

// The payload types and format names of protocol.md 4.
const (
	TypeManifest = "application/vnd.laufzettel.manifest+json"
	TypeReceipt  = "application/vnd.laufzettel.quittung+json"
	TypeMessage  = "application/vnd.laufzettel.message+json"
	TypeArchived = "application/vnd.laufzettel.archived+json"

	formatManifest = "laufzettel-manifest/1"
	formatPieced   = "laufzettel-manifest/2" // with pieces
	formatReceipt  = "laufzettel-quittung/1"
	formatRooted   = "laufzettel-quittung/2" // confirms the root of pieces
	formatMessage  = "laufzettel-message/1"
	formatArchived = "laufzettel-archived/1"
)

// KindWork is the kind of an upload that is a portion given out for appraisal
// (protocol.md 13); it is no package.
const KindWork = "work"

// KindDelivery is the kind of an upload that is a portion an agency hands over to
// an archive, with its papers; it is no package yet.
const KindDelivery = "delivery"

// ReasonReferenceCode begins the reason of a refusal, and is the problem code of an
// answer, where another package bears the reference code (protocol.md 6).
const ReasonReferenceCode = "reference-code"

const (
	maxName   = 255
	maxFiles  = 100_000
	sha512Hex = sha512.Size * 2
)

// Manifest says what a client is about to deliver. One package file is one
// manifest.
type Manifest struct {
	Format      string    `json:"format"`
	ID          string    `json:"id"` // the job id: random, so two deliveries never share a manifest
	Created     time.Time `json:"created"`
	Kind        string    `json:"kind"` // aip, accession or work
	Name        string    `json:"name"`
	Size        int64     `json:"size"`   // bytes
	SHA512      string    `json:"sha512"` // lower-case hex
	PackageID   string    `json:"package_id,omitempty"`
	AccessionID string    `json:"accession_id,omitempty"`
	// ReferenceCode is the code a profile's block gave the package: no two packages
	// of different clients may bear it (A34).
	ReferenceCode string `json:"reference_code,omitempty"`
	Exclusive     bool   `json:"exclusive,omitempty"` // read by one person at a time (E7)
	Files         []File `json:"files,omitempty"`
	// Pieces are named to a receiver that has the feature pieces; nil in manifest /1.
	Pieces *Pieces `json:"pieces,omitempty"`
}

// Stays reports whether what is delivered is a package, which the archive takes in, and
// no portion on its way.
func (m Manifest) Stays() bool { return m.Kind != KindWork && m.Kind != KindDelivery }

// File is one entry of the package.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA512 string `json:"sha512,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	PUID   string `json:"puid,omitempty"`
}

// Seal signs the manifest and gives the envelope.
func (m Manifest) Seal(ctx context.Context, key *sign.Key) ([]byte, error) {
	m.Format = formatManifest
	if m.Pieces != nil {
		m.Format = formatPieced
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return sign.SealJSON(ctx, TypeManifest, m, key)
}

// OpenManifest reads a manifest that one of the keys signed.
func OpenManifest(ctx context.Context, envelope []byte, keys ...sign.PublicKey) (Manifest, error) {
	payload, _, err := sign.OpenAny(ctx, envelope, TypeManifest, keys...)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if err := strict.Read(payload, &m); err != nil {
		return Manifest{}, fmt.Errorf("read manifest: %w", err)
	}
	return m, m.check()
}

func (m Manifest) check() error {
	switch {
	case m.Format != formatManifest && m.Format != formatPieced:
		return fmt.Errorf("manifest has format %q, want %q", m.Format, formatManifest)
	case (m.Format == formatPieced) != (m.Pieces != nil):
		return fmt.Errorf("manifest of format %q, which has no pieces, or misses them", m.Format)
	case m.ID == "" || len(m.ID) > maxName:
		return errors.New("manifest has no id of at most 255 bytes")
	case m.Kind != "aip" && m.Kind != "accession" && m.Kind != KindWork && m.Kind != KindDelivery:
		return fmt.Errorf("manifest is of kind %q", m.Kind)
	case m.Size < 1:
		return fmt.Errorf("manifest of %d bytes", m.Size)
	case !isSHA512(m.SHA512):
		return errors.New("manifest has no sha512 in lower-case hex")
	case len(m.ReferenceCode) > maxName || !utf8.ValidString(m.ReferenceCode) || strings.TrimSpace(m.ReferenceCode) != m.ReferenceCode ||
		strings.ContainsFunc(m.ReferenceCode, unicode.IsControl):
		return errors.New("manifest has a reference code that is no plain text of at most 255 bytes")
	case len(m.Files) > maxFiles:
		return fmt.Errorf("manifest lists %d files, limit %d", len(m.Files), maxFiles)
	}
	for _, f := range m.Files {
		if strings.ContainsAny(f.Path, ":\\") || strings.ContainsFunc(f.Path, unicode.IsControl) {
			return fmt.Errorf("manifest lists the file %q, which is another one or none on some systems", f.Path)
		}
		if f.Path == "" || f.Path != path.Clean(f.Path) || path.IsAbs(f.Path) || strings.HasPrefix(f.Path, "..") || f.Size < 0 {
			return fmt.Errorf("manifest lists the file %q", f.Path)
		}
	}
	if m.Pieces != nil {
		if err := m.Pieces.check(m.Size); err != nil {
			return err
		}
	}
	return CheckName(m.Name)
}

// CheckName refuses names that are no plain file name on every system: a colon begins
// the name of a stream of another file on Windows (a.txt:ads, defect S12).
func CheckName(name string) error {
	if name == "" || len(name) > maxName || name == "." || name == ".." || !utf8.ValidString(name) || strings.ContainsAny(name, `/\:`) {
		return fmt.Errorf("%q is no plain file name", name)
	}
	for _, r := range name {
		if r < 0x20 || r == 0x7f {
			return fmt.Errorf("%q holds a control character", name)
		}
	}
	return nil
}

func isSHA512(s string) bool {
	if len(s) != sha512Hex || strings.ToLower(s) != s {
		return false
	}
	_, err := hex.DecodeString(s)
	return err == nil
}

// HashFile reads a file once and gives its SHA-512 in hex and its size. It stops
// when ctx ends; progress (may be nil) is told the bytes read so far.
func HashFile(ctx context.Context, name string, progress func(done int64)) (sum string, size int64, err error) {
	f, err := durable.OpenFile(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close() // read only
	h := sha512.New()
	buf := make([]byte, 1<<20)
	for {
		if err := ctx.Err(); err != nil {
			return "", 0, err
		}
		n, err := f.Read(buf)
		h.Write(buf[:n])
		size += int64(n)
		if progress != nil {
			progress(size)
		}
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(h.Sum(nil)), size, nil
		}
		if err != nil {
			return "", 0, err
		}
	}
}

// Message is a signed document a client sends through the same outbox: an
// xdomea answer, decisions, an order.
type Message struct {
	Format    string    `json:"format"`
	ID        string    `json:"id"`
	Created   time.Time `json:"created"`
	Kind      string    `json:"kind"` // such as xdomea-0502 or decisions
	Reference string    `json:"reference"`
	To        string    `json:"to,omitempty"` // client id or office it is kept for
	Name      string    `json:"name"`
	MediaType string    `json:"media_type"`
	Content   []byte    `json:"content"` // base64 in JSON
	// Hand is the signature of the person who made the statement (see Hand), nil
	// where only the machine signs.
	Hand []byte `json:"hand,omitempty"`
}

// Seal signs the message and gives the envelope.
func (m Message) Seal(ctx context.Context, key *sign.Key) ([]byte, error) {
	m.Format = formatMessage
	if err := m.check(); err != nil {
		return nil, err
	}
	return sign.SealJSON(ctx, TypeMessage, m, key)
}

// OpenMessage reads a message that one of the keys signed.
func OpenMessage(ctx context.Context, envelope []byte, keys ...sign.PublicKey) (Message, error) {
	payload, _, err := sign.OpenAny(ctx, envelope, TypeMessage, keys...)
	if err != nil {
		return Message{}, err
	}
	var m Message
	if err := strict.Read(payload, &m); err != nil {
		return Message{}, fmt.Errorf("read message: %w", err)
	}
	return m, m.check()
}

func (m Message) check() error {
	switch {
	case m.Format != formatMessage:
		return fmt.Errorf("message has format %q, want %q", m.Format, formatMessage)
	case m.ID == "" || len(m.ID) > maxName || len(m.Reference) > maxName || len(m.To) > maxName:
		return errors.New("message has no id, or a reference or addressee longer than 255 bytes")
	case m.Kind == "" || len(m.Kind) > 64:
		return errors.New("message has no kind of at most 64 bytes")
	case len(m.Hand) > maxHand:
		return fmt.Errorf("message with a hand of %d bytes, limit %d", len(m.Hand), maxHand)
	}
	return CheckName(m.Name)
}

// ReadManifest reads a manifest whose envelope was verified before and is known
// by its hash.
func ReadManifest(envelope []byte, hash string) (Manifest, error) {
	return readHashed[Manifest](envelope, TypeManifest, hash, "manifest")
}

// ReadReceipt reads a receipt whose envelope was verified before and is known by its
// hash.
func ReadReceipt(envelope []byte, hash string) (Receipt, error) {
	return readHashed[Receipt](envelope, TypeReceipt, hash, "receipt")
}

// readHashed reads what an envelope of that type and hash holds; one from before the
// strict rules is read as it was then.
func readHashed[T paper](envelope []byte, payloadType, hash, what string) (T, error) {
	var out, none T
	payload, err := sign.OpenHashed(envelope, payloadType, hash)
	if err != nil {
		return none, err
	}
	if _, err := readPaper(payload, &out); err != nil {
		return none, fmt.Errorf("read %s: %w", what, err)
	}
	return out, out.check()
}
