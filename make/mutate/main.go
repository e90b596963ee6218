// Command mutate changes one token of a package at a time and runs tests: what no test
// notices is named. Which tokens is drawn by the seed, so that a run can be repeated. The
// working tree stays as it is (go test -overlay).
//
// Usage: mutate [-n 100] [-seed N] [-least 80] PACKAGE-FOLDER [TESTED PACKAGE…]
//
// A mutant that does not compile is none; another is drawn. Without tested packages only
// those of the folder are run; further ones are run in order until one notices. Before that
// every test is run once alone: of a changed place only the tests that come there are run.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	n := flag.Int("n", 100, "mutants")
	seed := flag.Uint64("seed", 0, "of the draw; 0: one nobody knew before")
	least := flag.Int("least", 80, "percent that have to be caught")
	flag.Parse()
	if flag.NArg() < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if *seed == 0 {
		*seed = 1 + rand.Uint64N(1_000_000_000)
	}
	ok, err := run(os.Stdout, *n, *seed, *least, flag.Arg(0), flag.Args()[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// mutant is one changed token.
type mutant struct {
	file       string
	at         place
	from, to   int // bytes of the file
	was, wants string
}

// swaps are the tokens that are changed, and into what.
var swaps = map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.GTR: "<=", token.LEQ: ">", token.GEQ: "<",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.INC: "--", token.DEC: "++",
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}

// sites gives every token of a file that can be changed.
func sites(file string, src []byte) (list []mutant, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(pos token.Pos, was, wants string) {
		at := set.Position(pos)
		if wants != "" && strings.HasPrefix(string(src[at.Offset:]), was) {
			list = append(list, mutant{file: file, at: place{at.Line, at.Column}, from: at.Offset, to: at.Offset + len(was), was: was,
				wants: wants})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.BinaryExpr:
			if lit, ok := x.X.(*ast.BasicLit); !ok || lit.Kind != token.STRING { // words are not counted
				add(x.OpPos, x.Op.String(), swaps[x.Op])
			}
		case *ast.UnaryExpr:
			if x.Op == token.NOT {
				add(x.OpPos, "!", " ")
			}
		case *ast.IncDecStmt:
			add(x.TokPos, x.Tok.String(), swaps[x.Tok])
		case *ast.AssignStmt:
			add(x.TokPos, x.Tok.String(), swaps[x.Tok])
		case *ast.Ident:
			switch x.Name {
			case "true":
				add(x.NamePos, "true", "false")
			case "false":
				add(x.NamePos, "false", "true")
			}
		case *ast.BasicLit:
			if x.Kind == token.INT {
				add(x.ValuePos, x.Value, "("+x.Value+"+1)")
			}
		case *ast.BranchStmt:
			if x.Tok == token.CONTINUE && x.Label == nil {
				add(x.TokPos, "continue", "break")
			}
		}
		return true
	})
	return list, nil
}

// all gives the sites of a package, in order.
func all(folder string) (list []mutant, err error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := sites(name, src)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, err
}

// outcome is what came of a mutant.
type outcome int

const (
	survived outcome = iota
	caught
	broken // does not compile
)

func run(out io.Writer, n int, seed uint64, least int, folder string, others []string) (bool, error) {
	list, err := all(folder)
	if err != nil || len(list) == 0 {
		return false, errors.Join(err, fmt.Errorf("%d places in %s", len(list), folder))
	}
	fmt.Fprintf(out, "seed %d\n", seed)
	own := "./" + filepath.ToSlash(filepath.Clean(folder))
	var packages []*reach
	for _, pkg := range append([]string{own}, others...) {
		r, err := measure(pkg, own)
		if err != nil {
			return false, err
		}
		packages = append(packages, r)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	tried, found := 0, 0
	for _, m := range list {
		if tried == n {
			break
		}
		o, by, err := try(m, packages)
		if err != nil {
			return false, err
		}
		if o == broken {
			continue
		}
		tried++
		if o == caught {
			found++
		}
		fmt.Fprintf(out, "%3d %s:%d:%d %s -> %s: %s\n", tried, m.file, m.at.line, m.at.column, m.was, m.wants, by)
	}
	fmt.Fprintf(out, "%d of %d changes of %d places are noticed (seed %d)\n", found, tried, len(list), seed)
	return tried > 0 && found*100 >= least*tried, nil
}

// longest is how long tests may take; a mutant that never ends is noticed.
const longest = 3 * time.Minute

// try builds the tests with the mutant in place of its file and runs those that come to it.
func try(m mutant, packages []*reach) (o outcome, by string, err error) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		return survived, "", err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return survived, "", err
	}
	defer os.RemoveAll(dir)
	changed := filepath.Join(dir, filepath.Base(m.file))
	path, err := filepath.Abs(m.file)
	if err != nil {
		return survived, "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err == nil {
		err = os.WriteFile(changed, slices.Concat(src[:m.from], []byte(m.wants), src[m.to:]), 0o600)
	}
	at := filepath.Join(dir, "overlay.json")
	if err == nil {
		err = os.WriteFile(at, overlay, 0o600)
	}
	if err != nil {
		return survived, "", err
	}
	reached := 0
	for n, p := range packages {
		tests := p.of(m.file, m.at)
		reached += len(tests)
		if len(tests) == 0 && n > 0 { // the first is built all the same: does it compile?
			continue
		}
		binary := filepath.Join(dir, "mutant.test")
		if _, err := command("", "go", append(compile(binary), "-overlay", at, p.pkg)...); err != nil {
			return broken, "", nil
		}
		if len(tests) == 0 {
			continue
		}
		if said, err := p.run(binary, tests); err != nil {
			return caught, "caught by " + test(said, p.pkg), nil
		}
	}
	return survived, fmt.Sprintf("SURVIVED (%d tests come there)", reached), nil
}

// test names the first test that failed.
func test(said, pkg string) string {
	for line := range strings.Lines(said) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			name, _, _ = strings.Cut(name, " ")
			return pkg + " " + name
		}
	}
	return pkg
}
