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

// Asked are the selections the agency asks for among the open units of the list.
func (t *tree) Asked() []sift.Proposal {
	var items []*sift.Item
	for _, i := range t.Candidates() {
		it := t.item(i)
		items = append(items, &it)
	}
	return sift.Proposals(items)
}

// TakeAsked narrows the list to what bears a text of the agency.
func (p *Presenter) TakeAsked(text string) {
	f := p.Filter
	f.Free = text
	p.Narrow(f)
}

// SelectBy marks what the rule selects; its sentence becomes the reason of the
// decision on the marked ones. What it leaves is kept, to be marked afterwards with the
// same rule, population and result in its reason.
func (p *Presenter) SelectBy(r sift.Rule) {
	candidates := p.Tree.Candidates()
	chosen := p.Tree.Pick(r, candidates)
	p.Marked = map[string]bool{}
	for _, i := range chosen {
		p.Marked[p.Tree.Objects[i].ID] = true
	}
	p.left, p.leftReason = nil, r.Rest(len(chosen), len(candidates))
	for _, i := range candidates {
		if id := p.Tree.Objects[i].ID; !p.Marked[id] {
			p.left = append(p.left, id)
		}
	}
	p.MarkedReason = r.Sentence(len(chosen), len(candidates))
	if len(chosen) > 0 {
		p.Choose(chosen[0])
	}
	p.View.Refresh()
}

// Left are the units the last selection by rule has left and that are open still.
func (p *Presenter) Left() []int {
	var out []int
	for _, id := range p.left {
		if i, ok := p.Tree.Index[id]; ok && p.Tree.Letter(i) == "" {
			out = append(out, i)
		}
	}
	return out
}

// SelectLeft marks them, with the rule in the reason.
func (p *Presenter) SelectLeft() {
	left := p.Left()
	if len(left) == 0 {
		return
	}
	p.Marked = map[string]bool{}
	for _, i := range left {
		p.Marked[p.Tree.Objects[i].ID] = true
	}
	p.MarkedReason = p.leftReason
	p.Choose(left[0])
	p.View.Refresh()
}
