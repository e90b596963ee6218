package model

// basis is what the lines of a mode, or the tiles, hang on: while it is the same they are.
type basis struct {
	mode   Mode
	at     int32
	order  Order
	stays  bool
	colour Colour
	choice string
	state  int
}

// leaf are lines as they were made.
type leaf struct {
	lines []Line
	more  int
}

// mostLeaves is how many lists are kept for going back to them.
const mostLeaves = 12

func (p *Presenter) basis() basis {
	b := basis{mode: p.Mode, at: p.At, state: p.state}
	switch p.Mode {
	case Tiles:
		b.stays, b.colour = p.Stays, p.Colour
	case Files:
		b.order, b.stays = p.Order, p.Stays
	case Choosing:
		b.choice = p.Choice.String()
	}
	return b
}

// Beside names what stands beside the tree: where it is the same as before, so is the picture.
func (p *Presenter) Beside() any {
	return struct {
		basis
		progress string
		loaded   *Share
	}{p.basis(), p.Progress, p.Share}
}

// State counts how often the tree, the decisions or what was searched changed.
func (p *Presenter) State() int { return p.state }

// changed says that lists made so far no longer hold.
func (p *Presenter) changed() {
	p.state++
	p.made, p.sheet = nil, nil
}
