package stop_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"laufzettel/transfer/stop"
)

func TestReader(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := stop.Reader(ctx, strings.NewReader("abcdef"))
	b := make([]byte, 3)
	if n, err := io.ReadFull(r, b); err != nil || string(b[:n]) != "abc" {
		t.Fatalf("%q, %v", b[:n], err)
	}
	cancel()
	if n, err := r.Read(b); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("read %d bytes after the end, %v", n, err)
	}
	if all, err := io.ReadAll(stop.Reader(t.Context(), strings.NewReader("abc"))); err != nil || string(all) != "abc" {
		t.Errorf("%q, %v", all, err)
	}
}
