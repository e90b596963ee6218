package siard

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"laufzettel/transfer/xmlwalk"
)

// maxRow bounds one row of table XML; large objects lie outside of it.
const maxRow = 64 << 20

// splitter cuts table XML into its rows without decoding them: it follows tags,
// comments and quotes only. Everything else is judged when a row is shown.
type splitter struct {
	r     io.Reader
	buf   []byte
	pos   int // first unread byte
	eof   bool
	depth int
	root  bool
}

func newSplitter(r io.Reader) *splitter { return &splitter{r: r, buf: make([]byte, 0, 1<<20)} }

var errEncoding = errors.New("die Tabelle ist nicht in UTF-8 kodiert")

// more reads on behind what is there; false at the end of the input.
func (s *splitter) more() (bool, error) {
	if s.eof {
		return false, nil
	}
	if len(s.buf)-s.pos > maxRow {
		return false, fmt.Errorf("%w: eine Zeile ist größer als %d Bytes", xmlwalk.ErrLimit, maxRow)
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(s.buf, 0)[:len(s.buf)]
	}
	n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	if errors.Is(err, io.EOF) {
		s.eof = true
		return n > 0, nil
	}
	return true, err
}

// index finds sep from at on, reading as far as needed; -1 at the end.
func (s *splitter) index(at int, sep string) (int, error) {
	for {
		if at <= len(s.buf) {
			if i := bytes.Index(s.buf[at:], []byte(sep)); i >= 0 {
				return at + i, nil
			}
		}
		from := max(at, len(s.buf)-len(sep)+1)
		more, err := s.more()
		if err != nil {
			return -1, err
		}
		if !more {
			return -1, nil
		}
		at = from
	}
}

// tagEnd finds the > of the tag that begins at i, outside of quotes.
func (s *splitter) tagEnd(i int) (int, error) {
	var quote byte
	for j := i + 1; ; j++ {
		for j >= len(s.buf) {
			more, err := s.more()
			if err != nil {
				return 0, err
			}
			if !more {
				return 0, io.ErrUnexpectedEOF
			}
		}
		switch c := s.buf[j]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return j, nil
		}
	}
}

// next gives the XML of the next row; it is valid until the next call. io.EOF:
// the table ended as it should.
func (s *splitter) next() ([]byte, error) {
	if s.pos > 0 && s.pos >= len(s.buf)/2 {
		s.buf = append(s.buf[:0], s.buf[s.pos:]...)
		s.pos = 0
	}
	mark := -1
	for at := s.pos; ; {
		i, err := s.index(at, "<")
		if err != nil {
			return nil, err
		}
		if i < 0 {
			if s.root && s.depth == 0 {
				return nil, io.EOF
			}
			return nil, io.ErrUnexpectedEOF
		}
		for len(s.buf) < i+9 {
			if more, err := s.more(); err != nil {
				return nil, err
			} else if !more {
				break
			}
		}
		if !s.root && bytes.IndexByte(s.buf[:min(i+3, len(s.buf))], 0) >= 0 {
			return nil, errEncoding
		}
		if end, ok, err := s.skip(i); ok || err != nil {
			if err != nil {
				return nil, err
			}
			at = end
			if mark < 0 {
				s.pos = at
			}
			continue
		}
		j, err := s.tagEnd(i)
		if err != nil {
			return nil, err
		}
		at = j + 1
		done := false
		switch tag := s.buf[i : j+1]; {
		case tag[1] == '/':
			s.depth--
			done = s.depth == 1
		default:
			s.root = true
			if s.depth == 1 && local(tag) == "row" {
				mark = i
			}
			if tag[len(tag)-2] != '/' {
				s.depth++
			} else {
				done = s.depth == 1
			}
		}
		if s.depth < 0 {
			return nil, errors.New("ein Element wird geschlossen, das nicht geöffnet wurde")
		}
		if mark < 0 {
			s.pos = at
			continue
		}
		if done {
			s.pos = at
			return s.buf[mark:at], nil
		}
	}
}

// skip passes over comments, CDATA and processing instructions.
func (s *splitter) skip(i int) (end int, ok bool, err error) {
	rest := s.buf[i:]
	stop := ""
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		stop = "-->"
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		stop = "]]>"
	case bytes.HasPrefix(rest, []byte("<?")):
		stop = "?>"
	case bytes.HasPrefix(rest, []byte("<!")):
		return 0, false, xmlwalk.ErrDoctype
	default:
		return 0, false, nil
	}
	j, err := s.index(i+2, stop)
	if err != nil {
		return 0, false, err
	}
	if j < 0 {
		return 0, false, io.ErrUnexpectedEOF
	}
	if stop == "?>" && !s.root {
		decl := bytes.ToLower(s.buf[i:j])
		if k := bytes.Index(decl, []byte("encoding")); k >= 0 && !bytes.Contains(decl[k:], []byte("utf-8")) &&
			!bytes.Contains(decl[k:], []byte("us-ascii")) {
			return 0, false, errEncoding
		}
	}
	return j + len(stop), true, nil
}

// local is the local name of a start tag.
func local(tag []byte) string {
	name := tag[1:]
	if i := bytes.IndexAny(name, " \t\r\n/>"); i >= 0 {
		name = name[:i]
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return string(name)
}
