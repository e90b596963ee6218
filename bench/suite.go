package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// measure is one measurement to be made.
type measure struct {
	id  string
	run func(ctx context.Context, o options) (measurement, error)
}

func measureSuite(ctx context.Context, o options) ([]measurement, error) {
	list := []measure{{"small-folder", smallFolder}, {"small-zip", smallZIP}, {"large", large}, {"large-zip", largeZIP},
		{"single", single}, {"single-zip", singleZIP}, {"xdomea", xdomeaMessage}, {"bagit", bagValidation},
		{"pdf-page", pdfPage}, {"pdf-corpus", corpusPages}, {"appraise", appraisal}, {"book", accessionBook}, {"pdfa", pdfA},
		{"upload", upload}, {"queue", queueOps},
		{"search", search}, {"search-corpus", corpusSearch}, {"start", start},
		{"packaging-few", packaging(func(options) int { return fewPacked })},
		{"packaging", packaging(func(o options) int { return o.real })}, {"trees", trees}, {"slope", slope},
		{"deciding", deciding}, {"sending", sending},
		{"window", windowIdle}, {"receiver", receiverIdle}}
	real, err := realMeasures(o)
	if err != nil {
		return nil, err
	}
	if list = append(real, list...); o.suite == suiteScale {
		list = scaleSteps(o)
	}
	list, err = chosen(list, o.only)
	if err != nil {
		return nil, err
	}
	return measureAll(ctx, o, list)
}

// measureAll makes one measurement after the other. One that fails is told and
// left out, the others are made nevertheless; its error is given at the end.
func measureAll(ctx context.Context, o options, list []measure) (out []measurement, failed error) {
	for _, w := range list {
		if ctx.Err() != nil {
			return out, errors.Join(failed, ctx.Err())
		}
		fmt.Fprintf(os.Stderr, "bench: %s\n", w.id)
		m, err := w.run(ctx, o)
		if err != nil {
			err = fmt.Errorf("measure %s: %w", w.id, err)
			fmt.Fprintln(os.Stderr, "bench:", err)
			failed = errors.Join(failed, err)
			continue
		}
		m.ID = w.id
		out = append(out, m)
	}
	return out, failed
}

// chosen keeps the measurements named in only, ids set apart by commas; "" keeps all.
func chosen(list []measure, only string) ([]measure, error) {
	if only == "" {
		return list, nil
	}
	var out []measure
	for id := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(list, func(w measure) bool { return w.id == strings.TrimSpace(id) })
		if i < 0 {
			return nil, fmt.Errorf("no measurement is called %q", id)
		}
		out = append(out, list[i])
	}
	return out, nil
}

// ours is our check with digest, format and completeness; the workspace lies
// beside the data and is kept, as in daily use.
func (o options) ours(paths ...string) contender {
	args := append([]string{o.cli, "check", "--json", "--no-pdfa", "--kind", "files"}, paths...)
	return contender{name: "laufzettel-cli check", args: args, env: o.env(), note: "SHA-512, format, completeness, journal"}
}

func (o options) env() []string {
	return []string{"LAUFZETTEL_DATA=" + filepath.Join(o.work, "workspace"), "LAUFZETTEL_PERSON=M. Ahrens"}
}

func (o options) siegfried(args ...string) contender {
	if o.sf == "" {
		return contender{name: "sf", args: []string{""}}
	}
	sig := filepath.Join(filepath.Dir(o.sf), "default.sig")
	return contender{name: "sf -hash sha256 -multi 2", args: append([]string{o.sf, "-sig", sig, "-hash", "sha256", "-multi", "2"}, args...),
		note: "format, SHA-256"}
}

// hashers are the pure hashing programs over a folder.
func hashers(dir string) []contender {
	find := "find " + quote(dir) + " -type f -print0 | "
	return []contender{
		shell("rhash, 2 workers", find+"xargs -0 -P2 -n 64 rhash --sha512", "SHA-512 only"),
		shell("sha256sum, 2 workers", find+"xargs -0 -P2 -n 64 sha256sum", "SHA-256 only"),
		shell("hashdeep", "hashdeep -c sha256 -r "+quote(dir), "SHA-256 only"),
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func smallFolder(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Check of many small files, folder", Promise: "at least 2 × faster than sf (aim 4 ×)"}
	d, err := o.smallFiles(ctx)
	if err != nil {
		return m, err
	}
	m.Data = d.String() + ", mixed formats of the generator."
	m.Rows, err = contest(ctx, o.rounds, append([]contender{o.ours(d.path), o.siegfried(d.path)}, hashers(d.path)...))
	m.Kept = keeps(m.Rows, "sf -hash sha256 -multi 2", 0.5)
	return m, err
}

func (o options) smallFiles(ctx context.Context) (made, error) {
	return build(filepath.Join(o.work, fmt.Sprintf("small-%d", o.small)), func(p string) error { return smallFiles(ctx, p, o.small) })
}

func smallZIP(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Check of many small files, one ZIP", Promise: "at least 2 × faster than sf (aim 4 ×)"}
	d, err := o.smallFiles(ctx)
	if err != nil {
		return m, err
	}
	z, err := build(d.path+".zip", func(p string) error { return zipOf(p, d.path) })
	if err != nil {
		return m, err
	}
	m.Data = fmt.Sprintf("The same %d files in one ZIP of %.0f MB. sf reads them out of it (-z); rhash reads the ZIP as one file.", d.files,
		float64(z.bytes)/(1<<20))
	m.Rows, err = contest(ctx, o.rounds, []contender{o.ours(z.path), o.siegfried("-z", z.path),
		{name: "unzip -t", args: []string{"unzip", "-tqq", z.path}, note: "inflate and CRC only"},
		{name: "rhash", args: []string{"rhash", "--sha512", z.path}, note: "the ZIP as one file"}})
	m.Kept = keeps(m.Rows, "sf -hash sha256 -multi 2", 0.5)
	return m, err
}

func xdomeaMessage(ctx context.Context, o options) (measurement, error) {
	const documents = 100_000
	d, err := build(filepath.Join(o.work, "xdomea"), func(p string) error { return message(ctx, p, documents) })
	m := measurement{Title: "xdomea message of 100,000 documents", Data: fmt.Sprintf("An offer (0501) of %d documents.", documents)}
	if err != nil {
		return m, err
	}
	zips, err := filepath.Glob(filepath.Join(d.path, "*.zip"))
	if err != nil || len(zips) == 0 {
		return m, fmt.Errorf("no container in %s: %w", d.path, err)
	}
	xml := filepath.Join(d.path, "nachricht.xml")
	own := contender{name: "laufzettel-cli check", args: []string{o.cli, "check", "--json", zips[0]}, env: o.env(),
		note: "records, all rules"}
	m.Rows, err = contest(ctx, o.rounds, []contender{own,
		{name: "xmllint --stream", args: []string{"xmllint", "--stream", "--noout", xml}, note: "well-formedness only"},
		{name: "xmllint", args: []string{"xmllint", "--noout", xml}, note: "well-formedness, tree in memory"}})
	return m, err
}

func start(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Start of the command line", Data: "One call that does nothing else."}
	list := []contender{{name: "laufzettel-cli version", args: []string{o.cli, "version"}},
		{name: "laufzettel-cli events", args: []string{o.cli, "--json", "events"}, env: o.env(), note: "opens workspace and signatures"}}
	if sf := o.siegfried(); sf.args[0] != "" {
		list = append(list, contender{name: "sf -version", args: append(sf.args, "-version"), note: "reads its signatures"})
	}
	var err error
	m.Rows, err = contest(ctx, max(o.rounds, 5), list)
	return m, err
}
