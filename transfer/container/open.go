package container

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Open opens the folder or file at name as a read-only tree. The form is told by
// content, not by extension. A container that must not or cannot be read gives
// *Refused; every other error is ours and sorted (see transfer/failure).
//
// TAR.GZ has no random access: it is read through once while opening, Visit
// reads it once from front to back, and every Open of a single file reads from
// the front again.
func Open(ctx context.Context, name string, o Options) (Tree, error) {
	o = o.withDefaults()
	info, err := os.Stat(name)
	if err != nil {
		return nil, openError(name, err)
	}
	if info.IsDir() {
		return asTree(openFolder(ctx, name, o))
	}
	if !info.Mode().IsRegular() {
		return nil, failure.Wrap(failure.Refused, "open container", wording.Say("hint.container.neither-file-nor-folder", baseName(name)),
			fs.ErrInvalid)
	}
	if err := ours(filepath.Base(name), baseName(name), info); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, openError(name, err)
	}
	t, err := openOrSingle(ctx, f, info, name, o)
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return t, nil
}

// OpenAt opens the container file whose bytes ra holds, as Open does; name is for
// its messages. Closing the tree leaves ra to the caller.
func OpenAt(ctx context.Context, name string, ra io.ReaderAt, size int64, o Options) (Tree, error) {
	in := input{ra: ra, size: size, name: path.Base(name), close: func() error { return nil }}
	if c, ok := ra.(Content); ok && c.Size() == size {
		in.mem = c.Bytes()
	}
	return asTree(openInput(ctx, in, o.withDefaults(), 0))
}

func openOrSingle(ctx context.Context, f *os.File, info fs.FileInfo, name string, o Options) (Tree, error) {
	if o.Lone {
		return openSingle(f, info, name, o)
	}
	in := input{ra: f, size: info.Size(), name: baseName(name), close: f.Close}
	t, err := openInput(ctx, in, o, 0)
	if r, ok := errors.AsType[*Refused](err); ok && o.Single && len(r.Faults) == 1 && r.Faults[0].Code == NoContainer {
		return openSingle(f, info, name, o)
	}
	return asTree(t, err)
}

// openSingle shows a lone file as a folder of one.
func openSingle(f *os.File, info fs.FileInfo, name string, o Options) (Tree, error) {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, openError(name, err)
	}
	_ = f.Close()
	g, x := &gate{o: o}, &index{}
	base := baseName(name)
	text, encoding := decodeName([]byte(base), "", "iso-8859-1")
	var raw []byte
	if encoding != "" {
		raw = []byte(base)
	}
	g.checkSegments(text)
	x.add(g, item{size: info.Size(), stored: info.Size(), modified: info.ModTime().Unix()}, text, raw, encoding)
	x.settle(g)
	if err := g.err(); err != nil {
		_ = root.Close()
		return nil, err
	}
	return newTree(base, Folder, o, 0, x, &folderSource{root: root}, g), nil
}

// asTree keeps a nil *tree from becoming a non-nil Tree.
func asTree(t *tree, err error) (Tree, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

func openError(name string, err error) error {
	base := baseName(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failure.Wrap(failure.Refused, "open container", wording.Say("hint.container.place-gone", base), err)
	case errors.Is(err, fs.ErrPermission):
		return failure.Wrap(failure.Setup, "open container", wording.Say("hint.reading.database-forbidden", base), err)
	default:
		return failure.Wrap(failure.Transient, "open container", wording.Say("hint.container.unreadable-now", base), err)
	}
}

func baseName(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return filepath.Base(name)
}

// input is a container file wherever it lies.
type input struct {
	ra    io.ReaderAt
	mem   []byte // all of it where it is in memory
	size  int64
	name  string
	close func() error

	prefix int64 // bytes that stood before it
}

// openInput sniffs and opens; on error in.close is left to the caller.
func openInput(ctx context.Context, in input, o Options, depth int) (*tree, error) {
	head := make([]byte, 512)
	n, err := in.ra.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, openError(in.name, err)
	}
	switch sniff(head[:n]) {
	case ZIP:
		return openZIP(ctx, in, o, depth)
	case TAR:
		return openTAR(ctx, in, o, depth)
	case TARGZ:
		return openTARGZ(ctx, in, o, depth)
	}
	if behind, ok := behindPrefix(in); ok {
		return openZIP(ctx, behind, o, depth)
	}
	g := &gate{o: o}
	g.fault(NoContainer, "", wording.Say("want.container.container"), contentsOf(head[:n]))
	return nil, g.err()
}

// contentsOf says what a file is that is no container, as far as its first bytes show: a
// saved error page and a dump of a database are named like containers all the time.
func contentsOf(head []byte) wording.Text {
	text := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff")))
	switch {
	case len(head) == 0:
		return wording.Say("found.container.empty")
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return wording.Say("found.container.other-in-gzip")
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return wording.Say("found.container.database")
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return wording.Say("found.container.pdf")
	case strings.HasPrefix(text, "<!doctype html"), strings.HasPrefix(text, "<html"):
		return wording.Say("found.container.html")
	case strings.HasPrefix(text, "<?xml"):
		return wording.Say("found.container.xml")
	case !bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' }):
		return wording.Say("found.container.text")
	}
	return wording.Say("found.container.other")
}

