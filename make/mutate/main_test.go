package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Of a small module the change a test notices is told as caught, the other survives, and
// the tree stays as it was.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module a\n\ngo 1.25\n",
		"a.go":   "package a\n\nfunc Tested(n int) bool { return n > 3 }\n\nfunc Untested(a, b bool) bool { return a && b }\n",
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif Tested(3) || !Tested(4) " +
			"{\n\t\tt.Error(1)\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out strings.Builder
	ok, err := run(&out, 10, 7, 60, ".", nil)
	if err != nil || !ok {
		t.Errorf("%v, %v\n%s", ok, err, out.String())
	}
	for _, want := range []string{"> -> <=: caught by ./. TestA", "3 -> (3+1): caught by ./. TestA", "&& -> ||: SURVIVED",
		"2 of 3 changes of 3 places"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, out.String())
		}
	}
	if ok, err := run(&out, 10, 7, 80, ".", nil); ok || err != nil {
		t.Errorf("two of three are enough for 80 percent: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestSites(t *testing.T) {
	src := "package a\n\nfunc f(n int, s string) (bool, string) {\n\tfor !false {\n\t\tn++\n\t\tcontinue\n\t}\n\treturn n+1 >= 2, " +
		"\"a\" + s\n}\n"
	list, err := sites("a.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, src[m.from:m.to]+" "+m.wants)
	}
	slices.Sort(got)
	want := []string{"!  ", "+ -", "++ --", "1 (1+1)", "2 (2+1)", ">= <", "continue break", "false true"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
