package kills

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/generate"
)

// renumberPoints are where an order for a new reference code dies: the code
// reserved, the package built beside the old one, the row and the job replaced.
var renumberPoints = []commitPoint{{"renumber", "renumber.reserved", 0}, {"renumber", "renumber.built", 0},
	{"renumber", "renumber.replaced", 0}}

const sharedBlock = `{"id":"BLOCK","agencyId":"09999","agency":"Landratsamt Musterkreis","contact":{},"referenceCode":{"pattern":"11842/{n}","from":1,"to":90},"deadlines":{},"closure":{},"mapping":{}}`

// twice is a stage whose package was refused, because another workspace with the
// same block had sent one of that code before; it gives the receiver's address.
func twice(t *testing.T) (*stage, string) {
	t.Helper()
	s := &stage{dir: t.TempDir()}
	block := filepath.Join(s.dir, "profil.json")
	if err := os.WriteFile(block, []byte(sharedBlock), 0o600); err != nil {
		t.Fatal(err)
	}
	c, host := serve(t, s.dir, "", kill.Plan{})
	defer func() { c.Kill(); c.Wait() }()
	for seed, data := range []string{filepath.Join(s.dir, "erst"), filepath.Join(s.dir, wsDir)} {
		do := func(args ...string) string { return done(t, s.dir, append([]string{"--data", data}, args...)...) }
		do("settings", "archive=Landesarchiv Musterland")
		do("profile", "add", block)
		do("keys", "new", "--store", "file")
		var enrolled struct{ Code, Fingerprint string }
		parse(t, do("enrol", "--json", "http://"+host), &enrolled)
		confirm := []string{"archive", "confirm", enrolled.Code, "--fingerprint", enrolled.Fingerprint, "--db",
			filepath.Join(s.dir, archiveDir+".db"), "--role", "deliver"}
		if seed > 0 { // one more machine of the same office
			confirm = append(confirm, "--join")
		}
		do(confirm...)
		var p transfer.Portion
		parcel := parcelOf(t, generate.Plan{Seed: uint64(seed + 2), Dossiers: 1, Cases: 1, Documents: 1, Mix: []string{"txt"},
			Ratings: []string{"A"}})
		parse(t, do("receive", "--json", parcel), &p)
		do("receive", "check", "--no-pdfa", p.ID)
		do("receive", "accept", p.ID)
		do("appraise", p.ID, "finish")
		do("package", p.ID)
		s.id = p.ID
		if r := call(t, s.dir, kill.Plan{}, nil, "--data", data, "send", p.ID); (r.Code == exitDone) != (seed == 0) {
			t.Fatalf("send of workspace %d: %d %s", seed, r.Code, r.Errs)
		}
	}
	s.args = []string{"package", s.id, "--renumber", "all"}
	return s, host
}

func parse(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// An order for a new reference code that is killed is ended by the same order: one
// package under the next code, whole, and the archive takes it.
func TestKill_Renumber(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a while")
	}
	s, host := twice(t)
	for _, p := range renumberPoints {
		t.Run(p.point, func(t *testing.T) {
			dir := copyOf(t, s)
			if r := call(t, dir, kill.Plan{Point: p.point}, nil, s.args...); !r.Killed {
				t.Fatalf("the command ended with %d before it came to the point: %s", r.Code, r.Errs)
			}
			w := afterwards(t, dir, func() { done(t, dir, s.args...) })
			list := packagesOf(t, w, s.id)
			if len(list) != 1 {
				t.Fatalf("%d packages", len(list))
			}
			for _, pkg := range list {
				name := filepath.Join(dir, wsDir, filepath.FromSlash(pkg.Path))
				if faults, err := aip.VerifyFile(t.Context(), name); pkg.ReferenceCode != "11842/2" || err != nil || len(faults) > 0 ||
					sumOf(t, name) != pkg.SHA512 {
					t.Errorf("%+v: %v %v", pkg, faults, err)
				}
				if files, err := filepath.Glob(filepath.Join(filepath.Dir(name), "*.tar")); err != nil || len(files) != 1 {
					t.Errorf("packages left: %v, %v", files, err)
				}
			}
			c, _ := serve(t, dir, host, kill.Plan{})
			defer func() { c.Kill(); c.Wait() }()
			done(t, dir, "send", s.id)
		})
	}
}
