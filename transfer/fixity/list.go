package fixity

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"laufzettel/transfer/pattern"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Style is the outer shape of a checksum list.
type Style string

// The styles that are read.
const (
	Sum        Style = "sum"        // coreutils md5sum, sha256sum, b2sum …; shasum; md5deep; rhash
	MD5Summer  Style = "md5summer"  // the same with head and Windows paths
	BagIt      Style = "bagit"      // RFC 8493 manifest-<alg>.txt, percent-encoded line ends
	Tag        Style = "tag"        // coreutils --tag, BSD, rhash --bsd, openssl dgst
	NUL        Style = "nul"        // coreutils -z
	Sized      Style = "md5deep-z"  // md5deep -z: size, digest, path
	Comma      Style = "comma"      // md5deep -c: digest,path
	Base64     Style = "base64"     // rhash --base64
	Hashdeep   Style = "hashdeep"   // hashdeep 1.0: size,digests…,path
	DFXML      Style = "dfxml"      // hashdeep -d
	SFV        Style = "sfv"        // path CRC32
	Cksum      Style = "cksum"      // POSIX cksum: CRC, size, path
	Certutil   Style = "certutil"   // certutil -hashfile, German and English
	PowerShell Style = "powershell" // Get-FileHash | Export-Csv
	Shown      Style = "shown"      // Get-FileHash as it stands on the screen, list or table
	Table      Style = "table"      // columns with a head of one's own
	Reverse    Style = "reverse"    // name, then digest
	Lone       Style = "lone"       // one digest, of the file the list is called after
	SevenZip   Style = "7z"         // 7z h: digests, size, name
	FCIV       Style = "fciv"       // File Checksum Integrity Verifier, XML
	JSON       Style = "json"       // objects with a name and a digest, of anybody's making
	Fields     Style = "fields"     // blocks of "name: value", YAML and TOML too
	XML        Style = "xml"        // elements of that kind, Metalink (RFC 5854) too
)

// Entry is one declared digest.
type Entry struct {
	Path      string // as declared; Windows separators turned into "/"
	Algorithm Algorithm
	Digest    string // lower-case hex
	Size      int64  // declared bytes, -1 = none
	Line      int    // 1-based line in the list
	// Guessed says that the algorithm is told by the length of the digest only:
	// 64 hex digits may be SHA-256, SHA3-256 or BLAKE2b-256.
	Guessed bool
	// Joined is the path together with the neighbouring line, where the list
	// seems to have torn a name that holds a line break; "" otherwise.
	Joined string
}

// Problem is a line that could not be read without doubt. Reason is German.
type Problem struct {
	Line   int
	Text   string // the line, at most 200 bytes
	Reason string
}

// List is a checksum list as read.
type List struct {
	Name     string
	Style    Style
	Encoding string // utf-8, utf-16le, utf-16be, windows-1252
	Entries  []Entry
	Problems []Problem
	More     int // problems beyond the first 1000
}

// ErrNoList says that the bytes are no checksum list in any style we know.
var ErrNoList = errors.New("fixity: not a checksum list")

// ErrTooLarge says that a list exceeds 5,000,000 entries, a line 1 MiB or the whole 1 GiB.
var ErrTooLarge = errors.New("fixity: checksum list too large")

const (
	maxEntries  = 5_000_000
	maxProblems = 1000
	maxLine     = 1 << 20
	maxList     = 1 << 30 // bytes of the whole, also where it comes without an end
	sniffBytes  = 64 << 10
)

// Sniff says whether a file of this name that begins with first (64 KiB are
// enough, the whole file if smaller) is a checksum list.
func Sniff(first []byte, name string) bool {
	if i := bytes.IndexByte(first, 0); i >= 0 && !bytes.HasPrefix(first, []byte{0xff, 0xfe}) &&
		!bytes.HasPrefix(first, []byte{0xfe, 0xff}) {
		if _, _, ok := sumLine(string(first[:i]), false); !ok {
			return false // binary; most files of a delivery end here
		}
	}
	text, _ := decodeAll(first)
	style := detect(text, name)
	if shown, of, ok := pageText(text, name); ok {
		text, style = shown, of
	}
	if style == "" {
		return false
	}
	if len(first) >= 4096 { // the last line may be cut
		if i := strings.LastIndexAny(text, "\n\x00"); i > 0 && !nested(style) {
			text = text[:i+1]
		}
	}
	l := &List{Name: name, Style: style}
	err := l.read(strings.NewReader(text))
	return (err == nil || nested(style)) && len(l.Entries) > 0 && len(l.Problems) <= len(l.Entries)
}

// nested are the styles that are not read line by line.
func nested(s Style) bool { return s == DFXML || s == FCIV || s == JSON || s == XML }

// Parse reads the list at r. name (base name or path) helps where the style
// alone is ambiguous: *.sfv, manifest-sha256.txt, SHA512SUMS, b2sum. A line that
// cannot be read is a Problem, not an error. Errors: ErrNoList, ErrTooLarge,
// those of r.
func Parse(r io.Reader, name string) (*List, error) {
	return parse(r, name, maxList)
}

