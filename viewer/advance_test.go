package viewer_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"laufzettel/viewer"
)

// A long reading is told in steps that never go back nor beyond the whole, a short
// one not at all, and a cancelled one ends.
func TestAdvancing(t *testing.T) {
	content := make([]byte, viewer.WorthTelling+viewer.WorthTelling/2)
	var told []int64
	ctx := viewer.WithAdvance(t.Context(), func(done, total int64) {
		if done > total || len(told) > 0 && done < told[len(told)-1] {
			t.Errorf("%d of %d after %v", done, total, told)
		}
		told = append(told, done)
	})
	n, err := io.Copy(io.Discard, viewer.Advancing(ctx, bytes.NewReader(content), viewer.WorthTelling))
	if err != nil || n != int64(len(content)) {
		t.Fatal(n, err)
	}
	if len(told) < 50 || len(told) > 160 || told[len(told)-1] != viewer.WorthTelling {
		t.Errorf("told %d times, at last %d", len(told), told[len(told)-1])
	}
	told = nil
	if _, err := io.Copy(io.Discard, viewer.Advancing(ctx, bytes.NewReader(content), 1000)); err != nil || told != nil {
		t.Errorf("a short one: %v, %v", told, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := viewer.Advancing(ctx, bytes.NewReader(content), 1).Read(make([]byte, 8)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
