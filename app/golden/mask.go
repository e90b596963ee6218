package golden

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// nearNow is how far from the start of a run a time may lie to be taken for one of
// the real clock. A time of a whole minute is always one of the fixed clock: that
// stands still at whole minutes. Whole seconds of ten digits are times of files.
const nearNow = 15 * 24 * time.Hour

// values finds what may be random: UUIDs, digests, ids and fingerprints in base32,
// keys and signatures in base64, times.
var values = regexp.MustCompile(strings.Join([]string{
	`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
	`\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){7}\b|\b[A-Z2-7]{4}-[A-Z2-7]{4}\b`,
	`\b(?:[0-9a-f]{20,128}|[0-9A-F]{32,128})\b`,
	`\b[A-Z2-7]{16,52}\b`,
	`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`,
	`\b1[6-9]\d{8}(?:\d{3}(?:\d{6})?)?\b`,
	`\b\d\d\.\d\d\.\d{4},? \d\d:\d\d:\d\d\b`,
	`\b127\.0\.0\.1:\d+`,
	`\b[1-9]\d{3,8}\b`,
	`[A-Za-z0-9+/]{38,}={0,2}`,
	`\b[A-Za-z0-9_-]{43}\b|\b[A-Za-z0-9_-]{86}\b`,
}, "|"))

// unique is the end that the system gives to a folder of a reader.
var unique = regexp.MustCompile(`([0-9a-f]{12}_)\d{5,10}\b`)

// offset is where the end of a paper was found: it moves with the size.
var offset = regexp.MustCompile(`\[\d{4,} (\d+)\]`)

// root is the root of a Merkle tree in a checkpoint, behind a line with the size: its
// leaves are salted.
var root = regexp.MustCompile(`((?:\\n|\n)\d+(?:\\n|\n))[A-Za-z0-9+/]{43}=((?:\\n|\n))`)

// stated are digest and size of a package in a statement, each behind the letter of its type:
// set apart, so that both are masked as anywhere.
var stated = regexp.MustCompile(`("sha512":"t)([0-9a-f]{128}","size":"i)(\d)`)

// inBase64 are the lengths of keys and signatures in base64.
var inBase64 = map[int]bool{43: true, 44: true, 86: true, 88: true, 92: true} // 92: in a signed note

// Mask replaces what differs from run to run. Not safe for concurrent use.
type Mask struct {
	began  time.Time
	paths  []string // pairs: what is replaced, by what
	keep   map[string]bool
	number map[string]int
	sizes  map[string]bool // of files that hold random values
}

// New makes a mask that has seen nothing.
func New() *Mask {
	m := &Mask{began: time.Now(), keep: map[string]bool{}, number: map[string]int{}, sizes: map[string]bool{}}
	if host, err := os.Hostname(); err == nil {
		for _, before := range []string{"host=", `"host":"`, `"host": "`} {
			m.Name(before+host, before+"HOST")
		}
	}
	return m
}

// Name replaces a text (a folder, an address) by a name; longer ones go first.
func (m *Mask) Name(text, name string) {
	i := 0
	for i < len(m.paths) && len(m.paths[i]) >= len(text) {
		i += 2
	}
	m.paths = append(m.paths[:i], append([]string{text, name}, m.paths[i:]...)...)
}

// Keep leaves alone what stands in data, and the digests of data: it is the same in
// every run.
func (m *Mask) Keep(name string, data []byte) {
	for _, v := range values.FindAllString(name, -1) {
		m.keep[v] = true
	}
	if utf8.Valid(data) {
		for _, v := range values.FindAllString(string(data), -1) {
			m.keep[v] = true
		}
	}
	d5, d1, d2, d3 := md5.Sum(data), sha1.Sum(data), sha256.Sum256(data), sha512.Sum512(data)
	for _, sum := range [][]byte{d5[:], d1[:], d2[:], d3[:]} {
		m.keep[hex.EncodeToString(sum)] = true
		m.keep[strings.ToUpper(hex.EncodeToString(sum))] = true
	}
}

// Size masks the size of a file that holds random values and packs them: it differs
// by some bytes.
func (m *Mask) Size(n int) { m.sizes[strconv.Itoa(n)] = true }

// Text masks a text.
func (m *Mask) Text(s string) string {
	return values.ReplaceAllStringFunc(m.named(s), func(v string) string { return m.value(v, true) })
}

// Fresh gives a mask that keeps and names the same but counts anew: for texts whose
// digest alone is kept.
func (m *Mask) Fresh() *Mask {
	f := *m
	f.number = map[string]int{}
	return &f
}

func (m *Mask) named(s string) string {
	s = root.ReplaceAllString(s, "$1#root$2")
	s = stated.ReplaceAllString(s, "$1 $2 $3")
	s = unique.ReplaceAllString(strings.NewReplacer(m.paths...).Replace(s), "${1}#unique")
	return offset.ReplaceAllString(s, "[# $1]")
}

// plain masks without numbers, to order by.
func (m *Mask) plain(s string) string {
	return values.ReplaceAllStringFunc(m.named(s), func(v string) string { return m.value(v, false) })
}

// known gives the numbers of the values in s, for those seen before.
func (m *Mask) known(s string) (out []int) {
	for _, v := range values.FindAllString(m.named(s), -1) {
		if m.value(v, false) == v {
			continue
		}
		n, ok := m.number[v]
		if !ok {
			n = math.MaxInt
		}
		out = append(out, n)
	}
	return out
}

// during tells whether a time lies within the journey, a minute about it: what happens at
// a whole minute is no term.
func (m *Mask) during(t time.Time) bool {
	return t.After(m.began.Add(-time.Minute)) && t.Before(time.Now().Add(time.Minute))
}

// value masks one value; what only looks like one stays.
func (m *Mask) value(v string, count bool) string {
	if m.keep[v] {
		return v
	}
	switch t, isTime := m.time(v); {
	case isTime && t.Sub(m.began).Abs() < nearNow && (len(v) == 10 || !t.Equal(t.Truncate(time.Minute)) || m.during(t)):
		return "#now"
	case isTime:
		return v
	case strings.HasPrefix(v, "127.0.0.1:"):
		return "127.0.0.1:PORT"
	case len(v) < 10 && strings.Trim(v, "0123456789") == "":
		if m.sizes[v] {
			return "#size"
		}
		return v
	}
	if strings.ContainsAny(v, "abcdefghijklmnopqrstuvwxyz+/=") && !isHex(v) && !isUUID(v) {
		raw, err := base64.StdEncoding.DecodeString(v)
		if err == nil && len(raw) > 1 && raw[0] == '{' && utf8.Valid(raw) {
			inner := m.plain(string(raw))
			if count {
				inner = m.Text(string(raw))
			}
			return "base64(" + inner + ")"
		}
		if !inBase64[len(v)] && err != nil {
			return v // a path or a long word
		}
	}
	if !count {
		return "#"
	}
	n, ok := m.number[v]
	if !ok {
		n = len(m.number) + 1
		m.number[v] = n
	}
	return "#" + strconv.Itoa(n)
}

// time reads a value as a time.
func (m *Mask) time(v string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
		return t, true
	}
	if t, err := time.Parse("02.01.2006 15:04:05", strings.Replace(v, ",", "", 1)); err == nil {
		return t, true
	}
	n, err := strconv.ParseInt(v, 10, 64)
	switch {
	case err == nil && len(v) == 10:
		return time.Unix(n, 0), true
	case err == nil && len(v) == 13:
		return time.UnixMilli(n), true
	case err == nil && len(v) == 19:
		return time.Unix(0, n), true
	}
	return time.Time{}, false
}

func isHex(v string) bool {
	return strings.Trim(v, "0123456789abcdef") == "" || strings.Trim(v, "0123456789ABCDEF") == ""
}

func isUUID(v string) bool { return len(v) == 36 && strings.Count(v, "-") == 4 }

// Digest gives a text for bytes that are not shown: their number and digest.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return fmt.Sprintf("%d bytes, digest %s…", len(data), hex.EncodeToString(sum[:8]))
}
