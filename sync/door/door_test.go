package door_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// through gives the doors of both kinds to the same folder.
func through(t *testing.T, kind string) (*rig, *sshServer) {
	t.Helper()
	var r *rig
	var s *sshServer
	if kind == "sftp" {
		s = startSSH(t, "geheim")
	}
	r = newRig(t, func(context.Context) (channel.Carrier, error) {
		if kind == "folder" {
			return door.Folder(r.drop, nil), nil
		}
		return door.SFTP(door.SFTPOptions{Host: s.addr, User: "abgabe", Dir: r.drop, HostKey: s.fingerprint,
			Password: func() (string, error) { return "geheim", nil }}, nil), nil
	})
	return r, s
}

func TestDoors_FromQueueToReceipt(t *testing.T) {
	for _, kind := range []string{"folder", "sftp"} {
		t.Run(kind, func(t *testing.T) {
			r, _ := through(t, kind)
			data := content(700_001)
			j := r.enqueue("paket.tar", data)
			if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "Quittung noch nicht") {
				t.Fatalf("before the archive came: %s %q (%s)", got.State, got.Reason, got.Detail)
			}
			if c := r.collect(); c != (archive.Collected{Taken: 1}) {
				t.Fatalf("collected %+v", c)
			}
			if c := r.collect(); c != (archive.Collected{}) {
				t.Errorf("collected again: %+v", c)
			}
			r.delivered(r.run(j.ID), "paket.tar", data)
		})
	}
}

