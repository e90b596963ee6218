package work_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/prepare"
)

// S2: a built package is changed in the folder so that it is sound in itself, and its row
// with it: the archive would receipt it, and the source be told to delete what nobody has.
// It is refused before it is sent, and before the clearance where it was put there later.
func TestS2_APackageOfOtherBytes(t *testing.T) {
	ctx := t.Context()
	h, p := appraisedThree(t)
	packages, err := h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	pkg := packages[0]
	whole, err := os.ReadFile(h.Office.Path(pkg.Path))
	must(t, err)
	sum := recast(t, h.Office.Path(pkg.Path))
	faults, err := aip.VerifyFile(ctx, h.Office.Path(pkg.Path))
	must(t, err)
	for _, f := range faults {
		if f.Severity == check.Error {
			t.Fatalf("the forged package is not sound, so that the attack proves nothing: %+v", f)
		}
	}
	put := func(sum string) string {
		return fmt.Sprintf("UPDATE package SET sha512 = '%s' WHERE pid = '%s'", sum, pkg.PID)
	}
	foreignHand(t, h.House, put(sum))
	stopped(t, h.Outbox.Send(ctx, p.ID), "package", "sha512")
	foreignHand(t, h.House, put(pkg.SHA512), "UPDATE package SET size = size + 1 WHERE pid = '"+pkg.PID+"'")
	stopped(t, h.Outbox.Send(ctx, p.ID), "package", "size")
	foreignHand(t, h.House, "UPDATE package SET size = size - 1 WHERE pid = '"+pkg.PID+"'")
	must(t, os.WriteFile(h.Office.Path(pkg.Path), whole, 0o600))
	h.sent(t, p.ID)
	all, err := h.Intake.Portions.Packages(ctx, p.ID)
	must(t, err)
	for _, pkg := range all {
		foreignHand(t, h.House, fmt.Sprintf("UPDATE package SET sha512 = '%s' WHERE pid = '%s'", sum, pkg.PID))
		_, err = h.Ending.Clear(ctx, p.AccessionID)
		stopped(t, err, "package", "sha512")
		foreignHand(t, h.House, fmt.Sprintf("UPDATE package SET sha512 = '%s' WHERE pid = '%s'", pkg.SHA512, pkg.PID))
	}
	_, err = h.Ending.Clear(ctx, p.AccessionID)
	must(t, err)
}

// S2: the machine signs what the queue holds. A message whose file or job was changed after
// it was queued, or that nobody queued, is not signed and does not go out.
func TestS2_AMessageChangedInTheQueue(t *testing.T) {
	const withoutHand = "CAST(json_remove(CAST(payload AS TEXT), '$.hand') AS BLOB)"
	for _, tt := range []struct {
		name, change string
		file         bool
		want         queue.State // of the job that was put in last
	}{
		{"as it was queued", "", false, queue.Done},
		{"another file, no hand", "UPDATE queue_job SET payload = " + withoutHand + " WHERE kind = 'message'", true, queue.Damaged},
		{"no hand", "UPDATE queue_job SET payload = " + withoutHand + " WHERE kind = 'message'", false, queue.Damaged},
		{"to somebody else", "UPDATE queue_job SET payload = CAST(json_set(CAST(payload AS TEXT), '$.to', 'Amt X') AS BLOB) WHERE kind = 'message'",
			false, queue.Damaged},
		{"nobody queued it", `INSERT INTO queue_job (id, kind, subject, payload, state, not_before, created_at)
 SELECT 'AAAAAAAAAAAAAAAAAAAAAAAAAA', kind, 'message:x', ` + withoutHand + `, state, not_before, created_at FROM queue_job WHERE kind = 'message'`,
			false, queue.Damaged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			h, p := appraisedThree(t)
			_, err := h.Packer.Package(ctx, p.ID, "", nil)
			must(t, err)
			h.sent(t, p.ID)
			_, err = h.Books.SendAnswer(ctx, p.ID, "0506", "Amt")
			must(t, err)
			if tt.change != "" {
				foreignHand(t, h.House, tt.change)
			}
			if tt.file {
				a, err := h.Replies.Answer(ctx, p.ID, "0506", "")
				must(t, err)
				raw, err := os.ReadFile(a.Path)
				must(t, err)
				must(t, os.WriteFile(a.Path, append(raw, '\n'), 0o600))
			}
			_, err = h.Outbox.SendOnce(ctx, nil)
			must(t, err)
			jobs, err := h.Outbox.Queue.List(ctx)
			must(t, err)
			if last := jobs[len(jobs)-1]; last.State != tt.want {
				t.Errorf("the job is %s (%s), want %s", last.State, last.Reason, tt.want)
			}
		})
	}
}

