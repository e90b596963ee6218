package siard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Rowset is the rows of one table.
type Rowset struct {
	a    *Archive
	t    *Table
	b    *blockFile
	note string

	mu     sync.Mutex
	closed bool
	recent []decoded // last used blocks, newest first
}

type decoded struct {
	n    int
	rows [][]byte
}

// keptBlocks is how many decoded blocks a table keeps: what is in view and its
// neighbours.
const keptBlocks = 4

// Rowset opens the rows of a table. The first time its XML is read through once
// (about a second per 100 MB); later its block file is used. A table whose XML
// breaks off is shown as far as it can be read, with a note.
func (a *Archive) Rowset(ctx context.Context, t *Table) (*Rowset, error) {
	at := a.at(t, ".xml")
	e, ok := a.tree.Stat(at)
	if !ok || strings.Contains(t.SchemaFolder, "..") || strings.Contains(t.Folder, "..") {
		return nil, failure.New(failure.Refused, "open table "+at, wording.Say("hint.siard.table-data-missing", t.Schema, t.Name, at))
	}
	if !a.enter() {
		return nil, failure.New(failure.Refused, "open table "+at, wording.Say("hint.siard.archive-closed"))
	}
	r := &Rowset{a: a, t: t}
	err := r.load(ctx, at, e.Size, e.Order)
	if err != nil {
		return nil, errors.Join(err, a.leave())
	}
	return r, nil
}

func (r *Rowset) load(ctx context.Context, at string, size, order int64) error {
	dir := r.a.r.Cache
	if dir == "" {
		dir = os.TempDir()
	} else if err := os.MkdirAll(dir, 0o700); err != nil {
		return cacheError(err)
	}
	lasting := r.a.key != "" && r.a.r.Cache != ""
	name := ""
	if lasting {
		name = blockName(dir, r.a.key, at, size, order)
		if b, err := openBlocks(name); err == nil {
			now := time.Now() // Sweep goes by the last use; a cache that cannot be touched is rebuilt in time
			_ = os.Chtimes(name, now, now)
			r.b = b
			return nil
		}
	}
	f, err := r.a.tree.Open(ctx, at)
	if err != nil {
		return viewer.Damaged("open "+at, err)
	}
	b, note, err := buildBlocks(ctx, dir, viewer.Advancing(ctx, f, size))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.note = note
	if lasting && note == "" { // a damaged table is told anew each time
		b, err = b.keep(name)
	}
	r.b = b
	return err
}

// Close implements viewer.Document.
func (r *Rowset) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return errors.Join(r.b.close(), r.a.leave())
}

// Table gives the description of the table.
func (r *Rowset) Table() *Table { return r.t }

// Count is the number of rows that can be read.
func (r *Rowset) Count() int64 { return r.b.rows }

// Info implements viewer.Document.
func (r *Rowset) Info() viewer.Info {
	in := viewer.Info{Kind: viewer.Table, Format: "SIARD " + r.a.Version + ", Tabelle"}
	add := func(label, value string) {
		if value != "" {
			in.Facts = append(in.Facts, viewer.Fact{Label: label, Value: value})
		}
	}
	add("Tabelle", r.t.Schema+"."+r.t.Name)
	add("Beschreibung", r.t.Description)
	add("Zeilen", strconv.FormatInt(r.b.rows, 10))
	add("Schlüssel", r.t.keyWords())
	for _, c := range r.t.Columns {
		add("Spalte "+c.Name, strings.Join(filled(c.Type, r.t.Role(c.Name), c.Description), ", "))
	}
	if r.b.rows > 100_000 {
		in.Notes = append(in.Notes, "„#4711“ im Suchfeld führt zu Zeile 4711.")
	}
	if k := r.t.keyWords(); k != "" {
		in.Notes = append(in.Notes, r.t.Schema+"."+r.t.Name+": "+k)
	}
	if r.note != "" {
		in.Notes = append(in.Notes, r.note)
	} else if r.t.Declared >= 0 && r.t.Declared != r.b.rows {
		in.Notes = append(in.Notes, fmt.Sprintf("Die Beschreibung nennt %d Zeilen, die Tabelle hat %d.", r.t.Declared, r.b.rows))
	}
	return in
}

