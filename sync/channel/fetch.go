package channel

import (
	"context"
	"crypto/sha512"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// partSuffix marks a package that is still being fetched.
const partSuffix = ".teil"

// PackageInfo is one package the archive offers for reading.
type PackageInfo struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Size      int64     `json:"size"`
	SHA512    string    `json:"sha512"`
	Received  time.Time `json:"received"`
	ArchiveID string    `json:"archive_id,omitempty"`
	Retention string    `json:"retention,omitempty"` // day or unlimited, the last word (E5)
	Exclusive bool      `json:"exclusive,omitempty"` // one reader at a time (E7)
	Reading   *Lease    `json:"reading,omitempty"`   // who reads it now
	Closure   *Closed   `json:"closure,omitempty"`   // closed to readers
}

// Closed says that a package is closed to readers.
type Closed struct {
	Until string `json:"until,omitempty"` // last closed day; "" = without end
}

// Packages lists what may be read, a page at a time; next is "" on the last one.
func (c *Client) Packages(ctx context.Context, after string) (all []PackageInfo, next string, err error) {
	var body struct {
		Packages []PackageInfo
		Next     string
	}
	err = c.list(ctx, "/v1/packages", after, &body)
	return body.Packages, body.Next, err
}

func (c *Client) list(ctx context.Context, path, after string, into any) error {
	if after != "" {
		path += "?after=" + url.QueryEscape(after)
	}
	data, _, err := c.fetch(ctx, request{method: http.MethodGet, path: path})
	if err != nil {
		return gone(err)
	}
	return failure.Wrap(failure.Setup, "read list", hintOurs, json.Unmarshal(data, into))
}

var hintBrokenFetch = wording.Say("hint.channel.fetched-damaged")

// FetchPackage brings a package to path. An interrupted fetch goes on where it
// was; path appears only when the whole has the digest the archive names.
func (c *Client) FetchPackage(ctx context.Context, id, path string, report func(done, total int64)) error {
	return c.fetchFile(ctx, "/v1/packages/"+url.PathEscape(id), path, report)
}

// fetchFile brings what lies at an address to path, going on where an earlier
// fetch was.
func (c *Client) fetchFile(ctx context.Context, address, path string, report func(done, total int64)) error {
	_, resp, err := c.fetch(ctx, request{method: http.MethodHead, path: address})
	if err != nil {
		return gone(err)
	}
	want, err := sign.ParseDigest(resp.Header.Get("Repr-Digest"))
	if err != nil || resp.ContentLength < 0 {
		return failure.Wrap(failure.Setup, "fetch package", hintOurs, errors.Join(err, fmt.Errorf("length %d", resp.ContentLength)))
	}
	f, err := os.OpenFile(path+partSuffix, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return writing(err)
	}
	err = c.fill(ctx, f, address, resp.Header.Get("ETag"), resp.ContentLength, want, report)
	if err == nil {
		err = writing(f.Sync())
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := durable.Rename(path+partSuffix, path); err != nil {
		return writing(err)
	}
	return writing(durable.SyncDir(filepath.Dir(path)))
}

// fill completes the part file and verifies the whole.
func (c *Client) fill(ctx context.Context, f *os.File, address, etag string, size int64, want []byte,
	report func(done, total int64)) error {
	sum := sha512.New()
	have, err := io.Copy(sum, io.LimitReader(f, size))
	if err != nil {
		return writing(err)
	}
	if have < size {
		header := http.Header{"Range": {"bytes=" + strconv.FormatInt(have, 10) + "-"}, "If-Range": {etag}}
		resp, err := c.do(ctx, request{method: http.MethodGet, path: address, header: header})
		if err != nil {
			return err
		}
		defer resp.Body.Close() // read to its end or given up
		if resp.StatusCode != http.StatusPartialContent {
			if err := restart(f, sum); err != nil {
				return err
			}
			have = 0
		}
		if err := save(ctx, f, sum, resp.Body, have, size, report); err != nil {
			return err
		}
	}
	if string(sum.Sum(nil)) != string(want) {
		// Only our own part file is given up; the next try begins anew.
		return failure.Wrap(failure.Transient, "fetch package", hintBrokenFetch, errors.Join(errors.New("digest differs"), restart(f, sum)))
	}
	return writing(f.Truncate(size))
}

func restart(f *os.File, sum hash.Hash) error {
	sum.Reset()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return writing(err)
	}
	return writing(f.Truncate(0))
}

func save(ctx context.Context, f *os.File, sum hash.Hash, from io.Reader, have, size int64, report func(done, total int64)) error {
	buf := make([]byte, 256<<10)
	from = io.LimitReader(from, size-have)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := f.Write(buf[:n]); err != nil {
				return writing(err)
			}
			sum.Write(buf[:n])
			have += int64(n)
			if report != nil {
				report(have, size)
			}
		}
		switch {
		case errors.Is(err, io.EOF) && have == size:
			return nil
		case errors.Is(err, io.EOF):
			return sortTransport(ctx, "fetch package", io.ErrUnexpectedEOF)
		case err != nil:
			return sortTransport(ctx, "fetch package", err)
		}
	}
}

// FetchArchived asks for the archive's second word about every delivery that has
// none yet (E4) and gives how many came.
func (s *Sender) FetchArchived(ctx context.Context) (int, error) {
	all, err := s.Receipts.List(ctx, receipt.Filter{})
	if err != nil {
		return 0, err
	}
	came := 0
	for _, e := range all {
		if e.ArchiveID != "" || e.Receipt.State != receipt.Accepted || len(e.Receipt.Uploads) != 1 {
			continue
		}
		got, err := s.fetchArchived(ctx, e)
		if err != nil {
			return came, err
		}
		if got {
			came++
		}
	}
	return came, nil
}

func (s *Sender) fetchArchived(ctx context.Context, e receipt.Entry) (bool, error) {
	c, peer, err := s.Service.Client(ctx, e.Peer)
	if err != nil {
		return false, err
	}
	envelope, err := c.Archived(ctx, e.Receipt.Uploads[0].UploadID)
	if errors.Is(err, errNotYet) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	a, err := receipt.OpenArchived(ctx, envelope, e.Envelope, peer.Trust)
	if err != nil {
		alarm := receipt.Alarm{JobID: e.JobID, UploadID: e.Receipt.Uploads[0].UploadID, Reason: err.Error(), Envelope: envelope,
			RaisedAt: s.Service.now()}
		return false, failure.Wrap(failure.Damaged, "verify archive id", hintAlarm, errors.Join(err, s.Receipts.RaiseAlarm(ctx, alarm)))
	}
	return true, s.Receipts.AddArchived(ctx, e.Receipt.ReceiptID, a, envelope, s.Service.now())
}
