package channel

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const (
	// MaxChunk is the largest chunk of protocol.md 11 in bytes.
	MaxChunk = 16 << 20
	// patience is how often in a row an exchange may fail without progress before
	// the job goes back to the queue.
	patience = 3
)

// Parcel is what is uploaded: a file with its sealed manifest.
type Parcel struct {
	Path     string
	Manifest receipt.Manifest
	Envelope []byte
	notes    notes // of its pieces, where they were noted
}

// Upload brings the parcel to the archive, from wherever an earlier try had
// stopped, and gives the upload id, with an error too once it is known. report
// (may be nil) is told the bytes the archive has acknowledged.
func (c *Client) Upload(ctx context.Context, p Parcel, report func(done, total int64)) (string, error) {
	id, err := c.create(ctx, p)
	if err != nil {
		return "", err
	}
	f, err := os.Open(p.Path)
	if err != nil {
		return id, failure.Wrap(failure.Refused, "open package", wording.Say("hint.channel.package-not-opened"), err)
	}
	defer f.Close() // read only
	if st, err := f.Stat(); err != nil || st.Size() != p.Manifest.Size {
		return id, changed(fmt.Errorf("size is not %d: %w", p.Manifest.Size, err))
	}
	if report == nil {
		report = func(int64, int64) {}
	}
	s := &session{c: c, id: id, file: f, want: p.Manifest.SHA512, size: p.Manifest.Size, notes: p.notes, sealed: p.Manifest.Pieces,
		report: report}
	return id, s.run(ctx)
}

func changed(err error) error {
	return failure.Wrap(failure.Damaged, "read package", wording.Say("hint.channel.package-changed"), err)
}

// create makes the manifest and the upload known; both may be repeated.
func (c *Client) create(ctx context.Context, p Parcel) (string, error) {
	name := sign.HashEnvelope(p.Envelope)
	if _, _, err := c.fetch(ctx, request{method: http.MethodPut, path: "/v1/manifests/" + name, body: p.Envelope,
		header: http.Header{"Content-Type": {"application/json"}}}); err != nil {
		return "", err
	}
	_, resp, err := c.fetch(ctx, request{method: http.MethodPost, path: "/v1/uploads", header: http.Header{
		"Tus-Resumable": {"1.0.0"}, "Upload-Length": {strconv.FormatInt(p.Manifest.Size, 10)},
		"Upload-Metadata": {"manifest " + base64.StdEncoding.EncodeToString([]byte(name))},
	}})
	if err != nil {
		return "", err
	}
	location := resp.Header.Get("Location")
	id := path.Base(location)
	if !strings.HasSuffix(location, "/v1/uploads/"+id) || len(id) != 26 {
		return "", failure.Wrap(failure.Setup, "create upload", hintOurs, fmt.Errorf("location %q", location))
	}
	return id, nil
}

// session is one run of an upload; stream.go sends its chunks.
type session struct {
	c      *Client
	id     string
	file   *os.File
	want   string // SHA-512 of the manifest, hex
	size   int64
	offset int64 // acknowledged
	depth  int   // chunks under way at once
	window int   // bytes under way at once on a quick line
	quick  bool  // the last chunk was acknowledged soon
	notes  notes // what is known of the pieces; nil: chunks are hashed
	alone  bool  // one chunk at a time: the archive took two out of order
	report func(done, total int64)

	sealed *receipt.Pieces // that the manifest names, or nil

	suspect piece // the chunk that failed last
}

// run sends what is missing. Failures without progress are counted: the line may
// stumble, but not for ever within one run.
func (s *session) run(ctx context.Context) error {
	for failed := 0; ; {
		if err := s.resume(ctx); err != nil {
			return err
		}
		if s.offset == s.size {
			return nil // resume has compared the whole
		}
		before := s.offset
		s.suspect = piece{}
		err := s.stream(ctx)
		if err == nil {
			continue
		}
		err = s.doubt(ctx, s.suspect, err)
		if s.offset > before {
			failed = 0
		}
		if failed++; failed >= patience || !repairable(err) || errors.Is(err, errNotes) {
			return err
		}
		s.alone = true
	}
}

// repairable reports whether asking for the offset and going on may help at once.
func repairable(err error) bool {
	if errors.Is(err, errOffsetLie) {
		return true
	}
	a, ok := errors.AsType[*AnswerError](err)
	return ok && (a.Code == "offset" || a.Code == string(sign.DigestMismatch) || a.Code == string(sign.DigestMissing))
}

var errOffsetLie = errors.New("the archive acknowledged another offset than was sent")

var hintForeignBytes = wording.Say("hint.channel.upload-differs")

