package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/app/cli/rows"
	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/cluster"
	"laufzettel/sync/archive/storagetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func distributed(t *testing.T) {
	t.Helper()
	if os.Getenv(envWants) == "" {
		t.Skip("needs PostgreSQL and MinIO: make test-distributed")
	}
}

func TestDistributed_Conformance(t *testing.T) {
	distributed(t)
	address, objects := startPostgres(t), startMinio(t)
	open := func(t *testing.T) (archive.Storage, handler.Locker) {
		t.Helper()
		db, err := openDB(t.Context(), address)
		must(t, err)
		t.Cleanup(func() { _ = db.Close() })
		b, err := cluster.OpenBucket(t.Context(), objects.store)
		must(t, err)
		return cluster.NewStorage(db, b, nil), cluster.NewLocks(db)
	}
	storagetest.Run(t, open, rand.Text)
}

// front is the one address of several receivers.
type front struct {
	*httptest.Server
	mu      sync.Mutex
	targets []*url.URL
	next    int
	last    *http.Request
	before  func(method string) // runs before a request goes on
}

func newFront(t *testing.T) *front {
	f := &front{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			f.mu.Lock()
			defer f.mu.Unlock()
			at := f.next % len(f.targets)
			f.next++
			r.SetURL(f.targets[at])
			f.last = r.Out.Clone(r.Out.Context())
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f.before != nil {
			f.before(r.Method)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

// lead sends what follows to these receivers in turn.
func (f *front) lead(t *testing.T, to ...*receiverProcess) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.targets = nil
	for _, r := range to {
		u, err := url.Parse(r.url)
		must(t, err)
		f.targets = append(f.targets, u)
	}
}

// client is a workspace that sends.
type client struct {
	t        *testing.T
	db       *store.Store
	root     string
	service  *channel.Service
	queue    *queue.SQL
	runner   *queue.Runner
	receipts *receipt.Store
	url      string
}

func newClient(t *testing.T, address string) *client {
	t.Helper()
	root := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(root, "workspace.db"), store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations}, store.Room{Name: channel.Room, Migrations: channel.Migrations})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	keys := sign.AgeFiles{Dir: filepath.Join(root, "keys"), WorkFactor: 4, Passphrase: func() (string, error) { return testPass, nil }}
	c := &client{t: t, db: db, root: root, url: address, queue: queue.NewSQL(db), receipts: receipt.NewStore(db),
		service: &channel.Service{DB: db, Keys: keys, Chunk: 5 << 20}}
	sender := &channel.Sender{Service: c.service, DB: db, Receipts: c.receipts, Root: root}
	c.runner = &queue.Runner{Store: c.queue, Workers: sender.Workers(), Lock: filepath.Join(root, "runner.lock"),
		Chance: func() float64 { return 0 }}
	return c
}

