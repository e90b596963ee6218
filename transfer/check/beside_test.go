package check

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"laufzettel/transfer/container"
)

// disk is a large file outside memory, of zeros, that cannot be read from a byte
// on, as a medium with a bad place.
type disk struct {
	size, bad int64 // bad 0 = sound
	reads     *atomic.Int64
}

var errBadPlace = errors.New("input/output error")

func (d disk) Size() int64       { return d.size }
func (d disk) Bytes() []byte     { return nil }
func (d disk) Reader() io.Reader { return io.NewSectionReader(d, 0, d.size) }
func (d disk) ReadAt(p []byte, off int64) (int, error) {
	d.reads.Add(1)
	if off >= d.size {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), d.size-off))
	if d.bad > 0 && off+int64(n) > d.bad {
		return int(max(0, d.bad-off)), errBadPlace
	}
	clear(p[:n])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// thorough reads everything, or to its end over and over.
type thorough struct{ endless bool }

func (thorough) Tool() string { return "test" }
func (i thorough) Identify(_ string, c container.Content) (Format, error) {
	buf := make([]byte, 1<<20)
	for {
		for at := int64(0); at < c.Size(); at += int64(len(buf)) {
			if _, err := c.ReadAt(buf, at); err != nil && !errors.Is(err, io.EOF) {
				return Format{PUID: "fmt/1"}, err
			}
		}
		if !i.endless {
			return Format{PUID: "fmt/1"}, nil
		}
	}
}

// TestInspect_LargeFile: format and digest of a file that is read by both at once;
// a bad place in its middle makes it unreadable and gives no half answer.
func TestInspect_LargeFile(t *testing.T) {
	for _, size := range []int64{besideFrom - 1, besideFrom + 5} {
		for _, bad := range []int64{0, size / 2} {
			var read, reads atomic.Int64
			insp := &inspector{identify: thorough{}, read: &read}
			f := insp.inspect(t.Context(), container.Entry{Path: "film.mp4", Size: size}, disk{size, bad, &reads}, nil, DefaultAlgorithms)
			if bad == 0 && (f.Damage != "" || f.Format.PUID != "fmt/1" || len(f.Digests["sha-512"]) != 128 || len(f.Findings) != 0) {
				t.Errorf("%d bytes: %+v", size, f)
			}
			if bad > 0 && (!strings.Contains(f.Damage, errBadPlace.Error()) || f.Format.PUID != "" || f.Digests != nil ||
				len(f.Findings) != 1 || f.Findings[0].Code != codeFileUnreadable.ID) {
				t.Errorf("%d bytes, unreadable from %d: %+v", size, bad, f)
			}
		}
	}
}

// TestInspect_Cancelled: a stop ends the identification too, before the content is
// given back.
func TestInspect_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var read, reads atomic.Int64
	insp := &inspector{identify: thorough{endless: true}, read: &read}
	cancel()
	f := insp.inspect(ctx, container.Entry{Path: "film.mp4", Size: besideFrom}, disk{besideFrom, 0, &reads}, nil, DefaultAlgorithms)
	before := reads.Load()
	if f.Damage == "" || f.Format.PUID != "" {
		t.Errorf("%+v", f)
	}
	if reads.Load() != before {
		t.Error("the content is read after it was given back")
	}
}
