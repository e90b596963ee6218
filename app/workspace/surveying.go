package workspace

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer"
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
func (w *Workspace) Survey(ctx context.Context, a *Appraisal) (*Survey, error) {
	s := &Survey{Units: appraisal.Units(a.Roots), Facts: map[string]*Facts{}, agency: a.Portion.Agency, Earlier: a.Earlier}
	var err error
	if s.Remarks, err = w.Counsel.Remarks(ctx, a.Portion.ID); err != nil {
		return nil, err
	}
	if d, ok, err := w.Counsel.Sent(ctx, a.Portion.ID); err != nil {
		return nil, err
	} else if ok {
		s.Draft = &d
	}
	var model []profile.ModelRule
	if prof, err := w.profileOf(ctx, a.Portion); err == nil && prof != nil {
		model = prof.Model
	}
	facts, err := w.fileFacts(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	holders := map[string][]string{} // digest → units that hold it
	digests := map[string][]string{} // unit → its digests
	for _, u := range s.Units {
		f := unitFacts(u, facts, func(d string) {
			digests[u.ID] = append(digests[u.ID], d)
			if list := holders[d]; len(list) == 0 || list[len(list)-1] != u.ID {
				holders[d] = append(list, u.ID)
			}
		})
		f.Proposal, _ = counsel.Propose(model, u)
		f.Remarked = len(s.Remarks[u.ID]) > 0
		if a.Earlier != nil && !a.Earlier.Other {
			f.Changed = a.Earlier.Changed[u.ID]
		}
		s.Facts[u.ID] = f
	}
	held, err := w.Catalog.Held(ctx, slices.Collect(maps.Keys(holders)))
	if err != nil {
		return nil, err
	}
	for id, list := range digests {
		twins(s.Facts[id], id, list, holders, held)
	}
	return s, nil
}

// twins counts the files of a unit that lie elsewhere too.
func twins(f *Facts, id string, digests []string, holders map[string][]string, held map[string]string) {
	n := map[string]int{}
	for _, d := range digests {
		for _, other := range holders[d] {
			if other != id {
				n[other]++
			}
		}
		if ref, ok := held[d]; ok {
			if f.Held == nil {
				f.Held = map[string]int{}
			}
			f.Held[ref]++
		}
	}
	for other, files := range n {
		f.Twins = append(f.Twins, Twin{other, files})
	}
	slices.SortFunc(f.Twins, func(a, b Twin) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), strings.Compare(a.Object, b.Object))
	})
}

// files is what the check learned of the files of a portion, by path; folder is
// the only folder they lie in, "" where they lie at the top.
type files struct {
	facts  map[string]check.FileFact
	folder string
}

// at finds a file by the name its message gives it.
func (f files) at(name string) (check.FileFact, bool) {
	fact, ok := f.facts[name]
	if !ok && f.folder != "" {
		fact, ok = f.facts[path.Join(f.folder, name)]
	}
	return fact, ok
}

// fileFacts loads size, format and digest of every file of a portion.
func (w *Workspace) fileFacts(ctx context.Context, p transfer.Portion) (files, error) {
	out := files{facts: map[string]check.FileFact{}}
	if p.Run == "" {
		return out, nil
	}
	err := w.journal.Load(ctx, p.Run, func(f check.FileFact) error {
		f.Findings = nil // many, and nobody asks for them here
		out.facts[f.Path] = f
		if d, _, below := strings.Cut(f.Path, "/"); below && out.folder == "" {
			out.folder = d
		}
		return nil
	})
	return out, err
}

// digestOf gives the digest a file is compared by, in the spelling of the catalog;
// "" for an empty file: two empty files are no duplicates.
func digestOf(f check.FileFact) string {
	if f.Size == 0 {
		return ""
	}
	if d := f.Digests["sha-512"]; d != "" {
		return "sha512:" + d
	}
	for _, alg := range slices.Sorted(maps.Keys(f.Digests)) {
		return alg + ":" + f.Digests[alg]
	}
	return ""
}

func unitFacts(u *record.Object, all files, digest func(string)) *Facts {
	f := &Facts{}
	formats := map[string]bool{}
	for o := range record.All([]*record.Object{u}) {
		if o.Kind == record.Document {
			f.Documents++
		}
		f.Paper = f.Paper || Paper(o)
		for file := range o.Files() {
			fact, ok := all.at(file.Name)
			if !ok {
				f.Missing++
				continue
			}
			f.Files++
			f.Bytes += fact.Size
			formats[shortFormat(fact)] = true
			if d := digestOf(fact); d != "" {
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
// elektronisch, 002 hybrid, 003 Papier (A37).
func Paper(o *record.Object) bool {
	m := strings.ToLower(o.Medium)
	return strings.HasPrefix(m, "002") || strings.HasPrefix(m, "003") || strings.Contains(m, "hybrid") || strings.Contains(m, "papier")
}

// Items gives the units as lists filter and sort them, with what holds for them
// now, in the order of the delivery.
func (s *Survey) Items(a *Appraisal) []sift.Item {
	out := make([]sift.Item, 0, len(s.Units))
	for _, u := range s.Units {
		f := s.Facts[u.ID]
		it := sift.Item{ID: u.ID, Number: NumberOf(u), Title: u.Subject, Words: u.Type + " " + u.LeadUnit + " " + u.Note, Plan: counsel.PlanOf(u),
			Agency: cmp.Or(u.LeadUnit, s.agency), Suggestion: cmp.Or(string(u.Suggestion), string(u.Rating)), Model: f.Proposal.Rating,
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
