package fixity

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"laufzettel/transfer/pattern"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/wording"
)

var (
	sfvPattern   = pattern.Of(`^(.+?)[ \t]+([0-9A-Fa-f]{8})$`)
	cksumPattern = pattern.Of(`^([0-9]{1,10}) ([0-9]{1,19}) (.+)$`)
)

func sfvLine(text string) (Entry, bool) {
	m := matched(sfvPattern, text, mayBeSFV)
	if m == nil || text[0] == ';' {
		return Entry{}, false
	}
	return Entry{Path: m[1], Algorithm: CRC32, Digest: strings.ToLower(m[2]), Size: -1}, true
}

// sfv reads "path CRC32"; a torn name shows as a line without CRC before it.
func (p *parser) sfv(n int, text string) {
	e, ok := sfvLine(text)
	switch {
	case ok:
		e.Line = n
		if p.pending != "" {
			e.Joined = p.pending + "\n" + e.Path
			p.problem(p.pendAt, p.pending, wording.Say("said.fixity.line-start", n).String())
			p.pending = ""
		}
		p.add(e)
	case isComment(text):
		p.giveUp()
	default:
		p.giveUp()
		p.pending, p.pendAt = text, n
	}
}

func cksumLine(text string) (Entry, bool) {
	m := matched(cksumPattern, text, mayBeCksum)
	if m == nil {
		return Entry{}, false
	}
	crc, err := strconv.ParseUint(m[1], 10, 32)
	size, err2 := strconv.ParseInt(m[2], 10, 64)
	if err != nil || err2 != nil {
		return Entry{}, false
	}
	return Entry{Path: m[3], Algorithm: CKSUM, Digest: fmt.Sprintf("%08x", crc), Size: size}, true
}

func (p *parser) cksum(n int, text string) {
	if e, ok := cksumLine(text); ok {
		e.Line = n
		p.add(e)
		return
	}
	if !isComment(text) {
		p.tear(n, text)
	}
}

// hashdeep reads the form of hashdeep 1.0: a head naming the columns, the path
// last and unescaped.
func (p *parser) hashdeep(n int, text string) {
	if head := strings.TrimLeft(text, "%"); strings.HasPrefix(text, "%%") && strings.HasPrefix(head, " ") {
		head = head[1:]
		if !strings.HasPrefix(head, "HASHDEEP-") {
			p.columns = strings.Split(head, ",")
		}
		return
	}
	if strings.HasPrefix(text, "##") || text == "" {
		return
	}
	cells := strings.SplitN(text, ",", max(1, len(p.columns)))
	if len(p.columns) < 2 || len(cells) != len(p.columns) || p.columns[len(p.columns)-1] != "filename" {
		p.tear(n, text)
		return
	}
	e := Entry{Line: n, Size: -1, Path: cells[len(cells)-1]}
	var found []Entry
	for i, col := range p.columns[:len(cells)-1] {
		if col == "size" {
			size, err := strconv.ParseInt(cells[i], 10, 64)
			if err != nil || size < 0 {
				p.tear(n, text)
				return
			}
			e.Size = size
			continue
		}
		alg, known := ParseAlgorithm(col)
		digest, ok := anyDigest(cells[i], alg.Size())
		switch {
		case known && !ok:
			p.tear(n, text)
			return
		case known:
			found = append(found, Entry{Algorithm: alg, Digest: digest})
		}
	}
	if len(found) == 0 {
		p.problem(n, text, wording.Say("said.fixity.no-digest").String())
	}
	for _, f := range found {
		f.Line, f.Size, f.Path = e.Line, e.Size, e.Path
		p.add(f)
	}
}

// certutil reads pairs of a head with the path and a line with the digest; older
// versions put spaces between the bytes.
func (p *parser) certutil(n int, text string) {
	if m := certutilHead.FindStringSubmatch(text); m != nil {
		alg, known := ParseAlgorithm(m[1] + m[3])
		p.missed()
		p.wait = Entry{Path: m[2] + m[4], Algorithm: alg, Size: -1, Line: n}
		if p.waiting = known; !known {
			p.problem(n, text, wording.Say("said.fixity.algorithm").String())
		}
		return
	}
	if p.waiting {
		if digest, ok := anyDigest(strings.ReplaceAll(text, " ", ""), p.wait.Algorithm.Size()); ok {
			p.wait.Digest, p.waiting = digest, false
			p.add(p.wait)
			return
		}
	}
	if text != "" && !strings.HasPrefix(text, "CertUtil:") {
		p.problem(n, text, wording.Say("said.fixity.line").String())
	}
}