func filled(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Columns implements viewer.Tabler: names with type and key.
func (r *Rowset) Columns() []string {
	out := make([]string, len(r.t.Columns))
	for i, c := range r.t.Columns {
		out[i] = strings.Join(filled(c.Name, strings.Join(filled(c.Type, r.t.Role(c.Name)), ", ")), " · ")
	}
	return out
}

// Rows implements viewer.Tabler.
func (r *Rowset) Rows() int { return int(r.b.rows) }

// Row implements viewer.Tabler. A row that cannot be decoded shows why.
func (r *Rowset) Row(n int) []string {
	cells, err := r.Cells(int64(n))
	if err != nil || cells == nil {
		if err == nil || len(r.t.Columns) == 0 {
			return nil
		}
		out := make([]string, len(r.t.Columns))
		out[0] = "nicht lesbar: " + err.Error()
		return out
	}
	out := make([]string, len(cells))
	for i, c := range cells {
		s := c.shown()
		if len(s) > maxCell {
			s = strings.ToValidUTF8(s[:maxCell], "") + "…"
		}
		out[i] = s
	}
	return out
}

// Cells gives the values of row n (from 0), nil outside.
func (r *Rowset) Cells(n int64) ([]Cell, error) {
	if n < 0 || n >= r.b.rows {
		return nil, nil
	}
	i := sort.Search(len(r.b.blocks), func(i int) bool { return r.b.blocks[i].first > n }) - 1
	rows, err := r.block(i)
	if err != nil {
		return nil, err
	}
	return parseRow(rows[n-r.b.blocks[i].first], r.t.Columns)
}

// block gives a decoded block, from the last used ones where it is there.
func (r *Rowset) block(i int) ([][]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, os.ErrClosed
	}
	for k, d := range r.recent {
		if d.n == i {
			copy(r.recent[1:k+1], r.recent[:k])
			r.recent[0] = d
			return d.rows, nil
		}
	}
	rows, err := r.b.rowsOf(i)
	if err != nil {
		return nil, err
	}
	r.recent = append([]decoded{{i, rows}}, r.recent[:min(len(r.recent), keptBlocks-1)]...)
	return rows, nil
}

// fastWords gives the words as they stand in the XML where a quick look at the
// bytes is allowed; nil where escapes could hide them.
func fastWords(want string) []byte {
	if strings.ContainsAny(want, "&<>\\'\"{}[];:▸") || strings.Contains(want, "  ") || strings.HasPrefix(null, strings.ToUpper(want)) {
		return nil
	}
	for _, c := range want {
		if c > 0x7e || c < 0x20 {
			return nil
		}
	}
	return []byte(want)
}

