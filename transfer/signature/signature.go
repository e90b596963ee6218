// Package signature verifies electronic signatures of originals (requirement E6):
// PAdES and other PDF signatures (ISO 32000-1, 12.8: ByteRange and a CMS object)
// and detached CMS files (RFC 5652). It tells signer, time, result and the chain
// used. It never renews, removes or writes a signature: originals stay byte for
// byte as they came.
//
// A changed byte, a certificate not in force when signed, one that ended since and an
// unknown chain are different results: the chain is built first, then the time judged,
// at the time of signing; attested and claimed time are told apart. What a signature is worth before
// the law is not judged. Revocation is judged by lists and answers at hand; nothing is
// loaded from a network.
package signature

import (
	"crypto/x509"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// Tool names the verifier for reports.
const Tool = "Laufzettel, github.com/digitorus/pkcs7"

// Form is the technical form of a signature.
type Form string

// The forms.
const (
	PAdES     Form = "PAdES"       // signature inside a PDF
	CMS       Form = "CMS"         // detached file
	Timestamp Form = "Zeitstempel" // document time stamp inside a PDF (RFC 3161)
)

// Certificate is one link of the chain used, the signer first.
type Certificate struct {
	Subject, Issuer     string
	Serial              string // hexadecimal
	NotBefore, NotAfter time.Time
	root                bool // signed by itself
}

// Result is what is known of one signature.
type Result struct {
	Form      Form
	Signer    string // common name, else the whole subject
	Signed    time.Time
	TimeFrom  string // where Signed stands: "Signatur", "PDF", "Zeitstempel", "" = none
	Algorithm string
	Intact    bool // digest and signature fit the content
	Trusted   bool // the chain ends in a certificate of the trust store
	Validity  Validity
	Ended     time.Time // end of the certificate Validity speaks of
	Misused   bool      // the certificate is not for signing
	Revoked   Revocation
	Whole     bool  // the whole file but the signature itself is covered
	End       int64 // where what is covered ends, of a signature inside a PDF
	Chain     []Certificate
	Problem   string // why it could not be verified or is not intact, "" = none
	Readable  bool   // false: nothing but Problem is known
}

// Trust is what signatures are verified with.
type Trust struct {
	Roots *x509.CertPool // nil: no issuer is known
	At    time.Time      // the day asked about; zero = now
	// Evidence is revocation data beside the file; what is inside it is found.
	Evidence *Evidence
}

func (t Trust) at() time.Time {
	if t.At.IsZero() {
		return time.Now()
	}
	return t.At
}

// keyFound begins the keys of what is found in a signature.
const keyFound = "found.signature."

// Summary is the result in one German line for people, index and report.
func (r Result) Summary() string { return r.Words().In(wording.German) }

// Words is the summary as a text.
func (r Result) Words() wording.Text {
	parts := []any{string(r.Form)}
	if r.Signer != "" {
		parts = append(parts, r.Signer)
	}
	if !r.Signed.IsZero() {
		parts = append(parts, wording.Say("found.signature.at", r.Signed.UTC().Format("2006-01-02 15:04:05"), timeWords(r.TimeFrom)))
	}
	switch {
	case !r.Readable:
		parts = append(parts, wording.Say("found.signature.unreadable", wording.Recognised(keyFound, r.Problem)))
	case !r.Intact:
		parts = append(parts, wording.Say("found.signature.changed"))
	default:
		parts = append(parts, wording.Say("found.signature.intact"))
	}
	if r.Readable && r.Validity != Valid {
		parts = append(parts, validityWords[r.Validity])
	}
	if r.Readable {
		var chain []string
		for _, c := range r.Chain {
			chain = append(chain, c.Subject)
		}
		known := wording.Say("found.signature.issuer-unknown")
		if r.Trusted {
			known = wording.Say("found.signature.issuer-known")
		}
		parts = append(parts, known, wording.Say("found.signature.chain", strings.Join(chain, " ← ")), r.Revoked.words())
	}
	return wording.List("; ", parts)
}

var validityWords = map[Validity]wording.Text{EndedSince: wording.Say("found.signature.ended"),
	NotInForce:  wording.Say("found.signature.not-in-force"),
	TimeUnknown: wording.Say("found.signature.expired")}

var validityCodes = map[Validity]check.Code{EndedSince: codeEndedSince, NotInForce: codeNotInForce, TimeUnknown: codeExpired}

// timeWords says what a time of signing rests on.
func timeWords(from string) wording.Text {
	if from == fromStamp {
		return wording.Say("found.signature.stamped")
	}
	return wording.Say("found.signature.claimed")
}

// Findings turns a result about the file at path into findings; none where the
// signature is intact, whole, known and in its validity.
func (r Result) Findings(path string) (out []check.Finding) {
	who := func(c check.Code) check.Finding {
		return c.At(path).Saying(wording.Say("said.signature.signature", r.Words()))
	}
	switch {
	case !r.Readable:
		return []check.Finding{codeUnreadable.At(path).Want("", wording.Recognised(keyFound, r.Problem))}
	case !r.Intact:
		return []check.Finding{who(codeChanged).Want("", wording.Recognised(keyFound, r.Problem))}
	}
	if c, told := validityCodes[r.Validity]; told {
		var when any = ""
		if !r.Signed.IsZero() {
			when = wording.Say("found.signature.signed", r.Signed.UTC().Format(time.DateOnly), timeWords(r.TimeFrom))
		}
		out = append(out, who(c).Want(wording.Say("want.signature.until", r.Ended.UTC().Format(time.DateOnly)), when))
	}
	if !r.Revoked.Revoked.IsZero() {
		c, at := codeRevoked, r.Revoked.Revoked.UTC().Format(time.DateOnly)
		switch {
		case r.Signed.IsZero() || !r.Revoked.Revoked.After(r.Signed):
		case r.TimeFrom == fromStamp:
			c = codeRevokedSince
		default:
			c = codeRevokedClaimed
		}
		out = append(out, who(c).Want("", wording.Say("found.signature.revoked", at, r.Revoked.From)))
	}
	if r.Misused {
		out = append(out, who(codeMisused))
	}
	if !r.Trusted {
		issuer := ""
		if len(r.Chain) > 0 {
			issuer = r.Chain[len(r.Chain)-1].Issuer
		}
		out = append(out, who(codeUnknown).Want(wording.Say("want.signature.issuer"), issuer))
	}
	if !r.Whole {
		out = append(out, who(codePartly))
	}
	return out
}
