package reading

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/contained"
	"laufzettel/viewer/describe"
)

// Events of tables of descriptions.
const (
	tableOut events.Type = "descriptions-out"
	tableIn  events.Type = "descriptions-in"
)

// standing is what stands of one object of an accession.
type standing struct {
	row     describe.Row
	decided *access.Decision
}

// TableOut writes the descriptions of an accession as a table that TableIn takes back, for
// work of the archive: closed ones too, which is why it asks for the right to write and is
// logged. It gives the number of objects.
func (n *Notes) TableOut(ctx context.Context, accession string, out io.Writer) (int, error) {
	const op = "write table of descriptions"
	if err := n.Office.Staff(op); err != nil {
		return 0, err
	}
	person, err := n.Office.MustPerson(people.Write, op)
	if err != nil {
		return 0, err
	}
	id, order, stands, err := n.standings(ctx, accession)
	if err != nil {
		return 0, err
	}
	rows := make([]describe.Row, 0, len(order))
	for _, pid := range order {
		rows = append(rows, stands[pid].row)
	}
	if err := describe.Write(out, rows); err != nil {
		return 0, fmt.Errorf("write table of descriptions: %w", err)
	}
	detail := map[string]string{"objects": fmt.Sprint(len(rows)), "person": person}
	return len(rows), n.Office.Store.WithTx(ctx, n.Log.Entry(ctx, n.Office.Event(tableOut, id, "", "ok", detail)))
}

// Tables tells of how many objects of an accession a table can be written, and whether one
// was taken in that can be undone.
func (n *Notes) Tables(ctx context.Context, accession string) (objects int, back bool, err error) {
	order, err := n.built(ctx, accession)
	if err != nil || len(order) == 0 {
		return 0, false, err
	}
	back, err = n.Store.HasTake(ctx, accession)
	return len(order), back, err
}

