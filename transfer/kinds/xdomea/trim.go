package xdomea

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Trimmer cuts from one message the part that belongs to one object: header, the
// chain of parents with their own metadata, and the object whole. It is what the
// archival package of a Vorgang keeps as descriptive metadata (design 4).
//
// Kept parts are copied byte for byte, so nothing is altered; dropped are sibling
// objects with the white space before them, cover letters and the filing plan.
// The message is read once to build an index of byte ranges, 24 bytes for each
// object or wrapper and 20 for each id; a Trimmer is safe for concurrent use if its
// source is.
type Trimmer struct {
	src     io.ReaderAt
	size    int64
	version string  // "3.0.0"
	nodes   []span  // in the order of the message: what lies in a node follows it
	ids     []place // ordered by id
}

// span is an object or a wrapper that may be dropped, as a byte range that
// includes the white space before it.
type span struct {
	from, to int64
	parent   int32 // -1 = root element
	end      int32 // number of the first node behind it and all that lies in it
}

// place says where the object with an id stands. Of the id only a digest is kept,
// long enough that two never meet: a message names 100,000 of them.
type place struct {
	id   [16]byte
	node int32
}

// idKey is what an id is found by.
func idKey(id string) (k [16]byte) {
	sum := sha256.Sum256([]byte(key(id)))
	copy(k[:], sum[:])
	return k
}

// find gives the node of an object.
func (t *Trimmer) find(objectID string) (int32, bool) {
	want := idKey(objectID)
	i, ok := slices.BinarySearchFunc(t.ids, want, func(p place, k [16]byte) int { return bytes.Compare(p.id[:], k[:]) })
	if !ok {
		return 0, false
	}
	return t.ids[i].node, true
}

// settle orders the ids, the first of twins wins, and gives back spare room.
func (t *Trimmer) settle() {
	slices.SortStableFunc(t.ids, func(a, b place) int { return bytes.Compare(a.id[:], b.id[:]) })
	t.ids = slices.Clone(slices.CompactFunc(t.ids, func(a, b place) bool { return a.id == b.id }))
	t.nodes = slices.Clone(t.nodes)
}

// droppable are wrappers that go together with the objects in them.
var droppable = map[string]bool{
	"Schriftgutobjekt": true, "Anschreiben": true, "Aktenplan": true,
	"DokumentOderDokumentMitSchriftstueck": true, "Anlage": true,
}

// NewTrimmer indexes a message of size bytes. A message that is not UTF-8 is
// turned into UTF-8 in memory first. Errors: failure.Refused for a message that
// ReadMessage would not read.
func NewTrimmer(src io.ReaderAt, size int64) (*Trimmer, error) {
	refuse := func(err error) error {
		return failure.Wrap(failure.Refused, "index xdomea message", wording.Say("hint.xdomea.message-unreadable"), err)
	}
	head := make([]byte, min(size, 256))
	if _, err := src.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, refuse(err)
	}
	if converted, err := toUTF8(src, size, head); err != nil {
		return nil, refuse(err)
	} else if converted != nil {
		src, size = bytes.NewReader(converted), int64(len(converted))
	}
	t := &Trimmer{src: src, size: size}
	if err := t.index(); err != nil {
		return nil, refuse(err)
	}
	return t, nil
}

