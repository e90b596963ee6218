package channel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
)

// send puts a file into the queue and sends it.
func (r *rig) send(name string, data []byte, o channel.Order, message bool) string {
	r.t.Helper()
	r.check(os.WriteFile(filepath.Join(r.root, name), data, 0o600))
	o.Peer, o.Path = r.url, name
	make := channel.UploadJob
	if message {
		make = channel.MessageJob
	}
	j, err := make("subject", o, time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(r.t.Context(), j))
	if sum := r.runOnce(); sum.Done != 1 {
		r.t.Fatalf("%s: %+v, %+v", name, sum, r.job(j.ID))
	}
	all, err := r.receipts.List(r.t.Context(), receipt.Filter{JobID: j.ID})
	r.check(err)
	if message {
		return ""
	}
	return all[0].Receipt.Uploads[0].UploadID
}

func TestWork_OutAndBack(t *testing.T) {
	r := newRig(t)
	r.enrol(archive.RoleDeliver, archive.RoleAppraise)
	ctx := t.Context()
	data := content(300_000)
	id := r.send("arbeit.tar", data, channel.Order{Kind: receipt.KindWork}, false)
	c, _, err := r.service.Client(ctx, r.url)
	r.check(err)
	r.check(c.Needs(ctx, "worklists"))
	if err := c.Needs(ctx, "magic"); failure.KindOf(err) != failure.Setup {
		t.Errorf("unknown feature: %v", err)
	}
	_, err = c.OpenWorklist(ctx, id, "Bauakten 1990", "Amt Musterstadt", 12, 7)
	r.check(err)
	all, next, err := c.Worklists(ctx, "")
	if err != nil || next != "" || len(all) != 1 || all[0].Title != "Bauakten 1990" || all[0].Open != 7 {
		t.Fatalf("Worklists = %+v, %v", all, err)
	}
	l, err := c.Lease(ctx, id, "M. Ahrens", 14, channel.ForAppraisal)
	if err != nil || l.Person != "M. Ahrens" {
		t.Fatalf("Lease = %+v, %v", l, err)
	}
	to := filepath.Join(t.TempDir(), "arbeit.tar")
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
		_, _ = w.Write(rec.Body.Bytes()[:100_000])
		panic(http.ErrAbortHandler)
	})
	if err := c.FetchWork(ctx, id, to, nil); failure.KindOf(err) != failure.Transient {
		t.Fatalf("over a cut line: %v", err)
	}
	r.clear()
	r.check(c.FetchWork(ctx, id, to, nil))
	if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, data) {
		t.Errorf("fetched %d bytes, %v", len(got), err)
	}
	body := []byte(`{"object":"c1","act":"decide","rating":"A","actor":"M. Ahrens","at":"2026-11-21T09:00:00Z"}`)
	sum := sha256.Sum256(append([]byte("laufzettel-statement\x00"), body...))
	sid := hex.EncodeToString(sum[:])
	msg, err := json.Marshal(map[string]any{"format": channel.FormatDecisions, "statements": []map[string]any{{"id": sid, "body": body}}})
	r.check(err)
	r.send("entscheidungen.json", msg, channel.Order{Kind: channel.KindDecisions, Reference: id}, true)
	got, more, err := c.Decisions(ctx, id, 0)
	if err != nil || more || len(got) != 1 || got[0].ID != sid || !bytes.Equal(got[0].Body, body) || got[0].Proposal {
		t.Errorf("Decisions = %+v, %v", got, err)
	}
	r.check(c.ReturnLease(ctx, id))
	r.check(c.CloseWorklist(ctx, id))
	if _, err := c.Lease(ctx, id, "M. Ahrens", 14, channel.ForAppraisal); failure.KindOf(err) != failure.Refused {
		t.Errorf("lease of a closed list: %v", err)
	}
}

// Decisions about a work list the archive does not know wait for a person; they
// are not tried for ever.
func TestWork_DecisionsOfAnUnknownList(t *testing.T) {
	r := newRig(t)
	r.enrol(archive.RoleAppraise)
	r.check(os.WriteFile(filepath.Join(r.root, "e.json"), []byte(`{"format":"laufzettel-decisions/1","statements":[]}`), 0o600))
	j, err := channel.MessageJob("w", channel.Order{Peer: r.url, Path: "e.json", Kind: channel.KindDecisions, Reference: "FEHLT"},
		time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(t.Context(), j))
	if sum := r.runOnce(); sum.NeedsUser != 1 {
		t.Errorf("%+v, %+v", sum, r.job(j.ID))
	}
}

