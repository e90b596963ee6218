package kills

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer/generate"
)

// Where a program dies while portions are given out, taken out, exchanged and
// given back; loanReceiverPoints are where the archive does.
var (
	loanPoints = []commitPoint{
		{"publish", "work.built", 0}, {"publish", "work.queued", 0}, {"publish", "work.opened", 0},
		{"take", "loan.leased", 0}, {"take", "loan.fetched", 0}, {"take", "loan.stored", 0}, {"take", "exchange.taken", 0},
		{"sync", "exchange.queued", 0}, {"sync", "exchange.sent", 0}, {"sync", "exchange.taken", 0},
		{"sync", "send.receipt.before-store", 0}, {"sync", "send.receipt.after-store", 0},
		{"return", "loan.returned", 0}, {"letters", "letter.written", 0},
	}
	loanReceiverPoints = []commitPoint{{"take", "archive.lease.given", 0}, {"sync", "archive.message.kept", 0}}
)

// laptop is the second workspace below a stage.
const laptop = "reise"

// onLaptop gives a command on it; the last --data counts.
func onLaptop(dir string, args ...string) []string {
	return append([]string{"--data", filepath.Join(dir, laptop), "--person", "J. Beyer"}, args...)
}

// loanRig is the ground of the kills: a receiver and two workspaces.
type loanRig struct {
	*stage
	host, source, work string
	ids                []string // of the objects
}

// loanStages makes the starting points.
func loanStages(t *testing.T) map[string]*loanRig {
	t.Helper()
	parcel := parcelOf(t, generate.Plan{Seed: 5, Dossiers: 1, Cases: 3, Documents: 2, Size: 90_000, Ratings: []string{"B"},
		Mix: []string{"txt"}})
	first := &loanRig{stage: next(t, &stage{dir: t.TempDir()}, parcel), source: parcel}
	c, host := serve(t, first.dir, "", kill.Plan{})
	first.host = host
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, {"receive", "check", "--no-pdfa", first.id},
		{"receive", "accept", first.id},
		{"keys", "new", "--store", "file"}, onLaptop(first.dir, "keys", "new", "--store", "file"),
		onLaptop(first.dir, "settings", "archive=Reise")} {
		done(t, first.dir, args...)
	}
	for _, args := range [][]string{{"enrol", "--json", "http://" + host}, onLaptop(first.dir, "enrol", "--json", "http://"+host)} {
		var answer struct{ Code, Fingerprint string }
		decode(t, done(t, first.dir, args...), &answer)
		done(t, first.dir, "archive", "confirm", answer.Code, "--fingerprint", answer.Fingerprint, "--db",
			filepath.Join(first.dir, archiveDir+".db"), "--role", "deliver", "--role", "appraise")
	}
	var list struct{ Objects []struct{ ID string } }
	decode(t, done(t, first.dir, "appraise", first.id, "list", "--json"), &list)
	for _, o := range list.Objects {
		first.ids = append(first.ids, o.ID)
	}
	out := map[string]*loanRig{"publish": first.copied(t)}
	var published struct{ Work string }
	decode(t, done(t, first.dir, "work", "publish", "--json", first.id), &published)
	first.work = published.Work
	done(t, first.dir, "message", "send", first.id, "0507", "--to", "Reise")
	out["take"], out["letters"] = first.copied(t), first.copied(t)
	done(t, first.dir, onLaptop(first.dir, "loan", "take", first.work)...)
	done(t, first.dir, onLaptop(first.dir, "appraise", "P2026-0001", "set", first.ids[0], first.ids[1], "v", "--reason", "Doppel")...)
	done(t, first.dir, "appraise", first.id, "set", first.ids[0], "a", "--reason", "Beispiel")
	done(t, first.dir, "work", "sync")
	out["sync"], out["return"] = first.copied(t), first.copied(t)
	c.Kill()
	c.Wait()
	return out
}

func (r *loanRig) copied(t *testing.T) *loanRig {
	t.Helper()
	n := *r
	n.stage = &stage{dir: copyOf(t, r.stage), id: r.id}
	return &n
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func (r *loanRig) command(stage, dir string) []string {
	switch stage {
	case "publish":
		return []string{"work", "publish", r.id}
	case "take":
		return onLaptop(dir, "loan", "take", r.work)
	case "sync":
		return onLaptop(dir, "work", "sync")
	case "return":
		return onLaptop(dir, "loan", "return", "--remove", r.work)
	default:
		return onLaptop(dir, "fetch", "letters")
	}
}

func TestKill_Loans(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take a minute")
	}
	all := loanStages(t)
	for _, p := range loanPoints {
		t.Run(fmt.Sprintf("%s at %s", p.stage, p.point), func(t *testing.T) {
			strikeLoan(t, all[p.stage], p,
				kill.Plan{Point: p.point, Nth: p.nth}, kill.Plan{})
		})
	}
	for _, p := range loanReceiverPoints {
		t.Run(fmt.Sprintf("%s, receiver at %s", p.stage, p.point),
			func(t *testing.T) { strikeLoan(t, all[p.stage], p, kill.Plan{}, kill.Plan{Point: p.point, Nth: p.nth}) })
	}
}

