package website

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/container"
	web "laufzettel/transfer/kinds/website"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

// Reader shows WARC, ARC and WACZ files as a table of what they hold, and ISO
// images as a table of files; every row opens what is stored (viewer.Deeper). Its
// text is that of the pages, for the index.
type Reader struct {
	// Inner opens what lies behind a row; nil: nothing does.
	Inner func(ctx context.Context, src viewer.Source) (viewer.Document, error)
}

var _ viewer.Reader = Reader{}

// Bounds of a table in memory, of one content that is opened and of the text.
const (
	maxRows   = 100_000
	maxOpened = 256 << 20
	maxFull   = 16 << 20
)

func kindOfName(name string) string {
	low := strings.ToLower(path.Base(name))
	for ext, kind := range map[string]string{".warc": "WARC", ".warc.gz": "WARC", ".arc": "ARC", ".arc.gz": "ARC", ".wacz": "WACZ",
		".iso": "ISO 9660"} {
		if strings.HasSuffix(low, ext) {
			return kind
		}
	}
	return ""
}

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	switch kindOfName(src.Name) {
	case "WARC":
		return bytes.HasPrefix(head, []byte("WARC/")) || bytes.HasPrefix(head, []byte{0x1f, 0x8b}) || head == nil
	case "ARC":
		return bytes.HasPrefix(head, []byte("filedesc:")) || bytes.HasPrefix(head, []byte{0x1f, 0x8b}) || head == nil
	case "WACZ":
		return bytes.HasPrefix(head, []byte("PK")) || head == nil
	case "ISO 9660":
		return true
	}
	return false
}

// Open implements viewer.Reader.
func (r Reader) Open(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	kind := kindOfName(src.Name)
	t := &table{reader: r, info: viewer.Info{Kind: viewer.Table, Format: kind}}
	var err error
	switch kind {
	case "WACZ":
		t.tree, err = container.OpenAt(ctx, src.Name, src.Content, src.Size, container.Options{})
	case "ISO 9660":
		t.tree, err = web.OpenISO(path.Base(src.Name), src.Content, src.Size)
	default:
		t.tree = lone{name: path.Base(src.Name), src: src}
	}
	if err != nil {
		return nil, viewer.Damaged("open "+src.Name, err)
	}
	if kind == "ISO 9660" {
		err = t.files(ctx)
	} else {
		err = t.answers(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, t.tree.Close())
	}
	t.info.Facts = append(t.info.Facts, viewer.Fact{Label: "Einträge", Value: strconv.Itoa(len(t.rows))})
	if t.cut {
		t.info.Notes = append(t.info.Notes, fmt.Sprintf("Nur die ersten %d Einträge werden gezeigt.", maxRows))
	}
	return t, nil
}

// table is the list of what an archive file holds. Rows are set before it is
// handed out.
type table struct {
	reader  Reader
	tree    container.Tree
	archive *Archive // nil: an image
	info    viewer.Info
	rows    [][]string
	cut     bool
	once    sync.Once
}

var (
	_ viewer.Tabler = (*table)(nil)
	_ viewer.Deeper = (*table)(nil)
	_ viewer.Texter = (*table)(nil)
)

var errCut = errors.New("website: enough rows")

func (t *table) add(cells ...string) error {
	if len(t.rows) >= maxRows {
		t.cut = true
		return errCut
	}
	t.rows = append(t.rows, cells)
	return nil
}

func (t *table) answers(ctx context.Context) error {
	a, err := Open(ctx, t.tree)
	if err != nil {
		return err
	}
	t.archive = a
	for _, y := range a.layers {
		l := y.layout
		l.Mirrors = nil
		err = web.Each(ctx, y.t, l, func(r web.Resource, _ io.Reader) error {
			return t.add(r.URL, strconv.Itoa(r.Status), r.MIME, stamp(r.Time), strconv.FormatInt(r.Size, 10))
		})
		if err != nil && !errors.Is(err, errCut) {
			return errors.Join(err, a.Close())
		}
	}
	return nil
}

func (t *table) files(ctx context.Context) error {
	err := t.tree.Files(ctx, func(e container.Entry) error {
		return t.add(e.Path, "", "", stamp(e.Modified), strconv.FormatInt(e.Size, 10))
	})
	if errors.Is(err, errCut) {
		return nil
	}
	return err
}

func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format("02.01.2006 15:04:05")
}

// Info implements viewer.Document.
func (t *table) Info() viewer.Info { return t.info }

// Close implements viewer.Document.
func (t *table) Close() (err error) {
	t.once.Do(func() {
		if t.archive != nil {
			err = t.archive.Close()
		}
		err = errors.Join(err, t.tree.Close())
	})
	return err
}

// Columns implements viewer.Tabler.
func (t *table) Columns() []string {
	if t.archive == nil {
		return []string{"Datei", "Status", "Art", "Datum", "Byte"}
	}
	return []string{"Adresse", "Status", "Art", "Datum", "Byte"}
}

// Rows implements viewer.Tabler.
func (t *table) Rows() int { return len(t.rows) }

