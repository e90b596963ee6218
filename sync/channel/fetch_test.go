package channel_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
)

func TestFetchPackage_ResumesAndVerifies(t *testing.T) {
	r := newRig(t)
	r.enrol(archive.RoleDeliver, archive.RoleRead)
	data := content(500_000)
	r.enqueue("paket.tar", data)
	r.runOnce()
	c, _, err := r.service.Client(t.Context(), r.url)
	r.check(err)
	all, next, err := c.Packages(t.Context(), "")
	if err != nil || len(all) != 1 || next != "" || all[0].Name != "paket.tar" || all[0].Size != int64(len(data)) {
		t.Fatalf("Packages = %+v, %q, %v", all, next, err)
	}
	to := filepath.Join(t.TempDir(), "geholt.tar")
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if q.Method != http.MethodGet {
			next.ServeHTTP(w, q)
			return
		}
		rec := record(next, q)
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes()[:200_000]) // the line is cut
	})
	if err := c.FetchPackage(t.Context(), all[0].ID, to, nil); failure.KindOf(err) != failure.Transient {
		t.Fatalf("fetch over a cut line: %v", err)
	}
	if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("an incomplete package appeared: %v", err)
	}
	var ranges []string
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		ranges = append(ranges, q.Header.Get("Range"))
		next.ServeHTTP(w, q)
	})
	var last int64
	r.check(c.FetchPackage(t.Context(), all[0].ID, to, func(done, _ int64) { last = done }))
	got, err := os.ReadFile(to)
	if err != nil || !bytes.Equal(got, data) || last != int64(len(data)) {
		t.Errorf("fetched %d bytes, %v; reported %d", len(got), err, last)
	}
	if got := strings.Join(ranges, " "); !strings.Contains(got, "bytes=200000-") {
		t.Errorf("ranges asked for: %q; want to go on at 200000", got)
	}
}

func TestFetchPackage_ABrokenPartIsNotBelieved(t *testing.T) {
	r := newRig(t)
	r.enrol(archive.RoleDeliver, archive.RoleRead)
	data := content(100_000)
	r.enqueue("paket.tar", data)
	r.runOnce()
	c, _, err := r.service.Client(t.Context(), r.url)
	r.check(err)
	all, _, err := c.Packages(t.Context(), "")
	r.check(err)
	to := filepath.Join(t.TempDir(), "geholt.tar")
	r.check(os.WriteFile(to+".teil", content(50_001)[1:], 0o600))
	if err := c.FetchPackage(t.Context(), all[0].ID, to, nil); failure.KindOf(err) != failure.Transient {
		t.Fatalf("fetch on a broken part: %v", err)
	}
	r.check(c.FetchPackage(t.Context(), all[0].ID, to, nil))
	if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, data) {
		t.Errorf("fetched %d bytes, %v", len(got), err)
	}
}

func TestFetchArchived_TheSecondWord(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.enqueue("paket.tar", content(1000))
	r.runOnce()
	if n, err := r.sender.FetchArchived(t.Context()); n != 0 || err != nil {
		t.Errorf("before the archive has spoken: %d, %v", n, err)
	}
	all, err := r.receipts.List(t.Context(), receipt.Filter{})
	r.check(err)
	r.check(r.archive.Archived(t.Context(), all[0].Receipt.Uploads[0].UploadID, "AA 12/1", "Frist 30 Jahre"))
	if n, err := r.sender.FetchArchived(t.Context()); n != 1 || err != nil {
		t.Errorf("after the archive has spoken: %d, %v", n, err)
	}
	if all, err = r.receipts.List(t.Context(), receipt.Filter{}); err != nil || all[0].ArchiveID != "AA 12/1" {
		t.Errorf("receipt %+v, %v", all, err)
	}
}

func TestMessage_FromFileToReceipt(t *testing.T) {
	r := newRig(t)
	r.enrol()
	path := filepath.Join(r.root, "bewertung.xml")
	r.check(os.WriteFile(path, []byte("<Aussonderung.Bewertungsverzeichnis.0502/>"), 0o600))
	j, err := channel.MessageJob("portion-1", channel.Order{Peer: r.url, Path: "bewertung.xml", Kind: "xdomea-0502", Reference: "P1",
		MediaType: "application/xml"}, time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(t.Context(), j))
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		record(next, q) // kept, but the answer is lost
		panic(http.ErrAbortHandler)
	})
	if sum := r.runOnce(); sum.Retry != 1 {
		t.Fatalf("over a cut line: %+v", sum)
	}
	r.clear()
	if sum := r.again(j.ID); sum.Done != 1 {
		t.Fatalf("again: %+v, %+v", sum, r.job(j.ID))
	}
	peer, err := r.service.Peer(t.Context(), r.url)
	r.check(err)
	v, err := receipt.VerifyFile(t.Context(), path+receipt.SuffixReceipt, peer.Trust)
	if err != nil || !v.OK() || v.Receipt.Sequence != 1 || len(v.Checks) != 5 {
		t.Errorf("offline verification: %+v, %v", v, err)
	}
	if r.job(j.ID).State != queue.Done {
		t.Errorf("job %+v", r.job(j.ID))
	}
}

func TestRate(t *testing.T) {
	var r channel.Rate
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if _, _, ok := r.Now(); ok {
		t.Error("nothing reported, but a rate")
	}
	for i := range 100 {
		r.Add(at.Add(time.Duration(i)*time.Second), int64(i)*1000, 200_000)
	}
	speed, left, ok := r.Now()
	if !ok || speed != 1000 || left != 101*time.Second {
		t.Errorf("Now = %d, %v, %v; want 1000 bytes/s and 101s", speed, left, ok)
	}
	r.Add(at.Add(200*time.Second), 0, 200_000)
	if _, _, ok := r.Now(); ok {
		t.Error("a new try still shows the old rate")
	}
}
