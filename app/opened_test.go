package app_test

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What opens content, by package: names that are no mere values. Only the reading room
// may use them, so that what may be seen is decided once (reading.Room.Open).
var openers = map[string][]string{
	"laufzettel/viewer/catalog":    {"New", "Catalog"},
	"laufzettel/viewer/access":     {"NewStore", "Store"},
	"laufzettel/viewer/siard":      {"Reader", "OpenTree", "Sweep"},
	"laufzettel/viewer/website":    {"*"},
	"laufzettel/viewer/findingaid": {"NewEAD", "NewCSV"},
	"laufzettel/viewer/fulltext":   {"New", "Index"},
	"laufzettel/viewer":            {"NewOpener", "Opener"},
	"laufzettel/transfer/aip":      {"Open", "OpenVerified", "WriteProven", "Package"},
}

// mayOpen lists who may use them beside the reading room, with the reason; an entry
// nobody needs any more is an error.
var mayOpen = map[string]string{
	"work/opener.go: laufzettel/viewer":                     "wiring: lists the readers of all formats",
	"work/opener.go: laufzettel/viewer/siard":               "wiring",
	"work/opener.go: laufzettel/viewer/website":             "wiring",
	"work/stores.go: laufzettel/viewer":                     "wiring: makes the stores",
	"work/stores.go: laufzettel/viewer/access":              "wiring",
	"work/stores.go: laufzettel/viewer/catalog":             "wiring",
	"work/stores.go: laufzettel/viewer/fulltext":            "wiring",
	"work/stores.go: laufzettel/viewer/siard":               "wiring",
	"work/appraise/appraise.go: laufzettel/viewer":          "reads a delivery in ingest for its word index, asked by Desk.MayShow before it answers",
	"work/appraise/appraise.go: laufzettel/viewer/fulltext": "words of a delivery in ingest, asked by Desk.MayShow before it answers",
	"work/pack/pack.go: laufzettel/viewer":                  "writes packages: asks which formats are shown, and makes conversions",
	"work/pack/packages.go: laufzettel/transfer/aip":        "proves a package it has just written",
	"work/pack/convert.go: laufzettel/transfer/aip":         "writes a second representation out of a package, with the right to preserve",
	"work/pack/final.go: laufzettel/transfer/aip":           "writes the package of the final archive, with the right to package",
	"work/pack/inventory.go: laufzettel/transfer/aip":       "counts formats and tells what to convert, with the right to preserve",
	"work/office/copies.go: laufzettel/transfer/aip":        "registers a copy of a package the reading room gave out",
	"receiver/receiver.go: laufzettel/transfer/aip":         "check side: proves a package before its receipt is signed, gives nothing out",
}

// appFiles gives the Go files of app that are no tests.
func appFiles(t *testing.T, fset *token.FileSet, under string, fn func(name string, f *ast.File)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(under, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err == nil {
			n++
			fn(filepath.ToSlash(path), f)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%d files read, %v", n, err)
	}
}

func TestOnlyTheReadingRoomOpensContent(t *testing.T) {
	used := map[string]bool{}
	appFiles(t, token.NewFileSet(), ".", func(name string, f *ast.File) {
		if within(name, "work/reading") {
			return
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			banned, watched := openers[path]
			if !watched {
				continue
			}
			local := filepath.Base(path)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			for what := range selected(f, local) {
				if !slices.Contains(banned, what) && !slices.Contains(banned, "*") {
					continue
				}
				key := name + ": " + path
				if used[key] = true; mayOpen[key] == "" {
					t.Errorf("%s uses %s.%s: content is opened by reading.Room.Open only", name, local, what)
				}
			}
		}
	})
	for key := range mayOpen {
		if !used[key] {
			t.Errorf("mayOpen: nobody needs %q any more", key)
		}
	}
}

// selected gives the names a file takes from a package.
func selected(f *ast.File, local string) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
				out[s.Sel.Name] = true
			}
		}
		return true
	})
	return out
}

// content are the types by which records come out of the reading room.
var content = regexp.MustCompile(
	`\b(viewer\.(Document|Source)|aip\.(Package|Document|Description|Listed|FileEntry|Entry|Difference|Relation)|` +
		`io\.(Reader|ReadCloser|Writer)|container\.|tables\.|sites\.|website\.|catalog\.(Catalog|Results|Item|Found|Facets)|access\.Store|` +
		`Foreign|Website|Served|HandedOut|UseCopy|Soundness|Related|Representation|DueSite|record\.Object)\b|\[\]byte`)

// handles are what an Opened gives; they come from an Opened, since giving one is
// giving content.
var handles = []string{"*Opened", "*Foreign", "*Website", "*Served"}

