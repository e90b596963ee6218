package door

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxOffer bounds what is fetched from one link.
const maxOffer = 1 << 40

// etagSuffix names the file that remembers which version a partial one is of.
const etagSuffix = ".etag"

// maxHops is how often a link may lead on; the digest decides what is taken.
const maxHops = 5

// CheckLink gives a link in one form. Only https is fetched, plain http on
// loopback; a password in a link is Refused, links end up in logs.
func CheckLink(link string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil || u.Host == "" || u.User != nil || !allowedLink(u) { // err would repeat the link
		return "", failure.New(failure.Refused, "read link", wording.Say("hint.door.link-bad"))
	}
	u.Fragment = ""
	return u.String(), nil
}

func allowedLink(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// newSum gives the algorithm of a digest in hex: SHA-256 or SHA-512 by length.
func newSum(digest string) (hash.Hash, error) {
	raw, err := hex.DecodeString(digest)
	switch {
	case err == nil && len(raw) == sha256.Size:
		return sha256.New(), nil
	case err == nil && len(raw) == sha512.Size:
		return sha512.New(), nil
	}
	return nil, failure.New(failure.Refused, "read digest", wording.Say("hint.door.checksum-form"))
}

// CheckDigest reports whether a digest can be held against a fetched file.
func CheckDigest(digest string) error {
	_, err := newSum(digest)
	return err
}

// Fetch gets the file behind a link to path, which must not exist, going on
// where an earlier try had stopped. The file bears its name only once its digest
// (hex) was found right. base may be nil; limit too. Errors: Refused and Damaged
// need a person, Transient heals by itself.
func Fetch(ctx context.Context, base *http.Client, link, digest, path string, limit *channel.Limit, report func(done, total int64)) error {
	want, err := newSum(digest)
	if err != nil {
		return err
	}
	if link, err = CheckLink(link); err != nil {
		return err
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, failure.New(failure.Refused, "fetch", wording.Say("hint.door.fetch-target-taken")))
	}
	f := fetching{client: hopping(base), link: link, partial: path + durable.Suffix, limit: limit, report: report, patience: time.AfterFunc}
	if err := f.get(ctx); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	if err := f.verify(ctx, want, digest); err != nil {
		return err
	}
	if err := durable.Rename(f.partial, path); err != nil {
		return here(err)
	}
	return here(errors.Join(f.forget(), durable.SyncDir(filepath.Dir(path))))
}

// hopping is a client that follows links only to places we would fetch from.
func hopping(base *http.Client) *http.Client {
	c := http.Client{}
	if base != nil {
		c = *base
	}
	c.CheckRedirect = func(q *http.Request, via []*http.Request) error {
		if len(via) > maxHops || !allowedLink(q.URL) || q.URL.User != nil {
			return errHop
		}
		return nil
	}
	return &c
}

var hintCut = wording.Say("hint.door.connection-broke")

var errHop = errors.New("the link leads somewhere it should not")

func here(err error) error {
	if err == nil {
		return nil
	}
	return failure.Wrap(failure.Setup, "write fetched file", wording.Say("hint.door.fetched-not-written"), err)
}

// fetching is one try.
type fetching struct {
	client        *http.Client
	link, partial string
	limit         *channel.Limit
	report        func(done, total int64)
	patience      func(time.Duration, func()) *time.Timer // tells when the other side was silent for too long
}

func (f *fetching) forget() error {
	if err := os.Remove(f.partial + etagSuffix); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// get makes the partial file complete.
func (f *fetching) get(ctx context.Context) error {
	have, etag := f.begun()
	ctx, cancel := context.WithCancelCause(ctx)
	idle := f.patience(idleWait, func() { cancel(errSilent) })
	end := func() { idle.Stop(); cancel(nil) }
	defer end()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.link, nil)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	req.Header.Set("User-Agent", "laufzettel")
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		req.Header.Set("If-Range", etag)
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return unreachable(silent(ctx, err))
	}
	resp.Body = &awake{ReadCloser: resp.Body, ctx: ctx, idle: idle, wait: idleWait, end: end}
	defer resp.Body.Close() // read to its end or given up
	if have, err = placed(resp, have); err != nil {
		return err
	}
	return f.write(ctx, resp, have)
}

