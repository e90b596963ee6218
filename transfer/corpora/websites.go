package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/website"
)

// websiteVerdicts are the verdicts of the samples: what SOURCES.md, the names and
// the tests of their projects say, by path below webarchiv.
var websiteVerdicts = []struct{ path, expected string }{
	{"warcio/example.warc", "warc, gültig"},
	{"warcio/example.arc", "warc, gültig"},
	{"warcio/example-space-in-url.arc", "warc, gültig"},
	{"warcio/bad.arc", "warc, WRC-001"},
	{"warcio/example-digest.warc", "warc, WRC-006"},
	{"warcio/example-bad-non-chunked.warc.gz", "warc, WRC-008"},
	{"warcio/example-wget-bad-target-uri.warc.gz", "warc, gültig"},
	{"warcio/post-test.warc.gz", "warc, gültig"},
	{"jwarc/cc.warc.gz", "warc, gültig"},
	{"wacz/example-collection.warc", "warc, gültig"},
	{"wacz/valid_example_1.wacz", "wacz, gültig"},
	{"wacz/valid_signed_example_1.wacz", "wacz, gültig"},
	{"wacz/invalid_example_1.wacz", "wacz, VOL-001 WCZ-002 WCZ-003"},
	{"httrack/testcrawl-3.49-2.zip", "website, gültig"},
}

// websites: kind and the error codes of every sample.
func websites(ctx context.Context, root string) ([]row, error) {
	var rows []row
	for _, v := range websiteVerdicts {
		p := filepath.Join(root, filepath.FromSlash(v.path))
		e := check.Engine{Kinds: []check.Kind{website.Kind{}, check.PlainFiles{}}}
		out, err := e.CheckPath(ctx, p, check.Input{}, container.Options{Single: true})
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{path: p, expected: v.expected, found: websiteVerdict(out.Report)})
		if err := out.Close(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func websiteVerdict(rep *check.Report) string {
	var codes []string
	for _, f := range rep.Findings {
		if f.Severity == check.Error && !slices.Contains(codes, f.Code) {
			codes = append(codes, f.Code)
		}
	}
	if len(codes) == 0 {
		codes = []string{"gültig"}
	}
	slices.Sort(codes)
	return rep.Kind + ", " + strings.Join(codes, " ")
}