// bare are the exported functions that give none for all that their types say.
var bare = map[string]string{
	"Source":                  "names a file; the caller has its bytes",
	"FileField":               "reads a field of a description the caller has",
	"IsContainer":             "compares a name with a tree the caller has",
	"Room.OpenPart":           "shows bytes the caller has, of a document that is shown",
	"Room.IndexOpened":        "takes a package into the catalog, gives nothing",
	"Blackener.GiveBlackened": "opens the package of its blackening itself and asks mayUse of it; a second person has looked at every page",
	"Blackener.OpenPaper":     "opens the package of its blackening itself and asks mayUse of it, as every act that marks",
	"Gate.TakeLaw":            "reads a closure table somebody brings",
	"Notes.TableOut":          "the descriptions of an accession for whoever writes them, closed ones too: asks the right to write, never a reader's place, and is logged",
}

func TestReadingGivesContentFromAnOpenedOnly(t *testing.T) {
	fset := token.NewFileSet()
	used, fromOpened := map[string]bool{}, 0
	text := func(n ast.Node) string {
		var b strings.Builder
		if err := printer.Fprint(&b, fset, n); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	appFiles(t, fset, "work/reading", func(name string, f *ast.File) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					s, ok := spec.(*ast.TypeSpec)
					if !ok || !slices.Contains([]string{"Room", "Gate", "Uses"}, s.Name.Name) {
						continue
					}
					for _, field := range s.Type.(*ast.StructType).Fields.List {
						if len(field.Names) > 0 && field.Names[0].IsExported() &&
							(content.MatchString(text(field.Type)) || text(field.Type) == "*viewer.Opener") {
							t.Errorf("%s.%s is open to all and gives content past Open", s.Name.Name, field.Names[0])
						}
					}
				}
			case *ast.FuncDecl:
				own, receiver := d.Name.Name, ""
				if d.Recv != nil {
					receiver = text(d.Recv.List[0].Type)
					own = strings.TrimPrefix(receiver, "*") + "." + own
				}
				signature := text(d.Type)
				switch {
				case !d.Name.IsExported(), receiver != "" && !ast.IsExported(strings.TrimPrefix(receiver, "*")):
				case !content.MatchString(strings.TrimPrefix(signature, "func")):
				case slices.Contains(handles, receiver), strings.Contains(signature, "*Opened,"), strings.Contains(signature, "*Opened)"):
					fromOpened++
				case bare[own] != "":
					used[own] = true
				default:
					t.Errorf("%s: %s gives content without an Opened: %s", name, own, signature)
				}
			}
		}
		rawPackage(t, fset, name, f)
	})
	if fromOpened < 20 {
		t.Errorf("%d ways out found: the test looks past them", fromOpened)
	}
	for own := range bare {
		if !used[own] {
			t.Errorf("bare: nobody needs %q any more", own)
		}
	}
}

// rawPackage holds that the package behind an Opened is taken from it where it is judged
// (content, mayUse) and nowhere else; whether there is one may be asked anywhere.
func rawPackage(t *testing.T, fset *token.FileSet, name string, f *ast.File) {
	t.Helper()
	if base := filepath.Base(name); base == "opened.go" || base == "judge.go" {
		return
	}
	asked := map[ast.Node]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			if y, ok := b.Y.(*ast.Ident); ok && y.Name == "nil" {
				asked[b.X] = true
			}
		}
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "ours" && !asked[s] {
			t.Errorf("%s: the package of an Opened is used without asking content or mayUse", fset.Position(s.Pos()))
		}
		return true
	})
}

// treesPastTheRoom are the ways to the records of a delivery that ask nothing: for rooms
// that decide by them.
var treesPastTheRoom = regexp.MustCompile(
	`\.(Desk|Contents|Portions|Intake)\.(Appraisal|Outlined|Glance|Objects|Outline|Whole|WholeUnit|Delivered|Difference)\b`)

// TestFacesGetRecordsFromTheReadingRoom: window and command line show the records of a
// delivery as Room.Records or an Opened gives them, which ask whether they may be seen.
func TestFacesGetRecordsFromTheReadingRoom(t *testing.T) {
	own := map[string]string{"cli/demo_path.go": "decides on the records the demo has just invented"}
	asks := 0
	for _, dir := range []string{"window", "cli"} {
		appFiles(t, token.NewFileSet(), dir, func(name string, _ *ast.File) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			asks += strings.Count(string(raw), ".Room.Records(")
			for _, past := range treesPastTheRoom.FindAllString(string(raw), -1) {
				if own[name] == "" {
					t.Errorf("%s uses %s: what may be seen is asked by reading.Room", name, past)
				}
			}
		})
	}
	if asks < 3 {
		t.Errorf("only %d askings found: the test looks past them", asks)
	}
}