// begun tells what an earlier try had left that can be gone on with.
func (f *fetching) begun() (have int64, etag string) {
	st, err := os.Stat(f.partial)
	raw, eerr := os.ReadFile(f.partial + etagSuffix)
	if err != nil || eerr != nil || len(raw) == 0 {
		return 0, ""
	}
	return st.Size(), string(raw)
}

// placed sorts the answer and tells where its bytes begin.
func placed(resp *http.Response, have int64) (int64, error) {
	switch {
	case resp.StatusCode == http.StatusOK:
		return 0, nil
	case resp.StatusCode == http.StatusPartialContent:
		begin, _, _ := strings.Cut(strings.TrimPrefix(resp.Header.Get("Content-Range"), "bytes "), "-")
		if n, err := strconv.ParseInt(begin, 10, 64); err != nil || n != have {
			return 0, failure.New(failure.Transient, "fetch", wording.Say("hint.door.wrong-part-given"))
		}
		return have, nil
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return -1, nil // it is complete, or the digest will tell
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500:
		return 0, failure.Wrap(failure.Transient, "fetch", wording.Say("hint.door.offerer-cannot-deliver"), errors.New(resp.Status))
	default:
		return 0, failure.Wrap(failure.Refused, "fetch", wording.Say("hint.door.link-empty", resp.StatusCode), errors.New(resp.Status))
	}
}

func (f *fetching) write(ctx context.Context, resp *http.Response, from int64) error {
	if from < 0 {
		return nil
	}
	total := from + resp.ContentLength
	if resp.ContentLength < 0 {
		total = 0
	}
	if total > maxOffer {
		return failure.New(failure.Refused, "fetch", wording.Say("hint.door.offered-too-large"))
	}
	if from == 0 { // which version this is must be known before its first byte
		if err := durable.WriteFile(f.partial+etagSuffix, []byte(strongTag(resp.Header.Get("ETag"))), 0o600); err != nil {
			return here(err)
		}
	}
	flags := os.O_CREATE | os.O_WRONLY
	if from == 0 {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(f.partial, flags, 0o600)
	if err != nil {
		return here(err)
	}
	if _, err := file.Seek(from, io.SeekStart); err != nil {
		return here(errors.Join(err, file.Close()))
	}
	body := &counted{ctx: ctx, r: io.LimitReader(resp.Body, maxOffer-from), done: from, total: total, report: f.report}
	line := &lineError{r: f.limit.Reader(ctx, body)}
	_, err = io.CopyBuffer(struct{ io.Writer }{file}, line, make([]byte, 256<<10))
	err = errors.Join(err, file.Sync(), file.Close())
	if line.err != nil {
		return failure.Wrap(failure.Transient, "fetch", hintCut, line.err)
	}
	return here(err)
}

// strongTag gives an ETag that may stand in If-Range (RFC 9110 13.1.5), or "".
func strongTag(tag string) string {
	if strings.HasPrefix(tag, "W/") || len(tag) > 1024 {
		return ""
	}
	return tag
}

// lineError keeps the errors of the line apart from those of the disk.
type lineError struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (l *lineError) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// verify holds the complete file against its digest; a wrong one is thrown away.
func (f *fetching) verify(ctx context.Context, sum hash.Hash, digest string) error {
	r, err := os.Open(f.partial)
	if err != nil {
		return here(err)
	}
	_, err = io.Copy(sum, &counted{ctx: ctx, r: r, report: func(int64, int64) {}})
	if err := errors.Join(err, r.Close()); err != nil {
		return here(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != strings.ToLower(digest) {
		return errors.Join(failure.Wrap(failure.Damaged, "verify fetched file", wording.Say("hint.door.offered-checksum-differs"),
			fmt.Errorf("digest is %s, want %s", got, digest)), os.Remove(f.partial), f.forget())
	}
	return nil
}
