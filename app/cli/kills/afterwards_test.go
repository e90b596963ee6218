package kills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/app/work"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/samples"
)

// afterwards is what must hold after every fault, in one place for all of them: no
// half package is to be seen, at once and after the work went on; the work goes on
// (again, nil = there is none); the log verifies by the program's own command; the
// databases are unbroken; nothing half made is left. It gives the workspace.
func afterwards(t *testing.T, dir string, again func()) *work.House {
	t.Helper()
	nothingHalf(t, dir)
	if again != nil {
		again()
		nothingHalf(t, dir)
	}
	if r := call(t, dir, kill.Plan{}, nil, "log", "verify"); r.Killed || r.Code != exitDone {
		t.Errorf("log verify: %d\n%s%s", r.Code, r.Out, r.Errs)
	}
	w := opened(t, dir)
	if n, broken, err := w.Log.VerifyLog(t.Context(), ""); err != nil || broken != nil || n == 0 {
		t.Errorf("event chain of %d: %+v, %v", n, broken, err)
	}
	for _, pattern := range []string{"*.db", "*/laufzettel.db"} { // the receiver's; those of all workspaces
		dbs, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, db := range dbs {
			unbroken(t, db)
		}
	}
	for _, name := range samples.Files(t, filepath.Join(dir, wsDir, "packages")) {
		base := filepath.Base(name)
		// what the sweep knows; workspace tests it
		if strings.HasPrefix(base, ".") && !strings.HasSuffix(base, ".part") && !durable.Unfinished(base) {
			t.Errorf("left over: %s", name)
		}
	}
	return w
}

// unbroken wants a database whole in itself, with no row that hangs in the air.
func unbroken(t *testing.T, db string) {
	t.Helper()
	if got := ask[string](t, db, "PRAGMA integrity_check"); len(got) != 1 || got[0] != "ok" {
		t.Errorf("database %s: %v", filepath.Base(db), got)
	}
	if got := ask[string](t, db, "SELECT \"table\" FROM pragma_foreign_key_check"); len(got) > 0 {
		t.Errorf("database %s: dangling rows in %v", filepath.Base(db), got)
	}
}

// nothingHalf wants every package whole that can be seen under its name: in the
// workspace by its own digests, in the store of the receiver as one of those sent.
func nothingHalf(t *testing.T, dir string) {
	t.Helper()
	sent := map[string]bool{}
	made, err := filepath.Glob(filepath.Join(dir, "*", "packages", "*", "*.tar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range made {
		if filepath.Base(name) == "arbeit.tar" { // what a laptop takes along; it is compared when it is taken
			sent[sumOf(t, name)] = true
			continue
		}
		if faults, err := aip.VerifyFile(t.Context(), name); err != nil || len(faults) > 0 {
			t.Errorf("half a package is visible: %s: %v %v", filepath.Base(name), faults, err)
		}
		sent[sumOf(t, name)] = true
	}
	store := filepath.Join(dir, archiveDir, "packages")
	if _, err := os.Stat(store); err != nil {
		return
	}
	for _, name := range samples.Files(t, store) {
		if filepath.Ext(name) != ".json" && !sent[sumOf(t, name)] { // manifest and receipt are beside
			t.Errorf("the receiver shows %s, which is no package that was sent", filepath.Base(name))
		}
	}
}
