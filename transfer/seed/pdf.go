package seed

import "bytes"

// Marked writes a number into the four bytes of the comment behind the header of a PDF,
// whose values are free but for being above 127 (ISO 19005-1, 6.1.2), so that two files
// that say the same are not the same; others stay.
func Marked(pdf []byte, n int) []byte {
	i := bytes.IndexByte(pdf[:min(len(pdf), 20)], '\n') + 1
	if i == 0 || len(pdf) < i+5 || pdf[i] != '%' || pdf[i+1] < 0x80 {
		return pdf
	}
	out := bytes.Clone(pdf)
	for k := range 4 {
		out[i+1+k] = 0x80 | byte(n>>(7*k))&0x7f
	}
	return out
}
