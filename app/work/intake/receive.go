package intake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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
func (room *Intake) takeUp(ctx context.Context, source string, into transfer.Portion, papers enclosed, progress CopyProgress) (transfer.Portion, error) {
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
	known, err := Drops{Intake: room}.arrivedBefore(ctx, source)
	if err != nil {
		return transfer.Portion{}, err
	}
	id, err := room.Portions.Reserve(ctx)
	if err != nil {
		return transfer.Portion{}, err
	}
	p := transfer.Portion{ID: id, Name: filepath.Base(filepath.Clean(source)), Source: cmp.Or(into.Source, origin), AccessionID: into.AccessionID, Redelivery: into.Redelivery, Kind: into.Kind, Process: into.Process, Known: known}
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
	if err := takePapers(ctx, papers, filepath.Dir(target)); err != nil {
		return p, errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	}
	room.Office.Point("receive.before-store")
	detail := map[string]string{"sha-256": digest, "bytes": fmt.Sprint(p.Bytes), "files": fmt.Sprint(p.Files)}
	if known != "" {
		detail["same"] = known
	}
	if left, err := LeftOut(room, p); err != nil {
		return p, errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	} else if len(left) > 0 {
		detail["left"] = fmt.Sprint(len(left))
	}
	e := room.Office.Event(events.Received, id, "", "ok", detail)
	return room.Portions.Add(ctx, p, func(tx *sql.Tx, p transfer.Portion) error {
		c := copies.Copy{Accession: p.AccessionID, Portion: id, Kind: copies.Import, Place: path.Dir(p.Path), Bytes: p.Bytes, Made: room.Office.Now()}
		if err := copies.AddTx(ctx, tx, c); err != nil {
			return err
		}
		return room.Log.Entry(ctx, e)(tx)
	})
}

// takeIn copies into a partial name and renames when everything is on the disk.
func (room *Intake) takeIn(ctx context.Context, source, target string, info fs.FileInfo, p *transfer.Portion, progress CopyProgress) (string, error) {
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

// copyFolder copies through the container gate, so that no link and no hostile
// name enters the workspace. The digest is over the sorted list of file digests.
func (room *Intake) copyFolder(ctx context.Context, source, target string, p *transfer.Portion, progress CopyProgress) (string, error) {
	tree, share, err := openFolder(ctx, room, source, p.Kind)
	if err != nil {
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return "", failure.Wrap(failure.Refused, "receive folder", wording.Say("hint.intake.folder-refused", refused.Error()), err)
		}
		return "", err
	}
	defer tree.Close()
	var entries []container.Entry
	var total int64
	if err := tree.Files(ctx, func(e container.Entry) error { entries = append(entries, e); total += e.Size; return nil }); err != nil {
		return "", err
	}
	left := leftOut(tree)
	all := sha256.New()
	if err := os.MkdirAll(target, 0o700); err != nil {
		return "", office.Disk("make portion folder", err)
	}
	folders := container.Directories(tree)
	for _, d := range folders {
		if err := os.MkdirAll(filepath.Join(target, filepath.FromSlash(d.Path)), 0o700); err != nil {
			return "", office.Disk("make portion folder", err)
		}
	}
	for _, e := range entries {
		to, from := filepath.Join(target, filepath.FromSlash(e.Path)), e.Path
		if e.Raw != nil {
			from = string(e.Raw) // the name on the disk is not UTF-8
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return "", office.Disk("make portion folder", err)
		}
		base := p.Bytes
		room.Office.Point("receive.file.before")
		digest, err := CopyWithin(ctx, source, filepath.FromSlash(from), to, func(n int64) { p.Bytes = base + n; progress(p.Bytes, total) })
		if share && container.Withheld(err) {
			if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", office.Disk("remove partial copy", err)
			}
			p.Bytes = base
			left = append(left, container.NewFault(container.NotRead, e.Path, wording.Say("want.container.readable"),
				container.ReadWords(err)))
			continue
		}
		if err != nil {
			return "", err
		}
		p.Files++
		fmt.Fprintf(all, "%s *%s\n", digest, e.Path)
	}
	for _, d := range slices.Backward(folders) { // what was copied into a folder changed its date
		if at := d.Modified(); !at.IsZero() {
			if err := os.Chtimes(filepath.Join(target, filepath.FromSlash(d.Path)), at, at); err != nil {
				return "", office.Disk("keep time of copy", err)
			}
		}
	}
	return hex.EncodeToString(all.Sum(nil)), noteLeft(filepath.Dir(target), left)
}

