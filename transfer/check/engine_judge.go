package check

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Limits of names: longer ones make trouble under Windows.
const (
	maxName = 200
	maxPath = 260
)

// judge runs the general rules in one walk over the facts, then the kind's own.
func (r *run) judge(ctx context.Context) error {
	total := int64(len(r.rules) + 1)
	r.progress(PhaseRules, 0, total)
	if err := r.generalRules(ctx); err != nil {
		return err
	}
	r.agreement()
	r.plausibility()
	for i, rule := range r.rules {
		r.progress(PhaseRules, int64(i+1), total)
		if _, err := r.runRule(ctx, rule); err != nil {
			return err
		}
	}
	r.progress(PhaseRules, total, total)
	return nil
}

func (r *run) kindRules(k Kind) (rules []Rule) {
	defer func() {
		if p := recover(); p != nil {
			r.findings.add(codeRuleFailed.At("").Want("", fmt.Sprint(p)))
		}
	}()
	return k.Rules(r.m)
}

// generalRules walks the facts once: completeness, digests, formats, names, and
// what the read itself found.
func (r *run) generalRules(ctx context.Context) error {
	isList := r.listPaths()
	comp := &completeness{index: r.index, listsAll: r.listsAll, out: r.findings, accepted: func(p string) bool { return isList[p] },
		told: map[string]bool{}}
	for _, s := range r.respelled {
		if s.open {
			comp.told[s.listed], comp.told[s.delivered] = true, true
		}
	}
	fix := &fixityRule{declared: r.declared, out: r.findings, whole: r.in.whole, unrelated: r.unrelated}
	formats := newFormatRule(r.in.Profile, r.e.Identify != nil, r.findings)
	seen := &seenChecks{}
	r.empty = true
	err := r.facts.EachFile(ctx, func(f FileFact) error {
		role := r.index.role(f.Path)
		if isList[f.Path] {
			role = RoleManifest
		}
		r.report.Files.Delivered++
		r.report.Files.Bytes += f.Size
		comp.delivered(f)
		if comp.litter(f.Path) {
			return nil
		}
		r.empty = false
		told := r.obstacle(f, role)
		r.sealedFile(f, role)
		r.findings.add(f.Findings...)
		fix.see(f, role)
		formats.see(f, role, told)
		seen.see(f)
		r.longNames(f.Path)
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk journal: %w", err)
	}
	if err := r.emptyFolders(ctx); err != nil {
		return err
	}
	comp.close()
	r.spellingFindings()
	fix.close()
	r.report.Files.Listed = r.index.distinct()
	r.report.Formats = formats.all()
	r.done = append(r.done, fix.done(), r.completenessDone(r.listsAll), Done{Name: "names", State: Full, Tool: "Laufzettel"},
		formatDone(r.e.Identify))
	r.done = append(r.done, seen.pdfaDone(r.in.NoPDFA, r.e.PDFA)...)
	r.done = append(r.done, seen.textDone()...)
	r.done = append(r.done, seen.nestedDone(r.m.ReadsNested)...)
	return nil
}

// emptyFolders counts the folders the delivery names and tells of those without any
// file: what was delivered is listed, also what has no bytes.
func (r *run) emptyFolders(ctx context.Context) error {
	empty, all, err := EmptyFolders(ctx, r.t)
	if err != nil {
		return err
	}
	if slices.Contains(PlainFiles{}.Names(), r.match.Kind) {
		r.report.Files.Folders = all
	}
	for _, dir := range empty {
		if !r.marked(dir + "/") {
			r.report.Files.EmptyFolders++
			r.findings.group(CodeFolderEmpty.At(dir + "/"))
		}
	}
	return nil
}

// EmptyFolders lists the folders of a tree without any file, also deeper, and counts all
// it names on their own. Errors are those of ctx.
func EmptyFolders(ctx context.Context, t container.Tree) (empty []string, all int, err error) {
	dirs := container.Directories(t)
	full := make([]bool, len(dirs))
	mark := func(name string) {
		for i := strings.LastIndexByte(name, '/'); i > 0; i = strings.LastIndexByte(name[:i], '/') {
			n, named := slices.BinarySearchFunc(dirs, name[:i],
				func(d container.Directory, p string) int { return strings.Compare(d.Path, p) })
			if named && full[n] {
				return // so are those above
			}
			if named {
				full[n] = true
			}
		}
	}
	if len(dirs) == 0 {
		return nil, 0, ctx.Err()
	}
	err = t.Files(ctx, func(e container.Entry) error { mark(e.Path); return nil })
	for i, d := range dirs {
		if !full[i] {
			empty = append(empty, d.Path)
		}
	}
	return empty, len(dirs), err
}

func (r *run) marked(folder string) bool {
	return r.m != nil && slices.ContainsFunc(r.m.Marks, func(mark string) bool { return strings.HasPrefix(folder, mark) })
}

func (r *run) longNames(p string) {
	if n := utf8.RuneCountInString(path.Base(p)); n > maxName {
		r.findings.add(codeNameLong.At(p).Want(wording.Say("want.check.characters", maxName),
			wording.Say("found.check.name-characters", n)))
		return
	}
	if n := utf8.RuneCountInString(p); n > maxPath {
		r.findings.add(codeNameLong.At(p).Want(wording.Say("want.check.characters", maxPath),
			wording.Say("found.check.path-characters", n)))
	}
}

// agreement compares kind and agency with the profile (A1, A27).
func (r *run) agreement() {
	p := r.in.Profile
	if p == nil {
		return
	}
	if len(p.Kinds) > 0 && !slices.Contains(p.Kinds, r.report.Kind) {
		agreed := make([]any, len(p.Kinds))
		for i, k := range p.Kinds {
			agreed[i] = KindWords(k)
		}
		r.findings.add(codeKindNotAgreed.At("").Want(wording.List(wording.Say("said.check.or"), agreed), KindWords(r.report.Kind)))
	}
	if p.AgencyID != "" && r.m.Agency.ID != "" && p.AgencyID != r.m.Agency.ID {
		r.findings.add(codeAgencyDiffers.At("").Want(p.AgencyID, r.m.Agency.ID))
	}
	for _, field := range p.Unwritten() {
		r.findings.add(codeUnwritten.At("").Saying(field))
	}
}

// runRule runs one rule of the kind. A fault of the rule itself is a finding and
// the check goes on; what an administrator or time can mend ends it.
func (r *run) runRule(ctx context.Context, rule Rule) ([]Finding, error) {
	findings, err := guardRule(ctx, rule, r.facts)
	r.findings.add(findings...)
	if lookup := r.facts.failed(); lookup != nil {
		return nil, fmt.Errorf("rule %s: %w", rule.Name, lookup)
	}
	d := Done{Name: rule.Name, State: Full, Tool: "Laufzettel"}
	if err != nil {
		if ctx.Err() != nil || failure.KindOf(err) != failure.Bug {
			return nil, fmt.Errorf("rule %s: %w", rule.Name, err)
		}
		r.findings.add(codeRuleFailed.At("").Want(rule.Name, err.Error()))
		d = d.As(Partial, wording.Say("why.broke-off"))
	}
	r.done = append(r.done, d)
	return findings, nil
}

var errRulePanic = errors.New("rule broke off")

func guardRule(ctx context.Context, rule Rule, f Facts) (findings []Finding, err error) {
	defer func() {
		if p := recover(); p != nil {
			findings, err = nil, fmt.Errorf("%w: %v", errRulePanic, p)
		}
	}()
	return rule.Run(ctx, f)
}
