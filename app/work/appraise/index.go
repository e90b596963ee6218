package appraise

import (
	"context"
	"errors"
	"maps"
	"path"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/sensitivity"
	"laufzettel/viewer/sensitivity/found"
)

// Limits of the word index of a portion.
const (
	maxWordText = 1 << 20 // bytes of text of one file
	indexBatch  = 32      // files stored in one transaction
)

// IndexTexts builds the word index of a portion: the text of every document of
// its units, in the order of the list. It goes on where it was stopped; progress
// may be nil. Errors: Refused where the portion is not checked or its delivered
// copy is gone; a cancelled context keeps what is done.
func (dk *Desk) IndexTexts(ctx context.Context, id string, progress func(done, total int)) error {
	return dk.IndexSome(ctx, id, func(string) bool { return true }, progress)
}

// IndexSome is IndexTexts for the files whose path is wanted.
func (dk *Desk) IndexSome(ctx context.Context, id string, want func(path string) bool, progress func(done, total int)) error {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if p.Run == "" {
		return failure.New(failure.Refused, "index words of "+id, wording.Say("hint.appraise.words-before-check"))
	}
	if err := dk.Intake.StopClassified(ctx, p); err != nil {
		return err
	}
	roots, err := dk.Portions.Outline(ctx, id)
	if err != nil {
		return err
	}
	read, err := dk.Recognised.Files(ctx, id)
	if err != nil {
		return err
	}
	var names []worded
	seen, formats := map[string]bool{}, map[check.Format]*check.Format{}
	err = dk.Contents.EachUnitFile(ctx, p, roots, func(_ *record.Object, f check.FileFact) error {
		if !seen[f.Path] && want(f.Path) {
			seen[f.Path] = true
			name := wordedOf(f, formats)
			if read[name.content] == nil {
				name.content = "" // there is no recognised text to be asked for
			}
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	rules, err := dk.RulesOf(ctx, p)
	if err != nil {
		return err
	}
	done, err := dk.Texts.Done(ctx, id, p.Run)
	if err != nil {
		return err
	}
	searched, err := dk.Places.Done(ctx, id, p.Run, rules.Key())
	if err != nil {
		return err
	}
	maps.DeleteFunc(done, func(path string, _ bool) bool { return !searched[path] })
	return dk.indexFiles(ctx, p, names, done, rules, progress)
}

// worded is a file whose words are wanted: of its fact what reading them needs, so that a
// million of them can be held.
type worded struct {
	path, content, damage string
	size                  int64
	format                *check.Format // one for all alike
}

func wordedOf(f check.FileFact, formats map[check.Format]*check.Format) worded {
	w := worded{path: f.Path, content: contentOf(f), damage: f.Damage, size: f.Size}
	like := check.Format{PUID: f.Format.PUID, MIME: f.Format.MIME}
	if w.format = formats[like]; w.format == nil {
		w.format = &like
		formats[like] = w.format
	}
	return w
}

func (w worded) fact() check.FileFact {
	f := check.FileFact{Path: w.path, Size: w.size, Damage: w.damage, Format: *w.format}
	if w.content != "" {
		f.Digests = map[string]string{string(fixity.SHA512): w.content}
	}
	return f
}

func (dk *Desk) indexFiles(ctx context.Context, p transfer.Portion, names []worded, done map[string]bool,
	rules *sensitivity.Rules, progress func(done, total int)) (err error) {
	n := 0
	for _, f := range names {
		if done[f.path] {
			n++
		}
	}
	tell := func() {
		if progress != nil {
			progress(n, len(names))
		}
	}
	tell()
	if n == len(names) {
		return nil
	}
	tree, err := dk.Intake.Tree(ctx, p)
	if err != nil {
		return failure.Wrap(failure.Refused, "index words of "+p.ID, wording.Say("hint.appraise.words-files-gone"), err)
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	var batch []fulltext.Text
	var places []found.File
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := dk.Texts.Put(context.WithoutCancel(ctx), p.ID, p.Run, batch); err != nil {
			return err
		}
		if err := dk.Places.Put(context.WithoutCancel(ctx), p.ID, p.Run, rules.Key(), places); err != nil {
			return err
		}
		n += len(batch)
		batch, places = batch[:0], places[:0]
		tell()
		return nil
	}
	for _, f := range names {
		if done[f.path] {
			continue
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), flush())
		}
		pages, whole, err := dk.textOf(ctx, p.ID, tree, f.fact())
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), flush())
		}
		if err != nil {
			pages, whole = nil, true // what cannot be read holds no words; it is shown and told when it is opened
		}
		places = append(places, placesIn(f.path, pages, whole, rules))
		if batch = append(batch, fulltext.Text{Path: f.path, Body: strings.Join(pages, "\n")}); len(batch) == indexBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// contentOf names the content of a delivered file: its SHA-512.
