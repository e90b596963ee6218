package website

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// sector is the logical block of ISO 9660 (ECMA-119).
const sector = 2048

// maxISOFile is the largest file one extent can hold.
const maxISOFile = 1<<32 - 1

// WriteISO writes the files of t below from ("" = all) as an image after ISO 9660
// with the names of Rock Ridge (Unix) and Joliet (Windows) beside the short ones,
// so that links between the pages hold on every system. The bytes depend on
// files, label and clock only. Error: Refused for a file of 4 GiB or more.
func WriteISO(ctx context.Context, w io.Writer, t container.Tree, from, label string, clock time.Time) error {
	img := &image{clock: clock.UTC(), label: label, root: &isoDir{}}
	err := t.Files(ctx, func(e container.Entry) error {
		rel, ok := strings.CutPrefix(e.Path, strings.TrimSuffix(from, "/")+"/")
		if from == "" {
			rel, ok = e.Path, true
		}
		if !ok {
			return nil
		}
		if e.Size > maxISOFile {
			return failure.New(failure.Refused, "write ISO image", wording.Say("hint.website.file-over-iso-limit", e.Path))
		}
		img.add(rel, e.Path, e.Size)
		return nil
	})
	if err != nil {
		return err
	}
	if len(img.root.files)+len(img.root.dirs) == 0 {
		return failure.Wrap(failure.Refused, "write ISO image", wording.Say("hint.website.iso-without-files"), fs.ErrNotExist)
	}
	img.layout()
	out := &padder{w: bufio.NewWriterSize(w, 1<<20)}
	img.head(out)
	for _, f := range img.files {
		if err := copyFile(ctx, out, t, f); err != nil {
			return err
		}
	}
	if out.err == nil {
		out.err = out.w.Flush()
	}
	if out.err != nil {
		return failure.Wrap(failure.Setup, "write ISO image", wording.Say("hint.website.iso-not-written"), out.err)
	}
	return nil
}

func copyFile(ctx context.Context, out *padder, t container.Tree, f *isoFile) error {
	rc, err := t.Open(ctx, f.source)
	if err != nil {
		return fmt.Errorf("read %s: %w", f.source, err)
	}
	n, err := io.Copy(out, rc)
	if err := errors.Join(err, rc.Close()); err != nil && out.err == nil {
		return fmt.Errorf("read %s: %w", f.source, err)
	}
	if n != f.size && out.err == nil {
		return fmt.Errorf("read %s: %d bytes instead of %d: %w", f.source, n, f.size, container.ErrChanged)
	}
	out.pad()
	return nil
}

type isoFile struct {
	name, short, source string
	wide                []byte // name in Joliet
	size                int64
	at                  uint32
}

type isoDir struct {
	name, short string
	wide        []byte
	parent      *isoDir
	dirs        []*isoDir
	files       []*isoFile
	byName      map[string]*isoDir
	at, length  [2]uint32 // extent and bytes in the primary and the Joliet tree
	number      int
}

type image struct {
	clock time.Time
	label string
	root  *isoDir
	dirs  []*isoDir // breadth first, as the path table wants it
	files []*isoFile
	more  continued
	total uint32
	table [4]uint32 // L and M primary, L and M Joliet
}

func (img *image) add(rel, source string, size int64) {
	parts := strings.Split(rel, "/")
	d := img.root
	for _, p := range parts[:len(parts)-1] {
		next := d.byName[p]
		if next == nil {
			next = &isoDir{name: p, parent: d}
			if d.byName == nil {
				d.byName = map[string]*isoDir{}
			}
			d.byName[p] = next
			d.dirs = append(d.dirs, next)
		}
		d = next
	}
	d.files = append(d.files, &isoFile{name: parts[len(parts)-1], source: source, size: size})
}

