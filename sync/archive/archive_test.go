package archive_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a receiver with an enrolled key, spoken to over plain HTTP requests
// written by hand, so that it is tested against protocol.md and not against our
// client.
type bench struct {
	t      *testing.T
	a      *archive.Archive
	srv    *httptest.Server
	config archive.Config
	key    *sign.Key
	own    *sign.Key
}

func newBench(t *testing.T, change func(*archive.Config)) *bench {
	t.Helper()
	b := &bench{t: t, key: newKey(t), own: newKey(t)}
	dir := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(dir, "a.db"), store.Room{Name: archive.Room, Migrations: archive.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	b.srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.a.ServeHTTP(w, r) }))
	b.config = archive.Config{Dir: dir, DB: db, Name: "Musterarchiv", PublicURL: "http://" + b.srv.Listener.Addr().String(), Key: b.own}
	if change != nil {
		change(&b.config)
	}
	if b.a, err = archive.New(t.Context(), b.config); err != nil {
		t.Fatal(err)
	}
	b.srv.Start()
	t.Cleanup(func() {
		b.srv.Client().CloseIdleConnections()
		b.srv.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func newKey(t *testing.T) *sign.Key {
	t.Helper()
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

type answer struct {
	status int
	code   string
	header http.Header
	body   []byte
}

// request makes a signed request; change (may be nil) tampers after signing.
func (b *bench) request(key *sign.Key, method, path string, header map[string]string, body []byte, change func(*http.Request)) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.config.PublicURL+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	sign.SetContentDigest(req.Header, body)
	if key != nil {
		if err := sign.SignRequest(req, key, sign.NewNonce()); err != nil {
			b.t.Fatal(err)
		}
	}
	if change != nil {
		change(req)
	}
	// The public address may be a proxy's; the bytes go to the server.
	req.Host = ""
	req.URL.Scheme, req.URL.Host = "http", b.srv.Listener.Addr().String()
	return b.send(req)
}

func (b *bench) send(req *http.Request) answer {
	b.t.Helper()
	resp, err := b.srv.Client().Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	a := answer{status: resp.StatusCode, header: resp.Header, body: data}
	if resp.Header.Get("Content-Type") == "application/problem+json" {
		var p struct {
			Type, Title, Detail, Code string
			Status                    int
		}
		if err := json.Unmarshal(data, &p); err != nil || p.Status != resp.StatusCode || p.Type != "urn:laufzettel:problem:"+p.Code ||
			p.Title == "" {
			if req.Method != http.MethodHead {
				b.t.Errorf("no problem of RFC 9457: %s (%v)", data, err)
			}
		}
		a.code = resp.Header.Get("Laufzettel-Problem")
		if p.Code != a.code && req.Method != http.MethodHead {
			b.t.Errorf("header says %q, body %q", a.code, p.Code)
		}
	}
	return a
}

func (a answer) is(t *testing.T, what string, status int, code string) {
	t.Helper()
	if a.status != status || a.code != code {
		t.Errorf("%s: %d %q, want %d %q; %s", what, a.status, a.code, status, code, a.body)
	}
}

// enrol enrols a key and has it confirmed with roles.
func (b *bench) enrol(key *sign.Key, roles ...archive.Role) {
	b.t.Helper()
	code := b.apply(key)
	if _, err := archivetest.Confirm(b.t.Context(), b.a, code, roles...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) apply(key *sign.Key) string {
	b.t.Helper()
	env, err := sign.SealEnrolment(b.t.Context(), sign.Enrolment{Office: "Amt Musterstadt", Host: "pc-7", Created: time.Now()}, key)
	if err != nil {
		b.t.Fatal(err)
	}
	got := b.request(nil, http.MethodPost, "/v1/enrolments", nil, env, nil)
	got.is(b.t, "enrolment", http.StatusAccepted, "")
	var body struct {
		Code, Fingerprint, State string
		Trust                    []byte
	}
	if err := json.Unmarshal(got.body, &body); err != nil || body.Fingerprint != key.Public().Fingerprint() || body.State != "pending" {
		b.t.Fatalf("enrolment answer %s, %v", got.body, err)
	}
	if _, err := sign.OpenFirstTrust(b.t.Context(), body.Trust); err != nil {
		b.t.Errorf("trust in the answer: %v", err)
	}
	return body.Code
}

// parcel is an upload in hand.
type parcel struct {
	data     []byte
	envelope []byte
	hash, id string
}

func (b *bench) parcel(key *sign.Key, data []byte) parcel {
	b.t.Helper()
	sum := sha512.Sum512(data)
	m := receipt.Manifest{ID: sign.NewNonce(), Created: time.Now().UTC(), Kind: "aip", Name: "paket.tar", Size: int64(len(data)),
		SHA512: hex.EncodeToString(sum[:])}
	env, err := m.Seal(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	return parcel{data: data, envelope: env, hash: sign.HashEnvelope(env)}
}

func creation(p parcel) map[string]string {
	return map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": fmt.Sprint(len(p.data)), "Upload-Metadata": "manifest " +
		base64.StdEncoding.EncodeToString([]byte(p.hash))}
}

func patching(offset int) map[string]string {
	return map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": fmt.Sprint(offset),
		"Content-Type": "application/offset+octet-stream"}
}

func (b *bench) create(key *sign.Key, data []byte) parcel {
	b.t.Helper()
	p := b.parcel(key, data)
	b.request(key, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(b.t, "manifest", http.StatusCreated, "")
	got := b.request(key, http.MethodPost, "/v1/uploads", creation(p), nil, nil)
	got.is(b.t, "creation", http.StatusCreated, "")
	p.id = strings.TrimPrefix(got.header.Get("Location"), b.config.PublicURL+"/v1/uploads/")
	return p
}

func TestUpload_ByHand(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	p := b.create(b.key, []byte("Hallo Magazin, hier ein Paket."))
	b.request(b.key, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(t, "manifest again", http.StatusOK, "")
	again := b.request(b.key, http.MethodPost, "/v1/uploads", creation(p), nil, nil)
	if !strings.HasSuffix(again.header.Get("Location"), p.id) {
		t.Errorf("creation again gave %q, want the same upload", again.header.Get("Location"))
	}
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil).is(t, "receipt too soon", http.StatusConflict,
		"incomplete")
	first := b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data[:10], nil)
	first.is(t, "first chunk", http.StatusNoContent, "")
	if first.header.Get("Upload-Offset") != "10" {
		t.Errorf("Upload-Offset %q", first.header.Get("Upload-Offset"))
	}
	head := b.request(b.key, http.MethodHead, "/v1/uploads/"+p.id, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil)
	sum := sha512.Sum512(p.data[:10])
	if head.header.Get("Upload-Offset") != "10" || head.header.Get("Upload-Length") != fmt.Sprint(len(p.data)) ||
		head.header.Get("Laufzettel-Stored-Digest") != sign.FormatDigest(sum[:]) || head.header.Get("Cache-Control") != "no-store" {
		t.Errorf("HEAD: %v", head.header)
	}
	wrong := b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data[:10], nil)
	wrong.is(t, "chunk again", http.StatusConflict, "offset")
	if wrong.header.Get("Upload-Offset") != "10" {
		t.Errorf("409 names offset %q", wrong.header.Get("Upload-Offset"))
	}
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(10), p.data[10:], nil).is(t, "second chunk", http.StatusNoContent, "")
	var last []byte
	for i := range 3 {
		got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
		got.is(t, "receipt", http.StatusOK, "")
		if i > 0 && !bytes.Equal(last, got.body) {
			t.Error("the receipt is not the same bytes each time")
		}
		last = got.body
	}
	r, err := receipt.OpenWith(t.Context(), last, b.own.Public())
	if err != nil || r.State != receipt.Accepted || r.Sequence != 1 || r.ManifestSHA512 != p.hash {
		t.Errorf("receipt %+v, %v", r, err)
	}
	b.request(b.key, http.MethodDelete, "/v1/uploads/"+p.id, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil).is(t,
		"delete after the receipt", http.StatusConflict, "finished")
	if got, err := os.ReadFile(filepath.Join(b.config.Dir, "packages", p.id[:2], p.id)); err != nil || !bytes.Equal(got, p.data) {
		t.Errorf("stored %q, %v", got, err)
	}
}

