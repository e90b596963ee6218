package office

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// Who typed a name into an open register is no second person (E17): a destruction
// rests only on people somebody else answers for.

// origin says where a key comes from, as the log tells it.
type origin struct {
	at        time.Time
	by        string // name of who gave it; "" = the person made it
	confirmed string // who let it count in place of an earlier one
	spare     bool   // made with the spare key
	// taken: it was there before the founding act, which does not know who made it.
	taken bool
}

// vouch keeps who is more than a name of their own making: who founded the workspace,
// who was entered or given a key by somebody else, and everybody there when an
// administrator closed the register.
func (f *fold) vouch(e events.Event, who *author, r statedRow, taken bool) {
	if r.Gone {
		return
	}
	founding := e.Type == events.Founded
	if founding {
		f.vouched[e.Object] = true
	}
	given := who != nil && !who.fresh
	switch r.Table {
	case tablePerson:
		if r.Set["self"] == "i0" && (given || founding) {
			f.vouched[r.Key[0]] = true
		}
	case tableKey:
		to := plainCell(r.Set["person_id"])
		if _, known := f.origins[r.Key[0]]; to == "" || known {
			return
		}
		o := origin{at: e.At, taken: taken}
		if made, err := strconv.ParseInt(plainCell(r.Set["made"]), 10, 64); taken && err == nil {
			o.at = time.UnixMilli(made)
		}
		if giver := f.giver(who, to, r.Key[0]); giver != "" {
			o.by, f.vouched[to] = giver, true
			if who.name != giver {
				o.confirmed = who.name
			}
		}
		o.spare = who != nil && who.spare
		f.origins[r.Key[0]] = o
	case tableRegister:
		if r.Set["closed"] == "i1" && (given || founding) {
			for _, p := range f.rows[tablePerson] {
				if p.there() {
					f.vouched[p.key[0]] = true
				}
			}
		}
	}
}

// unvouched gives the sentence on the first of these people nobody answers for, ""
// where there is none. Names the register does not know decided at another place.
func (f *fold) unvouched(names ...string) wording.Text {
	for _, name := range names {
		for _, p := range f.rows[tablePerson] {
			if p.there() && plainCell(p.cell("name").value) == name && !f.vouched[p.key[0]] {
				return wording.Say("hint.office.self-registered", name, name)
			}
		}
	}
	return wording.Text{}
}

// answerable refuses a destruction that rests on people nobody answers for. Where
// nobody has a key nothing is signed, and the log says so itself.
func (of *Office) answerable(ctx context.Context, op string, names ...string) (*fold, error) {
	known, err := of.Witness.register(ctx, of.Store.Reader())
	if err != nil || len(known.origins) == 0 {
		return known, err
	}
	if why := known.unvouched(names...); !why.Empty() {
		return known, failure.New(failure.Refused, op, wording.Say("hint.office.nobody-vouches", why))
	}
	return known, nil
}

// TwoHands are who decided and who released a destruction, and when.
type TwoHands struct {
	Decided, Released string
	At                int64 // milliseconds
}

// ReleasesStand refuses releases behind which no two persons stand, as far as the
// register here knows them: not one who decided and released, nor who has lately given
// the other the key, nor a name nobody answers for.
func (wt *Witness) ReleasesStand(ctx context.Context, op string, all []TwoHands) error {
	known, err := wt.register(ctx, wt.Office.Store.Reader())
	if err != nil || len(known.origins) == 0 || len(all) == 0 || wt.Office.Settings.Get().Alone {
		return err
	}
	slices.SortFunc(all, func(a, b TwoHands) int {
		return cmp.Or(cmp.Compare(a.At, b.At), strings.Compare(a.Released, b.Released), strings.Compare(a.Decided, b.Decided))
	})
	for _, h := range all {
		why := known.unvouched(h.Decided, h.Released)
		switch {
		case naming.Same(h.Decided, h.Released):
			why = wording.Say("hint.office.released-own-decision", h.Released)
		case why.Empty():
			why = known.oneHand(h.Decided, h.Released, moment{at: time.UnixMilli(h.At)})
		}
		if !why.Empty() {
			return failure.New(failure.Refused, op, wording.Say("hint.office.release-does-not-count", why))
		}
	}
	return nil
}

// SecondEyes lets a person pass what others made only with a key of their own that none
// of the others has: a name alone makes no second person.
func (wt *Witness) SecondEyes(ctx context.Context, op, person string, others []string) error {
	if wt.Office.Log.SignerID() == "" {
		return failure.New(failure.Refused, op, wording.Say("hint.office.eyes-need-key", person))
	}
	return wt.eyesStand(ctx, op, person, moment{wt.Office.Now(), true}, others)
}

// EyesStand holds who passed something, and when, against who made it: two persons,
// for both of whom somebody answers, and not one hand with two keys.
func (wt *Witness) EyesStand(ctx context.Context, op, person string, at time.Time, others []string) error {
	return wt.eyesStand(ctx, op, person, moment{at: at}, others)
}

