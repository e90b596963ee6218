// Command dead tells which functions no program of ours can reach, by the reachability
// that deadcode (golang.org/x/tools) computes from all mains. What only a test reaches
// is dead too: it belongs into a test file or into a package that exists for tests, and
// those are listed here with what they are for.
//
// Usage: deadcode -tags ci -json ./... | dead
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// benches holds the programs that build and judge the project. They are mains for deadcode as
// well, and may use what exists for tests; nobody is given one.
const benches = "laufzettel/make/"

// support are packages that exist for tests. No package of the programs may import one.
var support = map[string]string{
	"laufzettel/app/golden":                       "compares journeys with their golden files",
	"laufzettel/app/kill":                         "kills a program at a named place",
	"laufzettel/sync/archive/archivetest":         "plays an archive's archivists",
	"laufzettel/sync/archive/storagetest":         "judges a storage of a receiver",
	"laufzettel/transfer/check/checktest":         "checks a path in a test of a kind",
	"laufzettel/transfer/kinds/siard/siardtest":   "packs sample databases",
	"laufzettel/transfer/prepare/sources":         "makes source folders of clerks",
	"laufzettel/transfer/samples":                 "finds the third-party samples",
	"laufzettel/transfer/signature/signaturetest": "signs sample documents",
	"laufzettel/views/appraise/appraisetest":      "plays the workspace of a screen",
	"laufzettel/views/book/booktest":              "plays the workspace of a screen",
	"laufzettel/views/conflicts/conflictstest":    "plays the workspace of a screen",
	"laufzettel/views/inbox/inboxtest":            "plays the workspace of a screen",
	"laufzettel/views/layout/layouttest":          "plays the workspace of a screen",
	"laufzettel/views/share/sharetest":            "plays the workspace of a screen",
	"laufzettel/views/portion/portiontest":        "plays the workspace of a screen",
	"laufzettel/views/prepare/preparetest":        "plays the workspace of a screen",
	"laufzettel/views/settings/settingstest":      "plays the workspace of a screen",
	"laufzettel/views/transmit/transmittest":      "plays the workspace of a screen",
	"laufzettel/views/kit/kittest":                "a stage for widgets",
	"laufzettel/views/present/presenttest":        "cranks presenters",
	"laufzettel/views/shell/shelltest":            "a frame for screens",
}

// excused are functions that nobody calls here, with the reason they stay.
var excused = map[string]string{
	"laufzettel/app/opengl.enough":             "asked by the program built for Windows, tested everywhere",
	"laufzettel/sync/channel.parseProxies":     "asked by the program built for Windows, tested everywhere",
	"laufzettel/transfer/container.streamName": "asked by the program built for Windows, tested everywhere",
	"laufzettel/sync/receipt.Hand.check":       "demanded by the constraint of readPaper",
}

// found is what deadcode tells of a package.
type found struct {
	Path  string
	Funcs []struct {
		Name     string
		Position struct {
			File string
			Line int
		}
		Generated bool
	}
}

func main() {
	users, err := usersOf(slices.Sorted(maps.Keys(support)))
	if err == nil {
		err = judge(os.Stdin, os.Stdout, users)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dead:", err)
		os.Exit(1)
	}
}

// judge reads what deadcode found and gives an error where it is not as it should be.
func judge(in io.Reader, out io.Writer, users map[string][]string) error {
	var all []found
	if err := json.NewDecoder(in).Decode(&all); err != nil {
		return fmt.Errorf("read what deadcode tells: %w", err)
	}
	faults, used := 0, map[string]bool{}
	tell := func(format string, args ...any) {
		faults++
		fmt.Fprintf(out, format+"\n", args...)
	}
	for _, p := range all {
		if used[p.Path] = true; support[p.Path] != "" {
			continue
		}
		for _, f := range p.Funcs {
			name := p.Path + "." + f.Name
			if used[name] = true; excused[name] == "" && !f.Generated {
				tell("%s:%d: no program reaches %s", f.Position.File, f.Position.Line, f.Name)
			}
		}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(support)), slices.Sorted(maps.Keys(excused))) {
		if !used[name] && !slices.ContainsFunc(users[name], isBench) {
			tell("%s is listed and nothing in it is out of reach", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(users)) {
		if of := slices.DeleteFunc(slices.Clone(users[name]), isBench); len(of) > 0 {
			tell("%s exists for tests and is imported by %s", name, strings.Join(of, ", "))
		}
	}
	if faults > 0 {
		return fmt.Errorf("%d faults", faults)
	}
	return nil
}

// isBench tells a package of the programs that build and judge the project.
func isBench(pkg string) bool { return strings.HasPrefix(pkg, benches) }

// usersOf gives which packages import packages that exist for tests.
func usersOf(names []string) (map[string][]string, error) {
	raw, err := exec.Command("go", "list", "-tags", "ci", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	out := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		words := strings.Fields(line)
		if len(words) == 0 || support[words[0]] != "" {
			continue
		}
		for _, imp := range words[1:] {
			if slices.Contains(names, imp) {
				out[imp] = append(out[imp], words[0])
			}
		}
	}
	return out, nil
}