// built are the identifiers of the archival packages of an accession, in their order.
func (n *Notes) built(ctx context.Context, accession string) (order []string, err error) {
	portions, err := n.Room.Portions.OfAccession(ctx, accession)
	if err != nil {
		return nil, err
	}
	for _, p := range portions {
		packages, err := n.Room.Portions.Packages(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, pkg := range packages {
			if pkg.Kind == "aip" && pkg.State != transfer.PackageOrdered {
				order = append(order, pkg.PID)
			}
		}
	}
	return order, nil
}

// standings gives what stands of every package of an accession, in the order of the
// packages. Error: Refused for an accession without packages.
func (n *Notes) standings(ctx context.Context, accession string) (id string, order []string, all map[string]standing, err error) {
	a, err := n.Room.Portions.Accession(ctx, accession)
	if err != nil {
		return "", nil, nil, err
	}
	if order, err = n.built(ctx, a.ID); err != nil {
		return "", nil, nil, err
	}
	if len(order) == 0 {
		return "", nil, nil, failure.New(failure.Refused, "describe "+a.ID, wording.Say("hint.describe.no-packages", a.Number))
	}
	items, err := n.Room.catalog.Of(ctx, order, n.Office.Now())
	if err != nil {
		return "", nil, nil, err
	}
	all = make(map[string]standing, len(order))
	for _, pid := range order {
		it, known := items[pid]
		if !known {
			if it, err = n.unindexed(ctx, pid); err != nil {
				return "", nil, nil, err
			}
		}
		if all[pid], err = n.standing(ctx, it); err != nil {
			return "", nil, nil, err
		}
	}
	return a.ID, order, all, nil
}

// unindexed describes a package the index does not hold.
func (n *Notes) unindexed(ctx context.Context, pid string) (it catalog.Item, err error) {
	d, err := n.Room.Gate.describe(ctx, pid)
	if err != nil {
		return it, err
	}
	it = catalog.Item{PID: d.PID, ReferenceCode: d.ReferenceCode}
	if it.Closure, err = n.Room.Gate.closure(ctx, d.PID, sealed(d)); err != nil {
		return it, err
	}
	fill(&it, d.Objects)
	return it, n.Room.headed(ctx, &it)
}

// standing writes what stands of an object into the cells of its row.
func (n *Notes) standing(ctx context.Context, it catalog.Item) (s standing, err error) {
	s.row[describe.PID], s.row[describe.Code], s.row[describe.Filing] = it.PID, it.ReferenceCode, it.Filing
	s.row[describe.Title], s.row[describe.From], s.row[describe.To] = it.Subject, it.From, it.To
	note, err := n.Store.Get(ctx, it.PID)
	if err != nil {
		return s, err
	}
	if note != nil {
		s.row[describe.Contains] = note.Text
	}
	if s.decided, err = n.Room.Gate.access.Decision(ctx, it.PID); err != nil {
		return s, err
	}
	c := it.Closure
	if d := s.decided; d != nil {
		c = closureOfDecision(*d)
		s.row[describe.Law] = d.Law
		for col, on := range map[int]bool{describe.Secret: d.Facts.Secret, describe.Personal: d.Facts.Personal,
			describe.Published: d.Facts.Published, describe.Hidden: d.Facts.Description} {
			if on {
				s.row[col] = describe.Yes
			}
		}
		s.row[describe.Died], s.row[describe.Born] = d.Facts.Died, d.Facts.Born
		if d.Facts.End != it.To {
			s.row[describe.Begin] = d.Facts.End
		}
	}
	s.row[describe.Until], s.row[describe.Basis] = untilCell(c, s.decided != nil), c.Basis
	for i, cell := range s.row { // as a cell is read back
		s.row[i] = strings.Join(strings.Fields(cell), " ")
	}
	return s, nil
}

// untilCell is the cell of an end; nothing where nobody ever decided.
func untilCell(c catalog.Closure, decided bool) string {
	switch {
	case c.Grade == catalog.Open && !decided && c.Basis == "":
		return ""
	case c.Grade == catalog.Open:
		return describe.Open
	case c.Until.IsZero():
		return describe.Endless
	}
	return c.Until.Format(time.DateOnly)
}

// TableLook is what taking a table in would change.
type TableLook struct {
	Accession string
	Digest    string // of the file: what was looked at is what is taken
	describe.Table
	Titles, Periods, Notes, Closures int
	Shorter                          []Shortened
}

// Shortened is a closure that would end earlier or be lifted.
type Shortened struct {
	Row                 int
	PID, Code           string
	Was, Will, WillLess string // cells; WillLess: what the table of the law gives, where the person goes below it
}

// LookTable reads a table against what stands, and changes nothing. Errors: Refused for
// who may not write, and where the file cannot be read.
func (n *Notes) LookTable(ctx context.Context, accession, file string) (TableLook, error) {
	look, _, err := n.look(ctx, accession, file)
	return look, err
}

func (n *Notes) look(ctx context.Context, accession, file string) (look TableLook, changes []change, err error) {
	const op = "read table of descriptions"
	if err := n.Office.Staff(op); err != nil {
		return look, nil, err
	}
	if _, err := n.Office.MustPerson(people.Write, op); err != nil {
		return look, nil, err
	}
	id, _, stands, err := n.standings(ctx, accession)
	if err != nil {
		return look, nil, err
	}
	laws, err := n.Room.Gate.Laws(ctx)
	if err != nil {
		return look, nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return look, nil, failure.Wrap(failure.Refused, "open "+filepath.Base(file),
			wording.Say("hint.describe.not-opened", filepath.Base(file)), err)
	}
	sum := sha256.New()
	rows, names := map[string]describe.Row{}, []string{}
	for pid, s := range stands {
		rows[pid] = s.row
	}
	for _, l := range laws {
		names = append(names, l.ID)
	}
	t, err := describe.Read(io.TeeReader(f, sum), rows, names)
	if err := errors.Join(err, f.Close()); err != nil {
		if failure.KindOf(err) == failure.Refused {
			return look, nil, err
		}
		return look, nil, failure.Wrap(failure.Refused, "read "+filepath.Base(file),
			wording.Say("hint.describe.not-opened", filepath.Base(file)), err)
	}
	look = TableLook{Accession: id, Digest: hex.EncodeToString(sum.Sum(nil)), Table: t}
	if len(t.Faults) > 0 {
		return look, nil, nil
	}
	changes, err = n.changes(ctx, &look, stands, laws)
	return look, changes, err
}

// corrected gives the objects of a package with the title and period a person corrected in
// place of the delivered ones, which stand behind.
func corrected(entries []*aip.Entry, h contained.Heading) []*aip.Entry {
	if len(entries) == 0 {
		return entries
	}
	out, e := slices.Clone(entries), *entries[0]
	if e.Context {
		e.Children = corrected(e.Children, h)
		out[0] = &e
		return out
	}
	e.Fields = slices.Clone(e.Fields)
	for _, put := range [][2]string{{"subject", h.Title}, {"from", h.From}, {"to", h.To}} {
		name, value := put[0], put[1]
		i := slices.IndexFunc(e.Fields, func(v mapping.Value) bool { return v.Name == name })
		switch {
		case i < 0 && value != "":
			e.Fields = append(e.Fields, mapping.Value{Name: name, Value: value})
		case i >= 0 && e.Fields[i].Value != value:
			if name == "subject" {
				e.Fields = append(e.Fields, mapping.Value{Name: "delivered", Value: e.Fields[i].Value})
			}
			e.Fields[i].Value, e.Fields[i].Derived = value, false
		}
	}
	out[0] = &e
	return out
}
