package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Collected is what a look into a watched folder found.
type Collected struct {
	Taken   int `json:"taken"`   // got their receipt now, whatever it says
	Waiting int `json:"waiting"` // still checked, or without room now
	Refused int `json:"refused"` // no enrolled client signed them, or they are not what their manifest says
}

// Inbox is a place where packages lie with their manifests and get their receipts.
// A file that is not there is fs.ErrNotExist.
type Inbox interface {
	// Names lists the plain files.
	Names(ctx context.Context) ([]string, error)
	Size(ctx context.Context, name string) (int64, error)
	// Open reads a file from an offset on.
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	// Put puts a receipt there, whole or not at all.
	Put(ctx context.Context, name string, data []byte) error
}

// collector takes packages out of one inbox.
type collector struct{ a *Archive }

// Collect is CollectFrom a folder of this machine or a share.
func (a *Archive) Collect(ctx context.Context, dir string) (Collected, error) {
	return a.CollectFrom(ctx, "folder", folderInbox{dir})
}

// CollectFrom takes the packages that lie in an inbox with their manifests, as if
// they had come through the channel: the same rights, limits, checks and the same
// chain of receipts. The receipt is put beside the package; nothing is deleted.
// One that cannot be taken stays without a receipt and is logged by its code. kind
// names the inbox in the log: folder, sftp or s3.
func (a *Archive) CollectFrom(ctx context.Context, kind string, in Inbox) (Collected, error) {
	var sum Collected
	names, err := in.Names(ctx)
	if err != nil {
		return sum, fmt.Errorf("look into inbox: %w", err)
	}
	there := make(map[string]bool, len(names))
	for _, n := range names {
		there[n] = true
	}
	slices.Sort(names)
	co := &collector{a: a}
	var faults []error
	for _, manifest := range names {
		if ctx.Err() != nil || len(faults) == mostFaults {
			break
		}
		file, is := strings.CutSuffix(manifest, receipt.SuffixManifest)
		if !is || there[file+receipt.SuffixReceipt] {
			continue
		}
		err := error(nil)
		if !there[file] {
			if _, err = in.Size(ctx, file); errors.Is(err, fs.ErrNotExist) {
				continue // still on its way
			}
			err = problemf(422, "manifest", "this is no plain file")
		}
		if err == nil {
			err = co.collectOne(ctx, in, file, manifest, &sum)
		}
		if p, known := asProblem(err, a.cfg.Clock()); err != nil && known {
			if p.header.Get("Retry-After") != "" {
				sum.Waiting++
				continue
			}
			sum.Refused++
			a.cfg.Log.Info("refused", "door", kind, "code", p.code)
			a.metrics.add(1, "refused_total", "code", p.code)
		} else if err != nil { // what ails one package does not hold up the others
			faults = append(faults, err)
		}
	}
	return sum, errors.Join(append(faults, ctx.Err())...)
}

// mostFaults is after how many packages that cannot be read a look ends.
const mostFaults = 5

func (co *collector) collectOne(ctx context.Context, in Inbox, file, manifest string, sum *Collected) error {
	envelope, err := co.collect(ctx, in, file, manifest)
	switch {
	case err != nil:
		return err
	case envelope == nil:
		sum.Waiting++
		return nil
	}
	if err := in.Put(ctx, file+receipt.SuffixReceipt, envelope); err != nil {
		return fmt.Errorf("put receipt into inbox: %w", err)
	}
	sum.Taken++
	return nil
}

// collect takes one package and gives its receipt, or nil while it is checked.
func (co *collector) collect(ctx context.Context, in Inbox, file, manifest string) ([]byte, error) {
	body, err := readManifest(ctx, in, manifest)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	c, m, err := co.sender(ctx, body)
	if err != nil {
		return nil, err
	}
	size, err := in.Size(ctx, file)
	if err != nil {
		return nil, err
	}
	if size != m.Size || m.Name != file {
		return nil, problemf(422, "manifest", "the file is not the one of its manifest")
	}
	hash := sign.HashEnvelope(body)
	if m.Size > co.a.cfg.MaxUpload {
		return nil, problemf(413, "too-large", "one upload may have %d bytes", co.a.cfg.MaxUpload)
	}
	if _, err := co.a.keepManifest(ctx, c.clientID, hash, body, m); err != nil {
		return nil, err
	}
	id := uploadID(c.clientID, hash)
	err = co.a.locked(ctx, id, func() error {
		if err := co.a.reserve(ctx, id, hash, m, c); err != nil {
			return err
		}
		if err := co.takeFile(ctx, id, m, in, file); err != nil {
			return err
		}
		return co.a.finish(ctx, id)
	})
	if err != nil {
		return nil, err
	}
	co.a.checks.await(ctx, id, co.a.cfg.CheckWait)
	envelope, err := receiptAbout(ctx, co.a.db.Reader(), c.clientID, hash)
	if err == nil && envelope != nil {
		err = co.a.storage.Beside(ctx, id, receipt.SuffixReceipt, envelope)
	}
	return envelope, err
}

