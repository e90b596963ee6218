package office

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// personKeyWork is the scrypt work factor of the key files of persons. It is below
// that of device keys: the command line opens the file at every single act.
const personKeyWork = 15

// Session is who works with the open workspace; one person at a time.
type Session struct {
	mu     sync.Mutex
	name   string // chosen by signing in, "" = the call's or the settings'
	out    bool   // signed out: nobody acts
	person people.Person
	signer *sign.Key
	pass   func(name string, fresh bool) (string, error)
}

// Known gives the person whose rights were read last under this name.
func (s *Session) Known(name string) (people.Person, *sign.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.person.Name != name {
		return people.Person{}, nil
	}
	return s.person, s.signer
}

func (s *Session) keep(p people.Person, signer *sign.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.person.ID != p.ID || signer != nil {
		s.signer = signer
	}
	s.person = p
}

// SignerID is the key of the person now acting, "" where no key is at hand (G14).
func (lg *Log) SignerID() string {
	if _, k := lg.Office.Who.Known(lg.Office.Person()); k != nil {
		return k.ID()
	}
	return ""
}

// Entry gives work that appends an event in the transaction of an act, signed with
// the key of the person now acting where it is at hand: DSSE over the payload of
// the event (G14). The event states the rows the transaction has changed so far.
func (lg *Log) Entry(ctx context.Context, e events.Event) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		wt := lg.Office.Witness
		if e.Type == events.Decided && e.Object == "" && transfer.State(e.Outcome).Decided() {
			if err := touch(ctx, tx, e.Subject); err != nil {
				return err
			}
		}
		if e.Type == events.Packaged {
			if err := wt.Built(ctx, tx, e.Subject, e.Object); err != nil {
				return err
			}
		}
		if e.Type == events.Closed {
			if err := emptied(ctx, tx, e.Subject); err != nil {
				return err
			}
		}
		st, err := wt.pending(ctx, tx)
		if err != nil {
			return err
		}
		return wt.append(ctx, tx, e, st)
	}
}

// mustSign are the acts that an enrolled person with a key never does unsigned.
var mustSign = map[events.Type]bool{events.Decided: true, events.Released: true, events.Destroyed: true, events.Cleared: true}

// VerifyLog walks the event chain, checks every signature in it against the keys of
// the register and every row that rests on an act against its statement; head may name a hash that a receipt or report bears
// witness to.
func (lg *Log) VerifyLog(ctx context.Context, head string) (int64, *events.Break, error) {
	v, err := lg.VerifyLogSigned(ctx, head)
	if v.Break == nil && v.Broken != "" {
		v.Break = &events.Break{Reason: v.Broken}
	}
	return v.Events, v.Break, err
}

// LogVerdict is what a walk over the event log has found: how many events hold, how
// many of them bear a signature that was verified, and where the log breaks.
type LogVerdict struct {
	Events int64         `json:"events"`
	Signed int64         `json:"signed"`
	Sound  bool          `json:"sound"`
	Break  *events.Break `json:"break,omitempty"`
	// Statements counts the verified signatures of persons under letters and decisions
	// of the channel; Broken is the German reason of the first that does not hold.
	Statements int64 `json:"statements"`
	// Tree is what was found of the tree over the log and of the heads beside it.
	Tree   TreeVerdict `json:"tree"`
	Broken string      `json:"broken,omitempty"`
	// Difference is the first row of a table that says something else than the log.
	Difference *Difference `json:"difference,omitempty"`
	// TakenOver is the founding act over people and decisions of before it: they are
	// taken over, not witnessed one by one; 0: there are none. Unfounded: no founding
	// act yet, so nothing the tables say can be held against the log.
	TakenOver int64 `json:"takenOver,omitempty"`
	Unfounded bool  `json:"unfounded,omitempty"`
	// Founding is who stands for the act every key goes back to.
	Founding *Founding `json:"founding,omitempty"`
	// Keyless: nobody here has a key, no act is signed.
	Keyless bool `json:"keyless,omitempty"`
	// Uncounted are statements in the log that count for nothing, each with the reason.
	Uncounted []string `json:"uncounted,omitempty"`
	// ClockBack are the events whose time lies before that of the one before: there
	// the clock of a machine went back. What counts is the order of the log; the first
	// few are named.
	ClockBack []int64 `json:"clockBack,omitempty"`
}

// Steps back of the clock below clockTolerance are the ordinary setting of clocks
// and of two programs at once.
const (
	clockTolerance = time.Minute
	clockBackMost  = 100
)

// VerifyLogSigned is VerifyLog that counts the verified signatures (G14).
func (lg *Log) VerifyLogSigned(ctx context.Context, head string) (v LogVerdict, err error) {
	all, err := lg.Office.People.List(ctx)
	if err != nil {
		return v, err
	}
	owners, byName := map[string]people.Person{}, map[string]people.Person{}
	for _, p := range all {
		byName[p.Name] = p
		for _, k := range slices.Concat(p.Keys, p.Spares) {
			owners[k.ID] = p
		}
	}
	var last time.Time
	v.Events, v.Break, err = events.VerifyWith(ctx, lg.Office.Store, head, func(e events.Event) string {
		if last.Sub(e.At) > clockTolerance && len(v.ClockBack) < clockBackMost {
			v.ClockBack = append(v.ClockBack, e.Seq)
		}
		last = e.At
		why := judgeSignature(e, owners, byName)
		if why == "" && e.Signature != "" {
			v.Signed++
		}
		return why
	})
	if err == nil && v.Break == nil {
		v.Statements, v.Broken, err = lg.verifyHands(ctx)
	}
	if err == nil && v.Break == nil && v.Broken == "" {
		err = lg.Office.Witness.judge(ctx, &v)
	}
	if err == nil && v.Break == nil && v.Broken == "" {
		v.Tree, err = lg.VerifyTree(ctx)
		v.Broken = v.Tree.Broken
	}
	if err == nil && v.Break == nil && v.Broken == "" {
		v.Broken = lg.verifyPaperActs(v.Founding)
	}
	v.Sound = err == nil && v.Break == nil && v.Broken == ""
	return v, err
}

