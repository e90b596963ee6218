package prepare

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
)

// Site is the portion while its documents are written.
type Site struct {
	dir      string
	plan     *Plan
	rows     map[string]row
	open     container.Options
	made     []row
	findings []check.Finding
	signers  []Signer
	signed   int
}

// Files gives every file that is in place, with its digests, by path.
func (s *Site) Files() iter.Seq[File] { return sorted(s.rows) }

// Looked gives every source that was looked at with the note about it, also those
// that are not part of the portion.
func (s *Site) Looked() iter.Seq2[string, string] {
	return func(yield func(path, note string) bool) {
		for _, x := range s.plan.Copies {
			if r := s.rows[x.To]; r.Note != "" && !yield(x.From, r.Note) {
				return
			}
		}
	}
}

// Tree opens what is in place; the caller closes it.
func (s *Site) Tree(ctx context.Context) (container.Tree, error) {
	o := s.open
	o.Counter = nil // our own copies, not the source
	return container.Open(ctx, s.dir, o)
}

// Tell adds a finding about the material.
func (s *Site) Tell(f ...check.Finding) { s.findings = append(s.findings, f...) }

// Dissolve notes a signature that was dissolved.
func (s *Site) Dissolve(x Signer) {
	s.signed++
	if len(s.signers) < MaxShown {
		s.signers = append(s.signers, x)
	}
}

// Write writes a document of ours into the portion. Error: Refused where a file
// of that name was delivered.
func (s *Site) Write(p string, fill func(io.Writer) error) error {
	if _, taken := s.rows[p]; taken {
		return failure.New(failure.Refused, "write "+p, "Das Material enthält schon eine Datei „"+p+"“, die das Programm selbst schreibt. Bitte aus dem Material nehmen oder umbenennen.")
	}
	digest, err := fixity.NewDigester(append([]fixity.Algorithm{fixity.SHA512}, s.plan.Algorithms...)...)
	if err != nil {
		return err
	}
	name := filepath.Join(s.dir, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return disk("write "+p, err)
	}
	counted := &counter{}
	var filling error
	err = durable.Write(name, 0o600, func(w io.Writer) error {
		filling = fill(io.MultiWriter(w, digest, counted))
		return filling
	})
	if filling != nil {
		return wrapped(p, filling)
	}
	if err != nil {
		return disk("write "+p, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return disk("write "+p, err)
	}
	r := row{File: File{Path: p, Size: counted.n, Digests: digest.Sum()}, modified: info.ModTime().Unix()}
	s.rows[p] = r
	s.made = append(s.made, r)
	return nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

// WriteFile writes a finished document into the portion.
func (s *Site) WriteFile(p string, data []byte) error {
	return s.Write(p, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// closed closes c and joins its error.
func closed(c io.Closer, err error) error { return errors.Join(err, c.Close()) }
