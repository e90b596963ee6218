package door_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
)

func none(int64, int64) {}

// offering serves data; each function may answer in its place.
func offering(t *testing.T, data []byte, instead ...func(w http.ResponseWriter, r *http.Request) bool) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, f := range instead {
			if f(w, r) {
				return
			}
		}
		w.Header().Set("ETag", `"eins"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}))
	t.Cleanup(s.Close)
	return s
}

func TestFetch(t *testing.T) {
	data := content(600_000)
	short, long := sha256.Sum256(data), sha512.Sum512(data)
	for _, digest := range []string{hex.EncodeToString(short[:]), hex.EncodeToString(long[:]),
		strings.ToUpper(hex.EncodeToString(short[:]))} {
		path := filepath.Join(t.TempDir(), "lieferung.zip")
		s := offering(t, data)
		if err := door.Fetch(t.Context(), nil, s.URL+"/x", digest, path, nil, none); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("fetched %d bytes, %v", len(got), err)
		}
		if left, _ := filepath.Glob(path + ".*"); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		if err := door.Fetch(t.Context(), nil, s.URL+"/x", digest, path, nil, none); failure.KindOf(err) != failure.Refused {
			t.Errorf("over a file that is there: %v, want Refused", err)
		}
	}
}

func TestFetch_GoesOnAfterACut(t *testing.T) {
	data := content(500_000)
	sum := sha256.Sum256(data)
	for _, tag := range []string{`"eins"`, `"zwei"`, ""} { // the same version, another one, none told
		t.Run("tag "+tag, func(t *testing.T) {
			var ranges []string
			first := true
			s := offering(t, data, func(w http.ResponseWriter, r *http.Request) bool {
				ranges = append(ranges, r.Header.Get("Range"))
				if !first {
					return false
				}
				first = false
				if tag != "" {
					w.Header().Set("ETag", tag)
				}
				w.Header().Set("Content-Length", fmt.Sprint(len(data)))
				_, _ = w.Write(data[:200_000]) // then the line breaks
				panic(http.ErrAbortHandler)
			})
			path := filepath.Join(t.TempDir(), "lieferung.zip")
			err := door.Fetch(t.Context(), nil, s.URL, hex.EncodeToString(sum[:]), path, nil, none)
			if failure.KindOf(err) != failure.Transient {
				t.Fatalf("after the cut: %v", err)
			}
			if err := door.Fetch(t.Context(), nil, s.URL, hex.EncodeToString(sum[:]), path, nil, none); err != nil {
				t.Fatal(err)
			}
			if asked := ranges[1] != ""; asked != (tag != "") {
				t.Errorf("second request asked for %q", ranges[1])
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, data) {
				t.Errorf("fetched %d bytes, %v", len(got), err)
			}
		})
	}
}

func TestFetch_Refusals(t *testing.T) {
	data := content(1000)
	sum := sha256.Sum256(data)
	good := hex.EncodeToString(sum[:])
	status := func(code int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(code); return true }
	}
	to := func(address string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, address, http.StatusFound)
			return true
		}
	}
	tests := []struct {
		name, digest string
		instead      func(http.ResponseWriter, *http.Request) bool
		want         failure.Kind
		hint         string
	}{
		{"wrong digest", strings.Repeat("0", 64), func(http.ResponseWriter, *http.Request) bool { return false }, failure.Damaged,
			"verworfen"},
		{"no digest", "abc", status(200), failure.Refused, "SHA-256"},
		{"gone", good, status(404), failure.Refused, "404"},
		{"busy", good, status(503), failure.Transient, "von selbst"},
		{"leads to plain http", good, to("http://anderswo.example/x"), failure.Refused, "unverschlüsselten"},
		{"leads in a circle", good, to("/x"), failure.Refused, "immer neuen"},
		{"another part than asked", good, status(206), failure.Transient, "anderen Teil"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := offering(t, data, tt.instead)
			dir := t.TempDir()
			err := door.Fetch(t.Context(), nil, s.URL+"/x", tt.digest, filepath.Join(dir, "x.zip"), nil, none)
			if failure.KindOf(err) != tt.want || !strings.Contains(failure.HintOf(err).In("de"), tt.hint) {
				t.Errorf("Fetch = %v (%q), want %v with %q", err, failure.HintOf(err).In("de"), tt.want, tt.hint)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestCheckLink(t *testing.T) {
	for link, ok := range map[string]bool{
		"https://amt.example/lieferung.zip": true, " https://amt.example/a?token=x#y ": true, "http://127.0.0.1:8/x": true,
		"http://amt.example/x": false, "ftp://amt.example/x": false, "https://nutzer:geheim@amt.example/x": false, "/pfad": false,
		"": false, "https://": false,
	} {
		if _, err := door.CheckLink(link); (err == nil) != ok {
			t.Errorf("CheckLink(%q) = %v, want ok=%v", link, err, ok)
		}
	}
}

func TestOpen_Addresses(t *testing.T) {
	for address, ok := range map[string]bool{
		t.TempDir(): true, "sftp://abgabe@rechner.example/eingang": true, "sftp://abgabe@rechner.example:2222/~/eingang": true,
		"eingang": false, "": false, "sftp://rechner.example/eingang": false, "sftp://a:geheim@rechner.example/x": false,
		"ftp://a@b/c": false,
	} {
		if _, err := door.Open(door.Options{Address: address}, nil); (err == nil) != ok {
			t.Errorf("Open(%q) = %v, want ok=%v", address, err, ok)
		}
	}
	if _, err := door.Open(door.Options{Address: "sftp://a@b/c", HostKey: "MD5:00"}, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("an old kind of fingerprint: %v, want Refused", err)
	}
	c, err := door.Open(door.Options{Address: t.TempDir()}, nil)
	if err != nil || c.Try(t.Context()) != nil {
		t.Errorf("a folder that is there: %v", err)
	}
	c, err = door.Open(door.Options{Address: filepath.Join(t.TempDir(), "fehlt")}, nil)
	if err != nil || failure.KindOf(c.Try(t.Context())) != failure.Transient {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestOffers(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"), store.Room{Name: door.Room, Migrations: door.Migrations})
	must(t, err)
	defer db.Close()
	o, ctx, now := door.Offers{DB: db}, context.Background(), time.UnixMilli(1_800_000_000_000).UTC()
	digest := strings.Repeat("ab", 32)
	if _, err := o.Add(ctx, door.Offer{Link: "ftp://x", Digest: digest}, now); failure.KindOf(err) != failure.Refused {
		t.Errorf("a wrong link: %v", err)
	}
	if _, err := o.Add(ctx, door.Offer{Link: "https://amt.example/x", Digest: "ab"}, now); failure.KindOf(err) != failure.Refused {
		t.Errorf("a wrong digest: %v", err)
	}
	x := door.Offer{Link: "https://amt.example/x", Digest: digest, Name: "x.zip", Person: "M. Ahrens", Due: now.Add(time.Hour)}
	a, err := o.Add(ctx, x, now)
	must(t, err)
	if again, err := o.Add(ctx, x, now); err != nil || again.ID != a.ID {
		t.Errorf("the same offer again: %+v, %v", again, err)
	}
	due := func(at time.Time) int {
		t.Helper()
		all, err := o.List(ctx, at)
		must(t, err)
		return len(all)
	}
	if due(now) != 0 || due(now.Add(time.Hour)) != 1 {
		t.Error("an offer is not due when it should be")
	}
	must(t, o.Waits(ctx, a.ID, "später", now.Add(2*time.Hour)))
	if due(now.Add(time.Hour)) != 0 {
		t.Error("an offer is due although it waits")
	}
	must(t, o.Stop(ctx, a.ID, "falsche Prüfsumme", now))
	if due(now.Add(9*time.Hour)) != 0 {
		t.Error("a stopped offer is due")
	}
	must(t, o.Again(ctx, a.ID, now))
	must(t, o.Fetched(ctx, a.ID, "P2026-0001", now))
	must(t, o.Again(ctx, a.ID, now)) // it is a portion: nothing to fetch
	got, err := o.Get(ctx, a.ID)
	if err != nil || got.State != door.OfferFetched || got.Portion != "P2026-0001" || got.Attempt != 1 || got.Reason != "" {
		t.Errorf("in the end: %+v, %v", got, err)
	}
	if _, err := o.Get(ctx, 99); failure.KindOf(err) != failure.Refused {
		t.Errorf("an unknown one: %v", err)
	}
}
