package channel_test

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

var archiveApplicant = channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7", Program: "test"}

func refuseAll(context.Context, string, receipt.Manifest) (string, error) { return "METS fehlt", nil }

func TestKeys_RotationKeepsSending(t *testing.T) {
	r := newRig(t)
	before := r.enrol()
	first, _ := r.enqueue("eins.tar", content(1000))
	r.runOnce()
	key, err := r.service.Rotate(t.Context())
	r.check(err)
	peer, err := r.service.Peer(t.Context(), r.url)
	r.check(err)
	if key.ID == before.KeyID || peer.KeyID != key.ID || peer.State != "active" {
		t.Fatalf("after the rotation: key %s, peer %+v", key.ID, peer)
	}
	second, _ := r.enqueue("zwei.tar", content(2000))
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("sending with the new key: %+v, %+v", sum, r.job(second.ID))
	}
	all, err := r.receipts.List(t.Context(), receipt.Filter{})
	r.check(err)
	if len(all) != 2 || all[1].Receipt.Sequence != 2 || all[1].Receipt.Previous != all[0].ReceiptSHA512 || all[0].JobID != first.ID {
		t.Errorf("the receipts of one client do not chain over the rotation: %+v", all)
	}
	clients, err := r.archive.Clients(t.Context())
	if err != nil || len(clients) != 2 || clients[0].ID != clients[1].ID {
		t.Errorf("clients %+v, %v; want two keys of one client", clients, err)
	}
	r.config.Clock = func() time.Time { return time.Now().Add(sign.Overlap + time.Hour) }
	r.restartArchive()
	clients, err = r.archive.Clients(t.Context())
	if err != nil || clients[0].State != "retired" || clients[1].State != "active" {
		t.Errorf("after the overlap: %+v, %v", clients, err)
	}
}

func TestKeys_RotationGoesOnAfterABreak(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if strings.HasSuffix(q.URL.Path, "/rotation") {
			record(next, q) // it took place, but the answer is lost
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, q)
	})
	if _, err := r.service.Rotate(t.Context()); failure.KindOf(err) != failure.Transient {
		t.Fatalf("Rotate over a cut line: %v", err)
	}
	r.clear()
	key, err := r.service.Rotate(t.Context())
	r.check(err)
	keys, err := r.service.ListKeys(t.Context())
	if err != nil || len(keys) != 2 || keys[0].State != "retired" || keys[1].State != "active" || keys[1].ID != key.ID {
		t.Errorf("keys %+v, %v", keys, err)
	}
}

func TestKeys_RevokeEndsEverything(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.check(r.service.Revoke(t.Context()))
	clients, err := r.archive.Clients(t.Context())
	if err != nil || clients[0].State != "revoked" {
		t.Errorf("clients %+v, %v", clients, err)
	}
	job, _ := r.enqueue("paket.tar", content(10))
	r.runOnce()
	if j := r.job(job.ID); j.State != queue.NeedsAdmin || !strings.Contains(j.Reason, "gesperrt") {
		t.Errorf("job: %s %q", j.State, j.Reason)
	}
	if _, err := r.service.NewKey(t.Context()); err != nil {
		t.Errorf("a new key after the revocation: %v", err)
	}
}

func TestKeys_OnlyOneAndOnlyAskedFor(t *testing.T) {
	r := newRig(t)
	if _, err := r.service.Enrol(t.Context(), r.url, archiveApplicant); failure.KindOf(err) != failure.Setup {
		t.Errorf("Enrol without a key: %v", err)
	}
	r.enrol()
	if _, err := r.service.NewKey(t.Context()); failure.KindOf(err) != failure.Refused {
		t.Errorf("a second key: %v", err)
	}
	again, err := r.service.Enrol(t.Context(), r.url, archiveApplicant)
	if err != nil || again.State != "active" {
		t.Errorf("Enrol again: %+v, %v", again, err)
	}
}

func TestKeys_PassphraseFile(t *testing.T) {
	r := newRig(t)
	r.service.Keys = sign.AgeFiles{Dir: filepath.Join(r.root, "keys"), WorkFactor: 4,
		Passphrase: func() (string, error) { return "Demo", nil }}
	r.enrol()
	data := content(5000)
	_, path := r.enqueue("paket.tar", data)
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("RunOnce = %+v", sum)
	}
	r.delivered(path, data)
}

func TestArchiveKey_RotationIsFollowed(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.enqueue("eins.tar", content(1000))
	r.runOnce()
	next := newKey(t)
	r.config.PreviousKey, r.config.Key = r.config.Key, next
	r.restartArchive()
	second, path := r.enqueue("zwei.tar", content(2000))
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("after the archive's rotation: %+v, %+v", sum, r.job(second.ID))
	}
	peer, err := r.service.Peer(t.Context(), r.url)
	r.check(err)
	if peer.Fingerprint() != next.Public().Fingerprint() || len(peer.Trust.Keys) != 2 {
		t.Errorf("pinned: %+v", peer.Trust)
	}
	for _, file := range []string{filepath.Join(r.root, "eins.tar"), path} {
		v, err := receipt.VerifyFile(t.Context(), file+receipt.SuffixReceipt, peer.Trust)
		if err != nil || !v.OK() {
			t.Errorf("%s after the rotation: %+v, %v", filepath.Base(file), v.Checks, err)
		}
	}
}

func TestArchiveKey_AForeignArchiveIsNoticed(t *testing.T) {
	r := newRig(t)
	r.enrol()
	stranger := r.config
	stranger.Key, stranger.Dir = newKey(t), t.TempDir()
	r.config = stranger
	dir := r.dir
	r.dir = stranger.Dir
	r.restartArchive()
	r.dir = dir
	_, err := r.service.Enrol(t.Context(), r.url, archiveApplicant)
	if failure.KindOf(err) != failure.Damaged || !strings.Contains(failure.HintOf(err).In("de"), "anrufen") {
		t.Errorf("Enrol at an archive with another key: %v", err)
	}
}

func TestCheckURL(t *testing.T) {
	tests := map[string]string{
		"https://archiv.example":          "https://archiv.example",
		" https://archiv.example/prefix/": "https://archiv.example/prefix",
		"http://127.0.0.1:8080":           "http://127.0.0.1:8080",
		"http://localhost":                "http://localhost",
		"http://[::1]:80":                 "http://[::1]:80",
		"http://archiv.example":           "",
		"http://10.0.0.7":                 "",
		"archiv.example":                  "",
		"ftp://archiv.example":            "",
		"https://u:p@archiv.example":      "",
		"https://archiv.example/?a=1":     "",
	}
	for in, want := range tests {
		got, err := channel.CheckURL(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("CheckURL(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}
