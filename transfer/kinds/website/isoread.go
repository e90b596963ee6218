package website

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Bounds of an image that is read: it comes from outside.
const (
	maxISODepth   = 64
	maxISOEntries = 2_000_000
	maxISODirSize = 64 << 20
	maxISOArea    = 8 << 10 // continuation of one record
)

// ErrNoISO says that the bytes are no image after ISO 9660 that can be read.
var ErrNoISO = errors.New("website: no readable image after ISO 9660")

// noISO is ErrNoISO with the reason.
func noISO(reason any, cause error) error {
	return &wording.Error{Text: wording.Say("found.website.no-iso", reason), Cause: errors.Join(ErrNoISO, cause)}
}

// OpenISO shows an image as a tree of files: names of Rock Ridge where it has
// them, else of Joliet, else the short ones. ra must stay open as long as the
// tree is used. Error: ErrNoISO with the reason.
func OpenISO(name string, ra io.ReaderAt, size int64) (container.Tree, error) {
	r := &isoReader{ra: ra, size: size, seen: map[uint32]bool{}}
	root, err := r.volumes()
	if err != nil {
		return nil, noISO(check.FaultWords(err), err)
	}
	if err := r.dir(root, "", 0); err != nil {
		return nil, noISO(check.FaultWords(err), err)
	}
	slices.SortFunc(r.entries, func(a, b isoEntry) int { return strings.Compare(a.Path, b.Path) })
	for i := 1; i < len(r.entries); i++ {
		if r.entries[i].Path == r.entries[i-1].Path {
			return nil, noISO(wording.Say("found.website.iso-twice", r.entries[i].Path), nil)
		}
	}
	return &isoTree{name: name, ra: ra, entries: r.entries}, nil
}

type isoReader struct {
	ra      io.ReaderAt
	size    int64
	joliet  bool
	rock    bool
	skip    int // bytes of a system use area that SUSP leaves alone
	seen    map[uint32]bool
	entries []isoEntry
}

type isoEntry struct {
	container.Entry
	at int64
}

// volumes finds the tree to read.
func (r *isoReader) volumes() (root []byte, err error) {
	var primary, wide []byte
	for n := range 64 {
		b := make([]byte, sector)
		if _, err := r.ra.ReadAt(b, int64(16+n)*sector); err != nil || string(b[1:6]) != "CD001" {
			break
		}
		switch {
		case b[0] == 1 && primary == nil:
			primary = b[156:190]
		case b[0] == 2 && b[88] == '%' && b[89] == '/' && wide == nil:
			wide = b[156:190]
		}
		if b[0] == 255 {
			break
		}
	}
	if primary == nil {
		return nil, wording.Fault("found.website.iso-mark")
	}
	if r.hasRockRidge(primary); !r.rock && wide != nil {
		r.joliet = true
		return wide, nil
	}
	return primary, nil
}

// hasRockRidge looks into the first record of the root directory.
func (r *isoReader) hasRockRidge(root []byte) {
	b := make([]byte, sector)
	if _, err := r.ra.ReadAt(b, int64(binary.LittleEndian.Uint32(root[2:]))*sector); err != nil || b[0] < 34 {
		return
	}
	for _, e := range r.areas(b[34:b[0]]) {
		switch {
		case string(e[:2]) == "SP" && len(e) >= 7:
			r.skip = int(e[6])
		case string(e[:2]) == "ER" && len(e) > 8 && strings.Contains(string(e[8:]), "RRIP_1991A"), string(e[:2]) == "ER" &&
			strings.Contains(string(e), "IEEE_P1282"):
			r.rock = true
		}
	}
}

// areas splits a system use area and follows its continuation once.
func (r *isoReader) areas(b []byte) (out [][]byte) {
	for range 2 {
		var more []byte
		for len(b) >= 4 && b[2] >= 4 && int(b[2]) <= len(b) {
			e := b[:b[2]]
			b = b[b[2]:]
			if string(e[:2]) == "CE" && len(e) >= 28 {
				n := binary.LittleEndian.Uint32(e[20:])
				at := int64(binary.LittleEndian.Uint32(e[4:]))*sector + int64(binary.LittleEndian.Uint32(e[12:]))
				if n <= maxISOArea && at+int64(n) <= r.size {
					more = make([]byte, n)
					if _, err := r.ra.ReadAt(more, at); err != nil && err != io.EOF {
						more = nil
					}
				}
				continue
			}
			out = append(out, e)
		}
		if b = more; b == nil {
			break
		}
	}
	return out
}

func (r *isoReader) dir(rec []byte, prefix string, depth int) error {
	at, size := binary.LittleEndian.Uint32(rec[2:]), binary.LittleEndian.Uint32(rec[10:])
	switch {
	case depth > maxISODepth || size > maxISODirSize:
		return wording.Fault("found.website.iso-deep")
	case r.seen[at]:
		return wording.Fault("found.website.iso-circle")
	case int64(at)*sector+int64(size) > r.size:
		return wording.Fault("found.website.iso-outside")
	}
	r.seen[at] = true
	b := make([]byte, size)
	if _, err := r.ra.ReadAt(b, int64(at)*sector); err != nil && err != io.EOF {
		return err
	}
	for i := 0; i < len(b); {
		n := int(b[i])
		if n == 0 { // the rest of this sector is empty
			i = (i/sector + 1) * sector
			continue
		}
		if n < 34 || i+n > len(b) || 33+int(b[i+32]) > n {
			return wording.Fault("found.website.iso-entry")
		}
		if err := r.entry(b[i:i+n], prefix, depth); err != nil {
			return err
		}
		i += n
	}
	return nil
}

