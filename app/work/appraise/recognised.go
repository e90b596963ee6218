package appraise

import (
	"cmp"
	"context"
	"slices"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/recognised"
)

// ReadFile is a delivered file of which text recognition read pages.
type ReadFile struct {
	Path     string    `json:"path"`
	Pages    int       `json:"pages"` // read
	Empty    int       `json:"empty"` // of them without a word
	Words    int       `json:"words"`
	Software string    `json:"software"`
	At       time.Time `json:"at"`
}

// RecognisedFiles lists the files of a portion of which text recognition read pages, in the
// order of their paths. Error: Refused where the person may not see the delivery.
func (sg *Sensing) RecognisedFiles(ctx context.Context, id string) ([]ReadFile, error) {
	out := []ReadFile{}
	err := sg.eachRead(ctx, id, func(path, _ string, f *recognised.File) {
		out = append(out, ReadFile{Path: path, Pages: len(f.Tried), Empty: len(f.Tried) - len(f.Read), Words: f.Words, Software: f.Software,
			At: f.At})
	})
	slices.SortFunc(out, func(a, b ReadFile) int { return cmp.Compare(a.Path, b.Path) })
	return out, err
}

// eachRead calls fn for every delivered file of which pages were read.
func (sg *Sensing) eachRead(ctx context.Context, id string, fn func(path, digest string, f *recognised.File)) error {
	if err := sg.Desk.MayShow(ctx, id); err != nil {
		return err
	}
	p, err := sg.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	read, err := sg.Desk.Recognised.Files(ctx, id)
	if err != nil || len(read) == 0 {
		return err
	}
	seen := map[string]bool{}
	return sg.eachFile(ctx, p, func(_, _ *record.Object, fact check.FileFact) {
		if f := read[contentOf(fact)]; f != nil && !seen[fact.Path] {
			seen[fact.Path] = true
			fn(fact.Path, contentOf(fact), f)
		}
	})
}

// ReadPage is one page as text recognition read it.
type ReadPage struct {
	Page int    `json:"page"` // from 1
	Text string `json:"text"` // laid out in lines
	ALTO string `json:"-"`    // words with their places
}

// RecognisedText gives what was read on the pages of a delivered file; page 0: all of them.
// Errors: Refused where nothing was read of it, or not on this page, and where the person
// may not see the delivery.
func (sg *Sensing) RecognisedText(ctx context.Context, id, file string, page int) (out []ReadPage, err error) {
	var digest string
	var pages []int
	err = sg.eachRead(ctx, id, func(path, content string, f *recognised.File) {
		if path == file {
			digest, pages = content, f.Tried
		}
	})
	if err != nil {
		return nil, err
	}
	for _, n := range pages {
		if page > 0 && n+1 != page {
			continue
		}
		alto, err := sg.Desk.Recognised.ALTO(ctx, id, digest, n)
		if err != nil {
			return nil, err
		}
		t, err := sg.Desk.Recognised.Text(ctx, id, digest, n)
		if err != nil {
			return nil, err
		}
		out = append(out, ReadPage{n + 1, t.Body, string(alto)})
	}
	if len(out) == 0 {
		return nil, failure.New(failure.Refused, "show recognised text of "+file, wording.Say("hint.appraise.nothing-recognised", file))
	}
	return out, nil
}