// Row implements viewer.Tabler.
func (t *table) Row(n int) []string {
	if n < 0 || n >= len(t.rows) {
		return nil
	}
	return t.rows[n]
}

// Leads implements viewer.Deeper: the address opens what is stored.
func (t *table) Leads(row, col int) bool {
	return t.reader.Inner != nil && col == 0 && row >= 0 && row < len(t.rows)
}

// Below implements viewer.Deeper.
func (t *table) Below(ctx context.Context, row, col int) (string, viewer.Document, error) {
	if !t.Leads(row, col) {
		return "", nil, viewer.Damaged("open row", fs.ErrNotExist)
	}
	name := t.rows[row][0]
	data, mime, err := t.content(ctx, name)
	if err != nil {
		return "", nil, viewer.Damaged("open "+name, err)
	}
	doc, err := t.reader.Inner(ctx, viewer.Source{Name: fileName(name, mime), MIME: mime, Content: bytes.NewReader(data),
		Size: int64(len(data))})
	return name, doc, err
}

func (t *table) content(ctx context.Context, name string) (data []byte, mime string, err error) {
	read := func(r io.Reader) error {
		data, err = io.ReadAll(io.LimitReader(r, maxOpened+1))
		if err == nil && len(data) > maxOpened {
			err = viewer.TooLarge("open "+name, viewer.Bytes(maxOpened))
		}
		return err
	}
	if t.archive != nil {
		err = t.archive.open(ctx, name, func(c content) error { mime = c.mime; return read(c.body) })
		return data, mime, err
	}
	rc, err := t.tree.Open(ctx, name)
	if err != nil {
		return nil, "", err
	}
	return data, "", errors.Join(read(rc), rc.Close())
}

// fileName gives an answer a name by which its format is told.
func fileName(address, mime string) string {
	name := address
	if u, err := url.Parse(address); err == nil {
		name = path.Base("/" + u.Path)
	}
	if strings.Contains(mime, "html") && !strings.Contains(strings.ToLower(name), ".htm") {
		name = strings.Trim(name, "/") + ".html"
	}
	return name
}

// Text implements viewer.Texter: the text of all pages, one after the other.
func (t *table) Text(ctx context.Context, _ int) (string, error) {
	if t.archive == nil {
		return "", nil
	}
	var b strings.Builder
	for _, y := range t.archive.layers {
		l := y.layout
		l.Mirrors = nil
		err := web.Each(ctx, y.t, l, func(r web.Resource, body io.Reader) error {
			if b.Len() >= maxFull {
				return errCut
			}
			if !readable(r.MIME) || r.Status >= 400 {
				return ctx.Err()
			}
			raw, err := io.ReadAll(io.LimitReader(body, maxText))
			if err != nil && len(raw) == 0 {
				return ctx.Err()
			}
			plain, _, _ := text.Decode(raw)
			if strings.Contains(r.MIME, "html") {
				plain = text.FromHTML(strings.NewReader(plain))
			}
			b.WriteString(strings.Join(strings.Fields(plain), " "))
			b.WriteByte('\n')
			return ctx.Err()
		})
		if err != nil && !errors.Is(err, errCut) {
			return b.String(), err
		}
	}
	return b.String(), nil
}

// lone is a tree of the one file that is being shown.
type lone struct {
	name string
	src  viewer.Source
}

var _ container.Tree = lone{}

// Name implements container.Tree.
func (l lone) Name() string { return l.name }

// Form implements container.Tree.
func (l lone) Form() container.Form { return container.Folder }

// Close implements container.Tree; the content is the caller's.
func (l lone) Close() error { return nil }

func (l lone) entry() container.Entry { return container.Entry{Path: l.name, Size: l.src.Size} }

// Files implements container.Tree.
func (l lone) Files(_ context.Context, fn func(container.Entry) error) error { return fn(l.entry()) }

// Stat implements container.Tree.
func (l lone) Stat(p string) (container.Entry, bool) { return l.entry(), p == l.name }

// Open implements container.Tree.
func (l lone) Open(_ context.Context, p string) (io.ReadCloser, error) {
	if p != l.name {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
	}
	return io.NopCloser(l.src.Reader()), nil
}

// At gives random access (transfer/kinds/website.Random).
func (l lone) At(p string) (io.ReaderAt, int64, bool) { return l.src.Content, l.src.Size, p == l.name }

// Visit implements container.Tree: nobody asks the one file for a visit.
func (l lone) Visit(ctx context.Context, _ int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	if want != nil && !want(l.entry()) {
		return nil
	}
	return fn(ctx, l.entry(), whole{l.src}, nil)
}

// whole is the one file as content.
type whole struct{ src viewer.Source }

// ReadAt implements container.Content.
func (w whole) ReadAt(p []byte, off int64) (int, error) { return w.src.Content.ReadAt(p, off) }

// Size implements container.Content.
func (w whole) Size() int64 { return w.src.Size }

// Bytes implements container.Content.
func (w whole) Bytes() []byte { return nil }

// Reader implements container.Content.
func (w whole) Reader() io.Reader { return w.src.Reader() }
