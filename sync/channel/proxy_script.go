package channel

import (
	"net/http"
	"net/url"
	"sync"
	"time"
)

// scriptKept is how long an answer of a script holds: it is asked over the network, and a
// change of the network is to be seen within a meal.
const scriptKept = 10 * time.Minute

// scriptPatience bounds one asking; looking for a script (WPAD) alone may take several seconds.
const scriptPatience = 15 * time.Second

// mostScripted bounds the answers kept; an archive has one address, offers have many.
const mostScripted = 256

// scripted asks the system what its script says of an address. The script is told scheme
// and host alone, as browsers do for encrypted ways: what is fetched is not its business.
// Where it does not answer, the rest of the system's settings hold, as in browsers.
type scripted struct {
	ask  func(address string) (proxies, error)
	rest ProxyFunc
	now  func() time.Time

	mu   sync.Mutex
	kept map[string]scriptAnswer
}

type scriptAnswer struct {
	proxies proxies
	failed  bool
	until   time.Time
}

// of is the ProxyFunc of a script.
func (s *scripted) of(req *http.Request) (*url.URL, error) {
	address := (&url.URL{Scheme: req.URL.Scheme, Host: req.URL.Host, Path: "/"}).String()
	a := s.answer(address)
	if a.failed {
		return s.rest(req)
	}
	return a.proxies.of(req)
}

// answer gives what the script said of an address lately, or asks it.
func (s *scripted) answer(address string) scriptAnswer {
	s.mu.Lock()
	defer s.mu.Unlock() // one asking at a time: the second would wait for the same script
	if a, ok := s.kept[address]; ok && s.now().Before(a.until) {
		return a
	}
	a := scriptAnswer{failed: true, until: s.now().Add(scriptKept / 10)} // a script that is silent is asked again soon
	said := make(chan scriptAnswer, 1)
	go func() {
		p, err := s.ask(address)
		said <- scriptAnswer{proxies: p, failed: err != nil}
	}()
	patience := time.NewTimer(scriptPatience)
	defer patience.Stop()
	select {
	case got := <-said:
		if !got.failed {
			a.failed, a.proxies, a.until = false, got.proxies, s.now().Add(scriptKept)
		}
	case <-patience.C: // the goroutine ends when the system gives up
	}
	if s.kept == nil || len(s.kept) >= mostScripted {
		s.kept = map[string]scriptAnswer{}
	}
	s.kept[address] = a
	return a
}
