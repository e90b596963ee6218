package window

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	appraiseroom "laufzettel/app/work/appraise"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer/record"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/words"
)

// facts gives what the files of a unit tell, empty for a dossier.
func facts(sh *shown, id string) appraiseroom.Facts {
	if sh.survey != nil && sh.survey.Facts[id] != nil {
		return *sh.survey.Facts[id]
	}
	return appraiseroom.Facts{}
}

// proposals are what others say about an object, to stand beside the decision
// with its origin (A30): the message, the clerk, the model, the agency's remarks.
func proposals(w *words.Words, sh *shown, o *record.Object) []appraise.Pair {
	var pairs []appraise.Pair
	add := func(key, value string) {
		if value != "" {
			pairs = append(pairs, appraise.Pair{Label: w.T("described.proposal." + key), Value: value, Short: true})
		}
	}
	word := rating(w, o.Rating)
	if key := "described.origin." + string(o.Origin); word != "" && w.Has(key) {
		word += ", " + w.T(key)
	}
	add("rating", word)
	add("free", o.RatingFree)
	suggestion := rating(w, o.Suggestion)
	if o.SuggestionReason != "" {
		suggestion = strings.TrimSpace(suggestion + ": " + o.SuggestionReason)
	}
	add("suggestion", suggestion)
	if sh.survey == nil {
		return pairs
	}
	if f := sh.survey.Facts[o.ID]; f != nil && f.Proposal.Rating != "" {
		text := w.T("described.rule", rating(w, record.Rating(f.Proposal.Rating)), f.Proposal.Plan)
		if f.Proposal.Title != "" {
			text += " „" + f.Proposal.Title + "“"
		}
		add("model", strings.TrimSpace(text+". "+f.Proposal.Reason))
	}
	for _, r := range sh.survey.Remarks[o.ID] {
		add("remark", strings.TrimSpace(strings.TrimSpace(rating(w, record.Rating(r.Wish))+" "+r.Text)+" ("+r.Author+", "+
			w.Date(r.At.Local())+")"))
	}
	return pairs
}

// warning says what V would mean for others: the same file is kept elsewhere.
func warning(w *words.Words, sh *shown, o *record.Object) string {
	if sh.survey == nil || sh.survey.Facts[o.ID] == nil || sh.verdicts[o.ID].Letter == "A" {
		return ""
	}
	for _, t := range sh.survey.Facts[o.ID].Twins {
		if sh.verdicts[t.Object].Letter == "A" && sh.index[t.Object] != nil {
			return w.N("aids.kept-there", t.Files, sh.index[t.Object].Label())
		}
	}
	return ""
}

// aids are things to weigh, as sentences with a way to what they speak of: what
// changed, earlier decisions, duplicates, gaps, parts on paper.
func (s *Appraise) aids(ctx context.Context, sh *shown, o *record.Object) ([]appraise.Aid, error) {
	var out []appraise.Aid
	f := facts(sh, o.ID)
	if f.Changed != "" {
		out = append(out, appraise.Aid{Icon: "warning", Text: s.words.T("aids.changed", f.Changed)})
	}
	if a, ok := beside(s.words, sh, o); ok {
		out = append(out, a)
	}
	before, err := s.precedents(ctx, sh, o)
	if err != nil {
		return out, err
	}
	out = append(out, before...)
	out = append(out, duplicates(s.words, sh, f)...)
	kind := record.Document
	if o.Kind == record.Dossier {
		kind = record.Case
	}
	if gap := gapText(s.words, appraisal.Gaps(o, kind), kind); gap != "" {
		out = append(out, appraise.Aid{Icon: "warning", Text: gap})
	}
	if f.Missing > 0 {
		out = append(out, appraise.Aid{Icon: "warning", Text: s.words.N("aids.missing", f.Missing)})
	}
	for x := range record.All([]*record.Object{o}) {
		if appraiseroom.Paper(x) {
			out = append(out, appraise.Aid{Icon: "warning", Text: s.words.T("aids.paper", x.Label())})
			break
		}
	}
	return out, nil
}

// maxPrecedents is how many earlier appraisals are told one by one.
const maxPrecedents = 2

// precedents tells how the position of the filing plan was appraised before.
func (s *Appraise) precedents(ctx context.Context, sh *shown, o *record.Object) ([]appraise.Aid, error) {
	plan := counsel.PlanOf(o)
	list, err := s.w.Desk.Counsel.Precedents(ctx, plan, sh.portion.ID)
	if err != nil {
		return nil, err
	}
	var out []appraise.Aid
	for i, p := range list {
		if i == maxPrecedents {
			break
		}
		key := "aids.precedent"
		if p.AgencyID != sh.portion.AgencyID {
			key = "aids.precedent.other-agency"
		}
		text := s.words.T(key, plan, strconv.Itoa(p.At.Year()), p.Archived, p.Destroyed, p.Portion)
		out = append(out, appraise.Aid{Icon: "note", Text: text})
	}
	return out, nil
}

// duplicates tells where the same files lie: in the portion, in the catalog.
func duplicates(w *words.Words, sh *shown, f appraiseroom.Facts) []appraise.Aid {
	var out []appraise.Aid
	for i, t := range f.Twins {
		if i == 3 {
			out = append(out, appraise.Aid{Icon: "link", Text: w.N("aids.twins", len(f.Twins)-3)})
			break
		}
		if x := sh.index[t.Object]; x != nil {
			text := w.N("aids.twin", t.Files, x.Label())
			if l := sh.verdicts[t.Object].Letter; l != "" {
				text = w.N("aids.twin.decided", t.Files, x.Label(), l)
			}
			out = append(out, appraise.Aid{Icon: "link", Text: text, Goto: t.Object})
		}
	}
	for _, ref := range slices.Sorted(maps.Keys(f.Held)) {
		out = append(out, appraise.Aid{Icon: "link", Text: w.N("aids.held", f.Files, f.Held[ref], ref)})
		break
	}
	return out
}

// gapText says which numbers are missing.
func gapText(w *words.Words, missing []int, kind record.Kind) string {
	key := "aids.gap.documents"
	if kind == record.Case {
		key = "aids.gap.cases"
	}
	switch n := len(missing); {
	case n == 0:
		return ""
	case n == 1:
		return w.T(key+".one", strconv.Itoa(missing[0]))
	case n > 5:
		return w.T(key+".many", n)
	}
	var list []string
	for _, m := range missing {
		list = append(list, strconv.Itoa(m))
	}
	return w.T(key+".few", strings.Join(list, ", "))
}