func TestSFTP_LineCutAndResumed(t *testing.T) {
	r, s := through(t, "sftp")
	data := content(3 << 20)
	j := r.enqueue("paket.tar", data)
	s.allow(2 << 20)
	if got := r.run(j.ID); got.State != queue.Retry {
		t.Fatalf("after the cut: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	st, err := os.Stat(filepath.Join(r.drop, "paket.tar.partial"))
	if err != nil || st.Size() < 1<<20 {
		t.Fatalf("the partial file: %v, %v", st, err)
	}
	if c := r.collect(); c != (archive.Collected{}) {
		t.Errorf("half a package was collected: %+v", c)
	}
	s.allow(int64(len(data)) - st.Size() + 300_000) // not enough for all of it again
	if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "Quittung noch nicht") {
		t.Fatalf("second try: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	s.allow(-1)
	r.collect()
	r.delivered(r.run(j.ID), "paket.tar", data)
}

// A host that hangs does not hang the queue: the line is given up, and later the
// delivery goes on where it was.
func TestSFTP_SilentHostIsGivenUp(t *testing.T) {
	s, silence := startSSH(t, "geheim"), time.Second
	var r *rig
	r = newRig(t, func(context.Context) (channel.Carrier, error) {
		return door.SFTP(door.SFTPOptions{Host: s.addr, User: "abgabe", Dir: r.drop, HostKey: s.fingerprint, Silence: silence,
			Password: func() (string, error) { return "geheim", nil }}, nil), nil
	})
	data := content(3 << 20)
	j := r.enqueue("paket.tar", data)
	s.mute = true
	s.allow(2 << 20)
	if got := r.run(j.ID); got.State != queue.Retry || strings.Contains(got.Reason, "Quittung") {
		t.Fatalf("while the host is silent: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	s.allow(-1)
	silence = time.Minute
	r.run(j.ID)
	r.collect()
	r.delivered(r.run(j.ID), "paket.tar", data)
}

func TestDoors_ForeignBytesInTheWay(t *testing.T) {
	for _, kind := range []string{"folder", "sftp"} {
		t.Run(kind, func(t *testing.T) {
			r, _ := through(t, kind)
			data := content(9000)
			j := r.enqueue("paket.tar", data)
			must(t, os.WriteFile(filepath.Join(r.drop, "paket.tar.partial"), content(5000), 0o600))
			if got := r.run(j.ID); got.State != queue.Retry || !strings.Contains(got.Reason, "nicht das, was gesendet wurde") {
				t.Fatalf("a foreign beginning: %s %q (%s)", got.State, got.Reason, got.Detail)
			}
			r.run(j.ID)
			r.collect()
			r.delivered(r.run(j.ID), "paket.tar", data)

			foreign := content(100)
			must(t, os.WriteFile(filepath.Join(r.drop, "zwei.tar"), foreign, 0o600))
			k := r.enqueue("zwei.tar", content(100))
			if got := r.run(k.ID); got.State != queue.NeedsUser || !strings.Contains(got.Reason, "dieses Namens") {
				t.Errorf("a taken name: %s %q (%s)", got.State, got.Reason, got.Detail)
			}
			if got, err := os.ReadFile(filepath.Join(r.drop, "zwei.tar")); err != nil || string(got) != string(foreign) {
				t.Errorf("the file in the way was changed: %v", err)
			}
		})
	}
}

func TestDoors_OwnFileChanged(t *testing.T) {
	r, _ := through(t, "folder")
	r.sender.Files = func(context.Context, channel.Order) ([]receipt.File, error) {
		// The digest is taken by now; the manifest is sealed next.
		return nil, os.WriteFile(filepath.Join(r.root, "paket.tar"), content(500), 0o600)
	}
	j := r.enqueue("paket.tar", content(500))
	if got := r.run(j.ID); got.State != queue.Damaged || !strings.Contains(got.Reason, "verändert") {
		t.Errorf("job: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
	if names, err := filepath.Glob(filepath.Join(r.drop, "*")); err != nil || len(names) != 0 {
		t.Errorf("left at the door: %v, %v", names, err)
	}
}

func TestDoors_ForgedReceipt(t *testing.T) {
	r, _ := through(t, "folder")
	j := r.enqueue("paket.tar", content(500))
	r.run(j.ID)
	thief, err := sign.Generate()
	must(t, err)
	r.collect()
	path := filepath.Join(r.drop, "paket.tar"+receipt.SuffixReceipt)
	env, err := os.ReadFile(path)
	must(t, err)
	good, err := receipt.OpenWith(t.Context(), env, r.config.Key.Public())
	must(t, err)
	forged, err := good.Seal(t.Context(), thief)
	must(t, err)
	must(t, os.WriteFile(path, forged, 0o600))
	if got := r.run(j.ID); got.State != queue.Damaged || !strings.Contains(got.Reason, "passt nicht") {
		t.Errorf("job: %s %q (%s)", got.State, got.Reason, got.Detail)
	}
}

func TestSFTP_HostAndLogin(t *testing.T) {
	tests := []struct {
		name   string
		change func(o *door.SFTPOptions)
		state  queue.State
		want   string
	}{
		{"no key entered", func(o *door.SFTPOptions) { o.HostKey = "" }, queue.NeedsAdmin, "zeigt SHA256:"},
		{"another key", func(o *door.SFTPOptions) { o.HostKey = "SHA256:AAAA" }, queue.Damaged, "anderen Schlüssel"},
		{"wrong password", func(o *door.SFTPOptions) { o.Password = func() (string, error) { return "falsch", nil } }, queue.NeedsAdmin,
			"Anmeldung"},
		{"no password", func(o *door.SFTPOptions) { o.Password = nil }, queue.NeedsAdmin, "Kennwort"},
		{"identity is missing", func(o *door.SFTPOptions) { o.Identity = "/gibt/es/nicht" }, queue.NeedsAdmin, "Schlüsseldatei"},
		{"no such folder", func(o *door.SFTPOptions) { o.Dir = "/gibt/es/nicht" }, queue.NeedsAdmin, "Ordner"},
		{"nobody there", func(o *door.SFTPOptions) { o.Host = "127.0.0.1:1" }, queue.Retry, "nicht erreichbar"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := startSSH(t, "geheim")
			var r *rig
			r = newRig(t, func(context.Context) (channel.Carrier, error) {
				o := door.SFTPOptions{Host: s.addr, User: "abgabe", Dir: r.drop, HostKey: s.fingerprint,
					Password: func() (string, error) { return "geheim", nil }}
				tt.change(&o)
				return door.SFTP(o, nil), nil
			})
			j := r.enqueue("paket.tar", content(10))
			if got := r.run(j.ID); got.State != tt.state || !strings.Contains(got.Reason, tt.want) {
				t.Errorf("job: %s %q (%s); want %s with %q", got.State, got.Reason, got.Detail, tt.state, tt.want)
			}
		})
	}
}

func TestCollect_Refuses(t *testing.T) {
	r, _ := through(t, "folder")
	put := func(name string, data []byte) {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(r.drop, name), data, 0o600))
	}
	put("ohne.tar", content(10)) // no manifest: not ours to take
	put("quatsch.tar", content(10))
	put("quatsch.tar"+receipt.SuffixManifest, []byte("{}"))
	stranger, err := sign.Generate()
	must(t, err)
	m := receipt.Manifest{ID: "x", Kind: "aip", Name: "fremd.tar", Size: 10, SHA512: strings.Repeat("0", 128)}
	env, err := m.Seal(t.Context(), stranger)
	must(t, err)
	put("fremd.tar", content(10))
	put("fremd.tar"+receipt.SuffixManifest, env)
	j := r.enqueue("kurz.tar", content(100))
	r.run(j.ID)
	put("kurz.tar", content(99)) // changed at the door
	k := r.enqueue("verfälscht.tar", content(100))
	r.run(k.ID)
	put("verfälscht.tar", content(100)) // same length, other bytes: the receipt says so
	if c := r.collect(); c != (archive.Collected{Taken: 1, Refused: 3}) {
		t.Errorf("collected %+v, want one refused by receipt and three not taken", c)
	}
	if got := r.run(k.ID); got.State != queue.NeedsUser && got.State != queue.Damaged {
		t.Errorf("job of the changed package: %s %q", got.State, got.Reason)
	}
}
