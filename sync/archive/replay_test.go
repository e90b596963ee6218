package archive_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/sign"
)

// spoken is one request of an older client, byte for byte, and what the receiver of its
// own version answered.
type spoken struct {
	Method, Path string
	Headers      [][2]string
	Body         []byte
	Status       int
	Told         [][2]string
	Answer       []byte
}

// conversation reads what version has left behind.
func conversation(t *testing.T, version string) (all []spoken) {
	t.Helper()
	f, err := os.Open("../../testdata/" + version + "/requests.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(z); ; {
		var s spoken
		if err := d.Decode(&s); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
}

var createdAt = regexp.MustCompile(`created=(\d+)`)

// when is the moment a request was made: its signature says it, else the answer does.
func (s spoken) when(t *testing.T) time.Time {
	t.Helper()
	for _, h := range s.Headers {
		if m := createdAt.FindStringSubmatch(h[1]); h[0] == "Signature-Input" && m != nil {
			n, err := strconv.ParseInt(m[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return time.Unix(n, 0)
		}
	}
	for _, h := range s.Told {
		if h[0] == "Date" {
			at, err := http.ParseTime(h[1])
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
	}
	t.Fatalf("%s %s: nobody says when", s.Method, s.Path)
	return time.Time{}
}

// An older client goes on as it is: what version 0.1.0 sent its receiver, from its
// enrolment to the end of its key, today's receiver answers in the same way, says
// nothing less in each answer, and gives receipts the client understands.
func TestReplay_OldClient(t *testing.T) {
	var now time.Time
	const address = "http://127.0.0.1:9890" // the signatures cover it
	b := newBench(t, func(c *archive.Config) {
		c.PublicURL = address
		c.Clock = func() time.Time { return now }
	})
	receipts := 0
	for i, s := range conversation(t, "0.1.0") {
		now = s.when(t)
		got := b.replay(s)
		what := fmt.Sprintf("%d %s %s", i+1, s.Method, s.Path)
		if got.status != s.Status {
			t.Fatalf("%s: answered %d %s, before %d\n%s", what, got.status, got.code, s.Status, got.body)
		}
		for _, h := range s.Told {
			switch h[0] {
			case "Date", "Location":
			case "Laufzettel-Under-Way", "Laufzettel-Window":
				if got.header.Get(h[0]) == "" {
					t.Errorf("%s: no %s", what, h[0])
				}
			default:
				if now := got.header.Get(h[0]); now != h[1] {
					t.Errorf("%s: %s is %q, before %q", what, h[0], now, h[1])
				}
			}
		}
		if missing := less(s.Answer, got.body); missing != "" {
			t.Errorf("%s: the answer has no %s: %s", what, missing, got.body)
		}
		if strings.HasSuffix(s.Path, "/receipt") || s.Path == "/v1/messages" {
			receipts++
			b.understood(what, got.body)
		}
		if s.Path == "/v1/enrolments" {
			var told struct{ Code string }
			if err := json.Unmarshal(got.body, &told); err != nil {
				t.Fatal(err)
			}
			if _, err := archivetest.Confirm(t.Context(), b.a, told.Code, archive.Roles()...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if receipts != 6 {
		t.Errorf("%d receipts, want 6", receipts)
	}
}

// replay sends a request as it once was sent.
func (b *bench) replay(s spoken) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), s.Method, b.srv.URL+s.Path, bytes.NewReader(s.Body))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, h := range s.Headers {
		if h[0] != "Content-Length" {
			req.Header.Add(h[0], h[1])
		}
	}
	resp, err := b.srv.Client().Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{status: resp.StatusCode, code: resp.Header.Get("Laufzettel-Problem"), header: resp.Header, body: body}
}

// understood fails unless a receipt is one that version 0.1.0 reads: its format, no
// member that format does not have, and the signature of the archive.
func (b *bench) understood(what string, envelope []byte) {
	b.t.Helper()
	payload, err := sign.Open(b.t.Context(), envelope, "application/vnd.laufzettel.quittung+json", b.own.Public())
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	var q struct {
		Format         string `json:"format"`
		ID             string `json:"receipt_id"`
		Archive        string `json:"archive"`
		Client         string `json:"client"`
		Sequence       int64  `json:"sequence"`
		Previous       string `json:"previous"`
		Kind           string `json:"kind"`
		ManifestSHA512 string `json:"manifest_sha512"`
		Uploads        []struct {
			ID     string `json:"upload_id"`
			Name   string `json:"name"`
			Size   int64  `json:"size"`
			SHA512 string `json:"sha512"`
		} `json:"uploads"`
		Size   int64     `json:"size"`
		State  string    `json:"state"`
		Reason string    `json:"reason"`
		Time   time.Time `json:"time"`
		KeyID  string    `json:"key_id"`
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil || q.Format != "laufzettel-quittung/1" || q.State != "accepted" {
		b.t.Errorf("%s: %v in %s", what, err, payload)
	}
}

// less names the first member of an answer in JSON that a later one does not have; lists
// are looked at by their first thing, envelopes are bytes.
func less(before, after []byte) string {
	var x, y any
	if json.Unmarshal(before, &x) != nil {
		return ""
	}
	if json.Unmarshal(after, &y) != nil {
		return "JSON"
	}
	return lessOf("", x, y)
}

func lessOf(at string, x, y any) string {
	switch x := x.(type) {
	case map[string]any:
		now, ok := y.(map[string]any)
		if !ok {
			return at
		}
		for name, v := range x {
			w, ok := now[name]
			if !ok {
				return at + "/" + name
			}
			if s := lessOf(at+"/"+name, v, w); s != "" {
				return s
			}
		}
	case []any:
		now, ok := y.([]any)
		if !ok || len(now) < len(x) {
			return at
		}
		if len(x) > 0 {
			return lessOf(at+"/0", x[0], now[0])
		}
	default:
		if (x == nil) != (y == nil) || fmt.Sprintf("%T", x) != fmt.Sprintf("%T", y) {
			return at
		}
	}
	return ""
}
