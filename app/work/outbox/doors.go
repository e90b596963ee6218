package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/hops"
	"laufzettel/transfer"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Door is the way packages go to the archive; the zero value is the channel.
type Door struct {
	Address  string `json:"address,omitempty"`  // folder, UNC path, sftp://… or s3://…
	HostKey  string `json:"hostKey,omitempty"`  // SFTP: SHA256:…
	Identity string `json:"identity,omitempty"` // SFTP: file with the private key; S3: with the pair of keys
	Password bool   `json:"password,omitempty"` // SFTP: its password lies in the keyring
}

// Door gives the chosen way.
func (dr *Doors) Door() Door {
	c := dr.Office.Settings.Get().Channel
	return Door{Address: c.Door, HostKey: c.HostKey, Identity: c.Identity, Password: c.Secret != "" &&
		c.Secret == office.SecretName(c.Door)}
}

// SetDoor chooses another way for packages; the zero value is the channel again.
// Refused for an address that is none.
func (dr *Doors) SetDoor(ctx context.Context, d Door) error {
	if _, err := dr.Office.Allow(ctx, people.Tools, "change settings"); err != nil {
		return err
	}
	if d.Address != "" {
		if _, err := dr.openDoor(d); err != nil {
			return err
		}
	}
	return dr.Office.Settings.Change(func(s *settings.Settings) {
		s.Channel.Door, s.Channel.HostKey, s.Channel.Identity = d.Address, d.HostKey, d.Identity
	})
}

// TryDoor enters the chosen door and writes and removes a probe.
func (dr *Doors) TryDoor(ctx context.Context) error {
	d := dr.Door()
	if d.Address == "" {
		return failure.New(failure.Refused, "try door", wording.Say("hint.outbox.channel-only"))
	}
	c, err := dr.openDoor(d)
	if err != nil {
		return err
	}
	return c.Try(ctx)
}

// GoWay goes the way to an archive step by step, with the settings the channel uses; ""
// stands for the archive of the settings. Refused where there is none. What fails on the way
// is in the answer.
func (dr *Doors) GoWay(ctx context.Context, address string) ([]hops.Hop, error) {
	c := dr.Office.Settings.Get().Channel
	if address == "" {
		address = c.URL
	}
	if address == "" {
		return nil, failure.New(failure.Refused, "go the way to the archive", wording.Say("hint.outbox.no-address"))
	}
	route, err := channel.RouteOf(c.Proxy)
	if err != nil {
		return nil, err
	}
	return hops.Go(ctx, hops.Way{Address: address, Route: route,
		TLS: channel.TLSOptions{CAFile: c.CAFile, CertFile: c.CertFile, KeyFile: c.CertKey}})
}

func (dr *Doors) openDoor(d Door) (*door.Carrier, error) {
	return door.Open(door.Options{Address: d.Address, HostKey: d.HostKey, Identity: d.Identity, Passphrase: dr.Keys.Passphrase,
		Password: dr.Office.DoorPassword(d.Address), S3Keys: door.S3KeysFromEnvironment, HTTP: dr.Channel.HTTP}, dr.Channel.Limit)
}

// carrier is what the sender asks: nil stands for the channel.
func (dr *Doors) carrier(context.Context) (channel.Carrier, error) {
	d := dr.Door()
	if d.Address == "" {
		return nil, nil
	}
	c, err := dr.openDoor(d)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (dr *Doors) offers() door.Offers { return door.Offers{DB: dr.Office.Store} }

// AddOffer notes a file that an agency offers behind a link, to be fetched from
// due on (E10). Refused for links and digests that cannot be used.
func (dr *Doors) AddOffer(ctx context.Context, link, digest, name string, due time.Time) (door.Offer, error) {
	person, err := dr.Office.Allow(ctx, people.Receive, "receive")
	if err != nil {
		return door.Offer{}, err
	}
	if name, err = offerName(name, link); err != nil {
		return door.Offer{}, err
	}
	return dr.offers().Add(ctx, door.Offer{Link: link, Digest: digest, Name: name, Person: person, Due: due}, dr.Office.Now())
}

// offerName gives the name of the file here: as asked for, or that of the link.
func offerName(name, link string) (string, error) {
	if name == "" {
		name = nameOf(link)
	}
	if name != filepath.Base(name) || name == "." || name == ".." || len(name) > 200 || strings.ContainsAny(name, "/\\:\x00") {
		return "", failure.New(failure.Refused, "add offer", wording.Say("hint.outbox.bad-file-name"))
	}
	return name, nil
}

// Offers lists what is offered, whatever its state.
func (dr *Doors) Offers(ctx context.Context) ([]door.Offer, error) {
	return dr.offers().List(ctx, time.Time{})
}

// StopOffer gives an offer up; RetryOffer tries it again from now on.
func (dr *Doors) StopOffer(ctx context.Context, id int64) error {
	if _, err := dr.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return err
	}
	if _, err := dr.offers().Get(ctx, id); err != nil {
		return err
	}
	return dr.offers().Stop(ctx, id, stoppedByHand, dr.Office.Now())
}

