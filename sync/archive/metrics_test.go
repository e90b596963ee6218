package archive

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

func TestPace(t *testing.T) {
	p, now := newPace(5), time.Unix(1_800_000_000, 0)
	for i := range 10 {
		if err := p.take("a", now); err != nil {
			t.Fatalf("request %d of a burst: %v", i+1, err)
		}
	}
	err := p.take("a", now)
	if pr, ok := errors.AsType[*problem](err); !ok || pr.status != http.StatusTooManyRequests || pr.header.Get("Retry-After") == "" {
		t.Fatalf("the request after the burst: %v", err)
	}
	if err := p.take("b", now); err != nil {
		t.Errorf("another client: %v", err)
	}
	now = now.Add(time.Second)
	for i := range 5 {
		if err := p.take("a", now); err != nil {
			t.Fatalf("request %d a second later: %v", i+1, err)
		}
	}
	if p.take("a", now) == nil {
		t.Error("more than the rate came through")
	}
	if p.take("a", now.Add(-time.Hour)) == nil {
		t.Error("a clock that goes back gave tokens")
	}
	if _ = p.take("c", now.Add(time.Minute)); len(p.buckets) != 1 {
		t.Errorf("%d buckets are kept, want that of the one who asks", len(p.buckets))
	}
}

func TestServeMetrics_LoopbackOnly(t *testing.T) {
	if _, err := ServeMetrics("0.0.0.0:0", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("metrics for everybody: %v, want Refused", err)
	}
	stop, err := ServeMetrics("", nil)
	if err != nil || stop() != nil {
		t.Errorf("no metrics: %v", err)
	}
}
