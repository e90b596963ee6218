package openable

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5" //nolint:gosec // demanded by ISO 32000-1, 7.6.3.3
	"crypto/rc4" //nolint:gosec // likewise
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"

	"laufzettel/transfer/pdf"
)

// lookPDF: the end must be there, and a page; where anything is encrypted, it must open
// without a password.
func lookPDF(ctx context.Context, c Reader) Obstacle {
	end := tail(c)
	if cutPDF(end) || c.Size() < linearized(part(c, 0, 1024)) {
		return Cut
	}
	if !mayBeEncrypted(c, end) {
		if pageless(ctx, c) {
			return Damaged
		}
		return None
	}
	f, err := pdf.Open(ctx, c, c.Size(), pdf.DefaultLimits())
	if err != nil {
		return None // the check for PDF/A says what is wrong
	}
	d, ok := f.Resolve(f.Trailer("Encrypt")).(pdf.Dict)
	if !ok {
		return None
	}
	if filter, _ := f.Resolve(d["Filter"]).(pdf.Name); filter != "Standard" {
		return Password // certificates or a foreign system of rights: nobody here can open it
	}
	var id []byte
	if ids, ok := f.Resolve(f.Trailer("ID")).(pdf.Array); ok && len(ids) > 0 {
		id = text(f, ids[0])
	}
	if opensFreely(f, d, id) {
		return Restricted
	}
	return Password
}

// cutPDF: the mark of the end is missing, or objects follow the last one: that of an
// earlier revision.
func cutPDF(end []byte) bool {
	i := bytes.LastIndex(end, []byte("%%EOF"))
	if i < 0 {
		return !bytes.Contains(end, []byte("startxref"))
	}
	return bytes.Contains(end[i:], []byte(" obj"))
}

// linearized gives the length that a file prepared for the web states of itself (ISO
// 32000-1, F.2), 0 for others.
func linearized(head []byte) int64 {
	i := bytes.Index(head, []byte("/Linearized"))
	if i < 0 {
		return 0
	}
	dict, _, _ := bytes.Cut(head[i:], []byte(">>"))
	_, length, ok := bytes.Cut(dict, []byte("/L "))
	if !ok {
		return 0
	}
	return digits(bytes.TrimLeft(length, " "))
}

func digits(b []byte) (n int64) {
	for _, c := range b {
		if c < '0' || c > '9' || n > 1<<50 {
			break
		}
		n = n*10 + int64(c-'0')
	}
	return n
}

// mayBeEncrypted looks where the trailer stands: at the end, at the place of the last
// cross-reference and, in linearized files, at the beginning.
func mayBeEncrypted(c Reader, end []byte) bool {
	mark := []byte("/Encrypt")
	if bytes.Contains(end, mark) || bytes.Contains(part(c, 0, tailBytes), mark) {
		return true
	}
	i := bytes.LastIndex(end, []byte("startxref"))
	if i < 0 {
		return false
	}
	at := digits(bytes.TrimLeft(end[i+len("startxref"):], " \r\n\t"))
	return bytes.Contains(part(c, at, tailBytes), mark)
}

func text(f *pdf.File, v any) []byte {
	s, _ := f.Resolve(v).(pdf.String)
	return s
}

func number(f *pdf.File, v any, otherwise int) int {
	if n, ok := f.Number(v); ok {
		return int(n)
	}
	return otherwise
}

// padding of passwords, ISO 32000-1, 7.6.3.3 algorithm 2.
var padding = []byte(
	"\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// opensFreely tries the empty user password (ISO 32000-1, algorithms 6; ISO 32000-2,
// algorithm 11).
func opensFreely(f *pdf.File, d pdf.Dict, id []byte) bool {
	r, user := number(f, d["R"], 0), text(f, d["U"])
	switch {
	case r >= 5 && len(user) >= 48:
		if r == 5 {
			sum := sha256.Sum256(user[32:40])
			return bytes.Equal(sum[:], user[:32])
		}
		return bytes.Equal(hash2B(nil, user[32:40]), user[:32])
	case r >= 2 && r <= 4 && len(user) >= 16:
		return oldUser(f, d, id, r, user)
	}
	return false
}

func oldUser(f *pdf.File, d pdf.Dict, id []byte, r int, user []byte) bool {
	h := md5.New() //nolint:gosec // demanded by the standard
	h.Write(padding)
	h.Write(text(f, d["O"]))
	h.Write(binary.LittleEndian.AppendUint32(nil, uint32(int32(number(f, d["P"], 0)))))
	h.Write(id)
	if open, ok := f.Resolve(d["EncryptMetadata"]).(bool); ok && !open && r >= 4 {
		h.Write([]byte{0xff, 0xff, 0xff, 0xff})
	}
	key := h.Sum(nil)
	n := 5
	if r >= 3 {
		n = min(max(number(f, d["Length"], 40)/8, 5), 16)
		if number(f, d["V"], 0) == 4 {
			n = 16
		}
		for range 50 {
			sum := md5.Sum(key[:n]) //nolint:gosec // demanded by the standard
			key = sum[:]
		}
	}
	key = key[:n]
	if r == 2 {
		return bytes.Equal(rc4With(key, padding), user)
	}
	h = md5.New() //nolint:gosec // demanded by the standard
	h.Write(padding)
	h.Write(id)
	out := h.Sum(nil)
	for i := range 20 {
		turn := make([]byte, len(key))
		for k := range key {
			turn[k] = key[k] ^ byte(i)
		}
		out = rc4With(turn, out)
	}
	return bytes.Equal(out, user[:16])
}

func rc4With(key, in []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // demanded by the standard
	if err != nil {
		return nil
	}
	out := make([]byte, len(in))
	c.XORKeyStream(out, in)
	return out
}

// hash2B is the hash of revision 6 (ISO 32000-2, algorithm 2.B). The rounds of its
// end are counted from one.
func hash2B(password, salt []byte) []byte {
	first := sha256.Sum256(append(append([]byte{}, password...), salt...))
	k := first[:]
	for i := 0; ; i++ {
		one := append(append([]byte{}, password...), k...)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		e := bytes.Repeat(one, 64)
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(e, e)
		sum := 0
		for _, b := range e[:16] {
			sum += int(b)
		}
		switch sum % 3 {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		default:
			s := sha512.Sum512(e)
			k = s[:]
		}
		if i >= 63 && int(e[len(e)-1]) <= i+1-32 {
			return k[:32]
		}
	}
}
