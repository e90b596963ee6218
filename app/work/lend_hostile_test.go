package work_test

import (
	"archive/tar"
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// tarOf packs entries in their order.
func tarOf(t *testing.T, entries ...[2]string) []byte {
	t.Helper()
	var out bytes.Buffer
	tw := tar.NewWriter(&out)
	for _, e := range entries {
		must(t, tw.WriteHeader(&tar.Header{Name: e[0], Size: int64(len(e[1])), Mode: 0o600, Typeflag: tar.TypeReg, Format: tar.FormatPAX}))
		_, err := tw.Write([]byte(e[1]))
		must(t, err)
	}
	must(t, tw.Close())
	return out.Bytes()
}

// A work package comes over the line from another machine: whatever is wrong with
// it is told, nothing of it becomes a portion and nothing lands beside the inbox.
func TestTakeOut_HostilePackages(t *testing.T) {
	h := newCentre(t)
	giver := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	taker := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	const head = `{"format":"laufzettel-work/1","portion":"P1","name":"a.zip","path":"a.zip","state":"accepted"}`
	objects, report, facts := [2]string{"objects.json", "[]"}, [2]string{"report.json", `{"verdict":"accepted"}`},
		[2]string{"facts.jsonl", ""}
	// classified material is refused though somebody gave it out (G15)
	secret := tarOf(t, [2]string{"work.json", head}, objects,
		[2]string{"report.json", `{"verdict":"rejected","findings":[{"code":"XDO-045","severity":"error"}]}`}, facts,
		[2]string{"delivery/a.zip", "x"})
	for name, data := range map[string][]byte{
		"classified":        secret,
		"no TAR":            []byte("das ist kein Archiv"),
		"empty":             tarOf(t),
		"other format":      tarOf(t, [2]string{"work.json", `{"format":"x/1"}`}, objects, report, facts),
		"head is no JSON":   tarOf(t, [2]string{"work.json", "<x/>"}, objects, report, facts),
		"no report":         tarOf(t, [2]string{"work.json", head}, objects, facts, [2]string{"delivery/a.zip", "x"}),
		"nothing delivered": tarOf(t, [2]string{"work.json", head}, objects, report, facts),
		"other file":        tarOf(t, [2]string{"work.json", head}, objects, report, facts, [2]string{"delivery/b.zip", "x"}),
		"path up": tarOf(t, [2]string{"work.json", head}, objects, report, facts, [2]string{"delivery/a.zip", "x"},
			[2]string{"delivery/../../../raus.txt", "x"}),
		"named up": tarOf(t, [2]string{"work.json", `{"format":"laufzettel-work/1","name":"x","path":"../x","state":"accepted"}`},
			objects, report, facts, [2]string{"delivery/x", "x"}),
		"not accepted": tarOf(t, [2]string{"work.json",
			`{"format":"laufzettel-work/1","name":"a.zip","path":"a.zip","state":"confirmed"}`}, objects, report, facts,
			[2]string{"delivery/a.zip", "x"}),
		"facts are no lines": tarOf(t, [2]string{"work.json", head}, objects, report, [2]string{"facts.jsonl", "{"},
			[2]string{"delivery/a.zip", "x"}),
		"cut off": tarOf(t, [2]string{"work.json", head}, objects, report, facts,
			[2]string{"delivery/a.zip", "xxxxxxxxxx"})[:3000],
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(giver.Office.Dir, "packages", "w.tar")
			must(t, os.WriteFile(file, data, 0o600))
			job, err := channel.UploadJob("hostile", channel.Order{Peer: h.r.URL(), Path: file, Kind: receipt.KindWork,
				PackageID: "work:none"}, time.Now())
			must(t, err)
			must(t, giver.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error {
				if err := giver.Outbox.Queue.EnqueueTx(t.Context(), tx, job); err != nil {
					return err
				}
				return giver.Log.Entry(t.Context(), giver.Office.Event(events.Queued, "hostile", "", "ok", job.LogDetail()))(tx)
			}))
			_, err = giver.Outbox.SendOnce(t.Context(), nil)
			must(t, err)
			all, err := giver.Outbox.Receipts.List(t.Context(), receipt.Filter{JobID: job.ID})
			must(t, err)
			id := all[0].Receipt.Uploads[0].UploadID
			client, _, err := giver.Outbox.Channel.Client(t.Context(), h.r.URL())
			must(t, err)
			_, err = client.OpenWorklist(t.Context(), id, "Bauakten", "", 0, 0)
			must(t, err)
			if _, err := taker.Lending.TakeOut(t.Context(), id,
				outbox.TakeOptions{}); failure.KindOf(err) != map[bool]failure.Kind{true: failure.Refused,
				false: failure.Damaged}[name == "classified"] || !failure.Explained(err) {
				t.Errorf("%v (%s), want damaged, or refused for classified material", err, failure.HintOf(err).In("de"))
			}
			if works, _, err := client.Worklists(t.Context(), id[:len(id)-1]); err != nil || len(works) == 0 || len(works[0].Leases) != 0 {
				t.Errorf("the lease stays though nothing was taken: %+v, %v", works, err)
			}
			if list, err := taker.Intake.Portions.List(t.Context()); err != nil || len(list) != 0 {
				t.Errorf("became a portion: %v, %v", list, err)
			}
			must(t, filepath.WalkDir(filepath.Dir(taker.Office.Dir), func(path string, _ os.DirEntry, err error) error {
				if filepath.Base(path) == "raus.txt" {
					t.Errorf("%s was written", path)
				}
				return err
			}))
		})
	}
}