func TestAttacks(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	thief, pending, revoked, other := newKey(t), newKey(t), newKey(t), newKey(t)
	b.apply(pending)
	b.enrol(revoked)
	b.enrol(other)
	if err := b.a.Revoke(t.Context(), revoked.ID()); err != nil {
		t.Fatal(err)
	}
	p := b.create(b.key, bytes.Repeat([]byte("x"), 100))
	address := "/v1/uploads/" + p.id
	chunk := p.data[:50]
	set := func(k, v string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(k, v) } }
	tests := []struct {
		name   string
		key    *sign.Key
		method string
		path   string
		header map[string]string
		body   []byte
		change func(*http.Request)
		status int
		code   string
	}{
		{"no signature", nil, "PATCH", address, patching(0), chunk, nil, 401, "signature-missing"},
		{"foreign key", thief, "PATCH", address, patching(0), chunk, nil, 401, "key-unknown"},
		{"pending key", pending, "PATCH", address, patching(0), chunk, nil, 403, "key-pending"},
		{"revoked key", revoked, "PATCH", address, patching(0), chunk, nil, 401, "key-revoked"},
		{"other client's upload", other, "PATCH", address, patching(0), chunk, nil, 404, "not-found"},
		{"other client's receipt", other, "GET", address + "/receipt", nil, nil, nil, 404, "not-found"},
		{"other client's manifest", other, "POST", "/v1/uploads", creation(p), nil, nil, 404, "manifest-unknown"},
		{"body changed", b.key, "PATCH", address, patching(0), chunk, func(r *http.Request) {
			r.Body = io.NopCloser(bytes.NewReader(bytes.Repeat([]byte("y"), 50)))
		}, 400, "digest-mismatch"},
		{"digest and body changed", b.key, "PATCH", address, patching(0), chunk, func(r *http.Request) {
			other := bytes.Repeat([]byte("y"), 50)
			sign.SetContentDigest(r.Header, other)
			r.Body = io.NopCloser(bytes.NewReader(other))
		}, 401, "signature-wrong"},
		{"digest removed before signing", b.key, "PATCH", address, patching(0), nil, func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(chunk)), 50
		}, 400, "digest-missing"},
		{"offset changed", b.key, "PATCH", address, patching(0), chunk, set("Upload-Offset", "5"), 401, "signature-wrong"},
		{"offset removed", b.key, "PATCH", address, patching(0), chunk, func(r *http.Request) { r.Header.Del("Upload-Offset") }, 401,
			"signature-wrong"},
		{"query added", b.key, "PATCH", address, patching(0), chunk, func(r *http.Request) { r.URL.RawQuery = "a=1" }, 401,
			"signature-wrong"},
		{"path changed", b.key, "PATCH", address, patching(0), chunk,
			func(r *http.Request) { r.URL.Path = "/v1/uploads/" + strings.Repeat("A", 26) }, 401, "signature-wrong"},
		{"method override", b.key, "POST", address, patching(0), chunk, set("X-Http-Method-Override", "PATCH"), 400, "bad-request"},
		{"empty chunk", b.key, "PATCH", address, patching(0), nil, nil, 400, "bad-request"},
		{"offset ahead", b.key, "PATCH", address, patching(51), chunk, nil, 409, "offset"},
		{"more than announced", b.key, "PATCH", address, patching(0), bytes.Repeat([]byte("x"), 101), nil, 413, "chunk-too-large"},
		{"chunk above the limit", b.key, "PATCH", address, patching(0), make([]byte, archive.MaxChunk+1), nil, 413, "chunk-too-large"},
		{"no tus version", b.key, "PATCH", address, map[string]string{"Upload-Offset": "0",
			"Content-Type": "application/offset+octet-stream"}, chunk, nil, 412, "tus-version"},
		{"wrong media type", b.key, "PATCH", address, map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": "0",
			"Content-Type": "text/plain"}, chunk, nil, 415, "media-type"},
		{"negative offset", b.key, "PATCH", address, map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": "-1",
			"Content-Type": "application/offset+octet-stream"}, chunk, nil, 400, "bad-request"},
		{"path trick in the id", b.key, "HEAD", "/v1/uploads/..%2F..%2Fa.db", map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil, 404,
			"not-found"},
		{"upload without manifest", b.key, "POST", "/v1/uploads", map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": "5"}, nil,
			nil, 404, "manifest-unknown"},
		{"length is not the manifest's", b.key, "POST", "/v1/uploads",
			map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": "5", "Upload-Metadata": creation(p)["Upload-Metadata"]}, nil, nil,
			422, "manifest"},
		{"body at creation", b.key, "POST", "/v1/uploads", creation(p), []byte("x"), nil, 413, "too-large"},
		{"manifest under another hash", b.key, "PUT", "/v1/manifests/" + strings.Repeat("0", 128), nil, p.envelope, nil, 422, "manifest"},
		{"manifest of another client", other, "PUT", "/v1/manifests/" + p.hash, nil, p.envelope, nil, 422, "manifest"},
		{"no such address", b.key, "GET", "/v1/secrets", nil, nil, nil, 404, "not-found"},
		{"reading without the role", b.key, "GET", "/v1/packages", nil, nil, nil, 403, "role"},
		{"work lists without the role", b.key, "GET", "/v1/worklists", nil, nil, nil, 403, "role"},
		{"truncated enrolment", nil, "POST", "/v1/enrolments", nil, []byte(`{"payloadType"`), nil, 422, "envelope"},
		{"message that is none", b.key, "POST", "/v1/messages", nil, []byte("{}"), nil, 422, "envelope"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b.request(tt.key, tt.method, tt.path, tt.header, tt.body, tt.change).is(t, tt.name, tt.status, tt.code)
		})
	}
	t.Run("nothing of it was stored", func(t *testing.T) {
		head := b.request(b.key, http.MethodHead, address, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil)
		if head.header.Get("Upload-Offset") != "0" {
			t.Errorf("offset %q after attacks only", head.header.Get("Upload-Offset"))
		}
		if st, err := os.Stat(filepath.Join(b.config.Dir, "uploads", p.id+".bin")); err != nil || st.Size() != 0 {
			t.Errorf("%v, %v: bytes were stored before they were verified", st, err)
		}
	})
}

