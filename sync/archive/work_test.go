package archive_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// deliver uploads data whole; change (may be nil) alters its manifest.
func (b *bench) deliver(key *sign.Key, data []byte, change func(*receipt.Manifest)) string {
	b.t.Helper()
	sum := sha512.Sum512(data)
	m := receipt.Manifest{ID: sign.NewNonce(), Created: time.Now().UTC(), Kind: "aip", Name: "paket.tar", Size: int64(len(data)),
		SHA512: hex.EncodeToString(sum[:])}
	if change != nil {
		change(&m)
	}
	env, err := m.Seal(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	p := parcel{data: data, envelope: env, hash: sign.HashEnvelope(env)}
	b.request(key, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(b.t, "manifest", http.StatusCreated, "")
	got := b.request(key, http.MethodPost, "/v1/uploads", creation(p), nil, nil)
	got.is(b.t, "creation", http.StatusCreated, "")
	id := strings.TrimPrefix(got.header.Get("Location"), b.config.PublicURL+"/v1/uploads/")
	b.request(key, http.MethodPatch, "/v1/uploads/"+id, patching(0), data, nil).is(b.t, "chunk", http.StatusNoContent, "")
	return id
}

func asWork(m *receipt.Manifest) { m.Kind = receipt.KindWork }

// publish opens a work list of one key.
func (b *bench) publish(key *sign.Key) string {
	b.t.Helper()
	id := b.deliver(key, []byte("Arbeitspaket"), asWork)
	b.post(key, "/v1/worklists", fmt.Sprintf(`{"format":"laufzettel-worklist/1","upload_id":%q,"title":"Bauakten","objects":3,"open":2}`,
		id)).is(b.t, "open work list", http.StatusCreated, "")
	return id
}

func (b *bench) post(key *sign.Key, path, body string) answer {
	b.t.Helper()
	return b.request(key, http.MethodPost, path, map[string]string{"Content-Type": "application/json"}, []byte(body), nil)
}

// pass lets all leases grow older; the clock itself cannot be turned, since
// requests are signed with it.
func (b *bench) pass(d time.Duration) {
	b.t.Helper()
	err := b.config.DB.WithTx(b.t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE archive_lease SET since = since - ?1, until_at = until_at - ?1", d.Milliseconds())
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func leaseBody(days int, purpose string) string {
	return fmt.Sprintf(`{"format":"laufzettel-lease/1","person":"M. Ahrens","days":%d,"purpose":%q}`, days, purpose)
}

// message posts a signed message.
func (b *bench) message(key *sign.Key, m receipt.Message) answer {
	b.t.Helper()
	m.ID, m.Created, m.Name = sign.NewNonce(), time.Now().UTC(), "nachricht.json"
	env, err := m.Seal(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.request(key, http.MethodPost, "/v1/messages", nil, env, nil)
}

// statement writes one as docs/protocol.md 14 says.
func statement(act, object, rating string) (id, text string) {
	body := fmt.Sprintf(`{"object":%q,"act":%q,"rating":%q,"actor":"M. Ahrens","at":"2026-11-21T09:00:00Z"}`, object, act, rating)
	sum := sha256.Sum256([]byte("laufzettel-statement\x00" + body))
	id = hex.EncodeToString(sum[:])
	return id, fmt.Sprintf(`{"id":%q,"body":%q}`, id, base64.StdEncoding.EncodeToString([]byte(body)))
}

func decisionsOf(statements ...string) []byte {
	return []byte(`{"format":"laufzettel-decisions/1","statements":[` + strings.Join(statements, ",") + `]}`)
}

type listed struct {
	Worklists []archive.Work
	Packages  []struct {
		ID, Retention string
		Exclusive     bool
		ArchiveID     string `json:"archive_id"`
		Reading       *archive.Lease
	}
	Decisions []struct {
		Sequence int64
		ID       string
		Proposal bool
		Office   string
	}
	Letters []struct {
		SHA512, Kind, From string
		Sequence           int64
	}
}

func (b *bench) list(key *sign.Key, path string) listed {
	b.t.Helper()
	got := b.request(key, http.MethodGet, path, nil, nil, nil)
	got.is(b.t, path, http.StatusOK, "")
	var l listed
	if err := json.Unmarshal(got.body, &l); err != nil {
		b.t.Fatal(err)
	}
	return l
}

func TestWork_LeasesAndLateDecisions(t *testing.T) {
	b := newBench(t, nil)
	first, second, stranger := newKey(t), newKey(t), newKey(t)
	b.enrol(b.key, archive.RoleDeliver, archive.RoleAppraise)
	b.enrol(first, archive.RoleAppraise)
	b.enrol(second, archive.RoleAppraise)
	b.enrol(stranger, archive.RoleRead)
	id := b.publish(b.key)
	address := "/v1/worklists/" + id
	b.post(b.key, "/v1/worklists", fmt.Sprintf(`{"format":"laufzettel-worklist/1","upload_id":%q,"title":"Bauakten"}`, id)).is(t,
		"open again", http.StatusOK, "")
	other := b.deliver(b.key, []byte("ein Archivpaket"), nil)
	b.post(b.key, "/v1/worklists", fmt.Sprintf(`{"format":"laufzettel-worklist/1","upload_id":%q,"title":"x"}`, other)).is(t,
		"an AIP as work list", http.StatusUnprocessableEntity, "envelope")
	if l := b.list(stranger, "/v1/packages"); len(l.Packages) != 1 || l.Packages[0].ID != other {
		t.Errorf("a work package is listed as package: %+v", l.Packages)
	}
	b.request(stranger, http.MethodGet, "/v1/packages/"+id, nil, nil, nil).is(t, "work package read as package", http.StatusNotFound,
		"not-found")
	part := b.request(first, http.MethodGet, address, map[string]string{"Range": "bytes=7-"}, nil, nil)
	if part.status != http.StatusPartialContent || string(part.body) != "paket" {
		t.Errorf("range of a work package: %d %q", part.status, part.body)
	}

	b.post(first, address+"/leases", leaseBody(3, "")).is(t, "lease", http.StatusOK, "")
	held := b.post(second, address+"/leases", leaseBody(3, ""))
	held.is(t, "second lease", http.StatusConflict, "leased")
	var told struct{ Lease archive.Lease }
	if err := json.Unmarshal(held.body, &told); err != nil || told.Lease.Person != "M. Ahrens" || !told.Lease.Until.After(time.Now()) {
		t.Errorf("who has it: %s, %v", held.body, err)
	}
	b.post(first, address+"/leases", leaseBody(9, "")).is(t, "extended", http.StatusOK, "")
	b.post(second, address+"/leases", leaseBody(3, "release")).is(t, "lease for release", http.StatusOK, "")
	for _, bad := range []string{leaseBody(0, ""), leaseBody(61, ""), leaseBody(3, "read"), `{"format":"x"}`} {
		b.post(first, address+"/leases", bad).is(t, bad, http.StatusUnprocessableEntity, "envelope")
	}
	b.post(first, "/v1/worklists/"+other+"/leases", leaseBody(3, "")).is(t, "lease of nothing", http.StatusNotFound, "worklist-unknown")
	if l := b.list(second, "/v1/worklists"); len(l.Worklists) != 1 || len(l.Worklists[0].Leases) != 2 || l.Worklists[0].Size != 12 ||
		l.Worklists[0].Open != 2 {
		t.Errorf("work lists %+v", l.Worklists)
	}

	inTime, s1 := statement("decide", "c1", "A")
	b.message(first, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(s1)}).is(t, "in time", http.StatusOK, "")
	b.message(first, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(s1)}).is(t, "the same once more", http.StatusOK,
		"")
	late, s2 := statement("decide", "c2", "V")
	release, s3 := statement("release", "c1", "V")
	b.message(second, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(s2, s3)}).is(t, "without lease", http.StatusOK,
		"")
	b.pass(10 * 24 * time.Hour)
	b.post(second, address+"/leases", leaseBody(3, "")).is(t, "after the lease ran out", http.StatusOK, "")
	expired, s4 := statement("decide", "c3", "A")
	b.message(first, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(s4)}).is(t, "too late", http.StatusOK, "")
	l := b.list(b.key, address+"/decisions")
	want := map[string]bool{inTime: false, late: true, release: false, expired: true}
	if len(l.Decisions) != 4 {
		t.Fatalf("decisions %+v", l.Decisions)
	}
	for i, d := range l.Decisions {
		if p, ok := want[d.ID]; !ok || p != d.Proposal || d.Sequence != int64(i+1) || d.Office == "" {
			t.Errorf("decision %d: %+v", i, d)
		}
	}
	if l := b.list(b.key, address+"/decisions?after=3"); len(l.Decisions) != 1 || l.Decisions[0].ID != expired {
		t.Errorf("after 3: %+v", l.Decisions)
	}

	b.request(second, http.MethodDelete, address+"/leases", nil, nil, nil).is(t, "returned", http.StatusNoContent, "")
	b.request(second, http.MethodDelete, address+"/leases", nil, nil, nil).is(t, "returned again", http.StatusNoContent, "")
	b.request(second, http.MethodPost, address+"/closure", nil, nil, nil).is(t, "closed by another", http.StatusForbidden, "role")
	b.request(b.key, http.MethodPost, address+"/closure", nil, nil, nil).is(t, "closed", http.StatusNoContent, "")
	b.post(first, address+"/leases", leaseBody(3, "")).is(t, "lease of a closed one", http.StatusConflict, "closed")
}

func TestWork_DecisionsAreVerified(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key, archive.RoleDeliver, archive.RoleAppraise)
	id := b.publish(b.key)
	_, good := statement("decide", "c1", "A")
	_, act := statement("destroy", "c1", "V")
	for name, tt := range map[string]struct {
		content   []byte
		reference string
		status    int
		code      string
	}{
		"changed":        {decisionsOf(strings.Replace(good, `"body":"ey`, `"body":"fy`, 1)), id, 422, "envelope"},
		"no act of us":   {decisionsOf(act), id, 422, "envelope"},
		"none":           {decisionsOf(), id, 422, "envelope"},
		"other format":   {[]byte(`{"format":"x"}`), id, 422, "envelope"},
		"no JSON":        {[]byte("<x/>"), id, 422, "envelope"},
		"no such list":   {decisionsOf(good), strings.Repeat("A", 26), 404, "worklist-unknown"},
		"path as list":   {decisionsOf(good), "../" + id, 404, "worklist-unknown"},
		"a good one":     {decisionsOf(good), id, 200, ""},
		"one bad of two": {decisionsOf(good, act), id, 422, "envelope"},
	} {
		b.message(b.key, receipt.Message{Kind: "decisions", Reference: tt.reference, Content: tt.content}).is(t, name, tt.status, tt.code)
	}
	if l := b.list(b.key, "/v1/worklists/"+id+"/decisions"); len(l.Decisions) != 1 {
		t.Errorf("%d decisions stored, want the good one", len(l.Decisions))
	}
}