// toUTF8 gives the message in UTF-8 with a fitting declaration, nil where it is
// UTF-8 already.
func toUTF8(src io.ReaderAt, size int64, head []byte) ([]byte, error) {
	g, decoded := newGuard(io.NewSectionReader(src, 0, size), guardBytes)
	var label string
	d := xml.NewDecoder(bytes.NewReader(head))
	d.CharsetReader = func(l string, r io.Reader) (io.Reader, error) { label = l; return r, nil }
	if !decoded {
		_, _ = d.Token() // the declaration; a fault shows when indexing
	}
	if label == "" && !decoded {
		return nil, nil
	}
	in, err := charset(decoded)(or(label, "utf-16"), io.LimitReader(g.r, 1<<30))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if end := bytes.Index(b, []byte("?>")); bytes.HasPrefix(b, []byte("<?xml")) && end > 0 {
		b = b[end+2:]
	}
	return append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`), b...), nil
}

// index walks the message once and notes ranges and ids.
func (t *Trimmer) index() error {
	offset := int64(0)
	head := make([]byte, 3)
	if n, _ := t.src.ReadAt(head, 0); n == 3 && string(head) == "\xef\xbb\xbf" {
		offset = 3 // the guard skips the mark, offsets must not
	}
	g, _ := newGuard(io.NewSectionReader(t.src, 0, t.size), guardBytes)
	d := xml.NewDecoder(g)
	p := &indexer{t: t, node: -1}
	for {
		from := d.InputOffset() + offset
		g.since = 0
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if err := p.token(tok, from, d.InputOffset()+offset); err != nil {
			return err
		}
	}
	if p.gen == 0 {
		return fmt.Errorf("no xdomea message")
	}
	t.settle()
	return nil
}

// indexer is the state of one walk.
type indexer struct {
	t     *Trimmer
	gen   generation
	names []string // open elements
	marks []int32  // node begun by each open element, -1 = none
	node  int32    // innermost open node
	white int64    // start of the white space before the next token, -1 = none
	id    []byte
}

func (p *indexer) token(tok xml.Token, from, to int64) error {
	switch t := tok.(type) {
	case xml.Directive:
		return errDoctype
	case xml.StartElement:
		if len(p.names) >= maxDepth {
			return errLimit
		}
		if len(p.names) == 0 {
			v, ok := versionOf(t.Name.Space)
			if !ok {
				return errNotOurs{t.Name.Space, t.Name.Local}
			}
			p.gen, p.t.version = v.gen, v.number
		}
		p.id = p.id[:0]
		p.open(t.Name.Local, from)
	case xml.EndElement:
		p.close(to)
	case xml.CharData:
		if len(bytes.TrimSpace(t)) == 0 {
			p.white = from
			return nil
		}
		if n := len(p.names); n > 1 && p.names[n-2] == "Identifikation" && len(p.id) < 200 {
			p.id = append(p.id, t...)
		}
	}
	p.white = -1
	return nil
}

func (p *indexer) open(name string, from int64) {
	mark := int32(-1)
	if len(p.names) > 0 && p.droppable(name) {
		if p.white >= 0 {
			from = p.white
		}
		mark = int32(len(p.t.nodes))
		p.t.nodes = append(p.t.nodes, span{from: from, parent: p.node})
		p.node = mark
	}
	p.names = append(p.names, name)
	p.marks = append(p.marks, mark)
}

// droppable: the element is an object or wraps one. Names inside a free XML
// extension are not ours.
func (p *indexer) droppable(name string) bool {
	for _, open := range p.names {
		if open == "AnwendungsspezifischeErweiterungXML" {
			return false
		}
	}
	_, object := p.gen.objectKind(name)
	return object || droppable[name]
}

func (p *indexer) close(to int64) {
	n := len(p.names) - 1
	name, mark := p.names[n], p.marks[n]
	if (name == "ID" || name == "xdomeaUUID") && n > 0 && p.names[n-1] == "Identifikation" &&
		n > 1 && p.marks[n-2] >= 0 && p.node >= 0 {
		p.t.ids = append(p.t.ids, place{idKey(string(bytes.TrimSpace(p.id))), p.node})
	}
	p.names, p.marks = p.names[:n], p.marks[:n]
	if mark >= 0 {
		p.t.nodes[mark].to, p.t.nodes[mark].end = to, int32(len(p.t.nodes))
		p.node = p.t.nodes[mark].parent
	}
}

// Has reports whether the message holds an object with the id.
func (t *Trimmer) Has(objectID string) bool { _, ok := t.find(objectID); return ok }

// Trim writes the part of the message that belongs to the object. Errors:
// failure.Refused where no object has the id, else those of w and the source.
func (t *Trimmer) Trim(w io.Writer, objectID string) error {
	at, ok := t.find(objectID)
	if !ok {
		return failure.Wrap(failure.Refused, "trim xdomea message", wording.Say("hint.xdomea.object-not-listed"),
			fmt.Errorf("object %s not found", objectID))
	}
	keep := map[int32]bool{}
	for n := at; n >= 0; n = t.nodes[n].parent {
		keep[n] = true
	}
	c := copier{w: w, src: t.src}
	// A kept node is gone into, except the wanted object, in which all is kept; of
	// everything else node and content are skipped.
	for n := int32(0); n < int32(len(t.nodes)); {
		switch s := t.nodes[n]; {
		case n == at:
			n = s.end
		case keep[n]:
			n++
		default:
			c.upTo(s.from)
			c.pos = s.to
			n = s.end
		}
	}
	c.upTo(t.size)
	if c.err != nil {
		return fmt.Errorf("trim xdomea message: %w", c.err)
	}
	return nil
}

// copier copies ranges of the source in order.
type copier struct {
	w   io.Writer
	src io.ReaderAt
	pos int64
	err error
}

func (c *copier) upTo(to int64) {
	if c.err == nil && to > c.pos {
		_, c.err = io.Copy(c.w, io.NewSectionReader(c.src, c.pos, to-c.pos))
	}
	c.pos = max(c.pos, to)
}
