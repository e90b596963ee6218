package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors are the rooms of app/work from the ground up; a room knows those below it.
var floors = []string{"office", "intake", "appraise", "share", "reading", "pack", "outbox", "accession", "clerk", "trial"}

// What one type and one package may hold before a concept is missing.
const (
	mostMethods = 60
	mostFiles   = 40
)

func TestRoomsKnowTheRoomsBelow(t *testing.T) {
	seen := 0
	for _, p := range list(t, "./app/work/...") {
		from := slices.Index(floors, strings.TrimPrefix(p.ImportPath, module+"/app/work/"))
		for _, imp := range p.Imports {
			to, inside := strings.CutPrefix(imp, module+"/app/work/")
			if imp == module+"/app/work" {
				t.Errorf("%s imports the house that wires it", p.ImportPath)
			}
			if !inside || from < 0 {
				continue
			}
			seen++
			if at := slices.Index(floors, to); at < 0 || at >= from {
				t.Errorf("%s imports %s, which lies above it", p.ImportPath, imp)
			}
		}
		if from < 0 && p.ImportPath != module+"/app/work" {
			t.Errorf("%s is no room of the house", p.ImportPath)
		}
	}
	if seen == 0 {
		t.Error("no room imports a room: the test looks at nothing")
	}
}

// readersOf names who beside the shelf may know a concrete kind: rooms that need the
// document of that one kind. Tests may import any.
var readersOf = map[string][]string{
	"app/cli": {"website"}, "app/window": {"website", "xdomea"},
	"app/work/accession": {"xdomea"}, "app/work/appraise": {"xdomea"}, "app/work/intake": {"norm"},
	"app/work/office": {"norm"}, "app/work/reading": {"handelsregister", "website"},
	"viewer/website":   {"website"},
	"transfer/corpora": {"bagit", "eark", "ech0160", "siard", "website"},
	// the issuer of the signed sample, for cases that trust it
	"make/corpus/beside": {"norm"},
}

// TestKindsStandOnAShelf: a kind knows no other kind, the shelf alone knows all of them,
// and what serves every kind knows none.
func TestKindsStandOnAShelf(t *testing.T) {
	const shelf = module + "/transfer/kinds"
	seen := 0
	for _, p := range list(t, "./...") {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			name, isKind := strings.CutPrefix(imp, shelf+"/")
			switch {
			case imp == shelf:
				if from != "app/work" && from != "bench" {
					t.Errorf("%s takes from the shelf: it is handed to it", from)
				}
				seen++
			case isKind && p.ImportPath != shelf && !slices.Contains(readersOf[from], name):
				t.Errorf("%s imports the kind %s", from, name)
			}
		}
	}
	if seen == 0 {
		t.Error("nobody takes from the shelf: the test looks at nothing")
	}
}

// typeFacts is what a type declares itself and what it embeds, by "folder: name".
type typeFacts struct {
	methods  int
	forwards int // methods that hand their call on to one of the same name
	embeds   []string
}

// typesOf reads the types of all packages of ours: methods of a struct, of an interface,
// and what either embeds, from whatever package of ours that comes.
func typesOf(packages map[string][]*ast.File) map[string]*typeFacts {
	all := map[string]*typeFacts{}
	of := func(key string) *typeFacts {
		if all[key] == nil {
			all[key] = &typeFacts{}
		}
		return all[key]
	}
	for dir, files := range packages {
		for _, f := range files {
			key := func(e ast.Expr) string { return typeKey(dir, f, e) }
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv != nil {
						t := of(key(n.Recv.List[0].Type))
						if t.methods++; forwards(n) {
							t.forwards++
						}
					}
					return false
				case *ast.TypeSpec:
					var fields []*ast.Field
					switch x := n.Type.(type) {
					case *ast.StructType:
						fields = x.Fields.List
					case *ast.InterfaceType:
						fields = x.Methods.List
					}
					for _, field := range fields {
						if _, method := field.Type.(*ast.FuncType); method {
							if _, face := n.Type.(*ast.InterfaceType); face {
								of(dir + ": " + n.Name.Name).methods += len(field.Names)
							}
						} else if len(field.Names) == 0 {
							t := of(dir + ": " + n.Name.Name)
							t.embeds = append(t.embeds, key(field.Type))
						}
					}
					return false
				}
				return true
			})
		}
	}
	return all
}

// typeKey names a type by folder and name, also one of another package of ours.
func typeKey(dir string, f *ast.File, e ast.Expr) string {
	name := typeName(e)
	pkg, own, other := strings.Cut(name, ".")
	if !other {
		return dir + ": " + name
	}
	for _, imp := range f.Imports {
		where, ours := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), module+"/")
		local := filepath.Base(where)
		if imp.Name != nil {
			local = imp.Name.Name
		}
		if ours && local == pkg {
			return "../" + where + ": " + own
		}
	}
	return name // of others: what they hold is not ours to divide
}

// forwards reports whether a method does nothing but call one of its own name with what
// it was given.
func forwards(fd *ast.FuncDecl) bool {
	if fd.Body == nil || len(fd.Body.List) != 1 {
		return false
	}
	var x ast.Expr
	switch s := fd.Body.List[0].(type) {
	case *ast.ExprStmt:
		x = s.X
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			x = s.Results[0]
		}
	}
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	for _, arg := range call.Args {
		if _, plain := arg.(*ast.Ident); !plain {
			return false // it makes something of what it was given
		}
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == fd.Name.Name
}

// whole counts the methods of a type with those of all it embeds.
func whole(all map[string]*typeFacts, key string, seen map[string]bool) int {
	t := all[key]
	if t == nil || seen[key] {
		return 0
	}
	seen[key] = true
	n := t.methods
	for _, inner := range t.embeds {
		n += whole(all, inner, seen)
	}
	return n
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// sources parses the packages of ours without their tests, by folder.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	for _, top := range []string{"app", "appraisal", "sync", "transfer", "viewer", "views"} {
		err := filepath.WalkDir("../"+top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				packages[filepath.ToSlash(filepath.Dir(path))] = append(packages[filepath.ToSlash(filepath.Dir(path))], f)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

// mostForwarded is how many methods a type may have that all only hand on.
const mostForwarded = 2

func TestNoTypeIsAHouseOfItsOwn(t *testing.T) {
	packages := sources(t)
	all := typesOf(packages)
	largest := 0
	for key, facts := range all {
		n := whole(all, key, map[string]bool{})
		if largest = max(largest, n); n > mostMethods {
			t.Errorf("%s has %d methods, embedded ones counted, more than %d: which concept is missing?", key, n, mostMethods)
		}
		if facts.forwards > mostForwarded && facts.forwards == facts.methods {
			t.Errorf("%s has %d methods and all of them only forward: its users can ask the one behind it", key, facts.methods)
		}
	}
	if largest < mostMethods/2 {
		t.Errorf("the largest type has %d methods: the test looks past them", largest)
	}
	for dir, files := range packages {
		if n := len(files); n > mostFiles {
			t.Errorf("%s has %d files, more than %d: which room is missing?", dir, n, mostFiles)
		}
	}
}
