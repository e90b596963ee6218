// Package door holds the ways to an archive that are no signed channel: a watched
// folder or UNC share, SFTP, a bucket of the S3 protocol, and fetching from a link an agency offers. What
// travels is the same: the package and beside it the signed manifest; the
// archive puts the signed receipt into the same place (receipt by file).
//
// It is not: a channel of its own kind. Whether a receipt is genuine decides
// sync/channel, as for any other delivery; nothing counts as delivered before.
//
// Invariants:
//   - a file bears its name only when it is complete, synced where the other side
//     can, and was read back with the digest of the manifest; until then it ends in
//     ".partial";
//   - the package gets its name last, after the manifest: whoever watches sees both;
//   - a file that is there already is never written over;
//   - a host is spoken to only when it shows the key that was entered.
//
// This room is the only importer of pkg/sftp.
package door

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// place is a folder somewhere, with the few things a delivery needs. Names have
// no slash. A missing file is fs.ErrNotExist.
type place interface {
	size(name string) (int64, error)
	// add opens a file for writing from an offset on; Close syncs it.
	// size is how long it is to be: a store of objects keeps nothing shorter.
	add(name string, offset, size int64) (io.WriteCloser, error)
	open(name string) (io.ReadCloser, error)
	rename(from, to string) error
	remove(name string) error
	close() error
}

// Carrier delivers through a door. It implements channel.Carrier.
type Carrier struct {
	enter func(ctx context.Context) (place, error)
	limit *channel.Limit
}

var (
	hintTaken    = wording.Say("hint.door.other-file-there")
	hintChanged  = wording.Say("hint.door.package-changed")
	hintReadBack = wording.Say("hint.door.arrived-differs")
	hintDoor     = wording.Say("hint.door.place-unreachable")
	hintWaiting  = wording.Say("hint.door.receipt-awaited")
)

func away(op string, err error) error {
	if err == nil || failure.Canceled(err) || failure.Explained(err) {
		return err
	}
	return failure.Wrap(failure.Transient, op, hintDoor, err)
}

// Deliver implements channel.Carrier. It may be repeated at any point: what is
// there is kept, what is missing is added.
func (c *Carrier) Deliver(ctx context.Context, p channel.Parcel, report func(done, total int64)) (err error) {
	at, err := c.enter(ctx)
	if err != nil {
		return away("open door", err)
	}
	defer func() { err = errors.Join(err, away("close door", at.close())) }()
	stop := context.AfterFunc(ctx, func() { _ = at.close() }) // ends what waits on the line
	defer stop()
	if err := c.deliver(ctx, at, p, report); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return away("deliver through door", err)
	}
	return nil
}

