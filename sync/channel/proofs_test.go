package channel_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/ledger"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
)

// deliver sends a package of some bytes and gives its job after one run of the queue.
func (r *rig) deliver(name string) (queue.Job, string) {
	r.t.Helper()
	j, path := r.enqueue(name, content(1000+len(name)))
	r.runOnce()
	return r.job(j.ID), path
}

func (r *rig) seen() channel.Watched {
	r.t.Helper()
	w, ok, err := r.service.Watch(r.t.Context(), r.url)
	if err != nil || !ok {
		r.t.Fatalf("watch: %v %v", ok, err)
	}
	return w
}

func (r *rig) done(name string) string {
	r.t.Helper()
	j, path := r.deliver(name)
	if j.State != queue.Done {
		r.t.Fatalf("%s: %+v", name, j)
	}
	return path
}

func TestProofs_EveryReceiptIsProvenInTheLog(t *testing.T) {
	r := newRig(t)
	p := r.enrol()
	var paths []string
	for _, name := range []string{"a.tar", "b.tar", "c.tar"} {
		paths = append(paths, r.done(name))
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path + receipt.SuffixProof)
		r.check(err)
		proof, err := ledger.ReadProof(raw)
		r.check(err)
		envelope, err := os.ReadFile(path + receipt.SuffixReceipt)
		r.check(err)
		if _, err := proof.Verify(envelope, p.Trust.All()...); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n := slices.IndexFunc(r.requests, func(s string) bool { return strings.HasPrefix(s, "GET /v1/log/") }); n >= 0 {
		t.Errorf("the proofs did not come with the receipts: %q", r.requests[n])
	}
	if w := r.seen(); w.Size != 3 || !strings.HasPrefix(w.Origin, "laufzettel/receipts/") {
		t.Errorf("%+v", w)
	}
}

// Old client × new receiver and new client × old receiver: nothing is proven, nothing
// is refused.
func TestProofs_OldReceiver(t *testing.T) {
	r := newRig(t)
	r.handler.between(oldReceiver)
	r.enrol()
	path := r.done("a.tar")
	if _, err := os.Stat(path + receipt.SuffixProof); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a proof from nowhere: %v", err)
	}
	if _, ok, err := r.service.Watch(t.Context(), r.url); ok || err != nil {
		t.Errorf("watched what is not there: %v %v", ok, err)
	}
}

// alarmed checks that a delivery did not count, and why.
func (r *rig) alarmed(j queue.Job, words string) {
	r.t.Helper()
	if j.State == queue.Done || !strings.Contains(j.Reason, words) {
		r.t.Errorf("state %s, hint %q; want one about %q", j.State, j.Reason, words)
	}
	all, err := r.receipts.Alarms(r.t.Context())
	if err != nil || len(all) == 0 {
		r.t.Errorf("no alarm was kept: %v", err)
	}
}

// S10: an archive that goes on from a copy of yesterday is told by the client, and at
// its own next start.
func TestS10_ReceiverRolledBack(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.done("a.tar")
	r.check(r.archive.Close())
	r.check(r.db.Close())
	yesterday, err := os.ReadFile(filepath.Join(r.dir, "archive.db"))
	r.check(err)
	r.openArchive()
	r.done("b.tar")
	r.done("c.tar")
	r.check(r.archive.Close())
	r.check(r.db.Close())
	r.check(os.WriteFile(filepath.Join(r.dir, "archive.db"), yesterday, 0o600))
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(filepath.Join(r.dir, "archive.db"+suffix))
	}
	db := reopened(r)
	r.config.DB = db
	if _, err := archive.New(t.Context(), r.config); failure.KindOf(err) != failure.Damaged ||
		!strings.Contains(failure.HintOf(err).In("de"), "ältere Datenbank") {
		t.Errorf("the receiver starts on a copy of yesterday: %v", err)
	}
	r.check(db.Close())
	r.check(os.Remove(filepath.Join(r.dir, "log", ledger.CheckpointFile)))
	r.openArchive()
	if _, _, err := r.service.Watch(t.Context(), r.url); failure.KindOf(err) != failure.Damaged || !failure.Explained(err) {
		t.Errorf("watch: %v", err)
	}
	j, _ := r.deliver("d.tar")
	r.alarmed(j, "Protokoll des Archivs")

	// A person has spoken with the archive: from then on its present head counts.
	o, err := r.service.Other(t.Context(), r.url)
	if err != nil || o.Last.Size <= o.Now.Size || len(o.LastCheckpt) == 0 || len(o.NowCheckpt) == 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	told := errors.New("the act was not logged")
	if err := r.service.TakeNewLog(t.Context(), o, func(*sql.Tx) error { return told }); !errors.Is(err, told) {
		t.Errorf("taken without its act: %v", err)
	}
	if again, err := r.service.Other(t.Context(), r.url); err != nil || again.Last.Size != o.Last.Size {
		t.Errorf("half taken: %+v, %v", again.Last, err)
	}
	r.check(r.service.TakeNewLog(t.Context(), o, func(*sql.Tx) error { return nil }))
	if w := r.seen(); w.Size != o.Now.Size || w.Root != o.Now.Root {
		t.Errorf("%+v, want %+v", w, o.Now)
	}
	if _, err := r.service.Other(t.Context(), r.url); failure.KindOf(err) != failure.Refused {
		t.Errorf("taken where the log keeps its word: %v", err)
	}
}

