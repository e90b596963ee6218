package xdomea

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// ReadMessage reads one message as a stream. Faults of the material are findings
// without a path; a nil Message with findings means that nothing could be read.
// The error is one of the source r, unchanged. A message with 100,000 objects
// stays within 300 MB.
func ReadMessage(r io.Reader) (*Message, []check.Finding, error) {
	g, decoded := newGuard(r, guardBytes)
	d := xml.NewDecoder(g)
	d.CharsetReader = charset(decoded)
	p := &parser{dec: d, guard: g, strings: map[string]string{}, unknown: map[string]int{}, blanks: map[string]int{},
		codes: map[string]int{}}
	err := p.run()
	switch {
	case err == nil:
		return p.msg, p.findings, nil
	case g.err != nil:
		return nil, p.findings, g.err
	default:
		p.findings = append(p.findings, p.refusal(err))
		return nil, p.findings, nil
	}
}

// errDoctype refuses a document type declaration: entities declared there are the
// classic way to make a small message huge or to read foreign files.
var errDoctype = errors.New("document type declaration")

// errNotOurs says that the root element is no message of the group.
type errNotOurs struct{ namespace, local string }

func (e errNotOurs) Error() string { return "root element " + e.local + " in " + e.namespace }

// refusal turns the error that ended the reading into a finding.
func (p *parser) refusal(err error) check.Finding {
	line, _ := p.dec.InputPos()
	var foreign errNotOurs
	switch {
	case errors.Is(err, errDoctype):
		return codeDoctype.At("").On(line)
	case errors.Is(err, errLimit):
		return codeLimit.At("").On(line).Want("", check.XMLWords(err))
	case errors.As(err, &foreign):
		return codeVersion.At("").On(line).Want(namespaceStem+"2.3.0 … 4.0.0", foreign.namespace+" "+foreign.local)
	}
	return codeSyntax.At("").On(line).Want("", check.XMLWords(err))
}

// frame is one open element.
type frame struct {
	name    string
	pathLen int  // length of the path before this element
	leaf    bool // no child element so far
	line    int
	object  *record.Object // begun by this element
	code    string         // unqualified child "code"
	label   string         // unqualified child "name"
}

// parser holds the state of one reading.
type parser struct {
	dec      *xml.Decoder
	guard    *guard
	ver      version
	known    map[string]bool
	msg      *Message
	findings []check.Finding

	stack   []frame
	path    []byte // element path since the last object or the root
	text    []byte
	cur     *record.Object
	foreign int // depth inside AnwendungsspezifischeErweiterungXML
	objects int

	hash    pendingHash
	strings map[string]string // interned values that repeat
	blanks  map[string]int    // file name with blanks at its ends → index of its finding
	unknown map[string]int    // element name → index of its finding
	codes   map[string]int    // list and code → index of its finding
	counts  map[string]int    // occurrences behind an aggregated finding
}

func (p *parser) run() error {
	p.counts = map[string]int{}
	for {
		line, _ := p.dec.InputPos()
		p.guard.since = 0
		tok, err := p.dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			err = p.start(t, line)
		case xml.EndElement:
			p.end()
		case xml.CharData:
			err = p.chars(t)
		case xml.Directive:
			err = errDoctype
		}
		if err != nil {
			return err
		}
	}
	if p.msg == nil {
		return errors.New("no root element")
	}
	p.finish()
	return nil
}

// intern keeps one copy of values that repeat in a message.
func (p *parser) intern(s string) string {
	if s == "" || len(s) > 120 {
		return s
	}
	if kept, ok := p.strings[s]; ok {
		return kept
	}
	if len(p.strings) < 20_000 {
		p.strings[s] = s
	}
	return s
}

func (p *parser) chars(t xml.CharData) error {
	if len(p.stack) == 0 || !p.stack[len(p.stack)-1].leaf {
		return nil
	}
	if len(p.text)+len(t) > maxText {
		return errorf("a text is longer than " + strconv.Itoa(maxText) + " bytes")
	}
	p.text = append(p.text, t...)
	return nil
}

func (p *parser) start(t xml.StartElement, line int) error {
	p.text = p.text[:0]
	if len(p.stack) == 0 {
		return p.root(t, line)
	}
	if len(p.stack) >= maxDepth {
		return errorf("elements are nested deeper than " + strconv.Itoa(maxDepth))
	}
	p.stack[len(p.stack)-1].leaf = false
	name := p.intern(t.Name.Local)
	f := frame{name: name, pathLen: len(p.path), leaf: true, line: line}
	ours := p.foreign == 0
	if ours && (!p.known[name] || (t.Name.Space != "" && t.Name.Space != p.ver.namespace)) {
		p.unknownElement(name, line)
	}
	if p.foreign > 0 || name == "AnwendungsspezifischeErweiterungXML" {
		p.foreign++
	}
	if kind, ok := p.ver.gen.objectKind(name); ok && ours {
		if p.objects++; p.objects > maxObjects {
			return errorf("more than " + strconv.Itoa(maxObjects) + " objects")
		}
		f.object = p.begin(kind, name, line)
		p.stack = append(p.stack, f)
		return nil
	}
	if len(p.path) > 0 && p.path[len(p.path)-1] != '|' {
		p.path = append(p.path, '/')
	}
	p.path = append(p.path, name...)
	p.stack = append(p.stack, f)
	if ours {
		p.open(line)
	}
	return nil
}

// root recognises the message.
func (p *parser) root(t xml.StartElement, line int) error {
	if p.msg != nil {
		return errors.New("second root element")
	}
	v, ok := versionOf(t.Name.Space)
	code := typeOfRoot(t.Name.Local)
	if !ok || code == "" {
		return errNotOurs{t.Name.Space, t.Name.Local}
	}
	p.ver, p.known = v, v.knownNames()
	p.msg = &Message{Type: code, Root: t.Name.Local, Namespace: v.namespace, Version: v.number, Lenient: v.lenient}
	p.msg.Head.Line = line
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "produkt":
			p.msg.Head.System.Product = a.Value
		case "produkthersteller":
			p.msg.Head.System.Vendor = a.Value
		case "produktversion":
			p.msg.Head.System.Version = a.Value
		}
	}
	if v.lenient {
		p.findings = append(p.findings, codeLenient.At("").On(line).Want("2.3.0 … 4.0.0", v.number))
	}
	p.stack = append(p.stack, frame{name: t.Name.Local, line: line})
	return nil
}

// objectKind says whether an element begins an object.
func (g generation) objectKind(name string) (record.Kind, bool) {
	switch name {
	case "Akte", "Teilakte":
		return record.Dossier, true
	case "Vorgang", "Teilvorgang":
		return record.Case, true
	case "Dokument", "DokumentMitSchriftstueck", "Schriftstueck":
		return record.Document, true
	case "Anlage", "Anschreiben":
		// In 4.0 both only wrap a Dokument or DokumentMitSchriftstueck.
		return record.Document, g < gen4
	}
	return "", false
}

// fieldObjectType keeps which kind of document 4.0 names.
const fieldObjectType = "Objektart"

// begin starts an object below the current one, or a root or cover letter.
func (p *parser) begin(kind record.Kind, name string, line int) *record.Object {
	o := &record.Object{Kind: kind, Line: line, Retention: record.Retention{Years: -1}}
	switch {
	case p.cur != nil:
		p.cur.Add(o)
	case name == "Anschreiben" || string(p.path) == "Anschreiben":
		p.msg.CoverLetters = append(p.msg.CoverLetters, o)
	default:
		p.msg.Objects = append(p.msg.Objects, o)
	}
	if name == "Schriftstueck" || name == "DokumentMitSchriftstueck" {
		o.Fields = append(o.Fields, record.Field{Name: fieldObjectType, Value: name})
	}
	// "|" parts the path of the object from that of its parent; names hold none.
	p.path = append(p.path, '|')
	p.cur = o
	return o
}

// relBytes is the path since the last object.
func (p *parser) relBytes() []byte {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i] == '|' {
			return p.path[i+1:]
		}
	}
	return p.path
}

func (p *parser) end() {
	f := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if len(p.stack) == 0 {
		return
	}
	switch {
	case f.object != nil:
		p.closeObject(f.object)
	case f.leaf:
		p.leafValue(&f)
	case f.code != "":
		p.value(p.relBytes(), f.code, f.label, f.line)
	}
	if f.object == nil && p.foreign == 0 {
		p.closed(p.relBytes())
	}
	p.path = p.path[:f.pathLen]
	p.text = p.text[:0]
	if p.foreign > 0 {
		p.foreign--
	}
}

// leafValue takes the text of an element without children; the unqualified
// children code and name wait for the end of their parent.
func (p *parser) leafValue(f *frame) {
	text := strings.TrimSpace(string(p.text))
	if f.name == "Dateiname" && len(text) < len(p.text) && !bytes.ContainsAny(p.text, "\n\r") {
		p.tally(p.blanks, text, func() check.Finding {
			return codeFileBlank.At("").On(f.line).Want(text, wording.Say("said.check.quoted", string(p.text))).
				Saying(wording.Say("said.xdomea.blank", text))
		})
	}
	parent := &p.stack[len(p.stack)-1]
	switch {
	case f.name == "code" && parent.object == nil && p.foreign == 0:
		parent.code = p.intern(text)
	case f.name == "name" && parent.code != "" && p.foreign == 0:
		parent.label = p.intern(text)
	case text != "":
		p.value(p.relBytes(), text, "", f.line)
	}
}

func (p *parser) closeObject(o *record.Object) {
	p.cur = o.Parent
	if len(o.Children) > 0 {
		o.Children = o.Children[:len(o.Children):len(o.Children)]
	}
}

// unknownElement reports an element the version does not know, once per name.
func (p *parser) unknownElement(name string, line int) {
	p.tally(p.unknown, name, func() check.Finding {
		f := codeUnknownElement.At("").On(line).Want("", name)
		if p.cur != nil {
			f = f.Of(p.cur.ID)
		}
		return f
	})
}

// tally makes a finding for the first of many equal faults and counts the rest.
// Names beyond the first thousand are hostile noise and share one finding.
func (p *parser) tally(index map[string]int, key string, first func() check.Finding) {
	if len(index) >= 1000 {
		if _, ok := index[key]; !ok {
			key = "…"
		}
	}
	at, ok := index[key]
	if !ok {
		at = len(p.findings)
		index[key] = at
		p.findings = append(p.findings, first())
	}
	p.counts[strconv.Itoa(at)]++
}

// finish completes what needs the whole message.
func (p *parser) finish() {
	for at, n := range p.counts {
		if i, _ := strconv.Atoi(at); n > 1 {
			p.findings[i] = p.findings[i].Saying(wording.Say("said.xdomea.times", n))
		}
	}
	h := &p.msg.Head
	h.Created = parseTime(h.CreatedRaw)
	if h.TypeCode != p.msg.Type {
		p.findings = append(p.findings, codeTypeCode.At("").On(h.Line).Want(p.msg.Type, h.TypeCode))
	}
	if !uuidPattern.MatchString(h.ProcessID) {
		p.findings = append(p.findings, codeProcessID.At("").On(h.Line).Want("UUID", h.ProcessID))
	}
}
