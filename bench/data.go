package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/flate"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds"
)

// clock is the time every made file carries.
var clock = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)

// made says what a data set holds.
type made struct {
	path  string
	files int
	bytes int64
}

func (m made) String() string {
	return fmt.Sprintf("%d files, %.0f MB", m.files, float64(m.bytes)/(1<<20))
}

// build makes a data set unless it is there from an earlier run; the mark is
// written last, so that half a set is made anew.
func build(path string, fill func(path string) error) (made, error) {
	mark := path + ".ready"
	if _, err := os.Stat(mark); err != nil {
		if err := os.RemoveAll(path); err != nil {
			return made{}, err
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return made{}, err
		}
		if err := fill(path); err != nil { // half a set would only take the place of a whole one
			return made{}, fmt.Errorf("build %s: %w", filepath.Base(path), errors.Join(err, os.RemoveAll(path)))
		}
		if err := os.WriteFile(mark, nil, 0o644); err != nil {
			return made{}, err
		}
	}
	return measureTree(path)
}

func measureTree(path string) (made, error) {
	m := made{path: path}
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		m.files++
		m.bytes += info.Size()
		return err
	})
	return m, err
}

// smallFiles makes n mixed files of a few kilobytes each by the project's
// generator, a hundred to a folder.
func smallFiles(ctx context.Context, dir string, n int) error {
	for i := 0; n > 0; i++ {
		plan := generate.Plan{Kind: "files", Seed: uint64(i + 1), Dossiers: 1, Cases: 10, Documents: 10, Folder: true}
		p, err := generate.Make(kinds.All(time.Now), plan)
		if err != nil {
			return err
		}
		p.Members = p.Members[:min(n, len(p.Members))]
		p.Name = fmt.Sprintf("%04d", i)
		if _, err := p.Write(ctx, dir); err != nil {
			return err
		}
		n -= len(p.Members)
	}
	return nil
}

// frames give large files the look of their format at both ends; what lies
// between is random.
var frames = []struct{ ext, front, end string }{
	{"pdf", "%PDF-1.6\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Length 9 >>\nstream\n",
		"\nendstream\nendobj\n2 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"},
	{"tif", "II*\x00\x08\x00\x00\x00", ""},
	{"mp4", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", ""},
	{"bin", "", ""},
}

// largeFiles makes files of 32 to 128 MB until the sum is reached.
func largeFiles(dir string, total int64) error {
	r := rand.New(rand.NewPCG(11, 7))
	for i := 0; total > 0; i++ {
		size := min(total, 32<<20+r.Int64N(96<<20))
		if err := largeFile(filepath.Join(dir, fmt.Sprintf("anlage-%03d.%s", i, frames[i%len(frames)].ext)), i, size); err != nil {
			return err
		}
		total -= size
	}
	return nil
}

func largeFile(path string, i int, size int64) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	fr := frames[i%len(frames)]
	var seed [32]byte
	seed[0] = byte(i)
	middle := io.LimitReader(rand.NewChaCha8(seed), max(0, size-int64(len(fr.front)+len(fr.end))))
	if _, err := io.WriteString(f, fr.front); err != nil {
		return err
	}
	if _, err := io.CopyBuffer(onlyWriter{f}, middle, make([]byte, 1<<20)); err != nil {
		return err
	}
	_, err = io.WriteString(f, fr.end)
	return err
}

// onlyWriter hides ReadFrom, so that the buffer given is used.
type onlyWriter struct{ io.Writer }

// tinyFiles makes n text files of about 100 bytes, a thousand to a folder: the
// number counts here, not the content.
func tinyFiles(ctx context.Context, dir string, n int) error {
	for i := range n {
		folder := filepath.Join(dir, fmt.Sprintf("%04d", i/1000))
		if i%1000 == 0 {
			if err := errors.Join(ctx.Err(), os.MkdirAll(folder, 0o755)); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(folder, tinyName(i)), tinyText(i), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func tinyName(i int) string { return fmt.Sprintf("vermerk-%07d.txt", i) }

func tinyText(i int) []byte {
	return fmt.Appendf(nil, "Vermerk %d\n\nDer Bescheid vom %s ist zugestellt. Wiedervorlage in %d Tagen.\n", i,
		clock.AddDate(0, 0, i%3000).Format("02.01.2006"), i%90)
}

// tinyZIP is the same in one ZIP.
func tinyZIP(ctx context.Context, path string, n int) error {
	return writeZIP(path, func(add func(name string, data io.Reader) error) error {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := add(fmt.Sprintf("%04d/%s", i/1000, tinyName(i)), bytes.NewReader(tinyText(i))); err != nil {
				return err
			}
		}
		return nil
	})
}

// zipOf packs a folder.
func zipOf(path, dir string) error {
	return writeZIP(path, func(add func(name string, data io.Reader) error) error {
		return filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(dir, p)
			if err != nil {
				return err
			}
			f, err := os.Open(p)
			if err != nil {
				return err
			}
			defer f.Close()
			return add(filepath.ToSlash(rel), f)
		})
	})
}

func writeZIP(path string, fill func(add func(name string, data io.Reader) error) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := zip.NewWriter(f)
	deflate := &reusable{}
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return deflate.to(w) })
	err = fill(func(name string, data io.Reader) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: clock})
		if err == nil {
			_, err = io.Copy(w, data)
		}
		return err
	})
	return errors.Join(err, z.Close())
}

// reusable is one compressor for all entries; they are written one after another.
type reusable struct{ *flate.Writer }

func (r *reusable) to(w io.Writer) (io.WriteCloser, error) {
	if r.Writer == nil {
		var err error
		r.Writer, err = flate.NewWriter(w, 5)
		return r, err
	}
	r.Reset(w)
	return r, nil
}

// message makes an xdomea offer of n documents, with the message beside the ZIP
// for programs that read XML only.
func message(ctx context.Context, dir string, n int) error {
	p, err := generate.Make(kinds.All(time.Now), generate.Plan{Kind: "xdomea-0501", Seed: 5, Dossiers: max(1, n/1000), Cases: 10,
		Documents: 100, Mix: []string{"txt"}})
	if err != nil {
		return err
	}
	if _, err := p.Write(ctx, dir); err != nil {
		return err
	}
	r, err := p.Members[0].Reader()
	if err != nil {
		return err
	}
	data, err := io.ReadAll(r)
	return errors.Join(err, os.WriteFile(filepath.Join(dir, "nachricht.xml"), data, 0o644))
}
