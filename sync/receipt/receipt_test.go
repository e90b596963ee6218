package receipt_test

import (
	"bytes"
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"laufzettel/app/store"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newKey(t *testing.T) *sign.Key {
	t.Helper()
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// delivery is a package with everything that lies beside it after a success.
type delivery struct {
	path                string // of the package
	client, archive     *sign.Key
	trust               sign.Trust
	manifest            receipt.Manifest
	receipt             receipt.Receipt
	manifestEnv, record []byte
}

func deliver(t *testing.T, sequence int64, previous string) delivery {
	t.Helper()
	content := []byte(fmt.Sprintf("Inhalt des Pakets %d", sequence))
	sum := sha512.Sum512(content)
	d := delivery{path: filepath.Join(t.TempDir(), "paket.tar"), client: newKey(t), archive: newKey(t)}
	d.trust = receipt.TrustOf(d.archive.Public())
	d.manifest = receipt.Manifest{ID: fmt.Sprintf("job-%d", sequence), Created: noon, Kind: "aip", Name: "paket.tar",
		Size: int64(len(content)), SHA512: hex.EncodeToString(sum[:])}
	var err error
	if d.manifestEnv, err = d.manifest.Seal(t.Context(), d.client); err != nil {
		t.Fatal(err)
	}
	d.receipt = receipt.Receipt{
		ReceiptID: fmt.Sprintf("R-%d", sequence), Archive: "Musterarchiv", Client: "C", Sequence: sequence, Previous: previous,
		Kind:           "upload",
		ManifestSHA512: sign.HashEnvelope(d.manifestEnv), Size: d.manifest.Size, State: receipt.Accepted, Time: noon,
		Uploads: []receipt.Upload{{UploadID: "U", Name: d.manifest.Name, Size: d.manifest.Size, SHA512: d.manifest.SHA512}},
	}
	d.seal(t)
	for suffix, data := range map[string][]byte{"": content, receipt.SuffixManifest: d.manifestEnv, receipt.SuffixReceipt: d.record} {
		if err := durable.WriteFile(d.path+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (d *delivery) seal(t *testing.T) {
	t.Helper()
	var err error
	if d.record, err = d.receipt.Seal(t.Context(), d.archive); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyFile(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, d *delivery)
		ok     bool
		done   int // checks that were done
	}{
		{"everything there", func(*testing.T, *delivery) {}, true, 5},
		{"package gone", func(t *testing.T, d *delivery) { remove(t, d.path) }, true, 4},
		{"manifest gone", func(t *testing.T, d *delivery) { remove(t, d.path+receipt.SuffixManifest) }, true, 3},
		{"one byte of the package", func(t *testing.T, d *delivery) { flip(t, d.path) }, false, 5},
		{"other manifest", func(t *testing.T, d *delivery) {
			put(t, d.path+receipt.SuffixManifest, append(bytes.Clone(d.manifestEnv), ' '))
		}, false, 4},
		{"foreign archive", func(t *testing.T, d *delivery) { d.trust = receipt.TrustOf(newKey(t).Public()) }, false, 1},
		{"receipt cut", func(t *testing.T, d *delivery) { put(t, d.path+receipt.SuffixReceipt, d.record[:len(d.record)/2]) }, false, 1},
		{"refused by the archive", func(t *testing.T, d *delivery) {
			d.receipt.State, d.receipt.Reason = receipt.Refused, "Prüfsumme"
			d.seal(t)
			put(t, d.path+receipt.SuffixReceipt, d.record)
		}, false, 5},
		{"receipt of another package", func(t *testing.T, d *delivery) {
			d.receipt.Uploads[0].SHA512 = hex.EncodeToString(make([]byte, sha512.Size))
			d.seal(t)
			put(t, d.path+receipt.SuffixReceipt, d.record)
		}, false, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := deliver(t, 1, "")
			tt.change(t, &d)
			v, err := receipt.VerifyFile(t.Context(), d.path+receipt.SuffixReceipt, d.trust)
			if err != nil {
				t.Fatal(err)
			}
			done := 0
			for _, c := range v.Checks {
				if c.Detail.Empty() {
					t.Errorf("check %q says nothing", c.Kind)
				}
				if c.Done {
					done++
				}
			}
			if v.OK() != tt.ok || done != tt.done {
				t.Errorf("OK = %v with %d checks done, want %v with %d; %+v", v.OK(), done, tt.ok, tt.done, v.Checks)
			}
		})
	}
}

func TestVerifyFile_KeyFileOrTrustFile(t *testing.T) {
	d := deliver(t, 1, "")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "key.txt"), []byte(d.archive.Public().String()+"\n"))
	env, err := sign.SealTrust(t.Context(), d.trust, d.archive)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "trust.json"), env)
	put(t, filepath.Join(dir, "other.txt"), []byte("Hallo"))
	put(t, filepath.Join(dir, "blank.txt"), []byte("\u00a0"+d.archive.Public().String())) // docs/verify.sh reads bytes
	for name, want := range map[string]bool{"key.txt": true, "blank.txt": false, "trust.json": true, "other.txt": false, "missing": false} {
		trust, err := receipt.LoadTrust(t.Context(), filepath.Join(dir, name))
		if (err == nil) != want {
			t.Errorf("LoadTrust(%s): %v", name, err)
			continue
		}
		if !want {
			continue
		}
		v, err := receipt.VerifyFile(t.Context(), d.path+receipt.SuffixReceipt, trust)
		if err != nil || !v.OK() || v.Fingerprint != d.archive.Public().Fingerprint() {
			t.Errorf("with %s: %+v, %v", name, v, err)
		}
	}
}