// Says tells why the log is not sound, empty where it is.
func (v LogVerdict) Says() wording.Text {
	switch {
	case v.Sound:
		return wording.Text{}
	case v.Difference != nil:
		return wording.Say("log.told", v.Difference)
	case v.Break != nil:
		return wording.Recognised("log.", v.Break.Reason)
	}
	return wording.Recognised("log.", v.Broken)
}

// judgeSignature gives the German reason why the signature of an event does not
// hold, or "".
func judgeSignature(e events.Event, owners, byName map[string]people.Person) string {
	owner, signed := owners[e.Key]
	if !signed {
		if e.Signature != "" {
			return wording.Kept("log.nobodys-key", e.Seq)
		}
		if p, ok := byName[e.Actor]; ok && mustSign[e.Type] && hadKey(p, e) {
			return wording.Kept("log.no-signature", e.Seq, e.Actor)
		}
		return ""
	}
	if e.Actor != owner.Name && mustSign[e.Type] {
		return wording.Kept("log.other-key", e.Seq, e.Actor, owner.Name)
	}
	for _, k := range slices.Concat(owner.Keys, owner.Spares) {
		if k.ID != e.Key {
			continue
		}
		public, err := sign.ParsePublicKey(k.Public)
		sig, serr := base64.StdEncoding.DecodeString(e.Signature)
		payload, perr := e.Payload()
		if err == nil && serr == nil && perr == nil && public.Verify(sign.PreAuth(events.PayloadType, payload), sig) {
			return ""
		}
	}
	return wording.Kept("log.bad-signature", owner.Name, e.Seq)
}

// hadKey reports whether a person had a key at the moment of an event.
func hadKey(p people.Person, e events.Event) bool {
	for _, k := range p.Keys {
		if k.Made.Before(e.At) && (k.Ended.IsZero() || k.Ended.After(e.At)) {
			return true
		}
	}
	return false
}

// personKeys gives the store of the private keys of persons.
func (of *Office) personKeys(place, name string, fresh bool) sign.KeyStore {
	if place != FileStore {
		return sign.Keyring{}
	}
	work := of.Opts.KeyWork
	if work == 0 {
		work = personKeyWork
	}
	return sign.AgeFiles{Dir: filepath.Join(of.Keys.KeysDir(), "personen"), WorkFactor: work,
		Passphrase: func() (string, error) { return of.personPass(name, fresh) }}
}

// personPass finds the passphrase of a person's key file: given at sign-in, else
// by the caller of the workspace.
func (of *Office) personPass(name string, fresh bool) (string, error) {
	of.Who.mu.Lock()
	pass := of.Who.pass
	of.Who.mu.Unlock()
	switch {
	case pass != nil:
		return pass(name, fresh)
	case of.Opts.PersonPass != nil:
		return of.Opts.PersonPass(name, fresh)
	}
	return of.Keys.Passphrase()
}

// unlock gives the private key of a person. Error: Refused with a sentence where
// the passphrase is missing or wrong: who has a key does not act without it.
func (of *Office) unlock(ctx context.Context, p people.Person) (*sign.Key, error) {
	k, ok := p.Current()
	if !ok {
		return nil, nil
	}
	if _, signer := of.Who.Known(p.Name); signer != nil && signer.ID() == k.ID {
		return signer, nil
	}
	if k.Place != FileStore && of.Kiosk() { // the keyring of a reader's place opens to everybody there
		return nil, failure.New(failure.Refused, "open key of "+p.Name, wording.Say("hint.office.key-in-keyring", p.Name))
	}
	signer, err := of.personKeys(k.Place, p.Name, false).Load(ctx, k.ID)
	if errors.Is(err, sign.ErrNoKey) {
		return nil, failure.Wrap(failure.Setup, "open key of "+p.Name, wording.Say("hint.office.key-elsewhere", p.Name), err)
	}
	if err != nil {
		return nil, err
	}
	if signer.ID() != k.ID {
		return nil, failure.New(failure.Damaged, "open key of "+p.Name, wording.Say("hint.office.key-differs", p.Name))
	}
	return signer, nil
}

// newPersonKey makes a key for a person; fresh says that nobody asked for it and
// that nobody may be asked. A key with a passphrase always lies in a file: the
// keyring of a shared workstation would open it to everybody there.
func (of *Office) newPersonKey(ctx context.Context, p people.Person, fresh bool) (people.Key, *sign.Key, error) {
	key, err := sign.Generate()
	if err != nil {
		return people.Key{}, nil, err
	}
	places := []string{FileStore}
	if fresh && of.Settings.Get().Channel.KeyStore != FileStore && of.Opts.Keyring {
		places = []string{KeyringStore, FileStore}
	}
	var last error
	for _, place := range places {
		if last = of.personKeys(place, p.Name, fresh).Save(ctx, key.ID(), key); last == nil {
			return people.Key{ID: key.ID(), Public: key.Public().String(), Place: place}, key, nil
		}
	}
	return people.Key{}, nil, last
}
