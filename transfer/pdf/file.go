package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
)

// Errors of Open and the readers. All are facts about the file, not faults of
// ours, except what the underlying reader says.
var (
	ErrNotPDF  = errors.New("no PDF header")
	ErrDamaged = errors.New("cross-reference not readable")
	ErrLimit   = errors.New("limit exceeded")
)

// Limits bound what a hostile file can make us do.
type Limits struct {
	InMemory int64 // files up to this size are read at once
	Objects  int   // objects in the cross-reference
	Decoded  int64 // bytes decoded over the whole life of a File
	Stream   int64 // bytes decoded of one stream
	Loads    int   // objects parsed over the whole life of a File; 0 = no bound
	// Budget is shared by files that lie in one another; nil: one of its own, made
	// of Decoded and Loads.
	Budget *Budget
}

// Budget is what reading may still cost. A file that lies in another takes from
// the budget of that one, so that nesting buys nothing.
type Budget struct {
	Decoded int64 // bytes that may still be decoded
	Loads   int   // objects that may be parsed in all
	Loaded  int   // objects parsed so far
	spent   bool  // something was left unread
}

// NewBudget gives a fresh budget of what the limits allow.
func (l Limits) NewBudget() *Budget {
	b := &Budget{Decoded: l.Decoded, Loads: l.Loads}
	if b.Loads == 0 {
		b.Loads = math.MaxInt
	}
	return b
}

// load takes one object from the budget; false if there is none left.
func (b *Budget) load() bool {
	if b.Loaded >= b.Loads {
		b.spent = true
		return false
	}
	b.Loaded++
	return true
}

// DefaultLimits are generous for real files.
func DefaultLimits() Limits {
	return Limits{InMemory: 8 << 20, Objects: 2_000_000, Decoded: 1 << 30, Stream: 256 << 20}
}

// Entry is where an object lies.
type Entry struct {
	Offset int64 // in the file, or the number of the object stream
	Gen    int   // or index in the object stream
	Packed bool  // lies in an object stream
	Free   bool
}

// Section is one cross-reference section with its trailer, newest first.
type Section struct {
	Offset      int64
	Stream      bool // a cross-reference stream
	Trailer     Dict
	KeywordEOL  bool // xref is followed by exactly one end-of-line marker
	SingleSpace bool // subsection headers have one space between their numbers
}

// Facts are what ISO 19005 asks about the outer form of the file.
type Facts struct {
	HeaderOffset int64
	Header       []byte // first line from %PDF- on, without end of line
	HeaderEOL    bool   // the header line ends with CR LF, LF or CR
	Comment      []byte // up to five bytes of the line after it
	AfterEOF     int64  // bytes after the last %%EOF and one end-of-line marker; -1 = no %%EOF
	HasEOF       bool
	Linearized   bool
	Sections     []Section
	BadOffsets   []int // reachable objects not found where the cross-reference says
	Spacing      []int // objects whose obj/endobj are not set off as ISO 19005-1, 6.1.8 asks
	StreamLength []int // streams whose Length is not the length
	StreamEOL    []int // stream or endstream not set off
	Objects      int   // objects in use
	Lint         Lint
}

// File is an open PDF file.
type File struct {
	Facts
	ctx     context.Context
	r       io.ReaderAt
	size    int64
	mem     []byte
	blocks  [16]block // what was read last, of a file that is not held in memory
	oldest  int       // of the blocks
	base    int64     // added to all offsets: a header that is not at byte 0
	lim     Limits
	budget  *Budget
	entries map[int]Entry
	cache   map[int]any
	packs   map[int]map[int]any // object streams already read
	loading map[int]bool
	seen    map[int]bool // objects whose writing was looked at
}

