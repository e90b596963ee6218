package kills

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/kill"
)

// trustRuns is how many kills of the acts on keys, founding and orders make test tries.
const trustRuns = 4

// trusts are acts on which everything else rests, each with what made its stage ready.
var trusts = []trust{
	{name: "request", args: []string{"people", "key", "J. Beyer", "--confirm"}},
	{name: "confirm", ready: [][]string{{"people", "key", "J. Beyer", "--confirm"}},
		args: []string{"people", "confirm", "J. Beyer", "--as", "J. Beyer"}},
	{name: "reject", ready: [][]string{{"people", "key", "J. Beyer", "--confirm"}}, args: []string{"people", "reject", "J. Beyer"}},
	{name: "spare", args: []string{"people", "spare", "TRESOR"}},
	{name: "from spare", ready: [][]string{{"people", "spare", "TRESOR"}},
		args: []string{"people", "key", "M. Ahrens", "--spare", "TRESOR", "--confirm"}},
	{name: "found", args: []string{"people", "found", "--as", "J. Beyer", "--confirm"}},
	{name: "refound", ready: [][]string{{"LOSE"}}, args: []string{"people", "refound", "M. Ahrens", "--head", "Dr. L. Leitner", "--paper",
		"SCAN", "--confirm"}},
	{name: "order", args: []string{"order", "make", "PORTION", "--basis", "Archivgesetz"}},
	{name: "second", ready: [][]string{ordered}, args: []string{"order", "make", "PORTION", "--as", "J. Beyer"}},
	{name: "destroy", ready: [][]string{ordered, {"order", "make", "PORTION", "--as", "J. Beyer"}},
		args: []string{"destroy", "PORTION", "--basis", "Archivgesetz", "--confirm"}},
	{name: "restate", args: []string{"log", "restate", "--state", "--confirm"}},
	{name: "checkpoint", args: []string{"log", "checkpoint", "STAND"}},
	{name: "closure", args: closedTo},
	{name: "grant", args: granted},
	{name: "revoke", ready: [][]string{granted}, args: []string{"grant", "revoke", "2026-7"}},
	{name: "tell", ready: [][]string{closedTo, granted}, args: []string{"closure", "tell"}, heard: true},
	{name: "tell and send", ready: [][]string{closedTo, granted, ordered, {"order", "make", "PORTION", "--as", "J. Beyer"}},
		args: []string{"send"}, heard: true},
}

// trust is one of them.
type trust struct {
	name  string
	ready [][]string
	args  []string
	heard bool // the receiver is asked while it is done
}

var (
	ordered  = []string{"order", "make", "PORTION", "--basis", "Archivgesetz"}
	closedTo = []string{"closure", "set", "PACKAGE", "--law", "bund", "--end", "2020", "--personal"}
	granted  = []string{"grant", "add", "PACKAGE", "--application", "2026-7", "--reader", "E. Krämer"}
)

// Killed in the middle, an act on keys, founding, orders or closures is done or not done:
// the log verifies, it can be done again, and nobody has two keys or none.
func TestKill_Trust(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a while")
	}
	base, host := trustStage(t)
	runs, seed := number(t, "LAUFZETTEL_KILL_RUNS", trustRuns), number(t, "LAUFZETTEL_KILL_SEED", defaultSeed)
	stages := map[int]*stage{} // those that are struck
	for i := range runs {
		if n := (seed + i) % len(trusts); stages[n] == nil {
			stages[n] = trusts[n].stage(t, base, host)
		}
	}
	var killed atomic.Int64
	t.Run("dies", func(t *testing.T) {
		for i := range runs {
			n := (seed + i) % len(trusts)
			t.Run(fmt.Sprintf("%s at random, seed %d", trusts[n].name, seed+i), func(t *testing.T) {
				if !trusts[n].heard { // all copies ask at one address: one at a time
					t.Parallel()
				}
				after := time.Duration(rand.New(rand.NewPCG(uint64(seed+i), 1)).Float64() * 1.05 * float64(stages[n].took))
				if trusts[n].struck(t, stages[n], host, max(after, time.Millisecond)) {
					killed.Add(1)
				}
			})
		}
	})
	t.Logf("kills: %d at random times of %d runs with the seeds %d to %d", killed.Load(), runs, seed, seed+runs-1)
}

// stage makes what the act needs, and does it once undisturbed to know how long it takes.
func (a trust) stage(t *testing.T, base *stage, host string) *stage {
	t.Helper()
	s := &stage{dir: copyOf(t, base), id: base.id, pid: base.pid, args: a.args}
	for _, args := range a.ready {
		if args[0] == "LOSE" {
			if err := os.RemoveAll(filepath.Join(s.dir, wsDir, "keys", "personen")); err != nil {
				t.Fatal(err)
			}
			continue
		}
		trustDone(t, s, s.dir, args)
	}
	dir := copyOf(t, s)
	defer a.listen(t, dir, host)()
	began := time.Now()
	trustDone(t, s, dir, s.args)
	s.took = time.Since(began)
	return s
}

