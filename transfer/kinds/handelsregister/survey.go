package handelsregister

import (
	"context"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
)

// Survey is what a folder with list and Belegakten holds, for people to look over
// before a delivery is made of it (3.1, 3.2).
type Survey struct {
	At       string              // path of the list, "" = none was found
	List     *List               // nil = none, or its columns are not there
	Findings []check.Finding     // of the list, with the line
	Papers   map[string][]string // Belegakten by number of the company, as written
	Loose    []string            // Belegakten whose name names no company of the list
	Odd      []string            // files that are neither PDF nor TIFF nor documentation
	Manuals  []string            // documentation
}

// Look makes the survey of a folder. Errors: those of the tree.
func Look(ctx context.Context, t container.Tree) (*Survey, error) {
	f, err := look(ctx, t)
	if err != nil {
		return nil, err
	}
	s := &Survey{At: f.list, Papers: map[string][]string{}, Manuals: f.manuals}
	if f.list != "" {
		if s.List, s.Findings, err = readList(ctx, t, f.list); err != nil {
			return nil, err
		}
	}
	byNumber := map[string]*record.Object{}
	if s.List != nil {
		for _, c := range s.List.Companies {
			if key := plainNumber(c.Number); key != "" && byNumber[key] == nil {
				byNumber[key] = &record.Object{Reference: c.Number}
			}
		}
	}
	for _, p := range f.others {
		if documentKind(p) == "" {
			s.Odd = append(s.Odd, p)
			continue
		}
		if o := owner(byNumber, p); o != nil {
			s.Papers[o.Reference] = append(s.Papers[o.Reference], p)
		} else {
			s.Loose = append(s.Loose, p)
		}
	}
	return s, ctx.Err()
}
