package office

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/appraisal/merge"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// fold is what the log says the tables hold: every statement that counts, one after
// the other. A key counts by a chain of statements down to the founding act.
type fold struct {
	want     func(f *fold, table string, key []string, set map[string]string) bool
	rows     map[string]map[string]*held
	trees    map[string]cell
	keys     map[string]*keyHeld
	spares   map[string]*keyHeld
	roles    map[string][]people.Role // by person id
	gifts    []gift
	merged   map[string]map[string]merge.Known // decisions of several places by portion and object, and their id
	met      map[string]string                 // persons of other places by the keys met so far
	founded  bool
	taken    int64 // the founding act over rows that were there before, 0: none
	takenAt  time.Time
	vouched  map[string]bool   // person ids somebody else answers for
	origins  map[string]origin // by key id
	why      map[string]string // why the last change of a row does not count
	founder  string            // person id
	founding Founding
	alone    bool // by the policy of this machine one person may decide and release
	refused  []string
	silent   map[string]bool // tables added later of which nothing was stated before the act at hand
	alike    *likeness       // of the statement at hand
	compared int             // tables held against the log so far
	steps    int             // statements read and signatures verified, for tests
}

type keyHeld struct {
	person string
	public sign.PublicKey
}

// gift is a key that one person gave another; it counts also after the key has ended.
type gift struct {
	to       string // person id
	by       string // name
	at       time.Time
	replaced bool // the person had another key before
}

// keyWait is how long who gave a key stays out of what that key decides or releases.
const keyWait = 30 * 24 * time.Hour

// givenBy reports whether a person got a key from somebody else within keyWait before
// a moment; replaced asks only for keys in the place of an earlier one.
func (f *fold) givenBy(person, giver string, at moment, replaced bool) bool {
	return slices.ContainsFunc(f.gifts, func(g gift) bool {
		p := f.row(tablePerson, g.to)
		return p.there() && plainCell(p.cell("name").value) == person && g.by == giver && at.within(g.at) && (g.replaced || !replaced)
	})
}

// moment is when somebody acted. One that comes after everything read so far comes after
// it whatever its clock says: a clock that was set back makes no key older.
type moment struct {
	at   time.Time
	last bool
}

func (m moment) within(given time.Time) bool {
	return (m.last || !given.After(m.at)) && m.at.Sub(given) < keyWait
}

// oneHand gives the reason why decider and releaser count as one hand, "" = they are
// two: one has lately given the other the key (S3).
func (f *fold) oneHand(decider, releaser string, at moment) wording.Text {
	switch {
	case f.givenBy(decider, releaser, at, false):
		return wording.Say("hint.office.key-given-by-releaser", releaser, decider)
	case f.givenBy(releaser, decider, at, true):
		return wording.Say("hint.office.key-replaced-by-decider", decider, releaser)
	}
	return wording.Text{}
}

// fold begins to read the log, by the policy of this machine.
func (wt *Witness) fold(want func(*fold, string, []string, map[string]string) bool) *fold {
	f := newFold(want)
	f.alone = wt.Office.Settings.Get().Alone
	return f
}

func newFold(want func(*fold, string, []string, map[string]string) bool) *fold {
	return &fold{want: want, rows: map[string]map[string]*held{}, trees: map[string]cell{}, keys: map[string]*keyHeld{},
		spares: map[string]*keyHeld{}, roles: map[string][]people.Role{},
		merged: map[string]map[string]merge.Known{}, met: map[string]string{}, vouched: map[string]bool{},
		origins: map[string]origin{}, why: map[string]string{}}
}

// author is who signed a statement, as the log knows them at that moment.
type author struct {
	id, name string
	roles    []people.Role
	fresh    bool // signs with a key that this statement itself brings
	spare    bool // signs with the spare key: it brings the person a new key and does nothing else
}

// can asks for a right in the roles the log gave who signed.
func (a *author) can(action people.Action) bool { return people.May(a.roles, action) }

