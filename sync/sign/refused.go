package sign

import (
	"fmt"
	"time"
)

// Reason says why a request was refused; the value is the problem code of
// protocol.md 10.
type Reason string

// The reasons this package gives.
const (
	SignatureMissing   Reason = "signature-missing"
	SignatureMalformed Reason = "signature-malformed"
	SignatureWrong     Reason = "signature-wrong"
	NotCovered         Reason = "not-covered"
	KeyUnknown         Reason = "key-unknown"
	KeyRevoked         Reason = "key-revoked"
	KeyRetired         Reason = "key-retired"
	KeyPending         Reason = "key-pending"
	ClockSkew          Reason = "clock-skew"
	Expired            Reason = "expired"
	Replay             Reason = "replay"
	DigestMissing      Reason = "digest-missing"
	DigestMismatch     Reason = "digest-mismatch"
)

// RefusedError says that a request is not accepted as it is.
type RefusedError struct {
	Reason Reason
	Detail string
	Skew   time.Duration // ClockSkew only: the client's clock minus ours
}

// Error gives reason and detail.
func (e *RefusedError) Error() string { return fmt.Sprintf("%s: %s", e.Reason, e.Detail) }

func refuse(r Reason, detail string) error { return &RefusedError{Reason: r, Detail: detail} }