// enrol enrols and has it confirmed on the command line of laufzettel-archive.
func (c *client) enrol(db string) {
	c.t.Helper()
	_, err := c.service.NewKey(c.t.Context())
	must(c.t, err)
	p, err := c.service.Enrol(c.t.Context(), c.url, channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7", Program: "test"})
	must(c.t, err)
	keys, err := c.service.ListKeys(c.t.Context())
	must(c.t, err)
	confirm := []string{"confirm", p.Code, "--db", db, "--fingerprint", keys[0].Fingerprint, "--role", "deliver", "--role", "read"}
	code, _, errs := call(c.t, confirm...)
	if code == 2 && strings.Contains(errs, "--join") { // one more machine of the office
		code, _, errs = call(c.t, append(confirm, "--join")...)
	}
	if code != 0 || !strings.Contains(errs, "Amt Musterstadt") {
		c.t.Fatalf("confirm: %d %s", code, errs)
	}
}

func (c *client) enqueue(name, kind string, data []byte) queue.Job {
	c.t.Helper()
	must(c.t, os.WriteFile(filepath.Join(c.root, name), data, 0o600))
	j, err := channel.UploadJob("P-"+name, channel.Order{Peer: c.url, Path: name, Kind: kind}, time.Now())
	must(c.t, err)
	must(c.t, c.queue.Enqueue(c.t.Context(), j))
	return j
}

// settle runs the queue until the job has ended.
func (c *client) settle(id string) queue.Job {
	c.t.Helper()
	var j queue.Job
	for range 40 {
		_, err := c.runner.RunOnce(c.t.Context())
		must(c.t, err)
		j, err = c.queue.Get(c.t.Context(), id)
		must(c.t, err)
		if j.State != queue.Retry {
			return j
		}
		time.Sleep(250 * time.Millisecond)
		must(c.t, c.queue.TryNow(c.t.Context(), id, time.Now()))
	}
	return j
}

func content(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

func TestDistributed_TwoReceiversOneUpload(t *testing.T) {
	distributed(t)
	db, objects, keys := startPostgres(t), startMinio(t), filepath.Join(t.TempDir(), "keys")
	if code, _, errs := call(t, "key", "new", "--keys", keys); code != 0 || !strings.Contains(errs, "Fingerabdruck") {
		t.Fatalf("key new: %d %s", code, errs)
	}
	f := newFront(t)
	one, two := startReceiver(t, db, objects.store, keys, f.URL), startReceiver(t, db, objects.store, keys, f.URL)
	f.lead(t, one)
	c := newClient(t, f.URL)
	c.enrol(db)

	t.Run("begun at one, ended at the other", func(t *testing.T) {
		data := content(41<<20 + 7)
		patches := 0
		var mu sync.Mutex
		f.before = func(method string) {
			mu.Lock()
			defer mu.Unlock()
			if method != http.MethodPatch {
				return
			}
			if patches++; patches == 4 { // in the middle: the receiver and a node of the store die
				_ = one.cmd.Process.Kill()
				if len(objects.nodes) == 4 {
					_ = objects.nodes[3].Process.Kill()
				}
				f.lead(t, two)
			}
		}
		j := c.settle(c.enqueue("gross.tar", "delivery", data).ID)
		f.before = nil
		if j.State != queue.Done {
			t.Fatalf("job: %s %q (%s)", j.State, j.Reason, j.Detail)
		}
		if patches > 9+3 {
			t.Errorf("%d chunks were sent for 9", patches)
		}
		held, err := c.receipts.List(t.Context(), receipt.Filter{JobID: j.ID})
		if err != nil || len(held) != 1 || held[0].Receipt.Sequence != 1 {
			t.Fatalf("receipts %+v, %v", held, err)
		}
		compare(t, db, objects.store, held[0].Receipt.Uploads[0].UploadID, data)
	})

	three := startReceiver(t, db, objects.store, keys, f.URL)
	f.lead(t, two, three)
	t.Run("in turn at both, several clients", func(t *testing.T) {
		clients := []*client{c, newClient(t, f.URL), newClient(t, f.URL)}
		var wg sync.WaitGroup
		for i, c := range clients {
			c.t = t
			if i > 0 {
				c.enrol(db)
			}
			a, b := c.enqueue("eins.tar", "delivery", content(12<<20)), c.enqueue("zwei.tar", "delivery", content(3000))
			wg.Go(func() {
				for _, id := range []string{a.ID, b.ID} {
					if j := c.settle(id); j.State != queue.Done {
						t.Errorf("job: %s %q (%s)", j.State, j.Reason, j.Detail)
					}
				}
			})
		}
		wg.Wait()
		all, err := clients[0].receipts.List(t.Context(), receipt.Filter{})
		if err != nil || len(all) != 3 {
			t.Fatalf("%d receipts, %v; want 3", len(all), err)
		}
	})
	t.Run("packages are verified before the receipt", func(t *testing.T) {
		c.t = t
		good, err := os.ReadFile(filepath.Join("..", "..", "testdata", "released", "aip", "v1-aip.tar"))
		must(t, err)
		if j := c.settle(c.enqueue("paket.tar", "aip", good).ID); j.State != queue.Done {
			t.Errorf("a sound package: %s %q (%s)", j.State, j.Reason, j.Detail)
		}
		if j := c.settle(c.enqueue("schrott.tar", "aip", content(70000)).ID); j.State != queue.NeedsUser ||
			!strings.Contains(j.Reason, "zurückgewiesen") {
			t.Errorf("rubbish: %s %q (%s)", j.State, j.Reason, j.Detail)
		}
	})
	t.Run("a request seen at one is a replay at the other", func(t *testing.T) {
		f.lead(t, two)
		_, err := c.service.Refresh(t.Context(), f.URL)
		must(t, err)
		again, err := http.NewRequestWithContext(t.Context(), f.last.Method, three.url+f.last.URL.RequestURI(), nil)
		must(t, err)
		again.Header = f.last.Header.Clone()
		resp, err := http.DefaultClient.Do(again)
		must(t, err)
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusUnauthorized || resp.Header.Get("Laufzettel-Problem") != "replay" {
			t.Errorf("answer %s %s, want 401 replay", resp.Status, resp.Header.Get("Laufzettel-Problem"))
		}
	})
	t.Run("a package put into the watched folder", func(t *testing.T) {
		c.t = t
		drop := t.TempDir()
		four := startReceiver(t, db, objects.store, keys, f.URL, "--inbox", drop)
		f.lead(t, four)
		sender := &channel.Sender{Service: c.service, DB: c.db, Receipts: c.receipts, Root: c.root,
			Door: func(context.Context) (channel.Carrier, error) { return door.Folder(drop, nil), nil }}
		c.runner.Workers = sender.Workers()
		// The receiver looked once at its start; the archive's people look again.
		j := c.enqueue("ordner.tar", "delivery", content(9<<20))
		_, err := c.runner.RunOnce(t.Context())
		must(t, err)
		startReceiver(t, db, objects.store, keys, f.URL, "--inbox", drop)
		await(t, "receipt in the folder", func() error {
			_, err := os.Stat(filepath.Join(drop, "ordner.tar.quittung.json"))
			return err
		})
		if j := c.settle(j.ID); j.State != queue.Done {
			t.Errorf("job: %s %q (%s)", j.State, j.Reason, j.Detail)
		}
	})
	t.Run("a package put into a bucket", func(t *testing.T) {
		c.t = t
		address, identity := objects.loopback(t, "eingang"), filepath.Join(t.TempDir(), "schluessel")
		must(t, os.WriteFile(identity, []byte("aws_access_key_id = laufzettel\naws_secret_access_key = nur-fuer-den-test\n"), 0o600))
		sender := &channel.Sender{Service: c.service, DB: c.db, Receipts: c.receipts, Root: c.root,
			Door: func(context.Context) (channel.Carrier, error) {
				return door.Open(door.Options{Address: address, Identity: identity}, nil)
			}}
		c.runner.Workers = sender.Workers()
		data := content(33 << 20)
		j := c.enqueue("bucket.tar", "delivery", data)
		_, err := c.runner.RunOnce(t.Context())
		must(t, err)
		startReceiver(t, db, objects.store, keys, f.URL, "--inbox", address, "--inbox-identity", identity)
		if j = c.settle(j.ID); j.State != queue.Done {
			t.Fatalf("job: %s %q (%s)", j.State, j.Reason, j.Detail)
		}
		held, err := c.receipts.List(t.Context(), receipt.Filter{JobID: j.ID})
		if err != nil || len(held) != 1 {
			t.Fatalf("receipts %+v, %v", held, err)
		}
		compare(t, db, objects.store, held[0].Receipt.Uploads[0].UploadID, data)
	})
	t.Run("people's commands", func(t *testing.T) {
		code, out, errs := call(t, "clients", "--db", db)
		if code != 0 || strings.Count(out, "Amt Musterstadt") != 3 {
			t.Errorf("clients: %d %s %s", code, out, errs)
		}
		if code, _, errs := call(t, "confirm", "AAAA-AAAA", "--db", db); code != 2 || errs == "" {
			t.Errorf("a wrong code: %d %s", code, errs)
		}
	})
}

// compare holds what S3 has against what was sent.
func compare(t *testing.T, address, place, id string, data []byte) {
	t.Helper()
	db, err := openDB(t.Context(), address)
	must(t, err)
	defer db.Close()
	b, err := cluster.OpenBucket(t.Context(), place)
	must(t, err)
	p, err := cluster.NewStorage(db, b, nil).Package(t.Context(), id)
	must(t, err)
	defer p.Close()
	got, err := io.ReadAll(p)
	if err != nil || !bytes.Equal(got, data) {
		t.Fatalf("the store holds %d bytes, %v; want the %d sent", len(got), err, len(data))
	}
}

func TestCalls_WrongOnes(t *testing.T) {
	tests := []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "serve"},
		{[]string{"tanzen"}, 2, "serve"},
		{[]string{"serve"}, 2, "--store"},
		{[]string{"serve", "--farbe", "rot"}, 2, "farbe"},
		{[]string{"serve", "--store", "s3://e", "--db", "postgres://127.0.0.1:1/x", "--public", "https://a.example", "--keys", ".",
			"--inbox", "s3://id:geheim@x/eingang"}, 2, "Schlüssel gehören nicht"},
		{[]string{"confirm", "--db", "x"}, 2, "1 Angabe"},
		{[]string{"clients"}, 2, "--db"},
		{[]string{"persons"}, 2, "--db"},
		{[]string{"persons", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x", "--revoke", "X"}, 2, "mit --sure wiederholen"},
		{[]string{"persons", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x", "--revoke", "X", "--sure"}, 2, "nicht erreichbar"},
		{[]string{"revoke", "X", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x"}, 2, "mit --confirm wiederholen"},
		{[]string{"revoke", "X", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x", "--confirm=false"}, 2, "mit --confirm wiederholen"},
		{[]string{"revoke", "X", "--confirm", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x"}, 2, "nicht erreichbar"},
		{[]string{"revoke", "X", "Y", "--db", "x"}, 2, "ein Wort zu viel: „Y“"},
		{[]string{"clients", "--bd", "x"}, 2, "Gemeint ist vielleicht: --db"},
		{[]string{"clients", "--db"}, 2, "fehlt"},
		{[]string{"serve", "--help", "--store"}, 0, ""},
		{[]string{"revoke", "X", "--help"}, 0, ""},
		{[]string{"persons", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x", "--confirm", "X"}, 2, "nicht erreichbar"},
		{[]string{"clients", "--db", "postgres://%zz"}, 2, "Adresse der Datenbank"},
		{[]string{"clients", "--db", "postgres://nutzer:geheim@127.0.0.1:1/x"}, 2, "nicht erreichbar"},
		{[]string{"key", "new"}, 2, "--keys"},
		{[]string{"check", "--db", "postgres://127.0.0.1:1/x"}, 2, "--store"},
		{[]string{"check", "--store", "s3://e", "--db", "postgres://127.0.0.1:1/x"}, 2, "nicht erreichbar"},
		{[]string{"serve", "--store", "s3://e", "--db", "postgres://127.0.0.1:1/x", "--public", "https://a.example", "--keys", t.TempDir()},
			2, "key new"},
	}
	for _, tt := range tests {
		code, _, errs := call(t, tt.args...)
		if code != tt.code || !strings.Contains(errs, tt.want) {
			t.Errorf("%v: %d %q; want %d with %q", tt.args, code, errs, tt.code, tt.want)
		}
		if strings.Contains(errs, "geheim") {
			t.Errorf("%v tells the password: %s", tt.args, errs)
		}
	}
	for _, c := range table() { // every row asks no more of its own options than it names
		args := strings.Fields(c.name)
		for _, o := range rows.Read(c.args).Options {
			if args = append(args, "--"+o.Name); o.Value != "" {
				args = append(args, "1")
			}
		}
		if code, out, errs := call(t, append(args, "--help")...); code != 0 || !strings.Contains(out, c.args) {
			t.Errorf("%s --help: %d %s %s", c.name, code, out, errs)
		}
	}
	if code, out, _ := call(t, "help"); code != 0 || !strings.Contains(out, "key new") {
		t.Errorf("help: %d %s", code, out)
	}
	dir := filepath.Join(t.TempDir(), "keys")
	if code, _, errs := call(t, "key", "new", "--keys", dir); code != 0 {
		t.Fatalf("key new: %d %s", code, errs)
	}
	if code, _, errs := call(t, "key", "new", "--keys", dir); code != 2 || !strings.Contains(errs, "schon ein Schlüssel") {
		t.Errorf("a second key: %d %s", code, errs)
	}
}
