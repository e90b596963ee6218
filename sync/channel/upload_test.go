package channel_test

import (
	"testing"

	"laufzettel/sync/queue"
)

func TestSend_FromEnrolmentToVerifiedReceipt(t *testing.T) {
	r := newRig(t)
	peer := r.enrol()
	if peer.State != "active" || peer.Fingerprint() != r.key.Public().Fingerprint() {
		t.Fatalf("enrolled as %+v", peer)
	}
	data := content(300_000)
	job, path := r.enqueue("paket.tar", data)
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("RunOnce = %+v; job %+v", sum, r.job(job.ID))
	}
	if j := r.job(job.ID); j.State != queue.Done || j.Done != int64(len(data)) || j.Attempt != 1 {
		t.Errorf("job after sending: %+v", j)
	}
	r.delivered(path, data)
	if len(r.stored) != 1 || r.stored[0] != "P-paket.tar" {
		t.Errorf("OnReceipt was called for %v", r.stored)
	}
}
