package kills

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/app/store"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// A stage is a folder with a workspace, and where it is needed a receiver, that
// is ready for one command. Every kill works on a copy of its own.
type stage struct {
	dir  string
	id   string   // the portion
	pid  string   // its package, where one is asked for
	args []string // the command, without --data
	took time.Duration
	want string // the report of an undisturbed check
}

const (
	wsDir      = "ws"
	archiveDir = "archiv"
	patience   = time.Minute
)

// A child finds no program of the machine: a virus scanner that is installed or goes
// in the middle of a run changes nothing here.
var childEnv = []string{"PATH=", "LAUFZETTEL_PASSPHRASE=nur für den Test", "LAUFZETTEL_PERSON=M. Ahrens", "LANG=de_DE.UTF-8", "LC_ALL=",
	"LAUFZETTEL_DATA="}

// call runs one command on the workspace below dir.
func call(t *testing.T, dir string, p kill.Plan, env []string, args ...string) kill.Result {
	t.Helper()
	return cli.Run(t, p, append(childEnv[:len(childEnv):len(childEnv)], env...),
		append([]string{"--data", filepath.Join(dir, wsDir)}, args...)...)
}

// done runs a command that must end well.
func done(t *testing.T, dir string, args ...string) string {
	t.Helper()
	r := call(t, dir, kill.Plan{}, nil, args...)
	if r.Killed || r.Code != exitDone {
		t.Fatalf("%v: code %d, killed %v\n%s%s", args, r.Code, r.Killed, r.Out, r.Errs)
	}
	return r.Out
}

// copyOf copies a stage into a new folder.
func copyOf(t *testing.T, s *stage) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func parcelOf(t *testing.T, p generate.Plan) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	if err != nil {
		t.Fatal(err)
	}
	path, err := parcel.Write(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// stages makes the starting points of the kill tests.
func stages(t *testing.T) map[string]*stage {
	t.Helper()
	few := parcelOf(t, generate.Plan{Seed: 5, Dossiers: 1, Cases: 3, Documents: 2, Size: 90_000, Ratings: []string{"A"},
		Mix: []string{"txt"}})
	many := parcelOf(t, generate.Plan{Seed: 6, Dossiers: 1, Cases: 4, Documents: 400, Size: 64, Ratings: []string{"A"},
		Mix: []string{"txt"}})
	out := map[string]*stage{"receive": {dir: t.TempDir(), args: []string{"receive", many}}}
	out["check"] = next(t, out["receive"], many)
	packing := next(t, out["receive"], few)
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, {"receive", "check", "--no-pdfa", packing.id},
		{"receive", "accept", packing.id}} {
		done(t, packing.dir, args...)
	}
	finishing := &stage{dir: copyOf(t, packing), id: packing.id, args: []string{"appraise", packing.id, "finish"}}
	out["finish"], out["appraise"] = finishing, undecided(t)
	done(t, packing.dir, finishing.args...)
	packing.args = []string{"package", packing.id}
	out["package"] = packing
	sending := &stage{dir: copyOf(t, packing), id: packing.id, args: []string{"send", packing.id}}
	done(t, sending.dir, packing.args...)
	done(t, sending.dir, "keys", "new", "--store", "file")
	out["send"] = sending
	out["check"].args = []string{"receive", "check", "--no-pdfa", out["check"].id}
	return out
}

// undecided is a stage with objects to be rated, all by one order.
func undecided(t *testing.T) *stage {
	t.Helper()
	s := next(t, &stage{dir: t.TempDir()}, parcelOf(t, generate.Plan{Seed: 8, Dossiers: 3, Cases: 20, Documents: 1, Size: 64,
		Ratings: []string{"B"}, Mix: []string{"txt"}}))
	done(t, s.dir, "receive", "check", "--no-pdfa", s.id)
	done(t, s.dir, "receive", "accept", s.id)
	countOpen(t, s)
	s.args = []string{"appraise", s.id, "set"}
	for _, o := range ratings(t, s.dir, s.id) {
		s.args = append(s.args, o.ID)
	}
	s.args = append(s.args, "v", "--reason", "Doppel")
	return s
}

// countOpen begins to keep the number of open units, as a look at the window does.
func countOpen(t *testing.T, s *stage) {
	t.Helper()
	w, err := work.Open(t.Context(), filepath.Join(s.dir, wsDir), office.Options{KeyWork: kill.CheapWork, PDFium: samples.PDFium()})
	if err != nil {
		t.Fatal(err)
	}
	p, err := w.Intake.Portions.Get(t.Context(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.Desk.OpenUnits(t.Context(), p); err != nil || n.Open != n.Total || n.Total == 0 {
		t.Fatalf("before the first decision %+v are open, %v", n, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// next is a stage after the delivery was received.
func next(t *testing.T, from *stage, parcel string) *stage {
	t.Helper()
	s := &stage{dir: copyOf(t, from)}
	var p transfer.Portion
	if err := json.Unmarshal([]byte(done(t, s.dir, "receive", "--json", parcel)), &p); err != nil {
		t.Fatal(err)
	}
	s.id = p.ID
	return s
}

// serve starts the receiver of a stage; addr "" takes a free port.
func serve(t *testing.T, dir, addr string, p kill.Plan) (*kill.Process, string) {
	t.Helper()
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	store := filepath.Join(dir, archiveDir)
	c := cli.Start(t, p, childEnv, "archive", "serve", "--addr", addr, "--store", store, "--db", store+".db", "--key-store", "file")
	at := c.Told(func(s string) string { return servingAt.FindString(s) }, patience)
	u, err := url.Parse(strings.TrimRight(at, "."))
	if err != nil {
		t.Fatal(err)
	}
	return c, u.Host
}

// enrol introduces the sending stage to a receiver, which then stops; gives its
// address, where every copy's receiver listens again.
func enrol(t *testing.T, s *stage) string {
	t.Helper()
	c, host := serve(t, s.dir, "", kill.Plan{})
	var answer struct{ Code, Fingerprint string }
	if err := json.Unmarshal([]byte(done(t, s.dir, "enrol", "--json", "http://"+host)), &answer); err != nil {
		t.Fatal(err)
	}
	done(t, s.dir, "archive", "confirm", answer.Code, "--fingerprint", answer.Fingerprint, "--db", filepath.Join(s.dir, archiveDir+".db"),
		"--role", "deliver")
	c.Kill()
	c.Wait()
	return host
}

// opened opens the workspace of a copy in this process, to look at it. It lets go
// of it at the end: what a cleanup of a side-by-side test holds lives until all
// of them ended, and a workspace with its signatures is 70 MB.
func opened(t *testing.T, dir string) *work.House {
	t.Helper()
	w, err := work.Open(t.Context(), filepath.Join(dir, wsDir), office.Options{KeyWork: kill.CheapWork, PDFium: samples.PDFium(),
		Passphrase: func() (string, error) { return "nur für den Test", nil }})
	if err != nil {
		t.Fatal(err)
	}
	held := w
	t.Cleanup(func() {
		if err := held.Close(); err != nil {
			t.Error(err)
		}
		held = nil
	})
	return w
}

// ask gives the only column of a query on a database file.
func ask[T any](t *testing.T, path, query string, args ...any) (out []T) {
	t.Helper()
	s, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rows, err := s.Reader().QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func sumOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(data)
	return hex.EncodeToString(sum[:])
}
