package archive

import (
	"context"
	"crypto/sha512"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// filesUnderWay is how many chunks of an upload Files takes at once: enough that
// processor and disk work at the same time.
const filesUnderWay = 4

// filesWindow is how many bytes of an upload Files takes at once from a client that
// asks for more than chunks: while some wait for a busy disk, others come.
const filesWindow = 2 * MaxChunk

// Files is the Storage of one process. tusd's own file store never syncs; here a chunk
// counts only after its bytes, then its state, then the folder are on the disk.
//
// An upload is uploads/ID.bin and uploads/ID.info. The offset in ID.info is the
// truth: bytes behind it were never acknowledged and are written over. ID.info
// also holds the state of the SHA-512 over the bytes before the offset, so that
// the end is no second read. Pieces that were held against a manifest as they came
// (Pieced) are not hashed again; the state of the sum is that before them.
type Files struct {
	dir    string
	hook   func(point string)
	stages *stages
	free   func(dir string) (int64, error)
	log    *slog.Logger
}

// NewFiles opens the storage in dir and makes its folders.
func NewFiles(dir string) (*Files, error) {
	for _, name := range []string{"uploads", "packages"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			return nil, failure.Wrap(failure.Setup, "make archive folder", wording.Say("hint.archive.folder-not-made"), err)
		}
	}
	return &Files{dir: dir, hook: func(string) {}, stages: newStages(), free: freeSpace, log: slog.New(slog.DiscardHandler)}, nil
}

var idPattern = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// info is the content of ID.info.
type info struct {
	Format   int              `json:"format"` // 1; 2 where bytes are behind the sum
	ID       string           `json:"id"`
	Size     int64            `json:"size"`
	Offset   int64            `json:"offset"`
	Hash     []byte           `json:"hash"`             // state of Go's SHA-512
	Behind   int64            `json:"behind,omitempty"` // bytes before the offset that are not in the sum
	Pieced   int64            `json:"pieced,omitempty"` // as in State
	MetaData handler.MetaData `json:"metadata"`
	Moved    bool             `json:"moved"` // the bytes are in packages/
}

// fits reports whether this version knows the format of a state.
func (i info) fits() bool {
	return i.Format == 1 && i.Behind == 0 || i.Format == 2 && 0 < i.Behind && i.Behind <= i.Offset
}

func (f *Files) bin(id string) string  { return filepath.Join(f.dir, "uploads", id+".bin") }
func (f *Files) info(id string) string { return filepath.Join(f.dir, "uploads", id+".info") }

// packagePath is where an accepted upload lies; receipt and manifest lie beside it.
func (f *Files) packagePath(id string) string { return filepath.Join(f.dir, "packages", id[:2], id) }

// NewUpload implements handler.DataStore; an upload that is there already is
// given back as it is.
func (f *Files) NewUpload(_ context.Context, i handler.FileInfo) (handler.Upload, error) {
	if old, err := f.load(i.ID); err == nil || !errors.Is(err, handler.ErrNotFound) {
		return old, err
	}
	bin, err := os.OpenFile(f.bin(i.ID), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, full(err)
	}
	if err := errors.Join(bin.Sync(), bin.Close()); err != nil {
		return nil, full(err)
	}
	u := &upload{files: f, info: info{Format: 1, ID: i.ID, Size: i.Size, MetaData: i.MetaData}, sum: sha512.New()}
	return u, full(u.save())
}

// UnderWay implements Deep.
func (f *Files) UnderWay() int { return filesUnderWay }

// Window implements Deep.
func (f *Files) Window() int { return filesWindow }

// GetUpload implements handler.DataStore: an upload as the next chunk finds it,
// behind those that are still being synced.
func (f *Files) GetUpload(_ context.Context, id string) (handler.Upload, error) { return f.next(id) }

func (f *Files) next(id string) (*upload, error) {
	if st := f.stages.last(id); st != nil {
		u := &upload{files: f, info: st.info, base: st}
		return u, u.restore()
	}
	return f.load(id)
}

