package container

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"

	"laufzettel/transfer/wording"
)

const (
	methodStore   = 0
	methodDeflate = 8
	methodAES     = 99

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13
)

// zipSource reads the entries of a ZIP. item.offset is where the data begin.
type zipSource struct{ in input }

func (s *zipSource) close() error { return s.in.close() }

func (s *zipSource) section(x *index, i int) *io.SectionReader {
	return io.NewSectionReader(s.in.ra, x.items[i].offset, x.items[i].stored)
}

func (s *zipSource) open(_ context.Context, x *index, i int) (io.ReadCloser, error) {
	it := x.items[i]
	z := &zipReader{checkedReader: checkedReader{size: it.size, crc: it.crc, sum: crc32.NewIEEE()}}
	if it.method == methodStore {
		z.r = s.section(x, i)
		return z, nil
	}
	inf, _ := inflaters.Get().(*inflater)
	var in io.Reader = inf.in
	if end := it.offset + it.stored; s.in.mem != nil && it.offset >= 0 && it.offset <= end && end <= int64(len(s.in.mem)) {
		inf.mem.Reset(s.in.mem[it.offset:end])
		in = inf.mem
	} else {
		inf.in.Reset(s.section(x, i))
	}
	if err := inf.out.(flate.Resetter).Reset(in, nil); err != nil {
		return nil, err
	}
	z.r, z.inf = inf.out, inf
	return z, nil
}

// inflater reads deflated bytes.
type inflater struct {
	in  *bufio.Reader
	mem *bytes.Reader // of what is in memory, where flate needs no buffer
	out io.ReadCloser // of flate, over in or mem
}

// inflaters are used again, by other ZIPs as well: most are documents of an office with a
// few small parts.
var inflaters = sync.Pool{New: func() any {
	in := bufio.NewReaderSize(nil, 64<<10)
	return &inflater{in: in, mem: bytes.NewReader(nil), out: flate.NewReader(in)}
}}

// zipReader gives its inflater back when closed.
type zipReader struct {
	checkedReader
	inf *inflater
}

func (z *zipReader) Close() error {
	if z.inf == nil {
		return nil
	}
	err := z.inf.out.Close()
	z.inf.in.Reset(nil)
	z.inf.mem.Reset(nil)
	inflaters.Put(z.inf)
	z.inf, z.r = nil, bytes.NewReader(nil)
	return err
}

func (s *zipSource) at(x *index, i int) (randomAccess, error) {
	if x.items[i].method != methodStore {
		return randomAccess{}, nil
	}
	return randomAccess{ReaderAt: s.section(x, i), size: x.items[i].size, crc: &x.items[i].crc}, nil
}

// zipOpen is the work of indexing one ZIP.
type zipOpen struct {
	in    input
	g     *gate
	x     *index
	end   zipEnd
	total int64
	spans []span

	slashed bool // backslashes were told
}

// span is what one entry occupies: local header to the end of its data.
type span struct {
	from, to int64
	item     uint32 // number in adding order, ^0 for folders
}

func openZIP(ctx context.Context, in input, o Options, depth int) (*tree, error) {
	z := &zipOpen{in: in, g: &gate{o: o}, x: &index{}}
	end, fault := findEnd(in)
	if fault != nil {
		z.g.add(*fault)
		return nil, z.g.err()
	}
	if in.prefix > 0 {
		z.g.fault(Prefix, "", wording.Say("want.container.begins-file"), wording.Say("found.container.prefix", in.prefix))
	}
	z.end = end
	if end.zip64 && end.records > uint64(o.Limits.Files) {
		z.g.fault(TooMuch, "", wording.Say("want.container.files", o.Limits.Files), fmt.Sprint(end.records))
		return nil, z.g.err()
	}
	likely := min(end.size/lenCentral, int64(o.Limits.Files)) // no more records fit, whatever is claimed
	if uint64(likely) > end.records && end.zip64 {
		likely = int64(end.records)
	}
	z.x.items = make([]item, 0, min(likely, end.size/(lenCentral+8)))
	if err := z.directory(ctx); err != nil {
		return nil, err
	}
	if z.g.err() == nil {
		z.ratio("", z.total, in.size)
		z.overlaps()
	}
	z.x.settle(z.g)
	if err := z.g.err(); err != nil {
		return nil, err
	}
	return newTree(in.name, ZIP, o, depth, z.x, &zipSource{in: in}, z.g), nil
}