// maxPrefix is how much may stand before a ZIP: the largest programs that unpack
// themselves have a few megabytes.
const maxPrefix = 64 << 20

// behindPrefix finds a ZIP that begins behind other bytes, such as the program of a
// self-extracting archive (APPNOTE 4.1.9). Its offsets count from its own beginning or
// from that of the file.
func behindPrefix(in input) (input, bool) {
	tail, base, err := readEnd(in)
	if err != nil {
		return in, false
	}
	at := lastEnd(tail)
	if at < 0 {
		return in, false
	}
	rec := tail[at:]
	size, offset := int64(le32(rec[12:])), int64(le32(rec[16:]))
	shift := base + int64(at) - size - offset
	if shift < 0 || shift > maxPrefix || offset < lenLocal {
		return in, false
	}
	first := make([]byte, lenCentral)
	if _, err := in.ra.ReadAt(first, offset+shift); err != nil || le32(first) != sigCentral {
		return in, false
	}
	begin := int64(le32(first[42:])) + shift // of the first entry named, as a rule the first stored
	sig := make([]byte, 4)
	if _, err := in.ra.ReadAt(sig, begin); err != nil || le32(sig) != sigLocal || begin > maxPrefix {
		return in, false
	}
	if shift > 0 {
		in.ra, in.size = io.NewSectionReader(in.ra, shift, in.size-shift), in.size-shift
		if in.mem != nil {
			in.mem = in.mem[shift:]
		}
	}
	in.prefix = begin
	return in, true
}

// sealed are archives that are not opened here, by their first bytes.
var sealed = []struct {
	at    int
	magic string
	key   string // of its name
}{
	{0, "7z\xbc\xaf\x27\x1c", "found.sealed.7z"}, {0, "Rar!\x1a\x07", "found.sealed.rar"}, {0, "MSCF", "found.sealed.cab"},
	{0, "BZh", "found.sealed.bzip2"},
	{0, "\xfd7zXZ\x00", "found.sealed.xz"}, {0, "\x28\xb5\x2f\xfd", "found.sealed.zstd"}, {0, "PK\x07\x08", "found.sealed.split"},
	{2, "-lh", "found.sealed.lha"},
	{7, "**ACE**", "found.sealed.ace"}, {0, "SIT!", "found.sealed.stuffit"}, {0, "StuffIt", "found.sealed.stuffit"},
	{20, "\xdc\xa7\xc4\xfd", "found.sealed.zoo"}, {0, "LZIP\x01", "found.sealed.lzip"}, {0, "\x04\x22\x4d\x18", "found.sealed.lz4"},
	{0, "!<arch>\n", "found.sealed.ar"}, {0, "xar!\x00", "found.sealed.xar"}, {0, "07070", "found.sealed.cpio"},
	{0, "vhdxfile", "found.sealed.vhdx"}, {0, "conectix", "found.sealed.vhd"}, {0, "MSWIM\x00\x00\x00", "found.sealed.wim"},
	{0x8001, "CD001", "found.sealed.iso"},
	{0, "!BDN", "found.sealed.pst"}, {0, "\x78\x9f\x3e\x22", "found.sealed.tnef"}, {0, "\x1a\x00\x00\x04\x00\x00", "found.sealed.nsf"},
}

// Keys of what is told by its name.
const (
	keySealed = "found.sealed."
	keyGzip   = keySealed + "gzip"
)

var sealedNames = []string{"7z", "rar", "cab", "bzip2", "xz", "zstd", "split", "lha", "vhdx", "vhd", "wim", "iso", "gzip", "part",
	"tar-gzip", "self", "dmg", "ace", "stuffit", "zoo", "lzip", "lz4", "ar", "xar", "cpio", "arj", "compress", "pst", "tnef",
	"nsf"}

// SealedWords gives the text of a name that Sealed gave, so that it can be said in another
// language than German.
func SealedWords(name string) wording.Text {
	for _, n := range sealedNames {
		if inGerman(keySealed+n) == name {
			return wording.Say(keySealed + n)
		}
	}
	return wording.Plain(name)
}

// SingleGzip reports whether Sealed named one compressed file that is no TAR.
func SingleGzip(name string) bool { return name == inGerman(keyGzip) }

// inGerman is a name in German, as it is kept.
func inGerman(key string) string { return wording.Say(key).In(wording.German) }

