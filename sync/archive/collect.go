package archive

import (
	"context"
	"encoding/json"
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
)

// Collected is what a look into a watched folder found.
type Collected struct {
	Taken   int `json:"taken"`   // got their receipt now, whatever it says
	Waiting int `json:"waiting"` // still checked, or without room now
	Refused int `json:"refused"` // no enrolled client signed them, or they are not what their manifest says
}

// Collect takes the packages that lie in a folder with their manifests, as if
// they had come through the channel: the same rights, limits, checks and the same
// chain of receipts. The receipt is put beside the package; nothing is deleted.
// One that cannot be taken stays without a receipt and is logged by its hash.
func (a *Archive) Collect(ctx context.Context, dir string) (Collected, error) {
	var sum Collected
	manifests, err := filepath.Glob(filepath.Join(dir, "*"+receipt.SuffixManifest))
	if err != nil {
		return sum, fmt.Errorf("look into folder: %w", err)
	}
	slices.Sort(manifests)
	for _, path := range manifests {
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		file := strings.TrimSuffix(path, receipt.SuffixManifest)
		if _, err := os.Stat(file + receipt.SuffixReceipt); err == nil {
			continue
		}
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			continue // still on its way
		}
		envelope, err := a.collect(ctx, file, path)
		p, known := asProblem(err, a.cfg.Clock())
		switch {
		case err == nil && envelope == nil, known && err != nil && p.header.Get("Retry-After") != "":
			sum.Waiting++
		case err != nil && known:
			sum.Refused++
			a.cfg.Log.Info("refused", "door", "folder", "code", p.code)
			a.metrics.add(1, "refused_total", "code", p.code)
		case err != nil:
			return sum, err
		default:
			if err := durable.WriteFile(file+receipt.SuffixReceipt, envelope, 0o640); err != nil {
				return sum, fmt.Errorf("put receipt into folder: %w", err)
			}
			sum.Taken++
		}
	}
	return sum, nil
}

// collect takes one package and gives its receipt, or nil while it is checked.
func (a *Archive) collect(ctx context.Context, file, manifest string) ([]byte, error) {
	body, err := receipt.ReadSmall(manifest, maxEnvelope)
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	c, m, err := a.sender(ctx, body)
	if err != nil {
		return nil, err
	}
	in, err := openPlain(file)
	if err != nil {
		return nil, err
	}
	defer in.Close() // read only
	if st, err := in.Stat(); err != nil || st.Size() != m.Size || m.Name != filepath.Base(file) {
		return nil, errors.Join(err, problemf(422, "manifest", "the file is not the one of its manifest"))
	}
	hash := sign.HashEnvelope(body)
	if m.Size > a.cfg.MaxUpload {
		return nil, problemf(413, "too-large", "one upload may have %d bytes", a.cfg.MaxUpload)
	}
	if _, err := a.keepManifest(ctx, c.clientID, hash, body, m); err != nil {
		return nil, err
	}
	id := uploadID(c.clientID, hash)
	err = a.locked(ctx, id, func() error {
		if err := a.reserve(ctx, id, hash, m, c); err != nil {
			return err
		}
		if err := a.takeFile(ctx, id, m, in); err != nil {
			return err
		}
		return a.finish(ctx, id)
	})
	if err != nil {
		return nil, err
	}
	a.checks.await(ctx, id, a.cfg.CheckWait)
	envelope, err := receiptAbout(ctx, a.db.Reader(), c.clientID, hash)
	if err == nil && envelope != nil {
		err = a.storage.Beside(ctx, id, receipt.SuffixReceipt, envelope)
	}
	return envelope, err
}

// openPlain opens a regular file; links and pipes of a shared folder are refused.
func openPlain(path string) (*os.File, error) {
	if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
		return nil, errors.Join(err, problemf(422, "manifest", "this is no plain file"))
	}
	return os.Open(path)
}

// sender finds the client whose key signed a manifest; it may deliver.
func (a *Archive) sender(ctx context.Context, body []byte) (caller, receipt.Manifest, error) {
	var named struct {
		Signatures []struct {
			KeyID string `json:"keyid"`
		} `json:"signatures"`
	}
	if err := json.Unmarshal(body, &named); err != nil || len(named.Signatures) == 0 || len(named.Signatures) > 8 {
		return caller{}, receipt.Manifest{}, problemf(422, "manifest", "this is no envelope")
	}
	k, err := a.findKey(ctx, named.Signatures[0].KeyID)
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

// takeFile stores what is missing of an upload from a file, chunk by chunk.
func (a *Archive) takeFile(ctx context.Context, id string, m receipt.Manifest, in io.ReaderAt) error {
	if _, err := a.storage.NewUpload(ctx, handler.FileInfo{ID: id, Size: m.Size}); err != nil {
		return asNoSpace(err)
	}
	buf := make([]byte, min(m.Size, MaxChunk/2))
	for {
		u, err := a.storage.GetUpload(ctx, id)
		if err != nil {
			return err
		}
		info, err := u.GetInfo(ctx)
		if err != nil || info.Offset == m.Size {
			return err
		}
		chunk := buf[:min(int64(len(buf)), m.Size-info.Offset)]
		if _, err := in.ReadAt(chunk, info.Offset); err != nil {
			return fmt.Errorf("read package: %w", err)
		}
		if _, err := u.WriteChunk(context.WithValue(ctx, chunkKey{}, chunk), info.Offset, nil); err != nil {
			return asNoSpace(err)
		}
		a.metrics.add(float64(len(chunk)), "received_bytes_total")
	}
}

// asNoSpace tells a full store as the channel does.
func asNoSpace(err error) error {
	if e, ok := errors.AsType[handler.Error](err); ok && e.ErrorCode == "ERR_NO_SPACE" {
		return problemf(507, "no-space", "the archive has no room now").after(noSpaceWait)
	}
	return err
}
