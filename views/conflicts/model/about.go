package model

import (
	"context"
	"strings"
	"time"

	"laufzettel/viewer"
	pageview "laufzettel/views/pageview/model"
	"laufzettel/views/present"
)

// About is what a person has to know of an object to settle a dispute.
type About struct {
	Facts     []Fact
	Documents []Document
	History   []Line // oldest first
}

// Fact is a statement about the object.
type Fact struct{ Label, Value string }

// Document is one of its documents; Key is what Open takes.
type Document struct{ Key, Date, Title, Form string }

// Line is one decision ever made on the object.
type Line struct {
	At             time.Time
	Who, Said, Why string
}

// About reads what is known of the object of a dispute and hands it over on the UI thread.
func (p *Presenter) About(d Dispute, take func(About, error)) {
	var a About
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		a, err = p.src.About(ctx, d.Portion, d.Object)
		return err
	}, func(err error) { take(a, err) })
}

// Page is a document of the object for the page view.
func (p *Presenter) Page(d Dispute, doc Document) pageview.Ref {
	return pageview.Ref{Key: d.Portion + "/" + doc.Key, Title: doc.Title, File: doc.Key,
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.Open(ctx, d.Portion, doc.Key) }}
}

// OpenSource opens a part of a document shown: an attachment, a cell.
func (p *Presenter) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return p.src.OpenSource(ctx, src)
}

// Settling is a dispute while a person settles it: nothing is chosen at first.
type Settling struct {
	Dispute Dispute
	Letter  string // A, V or B; "": nothing is chosen
	Reason  string
}

// Missing is the key of what is still to be done, "": it can be settled.
func (s Settling) Missing() string {
	switch {
	case s.Letter == "":
		return "conflicts.settle.choose"
	case strings.TrimSpace(s.Reason) == "":
		return "conflicts.settle.reason"
	}
	return ""
}
