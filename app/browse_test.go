package app

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"laufzettel/app/start"
	"laufzettel/transfer/failure"
)

// visitor is a browser that came in by an address.
type visitor struct {
	t      *testing.T
	client *http.Client
	page   string // what it was shown
	at     *url.URL
}

func comeIn(t *testing.T, address string) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{t: t, client: &http.Client{Jar: jar, Timeout: time.Minute}}
	res, err := v.client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", address, res.Status, err)
	}
	v.page, v.at = string(raw), res.Request.URL
	return v
}

// end ends the session as its button does.
func (v *visitor) end() {
	v.t.Helper()
	token := regexp.MustCompile(`name="token" value="([0-9a-f]{64})"`).FindStringSubmatch(v.page)
	if token == nil {
		v.t.Fatalf("no form on %s", v.at)
	}
	area := v.at.Path[:strings.Index(v.at.Path[1:], "/")+2]
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost,
		v.at.ResolveReference(&url.URL{Path: area + "session/end"}).String(), strings.NewReader("token="+token[1]))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", v.at.Scheme+"://"+v.at.Host)
	res, err := v.client.Do(r)
	if err != nil || res.StatusCode != http.StatusOK {
		v.t.Fatalf("end: %v %v", res, err)
	}
	_ = res.Body.Close()
}

// The pages are begun beside the window, shared by every call, and begun anew after
// their end; a further start that asks for them is answered by them.
func TestBrowse_BesideTheWindow(t *testing.T) {
	p, _, _ := opened(t, t.TempDir())
	first, err := p.serve()
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.serve()
	if err != nil || again != first {
		t.Fatalf("a second call: %v, %v", again == first, err)
	}
	v := comeIn(t, first.Address())
	if !strings.Contains(v.page, "<h1>") {
		t.Errorf("shown: %.200s", v.page)
	}
	v.end()
	<-first.Done()
	next, err := p.serve()
	if err != nil || next == first {
		t.Fatalf("after the end: %v, %v", next == first, err)
	}
	comeIn(t, next.Address())
	p.endPages()
	select {
	case <-next.Done():
	default:
		t.Error("the pages outlive the window")
	}
}

// Without a window the pages hold the workspace; a further start opens them anew, and
// the end of the session is the end of the program.
func TestBrowse_Alone(t *testing.T) {
	t.Setenv(start.EnvPass, "nur für die Prüfung")
	dir := t.TempDir()
	addresses, ended := make(chan string, 2), make(chan error, 1)
	go func() {
		ended <- browseAlone(t.Context(), dir, Options{Person: "M. Ahrens"}, func(a string) { addresses <- a })
	}()
	comeIn(t, <-addresses)
	if err := browseAlone(t.Context(), dir, Options{}, func(string) { t.Error("a second one beside the first") }); err != nil {
		t.Fatal(err)
	}
	v := comeIn(t, <-addresses) // in place of the first browser
	v.end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Where the policy forbids the pages nothing is begun, and it is said why.
func TestBrowse_OffByPolicy(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("LAUFZETTEL_POLICY", policyOf(t, `{"browser":false}`))
	err := browseAlone(context.Background(), dir, Options{}, func(string) { t.Error("begun all the same") })
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "Richtlinie") {
		t.Errorf("%v", err)
	}
	p, _, _ := opened(t, dir)
	if p.browsable() != nil {
		t.Error("the window offers what the policy forbids")
	}
}

func policyOf(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "richtlinie.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
