package workspace

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pack"
	"laufzettel/transfer/prepare"
)

// bundle joins the container and its papers into the one file the channel
// carries; nothing is compressed again.
func (h *handover) bundle(ctx context.Context) (prepare.Sealed, error) {
	s := prepare.Sealed{Name: h.p.Name + suffixBundle}
	sum := sha512.New()
	err := durable.Write(filepath.Join(h.dir, s.Name), 0o600, func(out io.Writer) error {
		z := pack.New(io.MultiWriter(out, sum), h.p.Changed)
		for _, part := range h.sealed {
			f, err := os.Open(filepath.Join(h.dir, part.Name))
			if err != nil {
				return err
			}
			err = z.Add(ctx, pack.Member{Name: part.Name, Store: true}, f)
			if err := errors.Join(err, f.Close()); err != nil {
				return err
			}
		}
		return z.Close()
	})
	if err != nil {
		return s, disk("bundle portion", err)
	}
	info, err := os.Stat(filepath.Join(h.dir, s.Name))
	if err != nil {
		return s, disk("bundle portion", err)
	}
	s.Size, s.SHA512 = info.Size(), hex.EncodeToString(sum.Sum(nil))
	return s, nil
}

// besideContainer names what travels with a container NAME.zip.
func besideContainer(container string) []string {
	return []string{prepare.Beside(container, prepare.SuffixSidecar), prepare.Beside(container, prepare.SuffixFiles),
		prepare.Beside(container, prepare.SuffixSum), prepare.Beside(container, prepare.SuffixPaper)}
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
		if _, err := copyWithin(ctx, filepath.Dir(name), filepath.Base(name), to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// unbundle gives the container inside a bundle that came by the channel, laid out
// with its papers in a folder of its own that done removes; any other source is
// given back as it is. Error: Refused where the bundle holds no container.
func (w *Workspace) unbundle(ctx context.Context, source string) (inner string, done func(), err error) {
	name, ok := strings.CutSuffix(filepath.Base(source), suffixBundle)
	if !ok {
		return source, func() {}, nil
	}
	dir, err := os.MkdirTemp(w.path(dirSpool), "abgabe-*")
	if err != nil {
		return "", nil, disk("open bundle", err)
	}
	done = func() { _ = os.RemoveAll(dir) } // what a kill leaves lies in the cache and means nothing
	inner = filepath.Join(dir, name+".zip")
	tree, err := container.Open(ctx, source, container.Options{SpoolDir: w.path(dirSpool)})
	if refused, is := errors.AsType[*container.Refused](err); is {
		done()
		return "", nil, failure.Wrap(failure.Refused, "open bundle", "Die Sendung wurde nicht übernommen: "+refused.Error()+". Bitte bei der Stelle nachfragen. Es wurde nichts kopiert.", err)
	}
	if err != nil {
		done()
		return "", nil, err
	}
	err = tree.Files(ctx, func(e container.Entry) error {
		if strings.Contains(e.Path, "/") {
			return failure.New(failure.Refused, "open bundle", "Die Sendung hat einen fremden Aufbau. Bitte bei der Stelle nachfragen. Es wurde nichts kopiert.")
		}
		rc, err := tree.Open(ctx, e.Path)
		if err != nil {
			return err
		}
		err = durable.Write(filepath.Join(dir, e.Path), 0o600, func(out io.Writer) error { _, err := io.Copy(out, rc); return err })
		return closed(rc, err)
	})
	if err = errors.Join(err, tree.Close()); err == nil {
		if _, missing := os.Stat(inner); missing != nil {
			err = failure.Wrap(failure.Refused, "open bundle", "In der Sendung fehlt der Container „"+name+".zip“. Bitte bei der Stelle nachfragen. Es wurde nichts kopiert.", missing)
		}
	}
	if err != nil {
		done()
		return "", nil, err
	}
	return inner, done, nil
}
