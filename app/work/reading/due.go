package reading

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/viewer/catalog"
)

// The words of packages go into the index after the packages are told finished: building
// and proving them takes a tenth of the time that the text of their documents takes.

// Limits of what is stored in one transaction while the words of a package are added.
const (
	fillDocuments = 200
	fillBytes     = 8 << 20
)

// IndexDue counts the documents that are not found by their words yet.
func (rm *Room) IndexDue(ctx context.Context) (int, error) {
	due, err := rm.catalog.Due(ctx)
	n := 0
	for _, d := range due {
		n += d.Documents
	}
	return n, err
}

// CompleteIndex adds the words of all documents that are not found by them yet; progress
// may be nil. One runs at a time, a second call waits for it. A cancelled context keeps
// what is done. Error: *Lost where packages that wait could not be read; all others are done.
func (rm *Room) CompleteIndex(ctx context.Context, progress func(done, total int)) error {
	select {
	case rm.filling <- struct{}{}:
		defer func() { <-rm.filling }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return rm.completeWords(ctx, progress)
}

// completeUnlessBegun is CompleteIndex for who searches: what another is at is not waited
// for, and what is lost is told where packages are asked for.
func (rm *Room) completeUnlessBegun(ctx context.Context) error {
	select {
	case rm.filling <- struct{}{}:
		defer func() { <-rm.filling }()
	default:
		return nil
	}
	err := rm.completeWords(ctx, nil)
	if _, lost := AsLost(err); lost {
		return nil
	}
	return err
}

// completeWords works off what waits, and what comes to wait meanwhile.
func (rm *Room) completeWords(ctx context.Context, progress func(done, total int)) error {
	var lost Lost
	seen := map[string]bool{}
	done := 0
	for {
		due, err := rm.catalog.Due(ctx)
		if err != nil {
			return err
		}
		due = slices.DeleteFunc(due, func(d catalog.Due) bool { return seen[d.PID] })
		if len(due) == 0 {
			return lost.Told()
		}
		total := done
		for _, d := range due {
			total += d.Documents
		}
		for _, d := range due {
			seen[d.PID] = true
			err := rm.completeOne(ctx, d, func(n int) {
				if done += n; progress != nil {
					progress(done, total)
				}
			})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if unread, ok := errors.AsType[*unreadable](err); ok {
				lost.Add(transfer.Package{PID: d.PID, ReferenceCode: d.ReferenceCode, Path: d.Package}, unread.err)
			} else if err != nil {
				return fmt.Errorf("words of package %s: %w", d.PID, err)
			}
		}
	}
}

// unreadable says that a package could not be opened.
type unreadable struct{ err error }

// Error implements error.
func (u *unreadable) Error() string { return u.err.Error() }

func (rm *Room) completeOne(ctx context.Context, d catalog.Due, tell func(n int)) error {
	name := d.Package
	if !filepath.IsAbs(name) {
		name = rm.Office.Path(name)
	}
	pkg, err := aip.Open(ctx, name)
	if err != nil {
		return &unreadable{err}
	}
	return errors.Join(rm.addWords(ctx, pkg, tell), pkg.Close())
}

// addWords adds the words of the documents of one package that wait for them.
func (rm *Room) addWords(ctx context.Context, pkg *aip.Package, tell func(n int)) error {
	pid := pkg.Metadata().PID
	due, err := rm.catalog.DueParts(ctx, pid)
	if err != nil || len(due) == 0 {
		return err
	}
	known, err := rm.appraised(ctx, pid)
	if err != nil {
		return err
	}
	var batch []catalog.Document
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := rm.catalog.Fill(ctx, pid, batch); err != nil {
			return err
		}
		tell(len(batch))
		batch, size = batch[:0], 0
		return nil
	}
	for _, doc := range documents(pkg) {
		for _, row := range documentItem(pkg, doc) {
			if !due[catalog.Part{ID: row.ID, Path: row.Path}] {
				continue
			}
			if row.Text, err = rm.wordsOfRow(ctx, pkg, row, known); err != nil {
				return err
			}
			batch, size = append(batch, row), size+len(row.Text)
			if len(batch) < fillDocuments && size < fillBytes {
				continue
			}
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// wordsOfRow gives the text of a file of a package: the one the appraisal read where it is the
// same file, else what a reader finds in it.
func (rm *Room) wordsOfRow(ctx context.Context, pkg *aip.Package, row catalog.Document, known appraisedTexts) (string, error) {
	if row.Path == "" || row.Bytes > appraise.MaxIndexed {
		return "", ctx.Err()
	}
	if text, ok, err := known(ctx, row); ok || err != nil {
		return text, err
	}
	l, _ := pkg.File(row.Path)
	return rm.fullText(ctx, pkg, row.Path, l.MIME)
}

// appraisedTexts gives the text the appraisal read of the very file of a row; ok is false
// where it read none, or only a beginning.
type appraisedTexts func(ctx context.Context, row catalog.Document) (text string, ok bool, err error)

// appraised looks into the word index of the portion a package was made of. A file is the
// same by its digest alone.
func (rm *Room) appraised(ctx context.Context, pid string) (appraisedTexts, error) {
	none := func(context.Context, catalog.Document) (string, bool, error) { return "", false, nil }
	p, err := rm.Portions.PackageByID(ctx, pid)
	if errors.Is(err, transfer.ErrNoPackage) {
		return none, nil
	}
	if err != nil {
		return nil, err
	}
	portion, err := rm.Portions.Get(ctx, p.Portion)
	if err != nil {
		return nil, err
	}
	done, err := rm.desk.Texts.Done(ctx, portion.ID, portion.Run)
	if err != nil || len(done) == 0 {
		return none, err
	}
	return func(ctx context.Context, row catalog.Document) (string, bool, error) {
		_, name, _ := strings.Cut(row.Path, "/data/")
		if !done[name] || row.Digest == "" {
			return "", false, nil
		}
		fact, ok, err := rm.Journal.File(ctx, portion.Run, name)
		if err != nil || !ok || digestMark+fact.Digests["sha-512"] != row.Digest {
			return "", false, err
		}
		return rm.desk.WholeText(ctx, portion.ID, name)
	}, nil
}
