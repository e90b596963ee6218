package channel_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/queue"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// word lets a root key vouch for the receipt keys of the rig's archive, and takes it there.
func (r *rig) word(root, own *sign.Key, days int, next string) {
	r.t.Helper()
	raw, err := archive.AskRoot(r.t.Context(), r.archive.Admin, next)
	r.check(err)
	q, err := archive.ReadRootRequest(raw)
	r.check(err)
	now := time.Now()
	envelope, err := sign.SealRoot(r.t.Context(), sign.Root{Archive: q.Archive, RootKey: root.Public().String(), Issued: now,
		Expires: now.AddDate(0, 0, days), Keys: q.Keys}, root)
	r.check(err)
	_, err = archive.TakeRoot(r.t.Context(), r.archive.Admin, own, envelope)
	r.check(err)
}

func newRoot(t *testing.T) *sign.Key {
	t.Helper()
	k, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A lost receipt key is replaced under the root key the office has pinned; without its
// word, or under another root, nothing is believed.
func TestRoot_FollowsALostKey(t *testing.T) {
	r := newRig(t)
	root, lost, next := newRoot(t), r.config.Key, newRoot(t)
	r.word(root, lost, 400, "")
	r.enrol()
	p, err := r.service.Peer(t.Context(), r.url)
	if err != nil || p.RootFingerprint() != root.Public().Fingerprint() {
		t.Fatalf("pinned %q, %v", p.RootFingerprint(), err)
	}
	r.done("a.tar")

	r.check(r.archive.Close())
	r.config.Key = next // the key before is gone
	if _, err := archive.New(t.Context(), r.config); failure.KindOf(err) != failure.Setup {
		t.Fatalf("a receiver with a key nobody vouches for: %v", err)
	}
	r.config.Key = lost
	r.restart(t)
	r.word(root, next, 400, next.Public().String())
	r.check(r.archive.Close())
	r.config.Key = next
	r.restart(t)
	r.done("b.tar")
	if p, err = r.service.Refresh(t.Context(), r.url); err != nil || p.Trust.Active().ID() != next.ID() {
		t.Errorf("%v, %v; want the new key under the root", p.Trust.Active(), err)
	}
}

// restart opens the receiver again over its database.
func (r *rig) restart(t *testing.T) {
	t.Helper()
	r.check(r.db.Close())
	r.openArchive()
}

// Once the word of the root has expired, receipts count for nothing here until it is
// renewed; the delivery is not lost, and the job goes on by itself then.
func TestRoot_Expires(t *testing.T) {
	r := newRig(t)
	root, own := newRoot(t), r.config.Key
	r.enrol()
	past := time.Now().AddDate(0, 0, -40)
	word := sign.Root{Archive: "Musterarchiv", RootKey: root.Public().String(), Issued: past, Expires: past.AddDate(0, 0, 30),
		Keys: []string{own.Public().String()}}
	envelope, err := sign.SealRoot(t.Context(), word, root, own)
	r.check(err)
	r.check(r.db.WithTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), "INSERT INTO archive_root (envelope, taken_at) VALUES (?, 1)", envelope)
		return err
	}))
	_, err = r.service.Refresh(t.Context(), r.url)
	r.check(err)
	j, _ := r.deliver("b.tar")
	if got := r.job(j.ID); got.State != queue.NeedsAdmin || !strings.Contains(got.Reason, "abgelaufen") {
		t.Fatalf("after the word has expired: %s %q", got.State, got.Reason)
	}
	r.word(root, own, 400, "")
	r.again(j.ID)
	if got := r.job(j.ID); got.State != queue.Done {
		t.Errorf("after it was renewed: %s %q", got.State, got.Reason)
	}
}

func TestTakeRoot_Refused(t *testing.T) {
	r := newRig(t)
	root, other := newRoot(t), newRoot(t)
	now := time.Now()
	own := r.config.Key
	seal := func(by *sign.Key, issued time.Time, days int, keys []string, more ...*sign.Key) []byte {
		raw, err := sign.SealRoot(t.Context(), sign.Root{Archive: "A", RootKey: by.Public().String(), Issued: issued,
			Expires: issued.AddDate(0, 0, days), Keys: keys}, append([]*sign.Key{by}, more...)...)
		r.check(err)
		return raw
	}
	mine := []string{own.Public().String()}
	take := func(raw []byte) error { _, err := archive.TakeRoot(t.Context(), r.archive.Admin, own, raw); return err }
	for name, raw := range map[string][]byte{"no word": []byte("{}"),
		"another key": seal(root, now, 400, []string{other.Public().String()}), "expired": seal(root, now.AddDate(0, 0, -40), 30, mine)} {
		if err := take(raw); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.check(take(seal(root, now, 400, mine)))
	if err := take(seal(other, now.Add(time.Minute), 400, mine)); failure.KindOf(err) != failure.Refused {
		t.Errorf("another root: %v", err)
	}
	r.check(take(seal(other, now.Add(time.Minute), 400, mine, root)))
	if _, err := archive.ReadRootRequest([]byte(`{"format":"laufzettel-root-request/1"}`)); failure.KindOf(err) != failure.Refused {
		t.Errorf("an empty request: %v", err)
	}
}
