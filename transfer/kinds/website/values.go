package website

import (
	"fmt"
	"strings"
	"time"

	"laufzettel/transfer/snapshot"
)

// values tells statements that are not of their type and range, and those that cannot
// hold together (source 003, 7.3.3.2.1: letters for a depth are an error).
func (s *survey) values(at string) {
	for _, x := range s.d.Statements {
		if want, bad := snapshot.Fault(x.Number, x.Value); bad {
			s.say(codeValue.At(at).Want(want, s.d.named(x.Number)))
		}
	}
	for _, pair := range s.d.contradictions() {
		s.say(codeContradiction.At(at).Want(pair[0], pair[1]))
	}
}

// named writes a statement with its number and label.
func (d *Description) named(n int) string {
	x := d.Statement(n)
	v := x.Value
	if v == "" && x.Omitted != "" {
		v = "entfällt (" + x.Omitted + ")"
	}
	return fmt.Sprintf("%d %s: %s", n, x.Label, shown(v))
}

// contradictions gives pairs of statements that cannot both hold.
func (d *Description) contradictions() (out [][2]string) {
	add := func(bad bool, a, b string) {
		if bad {
			out = append(out, [2]string{a, b})
		}
	}
	for _, x := range d.Statements {
		add(snapshot.Known(x.Value) && x.Omitted != "", d.named(x.Number), "entfällt: "+shown(x.Omitted))
	}
	more := func(a, b int) {
		x, okA := d.count(a)
		y, okB := d.count(b)
		add(okA && okB && x > y, d.named(a), d.named(b))
	}
	more(40, 39)
	more(42, 39)
	more(41, 40)
	crawled, hasCrawl := snapshot.Day(d.Crawled)
	day := func(n int) (time.Time, bool) { return snapshot.Day(d.Statement(n).Value) }
	if seven, ok := day(7); ok && hasCrawl {
		add(!sameDay(seven, crawled), d.named(7), "Crawl: "+d.Crawled)
	}
	for _, n := range []int{31, 35, 53, 60, 65, 74} {
		if later, ok := day(n); ok && hasCrawl {
			add(later.Before(crawled) && !sameDay(later, crawled), d.named(n), "Crawl: "+d.Crawled)
		}
	}
	if v := d.Statement(12).Value; snapshot.Known(v) && d.Domain != "" {
		add(!strings.Contains(strings.ToLower(v), strings.TrimPrefix(strings.ToLower(d.Domain), "www.")), d.named(12), "Domain: "+d.Domain)
	}
	looked := snapshot.Known(d.Statement(62).Value) && d.Statement(62).Value != "keine"
	for _, n := range []int{60, 64} {
		add(looked && d.Statement(n).Omitted != "", d.named(62), d.named(n))
	}
	return out
}

// count gives the number of a statement.
func (d *Description) count(n int) (int64, bool) { return snapshot.Number(d.Statement(n).Value) }

func sameDay(a, b time.Time) bool {
	return a.Format(time.DateOnly) == b.Format(time.DateOnly)
}
