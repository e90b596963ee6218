package channel_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func TestMain(m *testing.M) {
	child()
	keyring.MockInit()
	goleak.VerifyTestMain(m)
}

// rig is a client workspace and a receiver, joined by loopback.
type rig struct {
	t   testing.TB
	url string

	// receiver
	dir     string
	db      *store.Store
	key     *sign.Key
	archive *archive.Archive
	config  archive.Config
	server  *httptest.Server
	handler *swap

	// client
	root     string
	client   *store.Store
	service  *channel.Service
	sender   *channel.Sender
	queue    *queue.SQL
	runner   *queue.Runner
	receipts *receipt.Store
	mu       sync.Mutex
	requests []string // method and path, as the receiver saw them
	stored   []string // names of OnReceipt calls
}

// swap is a handler that may be exchanged or wrapped while the server runs.
type swap struct {
	mu   sync.Mutex
	h    http.Handler
	wrap func(http.Handler) http.Handler
}

func (s *swap) set(h http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.h = h
}

func (s *swap) between(wrap func(http.Handler) http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrap = wrap
}

func (s *swap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	h, wrap := s.h, s.wrap
	s.mu.Unlock()
	if wrap != nil {
		h = wrap(h)
	}
	h.ServeHTTP(w, r)
}

func newRig(t testing.TB) *rig {
	t.Helper()
	return newRigIn(t, t.TempDir(), t.TempDir())
}

// newRigIn is newRig with the receiver in dir and the client in root.
func newRigIn(t testing.TB, dir, root string) *rig {
	t.Helper()
	r := &rig{t: t, dir: dir, root: root, key: newKey(t), handler: &swap{}}
	r.server = httptest.NewUnstartedServer(r.handler)
	r.server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	r.url = "http://" + r.server.Listener.Addr().String()
	r.config = archive.Config{Dir: r.dir, Name: "Musterarchiv", PublicURL: r.url, Key: r.key}
	r.openArchive()
	r.server.Start()
	r.openClient()
	t.Cleanup(r.close)
	return r
}

func (r *rig) close() {
	r.server.CloseClientConnections()
	r.server.Close()
	r.service.HTTP.CloseIdleConnections()
	r.check(r.archive.Close())
	r.check(r.client.Close())
	r.check(r.db.Close())
}

// openArchive opens the receiver over its folder, as after a restart.
func (r *rig) openArchive() {
	r.t.Helper()
	var err error
	r.db, err = store.Open(r.t.Context(), filepath.Join(r.dir, "archive.db"),
		store.Room{Name: archive.Room, Migrations: archive.Migrations})
	r.check(err)
	r.config.DB = r.db
	r.archive, err = archive.New(r.t.Context(), r.config)
	r.check(err)
	r.handler.set(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		r.requests = append(r.requests, q.Method+" "+q.URL.Path)
		r.mu.Unlock()
		r.archive.ServeHTTP(w, q)
	}))
}

// restartArchive is a kill of the receiver between two requests.
func (r *rig) restartArchive() {
	r.t.Helper()
	r.check(r.archive.Close())
	r.check(r.db.Close())
	r.openArchive()
}

func (r *rig) openClient() {
	r.t.Helper()
	var err error
	r.client, err = store.Open(r.t.Context(), filepath.Join(r.root, "workspace.db"),
		store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations},
		store.Room{Name: channel.Room, Migrations: channel.Migrations})
	r.check(err)
	h, err := channel.NewHTTP(channel.TLSOptions{})
	r.check(err)
	r.service = &channel.Service{DB: r.client, Keys: sign.Keyring{}, HTTP: h, Chunk: 64 << 10}
	r.receipts = receipt.NewStore(r.client)
	r.queue = queue.NewSQL(r.client)
	r.sender = &channel.Sender{Service: r.service, DB: r.client, Receipts: r.receipts, Root: r.root,
		OnReceipt: func(_ context.Context, _ *sql.Tx, e receipt.Entry) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.stored = append(r.stored, e.PackageID)
			return nil
		}}
	r.runner = &queue.Runner{Store: r.queue, Workers: r.sender.Workers(), Lock: filepath.Join(r.root, "runner.lock"),
		Chance: func() float64 { return 0 }}
}

