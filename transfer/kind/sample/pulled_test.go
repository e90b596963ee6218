package sample

import (
	"errors"
	"io"
	"testing"
)

func TestPulled(t *testing.T) {
	broken := errors.New("broken")
	r := pulled(func(w io.Writer) error {
		_, err := w.Write([]byte("abc"))
		return errors.Join(err, broken)
	})
	if data, err := io.ReadAll(r); string(data) != "abc" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", data, err)
	}
	ended := false
	r = pulled(func(w io.Writer) error {
		for {
			if _, err := w.Write([]byte("abc")); err != nil {
				ended = true
				return err
			}
		}
	})
	if _, err := io.ReadFull(r, make([]byte, 2)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil || !ended {
		t.Errorf("closed: %v, writing ended: %v", err, ended)
	}
}