func (f *Files) load(id string) (*upload, error) {
	if !idPattern.MatchString(id) {
		return nil, handler.ErrNotFound
	}
	data, err := os.ReadFile(f.info(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, handler.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	u := &upload{files: f}
	if err := json.Unmarshal(data, &u.info); err != nil || !u.info.fits() || u.info.ID != id {
		return nil, fmt.Errorf("state of upload %s cannot be read: %w", id, err)
	}
	if err := u.restore(); err != nil {
		return nil, err
	}
	if u.info.Moved {
		return u, nil
	}
	kept, err := f.kept(u.info)
	if err == nil && !kept { // the client is told another offset and sends again
		f.log.Error("bytes of an upload are lost", "upload", id, "were", u.info.Offset)
		u.info.Offset, u.info.Behind, u.info.Pieced = 0, 0, 0
		u.sum.Reset()
	}
	return u, err
}

// kept reports whether the bytes of a state are there: a disk, or who tidies it, may have
// lost them.
func (f *Files) kept(i info) (bool, error) {
	st, err := os.Stat(f.bin(i.ID))
	if errors.Is(err, fs.ErrNotExist) && i.Offset == i.Size {
		st, err = os.Stat(f.packagePath(i.ID)) // killed between moving the bytes and writing it down
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && st.Size() >= i.Offset, err
}

func (f *Files) remove(id string) error {
	paths := []string{f.info(id), f.info(id) + durable.Suffix, f.bin(id)}
	for n := range stateNames {
		paths = append(paths, f.stateName(id, n))
	}
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return durable.SyncDir(filepath.Join(f.dir, "uploads"))
}

// upload is one upload as loaded; the locker lets only one request hold it.
type upload struct {
	files *Files
	info  info
	sum   hash.Hash // over the bytes before the offset
	base  *staged   // the chunk before the offset while that is not on disk
}

// restore makes the sum of the state.
func (u *upload) restore() error {
	u.sum = sha512.New()
	if err := u.sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(u.info.Hash); err != nil {
		return fmt.Errorf("state of upload %s: %w", u.info.ID, err)
	}
	return nil
}

// GetInfo implements handler.Upload.
func (u *upload) GetInfo(context.Context) (handler.FileInfo, error) {
	return handler.FileInfo{ID: u.info.ID, Size: u.info.Size, Offset: u.info.Offset, MetaData: u.info.MetaData}, nil
}

// WriteChunk implements handler.Upload: all of src is stored and synced, or
// nothing of it counts. src was verified before (guard.go).
func (u *upload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	if offset != u.info.Offset {
		return 0, handler.ErrMismatchOffset
	}
	chunk, err := Chunk(ctx, src)
	if err != nil {
		return 0, err
	}
	if int64(len(chunk)) > u.info.Size-offset || len(chunk) > MaxChunk {
		return 0, handler.ErrSizeExceeded
	}
	st, err := u.stage(chunk, offset, Pieced(ctx))
	if err != nil {
		return 0, full(err) // this upload is dropped with its sum; the state on disk stands
	}
	if u.info.Offset < u.info.Size { // the end keeps the lock: the receipt follows
		pass, _ := ctx.Value(handoverKey{}).(*handover)
		pass.give()
	}
	if err := u.files.commit(st); err != nil {
		return 0, full(err)
	}
	return int64(len(chunk)), nil
}

// stageStep is how much is hashed and then written at once: it is still in the
// processor's cache when it is written, which costs a fraction of the time then.
const stageStep = 32 << 10

// stage hashes and writes a chunk, or only writes pieces.
func (u *upload) stage(chunk []byte, offset int64, pieced bool) (*staged, error) {
	flags := os.O_WRONLY
	if offset == 0 { // else what is lost would become a hole
		flags |= os.O_CREATE
	}
	bin, err := os.OpenFile(u.files.bin(u.info.ID), flags, 0o600)
	if err != nil {
		return nil, err
	}
	pieced = pieced && u.info.Pieced == offset
	hashed := u.info.Behind == 0 && (!pieced || u.info.Size <= receipt.PieceSize) // one piece: no second reading for so little
	for at := 0; at < len(chunk) && err == nil; at += stageStep {
		step := chunk[at:min(at+stageStep, len(chunk))]
		if hashed {
			u.sum.Write(step)
		}
		_, err = bin.WriteAt(step, offset+int64(at))
	}
	if err == nil {
		err = u.advance(int64(len(chunk)), pieced, hashed)
	}
	if err != nil {
		return nil, errors.Join(err, bin.Close())
	}
	st := &staged{info: u.info, bin: bin}
	if err := u.files.stages.add(st, u.base); err != nil {
		return nil, errors.Join(err, bin.Close())
	}
	return st, nil
}

// advance counts n bytes into the state.
func (u *upload) advance(n int64, pieced, hashed bool) (err error) {
	u.info.Offset += n
	if pieced {
		u.info.Pieced = u.info.Offset
	}
	if !hashed {
		u.info.Behind += n
	}
	return u.fix()
}

type piecedKey struct{} // context key: the chunk is of whole pieces

// AsPieces marks a chunk that was held against its manifest.
func AsPieces(ctx context.Context) context.Context { return context.WithValue(ctx, piecedKey{}, true) }

// Pieced tells a Storage that a chunk is of whole pieces of its manifest: they were held
// against it and are what it says. Those from the beginning on need not be hashed again.
func Pieced(ctx context.Context) bool {
	pieced, _ := ctx.Value(piecedKey{}).(bool)
	return pieced
}

type chunkKey struct{} // context key: the verified body of the request

// Chunk gives a Storage the verified body, which is in memory already; src is the
// same through tusd's reader.
func Chunk(ctx context.Context, src io.Reader) ([]byte, error) {
	if chunk, ok := ctx.Value(chunkKey{}).([]byte); ok {
		return chunk, nil
	}
	return io.ReadAll(io.LimitReader(src, MaxChunk+1))
}

func (u *upload) save() error {
	if err := u.fix(); err != nil {
		return err
	}
	return u.files.write(u.info)
}

// fix notes the sum in the state.
func (u *upload) fix() (err error) {
	if u.info.Format = 1; u.info.Behind > 0 {
		u.info.Format = 2
	}
	u.info.Hash, err = u.sum.(encoding.BinaryMarshaler).MarshalBinary()
	return err
}

// write puts a state onto the disk.
func (f *Files) write(i info) error {
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return durable.WriteFile(f.info(i.ID), data, 0o600)
}

// GetReader implements handler.Upload; downloads do not go through tus.
func (u *upload) GetReader(context.Context) (io.ReadCloser, error) {
	return nil, handler.ErrNotImplemented
}

// FinishUpload implements handler.Upload; the end is handled in receipts.go.
func (u *upload) FinishUpload(context.Context) error { return nil }

// full tells a full disk from other faults (507).
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return handler.NewError("ERR_NO_SPACE", "no space left", http.StatusInsufficientStorage)
	}
	return err
}
