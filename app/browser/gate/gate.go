// Package gate decides who comes in to the pages of the second face: one browser of
// the person who started it, and nobody else on this machine or beyond it. It knows no
// page and no room.
//
// What holds: the server answers on loopback only, and only to its own name and port.
// The address handed to the person works once and for a short time; it is changed
// into a cookie that scripts cannot read and other sites cannot send. Loopback is
// shared by everybody on a terminal server and cookies know no ports, so the cookie
// belongs to a path nobody else can guess. Whatever changes something carries a
// token that stands in our own forms only. A second browser that comes in with a new
// address puts the first one out. The session ends by its end, or after an idle time
// that the person can change.
package gate

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// keyLife is how long an address can be used that nobody has used yet.
	keyLife = 10 * time.Minute
	// Idle is after how much time without a page the session ends, unless the person
	// chooses otherwise.
	Idle = 30 * time.Minute
	// MaxBody bounds what a form may send.
	MaxBody = 1 << 20
	// MaxHeader bounds the head of a request.
	MaxHeader = 64 << 10

	cookieName = "laufzettel"
	enter      = "/o/"
	secretSize = 32
	// TokenField is the field of every form that carries its token.
	TokenField = "token"
	// LiveHeader marks a request that a page makes by itself to look for news: it is
	// no sign of the person.
	LiveHeader = "X-Live"
)

// Reason is why a request was not let in.
type Reason string

// The reasons.
const (
	Foreign  Reason = "foreign"  // another host, another origin, another site
	Unknown  Reason = "unknown"  // no session, or not this one
	Used     Reason = "used"     // the address was used before, or is too old
	Method   Reason = "method"   // neither reading nor a form
	BadToken Reason = "token"    // a form that is not ours
	TooLarge Reason = "toolarge" // more than a form may send
	Over     Reason = "over"     // the session has ended
)

// Status is what a reason is answered with.
func (r Reason) Status() int {
	switch r {
	case Method:
		return http.StatusMethodNotAllowed
	case TooLarge:
		return http.StatusRequestEntityTooLarge
	case Over:
		return http.StatusGone
	}
	return http.StatusForbidden
}

// Gate lets one browser in. Safe for concurrent use.
type Gate struct {
	host string // 127.0.0.1:port, as browsers write it
	area string // "/…/": where the session lives
	now  func() time.Time
	over func() // called once when the session has ended

	mu     sync.Mutex
	key    string // digest of the address in force, "" where it was used
	made   time.Time
	cookie string // digest of the cookie, "" while nobody is in
	token  string
	idle   time.Duration // 0: it ends by its end only
	last   time.Time
	ended  bool
}

// New makes the gate of a server that answers at host; over is called once when the
// session has ended.
func New(host string, now func() time.Time, over func()) *Gate {
	return &Gate{host: host, area: "/" + secret()[:20] + "/", now: now, over: over, idle: Idle, last: now()}
}

// secret gives what nobody can guess.
func secret() string {
	raw := make([]byte, secretSize)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return hex.EncodeToString(raw)
}

// digest is what is kept of a secret: who reads our memory in a crash file learns none.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return string(sum[:])
}

func same(kept, given string) bool {
	return kept != "" && subtle.ConstantTimeCompare([]byte(kept), []byte(digest(given))) == 1
}

// Area is the path under which all pages of the session lie, with slashes around.
func (g *Gate) Area() string { return g.area }

// Address makes an address that lets one browser in, once. The one made before it
// holds no longer.
func (g *Gate) Address() string {
	key := secret()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.key, g.made, g.last = digest(key), g.now(), g.now()
	return "http://" + g.host + enter + key
}

// Token is what the forms of the session carry.
func (g *Gate) Token() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.token
}

// SetIdle changes after how much time without a page the session ends; 0: only by its
// end.
func (g *Gate) SetIdle(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.idle, g.last = max(0, d), g.now()
}

// IdleTime is the time without a page after which the session ends, 0: none.
func (g *Gate) IdleTime() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.idle
}

// Left is the time until the session ends by itself; false where it does not.
func (g *Gate) Left() (time.Duration, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(0, g.idle-g.now().Sub(g.last)), g.idle > 0
}

// Tick ends the session where nobody came for too long; it tells whether it is over.
func (g *Gate) Tick() bool {
	g.mu.Lock()
	idle := g.idle > 0 && g.now().Sub(g.last) >= g.idle
	ended := g.ended
	g.mu.Unlock()
	if idle && !ended {
		g.End()
	}
	return idle || ended
}

