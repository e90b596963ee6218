package model

import (
	"laufzettel/viewer/catalog"
	"strconv"
	"strings"
	"time"
)

// YearCount is one year of the time strip.
type YearCount struct{ Year, Count int }

// maxYears bounds the strip; a wider span is drawn by decades of its years.
const maxYears = 120

// Years counts the documents of the open package by year, gaps included, and
// those without a date.
func (p *Presenter) Years() (list []YearCount, undated int) {
	if p.Open == nil {
		return nil, 0
	}
	counts := map[int]int{}
	first, last := 0, 0
	for _, d := range p.Open.Documents {
		y, err := strconv.Atoi(d.Date[:min(4, len(d.Date))])
		if err != nil || len(d.Date) < 4 || y < 1 {
			undated++
			continue
		}
		counts[y]++
		if first == 0 || y < first {
			first = y
		}
		last = max(last, y)
	}
	if first == 0 {
		return nil, undated
	}
	step := 1
	for (last-first)/step >= maxYears {
		step *= 10
	}
	for y := first; y <= last; y += step {
		n := 0
		for k := y; k < y+step; k++ {
			n += counts[k]
		}
		list = append(list, YearCount{y, n})
	}
	return list, undated
}

// WrittenDay reads "31.12.2026" or "2026-12-31"; "" is no day.
func WrittenDay(s string) (time.Time, bool) {
	if s = strings.TrimSpace(s); s == "" {
		return time.Time{}, true
	}
	for _, form := range []string{"2.1.2006", time.DateOnly} {
		if day, err := time.Parse(form, s); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}

// Places leaves the description itself out where it only repeats the title.
func Places(f catalog.Found) []catalog.Place {
	var out []catalog.Place
	for _, p := range f.Places {
		if p.ID != "" {
			out = append(out, p)
		}
	}
	return out
}

func Filled(list []string) []string {
	out := list[:0]
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}