// OddNames are faults of names that are safe to read: a share that has lain on another
// system is full of them.
var OddNames = []string{container.ReservedName, container.LongName, container.OddCharacter, container.CaseTwins, container.UnicodeTwins}

func oddNamesOnly(r *container.Refused) bool {
	return !slices.ContainsFunc(r.Faults, func(f container.Fault) bool { return !slices.Contains(OddNames, f.Code) })
}

const copyBuffer = 1 << 20

// copyFile copies the file that a person named, be it by a link, syncs it, reads it
// back, compares, keeps its modification time and gives its SHA-256. A pipe in its
// place is not waited for.
func copyFile(ctx context.Context, source, target string, progress func(int64)) (digest string, err error) {
	in, err := os.OpenFile(source, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", unopened(source, err)
	}
	defer in.Close()
	return copyOpen(ctx, in, target, progress)
}

// CopyWithin is copyFile for a file that nobody named but the delivery: nothing
// outside dir is reached, and a link is not followed, even one put there a moment ago.
func CopyWithin(ctx context.Context, dir, name, target string, progress func(int64)) (digest string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", unopened(name, err)
	}
	defer root.Close()
	in, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", unopened(name, err)
	}
	defer in.Close()
	open, err := in.Stat()
	if err != nil {
		return "", unopened(name, err)
	}
	if there, err := root.Lstat(name); err != nil || !os.SameFile(open, there) {
		return "", unopened(name, errors.Join(errLink, err))
	}
	return copyOpen(ctx, in, target, progress)
}

// errLink is a link, pipe or device where a file of a delivery should be.
var errLink = errors.New("not a regular file")

func unopened(source string, err error) error {
	return failure.Wrap(failure.Refused, "read delivery", wording.Say("hint.intake.source-unreadable", filepath.Base(source)), err)
}

func copyOpen(ctx context.Context, in *os.File, target string, progress func(int64)) (digest string, err error) {
	source := in.Name()
	before, err := in.Stat()
	if err != nil {
		return "", unread(source, err)
	}
	if !before.Mode().IsRegular() {
		return "", unopened(source, errLink)
	}
	out, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", office.Disk("write copy", err)
	}
	h := sha256.New()
	n, err := copyHashed(ctx, io.MultiWriter(out, h), in, progress)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return "", office.Disk("write copy", err)
	}
	if after, err := in.Stat(); err != nil || after.Size() != n || !after.ModTime().Equal(before.ModTime()) {
		return "", failure.Wrap(failure.Refused, "copy "+filepath.Base(source), wording.Say("hint.intake.source-changed", filepath.Base(source)), errors.Join(errMoving, err))
	}
	digest = hex.EncodeToString(h.Sum(nil))
	if err := readBack(ctx, target, digest); err != nil {
		return "", err
	}
	if err := os.Chtimes(target, before.ModTime(), before.ModTime()); err != nil {
		return "", office.Disk("keep time of copy", err)
	}
	return digest, nil
}

// errMoving is a file that somebody writes while it is read.
var errMoving = errors.New("size or time of the file changed while it was copied")

// unread says that a file of the delivery could not be read to its end.
func unread(source string, err error) error {
	return failure.Wrap(failure.Refused, "read delivery", wording.Say("hint.intake.source-cut-short", filepath.Base(source)), err)
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

// readBack compares what lies on the disk with what was meant to.
func readBack(ctx context.Context, name, want string) error {
	got, err := hashFile(ctx, name)
	if err == nil && got != want {
		err = failure.New(failure.Setup, "read back "+filepath.Base(name), wording.Say("hint.intake.copy-reads-differently"))
	}
	return err
}

// copyHashed gives how many bytes it copied; a failed read is told as one of the
// source.
func copyHashed(ctx context.Context, to io.Writer, from *os.File, progress func(int64)) (done int64, err error) {
	buf := make([]byte, copyBuffer)
	for {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return done, err
			}
			done += int64(n)
			progress(done)
		}
		if errors.Is(err, io.EOF) {
			return done, nil
		}
		if err != nil {
			return done, unread(from.Name(), err)
		}
	}
}
