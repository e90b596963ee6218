package window

import (
	"context"
	"fmt"
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
		add("remark", strings.TrimSpace(strings.TrimSpace(rating(w, record.Rating(r.Wish))+" "+r.Text)+" ("+r.Author+", "+w.Date(r.At.Local())+")"))
	}
	return pairs
}

// warning says what V would mean for others: the same file is kept elsewhere.
func warning(sh *shown, o *record.Object) string {
	if sh.survey == nil || sh.survey.Facts[o.ID] == nil || sh.verdicts[o.ID].Letter == "A" {
		return ""
	}
	for _, t := range sh.survey.Facts[o.ID].Twins {
		if sh.verdicts[t.Object].Letter == "A" && sh.index[t.Object] != nil {
			return fmt.Sprintf("%s auch in %s, dort A.", liegt(t.Files), sh.index[t.Object].Label())
		}
	}
	return ""
}

func liegt(n int) string {
	if n == 1 {
		return "1 Datei liegt"
	}
	return strconv.Itoa(n) + " Dateien liegen"
}

// aids are things to weigh, as sentences with a way to what they speak of: what
// changed, earlier decisions, duplicates, gaps, parts on paper.
func (s *Appraise) aids(ctx context.Context, sh *shown, o *record.Object) ([]appraise.Aid, error) {
	var out []appraise.Aid
	f := facts(sh, o.ID)
	if f.Changed != "" {
		out = append(out, appraise.Aid{Icon: "warning", Text: "Anders als in der früheren Lieferung: " + f.Changed})
	}
	if a, ok := beside(sh, o); ok {
		out = append(out, a)
	}
	before, err := s.precedents(ctx, sh, o)
	if err != nil {
		return out, err
	}
	out = append(out, before...)
	out = append(out, duplicates(sh, f)...)
	kind := record.Document
	if o.Kind == record.Dossier {
		kind = record.Case
	}
	if gap := gapText(appraisal.Gaps(o, kind), kind); gap != "" {
		out = append(out, appraise.Aid{Icon: "warning", Text: gap})
	}
	if f.Missing > 0 {
		out = append(out, appraise.Aid{Icon: "warning", Text: count(f.Missing, "Datei ist genannt und nicht geliefert", "Dateien sind genannt und nicht geliefert")})
	}
	for x := range record.All([]*record.Object{o}) {
		if appraiseroom.Paper(x) {
			out = append(out, appraise.Aid{Icon: "warning", Text: "Ein Teil liegt auf Papier: " + x.Label()})
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
		whose := ""
		if p.AgencyID != sh.portion.AgencyID {
			whose = ", andere Stelle"
		}
		out = append(out, appraise.Aid{Icon: "note", Text: fmt.Sprintf("Position %s zuletzt %d: %d × A, %d × V (%s%s)", plan, p.At.Year(), p.Archived, p.Destroyed, p.Portion, whose)})
	}
	return out, nil
}

// duplicates tells where the same files lie: in the portion, in the catalog.
func duplicates(sh *shown, f appraiseroom.Facts) []appraise.Aid {
	var out []appraise.Aid
	for i, t := range f.Twins {
		if i == 3 {
			out = append(out, appraise.Aid{Icon: "link", Text: fmt.Sprintf("Dieselben Dateien liegen noch in %d weiteren Vorgängen", len(f.Twins)-3)})
			break
		}
		if x := sh.index[t.Object]; x != nil {
			text := liegt(t.Files) + " auch in " + x.Label()
			if l := sh.verdicts[t.Object].Letter; l != "" {
				text += ", dort " + l
			}
			out = append(out, appraise.Aid{Icon: "link", Text: text, Goto: t.Object})
		}
	}
	for _, ref := range slices.Sorted(maps.Keys(f.Held)) {
		out = append(out, appraise.Aid{Icon: "link", Text: fmt.Sprintf("%d von %s liegen schon im Magazin, Signatur %s", f.Held[ref], count(f.Files, "Datei", "Dateien"), ref)})
		break
	}
	return out
}

// gapText says which numbers are missing.
func gapText(missing []int, kind record.Kind) string {
	one, many := "Dokument", "Dokumente"
	if kind == record.Case {
		one, many = "Vorgang", "Vorgänge"
	}
	switch n := len(missing); {
	case n == 0:
		return ""
	case n == 1:
		return fmt.Sprintf("Lücke in der Zählung: %s %d fehlt", one, missing[0])
	case n > 5:
		return fmt.Sprintf("Lücken in der Zählung: %d %s fehlen", n, many)
	}
	var list []string
	for _, m := range missing {
		list = append(list, strconv.Itoa(m))
	}
	return "Lücken in der Zählung: " + many + " " + strings.Join(list, ", ") + " fehlen"
}
