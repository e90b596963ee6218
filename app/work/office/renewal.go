package office

import (
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Renewal gives people new keys in the place of those they have: somebody else's word is
// a request until the old key or a third person confirms it, a spare key lies sealed with
// the head of the body, and where the last key of the administration is lost the head
// signs a second founding act on paper.
type Renewal struct{ Office *Office }

// Waiting is a new key that waits to be confirmed.
type Waiting struct {
	Person  string    `json:"person"`
	Key     string    `json:"key"`
	GivenBy string    `json:"givenBy"`
	Made    time.Time `json:"made"`
}

// Requests lists the keys that wait.
func (rn *Renewal) Requests(ctx context.Context) ([]Waiting, error) {
	all, err := rn.Office.People.List(ctx)
	names, out := map[string]string{}, []Waiting{}
	for _, p := range all {
		names[p.ID] = p.Name
	}
	for _, p := range all {
		if q := p.Request; q != nil {
			out = append(out, Waiting{p.Name, q.ID, names[q.GivenBy], q.Made})
		}
	}
	return out, err
}

// request notes a key made by somebody else.
func (rn *Renewal) request(ctx context.Context, p people.Person, key people.Key, by string) error {
	giver, err := rn.Office.findPerson(ctx, by)
	if err != nil {
		return err
	}
	return rn.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := rn.Office.People.RequestKeyTx(ctx, tx, p.ID, key, giver.ID); err != nil {
			return err
		}
		return rn.Office.Log.Entry(ctx, rn.Office.Event(events.Enrolled, p.ID, key.ID, "key-requested", map[string]string{"by": by}))(tx)
	})
}

// Confirm lets a requested key count: by the person themselves with the old key, or by a
// third person. Errors: Refused for who made it, and for a name nobody answers for.
func (rn *Renewal) Confirm(ctx context.Context, name string) (people.Key, error) {
	const op = "confirm key"
	of := rn.Office
	by, err := of.MustPerson(people.Look, op)
	if err != nil {
		return people.Key{}, err
	}
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return people.Key{}, err
	}
	me, key := of.Who.Known(by)
	f, err := of.Witness.register(ctx, of.Store.Reader())
	if err != nil {
		return people.Key{}, err
	}
	switch {
	case p.Request == nil:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.no-key-request", p.Name))
	case key == nil:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.confirm-needs-key", by))
	case p.Request.GivenBy == me.ID:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.confirm-by-giver", by, p.Name))
	case !f.vouched[me.ID]:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.found-unvouched", by))
	}
	k := p.Request.Key
	return k, of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := of.People.AddKeyTx(ctx, tx, p.ID, k); err != nil {
			return err
		}
		if err := people.DropRequestTx(ctx, tx, p.ID); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, p.ID, k.ID, "key-confirmed", map[string]string{"by": by}))(tx)
	})
}

// Reject takes back a key that waits: the person themselves, the administration, or any
// third person.
func (rn *Renewal) Reject(ctx context.Context, name string) error {
	const op = "reject key"
	of := rn.Office
	by, err := of.MustPerson(people.Look, op)
	if err != nil {
		return err
	}
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return err
	}
	me, key := of.Who.Known(by)
	switch {
	case p.Request == nil:
		return failure.New(failure.Refused, op, wording.Say("hint.office.no-key-request", p.Name))
	case key == nil:
		return failure.New(failure.Refused, op, wording.Say("hint.office.confirm-needs-key", by))
	}
	return of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := people.DropRequestTx(ctx, tx, p.ID); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, p.ID, p.Request.ID, "key-rejected", map[string]string{"by": me.Name}))(tx)
	})
}

// Spare makes the spare key of the person now acting and writes it, under a passphrase,
// into a folder: it is sealed and kept by the head of the body. The one before ends.
func (rn *Renewal) Spare(ctx context.Context, dir, pass string) (people.Key, error) {
	const op = "make spare key"
	of := rn.Office
	by, err := of.MustPerson(people.Look, op)
	if err != nil {
		return people.Key{}, err
	}
	p, own := of.Who.Known(by)
	switch {
	case own == nil:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.confirm-needs-key", by))
	case strings.TrimSpace(dir) == "" || pass == "":
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.spare-needs"))
	}
	key, err := sign.Generate()
	if err != nil {
		return people.Key{}, err
	}
	if err := rn.sealed(dir, pass).Save(ctx, key.ID(), key); err != nil {
		return people.Key{}, err
	}
	k := people.Key{ID: key.ID(), Public: key.Public().String(), Place: FileStore, Made: of.Now()}
	return k, of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := of.People.AddSpareTx(ctx, tx, p.ID, k); err != nil {
			return err
		}
		return of.Log.Entry(ctx, of.Event(events.Enrolled, p.ID, k.ID, "spare", map[string]string{"by": by}))(tx)
	})
}