// S2: so it is with deliveries. A row that nobody queued, one that names another file, or another
// archive, is not signed; what was queued as it stands goes out.
func TestS2_AnUploadChangedInTheQueue(t *testing.T) {
	const foreignJob = "AAAAAAAAAAAAAAAAAAAAAAAAAA"
	set := func(path, value string) string {
		return "UPDATE queue_job SET payload = CAST(json_set(CAST(payload AS TEXT), '$." + path + "', " + value + ") AS BLOB) WHERE kind = 'upload'"
	}
	for _, tt := range []struct {
		name, change string
		want         queue.State // of the foreign job, else of the one that was put in last
	}{
		{"as it was queued", "", queue.Done},
		{"another file", set("path", "'people.db'"), queue.Damaged},
		{"no digest, so that it is read from the file", set("sha512", "''"), queue.Damaged},
		{"another archive", set("peer", "'http://127.0.0.1:9'"), queue.Damaged},
		{"another name", set("reference_code", "'StA 1 Nr. 1'"), queue.Damaged},
		{"another kind of job", "UPDATE queue_job SET kind = 'message'", queue.Damaged},
		{"another package", "UPDATE queue_job SET subject = 'P-1' WHERE kind = 'upload'", queue.Damaged},
		{"nobody queued it", `INSERT INTO queue_job (id, kind, subject, payload, state, not_before, created_at)
 SELECT '` + foreignJob + `', kind, 'P-1', payload, state, not_before, created_at FROM queue_job LIMIT 1`, queue.Damaged},
		{"nobody queued it, for a package that was", `INSERT INTO queue_job (id, kind, subject, payload, state, not_before, created_at)
 SELECT '` + foreignJob + `', kind, subject, payload, state, not_before, created_at FROM queue_job LIMIT 1`, queue.Damaged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			h, p := appraisedThree(t)
			_, err := h.Packer.Package(ctx, p.ID, "", nil)
			must(t, err)
			must(t, h.Outbox.Send(ctx, p.ID))
			if tt.change != "" {
				foreignHand(t, h.House, tt.change)
			}
			_, err = h.Outbox.SendOnce(ctx, nil)
			must(t, err)
			jobs, err := h.Outbox.Queue.List(ctx)
			must(t, err)
			last := jobs[len(jobs)-1]
			if i := slices.IndexFunc(jobs, func(j queue.Job) bool { return j.ID == foreignJob }); i >= 0 {
				last = jobs[i]
			}
			if last.State != tt.want {
				t.Errorf("the job is %s (%s), want %s", last.State, last.Reason, tt.want)
			}
		})
	}
}

