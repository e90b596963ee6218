package model_test

import (
	"fmt"
	"testing"
	"time"

	"laufzettel/views/book/booktest"
	"laufzettel/views/book/model"
	"laufzettel/views/present/presenttest"
)

func TestFilters(t *testing.T) {
	tests := []struct {
		filter model.Filter
		search string
		want   []string
	}{
		{model.Open, "", []string{"2026/0004", "2026/0003", "2026/0002"}},
		{model.Mine, "", []string{"2026/0004", "2026/0003"}},
		{model.Due, "", []string{"2026/0004", "2026/0002"}}, // the one that is due first stands first
		{model.Closed, "", []string{"2026/0001"}},
		{model.All, "muster", []string{"2026/0004", "2026/0003", "2026/0002", "2026/0001"}},
		{model.All, "FORST", []string{"2026/0002"}},
	}
	for _, tt := range tests {
		run := &presenttest.Cranked{}
		p := model.NewPresenter(&booktest.Fake{ItsRows: booktest.Full()}, run, presenttest.Words(t, "de"), func() {})
		p.Reload()
		run.Drain()
		p.SetFilter(tt.filter)
		p.SetSearch(tt.search)
		var got []string
		for _, r := range p.Rows {
			got = append(got, r.Number)
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s %q shows %v, want %v", tt.filter, tt.search, got, tt.want)
		}
		p.Close()
	}
}

func TestDueShowsTheLastDay(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&booktest.Fake{ItsRows: []model.Row{{ID: "a", Due: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}}}, run,
		presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	if got := p.Rows[0].DueDay; got != "31.12.2026" {
		t.Errorf("the deadline that ends with 2026 is shown as %q", got)
	}
}
