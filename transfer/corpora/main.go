// Program corpora checks every file of a folder of public test data that has a
// verdict in its SOURCES.md and prints a table expected / found / agree. It ends
// with 1 where they disagree and docs/corpora.md gives no reason. `make corpora`
// runs it; it is no part of the delivered program.
//
// Corpora: BagIt, eCH-0160, SIARD, E-ARK, checksum lists, format identification,
// web archives.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"text/tabwriter"
)

// row is one file with its verdict.
type row struct {
	corpus, path    string
	expected, found string
}

func (r row) agrees() bool { return r.expected == r.found }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	shared := flag.String("data", "../shared/testdata", "folder of the test data")
	reasons := flag.String("reasons", "docs/corpora.md", "page that explains disagreements")
	flag.Parse()
	code, err := run(ctx, os.Stdout, *shared, *reasons)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpora:", err)
		code = 2
	}
	os.Exit(code)
}

// judge gives the rows of one corpus.
type judge func(ctx context.Context, root string) ([]row, error)

// run prints the table and gives the exit code.
func run(ctx context.Context, out io.Writer, shared, reasons string) (int, error) {
	explained, err := explanations(reasons)
	if err != nil {
		return 0, err
	}
	var rows []row
	for _, c := range []struct {
		name  string
		judge judge
	}{{"bagit", bags}, {"ech0160", submissions}, {"siard", databases}, {"eark", packages}, {"manifeste", lists}, {"formate", formats},
		{"webarchiv", websites}} {
		root := filepath.Join(shared, c.name)
		got, err := c.judge(ctx, root)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", c.name, err)
		}
		for i := range got {
			got[i].corpus = c.name
			if rel, err := filepath.Rel(shared, got[i].path); err == nil {
				got[i].path = filepath.ToSlash(rel)
			}
		}
		rows = append(rows, got...)
	}
	return print(out, rows, explained), nil
}

var reasonLine = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\|")

// explanations reads the reasons: table rows of path and reason.
func explanations(name string) (map[string]string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, m := range reasonLine.FindAllStringSubmatch(string(data), -1) {
		out[m[1]] = m[2]
	}
	return out, nil
}

// print writes the table: every disagreement, and agreements of the formats only
// as a number, and gives 1 where something stays unexplained.
func print(out io.Writer, rows []row, explained map[string]string) int {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "datei\terwartet\tgefunden\teinig")
	code := 0
	agree, all := map[string]int{}, map[string]int{}
	var order []string
	used := map[string]bool{}
	for _, r := range rows {
		if !slices.Contains(order, r.corpus) {
			order = append(order, r.corpus)
		}
		all[r.corpus]++
		verdict := "ja"
		switch reason, ok := explained[r.path]; {
		case r.agrees():
			agree[r.corpus]++
		case ok:
			verdict, used[r.path] = "nein, erklärt: "+reason, true
		default:
			verdict, code = "NEIN", 1
		}
		if r.corpus != "formate" || !r.agrees() {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.path, r.expected, r.found, verdict)
		}
	}
	_ = w.Flush()
	for _, c := range order {
		fmt.Fprintf(out, "%s: %d von %d einig\n", c, agree[c], all[c])
	}
	for path := range explained {
		if !used[path] {
			fmt.Fprintf(out, "docs/corpora.md erklärt %s, doch dort ist man sich einig\n", path)
			code = 1
		}
	}
	return code
}
