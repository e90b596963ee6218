package archive_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// lazily is a body that is made when somebody reads it.
type lazily struct {
	make func() []byte
	r    io.Reader
}

func (l *lazily) Read(p []byte) (int, error) {
	if l.r == nil {
		l.r = bytes.NewReader(l.make())
	}
	return l.r.Read(p)
}

func (l *lazily) Close() error { return nil }

// TestS6_HundredThousandEnrolments: as fast as strangers may, they ask; an invited
// office gets in among them, and what it asked for is still there at the end.
func TestS6_HundredThousandEnrolments(t *testing.T) {
	if st, err := os.Stat("/dev/shm"); err == nil && st.IsDir() {
		t.Setenv("TMPDIR", "/dev/shm") // a thousand syncs of a disk are not what is tested
	}
	clock := &manualClock{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	first := newKey(t)
	b.applyWith(first, "Amt Anfang", "").is(t, "the first stranger", http.StatusAccepted, "")
	in, err := b.a.Invite(t.Context(), "Amt Musterstadt")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]int{}
	flood := func(n int) {
		for range n {
			clock.Add(1100 * time.Microsecond)
			body := &lazily{make: func() []byte {
				env, err := sign.SealEnrolment(t.Context(), sign.Enrolment{Office: "Amt Flut", Host: "pc"}, newKey(t))
				if err != nil {
					t.Fatal(err)
				}
				return env
			}}
			w := httptest.NewRecorder()
			b.a.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/enrolments", body))
			counts[w.Code]++
		}
	}
	flood(50_000)
	got := b.applyWith(b.key, "Amt  MUSTERSTADT", in.Code)
	got.is(t, "a name with two blanks", http.StatusUnprocessableEntity, "envelope")
	clock.Add(2 * time.Second)
	got = b.applyWith(b.key, "Amt Musterstadt", in.Code)
	got.is(t, "the invited office", http.StatusAccepted, "")
	flood(50_000)
	if counts[http.StatusAccepted] < 1050 || counts[http.StatusTooManyRequests] < 90_000 || len(counts) != 2 {
		t.Errorf("answers to the flood: %v", counts)
	}
	all, err := b.a.Clients(t.Context())
	if err != nil || len(all) != 1001 {
		t.Fatalf("%d enrolments wait, %v; want 1000 of strangers and the invited one", len(all), err)
	}
	for _, c := range all {
		if c.KeyID == first.ID() {
			t.Error("the oldest stranger made no room")
		}
	}
	var answer struct{ Code string }
	if err := json.Unmarshal(got.body, &answer); err != nil {
		t.Fatal(err)
	}
	c, err := b.a.Confirm(t.Context(), answer.Code, archive.Consent{Fingerprint: b.key.Public().Fingerprint()})
	if err != nil || c.Office != "Amt Musterstadt" || c.State != "active" {
		t.Errorf("the invited office: %+v, %v", c, err)
	}
	clock.Add(8 * 24 * time.Hour) // all codes are over
	for i := range 11 {
		clock.Add(time.Second)
		b.applyWith(newKey(t), "Amt Nachher", "").is(t, "afterwards", http.StatusAccepted, "")
		if all, err = b.a.Clients(t.Context()); err != nil || i == 10 && len(all) != 12 {
			t.Errorf("%d keys are left, %v", len(all), err)
		}
	}
}

func TestS6_Invitations(t *testing.T) {
	clock := &manualClock{now: time.Now()}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	in, err := b.a.Invite(t.Context(), "Amt Musterstadt")
	if err != nil || len(strings.ReplaceAll(in.Code, "-", "")) != 16 {
		t.Fatalf("Invite = %+v, %v", in, err)
	}
	next := func() { clock.Add(2 * time.Second) }
	other := newKey(t)
	b.applyWith(other, "Amt Beispielstadt", in.Code).is(t, "another office", http.StatusForbidden, "invitation")
	next()
	b.applyWith(other, "Amt Musterstadt", "AAAA-BBBB-CCCC-DDDD").is(t, "no invitation", http.StatusForbidden, "invitation")
	next()
	b.applyWith(b.key, "Amt Musterstadt", strings.ToLower(in.Code)).is(t, "the invited", http.StatusAccepted, "")
	next()
	b.applyWith(b.key, "Amt Musterstadt", in.Code).is(t, "the invited again", http.StatusAccepted, "")
	next()
	b.applyWith(other, "Amt Musterstadt", in.Code).is(t, "another key", http.StatusForbidden, "invitation")
	late, err := b.a.Invite(t.Context(), "Amt Spät")
	if err != nil {
		t.Fatal(err)
	}
	clock.Add(31 * 24 * time.Hour)
	b.applyWith(other, "Amt Spät", late.Code).is(t, "a month later", http.StatusForbidden, "invitation")
	if _, err := b.a.Invite(t.Context(), "Amt\u202eB"); failure.KindOf(err) != failure.Refused {
		t.Errorf("a name nobody may bear was invited: %v", err)
	}
}

