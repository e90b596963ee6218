package xmlwalk

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/ianaindex"
)

// plainDoctype gives the end of a document type of names and quoted texts and, in
// brackets, of declarations that declare no entity.
func plainDoctype(b []byte) (end int, ok bool) {
	i, ok := plainDeclared(b, 0, '[')
	if i == 0 || !ok || b[i] == '>' {
		return i + 1, ok && i > 0
	}
	for i++; i < len(b); {
		rest := b[i:]
		switch {
		case classes[b[i]]&isSpace != 0:
			i++
		case b[i] == ']':
			i = spaces(b, i+1)
			if i == len(b) {
				return 0, true
			}
			return i + 1, b[i] == '>'
		case len(rest) < len("<!ATTLIST"):
			return 0, true
		case bytes.HasPrefix(rest, []byte("<!--")):
			k := bytes.Index(rest[4:], []byte("--"))
			if k < 0 || 4+k+2 == len(rest) {
				return 0, true
			}
			if rest[4+k+2] != '>' || controls(rest[4:4+k]) {
				return 0, false
			}
			i += 4 + k + 3
		case bytes.HasPrefix(rest, []byte("<!ATTLIST")), bytes.HasPrefix(rest, []byte("<!ELEMENT")):
			k, ok := plainDeclared(rest, 2, '>')
			if k == 0 || !ok {
				return 0, ok
			}
			i += k + 1
		default:
			return 0, false
		}
	}
	return 0, true
}

// plainDeclared gives where, behind names and quoted texts, a declaration ends: at
// ">" or at the other character; 0: it is not complete.
func plainDeclared(b []byte, from int, other byte) (end int, ok bool) {
	quote := byte(0)
	for i := from; i < len(b); i++ {
		c := b[i]
		switch {
		case quote == 0 && (c == '>' || c == other):
			return i, true
		case c == '<' || c == '>' || c == '[' || c < ' ' && classes[c]&isSpace == 0:
			return 0, false
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return 0, true
}

// controls reports whether a control character stands in b that XML forbids.
func controls(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return false
}

// declaration skips a byte order mark and the declaration of XML 1.0, which may be
// missing; n -1: not complete. charset is an encoding of one byte a character that
// it names, "" = UTF-8.
func declaration(b []byte, last bool) (n int, charset string, ok bool) {
	const bom, begin = "\xef\xbb\xbf", "<?xml"
	if len(b) <= len(bom+begin) && !last {
		return -1, "", true
	}
	if bytes.HasPrefix(b, []byte(bom)) {
		n = len(bom)
	}
	rest := b[n:]
	if !bytes.HasPrefix(rest, []byte(begin)) || len(rest) > len(begin) && classes[rest[len(begin)]]&inName != 0 {
		return n, "", true
	}
	k := bytes.Index(rest, []byte("?>"))
	if k < 0 {
		return -1, "", !last
	}
	charset, ok = plainDeclaration(rest[len(begin):k])
	return n + k + 2, charset, ok && (charset == "" || n == 0)
}

// plainDeclaration knows version="1.0", an encoding and standalone, in this order.
func plainDeclaration(b []byte) (charset string, ok bool) {
	for i, name := range []string{"version", "encoding", "standalone"} {
		rest := bytes.TrimLeft(b, " \t\r\n")
		if !bytes.HasPrefix(rest, []byte(name)) {
			if i == 0 {
				return "", false
			}
			continue
		}
		if len(rest) == len(b) || len(rest) < len(name)+3 || rest[len(name)] != '=' {
			return "", false
		}
		quote, value := rest[len(name)+1], rest[len(name)+2:]
		end := bytes.IndexByte(value, quote)
		if quote != '"' && quote != '\'' || end < 0 {
			return "", false
		}
		switch v := string(value[:end]); name {
		case "version":
			if v != "1.0" {
				return "", false
			}
		case "encoding":
			if v == "UTF-8" || v == "utf-8" {
				break
			}
			if !oneByte(v) {
				return "", false
			}
			charset = v
		default:
			if v != "yes" && v != "no" {
				return "", false
			}
		}
		b = value[end+1:]
	}
	return charset, len(bytes.TrimLeft(b, " \t\r\n")) == 0
}

// oneByte reports whether an encoding has one byte a character, those of ASCII as
// they are: then every byte above is a character of text and none is markup.
func oneByte(label string) bool {
	enc, err := ianaindex.IANA.Encoding(label)
	return err == nil && enc != nil && slices.Contains(oneByteCharsets(), enc)
}

var oneByteCharsets = sync.OnceValue(func() (all []encoding.Encoding) {
	for _, enc := range charmap.All {
		table, ok := enc.(*charmap.Charmap)
		for c := 0; ok && c <= 0xff; c++ {
			r := table.DecodeByte(byte(c))
			ok = r == rune(c) || c >= utf8.RuneSelf && r >= utf8.RuneSelf
		}
		if ok {
			all = append(all, enc)
		}
	}
	return all
})