func contentOf(f check.FileFact) string { return f.Digests[string(fixity.SHA512)] }

// textOf reads the words of one delivered file of a portion, page by page, with what text
// recognition read on pages that hold none; whole is false where its text was not read to
// its end.
func (dk *Desk) textOf(ctx context.Context, id string, tree container.Tree, f check.FileFact) (pages []string, whole bool, err error) {
	if f.Size > MaxIndexed || f.Damage != "" {
		return nil, false, nil
	}
	doc, done, err := dk.openFile(ctx, tree, f)
	if err != nil {
		return nil, false, err
	}
	defer done()
	if doc, err = dk.Recognised.Over(ctx, doc, id, contentOf(f)); err != nil {
		return nil, false, err
	}
	return viewer.PageTexts(ctx, doc, maxWordText)
}

// openFile opens one delivered file; done releases it.
func (dk *Desk) openFile(ctx context.Context, tree container.Tree, f check.FileFact) (doc viewer.Document, done func(), err error) {
	r, err := tree.Open(ctx, f.Path)
	if err != nil {
		return nil, nil, err
	}
	src, spooled, err := dk.Intake.Spooled(path.Base(f.Path), f.Format.MIME, r)
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, nil, err
	}
	src.PUID = f.Format.PUID
	if doc, err = dk.Opener.Open(ctx, src); err != nil {
		spooled()
		return nil, nil, err
	}
	return doc, func() { doc.Close(); spooled() }, nil
}

// Bodies gives who may see the portion what reads the indexed text of its files, "" where
// there is none. Error: as MayShow, before any word is given.
func (dk *Desk) Bodies(ctx context.Context, id string) (func(path string) (string, error), error) {
	if err := dk.MayShow(ctx, id); err != nil {
		return nil, err
	}
	return func(path string) (string, error) { return dk.Texts.Body(ctx, id, path) }, nil
}

// WholeText gives the indexed text of a file; ok is false where there is none, or where it
// may have been cut.
func (dk *Desk) WholeText(ctx context.Context, id, path string) (text string, ok bool, err error) {
	text, err = dk.Texts.Body(ctx, id, path)
	return text, len(text) < maxWordText-utf8.UTFMax, err
}

// Words is the answer to a search in the text of a portion's documents.
type Words struct {
	Units   map[string]bool // units that hold the words
	Indexed int             // files looked into so far
	Total   int
}

// WithWords finds the units in whose documents the words stand: words, "a
// phrase", begin*, -without. While the index is being built the answer covers
// what is indexed; Indexed and Total tell how much that is.
func (dk *Desk) WithWords(ctx context.Context, a *Appraisal, words string) (Words, error) {
	out := Words{Units: map[string]bool{}}
	if err := dk.MayShow(ctx, a.Portion.ID); err != nil {
		return out, err
	}
	done, err := dk.Texts.Done(ctx, a.Portion.ID, a.Portion.Run)
	if err != nil {
		return out, err
	}
	found, err := dk.Texts.Search(ctx, a.Portion.ID, words)
	if err != nil {
		return out, err
	}
	seen := map[string]bool{}
	err = dk.Contents.EachUnitFile(ctx, a.Portion, a.Roots, func(u *record.Object, f check.FileFact) error {
		if found[f.Path] {
			out.Units[u.ID] = true
		}
		if !seen[f.Path] {
			seen[f.Path] = true
			out.Total++
			if done[f.Path] {
				out.Indexed++
			}
		}
		return nil
	})
	return out, err
}

// MaxIndexed bounds a file whose full text goes into the index; larger ones are
// found by their description only.
const MaxIndexed = 64 << 20
