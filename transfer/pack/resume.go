package pack

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Head is what the directory of a container says of one member, kept so that a
// container that broke off can be gone on with. It is opaque to callers.
type Head = json.RawMessage

// Heads gives the members that are whole, from the n-th on: all but the one whose
// content is being written.
func (w *Writer) Heads(n int) (out []Head, err error) {
	for _, h := range w.heads[min(n, len(w.heads)):max(0, len(w.heads)-1)] {
		raw, err := json.Marshal(h)
		if err != nil {
			return nil, fmt.Errorf("keep head of %s: %w", h.Name, err)
		}
		out = append(out, raw)
	}
	return out, nil
}

// Resume gives a writer that goes on with a container behind the mark at which
// heads were whole and next was begun: w gets what follows, byte for byte what an
// unbroken run would have written. The caller cuts the file at that mark; the
// first member added must be next. Error: heads that are not of this package.
func Resume(w io.Writer, clock time.Time, heads []Head, next Member) (*Writer, error) {
	out := New(w, clock)
	out.gate.shut = true
	zeros := make([]byte, 64<<10)
	for _, raw := range heads {
		h := new(zip.FileHeader)
		if err := json.Unmarshal(raw, h); err != nil {
			return nil, fmt.Errorf("resume container: %w", err)
		}
		to, err := out.z.CreateRaw(h)
		for left := h.CompressedSize64; err == nil && left > 0; {
			n := min(left, uint64(len(zeros)))
			_, err = to.Write(zeros[:n]) // goes nowhere; only the offsets count
			left -= n
		}
		if err != nil {
			return nil, fmt.Errorf("resume container: %w", err)
		}
		out.heads = append(out.heads, h)
	}
	to, err := out.begin(next)
	if err == nil {
		err = out.z.Flush()
	}
	if err != nil {
		return nil, fmt.Errorf("resume container: %w", err)
	}
	out.open, out.gate.shut = to, false
	return out, nil
}

// gate lets through or swallows what is written.
type gate struct {
	w    io.Writer
	shut bool
}

func (g *gate) Write(p []byte) (int, error) {
	if g.shut {
		return len(p), nil
	}
	return g.w.Write(p)
}
