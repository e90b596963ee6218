package browser_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laufzettel/app/browser"
)

// windowKeys are the keys of the window by action, read from the sources of its screens:
// the literals of every call of act, or of Act and On of kit.ListScreen, are the name and the keys.
func windowKeys(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	files, err := filepath.Glob("../../views/*/*.go")
	must(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		must(t, err)
		room := filepath.Base(filepath.Dir(name))
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fn := ""
			switch x := call.Fun.(type) {
			case *ast.Ident:
				fn = x.Name
			case *ast.SelectorExpr:
				fn = "." + x.Sel.Name
			}
			if fn == ".Searching" { // kit.ListScreen
				out[room+".search"] = append(out[room+".search"], "/")
			}
			if !slices.Contains([]string{"act", ".Act", ".On"}, fn) &&
				!slices.Contains([]string{"conflicts.row", "book.row", "people.row", "shell.a"}, room+"."+fn) {
				return true
			}
			var said []string
			for _, a := range call.Args {
				if lit, ok := a.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					must(t, err)
					said = append(said, text)
				}
			}
			table := room == "layout" || room == "conflicts" && fn == "row" || fn == ".On"
			if len(said) > 0 && table && (fn != ".On" || strings.Contains(said[0], ".")) { // the first one is the table it acts on
				said = said[1:]
			}
			if len(said) > 1 {
				id := room + "." + said[0]
				out[id] = append(out[id], said[1:]...)
			}
			return true
		})
	}
	for place, key := range map[string]string{"shell/shell.go": `"Alt+"`, "kit/form.go": `"Strg+Enter"`} { // not said by act
		raw, err := os.ReadFile(filepath.Join("../../views", place))
		must(t, err)
		if !strings.Contains(string(raw), key) {
			t.Errorf("views/%s has no key %s", place, key)
		}
	}
	out["shell.view"], out["kit.form"] = []string{"Alt+1"}, []string{"Strg+Enter"}
	return out
}

var (
	bornBy   = regexp.MustCompile(`data-key="([^"{]+)"`)
	assigned = regexp.MustCompile(`\.Key(?:, [\w.]+)* = ("[^"]+"(?:, "[^"]+")*)|deedView\{Key: ("[^"]+")`)
	spoken   = regexp.MustCompile(`"([^"]+)"`)
)

// pageKeys are the keys the pages bear, by template or source.
func pageKeys(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{"routes.go": {"Alt+1"}, "share.html": {"A", "V", "B"}} // made of a number, and of a letter
	for _, pattern := range []string{"pages/*.html", "*.go"} {
		files, err := filepath.Glob(pattern)
		must(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			raw, err := os.ReadFile(name)
			must(t, err)
			base := filepath.Base(name)
			for _, m := range bornBy.FindAllStringSubmatch(string(raw), -1) {
				out[base] = append(out[base], m[1])
			}
			for _, m := range assigned.FindAllStringSubmatch(string(raw), -1) {
				for _, key := range spoken.FindAllStringSubmatch(m[1]+m[2], -1) {
					if key[1] != "Alt+" { // with a number behind it
						out[base] = append(out[base], key[1])
					}
				}
			}
		}
	}
	return out
}

// Every key of a page is one of the window for the same thing, no page bears one that is
// not in the table, and the table has none that no page bears.
func TestKeys_AreThoseOfTheWindow(t *testing.T) {
	window, pages := windowKeys(t), pageKeys(t)
	if len(window) < 80 || len(pages) < 20 {
		t.Fatalf("%d actions, %d pages with keys: the test looks past them", len(window), len(pages))
	}
	table := browser.Keys()
	for _, k := range table {
		switch {
		case k.Action == "" && k.Why == "":
			t.Errorf("%s in %s is no key of the window and does not say why", k.Key, k.Where)
		case k.Action != "" && !slices.Contains(window[k.Action], k.Key):
			t.Errorf("%s in %s: the window has %v for %s", k.Key, k.Where, window[k.Action], k.Action)
		}
		for where := range strings.FieldsSeq(k.Where) {
			if !slices.Contains(pages[where], k.Key) {
				t.Errorf("%s bears no %s", where, k.Key)
			}
		}
	}
	for where, keys := range pages {
		for _, key := range keys {
			if !slices.ContainsFunc(
				table,
				func(k browser.PageKey) bool { return k.Key == key && slices.Contains(strings.Fields(k.Where), where) },
			) {
				t.Errorf("%s bears %s, which is not in the table of keys", where, key)
			}
		}
	}
}