// Open reads header, cross-reference and trailer.
func Open(ctx context.Context, r io.ReaderAt, size int64, lim Limits) (*File, error) {
	f := &File{ctx: ctx, r: r, size: size, lim: lim, budget: lim.Budget,
		entries: map[int]Entry{}, cache: map[int]any{}, packs: map[int]map[int]any{}, loading: map[int]bool{}, seen: map[int]bool{}}
	if f.budget == nil {
		f.budget = lim.NewBudget()
	}
	if b, ok := r.(interface{ Bytes() []byte }); ok {
		f.mem = b.Bytes()
	}
	if f.mem == nil && size <= lim.InMemory {
		mem := make([]byte, size)
		if n, err := r.ReadAt(mem, 0); int64(n) < size && err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		f.mem = mem
	}
	if err := f.readHeader(); err != nil {
		return nil, err
	}
	f.readTail()
	f.findLinearized()
	if err := f.readSections(); err != nil {
		return f, err
	}
	for _, e := range f.entries {
		if !e.Free {
			f.Objects++
		}
	}
	return f, nil
}

// Size is the number of bytes of the file.
func (f *File) Size() int64 { return f.size }

// Budget is what reading the file may still cost.
func (f *File) Budget() *Budget { return f.budget }

// LimitLoads allows n more objects to be parsed, or what the budget still has.
func (f *File) LimitLoads(n int) { f.budget.Loads = min(f.budget.Loads, f.budget.Loaded+n) }

// Err tells why something of the file was left unread: ErrLimit or the end of the
// context. From then on a missing object says nothing about the file.
func (f *File) Err() error {
	if f.budget.spent {
		return ErrLimit
	}
	return f.ctx.Err()
}

// at gives up to n bytes at off.
func (f *File) at(off int64, n int) []byte {
	if off < 0 || off >= f.size || n <= 0 {
		return nil
	}
	n = int(min(int64(n), f.size-off))
	if f.mem != nil {
		if off >= int64(len(f.mem)) {
			return nil
		}
		return f.mem[off:min(off+int64(n), int64(len(f.mem)))]
	}
	for _, b := range f.blocks {
		if i := off - b.off; i >= 0 && i+int64(n) <= int64(len(b.data)) {
			return b.data[i : i+int64(n)]
		}
	}
	// Blocks begin at multiples of their size, so that reading backwards, or here and
	// there, reads little twice. The buffer is new: what was given before may be in use.
	start := off - off%blockSize
	b := make([]byte, min(max(off-start+int64(n), blockSize+blockOver), f.size-start))
	k, _ := f.r.ReadAt(b, start)
	if len(b) <= 4*blockSize { // what is larger is one object, which nobody asks for again
		f.blocks[f.oldest] = block{start, b[:k]}
		f.oldest = (f.oldest + 1) % len(f.blocks)
	}
	if off-start >= int64(k) {
		return nil
	}
	return b[off-start : min(off-start+int64(n), int64(k))]
}

// block is a piece of the file that was read.
type block struct {
	off  int64
	data []byte
}

const (
	blockSize = 64 << 10
	blockOver = 16 << 10 // read beyond, for objects that begin near the end
)

func (f *File) readHeader() error {
	b := f.at(0, 1100)
	i := bytes.Index(b, []byte("%PDF-"))
	if i < 0 || i > 1024 {
		return ErrNotPDF
	}
	f.HeaderOffset = int64(i)
	line := b[i:]
	n := bytes.IndexAny(line, "\r\n")
	if n < 0 {
		f.Header = line
		return nil
	}
	f.Header, f.HeaderEOL = line[:n], true
	rest := line[n+1:]
	if line[n] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	f.Comment = rest[:min(5, len(rest))]
	return nil
}

func (f *File) readTail() {
	off := max(0, f.size-2048)
	b := f.at(off, 2048)
	i := bytes.LastIndex(b, []byte("%%EOF"))
	if i < 0 {
		f.AfterEOF = -1
		return
	}
	f.HasEOF = true
	rest := b[i+5:]
	switch {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		rest = rest[2:]
	case len(rest) > 0 && IsEOL(rest[0]):
		rest = rest[1:]
	}
	f.AfterEOF = int64(len(rest))
}

