package model

import (
	"slices"
	"strings"

	"laufzettel/transfer/check"
)

// Group is findings of one code and cause with all their places.
type Group struct {
	Code, Title     string
	Severity        check.Severity
	Places          []string
	Spots           map[string]string // what opens in place of a place, "" nothing
	Expected, Found string
	Remedy          string
	Count           int
}

var rank = map[check.Severity]int{check.Error: 0, check.Warning: 1, check.Note: 2}

// group joins findings of one code and cause, by severity, then count; while a
// check runs they stay in the order they came.
func group(all []Finding, sorted bool) []Group {
	at := map[string]int{}
	var out []Group
	for _, f := range all {
		key := f.Code + "\x00" + f.Cause
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, Group{Code: f.Code, Severity: f.Severity, Title: f.Title, Expected: f.Expected, Found: f.Found,
				Remedy: f.Remedy})
		}
		g := &out[i]
		g.Count += max(1, f.Further)
		if f.Path != "" {
			g.Places = append(g.Places, f.Path)
			if f.Spot != "" || f.Nowhere {
				if g.Spots == nil {
					g.Spots = map[string]string{}
				}
				g.Spots[f.Path] = f.Spot
			}
		}
		if g.Expected != f.Expected || g.Found != f.Found {
			g.Expected, g.Found = "", "" // the places differ: no single pair is true for all
		}
	}
	if sorted {
		slices.SortStableFunc(out, func(a, b Group) int {
			if d := rank[a.Severity] - rank[b.Severity]; d != 0 {
				return d
			}
			return b.Count - a.Count
		})
	}
	return out
}

// Count gives the number of findings of a severity, "" for all.
func (p *Presenter) Count(severity check.Severity) int {
	n := 0
	for _, g := range p.Groups {
		if severity == "" || g.Severity == severity {
			n += g.Count
		}
	}
	return n
}

// Hits counts the findings of a severity that pass the search; "" all.
func (p *Presenter) Hits(severity check.Severity) int {
	n := 0
	for _, g := range p.Groups {
		if (severity == "" || g.Severity == severity) && g.holds(p.search) {
			n += g.Count
		}
	}
	return n
}

func (g Group) holds(search string) bool {
	return strings.Contains(strings.ToLower(g.Code+" "+g.Title+" "+strings.Join(g.Places, " ")), search)
}

// Toggle takes a severity into the filter or out of it; "" clears the filter.
func (p *Presenter) Toggle(severity check.Severity) {
	switch {
	case severity == "":
		p.only = map[check.Severity]bool{}
	case p.only[severity]:
		delete(p.only, severity)
	default:
		p.only[severity] = true
	}
	p.redraw()
}

// Filtered tells whether a severity is in the filter; "" whether there is none.
func (p *Presenter) Filtered(severity check.Severity) bool {
	if severity == "" {
		return len(p.only) == 0
	}
	return p.only[severity]
}

// SetSearch narrows the findings to a code or path.
func (p *Presenter) SetSearch(text string) {
	p.search = strings.ToLower(strings.TrimSpace(text))
	p.redraw()
}

// Shown gives the groups that pass filter and search.
func (p *Presenter) Shown() []Group {
	var out []Group
	for _, g := range p.Groups {
		if (len(p.only) == 0 || p.only[g.Severity]) && g.holds(p.search) {
			out = append(out, g)
		}
	}
	return out
}

// NoFindings writes the sentence for an empty list, with what was not checked.
func (p *Presenter) NoFindings() string {
	done, missing := 0, 0
	for _, c := range p.Detail.Checks {
		if c.State == check.NotDone {
			missing++
		} else {
			done++
		}
	}
	if missing == 0 {
		return p.words.T("portion.findings.none", done, done)
	}
	return p.words.T("portion.findings.none.missing", done, done+missing, missing)
}

// ---- ways out and primary
