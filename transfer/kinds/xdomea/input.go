package xdomea

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Limits on a message. They lie far above any honest message and keep a hostile
// one from eating memory (requirement G5).
const (
	maxDepth   = 256      // nested elements
	maxToken   = 32 << 20 // bytes between two tokens: a text, a comment, a start tag
	maxText    = 8 << 20  // bytes of one text value that is kept
	maxObjects = 5_000_000
	maxMessage = 16 << 30 // bytes of the whole message
)

// errLimit marks a limit that was passed; the text says which one.
var errLimit = errors.New("limit passed")

// guard counts the bytes given out since the last token and in all, so that one
// endless token cannot fill the decoder's buffer.
type guard struct {
	r     *bufio.Reader
	since int64
	total int64
	err   error // first error of the source that is not io.EOF
}

func (g *guard) count(n int, err error) error {
	g.since += int64(n)
	g.total += int64(n)
	if err != nil && err != io.EOF && g.err == nil {
		g.err = err
	}
	switch {
	case err != nil:
		return err
	case g.since > maxToken:
		return fmt.Errorf("%w: one token is longer than %d bytes", errLimit, maxToken)
	case g.total > maxMessage:
		return fmt.Errorf("%w: the message is longer than %d bytes", errLimit, int64(maxMessage))
	}
	return nil
}

// Read implements io.Reader.
func (g *guard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	return n, g.count(n, err)
}

// ReadByte implements io.ByteReader, which keeps encoding/xml from reading ahead.
func (g *guard) ReadByte() (byte, error) {
	b, err := g.r.ReadByte()
	if err != nil {
		return 0, g.count(0, err)
	}
	g.since++
	g.total++
	if g.since > maxToken || g.total > maxMessage {
		return b, g.count(0, nil)
	}
	return b, nil
}

// guardBytes is how much of a message is read at once.
const guardBytes = 64 << 10

// newGuard puts a guard before r, of which it reads at most size bytes at once. A UTF-8 byte
// order mark is skipped, UTF-16 is recognised by its mark and turned into UTF-8.
func newGuard(r io.Reader, size int) (g *guard, decoded bool) {
	br := bufio.NewReaderSize(r, size)
	head, _ := br.Peek(3)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = br.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		utf16 := unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder()
		return &guard{r: bufio.NewReaderSize(utf16.Reader(br), size)}, true
	}
	return &guard{r: br}, false
}

// charset turns the encodings met in deliveries into UTF-8. decoded says that
// the input was turned already (UTF-16 by its mark).
func charset(decoded bool) func(string, io.Reader) (io.Reader, error) {
	return func(label string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(label) {
		case "utf-8", "utf8", "us-ascii", "ascii":
			return in, nil
		case "utf-16", "utf-16le", "utf-16be":
			if decoded {
				return in, nil
			}
		case "iso-8859-1", "latin1", "windows-1252", "cp1252":
			// Every ISO 8859-1 text of a Windows system is really Windows-1252.
			return charmap.Windows1252.NewDecoder().Reader(in), nil
		case "iso-8859-15", "latin9":
			return charmap.ISO8859_15.NewDecoder().Reader(in), nil
		}
		return nil, fmt.Errorf("encoding %q is not supported", label)
	}
}
