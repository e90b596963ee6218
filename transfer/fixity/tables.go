package fixity

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"io"
	"laufzettel/transfer/pattern"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/wording"
)

// The columns of tables people make themselves, in small letters and squeezed.
var (
	pathColumns = []string{"datei", "dateiname", "dateien", "name", "file", "filename", "pfad", "path", "dateipfad", "filepath",
		"relativepath", "fullname", "objekt"}
	digestColumns = []string{"hash", "hashwert", "prüfsumme", "pruefsumme", "checksum", "checksumme", "digest", "hashvalue",
		"fingerprint", "fingerabdruck"}
	algorithmColumns = []string{"algorithm", "algorithmus", "verfahren", "hashverfahren", "hashalgorithmus", "prüfsummenverfahren",
		"pruefsummenverfahren", "type", "typ", "method", "methode"}
	sizeColumns = []string{"größe", "groesse", "größe(byte)", "groesse(byte)", "größe(bytes)", "größeinbyte", "size", "filesize",
		"bytes", "dateigröße", "dateigroesse", "länge", "length"}
)

// columns says where a table has what; -1 = nowhere.
type columns struct {
	path, digest, algorithm, size int
	of                            Algorithm // of the digests by the head of their column, "" = by their length
	comma                         rune
}

// tableHead reads the head of a table of digests with columns of any order.
func tableHead(line string) (columns, bool) {
	c := columns{path: -1, digest: -1, algorithm: -1, size: -1, comma: separatorOf(line)}
	for i, cell := range strings.Split(strings.TrimSpace(line), string(c.comma)) {
		name := squeeze.Replace(strings.ToLower(strings.Trim(strings.TrimSpace(cell), `"`)))
		alg, known := columnAlgorithm(name)
		switch {
		case c.path < 0 && slices.Contains(pathColumns, name):
			c.path = i
		case c.digest < 0 && (known || slices.Contains(digestColumns, name)):
			c.digest, c.of = i, alg
		case c.algorithm < 0 && slices.Contains(algorithmColumns, name):
			c.algorithm = i
		case c.size < 0 && slices.Contains(sizeColumns, name):
			c.size = i
		}
	}
	return c, c.path >= 0 && c.digest >= 0
}

// columnAlgorithm reads "md5", "sha256hash", "prüfsumme(sha256)", "hashwertsha512".
func columnAlgorithm(name string) (Algorithm, bool) {
	// longer ones first
	for _, word := range []string{"prüfsumme", "pruefsumme", "checksumme", "checksum", "digest", "hash", "wert", "value", "sum"} {
		name = strings.ReplaceAll(name, word, "")
	}
	return ParseAlgorithm(strings.Trim(name, "()[]."))
}

func separatorOf(line string) rune {
	best, most := ',', 0
	for _, r := range ",;\t|" {
		if n := strings.Count(line, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// row takes one row of a table apart.
func (p *parser) row(c columns, line int, row []string) {
	cell := func(i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i])
	}
	e := Entry{Path: cell(c.path), Algorithm: c.of, Size: -1, Line: line}
	if c.algorithm >= 0 {
		e.Algorithm, _ = ParseAlgorithm(cell(c.algorithm))
	}
	if n, err := strconv.ParseInt(cell(c.size), 10, 64); err == nil && n >= 0 {
		e.Size = n
	}
	var ok bool
	if e.Algorithm != "" {
		e.Digest, ok = anyDigest(cell(c.digest), e.Algorithm.Size())
	} else if c.algorithm < 0 {
		e.Digest, ok = hexDigest(cell(c.digest))
	}
	if !ok || e.Path == "" {
		p.problem(line, strings.Join(row, ","), wording.Say("said.fixity.algorithm-or-name").String())
		return
	}
	p.settle(e)
}

// shown reads what Get-FileHash writes on the screen: blocks of "Name : value", or a table
// of three columns under a line of dashes. Values torn by the width of the window are
// joined again where the next line begins with blanks.
func (p *parser) shown(n int, text string) {
	if m := shownField.FindStringSubmatch(text); m != nil {
		p.shownField(n, strings.ToLower(m[1]), m[2])
		return
	}
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" || strings.Trim(trimmed, "- ") == "" || shownHead.MatchString(trimmed):
	case shownRow.MatchString(trimmed):
		m := shownRow.FindStringSubmatch(trimmed)
		alg, known := ParseAlgorithm(m[1])
		digest, ok := anyDigest(m[2], alg.Size())
		if !known || !ok {
			p.problem(n, text, wording.Say("said.fixity.algorithm-or-name").String())
			return
		}
		p.add(Entry{Path: m[3], Algorithm: alg, Digest: digest, Size: -1, Line: n})
	case text != trimmed && len(p.list.Entries) > 0 && !p.waiting:
		p.list.Entries[len(p.list.Entries)-1].Path += trimmed
	default:
		p.problem(n, text, wording.Say("said.fixity.line").String())
	}
}

