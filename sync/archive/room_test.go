package archive_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"laufzettel/sync/archive"
)

// silent is a storage that does not tell how much room it has, or tells what the
// test says.
type silent struct {
	*archive.Files
	free func() (int64, error)
}

func (s silent) Free(context.Context) (int64, error) { return s.free() }

// TestRoom_LimitDecidesWhereTheStorageIsSilent: without a number of the storage the
// limit that is set is the answer; nothing pretends to know the free space.
func TestRoom_LimitDecidesWhereTheStorageIsSilent(t *testing.T) {
	free, fault := archive.FreeUnknown, error(nil)
	b := newBench(t, func(c *archive.Config) {
		files, err := archive.NewFiles(c.Dir)
		if err != nil {
			t.Fatal(err)
		}
		c.Storage = silent{files, func() (int64, error) { return free, fault }}
		c.Capacity, c.Reserve = 1000, 50
	})
	b.enrol(b.key)
	metrics := func() string {
		t.Helper()
		var text strings.Builder
		if err := b.a.WriteMetrics(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	create := func(n int) answer {
		t.Helper()
		p := b.parcel(b.key, make([]byte, n))
		b.request(b.key, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(t, "manifest", http.StatusCreated, "")
		return b.request(b.key, http.MethodPost, "/v1/uploads", creation(p), nil, nil)
	}
	if h := b.a.Health(t.Context()); h != (archive.Health{Status: "ok", Capacity: 1000}) {
		t.Errorf("empty and silent: %+v", h)
	}
	create(600).is(t, "within the limit", http.StatusCreated, "")
	create(401).is(t, "over the limit", http.StatusInsufficientStorage, "no-space")
	if got := create(401).header.Get("Retry-After"); got == "" {
		t.Error("nobody says when to try again")
	}
	text := metrics()
	for _, want := range []string{"laufzettel_free_known 0\n", "laufzettel_reserved_bytes 600\n", "laufzettel_capacity_bytes 1000\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("metrics lack %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\nlaufzettel_free_bytes ") {
		t.Error("the metrics tell a free space nobody knows")
	}
	create(400).is(t, "up to the limit", http.StatusCreated, "")
	raw, err := json.Marshal(b.a.Health(t.Context()))
	if want := `{"status":"full","reserved_bytes":1000,"capacity_bytes":1000,"free_bytes":null}`; err != nil || string(raw) != want {
		t.Errorf("health %s, %v; want %s", raw, err, want)
	}

	free = 1049 // a storage that tells has the last word where it has less
	create(1000).is(t, "over the limit, with room", http.StatusInsufficientStorage, "no-space")
	if text := metrics(); !strings.Contains(text, "laufzettel_free_known 1\n") || !strings.Contains(text, "laufzettel_free_bytes 1049\n") {
		t.Errorf("metrics of a storage that tells:\n%s", text)
	}
	fault = errors.New("nobody there")
	if h := b.a.Health(t.Context()); h.Status != "down" || h.Fault == "" || strings.Contains(h.Fault, "nobody") {
		t.Errorf("storage away: %+v", h)
	}
}

// TestHealth_IsServedBesideTheMetrics: a monitor sees at the status alone whether
// something can be taken.
func TestHealth_IsServedBesideTheMetrics(t *testing.T) {
	free := int64(10_000)
	b := newBench(t, func(c *archive.Config) {
		c.Reserve, c.FreeSpace = 50, func(string) (int64, error) { return free, nil }
	})
	addr := freeAddr(t)
	stop, err := archive.ServeMetrics(addr, b.a)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		free   int64
		status int
		want   string
	}{{10_000, http.StatusOK, "ok"}, {50, http.StatusServiceUnavailable, "full"}} {
		free = tt.free
		resp, err := http.Get("http://" + addr + "/health")
		if err != nil {
			t.Fatal(err)
		}
		var h archive.Health
		if err := json.NewDecoder(resp.Body).Decode(&h); err != nil || resp.StatusCode != tt.status || h.Status != tt.want ||
			h.Free == nil || *h.Free != tt.free {
			t.Errorf("with %d bytes: %s %+v, %v", tt.free, resp.Status, h, err)
		}
		_ = resp.Body.Close() // read
	}
	http.DefaultClient.CloseIdleConnections()
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// freeAddr gives a loopback address nobody listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // only its number is wanted
	return l.Addr().String()
}
