package appraise

import (
	"cmp"
	"context"
	"crypto/sha256"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// Facts is what the files of one unit tell, beside its description.
type Facts struct {
	Documents int
	Files     int
	Missing   int // named and not delivered
	Bytes     int64
	Formats   []string // short names, sorted
	Paper     bool
	Twins     []Twin         // units of this portion that hold a same file, most first
	Held      map[string]int // files kept already, by reference code of the catalog
	Gaps      []int          // missing numbers of documents
	Proposal  profile.ModelRule
	Remarked  bool
	Changed   string // German: what is another than in the earlier delivery (A36)
}

// Twin is a unit that holds some of the same files.
type Twin struct {
	Object string
	Files  int
}

// Survey is everything the aids, facets and columns of an appraisal need beside
// the verdicts. It holds for as long as the portion is not checked anew.
type Survey struct {
	Units   []*record.Object
	Facts   map[string]*Facts // by unit id
	Remarks map[string][]counsel.Remark
	Draft   *counsel.Draft // nil: no draft went to the agency
	Earlier *Earlier       // nil: nothing earlier of this procedure

	agency string
}

// Survey gathers the facts of all units in one look at the journal of the check.
func (dk *Desk) Survey(ctx context.Context, a *Appraisal) (*Survey, error) {
	s := &Survey{Units: appraisal.Units(a.Roots), Facts: map[string]*Facts{}, agency: a.Portion.Agency, Earlier: a.Earlier}
	var err error
	if s.Remarks, err = dk.Counsel.Remarks(ctx, a.Portion.ID); err != nil {
		return nil, err
	}
	if d, ok, err := dk.Counsel.Sent(ctx, a.Portion.ID); err != nil {
		return nil, err
	} else if ok {
		s.Draft = &d
	}
	var model []profile.ModelRule
	if prof, err := dk.Papers.ProfileOf(ctx, a.Portion); err == nil && prof != nil {
		model = prof.Model
	}
	if err := dk.surveyUnits(ctx, a, s, model); err != nil {
		return nil, err
	}
	return s, nil
}

// surveyUnits looks into every unit, one after another.
func (dk *Desk) surveyUnits(ctx context.Context, a *Appraisal, s *Survey, model []profile.ModelRule) error {
	row, keeps, err := dk.permanentRule(ctx, a.Portion)
	if err != nil {
		return err
	}
	all := holders{first: map[fileKey]int32{}, more: map[fileKey][]int32{}}
	keys := make([][]fileKey, len(s.Units)) // of the files of each unit
	r := dk.Contents.ReaderOf(a.Portion)
	for i, u := range s.Units {
		whole, facts, err := r.Read(ctx, u)
		if err != nil {
			return err
		}
		var digests []string
		f := unitFacts(whole, facts, func(d string) {
			digests = append(digests, d)
			keys[i] = append(keys[i], all.add(d, int32(i)))
		})
		if f.Proposal, _ = counsel.Propose(model, whole); f.Proposal.Rating == string(record.RatingDestroy) && keeps && row.Holds(u) {
			f.Proposal = profile.ModelRule{} // what is never destroyed is not proposed for it either
		}
		f.Remarked = len(s.Remarks[u.ID]) > 0
		if a.Earlier != nil && !a.Earlier.Other {
			f.Changed = a.Earlier.Changed[u.ID]
		}
		if err := dk.heldAlready(ctx, f, digests); err != nil {
			return err
		}
		s.Facts[u.ID] = f
	}
	for i, u := range s.Units {
		all.twins(s.Facts[u.ID], s.Units, int32(i), keys[i])
	}
	return nil
}

// heldAlready counts the files of a unit that the catalog holds.
func (dk *Desk) heldAlready(ctx context.Context, f *Facts, digests []string) error {
	held, err := dk.Catalog.Held(ctx, slices.Compact(slices.Sorted(slices.Values(digests))))
	if err != nil || len(held) == 0 {
		return err
	}
	f.Held = map[string]int{}
	for _, d := range digests {
		if ref, ok := held[d]; ok {
			f.Held[ref]++
		}
	}
	return nil
}

// fileKey stands for a digest among the files of one portion: half of SHA-256 over
// it, so that a million files need 16 MB and not 200.
type fileKey [16]byte

// maxHolders is how many units with a same file are compared: what more of them hold,
// such as a letterhead, tells nothing about two of them.
const maxHolders = 1000

// holders knows which units hold a file, by their place in the list.
type holders struct {
	first map[fileKey]int32
	more  map[fileKey][]int32 // where several units hold it: all of them
}

func (h holders) add(digest string, unit int32) fileKey {
	sum := sha256.Sum256([]byte(digest))
	k := fileKey(sum[:len(fileKey{})])
	first, known := h.first[k]
	switch list := h.more[k]; {
	case !known:
		h.first[k] = unit
	case list == nil && first != unit:
		h.more[k] = []int32{first, unit}
	case list != nil && list[len(list)-1] != unit && len(list) < maxHolders:
		h.more[k] = append(list, unit)
	}
	return k
}

// twins counts the files of a unit that lie in other units too.
func (h holders) twins(f *Facts, units []*record.Object, unit int32, keys []fileKey) {
	n := map[int32]int{}
	for _, k := range keys {
		for _, other := range h.more[k] {
			if other != unit {
				n[other]++
			}
		}
	}
	for other, files := range n {
		f.Twins = append(f.Twins, Twin{units[other].ID, files})
	}
	slices.SortFunc(f.Twins, func(a, b Twin) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), strings.Compare(a.Object, b.Object))
	})
}

