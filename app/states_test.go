package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// decisive are the endings of names that say how something stands. What bears one is
// a type with its values, of the core or of the screen, from where it becomes true up
// to where it is drawn: a word mistyped is then no state nobody draws, but an error of
// the compiler.
var decisive = []string{"State", "Severity", "Result", "Verdict", "Step", "Tone", "Standing"}

func decides(name string) bool {
	return slices.ContainsFunc(decisive, func(end string) bool { return strings.HasSuffix(name, end) })
}

// parsed walks the sources of a folder of the project that are no tests.
func parsed(t *testing.T, root string, visit func(name string, fset *token.FileSet, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", root), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(filepath.ToSlash(name), fset, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestModelsKeepStatesTyped: no presenter holds a state, a severity or an outcome as a
// string.
func TestModelsKeepStatesTyped(t *testing.T) {
	seen := 0
	parsed(t, "views", func(name string, fset *token.FileSet, f *ast.File) {
		if f.Name.Name != "model" {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok {
				return true
			}
			for _, id := range field.Names {
				if !decides(id.Name) {
					continue
				}
				seen++
				if kind, ok := field.Type.(*ast.Ident); ok && kind.Name == "string" {
					t.Errorf("%s: %s is a string: it wants the type its values have", fset.Position(id.Pos()), id.Name)
				}
			}
			return true
		})
	})
	if seen == 0 {
		t.Error("no state found: the test looks at nothing")
	}
}

// TestStatesAreComparedByName: screens and their sources compare states with the names
// of their values, never with words.
func TestStatesAreComparedByName(t *testing.T) {
	seen := 0
	state := func(x ast.Expr) bool {
		s, ok := x.(*ast.SelectorExpr)
		if ok && decides(s.Sel.Name) {
			seen++
			return true
		}
		return false
	}
	for _, root := range []string{"views", "app/window"} {
		parsed(t, root, func(_ string, fset *token.FileSet, f *ast.File) {
			word := func(x ast.Expr) {
				if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING && lit.Value != `""` {
					t.Errorf("%s: a state is compared with the word %s, not with the name of a value", fset.Position(lit.Pos()), lit.Value)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					if (n.Op == token.EQL || n.Op == token.NEQ) && (state(n.X) || state(n.Y)) {
						word(n.X)
						word(n.Y)
					}
				case *ast.SwitchStmt:
					if n.Tag == nil || !state(n.Tag) {
						return true
					}
					for _, c := range n.Body.List {
						for _, x := range c.(*ast.CaseClause).List {
							word(x)
						}
					}
				}
				return true
			})
		})
	}
	if seen == 0 {
		t.Error("no comparison found: the test looks at nothing")
	}
}

// TestMessagesAreNamedByTheProcedure: which message of the procedure a delivery is, is
// asked of transfer/procedure; nobody compares the name of a kind with a word.
func TestMessagesAreNamedByTheProcedure(t *testing.T) {
	number := regexp.MustCompile(`^"(xdomea-)?050[1-7]"$|^"xdomea-"$`)
	seen := 0
	for _, root := range []string{"app", "appraisal", "sync", "transfer", "viewer", "views"} {
		parsed(t, root, func(name string, fset *token.FileSet, f *ast.File) {
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING || !number.MatchString(lit.Value) {
					return true
				}
				if strings.HasPrefix(name, "../transfer/procedure/") {
					seen++
				} else {
					t.Errorf("%s: %s names a message: transfer/procedure has its name", fset.Position(lit.Pos()), lit.Value)
				}
				return true
			})
		})
	}
	if seen == 0 {
		t.Error("the procedure names no message: the test looks at nothing")
	}
}
