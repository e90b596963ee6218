package child

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

// Limits of the child's own memory in bytes: the collector works hard from the
// first on, so that what was dropped does not count.
const (
	softMemory  = 416 << 20
	garbage     = 50 // percent of what is in use
	drawGarbage = 6  // the same where PDFium's memory is part of what is in use: some 20 MiB
	rowsAtOnce  = 256 << 10
	drawerFiles = 3 // documents kept open
	readerFiles = 1 // a decoded picture is large
)

// server is the child at work.
type server struct {
	line   *line
	trade  trade
	engine *pdf.Engine
	open   []*opened // least recently used first

	mu      sync.Mutex
	current int64 // number of the request being served
	cancel  context.CancelFunc
}

// opened is a document open in this child.
type opened struct {
	id  int64
	doc viewer.Document
	in  *content
}

// serve is the child's whole life; it gives the exit code.
func serve(in io.Reader, out *os.File) int {
	debug.SetMemoryLimit(softMemory)
	debug.SetGCPercent(garbage)
	os.Stdout = os.Stderr // what prints must not disturb the frames
	if err := confine(); err != nil {
		return 3
	}
	from := bufio.NewReaderSize(in, 128<<10)
	kind, body, err := readFrame(from, func(byte) int { return maxSmall })
	if err != nil || kind != frameStart || len(body) < 1 || trade(body[0]) > maker {
		return 2
	}
	s := &server{line: &line{out: out, data: make(chan []byte, 1)}, trade: trade(body[0]), engine: pdf.New(string(body[1:]))}
	ready := ""
	switch s.trade {
	case drawer:
		err = s.engine.Warm(context.Background())
	case maker:
		err = s.engine.Compile(context.Background())
	}
	if err != nil {
		ready = err.Error()
	}
	if s.trade == drawer && err == nil {
		debug.SetGCPercent(drawGarbage)
		if coldStart() {
			ready = "PDFium was compiled here: the memory that took is gone"
		}
	}
	wound := make(chan struct{})
	time.AfterFunc(0, func() { close(wound) }) // the runtime opens what its clock needs
	<-wound
	if err := seal(); err != nil && ready == "" {
		ready = err.Error()
	}
	if err := writeFrame(out, frameReady, []byte(ready)); err != nil || ready != "" {
		return 3
	}
	work := make(chan func(), 256)
	go func() {
		s.listen(from, work)
		os.Exit(0) // the parent is gone; nobody waits for what still runs
	}()
	for w := range work {
		w()
	}
	return 0
}

// maxStart is how much memory a drawer has mapped at its start beside PDFium's own.
const maxStart = 96 << 20

// coldStart reports whether the start has mapped more memory than loading the
// compiled PDFium takes: the runtime maps anew rather than reusing pieces.
func coldStart() bool {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys > pdf.Memory+maxStart
}

// listen takes the frames of the parent until it is gone.
func (s *server) listen(from io.Reader, work chan<- func()) {
	for {
		kind, body, err := readFrame(from, func(byte) int { return maxPiece + 1 })
		if err != nil {
			return
		}
		switch kind {
		case frameData:
			s.line.data <- body
		case frameCancel:
			if len(body) == 8 {
				s.stop(int64(binary.BigEndian.Uint64(body)))
			}
		case frameClose:
			if len(body) == 8 {
				work <- func() { s.forget(int64(binary.BigEndian.Uint64(body))) }
			}
		case frameRequest:
			r, err := unpackRequest(body)
			if err != nil {
				return
			}
			ctx, cancel := context.WithCancel(context.Background())
			s.mu.Lock()
			s.current, s.cancel = r.id, cancel
			s.mu.Unlock()
			work <- func() { s.answer(ctx, r); cancel() }
		default:
			return
		}
	}
}

func (s *server) stop(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == id && s.cancel != nil {
		s.cancel()
	}
}

