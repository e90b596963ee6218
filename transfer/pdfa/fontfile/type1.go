package fontfile

import (
	"bytes"
	"strconv"
)

// parseType1 reads a Type 1 program, plain or with PFB segments.
func parseType1(b reader) (*Program, error) {
	if b[0] == 0x80 {
		b = joinPFB(b)
	}
	i := bytes.Index(b, []byte("eexec"))
	if i < 0 {
		return nil, ErrDamaged
	}
	clear, secret := b[:i], b[i+5:]
	for len(secret) > 0 && (secret[0] == ' ' || secret[0] == '\r' || secret[0] == '\n' || secret[0] == '\t') {
		secret = secret[1:]
	}
	plain := decrypt(fromHex(secret), 55665, 4)
	p := &Program{Names: map[string]int{}, Built: encodingOf(clear)}
	scale := 1.0
	if m := numbersAfter(clear, "/FontMatrix"); len(m) >= 1 && m[0] != 0 {
		scale = m[0] * 1000
	}
	p.charStrings(plain, scale)
	if len(p.Names) == 0 {
		return nil, ErrDamaged
	}
	p.Glyphs = len(p.widths)
	return p, nil
}

func joinPFB(b reader) reader {
	var out reader
	for len(b) >= 6 && b[0] == 0x80 && b[1] != 3 {
		n := int(b[2]) | int(b[3])<<8 | int(b[4])<<16 | int(b[5])<<24
		out = append(out, b.cut(6, n)...)
		b = b.cut(6+n, len(b))
	}
	return out
}

// fromHex turns an eexec part written in hexadecimal into bytes.
func fromHex(b reader) reader {
	for _, c := range b[:min(4, len(b))] {
		if unhex(c) < 0 {
			return b
		}
	}
	var out reader
	hi := -1
	for _, c := range b {
		v := unhex(c)
		switch {
		case v < 0:
		case hi < 0:
			hi = v
		default:
			out = append(out, byte(hi<<4|v))
			hi = -1
		}
	}
	return out
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// decrypt undoes the encryption of Type 1 and drops the first skip bytes.
func decrypt(b reader, key uint16, skip int) reader {
	out := make(reader, len(b))
	for i, c := range b {
		out[i] = c ^ byte(key>>8)
		key = (uint16(c)+key)*52845 + 22719
	}
	return out.cut(skip, len(out))
}

func encodingOf(b reader) []string {
	i := bytes.Index(b, []byte("/Encoding"))
	if i < 0 {
		return nil
	}
	rest := b[i:]
	if j := bytes.Index(rest, []byte("StandardEncoding")); j >= 0 && j < 40 {
		return lists()["standard"]
	}
	out := make([]string, 256)
	for k := range out {
		out[k] = ".notdef"
	}
	for {
		j := bytes.Index(rest, []byte("dup "))
		if end := bytes.Index(rest, []byte("readonly")); j < 0 || end >= 0 && end < j {
			return out
		}
		rest = rest[j+4:]
		f := bytes.Fields(rest[:min(len(rest), 200)])
		if len(f) < 3 || string(f[2]) != "put" {
			continue
		}
		code, err := strconv.Atoi(string(f[0]))
		if err == nil && code >= 0 && code < 256 && len(f[1]) > 1 && f[1][0] == '/' {
			out[code] = string(f[1][1:])
		}
	}
}

func numbersAfter(b reader, key string) []float64 {
	i := bytes.Index(b, []byte(key))
	if i < 0 {
		return nil
	}
	rest := b[i+len(key):]
	rest = rest[:min(len(rest), 200)]
	if j := bytes.IndexAny(rest, "]}"); j >= 0 {
		rest = rest[:j]
	}
	var out []float64
	for _, w := range bytes.Fields(bytes.Trim(rest, " [{\r\n\t")) {
		f, err := strconv.ParseFloat(string(w), 64)
		if err != nil {
			break
		}
		out = append(out, f)
	}
	return out
}

// charStrings reads "/name length RD bytes ND" entries.
func (p *Program) charStrings(b reader, scale float64) {
	lenIV := 4
	if n := numbersAfter(b, "/lenIV"); len(n) > 0 {
		lenIV = int(n[0])
	}
	i := bytes.Index(b, []byte("/CharStrings"))
	if i < 0 {
		return
	}
	b = b[i+12:]
	for len(p.widths) < 65536 {
		i := bytes.IndexByte(b, '/')
		if i < 0 {
			return
		}
		if e := bytes.Index(b[:i], []byte("end")); e >= 0 && len(p.widths) > 0 {
			return
		}
		f := bytes.Fields(b[i+1 : min(len(b), i+200)])
		if len(f) < 3 {
			return
		}
		n, err := strconv.Atoi(string(f[1]))
		if err != nil || n < 0 {
			b = b[i+1:]
			continue
		}
		// The data starts one blank after the word RD or -|.
		at := i + 1 + bytes.Index(b[i+1:], f[0]) + len(f[0])
		at += bytes.Index(b[at:], f[1]) + len(f[1])
		at += bytes.Index(b[at:], f[2]) + len(f[2]) + 1
		code := b.cut(at, n)
		if lenIV >= 0 {
			code = decrypt(code, 4330, lenIV)
		}
		if _, twice := p.Names[string(f[0])]; !twice {
			p.Names[string(f[0])] = len(p.widths)
		}
		p.widths = append(p.widths, sidebearing(code)*scale)
		b = b.cut(at+n, len(b))
	}
}

// sidebearing gives the advance an hsbw or sbw command sets.
func sidebearing(b reader) float64 {
	var stack []float64
	for i := 0; i < len(b); {
		c := int(b[i])
		i++
		switch {
		case c >= 32 && c <= 246:
			stack = append(stack, float64(c-139))
		case c >= 247 && c <= 254 && i < len(b):
			if c <= 250 {
				stack = append(stack, float64((c-247)*256+int(b[i])+108))
			} else {
				stack = append(stack, float64(-(c-251)*256-int(b[i])-108))
			}
			i++
		case c == 255:
			stack = append(stack, float64(int32(uint32(b.u32(i)))))
			i += 4
		case c == 13 && len(stack) >= 2: // hsbw
			return stack[1]
		case c == 12 && i < len(b) && b[i] == 12 && len(stack) >= 2: // div
			i++
			n := len(stack)
			if stack[n-1] != 0 {
				stack = append(stack[:n-2], stack[n-2]/stack[n-1])
			}
		case c == 12 && i < len(b) && b[i] == 7 && len(stack) >= 3: // sbw
			return stack[2]
		default:
			return 0
		}
	}
	return 0
}
