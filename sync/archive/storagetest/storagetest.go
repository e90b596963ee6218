// Package storagetest is the conformance suite of archive.Storage and of the
// locks beside it: files and S3 with PostgreSQL pass the same one. Only tests
// import it.
package storagetest

import (
	"bytes"
	"context"
	"crypto/sha512"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/archive"
)

// Open gives a storage over the same place each time, as several processes or a
// restart would, with the locks that go with it.
type Open func(t *testing.T) (archive.Storage, handler.Locker)

// Run runs the suite. ids gives upload ids nobody has used.
func Run(t *testing.T, open Open, id func() string) {
	t.Run("chunks of any size become the package", func(t *testing.T) { chunks(t, open, id) })
	t.Run("pieces that were held against their manifest", func(t *testing.T) { pieces(t, open, id()) })
	t.Run("wrong offsets and too many bytes", func(t *testing.T) { offsets(t, open, id()) })
	t.Run("creating twice is once", func(t *testing.T) { twice(t, open, id()) })
	t.Run("unknown and removed", func(t *testing.T) { removed(t, open, id()) })
	t.Run("documents beside", func(t *testing.T) { beside(t, open, id()) })
	t.Run("locks exclude and are given back", func(t *testing.T) { locks(t, open, id()) })
}

func content(n int) []byte {
	b := make([]byte, n)
	x := uint32(88172645)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return b
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func begin(t *testing.T, s archive.Storage, id string, size int) {
	t.Helper()
	_, err := s.NewUpload(t.Context(), handler.FileInfo{ID: id, Size: int64(size)})
	check(t, err)
}

// write sends one chunk and gives the error.
func write(ctx context.Context, s archive.Storage, id string, offset int64, chunk []byte) error {
	u, err := s.GetUpload(ctx, id)
	if err != nil {
		return err
	}
	n, err := u.WriteChunk(ctx, offset, bytes.NewReader(chunk))
	if err == nil && n != int64(len(chunk)) {
		err = errors.New("stored less and said nothing")
	}
	return err
}

func state(t *testing.T, s archive.Storage, id string, data []byte, offset int) {
	t.Helper()
	check(t, s.Settle(t.Context(), id))
	st, err := s.State(t.Context(), id)
	check(t, err)
	sum := sha512.Sum512(data[:offset])
	if st.Offset != int64(offset) || st.Size != int64(len(data)) || !bytes.Equal(st.SHA512, sum[:]) ||
		time.Since(st.Changed).Abs() > time.Hour {
		t.Fatalf("state %d of %d, %x, %s; want %d of %d, %x", st.Offset, st.Size, st.SHA512, st.Changed, offset, len(data), sum)
	}
	if n, err := s.Expected(t.Context(), id); err != nil || n != int64(offset) {
		t.Fatalf("Expected = %d, %v; want %d", n, err, offset)
	}
}

func chunks(t *testing.T, open Open, id func() string) {
	const mib = 1 << 20
	for _, cuts := range [][]int{{1}, {100, 1, 7, 3000}, {8 * mib, 8 * mib, 3}, {16 * mib, 5*mib + 1},
		{3 * mib, 3 * mib, 3 * mib, 9 * mib, 1}} {
		id, size := id(), 0
		for _, n := range cuts {
			size += n
		}
		data := content(size)
		s, _ := open(t)
		begin(t, s, id, size)
		at := 0
		for _, n := range cuts {
			state(t, s, id, data, at)
			check(t, write(t.Context(), s, id, int64(at), data[at:at+n]))
			at += n
			s, _ = open(t) // another process goes on
		}
		state(t, s, id, data, size)
		for range 2 { // a kill repeats it
			check(t, s.Keep(t.Context(), id))
		}
		state(t, s, id, data, size)
		read(t, s, id, data)
	}
}

// pieces come as AsPieces says, then another chunk, then again pieces: State counts the
// first of them only, and knows the SHA-512 once Hash was called, also after a restart.
func pieces(t *testing.T, open Open, id string) {
	const mib = 1 << 20
	data := content(31 * mib)
	s, _ := open(t)
	begin(t, s, id, len(data))
	at := 0
	for i, c := range []struct {
		size, want int
		pieced     bool
	}{{8 * mib, 8 * mib, true}, {8 * mib, 16 * mib, true}, {3 * mib, 16 * mib, false}, {8 * mib, 16 * mib, true},
		{4 * mib, 16 * mib, true}} {
		ctx := t.Context()
		if c.pieced {
			ctx = archive.AsPieces(ctx)
		}
		check(t, write(ctx, s, id, int64(at), data[at:at+c.size]))
		at += c.size
		check(t, s.Settle(t.Context(), id))
		s, _ = open(t)
		st, err := s.State(t.Context(), id)
		check(t, err)
		if sum := sha512.Sum512(data[:at]); st.Pieced != int64(c.want) || st.Offset != int64(at) ||
			st.SHA512 != nil && !bytes.Equal(st.SHA512, sum[:]) {
			t.Fatalf("chunk %d: %d of %d pieced, %x; want %d of %d, %x or nothing", i, st.Pieced, st.Offset, st.SHA512, c.want, at, sum)
		}
		if i == 1 || i == 3 { // a client asks for the digest
			check(t, s.Hash(t.Context(), id))
			state(t, s, id, data, at)
		}
	}
	check(t, s.Keep(t.Context(), id))
	check(t, s.Hash(t.Context(), id))
	s, _ = open(t)
	state(t, s, id, data, len(data))
	read(t, s, id, data)
	if err := s.Hash(t.Context(), "AAAAAAAAAAAAAAAAAAAAAAAAAA"); !errors.Is(err, handler.ErrNotFound) {
		t.Errorf("hash of an unknown upload: %v, want ErrNotFound", err)
	}
}

// read reads a package from its beginning, from the middle and as a file.
func read(t *testing.T, s archive.Storage, id string, data []byte) {
	t.Helper()
	p, err := s.Package(t.Context(), id)
	check(t, err)
	defer p.Close() // read only
	for _, from := range []int{0, len(data) / 2, len(data)} {
		if _, err := p.Seek(int64(from), io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(p)
		if err != nil || !bytes.Equal(got, data[from:]) {
			t.Fatalf("from %d: %d bytes, %v; want %d", from, len(got), err, len(data)-from)
		}
	}
	if n, err := p.Seek(0, io.SeekEnd); err != nil || n != int64(len(data)) {
		t.Fatalf("end at %d, %v; want %d", n, err, len(data))
	}
	path, done, err := s.Local(t.Context(), id)
	check(t, err)
	defer done()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, data) {
		t.Fatalf("local file: %d bytes, %v; want %d", len(got), err, len(data))
	}
}

func offsets(t *testing.T, open Open, id string) {
	data := content(1000)
	s, _ := open(t)
	begin(t, s, id, len(data))
	check(t, write(t.Context(), s, id, 0, data[:400]))
	for _, offset := range []int64{0, 399, 401} {
		if err := write(t.Context(), s, id, offset, data[:10]); !errors.Is(err, handler.ErrMismatchOffset) {
			t.Errorf("chunk at %d: %v, want ErrMismatchOffset", offset, err)
		}
	}
	if err := write(t.Context(), s, id, 400, content(601)); !errors.Is(err, handler.ErrSizeExceeded) {
		t.Errorf("one byte too many: %v, want ErrSizeExceeded", err)
	}
	state(t, s, id, data, 400)
}

func twice(t *testing.T, open Open, id string) {
	data := content(5000)
	s, _ := open(t)
	begin(t, s, id, len(data))
	check(t, write(t.Context(), s, id, 0, data[:1234]))
	begin(t, s, id, len(data))
	state(t, s, id, data, 1234)
}

func removed(t *testing.T, open Open, id string) {
	s, _ := open(t)
	unknown := func(when string) {
		t.Helper()
		if _, err := s.State(t.Context(), id); !errors.Is(err, handler.ErrNotFound) {
			t.Errorf("state %s: %v, want ErrNotFound", when, err)
		}
		if _, err := s.GetUpload(t.Context(), id); !errors.Is(err, handler.ErrNotFound) {
			t.Errorf("upload %s: %v, want ErrNotFound", when, err)
		}
		if _, err := s.Package(t.Context(), id); !errors.Is(err, handler.ErrNotFound) {
			t.Errorf("package %s: %v, want ErrNotFound", when, err)
		}
		check(t, s.Remove(t.Context(), id)) // nothing to remove is no fault
	}
	unknown("before the beginning")
	data := content(3000)
	begin(t, s, id, len(data))
	check(t, write(t.Context(), s, id, 0, data[:100]))
	check(t, s.Remove(t.Context(), id))
	unknown("after removing")
	begin(t, s, id, len(data))
	state(t, s, id, data, 0)
}

func beside(t *testing.T, open Open, id string) {
	s, _ := open(t)
	data := content(2000)
	begin(t, s, id, len(data))
	check(t, s.Beside(t.Context(), id, ".quittung.json", []byte("zu früh")))
	check(t, write(t.Context(), s, id, 0, data))
	check(t, s.Keep(t.Context(), id))
	check(t, s.Beside(t.Context(), id, ".quittung.json", []byte("die erste")))
	check(t, s.Beside(t.Context(), id, ".quittung.json", []byte("die zweite")))
	read(t, s, id, data)
	if n, err := s.Free(t.Context()); err != nil || n <= 0 {
		t.Errorf("Free = %d, %v", n, err)
	}
}

func locks(t *testing.T, open Open, id string) {
	_, one := open(t)
	first, err := one.NewLock(id)
	check(t, err)
	second, err := one.NewLock(id)
	check(t, err)
	other, err := one.NewLock(id + "2")
	check(t, err)
	check(t, first.Lock(t.Context(), func() {}))
	check(t, other.Lock(t.Context(), func() {}))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := second.Lock(ctx, func() {}); !errors.Is(err, handler.ErrFileLocked) {
		t.Errorf("second lock: %v, want ErrFileLocked", err)
	}
	check(t, first.Unlock())
	second, err = one.NewLock(id)
	check(t, err)
	check(t, second.Lock(t.Context(), func() {}))
	check(t, second.Unlock())
	check(t, other.Unlock())
}