func (r *isoReader) entry(rec []byte, prefix string, depth int) error {
	id := rec[33 : 33+int(rec[32])]
	if len(id) == 1 && id[0] <= 1 {
		return nil // the folder itself and its parent
	}
	name := r.name(rec, id)
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || len(prefix)+len(name) > 4096 {
		return wording.Fault("found.website.iso-name", shown(name))
	}
	if rec[25]&isoIsDir != 0 {
		return r.dir(rec, path.Join(prefix, name), depth+1)
	}
	at, size := int64(binary.LittleEndian.Uint32(rec[2:]))*sector, int64(binary.LittleEndian.Uint32(rec[10:]))
	if size > 0 && at+size > r.size {
		return wording.Fault("found.website.iso-end", shown(name))
	}
	if rec[25]&0x80 != 0 || rec[26] != 0 {
		return wording.Fault("found.website.iso-parts", shown(name))
	}
	if len(r.entries) >= maxISOEntries {
		return wording.Fault("found.website.iso-many")
	}
	d := rec[18:25]
	when := time.Date(1900+int(d[0]), time.Month(d[1]), int(d[2]), int(d[3]), int(d[4]), int(d[5]), 0,
		time.FixedZone("", int(int8(d[6]))*900)).UTC()
	r.entries = append(r.entries, isoEntry{container.Entry{Path: path.Join(prefix, name), Size: size, Modified: when, Order: at}, at})
	return nil
}

func (r *isoReader) name(rec, id []byte) string {
	if r.joliet {
		u := make([]uint16, len(id)/2)
		for i := range u {
			u[i] = binary.BigEndian.Uint16(id[2*i:])
		}
		return strings.TrimSuffix(string(utf16.Decode(u)), ";1")
	}
	if r.rock {
		start := 33 + len(id) + (len(id)+1)%2 + r.skip
		var b strings.Builder
		for _, e := range r.areas(rec[min(start, len(rec)):]) {
			if string(e[:2]) == "NM" && len(e) > 5 {
				b.Write(e[5:])
			}
		}
		if b.Len() > 0 && utf8.ValidString(b.String()) {
			return b.String()
		}
	}
	name, _, _ := strings.Cut(strings.ToValidUTF8(string(id), "_"), ";")
	return strings.TrimSuffix(name, ".")
}

// isoTree is the image as a tree.
type isoTree struct {
	name    string
	ra      io.ReaderAt
	entries []isoEntry
}

var _ container.Tree = (*isoTree)(nil)

// Name implements container.Tree.
func (t *isoTree) Name() string { return t.name }

// Form implements container.Tree: there is no form of its own for images.
func (t *isoTree) Form() container.Form { return container.Folder }

// Close implements container.Tree; the image belongs to the caller.
func (t *isoTree) Close() error { return nil }

// Files implements container.Tree.
func (t *isoTree) Files(ctx context.Context, fn func(container.Entry) error) error {
	for _, e := range t.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(e.Entry); err != nil {
			return err
		}
	}
	return nil
}

func (t *isoTree) find(p string) (isoEntry, bool) {
	i, ok := slices.BinarySearchFunc(t.entries, p, func(e isoEntry, p string) int { return strings.Compare(e.Path, p) })
	if !ok {
		return isoEntry{}, false
	}
	return t.entries[i], true
}

// Stat implements container.Tree.
func (t *isoTree) Stat(p string) (container.Entry, bool) {
	e, ok := t.find(p)
	return e.Entry, ok
}

// Open implements container.Tree.
func (t *isoTree) Open(_ context.Context, p string) (io.ReadCloser, error) {
	e, ok := t.find(p)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
	}
	return io.NopCloser(io.NewSectionReader(t.ra, e.at, e.Size)), nil
}

// Visit implements container.Tree; it reads one file after the other.
func (t *isoTree) Visit(ctx context.Context, _ int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	order := slices.Clone(t.entries)
	slices.SortFunc(order, func(a, b isoEntry) int { return int(min(1, max(-1, a.at-b.at))) })
	for _, e := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		if want != nil && !want(e.Entry) {
			continue
		}
		if err := fn(ctx, e.Entry, section{io.NewSectionReader(t.ra, e.at, e.Size)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// section is a part of a file as content.
type section struct{ *io.SectionReader }

// Bytes implements container.Content: nothing is held in memory.
func (section) Bytes() []byte { return nil }

// Reader implements container.Content.
func (s section) Reader() io.Reader { return io.NewSectionReader(s.SectionReader, 0, s.Size()) }