// layout gives every name its short form and everything its place.
func (img *image) layout() {
	img.root.parent, img.root.number = img.root, 1
	img.dirs = []*isoDir{img.root}
	for i := 0; i < len(img.dirs); i++ {
		d := img.dirs[i]
		d.shorten()
		d.number = i + 1
		img.dirs = append(img.dirs, d.dirs...)
	}
	next := uint32(19)
	for k := range 2 {
		size := img.tableSize(k)
		img.table[2*k], img.table[2*k+1] = next, next+sectors(size)
		next += 2 * sectors(size)
	}
	for k := range 2 {
		for _, d := range img.dirs {
			d.length[k] = uint32(len(img.records(d, k, true)))
			d.at[k] = next
			next += d.length[k] / sector
		}
		if k == 0 {
			img.more = continued{first: next}
			for _, d := range img.dirs {
				img.records(d, 0, false) // counts the continuation area
			}
			next += sectors(uint32(len(img.more.data)))
		}
	}
	for _, d := range img.dirs {
		for _, f := range d.files {
			f.at = next
			next += uint32((f.size + sector - 1) / sector)
			img.files = append(img.files, f)
		}
	}
	img.total = next
}

func sectors(n uint32) uint32 { return (n + sector - 1) / sector }

// shorten gives every entry a name of ISO 9660 level 1 that is its own.
func (d *isoDir) shorten() {
	seen, wide := map[string]bool{}, map[string]bool{}
	for _, c := range d.dirs {
		c.wide = uniqueWide(wide, c.name)
		c.short = unique(seen, upper(c.name, 8), "")
	}
	for _, f := range d.files {
		ext := path.Ext(f.name)
		f.wide = uniqueWide(wide, f.name)
		f.short = unique(seen, upper(strings.TrimSuffix(f.name, ext), 8), upper(strings.TrimPrefix(ext, "."), 3)) + ";1"
	}
	slices.SortFunc(d.dirs, func(a, b *isoDir) int { return strings.Compare(a.short, b.short) })
	slices.SortFunc(d.files, func(a, b *isoFile) int { return strings.Compare(a.short, b.short) })
}

func upper(s string, most int) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(s) {
		if b.Len() == most {
			break
		}
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

func unique(seen map[string]bool, stem, ext string) string {
	if stem == "" {
		stem = "_"
	}
	for n := 0; ; n++ {
		name := stem
		if n > 0 {
			tail := fmt.Sprintf("%X", n)
			name = stem[:min(len(stem), max(1, 8-len(tail)))] + tail
		}
		if ext != "" || !strings.Contains(name, ".") {
			name += "." + ext
		}
		if !seen[name] {
			seen[name] = true
			return strings.TrimSuffix(name, ".")
		}
	}
}

// joliet gives a name as UCS-2, at most 64 characters, without those Joliet forbids.
func joliet(name string) []byte {
	u := utf16.Encode([]rune(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*/:;?\`, r) || r < ' ' {
			return '_'
		}
		return r
	}, name)))
	u = u[:min(len(u), 64)]
	var b []byte
	for _, c := range u {
		b = binary.BigEndian.AppendUint16(b, c)
	}
	return b
}

// uniqueWide shortens a name for Joliet; names that become equal get a number.
func uniqueWide(seen map[string]bool, name string) []byte {
	for n, b := 0, joliet(name); ; n++ {
		if n > 0 {
			tail := joliet(fmt.Sprintf("~%d", n) + path.Ext(name))
			tail = tail[:min(len(tail), 64)]
			b = append(slices.Clone(b[:min(len(b), 128-len(tail))]), tail...)
		}
		if low := strings.ToLower(string(b)); !seen[low] {
			seen[low] = true
			return b
		}
	}
}

// both writes a number in the two byte orders of ECMA-119 7.3.3.
func both(b []byte, n uint32) []byte {
	return binary.BigEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, n), n)
}

func both16(b []byte, n uint16) []byte {
	return binary.BigEndian.AppendUint16(binary.LittleEndian.AppendUint16(b, n), n)
}

// padder writes sectors; the first error stays.
type padder struct {
	w   *bufio.Writer
	n   int64
	err error
}

func (p *padder) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.w.Write(b)
	p.n += int64(n)
	p.err = err
	return n, err
}

func (p *padder) pad() {
	if rest := p.n % sector; rest != 0 {
		_, _ = p.Write(make([]byte, sector-rest)) // the error stays in p
	}
}

// block writes b and fills the sector.
func (p *padder) block(b []byte) {
	_, _ = io.Copy(p, bytes.NewReader(b)) // the error stays in p
	p.pad()
}
