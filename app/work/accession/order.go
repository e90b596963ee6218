package accession

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/sync/order"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// suffixSalt ends the name of the salt of an order's digests, which goes with what was
// destroyed.
const suffixSalt = ".salz"

// OrderTerms are what a person states on an order to destroy.
type OrderTerms struct {
	Basis   string // legal basis
	Second  string // who signs beside the person now acting; "" = who released
	Consent string // one-person archive: the agency's letter; "" = 30 days of waiting
	Sample  string // how a sample was drawn, where one was
}

// OrderState is the order to destroy of a portion as it stands.
type OrderState struct {
	Portion string   `json:"portion"`
	Path    string   `json:"path,omitempty"` // "" = there is none that fits
	ID      string   `json:"order,omitempty"`
	Whole   bool     `json:"whole"`             // everybody has signed
	Missing []string `json:"missing,omitempty"` // who has not signed yet
	Says    []string `json:"says,omitempty"`    // what it says, in German
	Keys    []string `json:"keys,omitempty"`    // keys of its people younger than 30 days

	paper    *order.Paper
	founding office.Founding
}

// Basis is the legal basis an order names, "" where there is none.
func (st OrderState) Basis() string {
	if st.paper == nil {
		return ""
	}
	return st.paper.Basis
}

// doomed is what an order is about.
type doomed struct {
	portion   transfer.Portion
	appraisal *appraise.Appraisal
	gone      []report.Destroyed
}

// mayDestroy gives what of a portion may be destroyed now, by the receipts, the
// decisions and the signed statements. Error: Refused.
func (cl *Ending) mayDestroy(ctx context.Context, id string) (d doomed, err error) {
	if d.portion, err = cl.Portions.Get(ctx, id); err != nil {
		return d, err
	}
	p := d.portion
	if p.State != transfer.Confirmed && p.State != transfer.Closed {
		return d, failure.New(failure.Refused, "destroy in "+id, wording.Say("hint.accession.destroy-before-receipts"))
	}
	if obstacles := cl.unprovenOf(ctx, p); len(obstacles) > 0 {
		return d, failure.New(failure.Refused, "destroy in "+id,
			wording.Say("hint.accession.destroy-not-yet", strings.Join(obstacles, " ")))
	}
	if err := cl.Desk.Uphold(ctx, "destroy in "+id, p); err != nil {
		return d, err
	}
	if d.appraisal, err = cl.Desk.Outlined(ctx, id); err != nil {
		return d, err
	}
	all, err := cl.Desk.DestroyedOf(ctx, d.appraisal)
	if err != nil {
		return d, err
	}
	if d.gone, err = cl.undestroyed(ctx, id, all); err != nil {
		return d, err
	}
	for _, g := range d.gone {
		if g.ReleasedBy == "" && !cl.Office.Settings.Get().Alone {
			return d, failure.New(failure.Refused, "destroy in "+id, wording.Say("hint.accession.second-release-missing"))
		}
	}
	return d, nil
}

// MakeOrder makes the order to destroy what is released in a portion and signs it with
// the key of the person now acting; where one lies there that waits for this person, it
// is signed. It is whole when both have signed. Errors: Refused where nothing may be
// destroyed, the person may not sign or has signed.
func (cl *Ending) MakeOrder(ctx context.Context, id string, terms OrderTerms) (OrderState, error) {
	me, key, err := cl.Office.OrderSigner(ctx)
	if err != nil {
		return OrderState{}, err
	}
	d, err := cl.mayDestroy(ctx, id)
	if err != nil {
		return OrderState{}, err
	}
	if len(d.gone) == 0 {
		return OrderState{}, failure.New(failure.Refused, "make order in "+id, wording.Say("hint.accession.portion-nothing-to-destroy"))
	}
	st, err := cl.orderOf(ctx, d)
	if err != nil {
		return st, err
	}
	var raw []byte
	switch basis := order.Plain(terms.Basis); {
	case st.paper == nil && basis == "":
		return st, failure.New(failure.Refused, "make order in "+id, wording.Say("hint.accession.order-needs-basis"))
	case st.paper == nil:
		if st, raw, err = cl.newOrder(ctx, d, me, key, terms); err != nil {
			return st, err
		}
	case st.Whole:
		return st, failure.New(failure.Refused, "make order in "+id, wording.Say("hint.accession.order-complete", st.ID))
	case !slices.Contains(st.Missing, me):
		return st, failure.New(failure.Refused, "make order in "+id, waits(st))
	case basis != "" && basis != st.paper.Basis:
		return st, failure.New(failure.Refused, "make order in "+id, wording.Say("hint.accession.order-other-basis", st.ID, st.paper.Basis))
	default:
		if err := cl.Office.MaySignOrder(ctx, st.paper.Signers); err != nil {
			return st, err
		}
		if raw, err = st.paper.Sign(ctx, key); err != nil {
			return st, failure.Wrap(failure.Refused, "sign order "+st.ID, wording.Say("hint.accession.order-not-signable"), err)
		}
	}
	if err := office.WriteFile(st.Path, func(f io.Writer) error { _, err := f.Write(raw); return err }); err != nil {
		return st, office.Disk("write order", err)
	}
	e := cl.Office.Event(events.Wrote, id, st.ID, "order", map[string]string{"sha512": sign.HashEnvelope(raw), "person": me})
	if err := cl.Office.Store.WithTx(ctx, cl.Log.Entry(ctx, e)); err != nil {
		return st, err
	}
	return cl.stateOf(ctx, st.Path, id)
}

