package outbox

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// A work package is a portion on its way to somebody else's desk
// (docs/protocol.md 18).
const (
	formatWork   = "laufzettel-work/1"
	workName     = "work.json"
	workObjects  = "objects.json"
	workReport   = "report.json"
	workFacts    = "facts.jsonl"
	workDelivery = "delivery/"

	// maxWorkPart bounds each of the descriptions when they are read.
	maxWorkPart = 512 << 20
)

// workHead is work.json.
type workHead struct {
	Format     string         `json:"format"`
	Portion    string         `json:"portion"`
	Name       string         `json:"name"`
	Form       string         `json:"form"`
	Path       string         `json:"path"` // below delivery/
	Kind       string         `json:"kind"`
	Standard   string         `json:"standard"`
	Title      string         `json:"title"`
	Agency     string         `json:"agency"`
	AgencyID   string         `json:"agency_id"`
	Process    string         `json:"process"`
	TransferID string         `json:"transfer_id"`
	Profile    string         `json:"profile,omitempty"`
	State      transfer.State `json:"state"`
	Verdict    string         `json:"verdict"`
	Files      int            `json:"files"`
	Bytes      int64          `json:"bytes"`
	Arrived    time.Time      `json:"arrived"`
	Person     string         `json:"person"`
}

// writeWork writes the work package of a portion.
func (ln *Lending) writeWork(ctx context.Context, p transfer.Portion, roots []*record.Object, rep *check.Report, to io.Writer) error {
	head := workHead{Format: formatWork, Portion: p.ID, Name: p.Name, Form: p.Form, Path: p.Name, Kind: p.Kind, Standard: p.Standard,
		Title: p.Title, Agency: p.Agency,
		AgencyID: p.AgencyID, Process: p.Process, TransferID: p.TransferID, Profile: p.ProfileID, State: p.State, Verdict: p.Verdict,
		Files: p.Files, Bytes: p.Bytes,
		Arrived: p.Arrived, Person: ln.Office.Person()}
	tw := tar.NewWriter(to)
	for _, part := range []struct {
		name string
		v    any
	}{{workName, head}, {workObjects, roots}, {workReport, rep}} {
		data, err := json.Marshal(part.v)
		if err != nil {
			return fmt.Errorf("encode %s: %w", part.name, err)
		}
		if err := tarFile(tw, part.name, int64(len(data)), p.Arrived, bytes.NewReader(data)); err != nil {
			return err
		}
	}
	facts, err := ln.workFacts(ctx, p)
	if err != nil {
		return err
	}
	if err := tarFile(tw, workFacts, int64(len(facts)), p.Arrived, bytes.NewReader(facts)); err != nil {
		return err
	}
	base := ln.Office.Path(path.Join(office.DirInbox, p.ID))
	err = filepath.WalkDir(base, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rel, err := filepath.Rel(base, name)
		if err != nil || strings.HasSuffix(rel, intake.Partial) {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		return tarFile(tw, workDelivery+filepath.ToSlash(rel), info.Size(), info.ModTime(), f)
	})
	return errors.Join(err, tw.Close())
}

// workFacts gives what the check learned of every file, one JSON value per line.
func (ln *Lending) workFacts(ctx context.Context, p transfer.Portion) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	err := ln.Journal.Load(ctx, p.Run, func(f check.FileFact) error { return enc.Encode(f) })
	if err != nil {
		return nil, fmt.Errorf("read facts: %w", err)
	}
	return out.Bytes(), nil
}

// factBatch is how many facts are stored in one transaction.
const factBatch = 500

// storeFacts puts the facts of a work package into the journal under key.
func (t *takenWork) storeFacts(ctx context.Context, j *check.SQLJournal, key string) error {
	f, err := t.tree.Open(ctx, workFacts)
	if err != nil {
		return badWork(err)
	}
	defer f.Close()
	if _, err := j.Begin(ctx, key, formatWork); err != nil {
		return err
	}
	dec := json.NewDecoder(io.LimitReader(f, maxWorkPart))
	var list []check.Journaled
	for {
		var fact check.FileFact
		err := dec.Decode(&fact)
		if err != nil && !errors.Is(err, io.EOF) {
			return badWork(err)
		}
		if err == nil {
			list = append(list, check.Journaled{FileFact: fact})
		}
		if len(list) == factBatch || (err != nil && len(list) > 0) {
			if err := j.Put(ctx, key, list); err != nil {
				return err
			}
			list = list[:0]
		}
		if err != nil {
			return nil
		}
	}
}

