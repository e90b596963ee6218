package check

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// xmlBuffer is how much of an XML file is read at once: most are small.
const xmlBuffer = 16 << 10

var errTokenTooLarge = errors.New("token larger than 32 MiB")

// checkXML reads one XML document as a stream: well-formed, one root, no
// entities of its own (A29, G5). Nothing outside the file is ever loaded.
func checkXML(file string, r io.Reader) []Finding {
	buffer := xmlBuffers.Get().(*bufio.Reader)
	buffer.Reset(r)
	defer func() {
		buffer.Reset(nil) // what was read is not held
		xmlBuffers.Put(buffer)
	}()
	in, charset := xmlInput(buffer)
	guard := &tokenGuard{r: in}
	c := xmlCheck{file: file, guard: guard, dec: xml.NewDecoder(guard)}
	c.dec.Strict = true
	c.dec.CharsetReader = c.charset
	if charset != "" {
		c.note(codeNotUTF8.At(file).Want("UTF-8", charset))
		c.transcoded = true
	}
	c.run()
	return c.findings
}

type xmlCheck struct {
	file       string
	dec        *xml.Decoder
	guard      *tokenGuard
	stack      []xml.Name
	roots      int
	transcoded bool // bytes are UTF-8 already, whatever the declaration says
	findings   []Finding

	unknownCharset string // declared encoding nobody knows
}

func (c *xmlCheck) note(f Finding) { c.findings = append(c.findings, f) }

func (c *xmlCheck) run() {
	for {
		tok, err := c.dec.RawToken()
		c.guard.mark(c.dec.InputOffset())
		if err != nil {
			c.end(err)
			return
		}
		if !c.token(tok) {
			return
		}
	}
}

// end judges the error that stopped the decoder; io.EOF is the good one.
func (c *xmlCheck) end(err error) {
	line, _ := c.dec.InputPos()
	switch {
	case errors.Is(err, errTokenTooLarge):
		c.note(codeXMLPartly.At(c.file).On(line).Want("", wording.Say("found.check.large-value")))
	case errors.Is(err, errCharset):
		c.note(codeXMLPartly.At(c.file).On(line).Want("UTF-8", wording.Say("found.check.charset", c.unknownCharset)))
	case strings.Contains(err.Error(), "unsupported version"):
		c.note(codeXMLPartly.At(c.file).On(line).Want("XML 1.0", wording.Say("found.check.xml11")))
	case !errors.Is(err, io.EOF):
		c.broken(line, XMLWords(err))
	case len(c.stack) > 0:
		c.broken(line, wording.Say("found.check.unclosed", qualified(c.stack[len(c.stack)-1])))
	case c.roots == 0:
		c.broken(line, wording.Say("found.check.no-root"))
	}
}

func (c *xmlCheck) broken(line int, what wording.Text) {
	c.note(codeXMLBroken.At(c.file).On(line).Want("", what))
}

// token judges one token; false ends the check.
func (c *xmlCheck) token(tok xml.Token) bool {
	line, _ := c.dec.InputPos()
	switch t := tok.(type) {
	case xml.StartElement:
		return c.start(t, line)
	case xml.EndElement:
		n := len(c.stack)
		if n == 0 || c.stack[n-1] != t.Name {
			c.broken(line, wording.Say("found.check.end-tag", qualified(t.Name)))
			return false
		}
		c.stack = c.stack[:n-1]
	case xml.CharData:
		if len(c.stack) == 0 && len(bytes.Trim(t, " \t\r\n\ufeff")) > 0 {
			c.broken(line, wording.Say("found.check.text-outside"))
			return false
		}
	case xml.Directive:
		return c.directive(t, line)
	}
	return true
}

func (c *xmlCheck) start(t xml.StartElement, line int) bool {
	if len(c.stack) == 0 {
		c.roots++
		if c.roots > 1 {
			c.broken(line, wording.Say("found.xml.second-root", qualified(t.Name)))
			return false
		}
	}
	if len(c.stack) >= xmlwalk.MostDepth {
		c.broken(line, wording.Say("found.xml.levels", xmlwalk.MostDepth))
		return false
	}
	for i, a := range t.Attr {
		for _, b := range t.Attr[:i] {
			if a.Name == b.Name {
				c.broken(line, wording.Say("found.xml.attribute-twice", qualified(a.Name), qualified(t.Name)))
				return false
			}
		}
		if i > 256 {
			c.broken(line, wording.Say("found.xml.attributes"))
			return false
		}
	}
	c.stack = append(c.stack, t.Name)
	return true
}

func (c *xmlCheck) directive(t xml.Directive, line int) bool {
	if !bytes.HasPrefix(t, []byte("DOCTYPE")) {
		c.broken(line, wording.Say("found.xml.instruction"))
		return false
	}
	if bytes.Contains(t, []byte("<!ENTITY")) {
		c.note(codeXMLEntities.At(c.file).On(line))
		return false
	}
	c.note(codeXMLDoctype.At(c.file).On(line))
	return true
}

