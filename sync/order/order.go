// Package order reads and writes the order to destroy, laufzettel-order/1
// (docs/order.md): a paper of its own, signed by two different persons, without which
// no original is removed. It names what is destroyed by id and salted digest, never by
// title, and is verified from the file alone. The two signatures lie over one exact
// spelling, so that two readers never see two orders.
package order

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// Type is the payload type of an order.
const Type = "application/vnd.laufzettel.order+json"

// SuffixList is what follows the name of an order in the name of its list file.
const SuffixList = ".liste"

// Bounds of an order.
const (
	MaxInline = 10_000   // objects that stand in the order itself; more stand in its list
	MaxPaper  = 12 << 20 // bytes of the envelope
	MinWait   = 30 * 24 * time.Hour

	format   = "laufzettel-order/1"
	maxText  = 1000 // bytes of a text
	maxWhole = 1<<53 - 1
)

// What a signer does.
const (
	Orders   = "orders"   // whoever orders the destruction
	Releases = "releases" // whoever releases it as second person
)

// Fault is the German reason why an order does not hold.
type Fault string

func (f Fault) Error() string { return string(f) }

// In gives the reason in a language.
func (f Fault) In(language string) string {
	return wording.Recognised("order.fault.", string(f)).In(language)
}

// Order is what is signed. The order of the members is that of the paper.
type Order struct {
	Format    string     `json:"format"`
	ID        string     `json:"order_id"`
	Archive   string     `json:"archive"`
	Accession string     `json:"accession"`
	Portion   string     `json:"portion"`
	Made      string     `json:"made"` // RFC 3339, UTC, whole seconds
	Basis     string     `json:"basis"`
	Signers   []Signer   `json:"signers"`
	Alone     *Alone     `json:"alone,omitempty"`
	Sample    string     `json:"sample,omitempty"` // how a sample was drawn, where one was
	Originals []Original `json:"originals"`
	Sums      []Sum      `json:"sums"` // by folder
	Count     int64      `json:"count"`
	Objects   []Object   `json:"objects,omitempty"` // up to MaxInline
	List      string     `json:"list,omitempty"`    // root of the list file, above
	Log       Head       `json:"log"`
}

// Signer is a person whose signature the order needs.
type Signer struct {
	Role      string `json:"role"`
	Person    string `json:"person"`
	PublicKey string `json:"public_key"`
}

// Alone says that an archive of one person orders: with the written consent of the
// agency, or not before a day.
type Alone struct {
	Consent string `json:"consent"` // the agency's letter; "" = Until
	Until   string `json:"until"`   // RFC 3339; "" = Consent
}

// Original is a delivered copy that goes as a whole.
type Original struct {
	Portion string `json:"portion"`
	Files   int64  `json:"files"`
	Bytes   int64  `json:"bytes"`
	Digest  string `json:"digest"` // salted, lower-case hex
}

// Sum is what is destroyed of one folder (position of the filing plan).
type Sum struct {
	Folder  string `json:"folder"`
	Objects int64  `json:"objects"`
	Files   int64  `json:"files"`
	Bytes   int64  `json:"bytes"`
}

// Object is one object that is destroyed.
type Object struct {
	ID       string `json:"id"`
	Folder   string `json:"folder"`
	Files    int64  `json:"files"`
	Bytes    int64  `json:"bytes"`
	Digest   string `json:"digest"`   // salted, lower-case hex
	Decided  string `json:"decided"`  // entry of the log, NUMBER:HASH; id of the decision of another place
	Released string `json:"released"` // the same; "" where one person works alone
}

