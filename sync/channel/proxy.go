package channel

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ProxyFunc says through which proxy a request goes; nil = none.
type ProxyFunc func(*http.Request) (*url.URL, error)

// DirectProxy as a setting means: past every proxy.
const DirectProxy = "direct"

// Route is how requests leave this machine, and who said so.
type Route struct {
	Proxy ProxyFunc
	// By is who decides: "setting", "environment", "script" (PAC or WPAD), "system" or "none".
	By string
	// Script is the address of a script (PAC) the system names, Found for one it is to look
	// for itself (WPAD). It is evaluated by the system, never by us.
	Script string
	// Unread tells that there is a script which the system does not evaluate for us: what it
	// would say is not known, and requests go as the rest of the settings say.
	Unread bool
}

// Found stands for a script that the system looks for itself (WPAD).
const Found = "WPAD"

// RouteOf gives the route of a setting: its proxy, or none for DirectProxy; for "" that of
// the environment (HTTPS_PROXY), then of the system. Error: Setup where the setting is no
// address.
func RouteOf(setting string) (Route, error) { return routeOf(setting, systemProxies, hasEnvironment()) }

func routeOf(setting string, system func() (proxies, error), environment bool) (Route, error) {
	switch {
	case setting == DirectProxy:
		return Route{Proxy: func(*http.Request) (*url.URL, error) { return nil, nil }, By: "setting"}, nil
	case setting != "":
		u, err := url.Parse(setting)
		if err == nil && (u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			err = fmt.Errorf("%q has no host or another scheme", setting)
		}
		if err == nil && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "") {
			err = fmt.Errorf("%q is something on a server, such as a script", setting)
		}
		if err != nil {
			return Route{}, failure.Wrap(failure.Setup, "read proxy", wording.Say("hint.channel.proxy", setting), err)
		}
		return Route{Proxy: http.ProxyURL(u), By: "setting"}, nil
	case environment:
		return Route{Proxy: http.ProxyFromEnvironment, By: "environment"}, nil
	}
	s, err := system()
	if err != nil {
		return Route{Proxy: http.ProxyFromEnvironment, By: "none"}, nil // a system that says nothing of proxies
	}
	r := Route{Proxy: s.of, By: "none", Script: s.Script}
	if s.ByScheme != nil {
		r.By = "system"
	}
	switch {
	case s.Script != "" && s.Ask == nil:
		r.Unread = true
	case s.Script != "":
		r.Proxy, r.By = (&scripted{ask: s.Ask, rest: s.of, now: time.Now}).of, "script"
	}
	return r, nil
}

// proxies are those a system names, as Windows writes them into the registry.
type proxies struct {
	ByScheme map[string]*url.URL // "" = every scheme; nil = none
	Past     []string            // hosts that are reached directly, with * and <local>
	Script   string
	// Ask lets the system evaluate Script for an address; nil: it does not for us.
	Ask func(address string) (proxies, error)
}

// parseProxies reads ProxyServer ("host:port", or "http=host:port;https=host:port") and
// ProxyOverride ("*.intern;<local>"). What is no address is left out.
func parseProxies(server, override string) (p proxies) {
	for _, part := range strings.Split(server, ";") {
		scheme, host, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			scheme, host = "", scheme
		}
		if !strings.Contains(host, "://") {
			host = "http://" + host
		}
		u, err := url.Parse(host)
		if err != nil || u.Host == "" || scheme == "socks" {
			continue
		}
		if p.ByScheme == nil {
			p.ByScheme = map[string]*url.URL{}
		}
		p.ByScheme[strings.ToLower(scheme)] = u
	}
	for _, host := range strings.FieldsFunc(override, func(r rune) bool { return r == ';' || r == ' ' }) {
		p.Past = append(p.Past, strings.ToLower(host))
	}
	return p
}

// of is the ProxyFunc of the system.
func (p proxies) of(req *http.Request) (*url.URL, error) {
	host := strings.ToLower(req.URL.Hostname())
	for _, past := range p.Past {
		if past == "<local>" && !strings.Contains(host, ".") || matches(past, host) {
			return nil, nil
		}
	}
	if u := p.ByScheme[req.URL.Scheme]; u != nil {
		return u, nil
	}
	return p.ByScheme[""], nil
}

// matches compares a host with a pattern in which * stands for any letters.
func matches(pattern, host string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == host
	}
	if !strings.HasPrefix(host, parts[0]) || len(host) < len(pattern)-strings.Count(pattern, "*") {
		return false
	}
	host = host[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(host, p)
		if i < 0 {
			return false
		}
		host = host[i+len(p):]
	}
	return strings.HasSuffix(host, parts[len(parts)-1])
}
