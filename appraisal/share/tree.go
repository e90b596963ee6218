// Package share knows a file share (Fileablage) as a tree of folders and files: sums,
// facets, what is double, chains of drafts, litter by named rules, what was decided and
// what would stay. It reads nothing itself, proposes and never decides.
package share

import (
	"crypto/sha256"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"laufzettel/transfer/record"
)

// Key stands for the content of a file: half of SHA-256 over its digest. The zero key
// says that the content is not known.
type Key [16]byte

// KeyOf gives the key of a digest.
func KeyOf(digest string) Key {
	if digest == "" {
		return Key{}
	}
	sum := sha256.Sum256([]byte(digest))
	return Key(sum[:len(Key{})])
}

// File is one file of a share. There may be a million of them: what many have in common
// they share.
type File struct {
	Name     string // in its folder; Tree.Path gives the whole
	ID       string
	Folder   int32
	Own      bool // decided on its own
	Size     int64
	Modified int64 // Unix seconds, 0 = not known
	Key      Key
	*Sort
	*Verdict
}

// Sort is what files of one kind in one folder have in common.
type Sort struct {
	Format  string  // its name, "" = not known
	Special Special // what a person must know of it
	Unit    string  // id of the case it is a document of
	Persons         // none unless the profile asks for them
}

// Verdict is what holds for a file.
type Verdict struct {
	Letter record.Rating // A, V, or B while open
	Reason string        // of the decision that holds
}

// Special is what a person must know of a file before deciding on it.
type Special string

// The kinds of special files.
const (
	Protected  Special = "protected"  // nobody can open it without a password
	Mailbox    Special = "mailbox"    // holds many messages
	Database   Special = "database"   // holds many tables or records
	Archive    Special = "archive"    // an archive that was not opened
	Unreadable Special = "unreadable" // could not be read or opened
)

// Folder is one folder with what lies in it and below. Its files follow one another in
// Tree.Files, and so do all files below it.
type Folder struct {
	Path     string // "" = the share itself
	ID       string
	Parent   int32 // -1 = the share itself
	Depth    int
	Modified int64
	Folders  []int32
	Own      []int32 // files that lie in it directly
	from, to int32   // the files below, of Tree.Files

	Files, Empty  int // below: files, folders without any file
	Bytes         int64
	First, Last   int64 // oldest and newest file below
	Stay, Go      Sum   // what is decided A and V below
	Letter        record.Rating
	Decided       bool // decided here, not inherited
	Reason        string
	Title, Detail string // as a person described it
}

// Sum counts files and bytes.
type Sum struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

func (s *Sum) add(n int64) { s.Files, s.Bytes = s.Files+1, s.Bytes+n }

// Tree is a share. It is built by Enter and Add and read-only after Settle.
type Tree struct {
	Folders []Folder // the share itself first
	Files   []File   // in path order
	at      map[string]int32

	sorts    map[Sort]*Sort
	verdicts map[Verdict]*Verdict
	// exceptions are all decisions but that on the share itself, in path order.
	exceptions []Exception
	once       sync.Once // for classes
	classes    classes
	litter     sync.Mutex         // for hits
	hits       map[string][]int32 // files of a rule, by what it means
	looked     atomic.Int64
}

// Looked tells how many files were looked at one by one so far: what a person sees at once
// must not cost a look at all of them.
func (t *Tree) Looked() int64 { return t.looked.Load() }

// one gives the single copy of a value that many files share.
func one[T comparable](all *map[T]*T, v T) *T {
	if *all == nil {
		*all = map[T]*T{}
	}
	p := (*all)[v]
	if p == nil {
		p = &v
		(*all)[v] = p
	}
	return p
}

// New gives a share without anything in it; id is that of the share itself.
func New(id string) *Tree {
	return &Tree{Folders: []Folder{{ID: id, Parent: -1}}, at: map[string]int32{"": 0}}
}

// Grow makes room for as many files as will be added: a share of a million takes no second
// room while its list grows.
func (t *Tree) Grow(files int) { t.Files = slices.Grow(t.Files, files) }

// Enter gives the place of a folder, made with those above it.
func (t *Tree) Enter(name string) int32 {
	if i, ok := t.at[name]; ok {
		return i
	}
	above := t.Enter(Parent(name))
	i := int32(len(t.Folders))
	t.Folders = append(t.Folders, Folder{Path: name, Parent: above, Depth: t.Folders[above].Depth + 1})
	t.Folders[above].Folders = append(t.Folders[above].Folders, i)
	t.at[name] = i
	return i
}

