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
var floors = []string{"office", "intake", "appraise", "reading", "pack", "outbox", "accession", "clerk", "trial"}

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

// undivided are types and packages that wait to be divided, with their size today:
// they may shrink, never grow.
var undivided = map[string]int{
	"../app/window": 42,
}

// methodsOf counts the methods each type of a package declares, and what it embeds.
func methodsOf(files []*ast.File) (methods map[string]int, embeds map[string][]string) {
	methods, embeds = map[string]int{}, map[string][]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil {
				methods[typeName(fd.Recv.List[0].Type)]++
			}
			gd, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range gd.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					if st, ok := ts.Type.(*ast.StructType); ok {
						for _, field := range st.Fields.List {
							if len(field.Names) == 0 {
								embeds[ts.Name.Name] = append(embeds[ts.Name.Name], typeName(field.Type))
							}
						}
					}
				}
			}
		}
	}
	return methods, embeds
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

func TestNoTypeIsAHouseOfItsOwn(t *testing.T) {
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
	for dir, files := range packages {
		methods, embeds := methodsOf(files)
		for name, n := range methods {
			for _, inner := range embeds[name] {
				n += methods[inner]
			}
			if n > max(mostMethods, undivided[dir+": "+name]) {
				t.Errorf("%s: %s has %d methods, more than %d: which concept is missing?", dir, name, n, mostMethods)
			}
		}
		if n := len(files); n > max(mostFiles, undivided[dir]) {
			t.Errorf("%s has %d files, more than %d: which room is missing?", dir, n, mostFiles)
		}
	}
}
