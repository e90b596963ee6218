package prepare

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// site implements Site.
type site struct {
	dir      string
	plan     *kind.Plan
	rows     map[string]row
	open     container.Options
	made     []row
	findings []check.Finding
	signers  []kind.Signer
	all      []kind.Signer // also those beyond what is shown
	signed   int
	kept     int // of them, those that stay in their file
}

// Files implements Site.
func (s *site) Files() iter.Seq[kind.File] { return sorted(s.rows) }

// Looked implements Site.
func (s *site) Looked() iter.Seq2[kind.Copy, string] {
	return func(yield func(x kind.Copy, note string) bool) {
		for _, x := range s.plan.Copies {
			if r := s.rows[x.To]; r.Note != "" && !yield(x, r.Note) {
				return
			}
		}
	}
}

// Beside implements Site.
func (s *site) Beside(name string) (string, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return "", disk("make portion", err)
	}
	name = filepath.Join(filepath.Dir(s.dir), name)
	return name, disk("make room beside the portion", os.RemoveAll(name))
}

// Open implements Site.
func (s *site) Open(ctx context.Context, path string) (container.Tree, error) {
	return container.Open(ctx, path, s.open)
}

// Tree implements Site.
func (s *site) Tree(ctx context.Context) (container.Tree, error) {
	o := s.open
	o.Counter = nil // our own copies, not the source
	return container.Open(ctx, s.dir, o)
}

// Tell implements Site.
func (s *site) Tell(f ...check.Finding) { s.findings = append(s.findings, f...) }

// Signed implements Site.
func (s *site) Signed(x kind.Signer) {
	s.signed++
	s.all = append(s.all, x)
	if x.Stays() {
		s.kept++
	}
	if len(s.signers) < kind.MaxShown {
		s.signers = append(s.signers, x)
	}
}

// Write implements Site.
func (s *site) Write(p string, fill func(io.Writer) error) error {
	if _, taken := s.rows[p]; taken {
		return failure.New(failure.Refused, "write "+p, wording.Say("hint.prepare.name-reserved", p))
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
	r := row{File: kind.File{Path: p, Size: counted.n, Digests: digest.Sum()}, modified: info.ModTime().Unix()}
	s.rows[p] = r
	s.made = append(s.made, r)
	return nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }
