package fixity

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"laufzettel/transfer/pattern"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/wording"
)

// recordsName are the names of JSON and XML files that are asked whether they list digests:
// what a delivery is described by holds digests too, and is read by its kind.
var recordsName = pattern.Of(`(?i)check ?-?_?sum|pr(?:ü|ue)fsumm|hash|digest|md5|sha-?[1-5]`)

// maxNested is how deep objects and elements are followed.
const maxNested = 64

// frame is one object or element while it is read: what it says in single values.
type frame struct {
	name   string // the key it stands under
	line   int
	keys   []string
	values map[string]string
	text   strings.Builder
}

func (f *frame) set(key, value string) {
	if f.values == nil {
		f.values = map[string]string{}
	}
	if _, there := f.values[key]; !there {
		f.keys = append(f.keys, key)
	}
	f.values[key] = value
}

// take makes entries of a frame: a file named in a value, or by its key, with one or more
// digests; else every key that has nothing but a digest.
func (p *parser) take(f *frame) {
	e := Entry{Size: -1, Line: f.line}
	alg, said := Algorithm(""), false
	var digests []Entry
	for _, key := range f.keys {
		name, value := squeeze.Replace(strings.ToLower(key)), strings.TrimSpace(f.values[key])
		of, known := columnAlgorithm(name)
		switch {
		case e.Path == "" && slices.Contains(pathColumns, name):
			e.Path = value
		case slices.Contains(sizeColumns, name):
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
				e.Size = n
			}
		case slices.Contains(algorithmColumns, name):
			if alg, said = ParseAlgorithm(value); !said {
				return // of a kind nobody here computes
			}
		case known && of != "":
			if d, ok := anyDigest(value, of.Size()); ok {
				digests = append(digests, Entry{Algorithm: of, Digest: d})
			}
		case slices.Contains(digestColumns, name) || name == "" || known:
			if d, ok := labelled(value); ok {
				digests = append(digests, d)
			}
		}
	}
	if e.Path == "" && strings.Contains(f.name, ".") {
		e.Path = f.name
	}
	if e.Path == "" {
		p.takeKeys(f)
		return
	}
	for _, d := range digests {
		if d.Algorithm == "" {
			d.Algorithm = alg
		}
		if d.Algorithm != "" && len(d.Digest) != 2*d.Algorithm.Size() {
			continue
		}
		d.Path, d.Size, d.Line = e.Path, e.Size, e.Line
		p.settle(d)
	}
}

// takeKeys reads {"a.pdf": "9f86…"}.
func (p *parser) takeKeys(f *frame) {
	for _, key := range f.keys {
		if d, ok := labelled(strings.TrimSpace(f.values[key])); ok && strings.Contains(key, ".") {
			d.Path, d.Size, d.Line = key, -1, f.line
			p.settle(d)
		}
	}
}

// labelled reads a digest, alone or behind its algorithm ("sha256:9f86…").
func labelled(s string) (Entry, bool) {
	s = together(s)
	if name, rest, ok := strings.Cut(s, ":"); ok {
		alg, known := ParseAlgorithm(name)
		d, ok := anyDigest(rest, alg.Size())
		return Entry{Algorithm: alg, Digest: d}, known && ok
	}
	d, ok := hexDigest(s)
	return Entry{Digest: d}, ok
}

// jsonRecords reads objects of any nesting, as far as they go.
func (p *parser) jsonRecords(r io.Reader) error {
	text, err := io.ReadAll(r) // Parse bounds it
	if err != nil {
		return err
	}
	d := &objects{Decoder: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1}
	if err := p.jsonValue(d, nil, "", 0); err != nil {
		p.problem(d.lineNow(), "", wording.Say("said.fixity.entry").String())
	}
	p.separators()
	if len(p.list.Entries) > maxEntries {
		return ErrTooLarge
	}
	return nil
}

// objects is a decoder that knows the line it stands in.
type objects struct {
	*json.Decoder
	text []byte
	at   int64
	line int
}

func (d *objects) lineNow() int {
	to := d.InputOffset()
	d.line += bytes.Count(d.text[d.at:to], []byte("\n"))
	d.at = to
	return d.line
}

func (p *parser) jsonValue(d *objects, in *frame, key string, depth int) error {
	tok, err := d.Token()
	if err != nil {
		return err
	}
	switch t := tok.(type) {
	case json.Delim:
		if depth > maxNested || len(p.list.Entries) > maxEntries {
			return ErrTooLarge
		}
		own := &frame{name: key, line: d.lineNow()}
		for d.More() {
			name := key
			if t == '{' {
				k, err := d.Token()
				if err != nil {
					return err
				}
				name, _ = k.(string)
			} else {
				own = nil
			}
			if err := p.jsonValue(d, own, name, depth+1); err != nil {
				return err
			}
		}
		if own != nil {
			p.take(own)
		}
		_, err = d.Token()
		return err
	case string:
		if in != nil {
			in.set(key, t)
		}
	case float64:
		if in != nil {
			in.set(key, strconv.FormatFloat(t, 'f', -1, 64))
		}
	}
	return nil
}

// xmlRecords reads elements of any nesting: attributes, elements of one value and text. A
// DOCTYPE is refused.
func (p *parser) xmlRecords(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded already
	var open []*frame
	for len(p.list.Entries) <= maxEntries && len(open) <= maxNested {
		tok, err := d.Token()
		if err == io.EOF {
			p.separators()
			return nil
		}
		line, _ := d.InputPos()
		if err != nil {
			p.problem(line, "", wording.Say("said.fixity.xml").String())
			p.separators()
			return nil
		}
		switch t := tok.(type) {
		case xml.Directive:
			p.problem(line, "", wording.Say("said.fixity.doctype").String())
			return nil
		case xml.StartElement:
			f := &frame{name: t.Name.Local, line: line}
			for _, a := range t.Attr {
				f.set(a.Name.Local, a.Value)
			}
			open = append(open, f)
		case xml.CharData:
			if len(open) > 0 && open[len(open)-1].text.Len() < maxRecordText {
				open[len(open)-1].text.Write(t)
			}
		case xml.EndElement:
			open = p.xmlEnd(open)
		}
	}
	return ErrTooLarge
}

// maxRecordText is how long the text of an element may be that is a name or a digest.
const maxRecordText = 8 << 10

func (p *parser) xmlEnd(open []*frame) []*frame {
	f, rest := open[len(open)-1], open[:len(open)-1]
	text := strings.TrimSpace(f.text.String())
	if len(f.keys) == 0 && text != "" && len(rest) > 0 {
		rest[len(rest)-1].set(f.name, text) // a value of what it lies in
		return rest
	}
	if len(f.keys) == 1 && slices.Contains(algorithmColumns, strings.ToLower(f.keys[0])) && text != "" && len(rest) > 0 {
		rest[len(rest)-1].set(f.values[f.keys[0]], text) // <hash algorithm="SHA-256">…</hash>, type="sha-256" in Metalink
		return rest
	}
	if text != "" {
		f.set("", text)
	}
	f.name = "" // the name of an element is no file
	p.take(f)
	return rest
}
