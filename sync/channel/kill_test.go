package channel_test

import (
	"bufio"
	"context"
	"crypto/sha512"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// The kill tests re-execute this test program as a real receiver or client
// process and kill it with SIGKILL, at named points and at random times.
//
//	LAUFZETTEL_KILL_RUNS  rounds with random kills (default 3; make faults: 700)
//	LAUFZETTEL_KILL_SEED  the seed that is printed when a round fails
const (
	envRole = "LAUFZETTEL_CHANNEL_CHILD"
	envDir  = "LAUFZETTEL_CHANNEL_DIR"
	envAddr = "LAUFZETTEL_CHANNEL_ADDR"
	envKill = "LAUFZETTEL_CHANNEL_KILL" // POINT:N = kill oneself at the Nth passing
	envSize = "LAUFZETTEL_CHANNEL_CHUNK"
)

const childPass = "nur für den Test"

// child runs as a receiver or client when the environment says so; it never
// returns to the tests then.
func child() {
	var err error
	switch os.Getenv(envRole) {
	case "":
		return
	case "receiver":
		err = childReceiver(os.Getenv(envDir), os.Getenv(envAddr))
	case "client":
		err = childClient(os.Getenv(envDir))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	os.Exit(0)
}

// killAt gives a hook that kills this process without any farewell.
func killAt() func(string) {
	point, count, ok := strings.Cut(os.Getenv(envKill), ":")
	left, err := strconv.Atoi(count)
	if !ok || err != nil {
		return func(string) {}
	}
	return func(p string) {
		if p != point {
			return
		}
		if left--; left == 0 {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				os.Exit(9)
			}
			select {} // the signal comes
		}
	}
}

func childKeys(dir string) sign.AgeFiles {
	return sign.AgeFiles{Dir: filepath.Join(dir, "keys"), WorkFactor: 4, Passphrase: func() (string, error) { return childPass, nil }}
}

func childReceiver(dir, addr string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(dir, "archive.db"), store.Room{Name: archive.Room, Migrations: archive.Migrations})
	if err != nil {
		return err
	}
	key, err := childKeys(dir).Load(ctx, "archive")
	if err != nil {
		return err
	}
	l, err := archive.Listen(archive.ListenOptions{Addr: addr})
	if err != nil {
		return err
	}
	a, err := archive.New(ctx, archive.Config{Dir: dir, DB: db, Name: "Musterarchiv", PublicURL: l.URL(), Key: key, Hook: killAt()})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	return archive.Serve(ctx, l, a)
}

func openChildClient(ctx context.Context, dir string) (*store.Store, *channel.Service, *queue.SQL, error) {
	db, err := store.Open(ctx, filepath.Join(dir, "workspace.db"), store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations}, store.Room{Name: channel.Room, Migrations: channel.Migrations})
	if err != nil {
		return nil, nil, nil, err
	}
	size, err := strconv.Atoi(os.Getenv(envSize))
	if err != nil {
		size = smallChunk
	}
	return db, &channel.Service{DB: db, Keys: childKeys(dir), Chunk: size, Hook: killAt()}, queue.NewSQL(db), nil
}

func childClient(dir string) error {
	ctx := context.Background()
	db, service, q, err := openChildClient(ctx, dir)
	if err != nil {
		return err
	}
	sender := &channel.Sender{Service: service, DB: db, Receipts: receipt.NewStore(db), Root: dir}
	r := &queue.Runner{Store: q, Workers: sender.Workers(), Lock: filepath.Join(dir, "runner.lock"), Chance: func() float64 { return 0 }}
	jobs, err := q.List(ctx)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if j.State == queue.Retry { // the receiver was killed: do not wait for it
			if err := q.TryNow(ctx, j.ID, time.Now()); err != nil {
				return err
			}
		}
	}
	sum, err := r.RunOnce(ctx)
	fmt.Printf("%+v\n", sum)
	return err
}

// smallChunk is the size of chunks that go one by one; every other random round
// takes large ones, of which two are under way at once.
const smallChunk = 32 << 10

// killRig is a receiver process and a client workspace, joined by a port.
type killRig struct {
	t                *testing.T
	archiveDir, work string
	addr             string
	receiver         *exec.Cmd
	data             []byte
	chunk            int
}

