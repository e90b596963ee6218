package beside

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

var trusting = []string{"trust add aussteller.pem", "check lieferung"}

// signedAs changes the signed file of the norm, which lies in a container of the container.
func signedAs(by func([]byte) []byte) change {
	return within(sentFile, func(members []member) ([]member, error) {
		for i, m := range members {
			inner, err := unzip(m.data)
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(inner, func(m member) bool { return strings.HasSuffix(m.name, "gesetz.pdf") })
			if at < 0 {
				continue
			}
			after := by(bytes.Clone(inner[at].data))
			if bytes.Equal(after, inner[at].data) {
				return nil, fmt.Errorf("the signed file stays as it is")
			}
			inner[at].data = after
			members[i].data = zipped(inner...)
			return members, nil
		}
		return nil, fmt.Errorf("nothing is signed")
	})
}

// appended adds a line behind a PDF, and its end once more.
func appended(b []byte) []byte {
	from := bytes.LastIndex(b, []byte("startxref\n"))
	return slices.Concat(b, []byte("% Nachtrag\n"), b[from:])
}

// renewed replaces what stands on the page of a PDF by an incremental update (ISO 32000,
// 7.5.6); the signature still holds for what was there before.
func renewed(b []byte) []byte {
	before := bytes.TrimSpace(b[bytes.LastIndex(b, []byte("startxref\n"))+len("startxref\n"):])
	before = before[:bytes.IndexByte(before, '\n')]
	object := "4 0 obj\n<< /Length 17 >>\nstream\n72 720 200 99 re\n\nendstream\nendobj\n"
	tail := fmt.Sprintf("xref\n4 1\n%010d 00000 n \ntrailer\n<< /Size 9 /Root 1 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n", len(b), before,
		len(b)+len(object))
	return slices.Concat(b, []byte(object), []byte(tail))
}

// otherHex writes the signature, which no digest covers, in the other case of letters.
func otherHex(b []byte) []byte {
	from := bytes.Index(b, []byte("/Contents <30")) + len("/Contents <")
	hex := b[from : from+bytes.IndexByte(b[from:], '>')]
	to := bytes.ToUpper
	if bytes.Equal(hex, to(hex)) {
		to = bytes.ToLower
	}
	return slices.Concat(b[:from], to(hex), b[from+len(hex):])
}

// signatures are the findings on signed originals that need no other certificate than the
// one of the sample (E6).
func signatures() []Case {
	return []Case{
		{Code: "SIG-003", Base: "norm", steps: checkIt, Wrong: "das Archiv kennt den Aussteller des Zertifikats nicht", spoil: nothing,
			Alike: "der Aussteller ist zweimal hinterlegt", near: nothing,
			nearSteps: []string{"trust add aussteller.pem", "trust add aussteller.pem", "check lieferung"}},
		{Code: "SIG-004", Base: "norm", Wrong: "die Signatur ist verstümmelt",
			spoil: signedAs(func(b []byte) []byte { return bytes.Replace(b, []byte("/Contents <30"), []byte("/Contents <77"), 1) }),
			Alike: "die Signatur ist in der anderen Schreibung der Hexadezimalzahlen geschrieben", near: signedAs(otherHex)},
		{Code: "SIG-005", Base: "norm", Wrong: "hinter dem signierten Teil der Datei steht ein Nachtrag", spoil: signedAs(appended),
			Alike: "die Auffüllung der Signatur, die kein Teil des Signierten ist, enthält Leerzeichen",
			near:  signedAs(func(b []byte) []byte { return bytes.Replace(b, []byte("0000>"), []byte("00  >"), 1) })},
	}
}