// strikeLoan kills one of both sides, runs the command again and looks at what is
// there.
func strikeLoan(t *testing.T, r *loanRig, p commitPoint, client, receiver kill.Plan) {
	dir := copyOf(t, r.stage)
	c, _ := serve(t, dir, r.host, receiver)
	got := call(t, dir, client, nil, r.command(p.stage, dir)...)
	if receiver.Point != "" {
		if end := c.Wait(); !end.Killed || got.Code == exitDone {
			t.Fatalf("the receiver ended with %d, the client with %d: %s", end.Code, got.Code, got.Errs)
		}
		c, _ = serve(t, dir, r.host, kill.Plan{})
	} else if !got.Killed {
		t.Fatalf("the command ended with %d before it came to the point: %s%s", got.Code, got.Out, got.Errs)
	}
	defer func() { c.Kill(); c.Wait() }()
	for _, id := range ask[string](t, filepath.Join(dir, laptop, "laufzettel.db"), "SELECT id FROM queue_job WHERE state = 'retry'") {
		done(t, dir, onLaptop(dir, "queue", "retry", id)...)
	}
	afterwards(t, dir, func() { done(t, dir, r.command(p.stage, dir)...) })
	map[string]func(*testing.T, *loanRig, string){"publish": wasPublished, "take": wasTaken, "sync": wasExchanged, "return": wasReturned,
		"letters": wasRead}[p.stage](t, r, dir)
	done(t, dir, onLaptop(dir, "log", "verify")...)
}

func wasPublished(t *testing.T, r *loanRig, dir string) {
	var all []struct{ Objects, Open int }
	decode(t, done(t, dir, "work", "list", "--json"), &all)
	if len(all) != 1 || all[0].Objects != 3 || all[0].Open != 3 {
		t.Errorf("work lists %+v, want one with three objects", all)
	}
}

// wasTaken: one portion, whole, with the lease others see.
func wasTaken(t *testing.T, r *loanRig, dir string) {
	db := filepath.Join(dir, laptop, "laufzettel.db")
	portions := ask[string](t, db, "SELECT path FROM portion WHERE state = 'accepted'")
	if len(portions) != 1 {
		t.Fatalf("portions on the laptop: %v, want one", portions)
	}
	if got := sumOf(t, filepath.Join(dir, laptop, filepath.FromSlash(portions[0]))); got != sumOf(t, r.source) {
		t.Error("what lies on the laptop is not what was delivered")
	}
	if n := ask[int](t, db, "SELECT count(*) FROM object"); n[0] == 0 {
		t.Error("the record tree is missing")
	}
	if n := ask[int](t, filepath.Join(dir, archiveDir+".db"), "SELECT count(*) FROM archive_lease WHERE ended_at IS NULL"); n[0] != 1 {
		t.Errorf("%d leases run, want one", n[0])
	}
}

// wasExchanged: every decision is at the archive once, and both sides show the same.
func wasExchanged(t *testing.T, r *loanRig, dir string) {
	if n := ask[int](t, filepath.Join(dir, archiveDir+".db"), "SELECT count(*) FROM archive_decision"); n[0] != 3 {
		t.Errorf("%d decisions at the archive, want 3", n[0])
	}
	done(t, dir, "work", "sync")
	shown := func(args []string) string {
		var all []struct{ Conflict bool }
		decode(t, done(t, dir, args...), &all)
		return fmt.Sprint(all)
	}
	here, there := shown([]string{"conflicts", "list", "--json"}), shown(onLaptop(dir, "conflicts", "list", "--json"))
	if here != there || here != "[{true}]" {
		t.Errorf("conflicts here %s, there %s; want the same one", here, there)
	}
	rating := "SELECT group_concat(object_id || rating, ' ') FROM (SELECT object_id, rating FROM appraisal_decision ORDER BY object_id)"
	if a, b := ask[string](t, filepath.Join(dir, wsDir, "laufzettel.db"), rating),
		ask[string](t, filepath.Join(dir, laptop, "laufzettel.db"), rating); a[0] != b[0] {
		t.Errorf("in force here %q, there %q", a[0], b[0])
	}
}

func wasReturned(t *testing.T, r *loanRig, dir string) {
	if n := ask[int](t, filepath.Join(dir, archiveDir+".db"), "SELECT count(*) FROM archive_lease WHERE ended_at IS NULL"); n[0] != 0 {
		t.Errorf("%d leases run after the return", n[0])
	}
	if n := ask[int](t, filepath.Join(dir, archiveDir+".db"), "SELECT count(*) FROM archive_decision"); n[0] != 3 {
		t.Errorf("%d decisions at the archive, want 3", n[0])
	}
	if _, err := os.Stat(filepath.Join(dir, laptop, "inbox", "P2026-0001")); !os.IsNotExist(err) {
		t.Errorf("the copy is still there: %v", err)
	}
}

func wasRead(t *testing.T, r *loanRig, dir string) {
	rows := ask[string](t, filepath.Join(dir, laptop, "laufzettel.db"), "SELECT path FROM loan_letter")
	if len(rows) != 1 {
		t.Fatalf("letters %v, want one", rows)
	}
	if _, err := os.Stat(filepath.Join(dir, laptop, filepath.FromSlash(rows[0]))); err != nil {
		t.Error(err)
	}
}
