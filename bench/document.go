package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"
)

const head = `# Benchmarks

Written by ` + "`make bench` and `make scale`" + ` (bench/); the figures as data are in benchmarks.json. Every measurement runs our
program and its peers in turn in the same run; the table shows the median of the rounds and, in brackets, the fastest and the slowest.
"ratio" is the peer's time through ours (above 1: we are faster), "CPU ratio" the same of processor time, which other work on the
machine disturbs less. Peak memory is the highest resident size of a process
of the round as the kernel counted it. Files are in the page cache: one unmeasured round goes before.

Limits of these figures: the machines named below were shared with other work while measuring, so the load is stated and single times
vary by tens of per cent; ratios within one row group are what to look at.

## Not kept: real files

` + "`make bench`" + ` does not yet measure real files; its rows on small files are of generated ones and say little about real ones. Measured by hand with
portion.py of the shared tools (distinct files, evenly over sizes and types; processor seconds, programs in turn, check --no-pdfa against
sf -hash sha256 -multi 2 with the same signatures, 2 cores shared with much other work, 2 rounds each):

| portion | sf | laufzettel-cli | ratio | promised | peak MB |
|---|---|---|---|---|---|
| 4,000 files, 267 MB, seed 202 | 6.03 | 3.49 | 1.72 | at least 3 (aim 4): **no** | 288 (promised 200: **no**; 167 with GOMEMLIMIT=140MiB, 3.66 s) |
| 4,000 files, 258 MB, seed 303 | 5.77 | 2.77 | 2.08 | at least 3 (aim 4): **no** | 183 |

Not measured: rows by type and size, one ZIP of real files, 4 GB of one content, 64 MB XML, files made to be slow, the check with PDF/A.
`

// promises are the measurements that promise something, one line each, for the end
// of a run.
func promises(list []measurement) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, m := range list {
		if m.Promise == "" {
			continue
		}
		var own string
		if len(m.Rows) > 0 && len(m.Rows[0].Seconds) > 0 {
			own = seconds(median(m.Rows[0].Seconds)) + " s"
		}
		fmt.Fprintf(w, "kept: %s\t%s\t%s\t%s\n", m.Kept, m.Title, own, m.Promise)
	}
	_ = w.Flush() // into memory
	return b.String()
}

// markdown renders the document.
func (r *results) markdown() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("\n## Promises\n\n| measurement | promise | kept |\n|---|---|---|\n")
	for _, kept := range []bool{false, true} { // what is not kept stands first
		for _, m := range r.Measurements {
			if m.Promise != "" && (m.Kept == "yes") == kept {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Title, m.Promise, m.Kept)
			}
		}
	}
	b.WriteString("\nWhere the time goes and what to try next is in profiles/.\n")
	for _, m := range r.Measurements {
		m.render(&b)
	}
	return b.Bytes()
}

func (m measurement) render(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", m.Title, m.Data)
	if m.Promise != "" {
		fmt.Fprintf(b, "Promise: %s. Kept: **%s**.\n\n", m.Promise, m.Kept)
	}
	if m.Steps {
		b.WriteString("| step | seconds | CPU s | peak MB | |\n|---|---|---|---|---|\n")
	} else {
		b.WriteString("| program | seconds (min–max) | ratio | CPU s | CPU ratio | peak MB | |\n|---|---|---|---|---|---|---|\n")
	}
	for _, s := range m.Rows {
		if m.Steps {
			b.WriteString(s.step())
		} else {
			b.WriteString(s.row(m.Rows[0]))
		}
	}
	fmt.Fprintf(b, "\n%s\n", m.Machine)
}

func (s subject) row(own subject) string {
	t, cpu := median(s.Seconds), median(s.CPU)
	low, high := t, t
	for _, v := range s.Seconds {
		low, high = min(low, v), max(high, v)
	}
	wall := "–" // of a program that failed, or whose time nobody waits for
	if len(s.Seconds) > 0 {
		wall = fmt.Sprintf("%s (%s–%s)", seconds(t), seconds(low), seconds(high))
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", s.Name, wall, ratio(t, median(own.Seconds)),
		optional(cpu, seconds), ratio(cpu, median(own.CPU)), optional(s.PeakMB, megabytes), s.Note)
}

// step is a row of a table in which nothing is compared.
func (s subject) step() string {
	return fmt.Sprintf("| %s | %s | %s | %s | %s |\n", s.Name, optional(median(s.Seconds), seconds), optional(median(s.CPU), seconds), optional(s.PeakMB, megabytes), s.Note)
}

func megabytes(v float64) string { return fmt.Sprintf("%.0f", v) }

func ratio(peer, own float64) string {
	if peer == 0 || own == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", peer/own)
}

func optional(v float64, show func(float64) string) string {
	if v == 0 {
		return ""
	}
	return show(v)
}

// seconds shows three significant digits.
func seconds(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
