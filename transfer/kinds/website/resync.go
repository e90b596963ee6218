package website

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"regexp"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// One bad record costs one record: behind it the reader looks for the beginning of the
// next one (ISO 28500 4: every record begins with its version line).

// maxBehind bounds what is kept of a block that runs into the records behind it.
const maxBehind = 32 << 20

// maxArcLine bounds the line that begins a record of an ARC file, where one is looked for.
const maxArcLine = 8 << 10

// nextRecord is how a record of a WARC file begins, also where the end of the one before it
// is missing: its version and the first of its fields.
var nextRecord = regexp.MustCompile(`WARC/[0-9]\.[0-9]+\r?\n[A-Za-z-]+:`)

// maxRecordStart bounds what nextRecord needs to see.
const maxRecordStart = 64

// schemes are what the first line of a record of an ARC file may begin with.
var schemes = []string{"https", "http", "filedesc", "ftp"}

// nextARC gives where the address of an ARC record may begin, -1: nowhere.
func nextARC(b []byte) int {
	first := bytes.Index(b, []byte("dns:"))
	for at := 0; ; {
		i := bytes.Index(b[at:], []byte("://"))
		if i < 0 || first >= 0 && first < at+i {
			return first
		}
		for _, name := range schemes {
			if bytes.HasSuffix(b[:at+i], []byte(name)) {
				return at + i - len(name)
			}
		}
		at += i + 1
	}
}

// behind keeps the end of a block from where the next record seems to begin in it. A
// length that is too great swallows the records behind; a block may also truly hold such
// words, then what is kept is thrown away.
type behind struct {
	arc  bool
	kept []byte // from the mark on, or the last few bytes
	mark bool
}

func (b *behind) see(p []byte) {
	if b.mark {
		if len(b.kept)+len(p) <= maxBehind {
			b.kept = append(b.kept, p...)
		}
		return
	}
	b.kept = append(b.kept, p...)
	from, keep := b.find()
	if from >= 0 {
		b.kept, b.mark = append([]byte(nil), b.kept[from:]...), true
		return
	}
	if len(b.kept) > keep {
		n := copy(b.kept, b.kept[len(b.kept)-keep:])
		b.kept = b.kept[:n]
	}
}

// find looks for the beginning of a record in what is kept; -1: there is none, and so many
// bytes of the end may belong to one.
func (b *behind) find() (from, keep int) {
	if !b.arc {
		if at := nextRecord.FindIndex(b.kept); at != nil {
			return at[0], 0
		}
		return -1, maxRecordStart
	}
	for at := 0; ; at++ {
		i := nextARC(b.kept[at:])
		if i < 0 {
			return -1, len("filedesc://")
		}
		at += i
		line, _, whole := bytes.Cut(b.kept[at:min(len(b.kept), at+maxArcLine)], []byte("\n"))
		switch {
		case whole && endsInDigit(line) && beginsARC(string(line)):
			return at, 0
		case !whole && at+maxArcLine > len(b.kept):
			return -1, len(line)
		}
	}
}

// endsInDigit sorts out most lines of texts: one that begins a record ends in its length.
func endsInDigit(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte("\r"))
	return len(line) > 0 && '0' <= line[len(line)-1] && line[len(line)-1] <= '9'
}

// beginsARC tells whether a line begins a record of an ARC file; stricter than what is read
// where a record has to begin.
func beginsARC(line string) bool {
	r := Record{Fields: map[string]string{}}
	return r.arcLine(strings.TrimSuffix(line, "\r")) == nil && net.ParseIP(r.Fields["ip"]) != nil
}

// unread puts back what a block took from the records behind it; false: nothing.
func (s *source) unread(b *behind) bool {
	if b == nil || len(b.kept) == 0 {
		return false
	}
	kept := b.kept // or a mark that the end of the block has cut
	s.pos -= int64(len(kept))
	s.in = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(kept), s.in), 64<<10)
	return true
}

// resync goes to the next line that begins a record; io.EOF: there is none in this
// member or file.
func (s *source) resync() error {
	atLine := true
	for {
		head, err := s.in.Peek(6)
		if len(head) == 0 {
			return err
		}
		if atLine && s.begins(head) {
			return nil
		}
		part, err := s.in.ReadSlice('\n')
		s.pos += int64(len(part))
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		atLine = err == nil
	}
}

// begins tells of a line by its first bytes, in an ARC file by all of it. Where nothing could
// be read yet it may be of either.
func (s *source) begins(head []byte) bool {
	if !s.arc && len(head) == 6 && bytes.HasPrefix(head, []byte("WARC/")) && head[5] >= '0' && head[5] <= '9' {
		return true
	}
	if letter := head[0] | 0x20; s.warc || letter < 'a' || letter > 'z' { // a URL begins with its scheme
		return false
	}
	line, _ := s.in.Peek(maxArcLine) // less where the file ends
	first, _, whole := bytes.Cut(line, []byte("\n"))
	return whole && beginsARC(string(first))
}

// seekMember goes to the next gzip member that begins a record; io.EOF: there is none. It
// looks from behind the beginning of the broken one: of a member that was cut, unpacking
// takes bytes of the next before it fails.
func (s *source) seekMember() error {
	s.raw.rewind(s.start + 1)
	for {
		head, err := s.raw.r.Peek(16 << 10)
		if len(head) == 0 {
			return err
		}
		i := bytes.Index(head, gzipMagic)
		switch {
		case i < 0:
			i = max(1, len(head)-2)
		case i == 0 && s.beginsRecord(head):
			return s.next()
		case i == 0:
			i = 1
		}
		n, err := s.raw.r.Discard(min(i, len(head)))
		s.raw.n += int64(n)
		if err != nil {
			return err
		}
	}
}

// gzipMagic is how a gzip member begins.
var gzipMagic = []byte{0x1f, 0x8b, 0x08}

// memberBehind looks near the beginning of a file that begins neither as gzip nor as a
// record for its first whole gzip member; 0: there is none.
func (s *source) memberBehind() int {
	head, _ := s.raw.r.Peek(64 << 10) // less where the file ends
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.HasPrefix(head, []byte("WARC/")) || beginsARC(string(line)) {
		return 0
	}
	for at, tries := 0, 0; tries < 100; tries++ {
		i := bytes.Index(head[at:], gzipMagic)
		if i < 0 {
			return 0
		}
		if at += i; at > 0 && s.beginsRecord(head[at:]) {
			return at
		}
		at++
	}
	return 0
}

// beginsRecord unpacks the first bytes of what may be a gzip member: of a WARC file, or of
// an ARC file, whose records begin with a line of their own.
func (s *source) beginsRecord(head []byte) bool {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return false
	}
	z.Multistream(false)
	begin, _ := io.ReadAll(io.LimitReader(z, maxArcLine)) // cut where the head ends
	if !s.arc && bytes.HasPrefix(begin, []byte("WARC/")) {
		return true
	}
	line, _, whole := bytes.Cut(bytes.TrimLeft(begin, "\r\n"), []byte("\n"))
	return whole && !s.warc && beginsARC(string(line))
}
