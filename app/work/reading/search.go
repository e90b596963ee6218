package reading

import (
	"context"
	"io"
	"net/url"
	"slices"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/findingaid"
)

// Search asks the catalog as of today. The index leaves out what is closed; every hit is
// judged once more by the closure that is decided, since an index can be behind. Words that
// are not in the index yet are added first, unless that is under way: Results.Due tells then.
func (o *Opened) Search(ctx context.Context, q catalog.Query) (catalog.Results, error) {
	ask, err := o.room.Gate.ask(ctx, o.asker)
	if err != nil {
		return catalog.Results{}, err
	}
	q.Day, q.Granted = ask.day, ask.opened()
	if q.Text != "" {
		if err := o.room.completeUnlessBegun(ctx); err != nil {
			return catalog.Results{}, err
		}
	}
	found, err := o.room.catalog.Search(ctx, q)
	if err != nil {
		return found, err
	}
	kept := found.Items[:0]
	for _, it := range found.Items {
		c, err := o.room.Gate.closure(ctx, it.PID, it.Closure)
		if err != nil {
			return catalog.Results{}, err
		}
		v := ask.judge(it.PID, c)
		if v.mayName() != nil {
			found.Total--
			continue
		}
		if v.mayShow() != nil { // places in documents; that of the description has no id
			it.Places = slices.DeleteFunc(it.Places, func(p catalog.Place) bool { return p.ID != "" })
		}
		kept = append(kept, it)
	}
	found.Items = kept
	return found, nil
}

// Facets counts what a query finds of what may be named today, by what it is narrowed by.
func (o *Opened) Facets(ctx context.Context, q catalog.Query) (catalog.Facets, error) {
	ask, err := o.room.Gate.ask(ctx, o.asker)
	if err != nil {
		return catalog.Facets{}, err
	}
	q.Day, q.Granted = ask.day, ask.opened()
	return o.room.catalog.Facets(ctx, q)
}

// Forms of exported descriptions (A20).
const (
	FormEAD = "ead"
	FormCSV = "csv"
)

// ExportDescriptions writes the descriptions that may be known today as EAD(DDB)
// 1.2 or CSV, with persistent identifiers, and gives their number. A closed
// description is not among them, whatever was granted to single readers.
func (o *Opened) ExportDescriptions(ctx context.Context, form string, q catalog.Query, h findingaid.Head, out io.Writer) (int, error) {
	u := o.room.Uses
	if err := u.Office.Staff("export descriptions"); err != nil {
		return 0, err
	}
	nobody := question{day: u.Office.Now()} // no grant counts
	q.Day, q.Granted, q.ByTree = nobody.day, nil, true
	if h.Archive == "" {
		h.Archive = u.Office.Settings.Get().Archive
	}
	h.Made, h.Day = u.Office.Now(), u.Office.Now()
	h.Link = func(pid string) string { return office.Scheme + ":" + url.PathEscape(pid) }
	var add func(catalog.Item) error
	var end func() error
	switch form {
	case FormEAD:
		e := findingaid.NewEAD(out, h)
		add, end = e.Add, e.Close
	case FormCSV:
		c, err := findingaid.NewCSV(out, h.Day)
		if err != nil {
			return 0, office.Disk("write descriptions", err)
		}
		add, end = c.Add, c.Close
	default:
		return 0, failure.New(failure.Refused, "export descriptions as "+form, wording.Say("hint.cli.descriptions-form"))
	}
	n := 0
	err := o.room.catalog.Each(ctx, q, func(it catalog.Item) error {
		c, err := o.room.Gate.closure(ctx, it.PID, it.Closure)
		if err != nil || nobody.judge(it.PID, c).mayName() != nil {
			return err
		}
		n++
		it, err = o.hit(ctx, nobody, o.placed(ctx, it), c)
		if err != nil {
			return err
		}
		return add(it)
	})
	if err == nil {
		err = end()
	}
	return n, office.Disk("write descriptions", err)
}

// placed completes an item that was indexed before trees were, out of its package; where
// that is not at hand it stands without.
func (o *Opened) placed(ctx context.Context, it catalog.Item) catalog.Item {
	if it.Tree.Known {
		return it
	}
	pkg, err := o.room.heldPackage(ctx, it.PID)
	if err != nil {
		return it
	}
	defer pkg.Close() // opened for reading
	place(&it, pkg)
	for _, v := range pkg.Metadata().Administrative {
		if v.Name == "accessionNumber" {
			it.Number = v.Value
		}
	}
	return it
}
