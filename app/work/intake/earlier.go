package intake

import (
	"context"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/record"
)

// Digests gives the documents of a unit by id with the digests of their files; the
// digest is "" where nothing was delivered or read.
func (r *ContentsReader) Digests(ctx context.Context, u *record.Object) (map[string]string, error) {
	u, all, err := r.Read(ctx, u)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for o := range record.All([]*record.Object{u}) {
		if o.Kind != record.Document {
			continue
		}
		digests := map[string]bool{}
		for f := range o.Files() {
			if fact, ok := all.At(f.Name); ok {
				digests[DigestOf(fact)] = true
			}
		}
		out[o.ID] = strings.Join(slices.Sorted(maps.Keys(digests)), " ")
	}
	return out, nil
}