func newKillRig(t *testing.T, chunk int) *killRig {
	t.Helper()
	k := &killRig{t: t, archiveDir: t.TempDir(), work: t.TempDir(), data: content(10*chunk + 77), chunk: chunk}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k.addr = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := childKeys(k.archiveDir).Save(t.Context(), "archive", newKey(t)); err != nil {
		t.Fatal(err)
	}
	k.startReceiver("")
	t.Cleanup(func() { k.stopReceiver() })
	k.prepareClient()
	return k
}

func (k *killRig) command(role, dir, kill string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envRole+"="+role, envDir+"="+dir, envAddr+"="+k.addr, envKill+"="+kill, envSize+"="+
		strconv.Itoa(k.chunk))
	cmd.Stderr = os.Stderr
	return cmd
}

func (k *killRig) startReceiver(kill string) {
	k.t.Helper()
	k.receiver = k.command("receiver", k.archiveDir, kill)
	out, err := k.receiver.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := k.receiver.Start(); err != nil {
		k.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		k.t.Fatalf("receiver said %q, %v", line, err)
	}
}

// stopReceiver kills the receiver, if it is not dead already.
func (k *killRig) stopReceiver() {
	if k.receiver == nil {
		return
	}
	_ = k.receiver.Process.Kill() // it may have killed itself
	_ = k.receiver.Wait()
	k.receiver = nil
}

func (k *killRig) prepareClient() {
	k.t.Helper()
	ctx := k.t.Context()
	db, service, q, err := openChildClient(ctx, k.work)
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() {
		service.HTTP.CloseIdleConnections()
		if err := db.Close(); err != nil {
			k.t.Error(err)
		}
	}()
	_, err = service.NewKey(ctx)
	if err != nil {
		k.t.Fatal(err)
	}
	p, err := service.Enrol(ctx, "http://"+k.addr, channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7"})
	if err != nil {
		k.t.Fatal(err)
	}
	k.confirm(p.Code)
	if err := os.WriteFile(filepath.Join(k.work, "paket.tar"), k.data, 0o600); err != nil {
		k.t.Fatal(err)
	}
	j, err := channel.UploadJob("portion-1", channel.Order{Peer: "http://" + k.addr, Path: "paket.tar", Kind: "aip"}, time.Now())
	if err != nil {
		k.t.Fatal(err)
	}
	if err := q.Enqueue(ctx, j); err != nil {
		k.t.Fatal(err)
	}
}

// confirm does what "archive confirm CODE" does beside a running receiver.
func (k *killRig) confirm(code string) {
	k.t.Helper()
	db, err := store.Open(k.t.Context(), filepath.Join(k.archiveDir, "archive.db"),
		store.Room{Name: archive.Room, Migrations: archive.Migrations})
	if err != nil {
		k.t.Fatal(err)
	}
	if _, err := archivetest.Confirm(k.t.Context(), archive.NewAdmin(db, nil), code); err != nil {
		k.t.Error(err)
	}
	if err := db.Close(); err != nil {
		k.t.Error(err)
	}
}

// runClient runs the client process; wait > 0 kills it after that time.
func (k *killRig) runClient(kill string, wait time.Duration) string {
	k.t.Helper()
	cmd := k.command("client", k.work, kill)
	out, err := cmd.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	if wait > 0 {
		timer := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
	}
	said, _ := io.ReadAll(out) // ends with the process
	_ = cmd.Wait()             // killed is not an error here
	return string(said)
}

// settle lets everything run unharmed and checks the end: the same bytes, one
// receipt in the database and one beside the package, both verified.
func (k *killRig) settle() {
	k.t.Helper()
	k.stopReceiver()
	k.startReceiver("")
	said := k.runClient("", 0)
	db, err := store.Open(k.t.Context(), filepath.Join(k.work, "workspace.db"))
	if err != nil {
		k.t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			k.t.Error(err)
		}
	}()
	jobs, err := queue.NewSQL(db).List(k.t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].State != queue.Done {
		k.t.Fatalf("after settling (%s): %+v, %v", strings.TrimSpace(said), jobs, err)
	}
	all, err := receipt.NewStore(db).List(k.t.Context(), receipt.Filter{})
	if err != nil || len(all) != 1 || all[0].Receipt.Sequence != 1 {
		k.t.Fatalf("%d receipts, %v; want exactly one", len(all), err)
	}
	peers, err := (&channel.Service{DB: db}).Peers(k.t.Context())
	if err != nil || len(peers) != 1 {
		k.t.Fatalf("peers %+v, %v", peers, err)
	}
	v, err := receipt.VerifyFile(k.t.Context(), filepath.Join(k.work, "paket.tar"+receipt.SuffixReceipt), peers[0].Trust)
	if err != nil || !v.OK() || len(v.Checks) != 6 {
		k.t.Fatalf("offline verification: %+v, %v", v.Checks, err)
	}
	k.unbroken("workspace", db)
	there, err := store.Open(k.t.Context(), filepath.Join(k.archiveDir, "archive.db"))
	if err != nil {
		k.t.Fatal(err)
	}
	k.unbroken("receiver", there)
	if err := there.Close(); err != nil {
		k.t.Error(err)
	}
	id := all[0].Receipt.Uploads[0].UploadID
	got, err := os.ReadFile(filepath.Join(k.archiveDir, "packages", id[:2], id))
	if err != nil || sha512.Sum512(got) != sha512.Sum512(k.data) {
		k.t.Fatalf("the archive holds %d bytes, %v; want the %d sent", len(got), err, len(k.data))
	}
}

