package beside

import (
	"bytes"
	"crypto/md5" //nolint:gosec // demanded by ISO 32000-1, 7.6.3.3
	"crypto/rc4" //nolint:gosec // likewise
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/generate"
)

// withPDF is a transfer whose message names no digests, of PDFs.
func withPDF() generate.Plan {
	p := older()
	p.Mix = []string{"pdf"}
	return p
}

// exchanged puts a document of our own where the first PDF was.
func exchanged(d document) change {
	return within(sentFile, func(members []member) ([]member, error) {
		i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, ".pdf") })
		if i < 0 {
			return nil, fmt.Errorf("no PDF")
		}
		members[i].data = d.bytes()
		return members, nil
	})
}

// sealedFiles are the findings on documents nobody can open, or not freely (A8, E3; 004 P3.2).
func sealedFiles() []Case {
	return []Case{
		{Code: "CNT-012", Base: "abgabe-pdf", Wrong: "eine PDF-Datei öffnet sich nur mit einem Kennwort",
			spoil: exchanged(locked(false, -4)),
			Alike: "eine PDF-Datei spricht von Verschlüsselung", near: exchanged(document{content: "% /Encrypt 8 0 R\n0 0 9 9 re f"})},
		{Code: "CNT-014", Base: "abgabe-pdf", Wrong: "eine PDF-Datei öffnet sich, Drucken und Kopieren sind gesperrt",
			spoil: exchanged(locked(true, -64)),
			Alike: "eine PDF-Datei spricht von Verschlüsselung", near: exchanged(document{content: "% /Encrypt 8 0 R\n0 0 9 9 re f"})},
	}
}

// padding completes passwords (ISO 32000-1, 7.6.3.3).
var padding = []byte("(\xbfN^Nu\x8aAd\x00NV\xff\xfa\x01\x08..\x00\xb6\xd0h>\x80/\x0c\xa9\xfedSiz")

// locked is an encrypted document (revision 2, 40 bits); it opens freely, or with a
// password that nobody knows.
func locked(freely bool, rights int32) document {
	owner := bytes.Repeat([]byte("K"), 32)
	key := md5.New() //nolint:gosec // see the import
	key.Write(padding)
	key.Write(owner)
	_ = binary.Write(key, binary.LittleEndian, rights)
	key.Write([]byte("\x47\x11"))
	user := bytes.Repeat([]byte("U"), 32)
	if freely {
		c, err := rc4.NewCipher(key.Sum(nil)[:5]) //nolint:gosec // see the import
		if err != nil {
			panic(err) // the length is right
		}
		c.XORKeyStream(user, padding)
	}
	return document{trailer: "/Encrypt 8 0 R", objects: map[int]string{8: fmt.Sprintf(
		"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >>", hex.EncodeToString(owner), hex.EncodeToString(user), rights)}}
}
