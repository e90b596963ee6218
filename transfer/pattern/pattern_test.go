package pattern_test

import (
	"reflect"
	"regexp"
	"testing"

	"laufzettel/transfer/pattern"
)

// What a pattern answers is what package regexp answers.
func TestPattern_AnswersAsRegexp(t *testing.T) {
	tests := []struct{ expression, s string }{
		{`(\d{2})\.(\d{2})`, "am 01.02. und 03.04."},
		{`a|ab`, "xabab"},
		{`x`, ""},
	}
	for _, tt := range tests {
		p, r := pattern.Of(tt.expression), regexp.MustCompile(tt.expression)
		twice := func(s string) string { return s + s }
		same(t, tt.expression, p.String(), r.String())
		same(t, "MatchString", p.MatchString(tt.s), r.MatchString(tt.s))
		same(t, "FindString", p.FindString(tt.s), r.FindString(tt.s))
		same(t, "FindStringIndex", p.FindStringIndex(tt.s), r.FindStringIndex(tt.s))
		same(t, "FindStringSubmatch", p.FindStringSubmatch(tt.s), r.FindStringSubmatch(tt.s))
		same(t, "FindStringSubmatchIndex", p.FindStringSubmatchIndex(tt.s), r.FindStringSubmatchIndex(tt.s))
		same(t, "FindAllStringIndex", p.FindAllStringIndex(tt.s, -1), r.FindAllStringIndex(tt.s, -1))
		same(t, "FindAllSubmatch", p.FindAllSubmatch([]byte(tt.s), 1), r.FindAllSubmatch([]byte(tt.s), 1))
		same(t, "ReplaceAllString", p.ReplaceAllString(tt.s, "$1"), r.ReplaceAllString(tt.s, "$1"))
		same(t, "ReplaceAllStringFunc", p.ReplaceAllStringFunc(tt.s, twice), r.ReplaceAllStringFunc(tt.s, twice))
	}
}

func TestPattern_LongestAndShape(t *testing.T) {
	if got := pattern.Of(`a|ab`).Longest().FindString("xab"); got != "ab" {
		t.Errorf("longest of a|ab in xab: %q, want ab", got)
	}
	if got := pattern.Shape(`a~b`, "~", `[ \t]`).FindString("xa\tb"); got != "a\tb" {
		t.Errorf("a~b in a, tabulator, b: %q", got)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
