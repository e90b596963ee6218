package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laufzettel/assets"
	"laufzettel/transfer/wording"
)

// texts are the texts of the papers by key.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all, err := assets.Texts(wording.German)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for k, v := range all {
		if strings.HasPrefix(k, "paper.") {
			out[k] = v
		}
	}
	return out
}

var (
	place    = regexp.MustCompile(`\{\d\}`)
	sentence = regexp.MustCompile(`[äöüßÄÖÜ„]|^[A-Z][a-z]{2,}$|[A-Za-z]{2,}[ ,] ?[a-z]{3,}`)
)

// technical are literals that look like words and are none of a paper: names of PDF, of
// metadata, of errors and of the colour profile.
var technical = []string{"Document", "Table", "Names", "Root", "No copyright, use freely\x00", "sRGB IEC61966-2.1", "write pages",
	"write report"}

// source parses the files of the package but its tests.
func source(t *testing.T, see func(set *token.FileSet, f *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	names, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		see(set, f)
	}
}

// Every text of a paper stands in the catalogue, with a place for each of its values,
// and every text of the catalogue stands on a paper.
func TestTexts_StandInTheCatalogue(t *testing.T) {
	known, asked := texts(t), map[string]bool{}
	var starts []string
	source(t, func(set *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				name, key := function(call), literal(call.Args[0])
				if name == "say" && key != "" && known[key] != "" && len(place.FindAllString(known[key], -1)) != len(call.Args)-1 {
					t.Errorf("%s: %s has other places than values: %q", set.Position(n.Pos()), key, known[key])
				}
				if unit := literal(call.Args[len(call.Args)-1]); name == "counted" && unit != "" {
					asked["paper.unit."+unit+".one"], asked["paper.unit."+unit+".other"] = true, true
				}
			}
			text, ok := n.(ast.Expr)
			if key := literal(text); ok && strings.HasPrefix(key, "paper.") {
				asked[key] = true
				if strings.HasSuffix(key, ".") {
					starts = append(starts, key)
				} else if known[key] == "" {
					t.Errorf("%s: %s stands in no catalogue", set.Position(n.Pos()), key)
				}
			}
			return true
		})
	})
	for _, unit := range []string{"dossier", "subdossier", "subcase", "attachment", "to-appraise"} { // contents names them in a table
		asked["paper.unit."+unit+".one"], asked["paper.unit."+unit+".other"] = true, true
	}
	for key := range known {
		begun := slices.ContainsFunc(starts, func(s string) bool { return s != "paper.unit." && strings.HasPrefix(key, s) })
		if !asked[key] && !begun {
			t.Errorf("no paper says %s", key)
		}
	}
}

// No text of a paper is a literal of the code.
func TestTexts_NoneInTheCode(t *testing.T) {
	source(t, func(set *token.FileSet, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.ImportSpec, *ast.IndexExpr, *ast.Field:
				return false
			case *ast.CompositeLit:
				if typed, ok := x.Type.(*ast.SelectorExpr); ok && typed.Sel.Name == "Dict" {
					return false
				}
			case *ast.CallExpr:
				if name := function(x); name == "Errorf" || name == "Say" || name == "Name" || name == "New" ||
					strings.HasPrefix(name, "RawWrite") {
					return false
				}
			case *ast.BasicLit:
				text := literal(x)
				if sentence.MatchString(text) && !strings.ContainsAny(text, "<>/_") && !slices.Contains(technical, text) && !pdfName(text) {
					t.Errorf("%s: %q belongs into the catalogue", set.Position(x.Pos()), text)
				}
			}
			return true
		})
	})
}

// pdfName tells the names of the structure of a PDF, which are words of the format.
func pdfName(s string) bool {
	return slices.Contains(strings.Fields("Div TBody THead Figure Layout List Disc Column Scope Lbl"), s)
}

// function is the name of what a call calls, without its package.
func function(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal is the value of a string literal, "" of anything else.
func literal(e ast.Expr) string {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(b.Value)
	if err != nil {
		return ""
	}
	return s
}
