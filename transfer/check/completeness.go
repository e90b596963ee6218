package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"laufzettel/transfer/filename"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/wording"
)

// listIndex finds what the delivery lists by path, without a map per file: an
// order over the manifest's own slice and one bit per entry (G12).
type listIndex struct {
	listed []Listed
	order  []int32 // indexes into listed, by path
	found  []bool  // by position in order
}

func newListIndex(listed []Listed) *listIndex {
	x := &listIndex{listed: listed, order: make([]int32, len(listed)), found: make([]bool, len(listed))}
	for i := range x.order {
		x.order[i] = int32(i)
	}
	slices.SortStableFunc(x.order, func(a, b int32) int { return strings.Compare(listed[a].Path, listed[b].Path) })
	return x
}

// span gives the positions in order that name the path; a path may be named by
// several objects or lists.
func (x *listIndex) span(p string) (from, to int) {
	from = sort.Search(len(x.order), func(i int) bool { return x.at(i).Path >= p })
	to = from
	for to < len(x.order) && x.at(to).Path == p {
		to++
	}
	return from, to
}

func (x *listIndex) at(i int) *Listed { return &x.listed[x.order[i]] }

// role gives the role of a path; files nothing lists are content.
func (x *listIndex) role(p string) Role {
	from, to := x.span(p)
	for i := from; i < to; i++ {
		if r := x.at(i).Role; r != "" {
			return r
		}
	}
	return RoleContent
}

// distinct counts the paths listed.
func (x *listIndex) distinct() int {
	n := 0
	for i := range x.order {
		if i == 0 || x.at(i).Path != x.at(i-1).Path {
			n++
		}
	}
	return n
}

// completeness compares both directions, by exact path (A7); what is there under
// another form of its name was joined before (spelling).
type completeness struct {
	index    *listIndex
	listsAll bool
	accepted func(path string) bool // checksum lists and the like that nothing needs to list
	told     map[string]bool        // paths, listed and delivered, told as spelled otherwise
	out      *findingSet
}

// delivered notes one delivered file.
func (c *completeness) delivered(f FileFact) {
	from, to := c.index.span(f.Path)
	if from == to {
		switch {
		case c.accepted(f.Path) || c.told[f.Path]:
		case filename.Litter(f.Path):
			c.out.group(CodeLitter.At(f.Path))
		case c.listsAll:
			x := codeUnlisted.At(f.Path)
			if o := openable.Obstacle(f.Obstacle); o != openable.None && f.Damage == "" {
				x = x.Want("", o.Words())
			}
			c.out.add(x)
		}
		return
	}
	for i := from; i < to; i++ {
		c.index.found[i] = true
		if l := c.index.at(i); l.Size >= 0 && l.Size != f.Size && f.Damage == "" {
			c.out.add(codeSize.At(f.Path).On(l.Line).Of(l.Object).Want(bytesText(l.Size), bytesText(f.Size)))
			break
		}
	}
}

func bytesText(n int64) string { return fmt.Sprintf("%d Byte", n) }

// close tells what is missing.
func (c *completeness) close() {
	for _, l := range c.collectMissing() {
		f := CodeMissing.At(l.Path).On(l.Line).Of(l.Object)
		if l.By != "" {
			f = f.Saying(wording.Say("said.check.named-in", l.By))
		}
		c.out.add(f)
	}
}

func (c *completeness) collectMissing() []*Listed {
	var missing []*Listed
	for i := range c.index.order {
		l := c.index.at(i)
		first := i == 0 || c.index.at(i-1).Path != l.Path
		if c.index.found[i] || l.Optional || !first || c.told[l.Path] {
			continue
		}
		missing = append(missing, l)
	}
	return missing
}

// litter reports what systems left and nothing names: it is told as that, and
// nothing else is said of it.
func (c *completeness) litter(p string) bool {
	from, to := c.index.span(p)
	return from == to && filename.Litter(p)
}
