package check

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Limits against hostile XML: nesting and the size of one token, which the
// standard decoder holds in memory.
const (
	maxXMLDepth = 1000
	maxXMLToken = 32 << 20
	xmlBuffer   = 16 << 10 // most XML files are small
)

var errTokenTooLarge = errors.New("token larger than 32 MiB")

// checkXML reads one XML document as a stream: well-formed, one root, no
// entities of its own (A29, G5). Nothing outside the file is ever loaded.
func checkXML(file string, r io.Reader) []Finding {
	in, charset := xmlInput(r)
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
		c.note(codeXMLPartly.At(c.file).On(line).Want("", "ein einzelner Wert ist größer als 32 MiB"))
	case errors.Is(err, errCharset):
		c.note(codeXMLPartly.At(c.file).On(line).Want("UTF-8", "Zeichenkodierung "+c.unknownCharset+" ist nicht bekannt"))
	case strings.Contains(err.Error(), "unsupported version"):
		c.note(codeXMLPartly.At(c.file).On(line).Want("XML 1.0", "XML 1.1 wird nicht ausgewertet"))
	case !errors.Is(err, io.EOF):
		c.broken(line, XMLWords(err))
	case len(c.stack) > 0:
		c.broken(line, fmt.Sprintf("das Element <%s> wird nicht geschlossen", qualified(c.stack[len(c.stack)-1])))
	case c.roots == 0:
		c.broken(line, "kein Wurzelelement")
	}
}

func (c *xmlCheck) broken(line int, what string) {
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
			c.broken(line, fmt.Sprintf("</%s> schließt kein offenes Element", qualified(t.Name)))
			return false
		}
		c.stack = c.stack[:n-1]
	case xml.CharData:
		if len(c.stack) == 0 && len(bytes.Trim(t, " \t\r\n\ufeff")) > 0 {
			c.broken(line, "Text außerhalb des Wurzelelements")
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
			c.broken(line, fmt.Sprintf("zweites Wurzelelement <%s>", qualified(t.Name)))
			return false
		}
	}
	if len(c.stack) >= maxXMLDepth {
		c.broken(line, fmt.Sprintf("mehr als %d Ebenen", maxXMLDepth))
		return false
	}
	for i, a := range t.Attr {
		for _, b := range t.Attr[:i] {
			if a.Name == b.Name {
				c.broken(line, fmt.Sprintf("Attribut %s steht zweimal in <%s>", qualified(a.Name), qualified(t.Name)))
				return false
			}
		}
		if i > 256 {
			c.broken(line, "mehr als 256 Attribute in einem Element")
			return false
		}
	}
	c.stack = append(c.stack, t.Name)
	return true
}

func (c *xmlCheck) directive(t xml.Directive, line int) bool {
	if !bytes.HasPrefix(t, []byte("DOCTYPE")) {
		c.broken(line, "unbekannte Anweisung <!…>")
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

// FaultWords says in German what a reader complains of, for "gefunden" in a finding: the
// words of the libraries stand in no paper (E11). What it does not know stays as it is.
func FaultWords(err error) string {
	if _, ok := errors.AsType[*xml.SyntaxError](err); ok || strings.Contains(err.Error(), "XML syntax error") {
		return XMLWords(err)
	}
	for _, w := range faultWords {
		if strings.Contains(err.Error(), w.complaint) {
			return w.german
		}
	}
	return err.Error()
}

// faultWords are the complaints of the readers of other formats.
var faultWords = []struct{ complaint, german string }{
	{"cross-reference not readable", "das Verzeichnis der Objekte der PDF-Datei ist nicht lesbar"},
	{"no PDF header", "der Anfang einer PDF-Datei fehlt"},
	{"limit exceeded", "größer oder tiefer verschachtelt, als gelesen wird"},
	{"not a valid zip file", "kein lesbares ZIP"},
	{"gzip: invalid", "keine lesbare gzip-Datei"},
	{"flate: corrupt", "die komprimierten Daten sind beschädigt"},
	{"archive/tar: invalid", "kein lesbares TAR"},
	{"checksum error", "die Prüfsumme im Archiv stimmt nicht"},
	{"unexpected end of JSON", "die Datei bricht ab"},
	{"unexpected EOF", "die Datei bricht ab"},
	{"invalid character", "kein gültiges JSON"},
	{"wrong number of fields", "eine Zeile hat eine andere Zahl von Spalten als die erste"},
	{"bare \"", "ein Anführungszeichen steht mitten im Feld"},
	{"extraneous or missing \"", "ein Anführungszeichen ist zu viel oder fehlt"},
}

// XMLWords says in German what a decoder complains of; its own words stand in no
// finding.
func XMLWords(err error) string {
	s := err.Error()
	if e, ok := errors.AsType[*xml.SyntaxError](err); ok {
		s = e.Msg
	}
	for _, w := range xmlWords {
		if i := strings.Index(s, w.complaint); i >= 0 {
			rest := ""
			if w.rest {
				rest = " " + strings.TrimSpace(s[i+len(w.complaint):])
			}
			return w.german + rest
		}
	}
	return "der Aufbau des XML ist fehlerhaft"
}

// xmlWords are the complaints of encoding/xml; rest says that what follows is of the
// material and stays.
var xmlWords = []struct {
	complaint, german string
	rest              bool
}{
	{"invalid UTF-8", "die Zeichen sind nicht gültig in UTF-8 kodiert", false},
	{"unexpected EOF", "die Datei bricht ab", false},
	{"invalid character entity", "unbekannte Entität:", true},
	{"illegal character code", "unzulässiges Zeichen:", true},
	{"closed by", "ein Element wird von einem anderen geschlossen", false},
	{"unexpected end element", "ein Element wird geschlossen, das nicht offen ist:", true},
	{"expected element name after <", "nach einer spitzen Klammer fehlt der Name des Elements", false},
	{"unquoted or missing attribute value", "der Wert eines Attributs fehlt oder steht nicht in Anführungszeichen", false},
	{"attribute name without =", "einem Attribut fehlt das Gleichheitszeichen", false},
	{"unescaped < inside quoted string", "im Wert eines Attributs steht eine spitze Klammer", false},
	{"unescaped ]]>", "die Zeichenfolge ]]> steht außerhalb von CDATA", false},
	{"invalid characters between", "im Endetag stehen unzulässige Zeichen", false},
	{"invalid XML name", "kein gültiger Name:", true},
	{`invalid sequence "--"`, "in einem Kommentar steht --", false},
	{"limit passed", "eine Sicherheitsgrenze ist überschritten", false},
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

// lookupEncoding finds a single-byte or CJK encoding by its IANA name.
func lookupEncoding(label string) (encoding.Encoding, error) {
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, errCharset
	}
	return enc, nil
}

// xmlInput turns UTF-16 (by byte order mark or by the shape of "<?") into UTF-8
// and gives its name; everything else passes unchanged.
func xmlInput(r io.Reader) (*bufio.Reader, string) {
	br := bufio.NewReaderSize(r, xmlBuffer)
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
	if g.read-g.last > maxXMLToken {
		return 0, errTokenTooLarge
	}
	b, err := g.r.ReadByte()
	if err == nil {
		g.read++
	}
	return b, err
}

func (g *tokenGuard) Read(p []byte) (int, error) {
	if g.read-g.last > maxXMLToken {
		return 0, errTokenTooLarge
	}
	n, err := g.r.Read(p)
	g.read += int64(n)
	return n, err
}
