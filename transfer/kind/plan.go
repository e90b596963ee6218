package kind

import (
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Unreadable is the error of a file of the material that cannot be read.
func Unreadable(path string, err error) error {
	if failure.Canceled(err) {
		return err
	}
	return failure.Wrap(failure.Refused, "read "+path, wording.Say("hint.kind.file-changed", path), err)
}

// Readers is how many goroutines read and copy.
const Readers = 2

// Everything plans to take every file of the source, with to giving its place.
func Everything(ctx context.Context, src Source, to func(p string) string) (out []Copy, err error) {
	err = src.Tree.Files(ctx, func(e container.Entry) error {
		if at := to(e.Path); at != "" {
			out = append(out, Copy{From: e.Path, To: at})
		}
		return nil
	})
	if err == nil && len(out) == 0 {
		err = failure.New(failure.Refused, "plan portion", wording.Say("hint.kind.material-empty"))
	}
	return out, err
}

// Same leaves a file where it lies in the source (Everything).
func Same(p string) string { return p }

// Base gives the file name of a path without folder and extension.
func Base(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }

// ByCount makes lines "Dateien .csv: 12" of counts by extension.
func ByCount(counts map[string]int) (out []Read) {
	for _, ext := range slices.Sorted(maps.Keys(counts)) {
		label := "Dateien " + ext
		if ext == "" {
			label = "Dateien ohne Endung"
		}
		out = append(out, Read{Label: label, Value: strconv.Itoa(counts[ext])})
	}
	return out[:min(len(out), MaxShown)]
}
