package channel

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

func asked(t *testing.T, r Route, address string) string {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := r.Proxy(req)
	if err != nil {
		t.Fatal(err)
	}
	if u == nil {
		return "direct"
	}
	return u.String()
}

// The setting goes before the environment, that before the system; a script is named and
// not read.
func TestRouteOf(t *testing.T) {
	windows := func(server, override, script string) func() (proxies, error) {
		return func() (proxies, error) {
			p := parseProxies(server, override)
			p.Script = script
			return p, nil
		}
	}
	silent := func() (proxies, error) { return proxies{}, errors.ErrUnsupported }
	for _, tt := range []struct {
		name, setting string
		system        func() (proxies, error)
		env           bool
		address       string
		want, by      string
		script        string
	}{
		{name: "setting", setting: "http://proxy.haus:8080", system: windows("anderer:1", "", ""), address: "https://archiv.example",
			want: "http://proxy.haus:8080", by: "setting"},
		{name: "direct", setting: DirectProxy, system: windows("anderer:1", "", ""), env: true, address: "https://archiv.example",
			want: "direct", by: "setting"},
		{name: "one for all", system: windows("proxy.haus:3128", "", ""), address: "https://archiv.example", want: "http://proxy.haus:3128",
			by: "system"},
		{name: "one for each", system: windows("http=a:1;https=b:2;socks=c:3", "", ""), address: "https://archiv.example",
			want: "http://b:2", by: "system"},
		{name: "past by name", system: windows("proxy.haus:3128", "*.example;<local>", ""), address: "https://archiv.example",
			want: "direct", by: "system"},
		{name: "past for local", system: windows("proxy.haus:3128", "<local>", ""), address: "https://archiv", want: "direct",
			by: "system"},
		{name: "not past", system: windows("proxy.haus:3128", "10.*;archiv", ""), address: "https://archiv.example",
			want: "http://proxy.haus:3128", by: "system"},
		{name: "script alone", system: windows("", "", "http://wpad.haus/proxy.pac"), address: "https://archiv.example", want: "direct",
			by: "none", script: "http://wpad.haus/proxy.pac"},
		{name: "no system", system: silent, address: "https://archiv.example", want: "direct", by: "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := routeOf(tt.setting, tt.system, tt.env)
			if err != nil {
				t.Fatal(err)
			}
			if r.By == "none" && tt.script == "" {
				t.Setenv("HTTPS_PROXY", "")
			}
			if got := asked(t, r, tt.address); got != tt.want || r.By != tt.by || r.Script != tt.script {
				t.Errorf("%s by %s, script %q; want %s by %s", got, r.By, r.Script, tt.want, tt.by)
			}
		})
	}
	for _, bad := range []string{"proxy:8080", "ftp://proxy", "http://", "http://proxy.example/proxy.pac", "%zz"} {
		if _, err := RouteOf(bad); failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		pattern, host string
		want          bool
	}{
		{"archiv.example", "archiv.example", true}, {"*.example", "archiv.example", true}, {"*.example", "example", false},
		{"10.*", "10.1.2.3", true}, {"10.*", "110.1.2.3", false},
		{"*", "x", true}, {"a*b*c", "aXbYc", true}, {"a*b*c", "ac", false}, {"ab*ba", "aba", false}, {"", "x", false},
	} {
		if got := matches(tt.pattern, tt.host); got != tt.want {
			t.Errorf("matches(%q, %q) = %v", tt.pattern, tt.host, got)
		}
	}
}

// A script is asked once for an address and a while; where it is silent the rest holds; it
// never sees what is fetched.
func TestRouteOf_script(t *testing.T) {
	var seen []string
	say := func(address string) (proxies, error) {
		seen = append(seen, address)
		if strings.Contains(address, "stumm") {
			return proxies{}, errors.New("the script does not answer")
		}
		return parseProxies("skript:8080", ""), nil
	}
	system := func() (proxies, error) {
		p := parseProxies("rest:3128", "")
		p.Script, p.Ask = "http://wpad.haus/proxy.pac", say
		return p, nil
	}
	r, err := routeOf("", system, false)
	if err != nil || r.By != "script" || r.Unread {
		t.Fatal(r, err)
	}
	for address, want := range map[string]string{
		"https://archiv.example/v1/geheim?x=1": "http://skript:8080", "https://archiv.example/v1/": "http://skript:8080",
		"https://stumm.example/a": "http://rest:3128", "https://stumm.example/b": "http://rest:3128",
	} {
		if got := asked(t, r, address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	slices.Sort(seen)
	if want := []string{"https://archiv.example/", "https://stumm.example/"}; !slices.Equal(seen, want) {
		t.Errorf("the script was asked %q", seen)
	}
	s := &scripted{ask: say, rest: r.Proxy, now: time.Now}
	for i := range mostScripted + 9 {
		s.answer(fmt.Sprintf("https://a%d.example/", i))
	}
	if len(s.kept) > mostScripted {
		t.Errorf("%d answers are kept", len(s.kept))
	}
	silent := func() (proxies, error) { return proxies{Script: Found}, nil }
	if r, err := routeOf("", silent, false); err != nil || !r.Unread || r.By != "none" {
		t.Errorf("a script nobody evaluates: %+v, %v", r, err)
	}
}
