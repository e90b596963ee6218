// Package archive is the reference receiver of the signed channel: an
// http.Handler over plain files and a SQLite database, for a small archive, the
// demo and the tests. The contract is docs/protocol.md, version 1.
//
// It is not: an archive (what follows after a receipt is another program's
// business), a proxy, or a user administration.
//
// Invariants:
//   - no byte is stored before the digest of its chunk was verified;
//   - nothing is acknowledged before file, state and folder are synced;
//   - no receipt before the whole was compared with the client's manifest, and
//     exactly one receipt per delivery, the same bytes for ever;
//   - receipts of a client chain without gaps;
//   - every step may be repeated after a kill at any moment.
//
// All methods are safe for concurrent use within one process.
package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Limits of protocol.md 11.
const (
	MaxChunk         = 16 << 20
	maxEnvelope      = sign.MaxEnvelope
	defaultMaxUpload = 1 << 40
	defaultLetters   = 1 << 30
	keptBuffers      = 8 // buffers of chunks are kept when nothing arrives
)

// Config says what a receiver works on. DB, PublicURL, Key and either Dir or
// Storage and Locks are required.
type Config struct {
	Dir       string         // folder of uploads and packages; on one file system
	Storage   Storage        // nil: files in Dir
	Locks     handler.Locker // of uploads; nil: within this process
	DB        DB             // with this room's tables
	Name      string         // the archive's name in receipts
	PublicURL string         // address the clients sign: scheme://host[:port][/prefix]

	Key         *sign.Key // signs receipts
	PreviousKey *sign.Key // the key before it, needed once when Key is new (cross-signing)

	Clock     func() time.Time // nil: the system's
	MaxUpload int64            // bytes of one upload; 0: 1 TiB
	Quota     int64            // bytes of all uploads of one client; 0: none
	Letters   int64            // bytes of all messages of one client; 0: 1 GiB
	Capacity  int64            // bytes of all uploads together; 0: none, the free space decides
	Reserve   int64            // bytes to leave free on the disk
	Rate      int              // requests of one client per second; 0: 100
	// RequirePersons refuses acts that only a machine has signed (protocol.md 19).
	RequirePersons bool
	FreeSpace      func(dir string) (int64, error)

	// Check verifies a complete package before the receipt is signed and gives the
	// reason for which it is refused, or "". It runs apart from the requests; until
	// it ends a question for the receipt gets 202. nil: only the digest is compared.
	Check func(ctx context.Context, path string, m receipt.Manifest) (refusal string, err error)
	// CheckWait is how long such a question waits first; 0: 20 s, negative: not at all.
	CheckWait time.Duration

	Log  *slog.Logger       // nil: no log; never holds names or titles
	Hook func(point string) // nil, or called at the named commit points (fault tests)
}

// Archive is the receiver. Make it with New, serve it as an http.Handler.
type Archive struct {
	*Admin
	cfg     Config
	base    *url.URL
	trust   []byte // the present trust envelope
	storage Storage
	locks   handler.Locker
	mux     *http.ServeMux
	tus     *tus
	checks  *checks
	turns   *turns
	metrics *metrics
	guard   *guard
	lending *lending
	post    *post
	proofs  *proofs
	pieces  *pieces
	closed  *closures
	orders  *orders
}

// New opens a receiver over its folder and database; what a kill left unfinished
// is finished when it is next asked for. Close it after serving. Errors have a
// failure.Kind where a person can act.
func New(ctx context.Context, cfg Config) (*Archive, error) {
	if cfg.Key == nil || cfg.DB == nil || cfg.Dir == "" && (cfg.Storage == nil || cfg.Locks == nil) {
		return nil, errors.New("archive: Key, DB and Dir are required")
	}
	base, err := url.Parse(strings.TrimRight(cfg.PublicURL, "/"))
	if err != nil || (base.Scheme != "https" && base.Scheme != "http") || base.Host == "" || base.RawQuery != "" {
		return nil, failure.New(failure.Setup, "open archive", wording.Say("hint.archive.public-address-bad"))
	}
	defaults(&cfg)
	if err := openFiles(&cfg); err != nil {
		return nil, err
	}
	a := &Archive{
		Admin: NewAdmin(cfg.DB, cfg.Clock), cfg: cfg, base: base,
		storage: cfg.Storage, locks: cfg.Locks,
		mux: http.NewServeMux(), checks: newChecks(), turns: newTurns(), metrics: newMetrics(),
	}
	a.lending, a.post, a.proofs = &lending{a: a}, &post{a: a}, &proofs{a: a}
	a.closed, a.orders = &closures{a: a}, &orders{a: a}
	if a.guard, err = newGuard(a); err != nil {
		return nil, err
	}
	if a.trust, err = a.ownKeys(ctx); err != nil {
		return nil, err
	}
	a.pieces = newPieces(a)
	if err := a.proofs.open(ctx); err != nil {
		return nil, err
	}
	if a.tus, err = newTus(a); err != nil {
		return nil, err
	}
	a.routes()
	return a, nil
}

