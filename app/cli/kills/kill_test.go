package kills

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/app/work"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/samples"
)

// The kill tests end the real program by SIGKILL while it takes in, checks,
// packages and sends, run the same command again and look at what is there.
//
//	LAUFZETTEL_KILL_RUNS  kills at random times (default 3; make faults: 600)
//	LAUFZETTEL_KILL_SEED  seed of the first of them; every run is named by its own
//
// One run again: docs/faults.md.
const (
	defaultRuns = 3
	defaultSeed = 20261121
)

// commitPoint is one place to die at: the nth passing (from 0) of a named point.
type commitPoint struct {
	stage, point string
	nth          int
}

var commitPoints = []commitPoint{
	{"receive", "receive.file.before", 0}, {"receive", "receive.before-store", 0},
	{"check", "check.batch.before", 0}, {"check", "check.batch.before", 2}, {"check", "check.batch.after", 0},
	{"check", "check.batch.after", 1},
	{"check", "check.report.before", 0}, {"check", "check.store.before", 0}, {"check", "check.store.after", 0},
	{"package", "package.ordered", 0}, {"package", aip.BeforeRename, 0}, {"package", aip.AfterRename, 0}, {"package", aip.AfterRename, 2},
	{"package", "package.built", 1},
	{"send", "send.queued", 0}, {"send", "send.chunk.after", 0}, {"send", "send.chunk.after", 2},
	{"send", "send.receipt.before-store", 0}, {"send", "send.receipt.after-store", 1}, {"send", "send.done.before", 2},
	{"send", "conclude.ordered", 0}, {"send", aip.BeforeRename, 0}, {"send", aip.AfterRename, 0}, {"send", "conclude.built", 0},
	{"send", "conclude.queued", 0},
}

// receiverPoints are where the receiver dies while a client uploads.
var receiverPoints = []commitPoint{
	{"send", "archive.chunk.bytes", 1}, {"send", "archive.chunk.after", 1}, {"send", "archive.moved", 0},
	{"send", "archive.receipt.signed", 1},
}

// A commit point that nobody dies at proves nothing.
func TestKill_EveryCommitPointIsUsed(t *testing.T) {
	named := regexp.MustCompile(`(?i)(?:point|hook)\("([a-z]+(?:\.[a-z-]+)+)"\)`)
	have := map[string]bool{}
	for _, p := range slices.Concat(commitPoints, receiverPoints, loanPoints, loanReceiverPoints, preparePoints, destroyPoints,
		renumberPoints) {
		have[p.point] = true
	}
	for _, dir := range []string{"../../work/office", "../../work/intake", "../../work/appraise", "../../work/reading", "../../work/pack",
		"../../work/outbox", "../../work/accession", "../../work/clerk", "../../../transfer/check", "../../../sync/channel",
		"../../../sync/archive"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range named.FindAllStringSubmatch(string(raw), -1) {
				if !have[m[1]] {
					t.Errorf("%s: nobody dies at %s", name, m[1])
				}
			}
		}
	}
}

func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a minute")
	}
	all := stages(t)
	host := enrol(t, all["send"])
	for _, name := range slices.Sorted(maps.Keys(all)) {
		measure(t, name, all[name], host)
	}
	runs, seed := number(t, "LAUFZETTEL_KILL_RUNS", defaultRuns), number(t, "LAUFZETTEL_KILL_SEED", defaultSeed)
	var killed atomic.Int64
	t.Run("dies", func(t *testing.T) { dies(t, all, host, runs, seed, &killed) })
	t.Logf("kills: %d at commit points, %d at random times of %d runs with the seeds %d to %d", len(commitPoints)+len(receiverPoints),
		killed.Load(), runs, seed, seed+runs-1)
}

// dies runs every kill. What needs the receiver's address runs alone, the rest
// side by side.
func dies(t *testing.T, all map[string]*stage, host string, runs, seed int, killed *atomic.Int64) {
	for _, p := range commitPoints {
		t.Run(fmt.Sprintf("%s at %s %d", p.stage, p.point, p.nth), func(t *testing.T) {
			aside(t, p.stage)
			if !strike(t, p.stage, all[p.stage], host, kill.Plan{Point: p.point, Nth: p.nth}) {
				t.Error("the command ended before it came to the point")
			}
		})
	}
	for _, p := range receiverPoints {
		t.Run(fmt.Sprintf("receiver at %s %d", p.point, p.nth), func(t *testing.T) { strikeReceiver(t, all["send"], host, p) })
	}
	names := slices.Sorted(maps.Keys(all))
	for i := range runs {
		s := seed + i
		name := names[s%len(names)] // by the seed alone, so that one run can be repeated
		t.Run(fmt.Sprintf("%s at random, seed %d", name, s), func(t *testing.T) {
			aside(t, name)
			after := time.Duration(rand.New(rand.NewPCG(uint64(s), 1)).Float64() * 1.05 * float64(all[name].took))
			if strike(t, name, all[name], host, kill.Plan{After: max(after, time.Millisecond)}) {
				killed.Add(1)
			}
		})
	}
}

