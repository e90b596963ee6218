package openable

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"path"
	"strings"
	"sync"

	"laufzettel/transfer/xmlwalk"
)

// maxRels bounds the list of parts of an office file that is looked through.
const maxRels = 1 << 20

// parts judges which parts of an office file are there and whether the main one ends
// where its root ends. Without its main part no program shows the document (ECMA-376-2
// 9.3; ODF 1.2 part 3, 3.1).
type parts struct {
	ext   string
	names map[string]bool // in small letters: names of parts differ in more than case
	cut   map[string]bool // XML parts that may be the main one and do not end with their root
	main  string          // as the package names it, "" = not named
}

func newParts(name string) *parts {
	return &parts{ext: strings.ToLower(path.Ext(name)), names: map[string]bool{}, cut: map[string]bool{}}
}

// usual are the main parts where the package does not name one.
var usual = map[string]string{"doc": "word/document.xml", "dot": "word/document.xml", "xls": "xl/workbook.xml", "xlt": "xl/workbook.xml",
	"ppt": "ppt/presentation.xml", "pot": "ppt/presentation.xml", "pps": "ppt/presentation.xml"}

// copyBuffers are used again: a document has many parts, and a delivery many documents.
var copyBuffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// see reads a part to its end.
func (p *parts) see(name string, r io.Reader) error {
	low := strings.ToLower(name)
	p.names[low] = true
	switch {
	case low == "_rels/.rels":
		b, err := io.ReadAll(io.LimitReader(r, maxRels))
		if err != nil {
			return err
		}
		p.main = cmp.Or(p.main, mainPart(b)) // of two lists whose names differ in case only, the first counts
	case path.Ext(low) == ".xml" && p.mayBeMain(low):
		var t tailOf
		buf, _ := copyBuffers.Get().(*[]byte)
		_, err := io.CopyBuffer(&t, r, *buf)
		copyBuffers.Put(buf)
		if err != nil {
			return err
		}
		p.cut[low] = t.open()
	}
	_, err := io.Copy(io.Discard, r)
	return err
}

// mayBeMain reports whether a part may yet be the main one: of the others the end does not
// count, and a document has many of them. Where the package names it late, each may be.
func (p *parts) mayBeMain(low string) bool {
	switch {
	case p.openDocument():
		return low == contentPart
	case p.main != "":
		return low == p.main
	}
	return true
}

// contentPart is the main part of an OpenDocument (ODF 1.2 part 3, 3.1).
const contentPart = "content.xml"

func (p *parts) openDocument() bool { return strings.HasPrefix(p.ext, ".o") }

// judge names what is wrong with the parts as a whole.
func (p *parts) judge() Obstacle {
	switch {
	case p.openDocument():
		return p.part(contentPart)
	case p.ext == ".epub":
		return None
	case !p.names["[content_types].xml"]:
		return Damaged
	}
	main := p.main
	if main == "" && len(p.ext) > 3 {
		main = usual[p.ext[1:4]]
	}
	if main == "" {
		return None
	}
	return p.part(main)
}

func (p *parts) part(name string) Obstacle {
	switch {
	case !p.names[name]:
		return Damaged
	case p.cut[name]:
		return Cut
	}
	return None
}

// mainPart takes the document out of the relations of a package, "" where they name none.
func mainPart(rels []byte) string {
	var list struct {
		Relations []struct {
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
			Mode   string `xml:"TargetMode,attr"`
		} `xml:"Relationship"`
	}
	if xml.Unmarshal(rels, &list) != nil {
		return ""
	}
	for _, r := range list.Relations {
		if strings.HasSuffix(r.Type, "/officeDocument") && r.Mode != "External" {
			return strings.ToLower(strings.TrimPrefix(path.Clean("/"+r.Target), "/"))
		}
	}
	return ""
}

// tailOf keeps the beginning and the end of an XML part.
type tailOf struct{ head, tail []byte }

const (
	headOfPart = 8 << 10
	tailOfPart = 1 << 10
)

// Write implements io.Writer; it never fails.
func (t *tailOf) Write(b []byte) (int, error) {
	if n := headOfPart - len(t.head); n > 0 {
		t.head = append(t.head, b[:min(n, len(b))]...)
	}
	if t.tail = append(t.tail, b[max(0, len(b)-tailOfPart):]...); len(t.tail) > tailOfPart {
		t.tail = bytes.Clone(t.tail[len(t.tail)-tailOfPart:])
	}
	return len(b), nil
}

// open reports an XML part whose root is never closed. What is no XML in the encoding all
// writers use is not judged.
func (t *tailOf) open() bool {
	if bytes.HasPrefix(t.head, []byte("\xff\xfe")) || bytes.HasPrefix(t.head, []byte("\xfe\xff")) {
		return false
	}
	root, ok := xmlwalk.RootOf(bytes.NewReader(t.head), nil)
	if whole := bytes.TrimSpace(t.head); !ok { // cut within its first element, or in another encoding
		return len(whole) == 0 || len(t.head) < headOfPart && whole[len(whole)-1] != '>'
	}
	i := bytes.LastIndexByte(t.tail, '<')
	last, _, closed := bytes.Cut(t.tail[i+1:], []byte(">"))
	inner, end := bytes.CutPrefix(last, []byte("/"))
	if i < 0 || !closed || !end && !bytes.HasSuffix(last, []byte("/")) {
		return !bytes.HasSuffix(last, []byte("--")) // a remark may follow the root
	}
	name, _, _ := bytes.Cut(bytes.TrimSpace(bytes.TrimSuffix(inner, []byte("/"))), []byte(" "))
	return string(name[bytes.LastIndexByte(name, ':')+1:]) != root.Name.Local
}
