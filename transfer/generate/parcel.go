// Package generate makes test deliveries of any size with any defect: the one
// generator of the project, used by tests, benchmarks, the demo and by everybody
// who wants to try the program without real records. Deliveries are written by
// the writers of the delivery kinds; a defect is a mutation of that output, named
// by the finding code it must cause. The same plan gives the same bytes. All
// names, offices and texts are invented.
package generate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/pack"
	"laufzettel/transfer/wording"
)

// Parcel is a delivery before it is packed.
type Parcel struct {
	sample.Parcel
	more   func(take func(sample.Member) error) error   // makes the files after Members, nil = none
	papers func(p *Parcel, dir, container string) error // slip and list, nil = none
}

// each gives every file in the order it is written.
func (p *Parcel) each(ctx context.Context, take func(sample.Member) error) error {
	next := func(m sample.Member) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return take(m)
	}
	for _, m := range p.Members {
		if err := next(m); err != nil {
			return err
		}
	}
	if p.more == nil {
		return nil
	}
	return p.more(next)
}

// Write packs the parcel into dir and gives the path of the container or folder,
// which is there under its name only when it is complete: until then it ends in
// durable.Suffix, and what failed is taken away. A folder of that name that is there
// gets the new files beside its own. Error: Setup where the disk is full.
func (p *Parcel) Write(ctx context.Context, dir string) (string, error) {
	path, err := p.write(ctx, dir)
	if errors.Is(err, syscall.ENOSPC) {
		err = failure.Wrap(failure.Setup, "write delivery", wording.Say("hint.generate.disk-full"), err)
	}
	return path, err
}

func (p *Parcel) write(ctx context.Context, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make folder of the delivery: %w", err)
	}
	for _, m := range p.Beside {
		if err := writeMember(filepath.Join(dir, filepath.FromSlash(m.Name)), m, p.Clock); err != nil {
			return "", err
		}
	}
	path := filepath.Join(dir, p.Name)
	if p.Folder {
		return path, p.writeFolder(ctx, path)
	}
	path += ".zip"
	if err := whole(path, func(partial string) error {
		if err := p.writeZIP(ctx, partial); err != nil {
			return err
		}
		return p.spoil(partial)
	}); err != nil {
		return "", err
	}
	if p.papers == nil {
		return path, nil
	}
	return path, p.papers(p, dir, path)
}

// whole lets fill make a file or folder beside path and puts it there when it is
// complete; what fill left is removed when it fails.
func whole(path string, fill func(partial string) error) error {
	partial := path + durable.Suffix
	if err := os.RemoveAll(partial); err != nil { // of a killed run
		return fmt.Errorf("write delivery: %w", err)
	}
	err := fill(partial)
	if err == nil {
		err = durable.Rename(partial, path)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(partial))
	}
	return nil
}

func (p *Parcel) writeFolder(ctx context.Context, dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return p.fillFolder(ctx, dir)
	}
	return whole(dir, func(partial string) error {
		if err := os.Mkdir(partial, 0o755); err != nil {
			return fmt.Errorf("make folder of the delivery: %w", err)
		}
		return p.fillFolder(ctx, partial)
	})
}

func (p *Parcel) fillFolder(ctx context.Context, dir string) error {
	return p.each(ctx, func(m sample.Member) error {
		return writeMember(filepath.Join(dir, filepath.FromSlash(m.Name)), m, p.Clock)
	})
}

func writeMember(path string, m sample.Member, clock time.Time) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	if err := errors.Join(copied(m, func(r io.Reader) error { _, err := io.Copy(f, r); return err }), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", m.Name, errors.Join(err, os.Remove(path)))
	}
	return os.Chtimes(path, clock, clock)
}

// copied gives the content of a member to copy and closes it after that.
func copied(m sample.Member, copy func(io.Reader) error) error {
	r, err := m.Reader()
	if err != nil {
		return fmt.Errorf("make %s: %w", m.Name, err)
	}
	if c, ok := r.(io.Closer); ok {
		defer c.Close()
	}
	return copy(r)
}

func (p *Parcel) writeZIP(ctx context.Context, path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write container: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20) // small files would each cost several calls of the system
	z := pack.New(w, p.Clock)
	if err := p.each(ctx, func(m sample.Member) error {
		return copied(m, func(r io.Reader) error { return z.Add(ctx, pack.Member{Name: m.Name, Raw: m.Raw, Mode: m.Mode}, r) })
	}); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return w.Flush()
}

// spoil applies the byte mutations; only spoiled containers are read back whole.
func (p *Parcel) spoil(path string) error {
	if len(p.Spoil) == 0 {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read container: %w", err)
	}
	for _, s := range p.Spoil {
		data = s(data)
	}
	return os.WriteFile(path, data, 0o644)
}
