package newer_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"laufzettel/app/newer"
	"laufzettel/transfer/failure"
)

// key is a key of the test alone.
var key = ed25519.NewKeyFromSeed([]byte("ein Schluessel nur fuer den Test"))

func served(t *testing.T, files map[string]string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[r.URL.Path]
		if !ok || r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func signed(body string) string {
	return base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(body))) + "\n"
}

const statement = `{"version":"0.10.0","date":"2027-03-01","supported":"2027-12-31"}`

func TestAsk(t *testing.T) {
	public := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	for _, tt := range []struct {
		name, version, key string
		files              map[string]string
		newer, signed      bool
		fails              failure.Kind
	}{
		{name: "newer", version: "0.9.4", files: map[string]string{"/v.json": statement}, newer: true},
		{name: "the same", version: "0.10.0", files: map[string]string{"/v.json": statement}},
		{name: "older", version: "1.0.0", files: map[string]string{"/v.json": statement}},
		{name: "signed", version: "0.1.0", key: public, files: map[string]string{"/v.json": statement, "/v.json.sig": signed(statement)},
			newer: true, signed: true},
		{name: "signature of something else", version: "0.1.0", key: public,
			files: map[string]string{"/v.json": statement, "/v.json.sig": signed("{}")}, fails: failure.Damaged},
		{name: "no signature", version: "0.1.0", key: public, files: map[string]string{"/v.json": statement}, fails: failure.Transient},
		{name: "key is none", version: "0.1.0", key: "AAAA", files: map[string]string{"/v.json": statement}, fails: failure.Setup},
		{name: "no statement", version: "0.1.0", files: map[string]string{"/v.json": "<html>Anmeldung</html>"}, fails: failure.Damaged},
		{name: "member nobody knows", version: "0.1.0",
			files: map[string]string{"/v.json": `{"version":"1.0.0","date":"","run":"setup.exe"}`}, fails: failure.Damaged},
		{name: "version is none", version: "0.1.0", files: map[string]string{"/v.json": `{"version":"1.-1.0","date":""}`},
			fails: failure.Damaged},
		{name: "too large", version: "0.1.0", files: map[string]string{"/v.json": strings.Repeat(" ", 70<<10) + statement},
			fails: failure.Damaged},
		{name: "nothing there", version: "0.1.0", fails: failure.Transient},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := newer.Ask(t.Context(), http.DefaultClient, served(t, tt.files)+"/v.json", tt.key, tt.version)
			if failure.KindOf(err) != tt.fails || err != nil && !failure.Explained(err) {
				t.Fatalf("error %v, want %s", err, tt.fails)
			}
			if a.Newer != tt.newer || a.Signed != tt.signed || err == nil && (a.Version != "0.10.0" || a.Supported != "2027-12-31") {
				t.Errorf("answer %+v", a)
			}
		})
	}
}

// Without an address nobody is asked.
func TestAsk_WithoutAddress(t *testing.T) {
	for _, address := range []string{"", "archiv.example/v.json", "ftp://archiv.example/v.json"} {
		if _, err := newer.Ask(t.Context(), nil, address, "", "0.1.0"); failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
