package share

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"path"
	"slices"
	"sort"
	"strings"
)

// Group are files or folders that are equal, in path order.
type Group struct {
	Members []int32
	Bytes   int64 // of one of them
	Files   int   // in one of them
}

// Spare is what all members but one take up.
func (g Group) Spare() int64 { return int64(len(g.Members)-1) * g.Bytes }

// EqualFiles gives the groups of files with the same content, the greatest saving
// first. Empty files are equal to one another and no doubles.
func (t *Tree) EqualFiles() []Group {
	c := t.Copies()
	var out []Group
	for from, to := 0, 0; from < len(c.files); from = to {
		for to = from + 1; to < len(c.files) && c.key(to) == c.key(from); to++ {
		}
		if to-from > 1 {
			out = append(out, Group{Members: slices.Clone(c.files[from:to]), Bytes: t.Files[c.files[from]].Size, Files: 1})
		}
	}
	return ordered(out)
}

// Copies are files in the order of their contents: of a million different ones a table by
// content would take as much room as the share itself.
type Copies struct {
	t     *Tree
	files []int32
}

// Copies gives the files with content by what they hold.
func (t *Tree) Copies() Copies { return t.copies(func(f *File) bool { return f.Size > 0 }) }

// Repeats marks the files that hold what an earlier one holds.
func (t *Tree) Repeats() []bool {
	out, c := make([]bool, len(t.Files)), t.Copies()
	for i := 1; i < len(c.files); i++ {
		out[c.files[i]] = c.key(i) == c.key(i-1)
	}
	return out
}

// copies gives the files whose content is known, as far as they count.
func (t *Tree) copies(counts func(f *File) bool) Copies {
	c := Copies{t: t}
	for i := range t.Files {
		if f := &t.Files[i]; f.Key != (Key{}) && counts(f) {
			c.files = append(c.files, int32(i))
		}
	}
	slices.SortFunc(c.files, func(a, b int32) int {
		return cmp.Or(bytes.Compare(t.Files[a].Key[:], t.Files[b].Key[:]), cmp.Compare(a, b))
	})
	return c
}

func (c Copies) key(i int) Key { return c.t.Files[c.files[i]].Key }

// Of gives the files with a content, in path order.
func (c Copies) Of(k Key) []int32 {
	if k == (Key{}) {
		return nil
	}
	from := sort.Search(len(c.files), func(i int) bool { x := c.key(i); return bytes.Compare(x[:], k[:]) >= 0 })
	to := from + sort.Search(len(c.files)-from, func(i int) bool { return c.key(from+i) != k })
	return c.files[from:to]
}

func ordered(groups []Group) []Group {
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Spare(), a.Spare()), cmp.Compare(a.Members[0], b.Members[0]))
	})
	return groups
}

// digests gives every folder a digest over the names and contents of all below it;
// zero where a content is not known or the folder holds no file.
func (t *Tree) digests() []Key {
	out := make([]Key, len(t.Folders))
	var at func(i int32) (Key, bool)
	at = func(i int32) (Key, bool) {
		f := &t.Folders[i]
		type part struct {
			name string
			key  Key
		}
		var parts []part
		known := true
		for _, n := range f.Own {
			x := &t.Files[n]
			known = known && x.Key != (Key{})
			parts = append(parts, part{"f" + x.Name, x.Key})
		}
		for _, s := range f.Folders {
			k, ok := at(s)
			known = known && ok
			parts = append(parts, part{"d" + t.Folders[s].Name(), k})
		}
		if !known {
			return Key{}, false
		}
		slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
		h := sha256.New()
		var n [8]byte
		for _, p := range parts {
			binary.BigEndian.PutUint64(n[:], uint64(len(p.name)))
			h.Write(n[:])
			h.Write([]byte(p.name))
			h.Write(p.key[:])
		}
		k := Key(h.Sum(nil)[:16])
		if f.Files > 0 {
			out[i] = k
		}
		return k, true
	}
	at(0)
	return out
}

// EqualFolders gives the groups of folders that hold the same names and contents, all
// the way down. Only the topmost are named: what lies in equal folders is equal too.
func (t *Tree) EqualFolders() []Group {
	sums := t.digests()
	by := map[Key][]int32{}
	for i, k := range sums {
		if k != (Key{}) && i > 0 {
			by[k] = append(by[k], int32(i))
		}
	}
	var out []Group
	for _, m := range by {
		if len(m) > 1 && !t.toldAbove(m, sums) {
			slices.SortFunc(m, func(a, b int32) int { return strings.Compare(t.Folders[a].Path, t.Folders[b].Path) })
			f := &t.Folders[m[0]]
			out = append(out, Group{Members: m, Bytes: f.Bytes, Files: f.Files})
		}
	}
	return ordered(out)
}

// toldAbove reports whether equal folders lie each in its own one of equal folders.
func (t *Tree) toldAbove(m []int32, sums []Key) bool {
	first := t.Folders[m[0]].Parent
	seen := map[int32]bool{}
	for _, i := range m {
		p := t.Folders[i].Parent
		if p <= 0 || sums[p] == (Key{}) || sums[p] != sums[first] || seen[p] {
			return false
		}
		seen[p] = true
	}
	return true
}