// Find calls fn for every row from row from on in which a cell holds the words,
// without regard to case, until fn says stop or the table ends.
func (r *Rowset) Find(ctx context.Context, words string, from int64, fn func(n int64, cells []Cell, col int) (stop bool, err error)) error {
	want := strings.ToLower(strings.TrimSpace(words))
	fast := fastWords(want)
	for i := range r.b.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i+1 < len(r.b.blocks) && r.b.blocks[i+1].first <= from {
			continue
		}
		rows, err := r.b.rowsOf(i)
		if err != nil {
			return fmt.Errorf("read table: %w", err)
		}
		for k, raw := range rows {
			n := r.b.blocks[i].first + int64(k)
			if n < from || fast != nil && !bytes.Contains(bytes.ToLower(raw), fast) {
				continue
			}
			cells, err := parseRow(raw, r.t.Columns)
			if err != nil {
				continue // told where the row is shown
			}
			for c, cell := range cells {
				if want != "" && !strings.Contains(strings.ToLower(cell.shown()), want) {
					continue
				}
				stop, err := fn(n, cells, c)
				if stop || err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// Search implements viewer.Searcher; Page is the row. "#4711" finds row 4711.
func (r *Rowset) Search(ctx context.Context, words string) ([]viewer.Hit, error) {
	if strings.TrimSpace(words) == "" {
		return nil, nil
	}
	if n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(words), "#"), 10, 64); err == nil &&
		strings.HasPrefix(strings.TrimSpace(words), "#") && n >= 1 && n <= r.b.rows {
		return []viewer.Hit{{Page: int(n - 1), Context: words}}, nil
	}
	var hits []viewer.Hit
	err := r.Find(ctx, words, 0, func(n int64, cells []Cell, col int) (bool, error) {
		s := cells[col].shown()
		if len(s) > 200 {
			s = strings.ToValidUTF8(s[:200], "") + "…"
		}
		hits = append(hits, viewer.Hit{Page: int(n), Context: s})
		return len(hits) >= viewer.MaxHits, nil
	})
	return hits, err
}

// maxText bounds what Text gives, in bytes; the index takes no more.
const maxText = 4 << 20

// Text implements viewer.Texter: the first rows, cells joined by tabs.
func (r *Rowset) Text(ctx context.Context, _ int) (string, error) {
	var b strings.Builder
	for n := int64(0); n < r.b.rows && b.Len() < maxText; n++ {
		if n%1000 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		b.WriteString(strings.Join(r.Row(int(n)), "\t"))
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// Leads implements viewer.Deeper: cells with a large object.
func (r *Rowset) Leads(row, col int) bool {
	cells, err := r.Cells(int64(row))
	return err == nil && col >= 0 && col < len(cells) && cells[col].LOB != nil
}

// Below implements viewer.Deeper.
func (r *Rowset) Below(ctx context.Context, row, col int) (string, viewer.Document, error) {
	src, done, err := r.LargeObject(ctx, int64(row), col)
	if err != nil {
		return "", nil, err
	}
	if r.a.r.Inner == nil {
		done()
		return "", nil, failure.New(failure.Refused, "open "+src.Name, wording.Say("hint.siard.large-objects-closed"))
	}
	doc, err := r.a.r.Inner(ctx, src)
	if err != nil {
		done()
		return "", nil, err
	}
	return src.Name, viewer.OnClose(doc, done), nil
}

// maxInMemory is the largest object held in memory.
const maxInMemory = 16 << 20

// LargeObject gives the file behind a cell; done releases it. Error: Refused
// where the cell has none or it lies outside of the archive.
func (r *Rowset) LargeObject(ctx context.Context, row int64, col int) (viewer.Source, func(), error) {
	cells, err := r.Cells(row)
	if err != nil || col < 0 || col >= len(cells) || cells[col].LOB == nil {
		return viewer.Source{}, nil, failure.Wrap(failure.Refused, "open large object", wording.Say("hint.siard.no-large-object"),
			errors.Join(errors.New("no large object"), err))
	}
	l := cells[col].LOB
	for _, p := range l.places(r.a.root, r.a.LobFolder, r.t.dir()) {
		if e, ok := r.a.tree.Stat(p); ok {
			return r.spool(ctx, p, e.Size)
		}
	}
	return viewer.Source{}, nil, failure.New(failure.Refused, "open large object "+l.File,
		wording.Say("hint.siard.large-object-outside", l.File))
}

func (r *Rowset) spool(ctx context.Context, p string, size int64) (viewer.Source, func(), error) {
	in, err := r.a.tree.Open(ctx, p)
	if err != nil {
		return viewer.Source{}, nil, viewer.Damaged("open "+p, err)
	}
	defer in.Close()
	if size <= maxInMemory {
		b, err := io.ReadAll(in)
		if err != nil {
			return viewer.Source{}, nil, viewer.Damaged("read "+p, err)
		}
		return viewer.Source{Name: p, Content: bytes.NewReader(b), Size: int64(len(b))}, func() {}, nil
	}
	f, err := os.CreateTemp(r.a.r.Cache, "lob-*.part")
	if err != nil {
		return viewer.Source{}, nil, cacheError(err)
	}
	done := func() { _ = f.Close(); _ = os.Remove(f.Name()) }
	n, err := io.Copy(f, viewer.Advancing(ctx, in, size))
	if err != nil {
		done()
		if ctx.Err() != nil {
			return viewer.Source{}, nil, ctx.Err()
		}
		return viewer.Source{}, nil, viewer.Damaged("read "+p, err)
	}
	return viewer.Source{Name: p, Content: f, Size: n}, done, nil
}

// Sweep removes block files unused since before, and parts a crash left behind.
// A missing folder has none.
func Sweep(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read table cache: %w", err)
	}
	var errs []error
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			errs = append(errs, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

var _ interface {
	viewer.Tabler
	viewer.Texter
	viewer.Searcher
	viewer.Deeper
	viewer.Extractor
	viewer.Giver
} = (*Rowset)(nil)