// unbroken wants a database whole in itself after the kills.
func (k *killRig) unbroken(whose string, db *store.Store) {
	k.t.Helper()
	var said string
	if err := db.Reader().QueryRowContext(k.t.Context(), "PRAGMA integrity_check").Scan(&said); err != nil || said != "ok" {
		k.t.Errorf("database of the %s: %s, %v", whose, said, err)
	}
}

func TestKill_AtNamedPoints(t *testing.T) {
	tests := []struct{ side, kill string }{
		{"client", "send.chunk.after:1"}, {"client", "send.chunk.after:7"}, {"client", "send.receipt.before-store:1"},
		{"client", "send.receipt.after-store:1"}, {"client", "send.done.before:1"},
		{"receiver", "archive.chunk.bytes:1"}, {"receiver", "archive.chunk.bytes:6"}, {"receiver", "archive.chunk.after:3"},
		{"receiver", "archive.moved:1"}, {"receiver", "archive.receipt.signed:1"},
	}
	if testing.Short() {
		tests = tests[:0]
	}
	t.Logf("kills: %d at named points", len(tests))
	for _, tt := range tests {
		t.Run(tt.side+" "+tt.kill, func(t *testing.T) {
			k := newKillRig(t, smallChunk)
			if tt.side == "receiver" {
				k.stopReceiver()
				k.startReceiver(tt.kill)
				if said := k.runClient("", 0); !strings.Contains(said, "Retry:1") {
					t.Fatalf("the receiver was not killed: %s", said)
				}
			} else if said := k.runClient(tt.kill, 0); said != "" {
				t.Fatalf("the client was not killed: %s", said)
			}
			k.settle()
		})
	}
}

func TestKill_AtRandomTimes(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for a while")
	}
	rounds, seed := 3, uint64(20260301)
	if n, err := strconv.Atoi(os.Getenv("LAUFZETTEL_KILL_RUNS")); err == nil {
		rounds = n
	}
	if n, err := strconv.ParseUint(os.Getenv("LAUFZETTEL_KILL_SEED"), 10, 64); err == nil {
		seed = n
	}
	var kills atomic.Int64
	t.Cleanup(func() {
		t.Logf("kills: %d at random times of %d runs with the seeds %d to %d", kills.Load(), rounds, seed, seed+uint64(rounds)-1)
	})
	for i := range rounds {
		t.Run(fmt.Sprintf("seed %d", seed+uint64(i)), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed+uint64(i), 1))
			chunk := smallChunk
			if i%2 == 1 {
				chunk = 1 << 20
			}
			k := newKillRig(t, chunk)
			for range 1 + rnd.IntN(3) {
				wait := time.Duration(20+rnd.IntN(250)) * time.Millisecond
				if rnd.IntN(2) == 0 {
					if k.runClient("", wait) == "" { // a client that ends by itself says how
						kills.Add(1)
					}
					continue
				}
				timer := time.AfterFunc(wait, func() { _ = k.receiver.Process.Kill() })
				k.runClient("", 0)
				if !timer.Stop() {
					kills.Add(1)
				}
				k.stopReceiver()
				k.startReceiver("")
			}
			k.settle()
		})
	}
}