// Head is the end of the event log when the order was made.
type Head struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"sha256"`
}

// Payload gives the one spelling of an order, the bytes that are signed.
func (o Order) Payload() ([]byte, error) { return spell(o) }

// spell is JSON without white space and with no more escapes than JSON needs, as
// `jq -c` writes it.
func spell(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("spell order: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), nil
}

type envelope struct {
	PayloadType string      `json:"payloadType"`
	Payload     string      `json:"payload"`
	Signatures  []signature `json:"signatures"`
}

type signature struct {
	KeyID string `json:"keyid"`
	Sig   string `json:"sig"`
}

// Paper is an order as read, with the signatures that hold.
type Paper struct {
	Order
	Signed []Signer // who has signed, in the order of Signers

	payload []byte
	made    envelope
}

// Whole reports whether everybody who has to has signed.
func (p *Paper) Whole() bool { return len(p.Signed) == len(p.Signers) }

// Missing gives who has not signed yet.
func (p *Paper) Missing() []Signer {
	var out []Signer
next:
	for _, s := range p.Signers {
		for _, done := range p.Signed {
			if done == s {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

// Says reports whether the order says exactly what another one does.
func (p *Paper) Says(o Order) bool {
	other, err := o.Payload()
	return err == nil && bytes.Equal(other, p.payload)
}

// Digest is the SHA-256 over what was signed, in lower-case hex: whoever signs later, it
// stays the same.
func (p *Paper) Digest() string {
	sum := sha256.Sum256(p.payload)
	return hex.EncodeToString(sum[:])
}

// Seal signs an order that nobody has signed yet.
func Seal(ctx context.Context, o Order, key *sign.Key) ([]byte, error) {
	o.Format = format
	payload, err := o.Payload()
	if err != nil {
		return nil, err
	}
	p := &Paper{Order: o, payload: payload, made: envelope{PayloadType: Type, Payload: base64.StdEncoding.EncodeToString(payload)}}
	if err := o.check(); err != nil {
		return nil, err
	}
	return p.Sign(ctx, key)
}

// Sign adds a signature and gives the envelope. Error: Fault where the key is that of
// nobody who has to sign, or has signed.
func (p *Paper) Sign(ctx context.Context, key *sign.Key) ([]byte, error) {
	sig, err := key.Sign(ctx, sign.PreAuth(Type, p.payload))
	if err != nil {
		return nil, fmt.Errorf("sign order: %w", err)
	}
	all := map[string]string{key.ID(): base64.StdEncoding.EncodeToString(sig)}
	for _, s := range p.made.Signatures {
		if s.KeyID == key.ID() {
			return nil, Fault(wording.Kept("order.fault.signed-already"))
		}
		all[s.KeyID] = s.Sig
	}
	out := p.made
	out.Signatures = nil
	for _, s := range p.Signers {
		if id := s.keyID(); all[id] != "" {
			out.Signatures = append(out.Signatures, signature{id, all[id]})
		}
	}
	if len(out.Signatures) != len(all) {
		return nil, Fault(wording.Kept("order.fault.no-signer"))
	}
	raw, err := spell(out)
	if err != nil {
		return nil, err
	}
	_, err = Read(raw)
	return raw, err
}

func (s Signer) keyID() string {
	k, err := sign.ParsePublicKey(s.PublicKey)
	if err != nil {
		return ""
	}
	return k.ID()
}

// Read reads and verifies an order, but for its list. At least one signature must
// hold and none may be wrong. Error: Fault.
func Read(raw []byte) (*Paper, error) {
	p := &Paper{}
	if len(raw) > MaxPaper {
		return nil, Fault(wording.Kept("order.fault.large"))
	}
	if strict.Read(raw, &p.made) != nil || !spelled(p.made, raw) {
		return nil, Fault(wording.Kept("order.fault.envelope"))
	}
	if p.made.PayloadType != Type {
		return nil, Fault(wording.Kept("order.fault.no-order"))
	}
	var err error
	if p.payload, err = base64.StdEncoding.Strict().DecodeString(p.made.Payload); err != nil {
		return nil, Fault(wording.Kept("order.fault.envelope"))
	}
	if strict.Read(p.payload, &p.Order) != nil || !spelled(p.Order, p.payload) {
		return nil, Fault(wording.Kept("order.fault.form"))
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, p.verify()
}

func spelled(v any, raw []byte) bool {
	again, err := spell(v)
	return err == nil && bytes.Equal(again, raw)
}

// verify checks the signatures: each by the next of the signers.
func (p *Paper) verify() error {
	if n := len(p.made.Signatures); n == 0 || n > len(p.Signers) {
		return Fault(wording.Kept("order.fault.signatures"))
	}
	data, next := sign.PreAuth(Type, p.payload), 0
	for _, s := range p.made.Signatures {
		for next < len(p.Signers) && p.Signers[next].keyID() != s.KeyID {
			next++
		}
		if next == len(p.Signers) {
			return Fault(wording.Kept("order.fault.stranger"))
		}
		public, err := sign.ParsePublicKey(p.Signers[next].PublicKey)
		sig, serr := base64.StdEncoding.Strict().DecodeString(s.Sig)
		if err != nil || serr != nil || !public.Verify(data, sig) {
			return Fault(wording.Kept("order.fault.signature", p.Signers[next].Person))
		}
		p.Signed = append(p.Signed, p.Signers[next])
		next++
	}
	return nil
}
