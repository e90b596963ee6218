package archive_test

import (
	"context"
	"crypto/sha512"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func TestReading_ListsAndRanges(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	reader := newKey(t)
	b.enrol(reader, archive.RoleRead, archive.RoleAppraise)
	p := b.create(b.key, []byte("0123456789"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(t, "chunk", http.StatusNoContent, "")
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/archived", nil, nil, nil).is(t, "no archive id yet", http.StatusAccepted, "")
	if err := b.a.Archived(t.Context(), p.id, "AA 12/1", ""); err != nil {
		t.Fatal(err)
	}
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/archived", nil, nil, nil).is(t, "archive id", http.StatusOK, "")
	list := b.request(reader, http.MethodGet, "/v1/packages", nil, nil, nil)
	var body struct {
		Packages []struct {
			ID, Name, SHA512 string
			Size             int64
			ArchiveID        string `json:"archive_id"`
		}
	}
	if err := json.Unmarshal(list.body, &body); err != nil || len(body.Packages) != 1 || body.Packages[0].ID != p.id ||
		body.Packages[0].ArchiveID != "AA 12/1" {
		t.Errorf("list %s, %v", list.body, err)
	}
	part := b.request(reader, http.MethodGet, "/v1/packages/"+p.id, map[string]string{"Range": "bytes=3-5"}, nil, nil)
	sum := sha512.Sum512(p.data)
	if part.status != http.StatusPartialContent || string(part.body) != "345" ||
		part.header.Get("Repr-Digest") != sign.FormatDigest(sum[:]) {
		t.Errorf("range: %d %q %v", part.status, part.body, part.header)
	}
	b.request(reader, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(t, "reader delivers", http.StatusForbidden, "role")
	b.request(reader, http.MethodGet, "/v1/worklists", nil, nil, nil).is(t, "work lists", http.StatusOK, "")
	b.request(reader, http.MethodGet, "/v1/packages/"+strings.Repeat("A", 26), nil, nil, nil).is(t, "unknown package", http.StatusNotFound,
		"not-found")
}

func TestCheck_RunsApartAndIsPolled(t *testing.T) {
	release := make(chan struct{})
	b := newBench(t, func(c *archive.Config) {
		c.CheckWait = -1
		c.Check = func(ctx context.Context, path string, m receipt.Manifest) (string, error) {
			if data, err := os.ReadFile(path); err != nil || int64(len(data)) != m.Size {
				return "", fmt.Errorf("%d bytes, %w", len(data), err)
			}
			select {
			case <-release:
				return "", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
	})
	b.enrol(b.key)
	p := b.create(b.key, []byte("ein Paket"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(t, "chunk", http.StatusNoContent, "")
	for range 3 {
		got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
		got.is(t, "while the check runs", http.StatusAccepted, "")
		if got.header.Get("Retry-After") == "" {
			t.Error("202 without Retry-After")
		}
	}
	if err := b.a.Close(); err != nil { // a stop in the middle of the check
		t.Fatal(err)
	}
	b.config.CheckWait = 0
	var err error
	if b.a, err = archive.New(t.Context(), b.config); err != nil {
		t.Fatal(err)
	}
	defer b.a.Close()
	close(release)
	got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
	if r, err := receipt.OpenWith(t.Context(), got.body, b.own.Public()); err != nil || r.State != receipt.Accepted {
		t.Errorf("after the check: %d %+v, %v", got.status, r, err)
	}
}

func TestSweep_OnlyOldAndUnfinished(t *testing.T) {
	now := time.Now()
	b := newBench(t, func(c *archive.Config) { c.Clock = func() time.Time { return now } })
	b.enrol(b.key)
	half, whole := b.create(b.key, []byte("halb angekommen")), b.create(b.key, []byte("ganz"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+half.id, patching(0), half.data[:4], nil).is(t, "chunk", http.StatusNoContent, "")
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+whole.id, patching(0), whole.data, nil).is(t, "chunk", http.StatusNoContent, "")
	if n, err := b.a.Sweep(t.Context()); n != 0 || err != nil {
		t.Errorf("Sweep of young uploads = %d, %v", n, err)
	}
	now = now.Add(archive.UnfinishedKept + time.Hour)
	if n, err := b.a.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("Sweep of an old one = %d, %v", n, err)
	}
	now = time.Now()
	b.request(b.key, http.MethodHead, "/v1/uploads/"+half.id, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil).is(t, "swept",
		http.StatusNotFound, "not-found")
	b.request(b.key, http.MethodGet, "/v1/uploads/"+whole.id+"/receipt", nil, nil, nil).is(t, "receipt of the whole one", http.StatusOK, "")
}
