package share

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Rule names litter: files that systems and programs leave behind. It is data: the ones
// that come with the program stand in litter.json, a profile may bring its own.
type Rule struct {
	Name  string `json:"name"`  // short, for switching and for the reason of a decision
	Title string `json:"title"` // what it is, German
	Why   string `json:"why"`   // why it is no record, German
	// Files are patterns for file names (path.Match, case ignored).
	Files []string `json:"files,omitempty"`
	Empty bool     `json:"empty,omitempty"` // files without a single byte
	// Folders are patterns for names of folders of which all below is meant.
	Folders []string `json:"folders,omitempty"`
	// With describes a folder by the files in it: it must hold one of every list, and
	// none of Not, all the way down.
	With [][]string `json:"with,omitempty"`
	Not  []string   `json:"not,omitempty"`
}

//go:embed litter.json
var litter []byte

// Limits of a list of rules from outside.
const (
	maxRules    = 200
	maxPatterns = 200
)

// Rules gives the rules that come with the program.
func Rules() []Rule {
	rules, err := ReadRules(litter)
	if err != nil {
		panic("share: litter.json: " + err.Error()) // held by a test
	}
	return rules
}

// ReadRules reads rules from JSON. Error: a sentence with the rule that cannot stay.
func ReadRules(data []byte) ([]Rule, error) {
	var rules []Rule
	if err := json.Unmarshal(data, &rules); err != nil {
		return nil, fmt.Errorf("die Datei ist keine Liste von Regeln: %w", err)
	}
	return rules, CheckRules(rules)
}

// CheckRules says which rule cannot stay, in a sentence.
func CheckRules(rules []Rule) error {
	if len(rules) > maxRules {
		return fmt.Errorf("es sind mehr als %d Regeln", maxRules)
	}
	seen := map[string]bool{}
	for i, r := range rules {
		lists := append(slices.Clone(r.With), r.Files, r.Folders, r.Not)
		switch {
		case r.Name == "" || r.Title == "" || r.Why == "":
			return fmt.Errorf("Regel %d: Name (name), Bezeichnung (title) und Grund (why) müssen dastehen", i+1)
		case seen[r.Name]:
			return fmt.Errorf("Regel %d: Den Namen „%s“ gibt es schon", i+1, r.Name)
		case len(r.Files)+len(r.Folders)+len(r.With) == 0 && !r.Empty:
			return fmt.Errorf("Regel „%s“: Sie trifft nichts (files, folders, with oder empty)", r.Name)
		}
		seen[r.Name] = true
		for _, list := range lists {
			if len(list) > maxPatterns {
				return fmt.Errorf("Regel „%s“: mehr als %d Muster", r.Name, maxPatterns)
			}
			for _, p := range list {
				if _, err := path.Match(p, ""); err != nil || strings.Trim(p, "*?") == "" {
					return fmt.Errorf("Regel „%s“: Das Muster „%s“ geht nicht", r.Name, p)
				}
			}
		}
	}
	return nil
}

// Patterns makes the rule of a profile out of its line: patterns parted by commas, those
// of folders with a slash at the end, then a semicolon and what it is.
func Patterns(name, line string) Rule {
	all, why, _ := strings.Cut(line, ";")
	r := Rule{Name: name, Title: strings.TrimSpace(why), Why: strings.TrimSpace(why)}
	for p := range strings.SplitSeq(all, ",") {
		p = strings.TrimSpace(p)
		switch folder, ok := strings.CutSuffix(p, "/"); {
		case p == "":
		case ok:
			r.Folders = append(r.Folders, folder)
		default:
			r.Files = append(r.Files, p)
		}
	}
	return r
}

// Hit is a file a rule means.
type Hit struct {
	File int32
	Rule int
}

// Litter gives the files the rules mean, each with the first rule that does, in path
// order.
func (t *Tree) Litter(rules []Rule) []Hit {
	rules = lowered(rules)
	meant := make([]int32, len(t.Files))
	for i := range meant {
		meant[i] = int32(len(rules))
	}
	take := func(n int32, r int) { meant[n] = min(meant[n], int32(r)) }
	for i := range t.Files {
		f := &t.Files[i]
		name := strings.ToLower(path.Base(f.Path))
		for r := range rules {
			if rules[r].Empty && f.Size == 0 || matches(rules[r].Files, name) {
				take(int32(i), r)
				break
			}
		}
	}
	for r := range rules {
		if len(rules[r].Folders)+len(rules[r].With) > 0 {
			t.litterFolders(0, rules[r], func(n int32) { take(n, r) })
		}
	}
	var out []Hit
	for i, r := range meant {
		if int(r) < len(rules) {
			out = append(out, Hit{int32(i), int(r)})
		}
	}
	return out
}

// lowered gives rules with their patterns in small letters.
func lowered(rules []Rule) []Rule {
	low := func(list []string) []string {
		out := make([]string, len(list))
		for i, p := range list {
			out[i] = strings.ToLower(p)
		}
		return out
	}
	out := slices.Clone(rules)
	for i := range out {
		r := &out[i]
		r.Files, r.Folders, r.Not, r.With = low(r.Files), low(r.Folders), low(r.Not), slices.Clone(r.With)
		for n := range r.With {
			r.With[n] = low(r.With[n])
		}
	}
	return out
}

// litterFolders takes all files below the folders a rule means.
func (t *Tree) litterFolders(i int32, r Rule, take func(int32)) {
	f := &t.Folders[i]
	if i > 0 && (matches(r.Folders, strings.ToLower(f.Name())) || t.with(i, r)) {
		t.FilesBelow(i, take)
		return
	}
	for _, s := range f.Folders {
		t.litterFolders(s, r, take)
	}
}

// with reports whether a folder holds what the rule asks for: one file of every list
// directly, and nothing of Not down to the bottom.
func (t *Tree) with(i int32, r Rule) bool {
	if len(r.With) == 0 {
		return false
	}
	for _, list := range r.With {
		holds := func(n int32) bool { return matches(list, strings.ToLower(path.Base(t.Files[n].Path))) }
		if !slices.ContainsFunc(t.Folders[i].Own, holds) {
			return false
		}
	}
	not := false
	t.FilesBelow(i, func(n int32) { not = not || matches(r.Not, strings.ToLower(path.Base(t.Files[n].Path))) })
	return !not
}

// matches reports whether a name is of a pattern, both in small letters. Most patterns are
// a name or an extension, and a share has a million names.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if rest, ok := strings.CutPrefix(p, "*"); ok && !strings.ContainsAny(rest, `*?[\`) {
			return strings.HasSuffix(name, rest) && !strings.Contains(name, "/")
		}
		ok, _ := path.Match(p, name) // patterns were tried when they were read
		return ok
	})
}