// enrol makes a key and has it confirmed by the archive's people.
func (r *rig) enrol(roles ...archive.Role) channel.Peer {
	r.t.Helper()
	_, err := r.service.NewKey(r.t.Context())
	r.check(err)
	p, err := r.service.Enrol(r.t.Context(), r.url, channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7", Program: "test"})
	r.check(err)
	_, err = archivetest.Confirm(r.t.Context(), r.archive, p.Code, roles...)
	r.check(err)
	p, err = r.service.Refresh(r.t.Context(), r.url)
	r.check(err)
	return p
}

// enqueue writes a package of the given content and puts its job into the queue.
func (r *rig) enqueue(name string, content []byte) (queue.Job, string) {
	r.t.Helper()
	path := filepath.Join(r.root, name)
	r.check(os.WriteFile(path, content, 0o600))
	j, err := channel.UploadJob("portion-1", channel.Order{Peer: r.url, Path: name, Kind: "aip", PackageID: "P-" + name}, time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(r.t.Context(), j))
	return j, path
}

func (r *rig) runOnce() queue.Summary {
	r.t.Helper()
	sum, err := r.runner.RunOnce(r.t.Context())
	r.check(err)
	return sum
}

func (r *rig) job(id string) queue.Job {
	r.t.Helper()
	j, err := r.queue.Get(r.t.Context(), id)
	r.check(err)
	return j
}

func (r *rig) check(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// delivered checks that the receiver holds exactly content under one accepted
// package, and that exactly one receipt is stored twice at the client.
func (r *rig) delivered(path string, content []byte) {
	r.t.Helper()
	var found []string
	r.check(filepath.WalkDir(filepath.Join(r.dir, "packages"), func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == "" {
			found = append(found, p)
		}
		return err
	}))
	if len(found) != 1 {
		r.t.Fatalf("the receiver holds %d packages, want 1: %v", len(found), found)
	}
	got, err := os.ReadFile(found[0])
	r.check(err)
	if !bytes.Equal(got, content) {
		r.t.Fatalf("the receiver holds %d bytes that are not the %d sent", len(got), len(content))
	}
	all, err := r.receipts.List(r.t.Context(), receipt.Filter{})
	r.check(err)
	if len(all) != 1 {
		r.t.Fatalf("%d receipts stored, want 1", len(all))
	}
	peer, err := r.service.Peer(r.t.Context(), r.url)
	r.check(err)
	v, err := receipt.VerifyFile(r.t.Context(), path+receipt.SuffixReceipt, peer.Trust)
	r.check(err)
	if !v.OK() || len(v.Checks) != 6 {
		r.t.Fatalf("offline verification: %+v", v.Checks)
	}
	beside, err := os.ReadFile(path + receipt.SuffixReceipt)
	r.check(err)
	if !bytes.Equal(beside, all[0].Envelope) {
		r.t.Fatal("the receipt beside the package is not the one in the database")
	}
}

func newKey(t testing.TB) *sign.Key {
	t.Helper()
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// content gives n bytes that differ everywhere.
func content(n int) []byte {
	b := make([]byte, n)
	x := uint32(2463534242)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return b
}

// restartArchiveWithout is restartArchive of a receiver that is killed and leaves no
// checkpoint.
func (r *rig) restartArchiveWithout() {
	r.t.Helper()
	r.check(r.db.Close())
	r.openArchive()
}

func reopened(r *rig) *store.Store {
	r.t.Helper()
	db, err := store.Open(r.t.Context(), filepath.Join(r.dir, "archive.db"), store.Room{Name: archive.Room, Migrations: archive.Migrations})
	r.check(err)
	return db
}

func execs(ctx context.Context, query string) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query)
		return err
	}
}
