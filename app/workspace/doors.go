package workspace

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
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/transfer"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// dirOffers is where offered files are fetched to before they are taken in.
const dirOffers = "offers"

// Door is the way packages go to the archive; the zero value is the channel.
type Door struct {
	Address  string `json:"address,omitempty"`  // folder, UNC path, sftp://… or s3://…
	HostKey  string `json:"hostKey,omitempty"`  // SFTP: SHA256:…
	Identity string `json:"identity,omitempty"` // SFTP: file with the private key; S3: with the pair of keys
	Password bool   `json:"password,omitempty"` // SFTP: its password lies in the keyring
}

// Door gives the chosen way.
func (w *Workspace) Door() Door {
	c := w.Settings.Get().Channel
	return Door{Address: c.Door, HostKey: c.HostKey, Identity: c.Identity, Password: c.Secret != "" && c.Secret == secretName(c.Door)}
}

// SetDoor chooses another way for packages; the zero value is the channel again.
// Refused for an address that is none.
func (w *Workspace) SetDoor(ctx context.Context, d Door) error {
	if _, err := w.allow(ctx, "change settings"); err != nil {
		return err
	}
	if d.Address != "" {
		if _, err := w.openDoor(d); err != nil {
			return err
		}
	}
	return w.Settings.Change(func(s *settings.Settings) {
		s.Channel.Door, s.Channel.HostKey, s.Channel.Identity = d.Address, d.HostKey, d.Identity
	})
}

// TryDoor enters the chosen door and writes and removes a probe.
func (w *Workspace) TryDoor(ctx context.Context) error {
	d := w.Door()
	if d.Address == "" {
		return failure.New(failure.Refused, "try door", "Es ist kein anderer Weg gewählt: Pakete gehen über den signierten Kanal.")
	}
	c, err := w.openDoor(d)
	if err != nil {
		return err
	}
	return c.Try(ctx)
}

func (w *Workspace) openDoor(d Door) (*door.Carrier, error) {
	return door.Open(door.Options{Address: d.Address, HostKey: d.HostKey, Identity: d.Identity, Passphrase: w.passphrase,
		Password: w.doorPassword(d.Address), S3Keys: door.S3KeysFromEnvironment, HTTP: w.Channel.HTTP}, w.Channel.Limit)
}

