package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Raw gives a reader over the data of s as stored.
func (f *File) Raw(s *Stream) io.Reader {
	if s.data != nil {
		return bytes.NewReader(s.data)
	}
	if f.mem != nil {
		return bytes.NewReader(f.at(s.off, int(s.length)))
	}
	return io.NewSectionReader(f.r, s.off, s.length)
}

// Length is the number of bytes of s as stored.
func (s *Stream) Length() int64 {
	if s.data != nil {
		return int64(len(s.data))
	}
	return s.length
}

// Filters gives the names of the filters of a stream dictionary, in order.
func (f *File) Filters(d Dict) []Name {
	switch v := f.Resolve(d["Filter"]).(type) {
	case Name:
		return []Name{v}
	case Array:
		out := make([]Name, 0, len(v))
		for _, e := range v {
			out = append(out, f.Name(e))
		}
		return out
	}
	return nil
}

// Parms gives the decode parameters of the i-th filter.
func (f *File) Parms(d Dict, i int) Dict {
	v := d["DecodeParms"]
	if v == nil {
		v = d["DP"]
	}
	switch v := f.Resolve(v).(type) {
	case Dict:
		if i == 0 {
			return v
		}
	case Array:
		if i < len(v) {
			return f.Dict(v[i])
		}
	}
	return nil
}

// Data decodes s. Where a filter for images or one that is unknown is reached,
// its name is given as rest, together with the data before it. Errors: ErrLimit,
// or damage of the data; then what could be decoded is given too.
func (f *File) Data(s *Stream) (data []byte, rest Name, err error) {
	return f.Prefix(s, f.lim.Stream)
}

// Prefix decodes at most n bytes of s.
func (f *File) Prefix(s *Stream, n int64) (data []byte, rest Name, err error) {
	filters := f.Filters(s.Dict)
	r := f.Raw(s)
	for i, name := range filters {
		if i > 10 {
			return nil, "", ErrLimit
		}
		next, known, err := f.decoder(r, name, f.Parms(s.Dict, i))
		if err != nil {
			return nil, "", err
		}
		if !known {
			rest = name
			break
		}
		r = next
	}
	n = max(0, min(n, f.budget.Decoded))
	b, _ := scratch.Get().(*bytes.Buffer)
	b.Reset()
	k, err := b.ReadFrom(io.LimitReader(r, n+1))
	f.budget.Decoded -= k
	if k > n {
		b.Truncate(int(n))
		if f.budget.Decoded <= 0 {
			f.budget.spent = true
		}
		if n >= f.lim.Stream || f.budget.Decoded <= 0 {
			return kept(b), rest, ErrLimit
		}
	}
	return kept(b), rest, err
}

// scratch is where streams are decoded before they are kept at their size: grown anew for each
// they would be a quarter of what a check takes from the memory. mostScratch bytes of one stay.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const mostScratch = 1 << 20

// kept gives what was decoded, and the buffer back unless it has grown too large for that.
func kept(b *bytes.Buffer) []byte {
	if b.Cap() > mostScratch {
		return b.Bytes()
	}
	defer scratch.Put(b)
	return bytes.Clone(b.Bytes())
}

func (f *File) decoder(r io.Reader, name Name, parms Dict) (io.Reader, bool, error) {
	switch name {
	case "FlateDecode", "Fl":
		return f.predict(&flate{src: r}, parms)
	case "LZWDecode", "LZW":
		early := true
		if n, ok := f.Int(parms["EarlyChange"]); ok && n == 0 {
			early = false
		}
		return f.predict(newLZW(r, early), parms)
	case "ASCIIHexDecode", "AHx":
		return &hexReader{src: newBytes(r)}, true, nil
	case "ASCII85Decode", "A85":
		return &a85Reader{src: newBytes(r)}, true, nil
	case "RunLengthDecode", "RL":
		return &runReader{src: newBytes(r)}, true, nil
	}
	return r, false, nil
}

