package share

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"laufzettel/appraisal/share"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// maxRuleFile bounds a file of rules.
const maxRuleFile = 1 << 20

// Rules gives the rules for litter that hold for a share: those of a file where one is
// named, else those of the program and of the signed profile, without the ones that the
// profile or the person switches off by name. Error: Refused with the rule that cannot stay.
func (s *Shares) Rules(ctx context.Context, p transfer.Portion, file string, off []string) ([]share.Rule, error) {
	rules, gone := share.Rules(), []string{}
	if file != "" {
		var err error
		if rules, err = ruleFile(file); err != nil {
			return nil, err
		}
	} else if agreed, err := s.Papers.ProfileOf(ctx, p); err == nil && agreed != nil {
		gone = agreed.Litter.Off
		for _, name := range slices.Sorted(maps.Keys(agreed.Litter.Rules)) {
			rules = slices.DeleteFunc(rules, func(r share.Rule) bool { return r.Name == name }) // its own word on the same name
			rules = append(rules, share.Patterns(name, agreed.Litter.Rules[name]))
		}
		if err := share.CheckRules(rules); err != nil {
			return nil, failure.Wrap(failure.Refused, "read rules of profile", wording.Say("hint.share.profile-rules", err.Error()), err)
		}
	}
	for _, name := range off {
		if !slices.ContainsFunc(rules, func(r share.Rule) bool { return r.Name == name }) {
			return nil, noRule(name, rules)
		}
	}
	return slices.DeleteFunc(rules, func(r share.Rule) bool { return slices.Contains(off, r.Name) || slices.Contains(gone, r.Name) }), nil
}

// ruleFile reads the rules of a file.
func ruleFile(file string) ([]share.Rule, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxRuleFile {
		return nil, failure.New(failure.Refused, "read rules", wording.Say("hint.share.rules-too-large"))
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read rules", wording.Say("hint.share.rules-not-opened"), err)
	}
	rules, err := share.ReadRules(data)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read rules", wording.Say("hint.share.rules-unusable", err.Error()), err)
	}
	return rules, nil
}

func noRule(name string, rules []share.Rule) error {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return failure.New(failure.Refused, "find rule", wording.Say("hint.share.unknown-rule", name, strings.Join(names, ", ")))
}

// Means is what a decision is about: folders and files by their paths, what a rule
// means, or what a choice of facets means below a folder.
type Means struct {
	Paths  []string
	Rule   *share.Rule
	Choice share.Choice
	Below  string
}

// Meant is what a decision would change.
type Meant struct {
	Objects []string
	share.Sum
	// Kept are files of a rule or a choice that were decided on their own before: a
	// person's word on a file is not overruled by a rule.
	Kept int
}

// Means tells what a decision is about, before it is made.
func (l *Loaded) Means(m Means) (Meant, error) {
	var out Meant
	below, err := l.At(m.Below)
	if err != nil {
		return out, err
	}
	take := func(n int32) {
		f := &l.Files[n]
		if f.Own {
			out.Kept++
			return
		}
		out.Objects = append(out.Objects, f.ID)
		out.Files, out.Bytes = out.Files+1, out.Bytes+f.Size
	}
	switch {
	case m.Rule != nil:
		for _, n := range l.MeantBy(*m.Rule) {
			if l.Within(l.Files[n].Folder, below) {
				take(n)
			}
		}
	case m.Choice != nil:
		for _, n := range l.Chosen(below, m.Choice) {
			take(n)
		}
	}
	for _, name := range m.Paths {
		if n, ok := l.File(strings.TrimPrefix(name, "/")); ok {
			f := &l.Files[n]
			out.Objects = append(out.Objects, f.ID)
			out.Files, out.Bytes = out.Files+1, out.Bytes+f.Size
			continue
		}
		i, err := l.At(name)
		if err != nil {
			return out, err
		}
		f := &l.Folders[i]
		out.Objects = append(out.Objects, f.ID)
		out.Files, out.Bytes = out.Files+f.Files, out.Bytes+f.Bytes
	}
	return out, nil
}

// ruleReason begins the reason of what was decided by a rule; the report tells it from
// what a person looked at.
const ruleReason = "Regel „"

// DecideOnShare decides on what is meant in one act with one statement, which one undo takes
// back: A, V, or B to open it again. What was decided below on its own stays an
// exception. Error: Refused where nothing is meant.
func (s *Shares) DecideOnShare(ctx context.Context, id string, m Means, rating record.Rating, reason string) (*Loaded, Meant, error) {
	if _, err := s.Office.Allow(ctx, people.Appraise, "decide on share"); err != nil { // said before the portion is looked at
		return nil, Meant{}, err
	}
	l, err := s.Load(ctx, id)
	if err != nil {
		return nil, Meant{}, err
	}
	meant, err := s.DecideOn(ctx, l, m, rating, reason)
	if err != nil {
		return l, meant, err
	}
	return l, meant, s.decided(ctx, l)
}

// DecideOn is DecideOnShare on a share that is loaded; Standing gives how it stands then.
func (s *Shares) DecideOn(ctx context.Context, l *Loaded, m Means, rating record.Rating, reason string) (Meant, error) {
	if _, err := s.Office.Allow(ctx, people.Appraise, "decide on share"); err != nil {
		return Meant{}, err
	}
	meant, err := l.Means(m)
	if err != nil {
		return meant, err
	}
	if len(meant.Objects) == 0 {
		return meant, failure.New(failure.Refused, "decide on share", wording.Say("hint.share.nothing-to-decide"))
	}
	detail := map[string]string{"objects": fmt.Sprint(len(meant.Objects)), "files": fmt.Sprint(meant.Files),
		"bytes": fmt.Sprint(meant.Bytes)}
	switch {
	case m.Rule != nil:
		reason, detail["rule"] = strings.TrimSpace(ruleReason+m.Rule.Name+"“: "+m.Rule.Title+". "+reason), m.Rule.Name
	case m.Choice != nil:
		reason, detail["choice"] = strings.TrimSpace(ruleReason+m.Choice.Said()+"“. "+reason), m.Choice.Said()
	}
	if len(meant.Objects) == 1 && m.Rule == nil && m.Choice == nil {
		return meant, s.Desk.Set(ctx, l.Portion.ID, meant.Objects, rating, reason)
	}
	return meant, s.Desk.SetTogether(ctx, l.Portion.ID, meant.Objects, rating, reason, detail)
}

// NoteLook notes that the person now acting looked at the list of a folder.
func (s *Shares) NoteLook(ctx context.Context, l *Loaded, folder int32) error {
	if s.Office.Person() == "" {
		return nil
	}
	return s.Notes.Look(ctx, l.Portion.ID, l.Folders[folder].ID, s.Office.Person(), false)
}

// NoteOpened notes that the person now acting opened a file.
func (s *Shares) NoteOpened(ctx context.Context, l *Loaded, file int32) error {
	if s.Office.Person() == "" {
		return nil
	}
	return s.Notes.Look(ctx, l.Portion.ID, l.Files[file].ID, s.Office.Person(), true)
}

// Rule gives one rule by its name, of those that hold for a share or of a file.
func (s *Shares) Rule(ctx context.Context, p transfer.Portion, file, name string) (*share.Rule, error) {
	rules, err := s.Rules(ctx, p, file, nil)
	if err != nil {
		return nil, err
	}
	for i := range rules {
		if rules[i].Name == name {
			return &rules[i], nil
		}
	}
	return nil, noRule(name, rules)
}
