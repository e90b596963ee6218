package signature

import (
	"context"
	"encoding/asn1"
	"errors"
	"io"
	"slices"
	"time"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
)

// Content is what VerifyPDF reads; container.Content is one.
type Content interface {
	io.ReaderAt
	Size() int64
}

// VerifyPDF verifies every signature of a PDF file, in the order they were
// applied. A PDF without signature gives none. The error is the caller's wish to
// stop; a PDF that cannot be read gives none either, others tell that.
func VerifyPDF(ctx context.Context, c Content, t Trust) (out []Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = []Result{unreadable(PAdES, errBroken)}, nil
		}
	}()
	f, oerr := pdf.Open(ctx, c, c.Size(), pdf.DefaultLimits())
	if oerr != nil || f == nil {
		return nil, ctx.Err()
	}
	var found []signed
	for _, n := range f.Numbers() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, ok := f.Load(n).(pdf.Dict)
		if !ok || d["ByteRange"] == nil || d["Contents"] == nil {
			continue
		}
		if len(found) == maxSignatures {
			out = append(out, unreadable(PAdES, errTooMany))
			break
		}
		found = append(found, signedOf(f, d))
	}
	t.Evidence = t.Evidence.With(evidenceOf(f))
	slices.SortStableFunc(found, func(a, b signed) int { return int(min(max(a.end-b.end, -1), 1)) })
	for _, s := range found {
		out = append(out, s.verify(c, t)...)
	}
	return out, ctx.Err()
}

// signed is one signature dictionary (ISO 32000-1, table 252).
type signed struct {
	filter   string
	contents []byte
	ranges   [4]int64
	end      int64
	date     string
	err      error
}

func signedOf(f *pdf.File, d pdf.Dict) signed {
	s := signed{filter: string(f.Name(d["SubFilter"]))}
	if text, ok := f.Text(d["M"]); ok {
		s.date = string(text)
	}
	if text, ok := f.Text(d["Contents"]); ok {
		s.contents = []byte(text)
	}
	a := f.Array(d["ByteRange"])
	if len(a) != len(s.ranges) {
		s.err = wording.Fault("found.signature.range-four")
		return s
	}
	for i, v := range a {
		n, ok := f.Number(v)
		if !ok || n < 0 || n > float64(f.Size()) {
			s.err = wording.Fault("found.signature.range-beyond")
			return s
		}
		s.ranges[i] = int64(n)
	}
	s.end = s.ranges[2] + s.ranges[3]
	return s
}

func (s signed) verify(c Content, t Trust) []Result {
	if s.err != nil {
		return []Result{unreadable(PAdES, s.err)}
	}
	content, err := s.bytes(c)
	if err != nil {
		return []Result{unreadable(PAdES, err)}
	}
	cms := trim(s.contents)
	var out []Result
	if s.filter == "ETSI.RFC3161" {
		out = verifyStamp(content, cms, t)
	} else {
		out = verify(content, cms, t, s.filter == "adbe.pkcs7.sha1")
	}
	for i := range out {
		if out[i].Form == "" {
			out[i].Form = PAdES
		}
		out[i].Whole, out[i].End = s.end == c.Size(), s.end
		if at, ok := pdfDate(s.date); ok && out[i].Signed.IsZero() && out[i].Readable {
			out[i].Signed, out[i].TimeFrom = at, fromPDF
			out[i].judgeTime(t.at())
		}
	}
	return out
}

// bytes gives the signed bytes: all but the hexadecimal string of the signature.
// The gap must be that string and nothing else, or text could be hidden in it.
func (s signed) bytes(c Content) ([]byte, error) {
	a, n, b, m := s.ranges[0], s.ranges[1], s.ranges[2], s.ranges[3]
	gap := b - n
	switch {
	case a != 0 || gap < 2 || b+m > c.Size():
		return nil, wording.Fault("found.signature.range-start")
	case n+m > maxContent || gap > 4*maxCMS:
		return nil, wording.Fault("found.signature.content-large")
	}
	hex := make([]byte, gap)
	if _, err := c.ReadAt(hex, n); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if hex[0] != '<' || hex[gap-1] != '>' || slices.ContainsFunc(hex[1:gap-1], notHex) {
		return nil, wording.Fault("found.signature.range-gap")
	}
	out := make([]byte, n+m)
	for _, part := range []struct {
		to  []byte
		off int64
	}{{out[:n], 0}, {out[n:], b}} {
		if _, err := c.ReadAt(part.to, part.off); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return out, nil
}

func notHex(b byte) bool {
	return (b < '0' || b > '9') && (b < 'a' || b > 'f') && (b < 'A' || b > 'F') && b != ' ' && b != '\n' && b != '\r' && b != '\t'
}

// trim cuts the zeros that fill the space kept for the signature.
func trim(contents []byte) []byte {
	var v asn1.RawValue
	if _, err := asn1.Unmarshal(contents, &v); err != nil {
		return contents // BER of indefinite length: the reader stops by itself
	}
	return v.FullBytes
}

// pdfDate reads D:YYYYMMDDHHmmSS with an optional zone (ISO 32000-1, 7.9.4).
func pdfDate(s string) (time.Time, bool) {
	if len(s) < 16 || s[:2] != "D:" {
		return time.Time{}, false
	}
	zone := "Z"
	if rest := s[16:]; len(rest) >= 6 && (rest[0] == '+' || rest[0] == '-') {
		zone = rest[:3] + rest[4:6]
	}
	for _, form := range []string{"20060102150405Z", "20060102150405-0700"} {
		if at, err := time.Parse(form, s[2:16]+zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
