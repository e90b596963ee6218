package wording_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laufzettel/assets"
)

const (
	root   = "../.."
	prefix = "hint." // the keys of what stops us
)

// eachFile parses every source file of the program but its tests.
func eachFile(t *testing.T, see func(path string, fset *token.FileSet, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		played := strings.HasSuffix(d.Name(), "test") && d.Name() != "test" // packages of played workspaces (appraisetest)
		if d.IsDir() && (d.Name() == "testdata" || played || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err == nil {
			see(path, fset, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// called tells whether an expression is one of the functions of a package.
func called(e ast.Expr, pkg string, names ...string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || id.Name != pkg {
		return false
	}
	for _, n := range names {
		if sel.Sel.Name == n {
			return true
		}
	}
	return false
}

func unquoted(e ast.Expr) (string, bool) {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(b.Value)
	return s, err == nil
}

func catalogue(t *testing.T, language string) map[string]string {
	t.Helper()
	all, err := assets.Texts(language)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var place = regexp.MustCompile(`\{(\d+)\}`)

// places counts the places of a sentence; -1 where one is left out.
func places(sentence string) int {
	seen := map[int]bool{}
	for _, m := range place.FindAllStringSubmatch(sentence, -1) {
		n, _ := strconv.Atoi(m[1]) // digits
		seen[n] = true
	}
	for n := range len(seen) {
		if !seen[n] {
			return -1
		}
	}
	return len(seen)
}

// Every sentence the code says stands in both catalogues and has a place for each of
// its values, and no hint of the catalogues is left unsaid.
func TestSay_KeysAndPlaces(t *testing.T) {
	de, en := catalogue(t, "de"), catalogue(t, "en")
	said, asked, starts := 0, map[string]bool{}, []string{}
	eachFile(t, func(path string, fset *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok {
				if key, ok := unquoted(s); ok && strings.HasPrefix(key, prefix) && strings.HasSuffix(key, ".") {
					starts = append(starts, key) // what follows is a value of the code
				} else if ok && strings.HasPrefix(key, prefix) {
					asked[key] = true
					if de[key] == "" || en[key] == "" {
						t.Errorf("%s: %q stands not in both languages", fset.Position(s.Pos()), key)
					}
				}
			}
			call, ok := n.(*ast.CallExpr)
			if ok && called(call.Fun, "wording", "Plain") {
				if words, ok := unquoted(call.Args[0]); ok {
					t.Errorf("%s: %q is a sentence of ours; it belongs into the catalogues", fset.Position(call.Pos()), words)
				}
			}
			if !ok || !called(call.Fun, "wording", "Say") || len(call.Args) == 0 || call.Ellipsis.IsValid() {
				return true
			}
			key, ok := unquoted(call.Args[0])
			if !ok {
				return true // put together at run time; the key itself is a literal elsewhere
			}
			said++
			for lang, sentence := range map[string]string{"de": de[key], "en": en[key]} {
				if sentence == "" {
					t.Errorf("%s: %q stands not in %s", fset.Position(call.Pos()), key, lang)
				} else if n := max(places(sentence), places(map[string]map[string]string{"de": de, "en": en}[lang][key+
					".cli"])); n != len(call.Args)-1 {
					t.Errorf("%s: %q has %d places in %s and %d values", fset.Position(call.Pos()), key, n, lang, len(call.Args)-1)
				}
			}
			return true
		})
	})
	if said < 100 {
		t.Errorf("only %d sentences seen", said)
	}
	for key := range de {
		built := slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(key, s) })
		if strings.HasPrefix(key, prefix) && !asked[strings.TrimSuffix(key, ".cli")] && !built {
			t.Errorf("nobody says %s", key)
		}
	}
}