// take folds one statement in.
func (f *fold) take(e events.Event, body []byte) error {
	var st statement
	if err := json.Unmarshal(body, &st); err != nil {
		return fmt.Errorf("decode statement %d: %w", e.Seq, err)
	}
	f.steps++
	f.alike = newLikeness(e, st.Taken)
	who := f.author(e, &st)
	if e.Type == events.Restated {
		f.silent = f.unspoken()
	}
	if e.Type == events.Founded {
		if f.founded || who == nil && st.bringsKey() {
			f.refuse(e, wording.Kept("log.why.second-founding"))
			return nil
		}
		f.founded, f.founder = true, e.Object
		f.founding = Founding{Founder: Founder{e.Actor, e.At}, Seq: e.Seq, Signed: who != nil, Taken: st.Taken}
		if st.Taken {
			f.taken, f.takenAt = e.Seq, e.At
		}
	}
	if e.Type == events.Refounded {
		f.refound(e, who)
	}
	if e.Type == events.Cofounded {
		f.cofound(e, who)
		return nil
	}
	for _, r := range st.ordered() {
		p := projection(r.Table)
		if p == nil || p.Tree {
			continue
		}
		if !ofPeople(r.Table) && !f.want(f, r.Table, r.Key, r.Set) {
			if r.Table == tableMerged && (who != nil && !who.fresh || e.Type == events.Founded) && plainCell(r.Set["signed"]) != "" &&
				r.Set["actor"] != "" {
				f.met[plainCell(r.Set["signed"])] = plainCell(r.Set["actor"]) // met with another portion
			}
			continue
		}
		if why := f.objection(e, who, r, &st); why != "" {
			f.refuse(e, why)
			f.why[r.Table+"\x00"+joinKey(r.Key)] = why
			continue
		}
		rests, adopted := "", false
		if r.Table == tableDecision {
			rests, adopted = f.adopts(r)
		}
		f.put(r)
		f.row(r.Table, r.Key...).signed = who != nil && !who.fresh && who.can(people.Profile) || e.Type == events.Founded && who != nil
		f.vouch(e, who, r, st.Taken)
		if h := f.row(r.Table, r.Key...); r.Table == tableMerged {
			f.meet(r, h)
		} else if r.Table == tableDecision {
			if h.rests = rests; !adopted {
				f.note(e, who, r, h)
			}
		}
		if to := plainCell(r.Set["person_id"]); r.Table == tableKey && to != "" {
			if giver := f.giver(who, to, r.Key[0]); giver != "" {
				f.gifts = append(f.gifts, gift{to, giver, e.At, f.had(to, r.Key[0])})
			}
		}
	}
	for _, t := range st.Trees {
		if p := projection(t.Table); p == nil || !p.Tree || !f.want(f, t.Table, []string{t.Scope}, nil) {
			continue
		}
		if why := f.objectTree(e, who, t); why != "" {
			f.refuse(e, why)
			continue
		}
		f.trees[t.Table+" "+t.Scope] = cell{t.Digest, e.Seq, e.Actor, st.Taken}
	}
	return nil
}

func (f *fold) refuse(e events.Event, why string) {
	if len(f.refused) < 100 {
		f.refused = append(f.refused, wording.Kept("log.uncounted", e.Seq, why))
	}
}

func (st *statement) bringsKey() bool {
	return slices.ContainsFunc(st.Rows, func(r statedRow) bool { return r.Table == tableKey && !r.Gone })
}

// author gives who signed an event; nil for nobody, and for a signature that does
// not hold or comes from a key that does not count.
func (f *fold) author(e events.Event, st *statement) *author {
	if e.Signature == "" {
		return nil
	}
	k, fresh, spare := f.keys[e.Key], false, false
	if k == nil {
		if k = f.spares[e.Key]; k != nil {
			spare = true
		} else if k = st.brought(e.Key); k == nil {
			return nil
		} else {
			fresh = true
		}
	}
	f.steps++
	if !signedBy(e, k.public) {
		return nil
	}
	if fresh {
		if !f.mayBring(e, k.person, st) {
			return nil
		}
		return &author{id: k.person, fresh: true}
	}
	p := f.row(tablePerson, k.person)
	if p == nil || p.cell("state").value != "tactive" {
		return nil
	}
	if spare {
		if !f.onlyKeysOf(k.person, st) {
			return nil
		}
		return &author{id: k.person, name: plainCell(p.cell("name").value), spare: true}
	}
	return &author{id: k.person, name: plainCell(p.cell("name").value), roles: f.roles[k.person]}
}

