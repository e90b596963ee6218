//go:build !windows && !darwin

package opengl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// errRefused says that a display is there and does not let this person in.
var errRefused = errors.New("the display refuses the connection")

// cookieName is the only way of proving oneself that is in use.
const cookieName = "MIT-MAGIC-COOKIE-1"

// maxAuthority is how much of a file of cookies is read.
const maxAuthority = 1 << 20

// cookies are what the person may show at a display of the X Window System: those of the
// file of the session. Which of them belongs to which display is not asked; each is tried.
func cookies(env func(string) string) [][]byte {
	name := env("XAUTHORITY")
	if name == "" {
		name = filepath.Join(env("HOME"), ".Xauthority")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxAuthority))
	if err != nil {
		return nil
	}
	return cookiesIn(raw)
}

// cookiesIn reads a file of cookies: each entry is a family, and four counted texts
// (address, number of the display, name, data).
func cookiesIn(raw []byte) (out [][]byte) {
	counted := func() ([]byte, bool) {
		if len(raw) < 2 {
			return nil, false
		}
		n := int(binary.BigEndian.Uint16(raw))
		if len(raw) < 2+n {
			return nil, false
		}
		text := raw[2 : 2+n]
		raw = raw[2+n:]
		return text, true
	}
	for len(raw) > 2 && len(out) < maxCookies {
		raw = raw[2:]
		var texts [4][]byte
		for i := range texts {
			text, whole := counted()
			if !whole {
				return out
			}
			texts[i] = text
		}
		if string(texts[2]) == cookieName {
			out = append(out, texts[3])
		}
	}
	return out
}

// maxCookies is how many cookies are tried.
const maxCookies = 32

// greet asks a display whether it lets us in, with each of the cookies and without one.
// Only the first answer can be had on the connection given; the others are asked anew.
func greet(conn net.Conn, cookies [][]byte) error {
	err := ask(conn, nil)
	for _, cookie := range cookies {
		if err == nil {
			return nil
		}
		again, dialed := net.DialTimeout(conn.RemoteAddr().Network(), conn.RemoteAddr().String(), knock)
		if dialed != nil {
			return errors.Join(err, dialed)
		}
		err = ask(again, cookie)
		_ = again.Close() // it was only asked
	}
	return err
}

// ask sends the request that opens a connection of the X protocol (version 11) and judges
// the answer by its first byte: 0 refused, 1 welcome, 2 more is asked for.
func ask(conn net.Conn, cookie []byte) error {
	if err := conn.SetDeadline(time.Now().Add(knock)); err != nil {
		return err
	}
	name := ""
	if cookie != nil {
		name = cookieName
	}
	request := []byte{'l', 0, 11, 0, 0, 0, byte(len(name)), 0, 0, 0, 0, 0}
	binary.LittleEndian.PutUint16(request[8:], uint16(len(cookie)))
	request = append(request, padded([]byte(name))...)
	request = append(request, padded(cookie)...)
	if _, err := conn.Write(request); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	var answer [1]byte
	if _, err := io.ReadFull(conn, answer[:]); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	if answer[0] != 1 {
		return errRefused
	}
	return nil
}

// padded fills up to four bytes.
func padded(b []byte) []byte { return append(b[:len(b):len(b)], make([]byte, (4-len(b)%4)%4)...) }