func (p *parser) shownField(n int, name, value string) {
	value = strings.TrimSpace(value)
	switch name {
	case "algorithm":
		p.missed()
		p.wait = Entry{Size: -1, Line: n}
		p.wait.Algorithm, p.waiting = ParseAlgorithm(value)
	case "hash":
		p.wait.Digest, p.waiting = anyDigest(value, p.wait.Algorithm.Size())
	case "path":
		if p.wait.Digest == "" || value == "" {
			p.problem(n, value, wording.Say("said.fixity.algorithm-or-name").String())
		} else {
			p.wait.Path = value
			p.add(p.wait)
		}
		p.wait, p.waiting = Entry{}, false
	}
}

var (
	shownField = pattern.Of(`^(?i)(Algorithm|Hash|Path)\s+:(.*)$`)
	shownHead  = pattern.Of(`^(?i)Algorithm\s+Hash\s+Path$`)
	shownRow   = pattern.Of(`^([A-Za-z0-9-]+)\s+([0-9A-Fa-f]{32,128})\s+(\S.*)$`)
	nameFirst  = pattern.Of(`^(.+?)(?:\t+| {2,}| ?: +|;|,)"?([0-9A-Fa-f]{32,128})"?$`)
	alone      = pattern.Of(`^([0-9A-Fa-f]{8,128})(?: [ *]?-)?$`)
	drive      = pattern.Of(`^(?:[A-Za-z]:\\|\\\\)`)
)

// reversed reads "name digest".
func reversed(text string) (Entry, bool) {
	m := matched(nameFirst, closed(text), mayBeNameFirst)
	if m == nil {
		return Entry{}, false
	}
	digest, ok := hexDigest(m[2])
	e := Entry{Path: strings.Trim(strings.TrimSpace(m[1]), `"`), Digest: digest, Size: -1}
	if _, known := ParseAlgorithm(e.Path); known {
		return Entry{}, false // says of which kind a digest is, and not of which file
	}
	return e, ok
}

func (p *parser) reverse(n int, text string) {
	e, ok := reversed(text)
	if !ok {
		if !isComment(text) {
			p.tear(n, text)
		}
		return
	}
	e.Line = n
	p.settle(e)
}

// lone reads a file that holds nothing but one digest: it speaks of the file it is called
// after ("Abgabe.zip.sha256"), as openssl -r and many portals write it.
func (p *parser) lone(n int, text string) {
	m := alone.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		if !isComment(text) {
			p.problem(n, text, wording.Say("said.fixity.line").String())
		}
		return
	}
	base := path.Base(strings.ReplaceAll(p.list.Name, `\`, "/"))
	p.settle(Entry{Path: strings.TrimSuffix(base, path.Ext(base)), Digest: strings.ToLower(m[1]), Size: -1, Line: n})
}

// isLone recognises one digest in a file named after another one and an algorithm.
func isLone(text, base string) bool {
	ext := path.Ext(base)
	alg, known := ParseAlgorithm(strings.TrimPrefix(ext, "."))
	if !known || alg.Size() < 16 || strings.TrimSuffix(base, ext) == "" {
		return false
	}
	m := alone.FindStringSubmatch(strings.TrimSpace(text))
	return m != nil && len(m[1]) == 2*alg.Size()
}

// fciv reads the file of the File Checksum Integrity Verifier; digests are base64.
func (p *parser) fciv(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded already
	for len(p.list.Entries) <= maxEntries {
		tok, err := d.Token()
		line, _ := d.InputPos()
		if err == io.EOF {
			p.separators()
			return nil
		}
		if err != nil {
			p.problem(line, "", wording.Say("said.fixity.xml").String())
			p.separators()
			return nil
		}
		start, ok := tok.(xml.StartElement)
		if !ok || !strings.EqualFold(start.Name.Local, "FILE_ENTRY") {
			continue
		}
		var f struct {
			Name string `xml:"name"`
			MD5  string `xml:"MD5"`
			SHA1 string `xml:"SHA1"`
		}
		if err := d.DecodeElement(&f, &start); err != nil {
			p.problem(line, "", wording.Say("said.fixity.entry").String())
			continue
		}
		p.fcivEntry(f.Name, MD5, f.MD5, line)
		p.fcivEntry(f.Name, SHA1, f.SHA1, line)
	}
	return ErrTooLarge
}

func (p *parser) fcivEntry(name string, alg Algorithm, digest string, line int) {
	if digest = strings.TrimSpace(digest); digest == "" {
		return
	}
	b, err := base64.StdEncoding.DecodeString(digest)
	if err != nil || len(b) != alg.Size() || name == "" {
		p.problem(line, name, wording.Say("said.fixity.digest-or-name", alg).String())
		return
	}
	p.add(Entry{Path: strings.TrimSpace(name), Algorithm: alg, Digest: hex.EncodeToString(b), Size: -1, Line: line})
}