func defaults(cfg *Config) {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	if cfg.MaxUpload == 0 {
		cfg.MaxUpload = defaultMaxUpload
	}
	if cfg.Letters == 0 {
		cfg.Letters = defaultLetters
	}
	if cfg.FreeSpace == nil {
		cfg.FreeSpace = freeSpace
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Hook == nil {
		cfg.Hook = func(string) {}
	}
	if cfg.CheckWait == 0 {
		cfg.CheckWait = checkPatience
	}
	if cfg.Name == "" {
		cfg.Name = "Archiv"
	}
}

// openFiles lets a receiver keep its bytes in files where nothing else is said.
func openFiles(cfg *Config) error {
	if cfg.Locks == nil {
		cfg.Locks = newLocker()
	}
	if cfg.Storage != nil {
		return nil
	}
	f, err := NewFiles(cfg.Dir)
	if err != nil {
		return err
	}
	f.hook, f.free, f.log = cfg.Hook, cfg.FreeSpace, cfg.Log
	cfg.Storage = f
	return nil
}

func (a *Archive) routes() {
	deliver := access{role: RoleDeliver}
	a.mux.HandleFunc("GET /v1/{$}", a.discover)
	a.mux.HandleFunc("POST /v1/enrolments", a.guard.unsigned(a.guard.enrol))
	a.guard.signed("GET /v1/key", access{pending: true, retired: true}, a.showKey)
	a.guard.signed("POST /v1/keys/rotation", access{body: maxEnvelope}, a.rotate)
	a.guard.signed("POST /v1/keys/revocation", access{pending: true}, a.revokeSelf)
	a.guard.signed("PUT /v1/manifests/{hash}", access{role: RoleDeliver, body: maxEnvelope}, a.putManifest)
	a.guard.signed("POST /v1/uploads", deliver, a.createUpload)
	a.guard.signed("HEAD /v1/uploads/{id}", deliver, a.headUpload)
	a.guard.signed("PATCH /v1/uploads/{id}", access{role: RoleDeliver, body: MaxChunk}, a.patchUpload)
	a.guard.signed("DELETE /v1/uploads/{id}", deliver, a.deleteUpload)
	a.guard.signed("GET /v1/uploads/{id}/receipt", deliver, a.getReceipt)
	a.guard.signed("GET /v1/uploads/{id}/archived", deliver, a.getArchived)
	a.guard.signed("POST /v1/messages", access{body: maxEnvelope}, a.post.postMessage) // the kind says which role
	a.guard.signed("GET /v1/packages", access{role: RoleRead}, a.lending.listPackages)
	a.guard.signed("GET /v1/packages/{id}", access{role: RoleRead}, a.lending.getPackage)
	a.lending.downRoutes()
	a.proofs.routes()
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problemf(http.StatusNotFound, "not-found", "there is no such address").write(w)
	})
}

// ServeHTTP implements http.Handler.
func (a *Archive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer hurry(w, r, r.Body)
	w, end := a.measure(w, r)
	defer end()
	h := w.Header()
	h.Set("Laufzettel-Protocol", "1")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Date", a.cfg.Clock().UTC().Format(http.TimeFormat))
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			a.cfg.Log.Error("request", "panic", fmt.Sprint(p))
			problemf(http.StatusInternalServerError, "internal", "the receiver could not do it").write(w)
		}
	}()
	if r.Header.Get("X-HTTP-Method-Override") != "" {
		problemf(http.StatusBadRequest, "bad-request", "the method is the method").write(w)
		return
	}
	if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
		problemf(http.StatusNotFound, "not-found", "there is no such address").write(w) // the mux would send elsewhere
		return
	}
	a.mux.ServeHTTP(w, r)
}

func (a *Archive) discover(w http.ResponseWriter, _ *http.Request) {
	_ = writeJSON(w, http.StatusOK, map[string]any{
		"protocol": "laufzettel/1", "archive": a.cfg.Name, "time": a.cfg.Clock().UTC().Format(time.RFC3339),
		"max_chunk": MaxChunk, "max_upload": a.cfg.MaxUpload, "features": features(),
	})
}
