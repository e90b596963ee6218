// Package signaturetest signs documents of trial deliveries, for tests: the program
// signs no record of an agency.
package signaturetest

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/digitorus/pkcs7"
)

// room is the space kept for the CMS in a signed PDF, in bytes.
const room = 8 << 10

// SignDetached makes a detached CMS over content.
func SignDetached(content []byte, leaf *x509.Certificate, parents []*x509.Certificate, key crypto.Signer) ([]byte, error) {
	sd, err := pkcs7.NewSignedData(content)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	sd.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := sd.AddSignerChain(leaf, key, parents, pkcs7.SignerInfoConfig{}); err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	sd.Detach()
	return sd.Finish()
}

// SamplePDF writes a PDF/A-1b of one page with a signature over everything but the
// signature.
func SamplePDF(title string, sign func(content []byte) ([]byte, error)) ([]byte, error) {
	return SampleForm(title, "", "", sign)
}

// SampleForm is SamplePDF with a further statement of the form under a name, says in a
// stream; none for the name "".
func SampleForm(title, name, says string, sign func(content []byte) ([]byte, error)) ([]byte, error) {
	const blank = "0000000000"
	content := "% " + hex.EncodeToString([]byte(title)) + "\n/G cs 0 sc\n72 720 200 12 re f\n"
	const claim = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` +
		`<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
	const gray = "/Resources << /ColorSpace << /G [/CalGray << /WhitePoint [0.9505 1 1.089] >>] >> >>"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /Metadata 7 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] " + gray + " /Contents 4 0 R /Annots [5 0 R] >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signatur) /V 6 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R /AP << /N 8 0 R >> >>",
		"<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 " + blank + " " + blank + " " + blank +
			"] /Contents <" + string(bytes.Repeat([]byte("0"), 2*room)) + "> >>",
		fmt.Sprintf("<< /Type /Metadata /Subtype /XML /Length %d >>\nstream\n%s\nendstream", len(claim), claim),
		"<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 0 >>\nstream\n\nendstream",
	}
	if name != "" {
		objects[0] = strings.Replace(objects[0], "/SigFlags 3", "/SigFlags 3 /"+name+" 9 0 R", 1)
		objects = append(objects, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(says), says))
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, 0, len(objects))
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at, sum := b.Len(), sha256.Sum256(b.Bytes())
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /ID [<%x> <%[2]x>] >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, sum[:16], at)
	pdf := b.Bytes()
	from := bytes.LastIndex(pdf, []byte("/Contents <")) + len("/Contents ")
	to := from + 2*room + 2
	for _, n := range []int{from, to, len(pdf) - to} {
		i := bytes.Index(pdf, []byte(blank+" "))
		if i < 0 || i > from {
			i = bytes.Index(pdf, []byte(blank+"]"))
		}
		copy(pdf[i:], fmt.Sprintf("%-10d", n))
	}
	cms, err := sign(append(bytes.Clone(pdf[:from]), pdf[to:]...))
	if err != nil {
		return nil, err
	}
	if len(cms) > room {
		return nil, fmt.Errorf("signature of %d bytes is longer than the room kept", len(cms))
	}
	hex.Encode(pdf[from+1:], cms)
	return pdf, nil
}