// resume asks the archive what it has and compares it with our own bytes before
// one is added, and with the manifest once nothing is missing.
func (s *session) resume(ctx context.Context) error {
	header := http.Header{"Tus-Resumable": {"1.0.0"}}
	if s.sealed != nil {
		header.Set("Laufzettel-Stored", "root")
	}
	_, resp, err := s.c.fetch(ctx, request{method: http.MethodHead, path: "/v1/uploads/" + s.id, header: header})
	if err != nil {
		return err
	}
	offset, err := strconv.ParseInt(resp.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset < 0 || offset > s.size {
		return failure.Wrap(failure.Damaged, "resume upload", hintForeignBytes,
			fmt.Errorf("offset %q of %d", resp.Header.Get("Upload-Offset"), s.size))
	}
	if length := resp.Header.Get("Upload-Length"); length != strconv.FormatInt(s.size, 10) {
		return failure.Wrap(failure.Damaged, "resume upload", hintForeignBytes, fmt.Errorf("length %q, want %d", length, s.size))
	}
	if err := s.agree(ctx, offset, resp.Header); err != nil {
		return err
	}
	if s.offset != offset || offset == 0 {
		s.report(offset, s.size)
	}
	s.offset, s.depth, s.window = offset, depthOf(resp.Header), windowOf(resp.Header)
	return nil
}

// agree holds what the archive says of the first offset bytes against the manifest where
// it names their root (nothing is read for it: each piece was held against the manifest
// before it was stored), and else against the file.
func (s *session) agree(ctx context.Context, offset int64, said http.Header) error {
	if root := said.Get("Laufzettel-Stored-Root"); root != "" && s.sealed != nil {
		if root != s.sealed.RootBefore(offset) {
			return failure.Wrap(failure.Damaged, "resume upload", hintForeignBytes,
				fmt.Errorf("the root of the first %d bytes differs", offset))
		}
		return nil
	}
	theirs, err := sign.ParseDigest(said.Get("Laufzettel-Stored-Digest"))
	if err != nil {
		return failure.Wrap(failure.Setup, "resume upload", hintOurs, err)
	}
	return s.compare(ctx, offset, hex.EncodeToString(theirs))
}

// compare holds the archive's digest of the first offset bytes against ours. For
// the whole that is the manifest's; only where they differ the file is read again
// to tell whose bytes have changed.
func (s *session) compare(ctx context.Context, offset int64, theirs string) error {
	if offset == s.size && theirs == s.want {
		return nil
	}
	ours, err := s.prefix(ctx, offset)
	switch {
	case err != nil:
		return err
	case offset == s.size && ours != s.want:
		return changed(fmt.Errorf("sha512 is %s, the manifest says %s", ours, s.want))
	case ours != theirs:
		return failure.Wrap(failure.Damaged, "resume upload", hintForeignBytes, fmt.Errorf("the first %d bytes differ", offset))
	}
	return nil
}

// prefix gives the SHA-512 over the first n bytes of the file.
func (s *session) prefix(ctx context.Context, n int64) (string, error) {
	sum, buf := sha512.New(), make([]byte, 1<<20)
	for r := io.NewSectionReader(s.file, 0, n); n > 0; {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		got, err := r.Read(buf)
		sum.Write(buf[:got])
		if n -= int64(got); err != nil && n > 0 {
			return "", changed(err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Receipt fetches the receipt envelope of a complete upload. While the archive
// still checks, the failure is Transient with the time to wait.
func (c *Client) Receipt(ctx context.Context, uploadID string) ([]byte, error) {
	data, _, err := c.receiptWith(ctx, uploadID, "")
	return data, err
}

func (c *Client) receiptWith(ctx context.Context, uploadID, query string) ([]byte, http.Header, error) {
	return c.laterWith(ctx, "/v1/uploads/"+uploadID+"/receipt", query, wording.Say("hint.channel.receipt-not-yet"))
}

// Archived fetches the archive's second word about an upload; Transient while
// there is none.
func (c *Client) Archived(ctx context.Context, uploadID string) ([]byte, error) {
	return c.later(ctx, "/v1/uploads/"+uploadID+"/archived", wording.Say("hint.channel.archived-not-yet"))
}

// errNotYet says that the archive has no word about it yet (202).
var errNotYet = errors.New("not yet")

func (c *Client) later(ctx context.Context, address string, hint wording.Text) ([]byte, error) {
	data, _, err := c.laterWith(ctx, address, "", hint)
	return data, err
}

func (c *Client) laterWith(ctx context.Context, address, query string, hint wording.Text) ([]byte, http.Header, error) {
	data, resp, err := c.fetch(ctx, request{method: http.MethodGet, path: address + query})
	if err != nil {
		return nil, nil, err
	}
	if resp.StatusCode == http.StatusAccepted {
		return nil, nil, &failure.Error{Kind: failure.Transient, Op: "fetch " + path.Base(address), Hint: hint,
			After: readAnswer(resp).RetryAfter, Err: errNotYet}
	}
	return data, resp.Header, nil
}

// Withdraw gives an unfinished upload up at the archive.
func (c *Client) Withdraw(ctx context.Context, uploadID string) error {
	_, _, err := c.fetch(ctx, request{method: http.MethodDelete, path: "/v1/uploads/" + uploadID,
		header: http.Header{"Tus-Resumable": {"1.0.0"}}})
	return err
}

// Post sends a sealed message and gives the receipt envelope.
func (c *Client) Post(ctx context.Context, envelope []byte) ([]byte, error) {
	data, _, err := c.postWith(ctx, envelope, "")
	return data, err
}

func (c *Client) postWith(ctx context.Context, envelope []byte, query string) ([]byte, http.Header, error) {
	data, resp, err := c.fetch(ctx, request{method: http.MethodPost, path: "/v1/messages" + query, body: envelope,
		header: http.Header{"Content-Type": {"application/json"}}})
	if err != nil {
		return nil, nil, err
	}
	return data, resp.Header, nil
}