func readManifest(ctx context.Context, in Inbox, name string) ([]byte, error) {
	r, err := in.Open(ctx, name, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close() // read only
	body, err := io.ReadAll(io.LimitReader(r, maxEnvelope+1))
	if err == nil && len(body) > maxEnvelope {
		err = problemf(422, "manifest", "the manifest has more than %d bytes", maxEnvelope)
	}
	return body, err
}

// folderInbox is a folder; links and pipes of a shared folder are refused.
type folderInbox struct{ dir string }

// Names implements Inbox.
func (f folderInbox) Names(context.Context) ([]string, error) {
	all, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "look into folder", wording.Say("hint.archive.watched-folder-unreadable"), err)
	}
	var out []string
	for _, e := range all {
		if e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func (f folderInbox) plain(name string) (fs.FileInfo, error) {
	st, err := os.Lstat(filepath.Join(f.dir, name))
	if err != nil || !st.Mode().IsRegular() {
		return nil, errors.Join(err, problemf(422, "manifest", "this is no plain file"))
	}
	return st, nil
}

// Size implements Inbox.
func (f folderInbox) Size(_ context.Context, name string) (int64, error) {
	st, err := f.plain(name)
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

// Open implements Inbox.
func (f folderInbox) Open(_ context.Context, name string, offset int64) (io.ReadCloser, error) {
	if _, err := f.plain(name); err != nil {
		return nil, err
	}
	r, err := os.Open(filepath.Join(f.dir, name))
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Put implements Inbox.
func (f folderInbox) Put(_ context.Context, name string, data []byte) error {
	return durable.WriteFile(filepath.Join(f.dir, name), data, 0o640)
}

// sender finds the client whose key signed a manifest; it may deliver.
func (co *collector) sender(ctx context.Context, body []byte) (caller, receipt.Manifest, error) {
	named, err := sign.NamedKeys(body)
	if err != nil {
		return caller{}, receipt.Manifest{}, problemf(422, "manifest", "this is no envelope: %v", err)
	}
	k, err := co.a.findKey(ctx, named[0])
	if err != nil {
		return caller{}, receipt.Manifest{}, err
	}
	if err := k.usable(access{}); err != nil {
		return caller{}, receipt.Manifest{}, err
	}
	if !allowed(k.roles, RoleDeliver) {
		return caller{}, receipt.Manifest{}, problemf(403, "role", "the key has not the role %s", RoleDeliver)
	}
	m, err := receipt.OpenManifest(ctx, body, k.public)
	if err != nil {
		return caller{}, receipt.Manifest{}, problemf(422, "manifest", "%v", err)
	}
	return caller{keyID: k.keyID, clientID: k.clientID, roles: k.roles}, m, nil
}

// takeFile stores what is missing of an upload from an inbox, chunk by chunk.
func (co *collector) takeFile(ctx context.Context, id string, m receipt.Manifest, in Inbox, name string) (err error) {
	if _, err := co.a.storage.NewUpload(ctx, handler.FileInfo{ID: id, Size: m.Size}); err != nil {
		return asNoSpace(err)
	}
	var from io.ReadCloser // stands at the offset of the storage
	defer func() {
		if from != nil {
			_ = from.Close() // read only
		}
	}()
	buf := make([]byte, min(m.Size, MaxChunk/2))
	for {
		u, err := co.a.storage.GetUpload(ctx, id)
		if err != nil {
			return err
		}
		info, err := u.GetInfo(ctx)
		if err != nil || info.Offset == m.Size {
			return err
		}
		if from == nil {
			if from, err = in.Open(ctx, name, info.Offset); err != nil {
				return fmt.Errorf("open package: %w", err)
			}
		}
		chunk := buf[:min(int64(len(buf)), m.Size-info.Offset)]
		if _, err := io.ReadFull(from, chunk); err != nil {
			return fmt.Errorf("read package: %w", err)
		}
		if _, err := u.WriteChunk(context.WithValue(ctx, chunkKey{}, chunk), info.Offset, nil); err != nil {
			return asNoSpace(err)
		}
		co.a.metrics.add(float64(len(chunk)), "received_bytes_total")
	}
}

// asNoSpace tells a full store as the channel does.
func asNoSpace(err error) error {
	if e, ok := errors.AsType[handler.Error](err); ok && e.ErrorCode == "ERR_NO_SPACE" {
		return problemf(507, "no-space", "the archive has no room now").after(noSpaceWait)
	}
	return err
}