func (c *Carrier) deliver(ctx context.Context, at place, p channel.Parcel, report func(done, total int64)) error {
	m, name := p.Manifest, p.Manifest.Name
	if _, err := at.size(name); err == nil {
		if sum, err := readBack(ctx, at, name, nil); err != nil || sum != m.SHA512 {
			return errors.Join(err, taken(err == nil))
		}
		report(m.Size, m.Size)
		return putSmall(at, name+receipt.SuffixManifest, p.Envelope)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	partial := name + durable.Suffix
	if err := c.send(ctx, at, p, partial, report); err != nil {
		return err
	}
	sum, err := readBack(ctx, at, partial, nil)
	if err != nil {
		return err
	}
	if sum != m.SHA512 {
		return errors.Join(at.remove(partial), ours(ctx, p, sum))
	}
	if err := putSmall(at, name+receipt.SuffixManifest, p.Envelope); err != nil {
		return err
	}
	return at.rename(partial, name)
}

func taken(is bool) error {
	if !is {
		return nil
	}
	return failure.New(failure.Refused, "deliver through door", hintTaken)
}

// ours tells whose bytes differ from the manifest: the file's here, or those that
// arrived.
func ours(ctx context.Context, p channel.Parcel, theirs string) error {
	own, _, err := receipt.HashFile(ctx, p.Path, nil)
	if err == nil && own != p.Manifest.SHA512 {
		return failure.Wrap(failure.Damaged, "read package", hintChanged,
			fmt.Errorf("sha512 is %s, the manifest says %s", own, p.Manifest.SHA512))
	}
	return errors.Join(err, failure.Wrap(failure.Transient, "read back", hintReadBack,
		fmt.Errorf("sha512 there is %s, want %s", theirs, p.Manifest.SHA512)))
}

// send adds what is missing of the package.
func (c *Carrier) send(ctx context.Context, at place, p channel.Parcel, partial string, report func(done, total int64)) error {
	size := p.Manifest.Size
	have, err := at.size(partial)
	if errors.Is(err, fs.ErrNotExist) {
		have, err = 0, nil
	}
	if err != nil {
		return err
	}
	if have > size { // of something else
		if err := at.remove(partial); err != nil {
			return err
		}
		have = 0
	}
	from, err := os.Open(p.Path)
	if err != nil {
		return failure.Wrap(failure.Refused, "open package", wording.Say("hint.channel.package-not-opened"), err)
	}
	defer from.Close() // read only
	report(have, size)
	to, err := at.add(partial, have, size)
	if err != nil {
		return err
	}
	r := c.limit.Reader(ctx, &counted{ctx: ctx, r: io.NewSectionReader(from, have, size-have), done: have, total: size, report: report})
	n, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{r}, make([]byte, 256<<10))
	err = errors.Join(err, to.Close())
	if err == nil && have+n != size {
		err = failure.Wrap(failure.Damaged, "read package", hintChanged, fmt.Errorf("%d bytes, the manifest says %d", have+n, size))
	}
	return err
}

// counted tells what was read and stops when asked.
type counted struct {
	ctx         context.Context
	r           io.Reader
	done, total int64
	report      func(done, total int64)
}

// Read implements io.Reader.
func (c *counted) Read(b []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.r.Read(b)
	c.done += int64(n)
	c.report(c.done, c.total)
	return n, err
}

// readBack gives the SHA-512 of what lies there.
func readBack(ctx context.Context, at place, name string, limit *channel.Limit) (string, error) {
	r, err := at.open(name)
	if err != nil {
		return "", err
	}
	defer r.Close() // read only
	sum := sha512.New()
	if _, err := io.CopyBuffer(sum, limit.Reader(ctx, &counted{ctx: ctx, r: r, report: func(int64, int64) {}}),
		make([]byte, 256<<10)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// putSmall puts a document that may be there already.
func putSmall(at place, name string, data []byte) error {
	if old, err := getSmall(at, name); err == nil {
		if string(old) != string(data) {
			return failure.New(failure.Refused, "deliver through door", hintTaken)
		}
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	partial := name + durable.Suffix
	if err := at.remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w, err := at.add(partial, 0, int64(len(data)))
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	return at.rename(partial, name)
}

func getSmall(at place, name string) ([]byte, error) {
	r, err := at.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close() // read only
	data, err := io.ReadAll(io.LimitReader(r, sign.MaxEnvelope+1))
	if err == nil && len(data) > sign.MaxEnvelope {
		err = fmt.Errorf("%s has more than %d bytes", name, sign.MaxEnvelope)
	}
	return data, err
}

// Receipt implements channel.Carrier: the receipt lies beside the package once
// the archive has put it there.
func (c *Carrier) Receipt(ctx context.Context, p channel.Parcel) (envelope []byte, err error) {
	at, err := c.enter(ctx)
	if err != nil {
		return nil, away("open door", err)
	}
	defer func() { err = errors.Join(err, away("close door", at.close())) }()
	envelope, err = getSmall(at, p.Manifest.Name+receipt.SuffixReceipt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure.Error{Kind: failure.Transient, Op: "look for receipt", Hint: hintWaiting, After: receiptPause, Err: err}
	}
	return envelope, away("read receipt", err)
}
