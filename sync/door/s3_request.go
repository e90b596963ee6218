package door

import (
	"bytes"
	"context"
	"crypto/md5" // #nosec: the S3 protocol asks for it beside the signed SHA-256
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ask is one request to the bucket.
type ask struct {
	method, key string
	query       map[string]string
	header      map[string]string
	body        []byte
}

// done sends a request whose answer has nothing to tell but an error, which some
// come with after a 200 (copying, completing).
func (b *bucket) done(q ask) error {
	var told struct{ XMLName xml.Name }
	return b.tell(q, &told)
}

// tell sends a request and reads its answer; an empty one is none.
func (b *bucket) tell(q ask, into any) error {
	resp, err := b.do(q)
	if err != nil {
		return err
	}
	defer resp.Body.Close() // read to its end
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil || len(raw) > maxAnswer {
		return errors.Join(err, errors.New("the answer of the bucket is cut or too long"))
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if said := saidS3(raw); said.Code != "" {
		return said.error(resp.StatusCode)
	}
	if err := xml.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("answer of the bucket: %w", err)
	}
	return nil
}

// do signs and sends. The caller closes the body; silence of three minutes ends it.
func (b *bucket) do(q ask) (*http.Response, error) {
	var pairs []string
	for k, v := range q.query {
		pairs = append(pairs, escapeS3(k, false)+"="+escapeS3(v, false))
	}
	slices.Sort(pairs)
	path := "/" + b.o.Bucket
	if q.key != "" {
		path += "/" + q.key
	}
	u, err := url.Parse(b.o.Endpoint)
	if err != nil {
		return nil, err
	}
	u.Path, u.RawPath, u.RawQuery = path, escapeS3(path, true), strings.Join(pairs, "&")
	ctx, cancel := context.WithCancelCause(b.ctx)
	idle := time.AfterFunc(idleWait, func() { cancel(errSilent) })
	end := func() { idle.Stop(); cancel(nil) }
	req, err := http.NewRequestWithContext(ctx, q.method, u.String(), nil)
	if err != nil {
		end()
		return nil, err
	}
	req.URL = u
	sum := sha256.Sum256(q.body)
	for k, v := range q.header {
		req.Header.Set(k, v)
	}
	if len(q.body) > 0 {
		check := md5.Sum(q.body)
		req.Header.Set("Content-Md5", base64.StdEncoding.EncodeToString(check[:]))
		req.ContentLength = int64(len(q.body))
		req.GetBody = func() (io.ReadCloser, error) {
			return &awake{ReadCloser: io.NopCloser(bytes.NewReader(q.body)), ctx: ctx, idle: idle, wait: idleWait, end: func() {}}, nil
		}
		req.Body, _ = req.GetBody() // never fails
	}
	signV4(req, hex.EncodeToString(sum[:]), b.o.Region, b.keys, b.o.Now())
	req.Header.Set("User-Agent", "laufzettel")
	resp, err := b.o.HTTP.Do(req)
	if err != nil {
		err = silent(ctx, err)
		end()
		if _, bad := errors.AsType[*tls.CertificateVerificationError](err); bad {
			return nil, failure.Wrap(failure.Setup, "speak to bucket", wording.Say("hint.door.s3-certificate-untrusted"), err)
		}
		return nil, err
	}
	resp.Body = &awake{ReadCloser: resp.Body, ctx: ctx, idle: idle, wait: idleWait, end: end}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close() // refused
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		return nil, err
	}
	return nil, saidS3(raw).error(resp.StatusCode)
}

var errSilent = errors.New("the other side was silent for too long")

// silent gives the cause where patience ended a request; its own error would look
// as if a person had stopped it.
func silent(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errSilent) {
		return errSilent
	}
	return err
}

// awake puts the end of patience off with every byte.
type awake struct {
	io.ReadCloser
	ctx  context.Context
	idle *time.Timer
	wait time.Duration // how long the other side may be silent
	end  func()
}

