package intake

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/container"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Partial marks a copy that is not complete; left by a kill, it is removed and
// the copy begun anew, the source is still whole.
const Partial = durable.Suffix

// CopyProgress tells how far the taking in is.
type CopyProgress func(done, total int64)

// Receive takes a delivered file or folder into the workspace: it is copied byte
// for byte, read back and compared, and becomes a portion in state arrived. The
// source stays untouched. Errors: Refused when the path is missing or a folder
// is refused as hostile, Setup when space or rights are missing.
func (room *Intake) Receive(ctx context.Context, source string, progress CopyProgress) (transfer.Portion, error) {
	return room.TakeUp(ctx, source, transfer.Portion{}, progress)
}

// TakeUp takes in a delivery as a portion of which into may name accession and
// replaced version.
func (room *Intake) TakeUp(ctx context.Context, source string, into transfer.Portion, progress CopyProgress) (transfer.Portion, error) {
	return room.takeUp(ctx, source, into, enclosed{}, progress)
}

// takeUp is TakeUp with the papers that lie beside the delivery and go with it.
func (room *Intake) takeUp(ctx context.Context, source string, into transfer.Portion, papers enclosed,
	progress CopyProgress) (transfer.Portion, error) {
	if _, err := room.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return transfer.Portion{}, err
	}
	origin := source
	if _, err := office.Reach(ctx, source); err != nil {
		return transfer.Portion{}, err
	}
	source, done, err := room.unbundle(ctx, source)
	if err != nil {
		return transfer.Portion{}, err
	}
	defer done()
	info, err := office.Reach(ctx, source)
	if err != nil {
		return transfer.Portion{}, err
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	room.sweepInbox(ctx)
	id, err := room.Portions.Reserve(ctx)
	if err != nil {
		return transfer.Portion{}, err
	}
	p := transfer.Portion{ID: id, Name: filepath.Base(filepath.Clean(source)), Source: cmp.Or(into.Source, origin),
		AccessionID: into.AccessionID, Redelivery: into.Redelivery, Kind: into.Kind, Process: into.Process}
	p.Path = path.Join(office.DirInbox, id, p.Name)
	if info.IsDir() {
		p.Form = string(container.Folder)
	} else {
		p.Form = strings.TrimPrefix(strings.ToLower(filepath.Ext(p.Name)), ".")
	}
	target := room.Office.Path(p.Path)
	digest, err := room.takeIn(ctx, source, target, info, &p, progress)
	if err != nil {
		return p, errors.Join(vanished(ctx, source, err), os.RemoveAll(filepath.Dir(target)))
	}
	p.Digest, p.Taken = digest, p.Bytes
	if p.Known, err = (Drops{Intake: room}).cameAs(ctx, target, p); err != nil {
		return p, errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	}
	if err := takePapers(ctx, papers, filepath.Dir(target)); err != nil {
		return p, errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	}
	room.Office.Point("receive.before-store")
	detail := map[string]string{"sha-256": digest, "bytes": fmt.Sprint(p.Bytes), "files": fmt.Sprint(p.Files)}
	if !p.Known.Empty() {
		detail["same"] = p.Known.In(wording.German)
	}
	if left, err := LeftOut(room, p); err != nil {
		return p, errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	} else if len(left) > 0 {
		detail["left"] = fmt.Sprint(len(left))
	}
	e := room.Office.Event(events.Received, id, "", "ok", detail)
	return room.Portions.Add(ctx, p, func(tx *sql.Tx, p transfer.Portion) error {
		c := copies.Copy{Accession: p.AccessionID, Portion: id, Kind: copies.Import, Place: path.Dir(p.Path), Bytes: p.Bytes,
			Made: room.Office.Now()}
		if err := copies.AddTx(ctx, tx, c); err != nil {
			return err
		}
		return room.Log.Entry(ctx, e)(tx)
	})
}

// takeIn copies into a partial name and renames when everything is on the disk.
func (room *Intake) takeIn(ctx context.Context, source, target string, info fs.FileInfo, p *transfer.Portion,
	progress CopyProgress) (string, error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return "", office.Disk("make inbox folder", err)
	}
	tmp := target + Partial
	if err := os.RemoveAll(tmp); err != nil {
		return "", office.Disk("clear partial copy", err)
	}
	var digest string
	var err error
	if info.IsDir() {
		digest, err = room.copyFolder(ctx, source, tmp, p, progress)
	} else {
		p.Files = 1
		room.Office.Point("receive.file.before")
		digest, err = copyFile(ctx, source, tmp, func(n int64) { p.Bytes = n; progress(n, info.Size()) })
		if err == nil {
			err = room.takeSlip(ctx, source, target)
		}
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(tmp))
	}
	if err := durable.Rename(tmp, target); err != nil {
		return "", office.Disk("place portion", err)
	}
	return digest, office.Disk("place portion", durable.SyncDir(filepath.Dir(target)))
}

// OddNames are faults of names that are safe to read: a share that has lain on another
// system is full of them.
var OddNames = []string{container.ReservedName, container.LongName, container.OddCharacter, container.CaseTwins, container.UnicodeTwins}

func oddNamesOnly(r *container.Refused) bool {
	return !slices.ContainsFunc(r.Faults, func(f container.Fault) bool { return !slices.Contains(OddNames, f.Code) })
}

// vanished looks whether the whole source is away and says that instead.
func vanished(ctx context.Context, source string, err error) error {
	if failure.Canceled(err) {
		return err
	}
	if _, gone := office.Reach(ctx, source); gone != nil && !failure.Canceled(gone) {
		return failure.Wrap(failure.Transient, "receive", wording.Say("hint.intake.source-vanished", source), errors.Join(err, gone))
	}
	return err
}
