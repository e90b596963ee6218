package fixity

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"laufzettel/transfer/pattern"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"laufzettel/transfer/wording"
)

// parser fills a List line by line.
type parser struct {
	list *List
	hint Algorithm // by the name of the list
	line func(n int, text string)

	armour  armour
	crlf    bool     // some line ended with CR LF
	columns []string // hashdeep: columns of the head
	pending string   // a line that could not be read yet
	pendAt  int
	wait    Entry // certutil: path and algorithm of the head
	waiting bool
}

func (p *parser) problem(line int, text, reason string) {
	if len(p.list.Problems) >= maxProblems {
		p.list.More++
		return
	}
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "")
	}
	p.list.Problems = append(p.list.Problems, Problem{Line: line, Text: text, Reason: reason})
}

func (p *parser) add(e Entry) { p.list.Entries = append(p.list.Entries, e) }

// lines splits r and hands the lines to p.line.
func (p *parser) lines(r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxLine)
	sep := byte('\n')
	if p.list.Style == NUL {
		sep = 0
	}
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, sep); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for n := 1; sc.Scan(); n++ {
		text := p.latin(sc.Text())
		if p.list.Style != NUL {
			if t, ok := strings.CutSuffix(text, "\r"); ok {
				p.crlf, text = true, t
			}
		}
		if text, list := p.armour.line(text); list {
			p.line(n, text)
		}
		if len(p.list.Entries) > maxEntries {
			return ErrTooLarge
		}
	}
	p.giveUp()
	p.missed()
	p.separators()
	if sc.Err() == bufio.ErrTooLong {
		return ErrTooLarge
	}
	return sc.Err()
}

// armour knows where in a clear-signed text (RFC 9580, 7) a line stands. The signature is not
// judged here; what it encloses is the list.
type armour int

const (
	bare      armour = iota // no armour, or behind it
	heads                   // between the first line and the empty one: "Hash: SHA512"
	enclosed                // what is signed
	signature               // up to the last line
)

// line says whether a line belongs to the list, and gives it without the dash that escapes one.
func (a *armour) line(text string) (string, bool) {
	switch {
	case *a == bare && text == "-----BEGIN PGP SIGNED MESSAGE-----":
		*a = heads
	case *a == heads && strings.TrimSpace(text) == "":
		*a = enclosed
	case *a == enclosed && text == "-----BEGIN PGP SIGNATURE-----":
		*a = signature
	case *a == signature && text == "-----END PGP SIGNATURE-----":
		*a = bare
	case *a == enclosed:
		return strings.TrimPrefix(text, "- "), true
	default:
		return text, *a == bare
	}
	return "", false
}

// latin reads a line as Windows-1252 that is not the UTF-8 the beginning promised:
// lists are appended to on several machines.
func (p *parser) latin(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	out, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return text
	}
	return out
}

