package receipt

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/digitorus/timestamp"
	"laufzettel/transfer/wording"
)

// SuffixTimestamp is the ending of an optional time stamp (RFC 3161) over the
// receipt envelope, beside it.
const SuffixTimestamp = ".quittung.tsr"

// SuffixStamp is the ending of an optional time stamp over a checkpoint, behind the whole
// name of its file.
const SuffixStamp = ".tsr"

// StampOf verifies the time stamp beside a checkpoint; false without one.
func StampOf(path string, paper []byte) (s Stamp, there bool, err error) {
	data, err := ReadSmall(path+SuffixStamp, maxTimestamp)
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	if err == nil {
		s, err = VerifyStamp(data, paper)
	}
	return s, true, err
}

// maxTimestamp bounds what is read as a time stamp.
const maxTimestamp = 1 << 20

// stampEarly is how far a stamp may seem to come before its receipt: two clocks.
const stampEarly = 5 * time.Minute

// Stamp is a verified time stamp.
type Stamp struct {
	Time      time.Time
	Authority string // common name of the signing certificate
}

// VerifyStamp checks a time stamp response or token (RFC 3161) over a receipt
// envelope or a checkpoint: it carries the certificate that signed it, that certificate is for
// time stamping, and the imprint is that of the envelope. Whether the authority
// deserves trust is not checked: that needs a list of authorities of its time.
func VerifyStamp(stamp, envelope []byte) (s Stamp, err error) {
	defer func() {
		if p := recover(); p != nil { // foreign parser
			s, err = Stamp{}, fmt.Errorf("time stamp cannot be read: %v", p)
		}
	}()
	ts, err := timestamp.ParseResponse(stamp)
	if err != nil {
		if ts, err = timestamp.Parse(stamp); err != nil {
			return Stamp{}, fmt.Errorf("time stamp: %w", err)
		}
	}
	// Without certificates the library has verified nothing.
	i := slices.IndexFunc(ts.Certificates, func(c *x509.Certificate) bool {
		return slices.Contains(c.ExtKeyUsage,
			x509.ExtKeyUsageTimeStamping)
	})
	if i < 0 {
		return Stamp{}, errors.New("time stamp carries no certificate for time stamping")
	}
	if !ts.HashAlgorithm.Available() {
		return Stamp{}, fmt.Errorf("time stamp uses the hash %v", ts.HashAlgorithm)
	}
	h := ts.HashAlgorithm.New()
	h.Write(envelope)
	if !bytes.Equal(h.Sum(nil), ts.HashedMessage) {
		return Stamp{}, errors.New("time stamp is about other bytes")
	}
	return Stamp{Time: ts.Time.UTC(), Authority: ts.Certificates[i].Subject.CommonName}, nil
}

// checkStamp looks for a time stamp beside the receipt; none is the usual case
// and not worth a word.
func (v *Verification) checkStamp(path string, envelope []byte) {
	const name = KindStamp
	data, err := ReadSmall(path, maxTimestamp)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil && !noPaper(err) {
		v.skip(name, wording.Say("receipt.said.unread", err.Error()))
		return
	}
	s, err := VerifyStamp(data, envelope)
	switch {
	case err != nil:
		v.add(name, false, wording.Say("receipt.said.bad-stamp", err.Error()))
	case s.Time.Before(v.Receipt.Time.Add(-stampEarly)):
		v.add(name, false, wording.Say("receipt.said.early-stamp"))
	default:
		v.add(name, true, wording.Say("receipt.said.stamp", wording.Instant(s.Time), s.Authority))
	}
}