// TestS6_NothingStaysOfRejected: rejected, or revoked by themselves before anybody
// confirmed them, strangers leave no row behind.
func TestS6_NothingStaysOfRejected(t *testing.T) {
	b := newBench(t, nil)
	code := b.apply(b.key)
	if err := b.a.Reject(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	if _, err := b.a.Lookup(t.Context(), code); failure.KindOf(err) != failure.Refused {
		t.Errorf("a rejected code: %v", err)
	}
	b.request(b.key, http.MethodGet, "/v1/key", nil, nil, nil).is(t, "a rejected key", http.StatusUnauthorized, "key-unknown")
	b.apply(b.key)
	if err := b.a.Reject(t.Context(), b.key.ID()); err != nil {
		t.Error(err)
	}
	b.apply(b.key)
	b.request(b.key, http.MethodPost, "/v1/keys/revocation", nil, nil, nil).is(t, "revoked by itself", http.StatusNoContent, "")
	if all, err := b.a.Clients(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("left: %+v, %v", all, err)
	}
	b.enrol(b.key)
	if err := b.a.Reject(t.Context(), b.key.ID()); failure.KindOf(err) != failure.Refused {
		t.Errorf("an active key was rejected: %v", err)
	}
}

// TestS7_NothingIsActiveBeforeItWasCompared walks through what a clerk of the archive
// may type in a hurry.
func TestS7_NothingIsActiveBeforeItWasCompared(t *testing.T) {
	b := newBench(t, nil)
	ask := func(key *sign.Key, office string) string {
		t.Helper()
		got := b.applyWith(key, office, "")
		got.is(t, "enrolment of "+office, http.StatusAccepted, "")
		var a struct{ Code string }
		if err := json.Unmarshal(got.body, &a); err != nil {
			t.Fatal(err)
		}
		return a.Code
	}
	b.enrol(b.key) // Amt Musterstadt
	print := func(k *sign.Key) string { return k.Public().Fingerprint() }
	second, twin, own := newKey(t), newKey(t), newKey(t)
	refused := func(what, code string, c archive.Consent, says ...string) {
		t.Helper()
		_, err := b.a.Confirm(t.Context(), code, c)
		if failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", what, err)
		}
		for _, s := range says {
			if !strings.Contains(failure.HintOf(err).In("de"), s) {
				t.Errorf("%s: %q does not say %q", what, failure.HintOf(err).In("de"), s)
			}
		}
		all, err := b.a.Clients(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range all {
			if k.State == "active" && k.KeyID != b.key.ID() {
				t.Fatalf("%s: %s is active", what, k.Office)
			}
		}
	}
	code := ask(second, "AMT musterstadt")
	refused("nothing compared", code, archive.Consent{}, print(second), "AMT musterstadt", "schon vergeben", "Amt Musterstadt", "pc-7")
	refused("nothing compared, joining", code, archive.Consent{Join: true}, print(second))
	refused("another fingerprint", code, archive.Consent{Fingerprint: print(twin), Join: true}, print(second))
	refused("a taken name", code, archive.Consent{Fingerprint: print(second)}, "--join", "Amt Musterstadt")
	alike := ask(twin, "Amt Mustersladt")
	refused("a look-alike, nothing compared", alike, archive.Consent{}, "ähnliche Namen", "Amt Musterstadt", print(twin))
	refused("joining nobody", alike, archive.Consent{Fingerprint: print(twin), Join: true}, "--join passt nicht")
	if c, err := b.a.Confirm(t.Context(), code, archive.Consent{Fingerprint: strings.ToLower(print(second)), Join: true}); err != nil ||
		c.State != "active" {
		t.Errorf("one more machine of the office: %+v, %v", c, err)
	}
	if c, err := b.a.Confirm(t.Context(), ask(own, "Amt Beispielstadt"), archive.Consent{Fingerprint: print(own)}); err != nil ||
		c.State != "active" {
		t.Errorf("a free name: %+v, %v", c, err)
	}
	for _, name := range []string{"Amt\x1b[31mB", "Аmt B", "Amt  B", "Amt\u200bB", " Amt B", ""} {
		got := b.applyWith(newKey(t), name, "")
		if got.code != "envelope" {
			t.Errorf("enrolment as %q: %d %s", name, got.status, got.code)
		}
	}
}
