package browser

import (
	"net/http"

	"laufzettel/app/window"
	overview "laufzettel/views/overview/model"
	"laufzettel/views/route"
)

// overviewRoom is the room Übersicht. Its source keeps what it walked through last.
type overviewRoom struct {
	*face
	src *window.Overview
}

// station is one counter of the slip.
type station struct {
	Name, Href string
	Count      int
	Note       string
}

// taskView is a task with where it leads; Href "" is a room without pages.
type taskView struct {
	overview.TaskRow
	Href string
}

type factView struct {
	overview.Fact
	Href string
}

type jobView struct {
	overview.Job
	Amount, Left string
}

type recentView struct {
	overview.Recent
	Href, When string
}

type overviewBody struct {
	Loading  bool
	Tasks    []taskView
	More     string // link text of the tasks beyond the first
	Stations []station
	Jobs     []jobView
	Facts    []factView
	Volumes  []overview.Volume
	Recent   []recentView
}

// page is the room Übersicht.
func (s overviewRoom) page(w http.ResponseWriter, r *http.Request) error {
	p := overview.NewPresenter(s.src, inline{}, s.words, s.house.Office.Now, nothing)
	defer p.Close()
	p.Reload()
	if r.URL.Query().Get("all") != "" {
		p.ShowAll()
	}
	if p.Err != nil {
		return p.Err
	}
	b := overviewBody{Volumes: p.State.Volumes}
	for _, row := range p.Rows {
		if row.More {
			b.More = row.Title
			continue
		}
		b.Tasks = append(b.Tasks, taskView{row, s.target(row.Target)})
	}
	for i, n := range p.State.Counters {
		x := station{Name: s.words.T("slip." + overview.Steps[i]), Count: n, Href: s.pages.href("inbox", "filter", overview.Steps[i])}
		if i == 2 && p.State.Returned > 0 {
			x.Note = s.words.T("overview.counter.returned", p.State.Returned)
		}
		b.Stations = append(b.Stations, x)
	}
	for _, j := range p.State.Jobs {
		b.Jobs = append(b.Jobs, jobView{j, p.Amount(j), s.words.Left(j.Left)})
	}
	for _, f := range p.State.Facts {
		b.Facts = append(b.Facts, factView{f, s.target(f.Target)})
	}
	for _, x := range p.State.Recent {
		b.Recent = append(b.Recent, recentView{x, s.pages.href("portion", "id", x.ID), p.When(x.At)})
	}
	s.write(w, r, &page{Name: "overview", Title: s.words.T("nav.overview"), Room: "overview", Body: b, Live: true})
	return nil
}

// target gives the page of a place in the program, "" where it has none yet.
func (s *face) target(t route.Route) string {
	switch t.Screen {
	case route.Portion:
		return s.pages.href("portion", "id", t.ID)
	case route.Inbox:
		return s.pages.href("inbox", "filter", t.Filter)
	}
	return s.elsewhere(t.Screen, t.ID)
}
