package signature

import (
	"encoding/pem"
	"fmt"

	"github.com/digitorus/pkcs7"

	"laufzettel/transfer/wording"
)

// OpenAttached verifies a CMS file that carries its content (.p7m, RFC 5652, 5.2)
// and gives the content out of it: one result per signer. A file that cannot be
// read, is encrypted or holds no content is an error with a German sentence.
func OpenAttached(cms []byte, t Trust) (content []byte, out []Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			content, out, err = nil, nil, fmt.Errorf("parser broke off: %v", p)
		}
	}()
	der := cms
	if block, _ := pem.Decode(cms); block != nil {
		der = block.Bytes
	}
	if len(der) > maxContent {
		return nil, nil, wording.Fault("found.signature.large-file")
	}
	p7, err := pkcs7.Parse(der)
	if err != nil {
		return nil, nil, fmt.Errorf("Die signierte Datei lässt sich nicht lesen: %w", err)
	}
	if len(p7.Content) == 0 {
		return nil, nil, wording.Fault("found.signature.no-content")
	}
	if len(p7.Signers) == 0 {
		return nil, nil, wording.Fault("found.signature.file-nobody")
	}
	content = p7.Content
	all := p7.Signers
	for i := range all[:min(len(all), maxSignatures)] {
		p7.Signers = all[i : i+1]
		p7.Content = content
		r := verifyOne(p7, t)
		r.Form, r.Whole = CMS, true
		out = append(out, r)
	}
	if len(all) > maxSignatures {
		out = append(out, unreadable(CMS, errTooMany))
	}
	return content, out, nil
}