func TestReading_SecondReaderIsTold(t *testing.T) {
	r, other := newRig(t), newRig(t)
	r.enrol(archive.RoleDeliver, archive.RoleRead)
	id := r.send("norm.tar", content(5000), channel.Order{Kind: "aip", Exclusive: true}, false)
	other.url = r.url // a second workspace at the same archive
	_, err := other.service.NewKey(t.Context())
	r.check(err)
	p, err := other.service.Enrol(t.Context(), r.url, channel.Applicant{Office: "Lesesaal", Host: "pc-8"})
	r.check(err)
	_, err = archivetest.Confirm(t.Context(), r.archive, p.Code, archive.RoleRead)
	r.check(err)
	first, _, err := r.service.Client(t.Context(), r.url)
	r.check(err)
	second, _, err := other.service.Client(t.Context(), r.url)
	r.check(err)
	to := filepath.Join(t.TempDir(), "norm.tar")
	if err := first.FetchPackage(t.Context(), id, to, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("without a lease: %v", err)
	}
	_, err = first.BeginReading(t.Context(), id, "K. Lorenz", 30, "")
	r.check(err)
	r.check(first.FetchPackage(t.Context(), id, to, nil))
	_, err = second.BeginReading(t.Context(), id, "B. Moser", 30, "")
	if hint := failure.HintOf(err).In("de"); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(hint, "K. Lorenz (Amt Musterstadt)") || !strings.Contains(hint, "bis ") {
		t.Errorf("the second reader is told %q, %v", hint, err)
	}
	all, _, err := second.Packages(t.Context(), "")
	if err != nil || !all[0].Exclusive || all[0].Reading == nil {
		t.Errorf("Packages = %+v, %v", all, err)
	}
	r.check(first.EndReading(t.Context(), id))
	_, err = second.BeginReading(t.Context(), id, "B. Moser", 30, "")
	r.check(err)
	if err := second.FetchPackage(t.Context(), strings.Repeat("A", 26), to+"2", nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("fetch of nothing: %v", err)
	}
}

func TestLetters_ThereAndVerified(t *testing.T) {
	r := newRig(t)
	p := r.enrol()
	for i := range 3 {
		r.send(fmt.Sprintf("0504-%d.xml", i), fmt.Appendf(nil, "<x n='%d'/>", i),
			channel.Order{Kind: "xdomea-0504", Reference: "P1", To: p.Client}, true)
	}
	c, _, err := r.service.Client(t.Context(), r.url)
	r.check(err)
	all, more, err := c.Letters(t.Context(), 1)
	if err != nil || more || len(all) != 2 || all[0].Name != "0504-1.xml" {
		t.Fatalf("Letters = %+v, %v", all, err)
	}
	m, _, err := c.Letter(t.Context(), all[0])
	if err != nil || string(m.Content) != "<x n='1'/>" || m.Kind != "xdomea-0504" {
		t.Errorf("Letter = %+v, %v", m, err)
	}
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		rec := record(next, q)
		w.Header().Set("Laufzettel-Key", newKey(t).Public().String())
		_, _ = w.Write(rec.Body.Bytes())
	})
	if _, _, err := c.Letter(t.Context(), all[0]); failure.KindOf(err) != failure.Damaged {
		t.Errorf("letter under a foreign key: %v", err)
	}
}

// A reader is told that a package is closed; the number of a granted application opens
// it, and does not travel itself.
func TestReading_ClosedPackages(t *testing.T) {
	r, other := newRig(t), newRig(t)
	r.enrol(archive.RoleDeliver)
	id := r.send("akte.tar", content(5000), channel.Order{Kind: "aip"}, false)
	other.url = r.url
	_, err := other.service.NewKey(t.Context())
	r.check(err)
	p, err := other.service.Enrol(t.Context(), r.url, channel.Applicant{Office: "Lesesaal", Host: "pc-8"})
	r.check(err)
	_, err = archivetest.Confirm(t.Context(), r.archive, p.Code, archive.RoleRead)
	r.check(err)
	said := fmt.Sprintf(
		`{"format":%q,"packages":[{"upload_id":%q,"grade":"object","until":"2099-12-31","grants":[{"id":%q}]}],"person":"M. Ahrens","time":"2026-11-21T09:00:00Z"}`,
		channel.FormatClosure, id, channel.GrantID(id, " Az. 4711 "))
	r.check(os.WriteFile(filepath.Join(r.root, "frist.json"), []byte(said), 0o600))
	j, err := channel.MessageJob("frist", channel.Order{Peer: r.url, Path: "frist.json", Kind: channel.KindClosure, Reference: id},
		time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(t.Context(), j))
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("%+v, %+v", sum, r.job(j.ID))
	}
	c, _, err := other.service.Client(t.Context(), r.url)
	r.check(err)
	all, _, err := c.Packages(t.Context(), "")
	if err != nil || len(all) != 1 || all[0].Closure == nil || all[0].Closure.Until != "2099-12-31" {
		t.Errorf("listing %+v, %v", all, err)
	}
	to := filepath.Join(t.TempDir(), "akte.tar")
	closed := func(what string, err error) {
		t.Helper()
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).String(), "geschlossen") {
			t.Errorf("%s: %v", what, err)
		}
	}
	closed("fetching", c.FetchPackage(t.Context(), id, to, nil))
	_, err = c.BeginReading(t.Context(), id, "K. Lorenz", 30, channel.GrantID(id, "Az. 4712"))
	closed("another number", err)
	_, err = c.BeginReading(t.Context(), id, "K. Lorenz", 30, channel.GrantID(id, "Az. 4711"))
	r.check(err)
	r.check(c.FetchPackage(t.Context(), id, to, nil))
}