func TestReplay_IsRefusedAlsoAfterARestart(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.config.PublicURL+"/v1/key", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sign.SignRequest(req, b.key, sign.NewNonce()); err != nil {
		t.Fatal(err)
	}
	b.send(req).is(t, "first", http.StatusOK, "")
	b.send(req.Clone(t.Context())).is(t, "second", http.StatusUnauthorized, "replay")
	if b.a, err = archive.New(t.Context(), b.config); err != nil {
		t.Fatal(err)
	}
	b.send(req.Clone(t.Context())).is(t, "after a restart", http.StatusUnauthorized, "replay")
}

func TestClock_IsTold(t *testing.T) {
	ahead := 10 * time.Minute
	b := newBench(t, func(c *archive.Config) { c.Clock = func() time.Time { return time.Now().Add(ahead) } })
	b.enrol(b.key)
	got := b.request(b.key, http.MethodGet, "/v1/key", nil, nil, nil)
	got.is(t, "skewed", http.StatusUnauthorized, "clock-skew")
	var body struct{ Time time.Time }
	if err := json.Unmarshal(got.body, &body); err != nil || time.Until(body.Time) < ahead-time.Minute {
		t.Errorf("the archive's time in the answer: %v, %v", body.Time, err)
	}
}

func TestProxy_SignatureCoversThePublicAddress(t *testing.T) {
	b := newBench(t, func(c *archive.Config) { c.PublicURL = "https://archiv.example/annahme/" })
	b.config.PublicURL = "https://archiv.example/annahme"
	strip := func(r *http.Request) { r.URL.Path = strings.TrimPrefix(r.URL.Path, "/annahme") } // as a proxy does
	env, err := sign.SealEnrolment(t.Context(), sign.Enrolment{Office: "A", Created: time.Now()}, b.key)
	if err != nil {
		t.Fatal(err)
	}
	b.request(nil, http.MethodPost, "/v1/enrolments", nil, env, strip).is(t, "enrolment", http.StatusAccepted, "")
	b.request(b.key, http.MethodGet, "/v1/key", nil, nil, strip).is(t, "over the proxy", http.StatusOK, "")
	b.config.PublicURL = "http://" + b.srv.Listener.Addr().String()
	b.request(b.key, http.MethodGet, "/v1/key", nil, nil, nil).is(t, "past the proxy", http.StatusUnauthorized, "signature-wrong")
}

