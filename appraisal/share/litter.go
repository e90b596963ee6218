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
	first, hits := make([]uint8, len(t.Files)), 0 // the number of the rule and one; there are at most maxRules
	for r, files := range t.meantBy(rules) {
		for _, n := range files {
			if first[n] == 0 {
				first[n] = uint8(r + 1)
				hits++
			}
		}
	}
	out := make([]Hit, 0, hits)
	for n, r := range first {
		if r > 0 {
			out = append(out, Hit{int32(n), int(r - 1)})
		}
	}
	return out
}

// MeantBy gives all files one rule means, in path order, whatever other rules mean them. It is
// not to be changed: as names and sizes stay what they are, it is found once.
func (t *Tree) MeantBy(r Rule) []int32 { return t.meantBy([]Rule{r})[0] }

// mostMeant is of how many rules it is kept what they mean: those of a share, and as many again
// where a person tries others.
const mostMeant = 2 * maxRules

// meantBy gives the files of each rule. Names are gone through once for all rules that nobody
// asked for yet.
func (t *Tree) meantBy(rules []Rule) [][]int32 {
	t.litter.Lock()
	defer t.litter.Unlock()
	if t.hits == nil || len(t.hits) > mostMeant {
		t.hits = map[string][]int32{}
	}
	var unknown []Rule
	for _, r := range rules {
		if _, known := t.hits[r.key()]; !known {
			unknown = append(unknown, r)
		}
	}
	if len(unknown) > 0 {
		for i, files := range t.search(unknown) {
			t.hits[unknown[i].key()] = files
		}
	}
	out := make([][]int32, len(rules))
	for i, r := range rules {
		out[i] = t.hits[r.key()]
	}
	return out
}

// key tells rules apart by what they mean.
func (r Rule) key() string {
	return fmt.Sprintf("%t %q %q %q %q", r.Empty, r.Files, r.Folders, r.With, r.Not)
}

// search holds every name of a share against rules.
func (t *Tree) search(rules []Rule) [][]int32 {
	rules = lowered(rules)
	out := make([][]int32, len(rules))
	t.looked.Add(int64(len(t.Files)))
	for i := range t.Files {
		f := &t.Files[i]
		name := strings.ToLower(f.Name)
		for r := range rules {
			if rules[r].Empty && f.Size == 0 || matches(rules[r].Files, name) {
				out[r] = append(out[r], int32(i))
			}
		}
	}
	for r := range rules {
		if len(rules[r].Folders)+len(rules[r].With) > 0 {
			t.litterFolders(0, rules[r], func(n int32) { out[r] = append(out[r], n) })
			slices.Sort(out[r])
			out[r] = slices.Compact(out[r])
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
		holds := func(n int32) bool { return matches(list, strings.ToLower(t.Files[n].Name)) }
		if !slices.ContainsFunc(t.Folders[i].Own, holds) {
			return false
		}
	}
	not := false
	t.FilesBelow(i, func(n int32) { not = not || matches(r.Not, strings.ToLower(t.Files[n].Name)) })
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
