package app_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laufzettel/app/golden"
)

var updateRights = flag.Bool("update", false, "write testdata/rights.txt anew")

// actRooms are the folders whose methods act.
var actRooms = []string{"work"}

// asking are the functions that ask for a right, with the place of the operation's
// name and of the action among their arguments (-1: none).
var asking = map[string]struct{ op, action int }{"MustPerson": {1, 0}, "Allow": {2, 1}, "May": {-1, 1}}

// source is what the walk has read of one function.
type source struct {
	name  string
	asks  []string // "operation → right"
	calls map[string]bool
	open  bool // an exported method
	write bool // begins a transaction itself
}

// Every act of the core with the right it asks for, read from the source: there is no
// right by default, each act names its own, and a change of one shows here.
// Calls are followed by name within a room; the table is for reading, the rights
// themselves are tested by what they refuse (TestRights_EveryRoleAndAction).
func TestRights_EveryActInATable(t *testing.T) {
	funcs := map[string]*source{}
	for _, dir := range actRooms {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			return readActs(name, funcs)
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if len(funcs) < 400 {
		t.Fatalf("only %d functions found: have the rooms moved?", len(funcs))
	}
	golden.Check(t, filepath.Join("testdata", "rights.txt"), rightsTable(funcs), *updateRights)
}

func readActs(name string, funcs map[string]*source) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Body == nil || asking[d.Name.Name] != (struct{ op, action int }{}) {
			continue
		}
		s := readFunction(d)
		if old := funcs[s.name]; old != nil { // one name in two systems' files or types
			maps.Copy(s.calls, old.calls)
			s.asks, s.open, s.write = append(old.asks, s.asks...), s.open || old.open, s.write || old.write
		}
		funcs[s.name] = s
	}
	return nil
}

// root is the name a chain of selectors begins with, "" for calls and the like:
// rooms reach each other through fields.
func root(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return root(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// last is the name a chain of selectors ends with.
func last(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// readFunction reads what a function asks, calls and begins.
func readFunction(d *ast.FuncDecl) *source {
	s := &source{name: d.Name.Name, calls: map[string]bool{}, open: d.Recv != nil && d.Name.IsExported()}
	named := map[string]ast.Expr{} // constants and variables of the function
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if i < len(n.Values) {
					named[id.Name] = n.Values[i]
				}
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
					named[id.Name] = n.Rhs[i]
				}
			}
		case *ast.SelectorExpr:
			s.write = s.write || n.Sel.Name == "WithTx"
			if n.Sel.Name == "Open" && !strings.EqualFold(last(n.X), "room") { // of a store: no act
				break
			}
			if d.Recv != nil && len(d.Recv.List[0].Names) == 1 && root(n.X) == d.Recv.List[0].Names[0].Name {
				s.calls[n.Sel.Name] = true
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok {
				s.calls[id.Name] = true
			}
			if ask := asked(n, named); ask != "" {
				s.asks = append(s.asks, ask)
			}
		}
		return true
	})
	return s
}

// asked gives operation and action of a call that asks for a right, "" for others.
func asked(call *ast.CallExpr, named map[string]ast.Expr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	at, ok := asking[sel.Sel.Name]
	if !ok || len(call.Args) <= max(at.op, at.action) {
		return ""
	}
	op, action := "", ""
	if at.op >= 0 {
		op = text(call.Args[at.op], named)
	}
	if at.action >= 0 {
		if action = text(call.Args[at.action], named); !strings.HasPrefix(action, "people.") {
			return "" // a state of a portion that may follow, no right
		}
	}
	return op + "\t" + action
}

// text writes an operation's name: what is only known at run time as "…".
func text(e ast.Expr, named map[string]ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil {
			return s
		}
	case *ast.BinaryExpr:
		return text(e.X, named) + text(e.Y, named)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok && id.Name == "people" {
			return "people." + e.Sel.Name
		}
	case *ast.Ident:
		if v, ok := named[e.Name]; ok && v != ast.Expr(e) {
			return text(v, nil)
		}
	}
	return "…"
}

// rightsTable draws the table.
func rightsTable(funcs map[string]*source) string {
	var b strings.Builder
	fmt.Fprintln(&b, "# Operation | right asked | asked in | reached by")
	var rows []string
	for _, s := range funcs {
		for _, ask := range s.asks {
			rows = append(rows, row(ask, s.name, funcs))
		}
	}
	slices.Sort(rows)
	for _, r := range slices.Compact(rows) {
		fmt.Fprintln(&b, r)
	}
	fmt.Fprintln(&b, "\n# Methods that write in a transaction and ask for no right on the way")
	for _, name := range slices.Sorted(maps.Keys(funcs)) {
		if s := funcs[name]; s.open && reaches(funcs, name, func(s *source) bool { return s.write }) &&
			!reaches(funcs, name, func(s *source) bool { return len(s.asks) > 0 }) {
			fmt.Fprintln(&b, name)
		}
	}
	return b.String()
}

