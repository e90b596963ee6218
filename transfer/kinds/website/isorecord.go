package website

import (
	"encoding/binary"
	"slices"
)

// Bits of a directory record, and of a name that goes on in the continuation area.
const (
	isoIsDir     = 2
	nameGoesOn   = 1
	maxRecord    = 254
	modeDir      = 0o040555
	modeFile     = 0o100444
	rockRidge    = "RRIP_1991A"
	lenContinued = 28
)

// head writes everything before the files.
func (img *image) head(out *padder) {
	out.block(make([]byte, 16*sector))
	out.block(img.descriptor(0))
	out.block(img.descriptor(1))
	out.block([]byte("\xffCD001\x01"))
	for k := range 2 {
		out.block(img.pathTable(k, binary.LittleEndian))
		out.block(img.pathTable(k, binary.BigEndian))
	}
	img.more = continued{first: img.more.first}
	for _, d := range img.dirs {
		out.block(img.records(d, 0, false))
	}
	if len(img.more.data) > 0 {
		out.block(img.more.data)
	}
	for _, d := range img.dirs {
		out.block(img.records(d, 1, false))
	}
}

// descriptor makes the primary volume descriptor, or the supplementary one of
// Joliet (ECMA-119 8.4, 8.5).
func (img *image) descriptor(k int) []byte {
	text := func(s string, n int) []byte {
		b := []byte(upper(s, n))
		fill := []byte{' '}
		if k == 1 {
			b, fill = joliet(s), []byte{0, ' '}
		}
		b = b[:min(len(b), n)]
		for len(b) < n {
			b = append(b, fill...)
		}
		return b[:n]
	}
	b := []byte{byte(1 + k)}
	b = append(b, "CD001\x01\x00"...)
	b = append(b, text("", 32)...)
	b = append(b, text(img.label, 32)...)
	b = append(b, make([]byte, 8)...)
	b = both(b, img.total)
	escape := make([]byte, 32)
	if k == 1 {
		copy(escape, "%/E")
	}
	b = append(b, escape...)
	b = both16(both16(both16(b, 1), 1), sector)
	b = both(b, img.tableSize(k))
	b = binary.LittleEndian.AppendUint32(b, img.table[2*k])
	b = append(b, 0, 0, 0, 0)
	b = binary.BigEndian.AppendUint32(b, img.table[2*k+1])
	b = append(b, 0, 0, 0, 0)
	b = append(b, img.record(img.root.at[k], img.root.length[k], true, []byte{0}, nil)...)
	for _, f := range []struct {
		text string
		n    int
	}{{"", 128}, {"", 128}, {"", 128}, {"LAUFZETTEL", 128}, {"", 37}, {"", 37}, {"", 37}} {
		b = append(b, text(f.text, f.n)...)
	}
	stamp := img.clock.Format("20060102150405") + "00\x00"
	none := "0000000000000000\x00"
	b = append(b, stamp+stamp+none+none...)
	return append(b, 1, 0)
}

// record makes one directory record (ECMA-119 9.1) with its system use area.
func (img *image) record(at, size uint32, dir bool, id, use []byte) []byte {
	b := []byte{0, 0}
	b = both(both(b, at), size)
	t := img.clock
	b = append(b, byte(t.Year()-1900), byte(t.Month()), byte(t.Day()), byte(t.Hour()), byte(t.Minute()), byte(t.Second()), 0)
	flags := byte(0)
	if dir {
		flags = isoIsDir
	}
	b = both16(append(b, flags, 0, 0), 1)
	b = append(append(b, byte(len(id))), id...)
	if len(id)%2 == 0 {
		b = append(b, 0)
	}
	b = append(b, use...)
	if len(b)%2 == 1 {
		b = append(b, 0)
	}
	b[0] = byte(len(b))
	return b
}

// continued is the continuation area of names that do not fit a record.
type continued struct {
	first uint32
	data  []byte
}

