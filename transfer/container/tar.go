package container

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// tarSource reads the entries of a TAR where they lie.
type tarSource struct{ in input }

func (s *tarSource) close() error { return s.in.close() }

func (s *tarSource) open(_ context.Context, x *index, i int) (io.ReadCloser, error) {
	it := x.items[i]
	r := io.NewSectionReader(s.in.ra, it.offset, it.size)
	return io.NopCloser(&checkedReader{r: r, size: it.size}), nil
}

func (s *tarSource) at(x *index, i int) (randomAccess, error) {
	it := x.items[i]
	return randomAccess{ReaderAt: io.NewSectionReader(s.in.ra, it.offset, it.size), size: it.size}, nil
}

// gzSource reads a TAR.GZ, always from the front. item.offset counts in the
// uncompressed stream.
type gzSource struct{ in input }

func (s *gzSource) close() error { return s.in.close() }

func (s *gzSource) at(*index, int) (randomAccess, error) { return randomAccess{}, nil }

func (s *gzSource) open(ctx context.Context, x *index, i int) (io.ReadCloser, error) {
	st, err := s.stream(ctx)
	if err != nil {
		return nil, err
	}
	it := x.items[i]
	if err := st.skipTo(it.offset); err != nil {
		_ = st.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{st.section(it.size), st}, nil
}

func (s *gzSource) stream(ctx context.Context) (*gzStream, error) {
	z, err := gzip.NewReader(stop.Reader(ctx, io.NewSectionReader(s.in.ra, 0, s.in.size)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return &gzStream{z: z}, nil
}

// gzStream is one pass over the uncompressed TAR.
type gzStream struct {
	z   *gzip.Reader
	pos int64
}

func (s *gzStream) Close() error { return s.z.Close() }

func (s *gzStream) Read(p []byte) (int, error) {
	n, err := s.z.Read(p)
	s.pos += int64(n)
	return n, err
}

func (s *gzStream) skipTo(offset int64) error {
	if offset < s.pos {
		return fmt.Errorf("container: stream is at %d, beyond %d", s.pos, offset)
	}
	if _, err := io.CopyN(io.Discard, s, offset-s.pos); err != nil {
		return cutShort(err)
	}
	return nil
}

func (s *gzStream) section(size int64) io.Reader {
	return &checkedReader{r: io.LimitReader(s, size), size: size}
}

// tarIndex is the work of indexing one TAR.
type tarIndex struct {
	g *gate
	x *index
	r *posReader
}

// posReader counts, so that the place of a content is known after its header.
type posReader struct {
	r     io.Reader
	pos   int64
	limit func(pos int64) bool // false ends the reading
}

var errBomb = errors.New("container: grows beyond the limit")

func (p *posReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.pos += int64(n)
	if p.limit != nil && !p.limit(p.pos) {
		return n, errBomb
	}
	return n, err
}

// seekPos lets archive/tar jump over contents where the container is a file.
type seekPos struct {
	*posReader
	s *io.SectionReader
}

func (p seekPos) Seek(offset int64, whence int) (int64, error) {
	pos, err := p.s.Seek(offset, whence)
	if err == nil {
		p.pos = pos
	}
	return pos, err
}

func openTAR(ctx context.Context, in input, o Options, depth int) (*tree, error) {
	section := io.NewSectionReader(in.ra, 0, in.size)
	t := &tarIndex{g: &gate{o: o}, x: &index{}, r: &posReader{r: section}}
	if err := t.read(ctx, seekPos{t.r, section}); err != nil {
		return nil, err
	}
	t.x.settle(t.g)
	if err := t.g.err(); err != nil {
		return nil, err
	}
	return newTree(in.name, TAR, o, depth, t.x, &tarSource{in: in}, t.g), nil
}

func openTARGZ(ctx context.Context, in input, o Options, depth int) (*tree, error) {
	g := &gate{o: o}
	src := &gzSource{in: in}
	stream, err := src.stream(ctx)
	if err != nil {
		g.fault(Damaged, "", wording.Say("want.container.gzip"), err.Error())
		return nil, g.err()
	}
	defer stream.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(stream, head)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && err != io.EOF && (err != io.ErrUnexpectedEOF || !gzipEnded(ctx, in, o)):
		g.fault(Damaged, "", wording.Say("want.container.whole-gzip"), wording.Say("found.container.cut-or-damaged"))
		return nil, g.err()
	case !isTarHeader(head[:n]):
		g.fault(NoContainer, "", "TAR in GZIP", wording.Say("found.container.other-in-gzip"))
		return nil, g.err()
	}
	t := &tarIndex{g: g, x: &index{}}
	t.r = &posReader{r: io.MultiReader(bytes.NewReader(head), stream), limit: func(pos int64) bool {
		return pos <= o.Limits.Bytes && !o.Limits.bomb(pos, in.size)
	}}
	if err := t.read(ctx, t.r); err != nil {
		return nil, err
	}
	t.x.settle(g)
	if err := g.err(); err != nil {
		return nil, err
	}
	return newTree(in.name, TARGZ, o, depth, t.x, src, g), nil
}

// gzipEnded says whether the gzip stream is whole although it is short.
func gzipEnded(ctx context.Context, in input, o Options) bool {
	s, err := (&gzSource{in: in}).stream(ctx)
	if err != nil {
		return false
	}
	defer s.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(s, o.Limits.RatioFloor))
	return err == nil
}

// read walks all headers. A returned error is ours or the caller's wish to stop.
func (t *tarIndex) read(ctx context.Context, r io.Reader) error {
	tr := tar.NewReader(r)
	var end int64 // where the last entry ends, padding included
	for n := 0; !t.g.full(); n++ {
		if n%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		h, err := tr.Next()
		if err == io.EOF {
			return t.finish(ctx, end)
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return t.broken(ctx, err)
		}
		if end = t.r.pos; h.Typeflag == tar.TypeReg || h.Typeflag == tar.TypeCont {
			end += (h.Size + 511) &^ 511
		}
		if !t.header(h) {
			return nil
		}
	}
	return nil
}

// finish proves that the archive is whole: its closing zero block was read (end
// of archive, POSIX.1-1988 ustar), and for GZIP its CRC.
func (t *tarIndex) finish(ctx context.Context, end int64) error {
	if t.r.pos <= end {
		t.g.fault(Damaged, "", wording.Say("want.container.tar-end"), wording.Say("found.container.cut"))
		return nil
	}
	if t.r.limit == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, t.r); err != nil {
		return t.broken(ctx, err)
	}
	return nil
}

