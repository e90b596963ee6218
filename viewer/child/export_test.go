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

// Anew ends the children, waits for it, and gives the largest resident memory of them in bytes.
func (p *Pool) Anew() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.slots {
		if s.proc != nil {
			s.proc.end(errClosed)
			<-s.proc.dead
		}
	}
	return p.peak.Swap(0)
}
