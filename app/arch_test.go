package app_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pkg is what `go list -json` tells of a package.
type pkg struct {
	ImportPath   string
	Name         string
	Doc          string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string // with all they stand on; filled by listDeps
}

const module = "laufzettel"

const fields = "-json=ImportPath,Name,Doc,Imports,TestImports,XTestImports"

func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	return ask(t, append([]string{fields}, args...))
}

// listDeps lists packages and their tests with all they stand on.
func listDeps(t *testing.T, args ...string) []pkg {
	t.Helper()
	return ask(t, append([]string{"-test", fields + ",Deps"}, args...))
}

func ask(t *testing.T, args []string) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-tags", "ci"}, args...)...)
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	raw, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var out []pkg
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
}

// room gives the top folder of a package of ours: app, views, transfer, …; "" for others.
func room(path string) string {
	if path == module {
		return "main"
	}
	rest, ours := strings.CutPrefix(path, module+"/")
	if !ours {
		return ""
	}
	top, _, _ := strings.Cut(rest, "/")
	return top
}

// below lists for each room the rooms it may import; arrows point down only.
var below = map[string][]string{
	"main":      {"app", "viewer"}, // viewer/child, before anything else
	"app":       {"app", "views", "appraisal", "viewer", "sync", "transfer", "assets", "docs"},
	"views":     {"views", "appraisal", "viewer", "sync", "transfer", "assets"},
	"appraisal": {"appraisal", "transfer"},
	"viewer":    {"viewer", "transfer"},
	"sync":      {"sync", "transfer"},
	"transfer":  {"transfer", "assets"},
	"assets":    {},
	"docs":      {},
	"make":      {"make", "app", "transfer"},
	"bench":     {"bench", "app", "appraisal", "viewer", "sync", "transfer", "assets"}, // measures the others; nobody imports it
}

// owners names the only room that may import a heavy library.
var owners = map[string]string{
	"modernc.org/sqlite":                                "laufzettel/app/store",
	"github.com/richardlehane/siegfried":                "laufzettel/transfer/formatid",
	"fyne.io/fyne/v2/app":                               "laufzettel/app",
	"github.com/klippa-app/go-pdfium":                   "laufzettel/viewer/pdf",
	"laufzettel/viewer/pdf":                             "laufzettel/viewer/child", // foreign documents are read in a child process
	"laufzettel/viewer/picture":                         "laufzettel/viewer/child",
	"laufzettel/viewer/mail":                            "laufzettel/viewer/child",
	"laufzettel/viewer/office":                          "laufzettel/viewer/child",
	"codeberg.org/go-pdf/fpdf":                          "laufzettel/transfer/report",
	"github.com/beevik/etree":                           "laufzettel/transfer/mets",
	"github.com/tus/tusd":                               "laufzettel/sync/archive",
	"github.com/yaronf/httpsign":                        "tests", // the judge of our request signatures
	"github.com/dunglas/httpsfv":                        "laufzettel/sync/sign",
	"filippo.io/edwards25519":                           "laufzettel/sync/sign",
	"golang.org/x/mod":                                  "laufzettel/sync/ledger",
	"github.com/transparency-dev/merkle":                "tests", // the judge of our trees
	"github.com/go-json-experiment/json":                "laufzettel/transfer/strict",
	"github.com/zalando/go-keyring":                     "laufzettel/sync/sign",
	"github.com/secure-systems-lab/go-securesystemslib": "laufzettel/sync/sign",
	"github.com/aws/aws-sdk-go-v2":                      "laufzettel/sync/archive/cluster",
	"github.com/jackc/pgx":                              "laufzettel/sync/archive/cluster",
	"github.com/pkg/sftp":                               "laufzettel/sync/door",
	"github.com/spf13/cobra":                            "laufzettel/app/cli",
	"github.com/spf13/pflag":                            "laufzettel/app/cli",
	"filippo.io/age":                                    "laufzettel/sync/sign",
}

