package container

import (
	"bytes"
	"encoding/binary"
	"io"

	"laufzettel/transfer/wording"
)

// The structures of APPNOTE 6.3.10 (ZIP File Format Specification).
const (
	sigLocal     = 0x04034b50
	sigCentral   = 0x02014b50
	sigEnd       = 0x06054b50
	sigEnd64     = 0x06064b50
	sigLocator64 = 0x07064b50

	lenLocal     = 30
	lenCentral   = 46
	lenEnd       = 22
	lenEnd64     = 56
	lenLocator64 = 20
)

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func le64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// zipEnd is where the central directory lies and how many records it claims.
type zipEnd struct {
	offset, size int64
	records      uint64
	zip64        bool
}

// findEnd finds the end of central directory. A fault means the file is cut or
// not one plain ZIP.
func findEnd(in input) (zipEnd, *Fault) {
	cut := func(found wording.Text) (zipEnd, *Fault) {
		f := NewFault(Damaged, "", wording.Say("want.container.whole-zip"), found)
		return zipEnd{}, &f
	}
	tail, base, err := readEnd(in)
	if err != nil {
		return cut(wording.Say("found.container.unreadable-why", err.Error()))
	}
	at := lastEnd(tail)
	if at < 0 {
		return cut(wording.Say("found.container.no-contents"))
	}
	rec := tail[at:]
	pos := base + int64(at)
	if le16(rec[4:]) != 0 && le16(rec[4:]) != 0xffff || le16(rec[6:]) != 0 && le16(rec[6:]) != 0xffff {
		return cut(wording.Say("found.container.split-zip"))
	}
	end := zipEnd{records: uint64(le16(rec[10:])), size: int64(le32(rec[12:])), offset: int64(le32(rec[16:]))}
	limit := pos
	if e64, at64, ok := findEnd64(in, pos); ok {
		end, limit = e64, at64
	}
	switch {
	case end.offset < 0 || end.size < 0 || end.offset > limit || end.size > limit-end.offset:
		return cut(wording.Say("found.container.contents-outside"))
	case end.offset+end.size != limit:
		return cut(wording.Say("found.container.bytes-between"))
	}
	return end, nil
}

// readEnd reads the end of a ZIP: the record at its very end where it has no comment, as most
// do, else as much as a comment may be long.
func readEnd(in input) (tail []byte, base int64, err error) {
	for _, n := range []int64{lenEnd, lenEnd + 0xffff} {
		tail = make([]byte, min(in.size, n))
		base = in.size - int64(len(tail))
		if _, err := in.ra.ReadAt(tail, base); err != nil && err != io.EOF {
			return nil, 0, err
		}
		if len(tail) == lenEnd && bytes.HasPrefix(tail, endSignature) && le16(tail[lenEnd-2:]) == 0 {
			break
		}
	}
	return tail, base, nil
}

var endSignature = []byte("PK\x05\x06")

// lastEnd finds the record whose comment ends exactly with the file, else the
// last one whose comment fits.
func lastEnd(tail []byte) int {
	fits := -1
	for i := len(tail); ; {
		i = bytes.LastIndex(tail[:i], endSignature)
		if i < 0 {
			return fits
		}
		if len(tail)-i < lenEnd {
			continue
		}
		switch left := len(tail) - i - lenEnd - int(le16(tail[i+20:])); {
		case left == 0:
			return i
		case left > 0 && fits < 0:
			fits = i
		}
	}
}

func findEnd64(in input, endPos int64) (zipEnd, int64, bool) {
	loc := make([]byte, lenLocator64)
	if endPos < lenLocator64 {
		return zipEnd{}, 0, false
	}
	if _, err := in.ra.ReadAt(loc, endPos-lenLocator64); err != nil || le32(loc) != sigLocator64 {
		return zipEnd{}, 0, false
	}
	pos := int64(le64(loc[8:]))
	if pos < 0 || pos > endPos-lenLocator64-lenEnd64 {
		return zipEnd{}, 0, false
	}
	rec := make([]byte, lenEnd64)
	if _, err := in.ra.ReadAt(rec, pos); err != nil || le32(rec) != sigEnd64 {
		return zipEnd{}, 0, false
	}
	return zipEnd{records: le64(rec[32:]), size: int64(le64(rec[40:])), offset: int64(le64(rec[48:])), zip64: true}, pos, true
}

// central is one decoded record of the central directory.
type central struct {
	creator, flags, method uint16
	date, time             uint16
	crc                    uint32
	stored, size, local    int64
	external               uint32
	name, extra            []byte // valid until the next record
	diskStart              uint16
}

// readCentral reads one record. The slices of c share buf.
func readCentral(r io.Reader, buf *[]byte) (central, error) {
	var h [lenCentral]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return central{}, err
	}
	if le32(h[:]) != sigCentral {
		return central{}, wording.Fault("found.container.no-entry")
	}
	c := central{
		creator: le16(h[4:]), flags: le16(h[8:]), method: le16(h[10:]), time: le16(h[12:]), date: le16(h[14:]),
		crc: le32(h[16:]), stored: int64(le32(h[20:])), size: int64(le32(h[24:])), diskStart: le16(h[34:]),
		external: le32(h[38:]), local: int64(le32(h[42:])),
	}
	n, e, k := int(le16(h[28:])), int(le16(h[30:])), int(le16(h[32:]))
	if cap(*buf) < n+e+k {
		*buf = make([]byte, n+e+k)
	}
	b := (*buf)[:n+e+k]
	if _, err := io.ReadFull(r, b); err != nil {
		return central{}, err
	}
	c.name, c.extra = b[:n], b[n:n+e]
	return c, c.apply64()
}

// apply64 takes the sizes of the ZIP64 extra field (4.5.3) where the short ones
// are full.
func (c *central) apply64() error {
	const full = 0xffffffff
	if c.size != full && c.stored != full && c.local != full {
		return nil
	}
	f := extraField(c.extra, 0x0001)
	for _, p := range []*int64{&c.size, &c.stored, &c.local} {
		if *p != full {
			continue
		}
		if len(f) < 8 {
			return wording.Fault("found.container.zip64-missing")
		}
		if *p = int64(le64(f)); *p < 0 {
			return wording.Fault("found.container.zip64-large")
		}
		f = f[8:]
	}
	return nil
}

// extraField finds the data of one extra field, nil where absent or cut.
func extraField(extra []byte, id uint16) []byte {
	for len(extra) >= 4 {
		n := int(le16(extra[2:]))
		if len(extra) < 4+n {
			return nil
		}
		if le16(extra) == id {
			return extra[4 : 4+n]
		}
		extra = extra[4+n:]
	}
	return nil
}