func waits(st OrderState) wording.Text {
	return wording.Say("hint.accession.order-waits", st.ID, strings.Join(st.Missing, ", "), st.Portion)
}

// OrderFor gives the order to destroy of a portion, for show; nothing is changed.
func (cl *Ending) OrderFor(ctx context.Context, id string) (OrderState, error) {
	d, err := cl.mayDestroy(ctx, id)
	if err != nil {
		return OrderState{Portion: id}, err
	}
	return cl.orderOf(ctx, d)
}

// newOrder makes an order and signs it as the person now acting.
func (cl *Ending) newOrder(ctx context.Context, d doomed, me string, key *sign.Key, terms OrderTerms) (st OrderState, raw []byte,
	err error) {
	st.Portion, st.ID = d.portion.ID, rand.Text()
	salt := make([]byte, 32)
	_, _ = rand.Read(salt) // never fails
	now := cl.Office.Now()
	if terms.Sample == "" {
		if terms.Sample, err = cl.Desk.Sampling.Sentence(ctx, d.portion.ID); err != nil {
			return st, nil, err
		}
	}
	o := order.Order{ID: st.ID, Archive: order.Plain(cl.Office.Settings.Get().Archive), Made: order.Moment(now),
		Basis: order.Plain(terms.Basis), Sample: order.Plain(terms.Sample)}
	if o.Signers, err = cl.orderSigners(ctx, d, me, terms.Second); err != nil {
		return st, nil, err
	}
	if len(o.Signers) == 1 {
		if o.Alone = (&order.Alone{Consent: order.Plain(terms.Consent)}); o.Alone.Consent == "" {
			wait := max(order.MinWait, time.Duration(cl.Office.Settings.Get().AloneDays)*24*time.Hour)
			o.Alone.Until = order.Moment(now.Truncate(time.Second).Add(wait))
		}
	}
	if err := cl.Office.MaySignOrder(ctx, o.Signers); err != nil {
		return st, nil, err
	}
	if o.Log.Seq, o.Log.Hash, err = events.Head(ctx, cl.Office.Store); err != nil {
		return st, nil, err
	}
	objects, err := cl.fillOrder(ctx, d, &o, salt)
	if err != nil {
		return st, nil, err
	}
	dir := cl.Office.Path(office.DirOrders)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return st, nil, office.Disk("make folder of orders", err)
	}
	st.Path = filepath.Join(dir, d.portion.ID+"-"+st.ID+office.SuffixOrder)
	if err := office.WriteFile(saltOf(st.Path), func(f io.Writer) error { _, err := f.Write(salt); return err }); err != nil {
		return st, nil, office.Disk("write salt", err)
	}
	if o.List != "" {
		err := office.WriteFile(st.Path+order.SuffixList, func(f io.Writer) error { _, err := order.WriteList(f, objects); return err })
		if err != nil {
			return st, nil, office.Disk("write list of order", err)
		}
	}
	if raw, err = order.Seal(ctx, o, key); err != nil {
		err = failure.Wrap(failure.Refused, "make order in "+d.portion.ID, wording.Say("hint.accession.order-not-made"), err)
	}
	return st, raw, err
}

func saltOf(path string) string { return strings.TrimSuffix(path, office.SuffixOrder) + suffixSalt }

