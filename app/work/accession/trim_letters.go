package accession

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
)

// trimLetters puts papers without titles of destroyed objects in the place of those of the
// workspace, of all delivered versions, removes their drafts and gives what registers them; a
// second run does the same again.
func trimLetters(ctx context.Context, cl *Ending, a *appraise.Appraisal, traces traces, versions []forgetting) (func(*sql.Tx) error,
	error) {
	t, err := newTrimming(ctx, cl, a, traces)
	if err != nil {
		return nil, err
	}
	var trimmed []transfer.Letter
	for _, v := range versions {
		letters, err := t.inWorkspace(ctx, v.portion)
		if err != nil {
			return nil, err
		}
		trimmed = append(trimmed, letters...)
	}
	return func(tx *sql.Tx) error {
		for _, l := range trimmed {
			if err := transfer.TrimLetterTx(ctx, tx, l); err != nil {
				return err
			}
			e := cl.Office.Event(events.Wrote, l.Portion, path.Base(l.Path), l.Kind, map[string]string{"sha-256": l.SHA256})
			if err := cl.Log.Entry(ctx, e)(tx); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// inWorkspace trims the papers of one version and gives those that are registered, with their
// new digests.
func (t *trimming) inWorkspace(ctx context.Context, p transfer.Portion) (trimmed []transfer.Letter, err error) {
	letter := func(name string) string { return t.cl.Office.Path(path.Join(office.DirLetters, p.ID, name)) }
	final, drafts, err := lettersOf(t.cl, p)
	if err != nil {
		return nil, err
	}
	for _, name := range drafts {
		if err := os.Remove(letter(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, office.Disk("remove draft", err)
		}
	}
	sums := map[string]string{}
	for _, name := range final { // one paper after the other: that of a large share has megabytes
		papers, err := t.papers(p, []string{name})
		if err != nil {
			return nil, err
		}
		for form, data := range papers {
			if !slices.Contains(final, form) {
				continue // a form that was taken away
			}
			if err := office.WriteFile(letter(form), func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
				return nil, office.Disk("write paper without titles", err)
			}
			sum := sha256.Sum256(data)
			sums[form] = hex.EncodeToString(sum[:])
		}
	}
	letters, err := t.cl.Portions.Letters(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, l := range letters {
		if sum, ok := sums[path.Base(l.Path)]; ok && l.Path == path.Join(office.DirLetters, p.ID, path.Base(l.Path)) {
			l.SHA256 = sum
			trimmed = append(trimmed, l)
		}
	}
	return trimmed, nil
}

// lettersOf names the papers of a portion: those that are final, and drafts.
func lettersOf(cl *Ending, p transfer.Portion) (final, drafts []string, err error) {
	entries, err := os.ReadDir(cl.Office.Path(path.Join(office.DirLetters, p.ID)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, office.Disk("list letters", err)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir() || strings.HasSuffix(name, intake.Partial):
		case office.IsDraft(name):
			drafts = append(drafts, name)
		default:
			final = append(final, name)
		}
	}
	return final, drafts, nil
}
