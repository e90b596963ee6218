package check

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// respelled is a listed file that was delivered under another form of its name.
type respelled struct {
	listed, delivered string
	differences       []filename.Difference
	object, by        string
	line              int
	moved             bool // found by its digest, not by its name
	open              bool // not taken for the listed file: a person must say so
}

// spelling finds, before anything is read, the files that are there under another
// form of their name (E9): what is declared of them then holds for the file that was
// delivered, so that its digest and size are compared and nothing is told twice. A
// pair counts only where neither side has a second candidate. Where a standard
// compares names byte by byte (Manifest.ExactNames), and where only the extension
// differs, the pair is told and nothing is taken as the other.
func (r *run) spelling(ctx context.Context, listed []Listed) error {
	wanted := undelivered(r.t, listed)
	if len(wanted) == 0 {
		return nil
	}
	named := make(map[string]bool, len(listed))
	for i := range listed {
		named[listed[i].Path] = true
	}
	lists := r.listPaths()
	var free []string
	err := r.t.Files(ctx, func(e container.Entry) error {
		if !named[e.Path] && !lists[e.Path] && !filename.Litter(e.Path) {
			free = append(free, e.Path)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for similar names: %w", err)
	}
	base := func(p string) string { return path.Base(filename.Key(p)) }
	stem := func(p string) string { return filename.Stem(filename.Key(p)) }
	for _, key := range []func(string) string{filename.Key, base, stem} {
		wanted, free = r.pair(listed, wanted, free, key)
	}
	if wanted, free, err = r.pairMoved(ctx, listed, wanted, free); err != nil {
		return err
	}
	r.pairNearly(listed, wanted, free)
	r.respell()
	return nil
}

// pairNearly joins what nobody else is nearer to: blanks that got lost, umlauts spelled out, letters that got
// lost, a name cut in the middle. It may be another file, so a person says so.
func (r *run) pairNearly(listed []Listed, wanted []int, free []string) {
	for _, loose := range filename.Loose {
		wanted, free = r.pairIf(listed, wanted, free, loose.Key, func(l, delivered string) ([]filename.Difference, bool) {
			return []filename.Difference{loose.Difference}, loose.Difference == filename.Joined || !filename.ASCII(l) ||
				!filename.ASCII(delivered)
		})
	}
	whole := map[string]string{} // key of a cut name that is there: the key of the only listed one it can be
	byKey := map[string]bool{}
	for _, p := range free {
		byKey[filename.CutKey(p)] = true
	}
	for _, i := range wanted {
		name := listed[i].Path
		filename.Cuts(name, func(key string) bool {
			if !byKey[key] {
				return true
			}
			if _, twice := whole[key]; twice {
				name = ""
			}
			whole[key] = name
			return false
		})
	}
	r.pairIf(listed, wanted, free, func(p string) string {
		if name, ok := whole[filename.CutKey(p)]; ok {
			return name
		}
		return p
	}, func(string, string) ([]filename.Difference, bool) { return []filename.Difference{filename.Short}, true })
}

// undelivered gives the listed paths that are not there, each with its first place.
func undelivered(t container.Tree, listed []Listed) (out []int) {
	seen := map[string]bool{}
	for i := range listed {
		p := listed[i].Path
		if _, there := t.Stat(p); there || seen[p] {
			continue
		}
		seen[p] = true
		out = append(out, i)
	}
	return out
}

// pair joins what has the same key and is alone with it on both sides; it gives back
// what found no other.
func (r *run) pair(listed []Listed, wanted []int, free []string, key func(string) string) ([]int, []string) {
	return r.pairIf(listed, wanted, free, key, filename.Compare)
}

// pairIf is pair where compare has the last word; an empty key is none.
func (r *run) pairIf(listed []Listed, wanted []int, free []string, key func(string) string,
	compare func(listed, delivered string) ([]filename.Difference, bool)) ([]int, []string) {
	const several = -2
	byKey := make(map[string]int, len(wanted))
	for _, i := range wanted {
		k := key(listed[i].Path)
		if k == "" {
			continue
		}
		if _, twice := byKey[k]; twice {
			byKey[k] = several
		} else {
			byKey[k] = i
		}
	}
	found := map[int][]string{}
	for _, p := range free {
		if i, ok := byKey[key(p)]; ok && i != several {
			found[i] = append(found[i], p)
		}
	}
	taken := map[string]bool{}
	left := wanted[:0:0]
	for _, i := range wanted {
		l := &listed[i]
		if len(found[i]) != 1 {
			left = append(left, i)
			continue
		}
		differences, same := compare(l.Path, found[i][0])
		if !same {
			left = append(left, i)
			continue
		}
		taken[found[i][0]] = true
		r.respelled = append(r.respelled, respelled{listed: l.Path, delivered: found[i][0], differences: differences, object: l.Object,
			by: l.By, line: l.Line,
			open: r.m.ExactNames || slices.ContainsFunc(differences, undecided)})
	}
	return left, slices.DeleteFunc(free, func(p string) bool { return taken[p] })
}

// undecided reports a difference behind which another file may stand.
func undecided(d filename.Difference) bool {
	return slices.Contains([]filename.Difference{filename.Extension, filename.Joined, filename.Umlaut, filename.Letters, filename.Short}, d)
}

// respell moves what is declared of a listed name to the file that was delivered.
func (r *run) respell() {
	to := map[string]string{}
	for _, s := range r.respelled {
		if !s.open {
			to[s.listed] = s.delivered
		}
	}
	if len(to) == 0 {
		return
	}
	for i := range r.m.Listed {
		if p, ok := to[r.m.Listed[i].Path]; ok {
			r.m.Listed[i].Path = p
		}
	}
	for i := range r.lists {
		for k := range r.lists[i].entries {
			if e := &r.lists[i].entries[k]; !e.delivered {
				if p, ok := to[e.path]; ok {
					e.path, e.delivered = p, true
				}
			}
		}
	}
}

// rename gives the record tree the names of the files as they were delivered: by
// them they are shown, appraised and packaged. The name of the message stays as the
// original name where it names no other.
func (r *run) rename() {
	to := map[string]string{}
	for _, s := range r.respelled {
		if !s.open {
			to[s.object+"\x00"+path.Base(s.listed)] = s.delivered
		}
	}
	if len(to) == 0 {
		return
	}
	for o := range record.All(r.m.Roots) {
		for v := range o.Versions {
			for n := range o.Versions[v].Renditions {
				f := &o.Versions[v].Renditions[n].File
				delivered, ok := to[o.ID+"\x00"+path.Base(f.Name)]
				if !ok {
					continue
				}
				if f.Original == "" {
					f.Original = f.Name
				}
				f.Name = delivered
			}
		}
	}
}

// differenceWords say what differs and what is to be done; only the first
// difference asks for something.
var differenceWords = map[filename.Difference][2]wording.Text{
	filename.UnicodeForm: {wording.Say("said.check.differs-form"), wording.Say("said.check.remedy-form")},
	filename.CodePage:    {wording.Say("said.check.differs-code-page"), wording.Say("said.check.remedy-code-page")},
	filename.Encoding:    {wording.Say("said.check.differs-encoding"), wording.Say("said.check.remedy-encoding")},
	filename.Separator:   {wording.Say("said.check.differs-separator"), wording.Say("said.check.remedy-separator")},
	filename.Invisible:   {wording.Say("said.check.differs-invisible"), wording.Say("said.check.remedy-invisible")},
	filename.Joined:      {wording.Say("said.check.differs-joined"), wording.Say("said.check.remedy-letters")},
	filename.Umlaut:      {wording.Say("said.check.differs-umlaut"), wording.Say("said.check.remedy-letters")},
	filename.Letters:     {wording.Say("said.check.differs-letters"), wording.Say("said.check.remedy-letters")},
	filename.Short:       {wording.Say("said.check.differs-short"), wording.Say("said.check.remedy-short")},
	filename.Sign:        {wording.Say("said.check.differs-sign"), wording.Say("said.check.remedy-sign")},
	filename.System:      {wording.Say("said.check.differs-system"), wording.Say("said.check.remedy-system")},
	filename.Blank:       {wording.Say("said.check.differs-blank"), wording.Say("said.check.remedy-blank")},
	filename.Case:        {wording.Say("said.check.differs-case"), wording.Say("said.check.remedy-case")},
	filename.Folder:      {wording.Say("said.check.differs-folder"), wording.Say("said.check.remedy-folder")},
	filename.Extension:   {wording.Say("said.check.differs-extension"), wording.Say("said.check.remedy-extension")},
}

// spellingFindings tells each kind of difference once, with all files.
func (r *run) spellingFindings() {
	r.findings.addMoved(r.respelled)
	for _, s := range r.respelled {
		if s.moved {
			continue
		}
		code := CodeRespelled
		if s.open {
			code = codeSpelledOtherwise
		}
		f := code.At(s.delivered).On(s.line).Of(s.object)
		remedies := []wording.Text{}
		for _, d := range s.differences {
			words := differenceWords[d]
			f = f.Saying(words[0])
			remedies = append(remedies, words[1])
		}
		if !s.open {
			f = f.Advising(wording.List(" ", remedies))
		}
		f = f.Want(s.listed, s.delivered)
		if slices.Contains(s.differences, filename.UnicodeForm) {
			f = f.Want(shownForm(s.listed), shownForm(s.delivered))
		}
		if slices.Contains(s.differences, filename.Invisible) {
			f = f.Want(shownSigns(s.listed), shownSigns(s.delivered))
		}
		r.findings.group(f)
	}
}

// shownSigns writes the signs of a name that have no width by their numbers.
func shownSigns(name string) string {
	var out strings.Builder
	for _, r := range name {
		if unicode.Is(unicode.Cf, r) {
			fmt.Fprintf(&out, "[U+%04X]", r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// shownForm makes visible how a name is stored where it looks the same.
func shownForm(name string) wording.Text {
	switch {
	case norm.NFC.IsNormalString(name):
		return wording.Say("found.check.form-nfc", name)
	case norm.NFD.IsNormalString(name):
		return wording.Say("found.check.form-nfd", name)
	}
	return wording.Say("found.check.form-mixed", name)
}