// orderSigners names who has to sign: who orders and who releases, or the one person of
// an archive that the policy lets act alone.
func (cl *Ending) orderSigners(ctx context.Context, d doomed, me, second string) ([]order.Signer, error) {
	orders, releases := me, second
	others := 0
	for _, g := range d.gone {
		if g.ReleasedBy != "" && g.ReleasedBy != me {
			if others++; releases == "" {
				releases = g.ReleasedBy
			}
		}
	}
	if cl.Office.Settings.Get().Alone && others == 0 && second == "" {
		key, err := cl.Office.OrderKey(ctx, me)
		return []order.Signer{{Role: order.Orders, Person: me, PublicKey: key}}, err
	}
	if others == 0 && second == "" { // who released makes the order: who decided orders
		releases = me
		for _, g := range d.gone {
			if g.DecidedBy != me && g.DecidedBy != "" {
				orders = g.DecidedBy
			}
		}
	}
	var out []order.Signer
	for _, s := range []order.Signer{{Role: order.Orders, Person: orders}, {Role: order.Releases, Person: releases}} {
		p, err := cl.Office.People.Find(ctx, s.Person)
		if errors.Is(err, people.ErrUnknown) { // released at another place
			return nil, failure.New(failure.Refused, "make order in "+d.portion.ID,
				wording.Say("hint.accession.second-not-entered", s.Person))
		}
		if err != nil {
			return nil, err
		}
		s.Person = p.Name
		if s.PublicKey, err = cl.Office.OrderKey(ctx, s.Person); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// orderOf gives the newest order that says exactly what would be destroyed now.
func (cl *Ending) orderOf(ctx context.Context, d doomed) (OrderState, error) {
	none := OrderState{Portion: d.portion.ID}
	names, err := filepath.Glob(filepath.Join(cl.Office.Path(office.DirOrders), d.portion.ID+"-*"+office.SuffixOrder))
	if err != nil || len(names) == 0 || len(d.gone) == 0 {
		return none, err
	}
	var best OrderState
	for _, name := range names {
		paper, err := order.ReadFile(name)
		if err != nil || best.paper != nil && best.paper.Made > paper.Made {
			continue // no order, and none is carried out by it
		}
		fits, err := cl.fits(ctx, d, name, paper)
		if err != nil {
			return none, err
		}
		if fits {
			if best, err = cl.stateOf(ctx, name, d.portion.ID); err != nil {
				return none, err
			}
		}
	}
	if best.paper == nil {
		return none, nil
	}
	return best, nil
}

// fits reports whether an order says what would be destroyed now: everything is read
// and reckoned anew with its salt. Where its destruction was cut short, the copies are
// gone already, and their digests are taken from it.
func (cl *Ending) fits(ctx context.Context, d doomed, name string, paper *order.Paper) (bool, error) {
	if paper.Portion != d.portion.ID || paper.Accession != d.portion.AccessionID {
		return false, nil
	}
	var there string
	err := cl.Office.Store.Reader().QueryRowContext(ctx, "SELECT hash FROM event WHERE seq = ?", paper.Log.Seq).Scan(&there)
	if err != nil || there != paper.Log.Hash {
		return false, nil // made over another log
	}
	salt, err := os.ReadFile(saltOf(name))
	if err != nil {
		return false, nil //nolint:nilerr // it was carried out, or nobody can say what it is about
	}
	pending, err := cl.ScrubPending()
	if err != nil {
		return false, err
	}
	o := paper.Order
	objects, err := cl.fillOrder(ctx, d, &o, salt)
	if err != nil {
		return false, err
	}
	if slices.Contains(pending, d.portion.ID) {
		return sameObjects(objects, paper, name)
	}
	return paper.Says(o), nil
}

// sameObjects compares an order whose copies are partly gone by ids and decisions.
func sameObjects(objects []order.Object, paper *order.Paper, name string) (bool, error) {
	said := paper.Objects
	if paper.List != "" {
		raw, err := os.ReadFile(name + order.SuffixList)
		if err != nil {
			return false, office.Disk("read list of order", err)
		}
		if said, err = order.Lines(bytes.NewReader(raw)); err != nil {
			return false, nil //nolint:nilerr // a list that does not hold is none
		}
	}
	return slices.EqualFunc(objects, said, func(a, b order.Object) bool {
		return a.ID == b.ID && a.Folder == b.Folder && a.Decided == b.Decided && a.Released == b.Released
	}), nil
}

// stateOf reads an order for show.
func (cl *Ending) stateOf(ctx context.Context, name, portion string) (OrderState, error) {
	paper, err := order.ReadFile(name)
	if err != nil {
		return OrderState{}, failure.Wrap(failure.Damaged, "read order", wording.Say("hint.accession.order-not-sound"), err)
	}
	st := OrderState{Portion: portion, Path: name, ID: paper.ID, Whole: paper.Whole(), Says: paper.German(), paper: paper}
	for _, s := range paper.Missing() {
		st.Missing = append(st.Missing, s.Person)
	}
	founding, err := cl.Office.Witness.Founding(ctx)
	if err != nil {
		return st, err
	}
	st.founding = founding
	if said := founding.German(); said != "" {
		st.Says = append(st.Says, said)
	}
	var names []string
	for _, s := range paper.Signers {
		names = append(names, s.Person)
	}
	st.Keys, err = cl.Office.FreshKeys(ctx, names...)
	return st, err
}

// In tells what the order says in a language, and how old the keys are that sign it.
func (st OrderState) In(language string) []string {
	if st.paper == nil {
		return nil
	}
	out := st.paper.In(language)
	if founding := st.founding.In(language); founding != "" {
		out = append(out, founding)
	}
	return append(out, st.Keys...)
}

// upheldOrder gives the order by which a destruction may be carried out now. Error:
// Refused with what is missing.
func (cl *Ending) upheldOrder(ctx context.Context, d doomed, basis string) (OrderState, error) {
	op := "destroy in " + d.portion.ID
	st, err := cl.orderOf(ctx, d)
	switch {
	case err != nil:
		return st, err
	case st.paper == nil:
		return st, failure.New(failure.Refused, op, wording.Say("hint.accession.order-missing", d.portion.ID))
	case !st.Whole:
		return st, failure.New(failure.Refused, op, waits(st))
	case order.Plain(basis) != st.paper.Basis:
		return st, failure.New(failure.Refused, op, wording.Say("hint.accession.destroy-other-basis", st.ID, st.paper.Basis))
	}
	if a := st.paper.Alone; a != nil {
		if !cl.Office.Settings.Get().Alone {
			return st, failure.New(failure.Refused, op, wording.Say("hint.accession.order-one-signature", st.ID))
		}
		if until, err := time.Parse(time.RFC3339, a.Until); a.Consent == "" && (err != nil || cl.Office.Now().Before(until)) {
			return st, failure.New(failure.Refused, op, wording.Say("hint.accession.order-must-wait", st.ID, a.Until))
		}
	}
	return st, cl.Office.MaySignOrder(ctx, st.paper.Signers)
}

// dropSalt removes the salt of an order that was carried out: its digests can be
// guessed no more.
func (cl *Ending) dropSalt(portion string) error {
	names, err := filepath.Glob(filepath.Join(cl.Office.Path(office.DirOrders), portion+"-*"+suffixSalt))
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	return office.Disk("remove salt of order", err)
}

// Orders gives the newest order to destroy of each portion of an accession, as signed;
// whether it still fits is asked when it is carried out.
func (cl *Ending) Orders(ctx context.Context, accession string) ([]OrderState, error) {
	portions, err := cl.Portions.OfAccession(ctx, accession)
	if err != nil {
		return nil, err
	}
	var out []OrderState
	for _, p := range portions {
		names, err := filepath.Glob(filepath.Join(cl.Office.Path(office.DirOrders), p.ID+"-*"+office.SuffixOrder))
		if err != nil {
			return nil, err
		}
		var newest string
		var made string
		for _, name := range names {
			if paper, err := order.ReadFile(name); err == nil && paper.Made >= made {
				newest, made = name, paper.Made
			}
		}
		if newest == "" {
			continue
		}
		st, err := cl.stateOf(ctx, newest, p.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, st)
	}
	return out, nil
}

// SignOrders makes or signs the orders of an accession that still need the person now
// acting, one for each portion with something to destroy, and gives those it signed;
// none means that every order is whole. Errors: Refused as MakeOrder, also where only
// somebody else can go on.
func (cl *Ending) SignOrders(ctx context.Context, accession string, terms OrderTerms) ([]OrderState, error) {
	portions, err := cl.Portions.OfAccession(ctx, accession)
	if err != nil {
		return nil, err
	}
	var out []OrderState
	for _, p := range portions {
		if n, err := cl.Doomed(ctx, p.ID); err != nil || n == 0 {
			if err != nil {
				return out, err
			}
			continue
		}
		d, err := cl.mayDestroy(ctx, p.ID)
		if err != nil {
			return out, err
		}
		if len(d.gone) == 0 { // only traces are left
			continue
		}
		if st, err := cl.orderOf(ctx, d); err != nil || st.Whole {
			if err != nil {
				return out, err
			}
			continue
		}
		st, err := cl.MakeOrder(ctx, p.ID, terms)
		if err != nil {
			return out, err
		}
		out = append(out, st)
	}
	return out, nil
}