func (p *parser) missed() {
	if p.waiting {
		p.problem(p.wait.Line, p.wait.Path, wording.Say("said.fixity.no-digest-below").String())
		p.waiting = false
	}
}

// isHashTable recognises the head of a PowerShell table.
func isHashTable(line string) bool {
	cells := splitHead(line)
	return slices.Contains(cells, "hash") && slices.Contains(cells, "path") && slices.Contains(cells, "algorithm")
}

func splitHead(line string) []string {
	comma := ","
	if strings.Count(line, ";") > strings.Count(line, ",") {
		comma = ";"
	}
	var out []string
	for c := range strings.SplitSeq(line, comma) {
		out = append(out, strings.ToLower(strings.Trim(strings.TrimSpace(c), `"`)))
	}
	return out
}

// csv reads Get-FileHash | Export-Csv, with comma or semicolon (German Windows).
func (p *parser) csv(r io.Reader) error {
	p.crlf = true
	c, head, err := p.csvHead(r)
	if err != nil {
		return err
	}
	own := columns{path: slices.Index(head, "path"), digest: slices.Index(head, "hash"), algorithm: slices.Index(head, "algorithm"),
		size: -1}
	if p.list.Style == Table {
		own, _ = tableHead(strings.Join(head, string(c.Comma)))
	}
	for len(p.list.Entries) <= maxEntries {
		row, err := c.Read()
		if err == io.EOF {
			p.separators()
			return nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			p.problem(bad.StartLine, "", wording.Say("said.fixity.line-quotes").String())
			continue
		}
		if err != nil {
			return err
		}
		line, _ := c.FieldPos(0)
		if len(row) != len(head) {
			p.problem(line, strings.Join(row, ","), fmt.Sprintf("%d Spalten statt %d.", len(row), len(head)))
			continue
		}
		p.row(own, line, row)
	}
	return ErrTooLarge
}

func (p *parser) csvHead(r io.Reader) (*csv.Reader, []string, error) {
	text, err := io.ReadAll(r) // Parse bounds it
	if err != nil {
		return nil, nil, err
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if strings.HasPrefix(first, "#") {
		first, _, _ = strings.Cut(rest, "\n")
	}
	c := csv.NewReader(strings.NewReader(string(text)))
	c.FieldsPerRecord, c.ReuseRecord, c.Comment = -1, true, '#' // older versions begin with #TYPE
	c.Comma, c.LazyQuotes = separatorOf(first), p.list.Style == Table
	row, err := c.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrNoList, err)
	}
	head := make([]string, len(row))
	for i := range row {
		head[i] = strings.ToLower(strings.TrimSpace(row[i]))
	}
	return c, head, nil
}

// dfxml reads the fileobject elements of DFXML (hashdeep -d) as a stream. A
// DOCTYPE is refused.
func (p *parser) dfxml(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded already
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return nil
		}
		line, _ := d.InputPos()
		if err != nil {
			p.problem(line, "", wording.Say("said.fixity.xml").String())
			return nil
		}
		switch t := tok.(type) {
		case xml.Directive:
			p.problem(line, "", wording.Say("said.fixity.doctype").String())
			return nil
		case xml.StartElement:
			if t.Name.Local == "fileobject" {
				p.fileobject(d, t, line)
			}
		}
		if len(p.list.Entries) > maxEntries {
			return ErrTooLarge
		}
	}
}

func (p *parser) fileobject(d *xml.Decoder, start xml.StartElement, line int) {
	var f struct {
		Name string `xml:"filename"`
		Size string `xml:"filesize"`
		Sums []struct {
			Type string `xml:"type,attr"`
			Hex  string `xml:",chardata"`
		} `xml:"hashdigest"`
	}
	if err := d.DecodeElement(&f, &start); err != nil {
		p.problem(line, "", wording.Say("said.fixity.entry").String())
		return
	}
	size, err := strconv.ParseInt(strings.TrimSpace(f.Size), 10, 64)
	if err != nil || size < 0 {
		size = -1
	}
	for _, s := range f.Sums {
		alg, known := ParseAlgorithm(s.Type)
		digest, ok := anyDigest(strings.TrimSpace(s.Hex), alg.Size())
		if !known || !ok || f.Name == "" {
			p.problem(line, f.Name, wording.Say("said.fixity.algorithm-or-name").String())
			continue
		}
		p.add(Entry{Path: f.Name, Algorithm: alg, Digest: digest, Size: size, Line: line})
	}
}
