package work_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"laufzettel/assets"
)

// reader is a row of docs/limits.md: who reads what from outside, how much of it,
// and what is said beyond. Every word of it is looked up in the code.
type reader struct {
	what   string
	dir    string // of the package
	funcs  string // those that read, methods as Type.method
	limits string // constants of the package, or of another as dir#name; ":B" counts bytes
	told   string // finding codes or words of the program, divided by " | "; what begins with ~ is only described
	fuzz   string // targets, of another package as dir#name
	test   string // passes a limit, of another package as dir#name
}

// decoders begin to read a format; who calls one has a row or reads what is ours.
var decoders = strings.Fields(
	`json.Unmarshal json.NewDecoder strict.Read strict.ReadPart strict.ReadOld httpsfv.UnmarshalDictionary xml.Unmarshal xml.NewDecoder xmlwalk.New xmlwalk.Read xmlwalk.Leaves xmlwalk.RootOf
	csv.NewReader bufio.NewScanner asn1.Unmarshal pkcs7.Parse x509.ParseCertificate pem.Decode age.Decrypt ssh.ParsePrivateKey
	mail.ReadMessage multipart.NewReader tar.NewReader zip.NewReader zip.OpenReader gzip.NewReader zlib.NewReader flate.NewReader
	image.Decode image.DecodeConfig html.NewTokenizer html.Parse http.ReadResponse mscfb.New`)

// sources are the parsed files of one package folder.
type sources struct {
	funcs, tests map[string]*ast.FuncDecl
	consts       map[string]ast.Expr
	fields       map[string]ast.Expr // Func.Field of composite literals in functions
	text         string              // of what is no test
}

// tree reads the sources of the rooms once.
func tree(t *testing.T) map[string]*sources {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string]*sources{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			top, _, _ := strings.Cut(rel, "/")
			if rel != "." && !slices.Contains([]string{"app", "appraisal", "assets", "sync", "transfer", "viewer", "views"}, top) ||
				d.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(rel) != ".go" {
			return nil
		}
		raw, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, raw, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		if out[dir] == nil {
			out[dir] = &sources{funcs: map[string]*ast.FuncDecl{}, tests: map[string]*ast.FuncDecl{}, consts: map[string]ast.Expr{},
				fields: map[string]ast.Expr{}}
		}
		out[dir].add(f, string(raw), strings.HasSuffix(rel, "_test.go"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s *sources) add(f *ast.File, raw string, test bool) {
	if !test {
		s.text += raw
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if test {
				s.tests[d.Name.Name] = d
				continue
			}
			name := d.Name.Name
			if d.Recv != nil {
				name = typeName(d.Recv.List[0].Type) + "." + name
			}
			s.funcs[name] = d
			ast.Inspect(d, func(n ast.Node) bool {
				if kv, ok := n.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok {
						s.fields[name+"."+key.Name] = kv.Value
					}
				}
				return true
			})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.CONST {
					for i, n := range v.Names {
						if i < len(v.Values) {
							s.consts[n.Name] = v.Values[i]
						}
					}
				}
			}
		}
	}
}

// typeName writes the type of a receiver without star and parameters.
func typeName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// value evaluates a constant of ours.
func (s *sources) value(all map[string]*sources, e ast.Expr) constant.Value {
	switch x := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(x.Value, x.Kind, 0)
	case *ast.ParenExpr:
		return s.value(all, x.X)
	case *ast.Ident:
		return s.value(all, s.consts[x.Name])
	case *ast.SelectorExpr:
		for dir, other := range all {
			if pkg, ok := x.X.(*ast.Ident); ok && path.Base(dir) == pkg.Name && other.consts[x.Sel.Name] != nil {
				return other.value(all, other.consts[x.Sel.Name])
			}
		}
	case *ast.BinaryExpr:
		l, r := s.value(all, x.X), s.value(all, x.Y)
		if l == nil || r == nil {
			return nil
		}
		if x.Op == token.SHL || x.Op == token.SHR {
			n, _ := constant.Uint64Val(r)
			return constant.Shift(l, x.Op, uint(n))
		}
		return constant.BinaryOp(l, x.Op, r)
	}
	return nil
}

// split gives package folder and name of "name" or "dir#name".
func split(dir, ref string) (string, string) {
	if d, n, ok := strings.Cut(ref, "#"); ok {
		return d, n
	}
	return dir, ref
}

// number writes a limit with its unit.
func number(v constant.Value, bytes bool) string {
	n, ok := constant.Int64Val(v)
	if !ok || n == math.MaxInt64 {
		return "?"
	}
	if bytes {
		for _, u := range []struct {
			shift int
			name  string
		}{{40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}} {
			if n >= 1<<u.shift && n%(1<<u.shift) == 0 {
				return strconv.FormatInt(n>>u.shift, 10) + " " + u.name
			}
		}
		return strconv.FormatInt(n, 10) + " B"
	}
	out := strconv.FormatInt(n, 10)
	for i := len(out) - 3; i > 0; i -= 3 {
		out = out[:i] + "," + out[i:]
	}
	return out
}

var (
	code  = regexp.MustCompile(`^[A-Z]{3}-\d{3}$`)
	key   = regexp.MustCompile(`"((?:hint|found|said|want|order)\.[a-z0-9.-]+)"`)
	place = regexp.MustCompile(`\{\d\}`)
	// choice is a word that agrees with its number: here the form of many.
	choice = regexp.MustCompile(`\[(?:\d:)?[^\[\]|]*\|([^\[\]|]*)\]`)
)

