package office

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// Every key that counts goes back to the founding act. Whoever acts first in a workspace
// founds it; a second person may sign it too, and while nobody has, every order, list
// and screen of destruction says that one person stands for it alone.

// Founder is a person who stands for the founding act.
type Founder struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// Founding is who founded a workspace, and who stands for that beside them.
type Founding struct {
	Founder
	Seq    int64     `json:"seq"`
	Signed bool      `json:"signed"`
	Taken  bool      `json:"taken,omitempty"` // over what was there before, not witnessed one by one
	With   []Founder `json:"with,omitempty"`
	// Paper are the later founding acts on paper, for a lost last key; shown for ever.
	Paper []PaperAct `json:"paper,omitempty"`
}

// PaperAct is a founding act signed on paper by the head of the body: it gives a person
// of the administration a new key where the last one was lost.
type PaperAct struct {
	Seq    int64     `json:"seq"`
	Person string    `json:"person"` // who got the key
	Head   string    `json:"head"`   // who signed on paper
	At     time.Time `json:"at"`
	File   string    `json:"file"` // the scan, in the workspace
	SHA512 string    `json:"sha512"`
}

// In is the founding as a sentence in a language; "" where there is none yet.
func (g Founding) In(language string) string {
	if g.Seq == 0 {
		return ""
	}
	day := func(at time.Time) wording.Text { return wording.Day(at.Local()) }
	out := []wording.Text{wording.Say("witness.founding", g.Name, day(g.At))}
	if !g.Signed {
		out = append(out, wording.Say("witness.founding.unsigned"))
	}
	for _, w := range g.With {
		out = append(out, wording.Say("witness.founding.with", w.Name, day(w.At)))
	}
	if len(g.With) == 0 {
		out = append(out, wording.Say("witness.founding.alone"))
	}
	if g.Taken {
		out = append(out, wording.Say("witness.founding.taken"))
	}
	for _, p := range g.Paper {
		out = append(out, wording.Say("witness.founding.paper", p.Head, p.Person, day(p.At), p.Seq, p.File))
	}
	words := make([]string, len(out))
	for i, t := range out {
		words[i] = t.In(language)
	}
	return strings.Join(words, " ")
}

// German is In for papers.
func (g Founding) German() string { return g.In(wording.German) }

// Founding gives who founded this workspace, as the log tells it.
func (wt *Witness) Founding(ctx context.Context) (Founding, error) {
	f, err := wt.register(ctx, wt.Office.Store.Reader())
	if err != nil {
		return Founding{}, err
	}
	return f.founding, nil
}

// CoFound lets the person now acting stand for the founding act beside who founded the
// workspace. Errors: Refused without an own key, for the founder, a second time, and for
// a name nobody else answers for.
func (wt *Witness) CoFound(ctx context.Context) (Founding, error) {
	const op = "sign founding act"
	person, err := wt.Office.MustPerson(people.Look, op)
	if err != nil {
		return Founding{}, err
	}
	f, err := wt.register(ctx, wt.Office.Store.Reader())
	if err != nil {
		return Founding{}, err
	}
	p, key := wt.Office.Who.Known(person)
	switch {
	case key == nil:
		return f.founding, failure.New(failure.Refused, op, wording.Say("hint.office.found-needs-key", person))
	case !f.founded || f.founding.Name == person || f.stands(person):
		return f.founding, failure.New(failure.Refused, op, wording.Say("hint.office.found-already", person))
	case !f.vouched[p.ID]:
		return f.founding, failure.New(failure.Refused, op, wording.Say("hint.office.found-unvouched", person))
	}
	body, err := json.Marshal(&statement{Salt: rand.Text()})
	if err != nil {
		return f.founding, fmt.Errorf("encode statement: %w", err)
	}
	e := wt.Office.Event(events.Cofounded, "register", p.ID, "ok", map[string]string{"by": person})
	e.Actor, e.Key = person, key.ID()
	signer := func(payload []byte) (string, error) {
		sig, err := key.Sign(ctx, sign.PreAuth(events.PayloadType, payload))
		return base64.StdEncoding.EncodeToString(sig), err
	}
	err = wt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := events.AppendStatement(ctx, tx, e, tablePerson, body, signer)
		return err
	})
	if err != nil {
		return f.founding, err
	}
	return wt.Founding(ctx)
}

// stands reports whether a person has signed the founding act beside the founder.
func (f *fold) stands(name string) bool {
	for _, w := range f.founding.With {
		if naming.Same(w.Name, name) {
			return true
		}
	}
	return false
}

// cofound takes the signature of a second person under the founding act.
func (f *fold) cofound(e events.Event, who *author) {
	switch {
	case !f.founded || who == nil || who.fresh:
		f.refuse(e, wording.Kept("log.why.founder-key"))
	case who.id == f.founder || f.stands(who.name):
		f.refuse(e, wording.Kept("log.why.founder-twice"))
	case !f.vouched[who.id]:
		f.refuse(e, wording.Kept("log.why.founder-unvouched", who.name))
	default:
		f.founding.With = append(f.founding.With, Founder{who.name, e.At})
	}
}
