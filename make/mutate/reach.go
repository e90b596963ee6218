package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// reach tells which tests of a package come to a place of the changed folder. Another test
// cannot notice a change there.
type reach struct {
	pkg    string
	tests  []string
	slow   map[string]bool // of them
	blocks []block
}

// quick is how long a test may take to be run before the slow ones.
const quick = time.Second

// block is a run of statements and the tests that come to it.
type block struct {
	file     string // its name without folder
	from, to place
	tests    map[string]bool
}

// place is a line and a column, both from 1, columns in bytes.
type place struct{ line, column int }

func (p place) before(q place) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// measure runs each test of a package alone and keeps where it comes to.
func measure(pkg, folder string) (*reach, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binary, profile := filepath.Join(dir, "covered.test"), filepath.Join(dir, "profile")
	if said, err := command("", "go", append(compile(binary), "-covermode=set", "-coverpkg="+folder, pkg)...); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", pkg, err, said)
	}
	listed, err := command(pkg, binary, "-test.list", "^Test")
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", pkg, err, listed)
	}
	r := &reach{pkg: pkg, slow: map[string]bool{}}
	for _, test := range strings.Fields(listed) {
		if !strings.HasPrefix(test, "Test") {
			continue
		}
		begun := time.Now()
		if said, err := command(pkg, binary, "-test.run", "^"+test+"$", "-test.coverprofile", profile); err != nil {
			return nil, fmt.Errorf("%s fails without a change: %w\n%s", test, err, said)
		}
		r.slow[test] = time.Since(begun) > quick
		told, err := os.ReadFile(profile)
		if err != nil {
			return nil, err
		}
		r.tests = append(r.tests, test)
		r.add(test, string(told))
	}
	return r, nil
}

// line of a profile: the file, from and to, the number of statements, how often.
var line = regexp.MustCompile(`^(.+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ (\d+)$`)

// add keeps a profile, as go test writes it. Its blocks are the same for every test.
func (r *reach) add(test, profile string) {
	n := 0
	for row := range strings.Lines(profile) {
		got := line.FindStringSubmatch(strings.TrimSpace(row))
		if got == nil {
			continue
		}
		var at [5]int
		for i := range at {
			at[i], _ = strconv.Atoi(got[i+2])
		}
		if n == len(r.blocks) {
			r.blocks = append(r.blocks, block{file: filepath.Base(got[1]), from: place{at[0], at[1]}, to: place{at[2], at[3]},
				tests: map[string]bool{}})
		}
		if at[4] > 0 {
			r.blocks[n].tests[test] = true
		}
		n++
	}
}

// of gives the tests that come to a place; all where the place stands in no block (a constant,
// the condition of a case).
func (r *reach) of(file string, at place) []string {
	inner := -1
	for i, b := range r.blocks {
		if b.file == filepath.Base(file) && !at.before(b.from) && at.before(b.to) && (inner < 0 || r.blocks[inner].from.before(b.from)) {
			inner = i
		}
	}
	if inner < 0 {
		return r.tests
	}
	var list []string
	for _, test := range r.tests {
		if r.blocks[inner].tests[test] {
			list = append(list, test)
		}
	}
	return list
}

// run runs tests, the quick ones before the slow ones, until one fails.
func (r *reach) run(binary string, tests []string) (said string, err error) {
	for _, slow := range []bool{false, true} {
		var some []string
		for _, test := range tests {
			if r.slow[test] == slow {
				some = append(some, test)
			}
		}
		if len(some) == 0 {
			continue
		}
		said, err = command(r.pkg, binary, "-test.failfast", "-test.timeout", longest.String(), "-test.run",
			"^("+strings.Join(some, "|")+")$")
		if err != nil {
			return said, err
		}
	}
	return said, nil
}

// compile gives the arguments of go that build tests into a binary, without what a debugger
// asks for: that is half of the time.
func compile(binary string) []string {
	return []string{"test", "-c", "-tags", "ci", "-vet=off", "-ldflags", "-s -w", "-o", binary}
}

// command runs a command in a folder and gives what it said.
func command(folder, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	return said.String(), err
}