// RetryOffer lets a stopped offer be fetched.
func (dr *Doors) RetryOffer(ctx context.Context, id int64) error {
	if _, err := dr.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return err
	}
	if _, err := dr.offers().Get(ctx, id); err != nil {
		return err
	}
	return dr.offers().Again(ctx, id, dr.Office.Now())
}

// stoppedByHand is the reason of an offer a person has given up.
const stoppedByHand = "Von Hand angehalten."

// OfferDue reports whether something is to be fetched or looked for now, and
// whether who works here may.
func (dr *Doors) OfferDue(ctx context.Context) bool {
	due, err := dr.offers().List(ctx, dr.Office.Now())
	if err != nil {
		return false
	}
	plans, err := dr.plans().List(ctx, dr.Office.Now())
	return err == nil && len(due)+len(plans) > 0 && dr.mayFetch(ctx)
}

// mayFetch reports whether who works here may take in deliveries; nobody is asked
// anything.
func (dr *Doors) mayFetch(ctx context.Context) bool {
	name := dr.Office.Person()
	if name == "" {
		return dr.Office.Nobody(ctx, "receive") == nil
	}
	p, err := dr.Office.People.Find(ctx, name)
	return err != nil || people.May(p.Roles, people.Receive)
}

// OfferRound counts what a round of fetching did.
type OfferRound struct {
	Fetched   int `json:"fetched"`
	Unchanged int `json:"unchanged"` // plans behind whose link lies what was fetched before
	Waiting   int `json:"waiting"`   // is tried again by itself
	Stopped   int `json:"stopped"`   // a person has to act
}

// FetchDue looks behind the links of plans that are due, fetches every offer whose
// time has come and takes it in as a portion. One that fails does not stop the
// others; what was said stands at the plan or offer. While another program fetches
// in the same workspace nothing is done.
func (dr *Doors) FetchDue(ctx context.Context, progress intake.CopyProgress) (_ OfferRound, err error) {
	var sum OfferRound
	if !dr.mayFetch(ctx) {
		return sum, dr.Office.May(ctx, people.Receive)
	}
	lock, err := durable.TryLock(dr.Office.Path(office.DirOffers + "/fetching.lock"))
	if errors.Is(err, durable.ErrHeld) {
		return sum, nil
	}
	if err != nil {
		return sum, failure.Wrap(failure.Setup, "hold folder of offers", hintOffers, err)
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := dr.lookDue(ctx, &sum); err != nil {
		return sum, err
	}
	due, err := dr.offers().List(ctx, dr.Office.Now())
	if err != nil {
		return sum, err
	}
	for _, o := range due {
		err := dr.fetchOffer(ctx, o, progress)
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		switch kind := failure.KindOf(err); {
		case err == nil:
			sum.Fetched++
		case kind == failure.Transient || kind == failure.Setup:
			sum.Waiting++
			err = dr.offers().Waits(ctx, o.ID, failure.HintOf(err).In(wording.German), dr.Office.Now().Add(offerPause(o.Attempt)))
		default:
			sum.Stopped++
			err = dr.offers().Stop(ctx, o.ID, hintOr(err), dr.Office.Now())
		}
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

var hintOffers = wording.Say("hint.outbox.fetched-folder-failed")

func hintOr(err error) string {
	if hint := failure.HintOf(err).In(wording.German); hint != "" {
		return hint
	}
	return fmt.Sprintf("Das Abholen scheiterte: %v", err)
}

// offerPause is how long is waited after a failed try: from a minute to six hours.
func offerPause(attempt int) time.Duration {
	return min(time.Minute<<min(attempt, 10), 6*time.Hour)
}

func (dr *Doors) fetchOffer(ctx context.Context, o door.Offer, progress intake.CopyProgress) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	dir := dr.Office.Path(office.DirOffers + "/" + fmt.Sprint(o.ID))
	file := filepath.Join(dir, o.Name)
	// A kill may have come after the taking in: the portion names its source.
	p, err := dr.portionFrom(ctx, file)
	if err != nil {
		return err
	}
	if p.ID == "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return failure.Wrap(failure.Setup, "make folder of offers", hintOffers, err)
		}
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			if err := door.Fetch(ctx, dr.Channel.HTTP, o.Link, o.Digest, file, dr.Channel.Limit, progress); err != nil {
				return err
			}
		}
		if p, err = dr.Intake.Receive(ctx, file, progress); err != nil {
			return err
		}
	}
	if err := dr.offers().Fetched(ctx, o.ID, p.ID, dr.Office.Now()); err != nil {
		return err
	}
	return os.RemoveAll(dir) // the portion has its own copy, read back and compared
}

func (dr *Doors) portionFrom(ctx context.Context, source string) (transfer.Portion, error) {
	all, err := dr.Portions.List(ctx)
	if err != nil {
		return transfer.Portion{}, err
	}
	for _, p := range all {
		if p.Source == source {
			return p, nil
		}
	}
	return transfer.Portion{}, nil
}

// nameOf gives the last part of a link's path.
func nameOf(link string) string {
	u, err := url.Parse(link)
	if err != nil || path.Base(u.Path) == "/" || path.Base(u.Path) == "." {
		return "lieferung"
	}
	return path.Base(u.Path)
}