func TestS10_ReceiverShowsASecondPast(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.done("a.tar")
	r.done("b.tar")
	// The same receipts under other salts: a tree of the same name with another past.
	ctx := t.Context()
	for _, q := range []string{"UPDATE archive_ledger SET size = 0", "DELETE FROM archive_leaf", "DELETE FROM archive_tile"} {
		if err := r.db.WithTx(ctx, execs(ctx, q)); err != nil {
			t.Fatal(err)
		}
	}
	r.check(os.Remove(filepath.Join(r.dir, "log", ledger.CheckpointFile)))
	r.restartArchiveWithout()
	j, _ := r.deliver("c.tar")
	r.alarmed(j, "andere Vergangenheit")
}

func TestProofs_ReceiptOutsideTheLog(t *testing.T) {
	for name, wrap := range map[string]func(http.Handler) http.Handler{
		"no proof at all": func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if strings.HasPrefix(q.URL.Path, "/v1/log/") {
					http.NotFound(w, q)
					return
				}
				h.ServeHTTP(stripped{w, "Laufzettel-Proof"}, q)
			})
		},
		"a proof that is none": func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { h.ServeHTTP(replaced{w}, q) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			r.handler.between(wrap)
			j, _ := r.deliver("a.tar")
			r.alarmed(j, "nicht nachweisbar")
		})
	}
}

// stripped drops one header of an answer.
type stripped struct {
	http.ResponseWriter
	name string
}

func (s stripped) WriteHeader(code int) {
	s.Header().Del(s.name)
	s.ResponseWriter.WriteHeader(code)
}

// replaced puts nonsense in the place of a proof.
type replaced struct{ http.ResponseWriter }

func (s replaced) WriteHeader(code int) {
	if s.Header().Get("Laufzettel-Proof") != "" {
		s.Header().Set("Laufzettel-Proof", "bm9uZQ==")
	}
	s.ResponseWriter.WriteHeader(code)
}

// A receiver that kept a log and names none any more is no old one.
func TestProofs_FeatureTakenAway(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.done("a.tar")
	r.handler.between(oldReceiver)
	r.service = &channel.Service{DB: r.client, Keys: r.service.Keys, HTTP: r.service.HTTP, Chunk: r.service.Chunk}
	r.sender.Service = r.service
	j, _ := r.deliver("b.tar")
	r.alarmed(j, "zeigt es nicht mehr")
}

// Receipts of before there was a log become its first leaves.
func TestProofs_OldReceiptsAreCarriedOver(t *testing.T) {
	r := newRig(t)
	r.handler.between(oldReceiver)
	p := r.enrol()
	path := r.done("a.tar")
	ctx := t.Context()
	for _, q := range []string{"DELETE FROM archive_ledger", "DELETE FROM archive_leaf", "DELETE FROM archive_tile"} {
		if err := r.db.WithTx(ctx, execs(ctx, q)); err != nil {
			t.Fatal(err)
		}
	}
	r.check(os.RemoveAll(filepath.Join(r.dir, "log")))
	r.restartArchiveWithout()
	r.handler.between(nil)
	r.service = &channel.Service{DB: r.client, Keys: r.service.Keys, HTTP: r.service.HTTP, Chunk: r.service.Chunk}
	r.sender.Service = r.service
	next := r.done("b.tar")
	if w := r.seen(); w.Size != 2 {
		t.Errorf("%+v", w)
	}
	for _, path := range []string{path, next} {
		if v, err := receipt.VerifyFile(ctx, path, p.Trust); err != nil || !v.OK() {
			t.Errorf("%s: %+v %v", path, v.Checks, err)
		}
	}
}