// End ends the session: no address and no cookie lets anybody in again.
func (g *Gate) End() {
	g.mu.Lock()
	first := !g.ended
	g.ended, g.key, g.cookie, g.token = true, "", "", ""
	g.mu.Unlock()
	if first && g.over != nil {
		g.over()
	}
}

// Guard gives the handler that asks before pages is asked. refuse answers what is not
// let in; the status is written by then.
func (g *Gate) Guard(pages http.Handler, refuse func(http.ResponseWriter, Reason)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Harden(w.Header())
		reason, entered := g.judge(w, r)
		switch {
		case reason != "":
			w.WriteHeader(reason.Status())
			refuse(w, reason)
		case entered:
			http.Redirect(w, r, g.area, http.StatusSeeOther)
		default:
			http.StripPrefix(strings.TrimSuffix(g.area, "/"), pages).ServeHTTP(w, r)
		}
	})
}

// judge asks all there is to ask, the cheapest first; entered tells that the address
// was changed into a cookie.
func (g *Gate) judge(w http.ResponseWriter, r *http.Request) (reason Reason, entered bool) {
	switch {
	case !g.ours(r):
		return Foreign, false
	case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost:
		return Method, false
	}
	g.mu.Lock()
	ended, known := g.ended, g.known(r)
	g.mu.Unlock()
	if ended {
		return Over, false
	}
	if key, asks := strings.CutPrefix(r.URL.Path, enter); asks {
		return g.enter(w, r, key)
	}
	if !known || !strings.HasPrefix(r.URL.Path, g.area) {
		return Unknown, false
	}
	if r.Method == http.MethodPost {
		if reason := g.form(w, r); reason != "" {
			return reason, false
		}
	}
	if r.Header.Get(LiveHeader) == "" {
		g.mu.Lock()
		g.last = g.now()
		g.mu.Unlock()
	}
	return "", false
}

// ours tells whether a request was made to us by a page of ours, or by the person: an
// address that was typed or handed over has no origin. The host keeps other names out
// that lead to loopback (DNS rebinding). A form always says where it comes from.
func (g *Gate) ours(r *http.Request) bool {
	if r.Host != g.host {
		return false
	}
	origins := r.Header.Values("Origin")
	if len(origins) > 1 || len(origins) == 1 && origins[0] != "http://"+g.host || len(origins) == 0 && r.Method == http.MethodPost {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if r.Method == http.MethodPost {
		return site == "" || site == "same-origin"
	}
	return site == "" || site == "none" || site == "same-origin"
}

// known tells whether a request carries the cookie of the session; the caller holds mu.
func (g *Gate) known(r *http.Request) bool {
	for _, c := range r.CookiesNamed(cookieName) {
		if same(g.cookie, c.Value) {
			return true
		}
	}
	return false
}

// enter changes the address into a cookie. What a program does ahead of the person, a
// preview or a page loaded beforehand, does not use it up.
func (g *Gate) enter(w http.ResponseWriter, r *http.Request, key string) (Reason, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ahead := r.Header.Get("Sec-Purpose") != "" || r.Header.Get("Purpose") != ""
	if r.Method != http.MethodGet || ahead || !same(g.key, key) {
		return Used, false
	}
	old := g.now().Sub(g.made) > keyLife
	g.key = ""
	if old {
		return Used, false
	}
	value := secret()
	g.cookie, g.token, g.last = digest(value), secret(), g.now()
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: value, Path: g.area, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return "", true
}

// form reads a form within its bounds and asks for its token.
func (g *Gate) form(w http.ResponseWriter, r *http.Request) Reason {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/x-www-form-urlencoded" {
		return BadToken
	}
	if r.ContentLength > MaxBody {
		return TooLarge
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	if err := r.ParseForm(); err != nil {
		if _, large := err.(*http.MaxBytesError); large {
			return TooLarge
		}
		return BadToken
	}
	g.mu.Lock()
	token := g.token
	g.mu.Unlock()
	given := r.PostForm[TokenField]
	if len(given) != 1 || token == "" || subtle.ConstantTimeCompare([]byte(given[0]), []byte(token)) != 1 {
		return BadToken
	}
	return ""
}

// policy keeps a page from loading, sending or running anything that is not ours, and
// others from showing it in theirs.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'"

// Harden sets what every answer says. The referrer stays within our pages: without it
// a browser would send the origin of a form as "null".
func Harden(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("X-DNS-Prefetch-Control", "off")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), usb=(), payment=()")
}