// findLinearized looks for a linearization dictionary whose length is that of
// the file; otherwise the file was changed since and counts as not linearized.
func (f *File) findLinearized() {
	b := f.at(f.HeaderOffset, 1024)
	i := bytes.Index(b, []byte(" obj"))
	if i < 0 {
		return
	}
	l := Lexer{Buf: b, Pos: i + 4}
	d, ok := l.Next().(Dict)
	if !ok || d["Linearized"] == nil {
		return
	}
	n, _ := Number(d["L"])
	f.Linearized = int64(n) == f.size-f.HeaderOffset || int64(n) == f.size
}

func (f *File) startXref() (int64, bool) {
	off := max(0, f.size-2048)
	b := f.at(off, 2048)
	i := bytes.LastIndex(b, []byte("startxref"))
	if i < 0 {
		return 0, false
	}
	l := Lexer{Buf: b, Pos: i + 9, Direct: true}
	n, ok := l.Next().(int64)
	return n, ok
}

func (f *File) readSections() error {
	start, ok := f.startXref()
	if !ok {
		return ErrDamaged
	}
	if f.HeaderOffset > 0 && !f.sectionAt(start) && f.sectionAt(start+f.HeaderOffset) {
		f.base = f.HeaderOffset
	}
	visited := map[int64]bool{}
	queue := []int64{start}
	for len(queue) > 0 && len(f.Sections) < 1000 {
		off := queue[0]
		queue = queue[1:]
		if visited[off] {
			continue
		}
		visited[off] = true
		if err := f.ctx.Err(); err != nil {
			return err
		}
		s, err := f.readSection(off)
		if err != nil {
			return err
		}
		f.Sections = append(f.Sections, s)
		if x, ok := Number(s.Trailer["XRefStm"]); ok {
			queue = append(queue, int64(x))
		}
		if p, ok := Number(s.Trailer["Prev"]); ok {
			queue = append(queue, int64(p))
		}
	}
	if f.Sections[0].Trailer["Root"] == nil && f.Root() == nil {
		return ErrDamaged
	}
	return nil
}

func (f *File) sectionAt(off int64) bool {
	b := bytes.TrimLeft(f.at(off, 40), "\x00\t\n\f\r ")
	return bytes.HasPrefix(b, []byte("xref")) || len(b) > 0 && b[0] >= '0' && b[0] <= '9'
}

func (f *File) readSection(off int64) (Section, error) {
	off += f.base
	b := f.at(off, 64)
	l := Lexer{Buf: b, Direct: true}
	l.Skip()
	if bytes.HasPrefix(b[min(l.Pos, len(b)):], []byte("xref")) {
		return f.readTable(off + int64(l.Pos))
	}
	return f.readXRefStream(off + int64(l.Pos))
}

// readTable reads a classic cross-reference table; entries are 20 bytes each
// (ISO 32000-1, 7.5.4), but other spacing is tolerated.
func (f *File) readTable(off int64) (Section, error) {
	s := Section{Offset: off, KeywordEOL: true, SingleSpace: true}
	w := &window{f: f, off: off + 4}
	s.KeywordEOL = w.oneEOL()
	for {
		w.spaces()
		b := w.peek(1)
		if len(b) == 0 {
			return s, ErrDamaged
		}
		if class[b[0]]&isDigit == 0 {
			break
		}
		first, _ := w.integer()
		gap := w.spaces()
		count, ok := w.integer()
		if !ok || count < 0 {
			return s, ErrDamaged
		}
		if gap != " " {
			s.SingleSpace = false
		}
		if count > int64(f.lim.Objects) || len(f.entries)+int(count) > 4*f.lim.Objects {
			return s, ErrLimit
		}
		if err := f.readRows(w, first, count); err != nil {
			return s, err
		}
	}
	if string(w.peek(7)) != "trailer" {
		return s, ErrDamaged
	}
	d, err := f.dictAt(w.off + 7)
	s.Trailer = d
	return s, err
}

func (f *File) readRows(w *window, first, count int64) error {
	for i := range count {
		if i%4096 == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		w.spaces()
		offset, ok1 := w.integer()
		w.spaces()
		gen, ok2 := w.integer()
		w.spaces()
		t := w.peek(1)
		if !ok1 || !ok2 || len(t) == 0 {
			return ErrDamaged
		}
		if t[0] != 'n' && t[0] != 'f' {
			return ErrDamaged
		}
		w.off++
		f.enter(int(first+i), Entry{Offset: offset, Gen: int(gen), Free: t[0] == 'f'})
	}
	return nil
}

