package archive_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// TestS12_MessagesAreBounded: what one client sends is counted in bytes; the others
// and the same message once more do not suffer from it.
func TestS12_MessagesAreBounded(t *testing.T) {
	b := newBench(t, func(c *archive.Config) { c.Letters = 10_000 })
	b.enrol(b.key)
	other := newKey(t)
	b.enrol(other)
	letter := func() receipt.Message {
		return receipt.Message{ID: sign.NewNonce(), Kind: "xdomea-0502", To: "Amt Musterstadt", Content: bytes.Repeat([]byte("x"), 2000)}
	}
	first := letter()
	b.message(b.key, first).is(t, "first", http.StatusOK, "")
	b.message(b.key, letter()).is(t, "second", http.StatusOK, "")
	b.message(b.key, letter()).is(t, "third", http.StatusForbidden, "quota")
	b.message(other, letter()).is(t, "of another client", http.StatusOK, "")
	small := receipt.Message{ID: sign.NewNonce(), Kind: "note", Content: []byte("x")}
	b.message(b.key, small).is(t, "a small one", http.StatusOK, "")
}

// TestS12_KindsHaveOneSpelling: a clearance that calls itself "Clearance" is none to
// the receiver's checks, and one to a reader that folds case.
func TestS12_KindsHaveOneSpelling(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	for _, kind := range []string{"Clearance", "CLEARANCE", "clearance ", "сlearance", "clear\u200bance", "ｃlearance", "clea\x00",
		"deletion\n", "decisions/"} {
		b.message(b.key, receipt.Message{ID: sign.NewNonce(), Kind: kind, To: "Amt Musterstadt", Content: []byte("{}")}).is(t, kind,
			http.StatusUnprocessableEntity, "envelope")
	}
	b.message(b.key, receipt.Message{ID: sign.NewNonce(), Kind: "xdomea-0502", Content: []byte("<x/>")}).is(t, "a plain kind",
		http.StatusOK, "")
}

// TestS12_NothingBehindTheEnd: bytes behind the end of an upload are refused, not
// thrown away with a 204, before and after its receipt.
func TestS12_NothingBehindTheEnd(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	data := []byte("Hallo Magazin.")
	p := b.create(b.key, data)
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(len(data)), []byte("x"), nil).is(t, "at the end, before it",
		http.StatusConflict, "offset")
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), data, nil).is(t, "all", http.StatusNoContent, "")
	for _, offset := range []int{len(data), len(data) + 1, 1 << 40} {
		got := b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(offset), []byte("more"), nil)
		got.is(t, "behind the end", http.StatusConflict, "offset")
		if got.header.Get("Upload-Offset") != "14" {
			t.Errorf("409 names the offset %q", got.header.Get("Upload-Offset"))
		}
	}
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil).is(t, "receipt", http.StatusOK, "")
}

// TestS12_StreamsAreNoFiles: a colon names a stream of another file on Windows.
func TestS12_StreamsAreNoFiles(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	for name, change := range map[string]string{
		"package":      `"name":"paket.tar:ads"`,
		"listed":       `"name":"paket.tar","files":[{"path":"a.txt:ads","size":1}]`,
		"listed below": `"name":"paket.tar","files":[{"path":"a:b/c.txt","size":1}]`,
		"backslash":    `"name":"paket.tar","files":[{"path":"a\\b","size":1}]`,
		"control sign": `"name":"paket.tar","files":[{"path":"a\u001bb","size":1}]`,
		"drive":        `"name":"C:"`,
	} {
		payload := `{"format":"laufzettel-manifest/1","id":"x","created":"2026-12-02T08:00:00Z","kind":"aip","size":1,"sha512":"` +
			strings.Repeat("0", 128) + `",` + change + `}`
		env, err := sign.Seal(t.Context(), receipt.TypeManifest, []byte(payload), b.key)
		if err != nil {
			t.Fatal(err)
		}
		b.request(b.key, http.MethodPut, "/v1/manifests/"+sign.HashEnvelope(env), nil, env, nil).is(t, name, http.StatusUnprocessableEntity,
			"manifest")
	}
}
