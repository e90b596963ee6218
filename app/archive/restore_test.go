package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"laufzettel/sync/archive"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
)

// TestDistributed_BackupIsRestored: dump, then mirror, while the receiver runs and
// an upload is half way. The restored archive holds every receipted package; the
// upload goes on from the beginning, since a backup has no parts; what was receipted
// after the backup is noticed by its client.
func TestDistributed_BackupIsRestored(t *testing.T) {
	distributed(t)
	db, objects, keys := startPostgres(t), startMinio(t), filepath.Join(t.TempDir(), "keys")
	if code, _, errs := call(t, "key", "new", "--keys", keys); code != 0 {
		t.Fatalf("key new: %d %s", code, errs)
	}
	f := newFront(t)
	first := startReceiver(t, db, objects.store, keys, f.URL)
	f.lead(t, first)
	c := newClient(t, f.URL)
	c.enrol(db)
	sent := map[string][]byte{"eins.tar": content(9 << 20), "zwei.tar": content(3000)}
	for name, data := range sent {
		if j := c.settle(c.enqueue(name, "delivery", data).ID); j.State != queue.Done {
			t.Fatalf("%s: %s %q (%s)", name, j.State, j.Reason, j.Detail)
		}
	}
	var mu sync.Mutex
	patches := 0
	f.before = func(method string) {
		mu.Lock()
		defer mu.Unlock()
		if method == http.MethodPatch {
			if patches++; patches == 5 {
				_ = first.cmd.Process.Kill()
			}
		}
	}
	data := content(41<<20 + 7)
	half := c.enqueue("halb.tar", "delivery", data)
	_, err := c.runner.RunOnce(t.Context())
	must(t, err)
	f.before = nil
	half, err = c.queue.Get(t.Context(), half.ID)
	if err != nil || half.State != queue.Retry {
		t.Fatalf("the upload was not interrupted: %s %q, %v", half.State, half.Reason, err)
	}

	store := ""
	restored := dumpAndRestore(t, db, func() { store = objects.mirror(t, "pakete", "sicherung") })
	check := func(wantCode int) archive.Inventory {
		t.Helper()
		code, out, errs := call(t, "check", "--store", store, "--db", restored)
		var inv archive.Inventory
		if err := json.Unmarshal([]byte(out), &inv); err != nil || code != wantCode || !strings.Contains(errs, "Pakete unverändert") {
			t.Fatalf("check: %d %s %s, %v; want %d", code, out, errs, err, wantCode)
		}
		return inv
	}
	if inv := check(0); inv.Packages != 2 || inv.Receipts != 2 {
		t.Errorf("the restored archive: %+v", inv)
	}
	second := startReceiver(t, restored, store, keys, f.URL)
	f.lead(t, second)
	if half = c.settle(half.ID); half.State != queue.Done {
		t.Fatalf("the interrupted upload: %s %q (%s)", half.State, half.Reason, half.Detail)
	}
	held, err := c.receipts.List(t.Context(), receipt.Filter{JobID: half.ID})
	if err != nil || len(held) != 1 || held[0].Receipt.Sequence != 3 {
		t.Fatalf("receipts %+v, %v", held, err)
	}
	compare(t, restored, store, held[0].Receipt.Uploads[0].UploadID, data)
	if inv := check(0); inv.Packages != 3 || inv.Receipts != 3 {
		t.Errorf("after it went on: %+v", inv)
	}
	all, err := c.receipts.List(t.Context(), receipt.Filter{})
	if err != nil || len(all) != 3 {
		t.Fatalf("%d receipts, %v", len(all), err)
	}
	peer, err := c.service.Peer(t.Context(), f.URL)
	must(t, err)
	for _, e := range all {
		v, err := receipt.VerifyFile(t.Context(), filepath.Join(c.root, e.Path+receipt.SuffixReceipt), peer.Trust)
		if err != nil || !v.OK() {
			t.Errorf("receipt %d does not verify offline: %+v, %v", e.Receipt.Sequence, v.Checks, err)
		}
	}

	id := held[0].Receipt.Uploads[0].UploadID
	_, err = objects.client.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: aws.String("sicherung"),
		Key: aws.String("archiv/packages/" + id)})
	must(t, err)
	if inv := check(1); !slices.Equal(inv.Missing, []string{id}) || inv.Packages != 2 {
		t.Errorf("a lost package: %+v", inv)
	}
}
