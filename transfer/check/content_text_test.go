package check

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// TestSoundUTF8 compares with utf8: what is sound up to a place, and nothing beyond it.
func TestSoundUTF8(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	signs := []string{"a", "\n", "ä", "Der Vorgang ", "€", "𝄞", "\u0800", "\ufffd", "0123456789abcdef0123456789abcdef", "\x80", "\xc3",
		"\xc0\x80", "\xed\xa0\x80", "\xe2\x82", "\xf4\x90\x80\x80"}
	for range 20_000 {
		var p []byte
		for range r.IntN(12) {
			n := len(signs)
			if r.IntN(3) > 0 {
				n -= 6 // sound ones only
			}
			p = append(p, signs[r.IntN(n)]...)
		}
		want := 0
		for want < len(p) {
			c, size := utf8.DecodeRune(p[want:])
			if c == utf8.RuneError && size <= 1 {
				break
			}
			want += size
		}
		if got := soundUTF8(p); got != want {
			t.Fatalf("soundUTF8(%q) = %d, want %d", p, got, want)
		}
	}
}