func within(path, prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func TestArrowsPointDown(t *testing.T) {
	for _, p := range list(t, "./...") {
		from := room(p.ImportPath)
		for _, imp := range p.Imports {
			if to := room(imp); to != "" && !contains(below[from], to) {
				t.Errorf("%s imports %s: %s may not import %s", p.ImportPath, imp, from, to)
			}
			if within(imp, "fyne.io/fyne/v2") && from != "views" && from != "main" && p.ImportPath != "laufzettel/app" {
				t.Errorf("%s imports %s: Fyne lives in views and the composition root only", p.ImportPath, imp)
			}
			if imp == module+"/sync" {
				t.Errorf("%s imports the parent package sync", p.ImportPath)
			}
		}
	}
}

func TestHeavyLibrariesHaveOneOwner(t *testing.T) {
	for _, p := range list(t, "./...") {
		for _, imp := range p.Imports {
			for lib, owner := range owners {
				if within(imp, lib) && !within(p.ImportPath, owner) {
					t.Errorf("%s imports %s, which belongs to %s", p.ImportPath, imp, owner)
				}
			}
		}
	}
}

// A program that opens documents begins itself anew as the child that reads them:
// its main looks for that before anything else.
func TestMainsAskWhetherTheyAreTheChild(t *testing.T) {
	for _, name := range []string{"../main.go", "cli/main.go", "../bench/main.go"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "func main() {\n\tif child.Asked() {\n\t\tchild.Main()\n\t}\n") {
			t.Errorf("main of %s does not begin with child.Asked", name)
		}
	}
}

func TestScreensDoNotImportEachOther(t *testing.T) {
	shared := []string{"laufzettel/views/kit", "laufzettel/views/nav", "laufzettel/views/route", "laufzettel/views/words",
		"laufzettel/views/shell",
		// parts of screens, none themselves
		"laufzettel/views/pageview", "laufzettel/views/pageview/model", "laufzettel/views/present", "laufzettel/views/present/presenttest"}
	for _, p := range list(t, "./views/...") {
		if contains(shared, p.ImportPath) {
			continue
		}
		screen := p.ImportPath
		if base := path.Base(screen); base == "model" || strings.HasSuffix(base, "test") { // its presenter, and what plays its workspace
			screen = path.Dir(screen)
		}
		for _, imp := range p.Imports {
			if room(imp) != "views" || contains(shared, imp) || within(imp, screen) || within(imp, p.ImportPath) ||
				within(p.ImportPath, imp) {
				continue
			}
			if within(imp, "laufzettel/views/kit") {
				continue
			}
			t.Errorf("%s imports the screen %s", p.ImportPath, imp)
		}
	}
}

func TestCLIKnowsNoFyne(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "./app/cli")
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(raw)) {
		if within(dep, "fyne.io") || within(dep, "laufzettel/views") && !presented(dep) || dep == "laufzettel/app" {
			t.Errorf("laufzettel-cli depends on %s", dep)
		}
	}
}

