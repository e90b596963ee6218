package work_test

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"strings"
	"testing"

	"laufzettel/sync/queue"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
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
