package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// readBuffer is the size of one sequential read (parts-core.md 8).
const readBuffer = 1 << 20

// inspector turns the content of one file into its fact: digests, UTF-8 and XML
// in one sequential read, then format and PDF/A by random access. It is used by
// several goroutines at once.
type inspector struct {
	identify Identifier
	pdfa     PDFChecker
	want     []string      // agreed PDF/A flavours
	read     *atomic.Int64 // bytes read, for the progress
	buffers  sync.Pool
	tree     container.Tree // the delivery; nil: containers in it stay closed
	spool    string         // folder for temporary files, "" = the system's
}

// inspect never fails: what goes wrong with a file is a finding about it (G1).
func (i *inspector) inspect(ctx context.Context, e container.Entry, c container.Content, readErr error, algorithms []string) FileFact {
	var in *nest
	if i.tree != nil {
		in = &nest{tree: i.tree, spool: i.spool}
	}
	return i.inspectAt(ctx, e, c, readErr, algorithms, in)
}

// inspectAt is inspect at a place inside a delivery; in is nil where containers
// are not looked into.
func (i *inspector) inspectAt(ctx context.Context, e container.Entry, c container.Content, readErr error, algorithms []string,
	in *nest) FileFact {
	fact := FileFact{Path: e.Path, Size: e.Size, Raw: rawName(e)}
	if readErr == nil && c == nil {
		readErr = errors.New("no content")
	}
	format := func() (Format, []Finding) { return i.identifyFormat(e.Path, c) }
	if readErr == nil {
		if c.Bytes() == nil && c.Size() >= besideFrom {
			var stop func()
			format, stop = i.identifyBeside(ctx, e.Path, c)
			defer stop()
		}
		readErr = i.readGuarded(ctx, &fact, c, algorithms)
	}
	if readErr != nil {
		fact.Damage = readErr.Error()
		fact.Digests = nil
		fact.Findings = []Finding{codeFileUnreadable.At(e.Path).Want("", damageWords(readErr))}
		return fact
	}
	if fact.Size == 0 {
		if fact.Obstacle = string(openable.Empty); in != nil && in.inside {
			fact.Findings = append(fact.Findings, codeFileEmpty.At(e.Path))
		}
		return fact
	}
	var found []Finding
	fact.Format, found = format()
	fact.Findings = append(fact.Findings, found...)
	if in == nil || !in.inside {
		i.checkPDF(ctx, &fact, c)
		i.guard(e.Path, "Lesbarkeit", func() []Finding {
			known := i.identify == nil || !fact.Format.unknown()
			fact.Obstacle = string(openable.Look(ctx, e.Path, known, c))
			return nil
		})
	}
	if i.tree != nil {
		if fact.Sealed = container.Sealed(e.Path, c, c.Size()); fact.Sealed != "" && in != nil && in.inside {
			fact.Findings = append(fact.Findings, codeNestedUnread.At(e.Path).Want("", container.SealedWords(fact.Sealed)))
		}
	}
	i.nested(ctx, &fact, c, in)
	return fact
}

// damageWords says why a file could not be read.
func damageWords(err error) wording.Text {
	switch {
	case errors.Is(err, container.ErrCorrupt):
		return wording.Say("found.check.corrupt")
	case errors.Is(err, container.ErrChanged):
		return wording.Say("found.check.changed")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return wording.Say("found.check.cut")
	case errors.Is(err, fs.ErrPermission):
		return wording.Say("found.check.no-right")
	}
	return wording.Say("found.check.damaged")
}

// readGuarded recovers a panic of a decompressor: the file counts as unreadable.
func (i *inspector) readGuarded(ctx context.Context, fact *FileFact, c container.Content, algorithms []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reader broke off: %v", p)
		}
	}()
	return i.readOnce(ctx, fact, c, algorithms)
}

