package layout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"laufzettel/transfer/container"
	"laufzettel/transfer/stop"
)

// Fingerprint tells samples apart by the files the layout reads: their paths and bytes,
// not those of the files beside them. "" where there is none. Errors: those of the tree, ctx.
func (l *Layout) Fingerprint(ctx context.Context, t container.Tree) (string, error) {
	var read []string
	err := t.Files(ctx, func(e container.Entry) error {
		if slices.ContainsFunc(l.Sources, func(s Source) bool { return s.Type != TypeFolder && s.matches(e.Path) }) &&
			len(read) < maxFiles {
			read = append(read, e.Path)
		}
		return nil
	})
	if err != nil || len(read) == 0 {
		return "", err
	}
	slices.Sort(read)
	all := sha256.New()
	for _, p := range read {
		rc, err := t.Open(ctx, p)
		if err != nil {
			return "", fmt.Errorf("read sample: %w", err)
		}
		one := sha256.New()
		_, err = io.Copy(one, stop.Reader(ctx, rc))
		if err := errors.Join(err, rc.Close()); err != nil {
			return "", fmt.Errorf("read sample: %w", err)
		}
		fmt.Fprintf(all, "%s\x00%x\n", p, one.Sum(nil))
	}
	return "sha256:" + hex.EncodeToString(all.Sum(nil)), nil
}
