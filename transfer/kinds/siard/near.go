package siard

import (
	"context"
	"errors"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

var _ check.NearMissing = Kind{}

// NearMisses implements check.NearMissing: the description of a database that came without
// the archive it describes.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	files, _, err := check.NearText(ctx, t, ".xml", ".txt")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !strings.Contains(string(f.Head), "siardArchive") {
			continue
		}
		el, err := xmlwalk.New(strings.NewReader(string(f.Head)), xmlwalk.Limits{}).Root()
		if err == nil && el.Name.Local == "siardArchive" {
			return []check.Finding{check.NearMiss(f.Path, wording.Say("said.siard.archive"),
				wording.Say("said.siard.described-only", path.Base(f.Path)))}, nil
		}
	}
	return nil, ctx.Err()
}

var errContent = errors.New("there is content")

// bare tells a description that names no schema and beside which nothing lies: no database
// was delivered.
func (s *survey) bare(ctx context.Context) error {
	if len(s.a.schemas) > 0 {
		return nil
	}
	prefix := strings.TrimPrefix(s.root+"/", "/") + "content/"
	err := s.t.Files(ctx, func(e container.Entry) error {
		if strings.HasPrefix(e.Path, prefix) {
			return errContent
		}
		return nil
	})
	if err == nil {
		s.say(check.NearMiss(s.at, wording.Say("said.siard.archive"), wording.Say("said.siard.described-only", path.Base(s.at))))
	}
	return ctx.Err()
}

// likeMetadata finds a description of a database in other letters or deeper down, "" where
// there is none.
func likeMetadata(ctx context.Context, t container.Tree) (found string) {
	err := t.Files(ctx, func(e container.Entry) error {
		if strings.HasSuffix("/"+strings.ToLower(e.Path), "/header/metadata.xml") {
			found = e.Path
			return errContent
		}
		return nil
	})
	if err != nil && found == "" {
		return "" // the one read tells why
	}
	return found
}
