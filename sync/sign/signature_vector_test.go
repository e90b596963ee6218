package sign

import (
	"bufio"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// requestB26 is the request of RFC 9421 B.2.6; only the label is ours, which is not
// signed.
const requestB26 = `POST /foo?param=Value&Pet=dog HTTP/1.1
Host: example.com
Date: Tue, 20 Apr 2021 02:07:55 GMT
Content-Type: application/json
Content-Digest: sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:
Content-Length: 18
Signature-Input: sig1=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"
Signature: sig1=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:

{"hello": "world"}`

// TestS8_RFC9421B26 verifies the Ed25519 example of the RFC, and that it depends on
// each of what it covers.
func TestS8_RFC9421B26(t *testing.T) {
	public, err := ParsePublicKey("JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=")
	if err != nil {
		t.Fatal(err)
	}
	holds := func(change func(*http.Request, *url.URL)) bool {
		req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(strings.ReplaceAll(requestB26, "\n", "\r\n"))))
		if err != nil {
			t.Fatal(err)
		}
		target, err := url.Parse("https://" + req.Host + req.RequestURI)
		if err != nil {
			t.Fatal(err)
		}
		change(req, target)
		in, signature, err := readSignature(req.Header)
		if err != nil {
			t.Fatal(err)
		}
		base, err := in.base(req, target)
		return err == nil && public.Verify(base, signature)
	}
	if !holds(func(*http.Request, *url.URL) {}) {
		t.Error("the example of the RFC does not hold")
	}
	for name, change := range map[string]func(*http.Request, *url.URL){
		"method":    func(r *http.Request, _ *url.URL) { r.Method = "PUT" },
		"path":      func(_ *http.Request, u *url.URL) { u.Path = "/fob" },
		"authority": func(_ *http.Request, u *url.URL) { u.Host = "example.org" },
		"date":      func(r *http.Request, _ *url.URL) { r.Header.Set("Date", "Tue, 20 Apr 2021 02:07:56 GMT") },
		"length":    func(r *http.Request, _ *url.URL) { r.Header.Set("Content-Length", "19") },
		"no type":   func(r *http.Request, _ *url.URL) { r.Header.Del("Content-Type") },
		"created": func(r *http.Request, _ *url.URL) {
			r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), "73;", "74;", 1))
		},
		"signature": func(r *http.Request, _ *url.URL) {
			r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(make([]byte, 64))+":")
		},
	} {
		if holds(change) {
			t.Errorf("%s changed, and it still holds", name)
		}
	}
	if !holds(func(r *http.Request, _ *url.URL) {
		r.Header.Set("Signature-Input", " "+strings.Replace(r.Header.Get("Signature-Input"), `"date" "@`, `"date"   "@`, 1))
	}) {
		t.Error("white space between components matters, which RFC 9421 2.5 serialises anew")
	}
}