func TestOpen_KeyMustHaveBeenInUse(t *testing.T) {
	d := deliver(t, 1, "")
	until := noon.AddDate(0, 0, -1)
	d.trust.Keys[0].State, d.trust.Keys[0].Until = "retired", &until
	if _, err := receipt.Open(t.Context(), d.record, d.trust); err == nil {
		t.Error("a receipt dated after its key was retired was taken")
	}
}

func TestMatch(t *testing.T) {
	d := deliver(t, 1, "")
	hash := sign.HashEnvelope(d.manifestEnv)
	if err := d.receipt.Match(d.manifest, hash, "U"); err != nil {
		t.Fatalf("Match of the right receipt: %v", err)
	}
	tests := map[string]func(r *receipt.Receipt){
		"kind":              func(r *receipt.Receipt) { r.Kind = "message" },
		"manifest":          func(r *receipt.Receipt) { r.ManifestSHA512 = hash[1:] + "0" },
		"upload id":         func(r *receipt.Receipt) { r.Uploads[0].UploadID = "V" },
		"name":              func(r *receipt.Receipt) { r.Uploads[0].Name = "anderes.tar" },
		"size":              func(r *receipt.Receipt) { r.Uploads[0].Size++ },
		"whole size":        func(r *receipt.Receipt) { r.Size++ },
		"sha512":            func(r *receipt.Receipt) { r.Uploads[0].SHA512 = hash },
		"number of uploads": func(r *receipt.Receipt) { r.Uploads = nil },
	}
	for what, change := range tests {
		t.Run(what, func(t *testing.T) {
			r := d.receipt
			r.Uploads = append([]receipt.Upload(nil), d.receipt.Uploads...)
			change(&r)
			mismatch, ok := errors.AsType[*receipt.MismatchError](r.Match(d.manifest, hash, "U"))
			if !ok || mismatch.What != what {
				t.Errorf("Match = %v, want a mismatch of %q", mismatch, what)
			}
		})
	}
}

