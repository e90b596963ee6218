package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/transfer/durable"
)

// Storage keeps the bytes of uploads and packages: files here, S3 in
// archive/cluster. The conformance suite of archive/storagetest holds for both.
//
// As a handler.DataStore it creates uploads under the id it is given (again is
// once) and takes chunks: when WriteChunk returns, all of the chunk survives a
// power failure, or none of it counts. Everything that changes an upload is
// called under the upload's lock; an unknown id is handler.ErrNotFound.
type Storage interface {
	handler.DataStore
	// State tells what of an upload is kept for good.
	State(ctx context.Context, id string) (State, error)
	// Hash hashes what State knows no SHA-512 of, so that it does.
	Hash(ctx context.Context, id string) error
	// Expected is the offset the next chunk has to have; it may be ahead of State
	// while chunks are under way, which Settle waits for.
	Expected(ctx context.Context, id string) (int64, error)
	Settle(ctx context.Context, id string) error
	// Keep makes a package of a complete upload; doing so twice changes nothing.
	Keep(ctx context.Context, id string) error
	// Beside puts a document beside a package, named by a suffix; the first one
	// stays. Without such a package it does nothing.
	Beside(ctx context.Context, id, suffix string, data []byte) error
	// Package opens a package for reading.
	Package(ctx context.Context, id string) (io.ReadSeekCloser, error)
	// Local gives a path under which a package can be read until done is called.
	Local(ctx context.Context, id string) (path string, done func(), err error)
	// Remove drops an upload that is no package, whatever there is of it.
	Remove(ctx context.Context, id string) error
	// Free is the room there is, in bytes, or FreeUnknown.
	Free(ctx context.Context) (int64, error)
}

// FreeUnknown is the room of a storage that tells nobody, as S3 does. What decides
// then is Config.Capacity; where none is set the storage refuses when it is full.
const FreeUnknown int64 = math.MaxInt64

// Deep is a Storage that takes more than two chunks of an upload at once; the
// answer to HEAD says how many, and how many bytes together (protocol.md 6).
type Deep interface {
	UnderWay() int
	Window() int
}

// State is what a Storage keeps of an upload for good.
type State struct {
	Size, Offset int64
	SHA512       []byte    // over the bytes before Offset; nil where they were not hashed as they came
	Pieced       int64     // how many bytes from the beginning came as Pieced says
	Changed      time.Time // the last chunk, or the beginning
}

// State implements Storage.
func (f *Files) State(_ context.Context, id string) (State, error) {
	u, err := f.load(id)
	if err != nil {
		return State{}, err
	}
	s := State{Size: u.info.Size, Offset: u.info.Offset, Pieced: u.info.Pieced}
	if u.info.Behind == 0 {
		s.SHA512 = u.sum.Sum(nil)
	}
	st, err := os.Stat(f.info(id))
	if err != nil {
		return State{}, err
	}
	s.Changed = st.ModTime()
	return s, nil
}

// Hash implements Storage: the bytes behind the sum are read once, and not again.
func (f *Files) Hash(_ context.Context, id string) error {
	u, err := f.load(id)
	if err != nil || u.info.Behind == 0 {
		return err
	}
	bin, err := os.Open(f.bin(id))
	if errors.Is(err, fs.ErrNotExist) { // Keep has moved them
		bin, err = os.Open(f.packagePath(id))
	}
	if err != nil {
		return err
	}
	defer bin.Close() // read only
	if _, err := io.Copy(u.sum, io.NewSectionReader(bin, u.info.Offset-u.info.Behind, u.info.Behind)); err != nil {
		return fmt.Errorf("hash upload %s: %w", id, err)
	}
	u.info.Behind = 0
	return u.save()
}

// Expected implements Storage.
func (f *Files) Expected(_ context.Context, id string) (int64, error) {
	u, err := f.next(id)
	if err != nil {
		return 0, err
	}
	return u.info.Offset, nil
}

// Settle implements Storage.
func (f *Files) Settle(ctx context.Context, id string) error { return f.stages.settle(ctx, id) }

// Keep implements Storage: the bytes move to packages/.
func (f *Files) Keep(_ context.Context, id string) error {
	u, err := f.load(id)
	if err != nil || u.info.Moved {
		return err
	}
	to := f.packagePath(id)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	if err := durable.SyncDir(filepath.Dir(filepath.Dir(to))); err != nil {
		return err
	}
	if err := durable.Rename(f.bin(id), to); err != nil {
		if _, there := os.Stat(to); !errors.Is(err, fs.ErrNotExist) || there != nil {
			return err
		}
	}
	if err := errors.Join(durable.SyncDir(filepath.Dir(to)), durable.SyncDir(filepath.Join(f.dir, "uploads"))); err != nil {
		return err
	}
	f.hook("archive.moved")
	u.info.Moved = true
	return u.save()
}

// Beside implements Storage.
func (f *Files) Beside(_ context.Context, id, suffix string, data []byte) error {
	path := f.packagePath(id)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil // refused: nothing was kept
	}
	if _, err := os.Stat(path + suffix); err == nil {
		return nil
	}
	return durable.WriteFile(path+suffix, data, 0o600)
}

// Package implements Storage.
func (f *Files) Package(_ context.Context, id string) (io.ReadSeekCloser, error) {
	file, err := os.Open(f.packagePath(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, handler.ErrNotFound
	}
	return file, err
}

// Local implements Storage.
func (f *Files) Local(_ context.Context, id string) (string, func(), error) {
	return f.packagePath(id), func() {}, nil
}

// Remove implements Storage.
func (f *Files) Remove(_ context.Context, id string) error { return f.remove(id) }

// Free implements Storage.
func (f *Files) Free(context.Context) (int64, error) { return f.free(f.dir) }
