package door

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// S3Keys are what a bucket is entered with.
type S3Keys struct{ ID, Secret, Token string } // Token only for keys on time

// S3Options say which bucket is meant.
type S3Options struct {
	Endpoint string // https://HOST[:PORT]; plain http on loopback
	Bucket   string
	Dir      string // folder in the bucket, "" for none
	Region   string
	Keys     func() (S3Keys, error)
	HTTP     *http.Client // nil: that of the channel without options
	// Part is the least size of a part, Copy the size from which on the bucket
	// copies in parts. 0: 16 MiB and 4 GiB, what S3 takes.
	Part, Copy int64
	Now        func() time.Time
}

const (
	partSize  = 16 << 20
	copySize  = 4 << 30 // S3 copies 5 GiB at once
	maxParts  = 10_000
	maxAnswer = 8 << 20 // of a list of the bucket
	idleWait  = 3 * time.Minute
)

// S3 delivers to a bucket by the S3 protocol: addresses by path, Signature
// Version 4, upload in parts. What was sent is found again by listing the parts.
// The package is sent under a name ending in ".partial", read back, copied by the
// bucket to its name, and the first one removed: S3 knows no renaming, and between
// the look whether the name is free and the copy there is a moment. limit may be nil.
func S3(o S3Options, limit *channel.Limit) *Carrier {
	if o.Part <= 0 {
		o.Part = partSize
	}
	if o.Copy <= 0 {
		o.Copy = copySize
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Carrier{limit: limit, enter: func(ctx context.Context) (place, error) {
		keys, err := o.Keys()
		if err != nil {
			return nil, err
		}
		if o.HTTP == nil {
			if o.HTTP, err = channel.NewHTTP(channel.TLSOptions{}); err != nil {
				return nil, err
			}
		}
		ctx, leave := context.WithCancel(ctx)
		b := &bucket{ctx: ctx, leave: leave, o: o, keys: keys}
		if err := b.look(); err != nil {
			leave()
			return nil, err
		}
		return b, nil
	}}
}

// ReadS3Keys reads the keys of a bucket from a file as the tools of S3 write it:
// lines "aws_access_key_id = …" and "aws_secret_access_key = …", of the first
// section that has both.
func ReadS3Keys(path string) (S3Keys, error) {
	var hint = wording.Say("hint.door.s3-key-file-bad")
	f, err := os.Open(path)
	if err != nil {
		return S3Keys{}, failure.Wrap(failure.Setup, "read keys of bucket", hint, err)
	}
	defer f.Close() // read only
	var k S3Keys
	lines := bufio.NewScanner(io.LimitReader(f, 64<<10))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			if k.ID != "" && k.Secret != "" {
				break
			}
			k = S3Keys{}
		}
		name, value, _ := strings.Cut(line, "=")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "aws_access_key_id":
			k.ID = value
		case "aws_secret_access_key":
			k.Secret = value
		case "aws_session_token":
			k.Token = value
		}
	}
	if err := lines.Err(); err != nil || k.ID == "" || k.Secret == "" || strings.ContainsAny(k.ID, " \t,/") {
		return S3Keys{}, failure.Wrap(failure.Setup, "read keys of bucket", hint,
			errors.Join(err, fmt.Errorf("%s holds no pair of keys", path)))
	}
	return k, nil
}

// bucket is a folder in a bucket. It lives for one delivery, so it holds its context.
type bucket struct {
	ctx   context.Context
	leave context.CancelFunc
	o     S3Options
	keys  S3Keys
}

func (b *bucket) key(name string) string { return strings.Trim(b.o.Dir+"/"+name, "/") }

// look asks whether the bucket is there and opens to these keys.
func (b *bucket) look() error {
	_, err := b.list("")
	return err
}

