package window

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"

	store "laufzettel/app/settings"
	"laufzettel/sync/door"
	"laufzettel/views/settings"
)

// triedDoor remembers which door was last found good.
type triedDoor struct {
	mu      sync.Mutex
	address string
}

func (t *triedDoor) set(address string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.address = address
}

func (t *triedDoor) get() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.address
}

// kilo is what the bandwidth is counted in on screen: 1 kB = 1000 bytes.
const kilo = 1000

// showDoor gives the way of packages and its speed as the form shows them.
func (s Settings) showDoor(c *settings.Channel, set store.Settings) {
	x := set.Channel
	c.Door, c.HostKey, c.Identity, c.Stamps = x.Door, x.HostKey, x.Identity, x.Stamps
	if x.RateLimit > 0 {
		c.Rate = strconv.FormatInt(max(1, x.RateLimit/kilo), 10)
	}
	if tried := s.tried.get(); x.Door != "" && tried == x.Door {
		c.DoorState = s.Words.T("window.door.good", tried)
	}
}

// saveDoor takes over what is typed once it is whole: half an address would send
// packages astray, half a number would slow them down.
func saveDoor(x *store.Settings, c settings.Channel) {
	x.Channel.HostKey, x.Channel.Identity = strings.TrimSpace(c.HostKey), strings.TrimSpace(c.Identity)
	if at := strings.TrimSpace(c.Door); at == "" || openable(at, x.Channel.HostKey) {
		x.Channel.Door = at
	}
	if u, err := url.Parse(strings.TrimSpace(c.Stamps)); err == nil && (u.Host != "" || u.String() == "") {
		x.Channel.Stamps = u.String()
	}
	rate := strings.TrimSpace(c.Rate)
	if n, err := strconv.ParseInt(rate, 10, 64); err == nil && n > 0 && n < 1<<40 {
		x.Channel.RateLimit = n * kilo
	} else if rate == "" {
		x.Channel.RateLimit = 0
	}
}

func openable(address, hostKey string) bool {
	_, err := door.Open(door.Options{Address: address, HostKey: hostKey}, nil)
	return err == nil
}

// TryDoor implements settings.Source.
func (s Settings) TryDoor(ctx context.Context) error {
	defer s.Hub.Notify()
	s.tried.set("")
	if err := s.W.TryDoor(ctx); err != nil {
		return err
	}
	s.tried.set(s.W.Door().Address)
	return nil
}