// What is queued while the key of the person is closed goes out by the machine alone, also
// where the key is open by the time it goes: the hold asks for what was queued.
func TestS2_QueuedBeforeTheKeyWasOpened(t *testing.T) {
	ctx := t.Context()
	h, p := appraisedThree(t)
	_, err := h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	h.sent(t, p.ID)
	a, err := h.Replies.Answer(ctx, p.ID, "0506", "")
	must(t, err)
	rel, err := filepath.Rel(h.Office.Dir, a.Path)
	must(t, err)
	h.Office.SignOut()
	job, err := h.Outbox.Post(ctx, p.ID, channel.Order{Path: filepath.ToSlash(rel), Kind: "xdomea-0506", Reference: p.ID, To: "Amt",
		MediaType: "application/xml"}, "")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	_, err = h.Outbox.SendOnce(ctx, nil)
	must(t, err)
	var o channel.Order
	must(t, json.Unmarshal(job.Payload, &o))
	jobs, err := h.Outbox.Queue.List(ctx)
	must(t, err)
	if last := jobs[len(jobs)-1]; last.ID != job.ID || last.State != queue.Done || len(o.Hand) != 0 {
		t.Errorf("the job is %s (%s) with a hand of %d bytes; want it delivered without one", last.State, last.Reason, len(o.Hand))
	}
}

// A delivery that a registry handed over with a program of before still goes out: the log then
// named the way and no job.
func TestS2_ADeliveryQueuedByAProgramOfBefore(t *testing.T) {
	for _, tt := range []struct {
		name, way string
		want      bool // it was sent and receipted
	}{
		{"by the channel", prepare.WayChannel, true},
		{"on a medium: nothing was queued", prepare.WayMedium, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			h := enrolled(t)
			must(t, os.WriteFile(h.Office.Path("abgabe.zip"), []byte("Abgabe"), 0o600))
			job, err := channel.UploadJob("V-1", channel.Order{Peer: h.Office.Settings.Get().Channel.URL, Path: "abgabe.zip",
				Kind: receipt.KindDelivery, PackageID: "V-1"}, h.Office.Now())
			must(t, err)
			must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
				if err := h.Outbox.Queue.EnqueueTx(ctx, tx, job); err != nil {
					return err
				}
				said := h.Office.Event(events.Sent, "V-1", "abgabe.zip", "handed over", map[string]string{"way": tt.way})
				return h.Log.Entry(ctx, said)(tx)
			}))
			_, err = h.Outbox.SendOnce(ctx, nil)
			must(t, err)
			_, err = os.Stat(h.Office.Path("abgabe.zip") + receipt.SuffixReceipt)
			if got := err == nil; got != tt.want {
				t.Errorf("a receipt lies beside it: %t, want %t", got, tt.want)
			}
		})
	}
}

// recast changes a document in a package, and every digest that stands for it, at the same
// size; it gives the digest of the package.
func recast(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	must(t, err)
	at, data := map[string]int{}, map[string][]byte{}
	file := bytes.NewReader(raw)
	changed := ""
	for tr := tar.NewReader(file); ; {
		head, err := tr.Next()
		if err == io.EOF {
			break
		}
		must(t, err)
		at[head.Name] = len(raw) - file.Len()
		data[head.Name], err = io.ReadAll(tr)
		must(t, err)
		if strings.Contains(head.Name, "/data/") && path.Ext(head.Name) == ".txt" {
			changed = head.Name
		}
	}
	sums := func(b []byte) [2]string {
		long, short := sha512.Sum512(b), sha256.Sum256(b)
		return [2]string{hex.EncodeToString(long[:]), hex.EncodeToString(short[:])}
	}
	told := maps.Clone(data) // as the digests in the others have it
	data[changed] = bytes.Repeat([]byte{'x'}, len(data[changed]))
	for todo := []string{changed}; len(todo) > 0; todo = todo[1:] {
		from, to := sums(told[todo[0]]), sums(data[todo[0]])
		told[todo[0]] = data[todo[0]]
		for name, b := range data {
			next := bytes.ReplaceAll(bytes.ReplaceAll(b, []byte(from[0]), []byte(to[0])), []byte(from[1]), []byte(to[1]))
			if !bytes.Equal(b, next) {
				data[name], todo = next, append(todo, name)
			}
		}
	}
	for name, b := range data {
		copy(raw[at[name]:], b)
	}
	must(t, os.WriteFile(name, raw, 0o600))
	return sums(raw)[0]
}