func (t *tarIndex) broken(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errBomb):
		t.g.fault(Bomb, "", wording.Say("want.container.ratio-bytes", t.g.o.Limits.Ratio, t.g.o.Limits.Bytes),
			wording.Say("found.container.more"))
	case errors.Is(err, tar.ErrFieldTooLong):
		t.g.fault(LongName, "", wording.Say("want.container.usual-header"), wording.Say("found.container.longer"))
	default:
		t.g.fault(Damaged, "", wording.Say("want.container.whole-tar"), err.Error())
	}
	return nil
}

// header takes one entry in; false ends the reading.
func (t *tarIndex) header(h *tar.Header) bool {
	if h.Typeflag == tar.TypeXGlobalHeader {
		return true
	}
	name, encoding := h.Name, ""
	var raw []byte
	if !utf8.ValidString(h.Name) {
		forced := t.g.o.Names
		name, encoding = decodeName([]byte(h.Name), forced, "iso-8859-1")
		raw = []byte(h.Name)
	}
	path, ok := t.g.cleanPath(name)
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont, '\x00':
	case tar.TypeDir:
		return !ok || t.x.addDir(t.g, path, unixOf(h.ModTime))
	case tar.TypeGNUSparse:
		t.g.fault(Unsupported, name, wording.Say("want.container.plain-file"), wording.Say("found.container.sparse"))
		return true
	case tar.TypeSymlink, tar.TypeLink, tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		t.g.fault(LinkOrDevice, name, wording.Say("want.container.file-or-folder"), wording.Say("found.container.link-or-device"))
		return true
	default:
		t.g.fault(Unsupported, name, wording.Say("want.container.file-or-folder"),
			wording.Say("found.container.entry-type", fmt.Sprintf("%q", h.Typeflag)))
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			t.g.fault(Unsupported, name, wording.Say("want.container.plain-file"), wording.Say("found.container.sparse"))
			return true
		}
	}
	if !ok {
		return true
	}
	if path == "" {
		t.g.fault(Damaged, name, wording.Say("want.container.file-name"), wording.Say("found.container.none"))
		return true
	}
	it := item{size: h.Size, stored: h.Size, offset: t.r.pos, modified: unixOf(h.ModTime)}
	return t.x.add(t.g, it, path, raw, encoding)
}

// unixOf gives a time as the index holds it, 0 = none.
func unixOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// isTarHeader checks the header checksum, which every TAR dialect has.
func isTarHeader(b []byte) bool {
	if len(b) < 512 {
		return false
	}
	var sum, signed int64
	for i, c := range b[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int64(c)
		signed += int64(int8(c))
	}
	field := strings.Trim(string(b[148:156]), " \x00")
	var want int64
	for _, c := range field {
		if c < '0' || c > '7' {
			return false
		}
		want = want*8 + int64(c-'0')
	}
	return field != "" && (want == sum || want == signed)
}
