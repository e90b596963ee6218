package main

import (
	"bytes"
	"fmt"
	"strings"
)

const head = `# Benchmarks

Written by ` + "`make bench` and `make scale`" + ` (bench/); the figures as data are in benchmarks.json. Every measurement runs our
program and its peers in turn in the same run; the table shows the median of the rounds and, in brackets, the fastest and the slowest.
"ratio" is the peer's time through ours for peers (above 1: we are faster). Peak memory is the highest resident size of a process
of the round as the kernel counted it. Files are in the page cache: one unmeasured round goes before.

Limits of these figures: the machines named below were shared with other work while measuring, so the load is stated and single times
vary by tens of per cent; ratios within one row group are what to look at.
`

// markdown renders the document.
func (r *results) markdown() []byte {
	var b bytes.Buffer
	b.WriteString(head)
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
	b.WriteString("| program | seconds (min–max) | ratio | CPU s | peak MB | |\n|---|---|---|---|---|---|\n")
	own := 0.0
	if len(m.Rows) > 0 {
		own = median(m.Rows[0].Seconds)
	}
	for _, s := range m.Rows {
		b.WriteString(s.row(own))
	}
	fmt.Fprintf(b, "\n%s\n", m.Machine)
}

func (s subject) row(own float64) string {
	ratio := "–"
	t := median(s.Seconds)
	if own > 0 && t > 0 {
		ratio = fmt.Sprintf("%.2f", t/own)
	}
	low, high := t, t
	for _, v := range s.Seconds {
		low, high = min(low, v), max(high, v)
	}
	return fmt.Sprintf("| %s | %s (%s–%s) | %s | %s | %s | %s |\n", s.Name, seconds(t), seconds(low), seconds(high), ratio,
		optional(median(s.CPU), seconds), optional(s.PeakMB, func(v float64) string { return fmt.Sprintf("%.0f", v) }), s.Note)
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
	return strings.TrimSuffix(fmt.Sprintf("%.4f", v), "0")
}
