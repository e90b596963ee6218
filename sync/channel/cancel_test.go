package channel_test

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/transfer/failure"
)

func TestCancel_WithdrawsAtTheArchive(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.runner.Poll = time.Millisecond // the heartbeat learns of it soon
	job, path := r.enqueue("paket.tar", content(5*chunk))
	asked := false
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodPatch && !asked {
			asked = true
			r.check(r.queue.Cancel(t.Context(), job.ID, time.Now()))
			body, err := io.ReadAll(q.Body) // only then the server notices who hangs up
			r.check(err)
			q.Body = io.NopCloser(bytes.NewReader(body))
			<-q.Context().Done() // the client lets go
		}
		next.ServeHTTP(w, q)
	})
	if sum := r.runOnce(); sum.Cancelled != 1 {
		t.Fatalf("RunOnce = %+v, job %+v", sum, r.job(job.ID))
	}
	if n := r.countPrefix("DELETE "); n != 1 {
		t.Errorf("%d withdrawals, want 1", n)
	}
	left, err := filepath.Glob(filepath.Join(r.dir, "uploads", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left at the archive: %v, %v", left, err)
	}
	r.notDelivered(path)
}

func TestProgress_IsReported(t *testing.T) {
	r := newRig(t)
	r.enrol()
	job, _ := r.enqueue("paket.tar", content(3*chunk))
	var seen []int64
	r.runner.Progress = func(id string, done, total int64) {
		if id != job.ID || total != 3*chunk {
			t.Errorf("progress of %s: %d of %d", id, done, total)
		}
		seen = append(seen, done)
	}
	r.runOnce()
	want := []int64{0, chunk, 2 * chunk, 3 * chunk}
	if len(seen) != len(want) {
		t.Fatalf("reported %v, want %v", seen, want)
	}
	for i := range want {
		if seen[i] != want[i] {
			t.Errorf("reported %v, want %v", seen, want)
		}
	}
}

func TestTLS_CertificatesOfBothSides(t *testing.T) {
	r := newRig(t) // its receiver, served a second time over TLS
	dir := t.TempDir()
	serverCert, serverKey := selfSigned(t, dir, "server")
	clientCert, clientKey := selfSigned(t, dir, "client")
	l, err := archive.Listen(archive.ListenOptions{Addr: "127.0.0.1:0", CertFile: serverCert, KeyFile: serverKey, ClientCAFile: clientCert})
	r.check(err)
	r.config.PublicURL = l.URL()
	r.restartArchive()
	stop := serve(t, l, r.handler)
	defer stop()
	try := func(o channel.TLSOptions) error {
		h, err := channel.NewHTTP(o)
		r.check(err)
		defer h.CloseIdleConnections()
		s := &channel.Service{DB: r.client, Keys: r.service.Keys, HTTP: h}
		_, err = s.Enrol(t.Context(), l.URL(), archiveApplicant)
		return err
	}
	_, err = r.service.NewKey(t.Context())
	r.check(err)
	if err := try(channel.TLSOptions{}); failure.KindOf(err) != failure.Setup {
		t.Errorf("with an unknown certificate: %v", err)
	}
	if err := try(channel.TLSOptions{CAFile: serverCert}); err == nil {
		t.Error("without a client certificate the archive let us in")
	}
	if err := try(channel.TLSOptions{CAFile: serverCert, CertFile: clientCert, KeyFile: clientKey}); err != nil {
		t.Errorf("with both certificates: %v", err)
	}
	for _, o := range []channel.TLSOptions{{CAFile: filepath.Join(dir, "nothing")}, {CAFile: serverKey},
		{CertFile: serverCert, KeyFile: clientKey}} {
		if _, err := channel.NewHTTP(o); failure.KindOf(err) != failure.Setup {
			t.Errorf("NewHTTP(%+v) = %v, want Setup", o, err)
		}
	}
}
