package reading

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
	"laufzettel/viewer/contained"
)

// contentNoted is the event of a note on what an object holds; the note itself stands in no
// event.
const contentNoted events.Type = "described"

// Notes writes the notes on what objects hold ("Enthält"): drafted from titles, confirmed
// by a person, never while the object is closed.
type Notes struct {
	Office *office.Office
	Log    *office.Log
	Room   *Room
	Store  *contained.Store
}

// ContentNote gives the note on a package as it was confirmed, else a draft from the titles of its
// documents; of an object that is closed to all neither, whatever was granted to single
// readers. Error: Refused also where it may not be shown.
func (n *Notes) ContentNote(ctx context.Context, key string) (note contained.Note, confirmed bool, err error) {
	o, err := n.ofPackage(ctx, key)
	if err != nil {
		return note, false, err
	}
	defer o.Close()
	kept, err := n.Store.Get(ctx, o.PID())
	if err != nil {
		return note, false, err
	}
	if kept != nil {
		return *kept, true, nil
	}
	pkg, err := o.content(ctx)
	if err != nil {
		return note, false, err
	}
	d := pkg.Metadata()
	var it catalog.Item
	fill(&it, d.Objects)
	var titles []string
	for _, doc := range pkg.Documents() {
		titles = append(titles, doc.Entry.Field("subject").Value)
	}
	return contained.Note{PID: d.PID, Text: contained.Draft(it.Subject, titles)}, false, nil
}

// ofPackage opens a package of ours that is closed to nobody today.
func (n *Notes) ofPackage(ctx context.Context, key string) (*Opened, error) {
	if err := n.Office.Staff("note on content"); err != nil {
		return nil, err
	}
	o, err := n.Room.Open(ctx, key, Asker{})
	if err != nil {
		return nil, err
	}
	if err := n.isOpen(ctx, o); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// isOpen refuses what is closed to anybody today.
func (n *Notes) isOpen(ctx context.Context, o *Opened) error {
	pkg, err := o.content(ctx)
	if err != nil {
		return err
	}
	c, err := n.Room.Gate.closure(ctx, o.PID(), sealed(pkg.Metadata()))
	if err != nil {
		return err
	}
	return question{day: n.Office.Now()}.judge(o.PID(), c).mayShow()
}

// ConfirmNote keeps a note under the name of who acts; an empty text confirms the draft.
func (n *Notes) ConfirmNote(ctx context.Context, key, text string) (contained.Note, error) {
	person, err := n.Office.MustPerson(people.Write, "confirm note on content")
	if err != nil {
		return contained.Note{}, err
	}
	note, _, err := n.ContentNote(ctx, key)
	if err != nil {
		return note, err
	}
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		note.Text = text
	}
	if note.Text == "" {
		return note, failure.New(failure.Refused, "confirm note on "+note.PID, wording.Say("hint.reading.note-no-title"))
	}
	note.Person, note.At = person, n.Office.Now()
	return note, n.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := n.Store.PutTx(ctx, tx, note); err != nil {
			return err
		}
		return n.Log.Entry(ctx, n.Office.Event(contentNoted, note.PID, "", "ok", map[string]string{"person": person}))(tx)
	})
}

// Withdraw takes a confirmed note away. Error: Refused where there is none.
func (n *Notes) Withdraw(ctx context.Context, key string) error {
	person, err := n.Office.MustPerson(people.Write, "remove note on content")
	if err != nil {
		return err
	}
	o, err := n.ofPackage(ctx, key)
	if err != nil {
		return err
	}
	pid := o.PID()
	if err := o.Close(); err != nil {
		return err
	}
	return n.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		gone, err := n.Store.RemoveTx(ctx, tx, pid)
		if err != nil {
			return err
		}
		if !gone {
			return failure.New(failure.Refused, "remove note on "+pid, wording.Say("hint.reading.note-nothing", key))
		}
		return n.Log.Entry(ctx, n.Office.Event(contentNoted, pid, "", "removed", map[string]string{"person": person}))(tx)
	})
}

// hit adds the note on an object to what is exported of it, unless it is closed to all
// today: then the titles of its documents are no description.
func (o *Opened) hit(ctx context.Context, q question, it catalog.Item, c catalog.Closure) (catalog.Item, error) {
	if q.judge(it.PID, c).mayShow() != nil {
		return it, nil
	}
	n, err := o.room.contained.Get(ctx, it.PID)
	if n != nil {
		it.Contains = n.Text
	}
	return it, err
}
