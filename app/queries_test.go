package app_test

import (
	"go/ast"
	"go/token"
	"testing"
)

// walksPackages lists who may walk all packages: those whose work is every one of them.
// To find one there are questions (transfer.Portions), to count there are numbers.
var walksPackages = map[string]string{
	"work/reading/held.go":   "opens every package that lies here, to read the formats out of it (A26) or into the index",
	"work/pack/inventory.go": "plans a transformation over all packages that hold a format (P11)",
}

// One question for one fact: no room goes through the stock to find one package.
func TestOnlyWorkOnAllWalksAllPackages(t *testing.T) {
	found := map[string]bool{}
	appFiles(t, token.NewFileSet(), ".", func(name string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "EachPackage" {
				found[name] = true
				if walksPackages[name] == "" {
					t.Errorf("%s walks all packages", name)
				}
			}
			return true
		})
	})
	for name := range walksPackages {
		if !found[name] {
			t.Errorf("%s is listed and walks no packages", name)
		}
	}
}
