package office

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Witness holds the tables against the signed statements of the log: what decides is
// the statement, the row is its projection. It notes what our own transactions
// change, has it stated by the event of the act, and is asked before everything that
// cannot be taken back. Safe for concurrent use.
type Witness struct {
	Office *Office

	layouts layouts
	mu      sync.Mutex
	people  *fold // what the log says of people, up to the event at
	at      events.Place
	steps   int

	showing sync.Mutex
	access  *fold // what the log says of closures and grants, up to seen
	seen    events.Place
}

// Concerned names what an act is about: portions, accessions with all their portions,
// packages.
type Concerned struct {
	Portions   []string
	Accessions []string
	PIDs       []string
	all        bool
}

// Difference is the first place where a table says something else than the log.
type Difference struct {
	Table  string `json:"table"`
	Object string `json:"object"`           // the key of the row
	Column string `json:"column,omitempty"` // "" = the whole row
	Row    string `json:"row"`              // what the table says
	Log    string `json:"log"`              // what the log says
	Seq    int64  `json:"seq,omitempty"`    // the event that says it
	By     string `json:"by,omitempty"`
	// Why says why what was stated last about the row does not count.
	Why string `json:"why,omitempty"`
}

// German is the difference as a sentence.
func (d *Difference) German() string { return d.In(wording.German) }

// In is the difference as a sentence in a language.
func (d *Difference) In(language string) string {
	from, why := wording.Text{}, wording.Text{}
	if d.Seq > 0 {
		from = wording.Say("log.differs.from", d.Seq, d.By)
	}
	if d.Why != "" {
		why = wording.Say("log.differs.why", wording.Recognised("log.why.", d.Why))
	}
	is, said := wording.Recognised("log.row.", d.Row), wording.Recognised("log.row.", d.Log)
	if d.Column == "" {
		return wording.Say("log.differs.row", d.Table, d.Object, is, said, from, why).In(language)
	}
	return wording.Say("log.differs", d.Table, d.Object, d.Column, is, said, from, why).In(language)
}

// Steps counts the statements read and signatures verified so far, for tests.
func (wt *Witness) Steps() int {
	wt.mu.Lock()
	defer wt.mu.Unlock()
	return wt.steps
}

func (wt *Witness) count(f *fold) {
	wt.mu.Lock()
	defer wt.mu.Unlock()
	wt.steps += f.steps
}

// Uphold is asked before what cannot be taken back: it reads the log anew, verifies
// chain and signatures of the statements on exactly what is concerned, and compares
// them with the rows that will be used. Error: Damaged with object, column and what
// the log says; nothing was changed then.
func (wt *Witness) Uphold(ctx context.Context, op string, c Concerned) error {
	d, broken, _, err := wt.compare(ctx, c)
	switch {
	case err != nil:
		return err
	case broken != "":
		return failure.New(failure.Damaged, op, wording.Say("hint.office.log-broken", wording.Recognised("log.", broken)))
	case d != nil:
		return failure.New(failure.Damaged, op+": "+d.Table+" "+d.Object+" "+d.Column, wording.Say("hint.office.tables-differ", d))
	}
	return nil
}

// wanted gives what of the log concerns c.
func (c Concerned) wanted(f *fold, table string, key []string, set map[string]string) bool {
	if c.all {
		return true
	}
	p := projection(table)
	switch {
	case table == tablePortion, table == tableAcc, table == tableCopy, p.Scope == "":
		return true // few, and which portions belong to an accession or a procedure is itself a question
	case p.Scope == "portion_id":
		portion := key[0]
		if table == tablePackage {
			if portion = plainCell(set["portion_id"]); set == nil || portion == "" {
				if h := f.row(table, key...); h.there() {
					portion = plainCell(h.cell("portion_id").value)
				}
			}
		}
		if slices.Contains(c.Portions, portion) {
			return true
		}
		h := f.row(tablePortion, portion)
		return h.there() && slices.Contains(c.Accessions, plainCell(h.cell("accession_id").value))
	case p.Scope == "accession_id":
		if table == tableAct {
			if h := f.row(table, key...); h.there() {
				return true
			}
			return slices.Contains(c.Accessions, plainCell(set["accession_id"]))
		}
		return slices.Contains(c.Accessions, key[0])
	default:
		return len(c.PIDs) > 0
	}
}