func qualified(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// FaultWords says what a reader complains of, for "gefunden" in a finding: the words of
// the libraries stand in no paper (E11). What it does not know stays as it is.
func FaultWords(err error) wording.Text {
	if e, ours := errors.AsType[*wording.Error](err); ours {
		return e.Text
	}
	if _, ok := errors.AsType[*xml.SyntaxError](err); ok || strings.Contains(err.Error(), "XML syntax error") {
		return XMLWords(err)
	}
	for _, w := range faultWords {
		if strings.Contains(err.Error(), w.complaint) {
			return wording.Say(w.key)
		}
	}
	return wording.Plain(err.Error())
}

// faultWords are the complaints of the readers of other formats.
var faultWords = []struct{ complaint, key string }{
	{"cross-reference not readable", "found.fault.pdf-xref"},
	{"no PDF header", "found.fault.pdf-header"},
	{"limit exceeded", "found.fault.limit"},
	{"token too long", "found.fault.limit"},
	{"not a valid zip file", "found.fault.zip"},
	{"gzip: invalid", "found.fault.gzip"},
	{"flate: corrupt", "found.fault.flate"},
	{"archive/tar: invalid", "found.fault.tar"},
	{"checksum error", "found.fault.checksum"},
	{"unexpected end of JSON", "found.fault.cut"},
	{"unexpected EOF", "found.fault.cut"},
	{"invalid character", "found.fault.json"},
	{"wrong number of fields", "found.fault.columns"},
	{"bare \"", "found.fault.quote-bare"},
	{"extraneous or missing \"", "found.fault.quote"},
}

// XMLWords says what a decoder complains of; its own words stand in no finding.
func XMLWords(err error) wording.Text {
	s := err.Error()
	if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
		s = e.Msg
	}
	for _, w := range xmlWords {
		i := strings.Index(s, w.complaint)
		switch {
		case i < 0:
		case w.rest:
			return wording.Say(w.key, strings.TrimSpace(s[i+len(w.complaint):]))
		default:
			return wording.Say(w.key)
		}
	}
	return wording.Say("found.xml.structure")
}

// xmlWords are the complaints of encoding/xml; rest says that what follows is of the
// material and stays.
var xmlWords = []struct {
	complaint, key string
	rest           bool
}{
	{"invalid UTF-8", "found.xml.utf8", false},
	{"unexpected EOF", "found.fault.cut", false},
	{"invalid character entity", "found.xml.entity", true},
	{"illegal character code", "found.xml.character", true},
	{"closed by", "found.xml.closed-by", false},
	{"unexpected end element", "found.xml.not-open", true},
	{"expected element name after <", "found.xml.element-name", false},
	{"unquoted or missing attribute value", "found.xml.attribute-value", false},
	{"attribute name without =", "found.xml.attribute-equals", false},
	{"unescaped < inside quoted string", "found.xml.attribute-bracket", false},
	{"unescaped ]]>", "found.xml.cdata", false},
	{"invalid characters between", "found.xml.end-tag", false},
	{"invalid XML name", "found.xml.name", true},
	{"invalid sequence \"--\"", "found.xml.comment", false},
	{"limit passed", "found.xml.limit", false},
}

var errCharset = errors.New("encoding not supported")

// charset is asked by the decoder for every declared encoding but UTF-8.
func (c *xmlCheck) charset(label string, in io.Reader) (io.Reader, error) {
	if c.transcoded {
		return in, nil
	}
	enc, err := lookupEncoding(label)
	if err != nil {
		c.unknownCharset = label
		return nil, fmt.Errorf("%w: %s", errCharset, label)
	}
	c.note(codeNotUTF8.At(c.file).On(1).Want("UTF-8", label))
	return transform.NewReader(in, enc.NewDecoder()), nil
}

// accepted words what there is to say of an accepted document.
func accepted(file string, seen xmlwalk.Seen) (all []Finding) {
	if seen.Charset != "" {
		all = append(all, codeNotUTF8.At(file).On(1).Want("UTF-8", seen.Charset))
	}
	if seen.Doctype != 0 {
		all = append(all, codeXMLDoctype.At(file).On(seen.Doctype))
	}
	return all
}

// lookupEncoding finds a single-byte or CJK encoding by its IANA name.
func lookupEncoding(label string) (encoding.Encoding, error) {
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, errCharset
	}
	return enc, nil
}

// xmlBuffers are used again: of a share of a million files they would be a fifth of all that a
// check takes from the memory.
var xmlBuffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, xmlBuffer) }}

// xmlInput turns UTF-16 (by byte order mark or by the shape of "<?") into UTF-8
// and gives its name; everything else passes unchanged.
func xmlInput(br *bufio.Reader) (*bufio.Reader, string) {
	head, _ := br.Peek(4)
	order, policy, name := unicode.BigEndian, unicode.UseBOM, ""
	switch {
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		name = "UTF-16"
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		order, name = unicode.LittleEndian, "UTF-16"
	case bytes.Equal(head, []byte{0, '<', 0, '?'}):
		policy, name = unicode.IgnoreBOM, "UTF-16BE"
	case bytes.Equal(head, []byte{'<', 0, '?', 0}):
		order, policy, name = unicode.LittleEndian, unicode.IgnoreBOM, "UTF-16LE"
	default:
		return br, ""
	}
	return bufio.NewReaderSize(transform.NewReader(br, unicode.UTF16(order, policy).NewDecoder()), xmlBuffer), name
}

// tokenGuard stops the decoder before one token fills the memory.
type tokenGuard struct {
	r    *bufio.Reader
	read int64 // bytes given to the decoder
	last int64 // where the last token ended
}

func (g *tokenGuard) mark(offset int64) { g.last = offset }

// ReadByte is what the decoder calls; without it there would be one more buffer.
func (g *tokenGuard) ReadByte() (byte, error) {
	if g.read-g.last > xmlwalk.MostToken {
		return 0, errTokenTooLarge
	}
	b, err := g.r.ReadByte()
	if err == nil {
		g.read++
	}
	return b, err
}

func (g *tokenGuard) Read(p []byte) (int, error) {
	if g.read-g.last > xmlwalk.MostToken {
		return 0, errTokenTooLarge
	}
	n, err := g.r.Read(p)
	g.read += int64(n)
	return n, err
}