// answer serves one request. A parent that does not read ends the child.
func (s *server) answer(ctx context.Context, r request) {
	a, err := s.do(ctx, r)
	spent := s.engine.Spent()
	if err != nil {
		f := fault{spent: spent, stopped: errors.Is(err, pdf.ErrStopped), kind: failure.KindOf(err), hint: failure.HintOf(err),
			text: err.Error()}
		err = writeFrame(s.line.out, frameFault, f.pack())
	} else {
		a.spent = spent
		err = writeFrame(s.line.out, frameAnswer, a.pack())
	}
	if err != nil {
		os.Exit(0)
	}
}

func (s *server) do(ctx context.Context, r request) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reader panicked: %v", p)
		}
	}()
	o, err := s.opened(ctx, r)
	if err != nil {
		return a, err
	}
	page, _ := o.doc.(viewer.Pager)
	if (r.act >= actSize && r.act <= actSelect || r.act == actWords || r.act == actStructure) && page == nil {
		return a, errors.New("no pages")
	}
	switch r.act {
	case actOpen:
		return describe(ctx, o.doc, r.size)
	case actSize:
		a.size, err = page.PageSize(ctx, r.page)
	case actRender:
		err = s.render(ctx, o.doc, viewer.Request{Page: r.page, Width: r.width, Rotation: r.rotation})
	case actText:
		a.text, err = ask[viewer.Texter](o.doc).Text(ctx, r.page)
	case actSearch:
		a.hits, err = ask[pageSearcher](o.doc).SearchPage(ctx, r.page, r.words, r.most)
	case actOutline:
		a.outline, err = ask[viewer.Outliner](o.doc).Outline(ctx)
	case actSelect:
		var sel viewer.Selection
		sel, err = ask[viewer.Selector](o.doc).Select(ctx, r.page, r.from, r.to)
		a.text, a.rects = sel.Text, sel.Rects
	case actWords:
		a.words, err = ask[viewer.Worder](o.doc).Words(ctx, r.page)
	case actStructure:
		a.tags, err = ask[viewer.Structurer](o.doc).Structure(ctx, r.page)
	case actPart:
		out := bufio.NewWriterSize(pieces{s.line.out}, rowsAtOnce)
		err = ask[partWriter](o.doc).WritePart(ctx, r.part, out)
		err = errors.Join(err, out.Flush())
	}
	return a, err
}

// ask gives what the parent takes the document for; a wrong guess panics and ends
// in a fault.
func ask[T any](doc viewer.Document) T { return doc.(T) }

// pageSearcher finds words on one page.
type pageSearcher interface {
	SearchPage(ctx context.Context, page int, words string, most int) ([]viewer.Hit, error)
}

// partWriter writes a part of a document.
type partWriter interface {
	WritePart(ctx context.Context, n int, w io.Writer) error
}

// opened gives the document of a request, opened where it is not.
func (s *server) opened(ctx context.Context, r request) (*opened, error) {
	if i := slices.IndexFunc(s.open, func(o *opened) bool { return o.id == r.doc }); i >= 0 {
		o := s.open[i]
		s.open = append(slices.Delete(s.open, i, i+1), o)
		return o, nil
	}
	most := readerFiles
	if s.trade == drawer {
		most = drawerFiles
	}
	for len(s.open) >= most {
		s.forget(s.open[0].id)
	}
	in := newContent(s.line, r.size)
	src := viewer.Source{Name: r.name, PUID: r.puid, MIME: r.mime, Content: in, Size: r.size}
	head, err := viewer.Head(src)
	if err != nil {
		return nil, viewer.Damaged("read "+r.name, err)
	}
	for _, f := range formats(s.engine) {
		if f.trade != s.trade || !f.reads(src, head) {
			continue
		}
		doc, err := f.open(ctx, src)
		if err != nil {
			return nil, err
		}
		o := &opened{id: r.doc, doc: doc, in: in}
		s.open = append(s.open, o)
		return o, nil
	}
	return nil, errors.New("no reader for " + r.name)
}