func TestManifest_Refuses(t *testing.T) {
	good := deliver(t, 1, "").manifest
	for name, change := range map[string]func(m *receipt.Manifest){
		"path in the name":  func(m *receipt.Manifest) { m.Name = "../x.tar" },
		"backslash":         func(m *receipt.Manifest) { m.Name = `a\b` },
		"control character": func(m *receipt.Manifest) { m.Name = "a\nb" },
		"empty":             func(m *receipt.Manifest) { m.Size = 0 },
		"no digest":         func(m *receipt.Manifest) { m.SHA512 = "abc" },
		"upper-case digest": func(m *receipt.Manifest) { m.SHA512 = "A" + m.SHA512[1:] },
		"unknown kind":      func(m *receipt.Manifest) { m.Kind = "sip" },
		"no id":             func(m *receipt.Manifest) { m.ID = "" },
		"file outside":      func(m *receipt.Manifest) { m.Files = []receipt.File{{Path: "../x", Size: 1}} },
	} {
		m := good
		change(&m)
		if _, err := m.Seal(t.Context(), newKey(t)); err == nil {
			t.Errorf("%s: sealed", name)
		}
	}
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: receipt.Room, Migrations: receipt.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore_ChainsAndRefusesAStranger(t *testing.T) {
	db := openStore(t)
	s := receipt.NewStore(db)
	add := func(d delivery, job string) error {
		return db.WithTx(t.Context(), func(tx *sql.Tx) error {
			return s.AddTx(t.Context(), tx, receipt.Entry{Receipt: d.receipt, Peer: "https://archiv.example", JobID: job, PackageID: "P" +
				job,
				Envelope: d.record, Manifest: d.manifestEnv, Path: "aip/paket.tar", StoredAt: noon})
		})
	}
	first := deliver(t, 1, "")
	second := deliver(t, 2, sign.HashEnvelope(first.record))
	for i, d := range []delivery{first, second, first, second} {
		if err := add(d, d.manifest.ID); err != nil {
			t.Fatalf("add %d: %v", i, err)
		}
	}
	stranger := deliver(t, 3, sign.HashEnvelope(first.record))
	if _, ok := errors.AsType[*receipt.MismatchError](add(stranger, "job-3")); !ok {
		t.Error("a receipt that chains to the wrong one was stored")
	}
	twin := deliver(t, 2, sign.HashEnvelope(first.record))
	twin.receipt.ReceiptID = "R-other"
	twin.seal(t)
	if _, ok := errors.AsType[*receipt.MismatchError](add(twin, "job-9")); !ok {
		t.Error("a second receipt with a sequence already held was stored")
	}
	if err := add(deliver(t, 7, stranger.manifest.SHA512), "job-7"); err != nil {
		t.Errorf("a receipt after a gap: %v", err)
	}
	all, err := s.List(t.Context(), receipt.Filter{})
	if err != nil || len(all) != 3 {
		t.Fatalf("List = %d entries, %v; want 3", len(all), err)
	}
	for _, tt := range []struct {
		filter receipt.Filter
		most   int
		want   string
	}{
		{receipt.Filter{}, 9, "R-7 R-2 R-1"}, {receipt.Filter{}, 2, "R-7 R-2"}, {receipt.Filter{Taken: true}, 1, "R-7"},
		{receipt.Filter{PackageID: "Pjob-1"}, 9, "R-1"}, {receipt.Filter{PackageID: "P"}, 9, ""}, {receipt.Filter{}, 0, ""},
	} {
		got, err := s.Newest(t.Context(), tt.filter, tt.most)
		var ids []string
		for _, e := range got {
			ids = append(ids, e.Receipt.ReceiptID)
			if e.Manifest != nil || len(e.Envelope) == 0 {
				t.Errorf("Newest reads manifests: %+v", e)
			}
		}
		if err != nil || strings.Join(ids, " ") != tt.want {
			t.Errorf("Newest %+v = %q, %v; want %q", tt.filter, ids, err, tt.want)
		}
	}
	if n, err := s.Count(t.Context()); err != nil || n != 3 {
		t.Errorf("Count = %d, %v", n, err)
	}
	if paths, err := s.Paths(t.Context()); err != nil || len(paths) != 3 || paths[0] != "aip/paket.tar" {
		t.Errorf("Paths = %q, %v", paths, err)
	}
	one, err := s.List(t.Context(), receipt.Filter{PackageID: "Pjob-2"})
	if err != nil || len(one) != 1 || one[0].Receipt.ReceiptID != "R-2" || !bytes.Equal(one[0].Envelope, second.record) {
		t.Errorf("List by package = %+v, %v", one, err)
	}
}

func TestStore_TamperedRowIsDamage(t *testing.T) {
	db := openStore(t)
	s := receipt.NewStore(db)
	d := deliver(t, 1, "")
	if err := db.WithTx(t.Context(), func(tx *sql.Tx) error {
		if err := s.AddTx(t.Context(), tx, receipt.Entry{Receipt: d.receipt, JobID: "j", Envelope: d.record, Manifest: d.manifestEnv,
			StoredAt: noon}); err != nil {
			return err
		}
		_, err := tx.Exec("UPDATE receipt SET envelope = ?", bytes.Replace(d.record, []byte("a"), []byte("b"), 1))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.List(t.Context(), receipt.Filter{}); !errors.Is(err, sign.ErrWrongSignature) {
		t.Errorf("List over a changed envelope: %v", err)
	}
}

func TestStore_AlarmsAndArchiveID(t *testing.T) {
	db := openStore(t)
	s := receipt.NewStore(db)
	d := deliver(t, 1, "")
	if err := s.RaiseAlarm(t.Context(), receipt.Alarm{JobID: "j", UploadID: "U", Reason: "size", Envelope: d.record,
		RaisedAt: noon}); err != nil {
		t.Fatal(err)
	}
	alarms, err := s.Alarms(t.Context())
	if err != nil || len(alarms) != 1 || alarms[0].Reason != "size" || !alarms[0].RaisedAt.Equal(noon) {
		t.Errorf("Alarms = %+v, %v", alarms, err)
	}
	if err := db.WithTx(t.Context(), func(tx *sql.Tx) error {
		return s.AddTx(t.Context(), tx, receipt.Entry{Receipt: d.receipt, JobID: "j", Envelope: d.record, Manifest: d.manifestEnv,
			StoredAt: noon})
	}); err != nil {
		t.Fatal(err)
	}
	env, err := receipt.Archived{ReceiptID: "R-1", ReceiptSHA512: sign.HashEnvelope(d.record), UploadID: "U", ArchiveID: "AA 12/1",
		Time: noon}.Seal(t.Context(), d.archive)
	if err != nil {
		t.Fatal(err)
	}
	a, err := receipt.OpenArchived(t.Context(), env, d.record, d.trust)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := receipt.OpenArchived(t.Context(), env, d.manifestEnv, d.trust); err == nil {
		t.Error("a confirmation about another receipt was taken")
	}
	for range 2 {
		if err := s.AddArchived(t.Context(), "R-1", a, env, noon); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.List(t.Context(), receipt.Filter{})
	if err != nil || len(all) != 1 || all[0].ArchiveID != "AA 12/1" {
		t.Errorf("List = %+v, %v", all, err)
	}
}

func TestHashFile_StopsWhenAsked(t *testing.T) {
	d := deliver(t, 1, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := receipt.HashFile(ctx, d.path, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("HashFile after cancel: %v", err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func flip(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	put(t, path, data)
}

func FuzzOpenWith(f *testing.F) {
	key, err := sign.KeyFromSeed(bytes.Repeat([]byte{3}, 32))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"format":"laufzettel-quittung/1","sequence":1}`))
	f.Add([]byte(`{"format":"laufzettel-quittung/1","receipt_id":"R","client":"C","sequence":2,"previous":"x","uploads":[null]}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		env, err := sign.Seal(t.Context(), receipt.TypeReceipt, payload, key)
		if err != nil {
			t.Skip()
		}
		r, err := receipt.OpenWith(t.Context(), env, key.Public())
		if err == nil && (r.Sequence < 1 || r.KeyID != key.ID()) {
			t.Errorf("took %+v", r)
		}
	})
}