func row(ask, in string, funcs map[string]*source) string {
	op, right, _ := strings.Cut(ask, "\t")
	if op == "" {
		op = "(the name of the right)"
	}
	var by []string
	for name, s := range funcs {
		if s.open && name != in && reaches(funcs, name, func(o *source) bool { return o == funcs[in] }) {
			by = append(by, name)
		}
	}
	slices.Sort(by)
	return fmt.Sprintf("%s | %s | %s | %s", op, right, in, strings.Join(by, " "))
}

// reaches reports whether a function, or one it calls, is of that sort.
func reaches(funcs map[string]*source, name string, want func(*source) bool) bool {
	seen, next := map[string]bool{}, []string{name}
	for len(next) > 0 {
		s := funcs[next[0]]
		next = next[1:]
		if s == nil || seen[s.name] {
			continue
		}
		seen[s.name] = true
		if want(s) {
			return true
		}
		next = slices.AppendSeq(next, maps.Keys(s.calls))
	}
	return false
}

// unasked are the methods a face calls that may write and ask for no right, with what
// they write and why nobody is asked. Whoever adds one says so here.
var unasked = map[string]string{
	"Beside":             "reads; keeps the trees it has read",
	"Between":            "reads; keeps what it has compared",
	"Checkpoint":         "signs the head of the log with this machine's key: proof of what stands, for anybody to take away",
	"Came":               "reads",
	"ClearanceList":      "reads",
	"ClearancesReceived": "reads",
	"CompleteIndex":      "adds the words of packages to the index; whoever may see them is asked when it is searched",
	"Doubles":            "reads; keeps what it has compared",
	"Drafts":             "reads; keeps what it has compared",
	"FetchLetters":       "takes in what the archive signed for this office, as the channel brings it",
	"IdentifyAll":        "reads files outside the workspace",
	"IndexTexts":         "writes the word index, which only MayShow opens",
	"Jobs":               "reads",
	"KeepCosigned":       "keeps what a witness signed about our own log",
	"KeyOrigins":         "reads",
	"Load":               "reads a share; keeps what it has read",
	"MapOf":              "reads, asked by MayShow",
	"NoteLook":           "notes that the person at work has looked",
	"NoteOpened":         "as NoteLook",
	"Offers":             "reads what other ways offer",
	"OpenHeld":           "opens for reading, judged by the one rule; notes that it was shown",
	"OpenUnits":          "reads; keeps a count it made",
	"OrderFor":           "reads",
	"Orders":             "reads",
	"PIDOf":              "reads",
	"Pending":            "reads; keeps counts it made",
	"Places":             "reads, asked by MayShow",
	"Progress":           "reads",
	"ReasonBlocks":       "reads",
	"RebuildCatalog":     "makes the index anew from the packages; whoever may see what is in it is asked when it is searched",
	"RecognisedFiles":    "reads, asked by MayShow",
	"RecognisedText":     "reads, asked by MayShow",
	"RegisteredCopies":   "reads",
	"SignIn":             "tells who acts: that is what rights are asked of",
	"Standing":           "reads",
	"Survey":             "reads; keeps what the files told",
	"SweepCopies":        "removes use copies whose day has come",
	"Text":               "reads, judged by what may be shown of a delivery",
	"Tiles":              "reads",
	"Unsigned":           "reads: counts what waits for a signature",
	"Watch":              "tells of changes",
	"WithWords":          "reads, asked by MayShow",
}

// TestRights_WhatFacesWriteUnaskedHasAReason: a method that may write without asking for
// a right is either called by rooms only, which asked before, or stands in the table.
func TestRights_WhatFacesWriteUnaskedHasAReason(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "rights.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(raw), "ask for no right on the way\n")
	if !found {
		t.Fatal("testdata/rights.txt has no list of methods that ask for no right")
	}
	faces := sourcesOf(t, "window") + sourcesOf(t, "cli") + sourcesOf(t, "browser") + sourcesOf(t, ".")
	called, seen := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`\b[wW]\.[A-Z][A-Za-z]+\.([A-Z]\w+)\(`).FindAllStringSubmatch(faces, -1) {
		called[m[1]] = true
	}
	for _, name := range strings.Fields(list) {
		if !called[name] {
			continue
		}
		if seen[name] = true; unasked[name] == "" {
			t.Errorf("a face calls %s, which may write and asks for no right", name)
		}
	}
	for name := range unasked {
		if !seen[name] {
			t.Errorf("unasked: nobody needs %q any more", name)
		}
	}
}
