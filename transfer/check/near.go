package check

import (
	"context"
	"path"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Sign is what a delivery looks like a kind by, though nobody recognised it: all of its
// names lie in it.
type Sign struct {
	// Names are told of a path and its last part, both in lower case; each must fit a file.
	Names []func(p, base string) bool
	// Lacks says what is missing; at is the first path that fits the first name.
	Lacks func(at string) wording.Text
}

// maxSignDepth is how many folders down a sign counts: what lies deeper is payload.
const maxSignDepth = 3

// NearSigns gives the near miss of the first sign that fits.
func NearSigns(ctx context.Context, t container.Tree, looks wording.Text, signs ...Sign) ([]Finding, error) {
	met := make([][]string, len(signs))
	for i, s := range signs {
		met[i] = make([]string, len(s.Names))
	}
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.Count(e.Path, "/") > maxSignDepth {
			return nil
		}
		p := strings.ToLower(e.Path)
		base := path.Base(p)
		for i, s := range signs {
			for k, fits := range s.Names {
				if met[i][k] == "" && fits(p, base) {
					met[i][k] = e.Path
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, s := range signs {
		if whole(met[i]) {
			return []Finding{NearMiss(met[i][0], looks, s.Lacks(met[i][0]))}, nil
		}
	}
	return nil, nil
}

func whole(met []string) bool {
	for _, m := range met {
		if m == "" {
			return false
		}
	}
	return len(met) > 0
}

// Within makes a name that fits files in a folder of this name, at the top or below.
func Within(folder string) func(p, base string) bool {
	return func(p, _ string) bool { return strings.HasPrefix(p, folder+"/") || strings.Contains(p, "/"+folder+"/") }
}

// Based makes a name that fits the last part of a path.
func Based(fits func(base string) bool) func(p, base string) bool {
	return func(_, base string) bool { return fits(base) }
}