func (wt *Witness) eyesStand(ctx context.Context, op, person string, at moment, others []string) error {
	if slices.Contains(others, person) {
		return failure.New(failure.Refused, op, wording.Say("hint.office.same-eyes", person))
	}
	known, err := wt.Office.answerable(ctx, op, append([]string{person}, others...)...)
	if err != nil {
		return err
	}
	for _, name := range others {
		if why := known.oneHand(name, person, at); !why.Empty() {
			return failure.New(failure.Refused, op, wording.Say("hint.office.eyes-one-hand", why))
		}
	}
	return nil
}

// MayDestroyAlone lets decisions V stand without a release where one person works
// alone by the settings, and only if the decider is answered for (E17).
func (of *Office) MayDestroyAlone(ctx context.Context, op string, deciders []string) error {
	_, err := of.answerable(ctx, op, deciders...)
	return err
}

// KeyOrigin says since when a person has their key and who gave it.
type KeyOrigin struct {
	Person string    `json:"person"`
	Made   time.Time `json:"made"`
	By     string    `json:"by,omitempty"`    // "" = made by the person
	Taken  bool      `json:"taken,omitempty"` // there before the founding act; nobody witnessed who made it
	Fresh  bool      `json:"fresh"`           // younger than 30 days
	// Confirmed is who let it count in place of an earlier key; Spare says that it was
	// made with the spare key of the person.
	Confirmed string `json:"confirmed,omitempty"`
	Spare     bool   `json:"spare,omitempty"`
}

// In is the origin as a sentence in a language.
func (o KeyOrigin) In(language string) string {
	day := wording.Day(o.Made.Local())
	switch {
	case o.Taken:
		return wording.Say("witness.key.taken", o.Person, day).In(language)
	case o.Spare:
		return wording.Say("witness.key.spare", o.Person, day).In(language)
	case o.By == "":
		return wording.Say("witness.key.own", o.Person, day).In(language)
	case o.Confirmed != "":
		return wording.Say("witness.key.confirmed", o.Person, o.By, day, o.Confirmed).In(language)
	}
	return wording.Say("witness.key.given", o.Person, o.By, day).In(language)
}

// German is In for papers.
func (o KeyOrigin) German() string { return o.In(wording.German) }

// KeyOrigins gives age and origin of the keys these people sign with now, as the log
// tells it; people without a key are left out.
func (of *Office) KeyOrigins(ctx context.Context, names ...string) ([]KeyOrigin, error) {
	known, err := of.Witness.register(ctx, of.Store.Reader())
	if err != nil {
		return nil, err
	}
	all, err := of.People.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []KeyOrigin
	for _, p := range all {
		k, has := p.Current()
		if o, told := known.origins[k.ID]; has && told && (len(names) == 0 || slices.Contains(names, p.Name)) {
			out = append(out, KeyOrigin{Person: p.Name, Made: o.at, By: o.by, Taken: o.taken, Fresh: of.Now().Sub(o.at) < keyWait,
				Confirmed: o.confirmed, Spare: o.spare})
		}
	}
	slices.SortFunc(out, func(a, b KeyOrigin) int { return strings.Compare(a.Person, b.Person) })
	return out, nil
}

// FreshKeys are the sentences on keys younger than 30 days among those of these people.
func (of *Office) FreshKeys(ctx context.Context, names ...string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	origins, err := of.KeyOrigins(ctx, names...)
	var out []string
	for _, o := range origins {
		if o.Fresh {
			out = append(out, o.German())
		}
	}
	return out, err
}

// holds reports whether an event bears the signature of its key: the last signed one binds
// the log below it. Of a key whose row was taken over unread nothing can be said.
func (f *fold) holds(e events.Event) bool {
	k := f.keys[e.Key]
	if k == nil {
		h := cmp.Or(f.row(tableKey, e.Key), f.row(tableSpare, e.Key))
		public, err := sign.ParsePublicKey(plainCell(h.cell("public").value))
		if err != nil {
			return true
		}
		k = &keyHeld{public: public}
	}
	return signedBy(e, k.public)
}

// signedBy reports whether an event bears the signature of a key.
func signedBy(e events.Event, key sign.PublicKey) bool {
	payload, err := e.Payload()
	sig, serr := base64.StdEncoding.DecodeString(e.Signature)
	return err == nil && serr == nil && key.Verify(sign.PreAuth(events.PayloadType, payload), sig)
}

// stray gives the first statement that stands beside no event, 0 where there is none:
// nobody signed it, and it would stand in the way of an event to come.
func stray(ctx context.Context, db rowReader) (seq int64, err error) {
	rows, err := db.QueryContext(ctx, "SELECT seq FROM statement s WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.seq = s.seq) LIMIT 1")
	if err != nil {
		return 0, fmt.Errorf("read statements: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&seq); err != nil {
			return 0, fmt.Errorf("read statements: %w", err)
		}
	}
	return seq, rows.Err()
}
