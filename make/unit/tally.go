package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is one line of go test -json (go doc test2json; build-output: go help
// buildjson).
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
}

// name is a test of a package; an empty test stands for the package itself.
type name struct{ pkg, test string }

// tally counts the tests of a run and prints the output of what failed.
type tally struct {
	out                     io.Writer
	passed, failed, skipped int
	reasons                 map[string]int     // why tests were left out
	seconds                 map[string]float64 // of the packages that were run, not taken from the cache
	output                  map[name][]string  // of tests that have not ended
	broken                  map[string]bool    // packages with a failed test
}

func newTally(out io.Writer) *tally {
	return &tally{out: out, reasons: map[string]int{}, seconds: map[string]float64{}, output: map[name][]string{},
		broken: map[string]bool{}}
}

// maxLine bounds one line of go test -json; output of a test comes in lines of its own.
const maxLine = 64 << 20

// read takes in what go test -json prints. What is no JSON is passed on.
func (t *tally) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Action == "" {
			fmt.Fprintln(t.out, lines.Text())
			continue
		}
		t.take(e)
	}
	return lines.Err()
}

func (t *tally) take(e event) {
	of := name{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "run":
		t.output[of] = nil
	case "output":
		if !progress.MatchString(e.Output) {
			t.output[of] = append(t.output[of], e.Output)
		}
	case "pass", "fail", "skip":
		if e.Test == "" {
			t.ended(e)
		} else {
			t.test(e)
		}
		delete(t.output, of)
	}
}

// progress are the lines that say only that a test goes on.
var progress = regexp.MustCompile(`^\s*=== (RUN|PAUSE|CONT|NAME)\s`)

// test counts a test that ended.
func (t *tally) test(e event) {
	said := t.output[name{e.Package, e.Test}]
	switch e.Action {
	case "pass":
		t.passed++
	case "skip":
		t.skipped++
		t.reasons[reason(said)]++
	default:
		t.failed++
		t.broken[e.Package] = true
		fmt.Fprintf(t.out, "%s %s\n%s", e.Package, e.Test, strings.Join(said, ""))
	}
}

// ended prints the line of a package, and what its unfinished tests said where it
// ended before them: by a panic, by running out of time. A package that failed
// without a failed test, one that could not be built, counts as one.
func (t *tally) ended(e event) {
	said := strings.Join(t.output[name{e.Package, ""}], "")
	if e.Action != "skip" && !strings.Contains(said, "\t(cached)") {
		t.seconds[e.Package] = e.Elapsed
	}
	switch e.Action {
	case "skip": // no test files
		return
	case "pass":
		fmt.Fprint(t.out, verdict(said))
		return
	}
	for _, test := range t.unfinished(e.Package) {
		t.failed++
		t.broken[e.Package] = true
		fmt.Fprintf(t.out, "%s %s (not ended)\n%s", test.pkg, test.test, strings.Join(t.output[test], ""))
		delete(t.output, test)
	}
	if !t.broken[e.Package] {
		t.failed++
	}
	fmt.Fprint(t.out, said)
}

// unfinished lists the tests of a package that have not ended, in the order of their names.
func (t *tally) unfinished(pkg string) (out []name) {
	for of := range t.output {
		if of.pkg == pkg && of.test != "" {
			out = append(out, of)
		}
	}
	slices.SortFunc(out, func(a, b name) int { return strings.Compare(a.test, b.test) })
	return out
}

// verdict is the line "ok …" of a package's output; what its tests printed beside
// goes where go test without -v lets it go.
func verdict(said string) string {
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "ok  \t") {
			return line
		}
	}
	return said
}

// place is where a test says something.
var place = regexp.MustCompile(`^\s*\S+\.go:\d+: (.*)`)

// reason is the last thing a test said before it was left out, "" = nothing.
func reason(said []string) (why string) {
	for _, line := range said {
		if m := place.FindStringSubmatch(line); m != nil {
			why = strings.TrimSpace(m[1])
		}
	}
	return why
}

// many is from how many tests on the closing line names why they were left out.
const many = 5

// leftOut gives one part for every reason that holds for at least from and less than
// below tests, the most frequent first.
func (t *tally) leftOut(from, below int) (out []string) {
	why := slices.SortedFunc(maps.Keys(t.reasons), func(a, b string) int {
		return cmp.Or(t.reasons[b]-t.reasons[a], strings.Compare(a, b))
	})
	for _, w := range why {
		if n := t.reasons[w]; n >= from && n < below {
			out = append(out, fmt.Sprintf("%d ausgelassen: %s", n, cmp.Or(w, "no reason given")))
		}
	}
	return out
}

// few gives the reasons that the closing line leaves out.
func (t *tally) few() []string { return t.leftOut(0, many) }

// closing is the last line of a run: "N passed, N failed, N skipped", and behind it
// why many tests were left out.
func (t *tally) closing() string {
	line := fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
	if why := t.leftOut(many, 1<<62); len(why) > 0 {
		line += "; " + strings.Join(why, "; ")
	}
	return line
}