// carrier is what the sender asks: nil stands for the channel.
func (w *Workspace) carrier(context.Context) (channel.Carrier, error) {
	d := w.Door()
	if d.Address == "" {
		return nil, nil
	}
	c, err := w.openDoor(d)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (w *Workspace) offers() door.Offers { return door.Offers{DB: w.store} }

// AddOffer notes a file that an agency offers behind a link, to be fetched from
// due on (E10). Refused for links and digests that cannot be used.
func (w *Workspace) AddOffer(ctx context.Context, link, digest, name string, due time.Time) (door.Offer, error) {
	person, err := w.allow(ctx, "receive")
	if err != nil {
		return door.Offer{}, err
	}
	if name, err = offerName(name, link); err != nil {
		return door.Offer{}, err
	}
	return w.offers().Add(ctx, door.Offer{Link: link, Digest: digest, Name: name, Person: person, Due: due}, w.Now())
}

// offerName gives the name of the file here: as asked for, or that of the link.
func offerName(name, link string) (string, error) {
	if name == "" {
		name = nameOf(link)
	}
	if name != filepath.Base(name) || name == "." || name == ".." || len(name) > 200 || strings.ContainsAny(name, "/\\:\x00") {
		return "", failure.New(failure.Refused, "add offer", "Der Dateiname geht so nicht. Bitte einen einfachen Namen ohne Pfad angeben.")
	}
	return name, nil
}

// Offers lists what is offered, whatever its state.
func (w *Workspace) Offers(ctx context.Context) ([]door.Offer, error) {
	return w.offers().List(ctx, time.Time{})
}

// StopOffer gives an offer up; RetryOffer tries it again from now on.
func (w *Workspace) StopOffer(ctx context.Context, id int64) error {
	if _, err := w.allow(ctx, "receive"); err != nil {
		return err
	}
	if _, err := w.offers().Get(ctx, id); err != nil {
		return err
	}
	return w.offers().Stop(ctx, id, stoppedByHand, w.Now())
}

// RetryOffer lets a stopped offer be fetched.
func (w *Workspace) RetryOffer(ctx context.Context, id int64) error {
	if _, err := w.allow(ctx, "receive"); err != nil {
		return err
	}
	if _, err := w.offers().Get(ctx, id); err != nil {
		return err
	}
	return w.offers().Again(ctx, id, w.Now())
}

// stoppedByHand is the reason of an offer a person has given up.
const stoppedByHand = "Von Hand angehalten."

// OfferDue reports whether something is to be fetched or looked for now, and
// whether who works here may.
func (w *Workspace) OfferDue(ctx context.Context) bool {
	due, err := w.offers().List(ctx, w.Now())
	if err != nil {
		return false
	}
	plans, err := w.plans().List(ctx, w.Now())
	return err == nil && len(due)+len(plans) > 0 && w.mayFetch(ctx)
}

// mayFetch reports whether who works here may take in deliveries; nobody is asked
// anything.
func (w *Workspace) mayFetch(ctx context.Context) bool {
	name := w.Person()
	if name == "" {
		return w.nobody(ctx, "receive") == nil
	}
	p, err := w.People.Find(ctx, name)
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
func (w *Workspace) FetchDue(ctx context.Context, progress CopyProgress) (_ OfferRound, err error) {
	var sum OfferRound
	if !w.mayFetch(ctx) {
		return sum, w.May(ctx, people.Receive)
	}
	lock, err := durable.TryLock(w.path(dirOffers + "/fetching.lock"))
	if errors.Is(err, durable.ErrHeld) {
		return sum, nil
	}
	if err != nil {
		return sum, failure.Wrap(failure.Setup, "hold folder of offers", hintOffers, err)
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := w.lookDue(ctx, &sum); err != nil {
		return sum, err
	}
	due, err := w.offers().List(ctx, w.Now())
	if err != nil {
		return sum, err
	}
	for _, o := range due {
		err := w.fetchOffer(ctx, o, progress)
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		switch kind := failure.KindOf(err); {
		case err == nil:
			sum.Fetched++
		case kind == failure.Transient || kind == failure.Setup:
			sum.Waiting++
			err = w.offers().Waits(ctx, o.ID, failure.HintOf(err), w.Now().Add(offerPause(o.Attempt)))
		default:
			sum.Stopped++
			err = w.offers().Stop(ctx, o.ID, hintOr(err), w.Now())
		}
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

const hintOffers = "Der Ordner für abgeholte Dateien lässt sich nicht anlegen. Bitte Platz und Rechte prüfen."

func hintOr(err error) string {
	if hint := failure.HintOf(err); hint != "" {
		return hint
	}
	return fmt.Sprintf("Das Abholen scheiterte: %v", err)
}

// offerPause is how long is waited after a failed try: from a minute to six hours.
func offerPause(attempt int) time.Duration {
	return min(time.Minute<<min(attempt, 10), 6*time.Hour)
}

func (w *Workspace) fetchOffer(ctx context.Context, o door.Offer, progress CopyProgress) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	dir := w.path(dirOffers + "/" + fmt.Sprint(o.ID))
	file := filepath.Join(dir, o.Name)
	// A kill may have come after the taking in: the portion names its source.
	p, err := w.portionFrom(ctx, file)
	if err != nil {
		return err
	}
	if p.ID == "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return failure.Wrap(failure.Setup, "make folder of offers", hintOffers, err)
		}
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			if err := door.Fetch(ctx, w.Channel.HTTP, o.Link, o.Digest, file, w.Channel.Limit, progress); err != nil {
				return err
			}
		}
		if p, err = w.Receive(ctx, file, progress); err != nil {
			return err
		}
	}
	if err := w.offers().Fetched(ctx, o.ID, p.ID, w.Now()); err != nil {
		return err
	}
	return os.RemoveAll(dir) // the portion has its own copy, read back and compared
}

func (w *Workspace) portionFrom(ctx context.Context, source string) (transfer.Portion, error) {
	all, err := w.Portions.List(ctx)
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
