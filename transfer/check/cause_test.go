package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// One cause is one finding: what another tells is left out, never what is harder, stands
// elsewhere or belongs to another object.
func TestOneCause(t *testing.T) {
	first := Code{ID: "A", Severity: Error, Tells: []string{"B"}}
	soft := Code{ID: "S", Severity: Warning, Tells: []string{"B"}}
	follows := Code{ID: "B", Severity: Error}
	general := Code{ID: "G", Severity: Error, General: true}
	named := Code{ID: "N", Severity: Error}
	many := follows.At("a")
	many.Paths = []string{"a", "b", "c"}
	for name, tt := range map[string]struct {
		in   []Finding
		want string
	}{
		"follows":            {[]Finding{follows.At("a"), first.At("a")}, "A a"},
		"elsewhere":          {[]Finding{first.At("a"), follows.At("b")}, "A a, B b"},
		"of another object":  {[]Finding{first.At("a").Of("1"), follows.At("a").Of("2")}, "A a, B a"},
		"of the same object": {[]Finding{first.At("a").Of("1"), follows.At("a").Of("1")}, "A a"},
		"harder":             {[]Finding{soft.At("a"), follows.At("a")}, "S a, B a"},
		"one of several":     {[]Finding{many, first.At("a")}, "B b c, A a"},
		"two of several":     {[]Finding{many, first.At("a"), first.At("c")}, "B b, A a, A c"},
		"value":              {[]Finding{general.At("m").On(9).Want("", "„x“"), named.At("m").On(7).Want("", "x")}, "N m"},
		"another value":      {[]Finding{general.At("m").On(9).Want("", "„x“"), named.At("m").On(9).Want("", "y")}, "G m, N m"},
		"value further down": {[]Finding{general.At("m").On(5).Want("", "„x“"), named.At("m").On(7).Want("", "x")}, "G m, N m"},
		"each value once": {[]Finding{general.At("m").On(8).Want("", "„x“"), general.At("m").On(9).Want("", "„x“"),
			named.At("m").On(7).Want("", "x")}, "G m, N m"},
		"no value": {[]Finding{general.At("m").On(8), named.At("m").On(8)}, "G m, N m"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range oneCause(tt.in) {
				got = append(got, f.Code+" "+strings.Join(f.paths(), " "))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What concerns a million files names as many as a report lists, and counts the others.
func TestEachOf(t *testing.T) {
	for _, n := range []int{0, 1, 2, maxPerCode, maxPerCode + 7} {
		paths := make([]string, n)
		for i := range paths {
			paths[i] = fmt.Sprint("a/", i)
		}
		var named, counted int
		list := EachOf(CodeBeside, paths)
		for _, f := range list {
			counted += f.Further
			if f.Further == 0 {
				named += f.Weight()
			}
		}
		if want := max(0, n-maxPerCode); named != n-want || counted != want || len(list) > 2 {
			t.Errorf("%d places: %d named, %d counted in %d findings", n, named, counted, len(list))
		}
	}
}