func unitFacts(u *record.Object, all intake.Files, digest func(string)) *Facts {
	f := &Facts{}
	formats := map[string]bool{}
	for o := range record.All([]*record.Object{u}) {
		if o.Kind == record.Document && !o.Attachment() {
			f.Documents++
		}
		f.Paper = f.Paper || Paper(o)
		for file := range o.Files() {
			fact, ok := all.At(file.Name)
			if !ok {
				f.Missing++
				continue
			}
			f.Files++
			f.Bytes += fact.Size
			formats[shortFormat(fact)] = true
			if d := intake.DigestOf(fact); d != "" {
				digest(d)
			}
		}
	}
	f.Formats = slices.Sorted(maps.Keys(formats))
	f.Gaps = appraisal.Gaps(u, record.Document)
	return f
}

// shortFormat names a format in a word: PDF/A-1b, CSV, TIFF.
func shortFormat(f check.FileFact) string {
	if strings.Contains(f.Format.Name, "PDF/A") {
		return strings.TrimSuffix("PDF/A-"+f.Format.Version, "-")
	}
	if ext := path.Ext(f.Path); len(ext) > 1 && len(ext) <= 6 {
		return strings.ToUpper(ext[1:])
	}
	return cmp.Or(f.Format.Name, "unbekannt")
}

// Paper tells whether a medium is other than electronic: code list medium, 001
// elektronisch, 002 hybrid, 003 Papier (A37); of an outline also what it leaves out.
func Paper(o *record.Object) bool {
	return paper(o.Medium) || o.Held != nil && slices.ContainsFunc(o.Held.Media, paper)
}

func paper(medium string) bool {
	m := strings.ToLower(medium)
	return strings.HasPrefix(m, "002") || strings.HasPrefix(m, "003") || strings.Contains(m, "hybrid") || strings.Contains(m, "papier")
}

// Items gives the units as lists filter and sort them, with what holds for them
// now, in the order of the delivery.
func (s *Survey) Items(a *Appraisal) []sift.Item {
	out := make([]sift.Item, 0, len(s.Units))
	for _, u := range s.Units {
		f := s.Facts[u.ID]
		it := sift.Item{ID: u.ID, Number: NumberOf(u), Title: u.Subject, Words: u.Type + " " + u.LeadUnit + " " + u.Note,
			Plan:   counsel.PlanOf(u),
			Agency: cmp.Or(u.LeadUnit, s.agency), Suggestion: cmp.Or(string(u.Suggestion), string(u.Rating)), Free: u.RatingFree,
			Model:     f.Proposal.Rating,
			Documents: f.Documents, Files: f.Files, Bytes: f.Bytes, Formats: f.Formats, Paper: f.Paper, Twin: len(f.Twins)+len(f.Held) > 0,
			Gap: len(f.Gaps) > 0, Remark: f.Remarked, Changed: f.Changed != ""}
		it.From, it.To = Years(u.Span)
		if v := a.Verdicts[u.ID]; v.Rating == record.RatingArchive || v.Rating == record.RatingDestroy {
			it.Letter = string(v.Rating)
			it.Reasoned = v.Decision != nil && v.Decision.Reason != ""
		}
		out = append(out, it)
	}
	return out
}

// NumberOf gives the full number of an object: its reference, or that of its
// parent with its number behind it.
func NumberOf(o *record.Object) string {
	switch {
	case o.Reference != "":
		return o.Reference
	case o.Parent != nil && o.Parent.Reference != "" && o.Number != "":
		return o.Parent.Reference + "/" + o.Number
	}
	return o.Number
}

// Years gives the years of a span, 0 where unknown; an open end is the beginning.
func Years(s record.DateSpan) (from, to int) {
	from, _ = strconv.Atoi(s.From.Year())
	to, _ = strconv.Atoi(s.To.Year())
	if to == 0 {
		to = from
	}
	return from, to
}