// compare walks the log and compares; broken is why the log itself does not hold.
func (wt *Witness) compare(ctx context.Context, c Concerned) (d *Difference, broken string, f *fold, err error) {
	tx, err := wt.Office.Store.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, "", nil, fmt.Errorf("read log and tables together: %w", err)
	}
	defer func() { err = errors.Join(err, done(tx.Rollback())) }()
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return nil, "", nil, err
	}
	f = wt.fold(c.wanted)
	if foreign, err := wt.Office.Store.Foreign(ctx, tx); err != nil || len(foreign) > 0 {
		if err == nil {
			broken = wording.Kept("log.foreign-schema", foreign[0].Kind, foreign[0].Name)
		}
		return nil, broken, f, err
	}
	if broken, err = crooked(ctx, tx, Projections); broken != "" || err != nil {
		return nil, broken, f, err
	}
	if seq, err := stray(ctx, tx); seq != 0 || err != nil {
		return nil, wording.Kept("log.stray-statement", seq), f, err
	}
	_, last, brk, err := events.Walk(ctx, tx, events.Place{}, f.take)
	defer wt.count(f)
	if err == nil && brk == nil && !c.all { // a cut tail; log verify holds the tree against more than this
		if _, broken, err = compareLeaves(ctx, tx); broken != "" || err != nil {
			return nil, broken, f, err
		}
	}
	switch {
	case err != nil:
		return nil, "", f, err
	case brk != nil:
		return nil, brk.Reason, f, nil
	case !f.founded:
		return nil, wording.Kept("log.unfounded"), f, nil
	case last != nil && f.keys[last.Key] == nil && !f.knew(last.Key):
		return nil, wording.Kept("log.key-uncounted", last.Seq), f, nil
	case last != nil && !f.holds(*last):
		return nil, wording.Kept("log.bad-signature", last.Actor, last.Seq), f, nil
	}
	for i := range Projections {
		if d, err := wt.compareTable(ctx, tx, &Projections[i], columns, c, f); d != nil || err != nil {
			return d, "", f, err
		}
	}
	if d := wt.compareRuled(f); d != nil {
		return d, "", f, nil
	}
	d, err = compareMerged(ctx, tx, f.concerned(c), f)
	return d, "", f, err
}

// crooked gives the first table whose entries in an index differ from its rows, "" where
// none is: such a table says one thing to who compares it and another to who acts by it.
func crooked(ctx context.Context, db rowReader, tables []Projection) (string, error) {
	for _, p := range tables {
		said, err := integrity(ctx, db, p.Name)
		if err != nil {
			return "", err
		}
		if said != "ok" {
			return wording.Kept("log.crooked", p.Name, said), nil
		}
	}
	return "", nil
}

// integrity is what the database itself says of a table and its indexes: ok, or a fault.
func integrity(ctx context.Context, db rowReader, table string) (said string, err error) {
	rows, err := db.QueryContext(ctx, "SELECT integrity_check FROM pragma_integrity_check(?) LIMIT 1", table)
	if err != nil {
		return "", fmt.Errorf("check table %s: %w", table, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&said); err != nil {
			return "", fmt.Errorf("check table %s: %w", table, err)
		}
	}
	return said, rows.Err()
}