// put stores an entry so that it crosses no sector and gives the CE entry to it.
func (c *continued) put(entry []byte) []byte {
	if room := sector - len(c.data)%sector; room < len(entry) {
		c.data = append(c.data, make([]byte, room)...)
	}
	at := len(c.data)
	c.data = append(c.data, entry...)
	b := []byte{'C', 'E', lenContinued, 1}
	return both(both(both(b, c.first+uint32(at/sector)), uint32(at%sector)), uint32(len(entry)))
}

// use makes the system use area of Rock Ridge: attributes and the name.
func (img *image) use(name string, dir, root, dry bool, before int) []byte {
	var b []byte
	if root {
		b = append(b, 'S', 'P', 7, 1, 0xbe, 0xef, 0)
	}
	mode, links := uint32(modeFile), uint32(1)
	if dir {
		mode, links = modeDir, 2
	}
	b = append(b, 'P', 'X', 36, 1)
	b = both(both(both(both(b, mode), links), 0), 0)
	if root {
		b = append(b, 'E', 'R', 8+byte(len(rockRidge)), 1, byte(len(rockRidge)), 0, 0, 1)
		b = append(b, rockRidge...)
	}
	if name == "" {
		return b
	}
	room := maxRecord - before - len(b) - 5
	if len(name) <= room {
		return append(append(b, 'N', 'M', byte(5+len(name)), 1, 0), name...)
	}
	room -= lenContinued
	b = append(append(b, 'N', 'M', byte(5+room), 1, nameGoesOn), name[:room]...)
	rest := append([]byte{'N', 'M', byte(5 + len(name) - room), 1, 0}, name[room:]...)
	if dry {
		return append(b, make([]byte, lenContinued)...)
	}
	return append(b, img.more.put(rest)...)
}

// records makes the extent of a directory in the primary (0) or Joliet (1) tree;
// a record crosses no sector. dry leaves the continuation area alone.
func (img *image) records(d *isoDir, k int, dry bool) []byte {
	var b []byte
	add := func(rec []byte) {
		if room := sector - len(b)%sector; room < len(rec) {
			b = append(b, make([]byte, room)...)
		}
		b = append(b, rec...)
	}
	use := func(name string, id []byte, dir, root bool) []byte {
		if k == 1 {
			return nil
		}
		return img.use(name, dir, root, dry, 33+len(id)+(len(id)+1)%2)
	}
	add(img.record(d.at[k], d.length[k], true, []byte{0}, use("", []byte{0}, true, d == img.root)))
	add(img.record(d.parent.at[k], d.parent.length[k], true, []byte{1}, use("", []byte{1}, true, false)))
	type row struct{ id, rec []byte }
	var rows []row
	for _, c := range d.dirs {
		id := ident(k, c.short, c.wide)
		rows = append(rows, row{id, img.record(c.at[k], c.length[k], true, id, use(c.name, id, true, false))})
	}
	for _, f := range d.files {
		id := ident(k, f.short, f.wide)
		rows = append(rows, row{id, img.record(f.at, uint32(f.size), false, id, use(f.name, id, false, false))})
	}
	slices.SortStableFunc(rows, func(x, y row) int { return slices.Compare(x.id, y.id) })
	for _, r := range rows {
		add(r.rec)
	}
	if rest := len(b) % sector; rest != 0 {
		b = append(b, make([]byte, sector-rest)...)
	}
	return b
}

func ident(k int, short string, wide []byte) []byte {
	if k == 1 {
		return wide
	}
	return []byte(short)
}

// pathTable makes a path table (ECMA-119 9.4).
func (img *image) pathTable(k int, order binary.AppendByteOrder) []byte {
	var b []byte
	for _, d := range img.dirs {
		id := ident(k, d.short, d.wide)
		if d == img.root {
			id = []byte{0}
		}
		b = append(b, byte(len(id)), 0)
		b = order.AppendUint32(b, d.at[k])
		b = order.AppendUint16(b, uint16(d.parent.number))
		b = append(b, id...)
		if len(id)%2 == 1 {
			b = append(b, 0)
		}
	}
	return b
}

func (img *image) tableSize(k int) uint32 {
	return uint32(len(img.pathTable(k, binary.LittleEndian)))
}
