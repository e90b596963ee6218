package container

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/wording"
)

// item is one file in the compact index: 56 bytes plus its own name; the path of its
// folder is held once for all of them. A ZIP of a million entries with names of 60
// bytes costs about 100 MB while open (see BenchmarkIndexMillion).
type item struct {
	size, stored, offset int64 // content, stored (compressed) and where it begins
	modified             int64 // Unix seconds, 0 = none
	crc                  uint32
	name                 uint32 // where its own name stands in index.names; raw bytes follow it
	nameLen, rawLen      uint16
	method, encoding     uint8
	folder               stretch // the path of its folder, with the last slash
}

// stretch is where a text stands in an arena, and how long it is.
type stretch struct {
	at uint32
	n  uint16
}

// encodings are the values of item.encoding.
var encodings = [...]string{"", "cp850", "cp437", "iso-8859-1"}

// index holds all files of a container ordered by path.
type index struct {
	items []item
	names arena    // folders, names and raw names, back to back
	order []uint32 // items in physical order

	folders map[string]stretch // while files are taken in

	dirs  []Directory // folders that were named on their own, in path order after settle
	bytes int64
}

const maxArena = 1 << 30

// mostFolders is how many folders are remembered while a container is opened.
const mostFolders = 1 << 16

// add takes one file in. raw is nil where name is stored as it stands.
func (x *index) add(g *gate, it item, path string, raw []byte, encoding string) bool {
	if len(x.items)+len(x.dirs) >= g.o.Limits.Files || x.names.size()+arenaPart > maxArena || len(path) > 0xffff ||
		len(raw) > 0xffff {
		g.fault(TooMuch, "", wording.Say("want.container.files", g.o.Limits.Files), wording.Say("found.container.more"))
		return false
	}
	x.bytes += it.size
	if x.bytes > g.o.Limits.Bytes || x.bytes < 0 {
		g.fault(TooMuch, path, wording.Say("want.container.bytes", g.o.Limits.Bytes), wording.Say("found.container.more"))
		return false
	}
	own := strings.LastIndexByte(path, '/') + 1
	it.folder = x.folder(path[:own])
	it.name, it.nameLen, it.rawLen = x.names.put(path[own:], raw), uint16(len(path)-own), uint16(len(raw))
	it.encoding = uint8(max(0, slices.Index(encodings[:], encoding)))
	x.items = append(x.items, it)
	return true
}

// addDir takes in a folder that is named on its own: it may be empty, and it may be
// a twin. modified is in Unix seconds, 0 = none.
func (x *index) addDir(g *gate, path string, modified int64) bool {
	if path == "" {
		return true
	}
	if len(x.items)+len(x.dirs) >= g.o.Limits.Files {
		g.fault(TooMuch, path, wording.Say("want.container.files", g.o.Limits.Files), wording.Say("found.container.more"))
		return false
	}
	x.dirs = append(x.dirs, Directory{Path: path, modified: modified})
	return true
}

// folder gives where a folder's path stands, for as many as are remembered only once.
func (x *index) folder(path string) (s stretch) {
	if path == "" {
		return s
	}
	if held, ok := x.folders[path]; ok {
		return held
	}
	if x.folders == nil || len(x.folders) == mostFolders {
		x.folders = map[string]stretch{}
	}
	s = stretch{at: x.names.put(path, nil), n: uint16(len(path))}
	x.folders[x.names.text(s.at, len(path))] = s
	return s
}

func (x *index) path(i int) string { return x.pathOf(&x.items[i]) }

func (x *index) pathOf(it *item) string {
	folder, name := x.parts(it)
	return folder + name
}

// parts gives the path of an item without building it.
func (x *index) parts(it *item) (folder, name string) {
	if it.folder.n > 0 {
		folder = x.names.text(it.folder.at, int(it.folder.n))
	}
	return folder, x.names.text(it.name, int(it.nameLen))
}

// compare orders items by path.
func (x *index) compare(a, b *item) int {
	folder, name := x.parts(a)
	other, otherName := x.parts(b)
	if a.folder == b.folder {
		return strings.Compare(name, otherName)
	}
	return compareJoined(folder, name, other, otherName)
}

// compareJoined compares a+rest with b+other.
func compareJoined(a, rest, b, other string) int {
	if len(a) < len(b) {
		return -compareJoined(b, other, a, rest)
	}
	n := len(b)
	if c := strings.Compare(a[:n], b); c != 0 {
		return c
	}
	a = a[n:]
	m := min(len(a), len(other))
	if c := strings.Compare(a[:m], other[:m]); c != 0 {
		return c
	}
	if m < len(a) {
		return 1
	}
	return strings.Compare(rest, other[m:])
}

func (x *index) raw(i int) []byte {
	it := &x.items[i]
	if it.rawLen == 0 {
		return nil
	}
	return []byte(x.names.text(it.name+uint32(it.nameLen), int(it.rawLen)))
}

func (x *index) entry(i int) Entry {
	it := &x.items[i]
	e := Entry{Path: x.path(i), Raw: x.raw(i), Encoding: encodings[it.encoding], Size: it.size, Order: it.offset}
	if it.modified != 0 {
		e.Modified = time.Unix(it.modified, 0).UTC()
	}
	return e
}