// forget closes a document; the memory goes back where none is left.
func (s *server) forget(id int64) {
	s.open = slices.DeleteFunc(s.open, func(o *opened) bool {
		if o.id != id {
			return false
		}
		_ = o.doc.Close() // its content is the parent's
		return true
	})
	if len(s.open) == 0 && s.trade == reader {
		debug.FreeOSMemory()
	}
}

// describe says what a document is and can do.
func describe(ctx context.Context, doc viewer.Document, size int64) (answer, error) {
	a := answer{info: doc.Info()}
	switch d := doc.(type) {
	case interface {
		viewer.Pager
		viewer.Texter
	}:
		a.shape, a.pages = shapePaper, d.Pages()
	case viewer.Pager:
		a.shape, a.pages = shapePages, d.Pages()
	case viewer.Liner:
		a.shape = shapeLetter
		var err error
		if a.text, err = linesOf(ctx, d); err != nil {
			return a, err
		}
		if box, ok := doc.(viewer.Container); ok {
			a.parts = box.Parts()
			for i := range a.parts {
				a.parts[i].Size = min(max(a.parts[i].Size, 0), mostPart(size))
			}
		}
		if o, ok := doc.(viewer.Outliner); ok {
			if a.outline, err = o.Outline(ctx); err != nil {
				return a, err
			}
			a.outline = slices.DeleteFunc(a.outline, func(h viewer.Heading) bool { return h.Page > maxPages })
			a.outline = a.outline[:min(len(a.outline), maxMarks)]
		}
	default:
		return a, fmt.Errorf("a %T cannot be handed over", doc)
	}
	return a, nil
}

// maxUnpacked is how large a part that lies packed in a small file may be.
const maxUnpacked = 64 << 20

// mostPart is how large a part of a file of size bytes can be: text is told in
// UTF-8, whatever it was written in, and parts of office files are packed.
func mostPart(size int64) int64 { return max(4*min(size, math.MaxInt64/4), maxUnpacked) }

// linesOf joins the lines of a document.
func linesOf(ctx context.Context, d viewer.Liner) (string, error) {
	var b []byte
	for i := range d.Lines() {
		if i > 0 {
			b = append(b, '\n')
		}
		if b = append(b, d.Line(i)...); len(b) > maxString {
			return "", viewer.TooLarge("read lines", "32 MB Text")
		}
	}
	return string(b), ctx.Err()
}

// render sends a drawn page, some rows at a time.
func (s *server) render(ctx context.Context, doc viewer.Document, r viewer.Request) error {
	var rows []byte
	begin := func(w, h int) error {
		var size [8]byte
		binary.BigEndian.PutUint32(size[:], uint32(w))
		binary.BigEndian.PutUint32(size[4:], uint32(h))
		rows = make([]byte, 0, rowsAtOnce+4*w)
		return writeFrame(s.line.out, frameBegin, size[:])
	}
	flush := func() error {
		out := pieces{s.line.out}
		_, err := out.Write(rows)
		rows = rows[:0]
		return err
	}
	row := func(pix []byte) error {
		if rows = append(rows, pix...); len(rows) >= rowsAtOnce {
			return flush()
		}
		return nil
	}
	if p, ok := doc.(viewer.Painter); ok {
		if err := p.Paint(ctx, r, begin, row); err != nil {
			return err
		}
		return flush()
	}
	img, err := doc.(viewer.Pager).Render(ctx, r)
	if err != nil {
		return err
	}
	return errors.Join(paint(img, begin, row), flush())
}

func paint(img *image.RGBA, begin func(w, h int) error, row func(pix []byte) error) error {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if err := begin(w, h); err != nil {
		return err
	}
	for y := range h {
		if err := row(img.Pix[y*img.Stride:][:4*w]); err != nil {
			return err
		}
	}
	return nil
}

// pieces writes bytes as frames of at most maxPiece.
type pieces struct{ w io.Writer }

// Write implements io.Writer.
func (p pieces) Write(b []byte) (n int, err error) {
	for n < len(b) {
		part := b[n:min(n+maxPiece, len(b))]
		if err := writeFrame(p.w, frameRows, part); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}