// flate opens its zlib stream at the first read and forgives a missing or wrong
// checksum at the end, as all viewers do.
type flate struct {
	src io.Reader
	z   io.ReadCloser
	end error // once z was given back
}

// inflaters are used again: a document has hundreds of streams.
var inflaters sync.Pool

func inflate(src io.Reader) (io.ReadCloser, error) {
	z, ok := inflaters.Get().(io.ReadCloser)
	if !ok {
		return zlib.NewReader(src)
	}
	if err := z.(zlib.Resetter).Reset(src, nil); err != nil {
		inflaters.Put(z)
		return nil, err
	}
	return z, nil
}

func (d *flate) Read(p []byte) (int, error) {
	if d.end != nil {
		return 0, d.end
	}
	if d.z == nil {
		z, err := inflate(d.src)
		if err != nil {
			if errors.Is(err, io.EOF) {
				return 0, io.EOF
			}
			return 0, fmt.Errorf("flate: %w", err)
		}
		d.z = z
	}
	n, err := d.z.Read(p)
	if err != nil && err != io.EOF && (errors.Is(err, zlib.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF)) {
		err = io.EOF
	}
	if err != nil {
		inflaters.Put(d.z)
		d.z, d.end = nil, err
	}
	return n, err
}

// predict undoes the predictors of table 10 of ISO 32000-1.
func (f *File) predict(r io.Reader, parms Dict) (io.Reader, bool, error) {
	p, _ := f.Int(parms["Predictor"])
	if p < 2 {
		return r, true, nil
	}
	get := func(key Name, def int) int {
		if n, ok := f.Int(parms[key]); ok {
			return n
		}
		return def
	}
	colors, bits, columns := get("Colors", 1), get("BitsPerComponent", 8), get("Columns", 1)
	if colors < 1 || colors > 64 || bits < 1 || bits > 16 || columns < 1 || columns > 1<<24 {
		return nil, false, errors.New("predictor: parameters out of range")
	}
	return &predictor{src: r, png: p >= 10, bits: bits, colors: colors,
		bpp: (colors*bits + 7) / 8, row: make([]byte, (colors*bits*columns+7)/8), prev: make([]byte, (colors*bits*columns+7)/8)}, true, nil
}

type predictor struct {
	src          io.Reader
	png          bool
	bits, colors int
	bpp          int
	row, prev    []byte
	out          []byte
}

func (p *predictor) Read(b []byte) (int, error) {
	if len(p.out) == 0 {
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, p.out)
	p.out = p.out[n:]
	return n, nil
}

func (p *predictor) next() error {
	kind := byte(0)
	if p.png {
		var k [1]byte
		if _, err := io.ReadFull(p.src, k[:]); err != nil {
			return io.EOF
		}
		kind = k[0]
	}
	p.row, p.prev = p.prev, p.row
	n, err := io.ReadFull(p.src, p.row)
	if n == 0 {
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		return err
	}
	clear(p.row[n:])
	if p.png {
		p.undoPNG(kind)
	} else if p.bits == 8 {
		for i := p.colors; i < len(p.row); i++ {
			p.row[i] += p.row[i-p.colors]
		}
	}
	p.out = p.row[:n]
	return nil
}

func (p *predictor) undoPNG(kind byte) {
	for i := range p.row {
		var left, up, corner int
		up = int(p.prev[i])
		if i >= p.bpp {
			left, corner = int(p.row[i-p.bpp]), int(p.prev[i-p.bpp])
		}
		switch kind {
		case 1:
			p.row[i] += byte(left)
		case 2:
			p.row[i] += byte(up)
		case 3:
			p.row[i] += byte((left + up) / 2)
		case 4:
			p.row[i] += byte(paeth(left, up, corner))
		}
	}
}

func paeth(a, b, c int) int {
	pa, pb, pc := abs(b-c), abs(a-c), abs(a+b-2*c)
	if pa <= pb && pa <= pc {
		return a
	}
	if pb <= pc {
		return b
	}
	return c
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
