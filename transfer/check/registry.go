package check

import (
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/wording"
)

// Registry is the set of all finding codes the program can utter.
type Registry struct{ byID map[string]Code }

// NewRegistry joins the codes of the rooms. Errors: a code twice, without text,
// or an error or warning without a way out.
func NewRegistry(rooms ...[]Code) (*Registry, error) {
	r := &Registry{byID: map[string]Code{}}
	for _, room := range rooms {
		for _, c := range room {
			if err := r.add(c); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// Said tells whether title and remedy stand in the catalogues of a language.
func (c Code) Said(language string) bool {
	return wording.Has(language, c.Title().Key) && wording.Has(language, c.Remedy().Key)
}

func (r *Registry) add(c Code) error {
	switch {
	case c.ID == "" || c.Source == "" || !c.Said(wording.German):
		return fmt.Errorf("finding code %q: a text or the source is missing", c.ID)
	case c.Severity != Note && len(c.Ways) == 0:
		return fmt.Errorf("finding code %s: no way out", c.ID)
	}
	if _, twice := r.byID[c.ID]; twice {
		return fmt.Errorf("finding code %s is defined twice", c.ID)
	}
	r.byID[c.ID] = c
	return nil
}

// Code finds a code by its id.
func (r *Registry) Code(id string) (Code, bool) { c, ok := r.byID[id]; return c, ok }

// All gives every code ordered by id.
func (r *Registry) All() []Code {
	out := make([]Code, 0, len(r.byID))
	for _, c := range r.byID {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Code) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Ways gives the ways out common to all findings of severity Error and Warning;
// with none of those, nothing stands in the way and Ways is empty. A code the
// registry does not know allows only ReturnAll and Stop.
func (r *Registry) Ways(findings []Finding) []WayOut {
	var common []WayOut
	first := true
	for _, f := range findings {
		if f.Severity == Note {
			continue
		}
		ways := []WayOut{ReturnAll, Stop}
		if c, ok := r.byID[f.Code]; ok {
			ways = c.Ways
		}
		if first {
			common, first = slices.Clone(ways), false
			continue
		}
		common = slices.DeleteFunc(common, func(w WayOut) bool { return !slices.Contains(ways, w) })
	}
	return common
}
