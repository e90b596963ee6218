package window

import (
	"context"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	reader "laufzettel/views/reader/model"
)

// relationLabels name the relations between packages.
var relationLabels = map[string]string{check.RelationPart: "Teil", check.RelationRepresentation: "Repräsentation", check.RelationEdition: "Ausgabe"}

// related lists what belongs to a package: parts, representations, the other edition,
// and what conversions made of it. What may not be named is left out (A25); a package
// of a file of its own names the others only.
func (s *Reader) related(ctx context.Context, meta aip.Description, dropped bool, open []string) ([]reader.Related, error) {
	var out []reader.Related
	add := func(r reader.Related) error {
		if slices.ContainsFunc(out, func(o reader.Related) bool { return o.PID == r.PID }) {
			return nil
		}
		if !dropped {
			named, here, err := s.w.Room.Named(ctx, r.PID, open...)
			if err != nil || !named {
				return err
			}
			r.Here = here
		}
		out = append(out, r)
		return nil
	}
	for _, r := range meta.Relations {
		if err := add(reader.Related{Kind: relationLabels[r.Kind], Title: strings.Join(filled(r.Title, r.ReferenceCode), ", "), PID: r.PID}); err != nil {
			return nil, err
		}
	}
	if dropped {
		return out, nil
	}
	earlier, later, err := s.w.Room.Representations(ctx, meta.PID)
	if err != nil {
		return nil, err
	}
	for kind, list := range map[string][]transfer.Package{"frühere Repräsentation": earlier, "spätere Repräsentation": later} {
		for _, p := range list {
			if err := add(reader.Related{Kind: kind, Title: strings.Join(filled(p.ReferenceCode, p.Ordered.Format("02.01.2006")), ", "), PID: p.PID}); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(out, func(a, b reader.Related) int { return strings.Compare(a.Kind, b.Kind) })
	return out, nil
}
