package check

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Bounds of the files nothing names that are read to find one that is missing: a delivery
// in which all names are others is not read twice as a whole.
const (
	maxMoved      = 2_000
	maxMovedBytes = 2 << 30
)

// maxMovedTold is how many of them are told with both names.
const maxMovedTold = 20

// pairMoved finds files that are missing among those nothing names, by their digests
// (A7): one that is alone with its digest on both sides is the same file under another
// name. Equal bytes of two documents prove nothing (A36).
func (r *run) pairMoved(ctx context.Context, listed []Listed, wanted []int, free []string) ([]int, []string, error) {
	declared := newDeclaredIndex(r.m.Listed, r.lists)
	byDigest, algorithms := missingByDigest(declared, listed, wanted)
	var bytes int64
	for _, p := range free {
		e, _ := r.t.Stat(p)
		bytes += e.Size
	}
	if len(byDigest) == 0 || len(free) == 0 || len(free) > maxMoved || bytes > maxMovedBytes {
		return wanted, free, nil
	}
	among := map[string]bool{}
	for _, p := range free {
		among[p] = true
	}
	found := map[int][]string{}
	err := r.t.Visit(ctx, 1, func(e container.Entry) bool { return among[e.Path] && e.Size > 0 },
		func(ctx context.Context, e container.Entry, c container.Content, fault error) error {
			d, err := newDigester(algorithms)
			if err != nil {
				return err
			}
			if fault != nil {
				return nil // its own check tells why it cannot be read
			}
			if _, err := io.Copy(writerOnly{d}, c.Reader()); err != nil {
				return ctx.Err()
			}
			for alg, sum := range d.Sum() {
				if i, ok := byDigest[alg+" "+sum]; ok && i >= 0 && !slices.Contains(found[i], e.Path) &&
					agrees(declared.of(listed[i].Path), d.Sum()) {
					found[i] = append(found[i], e.Path)
				}
			}
			return nil
		})
	if err != nil {
		return nil, nil, fmt.Errorf("look for missing files by digest: %w", err)
	}
	left, taken := wanted[:0:0], map[string]bool{}
	for _, i := range wanted {
		if l := &listed[i]; len(found[i]) != 1 {
			left = append(left, i)
		} else {
			taken[found[i][0]] = true
			r.respelled = append(r.respelled, respelled{listed: l.Path, delivered: found[i][0], moved: true, object: l.Object, by: l.By,
				line: l.Line, open: r.m.ExactNames})
		}
	}
	return left, slices.DeleteFunc(free, func(p string) bool { return taken[p] }), nil
}

// missingByDigest gives the missing files by what is declared of them; -1 where two share
// a digest. The algorithms are those to be computed.
func missingByDigest(declared *declaredIndex, listed []Listed, wanted []int) (byDigest map[string]int, algorithms []string) {
	byDigest = map[string]int{}
	for _, i := range wanted {
		for _, d := range declared.of(listed[i].Path) {
			if d.malformed || digestLength(d.algorithm) < 16 {
				continue // a CRC proves nothing
			}
			key := d.algorithm + " " + hex.EncodeToString([]byte(d.value))
			if other, there := byDigest[key]; there && other != i {
				byDigest[key] = -1
			} else {
				byDigest[key] = i
			}
			if !slices.Contains(algorithms, d.algorithm) {
				algorithms = append(algorithms, d.algorithm)
			}
		}
	}
	return byDigest, algorithms
}

// agrees reports whether all that is declared of a file holds of these digests.
func agrees(declared []declaredDigest, sums map[string]string) bool {
	return !slices.ContainsFunc(declared, func(d declaredDigest) bool {
		got, computed := sums[d.algorithm]
		return computed && !d.malformed && got != hex.EncodeToString([]byte(d.value))
	})
}

// addMoved tells all files that lie under another name, with both names of the first.
func (s *findingSet) addMoved(found []respelled) {
	var all []respelled
	for _, x := range found {
		if x.moved {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return
	}
	first := all[0]
	f := codeMoved.At(first.delivered).On(first.line).Of(first.object).Want(first.listed, first.delivered)
	if len(all) > 1 {
		var pairs []string
		for _, x := range all {
			f.Paths = append(f.Paths, x.delivered)
			if len(pairs) < maxMovedTold {
				pairs = append(pairs, "„"+x.delivered+"“ = „"+x.listed+"“")
			}
		}
		f = f.Saying(wording.Say("said.check.moved-pairs", strings.Join(pairs, ", ")))
	}
	if first.open {
		f.Severity = Error
		f = f.Advising(wording.Say("said.check.remedy-moved-exact"))
	}
	s.add(f)
}