func parse(r io.Reader, name string, most int64) (*List, error) {
	src := &io.LimitedReader{R: r, N: most + 1}
	br := bufio.NewReaderSize(src, sniffBytes)
	first, err := br.Peek(sniffBytes)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	text, encoding := decodeAll(first)
	style := detect(text, name)
	var content io.Reader = br
	if _, of, ok := pageText(text, name); ok {
		page, err := io.ReadAll(io.LimitReader(decodeReader(br, encoding), maxPage))
		if err != nil {
			return nil, err
		}
		shown, _, _ := pageText(string(page), name)
		style, content, encoding = of, strings.NewReader(shown), "utf-8"
	}
	if style == "" {
		return nil, fmt.Errorf("%w: %q", ErrNoList, path.Base(name))
	}
	l := &List{Name: name, Style: style, Encoding: encoding}
	if err := l.read(decodeReader(content, encoding)); err != nil {
		return nil, err
	}
	if src.N <= 0 {
		return nil, ErrTooLarge
	}
	if len(l.Entries) == 0 && len(l.Problems) > 0 {
		return nil, fmt.Errorf("%w: %q", ErrNoList, path.Base(name))
	}
	return l, nil
}

func (l *List) read(r io.Reader) error {
	p := &parser{list: l, hint: algorithmOfName(l.Name)}
	switch l.Style {
	case DFXML:
		return p.dfxml(r)
	case FCIV:
		return p.fciv(r)
	case JSON:
		return p.jsonRecords(r)
	case XML:
		return p.xmlRecords(r)
	case Fields:
		return p.fields(r)
	case Shown:
		p.line = p.shown
	case Reverse:
		p.line = p.reverse
	case Lone:
		p.line = p.lone
	case PowerShell, Table:
		return p.csv(r)
	case Certutil:
		p.line = p.certutil
	case SevenZip:
		p.line = p.seven
	case Hashdeep:
		p.line = p.hashdeep
	case SFV:
		p.line = p.sfv
	case Cksum:
		p.line = p.cksum
	default:
		p.line = p.sum
	}
	return p.lines(r)
}

// decodeAll gives text and encoding of a beginning.
func decodeAll(b []byte) (text, encoding string) {
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		encoding = "utf-16le"
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		encoding = "utf-16be"
	case utf8.Valid(b), validButCut(b):
		return strings.TrimPrefix(string(b), "\ufeff"), "utf-8"
	default:
		encoding = "windows-1252"
	}
	out, err := io.ReadAll(decodeReader(bytes.NewReader(b), encoding))
	if err != nil {
		return "", encoding
	}
	return string(out), encoding
}

// validButCut says whether only the last character is incomplete.
func validButCut(b []byte) bool {
	for cut := 1; cut < utf8.UTFMax && cut < len(b); cut++ {
		if utf8.RuneStart(b[len(b)-cut]) {
			return utf8.Valid(b[:len(b)-cut])
		}
	}
	return false
}

func decodeReader(r io.Reader, encoding string) io.Reader {
	switch encoding {
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r)
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().Reader(r)
	case "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(r)
	}
	br := bufio.NewReader(r)
	if bom, err := br.Peek(3); err == nil && string(bom) == "\ufeff" {
		_, _ = br.Discard(3)
	}
	return br
}

var (
	certutilHead = pattern.Of(`^(?:([A-Za-z0-9-]+?)-Hash (?:von|der Datei) (.+?):?|([A-Za-z0-9-]+) hash of (?:file )?(.+?):?)$`)
	hashdeepHead = pattern.Of(`^%{2,4} HASHDEEP-`) // percent signs get lost where scripts print the head
	bagitName    = pattern.Of(`^(?:tag)?manifest-([a-z0-9]+)\.txt$`)
	listName     = pattern.Of(`(?i)cksum|checksum|pr(?:ü|ue)fsumm|manifest|\.crc$`)
)

// detect finds the style of the decoded beginning.
func detect(text, name string) Style {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if strings.HasPrefix(trimmed, "<") {
		switch head := trimmed[:min(len(trimmed), 4096)]; {
		case strings.Contains(head, "<dfxml"):
			return DFXML
		case strings.Contains(head, "<FCIV"):
			return FCIV
		case recordsName.MatchString(base), strings.Contains(head, "<metalink"):
			return XML
		}
		return ""
	}
	if recordsName.MatchString(base) && (strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[")) {
		return JSON
	}
	if hashdeepHead.MatchString(trimmed) {
		return Hashdeep
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		if _, _, ok := sumLine(text[:i], false); ok {
			return NUL
		}
		return ""
	}
	if isLone(text, base) {
		return Lone
	}
	return detectLines(text, base, func(line string) lineMark { return markOf(line, base) })
}

func isComment(line string) bool {
	t := strings.TrimSpace(line)
	return t == "" || t[0] == '#' || t[0] == ';'
}

// algorithmOfName reads the algorithm out of a file name: SHA512SUMS,
// manifest-sha256.txt, x.md5, liste.b2sum.
func algorithmOfName(name string) Algorithm {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, p := range []struct {
		part string
		alg  Algorithm
	}{
		{"sha3-224", SHA3_224}, {"sha3-256", SHA3_256}, {"sha3-384", SHA3_384}, {"sha3-512", SHA3_512}, {"sha3_256", SHA3_256},
		{"sha3_512", SHA3_512},
		{"b2sum", BLAKE2b512}, {"blake2", BLAKE2b512},
		{"sha512", SHA512}, {"sha384", SHA384}, {"sha256", SHA256}, {"sha224", SHA224}, {"sha1", SHA1}, {"md5", MD5},
		{"sha-512", SHA512}, {"sha-384", SHA384}, {"sha-256", SHA256}, {"sha-224", SHA224}, {"sha-1", SHA1},
	} {
		if strings.Contains(base, p.part) {
			return p.alg
		}
	}
	return ""
}
