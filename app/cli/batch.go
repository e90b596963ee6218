package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
)

// batched is one line of the overview over several deliveries.
type batched struct {
	path string
	rep  *check.Report // nil: not checked
	err  error         // why not
}

// overview prints one line per delivery and the totals after a check of several,
// for people only: with --json every report is a line of its own already.
func (e *env) overview(rows []batched) {
	if e.json || len(rows) < 2 {
		return
	}
	count := map[check.Verdict]int{}
	fmt.Fprintf(e.out, "\n%s\n", e.text("cli.batch.title", len(rows)))
	for _, r := range rows {
		name := filepath.Base(r.path)
		if r.rep == nil {
			hint := ""
			if r.err != nil {
				hint = failure.HintOf(r.err)
			}
			fmt.Fprintf(e.out, "  %-40s %s\n", name, strings.TrimSpace(e.text("cli.batch.not-checked")+" "+hint))
			continue
		}
		count[r.rep.Verdict]++
		fmt.Fprintf(e.out, "  %-40s %-16s %-16s %s\n", name, r.rep.Kind, e.text("cli.verdict."+string(r.rep.Verdict)),
			e.text("cli.batch.findings", r.rep.Count(check.Error), r.rep.Count(check.Warning), r.rep.Count(check.Note)))
	}
	checked := count[check.Accepted] + count[check.Rejected] + count[check.Unreadable]
	fmt.Fprintf(e.out, "  %s\n", e.text("cli.batch.total", count[check.Accepted], count[check.Rejected], count[check.Unreadable], len(rows)-checked))
}
