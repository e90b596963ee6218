package kills

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/kill"
	"laufzettel/transfer"
	"laufzettel/transfer/samples"
)

// shareRuns is how many destructions of a share are killed at random times.
const shareRuns = 12

// What lies in the share: files that go lie beside files that stay, in folders that stay, and
// two of them were decided by one act.
var (
	shareKept = map[string]string{"Bau/Plan.txt": "Der Plan der Brücke über den Bach",
		"Bau/Vermerk_v2.txt": "Vermerk zum Haushalt, letzte Fassung",
		"Rede/Rede.txt":      "Rede des Bürgermeisters zur Brücke", "Kopie/Notiz.txt": "Notiz von Hand auf der Kopie"}
	shareGone = map[string]string{"Bau/Vermerk_v1.txt": "Vermerk zum Haushalt, erste Fassung",
		"Rede/Entwurf.txt": "Entwurf einer Rede, verworfen", "Kopie/Brief.txt": "Brief, der doppelt abgelegt wurde"}
)

// doomedShare is doomed for a file share.
func doomedShare(t *testing.T) *stage {
	t.Helper()
	s := &stage{dir: t.TempDir()}
	source := filepath.Join(t.TempDir(), "Ablage")
	for _, files := range []map[string]string{shareKept, shareGone} {
		for name, text := range files {
			path := filepath.Join(source, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var p transfer.Portion
	if err := json.Unmarshal([]byte(done(t, s.dir, "receive", "--json", source)), &p); err != nil {
		t.Fatal(err)
	}
	s.id = p.ID
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, {"receive", "check", "--no-pdfa", "--kind",
		"files", s.id}, {"receive", "accept", s.id}, {"share", "decide", s.id, "a", "Bau", "Rede", "Kopie"},
		{"share", "decide", s.id, "v", "Bau/Vermerk_v1.txt", "Rede/Entwurf.txt", "--reason", "überholt"},
		{"share", "decide", s.id, "v", "Kopie/Brief.txt", "--reason", "Doppel"},
		{"people", "add", "J. Beyer", "--roles", "archivist,second"},
		{"appraise", s.id, "release", "--person", "J. Beyer"}, {"appraise", s.id, "finish"}, {"package", s.id},
		{"keys", "new", "--store", "file"}} {
		trustDone(t, s, s.dir, args)
	}
	s.order(t)
	return s
}

// A destruction in a share that is killed, at its points or anywhere: what stays is there byte
// for byte, here and at the archive; given again it comes to its end, and what was to go is gone.
func TestKill_DestroyShare(t *testing.T) {
	faults(t)
	s := doomedShare(t)
	ordersJudged(t, s)
	quiet := copyOf(t, s)
	began := time.Now()
	done(t, quiet, s.args...)
	s.took = time.Since(began)
	want := lasting(t, quiet)
	if len(want) < 4 {
		t.Fatalf("little is left to compare: %v", want)
	}
	for _, p := range destroyPoints {
		t.Run(p.point, func(t *testing.T) {
			if !s.struckShare(t, kill.Plan{Point: p.point}, want) {
				t.Error("the command ended before it came to the point")
			}
		})
	}
	runs, seed, killed := number(t, "LAUFZETTEL_KILL_RUNS", shareRuns), number(t, "LAUFZETTEL_KILL_SEED", defaultSeed), 0
	for i := range min(runs, 40) {
		t.Run(fmt.Sprintf("at random, seed %d", seed+i), func(t *testing.T) {
			after := time.Duration(rand.New(rand.NewPCG(uint64(seed+i), 1)).Float64() * float64(s.took))
			if s.struckShare(t, kill.Plan{After: max(after, time.Millisecond)}, want) {
				killed++
			}
		})
	}
	t.Logf("kills: %d at commit points, %d at random times of %d runs", len(destroyPoints), killed, min(runs, 40))
}

// struckShare kills the destruction, looks, and does it again; it reports whether it was killed.
func (s *stage) struckShare(t *testing.T, plan kill.Plan, want map[string]string) bool {
	t.Helper()
	dir := copyOf(t, s)
	before := lasting(t, dir)
	r := call(t, dir, plan, nil, s.args...)
	if !r.Killed && r.Code != exitDone {
		t.Fatalf("undisturbed: %d\n%s%s", r.Code, r.Out, r.Errs)
	}
	same(t, "killed", lasting(t, dir), before)
	w := afterwards(t, dir, func() {
		if again := call(t, dir, kill.Plan{}, nil, s.args...); again.Code != exitDone &&
			(again.Code != exitCall || !strings.Contains(again.Errs, "nicht schon vernichtet")) {
			t.Errorf("again: %d\n%s%s", again.Code, again.Out, again.Errs)
		}
	})
	same(t, "ended", lasting(t, dir), want)
	if salt, err := filepath.Glob(filepath.Join(dir, wsDir, "orders", "*.salz")); err != nil || len(salt) > 0 {
		t.Errorf("the salt of the digests is still there: %v, %v", salt, err)
	}
	for _, name := range samples.Files(t, dir) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range shareGone {
			if bytes.Contains(data, []byte(text)) {
				t.Errorf("what stood in %s stands in %s", file, name)
			}
		}
	}
	if left, err := w.Ending.ScrubPending(); err != nil || len(left) > 0 {
		t.Errorf("pending %v, %v", left, err)
	}
	log, err := w.Office.Events(t.Context(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	told := []string{}
	for _, e := range log {
		if e.Type == "destroyed" {
			told = append(told, e.Object)
		}
	}
	if slices.Sort(told); len(told) == 0 || len(slices.Compact(slices.Clone(told))) != len(told) {
		t.Errorf("the log tells of the destruction of %v", told)
	}
	return r.Killed
}

// lasting gives the digests of what no destruction may touch: packages, receipts and orders,
// here and at the archive; every text that stays stands in a package of each.
func lasting(t *testing.T, dir string) map[string]string {
	t.Helper()
	out, found := map[string]string{}, map[string]int{}
	for _, below := range []string{wsDir + "/packages", wsDir + "/receipts", wsDir + "/orders", archiveDir} {
		for _, name := range samples.Files(t, filepath.Join(dir, filepath.FromSlash(below))) {
			rel, err := filepath.Rel(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".salz") { // goes with what was destroyed
				continue
			}
			out[filepath.ToSlash(rel)] = sumOf(t, name)
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for file, text := range shareKept {
				if bytes.Contains(data, []byte(text)) {
					found[below+" "+file]++
				}
			}
		}
	}
	for file := range shareKept {
		if found[wsDir+"/packages "+file] == 0 || found[archiveDir+" "+file] == 0 {
			t.Errorf("%s is in no package: %v", file, found)
		}
	}
	return out
}

// same wants every file of want, byte for byte.
func same(t *testing.T, when string, got, want map[string]string) {
	t.Helper()
	for name, sum := range want {
		if got[name] != sum {
			t.Errorf("%s: %s is gone or another", when, name)
		}
	}
}

// ordersJudged asks both judges about the order: they know nothing of the program that made it.
// What is tampered with they refuse in app/verify (TestVerifyOrder_OfAShare).
func ordersJudged(t *testing.T, s *stage) {
	t.Helper()
	made, err := filepath.Glob(filepath.Join(s.dir, wsDir, "orders", "*.json"))
	if err != nil || len(made) != 1 {
		t.Fatalf("orders %v, %v", made, err)
	}
	raw, err := os.ReadFile(made[0])
	if err != nil {
		t.Fatal(err)
	}
	if keep := os.Getenv("LAUFZETTEL_ORDER_OUT"); keep != "" { // becomes app/verify/testdata/share-order.json
		if err := os.WriteFile(keep, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	verify := filepath.Join(t.TempDir(), "laufzettel-verify")
	if out, err := exec.Command("go", "build", "-tags", "ci", "-o", verify, "laufzettel/app/verify").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script, err := filepath.Abs("../../../docs/verify.sh")
	if err != nil {
		t.Fatal(err)
	}
	hostile := filepath.Join(t.TempDir(), "auftrag.json")
	turned := bytes.Clone(raw)
	turned[bytes.Index(raw, []byte(`"payload":"`))+500] ^= 1
	if err := os.WriteFile(hostile, turned, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, judge := range [][]string{{verify}, {"sh", script}} {
		if out, err := exec.Command(judge[0], append(judge[1:], "order", made[0])...).CombinedOutput(); err != nil {
			t.Errorf("%v refuses an order over files of a share: %v\n%s", judge, err, out)
		}
		if out, err := exec.Command(judge[0], append(judge[1:], "order", hostile)...).CombinedOutput(); err == nil {
			t.Errorf("%v holds a turned one\n%s", judge, out)
		}
	}
}
