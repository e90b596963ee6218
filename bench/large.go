package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"laufzettel/transfer/pack"
)

// againstRhash is the promise of large files inside one ZIP: rhash has no way
// into it and reads the container as the file it is.
const againstRhash = "at most 1.5 × pure hashing (rhash over the ZIP as one file, one worker)"

func large(ctx context.Context, o options) (measurement, error) {
	d, err := o.largeSet()
	m := measurement{Title: "Check of large files", Data: d.String() + ": PDF, TIFF, MP4, unknown, random inside."}
	return o.againstHashing(ctx, m, d, err)
}

func (o options) largeSet() (made, error) {
	return build(filepath.Join(o.work, fmt.Sprintf("large-%d", o.large)), func(p string) error { return largeFiles(p, o.large) })
}

func largeZIP(ctx context.Context, o options) (measurement, error) {
	d, err := o.largeSet()
	m := measurement{Title: "Check of large files, one ZIP", Data: "The same " + d.String() + ": PDF, TIFF, MP4, unknown, random inside"}
	return o.insideZIP(ctx, m, d, err)
}

func single(ctx context.Context, o options) (measurement, error) {
	d, err := o.singleSet()
	m := measurement{Title: "Check of one large file", Data: d.String() + ", MP4."}
	return o.againstHashing(ctx, m, d, err)
}

func (o options) singleSet() (made, error) {
	return build(filepath.Join(o.work, fmt.Sprintf("single-%d", o.single)), func(p string) error {
		return largeFile(filepath.Join(p, "aufnahme.mp4"), 2, o.single)
	})
}

func singleZIP(ctx context.Context, o options) (measurement, error) {
	d, err := o.singleSet()
	m := measurement{Title: "Check of one large file, one ZIP", Data: "The same " + d.String() + ", MP4"}
	return o.insideZIP(ctx, m, d, err)
}

func (o options) againstHashing(ctx context.Context, m measurement, d made, err error) (measurement, error) {
	m.Promise = "at most 1.5 × pure hashing (rhash, as many workers)"
	if err != nil {
		return m, err
	}
	m.Rows, err = contest(ctx, o.rounds, append([]contender{o.ours(d.path), o.siegfried(d.path)}, hashers(d.path)...))
	m.Kept = keeps(m.Rows, "rhash, 2 workers", 1.5)
	return m, err
}

// insideZIP measures the files of d out of one ZIP. They are stored: random
// content does not get smaller, and inflate is measured with the small files.
func (o options) insideZIP(ctx context.Context, m measurement, d made, err error) (measurement, error) {
	m.Promise = againstRhash
	if err != nil {
		return m, err
	}
	z, err := build(d.path+".zip", func(p string) error { return storedZIP(ctx, p, d.path) })
	if err != nil {
		return m, err
	}
	m.Data += ", stored in one ZIP. sf reads them out of it (-z); rhash and sha256sum read the ZIP as one file."
	m.Rows, err = contest(ctx, o.rounds, []contender{o.ours(z.path), o.siegfried("-z", z.path),
		{name: "unzip -t", args: []string{"unzip", "-tqq", z.path}, note: "CRC only"},
		{name: "rhash", args: []string{"rhash", "--sha512", z.path}, note: "the ZIP as one file, SHA-512 only"},
		{name: "sha256sum", args: []string{"sha256sum", z.path}, note: "the ZIP as one file, SHA-256 only"}})
	m.Kept = keeps(m.Rows, "rhash", 1.5)
	return m, err
}

// storedZIP packs a folder without compression, by the writer of the product;
// ZIP64 where a size asks for it.
func storedZIP(ctx context.Context, path, dir string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := pack.New(f, clock)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		content, err := os.Open(p)
		if err != nil {
			return err
		}
		defer content.Close()
		return z.Add(ctx, pack.Member{Name: filepath.ToSlash(rel), Store: true}, content)
	})
	return errors.Join(err, z.Close())
}
