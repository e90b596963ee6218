package channel_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
)

// What a receiver of version 0.1.0 names, and what it cannot read.
const oldFeatures = `"features":["archived","letters","reading","retention","worklists"]`

var (
	features = regexp.MustCompile(`"features":\[[^\]]*\]`)
	tooNew   = []string{`"laufzettel-manifest/2"`, `"kind":"closure"`, `"kind":"order"`}
)

// oldReceiver is a receiver of version 0.1.0: it names no feature of a later revision,
// knows none of its addresses, gives none of its headers, and refuses its papers.
func oldReceiver(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil || strings.HasPrefix(q.URL.Path, "/v1/log/") {
			http.NotFound(w, q)
			return
		}
		if beyond(body) {
			w.Header().Set("Laufzettel-Problem", "envelope")
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		q.Body = io.NopCloser(bytes.NewReader(body))
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, q)
		for k, v := range rec.Header() {
			if !strings.HasPrefix(k, "Laufzettel-Proof") && !strings.HasPrefix(k, "Laufzettel-Consistency") {
				w.Header()[k] = v
			}
		}
		answer := rec.Body.Bytes()
		if q.URL.Path == "/v1/" {
			w.Header().Del("Content-Length")
			answer = features.ReplaceAll(answer, []byte(oldFeatures))
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(answer)
	})
}

// beyond reports whether a body is a paper of a later revision.
func beyond(body []byte) bool {
	var envelope struct {
		Payload string `json:"payload"`
	}
	if json.Unmarshal(body, &envelope) != nil {
		return false
	}
	payload, err := base64.StdEncoding.DecodeString(envelope.Payload)
	return err == nil && slices.ContainsFunc(tooNew, func(s string) bool { return strings.Contains(string(payload), s) })
}

// New client × old receiver, from enrolment over packages, letters and a new key to
// reading; then the receiver is renewed, and the client goes on without a question.
func TestOldReceiver_AndItsRenewal(t *testing.T) {
	r := newRig(t)
	r.handler.between(oldReceiver)
	r.enrol(archive.Roles()...)
	r.done("a.tar")
	for _, feature := range []string{"closure", "orders", "pieces", "proofs"} {
		if knows, err := r.service.Knows(t.Context(), r.url, feature); knows || err != nil {
			t.Errorf("the old receiver knows %s: %v", feature, err)
		}
	}
	r.check(os.WriteFile(filepath.Join(r.root, "b.xml"), []byte("<Aussonderung.Bewertungsverzeichnis.0502/>"), 0o600))
	j, err := channel.MessageJob("portion-1", channel.Order{Peer: r.url, Path: "b.xml", Kind: "xdomea-0502", Reference: "P1",
		MediaType: "application/xml"}, time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(t.Context(), j))
	if r.runOnce(); r.job(j.ID).State != queue.Done {
		t.Fatalf("%+v", r.job(j.ID))
	}
	_, err = r.service.Rotate(t.Context())
	r.check(err)
	r.done("c.tar")
	c, _, err := r.service.Client(t.Context(), r.url)
	r.check(err)
	all, _, err := c.Packages(t.Context(), "")
	if err != nil || len(all) != 2 {
		t.Fatalf("%d packages, %v", len(all), err)
	}
	to := filepath.Join(t.TempDir(), "geholt.tar")
	r.check(c.FetchPackage(t.Context(), all[0].ID, to, nil))

	r.handler.between(nil)
	r.service.HTTP.CloseIdleConnections()
	r.check(r.client.Close()) // begun anew: what a receiver can is asked every ten minutes
	r.openClient()
	if _, err := os.Stat(r.done("d.tar") + receipt.SuffixProof); err != nil {
		t.Errorf("the renewed receiver proves nothing: %v", err)
	}
	if w := r.seen(); w.Size != 4 {
		t.Errorf("%d receipts stand in its log, want all 4", w.Size)
	}
	got, err := r.receipts.List(t.Context(), receipt.Filter{})
	r.check(err)
	formats := make([]string, 0, len(got))
	for _, e := range got {
		formats = append(formats, e.Receipt.Format)
	}
	if want := []string{"laufzettel-quittung/1", "laufzettel-quittung/1", "laufzettel-quittung/1",
		"laufzettel-quittung/2"}; !slices.Equal(formats, want) {
		t.Errorf("%q, want %q", formats, want)
	}
}
