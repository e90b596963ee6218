package archive

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/transfer/durable"
)

// A chunk is taken in two steps. First, under the upload's lock, its bytes are
// written behind the last ones and hashed; then they are synced and the state is
// written, while the next chunk is already in its first step. Only the end of the
// second step is acknowledged and only it changes the state on disk, so a kill
// between them costs nothing that anybody was told.

// staged is a chunk after its first step.
type staged struct {
	info info     // the state once the chunk counts
	bin  *os.File // has the bytes; synced and closed in the second step
	prev *staged  // the chunk before, if it was under way too
	done chan struct{}
	err  error // valid once done is closed
}

// stages holds the youngest staged chunk of every upload under way.
type stages struct {
	mu       sync.Mutex
	youngest map[string]*staged
}

func newStages() *stages { return &stages{youngest: map[string]*staged{}} }

// add notes a chunk after its first step; the caller holds the upload's lock.
func (s *stages) add(st *staged) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st.prev, st.done = s.youngest[st.info.ID], make(chan struct{})
	s.youngest[st.info.ID] = st
}

// end ends the second step of a chunk.
func (s *stages) end(st *staged, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.youngest[st.info.ID] == st {
		delete(s.youngest, st.info.ID)
	}
	st.err, st.prev = err, nil
	close(st.done)
}

// last gives the youngest chunk of an upload, or nil.
func (s *stages) last(id string) *staged {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.youngest[id]
}

// settle waits until nothing of an upload is under way any more. The caller
// holds its lock, so nothing is added meanwhile.
func (s *stages) settle(ctx context.Context, id string) error {
	st := s.last(id)
	if st == nil {
		return nil
	}
	select {
	case <-st.done:
		return nil // an error was told to whoever sent that chunk
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errStageBefore = errors.New("the chunk before could not be stored")

// commit is the second step: in the order of the chunks, bytes and then state
// come onto the disk.
func (f *Files) commit(st *staged) (err error) {
	err = errStageBefore // also where a hook panics
	defer func() { f.stages.end(st, err) }()
	defer st.bin.Close() // synced before, or the chunk does not count
	if st.prev != nil {
		<-st.prev.done
		if st.prev.err != nil {
			return errors.Join(errStageBefore, st.prev.err)
		}
	}
	state, err := f.prepare(st.info)
	if err != nil {
		return err
	}
	// Both go to the disk at once; the new state gets its name only after the bytes.
	synced := make(chan error, 1)
	go func() { synced <- st.bin.Sync() }()
	if err := errors.Join(state.Sync(), state.Close(), <-synced); err != nil {
		return errors.Join(err, os.Remove(state.Name()))
	}
	f.hook("archive.chunk.bytes")
	if err := durable.Rename(state.Name(), f.info(st.info.ID)); err != nil {
		return errors.Join(err, os.Remove(state.Name()))
	}
	if err := durable.SyncDir(filepath.Dir(state.Name())); err != nil {
		return err
	}
	f.hook("archive.chunk.after")
	return nil
}

// prepare writes a state under a name that means nothing yet. What a kill leaves
// of it is removed with the upload.
func (f *Files) prepare(i info) (*os.File, error) {
	data, err := json.Marshal(i)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(f.info(i.ID)+durable.Suffix, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write(data); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}

type handoverKey struct{} // context key: *handover of a chunk

// handover lets the next chunk in before this one has ended.
type handover struct {
	lock handler.Lock
	turn turn
}

// give passes the upload's lock on.
func (h *handover) give() {
	if h == nil || h.lock == nil {
		return
	}
	_ = h.lock.Unlock() // tus unlocks again and gets the error
	h.turn.leave()
}