func tarFile(tw *tar.Writer, name string, size int64, at time.Time, from io.Reader) error {
	err := tw.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, Typeflag: tar.TypeReg, ModTime: at.UTC().Truncate(time.Second),
		Format: tar.FormatPAX})
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	if _, err := io.Copy(tw, from); err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	return nil
}

var hintBadWork = wording.Say("hint.outbox.work-package-odd")

func badWork(err error) error {
	return failure.Wrap(failure.Damaged, "read work package", hintBadWork, err)
}

// takenWork is a work package in hand.
type takenWork struct {
	head  workHead
	roots []*record.Object
	rep   *check.Report
	tree  container.Tree
}

// openWork opens a fetched work package through the gate that refuses hostile
// names; the caller closes its tree.
func (ln *Lending) openWork(ctx context.Context, name string) (_ *takenWork, err error) {
	tree, err := container.Open(ctx, name, container.Options{SpoolDir: ln.Office.Path(office.DirSpool)})
	if err != nil {
		return nil, badWork(err)
	}
	t := &takenWork{tree: tree, rep: new(check.Report)}
	defer func() {
		if err != nil {
			err = errors.Join(err, tree.Close())
		}
	}()
	for _, part := range []struct {
		name string
		into any
	}{{workName, &t.head}, {workObjects, &t.roots}, {workReport, t.rep}} {
		if err := readPart(ctx, tree, part.name, part.into); err != nil {
			return nil, badWork(err)
		}
	}
	h := t.head
	switch {
	case h.Format != formatWork:
		return nil, badWork(fmt.Errorf("format %q", h.Format))
	case h.Name == "" || !filepath.IsLocal(filepath.FromSlash(h.Path)) || path.Base(h.Path) != h.Path:
		return nil, badWork(fmt.Errorf("delivered as %q", h.Path))
	case !h.State.Appraisable():
		return nil, badWork(fmt.Errorf("portion in state %q", h.State))
	}
	for o := range record.All(t.roots) { // the decoder leaves parents out
		for _, c := range o.Children {
			c.Parent = o
		}
	}
	return t, nil
}

func readPart(ctx context.Context, tree container.Tree, name string, into any) error {
	f, err := tree.Open(ctx, name)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxWorkPart+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if len(data) > maxWorkPart {
		return fmt.Errorf("%s has more than %d bytes", name, maxWorkPart)
	}
	return json.Unmarshal(data, into)
}

// unpackDelivery writes the delivered bytes into the inbox folder of a portion.
func (t *takenWork) unpackDelivery(ctx context.Context, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return office.Disk("open inbox folder", err)
	}
	defer root.Close()
	found := false
	err = t.tree.Files(ctx, func(e container.Entry) error {
		rel, ok := strings.CutPrefix(e.Path, workDelivery)
		if !ok {
			return nil
		}
		found = found || rel == t.head.Path || strings.HasPrefix(rel, t.head.Path+"/")
		return t.unpack(ctx, root, e, rel)
	})
	if err == nil && !found {
		err = badWork(fmt.Errorf("%q is not in it", t.head.Path))
	}
	if err != nil {
		return err
	}
	return office.Disk("place portion", durable.SyncDir(dir))
}

func (t *takenWork) unpack(ctx context.Context, root *os.Root, e container.Entry, rel string) error {
	rel = filepath.FromSlash(rel)
	if err := root.MkdirAll(filepath.Dir(rel), 0o700); err != nil {
		return office.Disk("make inbox folder", err)
	}
	from, err := t.tree.Open(ctx, e.Path)
	if err != nil {
		return badWork(err)
	}
	defer from.Close()
	f, err := root.OpenFile(rel, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return office.Disk("write copy", err)
	}
	_, err = io.Copy(f, stop.Reader(ctx, from))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return office.Disk("write copy", err)
	}
	if e.Modified.IsZero() {
		return nil
	}
	return office.Disk("keep time of copy", root.Chtimes(rel, e.Modified, e.Modified))
}
