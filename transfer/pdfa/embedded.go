package pdfa

import (
	"bytes"
	"encoding/asn1"

	"laufzettel/transfer/pdf"
)

const (
	maxEmbedded      = 64 << 20
	maxEmbeddedDepth = 3
)

// checkEmbeddedFile judges whether an embedded file is itself PDF/A
// (ISO 19005-2, 6.8; ISO 19005-4, 6.9).
func (c *checker) checkEmbeddedFile(s *pdf.Stream) {
	if c.depth >= maxEmbeddedDepth {
		return
	}
	data, rest, err := c.f.Prefix(s, maxEmbedded+1)
	if err != nil || rest != "" || len(data) > maxEmbedded {
		c.stop = pdf.ErrLimit
		return
	}
	lim := DefaultLimits()
	lim.Budget = c.f.Budget()
	res, stop := judge(c.ctx, bytes.NewReader(data), int64(len(data)), Options{Limits: &lim}, c.depth+1)
	if stop != nil && res.Verdict != Invalid {
		c.stop = stop
		return
	}
	part := 0
	if res.Claim != "" {
		part = int(res.Claim[0] - '0')
	}
	known := part == 1 || part == 2 || part == 4 && c.fl.part == 4
	c.when(res.Verdict == Invalid || res.Verdict == NotChecked || !known, ruleEmbeddedPDFA, s.Num)
}

// checkSignature judges a signature dictionary (ISO 19005-2, 6.4.3).
func (c *checker) checkSignature(d pdf.Dict, obj int) {
	if c.fl.part != 2 && c.fl.part != 3 {
		return
	}
	a := c.f.Array(d["ByteRange"])
	contents, ok := c.f.Text(d["Contents"])
	if len(a) != 4 || !ok {
		return
	}
	var r [4]int
	for i := range r {
		r[i], _ = c.f.Int(a[i])
	}
	c.when(r[0] != 0 || !c.f.SignedTo(int64(r[1]), int64(r[2]), int64(r[2])+int64(r[3])), ruleSignatureRange, obj)
	certs, signers, ok := signedData(contents)
	if ok || !bytes.HasPrefix(contents, []byte{0x30, 0x80}) { // lengths left open are not read here
		c.when(certs == 0, ruleSignatureCert, obj)
		c.when(signers != 1, ruleSignatureOne, obj)
	}
}

// signedData counts certificates and signers of a PKCS #7 object (RFC 2315).
func signedData(der []byte) (certs, signers int, ok bool) {
	var info struct {
		Type    asn1.ObjectIdentifier
		Content asn1.RawValue `asn1:"explicit,tag:0"`
	}
	if _, err := asn1.Unmarshal(der, &info); err != nil {
		return 0, 0, false
	}
	var seq asn1.RawValue
	if _, err := asn1.Unmarshal(info.Content.FullBytes, &seq); err != nil {
		return 0, 0, false
	}
	if seq.Class == asn1.ClassContextSpecific {
		if _, err := asn1.Unmarshal(seq.Bytes, &seq); err != nil {
			return 0, 0, false
		}
	}
	rest := seq.Bytes
	for i := 0; len(rest) > 0; i++ {
		var v asn1.RawValue
		var err error
		if rest, err = asn1.Unmarshal(rest, &v); err != nil {
			return 0, 0, false
		}
		switch {
		case v.Class == asn1.ClassContextSpecific && v.Tag == 0:
			certs = count(v.Bytes)
		case v.Class == asn1.ClassUniversal && v.Tag == asn1.TagSet && i > 2:
			signers = count(v.Bytes)
			ok = true
		}
	}
	return certs, signers, ok
}

func count(b []byte) int {
	n := 0
	for len(b) > 0 {
		var v asn1.RawValue
		rest, err := asn1.Unmarshal(b, &v)
		if err != nil {
			return n
		}
		b = rest
		n++
	}
	return n
}
