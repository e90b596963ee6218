package container

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// rawEntry is one ZIP entry written byte by byte, so that a test can lie
// anywhere.
type rawEntry struct {
	name     string
	data     []byte // as stored
	size     uint32 // 0: len(data)
	method   uint16
	flags    uint16
	creator  uint16
	external uint32
	extra    []byte
	local    func(header []byte) // changes the local header
	central  func(header []byte) // changes the central record
	at       int64               // central offset plus 1, where > 0: instead of the real one
	unlisted bool                // no central record
}

// rawZIP writes entries and the end record; end may change the latter.
func rawZIP(end func([]byte), entries ...rawEntry) []byte {
	var out, dir bytes.Buffer
	le := binary.LittleEndian
	listed := 0
	for _, e := range entries {
		size := e.size
		if size == 0 {
			size = uint32(len(e.data))
		}
		h := make([]byte, lenLocal)
		le.PutUint32(h, sigLocal)
		le.PutUint16(h[4:], 20)
		le.PutUint16(h[6:], e.flags)
		le.PutUint16(h[8:], e.method)
		le.PutUint32(h[14:], crc32.ChecksumIEEE(e.data))
		le.PutUint32(h[18:], uint32(len(e.data)))
		le.PutUint32(h[22:], size)
		le.PutUint16(h[26:], uint16(len(e.name)))
		c := make([]byte, lenCentral)
		le.PutUint32(c, sigCentral)
		le.PutUint16(c[4:], e.creator)
		copy(c[6:], h[4:28])
		le.PutUint16(c[28:], uint16(len(e.name)))
		le.PutUint16(c[30:], uint16(len(e.extra)))
		le.PutUint32(c[38:], e.external)
		le.PutUint32(c[42:], uint32(out.Len()))
		if e.at > 0 {
			le.PutUint32(c[42:], uint32(e.at-1))
		}
		if e.local != nil {
			e.local(h)
		}
		if e.central != nil {
			e.central(c)
		}
		out.Write(h)
		out.WriteString(e.name)
		out.Write(e.data)
		if e.unlisted {
			continue
		}
		listed++
		dir.Write(c)
		dir.WriteString(e.name)
		dir.Write(e.extra)
	}
	r := make([]byte, lenEnd)
	le.PutUint32(r, sigEnd)
	le.PutUint16(r[8:], uint16(listed))
	le.PutUint16(r[10:], uint16(listed))
	le.PutUint32(r[12:], uint32(dir.Len()))
	le.PutUint32(r[16:], uint32(out.Len()))
	if end != nil {
		end(r)
	}
	out.Write(dir.Bytes())
	out.Write(r)
	return out.Bytes()
}

// named makes entries of one byte each.
func named(names ...string) []rawEntry {
	var out []rawEntry
	for _, n := range names {
		e := rawEntry{name: n, data: []byte("x"), flags: flagUTF8}
		if n == "" || n[len(n)-1] == '/' {
			e.data = nil
		}
		out = append(out, e)
	}
	return out
}

func u16(off int, v uint16) func([]byte) {
	return func(b []byte) { binary.LittleEndian.PutUint16(b[off:], v) }
}

func u32(off int, v uint32) func([]byte) {
	return func(b []byte) { binary.LittleEndian.PutUint32(b[off:], v) }
}
