package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// pkg is what go list tells of a package of the module.
type pkg struct {
	ImportPath, Dir                    string
	Imports, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles          []string
}

// slow is from how many seconds on a package is not run only because it imports one
// that was changed.
const slow = 20

// choose gives the packages that were changed since base, committed or not, and those
// that import them and are not slow; it says which these are.
func choose(base string, times map[string]float64, out io.Writer) ([]string, error) {
	root, err := command("git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	changed, err := changedFiles(base)
	if err != nil {
		return nil, err
	}
	all, err := packages()
	if err != nil {
		return nil, err
	}
	s := selection{root: strings.TrimSpace(root), all: all, times: times}
	if err := s.take(changed); err != nil {
		return nil, err
	}
	for _, line := range s.told() {
		fmt.Fprintln(out, line)
	}
	return slices.Sorted(maps.Keys(s.chosen)), nil
}

// changedFiles lists what differs from base, and what git does not know yet, by paths
// from the top of the repository.
func changedFiles(base string) (out []string, err error) {
	for _, args := range [][]string{{"diff", "--name-only", "-z", base, "--"},
		{"ls-files", "--others", "--exclude-standard", "--full-name", "-z"}} {
		list, err := command("git", args...)
		if err != nil {
			return nil, err
		}
		out = append(out, strings.FieldsFunc(list, func(r rune) bool { return r == 0 })...)
	}
	return out, nil
}

// packages lists those of the module.
func packages() (out []pkg, err error) {
	list, err := command("go", "list", "-tags", "ci", "-json=ImportPath,Dir,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles",
		"./...")
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(list))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
}

// selection is what is chosen of all packages.
type selection struct {
	root    string
	all     []pkg
	times   map[string]float64
	chosen  map[string]string // package and why
	leftOut []string          // importing packages that are slow
	nobody  []string          // changed files no package has to do with
}

// take chooses by the changed files.
func (s *selection) take(changed []string) error {
	s.chosen = map[string]string{}
	deeper := map[string]bool{} // packages whose code was changed, not only their tests
	for _, file := range changed {
		if file == "go.mod" || file == "go.sum" {
			for _, p := range s.all {
				s.chosen[p.ImportPath] = file
			}
			continue
		}
		owner := s.owner(file)
		if owner == "" {
			if err := s.readers(file); err != nil {
				return err
			}
			continue
		}
		s.chosen[owner] = "changed"
		if !strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "testdata/") {
			deeper[owner] = true
		}
	}
	for _, p := range s.all {
		if _, is := s.chosen[p.ImportPath]; is {
			continue
		}
		i := slices.IndexFunc(slices.Concat(p.Imports, p.TestImports, p.XTestImports), func(imp string) bool { return deeper[imp] })
		switch {
		case i < 0:
		case s.times[p.ImportPath] >= slow:
			s.leftOut = append(s.leftOut, fmt.Sprintf("%s (%.0f s)", p.ImportPath, s.times[p.ImportPath]))
		default:
			s.chosen[p.ImportPath] = "imports"
		}
	}
	return nil
}

// owner gives the package in whose folder, or in whose folder without packages of
// their own, a file lies; "" = none. The folder of the module itself owns only Go files.
func (s *selection) owner(file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		at := filepath.Join(s.root, filepath.FromSlash(dir))
		i := slices.IndexFunc(s.all, func(p pkg) bool { return p.Dir == at })
		if dir == "." && (path.Dir(file) != "." || path.Ext(file) != ".go") {
			return ""
		}
		if i >= 0 {
			return s.all[i].ImportPath
		}
		if dir == "." {
			return ""
		}
	}
}

// readers chooses the packages whose tests name a file that lies in no package: a
// page that is compared, a script that is run.
func (s *selection) readers(file string) error {
	found := false
	for _, p := range s.all {
		for _, test := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			raw, err := os.ReadFile(filepath.Join(p.Dir, test))
			if err != nil {
				return err
			}
			if strings.Contains(string(raw), path.Base(file)) {
				s.chosen[p.ImportPath], found = "reads "+file, true
				break
			}
		}
	}
	if !found {
		s.nobody = append(s.nobody, file)
	}
	return nil
}

// told says what was chosen and what was not.
func (s *selection) told() (out []string) {
	count := map[string]int{}
	for _, why := range s.chosen {
		count[why]++
	}
	out = append(out, fmt.Sprintf("%d packages: %d changed, %d import them, %d by other files", len(s.chosen), count["changed"],
		count["imports"],
		len(s.chosen)-count["changed"]-count["imports"]))
	if len(s.leftOut) > 0 {
		out = append(out, "left out, slow: "+strings.Join(s.leftOut, ", "))
	}
	if len(s.nobody) > 0 {
		out = append(out, "no package has to do with: "+strings.Join(s.nobody, ", "))
	}
	return out
}

// command gives what a program prints.
func command(program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", program, args[0], err)
	}
	return string(out), nil
}
