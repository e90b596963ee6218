package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/transfer/durable"
)

// A chunk is taken in three steps. First, under the upload's lock, its bytes are
// written behind the last ones and hashed. Then bytes and the new state are synced,
// the state under a name that means nothing yet. At last the state gets its name
// and the folder is synced. While one chunk is in a later step the next ones are
// in the earlier ones, and what waits for the disk together goes through a step
// together. Only the end of the last step is acknowledged and only it changes the
// state on disk, so a kill before it costs nothing that anybody was told.

// staged is a chunk after its first step.
type staged struct {
	info info     // the state once the chunk counts
	bin  *os.File // has the bytes; closed by who brought the chunk
	done chan struct{}
	err  error // valid once done is closed
}

func (st *staged) ended() bool {
	select {
	case <-st.done:
		return true
	default:
		return false
	}
}

func (st *staged) end(err error) {
	st.err = err
	close(st.done)
}

// line is the chunks of one upload after their first step, in their order.
type line struct {
	youngest          *staged
	written, synced   []*staged // wait for the second and third step
	syncing, settling bool      // a second, third step runs
	state, naming     string    // the state that waits with synced; the one in the third step
	err               error     // of a step: nothing behind it can count
	gone              chan struct{}
}

// stages holds the line of every upload under way.
type stages struct {
	mu    sync.Mutex
	moved *sync.Cond // a step of any upload has ended
	lines map[string]*line
}

func newStages() *stages {
	s := &stages{lines: map[string]*line{}}
	s.moved = sync.NewCond(&s.mu)
	return s
}

// add notes a chunk after its first step; the caller holds the upload's lock.
// base is the chunk it was put behind, nil if that was on disk already.
func (s *stages) add(st, base *staged) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if base != nil && base.ended() && base.err != nil {
		return errors.Join(errStageBefore, base.err)
	}
	l := s.lines[st.info.ID]
	if l == nil {
		l = &line{gone: make(chan struct{})}
		s.lines[st.info.ID] = l
	}
	if l.err != nil {
		return errors.Join(errStageBefore, l.err)
	}
	st.done = make(chan struct{})
	l.youngest, l.written = st, append(l.written, st)
	return nil
}

// last gives the youngest chunk of an upload, or nil.
func (s *stages) last(id string) *staged {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.lines[id]; l != nil {
		return l.youngest
	}
	return nil
}

// settle waits until nothing of an upload is under way any more. The caller
// holds its lock, so nothing is added meanwhile.
func (s *stages) settle(ctx context.Context, id string) error {
	s.mu.Lock()
	l := s.lines[id]
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	select {
	case <-l.gone:
		return nil // an error was told to whoever sent that chunk
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errStageBefore = errors.New("the chunk before could not be stored")

// commit brings a chunk through its second and third step. Whoever finds one
// free to run runs it for all that wait for it.
func (f *Files) commit(st *staged) error {
	defer st.bin.Close() // synced before, or the chunk does not count
	s := f.stages
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := s.lines[st.info.ID]; !st.ended(); {
		switch {
		case len(l.synced) > 0 && !l.settling:
			f.settleStep(l)
		case len(l.written) > 0 && !l.syncing:
			f.syncStep(l)
		default:
			s.moved.Wait()
		}
	}
	return st.err
}

// syncStep is the second step of all chunks that wait for it. Called and left
// under the lock of stages.
func (f *Files) syncStep(l *line) {
	group := l.written
	path := f.freshState(l)
	l.written, l.syncing = nil, true
	err := errStageBefore // also where something panics
	defer func() {
		f.stages.mu.Lock()
		f.stages.synced(l, group, path, err)
	}()
	f.stages.mu.Unlock()
	err = f.syncGroup(group, path)
}

// settleStep is the third step, in the same way.
func (f *Files) settleStep(l *line) {
	group := l.synced
	l.synced, l.state, l.naming, l.settling = nil, "", l.state, true
	err := errStageBefore
	defer func() {
		f.stages.mu.Lock()
		f.stages.settled(l, group, err)
	}()
	f.stages.mu.Unlock()
	err = f.settleGroup(group[0].info.ID, l.naming)
}

// synced notes the end of a second step.
func (s *stages) synced(l *line, group []*staged, path string, err error) {
	l.syncing = false
	switch {
	case err != nil: // what was synced before still counts
		l.fail(err, group)
	case l.err != nil:
		_ = os.Remove(path) // written over or removed later
		l.fail(l.err, group)
	default:
		if l.state != "" {
			_ = os.Remove(l.state) // the new one says more
		}
		l.synced, l.state = append(l.synced, group...), path
	}
	s.close(l)
}

// settled notes the end of a third step.
func (s *stages) settled(l *line, group []*staged, err error) {
	l.settling, l.naming = false, ""
	if err == nil {
		for _, st := range group {
			st.end(nil)
		}
	} else {
		if l.state != "" {
			_ = os.Remove(l.state)
		}
		l.fail(err, append(group, l.synced...))
		l.synced, l.state = nil, ""
	}
	s.close(l)
}

// fail ends chunks, and with them all that are only written.
func (l *line) fail(err error, group []*staged) {
	if l.err == nil {
		l.err = err
	}
	for _, st := range append(group, l.written...) {
		st.end(errors.Join(errStageBefore, err))
	}
	l.written = nil
}

// close forgets a line when nothing is under way on it, and wakes who waits.
func (s *stages) close(l *line) {
	if !l.syncing && !l.settling && len(l.written) == 0 && len(l.synced) == 0 {
		delete(s.lines, l.youngest.info.ID)
		close(l.gone)
	}
	s.moved.Broadcast()
}

// stateNames is how many states may be on their way: one is being synced, one
// waits, one gets its name.
const stateNames = 3

// stateName is a name for a state that does not count yet. What a kill leaves
// under it is written over, or removed with the upload.
func (f *Files) stateName(id string, n int) string {
	return fmt.Sprintf("%s%s%d", f.info(id), durable.Suffix, n)
}

// freshState is one of these names that nobody uses now.
func (f *Files) freshState(l *line) string {
	for n := range stateNames {
		if path := f.stateName(l.youngest.info.ID, n); path != l.state && path != l.naming {
			return path
		}
	}
	return "" // never: two are in use at most
}

// syncGroup brings bytes and state onto the disk, both at once. The oldest chunk's
// file was open while all of them were written, so its sync hears of every fault.
func (f *Files) syncGroup(group []*staged, path string) error {
	state, err := prepare(group[len(group)-1].info, path)
	if err != nil {
		return err
	}
	synced := make(chan error, 1)
	go func() { synced <- group[0].bin.Sync() }()
	if err := errors.Join(state.Sync(), state.Close(), <-synced); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// settleGroup lets a synced state count.
func (f *Files) settleGroup(id, path string) error {
	f.hook("archive.chunk.bytes")
	if err := durable.Rename(path, f.info(id)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	if err := durable.SyncDir(filepath.Dir(path)); err != nil {
		return err
	}
	f.hook("archive.chunk.after")
	return nil
}

// prepare writes a state under a name that means nothing yet.
func prepare(i info, path string) (*os.File, error) {
	data, err := json.Marshal(i)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write(data); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
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
