package accession

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// traces are what destroyed objects are told by in other texts. Of a share they are hundreds of
// thousands: of their files and subjects only digests are held.
type traces struct {
	ids   map[string]bool     // of the objects and of everything below them
	files map[uint64]struct{} // digests of their files, as paths inside the portion
	words subjects
	seed  maphash.Seed
}

// tracesOf gathers the traces of what is destroyed in a portion, whose appraisal may be
// outlined: one unit after the other is read.
func tracesOf(ctx context.Context, cl *Ending, a *appraise.Appraisal) (traces, error) {
	seed := maphash.MakeSeed()
	t := traces{ids: map[string]bool{}, files: map[uint64]struct{}{}, seed: seed, words: newSubjects(seed)}
	single, err := appraise.SingleOf(ctx, cl.Desk, a)
	if err != nil {
		return t, err
	}
	g := gathering{traces: t, a: a, single: single, contents: cl.Desk.Contents}
	if a.Portion.Kind != intake.PlainKind {
		if g.decisions, err = cl.Book.Decisions(ctx, a.Portion.ID); err != nil {
			return t, err
		}
	}
	for _, o := range a.Roots {
		if _, err := g.outline(ctx, o); err != nil {
			return t, err
		}
	}
	return t, nil
}

// gathering walks what was appraised.
type gathering struct {
	traces
	a         *appraise.Appraisal
	single    *appraise.Single              // of a share
	decisions map[string]appraisal.Decision // of other kinds
	contents  *intake.Contents
}

// outline enters what is destroyed of an object and reports whether nothing is left of it.
func (g *gathering) outline(ctx context.Context, o *record.Object) (gone bool, err error) {
	if o.Unit() {
		return g.unit(ctx, o)
	}
	gone = len(o.Children) > 0
	for _, c := range o.Children {
		all, err := g.outline(ctx, c)
		if err != nil {
			return false, err
		}
		gone = all && gone
	}
	if gone = gone || g.a.Verdicts[o.ID].Rating == record.RatingDestroy; gone {
		g.enter(o)
	}
	return gone, nil
}

// unit does so with a unit and its documents.
func (g *gathering) unit(ctx context.Context, u *record.Object) (gone bool, err error) {
	_, mixed := g.a.Mixed[u.ID]
	plain := g.a.Portion.Kind == intake.PlainKind
	destroyed := g.a.Verdicts[u.ID].Rating == record.RatingDestroy
	if plain && !mixed && !destroyed {
		return false, nil // nothing of it goes
	}
	whole, err := g.contents.WholeUnit(ctx, g.a.Portion.ID, u)
	if err != nil {
		return false, err
	}
	ratings := map[string]record.Rating{}
	if plain {
		for o := range record.All(whole.Children) {
			ratings[o.ID] = g.single.Verdict(u.ID, o.ID).Rating
		}
	} else {
		for id, v := range appraisal.Below(whole, g.a.Verdicts[u.ID], g.decisions) {
			ratings[id] = v.Rating
		}
	}
	if destroyed {
		ratings[u.ID] = record.RatingDestroy
	}
	return g.whole(whole, ratings), nil
}

// whole enters a destroyed object, and one of which nothing but destroyed ones is left: its
// subject would tell of them.
func (g *gathering) whole(o *record.Object, ratings map[string]record.Rating) bool {
	gone := len(o.Children) > 0
	for _, c := range o.Children {
		gone = g.whole(c, ratings) && gone
	}
	if gone = gone || ratings[o.ID] == record.RatingDestroy; gone {
		g.enter(o)
	}
	return gone
}

// enter notes what an object is told by.
func (t traces) enter(o *record.Object) {
	t.ids[o.ID] = true
	for f := range o.Files() {
		t.files[maphash.String(t.seed, f.Name)] = struct{}{}
	}
	for _, s := range []string{o.Subject, o.Note} {
		t.words.add(s)
	}
}

// scrubbed takes every word out of the destroyed objects as they come and leaves their ids (G13).
func (t traces) scrubbed(objects iter.Seq2[*record.Object, error]) iter.Seq2[*record.Object, error] {
	return func(yield func(*record.Object, error) bool) {
		for o, err := range objects {
			if err == nil && t.ids[o.ID] {
				*o = record.Object{ID: o.ID, Kind: o.Kind, Rating: record.RatingDestroy, Origin: record.OriginDecision, Parent: o.Parent}
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

// file reports whether a path is that of a destroyed file.
func (t traces) file(name string) bool {
	_, ok := t.files[maphash.String(t.seed, name)]
	return ok
}

// of reports whether a finding speaks of a destroyed object.
func (t traces) of(f check.Finding) bool {
	_, inner, nested := strings.Cut(f.Path, "!")
	return t.ids[f.Object] || t.file(f.Path) || nested && t.file(inner) || slices.ContainsFunc(f.Paths, t.file) ||
		slices.ContainsFunc([]string{f.Path, f.Place, f.Expected, f.Found, f.Message, f.Remedy}, t.words.in)
}

// subjects are words that are looked for in texts all at once: by their first bytes, and by the
// digest of what is as long as a word that begins so.
type subjects struct {
	seed    maphash.Seed
	lengths map[uint64][]int // by the first bytes of a word: how long those are that begin so
	words   map[uint64]struct{}
}

func newSubjects(seed maphash.Seed) subjects {
	return subjects{seed, map[uint64][]int{}, map[uint64]struct{}{}}
}

// add enters a word; one shorter than traceWord is an everyday word and left out.
func (s subjects) add(word string) {
	if len([]rune(word)) < traceWord {
		return
	}
	head := binary.BigEndian.Uint64([]byte(word))
	if !slices.Contains(s.lengths[head], len(word)) {
		s.lengths[head] = append(s.lengths[head], len(word))
	}
	s.words[maphash.String(s.seed, word)] = struct{}{}
}

// in reports whether a text holds one of the words.
func (s subjects) in(text string) bool {
	for at := 0; at+traceWord <= len(text); at++ {
		for _, n := range s.lengths[binary.BigEndian.Uint64([]byte(text[at:at+8]))] {
			if at+n > len(text) {
				continue
			}
			if _, ok := s.words[maphash.String(s.seed, text[at:at+n])]; ok {
				return true
			}
		}
	}
	return false
}
