package siard

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/s2"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// A block file holds the rows of one table: compressed blocks, each the rows
// with their lengths before them, then the index of the blocks and a footer.
const (
	blockMagic = "LZTABLE1"
	blockSize  = 256 << 10 // of rows before compression; one row may be larger
	lenEntry   = 24        // offset, first row, stored length
	lenFooter  = 8 + 8 + 8 + 4 + 8
	maxBlocks  = 1 << 24
)

type block struct {
	offset, first int64
	stored        int64
}

// blockFile is an open block file.
type blockFile struct {
	f      *os.File
	blocks []block
	rows   int64
	temp   bool // removed when closed
}

func (b *blockFile) close() error {
	err := b.f.Close()
	if b.temp {
		err = errors.Join(err, os.Remove(b.f.Name()))
	}
	return err
}

var errBlocks = errors.New("damaged block file")

// openBlocks opens a block file that was made before.
func openBlocks(name string) (_ *blockFile, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil || info.Size() < lenFooter+int64(len(blockMagic)) {
		return nil, errors.Join(errBlocks, err)
	}
	foot := make([]byte, lenFooter)
	if _, err := f.ReadAt(foot, info.Size()-lenFooter); err != nil {
		return nil, err
	}
	at, n, rows := int64(binary.LittleEndian.Uint64(foot)), int64(binary.LittleEndian.Uint64(foot[8:])),
		int64(binary.LittleEndian.Uint64(foot[16:]))
	if string(foot[28:]) != blockMagic || at < 0 || n < 0 || n > maxBlocks || rows < 0 || at+n*lenEntry != info.Size()-lenFooter {
		return nil, errBlocks
	}
	index := make([]byte, n*lenEntry)
	if _, err := f.ReadAt(index, at); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(index) != binary.LittleEndian.Uint32(foot[24:]) {
		return nil, errBlocks
	}
	b := &blockFile{f: f, rows: rows, blocks: make([]block, n)}
	for i := range b.blocks {
		e := index[i*lenEntry:]
		b.blocks[i] = block{int64(binary.LittleEndian.Uint64(e)), int64(binary.LittleEndian.Uint64(e[8:])),
			int64(binary.LittleEndian.Uint64(e[16:]))}
	}
	return b, nil
}

// blockWriter writes a block file.
type blockWriter struct {
	w      *bufio.Writer
	at     int64
	raw    []byte
	packed []byte
	blocks []block
	rows   int64
	first  int64
}

func (w *blockWriter) add(row []byte) error {
	w.raw = binary.AppendUvarint(w.raw, uint64(len(row)))
	w.raw = append(w.raw, row...)
	w.rows++
	if len(w.raw) >= blockSize {
		return w.flush()
	}
	return nil
}

func (w *blockWriter) flush() error {
	if len(w.raw) == 0 {
		return nil
	}
	if cap(w.packed) < s2.MaxEncodedLen(len(w.raw)) {
		w.packed = make([]byte, s2.MaxEncodedLen(len(w.raw)))
	}
	out := s2.Encode(w.packed[:cap(w.packed)], w.raw)
	if _, err := w.w.Write(out); err != nil {
		return err
	}
	w.blocks = append(w.blocks, block{w.at, w.first, int64(len(out))})
	w.at += int64(len(out))
	w.first, w.raw = w.rows, w.raw[:0]
	return nil
}

func (w *blockWriter) end() error {
	if err := w.flush(); err != nil {
		return err
	}
	index := make([]byte, 0, len(w.blocks)*lenEntry+lenFooter)
	for _, b := range w.blocks {
		index = binary.LittleEndian.AppendUint64(index, uint64(b.offset))
		index = binary.LittleEndian.AppendUint64(index, uint64(b.first))
		index = binary.LittleEndian.AppendUint64(index, uint64(b.stored))
	}
	sum := crc32.ChecksumIEEE(index)
	index = binary.LittleEndian.AppendUint64(index, uint64(w.at))
	index = binary.LittleEndian.AppendUint64(index, uint64(len(w.blocks)))
	index = binary.LittleEndian.AppendUint64(index, uint64(w.rows))
	index = binary.LittleEndian.AppendUint32(index, sum)
	index = append(index, blockMagic...)
	_, err := w.w.Write(index)
	return errors.Join(err, w.w.Flush())
}

// buildBlocks streams table XML into a new block file in dir. note tells of a
// fault behind which no rows could be read; the rows before it are kept.
func buildBlocks(ctx context.Context, dir string, in io.Reader) (b *blockFile, note string, err error) {
	f, err := os.CreateTemp(dir, "table-*.part")
	if err != nil {
		return nil, "", cacheError(err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	w := &blockWriter{w: bufio.NewWriterSize(f, 1<<20)}
	s := newSplitter(in)
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		row, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil, "", ctx.Err()
			}
			note = fmt.Sprintf("Nach Zeile %d ist die Tabelle nicht mehr lesbar (%v).", w.rows, err)
			break
		}
		if err := w.add(row); err != nil {
			return nil, "", cacheError(err)
		}
	}
	if err := w.end(); err != nil {
		return nil, "", cacheError(err)
	}
	return &blockFile{f: f, blocks: w.blocks, rows: w.rows, temp: true}, note, nil
}

func cacheError(err error) error {
	return failure.Wrap(failure.Setup, "write table cache", wording.Say("hint.siard.cache-not-written"), err)
}

// keep gives a built file its lasting name. A file in use keeps working.
func (b *blockFile) keep(name string) (*blockFile, error) {
	part := b.f.Name()
	if err := b.f.Close(); err != nil {
		return nil, cacheError(errors.Join(err, os.Remove(part)))
	}
	if err := os.Rename(part, name); err != nil {
		return nil, cacheError(errors.Join(err, os.Remove(part)))
	}
	out, err := openBlocks(name)
	if err != nil {
		return nil, cacheError(err)
	}
	return out, nil
}

// rowsOf decodes a block into the XML of its rows.
func (b *blockFile) rowsOf(n int) ([][]byte, error) {
	e := b.blocks[n]
	last := b.rows
	if n+1 < len(b.blocks) {
		last = b.blocks[n+1].first
	}
	if e.stored < 0 || e.stored > 2*maxRow || last < e.first || last-e.first > 2*maxRow {
		return nil, errBlocks
	}
	packed := make([]byte, e.stored)
	if _, err := b.f.ReadAt(packed, e.offset); err != nil {
		return nil, err
	}
	if size, err := s2.DecodedLen(packed); err != nil || size > maxRow+2*blockSize {
		return nil, errors.Join(errBlocks, err)
	}
	raw, err := s2.Decode(nil, packed)
	if err != nil {
		return nil, err
	}
	out := make([][]byte, 0, last-e.first)
	for len(raw) > 0 {
		size, n := binary.Uvarint(raw)
		if n <= 0 || size > uint64(len(raw)-n) {
			return nil, errBlocks
		}
		out = append(out, raw[n:n+int(size)])
		raw = raw[n+int(size):]
	}
	if int64(len(out)) != last-e.first {
		return nil, errBlocks
	}
	return out, nil
}

// blockName is the name of a table's block file in the cache.
func blockName(dir, key, table string, size, order int64) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%x.rows", key[:min(len(key), 32)],
		crc32.ChecksumIEEE(fmt.Appendf(nil, "%s %d %d", table, size, order))))
}
