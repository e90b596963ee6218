package reading

import (
	"context"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/record"
)

// DueSite is a web area with its last snapshot and the day the next one is due
// (F13: cycle and occasion).
type DueSite struct {
	Domain   string `json:"domain"`
	Last     string `json:"last"`     // day of the last crawl
	Occasion string `json:"occasion"` // of the last snapshot: Turnus, Ereignis
	Shots    int    `json:"snapshots"`
	Due      string `json:"due"` // last crawl of the cycle and the days of a cycle
	Overdue  bool   `json:"overdue"`
}

// WebsitesDue lists the web areas of the workspace, the longest due first. An
// event does not move the cycle: only snapshots of another occasion count for it,
// where there are any.
func (o *Opened) WebsitesDue(ctx context.Context, days int) ([]DueSite, error) {
	rm := o.room
	portions, err := rm.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	sites, cycle := map[string]*DueSite{}, map[string]string{}
	for _, p := range portions {
		if p.Kind != website.Name && p.Kind != website.NameWARC && p.Kind != website.NameWACZ {
			continue
		}
		switch err := rm.Gate.portionGate(p.ID, o.asker, verdict.mayName)(ctx); {
		case failure.KindOf(err) == failure.Refused:
			continue // a web area that may not be named
		case err != nil:
			return nil, err
		}
		roots, err := rm.Portions.Objects(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, root := range roots {
			x := snapshot(root)
			if x.Domain == "" || x.Last == "" {
				continue
			}
			s := sites[x.Domain]
			if s == nil {
				s = &DueSite{Domain: x.Domain}
				sites[x.Domain] = s
			}
			s.Shots++
			if x.Last >= s.Last {
				s.Last, s.Occasion = x.Last, x.Occasion
			}
			if !strings.EqualFold(x.Occasion, "Ereignis") && x.Last > cycle[x.Domain] {
				cycle[x.Domain] = x.Last
			}
		}
	}
	out := make([]DueSite, 0, len(sites))
	for domain, s := range sites {
		from := cycle[domain]
		if from == "" {
			from = s.Last
		}
		if at, err := time.Parse(time.DateOnly, from); err == nil {
			due := at.AddDate(0, 0, days)
			s.Due, s.Overdue = due.Format(time.DateOnly), !rm.Office.Now().Before(due)
		}
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b DueSite) int { return strings.Compare(a.Due+a.Domain, b.Due+b.Domain) })
	return out, nil
}

// snapshot reads domain, day and occasion of a web area's description.
func snapshot(o *record.Object) (out DueSite) {
	for _, f := range o.Fields {
		switch f.Name {
		case "Domain":
			out.Domain = f.Value
		case "Datum des Crawls":
			out.Last = f.Value
		case "Anlass":
			out.Occasion = f.Value
		}
	}
	return out
}
