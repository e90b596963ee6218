package fixity

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Known is size and digests of a content by canonical algorithm.
type Known struct {
	Size    int64
	Digests map[string]string
}

// Measure reads r to its end. Errors: an unknown algorithm, those of r.
func Measure(r io.Reader, algorithms ...Algorithm) (Known, error) {
	d, err := NewDigester(algorithms...)
	if err != nil {
		return Known{}, err
	}
	n, err := io.Copy(d, r)
	return Known{Size: n, Digests: d.Sum()}, err
}

// MeasureFile reads a local file to its end.
func MeasureFile(name string, algorithms ...Algorithm) (Known, error) {
	f, err := os.Open(name)
	if err != nil {
		return Known{}, err
	}
	k, err := Measure(f, algorithms...)
	return k, errors.Join(err, f.Close())
}

// Member is one file of a package under construction (BagIt, E-ARK, eCH-0160).
type Member struct {
	Name string
	Data []byte                    // content, or
	Open func() (io.Reader, error) // content of large members
	// Known is what was learned of the content in an earlier read; where it has the
	// digests asked for nothing is read. nil = read.
	Known *Known
}

// Reader gives the content anew.
func (m Member) Reader() (io.Reader, error) {
	if m.Open != nil {
		return m.Open()
	}
	return bytes.NewReader(m.Data), nil
}

// Measure gives size and digests of the content, as known or by reading it.
func (m Member) Measure(algorithms ...Algorithm) (Known, error) {
	if m.Known != nil && m.Known.has(algorithms) {
		return *m.Known, nil
	}
	r, err := m.Reader()
	if err != nil {
		return Known{}, fmt.Errorf("read %s: %w", m.Name, err)
	}
	k, err := Measure(r, algorithms...)
	if err != nil {
		err = fmt.Errorf("read %s: %w", m.Name, err)
	}
	return k, err
}

func (k Known) has(algorithms []Algorithm) bool {
	for _, a := range algorithms {
		if k.Digests[string(a)] == "" {
			return false
		}
	}
	return true
}
