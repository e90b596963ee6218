package formatid

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/richardlehane/siegfried/pkg/config"
)

// table is siegfried's built-in PRONOM set as data: what its matchers of bytes and of
// containers know of the signatures, their priorities, the names and what is told of a format. It is
// compiled by `go generate` (see TestTable) and names the set it was compiled from;
// while the program runs nothing of siegfried's inside is read.
type table struct {
	program string // "siegfried 1.11.6"
	set     string // " PRONOM V124 container-signature 20260119"
	details string // what siegfried says of its set
	mark    int    // length of the read by which siegfried's byte matcher begins

	bytes      rules
	boxes      []boxSet // ZIP, OLE2
	formats    []format
	ofByte     []int32 // by signature: number of its format
	ofBox      []int32 // by signature of a container, of all kinds: number of its format
	zip        int32   // number of the format of a ZIP in which no container signature fits
	nameStart  int32
	ofName     []int32 // by number of a name rule, from nameStart: number of its format
	extensions []extension
	globs      []extension
	text       int32 // number of the format of plain text, by the text matcher
}

// rules are signatures of bytes: what is looked for in one content.
type rules struct {
	signatures [][]part   // by signature: its parts
	tests      []followed // what follows from a string or frame at its place
	front      []sequence // strings sought from the front, in the order of siegfried
	back       []sequence // strings sought from the end, each backwards
	frontFixed []fixedFrame
	backFixed  []fixedFrame
	furthest   int64     // bytes from the end that are looked at
	superior   [][]int32 // by signature: the signatures that are waited for after it; nil: every one counts
}

// boxSet are the container signatures of one kind of container.
type boxSet struct {
	first     int32     // number of its first signature among those of all kinds
	extension string    // its name where no signature fits, "" none
	parts     []int32   // by signature: how many entries it asks for
	superior  [][]int32 // by signature: the signatures that are waited for after it
	entries   []entryRule
}

// entryRule is what an entry of that name tells: the signatures that ask for the name
// only, and those that ask for bytes in it, by their number in rules.
type entryRule struct {
	name              string
	named, byItsBytes []int32
	rules             rules
}

// format is what a report says of a format.
type format struct {
	puid, name, version, mime string
	signed                    bool // it has a signature of bytes or of a container
	named                     bool // it has a rule for names
}

// extension is an extension or a pattern of a name with its name rules.
type extension struct {
	text  string
	rules []int32
}

// sequence is a row of choices that follow each other in a file.
type sequence struct {
	first   int32 // test of the first choice; the others follow
	choices []choice
}

// choice is one of several strings; furthest is the last place at which it counts,
// -1 anywhere.
type choice struct {
	furthest int64
	texts    [][]byte
}

// Where a part of a signature stands, as in PRONOM.
const (
	fromFront = iota
	afterPart
	beforePart
	fromEnd
)

// part is one segment of a signature.
type part struct {
	kind       int
	least      int64 // distance to its neighbour
	most       int64 // -1: anywhere
	from, upto int64 // where its string may stand, counted from the end it is sought from; upto -1: anywhere
}

// stands reports whether the string of the part may stand at that place.
func (p *part) stands(at int64) bool { return at >= p.from && (p.upto == -1 || at <= p.upto) }

// loose reports whether any distance will do.
func (p *part) loose() bool { return p.most == -1 && p.least == 0 }

// partID names a part: signature and number.
type partID struct{ signature, part int }

// followed is what follows from a string or frame at its place.
type followed struct {
	complete            []partID
	incomplete          []beside
	leftMost, rightMost int
	left, right         []*besideNode

	all []partID // complete and incomplete
}

// beside is a part that wants more to its left or right.
type beside struct {
	part        partID
	left, right bool
}

// besideNode is one step of what a test wants beside a string.
type besideNode struct {
	frame
	success []int32 // numbers of followed.incomplete
	next    []*besideNode
}

// fixedFrame is sought at the one or the other end of the file only.
type fixedFrame struct {
	frame
	test int32
}

//go:generate go test -run TestTable -update .

//go:embed pronom.table
var compiled []byte

// theTable is read once, when first asked for.
var theTable = sync.OnceValues(func() (*table, error) { return readTable(compiled) })

// tableForm is raised with every change of what is written.
const tableForm = "laufzettel format table 2"

func readTable(data []byte) (t *table, err error) {
	c := &coder{data: data, all: string(data)}
	t = &table{}
	c.table(t)
	if c.failed || len(c.data) > 0 {
		return nil, fmt.Errorf("formatid: the format table is damaged at byte %d", len(data)-len(c.data))
	}
	t.bytes.join()
	for i := range t.boxes {
		for k := range t.boxes[i].entries {
			t.boxes[i].entries[k].rules.join()
		}
	}
	return t, nil
}

// join puts together what stands apart in the table.
func (r *rules) join() {
	for i := range r.tests {
		f := &r.tests[i]
		f.all = append(make([]partID, 0, len(f.complete)+len(f.incomplete)), f.complete...)
		for _, b := range f.incomplete {
			f.all = append(f.all, b.part)
		}
	}
}

// tool names program and set.
func (t *table) tool() string { return t.program + t.set }

// programName is the siegfried this program is built with.
func programName() string {
	v := config.Version()
	return fmt.Sprintf("siegfried %d.%d.%d", v[0], v[1], v[2])
}

// reach gives how many bytes of its end of the file the frame looks at.
func (f *fixedFrame) reach() int {
	_, most := f.pattern.size()
	return most + f.most
}

// Compiled names program and PRONOM set the format table of this program was compiled
// from, such as "siegfried 1.11.6 PRONOM V124 container-signature 20260119".
// Error: the table that lies in the program is damaged.
func Compiled() (string, error) {
	t, err := theTable()
	if err != nil {
		return "", err
	}
	return t.tool(), nil
}
