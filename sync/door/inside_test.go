package door_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
)

// collectThrough has the archive collect through a door of its own.
func (r *rig) collectThrough(kind string, d *door.Carrier) (archive.Collected, error) {
	r.t.Helper()
	in, err := d.Enter(r.t.Context())
	must(r.t, err)
	sum, err := r.archive.CollectFrom(r.t.Context(), kind, in)
	must(r.t, in.Close())
	return sum, err
}

// The archive collects from the same kinds of doors that agencies deliver through;
// several packages, one of them longer than a chunk.
func TestInside_ArchiveCollects(t *testing.T) {
	for _, kind := range []string{"folder", "sftp", "s3", "s3 without ranges"} {
		t.Run(kind, func(t *testing.T) {
			var r *rig
			var s *sshServer
			enter := func() *door.Carrier {
				if s != nil {
					return door.SFTP(door.SFTPOptions{Host: s.addr, User: "abgabe", Dir: r.drop, HostKey: s.fingerprint,
						Password: func() (string, error) { return "geheim", nil }}, nil)
				}
				return door.Folder(r.drop, nil)
			}
			if kind == "sftp" {
				s = startSSH(t, "geheim")
			}
			if strings.HasPrefix(kind, "s3") {
				f := startS3(t, func() string { return r.drop })
				f.whole = kind != "s3"
				enter = func() *door.Carrier {
					o := f.options()
					o.Dir, o.Part, o.Copy = "Amt Musterstadt/ä+b", 4<<20, 1<<40
					return door.S3(o, nil)
				}
			}
			r = newRig(t, func(context.Context) (channel.Carrier, error) { return enter(), nil })
			data := map[string][]byte{"eins.tar": content(9 << 20), "zwei & drei.tar": content(1), "vier.tar": content(200_000)}
			jobs := map[string]queue.Job{}
			for name, d := range data {
				jobs[name] = r.enqueue(name, d)
				r.run(jobs[name].ID)
			}
			// its package is not there yet
			must(t, os.WriteFile(filepath.Join(r.drop, "unterwegs.tar"+receipt.SuffixManifest), []byte("{}"), 0o600))
			if sum, err := r.collectThrough(kind, enter()); err != nil || sum != (archive.Collected{Taken: 3}) {
				t.Fatalf("collected %+v, %v", sum, err)
			}
			if sum, err := r.collectThrough(kind, enter()); err != nil || sum != (archive.Collected{}) {
				t.Errorf("collected again: %+v, %v", sum, err)
			}
			for name, d := range data {
				r.delivered(r.run(jobs[name].ID), name, d)
			}
		})
	}
}

// A line that breaks in the middle costs no more than a chunk; one package that
// cannot be read does not hold up the others.
func TestInside_CutAndHostile(t *testing.T) {
	var r *rig
	f := startS3(t, func() string { return r.drop })
	enter := func() *door.Carrier {
		o := f.options()
		o.Part, o.Copy = 8<<20, 1<<40
		return door.S3(o, nil)
	}
	r = newRig(t, func(context.Context) (channel.Carrier, error) { return enter(), nil })
	data := content(20 << 20)
	j, k := r.enqueue("lang.tar", data), r.enqueue("kurz.tar", content(500))
	r.run(j.ID)
	r.run(k.ID)
	must(t, os.WriteFile(filepath.Join(r.drop, "quatsch.tar"), content(10), 0o600))
	must(t, os.WriteFile(filepath.Join(r.drop, "quatsch.tar"+receipt.SuffixManifest), []byte("{}"), 0o600))
	must(t, os.WriteFile(filepath.Join(r.drop, "riese.tar"), content(10), 0o600))
	must(t, os.WriteFile(filepath.Join(r.drop, "riese.tar"+receipt.SuffixManifest), make([]byte, 2<<20), 0o600))
	f.given = 17 << 20
	sum, err := r.collectThrough("s3", enter())
	if err == nil || sum != (archive.Collected{Taken: 1, Refused: 2}) {
		t.Fatalf("while the line breaks: %+v, %v", sum, err)
	}
	f.given = 5 << 20 // less than all of it, enough for the rest
	if sum, err = r.collectThrough("s3", enter()); err != nil || sum != (archive.Collected{Taken: 1, Refused: 2}) {
		t.Fatalf("afterwards: %+v, %v", sum, err)
	}
	f.given = 0
	r.delivered(r.run(j.ID), "lang.tar", data)

	in, err := enter().Enter(t.Context())
	must(t, err)
	if err := in.Put(t.Context(), "lang.tar", []byte("x")); err == nil {
		t.Error("a package was written over")
	}
	if err := in.Put(t.Context(), "lang.tar"+receipt.SuffixReceipt, []byte("x")); err == nil {
		t.Error("a receipt was written over")
	}
	must(t, in.Close())
}
