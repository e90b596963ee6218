package office

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/appraisal/merge"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// What others decided comes without a person at hand. It rests on the hands under it:
// the log states the decisions of all places with their signatures, and the row in
// force must be what follows from them.

// deed is what a person here did to a decision, by an event that counts.
type deed struct {
	by       string
	rating   string // "" = open again
	released bool
	at       time.Time
	bare     bool // opened what nobody had decided: no other place needs to know
}

// deedTime is how far the clock of a line of the history may be from that of its event.
const deedTime = 10 * time.Minute

// does reports whether a statement tells of a deed.
func (d deed) does(k merge.Known) bool {
	gap := d.at.Sub(k.At).Abs()
	return naming.Same(d.by, k.Actor) && d.rating == string(k.Rating) && d.released == (k.Act == merge.Release) && gap <= deedTime
}

// known is a stated row of merge_statement; its reason stays out: the log hides it.
func (h *held) known() merge.Known {
	at, _ := strconv.ParseInt(plainCell(h.cell("at").value), 10, 64) // what is no number matches nothing
	v := func(column string) string { return plainCell(h.cell(column).value) }
	return merge.Known{
		Statement: merge.Statement{ID: h.key[1], Object: v("object_id"), Act: merge.Act(v("act")), Rating: record.Rating(v("rating")),
			Actor: v("actor"),
			At:    time.UnixMilli(at).UTC(), Rests: strings.Fields(v("rests"))},
		Proposal: h.cell("proposal").value != "i0", Own: h.cell("own").value == "i1", Signed: v("signed"),
	}
}

// objectMerged judges a decision of several places that a statement brings: from
// elsewhere by the hand under it, from here by the act of the person who decided.
func (f *fold) objectMerged(e events.Event, who *author, r statedRow, st *statement) string {
	object := strings.Join(r.Key, " ")
	before := f.row(tableMerged, r.Key...)
	if who != nil && who.fresh {
		who = nil
	}
	if r.Gone {
		return wording.Kept("log.why.takes-away", object)
	}
	if before.there() {
		for c, v := range r.Set {
			late := c == "proposal" && v == "i1"
			signed := (c == "hand" || c == "signed") && before.cell("hand").value == "n"
			if !late && !signed && before.cell(c).value != v {
				return wording.Kept("log.why.changes", object, c)
			}
		}
	}
	next := before.with(r)
	k := next.known()
	if why := f.objectHand(who, k, next.cell("hand").value); why != "" {
		return why
	}
	if !before.there() && k.Own && !f.decidedHere(e, who, k, r.Key[0], st) {
		return wording.Kept("log.why.made-here", object, k.Actor)
	}
	return ""
}

// objectHand judges the signature of the person under a decision. A key that nobody
// here has met counts only where a person here signs that it came.
func (f *fold) objectHand(who *author, k merge.Known, stated string) string {
	short := k.ID[:min(16, len(k.ID))]
	if stated == "n" {
		switch {
		case k.Signed != "":
			return wording.Kept("log.why.key-no-signature", short)
		case !k.Own && !k.Proposal:
			return wording.Kept("log.why.unsigned-decision", short, k.Actor)
		}
		return ""
	}
	envelope, err := hex.DecodeString(plainCell(stated))
	if err != nil {
		return wording.Kept("log.why.unreadable", short)
	}
	f.steps++
	h, err := receipt.OpenHand(context.Background(), envelope, k.ID)
	there := author{} // with the roles of the register there
	for _, r := range h.Roles {
		there.roles = append(there.roles, people.Role(r))
	}
	may := there.can(people.Appraise) || there.can(people.Lend)
	if k.Act == merge.Release {
		may = there.can(people.Release)
	}
	switch {
	case err != nil || h.KeyID() != k.Signed || !naming.Same(h.Person, k.Actor):
		return wording.Kept("log.why.bad-signature", short, k.Actor)
	case !may && !k.Proposal:
		return wording.Kept("log.why.hand-right", short, k.Actor)
	}
	owner, met := f.met[k.Signed]
	if own := f.row(tableKey, k.Signed); own.there() {
		if p := f.row(tablePerson, plainCell(own.cell("person_id").value)); p.there() {
			owner, met = plainCell(p.cell("name").value), true
		}
	}
	switch {
	case met && !naming.Same(owner, k.Actor):
		return wording.Kept("log.why.other-signature", short, k.Actor, owner)
	case !met && who == nil:
		return wording.Kept("log.why.key-unvouched", short, k.Signed)
	}
	return ""
}