// brought gives a key that the statement itself enters.
func (st *statement) brought(id string) *keyHeld {
	for _, r := range st.Rows {
		if r.Table == tableKey && !r.Gone && r.Key[0] == id {
			public, err := sign.ParsePublicKey(plainCell(r.Set["public"]))
			if err != nil || public.ID() != id {
				return nil
			}
			return &keyHeld{plainCell(r.Set["person_id"]), public}
		}
	}
	return nil
}

// mayBring says whether a statement may be signed with a key it brings itself: the
// founding act, and who enters themselves in an open register without having a key.
func (f *fold) mayBring(e events.Event, person string, st *statement) bool {
	if e.Type == events.Founded {
		return !f.founded
	}
	if e.Type == events.Refounded {
		return f.mayRefound(person, st)
	}
	if r := f.row(tableRegister); r == nil || r.cell("closed").value != "i0" {
		return false
	}
	for _, k := range f.keys {
		if k.person == person {
			return false
		}
	}
	for _, r := range st.Rows {
		switch {
		case r.Gone || !ofPeople(r.Table):
			return false
		case r.Table == tablePerson:
			if r.Key[0] != person || r.Set["self"] != "i1" || f.row(tablePerson, person) != nil {
				return false
			}
		case r.Table == tableRole:
			if r.Key[0] != person || f.row(tablePerson, person) != nil || r.Key[1] != string(people.Archivist) &&
				r.Key[1] != string(people.Second) {
				return false
			}
		case r.Table == tableKey:
			if r.Set["person_id"] != "t"+person {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (f *fold) row(table string, key ...string) *held { return f.rows[table][joinKey(key)] }

// put makes a stated row true.
func (f *fold) put(r statedRow) {
	id := joinKey(r.Key)
	if f.rows[r.Table] == nil {
		f.rows[r.Table] = map[string]*held{}
	}
	h := f.rows[r.Table][id]
	if h == nil {
		h = &held{key: slices.Clone(r.Key)}
		if len(h.key) > 1 {
			h.key[0] = f.alike.word(h.key[0]) // the portion, of all its rows
		}
		f.rows[r.Table][id] = h
	}
	if r.Gone {
		h.own, h.alike, h.stands = nil, nil, false
	} else {
		h.lay(r, f.alike)
	}
	f.follow(r, h)
}

// had reports whether a person has or had another key.
func (f *fold) had(person, but string) bool {
	for _, h := range f.rows[tableKey] {
		if h.key[0] != but && h.there() && h.cell("person_id").value == "t"+person {
			return true
		}
	}
	return false
}

// follow keeps what the next statements are judged by.
func (f *fold) follow(r statedRow, h *held) {
	switch r.Table {
	case tableDecision:
		if was := f.alike.word(h.decision()); !slices.Contains(h.past, was) {
			h.past = append(h.past, was)
		}
	case tableRole:
		roles := slices.DeleteFunc(f.roles[r.Key[0]], func(x people.Role) bool { return string(x) == r.Key[1] })
		if h.there() {
			roles = append(roles, people.Role(r.Key[1]))
		}
		f.roles[r.Key[0]] = roles
	case tableSpare:
		public, err := sign.ParsePublicKey(plainCell(h.cell("public").value))
		if !h.there() || err != nil || public.ID() != r.Key[0] || h.cell("ended").value != "n" {
			delete(f.spares, r.Key[0])
			return
		}
		f.spares[r.Key[0]] = &keyHeld{plainCell(h.cell("person_id").value), public}
	case tableKey:
		public, err := sign.ParsePublicKey(plainCell(h.cell("public").value))
		if !h.there() || err != nil || public.ID() != r.Key[0] || h.cell("ended").value != "n" {
			delete(f.keys, r.Key[0])
			return
		}
		f.keys[r.Key[0]] = &keyHeld{plainCell(h.cell("person_id").value), public}
	}
}

// objection gives the reason why a row of a statement does not count, "" = it does.
func (f *fold) objection(e events.Event, who *author, r statedRow, st *statement) string {
	switch {
	case e.Type == events.Founded:
		return ""
	case e.Type == events.Restated:
		return f.objectRestated(who, r)
	case who == nil && len(f.keys) == 0:
		return "" // nobody here has a key: the log says what was done, and shows that nobody signed it
	}
	if why := f.objectLasting(r); why != "" {
		return why
	}
	switch {
	case ofPeople(r.Table):
		return f.objectPeople(who, r)
	case r.Table == tableMerged:
		return f.objectMerged(e, who, r, st)
	case r.Table == tableAgreed, r.Table == tableProfile:
		return f.objectAgreement(who, r)
	case who == nil:
		return f.objectUnsigned(e, r)
	case who.fresh:
		return wording.Kept("log.why.own-key")
	case r.Table == tableDecision:
		return f.objectDecision(e, who, r)
	}
	by := plainCell(r.Set["person"])
	if r.Table == tableLook && !r.Gone && by != who.name {
		return wording.Kept("log.why.look", by, who.name)
	}
	if r.Table == tableDrawn {
		if next := f.row(r.Table, r.Key...).with(r); next.cell("rating").value != "t" && next.cell("person").value != "t"+who.name {
			return wording.Kept("log.why.drawn", plainCell(next.cell("person").value), who.name)
		}
	}
	if r.Table == tableCopy {
		return f.objectCopy(who, r)
	}
	if slices.ContainsFunc(rightsOf(r), who.can) || f.objectUnsigned(e, r) == "" || f.recoded(who, r) {
		return "" // what the program states of itself may be signed by whoever is at hand
	}
	return wording.Kept("log.why.no-right", r.Table, strings.Join(r.Key, " "), who.name)
}

// objectPeople judges a change of the register of people: by an administrator, of
// one's own key, or by whom an open register lets in.
func (f *fold) objectPeople(who *author, r statedRow) string {
	switch {
	case who == nil:
		return wording.Kept("log.why.people-unsigned")
	case r.Table == tablePerson && f.named(r) != "":
		return wording.Kept("log.why.name-taken", plainCell(r.Set["name"]), f.named(r))
	case who.fresh, who.spare: // mayBring and onlyKeysOf have looked at every row
		return ""
	case r.Table == tableKey, r.Table == tableRequest, r.Table == tableSpare:
		return f.objectKey(who, r)
	case who.can(people.People):
		return ""
	}
	return wording.Kept("log.why.people-right", who.name)
}

// bySelf are the states of portions and accessions that the program itself reaches:
// they rest on what was read and on receipts, not on a person's act.
var bySelf = map[string]bool{
	"t" + string(transfer.Arrived): true, "t" + string(transfer.Recognised): true, "t" + string(transfer.Checked): true,
	"t" + string(transfer.Sent): true, "t" + string(transfer.Confirmed): true,
	"toffered": true, "tawaited": true, "tin-work": true, "tarchived": true,
}

// objectUnsigned judges what the program states of itself.
func (f *fold) objectUnsigned(e events.Event, r statedRow) string {
	why := wording.Kept("log.why.unsigned", r.Table, strings.Join(r.Key, " "))
	h := f.row(r.Table, r.Key...)
	state := r.Set["state"]
	switch r.Table {
	case tablePortion:
		if h.there() && decided(h.cell("state").value) {
			if len(r.Set) != 1 || state != "t"+string(transfer.Sent) && state != "t"+string(transfer.Confirmed) ||
				!judged(h.cell("state").value) {
				return why
			}
			return ""
		}
		if !r.Gone && (state == "" || bySelf[state]) {
			return ""
		}
	case tableAcc:
		if r.Gone {
			return why
		}
		for c, v := range r.Set {
			switch {
			case c == "state" && !bySelf[v], c == "cleared" && v != "n", c == "cleared_by" && v != "t", c == "closed" && v != "n",
				c == "profile" && h.there() && h.cell(c).value != "t" && h.cell(c).value != v:
				return why
			}
		}
		return ""
	case tableDecision:
		if _, ok := f.adopts(r); ok {
			return ""
		}
	case tablePeer:
		return f.objectTrust(e, r)
	case tableCopy:
		return f.objectCopy(nil, r)
	case tablePackage:
		if !r.Gone && !h.there() && r.Set["kind"] == "taccession" || f.concluded(h, r) {
			return ""
		}
	case tableAct:
		if !r.Gone && !h.there() && r.Set["act"] != "tclearance" || f.joins(h, r) {
			return ""
		}
	}
	return why
}

// concluded reports whether a statement says no more than what the accession package that
// the program itself makes holds, once.
func (f *fold) concluded(h *held, r statedRow) bool {
	if r.Gone || !h.there() || h.cell("kind").value != "taccession" {
		return false
	}
	for c := range r.Set {
		if filled, _ := projection(r.Table).fills(c, ""); !filled || h.cell(c).value != "" {
			return false
		}
	}
	return true
}

// decided and judged ask a stated state.
func decided(state string) bool { return transfer.State(plainCell(state)).Decided() }

func judged(state string) bool {
	s := transfer.State(plainCell(state))
	return s.Judged() && s != transfer.Appraised
}

// closed asks whether the accession of a portion is stated as closed.
func (f *fold) closed(portion *held) bool {
	a := f.row(tableAcc, plainCell(portion.cell("accession_id").value))
	return a.there() && transfer.AccessionState(plainCell(a.cell("state").value)) == transfer.AccessionClosed
}

// objectDecision judges a decision: who is named has signed, or it was so before and
// comes back, or it was decided at another place and follows from the hands there.
func (f *fold) objectDecision(e events.Event, who *author, r statedRow) string {
	object := strings.Join(r.Key, " ")
	may := who.can
	if r.Gone {
		if may(people.Appraise) || may(people.Lend) || may(people.Destroy) {
			return ""
		}
		return wording.Kept("log.why.opens", object, who.name)
	}
	before := f.row(tableDecision, r.Key...)
	next := before.with(r)
	if _, adopted := f.adopts(r); adopted {
		return ""
	}
	release, released := r.Set["released_by"]
	released = released && release != "t"
	switch {
	case !may(people.Appraise) && !may(people.Lend) && !may(people.Release), f.redated(before, r):
		return wording.Kept("log.why.no-right", r.Table, object, who.name)
	case before != nil && slices.Contains(before.past, next.decision()) && !released && (may(people.Appraise) || may(people.Lend)):
		return "" // taken back; a release never comes back by that
	}
	if released && (release != "t"+who.name || !may(people.Release)) {
		return wording.Kept("log.why.release-other", object, plainCell(release), who.name)
	}
	if released && !f.alone && naming.Same(plainCell(next.cell("actor").value), who.name) {
		return wording.Kept("log.why.release-own", object, who.name)
	}
	if released {
		if why := f.oneHand(plainCell(next.cell("actor").value), who.name, moment{e.At, true}); !why.Empty() {
			return wording.Kept("log.why.release", object, why.In(wording.German))
		}
		if why := f.unvouched(plainCell(next.cell("actor").value), who.name); !why.Empty() {
			return wording.Kept("log.why.release", object, why.In(wording.German))
		}
	}
	for _, c := range []string{"rating", "reason", "actor", "at"} {
		if _, set := r.Set[c]; set && (next.cell("actor").value != "t"+who.name || !may(people.Appraise)) {
			return wording.Kept("log.why.decider", object, plainCell(next.cell("actor").value), who.name)
		}
	}
	return ""
}
