// Package generate makes test deliveries of any size with any defect: the one
// generator of the project, used by tests, benchmarks, the demo and by everybody
// who wants to try the program without real records. Deliveries are written by
// the writers of the delivery kinds; a defect is a mutation of that output, named
// by the finding code it must cause. The same plan gives the same bytes. All
// names, offices and texts are invented.
package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/pack"
)

// Member is one file of a delivery before it is packed.
type Member struct {
	Name string
	Data []byte                    // content, or
	Open func() (io.Reader, error) // content of large members, made while it is written
	Raw  bool                      // Name is written as it is, without the UTF-8 mark (CP850 names)
	Mode fs.FileMode               // type bits for links; 0 = ordinary file
}

func (m Member) content() fixity.Member {
	return fixity.Member{Name: m.Name, Data: m.Data, Open: m.Open}
}

func (m Member) reader() (io.Reader, error) { return m.content().Reader() }

// Parcel is a delivery before it is packed, the thing defects work on.
type Parcel struct {
	Name    string // container name without extension
	Members []Member
	Folder  bool      // write a folder instead of a ZIP
	Clock   time.Time // modification time of every member
	// Beside are files that lie beside the container (slip, list).
	Beside []Member
	// Spoil changes the bytes of the finished container.
	Spoil []func([]byte) []byte

	papers func(p *Parcel, dir, container string) error // slip and list, nil = none
}

// Find gives the member of that name, or nil.
func (p *Parcel) Find(name string) *Member {
	i := slices.IndexFunc(p.Members, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
}

// Remove takes a member out.
func (p *Parcel) Remove(name string) {
	p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return m.Name == name })
}

// Write packs the parcel into dir and gives the path of the container or folder.
func (p *Parcel) Write(ctx context.Context, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make folder of the delivery: %w", err)
	}
	for _, m := range p.Beside {
		if err := writeMember(filepath.Join(dir, filepath.FromSlash(m.Name)), m, p.Clock); err != nil {
			return "", err
		}
	}
	if p.Folder {
		return p.writeFolder(ctx, filepath.Join(dir, p.Name))
	}
	path := filepath.Join(dir, p.Name+".zip")
	if err := p.writeZIP(ctx, path); err != nil {
		return "", err
	}
	if err := p.spoil(path); err != nil || p.papers == nil {
		return path, err
	}
	return path, p.papers(p, dir, path)
}

func (p *Parcel) writeFolder(ctx context.Context, dir string) (string, error) {
	for _, m := range p.Members {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if err := writeMember(filepath.Join(dir, filepath.FromSlash(m.Name)), m, p.Clock); err != nil {
			return "", err
		}
	}
	return dir, nil
}

func writeMember(path string, m Member, clock time.Time) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	r, err := m.reader()
	if err != nil {
		return fmt.Errorf("make %s: %w", m.Name, err)
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	_, err = io.Copy(f, r)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", m.Name, err)
	}
	return os.Chtimes(path, clock, clock)
}

func (p *Parcel) writeZIP(ctx context.Context, path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write container: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := pack.New(f, p.Clock)
	for _, m := range p.Members {
		r, err := m.reader()
		if err != nil {
			return fmt.Errorf("pack %s: %w", m.Name, err)
		}
		if err := z.Add(ctx, pack.Member{Name: m.Name, Raw: m.Raw, Mode: m.Mode}, r); err != nil {
			return err
		}
	}
	return z.Close()
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
