package check

import (
	"encoding/hex"
	"laufzettel/transfer/wording"
	"slices"
	"sort"
	"strings"
)

// declaredDigest is one declared digest in a compact form: a million of them
// must fit (G12).
type declaredDigest struct {
	path      string
	value     string // raw bytes; where malformed, the text as declared
	algorithm string
	by        string
	line      int32
	malformed bool
}

// declaredIndex holds the digests of all sources of a delivery by path (G4).
type declaredIndex struct {
	all     []declaredDigest // by path, algorithm, value
	unknown map[string]int   // algorithm nobody can compute → statements
}

// newDeclaredIndex gathers what the manifest and the checksum lists declare.
func newDeclaredIndex(listed []Listed, lists []checksumList) *declaredIndex {
	x := &declaredIndex{unknown: map[string]int{}}
	for i := range listed {
		for _, d := range listed[i].Digests {
			x.add(listed[i].Path, d)
		}
	}
	for _, l := range lists {
		for _, e := range l.entries {
			x.add(e.path, e.declared)
		}
	}
	slices.SortStableFunc(x.all, func(a, b declaredDigest) int {
		if c := strings.Compare(a.path, b.path); c != 0 {
			return c
		}
		if c := strings.Compare(a.algorithm, b.algorithm); c != 0 {
			return c
		}
		return strings.Compare(a.value, b.value)
	})
	return x
}

func (x *declaredIndex) add(path string, d Declared) {
	n := digestLength(d.Algorithm)
	if n == 0 {
		x.unknown[d.Algorithm]++
		return
	}
	raw, err := hex.DecodeString(d.Value)
	e := declaredDigest{path: path, value: string(raw), algorithm: d.Algorithm, by: d.By, line: int32(d.Line)}
	if err != nil || len(raw) != n {
		e.value, e.malformed = d.Value, true
	}
	x.all = append(x.all, e)
}

// of gives the digests declared of a path.
func (x *declaredIndex) of(path string) []declaredDigest {
	from := sort.Search(len(x.all), func(i int) bool { return x.all[i].path >= path })
	to := from
	for to < len(x.all) && x.all[to].path == path {
		to++
	}
	return x.all[from:to]
}

// wantedDigests are the algorithms computed of a path: our own and what is
// declared of it, each once.
func (r *run) wantedDigests(path string) []string {
	out := r.in.Algorithms
	cloned := false
	for _, d := range r.declared.of(path) {
		if slices.Contains(out, d.algorithm) {
			continue
		}
		if !cloned {
			out, cloned = slices.Clone(out), true
		}
		out = append(out, d.algorithm)
	}
	return out
}

// fixityRule compares computed with declared digests over all sources.
type fixityRule struct {
	declared *declaredIndex
	out      *findingSet
	compared int  // files with at least one comparison
	without  int  // content files nobody declares a digest of
	whole    bool // what holds them all was compared
	// unrelated are lists beside the delivery that name nothing of it.
	unrelated []string
}

func (r *fixityRule) see(f FileFact, role Role) {
	decl := r.declared.of(f.Path)
	if len(decl) == 0 {
		if role == RoleContent {
			r.without++
		}
		return
	}
	if f.Damage != "" {
		return
	}
	r.compared++
	var matched, differed *declaredDigest
	conflict := false
	for i := range decl {
		d := &decl[i]
		if d.malformed {
			r.out.add(codeDigestMalformed.At(f.Path).On(int(d.line)).Want(d.algorithm, d.value).Saying(source(d)))
			continue
		}
		if i > 0 && decl[i-1].algorithm == d.algorithm && !decl[i-1].malformed && decl[i-1].value == d.value {
			continue // the same statement from another list
		}
		got := f.Digests[d.algorithm]
		if got == hex.EncodeToString([]byte(d.value)) {
			matched = d
			continue
		}
		r.out.add(CodeDigestDiffers.At(f.Path).On(int(d.line)).Want(d.algorithm+" "+hex.EncodeToString([]byte(d.value)), d.algorithm+" "+
			got).Saying(source(d)).Saying(notContent(role)))
		conflict = conflict || differed != nil && differed.algorithm == d.algorithm
		differed = d
	}
	if differed != nil && (matched != nil || conflict) {
		r.out.add(r.contradiction(f.Path, decl))
	}
}

func (r *fixityRule) contradiction(path string, decl []declaredDigest) Finding {
	var by []string
	for i := range decl {
		if !decl[i].malformed && !slices.Contains(by, decl[i].by) && decl[i].by != "" {
			by = append(by, decl[i].by)
		}
	}
	f := codeDigestConflict.At(path)
	if len(by) > 0 {
		f = f.Saying(wording.Say("said.check.stated-in", strings.Join(by, ", ")))
	}
	return f
}

// notContent tells a difference outside the content apart: a schema that was
// reformatted on the way is not a damaged document.
func notContent(role Role) wording.Text {
	switch role {
	case RoleSchema:
		return wording.Say("said.check.is-schema")
	case RoleDoc:
		return wording.Say("said.check.is-doc")
	}
	return wording.Text{}
}

func source(d *declaredDigest) wording.Text {
	if d.by == "" {
		return wording.Text{}
	}
	return wording.Say("said.check.source", d.by)
}

// close tells what could not be compared at all.
func (r *fixityRule) close() {
	names := make([]string, 0, len(r.declared.unknown))
	for name := range r.declared.unknown {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		shown := wording.Plain(name)
		if name == "" {
			shown = wording.Say("found.check.nameless")
		}
		r.out.add(codeDigestUnknown.At("").Want("", shown).Saying(wording.Say("said.check.algorithm-count",
			r.declared.unknown[name], shown)))
	}
	if r.without > 0 && len(r.declared.all) == 0 && len(names) == 0 && !r.whole {
		f := codeNoDigest.At("")
		if len(r.unrelated) > 0 {
			f = f.Saying(wording.Say("said.check.unrelated", strings.Join(r.unrelated, "“, „")))
		}
		r.out.add(f)
	}
}

// done is the state of the check "fixity".
func (r *fixityRule) done() Done {
	d := Done{Name: "fixity", Tool: "Laufzettel", State: Full}
	switch {
	case r.compared == 0 && r.without == 0 && len(r.declared.all) == 0:
		d = d.As(NotDone, wording.Say("why.no-digests-due"))
	case r.compared == 0:
		d = d.As(NotDone, wording.Say("why.no-digests"))
	case r.without > 0:
		d = d.As(Partial, wording.Say("why.digests-missing", r.without, r.compared))
	case len(r.declared.unknown) > 0:
		d = d.As(Partial, wording.Say("why.digests-unknown"))
	}
	return d
}
