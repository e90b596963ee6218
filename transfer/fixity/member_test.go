package fixity

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const sumOfEins = "bfd6b995588ec54ce16871bc82a7ac86dd43a2c22309ea68e479a50043683937"

func TestMember_Measure(t *testing.T) {
	broken := errors.New("broken")
	open := func() (io.Reader, error) { return strings.NewReader("eins"), nil }
	read, err := Measure(strings.NewReader("eins"), SHA256)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		in   Member
		algs []Algorithm
		want Known
		err  error
	}{
		"data":   {Member{Data: []byte("eins")}, []Algorithm{SHA256}, read, nil},
		"opened": {Member{Open: open}, []Algorithm{SHA256}, read, nil},
		"known": {Member{Open: open, Known: &Known{9, map[string]string{"sha-256": "ab"}}}, []Algorithm{SHA256},
			Known{9, map[string]string{"sha-256": "ab"}}, nil},
		"known by another": {Member{Open: open, Known: &Known{9, map[string]string{"md5": "ab"}}}, []Algorithm{SHA256}, read, nil},
		"not to open":      {Member{Open: func() (io.Reader, error) { return nil, broken }}, []Algorithm{SHA256}, Known{}, broken},
		"breaks off": {Member{Open: func() (io.Reader, error) { return iotest.ErrReader(broken), nil }}, []Algorithm{SHA256}, Known{},
			broken},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tt.in.Measure(tt.algs...)
			if !errors.Is(err, tt.err) {
				t.Fatalf("got %v, want %v", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, got); err == nil && diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := Measure(strings.NewReader(""), "rot13"); err == nil {
		t.Error("an unknown algorithm was taken")
	}
}

func TestMeasureFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("eins"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := MeasureFile(name, SHA256)
	if err != nil || got.Size != 4 || got.Digests[string(SHA256)] != sumOfEins {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := MeasureFile(name+"b", SHA256); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