// decidedHere reports whether a person here has decided what a statement of this
// workspace tells the other places.
func (f *fold) decidedHere(e events.Event, who *author, k merge.Known, portion string, st *statement) bool {
	object := joinKey([]string{portion, k.Object})
	switch {
	case slices.ContainsFunc(f.deeds(object), func(d *deed) bool { return d.does(k) }):
		return true
	case f.taken > 0 && k.At.Before(f.takenAt) && who != nil && (who.can(people.Lend) || who.can(people.Appraise)):
		return true // what was before the founding act is taken over as it stood, by who shares it and signs that
	case who == nil || !who.can(people.Appraise) || !naming.Same(who.name, k.Actor) || k.Act != merge.Decide:
		return false
	}
	// The act itself, stated in the same breath.
	for _, r := range st.Rows {
		if r.Table == tableDecision && joinKey(r.Key) == object {
			rating := f.row(tableDecision, r.Key...).with(r).cell("rating").value
			return r.Gone && k.Rating == record.RatingOpen || !r.Gone && rating == "t"+string(k.Rating)
		}
	}
	return e.Object == k.Object && k.Rating == record.RatingOpen // settled: both sides were set aside before
}

// adopts reports whether a change of a decision is what follows from the decisions
// of all places the log knows, and which of them it rests on ("" where it is open).
func (f *fold) adopts(r statedRow) (rests string, ok bool) {
	object := joinKey(r.Key)
	all := f.merged[object]
	if len(all) == 0 || !f.told(object) {
		return "", false
	}
	known := make([]merge.Known, 0, len(all))
	for _, k := range all {
		known = append(known, k)
	}
	o := merge.Resolve(known)[r.Key[1]]
	d := o.Decision()
	if d == nil || r.Gone {
		return "", d == nil && r.Gone
	}
	next := f.row(tableDecision, r.Key...).with(r)
	want := map[string]string{"rating": "t" + string(d.Rating), "actor": "t" + d.Actor, "at": encodeCell(d.At.UnixMilli()),
		"released_by": "t", "released_at": "n"}
	if o.Release != nil {
		want["released_by"], want["released_at"] = "t"+o.Release.Actor, encodeCell(o.Release.At.UnixMilli())
	}
	for c, v := range want {
		if next.cell(c).value != v {
			return "", false
		}
	}
	return d.ID, true
}

// told reports whether the last deed on an object stands among the decisions of all
// places: else an older one of another place would come back over it.
func (f *fold) told(object string) bool {
	deeds := f.deeds(object)
	if len(deeds) == 0 || deeds[len(deeds)-1].bare {
		return true
	}
	for _, k := range f.merged[object] {
		if k.Own && deeds[len(deeds)-1].does(k) {
			return true
		}
	}
	return false
}

// note keeps a deed of a person here.
func (f *fold) note(e events.Event, who *author, r statedRow, h *held) {
	object := joinKey(r.Key)
	d := deed{by: e.Actor, rating: plainCell(h.cell("rating").value), at: e.At}
	switch {
	case e.Type == events.Founded && !r.Gone: // as it stood then
		at, _ := strconv.ParseInt(plainCell(h.cell("at").value), 10, 64)
		d.by, d.at = plainCell(h.cell("actor").value), time.UnixMilli(at)
	case who != nil:
		d.by = who.name
	}
	by := plainCell(r.Set["released_by"])
	d.released = by != "" && e.Type != events.Founded && naming.Same(by, d.by)
	d.bare = d.rating == "" && len(f.merged[object]) == 0 &&
		!slices.ContainsFunc(h.deeds, func(d *deed) bool { return d.rating != "" })
	h.deeds = append(h.deeds, f.alike.deed(d))
}

// deeds gives what persons here did to a decision, by portion and object.
func (f *fold) deeds(object string) []*deed {
	if h := f.rows[tableDecision][object]; h != nil {
		return h.deeds
	}
	return nil
}

// meet keeps a decision of several places, and the key under it.
func (f *fold) meet(r statedRow, h *held) {
	k := h.known()
	object := joinKey([]string{r.Key[0], k.Object})
	if f.merged[object] == nil {
		f.merged[object] = map[string]merge.Known{}
	}
	if f.merged[object][k.ID] = k; k.Signed != "" {
		f.met[k.Signed] = k.Actor
	}
}

