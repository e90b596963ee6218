package register

import "io"

// ReadSigner reads who signed a certificate and when out of its XML, where it
// stands there (3.2.2, note 3); "" where it does not. What is not well-formed ends
// the reading: the check tells that.
func ReadSigner(r io.Reader) (signer, signed string) {
	p := &portion{layout: NewLayout(nil)}
	c := p.scanXML(io.LimitReader(r, maxCertificate))
	return c.signer, c.signed
}