// directory reads the central directory as a stream, and beside each record its
// local header.
func (z *zipOpen) directory(ctx context.Context) error {
	r := bufio.NewReaderSize(io.NewSectionReader(z.in.ra, z.end.offset, z.end.size), int(min(z.end.size, 256<<10)))
	var buf, local []byte
	var n uint64
	left := func() bool { _, err := r.Peek(1); return err == nil }
	for ; left() && !z.g.full(); n++ {
		if n%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		c, err := readCentral(r, &buf)
		if err != nil {
			z.g.fault(Damaged, "", wording.Say("want.container.contents"), wording.Say("found.container.entry", n+1, err))
			return nil
		}
		if !z.record(c, &local) {
			return nil
		}
	}
	if same := n == z.end.records || !z.end.zip64 && n&0xffff == z.end.records; !same && !z.g.full() {
		z.g.fault(Damaged, "", wording.Say("want.container.entries", z.end.records), fmt.Sprint(n))
	}
	return nil
}

// record takes one entry in; false ends the reading.
func (z *zipOpen) record(c central, local *[]byte) bool {
	name, raw, encoding := z.name(c)
	if strings.Contains(name, `\`) {
		raw, name = bytes.Clone(c.name), z.separators(name)
	}
	path, ok := z.g.cleanPath(name)
	if isSpecial(c) {
		z.g.fault(LinkOrDevice, name, wording.Say("want.container.file-or-folder"), wording.Say("found.container.link-or-device"))
		ok = false
	}
	dir := strings.HasSuffix(name, "/")
	switch {
	case c.flags&(flagEncrypted|flagStrong|flagMasked) != 0 || c.method == methodAES:
		z.g.fault(Encrypted, name, wording.Say("want.container.unencrypted"), wording.Say("found.container.encrypted"))
		ok = false
	case c.method != methodStore && c.method != methodDeflate:
		z.g.fault(Unsupported, name, wording.Say("want.container.stored-deflate"), wording.Say("found.container.method", c.method))
		ok = false
	case c.diskStart != 0 && c.diskStart != 0xffff:
		z.g.fault(Damaged, name, wording.Say("want.container.whole-zip"), wording.Say("found.container.split-zip"))
		ok = false
	case c.method == methodStore && c.size != c.stored:
		z.g.fault(HeaderDiffers, name, fmt.Sprintf("%d Bytes", c.stored), fmt.Sprintf("%d Bytes", c.size))
		ok = false
	case dir && c.size != 0:
		z.g.fault(HeaderDiffers, name, wording.Say("want.container.empty-folder"), fmt.Sprintf("%d Bytes", c.size))
		ok = false
	}
	z.ratio(name, c.size, c.stored)
	data, ok2 := z.local(c, name, local)
	if !ok || !ok2 {
		return true
	}
	if path == "" && !dir {
		z.g.fault(Damaged, name, wording.Say("want.container.file-name"), wording.Say("found.container.none"))
		return true
	}
	s := span{from: c.local, to: data + c.stored, item: uint32(len(z.x.items))}
	if dir {
		s.item = ^uint32(0)
		z.spans = append(z.spans, s)
		return z.x.addDir(z.g, path, zipTime(c))
	}
	z.spans = append(z.spans, s)
	z.total += c.size
	return z.x.add(z.g, item{
		size: c.size, stored: c.stored, offset: data, modified: zipTime(c), crc: c.crc, method: uint8(c.method),
	}, path, raw, encoding)
}

// separators reads backslashes as slashes: writers on Windows put them there against
// the format (4.4.17.1). That is told once; what the path then is, is looked at as ever.
func (z *zipOpen) separators(name string) string {
	if !z.slashed && !strings.HasPrefix(name, `\`) {
		z.slashed = true
		z.g.fault(Backslashes, strings.ReplaceAll(name, `\`, "/"), wording.Say("want.container.slash"),
			wording.Say("found.container.backslash-separator"))
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// ratio refuses bombs by the stated sizes; reading never goes beyond them.
func (z *zipOpen) ratio(name string, size, stored int64) {
	if lim := z.g.o.Limits; lim.bomb(size, stored) {
		z.g.fault(Bomb, name, wording.Say("want.container.ratio", lim.Ratio), fmt.Sprintf("%d : 1", size/max(stored, 1)))
	}
}

// name decodes the stored name: UTF-8 mark, Unicode Path field, code page.
func (z *zipOpen) name(c central) (name string, raw []byte, encoding string) {
	if c.flags&flagUTF8 != 0 {
		if !utf8.Valid(c.name) {
			name, encoding = decodeName(c.name, "", "cp850")
			z.g.fault(OddCharacter, name, wording.Say("want.container.utf8-name"), wording.Say("found.container.other-bytes"))
			return name, bytes.Clone(c.name), encoding
		}
		return string(c.name), nil, ""
	}
	if u, ok := unicodePath(c.extra, c.name); ok {
		if u != string(c.name) {
			raw = bytes.Clone(c.name)
		}
		return u, raw, ""
	}
	name, encoding = decodeName(c.name, z.g.o.Names, "cp850")
	if encoding != "" {
		raw = bytes.Clone(c.name)
	}
	return name, raw, encoding
}

// isSpecial tells links, devices and pipes by the Unix mode in the external
// attributes (creator 3 Unix, 19 macOS).
func isSpecial(c central) bool {
	if host := c.creator >> 8; host != 3 && host != 19 {
		return false
	}
	const format, regular, directory = 0xf000, 0x8000, 0x4000
	mode := (c.external >> 16) & format
	return mode != 0 && mode != regular && mode != directory
}

// zipTime reads the MS-DOS time; the zone is unknown and taken as UTC. An
// extended timestamp (0x5455) is preferred: it is UTC.
func zipTime(c central) int64 {
	if f := extraField(c.extra, 0x5455); len(f) >= 5 && f[0]&1 != 0 {
		return int64(int32(le32(f[1:])))
	}
	if c.date == 0 {
		return 0
	}
	return time.Date(int(c.date>>9)+1980, time.Month(c.date>>5&15), int(c.date&31), int(c.time>>11), int(c.time>>5&63), int(c.time&31)*2, 0,
		time.UTC).Unix()
}

// local reads the local header of c, compares it and says where the data begin.
func (z *zipOpen) local(c central, name string, buf *[]byte) (data int64, ok bool) {
	cut := func(found wording.Text) (int64, bool) {
		z.g.fault(Damaged, name, wording.Say("want.container.whole-entry"), found)
		return 0, false
	}
	if c.local > z.end.offset-lenLocal {
		return cut(wording.Say("found.container.outside"))
	}
	need := lenLocal + len(c.name) + 64
	if cap(*buf) < need {
		*buf = make([]byte, need+256)
	}
	b := (*buf)[:need]
	n, err := z.in.ra.ReadAt(b, c.local)
	if b = b[:n]; n < lenLocal || le32(b) != sigLocal {
		if err == nil || err == io.EOF {
			return cut(wording.Say("found.container.no-local"))
		}
		return cut(wording.Say("found.container.unreadable"))
	}
	nameLen, extraLen := int(le16(b[26:])), int(le16(b[28:]))
	data = c.local + lenLocal + int64(nameLen) + int64(extraLen)
	if data > z.end.offset || c.stored > z.end.offset-data {
		return cut(wording.Say("found.container.data-beyond"))
	}
	if nameLen != len(c.name) || len(b) < lenLocal+nameLen || !bytes.Equal(b[lenLocal:lenLocal+nameLen], c.name) {
		z.differs(name, "Name", string(c.name), string(b[lenLocal:min(len(b), lenLocal+nameLen)]))
		return data, false
	}
	return data, z.sameHeader(c, name, b[:lenLocal])
}

// sameHeader compares what central directory and local header both state. Sizes
// and CRC may be zero (or full, for ZIP64) in front of a data descriptor.
func (z *zipOpen) sameHeader(c central, name string, b []byte) bool {
	flags, method := le16(b[6:]), le16(b[8:])
	if (flags^c.flags)&(flagEncrypted|flagMasked) != 0 {
		return z.differs(name, wording.Say("found.container.header-flags"), fmt.Sprintf("%#x", c.flags), fmt.Sprintf("%#x", flags))
	}
	if method != c.method {
		return z.differs(name, wording.Say("found.container.header-method"), fmt.Sprint(c.method), fmt.Sprint(method))
	}
	// Stated later: before a data descriptor, or by a writer that streams without saying so.
	later := flags&flagDescriptor != 0 || le32(b[14:])|le32(b[18:])|le32(b[22:]) == 0
	for _, f := range []struct {
		what    any
		sum     bool
		central int64
		local   uint32
	}{{"CRC", true, int64(c.crc), le32(b[14:])}, {wording.Say("found.container.header-stored"), false, c.stored, le32(b[18:])},
		{wording.Say("found.container.header-size"), false, c.size, le32(b[22:])}} {
		switch {
		case int64(f.local) == f.central:
		case f.local == 0 && (later || f.sum): // the content is held against the directory's sum
		case f.local == 0xffffffff && !f.sum: // ZIP64 field of the local header
		default:
			return z.differs(name, f.what, fmt.Sprint(f.central), fmt.Sprint(f.local))
		}
	}
	return true
}

func (z *zipOpen) differs(name string, what any, central, local string) bool {
	z.g.fault(HeaderDiffers, name, wording.List(" ", []any{what, shorten(central)}), wording.List(" ", []any{what, shorten(local)}))
	return false
}

// overlaps refuses entries that share bytes: the trick of the ZIP bombs that
// need no nesting.
func (z *zipOpen) overlaps() {
	slices.SortFunc(z.spans, func(a, b span) int {
		switch {
		case a.from < b.from:
			return -1
		case a.from > b.from:
			return 1
		}
		return 0
	})
	var end int64
	for _, s := range z.spans {
		if z.g.full() {
			break
		}
		if s.from < end {
			z.g.fault(Overlap, z.pathOf(s), wording.Say("want.container.begins-after", end), fmt.Sprintf("Byte %d", s.from))
		}
		z.hidden(end, s.from)
		end = max(end, s.to)
	}
	z.hidden(end, z.end.offset)
	z.spans = nil
}

// hidden refuses a local entry that the central directory does not name: one
// program would unpack it, another would never show it. Up to 24 bytes between
// entries are a data descriptor (4.3.9).
func (z *zipOpen) hidden(from, to int64) {
	const descriptor = 24
	if to-from <= descriptor {
		return
	}
	b := make([]byte, min(to-from, descriptor+lenLocal))
	n, _ := z.in.ra.ReadAt(b, from) // what cannot be read is told when it is needed
	if at := bytes.Index(b[:n], []byte("PK\x03\x04")); at >= 0 {
		z.g.fault(HeaderDiffers, "", wording.Say("want.container.every-entry"), wording.Say("found.container.unlisted", from+int64(at)))
	}
}

func (z *zipOpen) pathOf(s span) string {
	if s.item == ^uint32(0) {
		return ""
	}
	return z.x.path(int(s.item))
}
