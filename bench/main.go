// Command bench measures the promises of speed and memory against programs that
// do the same work, in one run, in turn, on data it makes itself. It writes
// docs/benchmarks.json and, from that, docs/benchmarks.md. It is no part of the
// product and nothing imports it; make bench and make scale build what it needs
// and call it.
//
// What misses its promise is written down with the figure and is no failure. A
// peer that fails has a row that says so; where our own program fails there is no
// time: the measurement is left out, the others are made, and bench ends with an
// error. Tests never depend on these times.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"laufzettel/viewer/child"
)

// options are the flags of the command line.
type options struct {
	work    string // where the data lie; kept between runs
	cli     string // the program measured
	sf      string // siegfried's own program
	window  string // the built window, measured where it is there
	doc     string // the document written
	suite   string // "bench" or "scale"
	rounds  int
	full    bool
	small   int   // small files
	large   int64 // bytes of large files
	single  int64 // bytes of the one large file
	content int64 // bytes of one file each of random, text and zeros
	scale   int   // files of the largest step of the suite scale
	only    string

	draw       string // portion.py of the shared tools
	seeds      string // of the portions, "" = drawn at run time
	real       int    // files of a portion
	classes    int    // files that are split into classes
	realRounds int
}

func main() {
	if child.Asked() {
		child.Main()
	}
	var o options
	flag.StringVar(&o.work, "work", "", "folder of the data, kept between runs")
	flag.StringVar(&o.cli, "cli", "bin/laufzettel-cli", "program measured")
	flag.StringVar(&o.sf, "sf", "", "siegfried's own program")
	flag.StringVar(&o.window, "window", "bin/laufzettel", "the built window")
	flag.StringVar(&o.doc, "doc", "docs/benchmarks.md", "document written")
	flag.StringVar(&o.suite, "suite", "bench", "bench or "+suiteScale)
	flag.IntVar(&o.rounds, "rounds", 3, "rounds of every measurement")
	flag.BoolVar(&o.full, "full", false, "20,000 files, 5 GB, 4 GB")
	flag.IntVar(&o.small, "small", 4000, "small files")
	flag.Int64Var(&o.large, "large", 512<<20, "bytes of large files")
	flag.Int64Var(&o.single, "single", 512<<20, "bytes of the one large file")
	flag.Int64Var(&o.content, "content", 4<<30, "bytes of one file each of random, text and zeros")
	flag.IntVar(&o.scale, "scale", 1_000_000, "files of the largest step")
	flag.StringVar(&o.draw, "draw", "../shared/tools/portion.py", "the program that draws real files")
	flag.StringVar(&o.seeds, "seeds", "", "seeds of the portions of real files, set apart by commas; drawn at run time")
	flag.IntVar(&o.real, "real", 4000, "files of a portion of real files")
	flag.IntVar(&o.classes, "classes", 20_000, "real files that are split into classes")
	flag.IntVar(&o.realRounds, "real-rounds", 7, "rounds of the measurements on real files")
	flag.StringVar(&o.only, "only", "", "only the measurements of these ids, set apart by commas")
	flag.Parse()
	if o.full {
		o.small, o.large, o.single, o.real = 20_000, 5<<30, 4<<30, 20_000
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.work == "" {
		o.work = filepath.Join(os.TempDir(), "laufzettel-bench")
	}
	for _, p := range []*string{&o.work, &o.cli, &o.sf, &o.window, &o.draw} {
		if *p == "" {
			continue
		}
		abs, err := filepath.Abs(*p)
		if err != nil {
			return err
		}
		*p = abs
	}
	record := filepath.Join(filepath.Dir(o.doc), "benchmarks.json")
	results, err := readResults(record)
	if err != nil {
		return err
	}
	measured, failed := measureSuite(ctx, o)
	if len(measured) == 0 {
		return failed
	}
	results.merge(machine(ctx, o), measured)
	if err := results.write(record); err != nil {
		return errors.Join(failed, err)
	}
	fmt.Print(promises(measured))
	if o.suite == suiteScale {
		failed = errors.Join(failed, overLimit(measured))
	}
	return errors.Join(failed, os.WriteFile(o.doc, results.markdown(), 0o644))
}

// suiteScale is the suite of large deliveries.
const suiteScale = "scale"

// overLimit asserts the promise of memory, which no other work on the machine
// disturbs. Times are only written down.
func overLimit(measured []measurement) (err error) {
	for _, m := range measured {
		for _, s := range m.Rows {
			if s.PeakMB > scaleLimitMB {
				err = errors.Join(err, fmt.Errorf("%s, %s: %.0f MB, limit %d MB", m.Title, s.Name, s.PeakMB, scaleLimitMB))
			}
		}
	}
	return err
}
