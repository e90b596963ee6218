package hops

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"strings"
	"time"
	"unicode"

	"laufzettel/transfer/wording"
)

// maxWord bounds what others say of themselves, in characters.
const maxWord = 200

// told is a value as it may stand in a sentence: what takes too long in words, and what
// comes from the other side bounded and without signs that steer a terminal.
func (k *walk) told(v any) any {
	switch v := v.(type) {
	case error:
		if late(v) {
			return wording.Say("hops.late", span(k.Limit))
		}
		return harmless(v.Error())
	case string:
		return harmless(v)
	}
	return v
}

// late reports whether a step ended because its time was over.
func late(err error) bool {
	if slow, ok := errors.AsType[net.Error](err); ok && slow.Timeout() {
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)
}

func harmless(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r < 0x20:
			return 0x2400 + r // control pictures
		case unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	if letters := []rune(s); len(letters) > maxWord {
		return string(letters[:maxWord]) + "…"
	}
	return s
}

// span says a duration in the largest unit that tells it.
func span(d time.Duration) wording.Text {
	d = d.Abs()
	switch {
	case d >= 2*time.Hour:
		return wording.Say("hops.span.hours", int(d.Round(time.Hour).Hours()))
	case d >= 2*time.Minute:
		return wording.Say("hops.span.minutes", int(d.Round(time.Minute).Minutes()))
	}
	return wording.Say("hops.span.seconds", int(d.Seconds()))
}

// namesOf lists what a certificate says it is for.
func namesOf(c *x509.Certificate) string {
	names := append([]string(nil), c.DNSNames...)
	for _, ip := range c.IPAddresses {
		names = append(names, ip.String())
	}
	return strings.Join(names, ", ")
}