// Sealed names in German an archive that Open cannot read, "" for all else: by its first bytes, or
// by the name that parts of a divided archive bear.
func Sealed(name string, ra io.ReaderAt, size int64) string {
	head := make([]byte, min(size, 512))
	if n, err := ra.ReadAt(head, 0); err != nil && err != io.EOF {
		head = head[:n]
	}
	for _, s := range sealed {
		end := s.at + len(s.magic)
		if end <= len(head) && string(head[s.at:end]) == s.magic {
			return inGerman(s.key)
		}
		if end <= len(head) || int64(end) > size {
			continue
		}
		b := make([]byte, len(s.magic))
		if _, err := ra.ReadAt(b, int64(s.at)); (err == nil || err == io.EOF) && string(b) == s.magic {
			return inGerman(s.key)
		}
	}
	lower := strings.ToLower(name)
	switch ext := path.Ext(lower); {
	case isARJ(head):
		return inGerman(keySealed + "arj")
	case bytes.HasPrefix(head, []byte("\x1f\x9d")) && (ext == ".z" || ext == ".taz"):
		return inGerman(keySealed + "compress")
	case partOfZIP(lower):
		return inGerman(keySealed + "part")
	case ext == ".gz" && sniff(head) == TARGZ && archiveName(strings.TrimSuffix(lower, ext)):
		return inGerman(keySealed + "tar-gzip")
	case ext == ".gz" && sniff(head) == TARGZ && !strings.HasSuffix(strings.TrimSuffix(lower, ext), ".tar"):
		return inGerman(keyGzip)
	case strings.HasPrefix(string(head), "MZ"):
		if _, ok := behindPrefix(input{ra: ra, size: size}); ok {
			return inGerman(keySealed + "self")
		}
	case ext == ".dmg":
		return inGerman(keySealed + "dmg")
	}
	return ""
}

// isARJ goes by the two bytes an ARJ begins with and by the lengths of its first header:
// two bytes alone stand at the beginning of other files, too.
func isARJ(head []byte) bool {
	if len(head) < 10 || head[0] != 0x60 || head[1] != 0xea {
		return false
	}
	header, first := int(head[2])|int(head[3])<<8, int(head[4])
	return first >= 30 && first <= header && header <= 2600 && head[5] <= 12
}

// archiveName knows the endings of archives that are packed once more.
func archiveName(lower string) bool {
	ext := path.Ext(lower)
	return ext == ".zip" || ext == ".7z" || ext == ".rar"
}

// partOfZIP knows a.z01, a.zip.001, a.7z.002, a.r00 and a.part1.rar.
func partOfZIP(lower string) bool {
	ext := path.Ext(lower)
	digits := strings.TrimLeft(strings.TrimPrefix(ext, "."), "zr")
	number := len(digits) >= 2 && strings.Trim(digits, "0123456789") == ""
	inner := path.Ext(strings.TrimSuffix(lower, ext))
	switch {
	case number && len(ext) == 4 && (ext[1] == 'z' || ext[1] == 'r'):
		return true
	case number && (inner == ".zip" || inner == ".7z" || inner == ".rar" || inner == ".tar" || inner == ".gz"):
		return true
	}
	return false
}

// sniff tells the form of a container file from its first 512 bytes; TARGZ means
// gzip, what is inside shows itself later.
func sniff(head []byte) Form {
	switch {
	case len(head) >= 4 && head[0] == 'P' && head[1] == 'K' && (head[2] == 3 && head[3] == 4 || head[2] == 5 && head[3] == 6):
		return ZIP
	case len(head) >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8:
		return TARGZ
	case isTarHeader(head):
		return TAR
	}
	return ""
}

// Sniff says from its first bytes (512 are enough) whether a file looks like a
// container that Open or OpenEntry can read; "" where not.
func Sniff(head []byte) Form { return sniff(head) }

// OpenEntry opens the container stored at p inside t without unpacking t. The
// nested tree must be closed before t. Depth beyond Limits.Depth is refused.
func OpenEntry(ctx context.Context, t Tree, p string, o Options) (Tree, error) {
	o = o.withDefaults()
	outer, depth, err := nest(t, p, o)
	if err != nil {
		return nil, err
	}
	_, at := within(t, p)
	i, found := outer.x.find(at)
	if !found {
		return nil, missing(p)
	}
	c, err := newMaker(o).make(ctx, outer.src, outer.x, i)
	if err != nil {
		return nil, err
	}
	in := input{ra: c, size: c.size, name: path.Base(p), close: func() error { c.free(); return nil }}
	inner, err := openInput(ctx, in, o, depth)
	if err != nil {
		c.free()
		return nil, err
	}
	return inner, nil
}

// OpenContent opens the container whose content c a Visit of t just handed out,
// without reading it from t a second time. The nested tree is valid only as long
// as c is, and must be closed before.
func OpenContent(ctx context.Context, t Tree, p string, c Content, o Options) (Tree, error) {
	o = o.withDefaults()
	_, depth, err := nest(t, p, o)
	if err != nil {
		return nil, err
	}
	in := input{ra: c, mem: c.Bytes(), size: c.Size(), name: path.Base(p), close: func() error { return nil }}
	return asTree(openInput(ctx, in, o, depth))
}

// nest says how deep a container inside t lies and refuses it beyond the limit.
func nest(t Tree, p string, o Options) (*tree, int, error) {
	outer, _ := within(t, p)
	if outer == nil {
		return nil, 0, fmt.Errorf("container: cannot open %q inside a foreign tree", p)
	}
	depth := outer.depth + 1
	if depth > o.Limits.Depth {
		g := &gate{o: o}
		g.fault(TooDeep, p, wording.Say("want.container.nested", o.Limits.Depth), fmt.Sprint(depth))
		return nil, 0, g.err()
	}
	return outer, depth, nil
}
