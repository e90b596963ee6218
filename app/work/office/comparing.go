package office

import (
	"context"

	"laufzettel/transfer/record"
)

func (of *Office) ObjectsByID(ctx context.Context, portion string) (map[string]*record.Object, error) {
	roots, err := of.Portions.Objects(ctx, portion)
	if err != nil {
		return nil, err
	}
	out := map[string]*record.Object{}
	for o := range record.All(roots) {
		out[o.ID] = o
	}
	return out, nil
}