// UpholdShowing is asked before a package is shown: closures decided and applications
// granted count only as the log has them. Between two questions only what the log
// gained is read. Error: Damaged like Uphold.
func (wt *Witness) UpholdShowing(ctx context.Context, pid string) (err error) {
	wt.showing.Lock()
	defer wt.showing.Unlock()
	tx, err := wt.Office.Store.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("read log and tables together: %w", err)
	}
	defer func() { err = errors.Join(err, done(tx.Rollback())) }()
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return err
	}
	const op = "show package"
	if foreign, err := wt.Office.Store.Foreign(ctx, tx); err != nil || len(foreign) > 0 {
		if err == nil {
			err = failure.New(failure.Damaged, op, wording.Say("hint.office.log-broken-hidden",
				wording.Say("log.foreign-schema", foreign[0].Kind, foreign[0].Name)))
		}
		return err
	}
	c := Concerned{PIDs: []string{pid}}
	if wt.access == nil {
		wt.access, wt.seen = wt.fold(c.wanted), events.Place{}
	}
	to, _, broken, err := events.Walk(ctx, tx, wt.seen, wt.access.take)
	if err != nil || broken != nil {
		wt.access = nil
		if err == nil {
			err = failure.New(failure.Damaged, op, wording.Say("hint.office.log-broken-hidden", wording.Recognised("log.", broken.Reason)))
		}
		return err
	}
	wt.seen = to
	for _, name := range []string{tableLaw, tableClosure, tableGrant} {
		p := projection(name)
		if broken, err := crooked(ctx, tx, []Projection{*p}); broken != "" || err != nil {
			if err == nil {
				err = failure.New(failure.Damaged, op, wording.Say("hint.office.log-broken-hidden", wording.Recognised("log.", broken)))
			}
			return err
		}
		d, err := wt.compareTable(ctx, tx, p, columns, c, wt.access)
		if err != nil {
			return err
		}
		if d != nil {
			return failure.New(failure.Damaged, op+" "+pid, wording.Say("hint.office.closure-differs", d))
		}
	}
	return nil
}