// ordered gives the rows of a statement as they rest on each other: decisions of
// other places, those from here, then what follows.
func (st *statement) ordered() []statedRow {
	rank := func(r statedRow) int {
		switch {
		case r.Table != tableMerged:
			return 2
		case r.Set["own"] == "i1":
			return 1
		}
		return 0
	}
	if !slices.ContainsFunc(st.Rows, func(r statedRow) bool { return r.Table == tableMerged }) {
		return st.Rows
	}
	rows := slices.Clone(st.Rows)
	slices.SortStableFunc(rows, func(a, b statedRow) int { return rank(a) - rank(b) })
	return rows
}

// objectTrust judges new keys of an archive that came without a person: a key that
// counted before must have signed them, and nothing else may change with them.
func (f *fold) objectTrust(e events.Event, r statedRow) string {
	why := wording.Kept("log.why.unsigned", r.Table, strings.Join(r.Key, " "))
	h := f.row(r.Table, r.Key...)
	if r.Gone || !h.there() {
		return why
	}
	for c := range r.Set {
		if c != "trust" && c != "archive" && c != "root" {
			return why
		}
	}
	envelope := func(stated string) []byte {
		data, err := hex.DecodeString(plainCell(stated))
		if err != nil {
			return nil
		}
		return data
	}
	next := h.with(r)
	f.steps++
	before, err := sign.OpenFirstTrust(context.Background(), envelope(h.cell("trust").value))
	if err != nil {
		return why
	}
	root, word := f.rootOf(h, envelope), envelope(next.cell("root").value)
	var after sign.Trust
	if root != nil && len(word) > 0 {
		after, err = sign.OpenFirstTrust(context.Background(), envelope(next.cell("trust").value))
	} else {
		after, err = sign.OpenTrust(context.Background(), envelope(next.cell("trust").value), before.All()...)
	}
	if err == nil {
		_, err = sign.Accepts(context.Background(), root, before, after, word, e.At)
	}
	if err != nil || after.Issued.Before(before.Issued) || next.cell("archive").value != "t"+after.Archive {
		return why
	}
	return ""
}

// rootOf is the root of an archive as the log has it; nil where it has none.
func (f *fold) rootOf(h *held, envelope func(string) []byte) *sign.Root {
	raw := envelope(h.cell("root").value)
	if len(raw) == 0 {
		return nil
	}
	r, err := sign.OpenRoot(context.Background(), raw)
	if err != nil {
		return nil
	}
	return &r
}

// compareMerged holds the words of the decisions of several places against what was
// signed: the digest under the hand covers them, and the reason of the row in force
// is that of the decision it rests on.
func compareMerged(ctx context.Context, tx rowReader, portions []string, f *fold) (*Difference, error) {
	for _, portion := range portions {
		rows, err := tx.QueryContext(ctx,
			`SELECT m.id, m.object_id, m.act, m.rating, m.reason, m.actor, m.at, m.rests, m.proposal, coalesce(d.reason, '')
 FROM merge_statement m LEFT JOIN appraisal_decision d ON d.portion_id = m.portion_id AND d.object_id = m.object_id WHERE m.portion_id = ? ORDER BY m.id`, portion)
		if err != nil {
			return nil, fmt.Errorf("read statements: %w", err)
		}
		d, err := func() (*Difference, error) {
			defer rows.Close()
			for rows.Next() {
				var s merge.Statement
				var at int64
				var rests, reason string
				var proposal bool
				if err := rows.Scan(&s.ID, &s.Object, &s.Act, &s.Rating, &s.Reason, &s.Actor, &at, &rests, &proposal, &reason); err != nil {
					return nil, fmt.Errorf("read statements: %w", err)
				}
				s.At, s.Rests = time.UnixMilli(at).UTC(), strings.Fields(rests)
				h := f.row(tableDecision, portion, s.Object)
				switch id := s.Seal().ID; {
				case id != s.ID && !proposal:
					return &Difference{Table: tableMerged, Object: portion + " " + s.ID, Column: "id", Row: s.ID[:min(16, len(s.ID))] + "…",
						Log: id[:16] + "…"}, nil
				case h.there() && h.rests == s.ID && reason != s.Reason:
					return &Difference{Table: tableDecision, Object: portion + " " + s.Object, Column: "reason",
						Row: wording.Kept("log.row.other-text"), Log: wording.Kept("log.row.signed-text")}, nil
				}
			}
			return nil, rows.Err()
		}()
		if d != nil || err != nil {
			return d, err
		}
	}
	return nil, nil
}
