package model_test

import (
	"context"
	"testing"
	"time"

	"laufzettel/views/overview/model"
	"laufzettel/views/present/presenttest"
)

// empty is a workspace in which nothing is.
type empty struct{}

func (empty) Overview(context.Context) (model.State, error) { return model.State{}, nil }
func (empty) Mail(context.Context) error                    { return nil }
func (empty) Subscribe(func()) func()                       { return func() {} }

// A job is counted in what it counts: files, bytes, or things that are neither (G11).
func TestAmount(t *testing.T) {
	p := model.NewPresenter(empty{}, &presenttest.Cranked{}, presenttest.Words(t, "de"), time.Now, func() {})
	for _, tt := range []struct {
		job  model.Job
		want string
	}{
		{model.Job{Done: 68412, Total: 120336}, "68.412 von 120.336 Dateien"},
		{model.Job{Done: 12}, "12 Dateien"},
		{model.Job{Done: 19e8, Total: 26e8, Bytes: true, Rate: 114e5}, "1,9 GB von 2,6 GB · 11,4 MB/s"},
		{model.Job{Done: 19e8, Bytes: true}, "1,9 GB"},
		{model.Job{Done: 12, Total: 5000, Things: true, Rate: 3}, "12 von 5.000"},
		{model.Job{Done: 3, Things: true}, ""},
	} {
		if got := p.Amount(tt.job); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.job, got, tt.want)
		}
	}
}
