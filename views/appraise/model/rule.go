package model

import "laufzettel/appraisal/sift"

// Candidates are the open units of the list as filtered, in its order.
func (t *tree) Candidates() []int {
	var out []int
	for _, i := range t.Visible {
		if t.Objects[i].Kind == Unit && t.Letter(i) == "" {
			out = append(out, i)
		}
	}
	return out
}

// Pick applies a rule to the candidates.
func (t *tree) Pick(r sift.Rule, candidates []int) []int {
	items := make([]*sift.Item, len(candidates))
	for n, i := range candidates {
		it := t.item(i)
		items[n] = &it
	}
	var out []int
	for _, n := range r.Pick(items) {
		out = append(out, candidates[n])
	}
	return out
}

// SelectBy marks what the rule selects; its sentence becomes the reason of the
// decision on the marked ones.
func (p *Presenter) SelectBy(r sift.Rule) {
	candidates := p.Tree.Candidates()
	chosen := p.Tree.Pick(r, candidates)
	p.Marked = map[string]bool{}
	for _, i := range chosen {
		p.Marked[p.Tree.Objects[i].ID] = true
	}
	p.MarkedReason = r.Sentence(len(chosen), len(candidates))
	if len(chosen) > 0 {
		p.Choose(chosen[0])
	}
	p.View.Refresh()
}
