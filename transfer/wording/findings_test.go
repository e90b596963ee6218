package wording_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// uttering are the calls whose arguments a person reads in a finding.
var uttering = []string{"Want", "Saying", "Titled", "Advising", "fault", "NewFault", "NearMiss", "NearLayout", "miss", "wrong", "breaks",
	"see", "broken"}

// uttered are the fields of a finding or a fault.
var uttered = []string{"Expected", "Found", "Message", "Remedy"}

// languageFree are words that read the same in every language, because they are written
// so in the delivery: names of formats and units, of elements, columns and statements of
// the standards, which must not be translated.
var languageFree = strings.Fields(`Byte Bytes bytes md5 sha1 sha256 sha512 path JSON data package mirror complete pdf xml mptr Pipe Socket
 TAR in GZIP SonstigerName DatumDesSchreibens Aktenzeichen Vorgangskennzeichen Dokumentdatum BagIt Version urn xoev de xdomea
 uuid Aussonderung Tag Files Required Allowed Allow Fetch txt Accept Serialization`)

var (
	someWord  = regexp.MustCompile(`[\pL\d]+`)
	lowerTwo  = regexp.MustCompile(`\p{Ll}{2}`)
	verbsOf   = regexp.MustCompile(`%[-+# 0]*[\d.]*[a-zA-Z]`)
	noMessage = []string{"transfer/kinds", "transfer/check", "transfer/container", "transfer/slip", "transfer/schema", "transfer/pdfa",
		"transfer/aip", "transfer/prepare", "transfer/kind", "transfer/signature", "app/work"}
)

// literals gives the words that are put together in an expression: of a literal, of a sum,
// of a format.
func literals(e ast.Expr) (out []*ast.BasicLit) {
	switch x := e.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			return []*ast.BasicLit{x}
		}
	case *ast.ParenExpr:
		return literals(x.X)
	case *ast.BinaryExpr:
		return append(literals(x.X), literals(x.Y)...)
	case *ast.CallExpr:
		if called(x.Fun, "fmt", "Sprintf", "Sprint") || called(x.Fun, "strings", "TrimSpace", "Join") {
			for _, a := range x.Args {
				out = append(out, literals(a)...)
			}
		}
	}
	return out
}

// german gives the words of a literal that belong into the catalogues.
func german(s string) (out []string) {
	for _, w := range someWord.FindAllString(verbsOf.ReplaceAllString(s, " "), -1) {
		if lowerTwo.MatchString(w) && !slices.Contains(languageFree, w) {
			out = append(out, w)
		}
	}
	return out
}

// What a finding expects, finds and adds is said by key and values: the German sentence
// stands in the catalogues beside the English one, so that a person reads the finding in
// their own language.
func TestFindings_SentencesOfTheCatalogues(t *testing.T) {
	sites := 0
	judge := func(path string, fset *token.FileSet, e ast.Expr) {
		sites++
		for _, lit := range literals(e) {
			s, _ := unquoted(lit)
			if words := german(s); len(words) > 0 {
				t.Errorf("%s: %q is a sentence of a finding; it belongs into the catalogues (wording.Say)", fset.Position(lit.Pos()), s)
			}
		}
	}
	eachFile(t, func(path string, fset *token.FileSet, f *ast.File) {
		inside := slices.ContainsFunc(noMessage, func(p string) bool { return strings.HasPrefix(path, root+"/"+p) })
		if !inside || strings.HasSuffix(path, "/sample.go") { // sample deliveries are material
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.CallExpr:
				if slices.Contains(uttering, calledName(x.Fun)) {
					for _, a := range x.Args {
						judge(path, fset, a)
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := x.Key.(*ast.Ident); ok && slices.Contains(uttered, key.Name) {
					judge(path, fset, x.Value)
				}
			case *ast.AssignStmt:
				for i, l := range x.Lhs {
					if sel, ok := l.(*ast.SelectorExpr); ok && slices.Contains(uttered, sel.Sel.Name) && i < len(x.Rhs) {
						judge(path, fset, x.Rhs[i])
					}
				}
			}
			return true
		})
	})
	if sites < 500 {
		t.Errorf("only %d sites seen", sites)
	}
}

func calledName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}