// readOnce reads the content from front to back: every digest and the text
// checks see the same bytes. A text that is right beyond doubt is told so by a quick
// look (xmlwalk.Accepts); only where that doubts it is read in full.
func (i *inspector) readOnce(ctx context.Context, fact *FileFact, c container.Content, algorithms []string) error {
	digests, err := newDigester(algorithms)
	if err != nil {
		return err
	}
	head, err := headOf(c, 512)
	if err != nil {
		return err
	}
	kind := textKind(fact.Path, head)
	if b := c.Bytes(); b != nil {
		return i.inMemory(ctx, fact, b, kind, digests)
	}
	src := &sourceReader{ctx: ctx, r: c.Reader(), total: i.read}
	tee := io.TeeReader(src, digests)
	buf := i.buffer()
	defer i.buffers.Put(buf)
	var xml xmlwalk.Stream
	sink := io.Discard
	switch kind {
	case textXML:
		sink = &xml
	case textPlain:
		fact.Findings = append(fact.Findings, checkUTF8(fact.Path, tee, *buf)...)
	}
	if _, err := io.CopyBuffer(writerOnly{sink}, readerOnly{tee}, *buf); err != nil {
		return err
	}
	if src.err != nil {
		return src.err
	}
	fact.Size = src.n
	fact.Digests = digests.Sum()
	if kind == textXML {
		if seen, ok := xml.Accepts(); ok {
			fact.Findings = append(fact.Findings, accepted(fact.Path, seen)...)
			return nil
		}
		again := &sourceReader{ctx: ctx, r: c.Reader(), total: new(atomic.Int64)}
		fact.Findings = append(fact.Findings, i.guard(fact.Path, "XML", func() []Finding { return checkXML(fact.Path, again) })...)
		return again.err
	}
	return nil
}

func (i *inspector) buffer() *[]byte {
	if buf, _ := i.buffers.Get().(*[]byte); buf != nil {
		return buf
	}
	b := make([]byte, readBuffer)
	return &b
}

// inMemory is readOnce for a content that is in memory.
func (i *inspector) inMemory(ctx context.Context, fact *FileFact, b []byte, kind textClass, digests *fixity.Digester) error {
	switch {
	case kind == textXML:
		fact.Findings = append(fact.Findings, i.guard(fact.Path, "XML", func() []Finding {
			if seen, ok := xmlwalk.Accepts(b); ok {
				return accepted(fact.Path, seen)
			}
			return checkXML(fact.Path, bytes.NewReader(b))
		})...)
	case kind == textPlain && !utf8.Valid(b):
		buf := i.buffer()
		fact.Findings = append(fact.Findings, checkUTF8(fact.Path, bytes.NewReader(b), *buf)...)
		i.buffers.Put(buf)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := digests.Write(b); err != nil {
		return err
	}
	i.read.Add(int64(len(b)))
	fact.Size, fact.Digests = int64(len(b)), digests.Sum()
	return nil
}

// newDigester computes the named digests; digestLength tells which names exist.
func newDigester(algorithms []string) (*fixity.Digester, error) {
	names := make([]fixity.Algorithm, len(algorithms))
	for i, a := range algorithms {
		names[i] = fixity.Algorithm(a)
	}
	return fixity.NewDigester(names...)
}

// digestLength gives the length in bytes, 0 where the algorithm is not known.
func digestLength(algorithm string) int { return fixity.Algorithm(algorithm).Size() }

// guard recovers a third-party parser: its panic is a finding on the file.
func (i *inspector) guard(file, what string, fn func() []Finding) (out []Finding) {
	defer func() {
		if p := recover(); p != nil {
			out = []Finding{codeToolFailed.At(file).Want(what, fmt.Sprint(p))}
		}
	}()
	return fn()
}

func (i *inspector) identifyFormat(name string, c container.Content) (f Format, found []Finding) {
	if i.identify == nil {
		return f, nil
	}
	found = i.guard(name, "PRONOM", func() []Finding {
		var err error
		if f, err = i.identify.Identify(path.Base(name), c); err != nil {
			f = Format{}
			return []Finding{codeToolFailed.At(name).Want("PRONOM", err.Error())}
		}
		return nil
	})
	return f, found
}

// besideFrom is the size from which a file outside memory is identified while it
// is hashed: alone, a large file would keep one core busy only.
const besideFrom = 16 << 20

// identifyBeside starts the identification. result waits for it; stop ends it
// early and waits: nothing reads the content afterwards.
func (i *inspector) identifyBeside(ctx context.Context, name string, c container.Content) (result func() (Format, []Finding), stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var f Format
	var found []Finding
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f, found = i.identifyFormat(name, cancellable{c, ctx})
	}()
	return func() (Format, []Finding) { <-ended; return f, found }, func() { cancel(); <-ended }
}

