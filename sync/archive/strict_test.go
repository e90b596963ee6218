package archive_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// TestS9_AtTheReceiver sends signed papers that mean different things to different
// readers: a person sees one, the receiver another.
func TestS9_AtTheReceiver(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key, archive.RoleDeliver, archive.RoleRead, archive.RoleAdminister)
	clearance := func(content string) receipt.Message {
		return receipt.Message{Kind: "clearance", Reference: "A1", To: "Amt", Content: []byte(content)}
	}
	const good = `"format":"laufzettel-clearance/1","accession":"A1","confirmation":"","person":"M. Ahrens","time":"2026-11-21T09:00:00Z"`
	for name, content := range map[string]string{
		"accession twice":       `{` + good + `,"accession":"A2"}`,
		"accession in capitals": `{` + good + `,"Accession":"A2"}`,
		"invalid UTF-8":         "{" + good + ",\"note\":\"\xff\"}",
		"a second value":        `{` + good + `}{}`,
	} {
		b.message(b.key, clearance(content)).is(t, name, http.StatusUnprocessableEntity, "envelope")
	}
	b.message(b.key, clearance(`{`+good+`,"needed":["Amt"]}`)).is(t, "a member the receiver does not read", http.StatusOK, "")
	statement := func(body string) receipt.Message {
		sum := sha256.Sum256([]byte("laufzettel-statement\x00" + body))
		return receipt.Message{Kind: "decisions", Reference: strings.Repeat("A", 26),
			Content: fmt.Appendf(nil, `{"format":"laufzettel-decisions/1","statements":[{"id":%q,"body":%q}]}`,
				hex.EncodeToString(sum[:]), base64.StdEncoding.EncodeToString([]byte(body)))}
	}
	for _, body := range []string{`{"object":"_1","act":"decide","rating":"A","Act":"release","actor":"M. Ahrens"}`,
		`{"object":"_1","object":"_2","act":"decide","rating":"V","actor":"M. Ahrens"}`} {
		b.message(b.key, statement(body)).is(t, body, http.StatusUnprocessableEntity, "envelope")
	}
	b.message(b.key, statement(`{"object":"_1","act":"decide","rating":"A","actor":"M. Ahrens"}`)).is(t, "an honest one, of no list",
		http.StatusNotFound, "worklist-unknown")
	for name, payload := range map[string]string{
		"sizes": `{"format":"laufzettel-manifest/1","id":"x","created":"2026-12-02T08:00:00Z","kind":"aip","name":"p.tar","size":1,"size":2,"sha512":"` + strings.Repeat("0", 128) + `"}`,
		"more":  `{"format":"laufzettel-manifest/1","id":"x","created":"2026-12-02T08:00:00Z","kind":"aip","name":"p.tar","size":1,"root":"","sha512":"` + strings.Repeat("0", 128) + `"}`,
	} {
		env, err := sign.Seal(t.Context(), receipt.TypeManifest, []byte(payload), b.key)
		if err != nil {
			t.Fatal(err)
		}
		b.request(b.key, http.MethodPut, "/v1/manifests/"+sign.HashEnvelope(env), nil, env, nil).is(t, name, http.StatusUnprocessableEntity,
			"manifest")
	}
	// An envelope around a good payload, with its own members twice.
	env, err := b.parcelManifest().Seal(t.Context(), b.key)
	if err != nil {
		t.Fatal(err)
	}
	twice := []byte(`{"payloadType":"application/json",` + string(env[1:]))
	b.request(b.key, http.MethodPut, "/v1/manifests/"+sign.HashEnvelope(twice), nil, twice, nil).is(t, "envelope twice",
		http.StatusUnprocessableEntity, "manifest")
	b.request(b.key, http.MethodPut, "/v1/manifests/"+sign.HashEnvelope(env), nil, env, nil).is(t, "the honest envelope",
		http.StatusCreated, "")
}

func (b *bench) parcelManifest() receipt.Manifest {
	return receipt.Manifest{ID: sign.NewNonce(), Created: time.Now().UTC(), Kind: "aip", Name: "p.tar", Size: 1,
		SHA512: strings.Repeat("0", 128)}
}

// TestS8_WeakKeyAtTheReceiver enrols and introduces keys of small order.
func TestS8_WeakKeyAtTheReceiver(t *testing.T) {
	b := newBench(t, nil)
	raw := make([]byte, 32) // a point of order 4: R = A, S = 0 signs half of all messages
	forged := base64.StdEncoding.EncodeToString(append(raw, make([]byte, 32)...))
	key := base64.StdEncoding.EncodeToString(raw)
	sum := sha256.Sum256(raw)
	payload := `{"format":"laufzettel-enrolment/1","public_key":"` + key +
		`","office":"Amt","host":"pc","program":"x","created":"2026-12-02T08:00:00Z"}`
	for range 8 {
		env, err := json.Marshal(map[string]any{"payloadType": sign.TypeEnrolment, "payload": []byte(payload),
			"signatures": []map[string]string{{"keyid": hex.EncodeToString(sum[:8]), "sig": forged}}})
		if err != nil {
			t.Fatal(err)
		}
		b.request(nil, http.MethodPost, "/v1/enrolments", nil, env, nil).is(t, "a key of small order", http.StatusUnprocessableEntity,
			"envelope")
		payload = strings.Replace(payload, `"pc`, `"pcx`, 1)
	}
}