// sentences gives what a source says by key.
func sentences(t *testing.T, source string) string {
	t.Helper()
	all, err := assets.Texts("de")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, m := range key.FindAllStringSubmatch(source, -1) {
		fmt.Fprintln(&out, place.ReplaceAllString(choice.ReplaceAllString(all[m[1]], "$1"), "%d"))
	}
	return out.String()
}

func TestDocs_Limits(t *testing.T) {
	all := tree(t)
	var b bytes.Buffer
	fmt.Fprint(&b, "# Readers and their limits\n\nMade from the code; each name and number is looked up there by a test. A **reader** takes bytes from outside: of a delivery, of the\nchannel, of a file handed in. What passes a limit is told by a finding or in words; where only a comparison, a list on screen or a search\nends there, the table says so.\n"+
		"JSON is read by Go's `encoding/json`, which ends at 10,000 levels; XML has no DOCTYPE anywhere. `make fuzz` runs every target named here.\n\n"+
		"| what | read by | limits | beyond | fuzz target | test |\n|---|---|---|---|---|---|\n")
	named := map[string]bool{}  // functions with a row
	fuzzed := map[string]bool{} // targets with a row
	for _, r := range readers {
		src := all[r.dir]
		if src == nil {
			t.Errorf("%s: no package %s", r.what, r.dir)
			continue
		}
		for _, f := range strings.Fields(r.funcs) {
			if src.funcs[f] == nil {
				t.Errorf("%s: no function %s in %s", r.what, f, r.dir)
			}
			named[r.dir+"#"+f] = true
		}
		var limits []string
		for _, l := range strings.Fields(r.limits) {
			l, isBytes := strings.CutSuffix(l, ":B")
			dir, name := split(r.dir, l)
			v := constant.Value(nil)
			if s := all[dir]; s != nil {
				expr := s.consts[name]
				if expr == nil {
					expr = s.fields[name]
				}
				v = s.value(all, expr)
			}
			if v == nil {
				t.Errorf("%s: no limit %s", r.what, l)
				continue
			}
			limits = append(limits, "`"+name+"` "+number(v, isBytes))
		}
		for said := range strings.SplitSeq(r.told, " | ") {
			if strings.HasPrefix(said, "~") {
				continue
			}
			if code.MatchString(said) && !slices.ContainsFunc(slices.Collect(maps.Values(all)),
				func(s *sources) bool { return strings.Contains(s.text, `"`+said+`"`) }) ||
				!code.MatchString(said) && !strings.Contains(src.text+sentences(t, src.text), said) {
				t.Errorf("%s: nothing says %q", r.what, said)
			}
		}
		for _, f := range strings.Fields(r.fuzz) {
			dir, name := split(r.dir, f)
			if all[dir] == nil || all[dir].tests[name] == nil {
				t.Errorf("%s: no fuzz target %s", r.what, f)
			}
			fuzzed[dir+"#"+name] = true
		}
		if dir, name := split(r.dir, r.test); all[dir] == nil || all[dir].tests[name] == nil {
			t.Errorf("%s: no test %q", r.what, r.test)
		}
		if len(limits) == 0 || r.fuzz == "" || r.told == "" {
			t.Errorf("%s: limits %v, told %q, fuzz %q", r.what, limits, r.told, r.fuzz)
		}
		fmt.Fprintf(&b, "| %s | `%s` %s | %s | %s | %s | `%s` |\n", r.what, r.dir, strings.ReplaceAll(r.funcs, " ", ", "),
			strings.Join(limits, ", "),
			strings.NewReplacer(" | ", "; ", "~", "", "%d", "…").Replace(r.told), "`"+strings.ReplaceAll(r.fuzz, " ", "`, `")+"`", r.test)
	}
	fmt.Fprint(&b, "\n## Not from outside\n\n| package | functions | what they read |\n|---|---|---|\n")
	for _, o := range ownReaders {
		for _, f := range strings.Fields(o.funcs) {
			if all[o.dir] == nil || all[o.dir].funcs[f] == nil {
				t.Errorf("no function %s in %s", f, o.dir)
			}
			named[o.dir+"#"+f] = true
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.dir, strings.ReplaceAll(o.funcs, " ", ", "), o.what)
	}
	unnamed(t, all, named, fuzzed)
	generated(t, "limits.md", b.Bytes())
}

// unnamed finds readers and fuzz targets that no row tells of.
func unnamed(t *testing.T, all map[string]*sources, named, fuzzed map[string]bool) {
	t.Helper()
	for dir, src := range all {
		if slices.Contains([]string{"transfer/generate", "transfer/samples", "transfer/seed", "transfer/corpora"}, dir) {
			continue // make or find test data
		}
		for name, fn := range src.funcs {
			if calls := decodes(fn); calls != "" && !named[dir+"#"+name] {
				t.Errorf("%s: %s reads with %s; it needs a row in app/work/limits_table_test.go: what, which limits, what is said beyond",
					dir, name, calls)
			}
		}
		for name := range src.tests {
			if strings.HasPrefix(name, "Fuzz") && !fuzzed[dir+"#"+name] {
				t.Errorf("%s: %s stands in no row of app/work/limits_table_test.go", dir, name)
			}
		}
	}
}

// decodes names the first decoder a function begins, "" for none.
func decodes(fn *ast.FuncDecl) (found string) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && found == "" {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(decoders, x.Name+"."+s.Sel.Name) {
				found = x.Name + "." + s.Sel.Name
			}
		}
		return found == ""
	})
	return found
}