// cancellable is a content whose random access ends with its context.
type cancellable struct {
	container.Content
	ctx context.Context
}

// ReadAt implements io.ReaderAt.
func (c cancellable) ReadAt(p []byte, off int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Content.ReadAt(p, off)
}

func (i *inspector) checkPDF(ctx context.Context, fact *FileFact, c container.Content) {
	if !isPDF(fact, c) {
		return
	}
	fact.PDFA = PDFANotChecked
	head, err := headOf(c, 1024)
	fact.NotPDF = err == nil && !bytes.Contains(head, []byte("%PDF-"))
	fact.Signed = holds(c, "/ByteRange")
	if i.pdfa == nil {
		return
	}
	fact.Findings = append(fact.Findings, i.guard(fact.Path, "PDF/A", func() []Finding {
		res, err := i.pdfa.CheckPDF(ctx, fact.Path, c, i.want)
		if err != nil {
			return []Finding{codeToolFailed.At(fact.Path).Want("PDF/A", err.Error())}
		}
		fact.PDFA = res.Verdict
		fact.Unclaimed = res.Verdict == PDFANotChecked && res.Claim == ""
		return res.Findings
	})...)
}

// isPDF looks at MIME type, name and the header, which may follow some bytes of
// junk.
func isPDF(fact *FileFact, c container.Content) bool {
	if fact.Format.MIME == "application/pdf" || strings.EqualFold(path.Ext(fact.Path), ".pdf") {
		return true
	}
	head, _ := headOf(c, 1024)
	return bytes.Contains(head, []byte("%PDF-"))
}

// headOf gives up to n bytes from the beginning, without a copy where the content
// is in memory; they are only read.
func headOf(c container.Content, n int64) ([]byte, error) {
	n = min(n, c.Size())
	if b := c.Bytes(); b != nil {
		return b[:min(n, int64(len(b)))], nil
	}
	head := make([]byte, n)
	k, err := c.ReadAt(head, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head[:k], err
}

// sourceReader counts the bytes, stops on cancel and keeps a read error apart
// from what the parsers make of it.
type sourceReader struct {
	ctx context.Context
	r   io.Reader
	n   int64
	err error

	total *atomic.Int64
}

func (s *sourceReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.r.Read(p)
	s.n += int64(n)
	s.total.Add(int64(n))
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// readerOnly and writerOnly hide WriterTo and ReaderFrom, which would pass by
// the buffer and the cancel.
type readerOnly struct{ io.Reader }
type writerOnly struct{ io.Writer }

// holds looks for a text in the raw bytes. A signature dictionary cannot stand in a
// compressed object: its byte range counts the bytes of the file.
func holds(c container.Content, text string) bool {
	if b := c.Bytes(); b != nil {
		return bytes.Contains(b, []byte(text))
	}
	const window = 1 << 20
	buf := make([]byte, window+len(text))
	for off := int64(0); off < c.Size(); off += window {
		n, err := c.ReadAt(buf[:min(int64(len(buf)), c.Size()-off)], off)
		if bytes.Contains(buf[:n], []byte(text)) {
			return true
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return false
		}
	}
	return false
}