// TestProtocolStatement checks the example of docs/protocol.md 14 with this
// receiver.
func TestProtocolStatement(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "<!-- example: statement -->\n```json\n")
	example, _, closed := strings.Cut(rest, "\n```")
	if !ok || !closed {
		t.Fatal("the page has no example of a statement")
	}
	b := newBench(t, nil)
	b.enrol(b.key, archive.RoleDeliver, archive.RoleAppraise)
	id := b.publish(b.key)
	b.message(b.key, receipt.Message{Kind: "decisions", Reference: id, Content: decisionsOf(example)}).is(t, "example of the page",
		http.StatusOK, "")
}

func TestReading_OneAtATime(t *testing.T) {
	b := newBench(t, nil)
	reader, other := newKey(t), newKey(t)
	b.enrol(b.key)
	b.enrol(reader, archive.RoleRead)
	b.enrol(other, archive.RoleRead)
	id := b.deliver(b.key, []byte("Originalnorm"), func(m *receipt.Manifest) { m.Exclusive = true })
	address := "/v1/packages/" + id
	b.request(reader, http.MethodGet, address, nil, nil, nil).is(t, "without lease", http.StatusConflict, "lease-required")
	body := `{"format":"laufzettel-lease/1","person":"K. Lorenz","minutes":30}`
	b.post(reader, address+"/reading", body).is(t, "lease", http.StatusOK, "")
	b.request(reader, http.MethodGet, address, nil, nil, nil).is(t, "with lease", http.StatusOK, "")
	b.request(other, http.MethodGet, address, nil, nil, nil).is(t, "second reader", http.StatusConflict, "leased")
	second := b.post(other, address+"/reading", body)
	second.is(t, "second lease", http.StatusConflict, "leased")
	if !strings.Contains(string(second.body), "K. Lorenz") {
		t.Errorf("the second reader is not told who reads: %s", second.body)
	}
	if l := b.list(other, "/v1/packages"); !l.Packages[0].Exclusive || l.Packages[0].Reading == nil ||
		l.Packages[0].Reading.Person != "K. Lorenz" {
		t.Errorf("listing %+v", l.Packages)
	}
	b.pass(31 * time.Minute)
	b.request(reader, http.MethodGet, address, nil, nil, nil).is(t, "after the end", http.StatusConflict, "lease-required")
	b.post(other, address+"/reading", body).is(t, "lease of the second", http.StatusOK, "")
	b.request(other, http.MethodDelete, address+"/reading", nil, nil, nil).is(t, "given back", http.StatusNoContent, "")
	b.post(reader, address+"/reading", body).is(t, "free again", http.StatusOK, "")
	b.post(reader, address+"/reading", `{"format":"laufzettel-lease/1","person":"","minutes":30}`).is(t, "nobody",
		http.StatusUnprocessableEntity, "envelope")
}

