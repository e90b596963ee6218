package office

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Outcomes of the founding act.
const (
	foundedNew   = "founded"    // nothing had been decided before
	foundedTaken = "taken-over" // rows of before are taken over, not witnessed one by one
)

// found takes a workspace of before over: one act of the person now acting covers
// the people and decisions there are. Rows that contradict the log of before are
// left out. Who has no key founds nothing where somebody else has one.
func (wt *Witness) found(ctx context.Context, p people.Person) error {
	_, k := wt.Office.Who.Known(p.Name)
	if k == nil {
		all, err := wt.Office.People.List(ctx)
		if err != nil || slices.ContainsFunc(all, func(p people.Person) bool { return len(p.Keys) > 0 }) {
			return err
		}
	}
	return wt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error { return wt.foundTx(ctx, tx, p, k, false) })
}

// foundTx appends the founding act inside tx unless there is one. fresh says that the
// person enters themselves in this transaction.
func (wt *Witness) foundTx(ctx context.Context, tx *sql.Tx, p people.Person, k *sign.Key, fresh bool) error {
	if f, err := wt.register(ctx, tx); err != nil || f.founded {
		return err
	}
	lost, err := events.Said(ctx, tx, events.Founded)
	if err != nil || lost > 0 { // once founded, a workspace is not founded again because somebody took the statement away
		if err == nil {
			err = failure.New(failure.Damaged, "found", wording.Say("hint.office.log-broken", wording.Say("log.no-statement", lost)))
		}
		return err
	}
	st, err := wt.snapshot(ctx, tx, p.ID, fresh)
	if err != nil {
		return err
	}
	if err := wt.drop(ctx, tx); err != nil {
		return err
	}
	e := wt.Office.Event(events.Founded, "register", p.ID, foundedNew, map[string]string{"by": p.Name})
	if e.Actor = p.Name; st.Taken {
		e.Outcome = foundedTaken
	}
	if k != nil {
		e.Key = k.ID()
	}
	return appendBy(ctx, tx, e, st, k)
}

// snapshot states every row there is, as far as the log of before bears it.
func (wt *Witness) snapshot(ctx context.Context, tx *sql.Tx, own string, fresh bool) (*statement, error) {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return nil, err
	}
	before, err := readBefore(ctx, tx)
	if err != nil {
		return nil, err
	}
	if fresh {
		before.people[own] = true
	}
	if err := wt.collect(ctx, tx, before.shared); err != nil {
		return nil, err
	}
	st := &statement{Salt: rand.Text(), Taken: !fresh}
	for i := range Projections {
		p := &Projections[i]
		if p.Tree {
			continue
		}
		rows, err := rowsOf(ctx, tx, p, columns[p.Name], "")
		if err != nil {
			return nil, err
		}
		slices.SortFunc(rows, func(a, b row) int { return slices.Compare(a.key, b.key) })
		for _, r := range rows {
			if !before.bears(p.Name, r, own, fresh) {
				continue
			}
			st.Taken = st.Taken || decides(p.Name, r)
			if r.key == nil {
				r.key = []string{}
			}
			st.Rows = append(st.Rows, statedRow{Table: p.Name, Key: r.key, Set: r.stated(p, st.Salt, func(string) bool { return true })})
			if p.Name == tablePortion && transfer.State(plainCell(r.values["state"])).Decided() {
				for _, name := range []string{tableObject, tableFact} {
					t := tree{Table: name, Scope: r.key[0]}
					if t.Digest, err = treeDigest(ctx, tx, projection(name), t.Scope); err != nil {
						return nil, err
					}
					st.Trees = append(st.Trees, t)
				}
			}
		}
	}
	return st, nil
}

// collect turns what was decided on shared portions before the founding act into
// statements now: it covers them, and none of that time can come later unsigned.
func (wt *Witness) collect(ctx context.Context, tx *sql.Tx, shared map[string]bool) error {
	for _, portion := range slices.Sorted(maps.Keys(shared)) {
		if _, err := wt.Office.Log.Ledger.CollectTx(ctx, tx, portion); err != nil {
			return err
		}
	}
	return nil
}

// decides says whether a row is there because somebody decided: then the founding act
// takes over what it has not seen happen.
func decides(table string, r row) bool {
	switch table {
	case tableDecision, tablePackage, tableConfirm, tableGrant, tableClosure:
		return true
	case tablePortion:
		return transfer.State(plainCell(r.values["state"])).Decided()
	}
	return false
}

// before is what the log of before the founding act says, by events without statement.
type before struct {
	people, keys map[string]bool
	ratings      map[string]string // last decision by portion and object; "" after something was taken back
	released     map[string]string
	shared       map[string]bool // portions decided on elsewhere too
}

func readBefore(ctx context.Context, tx *sql.Tx) (*before, error) {
	b := &before{people: map[string]bool{}, keys: map[string]bool{}, ratings: map[string]string{}, released: map[string]string{},
		shared: map[string]bool{}}
	rows, err := tx.QueryContext(ctx, "SELECT body FROM event WHERE type IN (?,?,?,?) ORDER BY seq", events.Enrolled, events.Appraised,
		events.Released, events.Undone)
	if err != nil {
		return nil, fmt.Errorf("read event log: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var body []byte
		var e events.Event
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("read event log: %w", err)
		}
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Errorf("decode event: %w", err)
		}
		b.note(e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read event log: %w", err)
	}
	lent, err := tx.QueryContext(ctx, "SELECT portion_id FROM merge_share")
	if err != nil {
		return nil, fmt.Errorf("read shared portions: %w", err)
	}
	defer lent.Close()
	for lent.Next() {
		var id string
		if err := lent.Scan(&id); err != nil {
			return nil, fmt.Errorf("read shared portions: %w", err)
		}
		b.shared[id] = true
	}
	return b, lent.Err()
}

func (b *before) note(e events.Event) {
	id := joinKey([]string{e.Subject, e.Object})
	switch e.Type {
	case events.Enrolled:
		b.people[e.Subject], b.keys[e.Object] = true, true
	case events.Appraised:
		if e.Object != "" {
			b.ratings[id], b.released[id] = e.Outcome, ""
		}
	case events.Released:
		b.released[id] = e.Actor
	case events.Undone: // the log of before does not say what came back
		for _, k := range slices.Collect(maps.Keys(b.ratings)) {
			if len(k) > len(e.Subject) && k[:len(e.Subject)+1] == e.Subject+"\x00" {
				delete(b.ratings, k)
			}
		}
	}
}

// bears says whether the log of before speaks for a row, or at least not against it.
func (b *before) bears(table string, r row, own string, fresh bool) bool {
	person := func(column string) bool { return b.people[plainCell(r.values[column])] }
	switch table {
	case tablePerson:
		return person("id")
	case tableRole, "person_agency":
		return person("person_id")
	case tableKey:
		return person("person_id") && (b.keys[plainCell(r.values["id"])] || fresh && plainCell(r.values["person_id"]) == own)
	case tableDecision:
		id := joinKey(r.key)
		if b.shared[r.key[0]] {
			return true
		}
		if said, ok := b.ratings[id]; ok && said != plainCell(r.values["rating"]) {
			return false
		}
		by := plainCell(r.values["released_by"])
		return by == "" || b.released[id] == by || b.taken(r.key[0])
	}
	return true
}

// taken is a portion whose decisions were taken back at some time: what came back
// with its release is not told by the log of before.
func (b *before) taken(portion string) bool {
	for k := range b.ratings {
		if len(k) > len(portion) && k[:len(portion)+1] == portion+"\x00" {
			return false
		}
	}
	return true
}
