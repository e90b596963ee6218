// Package pattern holds regular expressions that are compiled when they are first asked:
// a program of many readers begins with each command anew, and most commands ask few of
// them.
package pattern

import (
	"regexp"
	"strings"
	"sync"
)

// Pattern is a regular expression (package regexp); its methods are those of the same names
// there. It may be asked by several goroutines at once.
type Pattern struct {
	compiled func() *regexp.Regexp
}

// Of is the pattern of an expression. A faulty one panics when it is first asked, so each is
// asked by a test.
func Of(expression string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// Shape is the pattern of an expression after words of its author are replaced, pairs of old
// and new.
func Shape(expression string, oldNew ...string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(strings.NewReplacer(oldNew...).Replace(expression))
	})}
}

// Longest is the same pattern taking the longest of what it allows.
func (p *Pattern) Longest() *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp {
		r := regexp.MustCompile(p.String())
		r.Longest()
		return r
	})}
}

// String is the expression.
func (p *Pattern) String() string { return p.compiled().String() }

// MatchString tells whether s holds a match.
func (p *Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

// FindString is the first match in s, "" for none.
func (p *Pattern) FindString(s string) string { return p.compiled().FindString(s) }

// FindStringIndex is where the first match lies in s, nil for none.
func (p *Pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

// FindStringSubmatch is the first match in s and its groups, nil for none.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex is where the first match and its groups lie in s, nil for none.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

// FindAllStringSubmatchIndex is where the first n matches and their groups lie in s, all where
// n is negative.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// FindAllStringIndex is where the first n matches lie in s, all where n is negative.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

// FindAllSubmatch is the first n matches in b with their groups.
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte {
	return p.compiled().FindAllSubmatch(b, n)
}

// ReplaceAllString is s with each match replaced by repl, in which $1 is the first group.
func (p *Pattern) ReplaceAllString(s, repl string) string {
	return p.compiled().ReplaceAllString(s, repl)
}

// ReplaceAllStringFunc is s with each match replaced by what repl says of it.
func (p *Pattern) ReplaceAllStringFunc(s string, repl func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(s, repl)
}
