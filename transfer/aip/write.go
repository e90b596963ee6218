package aip

import (
	"archive/tar"
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Write builds the package of s as TAR. Nothing is written before METS, PREMIS
// and description are built and valid (A14). Errors: failure.Refused for a Spec
// that a person can mend, failure.Damaged for a source file whose digest or size
// differs from what the check found; then what was written is no package.
func Write(ctx context.Context, w io.Writer, s Spec) (Summary, error) {
	d, err := plan(&s)
	if err != nil {
		return Summary{}, err
	}
	return d.write(ctx, w)
}

// WriteAccession builds the accession package of s as TAR.
func WriteAccession(ctx context.Context, w io.Writer, s AccessionSpec) (Summary, error) {
	d, err := planAccession(&s)
	if err != nil {
		return Summary{}, err
	}
	return d.write(ctx, w)
}

// The named points at which a hook of WriteFile is called: commit points for the
// kill suite.
const (
	BeforeRename = "aip.write.before-rename" // all bytes are on the disk under a temporary name
	AfterRename  = "aip.write.after-rename"  // the package has its name, the folder is synced
)

// WriteFile builds the package of s at path: temporary file beside it, sync,
// rename, sync of the folder. A package that is already there and equal byte for
// byte is left and its Summary given (a second run after a kill); a different one
// is never overwritten (A15): failure.Damaged. hook may be nil.
func WriteFile(ctx context.Context, path string, s Spec, hook func(point string)) (Summary, error) {
	return toFile(path, hook, func(w io.Writer) (Summary, error) { return Write(ctx, w, s) }, nil)
}

// WriteAccessionFile does for an accession package what WriteFile does.
func WriteAccessionFile(ctx context.Context, path string, s AccessionSpec, hook func(point string)) (Summary, error) {
	return toFile(path, hook, func(w io.Writer) (Summary, error) { return WriteAccession(ctx, w, s) }, nil)
}

// header is plain: what differs between machines and runs is left out.
func (d *draft) header(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: d.root + "/" + name, Size: size, Mode: 0o644, ModTime: d.ordered, Format: tar.FormatPAX}
}

func (d *draft) write(ctx context.Context, w io.Writer) (Summary, error) {
	mets, err := d.seal(ctx)
	if err != nil {
		return Summary{}, err
	}
	sum := sha512.New()
	count := &counter{w: io.MultiWriter(w, sum)}
	tw := tar.NewWriter(count)
	seal := []byte(d.proven[metsName] + "  " + metsName + "\n")
	// METS.xml comes first, so that a reader of the stream knows what follows; its
	// seal comes second, the rest in the order of names.
	for _, x := range []struct {
		name string
		b    []byte
	}{{metsName, mets}, {sealName, seal}} {
		if err := tw.WriteHeader(d.header(x.name, int64(len(x.b)))); err != nil {
			return Summary{}, fmt.Errorf("write %s: %w", x.name, err)
		}
		if _, err := tw.Write(x.b); err != nil {
			return Summary{}, fmt.Errorf("write %s: %w", x.name, err)
		}
	}
	buf := make([]byte, copyBuffer)
	folders := d.folders
	for _, p := range d.parts {
		if folders, err = d.writeFolders(tw, folders, p.path); err != nil {
			return Summary{}, err
		}
		h := d.header(p.path, p.size)
		if d.tree && p.file != nil {
			h.ModTime = p.created.Truncate(time.Second)
		}
		if err := tw.WriteHeader(h); err != nil {
			return Summary{}, fmt.Errorf("write %s: %w", p.path, err)
		}
		if _, err := p.copy(ctx, tw, buf, d.readBack); err != nil {
			return Summary{}, err
		}
	}
	if _, err := d.writeFolders(tw, folders, "\xff"); err != nil {
		return Summary{}, err
	}
	if err := tw.Close(); err != nil {
		return Summary{}, fmt.Errorf("close package: %w", err)
	}
	return Summary{PID: d.pid, Root: d.root, Size: count.n, SHA512: hex.EncodeToString(sum.Sum(nil)), Files: len(d.parts) + 2}, nil
}