func (x *index) find(path string) (int, bool) {
	lo, hi := 0, len(x.items)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		folder, name := x.parts(&x.items[mid])
		if compareJoined(folder, name, path, "") < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(x.items) {
		return lo, false
	}
	folder, name := x.parts(&x.items[lo])
	return lo, compareJoined(folder, name, path, "") == 0
}

// settle orders the index and refuses twins. Nothing is added afterwards.
func (x *index) settle(g *gate) {
	x.items, x.folders = slices.Clip(x.items), nil
	slices.SortFunc(x.items, func(a, b item) int { return x.compare(&a, &b) })
	x.order = make([]uint32, len(x.items))
	for i := range x.order {
		x.order[i] = uint32(i)
	}
	slices.SortStableFunc(x.order, func(a, b uint32) int {
		switch oa, ob := x.items[a].offset, x.items[b].offset; {
		case oa < ob:
			return -1
		case oa > ob:
			return 1
		default:
			return 0
		}
	})
	x.twins(g)
}

// node is a file or folder with the hash of its folded path.
type node struct {
	hash uint64
	at   uint32 // files: number of the item; folders: item whose path it begins
	len  uint16 // folders: length of the folder's path; files: 0
	dir  bool   // named on its own: at counts in dirs
}

// twins finds files and folders whose paths fall together on a system that
// ignores case or Unicode normalisation. Only hashes are kept, 16 bytes each.
func (x *index) twins(g *gate) {
	seed := maphash.MakeSeed()
	nodes := make([]node, 0, len(x.items)+len(x.items)/8)
	prev := ""
	for i := range x.items {
		path := x.path(i)
		if i > 0 && path == prev && (i == 1 || x.path(i-2) != path) {
			g.fault(SameName, path, wording.Say("want.container.name-once"), wording.Say("found.container.several"))
		}
		for p := 0; ; {
			slash := strings.IndexByte(path[p:], '/')
			if slash < 0 {
				break
			}
			p += slash + 1
			if !strings.HasPrefix(prev, path[:p]) {
				nodes = append(nodes, node{hash: foldHash(seed, path[:p-1]), at: uint32(i), len: uint16(p - 1)})
			}
		}
		nodes = append(nodes, node{hash: foldHash(seed, path), at: uint32(i)})
		prev = path
	}
	slices.SortStableFunc(x.dirs, func(a, b Directory) int { return strings.Compare(a.Path, b.Path) })
	x.dirs = slices.Clip(slices.CompactFunc(x.dirs, func(a, b Directory) bool { return a.Path == b.Path }))
	for i, d := range x.dirs {
		nodes = append(nodes, node{hash: foldHash(seed, d.Path), at: uint32(i), dir: true})
	}
	slices.SortFunc(nodes, func(a, b node) int {
		switch {
		case a.hash < b.hash:
			return -1
		case a.hash > b.hash:
			return 1
		}
		return strings.Compare(x.nodePath(a), x.nodePath(b))
	})
	for i := 1; i < len(nodes) && !g.full(); i++ {
		if nodes[i].hash == nodes[i-1].hash {
			x.twin(g, nodes[i-1], nodes[i])
		}
	}
}

func (x *index) nodePath(n node) string {
	switch {
	case n.dir:
		return x.dirs[n.at].Path
	case n.len > 0:
		return x.path(int(n.at))[:n.len]
	}
	return x.path(int(n.at))
}

// twin reports two nodes that fall together, at the highest level only: where
// folders A and a are twins, what lies in both is not told again.
func (x *index) twin(g *gate, a, b node) {
	pa, pb := x.nodePath(a), x.nodePath(b)
	file := func(n node) bool { return !n.dir && n.len == 0 }
	if pa == pb {
		if file(a) != file(b) {
			g.fault(SameName, pa, wording.Say("want.container.file-or-folder"), wording.Say("found.container.both"))
		}
		return
	}
	if fold(pa) != fold(pb) || parent(pa) != parent(pb) {
		return
	}
	if norm.NFC.String(pa) == norm.NFC.String(pb) {
		g.fault(UnicodeTwins, pb, wording.Say("want.container.unique-name"), pa)
		return
	}
	g.fault(CaseTwins, pb, wording.Say("want.container.unique-name"), pa)
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}

func foldHash(seed maphash.Seed, path string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := 0; i < len(path); i++ {
		if path[i] >= utf8.RuneSelf {
			h.Reset()
			h.WriteString(fold(path))
			return h.Sum64()
		}
		h.WriteByte(lowerASCII(path[i]))
	}
	return h.Sum64()
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// fold gives the form in which twins are equal: canonical decomposition and
// simple case folding. Simple, because NTFS and APFS hold "Straße" and "Strasse"
// apart.
func fold(path string) string {
	decomposed := norm.NFD.String(path)
	return norm.NFD.String(strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return rune(lowerASCII(byte(r)))
		}
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		if least < utf8.RuneSelf { // K, ſ: meet the letters folded above
			return rune(lowerASCII(byte(least)))
		}
		return least
	}, decomposed))
}
