package check

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/container"
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

// completeness compares both directions, by exact path (A7). Differences in case
// or normalisation only are still differences, but are told as such.
type completeness struct {
	index    *listIndex
	listsAll bool
	accepted func(path string) bool // checksum lists and the like that nothing needs to list
	out      *findingSet

	unlisted []string // kept for the look-alikes, at most maxPerCode
}

// delivered notes one delivered file.
func (c *completeness) delivered(f FileFact) {
	from, to := c.index.span(f.Path)
	if from == to {
		if c.listsAll && !c.accepted(f.Path) && len(c.unlisted) <= maxPerCode {
			c.unlisted = append(c.unlisted, f.Path)
		} else if c.listsAll && !c.accepted(f.Path) {
			c.out.add(codeUnlisted.At(f.Path))
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

// close tells what is missing and what is too much.
func (c *completeness) close(ctx context.Context, t container.Tree) error {
	missing := c.collectMissing()
	twins, err := c.twins(ctx, t, missing)
	if err != nil {
		return err
	}
	wanted := map[string]string{} // delivered look-alike → listed name
	for _, l := range missing {
		f := codeMissing.At(l.Path).On(l.Line).Of(l.Object)
		if l.By != "" {
			f = f.Saying("Genannt in " + l.By + ".")
		}
		if twin := twins[fold(l.Path)]; twin != "" {
			f = f.Want(l.Path, twin).Saying("Geliefert ist eine Datei, deren Name sich nur in der Schreibweise (Groß- und Kleinbuchstaben, Umlaute) unterscheidet.")
			wanted[twin] = l.Path
		} else if twin := twins[path.Base(fold(l.Path))]; twin != "" {
			f = f.Want(l.Path, twin).Saying("Eine Datei dieses Namens liegt in einem anderen Ordner.")
		}
		c.out.add(f)
	}
	for _, p := range c.unlisted {
		f := codeUnlisted.At(p)
		switch {
		case wanted[p] != "":
			f = f.Want(wanted[p], p).Saying("Genannt ist ein Name, der sich nur in der Schreibweise unterscheidet.")
		case systemFile(p):
			f = f.Saying("Es ist eine Hilfsdatei des Betriebssystems.")
		}
		c.out.add(f)
	}
	return nil
}

func (c *completeness) collectMissing() []*Listed {
	var missing []*Listed
	for i := range c.index.order {
		l := c.index.at(i)
		first := i == 0 || c.index.at(i-1).Path != l.Path
		if c.index.found[i] || l.Optional || !first {
			continue
		}
		missing = append(missing, l)
	}
	return missing
}

// twins looks for delivered files that are almost the missing ones: by folded
// path, else by folded base name among the unlisted.
func (c *completeness) twins(ctx context.Context, t container.Tree, missing []*Listed) (map[string]string, error) {
	if len(missing) == 0 {
		return nil, nil
	}
	want := make(map[string]bool, len(missing))
	for _, l := range missing {
		want[fold(l.Path)] = true
	}
	twins := map[string]string{}
	err := t.Files(ctx, func(e container.Entry) error {
		if k := fold(e.Path); want[k] {
			twins[k] = e.Path
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for similar names: %w", err)
	}
	for _, p := range c.unlisted {
		if k := path.Base(fold(p)); twins[k] == "" {
			twins[k] = p
		}
	}
	return twins, nil
}

// fold makes names equal that differ only in case or Unicode normalisation.
func fold(p string) string { return cases.Fold().String(norm.NFC.String(p)) }

// systemFile reports files that file managers leave behind.
func systemFile(p string) bool {
	base := strings.ToLower(path.Base(p))
	return base == "thumbs.db" || base == ".ds_store" || base == "desktop.ini" ||
		strings.HasPrefix(base, "._") || strings.HasPrefix(p, "__MACOSX/")
}