// Read implements io.Reader.
func (a *awake) Read(p []byte) (int, error) {
	n, err := a.ReadCloser.Read(p)
	if err == nil {
		a.idle.Reset(a.wait)
	}
	return n, silent(a.ctx, err)
}

// Close implements io.Closer.
func (a *awake) Close() error {
	err := a.ReadCloser.Close()
	a.end()
	return err
}

// refusal is what a bucket says when it does not want.
type refusal struct {
	XMLName xml.Name
	Code    string
	Message string
}

func saidS3(raw []byte) refusal {
	var r refusal
	if err := xml.Unmarshal(raw, &r); err != nil || r.XMLName.Local != "Error" {
		return refusal{}
	}
	if r.Code == "" {
		r.Code = "Error"
	}
	return r
}

// error sorts a refusal: what a person can do, and whether it heals by itself.
func (r refusal) error(status int) error {
	cause := fmt.Errorf("%d %s: %.200s", status, r.Code, r.Message)
	setup := func(hint wording.Text) error { return failure.Wrap(failure.Setup, "speak to bucket", hint, cause) }
	switch {
	case r.Code == "NoSuchBucket":
		return setup(wording.Say("hint.door.s3-no-bucket"))
	case r.Code == "NoSuchUpload":
		return failure.Wrap(failure.Transient, "speak to bucket", wording.Say("hint.door.s3-parts-dropped"), cause)
	case status == http.StatusNotFound:
		return fmt.Errorf("%w: %w", fs.ErrNotExist, cause)
	case r.Code == "RequestTimeTooSkewed":
		return setup(wording.Say("hint.door.s3-clock"))
	case r.Code == "QuotaExceeded" || status == http.StatusInsufficientStorage || strings.Contains(r.Code, "StorageFull"):
		return setup(wording.Say("hint.door.s3-full"))
	case r.Code == "SlowDown" || r.Code == "BadDigest" || r.Code == "RequestTimeout" || r.Code == "InternalError" || status >= 500 ||
		status == http.StatusTooManyRequests:
		return failure.Wrap(failure.Transient, "speak to bucket", hintDoor, cause)
	case status >= 300 && status < 400 || r.Code == "AuthorizationHeaderMalformed":
		return setup(wording.Say("hint.door.s3-region"))
	case status == http.StatusForbidden || status == http.StatusUnauthorized:
		return setup(wording.Say("hint.door.s3-keys-refused"))
	default:
		return setup(wording.Say("hint.door.s3-refused", status, r.Code))
	}
}

// upload is one that was begun in parts.
type upload struct {
	ID    string
	parts []part
}

type part struct {
	Number int    `xml:"PartNumber"`
	ETag   string `xml:"ETag"`
	Size   int64  `xml:"Size,omitempty"`
}

func (u *upload) size() (n int64) {
	for _, p := range u.parts {
		n += p.Size
	}
	return n
}

type begun struct {
	Key       string
	UploadID  string `xml:"UploadId"`
	Initiated string
}

// list gives the ids of uploads that were begun for a key, latest last.
func (b *bucket) list(key string) ([]string, error) {
	var all []begun
	query := map[string]string{"uploads": "", "prefix": key}
	for range maxParts {
		var page struct {
			Upload             []begun
			IsTruncated        bool
			NextKeyMarker      string
			NextUploadIdMarker string //nolint:revive // name of the element
		}
		if err := b.tell(ask{method: http.MethodGet, query: query}, &page); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = refusal{Code: "NoSuchBucket"}.error(http.StatusNotFound)
			}
			return nil, err
		}
		all = append(all, page.Upload...)
		if !page.IsTruncated || key == "" {
			break
		}
		query["key-marker"], query["upload-id-marker"] = page.NextKeyMarker, page.NextUploadIdMarker
	}
	all = slices.DeleteFunc(all, func(u begun) bool { return u.Key != key })
	slices.SortStableFunc(all, func(x, y begun) int { return strings.Compare(x.Initiated, y.Initiated) })
	ids := make([]string, len(all))
	for i, u := range all {
		ids[i] = u.UploadID
	}
	return ids, nil
}

