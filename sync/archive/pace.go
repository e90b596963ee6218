package archive

import (
	"net/http"
	"sync"
	"time"
)

// defaultRate is how many requests a client may make in a second, over a while.
const defaultRate = 100

// enrolRate is that of unsigned requests, of all who ask together.
const enrolRate = 10

// inviteRate is that of one invitation.
const inviteRate = 1

// pace bounds how often somebody may ask: a bucket of tokens per client, filled
// at a steady rate, twice as deep as a second gives.
type pace struct {
	rate    float64 // per second
	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newPace(rate int) *pace { return &pace{rate: float64(rate), buckets: map[string]*bucket{}} }

// take lets a request through, or gives the problem that says when to come again.
func (p *pace) take(who string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, known := p.buckets[who]
	if !known {
		p.forget(now)
		b = &bucket{tokens: 2 * p.rate, at: now}
		p.buckets[who] = b
	}
	b.tokens = min(2*p.rate, b.tokens+max(0, now.Sub(b.at).Seconds())*p.rate)
	b.at = now
	if b.tokens < 1 {
		return problemf(http.StatusTooManyRequests, "busy", "too many requests").after(time.Second)
	}
	b.tokens--
	return nil
}

// forget drops buckets that are full again, so that their number stays small.
func (p *pace) forget(now time.Time) {
	for who, b := range p.buckets {
		if now.Sub(b.at) > 2*time.Second {
			delete(p.buckets, who)
		}
	}
}
