package intake

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

// besideContainer names what travels with a container NAME.zip.
func besideContainer(container string) []string {
	return []string{prepare.Beside(container, prepare.SuffixSidecar), prepare.Beside(container, prepare.SuffixFiles),
		prepare.Beside(container, prepare.SuffixSum), prepare.Beside(container, prepare.SuffixPaper),
		prepare.Beside(container, prepare.SuffixSigned)}
}

// HandoverPapers gives the papers of the office that came with a portion's container:
// self-check, lists, Übergabeniederschrift (K5).
func (room *Intake) HandoverPapers(p transfer.Portion) (names []string) {
	if p.Path == "" {
		return nil
	}
	for _, name := range besideContainer(room.Office.Path(p.Path)) {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			names = append(names, name)
		}
	}
	return names
}

// takeBeside copies what travels with a container into the inbox.
func takeBeside(ctx context.Context, source, target string) error {
	for i, name := range besideContainer(source) {
		to := besideContainer(target)[i]
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if _, err := CopyWithin(ctx, filepath.Dir(name), filepath.Base(name), to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// unbundle gives the container inside a bundle that came by the channel, laid out
// with its papers in a folder of its own that done removes; any other source is
// given back as it is. Error: Refused where the bundle holds no container.
func (room *Intake) unbundle(ctx context.Context, source string) (inner string, done func(), err error) {
	name, ok := strings.CutSuffix(filepath.Base(source), office.SuffixBundle)
	if !ok {
		return source, func() {}, nil
	}
	dir, err := os.MkdirTemp(room.Office.Path(office.DirSpool), "abgabe-*")
	if err != nil {
		return "", nil, office.Disk("open bundle", err)
	}
	done = func() { _ = os.RemoveAll(dir) } // what a kill leaves lies in the cache and means nothing
	inner = filepath.Join(dir, name+".zip")
	tree, err := container.Open(ctx, source, container.Options{SpoolDir: room.Office.Path(office.DirSpool)})
	if refused, is := errors.AsType[*container.Refused](err); is {
		done()
		return "", nil, failure.Wrap(failure.Refused, "open bundle", wording.Say("hint.intake.consignment-refused", refused.Error()), err)
	}
	if err != nil {
		done()
		return "", nil, err
	}
	err = tree.Files(ctx, func(e container.Entry) error {
		if strings.Contains(e.Path, "/") {
			return failure.New(failure.Refused, "open bundle", wording.Say("hint.intake.consignment-foreign-layout"))
		}
		rc, err := tree.Open(ctx, e.Path)
		if err != nil {
			return err
		}
		err = durable.Write(filepath.Join(dir, e.Path), 0o600, func(out io.Writer) error { _, err := io.Copy(out, rc); return err })
		return CloseWith(rc, err)
	})
	if err = errors.Join(err, tree.Close()); err == nil {
		if _, missing := os.Stat(inner); missing != nil {
			err = failure.Wrap(failure.Refused, "open bundle", wording.Say("hint.intake.consignment-lacks-container", name), missing)
		}
	}
	if err != nil {
		done()
		return "", nil, err
	}
	return inner, done, nil
}
