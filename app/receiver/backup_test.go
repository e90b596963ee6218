package receiver_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"laufzettel/app/receiver"
	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func keys(dir string) sign.AgeFiles {
	return sign.AgeFiles{Dir: dir, WorkFactor: 4, Passphrase: func() (string, error) { return "nur für den Test", nil }}
}

// serve runs a receiver over dir until stop is called.
func serve(t *testing.T, dir, db, addr string) (r *receiver.Receiver, stop func()) {
	t.Helper()
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: dir, DB: db, Name: "Musterarchiv", Listen: archive.ListenOptions{Addr: addr},
		Keys: keys(filepath.Join(dir, "keys"))})
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Serve(ctx) }()
	return r, func() {
		t.Helper()
		cancel()
		must(t, <-done)
		must(t, r.Close())
	}
}

// TestBackup_OfARunningReceiverIsRestored backs up while a delivery is half way,
// goes on from the copy and finds what was damaged.
func TestBackup_OfARunningReceiverIsRestored(t *testing.T) {
	dir, root := filepath.Join(t.TempDir(), "archiv"), t.TempDir()
	db := dir + ".db"
	r, stop := serve(t, dir, db, "127.0.0.1:0")
	address := r.URL()
	cdb, err := store.Open(t.Context(), filepath.Join(root, "workspace.db"), store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations}, store.Room{Name: channel.Room, Migrations: channel.Migrations})
	must(t, err)
	defer cdb.Close()
	killed := false
	s := &channel.Service{DB: cdb, Keys: keys(filepath.Join(root, "keys")), Chunk: 64 << 10}
	q := queue.NewSQL(cdb)
	sender := &channel.Sender{Service: s, DB: cdb, Receipts: receipt.NewStore(cdb), Root: root}
	run := &queue.Runner{Store: q, Workers: sender.Workers(), Chance: func() float64 { return 0 }}
	_, err = s.NewKey(t.Context())
	must(t, err)
	p, err := s.Enrol(t.Context(), address, channel.Applicant{Office: "Amt Musterstadt", Host: "pc-7"})
	must(t, err)
	_, err = archivetest.Confirm(t.Context(), r.Archive, p.Code)
	must(t, err)
	send := func(name string, n int) queue.Job {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(root, name), make([]byte, n), 0o600))
		j, err := channel.UploadJob("P-"+name, channel.Order{Peer: address, Path: name, Kind: "delivery"}, time.Now())
		must(t, err)
		must(t, q.Enqueue(t.Context(), j))
		_, err = run.RunOnce(t.Context())
		must(t, err)
		j, err = q.Get(t.Context(), j.ID)
		must(t, err)
		return j
	}
	for _, name := range []string{"eins.tar", "zwei.tar"} {
		if j := send(name, 100_000+len(name)); j.State != queue.Done {
			t.Fatalf("%s: %+v", name, j)
		}
	}
	s.Hook = func(point string) {
		if point == "send.chunk.after" && !killed {
			killed = true
			panic("killed in the middle")
		}
	}
	half := send("halb.tar", 200_000)
	if !killed || half.State == queue.Done {
		t.Fatalf("the third delivery was not stopped: %+v", half)
	}

	copyDir := filepath.Join(t.TempDir(), "sicherung")
	must(t, receiver.Backup(t.Context(), db, dir, copyDir))
	if err := receiver.Backup(t.Context(), db, dir, copyDir); failure.KindOf(err) != failure.Refused {
		t.Errorf("over another backup: %v, want Refused", err)
	}
	if _, err := receiver.Open(t.Context(), receiver.Options{Dir: dir, DB: db, Keys: keys(filepath.Join(dir, "keys")),
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}}); failure.KindOf(err) != failure.Refused {
		t.Errorf("a second receiver on the same folder: %v, want Refused", err)
	}
	stop()

	newDB, newDir := filepath.Join(copyDir, "archive.db"), filepath.Join(copyDir, "store")
	_, stop = serve(t, newDir, newDB, address[len("http://"):])
	must(t, q.TryNow(t.Context(), half.ID, time.Now()))
	_, err = run.RunOnce(t.Context())
	must(t, err)
	if j, err := q.Get(t.Context(), half.ID); err != nil || j.State != queue.Done {
		t.Fatalf("the third delivery at the restored receiver: %+v, %v", j, err)
	}
	stop()
	if s.HTTP != nil {
		s.HTTP.CloseIdleConnections()
	}

	inv, err := receiver.CheckStore(t.Context(), newDB, newDir, nil)
	if err != nil || !inv.Sound() || inv.Packages != 3 || inv.Receipts != 3 {
		t.Fatalf("the restored archive: %+v, %v", inv, err)
	}
	files, err := filepath.Glob(filepath.Join(newDir, "packages", "*", "??????????????????????????"))
	if err != nil || len(files) != 3 {
		t.Fatalf("packages %v, %v", files, err)
	}
	must(t, os.WriteFile(files[0], []byte("anders"), 0o600))
	must(t, os.Remove(files[1]))
	inv, err = receiver.CheckStore(t.Context(), newDB, newDir, nil)
	if err != nil || inv.Packages != 1 || !slices.Equal(inv.Damaged, []string{filepath.Base(files[0])}) ||
		!slices.Equal(inv.Missing, []string{filepath.Base(files[1])}) {
		t.Errorf("after damage: %+v, %v", inv, err)
	}
}

func TestBackup_Refuses(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][2]string{{filepath.Join(dir, "nix.db"), dir}, {dir, dir}} {
		if err := receiver.Backup(t.Context(), args[0], args[1], filepath.Join(dir, "ziel")); failure.KindOf(err) != failure.Refused {
			t.Errorf("Backup(%v) = %v, want Refused", args, err)
		}
	}
	if _, err := receiver.CheckStore(t.Context(), filepath.Join(dir, "nix.db"), dir, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("CheckStore without a database: %v", err)
	}
}