func TestEnrolment_CodesAndRoles(t *testing.T) {
	now := time.Now()
	b := newBench(t, func(c *archive.Config) { c.Clock = func() time.Time { return now } })
	old := b.apply(b.key)
	code := b.apply(b.key)
	if _, err := archivetest.Confirm(t.Context(), b.a, old); err == nil {
		t.Error("a code that was replaced works")
	}
	spoken := strings.ToLower(strings.ReplaceAll(code, "-", " "))
	app, err := b.a.Lookup(t.Context(), spoken)
	if err != nil || app.Fingerprint != b.key.Public().Fingerprint() || app.State != "pending" {
		t.Fatalf("Lookup(%q) = %+v, %v", spoken, app, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code, "king"); err == nil {
		t.Error("an unknown role was given")
	}
	if c, err := archivetest.Confirm(t.Context(), b.a, code, archive.RoleDeliver, archive.RoleRead); err != nil || c.State != "active" ||
		len(c.Roles) != 2 {
		t.Errorf("Confirm = %+v, %v", c, err)
	}
	if _, err := archivetest.Confirm(t.Context(), b.a, code); err == nil {
		t.Error("a code works twice")
	}
	late := newKey(t)
	code = b.apply(late)
	now = now.Add(8 * 24 * time.Hour)
	if _, err := archivetest.Confirm(t.Context(), b.a, code); err == nil {
		t.Error("a code works after a week")
	}
	env, err := sign.SealEnrolment(t.Context(), sign.Enrolment{Office: "Amt A"}, b.key)
	if err != nil {
		t.Fatal(err)
	}
	b.request(nil, http.MethodPost, "/v1/enrolments", nil, env, nil).is(t, "known key", http.StatusConflict, "key-known")
}

func TestReceipts_ChainPerClient(t *testing.T) {
	b := newBench(t, nil)
	other := newKey(t)
	b.enrol(b.key)
	b.enrol(other)
	var previous string
	for i, data := range []string{"eins", "zwei", "drei"} {
		p := b.create(b.key, []byte(data))
		b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(t, "chunk", http.StatusNoContent, "")
		q := b.create(other, []byte(data))
		b.request(other, http.MethodPatch, "/v1/uploads/"+q.id, patching(0), q.data, nil).is(t, "chunk", http.StatusNoContent, "")
		got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
		r, err := receipt.OpenWith(t.Context(), got.body, b.own.Public())
		if err != nil || r.Sequence != int64(i+1) || r.Previous != previous {
			t.Errorf("receipt %d: %+v, %v; want to follow %q", i+1, r, err, previous)
		}
		previous = sign.HashEnvelope(got.body)
	}
	msg, err := receipt.Message{ID: "m1", Kind: "xdomea-0502", Name: "bewertung.xml", Content: []byte("<a/>")}.Seal(t.Context(), b.key)
	if err != nil {
		t.Fatal(err)
	}
	first := b.request(b.key, http.MethodPost, "/v1/messages", nil, msg, nil)
	again := b.request(b.key, http.MethodPost, "/v1/messages", nil, msg, nil)
	r, err := receipt.OpenWith(t.Context(), first.body, b.own.Public())
	if err != nil || r.Sequence != 4 || r.Previous != previous || r.MatchMessage(msg) != nil || !bytes.Equal(first.body, again.body) {
		t.Errorf("receipt of a message: %+v, %v", r, err)
	}
}

func TestUpload_WrongWholeIsRefusedWithASignedWord(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	p := b.create(b.key, []byte("das Versprochene"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), []byte("etwas ganz andrs"), nil).is(t, "chunk",
		http.StatusNoContent, "")
	got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
	r, err := receipt.OpenWith(t.Context(), got.body, b.own.Public())
	if err != nil || r.State != receipt.Refused || !strings.Contains(r.Reason, "sha512") {
		t.Errorf("receipt %+v, %v", r, err)
	}
	if _, err := os.Stat(filepath.Join(b.config.Dir, "packages", p.id[:2], p.id)); !os.IsNotExist(err) {
		t.Errorf("a refused upload lies among the packages: %v", err)
	}
}

func TestUpload_CancelAndBeginAnew(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	p := b.create(b.key, []byte("Hallo Magazin"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data[:5], nil).is(t, "chunk", http.StatusNoContent, "")
	b.request(b.key, http.MethodDelete, "/v1/uploads/"+p.id, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil).is(t, "cancel",
		http.StatusNoContent, "")
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(5), p.data[5:], nil).is(t, "chunk after cancel", http.StatusNotFound,
		"not-found")
	left, err := filepath.Glob(filepath.Join(b.config.Dir, "uploads", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	b.request(b.key, http.MethodPost, "/v1/uploads", creation(p), nil, nil).is(t, "anew", http.StatusCreated, "")
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(t, "chunk", http.StatusNoContent, "")
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil).is(t, "receipt", http.StatusOK, "")
}

func TestUpload_SameChunkFromManyAtOnce(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	p := b.create(b.key, bytes.Repeat([]byte("0123456789"), 1000))
	var wg sync.WaitGroup
	got := make([]int, 6)
	for i := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got[i] = b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).status
		}()
	}
	wg.Wait()
	stored := 0
	for _, s := range got {
		if s == http.StatusNoContent {
			stored++
		} else if s != http.StatusConflict {
			t.Errorf("one of them got %d", s)
		}
	}
	if stored != 1 {
		t.Errorf("%d of the same chunks were stored: %v", stored, got)
	}
	all := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
	if r, err := receipt.OpenWith(t.Context(), all.body, b.own.Public()); err != nil || r.State != receipt.Accepted {
		t.Errorf("receipt %+v, %v", r, err)
	}
}