func (f *File) enter(num int, e Entry) {
	if _, known := f.entries[num]; !known {
		f.entries[num] = e
	}
}

func (f *File) dictAt(off int64) (Dict, error) {
	for n := 4096; ; n *= 8 {
		b := f.at(off, n)
		var lint Lint
		l := Lexer{Buf: b, Lint: &lint, Copy: f.mem == nil}
		v := l.Next()
		if l.Short && len(b) == n && n < 1<<26 {
			continue
		}
		f.Lint.merge(&lint)
		if d, ok := v.(Dict); ok {
			return d, nil
		}
		return nil, ErrDamaged
	}
}

// Root gives the document catalog, nil if there is none.
func (f *File) Root() Dict {
	for _, s := range f.Sections {
		if d := f.Dict(s.Trailer["Root"]); d != nil {
			return d
		}
	}
	return nil
}

// Trailer gives the value of a key in the newest trailer that has it.
func (f *File) Trailer(key Name) any {
	for _, s := range f.Sections {
		if v, ok := s.Trailer[key]; ok {
			return v
		}
	}
	return nil
}

// Numbers gives the numbers of all objects in use, in the order they lie in the
// file.
func (f *File) Numbers() []int {
	out := make([]int, 0, len(f.entries))
	for n, e := range f.entries {
		if !e.Free {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		x, y := f.entries[a], f.entries[b]
		switch {
		case x.Packed != y.Packed && x.Packed:
			return 1
		case x.Packed != y.Packed:
			return -1
		case x.Offset != y.Offset:
			return int(min(max(x.Offset-y.Offset, -1), 1))
		}
		return a - b
	})
	return out
}

// window reads forward through the file in small pieces.
type window struct {
	f   *File
	off int64
	buf []byte
	pos int64 // offset of buf
}

func (w *window) peek(n int) []byte {
	i := w.off - w.pos
	if i < 0 || i+int64(n) > int64(len(w.buf)) {
		w.buf, w.pos, i = w.f.at(w.off, 1<<16), w.off, 0
	}
	return w.buf[i:min(i+int64(n), int64(len(w.buf)))]
}

func (w *window) spaces() string {
	start := w.off
	var first byte
	for {
		b := w.peek(1)
		if len(b) == 0 || class[b[0]]&isSpace == 0 {
			break
		}
		if w.off == start {
			first = b[0]
		}
		w.off++
	}
	switch w.off - start {
	case 0:
		return ""
	case 1:
		return string(first)
	}
	return "  "
}

func (w *window) integer() (int64, bool) {
	var n int64
	digits := 0
	for ; digits < 20; digits++ {
		b := w.peek(1)
		if len(b) == 0 || class[b[0]]&isDigit == 0 {
			break
		}
		if n < 1<<58 {
			n = n*10 + int64(b[0]-'0')
		}
		w.off++
	}
	return n, digits > 0
}

// oneEOL tells whether exactly one end-of-line marker and then a digit follow.
func (w *window) oneEOL() bool {
	b := w.peek(3)
	switch {
	case len(b) == 3 && b[0] == '\r' && b[1] == '\n':
		return class[b[2]]&isDigit != 0
	case len(b) >= 2 && IsEOL(b[0]):
		return class[b[1]]&isDigit != 0
	}
	return false
}

// SignedTo tells whether a signature that leaves out the bytes from gap to
// resume and ends at end covers a whole revision of the file: the gap is just
// the string of the signature, and end is the end of the file or of a revision.
func (f *File) SignedTo(gap, resume, end int64) bool {
	a, b := f.at(gap, 1), f.at(resume-1, 1)
	if resume <= gap || len(a) != 1 || len(b) != 1 || a[0] != '<' || b[0] != '>' {
		return false
	}
	if end == f.size {
		return true
	}
	tail := f.at(max(resume, end-8), int(min(8, end-resume)))
	return end < f.size && bytes.Contains(tail, []byte("%EOF"))
}
