package single

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// said is a connection on which somebody said something.
type said struct {
	net.Conn
	io.Reader
	answer strings.Builder
}

func (s *said) Read(b []byte) (int, error)    { return s.Reader.Read(b) }
func (s *said) Write(b []byte) (int, error)   { return s.answer.Write(b) }
func (s *said) SetDeadline(_ time.Time) error { return nil }
func (s *said) says() string                  { return s.answer.String() }
func saying(text string) *said                { return &said{Reader: strings.NewReader(text)} }
func window(token string) *Window             { w := &Window{}; w.door.Token = token; return w }

// Nobody who does not know the token is heard, and reading itself answers nobody.
func FuzzRead(f *testing.F) {
	f.Add(`{"token":"falsch","files":["/etc/passwd"]}`)
	f.Add(`{"token":"geheim","files":["a"]}`)
	w := window("geheim")
	f.Fuzz(func(t *testing.T, text string) {
		c := saying(text)
		files, ok := w.read(c)
		if c.says() != "" || ok && !strings.Contains(text, "geheim") && !strings.Contains(text, `\u`) || len(files) > maxFiles {
			t.Errorf("%q: %d files, %v, answered %q", text, len(files), ok, c.says())
		}
	})
}
