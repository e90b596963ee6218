package container

import (
	"context"
	"slices"
	"strings"
)

// Nearest gives the files by which a kind of delivery is known: those at the top or, if
// none passes there, those one folder below. Only files that are wanted by their path are
// looked into by known, at most a number of each level. Errors: those of the tree.
func Nearest(ctx context.Context, t Tree, most int, wanted, known func(path string) bool) ([]string, error) {
	var paths [2][]string
	err := t.Files(ctx, func(e Entry) error {
		if d := strings.Count(e.Path, "/"); d < len(paths) && len(paths[d]) < most && wanted(e.Path) {
			paths[d] = append(paths[d], e.Path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, level := range paths {
		if out := slices.DeleteFunc(level, func(p string) bool { return !known(p) }); len(out) > 0 {
			return out, ctx.Err()
		}
	}
	return nil, ctx.Err()
}