// writeFolders writes the folders of a delivered tree that come before a path, and gives
// the others: each stands before what lies in it, so that tar alone gives the tree back
// with its dates.
func (d *draft) writeFolders(tw *tar.Writer, folders []Folder, before string) ([]Folder, error) {
	for len(folders) > 0 && dataFolder+folders[0].Path+"/" < before {
		f := folders[0]
		folders = folders[1:]
		h := d.header(dataFolder+f.Path+"/", 0)
		h.Typeflag, h.Mode = tar.TypeDir, 0o700
		if !f.Modified.IsZero() {
			h.ModTime = f.Modified.Truncate(time.Second)
		}
		if err := tw.WriteHeader(h); err != nil {
			return nil, fmt.Errorf("write folder %s: %w", f.Path, err)
		}
	}
	return folders, nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// digesters are the algorithms that a source file's known digests are compared
// with while it is copied; SHA-512 always is.
var digesters = map[string]func() hash.Hash{"md5": md5.New, "sha-1": sha1.New, "sha-256": sha256.New, "sha-384": sha512.New384}

// copyBuffer is the size of the buffer through which the files of a package go.
const copyBuffer = 32 << 10

// copy writes the content to w by way of buf, compares size and every known digest,
// and gives the SHA-512. A difference is failure.Damaged: there will be no package.
// Where the package is read back, a known SHA-512 is left to that.
func (p *part) copy(ctx context.Context, w io.Writer, buf []byte, readBack bool) (string, error) {
	r, err := p.open()
	if err != nil {
		return "", failure.Wrap(failure.Damaged, "open source file", wording.Say("hint.aip.source-unreadable", p.path), err)
	}
	defer r.Close() // opened for reading: closing cannot lose anything
	hashes := map[string]hash.Hash{}
	targets := []io.Writer{w}
	if !readBack || p.sha512 == "" {
		hashes[sha512Name] = sha512.New()
		targets = append(targets, hashes[sha512Name])
	}
	for alg := range p.known {
		if mk, ok := digesters[alg]; ok {
			hashes[alg] = mk()
			targets = append(targets, hashes[alg])
		}
	}
	n, err := io.CopyBuffer(io.MultiWriter(targets...), &source{ctx: ctx, r: r, left: p.size}, buf)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, errGrown) || err == nil && n != p.size:
		return "", damaged(p.path, fmt.Errorf("size is not %d", p.size))
	case err != nil:
		return "", fmt.Errorf("copy %s: %w", p.path, err)
	}
	got := p.sha512
	for alg, h := range hashes {
		have, want := hex.EncodeToString(h.Sum(nil)), p.known[alg]
		if alg == sha512Name {
			if got = have; p.sha512 == "" {
				continue // nobody has told it yet
			}
			want = p.sha512
		}
		if have != want {
			return "", damaged(p.path, fmt.Errorf("%s %s, want %s", alg, have, want))
		}
	}
	return got, nil
}

func damaged(name string, err error) error {
	return failure.Wrap(failure.Damaged, "verify source file",
		wording.Say("hint.aip.source-changed", name), err)
}

var errGrown = errors.New("more content than announced")

// source stops at the caller's wish and at the announced size: a grown file must
// not break the TAR.
type source struct {
	ctx  context.Context
	r    io.Reader
	left int64
}

func (s *source) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.r.Read(b)
	if s.left -= int64(n); s.left < 0 {
		return 0, errGrown
	}
	return n, err
}

// staleAfter is how long an unfinished temporary file must have lain untouched
// before it counts as left over by a killed program.
const staleAfter = time.Hour

// temporary makes the file beside path in which the package grows:
// ".NAME.1.part", or the next number while another program writes the same package.
// What a killed run left over under such a name is removed. The folder is not looked
// through: with 5,000 packages in it that would be done 5,000 times.
func temporary(path string) (*os.File, error) {
	for i := 1; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.part", filepath.Base(path), i))
		if info, err := os.Lstat(name); err == nil && time.Since(info.ModTime()) > staleAfter {
			_ = os.Remove(name) // where that fails the next number serves
		}
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) || i == mostWriters {
			return f, err
		}
	}
}

// mostWriters bounds how many unfinished files of one package lie side by side.
const mostWriters = 10000

// toFile writes what build makes. prove may be nil; it is given the complete file before that
// gets its name.
func toFile(path string, hook func(string), build func(io.Writer) (Summary, error), prove func(name string) error) (Summary, error) {
	tmp, err := temporary(path)
	if err != nil {
		return Summary{}, diskError(err)
	}
	defer func() {
		_ = tmp.Close()
		_ = os.Remove(tmp.Name()) // gone already where the rename was reached
	}()
	out := newBehind(tmp)
	sum, err := build(out)
	pieces, werr := out.finish()
	if err != nil {
		return Summary{}, err
	}
	if sum.Size > PieceSize {
		sum.Pieces = string(pieces)
	}
	if err := errors.Join(werr, tmp.Sync(), tmp.Chmod(0o600), tmp.Close()); err != nil {
		return Summary{}, diskError(err)
	}
	if prove != nil {
		if err := prove(tmp.Name()); err != nil {
			return Summary{}, err
		}
	}
	if same, err := sameFile(path, sum); err != nil || same {
		return sum, err
	}
	call(hook, BeforeRename)
	if err := durable.Rename(tmp.Name(), path); err != nil {
		return Summary{}, diskError(err)
	}
	if err := durable.SyncDir(filepath.Dir(path)); err != nil {
		return Summary{}, diskError(err)
	}
	call(hook, AfterRename)
	return sum, nil
}

func call(hook func(string), point string) {
	if hook != nil {
		hook(point)
	}
}

func diskError(err error) error {
	return failure.Wrap(failure.Setup, "write package", wording.Say("hint.aip.package-not-saved"), err)
}

// sameFile reports whether an equal package is there already; a different one is
// an error, since a sealed package is never rewritten.
func sameFile(path string, want Summary) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, diskError(err)
	}
	defer f.Close() // opened for reading
	h := sha512.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return false, diskError(err)
	}
	if n != want.Size || hex.EncodeToString(h.Sum(nil)) != want.SHA512 {
		return false, failure.Wrap(failure.Damaged, "write package",
			wording.Say("hint.aip.name-taken"), fs.ErrExist)
	}
	return true, nil
}

func parseStamp(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}
