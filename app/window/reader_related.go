package window

import (
	"context"
	"slices"
	"strings"

	"laufzettel/app/work/reading"
	reader "laufzettel/views/reader/model"
)

// related lists what belongs to a package: parts, representations, the other edition,
// and what conversions made of it. What may not be named is left out (A25); a package
// of a file of its own names the others only.
func (s *Reader) related(ctx context.Context, o *reading.Opened, dropped bool) ([]reader.Related, error) {
	var out []reader.Related
	add := func(r reader.Related) {
		if !slices.ContainsFunc(out, func(o reader.Related) bool { return o.PID == r.PID }) {
			out = append(out, r)
		}
	}
	neighbours, err := o.Related(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range neighbours {
		add(reader.Related{Kind: s.says().Word("reader.relation.", r.Kind), Title: strings.Join(filled(r.Title, r.ReferenceCode), ", "),
			PID: r.PID, Here: r.Here && !dropped})
	}
	if dropped {
		return out, nil
	}
	earlier, later, err := o.Representations(ctx)
	if err != nil {
		return nil, err
	}
	for kind, list := range map[string][]reading.Representation{"earlier": earlier, "later": later} {
		for _, p := range list {
			add(reader.Related{Kind: s.says().Word("reader.relation.", kind),
				Title: strings.Join(filled(p.ReferenceCode, s.says().Date(p.Ordered)), ", "), PID: p.PID, Here: p.Here})
		}
	}
	slices.SortStableFunc(out, func(a, b reader.Related) int { return strings.Compare(a.Kind, b.Kind) })
	return out, nil
}