// sealed is the folder of a spare key.
func (rn *Renewal) sealed(dir, pass string) sign.AgeFiles {
	return sign.AgeFiles{Dir: dir, WorkFactor: rn.Office.Opts.KeyWork, Passphrase: func() (string, error) { return pass, nil }}
}

// FromSpare gives a person a new key by the spare one, which ends with that. Errors:
// Refused where the spare key is not that of the person or its passphrase is wrong.
func (rn *Renewal) FromSpare(ctx context.Context, name, dir, sparePass, pass string) (people.Key, error) {
	const op = "use spare key"
	of := rn.Office
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return people.Key{}, err
	}
	i := slices.IndexFunc(p.Spares, func(k people.Key) bool { return k.Ended.IsZero() })
	switch {
	case of.Kiosk():
		return people.Key{}, of.Nobody(ctx, op)
	case i < 0 || !p.Active:
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.no-spare", p.Name))
	case pass == "":
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.spare-needs"))
	}
	if err := of.Witness.MustBeWitnessed(ctx, p, op); err != nil {
		return people.Key{}, err
	}
	spare, err := rn.sealed(dir, sparePass).Load(ctx, p.Spares[i].ID)
	if err != nil {
		if failure.Explained(err) {
			return people.Key{}, err
		}
		return people.Key{}, failure.Wrap(failure.Refused, op, wording.Say("hint.office.spare-not-here", p.Name), err)
	}
	key, _, err := of.keyWith(ctx, p, pass)
	if err != nil {
		return key, err
	}
	return key, of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := of.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
			return err
		}
		if err := of.People.EndSpareTx(ctx, tx, p.ID); err != nil {
			return err
		}
		e := of.Event(events.Enrolled, p.ID, key.ID, "spare-used", map[string]string{"by": p.Name})
		e.Actor = p.Name
		return of.Witness.entryBy(ctx, tx, e, spare)
	})
}

// dirFounding holds the scans of founding acts on paper.
const dirFounding = DirLetters + "/gruendung"

// maxScan bounds the scan of a founding act.
const maxScan = 64 << 20

// OnPaper gives a person of the administration a new key by a second founding act, which
// the head of the body has signed on paper because the last key is lost. The scan stays
// in the workspace and the act is shown for ever. Errors: Refused where the key is not
// lost, for a person without that role, and without a readable scan.
func (rn *Renewal) OnPaper(ctx context.Context, name, head, scan, pass string) (people.Key, error) {
	const op = "found anew on paper"
	of := rn.Office
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return people.Key{}, err
	}
	head = strings.Join(strings.Fields(head), " ")
	ext := strings.ToLower(filepath.Ext(scan))
	switch {
	case of.Kiosk():
		return people.Key{}, of.Nobody(ctx, op)
	case !p.Active || !slices.Contains(p.Roles, people.Administrator):
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.paper-not-administrator", p.Name))
	case head == "" || pass == "" || !slices.Contains([]string{".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff"}, ext):
		return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.paper-needs"))
	}
	if _, has := p.Current(); has {
		if key, err := of.unlock(ctx, p); err == nil && key != nil {
			return people.Key{}, failure.New(failure.Refused, op, wording.Say("hint.office.paper-not-lost", p.Name))
		}
	}
	data, err := readLogFile(scan, maxScan)
	if err != nil || len(data) == 0 {
		return people.Key{}, failure.Wrap(failure.Refused, op, wording.Say("hint.office.paper-needs"), err)
	}
	sum := sha512.Sum512(data)
	file := path.Join(dirFounding, hex.EncodeToString(sum[:8])+ext)
	if err := os.MkdirAll(of.Path(dirFounding), 0o700); err != nil {
		return people.Key{}, Disk("keep founding act", err)
	}
	if err := durable.WriteFile(of.Path(file), data, 0o600); err != nil {
		return people.Key{}, Disk("keep founding act", err)
	}
	key, signer, err := of.keyWith(ctx, p, pass)
	if err != nil {
		return key, err
	}
	return key, of.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := of.People.AddKeyTx(ctx, tx, p.ID, key); err != nil {
			return err
		}
		e := of.Event(events.Refounded, "register", p.ID, "ok",
			map[string]string{"head": head, "file": file, "sha512": hex.EncodeToString(sum[:]), "person": p.Name})
		e.Actor = p.Name
		return of.Witness.entryBy(ctx, tx, e, signer)
	})
}

