package child

import "time"

// Hurry makes the longest act of a new pool's children short.
func (p *Pool) Hurry(d time.Duration) { p.hurry = d }

// Children gives the process ids of the children that live.
func (p *Pool) Children() (list []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.slots {
		if s.proc != nil && !s.proc.gone() {
			list = append(list, s.proc.pid)
		}
	}
	return list
}
