package model

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/viewer"
	pageview "laufzettel/views/pageview/model"
)

// fileKey begins the keys of delivered files in the page view.
const fileKey = "file:"

// databaseKey is the key of the tables of a delivered database.
const databaseKey = "database:"

// LookAt shows a delivered file in the page view, by its path or the place of a finding.
func (p *Presenter) LookAt(place string) {
	id := p.ID
	name, line := p.src.Spot(place)
	if p.Look.Key == fileKey+place {
		return // a list that is drawn anew selects again what it has selected
	}
	p.Look = pageview.Ref{Key: fileKey + place, Title: path.Base(name), File: path.Base(name), Line: line,
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.Open(ctx, id, place) }}
	p.redraw()
}

// HoldsDatabase tells whether the delivery is a database that can be looked at.
func (p *Presenter) HoldsDatabase() bool { return p.Detail.Checked && p.Detail.Kind == "siard" }

// LookAtDatabase shows the tables of the database in the page view.
func (p *Presenter) LookAtDatabase() {
	id := p.ID
	p.Look = pageview.Ref{Key: databaseKey, Title: p.words.T("portion.database.title", p.Detail.Name),
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.Open(ctx, id, "") }}
	p.redraw()
}

// siteKinds are the kinds of deliveries that are a web area.
var siteKinds = []string{"website", "warc", "wacz"}

// HoldsSite tells whether there is a web area to be shown in the browser: the delivery is
// one, or the file that is looked at is a web archive.
func (p *Presenter) HoldsSite() bool {
	if !p.Detail.Checked {
		return false
	}
	name := strings.TrimSuffix(strings.ToLower(p.Look.File), ".gz")
	return slices.Contains(siteKinds, p.Detail.Kind) || slices.Contains([]string{".warc", ".arc", ".wacz"}, path.Ext(name))
}

// messageKey tells a message from others in the page view: a paper written anew bears the
// name of the one before.
func messageKey(m Message) string { return "message:" + m.Key + "@" + m.At.Format(time.RFC3339Nano) }

// LookAtMessage shows a message of the list in the page view; false: there is nothing to
// look at.
func (p *Presenter) LookAtMessage(i int) bool {
	if i < 0 || i >= len(p.Detail.Messages) || p.Detail.Messages[i].Key == "" {
		return false
	}
	id, m := p.ID, p.Detail.Messages[i]
	if p.Look.Key == messageKey(m) {
		return true
	}
	p.Look = pageview.Ref{Key: messageKey(m), Title: m.File, File: m.File,
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.OpenMessage(ctx, id, m.Key) }}
	p.redraw()
	return true
}

// LookedMessage gives the message of the list that is looked at, -1 none.
func (p *Presenter) LookedMessage() int {
	return slices.IndexFunc(p.Detail.Messages, func(m Message) bool { return m.Key != "" && p.Look.Key == messageKey(m) })
}

// Looking tells whether the page view is open beside the tabs.
func (p *Presenter) Looking() bool { return p.Look.Key != "" }

// LooksAtClaim tells whether the page view shows the final letter of a claim, which still
// has to reach the agency.
func (p *Presenter) LooksAtClaim() bool {
	for _, m := range p.Detail.Messages {
		if m.Claim && p.Look.Key == messageKey(m) {
			return true
		}
	}
	return false
}

// EndLook closes the page view.
func (p *Presenter) EndLook() {
	p.Look = pageview.Ref{}
	p.redraw()
}

// LookOutside hands a copy of the delivered file shown to the program the system has for
// it, after the person was warned.
func (p *Presenter) LookOutside(ref pageview.Ref) {
	if place, ok := strings.CutPrefix(ref.Key, fileKey); ok {
		p.Do(Action{Verb: DoPlace, Text: place}, nil)
		return
	}
	for _, m := range p.Detail.Messages {
		if ref.Key == messageKey(m) {
			p.Do(Action{Verb: DoMessage, Text: m.Key}, nil)
			return
		}
	}
}

// Draft gives the letter as it is typed, as the page it will be.
func (p *Presenter) Draft(a Action) pageview.Ref {
	id := p.ID
	p.drafts++
	return pageview.Ref{Key: "draft:" + pageview.Itoa(p.drafts), Title: p.words.T("portion.letter.title"),
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.Preview(ctx, id, a) }}
}
