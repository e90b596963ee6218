package share

import (
	"context"
	"path"
	"slices"
	"strings"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// draftable are the extensions of files whose text is compared to find drafts.
var draftable = []string{".docx", ".odt", ".pdf", ".txt", ".doc", ".rtf"}

func compared(name string) bool {
	return slices.Contains(draftable, strings.ToLower(path.Ext(name)))
}

// Drafted is what the search for drafts found, and how far it looked.
type Drafted struct {
	Chains []share.Chain
	// Compared are the texts that could be compared; Wordless the files of these formats
	// without text enough (scans, protected files), which were not.
	Compared, Wordless int
}

// Drafts finds chains of drafts in a portion by the texts of the word index, which is built
// first where it is not. Only then is the share asked for: of a million files both together
// are more than a laptop has. Of equal files one is compared. Error: Refused where the texts
// may not be shown, or where the portion is no share.
func (s *Shares) Drafts(ctx context.Context, id string, load func() (*Loaded, error),
	progress func(done, total int)) (*Drafted, error) {
	if _, err := s.checked(ctx, id); err != nil {
		return nil, err
	}
	bodies, err := s.Desk.Bodies(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.Desk.IndexSome(ctx, id, compared, progress); err != nil {
		return nil, err
	}
	l, err := load()
	if err != nil {
		return nil, err
	}
	return drafts(ctx, l, bodies)
}

// drafts compares the texts of a share.
func drafts(ctx context.Context, l *Loaded, bodies func(path string) (string, error)) (*Drafted, error) {
	out, repeats := &Drafted{}, l.Repeats()
	text := func(i int32) (string, error) { return bodies(l.Path(i)) }
	meant := func(i int) bool { return compared(l.Files[i].Name) && l.Files[i].Size > 0 && !repeats[i] }
	texts := 0
	for i := range l.Files {
		if meant(i) {
			texts++
		}
	}
	var d share.Drafts
	d.Grow(texts)
	for i := range l.Files {
		if !meant(i) {
			continue
		}
		body, err := text(int32(i))
		if err != nil {
			return nil, err
		}
		if !d.Add(int32(i), body) {
			out.Wordless++
		}
	}
	out.Compared = d.Texts()
	pairs, err := d.Pairs(ctx, text)
	if err != nil {
		return nil, err
	}
	out.Chains = l.Chains(pairs)
	return out, nil
}

// Between tells what differs between the texts of two files.
func (s *Shares) Between(ctx context.Context, l *Loaded, a, b string) (changes []share.Change, cut bool, err error) {
	var bodies [2]string
	for i, name := range []string{a, b} {
		if bodies[i], err = s.Text(ctx, l, name); err != nil {
			return nil, false, err
		}
	}
	changes, cut = share.Difference(bodies[0], bodies[1])
	return changes, cut, nil
}

// Text gives the words of a file and notes that it was opened. Error: Refused where it
// has none, or may not be shown.
func (s *Shares) Text(ctx context.Context, l *Loaded, name string) (string, error) {
	bodies, err := s.Desk.Bodies(ctx, l.Portion.ID)
	if err != nil {
		return "", err
	}
	i, ok := l.File(strings.TrimPrefix(name, "/"))
	if !ok {
		return "", noFile(name)
	}
	f, whole := &l.Files[i], l.Path(int32(i))
	if err := s.Desk.IndexSome(ctx, l.Portion.ID, func(p string) bool { return p == whole }, nil); err != nil {
		return "", err
	}
	body, err := bodies(whole)
	if err != nil {
		return "", err
	}
	if body == "" {
		return "", failure.New(failure.Refused, "read text", wording.Say("hint.share.no-text", whole))
	}
	return body, s.Notes.Look(ctx, l.Portion.ID, f.ID, s.Office.Person(), true)
}

func noFile(name string) error {
	return failure.New(failure.Refused, "find file", wording.Say("hint.share.unknown-file", name))
}