// Inside says that all of one folder lies in another under the same names.
type Inside struct {
	Part, Whole int32
	Files       int // in the part
	More        int // files of the whole that the part lacks
}

// mostCopies bounds how many copies of a file are followed to find a containing folder.
const mostCopies = 200

// Contained gives the folders of which every file lies in another folder too, under
// the same path, where the other holds more. Only the topmost are named.
func (t *Tree) Contained() []Inside {
	sums := t.digests()
	copies := t.copies(func(*File) bool { return true })
	found := map[int32]map[int32]bool{}
	var out []Inside
	t.Below(0, func(i int32) { // parents first: what lies in a contained folder is told with it
		if i == 0 || t.Folders[i].Files == 0 {
			return
		}
		for _, whole := range t.holding(i, copies) {
			if sums[i] != (Key{}) && sums[i] == sums[whole] {
				continue
			}
			if found[i] == nil {
				found[i] = map[int32]bool{}
			}
			found[i][whole] = true
			up, above := t.Folders[i].Parent, t.Folders[whole].Parent
			if t.Folders[i].Name() == t.Folders[whole].Name() &&
				(found[up][above] || above >= 0 && sums[up] != (Key{}) && sums[up] == sums[above]) {
				continue
			}
			out = append(out, Inside{Part: i, Whole: whole, Files: t.Folders[i].Files, More: t.Folders[whole].Files - t.Folders[i].Files})
		}
	})
	slices.SortFunc(out, func(a, b Inside) int {
		return cmp.Or(cmp.Compare(t.Folders[b.Part].Bytes, t.Folders[a.Part].Bytes), cmp.Compare(a.Part, b.Part),
			cmp.Compare(a.Whole, b.Whole))
	})
	return out
}

// holding gives the folders outside i that hold all files of i and more.
func (t *Tree) holding(i int32, copies Copies) (out []int32) {
	f := &t.Folders[i]
	rare, single := int32(-1), false
	var same []int32
	t.FilesBelow(i, func(n int32) {
		if single {
			return
		}
		c := copies.Of(t.Files[n].Key)
		single = len(c) < 2 || t.Files[n].Size == 0 && f.Files == 1
		if rare < 0 || len(c) < len(same) {
			rare, same = n, c
		}
	})
	if single || rare < 0 || len(same) > mostCopies {
		return nil
	}
	tail := t.Path(rare)[len(f.Path):]
	for _, n := range same {
		root, ok := strings.CutSuffix(t.Path(n), tail)
		whole, known := t.at[root]
		if !ok || !known || whole == 0 || t.Within(whole, i) || t.Within(i, whole) || t.Folders[whole].Files <= f.Files {
			continue
		}
		all := true
		t.FilesBelow(i, func(m int32) {
			if !all {
				return
			}
			x := &t.Files[m]
			k, there := t.File(root + t.PathOf(x)[len(f.Path):])
			all = there && t.Files[k].Key == x.Key
		})
		if all {
			out = append(out, whole)
		}
	}
	return out
}

// Member is one file inside an archive.
type Member struct {
	Path string
	Key  Key
}

// Same says that an archive holds what a folder holds.
type Same struct {
	File, Folder int32
	Files        int
	More         int // files of the folder that the archive lacks; 0 = equal
}

// Unpacked gives the folders that hold every file of an archive under the same name,
// with or without its only top folder. The rarest of its files leads to them.
func (t *Tree) Unpacked(copies Copies, file int32, members []Member) (out []Same) {
	var rare Member
	var lie []int32
	for _, m := range members {
		if c := copies.Of(m.Key); len(c) > 0 && (lie == nil || len(c) < len(lie)) {
			rare, lie = m, c
		}
	}
	if len(lie) == 0 {
		return nil
	}
	seen := map[int32]bool{}
	for _, strip := range []string{"", topFolder(members)} {
		for _, i := range lie {
			root, ok := strings.CutSuffix("/"+t.Path(i), "/"+strings.TrimPrefix(rare.Path, strip))
			at, known := t.at[strings.TrimPrefix(root, "/")]
			if !ok || !known || seen[at] {
				continue
			}
			seen[at] = true
			if t.holds(at, members, strip) {
				out = append(out, Same{File: file, Folder: at, Files: len(members), More: t.Folders[at].Files - len(members)})
			}
		}
	}
	slices.SortFunc(out, func(a, b Same) int { return cmp.Or(cmp.Compare(a.More, b.More), cmp.Compare(a.Folder, b.Folder)) })
	return out
}

func (t *Tree) holds(at int32, members []Member, strip string) bool {
	root := t.Folders[at].Path
	for _, m := range members {
		k, there := t.File(path.Join(root, strings.TrimPrefix(m.Path, strip)))
		if !there || !bytes.Equal(t.Files[k].Key[:], m.Key[:]) {
			return false
		}
	}
	return true
}

// topFolder gives the folder with its slash that all members lie in, "" for none.
func topFolder(members []Member) string {
	first, _, ok := strings.Cut(members[0].Path, "/")
	if !ok {
		return ""
	}
	for _, m := range members {
		if !strings.HasPrefix(m.Path, first+"/") {
			return ""
		}
	}
	return first + "/"
}