func TestUpload_LostBytesAreNoticed(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	p := b.create(b.key, []byte("Hallo Magazin"))
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data[:5], nil).is(t, "chunk", http.StatusNoContent, "")
	if err := os.Truncate(filepath.Join(b.config.Dir, "uploads", p.id+".bin"), 3); err != nil {
		t.Fatal(err)
	}
	lost := b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(5), p.data[5:], nil)
	lost.is(t, "chunk on lost bytes", http.StatusConflict, "offset")
	if lost.header.Get("Upload-Offset") != "0" {
		t.Errorf("the truth is said to be %q, want 0", lost.header.Get("Upload-Offset"))
	}
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(t, "all of it again", http.StatusNoContent, "")
	got := b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
	if r, err := receipt.OpenWith(t.Context(), got.body, b.own.Public()); err != nil || r.State != receipt.Accepted {
		t.Errorf("receipt %+v, %v", r, err)
	}
}

func TestDiscovery(t *testing.T) {
	b := newBench(t, nil)
	got := b.request(nil, http.MethodGet, "/v1/", nil, nil, nil)
	var body struct {
		Protocol string
		MaxChunk int `json:"max_chunk"`
	}
	if err := json.Unmarshal(got.body, &body); err != nil || body.Protocol != "laufzettel/1" || body.MaxChunk != archive.MaxChunk ||
		got.header.Get("Laufzettel-Protocol") != "1" {
		t.Errorf("discovery %s %v, %v", got.body, got.header, err)
	}
}
