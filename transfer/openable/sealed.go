package openable

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"mime"
	"net/textproto"
	"strings"
)

// maxSealed is how much of a message of Outlook is looked through, maxText how much of
// a mail or an armored message.
const (
	maxSealed = 64 << 20
	maxText   = 128 << 10
)

// The content types of CMS that nobody reads without a key (RFC 5652, 6 and 8; RFC 5083),
// as they stand at the beginning of a message.
var sealedTypes = [][]byte{
	[]byte("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"),         // enveloped-data
	[]byte("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x06"),         // encrypted-data
	[]byte("\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17"), // authEnveloped-data
}

// armors are the lines that begin what was sealed and written as text (RFC 9580, 6.2;
// RFC 7468; age).
var armors = []string{"-----BEGIN PGP MESSAGE-----", "-----BEGIN CMS-----", "-----BEGIN PKCS7-----", "-----BEGIN AGE ENCRYPTED FILE-----"}

// sealed reports what is encrypted for the holder of a key, whatever its name: CMS,
// OpenPGP, age, what OpenSSL writes. What is only signed is open.
func sealed(head []byte) bool {
	return sealedCMS(head) || sealedPGP(head) || bytes.HasPrefix(head, []byte("Salted__")) ||
		bytes.HasPrefix(head, []byte("age-encryption.org/v1\n"))
}

// sealedCMS: a SEQUENCE, of a length known or not, that begins with such a type.
func sealedCMS(b []byte) bool {
	if len(b) < 2 || b[0] != 0x30 {
		return false
	}
	at := 2
	if b[1] > 0x80 {
		at += int(b[1] & 0x7f)
	}
	if at > len(b) {
		return false
	}
	for _, t := range sealedTypes {
		if bytes.HasPrefix(b[at:], t) {
			return true
		}
	}
	return false
}

// Packets of OpenPGP (RFC 9580, 5): the keys of a session, and what they encrypt.
var sealedPackets = map[byte]bool{1: true, 3: true, 9: true, 18: true, 20: true}

// sealedPGP: the first packet holds the key of the session for somebody, in a version
// there is, and the one behind it is of the same kind or holds what is encrypted.
func sealedPGP(b []byte) bool {
	tag, body, next, ok := packet(b)
	if !ok || tag != 1 && tag != 3 || body >= len(b) {
		return false
	}
	if v := b[body]; tag == 1 && v != 3 && v != 6 || tag == 3 && (v < 4 || v > 6) {
		return false
	}
	if next >= len(b) {
		return next < 4<<10 // a key of the session is short
	}
	return b[next]&0x80 != 0 && sealedPackets[tagOf(b[next])]
}

// tagOf reads the tag of a packet in the form of today and of old.
func tagOf(b byte) byte {
	if b&0x40 == 0 {
		return b >> 2 & 15
	}
	return b & 63
}

// packet reads the head of a packet: its tag, where its body begins and where it ends.
func packet(b []byte) (tag byte, body, next int, ok bool) {
	if len(b) < 6 || b[0]&0x80 == 0 {
		return 0, 0, 0, false
	}
	if b[0]&0x40 == 0 { // the form of old
		switch tag = tagOf(b[0]); b[0] & 3 {
		case 0:
			return tag, 2, 2 + int(b[1]), true
		case 1:
			return tag, 3, 3 + int(b[1])<<8 + int(b[2]), true
		case 2:
			return tag, 5, 5 + int(b[1])<<24 + int(b[2])<<16 + int(b[3])<<8 + int(b[4]), true
		}
		return tag, 1, len(b), true
	}
	switch tag = tagOf(b[0]); {
	case b[1] < 192:
		return tag, 2, 2 + int(b[1]), true
	case b[1] < 224:
		return tag, 3, 3 + (int(b[1])-192)<<8 + int(b[2]) + 192, true
	case b[1] == 255:
		return tag, 6, 6 + int(b[2])<<24 + int(b[3])<<16 + int(b[4])<<8 + int(b[5]), true
	}
	return tag, 2, len(b), true // in parts
}

// sealedText: text that is nothing but such a message. Armor alone says little, since
// what is only signed wears it too.
func sealedText(b []byte) bool {
	b = bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), "\r\n\t ")
	for _, armor := range armors {
		rest, ok := bytes.CutPrefix(b, []byte(armor))
		if !ok {
			continue
		}
		return strings.Contains(armor, "AGE ENCRYPTED") || sealed(armored(rest))
	}
	return false
}

// armored decodes the lines of an armor as far as they are there.
func armored(b []byte) []byte {
	var code strings.Builder
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.Contains(line, ": "): // heads of the armor
		case strings.HasPrefix(line, "-") || strings.HasPrefix(line, "="):
			return decoded(code.String())
		default:
			code.WriteString(line)
		}
	}
	return decoded(code.String())
}

func decoded(code string) []byte {
	b, err := base64.StdEncoding.DecodeString(code)
	if err != nil {
		b, _ = base64.StdEncoding.DecodeString(code[:len(code)/4*4]) // its beginning is enough
	}
	return b
}

// sealedMail: the whole of a mail is encrypted (RFC 8551, 3.2; RFC 3156, 4), or its text
// is nothing but an encrypted message.
func sealedMail(c Reader) bool {
	r := bufio.NewReader(bytes.NewReader(part(c, 0, maxText)))
	h, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return false
	}
	body, _ := r.Peek(r.Buffered())
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	switch {
	case err != nil || kind == "text/plain":
		return sealedText(body)
	case kind == "multipart/encrypted":
		return true
	case kind != "application/pkcs7-mime" && kind != "application/x-pkcs7-mime":
		return false
	}
	if t := strings.ToLower(params["smime-type"]); t == "enveloped-data" || t == "authenveloped-data" {
		return true
	}
	if strings.EqualFold(strings.TrimSpace(h.Get("Content-Transfer-Encoding")), "base64") {
		body = armored(body)
	}
	return sealedCMS(body)
}

// sealedOutlook: a message of Outlook whose class says S/MIME and that holds what is
// encrypted ([MS-OXOSMIME] 2.1).
func sealedOutlook(c Reader) bool {
	b := part(c, 0, maxSealed)
	class := []byte("I\x00P\x00M\x00.\x00N\x00o\x00t\x00e\x00.\x00S\x00M\x00I\x00M\x00E\x00")
	return bytes.Contains(b, class) && bytes.Contains(b, sealedTypes[0])
}
