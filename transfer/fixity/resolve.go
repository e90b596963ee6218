package fixity

import (
	"iter"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// mapping turns a declared path into a path of the tree: strip leading segments,
// then put prefix before the rest.
type mapping struct {
	strip  int
	prefix string
}

const (
	maxStrip  = 12   // leading segments a list made elsewhere may have too many
	maxSample = 2000 // entries a mapping is judged by
)

// Resolve gives, for every entry of l, the path of the tree it speaks of, "" for
// none. Lists are written beside the files, above them, or with the drive of
// another machine before every path; so one rule (strip n leading segments, put
// dir before) is chosen for the whole list: the one by which most entries exist,
// the least change first. dir is the folder of the list inside the tree, "" for
// the top or a list from outside; has tells whether the tree has a file. all
// gives every path and is asked only where a list gives bare names (md5deep -b);
// it may be nil. Paths only select files of the tree, they open nothing.
func Resolve(l *List, dir string, has func(path string) bool, all iter.Seq[string]) []string {
	out := make([]string, len(l.Entries))
	best, hits := mapping{}, -1
	step := max(1, len(l.Entries)/maxSample)
	for _, m := range mappings(dir) {
		n := 0
		for i := 0; i < len(l.Entries); i += step {
			if m.find(l.Entries[i], has) != "" {
				n++
			}
		}
		if n > hits {
			best, hits = m, n
		}
	}
	bare, missing := true, false
	for i, e := range l.Entries {
		out[i] = best.find(e, has)
		missing = missing || out[i] == ""
		bare = bare && !strings.Contains(e.Path, "/")
	}
	if bare && missing && all != nil {
		byBase(l, out, all)
	}
	return out
}

func mappings(dir string) []mapping {
	var out []mapping
	for strip := 0; strip <= maxStrip; strip++ {
		if dir != "" && dir != "." {
			out = append(out, mapping{strip, dir})
		}
		out = append(out, mapping{strip, ""})
	}
	return out
}

// find tries the path as declared, with the torn rest of its name, in the other
// Unicode normal form (macOS), and with backslashes as separators. None of these
// can hit a wrong file: a tree holds no twins.
func (m mapping) find(e Entry, has func(string) bool) string {
	for _, p := range []string{e.Joined, e.Path} {
		if p == "" {
			continue
		}
		if got := m.apply(p); got != "" && has(got) {
			return got
		}
		for _, form := range []string{norm.NFC.String(p), norm.NFD.String(p), strings.ReplaceAll(p, `\`, "/")} {
			if got := m.apply(form); form != p && got != "" && has(got) {
				return got
			}
		}
	}
	return ""
}

func (m mapping) apply(p string) string {
	for range m.strip {
		_, rest, ok := strings.Cut(p, "/")
		if !ok {
			return ""
		}
		p = rest
	}
	if m.prefix == "" {
		return p
	}
	return path.Join(m.prefix, p)
}

// byBase finds bare names that occur once in the whole tree.
func byBase(l *List, out []string, all iter.Seq[string]) {
	want := map[string]string{}
	for i, e := range l.Entries {
		if out[i] == "" {
			want[e.Path] = ""
			if e.Joined != "" {
				want[e.Joined] = ""
			}
		}
	}
	const twice = "/"
	for p := range all {
		base := path.Base(p)
		if seen, wanted := want[base]; wanted {
			if want[base] = p; seen != "" {
				want[base] = twice
			}
		}
	}
	for i, e := range l.Entries {
		if out[i] != "" {
			continue
		}
		for _, name := range []string{e.Joined, e.Path} {
			if p := want[name]; p != "" && p != twice {
				out[i] = p
				break
			}
		}
	}
}