func done(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// knew reports whether a key ever counted, also one that has ended.
func (f *fold) knew(key string) bool {
	return f.row(tableKey, key) != nil || f.row(tableSpare, key) != nil
}

// compareTable compares one table as far as it is concerned.
func (wt *Witness) compareTable(ctx context.Context, tx *sql.Tx, p *Projection, columns map[string][]string, c Concerned,
	f *fold) (*Difference, error) {
	in := func(values []string) (string, []any) {
		args := make([]any, len(values))
		for i, v := range values {
			args[i] = v
		}
		return "(" + strings.TrimSuffix(strings.Repeat("?,", len(values)), ",") + ")", args
	}
	portions := f.concerned(c)
	where, args := "", []any(nil)
	switch {
	case c.all || p.Scope == "":
	case p.Name == tablePortion, p.Scope == "portion_id":
		list, a := in(portions)
		where, args = "WHERE "+p.Scope+" IN "+list, a
		if p.Name == tablePortion && len(c.Accessions) > 0 {
			more, b := in(c.Accessions)
			where, args = where+" OR accession_id IN "+more, append(args, b...)
		}
	case p.Name == tableAcc, p.Scope == "accession_id":
		list, a := in(c.Accessions)
		where, args = "WHERE "+p.Scope+" IN "+list, a
	default:
		list, a := in(c.PIDs)
		where, args = "WHERE "+p.Scope+" IN "+list, a
	}
	if p.Tree {
		return compareTrees(ctx, tx, p, portions, f)
	}
	if len(p.Key) > 0 {
		where += " ORDER BY " + strings.Join(p.Key, ", ")
	}
	f.compared++
	var found *Difference
	err := eachRow(ctx, tx, p, columns[p.Name], where, args, func(r row) (bool, error) {
		h := f.row(p.Name, r.key...)
		if h != nil {
			h.seen = f.compared
		}
		if found = differs(p, r, h, columns[p.Name], wt.layouts.first[p.Name]); found != nil {
			found.Why = f.why[p.Name+"\x00"+joinKey(r.key)]
		}
		return found == nil, nil
	})
	if found != nil || err != nil {
		return found, err
	}
	for _, id := range slices.Sorted(maps.Keys(f.rows[p.Name])) {
		if h := f.rows[p.Name][id]; h.there() && h.seen != f.compared && f.inScope(p, h, c, portions) {
			first := h.first()
			return &Difference{Table: p.Name, Object: strings.Join(h.key, " "), Row: wording.Kept("log.row.missing"),
				Log: wording.Kept("log.row.there"), Seq: first.seq, By: first.by}, nil
		}
	}
	return nil, nil
}

// concerned gives the portions an act is about, by what the log says of them.
func (f *fold) concerned(c Concerned) []string {
	out := slices.Clone(c.Portions)
	for _, h := range f.rows[tablePortion] {
		if h.there() && (c.all || slices.Contains(c.Accessions, plainCell(h.cell("accession_id").value))) &&
			!slices.Contains(out, h.key[0]) {
			out = append(out, h.key[0])
		}
	}
	for _, id := range slices.Clone(out) { // what was decided on an earlier delivery of the procedure counts for this one
		process := f.row(tablePortion, id)
		if !process.there() || process.cell("process").value == "t" {
			continue
		}
		for _, h := range f.rows[tablePortion] {
			if h.there() && h.cell("process").value == process.cell("process").value && !slices.Contains(out, h.key[0]) {
				out = append(out, h.key[0])
			}
		}
	}
	slices.Sort(out)
	return out
}

// inScope reports whether a row that the log has is one of those compared.
func (f *fold) inScope(p *Projection, h *held, c Concerned, portions []string) bool {
	if c.all || p.Scope == "" {
		return true
	}
	scope := plainCell(h.cell(p.Scope).value)
	switch {
	case p.Name == tablePortion, p.Scope == "portion_id":
		return slices.Contains(portions, scope)
	case p.Name == tableAcc, p.Scope == "accession_id":
		return slices.Contains(c.Accessions, scope)
	}
	return slices.Contains(c.PIDs, scope)
}

// differs gives the first column of a row that the log has otherwise.
func differs(p *Projection, r row, h *held, columns []string, first firsts) *Difference {
	object := cmp.Or(strings.Join(r.key, " "), p.Name)
	if !h.there() {
		return &Difference{Table: p.Name, Object: object, Row: wording.Kept("log.row.surplus"), Log: wording.Kept("log.row.unstated")}
	}
	for _, column := range columns {
		is := r.values[column]
		said, ok := h.says(column)
		if ok && states(said.value, is) || !ok && (first.has(column, is) || slices.Contains(p.Filled, column)) {
			continue
		}
		d := &Difference{Table: p.Name, Object: object, Column: column, Row: plainCell(is), Log: plainCell(said.value), Seq: said.seq,
			By: said.by}
		if slices.Contains(p.Hidden, column) {
			d.Row, d.Log = wording.Kept("log.row.other-text"), wording.Kept("log.row.signed-text")
		}
		if !ok {
			d.Log = wording.Kept("log.row.nothing")
		}
		return d
	}
	return nil
}

// compareTrees compares the digests of record trees.
func compareTrees(ctx context.Context, tx *sql.Tx, p *Projection, portions []string, f *fold) (*Difference, error) {
	for _, id := range portions {
		h := f.row(tablePortion, id)
		if !h.there() || !decided(h.cell("state").value) {
			continue
		}
		said := f.trees[p.Name+" "+id]
		if p.Where != "" {
			if none, err := unstatedFacts(ctx, tx, p, h, said, f); none || err != nil {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		sum, err := treeDigestAs(ctx, tx, p, id, said.value)
		if err != nil {
			return nil, err
		}
		if said.value != sum {
			return &Difference{Table: p.Name, Object: id, Column: "alle Zeilen", Row: "SHA-256 " + sum[:16] + "…", Log: "SHA-256 " +
				said.value[:min(16, len(said.value))] + "…", Seq: said.seq, By: said.by}, nil
		}
	}
	return nil, nil
}

// register gives what the log says of people now, read again only where something was
// stated about them since, or where the log is no longer the one it was read from.
func (wt *Witness) register(ctx context.Context, db events.Querier) (*fold, error) {
	end, err := events.End(ctx, db)
	if err != nil {
		return nil, err
	}
	wt.mu.Lock()
	defer wt.mu.Unlock()
	if wt.people != nil && wt.at == end {
		return wt.people, nil
	}
	if wt.people != nil {
		changed, err := events.PeopleSince(ctx, db, wt.at)
		if err != nil {
			return nil, err
		}
		if !changed {
			wt.at = end
			return wt.people, nil
		}
	}
	f := wt.fold(func(*fold, string, []string, map[string]string) bool { return false })
	passed, err := events.StatementsOnPeople(ctx, db, f.take)
	if err != nil {
		return nil, err
	}
	if wt.steps += f.steps; passed > 0 || !f.founded { // changed statements are asked anew when they are as they were
		wt.people = nil
		return f, nil
	}
	wt.people, wt.at = f, end
	return f, nil
}

// MustBeWitnessed refuses a person whose entry in the register nobody stated: a name
// written into the table is no person. A workspace without founding act gets it here,
// by the first person who acts with a key.
func (wt *Witness) MustBeWitnessed(ctx context.Context, p people.Person, op string) error {
	f, err := wt.register(ctx, wt.Office.Store.Reader())
	if err != nil {
		return err
	}
	if !f.founded {
		if err := wt.found(ctx, p); err != nil {
			return err
		}
		if f, err = wt.register(ctx, wt.Office.Store.Reader()); err != nil || !f.founded {
			return err
		}
	}
	d, err := wt.personDiffers(ctx, p.ID)
	if err != nil || d == nil {
		return err
	}
	return failure.New(failure.Damaged, op, wording.Say("hint.office.person-row-differs", p.Name, d))
}

// personDiffers compares the rows of one person, and whether the register is closed.
func (wt *Witness) personDiffers(ctx context.Context, id string) (d *Difference, err error) {
	tx, err := wt.Office.Store.Reader().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	defer func() { err = errors.Join(err, done(tx.Rollback())) }()
	f, err := wt.register(ctx, tx) // both of one moment
	if err != nil {
		return nil, err
	}
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range Projections {
		p := &Projections[i]
		if !ofPeople(p.Name) {
			continue
		}
		column := map[string]string{tablePerson: "id", tableRegister: ""}[p.Name]
		if p.Name != tablePerson && p.Name != tableRegister {
			column = "person_id"
		}
		where, args := "", []any(nil)
		if column != "" {
			where, args = "WHERE "+column+" = ?", []any{id}
		}
		rows, err := rowsOf(ctx, tx, p, columns[p.Name], where, args...)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, r := range rows {
			seen[joinKey(r.key)] = true
			if d := differs(p, r, f.row(p.Name, r.key...), columns[p.Name], wt.layouts.first[p.Name]); d != nil {
				return d, nil
			}
		}
		for k, h := range f.rows[p.Name] {
			if h.there() && !seen[k] && (column == "" || plainCell(h.cell(column).value) == id) {
				return &Difference{Table: p.Name, Object: strings.Join(h.key, " "), Row: wording.Kept("log.row.missing"),
					Log: wording.Kept("log.row.there")}, nil
			}
		}
	}
	return nil, nil
}

// judge compares every row that rests on an act with what the log says of it.
func (wt *Witness) judge(ctx context.Context, v *LogVerdict) error {
	d, broken, f, err := wt.compare(ctx, Concerned{all: true})
	if err != nil {
		return err
	}
	if f != nil && !f.founded && len(f.refused) == 0 && (broken == "" || broken == wording.Kept("log.unfounded")) {
		v.Unfounded = true // a workspace of before in which nobody has acted since
		return nil
	}
	if v.Broken = broken; d != nil {
		v.Difference, v.Broken = d, d.German()
	}
	if f != nil && f.founded {
		v.Founding = &f.founding
	}
	v.TakenOver, v.Keyless, v.Uncounted = f.taken, f.rows[tableKey] == nil, f.refused
	return nil
}