// TestClerksKnowNoSensitivity: what finds personal data is for archives (issue 26); the
// clerk's side, the checks and the receiver do not know it.
func TestClerksKnowNoSensitivity(t *testing.T) {
	seen := 0
	for _, p := range list(t, "./...") {
		for _, imp := range p.Imports {
			if !within(imp, "laufzettel/viewer/sensitivity") || within(p.ImportPath, "laufzettel/viewer/sensitivity") {
				continue
			}
			seen++
			ok := within(p.ImportPath, "laufzettel/app/work/appraise") || within(p.ImportPath, "laufzettel/app/work/reading")
			ok = ok || contains([]string{"laufzettel/app/work", "laufzettel/app/cli", "laufzettel/app/window",
				"laufzettel/app/work/accession",
				"laufzettel/app/work/office"}, p.ImportPath) || within(p.ImportPath, "laufzettel/views/appraise") ||
				within(p.ImportPath, "laufzettel/views/sensitive") || within(p.ImportPath, "laufzettel/views/blacken")
			if !ok {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
	if seen == 0 {
		t.Error("nobody uses the rules: the test looks at nothing")
	}
}

// presented tells whether a package of views is free of a face: presenters and what
// they stand on. The pages in the browser (app/browser) stand on them.
func presented(path string) bool {
	return strings.HasPrefix(path, module+"/views/") && strings.HasSuffix(path, "/model") || contains(faceless, path)
}

// TestBrowserKnowsNoFyne: the second face stands on presenters and sources alone, and
// nobody but the two programs begins it.
func TestBrowserKnowsNoFyne(t *testing.T) {
	seen := 0
	for _, p := range listDeps(t, "./app/...") {
		name, _, _ := strings.Cut(p.ImportPath, " ")
		if name == module+"/app/browser" && name == p.ImportPath {
			seen++
			for _, dep := range p.Deps {
				if within(dep, "fyne.io") {
					t.Errorf("%s depends on %s", name, dep)
				}
			}
		}
		for _, imp := range p.Imports {
			begins := contains([]string{module + "/app", module + "/app/cli"}, name) || within(name, module+"/app/browser")
			if within(imp, module+"/app/browser") && !begins && !strings.Contains(p.ImportPath, ".test") {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
			if within(name, module+"/app/browser/gate") && within(imp, module) && !strings.Contains(p.ImportPath, "test") {
				t.Errorf("the gate knows %s: it knows no page and no room", imp)
			}
		}
	}
	if seen == 0 {
		t.Error("no browser found: the test looks at nothing")
	}
}

func TestClientsKnowNoClusterSDK(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-tags", "ci", "-deps", ".", "./app/cli")
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(raw)) {
		if within(dep, "github.com/aws/aws-sdk-go-v2") || within(dep, "github.com/jackc/pgx/v5") ||
			dep == "laufzettel/sync/archive/cluster" {
			t.Errorf("the window or laufzettel-cli depends on %s", dep)
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	banned := []string{"util", "utils", "common", "helpers", "models", "types", "manager"}
	for _, p := range list(t, "./...") {
		if strings.TrimSpace(p.Doc) == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		if contains(banned, p.Name) {
			t.Errorf("%s: package name %s says nothing", p.ImportPath, p.Name)
		}
	}
}

// TestFilesAreForTheirOwner: what we write holds records of real people; no file of
// ours is readable for others (docs/security.md). The modes inside a TAR and of the
// generator's sample deliveries are no files of ours.
func TestFilesAreForTheirOwner(t *testing.T) {
	open := regexp.MustCompile(`\b0o?(6[0-7][1-7]|64[0-7]|66[0-7]|7[0-7][1-7]|75[0-7]|77[0-7])\b`)
	others := []string{"transfer/generate/", "transfer/kinds/export/sample.go", "views/kit/kittest/",
		"sync/door/folder.go", "sync/archive/collect.go"} // a watched folder is shared with the group of the archive
	for _, top := range []string{"app", "appraisal", "sync", "transfer", "viewer", "views"} {
		err := filepath.WalkDir("../"+top, func(path string, d fs.DirEntry, err error) error {
			path = filepath.ToSlash(strings.TrimPrefix(filepath.ToSlash(path), "../"))
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				slices.ContainsFunc(others, func(p string) bool { return strings.HasPrefix(path, p) }) {
				return err
			}
			raw, err := os.ReadFile("../" + path)
			for n, line := range strings.Split(string(raw), "\n") {
				if open.MatchString(line) && !strings.Contains(line, "tar.Header{") {
					t.Errorf("%s:%d: open to others: %s", path, n+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOneVerificationRule: Ed25519 signatures are verified by sync/sign alone, so that
// one written rule holds everywhere (docs/protocol.md 2, defect S8).
func TestOneVerificationRule(t *testing.T) {
	calls := regexp.MustCompile(`\bed25519\.Verify(WithOptions)?\(`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for n, line := range strings.Split(string(raw), "\n") {
			if !calls.MatchString(line) {
				continue
			}
			if found++; filepath.ToSlash(path) != "../sync/sign/ed25519.go" {
				t.Errorf("%s:%d: use sign.PublicKey.Verify: %s", path, n+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Fatalf("%d calls found, %v", found, err)
	}
}
