package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxNames bounds what is listed of one door.
const maxNames = 100_000

// lister is a place that an archive can collect from, too.
type lister interface {
	place
	// length is the size of a whole file, not of one under way.
	length(name string) (int64, error)
	// names lists the plain files, without folders and links.
	names() ([]string, error)
	// from opens a plain file at an offset.
	from(name string, offset int64) (io.ReadCloser, error)
}

// Inside is a door as the archive sees it that collects there. It implements
// archive.Inbox. Whoever has entered closes it; a context that ends does so too.
type Inside struct {
	at   lister
	stop func() bool
}

// afar is away for the archive's side.
func afar(op string, err error) error {
	if err == nil || failure.Canceled(err) || failure.Explained(err) {
		return err
	}
	return failure.Wrap(failure.Transient, op, wording.Say("hint.door.place-unreadable"), err)
}

// Enter goes through the door to collect what lies behind it.
func (c *Carrier) Enter(ctx context.Context) (*Inside, error) {
	at, err := c.enter(ctx)
	if err != nil {
		return nil, afar("open door", err)
	}
	l, ok := at.(lister)
	if !ok {
		return nil, errors.Join(errors.New("nothing can be collected from this door"), at.close())
	}
	return &Inside{at: l, stop: context.AfterFunc(ctx, func() { _ = l.close() })}, nil
}

// Close leaves the door.
func (i *Inside) Close() error {
	i.stop()
	return afar("close door", i.at.close())
}

// Names implements archive.Inbox.
func (i *Inside) Names(context.Context) ([]string, error) {
	all, err := i.at.names()
	if err == nil && len(all) > maxNames {
		err = fmt.Errorf("%d files lie there, more than %d", len(all), maxNames)
	}
	return all, afar("look into door", err)
}

// Size implements archive.Inbox.
func (i *Inside) Size(_ context.Context, name string) (int64, error) {
	n, err := i.at.length(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	return n, afar("look into door", err)
}

// Open implements archive.Inbox.
func (i *Inside) Open(_ context.Context, name string, offset int64) (io.ReadCloser, error) {
	r, err := i.at.from(name, offset)
	return r, afar("read from door", err)
}

// Put implements archive.Inbox: a receipt gets its name once it is complete; one
// that is there already stays.
func (i *Inside) Put(_ context.Context, name string, data []byte) error {
	if !strings.HasSuffix(name, receipt.SuffixReceipt) {
		return fmt.Errorf("%s is no name of a receipt", name)
	}
	return afar("put receipt", putSmall(i.at, name, data))
}

func (f folder) length(name string) (int64, error) { return f.size(name) }

func (s *server) length(name string) (int64, error) { return s.size(name) }

func (b *bucket) length(name string) (int64, error) { return b.head(name) }

func (f folder) names() ([]string, error) {
	all, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range all {
		if e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func (f folder) from(name string, offset int64) (io.ReadCloser, error) {
	if st, err := os.Lstat(f.path(name)); err != nil || !st.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s is no plain file", filepath.Base(name)))
	}
	r, err := os.Open(f.path(name))
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (s *server) names() ([]string, error) {
	all, err := s.sftp.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range all {
		if e.Mode().IsRegular() && !strings.ContainsAny(e.Name(), `/\`) {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func (s *server) from(name string, offset int64) (io.ReadCloser, error) {
	if st, err := s.sftp.Lstat(s.path(name)); err != nil || !st.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s is no plain file", filepath.Base(name)))
	}
	r, err := s.sftp.Open(s.path(name))
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// names lists the objects of the folder, a thousand at a time; what lies in
// folders below is left out.
func (b *bucket) names() ([]string, error) {
	prefix := b.o.Dir
	if prefix = strings.Trim(prefix, "/"); prefix != "" {
		prefix += "/"
	}
	query := map[string]string{"list-type": "2", "prefix": prefix, "delimiter": "/"}
	var out []string
	for {
		var page struct {
			Contents []struct {
				Key string
			}
			IsTruncated           bool
			NextContinuationToken string
		}
		if err := b.tell(ask{method: http.MethodGet, query: query}, &page); err != nil {
			return nil, err
		}
		for _, o := range page.Contents {
			name, ok := strings.CutPrefix(o.Key, prefix)
			if ok && name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\\x00") {
				out = append(out, name)
			}
		}
		if !page.IsTruncated || page.NextContinuationToken == "" || len(out) > maxNames {
			return out, nil
		}
		query["continuation-token"] = page.NextContinuationToken
	}
}

func (b *bucket) from(name string, offset int64) (io.ReadCloser, error) {
	if offset == 0 {
		return b.open(name)
	}
	resp, err := b.do(ask{method: http.MethodGet, key: b.key(name),
		header: map[string]string{"Range": "bytes=" + strconv.FormatInt(offset, 10) + "-"}})
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusPartialContent {
		if _, err := io.CopyN(io.Discard, resp.Body, offset); err != nil { // a store that gives all of it
			return nil, errors.Join(err, resp.Body.Close())
		}
	}
	return resp.Body, nil
}