// requestOf is the key that waits for a person, as the log has it; nil for none.
func (f *fold) requestOf(person string) *held {
	for _, h := range f.rows[tableRequest] {
		if h.there() && h.cell("person_id").value == "t"+person {
			return h
		}
	}
	return nil
}

// giver names who gave a person a key that a statement enters, "" for their own: of a
// requested one who made it, for they know its passphrase, and not who confirmed it.
func (f *fold) giver(who *author, person, key string) string {
	if who == nil || who.fresh || who.spare {
		return ""
	}
	if q := f.requestOf(person); q != nil && q.key[0] == key {
		if p := f.row(tablePerson, plainCell(q.cell("given_by").value)); p.there() {
			return plainCell(p.cell("name").value)
		}
	}
	if who.id == person {
		return ""
	}
	return who.name
}

// objectKey judges a change of somebody's keys: of one's own, the first one by the
// administration, and a requested one by who is neither its maker.
func (f *fold) objectKey(who *author, r statedRow) string {
	h := f.row(r.Table, r.Key...)
	owner := plainCell(r.Set["person_id"])
	if h.there() {
		owner = plainCell(h.cell("person_id").value)
	}
	q := f.requestOf(owner)
	third := q != nil && plainCell(q.cell("given_by").value) != who.id
	switch {
	case r.Table == tableRequest && r.Gone:
		if h.there() && (third || who.can(people.People)) {
			return ""
		}
	case r.Table == tableRequest:
		if !h.there() && who.can(people.People) && owner != who.id && r.Set["given_by"] == "t"+who.id {
			return ""
		}
	case owner == who.id && (q == nil || r.Table != tableKey || q.key[0] != r.Key[0] || third):
		return ""
	case r.Table != tableKey:
	case !h.there() && !f.had(owner, r.Key[0]) && who.can(people.People):
		return "" // the first key
	case !h.there() && third && q.key[0] == r.Key[0] && q.cell("public").value == r.Set["public"]:
		return ""
	case h.there() && third && !r.Gone && len(r.Set) == 1 && r.Set["ended"] != "" && r.Set["ended"] != "n":
		return ""
	}
	return wording.Kept("log.why.key-alone", owner, who.name)
}

// onlyKeysOf reports whether a statement is about the keys of one person alone.
func (f *fold) onlyKeysOf(person string, st *statement) bool {
	for _, r := range st.Rows {
		owner := r.Set["person_id"]
		if h := f.row(r.Table, r.Key...); h.there() {
			owner = h.cell("person_id").value
		}
		if r.Table != tableKey && r.Table != tableSpare || r.Gone || owner != "t"+person {
			return false
		}
	}
	return len(st.Rows) > 0 && len(st.Trees) == 0
}

// mayRefound says whether a founding act on paper may bring a key: to a person of the
// administration, and nothing else.
func (f *fold) mayRefound(person string, st *statement) bool {
	p := f.row(tablePerson, person)
	return f.founded && p.there() && p.cell("state").value == "tactive" && slices.Contains(f.roles[person], people.Administrator) &&
		f.onlyKeysOf(person, st)
}

// refound keeps a founding act on paper, for ever to be shown.
func (f *fold) refound(e events.Event, who *author) {
	if who == nil || !who.fresh {
		f.refuse(e, wording.Kept("log.why.no-second-founding"))
		return
	}
	f.founding.Paper = append(f.founding.Paper, PaperAct{Seq: e.Seq, Person: e.Detail["person"], Head: e.Detail["head"], At: e.At,
		File: e.Detail["file"], SHA512: e.Detail["sha512"]})
}

// verifyPaperActs holds the scans of founding acts on paper against the log.
func (lg *Log) verifyPaperActs(g *Founding) string {
	if g == nil {
		return ""
	}
	for _, p := range g.Paper {
		data, err := readLogFile(filepath.Join(lg.beside(), filepath.FromSlash(p.File)), maxScan)
		sum := sha512.Sum512(data)
		if err != nil || hex.EncodeToString(sum[:]) != p.SHA512 {
			return wording.Kept("log.scan", p.File, p.Seq)
		}
	}
	return ""
}