// separators turns Windows paths into tree paths. A backslash is a separator
// where the list comes from Windows by its head or its line ends, and no path
// of it has a slash.
func (p *parser) separators() {
	l := p.list
	windows := slices.Contains([]Style{MD5Summer, Certutil, PowerShell, Shown, FCIV}, l.Style) ||
		slices.ContainsFunc(l.Entries, func(e Entry) bool { return drive.MatchString(e.Path) })
	if !windows && p.crlf {
		windows = true
		for _, e := range l.Entries {
			if strings.Contains(e.Path, "/") {
				windows = false
				break
			}
		}
	}
	if !windows {
		return
	}
	for i := range l.Entries {
		l.Entries[i].Path = strings.ReplaceAll(l.Entries[i].Path, `\`, "/")
		l.Entries[i].Joined = strings.ReplaceAll(l.Entries[i].Joined, `\`, "/")
	}
}

// sum reads the lines of all styles of the coreutils family; they may be mixed.
func (p *parser) sum(n int, text string) {
	escapes := p.list.Style != NUL
	e, style, ok := sumLine(text, escapes)
	if !ok && p.pending != "" { // a torn --tag line becomes whole with the next
		if j, _, joined := sumLine(p.pending+"\n"+text, escapes); joined {
			j.Line, p.pending = p.pendAt, ""
			p.settle(j)
			return
		}
	}
	switch {
	case ok:
		p.giveUp()
		e.Line = n
		if style == Sum {
			p.settle(p.bagit(e))
			return
		}
		p.settle(e)
	case isComment(text):
		p.giveUp()
	default:
		p.tear(n, text)
	}
}

// tear keeps a line that cannot be read: it may be the first half of a --tag
// line or the second half of a name.
func (p *parser) tear(n int, text string) {
	if isTagStart(text) {
		p.giveUp()
		p.pending, p.pendAt = text, n
		return
	}
	p.giveUp()
	reason := wording.Say("said.fixity.line").String()
	if at := p.join(n, text); at > 0 {
		reason = wording.Say("said.fixity.line-rest", at).String()
	}
	p.problem(n, text, reason)
}

// join puts text behind the name in the line before n and says which line that
// was, 0 for none. A line can have given several entries (hashdeep).
func (p *parser) join(n int, text string) (at int) {
	entries := p.list.Entries
	for i := len(entries) - 1; i >= 0; i-- {
		e := &entries[i]
		if e.Line+strings.Count(e.Joined, "\n") != n-1 || at != 0 && e.Line != at {
			return at
		}
		if e.Joined == "" {
			e.Joined = e.Path
		}
		e.Joined += "\n" + text
		at = e.Line
	}
	return at
}

func (p *parser) giveUp() {
	if p.pending != "" {
		p.problem(p.pendAt, p.pending, wording.Say("said.fixity.line").String())
		p.pending = ""
	}
}

// bagit undoes what RFC 8493 2.1.3 encodes, in BagIt manifests only.
func (p *parser) bagit(e Entry) Entry {
	if p.list.Style == BagIt {
		e.Path = strings.NewReplacer("%0A", "\n", "%0a", "\n", "%0D", "\r", "%0d", "\r", "%25",
			"%").Replace(strings.TrimLeft(e.Path, " \t"))
	}
	return e
}

// settle chooses the algorithm where the line names none, and takes e in. The
// length of the digest is known to fit (sumLine).
func (p *parser) settle(e Entry) {
	if e.Algorithm == "" {
		size := len(e.Digest) / 2
		if p.hint != "" && p.hint.Size() == size {
			e.Algorithm = p.hint
		} else {
			e.Algorithm, e.Guessed = bySize(size), size >= 28
		}
	}
	if e.Path == "" {
		p.problem(e.Line, e.Digest, wording.Say("said.fixity.line-nameless").String())
		return
	}
	p.add(e)
}

func bySize(n int) Algorithm {
	switch n {
	case 16:
		return MD5
	case 20:
		return SHA1
	case 28:
		return SHA224
	case 32:
		return SHA256
	case 48:
		return SHA384
	case 64:
		return SHA512
	}
	return ""
}

var (
	tagLine   = pattern.Of(`(?s)^([A-Za-z][A-Za-z0-9/_-]*) ?\((.*)\) ?= ?([0-9A-Fa-f]+|[A-Za-z0-9+/]+={0,2})$`)
	sizedLine = pattern.Of(`(?s)^ *([0-9]+)  ([0-9A-Fa-f]{32,128})  (.+)$`)
)

func isTagStart(text string) bool {
	name, _, ok := strings.Cut(strings.TrimPrefix(text, `\`), "(")
	if !ok {
		return false
	}
	_, known := ParseAlgorithm(name)
	return known
}

// sumLine reads one line of the coreutils family and says which style it has.
// The algorithm stays empty where the line does not name it.
func sumLine(text string, escapes bool) (Entry, Style, bool) {
	e := Entry{Size: -1}
	body, escaped := text, false
	if escapes {
		body, escaped = strings.CutPrefix(text, `\`)
	}
	style := Sum
	if m := matched(tagLine, body, mayBeTag); m != nil {
		alg, known := ParseAlgorithm(m[1])
		digest, ok := anyDigest(m[3], alg.Size())
		if !known || !ok {
			return e, "", false
		}
		e.Algorithm, e.Path, e.Digest, style = alg, m[2], digest, Tag
	} else if m := matched(sizedLine, body, mayBeSized); m != nil && bySize(len(m[2])/2) != "" {
		size, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return e, "", false
		}
		e.Size, e.Digest, e.Path, style = size, strings.ToLower(m[2]), m[3], Sized
	} else {
		end := strings.IndexAny(body, " \t,")
		if end < 0 {
			return e, "", false
		}
		var ok bool
		if e.Digest, ok = hexDigest(body[:end]); !ok {
			if e.Algorithm, e.Digest, ok = prefixed(body[:end]); ok {
				style = Tag
			} else if e.Digest, ok = base64Digest(body[:end]); !ok || body[end] == ',' {
				return e, "", false
			} else {
				style = Base64
			}
		}
		if e.Path, ok = afterDigest(body[end:]); !ok {
			return e, "", false
		}
		if body[end] == ',' {
			style = Comma
		}
	}
	if escaped {
		var ok bool
		if e.Path, ok = unescape(e.Path); !ok {
			return e, "", false
		}
	}
	if rest, ok := strings.CutPrefix(e.Path, "./"); ok && rest != "" {
		e.Path = rest
	}
	return e, style, true
}

// afterDigest takes the separator off: two spaces, space and asterisk (binary),
// one space, a tab, or a comma.
func afterDigest(s string) (string, bool) {
	for _, sep := range []string{"  ", " *", "\t*", "\t\t", "\t", ",", " "} {
		if rest, ok := strings.CutPrefix(s, sep); ok {
			return rest, rest != ""
		}
	}
	return "", false
}

func hexDigest(s string) (string, bool) {
	s = together(s)
	if bySize(len(s)/2) == "" || len(s)%2 != 0 {
		return "", false
	}
	if _, err := hex.DecodeString(s); err != nil {
		return "", false
	}
	return strings.ToLower(s), true
}

// prefixed reads a digest behind its algorithm: sha256:9f86…, and sha256-n4bQ… as the web
// writes it (Subresource Integrity).
func prefixed(s string) (Algorithm, string, bool) {
	at := strings.IndexAny(s, ":-")
	if at < 0 {
		return "", "", false
	}
	alg, known := ParseAlgorithm(s[:at])
	if !known {
		return "", "", false
	}
	digest, ok := anyDigest(s[at+1:], alg.Size())
	return alg, digest, ok
}

func base64Digest(s string) (string, bool) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || bySize(len(b)) == "" {
		return "", false
	}
	return hex.EncodeToString(b), true
}

// anyDigest reads hex or base64 of exactly size bytes.
func anyDigest(s string, size int) (string, bool) {
	s = together(s)
	if b, err := hex.DecodeString(s); err == nil && len(b) == size {
		return strings.ToLower(s), true
	}
	if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == size {
		return hex.EncodeToString(b), true
	}
	return "", false
}

// unescape undoes the escapes of coreutils: \\, \n and \r.
func unescape(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		switch s[i] {
		case '\\':
			b.WriteByte('\\')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		default:
			return "", false
		}
	}
	return b.String(), true
}