// pending gives the upload that can be gone on with: the latest, with its parts
// that follow each other from the first on; nil for none.
func (b *bucket) pending(name string) (*upload, error) {
	ids, err := b.list(b.key(name))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	u := &upload{ID: ids[len(ids)-1]}
	query := map[string]string{"uploadId": u.ID}
	for range maxParts {
		var page struct {
			Part                 []part
			IsTruncated          bool
			NextPartNumberMarker string
		}
		if err := b.tell(ask{method: http.MethodGet, key: b.key(name), query: query}, &page); err != nil {
			return nil, err
		}
		for _, p := range page.Part {
			if p.Number != len(u.parts)+1 || p.Size < b.o.Part { // a part sent later counts from here on anew
				return u, nil
			}
			u.parts = append(u.parts, p)
		}
		if !page.IsTruncated {
			break
		}
		query["part-number-marker"] = page.NextPartNumberMarker
	}
	return u, nil
}

func (b *bucket) begin(name string) (upload, error) {
	var made struct {
		UploadID string `xml:"UploadId"`
	}
	err := b.tell(ask{method: http.MethodPost, key: b.key(name), query: map[string]string{"uploads": ""}}, &made)
	if err == nil && made.UploadID == "" {
		err = errors.New("the bucket gave no id for an upload")
	}
	return upload{ID: made.UploadID}, err
}

func (b *bucket) nextPart(u *upload) (map[string]string, error) {
	n := len(u.parts) + 1
	if n > maxParts {
		return nil, failure.New(failure.Refused, "send part", wording.Say("hint.door.s3-too-many-parts"))
	}
	return map[string]string{"partNumber": strconv.Itoa(n), "uploadId": u.ID}, nil
}

func (b *bucket) put(name string, u *upload, data []byte) error {
	query, err := b.nextPart(u)
	if err != nil {
		return err
	}
	resp, err := b.do(ask{method: http.MethodPut, key: b.key(name), query: query, body: data})
	if err != nil {
		return err
	}
	u.parts = append(u.parts, part{Number: len(u.parts) + 1, ETag: resp.Header.Get("ETag"), Size: int64(len(data))})
	return resp.Body.Close()
}

func (b *bucket) complete(name string, u upload) error {
	type completed struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Part    []part
	}
	told := completed{}
	for _, p := range u.parts {
		told.Part = append(told.Part, part{Number: p.Number, ETag: p.ETag})
	}
	body, err := xml.Marshal(told)
	if err != nil {
		return err
	}
	return b.done(ask{method: http.MethodPost, key: b.key(name), query: map[string]string{"uploadId": u.ID}, body: body})
}

func (b *bucket) abort(name, id string) error {
	err := b.done(ask{method: http.MethodDelete, key: b.key(name), query: map[string]string{"uploadId": id}})
	if failure.KindOf(err) == failure.Transient { // gone meanwhile
		return nil
	}
	return err
}

// copyParts copies within the bucket what is too long for one copy.
func (b *bucket) copyParts(to string, size int64, source map[string]string) error {
	u, err := b.begin(to)
	if err != nil {
		return err
	}
	each := max(b.o.Copy/4, size/(maxParts-1000)+1)
	for from := int64(0); from < size; from += each {
		query, err := b.nextPart(&u)
		if err != nil {
			return err
		}
		header := map[string]string{"X-Amz-Copy-Source-Range": fmt.Sprintf("bytes=%d-%d", from, min(from+each, size)-1)}
		for k, v := range source {
			header[k] = v
		}
		var made struct{ ETag string }
		if err := b.tell(ask{method: http.MethodPut, key: b.key(to), query: query, header: header}, &made); err != nil {
			return errors.Join(err, b.abort(to, u.ID))
		}
		u.parts = append(u.parts, part{Number: len(u.parts) + 1, ETag: made.ETag, Size: min(each, size-from)})
	}
	return b.complete(to, u)
}
