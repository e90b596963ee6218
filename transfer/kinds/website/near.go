package website

import (
	"bytes"
	"context"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// NearMisses implements check.NearMissing: a mirror of HTTrack without its log, archive
// files under another name.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	found, err := check.NearSigns(ctx, t, wording.Say("said.website.mirror"),
		check.Sign{Names: []func(p, base string) bool{check.Within("hts-cache")}, Lacks: noLog})
	if err != nil || len(found) > 0 {
		return found, err
	}
	files, _, err := check.NearText(ctx, t, ".html", ".htm", ".txt", ".bin", ".dat", "")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		switch {
		case bytes.Contains(f.Head, []byte("HTTrack Website Copier")) && bytes.Contains(f.Head, []byte("Mirrored from")):
			return []check.Finding{check.NearMiss(f.Path, wording.Say("said.website.mirror"), noLog(f.Path))}, nil
		case bytes.HasPrefix(f.Head, []byte("WARC/")) || strings.HasPrefix(string(f.Head), "filedesc://"):
			return []check.Finding{check.NearMiss(f.Path, wording.Say("said.website.archive"),
				wording.Say("said.website.archive-name", f.Path))}, nil
		}
	}
	return nil, ctx.Err()
}

func noLog(string) wording.Text { return wording.Say("said.website.no-log") }
