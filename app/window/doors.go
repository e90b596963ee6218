package window

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"

	store "laufzettel/app/settings"
	"laufzettel/sync/door"
	"laufzettel/sync/machinecert"
	"laufzettel/transfer/wording"
	settings "laufzettel/views/settings/model"
	transmit "laufzettel/views/transmit/model"
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
	c.PasswordKept = s.W.Doors.Door().Password
	c.CAFile, c.CertFile, c.CertKey = x.CAFile, x.CertFile, x.CertKey
	if x.Parallel > 0 {
		c.Parallel = strconv.Itoa(x.Parallel)
	}
	if x.RateLimit > 0 {
		c.Rate = strconv.FormatInt(max(1, x.RateLimit/kilo), 10)
	}
	if tried := s.tried.get(); x.Door != "" && tried == x.Door {
		c.DoorTest = s.Words.T("window.door.good", tried)
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
	x.Channel.CAFile, x.Channel.CertKey = strings.TrimSpace(c.CAFile), strings.TrimSpace(c.CertKey)
	cert := strings.TrimSpace(c.CertFile)
	if _, err := machinecert.Thumbprint(cert); err == nil || !machinecert.InStore(cert) {
		x.Channel.CertFile = cert
	}
	switch n := strings.TrimSpace(c.Parallel); n {
	case "", "1", "2":
		x.Channel.Parallel, _ = strconv.Atoi(n) // "" is none: the usual one
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
	if err := s.W.Doors.TryDoor(ctx); err != nil {
		return err
	}
	s.tried.set(s.W.Doors.Door().Address)
	return nil
}

// EnrolExport implements settings.Source.
func (s Settings) EnrolExport(ctx context.Context, path string) error {
	defer s.Hub.Notify()
	_, err := s.W.Outbox.EnrolExport(ctx, path)
	return err
}

// WatchLog implements settings.Source.
func (s Settings) WatchLog(ctx context.Context) (settings.LogWatch, error) {
	at, err := s.W.Keys.WatchArchive(ctx)
	switch {
	case err != nil:
		return settings.LogWatch{}, err
	case !at.Kept:
		return settings.LogWatch{Says: s.Words.T("window.log.none")}, nil
	case at.Broken == "":
		return settings.LogWatch{Says: s.Words.T("window.log.sound", at.Last.Size, s.Words.Date(at.Last.Seen))}, nil
	}
	return settings.LogWatch{Broken: true, Says: wording.Recognised("hint.", at.Broken).In(s.Words.Language()) + " " +
		s.Words.T("window.log.other", at.Last.Size, at.Now.Size)}, nil
}

// TakeLog implements settings.Source.
func (s Settings) TakeLog(ctx context.Context, note string) error {
	defer s.Hub.Notify()
	_, err := s.W.Keys.TakeArchiveLog(ctx, note)
	return err
}

// EnrolImport implements settings.Source.
func (s Settings) EnrolImport(ctx context.Context, path, fingerprint string) error {
	defer s.Hub.Notify()
	_, err := s.W.Outbox.EnrolImport(ctx, path, fingerprint)
	return err
}

// KeepPassword implements settings.Source.
func (s Settings) KeepPassword(ctx context.Context, password string) error {
	defer s.Hub.Notify()
	return s.W.Office.SetDoorPassword(ctx, password)
}

// offerPrefix begins the ids of offers among the jobs of the screen.
const offerPrefix = "offer-"

func offerOf(job string) (int64, bool) {
	number, ok := strings.CutPrefix(job, offerPrefix)
	id, err := strconv.ParseInt(number, 10, 64)
	return id, ok && err == nil
}

// offerStates says how an offer stands among the jobs.
var offerStates = map[door.OfferState]transmit.JobState{
	door.OfferWaiting: transmit.Waiting, door.OfferFetched: transmit.Done, door.OfferStopped: transmit.NeedsYou,
}

// offered gives what agencies offer to be fetched as jobs that come down.
func (s Transmit) offered(ctx context.Context) ([]transmit.Job, error) {
	all, err := s.W.Doors.Offers(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]transmit.Job, 0, len(all))
	for _, o := range all {
		j := transmit.Job{ID: offerPrefix + strconv.FormatInt(o.ID, 10), Direction: transmit.Down, Name: o.Name, Answer: o.Reason,
			State: offerStates[o.State]}
		switch {
		case o.State == door.OfferFetched:
			j.Answer = s.Words.T("window.offer.fetched", o.Portion)
		case o.Reason == "":
			j.Answer = s.Words.T("window.offer.due", s.Words.Moment(o.Due))
		}
		out = append(out, j)
	}
	return out, nil
}

func (s Transmit) offerHistory(ctx context.Context, id int64) ([]transmit.Line, error) {
	all, err := s.offered(ctx)
	if err != nil {
		return nil, err
	}
	for _, j := range all {
		if j.ID == offerPrefix+strconv.FormatInt(id, 10) {
			return []transmit.Line{{At: s.W.Office.Now(), Text: j.Answer}}, nil
		}
	}
	return nil, nil
}