// listen starts the receiver of a copy where the act asks it; the end stops it.
func (a trust) listen(t *testing.T, dir, host string) (end func()) {
	t.Helper()
	if !a.heard {
		return func() {}
	}
	c, _ := serve(t, dir, host, kill.Plan{})
	return func() { c.Kill(); c.Wait() }
}

// struck kills the act after some time, does it again and looks at what is there; it
// reports whether it was killed.
func (a trust) struck(t *testing.T, s *stage, host string, after time.Duration) bool {
	t.Helper()
	dir := copyOf(t, s)
	defer a.listen(t, dir, host)()
	first := call(t, dir, kill.Plan{After: after}, trustEnv, placed(s, dir, s.args)...)
	if !first.Killed && first.Code != exitDone {
		t.Errorf("undisturbed: %d\n%s%s", first.Code, first.Out, first.Errs)
	}
	w := afterwards(t, dir, func() {
		if r := call(t, dir, kill.Plan{}, trustEnv, placed(s, dir, s.args)...); r.Code != exitDone && r.Code != exitCall {
			t.Errorf("again: %d\n%s%s", r.Code, r.Out, r.Errs)
		}
		if a.heard {
			done(t, dir, "send")
		}
	})
	all, err := w.Office.People.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		n := 0
		for _, k := range p.Keys {
			if k.Ended.IsZero() {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s has %d keys in use", p.Name, n)
		}
	}
	if q, ok := afterTrust[a.name]; ok {
		if said := ask[int](t, filepath.Join(dir, filepath.FromSlash(q.db)), q.true); len(said) != 1 || said[0] != 1 {
			t.Errorf("not so: %s", q.true)
		}
	}
	return first.Killed
}

// afterTrust are questions to a database, each true when an act has been done to its end.
var afterTrust = map[string]struct{ db, true string }{
	"closure": {own, "SELECT count(*) = 1 AND max(open) = 0 FROM access_decision"},
	"grant":   {own, "SELECT count(*) > 0 FROM access_grant WHERE revoked IS NULL"},
	"revoke":  {own, "SELECT count(*) > 0 AND count(revoked) = count(*) FROM access_grant"},
	"tell": {theirs,
		"SELECT count(*) > 0 AND min(grade) = 'object' AND min(grants) <> '' AND count(DISTINCT upload_id) = 1 FROM archive_closure"},
	"tell and send": {theirs,
		"SELECT (SELECT count(*) FROM archive_order) = 1 AND (SELECT count(*) FROM archive_closure WHERE grade = 'object') > 0"},
}

// Databases of a copy.
const (
	own    = wsDir + "/laufzettel.db"
	theirs = archiveDir + ".db"
)

// trustEnv are the passphrases of keys that are made.
var trustEnv = []string{"LAUFZETTEL_NEW_PASSPHRASE=nur für den Test", "LAUFZETTEL_SPARE_PASSPHRASE=versiegelt"}

// placed puts the places of a copy and the names of its things into a call.
func placed(s *stage, dir string, args []string) []string {
	at := map[string]string{"TRESOR": filepath.Join(dir, "tresor"), "SCAN": filepath.Join(dir, "scan.pdf"),
		"STAND":   filepath.Join(dir, "stand.txt"),
		"PORTION": s.id, "PACKAGE": s.pid}
	out := slices.Clone(args)
	for i, a := range out {
		if place, ok := at[a]; ok {
			out[i] = place
		}
	}
	return out
}

func trustDone(t *testing.T, s *stage, dir string, args []string) {
	t.Helper()
	if r := call(t, dir, kill.Plan{}, trustEnv, placed(s, dir, args)...); r.Killed || r.Code != exitDone {
		t.Fatalf("%s: %d\n%s%s", strings.Join(args, " "), r.Code, r.Out, r.Errs)
	}
}

// trustStage is doomed before its order was made, with the scan of a founding act beside;
// host is the address of its receiver.
func trustStage(t *testing.T) (s *stage, host string) {
	t.Helper()
	s, _ = doomed(t)
	old, err := filepath.Glob(filepath.Join(s.dir, wsDir, "orders", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(s.dir, "scan.pdf"), []byte("%PDF-1.7 unterschrieben"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.pid = ask[string](t, filepath.Join(s.dir, wsDir, "laufzettel.db"), "SELECT pid FROM package WHERE kind <> 'accession'")[0]
	u, err := url.Parse(ask[string](t, filepath.Join(s.dir, wsDir, "laufzettel.db"), "SELECT url FROM channel_peer")[0])
	if err != nil {
		t.Fatal(err)
	}
	return s, u.Host
}