func (b *bucket) size(name string) (int64, error) {
	resp, err := b.do(ask{method: http.MethodHead, key: b.key(name)})
	if err == nil {
		_ = resp.Body.Close() // HEAD has no body
		return resp.ContentLength, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	up, uerr := b.pending(name)
	if uerr != nil {
		return 0, uerr
	}
	if up == nil {
		return 0, err
	}
	return up.size(), nil
}

func (b *bucket) open(name string) (io.ReadCloser, error) {
	resp, err := b.do(ask{method: http.MethodGet, key: b.key(name)})
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (b *bucket) remove(name string) error {
	ups, err := b.list(b.key(name))
	if err != nil {
		return err
	}
	for _, u := range ups {
		if err := b.abort(name, u); err != nil {
			return err
		}
	}
	return b.done(ask{method: http.MethodDelete, key: b.key(name)})
}

// rename copies within the bucket and takes the first name away.
func (b *bucket) rename(from, to string) error {
	if _, err := b.head(to); err == nil {
		return failure.New(failure.Refused, "name package", hintTaken)
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	size, err := b.head(from)
	if err != nil {
		return err
	}
	source := map[string]string{"X-Amz-Copy-Source": "/" + escapeS3(b.o.Bucket+"/"+b.key(from), true)}
	if size > b.o.Copy {
		err = b.copyParts(to, size, source)
	} else {
		err = b.done(ask{method: http.MethodPut, key: b.key(to), header: source})
	}
	if err != nil {
		return err
	}
	if got, err := b.head(to); err != nil || got != size {
		return errors.Join(err, fmt.Errorf("copy has %d bytes, want %d", got, size))
	}
	return b.remove(from)
}

func (b *bucket) head(name string) (int64, error) {
	resp, err := b.do(ask{method: http.MethodHead, key: b.key(name)})
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, resp.Body.Close()
}

func (b *bucket) close() error {
	b.leave()
	return nil
}

// add opens an object for writing. What is not whole when it is closed stays as
// parts, to be gone on with.
func (b *bucket) add(name string, offset, size int64) (io.WriteCloser, error) {
	w := &parts{b: b, name: name, at: offset, end: size, part: max(b.o.Part, size/(maxParts-1000)+1)}
	if offset == 0 {
		return w, nil
	}
	up, err := b.pending(name)
	if err != nil {
		return nil, err
	}
	if up == nil { // an object that is complete: of this package, or in the way
		if have, err := b.head(name); err != nil || have == size {
			w.closed = true
			return w, err
		}
		return nil, errors.Join(b.remove(name), failure.New(failure.Transient, "go on in bucket", hintReadBack))
	}
	if up.size() != offset {
		return nil, fmt.Errorf("the parts in the bucket changed: %d bytes, want %d", up.size(), offset)
	}
	w.up = *up
	return w, nil
}

// parts writes an object in parts.
type parts struct {
	b       *bucket
	name    string
	at, end int64 // what is in the bucket or the buffer; how much there is to be
	part    int64
	buf     bytes.Buffer
	up      upload
	failed  bool
	closed  bool
}

// Write implements io.Writer.
func (w *parts) Write(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		take := int(min(int64(len(p)-n), w.part-int64(w.buf.Len())))
		w.buf.Write(p[n : n+take])
		n += take
		w.at += int64(take)
		if int64(w.buf.Len()) == w.part && w.at < w.end {
			if err := w.flush(); err != nil {
				w.failed = true
				return n, err
			}
		}
	}
	return n, nil
}

func (w *parts) flush() (err error) {
	if w.up.ID == "" {
		if w.up, err = w.b.begin(w.name); err != nil {
			return err
		}
	}
	if err := w.b.put(w.name, &w.up, w.buf.Bytes()); err != nil {
		return err
	}
	w.buf.Reset()
	return nil
}

// Close implements io.Closer.
func (w *parts) Close() error {
	if w.closed || w.failed || w.at != w.end {
		return nil // the caller knows; the parts wait
	}
	w.closed = true
	if w.up.ID == "" {
		return w.b.done(ask{method: http.MethodPut, key: w.b.key(w.name), body: w.buf.Bytes()})
	}
	if w.buf.Len() > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.b.complete(w.name, w.up)
}
