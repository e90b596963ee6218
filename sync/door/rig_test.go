package door_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// rig is a workspace that delivers through a door and an archive that collects.
type rig struct {
	t        *testing.T
	root     string // of the client
	drop     string // where packages are put
	archive  *archive.Archive
	config   archive.Config
	service  *channel.Service
	sender   *channel.Sender
	queue    *queue.SQL
	runner   *queue.Runner
	receipts *receipt.Store
	url      string
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newRig(t *testing.T, door func(ctx context.Context) (channel.Carrier, error)) *rig {
	t.Helper()
	r := &rig{t: t, root: t.TempDir(), drop: t.TempDir()}
	adb, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "archive.db"),
		store.Room{Name: archive.Room, Migrations: archive.Migrations})
	must(t, err)
	key, err := sign.Generate()
	must(t, err)
	srv := httptest.NewUnstartedServer(nil)
	r.url = "http://" + srv.Listener.Addr().String()
	r.config = archive.Config{Dir: t.TempDir(), DB: adb, Name: "Musterarchiv", PublicURL: r.url, Key: key, CheckWait: time.Minute}
	r.archive, err = archive.New(t.Context(), r.config)
	must(t, err)
	srv.Config.Handler = r.archive
	srv.Start()
	cdb, err := store.Open(t.Context(), filepath.Join(r.root, "workspace.db"), store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations}, store.Room{Name: channel.Room, Migrations: channel.Migrations})
	must(t, err)
	keys := sign.AgeFiles{Dir: filepath.Join(r.root, "keys"), WorkFactor: 4,
		Passphrase: func() (string, error) { return "nur für den Test", nil }}
	r.service = &channel.Service{DB: cdb, Keys: keys}
	r.receipts, r.queue = receipt.NewStore(cdb), queue.NewSQL(cdb)
	r.sender = &channel.Sender{Service: r.service, DB: cdb, Receipts: r.receipts, Root: r.root, Door: door}
	r.runner = &queue.Runner{Store: r.queue, Workers: r.sender.Workers(), Chance: func() float64 { return 0 }}
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
		must(t, errors.Join(r.archive.Close(), adb.Close(), cdb.Close()))
	})
	_, err = r.service.NewKey(t.Context())
	must(t, err)
	p, err := r.service.Enrol(t.Context(), r.url, channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7", Program: "test"})
	must(t, err)
	_, err = archivetest.Confirm(t.Context(), r.archive, p.Code)
	must(t, err)
	return r
}

func (r *rig) enqueue(name string, data []byte) queue.Job {
	r.t.Helper()
	must(r.t, os.WriteFile(filepath.Join(r.root, name), data, 0o600))
	j, err := channel.UploadJob("P-"+name, channel.Order{Peer: r.url, Path: name, Kind: "aip"}, time.Now())
	must(r.t, err)
	must(r.t, r.queue.Enqueue(r.t.Context(), j))
	return j
}

// run works on the job once, also when it waits.
func (r *rig) run(id string) queue.Job {
	r.t.Helper()
	if j, err := r.queue.Get(r.t.Context(), id); err == nil && j.State != queue.Waiting {
		must(r.t, r.queue.TryNow(r.t.Context(), id, time.Now()))
	}
	_, err := r.runner.RunOnce(r.t.Context())
	must(r.t, err)
	j, err := r.queue.Get(r.t.Context(), id)
	must(r.t, err)
	return j
}

func (r *rig) collect() archive.Collected {
	r.t.Helper()
	c, err := r.archive.Collect(r.t.Context(), r.drop)
	must(r.t, err)
	return c
}

// delivered checks bytes and receipt on both sides.
func (r *rig) delivered(j queue.Job, name string, data []byte) {
	r.t.Helper()
	if j.State != queue.Done {
		r.t.Fatalf("job: %s %q (%s)", j.State, j.Reason, j.Detail)
	}
	held, err := r.receipts.List(r.t.Context(), receipt.Filter{JobID: j.ID})
	if err != nil || len(held) != 1 {
		r.t.Fatalf("receipts %+v, %v; want one", held, err)
	}
	id := held[0].Receipt.Uploads[0].UploadID
	got, err := os.ReadFile(filepath.Join(r.config.Dir, "packages", id[:2], id))
	if err != nil || !bytes.Equal(got, data) {
		r.t.Fatalf("the archive holds %d bytes, %v; want %d", len(got), err, len(data))
	}
	peer, err := r.service.Peer(r.t.Context(), r.url)
	must(r.t, err)
	v, err := receipt.VerifyFile(r.t.Context(), filepath.Join(r.root, name+receipt.SuffixReceipt), peer.Trust)
	if err != nil || !v.OK() {
		r.t.Fatalf("offline verification: %+v, %v", v.Checks, err)
	}
	left, err := filepath.Glob(filepath.Join(r.drop, "*.partial"))
	if err != nil || len(left) != 0 {
		r.t.Errorf("left behind: %v, %v", left, err)
	}
}

func content(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// sshServer is an SFTP server in this process.
type sshServer struct {
	addr        string
	fingerprint string
	mu          sync.Mutex
	budget      int64 // bytes it takes before the line breaks; negative: no end
	mute        bool  // falls silent instead of breaking the line
}

func startSSH(t *testing.T, password string) *sshServer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	must(t, err)
	conf := &ssh.ServerConfig{PasswordCallback: func(c ssh.ConnMetadata, pass []byte) (*ssh.Permissions, error) {
		if c.User() != "abgabe" || string(pass) != password {
			return nil, errors.New("no")
		}
		return nil, nil
	}}
	conf.AddHostKey(signer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	s := &sshServer{addr: l.Addr().String(), fingerprint: ssh.FingerprintSHA256(signer.PublicKey()), budget: -1}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { s.serve(&limited{Conn: conn, s: s}, conf) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); wg.Wait() })
	return s
}

// limited breaks the line once the budget is used up.
type limited struct {
	net.Conn
	s *sshServer
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.s.budget >= 0 {
		if l.s.budget -= int64(n); l.s.budget < 0 {
			l.s.budget = 0
			if l.s.mute {
				l.s.mu.Unlock()
				_, _ = io.Copy(io.Discard, l.Conn) // until the other side gives up
				l.s.mu.Lock()
			}
			_ = l.Conn.Close() // that is the cut
			return 0, io.ErrUnexpectedEOF
		}
	}
	return n, err
}

func (s *sshServer) allow(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.budget = n
}

func (s *sshServer) serve(conn net.Conn, conf *ssh.ServerConfig) {
	defer conn.Close() // the client is gone or refused
	_, channels, requests, err := ssh.NewServerConn(conn, conf)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for c := range channels {
		ch, reqs, err := c.Accept()
		if err != nil {
			return
		}
		go func() {
			for q := range reqs {
				_ = q.Reply(q.Type == "subsystem", nil) // the client may be gone
			}
		}()
		srv, err := sftp.NewServer(ch)
		if err != nil {
			return
		}
		_ = srv.Serve() // ends with the line
		_ = srv.Close()
	}
}
