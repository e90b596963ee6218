package archive_test

import (
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// coded is a parcel of a package that bears a reference code.
func (b *bench) coded(key *sign.Key, data, code, pid string) parcel {
	b.t.Helper()
	sum := sha512.Sum512([]byte(data))
	m := receipt.Manifest{ID: sign.NewNonce(), Created: time.Now().UTC(), Kind: "aip", Name: "paket.tar", Size: int64(len(data)),
		SHA512: hex.EncodeToString(sum[:]), PackageID: pid, ReferenceCode: code}
	env, err := m.Seal(b.t.Context(), key)
	if err != nil {
		b.t.Fatal(err)
	}
	p := parcel{data: []byte(data), envelope: env, hash: sign.HashEnvelope(env)}
	b.request(key, http.MethodPut, "/v1/manifests/"+p.hash, nil, p.envelope, nil).is(b.t, "manifest", http.StatusCreated, "")
	return p
}

// begin creates the upload of a parcel.
func (b *bench) begin(key *sign.Key, p *parcel) answer {
	b.t.Helper()
	got := b.request(key, http.MethodPost, "/v1/uploads", creation(*p), nil, nil)
	p.id = strings.TrimPrefix(got.header.Get("Location"), b.config.PublicURL+"/v1/uploads/")
	return got
}

// end sends the bytes and gives the receipt.
func (b *bench) end(key *sign.Key, p parcel) receipt.Receipt {
	b.t.Helper()
	b.request(key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), p.data, nil).is(b.t, "chunk", http.StatusNoContent, "")
	got := b.request(key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil)
	got.is(b.t, "receipt", http.StatusOK, "")
	r, err := receipt.OpenWith(b.t.Context(), got.body, b.own.Public())
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// A reference code belongs to the first accepted package that bears it; a second
// one of another client is refused before a byte of it is sent (protocol.md 6).
func TestCodes_GivenOnce(t *testing.T) {
	b := newBench(t, nil)
	other := newKey(t)
	b.enrol(b.key)
	b.enrol(other)
	first := b.coded(b.key, "erstes", "11842/1", "urn:1")
	b.begin(b.key, &first).is(t, "first", http.StatusCreated, "")
	if r := b.end(b.key, first); r.State != receipt.Accepted {
		t.Fatalf("first: %+v", r)
	}
	tests := []struct {
		name, code, pid string
		key             *sign.Key
		want            string
	}{
		{"another package of another client", "11842/1", "urn:2", other, "reference-code"},
		{"another package that does not say which", "11842/1", "", other, "reference-code"},
		{"the same package from another client", "11842/1", "urn:1", other, ""},
		{"a part from the same client", "11842/1", "urn:3", b.key, ""},
		{"another code", "11842/2", "urn:4", other, ""},
		{"no code", "", "urn:5", other, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := b.coded(tt.key, tt.name, tt.code, tt.pid)
			status := http.StatusCreated
			if tt.want != "" {
				status = http.StatusConflict
			}
			got := b.begin(tt.key, &p)
			got.is(t, tt.name, status, tt.want)
			if tt.want == "" {
				if r := b.end(tt.key, p); r.State != receipt.Accepted {
					t.Errorf("%+v", r)
				}
				return
			}
			var body struct {
				Held struct {
					Code     string `json:"reference_code"`
					Office   string `json:"office"`
					UploadID string `json:"upload_id"`
				}
			}
			if err := json.Unmarshal(got.body, &body); err != nil || body.Held.Code != "11842/1" || body.Held.Office != "Amt Musterstadt" ||
				body.Held.UploadID != first.id {
				t.Errorf("%s: %v", got.body, err)
			}
		})
	}
}

// Two packages with one code under way at once: the one that is complete first is
// accepted, the other gets a signed refusal with the reason.
func TestCodes_TwoAtOnce(t *testing.T) {
	b := newBench(t, nil)
	other := newKey(t)
	b.enrol(b.key)
	b.enrol(other)
	p, q := b.coded(b.key, "das eine", "11842/7", "urn:1"), b.coded(other, "das andere", "11842/7", "urn:2")
	b.begin(b.key, &p).is(t, "one", http.StatusCreated, "")
	b.begin(other, &q).is(t, "other", http.StatusCreated, "")
	if r := b.end(other, q); r.State != receipt.Accepted {
		t.Errorf("the first to be complete: %+v", r)
	}
	if r := b.end(b.key, p); r.State != receipt.Refused || !strings.HasPrefix(r.Reason, "reference-code:") ||
		!strings.Contains(r.Reason, q.id) {
		t.Errorf("the second: %+v", r)
	}
}

func TestCodes_NoPlainText(t *testing.T) {
	b := newBench(t, nil)
	for _, code := range []string{" 1", "1\n2", strings.Repeat("9", 256), "\xff"} {
		m := receipt.Manifest{ID: "a", Kind: "aip", Name: "paket.tar", Size: 1, SHA512: strings.Repeat("a", 128), ReferenceCode: code}
		if _, err := m.Seal(t.Context(), b.key); err == nil {
			t.Errorf("the code %q was sealed", code)
		}
	}
}