func TestLetters_OnlyForTheAddressee(t *testing.T) {
	b := newBench(t, nil)
	agency, stranger := newKey(t), newKey(t)
	b.enrol(b.key)
	b.enrol(agency)
	b.enrol(stranger, archive.RoleRead)
	b.message(b.key, receipt.Message{Kind: "xdomea-0504", Reference: "P1", To: "  amt MUSTERSTADT ", Content: []byte("<x/>")}).is(t,
		"letter", http.StatusOK, "")
	b.message(b.key, receipt.Message{Kind: "xdomea-0504", Reference: "P1", To: "Amt Anderswo", Content: []byte("<x/>")}).is(t, "another",
		http.StatusOK, "")
	l := b.list(agency, "/v1/letters")
	if len(l.Letters) != 1 || l.Letters[0].Kind != "xdomea-0504" || l.Letters[0].From == "" {
		t.Fatalf("letters %+v", l.Letters)
	}
	got := b.request(agency, http.MethodGet, "/v1/letters/"+l.Letters[0].SHA512, nil, nil, nil)
	got.is(t, "letter", http.StatusOK, "")
	public, err := sign.ParsePublicKey(got.header.Get("Laufzettel-Key"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := receipt.OpenMessage(t.Context(), got.body, public)
	if err != nil || string(m.Content) != "<x/>" || sign.HashEnvelope(got.body) != l.Letters[0].SHA512 {
		t.Errorf("letter %+v, %v", m, err)
	}
	if l := b.list(agency, fmt.Sprint("/v1/letters?after=", l.Letters[0].Sequence)); len(l.Letters) != 0 {
		t.Errorf("after the last: %+v", l.Letters)
	}
	b.request(agency, http.MethodGet, "/v1/letters?after=x", nil, nil, nil).is(t, "odd number", http.StatusBadRequest, "bad-request")
	b.request(agency, http.MethodGet, "/v1/letters/"+strings.Repeat("0", 128), nil, nil, nil).is(t, "not for us", http.StatusNotFound,
		"not-found")
}

func TestLater_RetentionAndArchiveID(t *testing.T) {
	b := newBench(t, nil)
	staff, other := newKey(t), newKey(t)
	b.enrol(b.key)
	b.enrol(other)
	b.enrol(staff, archive.RoleAdminister)
	id := b.deliver(b.key, []byte("Originalnorm"), nil)
	retention := func(until string) []byte {
		return fmt.Appendf(nil, `{"format":"laufzettel-retention/1","until":%q,"person":"M. Ahrens"}`, until)
	}
	b.message(b.key, receipt.Message{Kind: "retention", Reference: id, Content: retention("2056-12-31")}).is(t, "period", http.StatusOK, "")
	b.message(staff, receipt.Message{Kind: "retention", Reference: id, Content: retention("unlimited")}).is(t, "period by the archive",
		http.StatusOK, "")
	b.message(other, receipt.Message{Kind: "retention", Reference: id, Content: retention("2030-01-01")}).is(t, "period by another",
		http.StatusUnprocessableEntity, "envelope")
	b.message(b.key, receipt.Message{Kind: "retention", Reference: id, Content: retention("31.12.2056")}).is(t, "no day",
		http.StatusUnprocessableEntity, "envelope")
	archived := []byte(`{"format":"laufzettel-archive-id/1","archive_id":"AA 12/1"}`)
	b.message(b.key, receipt.Message{Kind: "archived", Reference: id, Content: archived}).is(t, "id by the deliverer", http.StatusForbidden,
		"role")
	b.message(staff, receipt.Message{Kind: "archived", Reference: id, Content: archived}).is(t, "id", http.StatusOK, "")
	b.message(staff, receipt.Message{Kind: "archived", Reference: strings.Repeat("A", 26), Content: archived}).is(t, "id of nothing",
		http.StatusUnprocessableEntity, "envelope")
	b.request(b.key, http.MethodGet, "/v1/uploads/"+id+"/archived", nil, nil, nil).is(t, "second word", http.StatusOK, "")
	if l := b.list(staff, "/v1/packages"); l.Packages[0].Retention != "unlimited" || l.Packages[0].ArchiveID != "AA 12/1" {
		t.Errorf("listing %+v", l.Packages)
	}
}

// Every role at every address: a key does only what its role allows.
func TestRoles_EveryAddress(t *testing.T) {
	b := newBench(t, nil)
	keys := map[archive.Role]*sign.Key{}
	for _, r := range archive.Roles() {
		keys[r] = newKey(t)
		b.enrol(keys[r], r)
	}
	revoked := newKey(t)
	b.enrol(revoked, archive.Roles()...)
	if err := b.a.Revoke(t.Context(), revoked.ID()); err != nil {
		t.Fatal(err)
	}
	id, hash := strings.Repeat("A", 26), strings.Repeat("0", 128)
	table := map[string]archive.Role{ // "" = every active key
		"GET /v1/key": "", "POST /v1/keys/rotation": "",
		"PUT /v1/manifests/{hash}": archive.RoleDeliver, "POST /v1/uploads": archive.RoleDeliver,
		"HEAD /v1/uploads/{id}":  archive.RoleDeliver,
		"PATCH /v1/uploads/{id}": archive.RoleDeliver, "DELETE /v1/uploads/{id}": archive.RoleDeliver,
		"GET /v1/uploads/{id}/receipt": archive.RoleDeliver, "GET /v1/uploads/{id}/archived": archive.RoleDeliver,
		"GET /v1/packages": archive.RoleRead, "GET /v1/packages/{id}": archive.RoleRead,
		"POST /v1/packages/{id}/reading": archive.RoleRead, "DELETE /v1/packages/{id}/reading": archive.RoleRead,
		"GET /v1/worklists": archive.RoleAppraise, "POST /v1/worklists": archive.RoleAppraise,
		"GET /v1/worklists/{id}":         archive.RoleAppraise,
		"POST /v1/worklists/{id}/leases": archive.RoleAppraise, "DELETE /v1/worklists/{id}/leases": archive.RoleAppraise,
		"POST /v1/worklists/{id}/closure": archive.RoleAppraise, "GET /v1/worklists/{id}/decisions": archive.RoleAppraise,
		"GET /v1/log/checkpoint": "", "GET /v1/log/consistency": "", "GET /v1/log/proofs/{hash}": "",
		"GET /v1/letters": archive.RoleDeliver, "GET /v1/letters/{hash}": archive.RoleDeliver,
		"POST /v1/keys/revocation": "", // last: it ends the key
	}
	kinds := map[string]archive.Role{"xdomea-0502": archive.RoleDeliver, "clearance": archive.RoleDeliver, "retention": archive.RoleDeliver,
		"decisions": archive.RoleAppraise, "archived": archive.RoleAdminister}
	for _, pattern := range registered(t) {
		if _, ok := table[pattern]; !ok && pattern != "POST /v1/messages" {
			t.Errorf("%s is not in the table of roles", pattern)
		}
	}
	try := func(pattern string, need archive.Role) {
		method, path, _ := strings.Cut(pattern, " ")
		path = strings.NewReplacer("{id}", id, "{hash}", hash).Replace(path)
		for role, key := range keys {
			may := need == "" || role == need || role == archive.RoleAdminister
			got := b.request(key, method, path, nil, nil, nil)
			if forbidden := got.status == http.StatusForbidden && got.code == "role"; forbidden == may {
				t.Errorf("%s by %s: %d %s; allowed %v", pattern, role, got.status, got.code, may)
			}
		}
		b.request(revoked, method, path, nil, nil, nil).is(t, pattern+" by a revoked key", http.StatusUnauthorized, "key-revoked")
	}
	for pattern, need := range table {
		if pattern != "POST /v1/keys/revocation" {
			try(pattern, need)
		}
	}
	for kind, need := range kinds {
		for role, key := range keys {
			got := b.message(key, receipt.Message{Kind: kind, Reference: id, Content: []byte("{}")})
			if forbidden := got.code == "role"; forbidden == (role == need || role == archive.RoleAdminister) {
				t.Errorf("message %s by %s: %d %s", kind, role, got.status, got.code)
			}
		}
	}
	try("POST /v1/keys/revocation", "")
}

// registered reads the signed addresses out of the source, so that none is
// forgotten in the table.
func registered(t *testing.T) []string {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	pattern := regexp.MustCompile(`\.signed\("([A-Z]+ [^"]+)"`)
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pattern.FindAllStringSubmatch(string(raw), -1) {
			out = append(out, m[1])
		}
	}
	if !slices.Contains(out, "POST /v1/messages") {
		t.Fatalf("only %v found in the source", out)
	}
	return out
}
