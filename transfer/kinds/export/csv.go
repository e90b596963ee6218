package export

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// Limits of one CSV file.
const (
	maxRow    = 16 << 20
	maxTold   = 50
	sniffSize = 64 << 10
)

// delimiters are tried in this order where none is stated.
var delimiters = []byte{';', ',', '\t', '|'}

// Table is what is known of a CSV file.
type Table struct {
	Delimiter byte
	Columns   []string
	Rows      int64 // without the heading
}

// CheckCSV reads a CSV file to its end: UTF-8, constant number of columns,
// quoting after RFC 4180. delimiter 0 = find it. Findings carry path and line;
// the error is one of r.
func CheckCSV(r io.Reader, path string, delimiter byte) (Table, []check.Finding, error) {
	br := bufio.NewReaderSize(r, sniffSize)
	head, err := br.Peek(sniffSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return Table{}, nil, err
	}
	if strings.HasPrefix(string(head), "\ufeff") {
		if _, err := br.Discard(len("\ufeff")); err != nil {
			return Table{}, nil, err
		}
		head = head[len("\ufeff"):]
	}
	if delimiter == 0 {
		delimiter = findDelimiter(head)
	}
	c := &csvReader{r: br, path: path, t: Table{Delimiter: delimiter}, line: 1}
	err = c.run()
	if c.more > 0 {
		c.out = append(c.out, codeColumns.At(path).Saying(wording.Say("said.kinds.flaws", c.more)))
	}
	return c.t, c.out, err
}

// findDelimiter takes the sign that stands most often in the first line, outside
// quotes.
func findDelimiter(head []byte) byte {
	counts := map[byte]int{}
	quoted := false
	for _, b := range head {
		if b == '"' {
			quoted = !quoted
		}
		if b == '\n' && !quoted {
			break
		}
		if !quoted {
			counts[b]++
		}
	}
	best := delimiters[0]
	for _, d := range delimiters {
		if counts[d] > counts[best] {
			best = d
		}
	}
	return best
}

type csvState int

const (
	fieldStart csvState = iota
	inField
	inQuotes
	afterQuote
)

type csvReader struct {
	r        *bufio.Reader
	path     string
	t        Table
	out      []check.Finding
	more     int
	line     int
	rowLine  int
	rowBytes int
	field    []byte
	fields   []string // of the heading only
	count    int
	state    csvState
	heading  bool // the heading was read
	badUTF8  bool
	odd      bool // the row has a quoting fault; its columns are not told too
}

func (c *csvReader) say(f check.Finding) {
	if len(c.out) >= maxTold {
		c.more++
		return
	}
	c.out = append(c.out, f)
}

// run is the state machine of RFC 4180; CR, LF and CR LF end a row.
func (c *csvReader) run() error {
	c.rowLine = 1
	for {
		b, err := c.r.ReadByte()
		if errors.Is(err, io.EOF) {
			c.finish()
			return nil
		}
		if err != nil {
			return err
		}
		if c.rowBytes++; c.rowBytes > maxRow {
			c.say(codePartly.At(c.path).On(c.rowLine))
			return nil
		}
		switch {
		case b == '\n' || b == '\r':
			c.lineEnd(b)
		case c.state == inQuotes:
			if b == '"' {
				c.state = afterQuote
			} else {
				c.field = append(c.field, b)
			}
		case b == c.t.Delimiter:
			c.endField()
		case b == '"' && c.state == fieldStart:
			c.state = inQuotes
		case b == '"' && c.state == afterQuote: // "" is one quote
			c.field = append(c.field, b)
			c.state = inQuotes
		default:
			if b == '"' || c.state == afterQuote {
				c.quote(wording.Say("found.export.text-beside"))
			}
			c.field = append(c.field, b)
			c.state = inField
		}
	}
}

func (c *csvReader) quote(found wording.Text) {
	if !c.odd {
		c.say(codeQuoting.At(c.path).On(c.line).Want(wording.Say("want.export.value"), found))
	}
	c.odd = true
}

func (c *csvReader) lineEnd(b byte) {
	if b == '\r' {
		if next, err := c.r.Peek(1); err == nil && next[0] == '\n' {
			if c.state == inQuotes {
				c.field = append(c.field, b)
			}
			return // CR LF counts once, at LF
		}
	}
	c.line++
	if c.state == inQuotes {
		c.field = append(c.field, b)
		return
	}
	c.endRow()
}

func (c *csvReader) finish() {
	if c.state == inQuotes {
		c.say(codeQuoting.At(c.path).On(c.rowLine).Want(wording.Say("want.export.closing"), wording.Say("found.export.end")))
		c.odd = true
	}
	if c.rowBytes > 0 {
		c.endRow()
	}
}

func (c *csvReader) endField() {
	c.count++
	if !utf8.Valid(c.field) && !c.badUTF8 {
		c.badUTF8 = true
		c.say(codeEncoding.At(c.path).On(c.line).Want("UTF-8", wording.Say("found.kinds.charset")))
	}
	if !c.heading {
		c.fields = append(c.fields, strings.ToValidUTF8(string(c.field), "\ufffd"))
	}
	c.field, c.state = c.field[:0], fieldStart
}

// endRow closes a row; an empty line is none.
func (c *csvReader) endRow() {
	empty := c.count == 0 && len(c.field) == 0 && c.state == fieldStart
	if !empty {
		c.endField()
		if !c.heading {
			c.head()
		} else {
			c.t.Rows++
			if want := len(c.t.Columns); c.count != want && !c.odd {
				c.say(codeColumns.At(c.path).On(c.rowLine).Want(wording.Say("found.kinds.columns", want),
					wording.Say("found.kinds.columns", c.count)))
			}
		}
	}
	c.count, c.rowBytes, c.rowLine, c.odd = 0, 0, c.line, false
}

func (c *csvReader) head() {
	c.heading, c.t.Columns = true, c.fields
	seen := map[string]bool{}
	for i, name := range c.t.Columns {
		name = strings.TrimSpace(name)
		if name == "" || seen[name] {
			c.say(codeHeading.At(c.path).On(c.rowLine).Want(wording.Say("want.export.own-name"),
				wording.Say("found.export.column", i+1, name)))
		}
		seen[name] = true
	}
	c.fields = nil
}