func aside(t *testing.T, stage string) {
	if stage != "send" {
		t.Parallel()
	}
}

func number(t *testing.T, name string, standard int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// measure runs a stage's command undisturbed: how long it takes, what it gives.
func measure(t *testing.T, name string, s *stage, host string) {
	t.Helper()
	dir := copyOf(t, s)
	if name == "send" {
		c, _ := serve(t, dir, host, kill.Plan{})
		defer func() { c.Kill(); c.Wait() }()
	}
	began := time.Now()
	done(t, dir, s.args...)
	s.took = time.Since(began)
	if name == "check" {
		s.want = reported(t, dir, s.id)
	}
}

// strike kills a stage's command as planned, runs it again and looks at what is
// there; it reports whether the command was killed.
func strike(t *testing.T, name string, s *stage, host string, p kill.Plan) bool {
	dir := copyOf(t, s)
	if name == "send" {
		c, _ := serve(t, dir, host, kill.Plan{})
		defer func() { c.Kill(); c.Wait() }()
	}
	r := call(t, dir, p, nil, s.args...)
	if !r.Killed && r.Code != exitDone {
		t.Fatalf("code %d: %s%s", r.Code, r.Out, r.Errs)
	}
	judges[name](t, s, dir, r)
	return r.Killed
}

// judges look at what is there after a stage was disturbed, each by way of
// afterwards, and end the stage's work.
var judges = map[string]func(*testing.T, *stage, string, kill.Result){
	"receive": received, "check": rechecked, "appraise": appraised, "finish": finished, "package": packaged, "send": sent,
}

// received: what was acknowledged is there whole; what was not disturbs nobody.
func received(t *testing.T, s *stage, dir string, r kill.Result) {
	source := s.args[1]
	w := afterwards(t, dir, func() { done(t, dir, s.args...) })
	portions, err := w.Intake.Portions.List(t.Context())
	if err != nil || len(portions) == 0 || len(portions) > 2 {
		t.Fatalf("%d portions, %v", len(portions), err)
	}
	acknowledged, _, _ := strings.Cut(r.Out, " ")
	for _, p := range portions {
		got, want := sumOf(t, filepath.Join(dir, wsDir, filepath.FromSlash(p.Path))), sumOf(t, source)
		if got != want || p.State != transfer.Arrived {
			t.Errorf("portion %s is %s and not what was delivered", p.ID, p.State)
		}
		if p.ID == acknowledged {
			acknowledged = ""
		}
	}
	if acknowledged != "" {
		t.Errorf("portion %s was acknowledged and is gone", acknowledged)
	}
}

// reported gives the kept report without its duration and the virus check, which
// hangs on the scanner of the machine: one may be installed in the middle of a run.
func reported(t *testing.T, dir, id string) string {
	t.Helper()
	var rep check.Report
	if err := json.Unmarshal([]byte(done(t, dir, "report", "--format", "json", id)), &rep); err != nil {
		t.Fatal(err)
	}
	rep.Seconds = 0
	rep.Checks = slices.DeleteFunc(rep.Checks, func(d check.Done) bool { return d.Name == "virus" })
	out, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// rechecked: the second run gives the undisturbed report and reads no file that
// the first had journaled.
func rechecked(t *testing.T, s *stage, dir string, r kill.Result) {
	db := filepath.Join(dir, wsDir, "laufzettel.db")
	journaled := ask[string](t, db, "SELECT f.path FROM check_fact f JOIN check_run r ON r.id = f.run WHERE r.state = 'open'")
	path := filepath.Join(t.TempDir(), "counts.json")
	w := afterwards(t, dir, func() {
		if again := call(t, dir, kill.Plan{}, []string{kill.EnvCounts + "=" + path}, s.args...); again.Code != exitDone || again.Killed {
			t.Fatalf("second run: code %d\n%s", again.Code, again.Errs)
		}
	})
	read := map[string]int64{}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	total := ask[int](t, db, "SELECT count(*) FROM check_fact")[0]
	twice := 0
	for _, name := range journaled {
		if read[name] > 0 && !strings.HasSuffix(name, ".0503.xml") { // the message itself is read to understand it
			twice++
		}
	}
	primary := 0
	for name := range read {
		if !strings.HasSuffix(name, ".0503.xml") {
			primary++
		}
	}
	if twice > 0 || primary < total-len(journaled)-1 {
		t.Errorf("%d of %d journaled files were read again; %d read of %d", twice, len(journaled), primary, total)
	}
	if got := reported(t, dir, s.id); got != s.want {
		t.Errorf("report differs from that of an undisturbed check\n got %s\nwant %s", got, s.want)
	}
	if p, err := w.Intake.Portions.Get(t.Context(), s.id); err != nil || p.State != transfer.Checked {
		t.Errorf("portion is %s, %v", p.State, err)
	}
	t.Logf("killed %v, %d files journaled, %d read again by need", r.Killed, len(journaled), primary)
}

// appraised: a decision on many objects is there for all or for none, and the same
// order ends with each rated once as it says.
func appraised(t *testing.T, s *stage, dir string, _ kill.Result) {
	rated := ask[int](t, filepath.Join(dir, wsDir, "laufzettel.db"), "SELECT count(DISTINCT object_id) FROM appraisal_decision")[0]
	objects := len(s.args) - len([]string{"appraise", s.id, "set", "v", "--reason", "Doppel"})
	if rated != 0 && rated != objects {
		t.Errorf("%d of %d objects are rated", rated, objects)
	}
	want := 0 // the number that is shown follows in the same transaction
	if rated == 0 {
		want = ask[int](t, filepath.Join(dir, wsDir, "laufzettel.db"), "SELECT total FROM appraisal_open")[0]
	}
	if open := ask[int](t, filepath.Join(dir, wsDir, "laufzettel.db"), "SELECT open FROM appraisal_open"); len(open) != 1 ||
		open[0] != want {
		t.Errorf("%v units are kept as open, want %d", open, want)
	}
	afterwards(t, dir, func() { done(t, dir, s.args...) })
	for _, o := range ratings(t, dir, s.id) {
		if o.Rating != "V" {
			t.Errorf("object %s is rated %q", o.ID, o.Rating)
		}
	}
}

type rating struct{ ID, Rating string }

func ratings(t *testing.T, dir, id string) []rating {
	t.Helper()
	var list struct{ Objects []rating }
	parse(t, done(t, dir, "appraise", id, "list", "--json"), &list)
	if len(list.Objects) == 0 {
		t.Fatal("no objects")
	}
	return list.Objects
}

// finished: the appraisal is closed once, by the killed or by the repeated order,
// and its portion can be packaged.
func finished(t *testing.T, s *stage, dir string, _ kill.Result) {
	state := "SELECT state FROM portion WHERE id = ?"
	db := filepath.Join(dir, wsDir, "laufzettel.db")
	w := afterwards(t, dir, func() {
		if ask[string](t, db, state, s.id)[0] != string(transfer.Appraised) {
			done(t, dir, s.args...)
		}
		done(t, dir, "package", s.id)
	})
	closed := 0
	log, err := w.Office.Events(t.Context(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Type == events.Appraised && e.Outcome == "finished" {
			closed++
		}
	}
	if closed != 1 || len(packagesOf(t, w, s.id)) != 3 {
		t.Errorf("closed %d times, %d packages", closed, len(packagesOf(t, w, s.id)))
	}
}

// packaged: what was ordered keeps its ids and codes, what was built its bytes,
// and every package is that of a rebuild.
func packaged(t *testing.T, s *stage, dir string, _ kill.Result) {
	before := packagesOf(t, opened(t, dir), s.id)
	w := afterwards(t, dir, func() { done(t, dir, s.args...) })
	after := packagesOf(t, w, s.id)
	if len(after) != 3 {
		t.Fatalf("%d packages", len(after))
	}
	for pid, b := range before {
		a, ok := after[pid]
		if !ok || a.ReferenceCode != b.ReferenceCode || !a.Ordered.Equal(b.Ordered) || (b.SHA512 != "" && a.SHA512 != b.SHA512) {
			t.Errorf("package %s was %+v, is %+v", pid, b, a)
		}
	}
	for pid, p := range after {
		name := filepath.Join(dir, wsDir, filepath.FromSlash(p.Path))
		if got := sumOf(t, name); got != p.SHA512 {
			t.Errorf("package %s has other bytes than stored", pid)
		}
		if again, err := w.Packer.Rebuild(t.Context(), pid); err != nil || again != p.SHA512 {
			t.Errorf("rebuilt package %s differs: %v", pid, err)
		}
		if faults, err := aip.VerifyFile(t.Context(), name); err != nil || len(faults) > 0 {
			t.Errorf("package %s: %v %v", pid, faults, err)
		}
	}
	if p, err := w.Intake.Portions.Get(t.Context(), s.id); err != nil || p.State != transfer.Packaged {
		t.Errorf("portion is %s, %v", p.State, err)
	}
}

func packagesOf(t *testing.T, w *work.House, id string) map[string]transfer.Package {
	t.Helper()
	list, err := w.Intake.Portions.Packages(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]transfer.Package{}
	for _, p := range list {
		out[p.PID] = p
	}
	return out
}

// sent: every package was taken once, has one receipt that verifies, and the
// accession is concluded.
func sent(t *testing.T, s *stage, dir string, _ kill.Result) {
	before := ask[string](t, filepath.Join(dir, wsDir, "laufzettel.db"), "SELECT pid FROM package WHERE state = 'confirmed'")
	w := afterwards(t, dir, func() {
		retried(t, dir)
		done(t, dir, s.args...)
	})
	packages := packagesOf(t, w, s.id)
	if len(packages) != 4 {
		t.Errorf("%d packages, want three and that of the accession", len(packages))
	}
	stored := map[string]int{}
	for _, name := range samples.Files(t, filepath.Join(dir, archiveDir)) {
		stored[sumOf(t, name)]++
	}
	for pid, p := range packages {
		v, err := w.Outbox.VerifyReceipt(t.Context(), filepath.Join(dir, wsDir, filepath.FromSlash(p.Receipt)))
		if err != nil || !v.OK() || p.State != transfer.PackageConfirmed {
			t.Errorf("package %s is %s; receipt %+v, %v", pid, p.State, v.Checks, err)
		}
		if stored[p.SHA512] != 1 {
			t.Errorf("the archive holds package %s %d times", pid, stored[p.SHA512])
		}
	}
	for _, pid := range before {
		if packages[pid].State != transfer.PackageConfirmed {
			t.Errorf("confirmed package %s is %s", pid, packages[pid].State)
		}
	}
	for _, table := range []string{"archive_upload", "archive_receipt"} {
		if n := ask[int](t, filepath.Join(dir, archiveDir+".db"), "SELECT count(*) FROM "+table)[0]; n != len(packages) {
			t.Errorf("%d rows in %s for %d packages", n, table, len(packages))
		}
	}
	if p, err := w.Intake.Portions.Get(t.Context(), s.id); err != nil || p.State != transfer.Confirmed {
		t.Errorf("portion is %s, %v", p.State, err)
	}
}

// retried makes waiting jobs due at once, also those that waited for a person who
// has put right what they were stuck on.
func retried(t *testing.T, dir string) {
	t.Helper()
	for _, id := range ask[string](t, filepath.Join(dir, wsDir, "laufzettel.db"),
		"SELECT id FROM queue_job WHERE state IN ('retry', 'needs_user', 'needs_admin')") {
		done(t, dir, "queue", "retry", id)
	}
}

// strikeReceiver kills the receiver while a client uploads; the client stops
// resumably, and when the receiver is back it goes on with the same upload.
func strikeReceiver(t *testing.T, s *stage, host string, p commitPoint) {
	dir := copyOf(t, s)
	c, _ := serve(t, dir, host, kill.Plan{Point: p.point, Nth: p.nth})
	r := call(t, dir, kill.Plan{}, nil, s.args...)
	if end := c.Wait(); !end.Killed {
		t.Fatalf("the receiver ended with %d: %s", end.Code, end.Errs)
	}
	if r.Code != exitInterrupted {
		t.Errorf("code %d, want %d: %s", r.Code, exitInterrupted, r.Errs)
	}
	open := ask[string](t, filepath.Join(dir, archiveDir+".db"), "SELECT id FROM archive_upload")
	if len(open) == 0 {
		t.Error("no upload was begun")
	}
	c, _ = serve(t, dir, host, kill.Plan{})
	defer func() { c.Kill(); c.Wait() }()
	sent(t, s, dir, r)
	for _, id := range open {
		if got := ask[string](t, filepath.Join(dir, archiveDir+".db"), "SELECT state FROM archive_upload WHERE id = ?",
			id); len(got) != 1 || got[0] != "accepted" {
			t.Errorf("upload %s was begun and is %v", id, got)
		}
	}
}