// Parent gives the folder a path lies in, "" = the share itself.
func Parent(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return ""
}

// Find gives the place of a folder by its path.
func (t *Tree) Find(name string) (int32, bool) {
	i, ok := t.at[name]
	return i, ok
}

// File gives the place of a file by its path.
func (t *Tree) File(name string) (int, bool) {
	at, known := t.at[Parent(name)]
	if !known {
		return 0, false
	}
	own, base := t.Folders[at].Own, path.Base(name)
	i, ok := sort.Find(len(own), func(i int) int { return strings.Compare(base, t.Files[own[i]].Name) })
	if !ok {
		return 0, false
	}
	return int(own[i]), true
}

// Path gives the path of a file. It is not kept: the paths of a million files in deep
// folders take more room than all else that is known of them.
func (t *Tree) Path(i int32) string { return t.PathOf(&t.Files[i]) }

// PathOf is Path for who has the file.
func (t *Tree) PathOf(f *File) string { return Within(t.Folders[f.Folder].Path, f.Name) }

// Within joins a folder and what lies in it.
func Within(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// Add takes a file in by its path.
func (t *Tree) Add(name string, f File) {
	f.Folder, f.Name = t.Enter(Parent(name)), strings.Clone(path.Base(name)) // the path is let go
	f.Sort, f.Verdict = one(&t.sorts, value(f.Sort)), one(&t.verdicts, value(f.Verdict))
	t.Files = append(t.Files, f)
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Belongs says which document of the record tree a file is.
func (t *Tree) Belongs(i int, id, unit string, modified int64) {
	f := &t.Files[i]
	s := *f.Sort
	s.Unit = unit
	f.ID, f.Modified, f.Sort = id, modified, one(&t.sorts, s)
}

// Whose says who owns a file and who wrote it.
func (t *Tree) Whose(i int, p Persons) {
	f := &t.Files[i]
	s := *f.Sort
	s.Persons = p
	f.Sort = one(&t.sorts, s)
}

// Settle orders the files and lists those of each folder.
func (t *Tree) Settle() {
	starts := make([]string, len(t.Folders)) // of the paths of their files
	for i := range t.Folders {
		starts[i] = Within(t.Folders[i].Path, "")
	}
	slices.SortFunc(t.Files, func(a, b File) int {
		if a.Folder == b.Folder {
			return strings.Compare(a.Name, b.Name)
		}
		return compareJoined(starts[a.Folder], a.Name, starts[b.Folder], b.Name)
	})
	for i := range t.Files {
		at := t.Files[i].Folder
		t.Folders[at].Own = append(t.Folders[at].Own, int32(i))
		for ; at >= 0; at = t.Folders[at].Parent {
			if f := &t.Folders[at]; f.to == 0 {
				f.from, f.to = int32(i), int32(i+1)
			} else {
				f.to = int32(i + 1)
			}
		}
	}
	for i := range t.Folders {
		slices.SortFunc(t.Folders[i].Folders, func(a, b int32) int { return strings.Compare(t.Folders[a].Path, t.Folders[b].Path) })
	}
}

// compareJoined compares two texts of two parts each without joining them.
func compareJoined(a, toA, b, toB string) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	if len(a) > n {
		return -compareJoined(b, toB, a, toA)
	}
	rest := b[n:]
	n = min(len(toA), len(rest))
	if c := strings.Compare(toA[:n], rest[:n]); c != 0 {
		return c
	}
	if n < len(rest) {
		return -1 // it ends where the other goes on
	}
	return strings.Compare(toA[n:], toB)
}

// Sums computes what lies below every folder and what of it is decided; to be called
// again when a decision changed.
func (t *Tree) Sums() { t.sum(0) }

func (t *Tree) sum(i int32) {
	f := &t.Folders[i]
	f.Files, f.Bytes, f.Empty, f.First, f.Last, f.Stay, f.Go = 0, 0, 0, 0, 0, Sum{}, Sum{}
	for _, n := range f.Own {
		x := &t.Files[n]
		f.Files, f.Bytes = f.Files+1, f.Bytes+x.Size
		f.age(x.Modified, x.Modified)
		switch x.Letter {
		case record.RatingArchive:
			f.Stay.add(x.Size)
		case record.RatingDestroy:
			f.Go.add(x.Size)
		}
	}
	for _, s := range f.Folders {
		t.sum(s)
		b := &t.Folders[s]
		f.Files, f.Bytes, f.Empty = f.Files+b.Files, f.Bytes+b.Bytes, f.Empty+b.Empty
		f.Stay.Files, f.Stay.Bytes = f.Stay.Files+b.Stay.Files, f.Stay.Bytes+b.Stay.Bytes
		f.Go.Files, f.Go.Bytes = f.Go.Files+b.Go.Files, f.Go.Bytes+b.Go.Bytes
		f.age(b.First, b.Last)
	}
	if f.Files == 0 {
		f.Empty++
	}
}

func (f *Folder) age(first, last int64) {
	if first != 0 && (f.First == 0 || first < f.First) {
		f.First = first
	}
	f.Last = max(f.Last, last)
}

// Open counts what is not decided yet below a folder.
func (f *Folder) Open() Sum {
	return Sum{f.Files - f.Stay.Files - f.Go.Files, f.Bytes - f.Stay.Bytes - f.Go.Bytes}
}

// Name is the last part of a folder's path.
func (f *Folder) Name() string {
	if f.Path == "" {
		return ""
	}
	return path.Base(f.Path)
}

// Below walks the folders below one, itself first, parents before what lies in them.
func (t *Tree) Below(i int32, take func(i int32)) {
	take(i)
	for _, s := range t.Folders[i].Folders {
		t.Below(s, take)
	}
}

// FilesBelow walks all files below a folder, in path order: what begins with its path
// stands together.
func (t *Tree) FilesBelow(i int32, take func(n int32)) {
	t.looked.Add(int64(t.Folders[i].to - t.Folders[i].from))
	for n := t.Folders[i].from; n < t.Folders[i].to; n++ {
		take(n)
	}
}

// Within reports whether the folder i is j or lies below it.
func (t *Tree) Within(i, j int32) bool {
	for ; i >= 0; i = t.Folders[i].Parent {
		if i == j {
			return true
		}
	}
	return false
}

// Decide puts decisions into force: the nearest wins, a file's own, then that of its
// folder, then those above. Decisions are given by id. A case that stands for the files
// of a folder is named by ofFiles.
func (t *Tree) Decide(decided func(id string) (r record.Rating, reason string, ok bool), ofFiles func(f *File) string) {
	t.verdicts, t.exceptions = nil, nil // what no file has any more goes
	d := &deciding{t: t, decided: decided, ofFiles: ofFiles}
	d.folder(0, Verdict{Letter: record.RatingAppraise})
	slices.SortFunc(t.exceptions, func(a, b Exception) int { return strings.Compare(a.Path, b.Path) })
	t.Sums()
}

// deciding puts decisions into a tree.
type deciding struct {
	t       *Tree
	decided func(id string) (r record.Rating, reason string, ok bool)
	ofFiles func(f *File) string
	last    *Verdict // of the file before: most files have that of their neighbour
}

func (d *deciding) folder(i int32, above Verdict) {
	f := &d.t.Folders[i]
	f.Letter, f.Reason, f.Decided = above.Letter, above.Reason, false
	if r, why, ok := d.decided(f.ID); ok {
		f.Letter, f.Reason, f.Decided = r, why, true
		if i != 0 {
			d.t.exceptions = append(d.t.exceptions, Exception{Path: f.Path, Letter: r, Reason: why})
		}
	}
	here := Verdict{f.Letter, f.Reason}
	unit, together := "", here
	for _, n := range f.Own {
		x := &d.t.Files[n]
		if d.ofFiles != nil {
			if u := d.ofFiles(x); u != unit {
				unit, together = u, here
				if r, why, ok := d.decided(u); ok {
					together = Verdict{r, why}
				}
			}
		}
		r, why, own := d.decided(x.ID)
		if own {
			d.put(x, Verdict{r, why})
			d.t.exceptions = append(d.t.exceptions, Exception{Path: d.t.PathOf(x), File: true, Letter: r, Reason: why})
		} else {
			d.put(x, together)
		}
		x.Own = own
	}
	for _, s := range f.Folders {
		d.folder(s, here)
	}
}

func (d *deciding) put(x *File, v Verdict) {
	if d.last == nil || *d.last != v {
		d.last = one(&d.t.verdicts, v)
	}
	x.Verdict = d.last
}
