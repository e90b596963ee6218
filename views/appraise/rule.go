package appraise

import "laufzettel/appraisal/sift"

// candidates are the open units of the list as filtered, in its order.
func (t *tree) candidates() []int {
	var out []int
	for _, i := range t.visible {
		if t.objects[i].Kind == Unit && t.letter(i) == "" {
			out = append(out, i)
		}
	}
	return out
}

// pick applies a rule to the candidates.
func (t *tree) pick(r sift.Rule, candidates []int) []int {
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

// selectBy marks what the rule selects; its sentence becomes the reason of the
// decision on the marked ones.
func (p *presenter) selectBy(r sift.Rule) {
	candidates := p.tree.candidates()
	chosen := p.tree.pick(r, candidates)
	p.marked = map[string]bool{}
	for _, i := range chosen {
		p.marked[p.tree.objects[i].ID] = true
	}
	p.markedReason = r.Sentence(len(chosen), len(candidates))
	if len(chosen) > 0 {
		p.choose(chosen[0])
	}
	p.view.refresh()
}
