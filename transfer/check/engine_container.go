package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// maxBeside is how many files beside a delivery are looked at.
const maxBeside = 2000

// maxBesideBytes is how large a list nobody named may be.
const maxBesideBytes = 256 << 20

// besideLists finds checksum lists in the folder the delivery lies in: those
// named after it and those named like a list; the ones the user named are not
// read twice.
func besideLists(name string, named []string) []string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	base := filepath.Base(abs)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	d, err := os.Open(filepath.Dir(abs))
	if err != nil {
		return nil // no right to look: then there are none
	}
	defer d.Close()
	entries, err := d.ReadDir(maxBeside)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	var out []string
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || e.Name() == base || info.Size() > maxBesideBytes || !listName(e.Name()) {
			continue
		}
		// A list named after another delivery speaks of that one.
		own := strings.HasPrefix(e.Name(), base) || strings.HasPrefix(e.Name(), stem+".") || strings.HasPrefix(e.Name(), stem+"_")
		if p := filepath.Join(filepath.Dir(abs), e.Name()); (own || generalListName(e.Name())) && !samePath(p, named) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxLists)]
}

func samePath(p string, among []string) bool {
	return slices.ContainsFunc(among, func(other string) bool {
		abs, err := filepath.Abs(other)
		return err == nil && abs == p
	})
}

// generalListName reports names that stand for a whole folder: SHA256SUMS,
// md5sums.txt, checksums.md5, manifest-sha512.txt.
func generalListName(name string) bool {
	base := strings.ToLower(name)
	for _, word := range []string{"sums", "checksum", "pruefsumme", "prüfsumme", "manifest", "hashes", "hash"} {
		if strings.Contains(base, word) {
			return true
		}
	}
	return false
}

// containerDigests gathers what is declared of the container file itself: by the
// caller (routing slip, A6) and by the lists beside it.
func containerDigests(ctx context.Context, name string, in Input) ([]Declared, error) {
	out := slices.Clone(in.Container)
	base := filepath.Base(name)
	for _, file := range append(slices.Clone(in.Extra), in.beside...) {
		f, err := os.Open(file)
		if err != nil {
			continue // told by findLists where a person named it
		}
		list, err := fixity.Parse(stop.Reader(ctx, f), filepath.Base(file))
		if err = errors.Join(err, f.Close()); err != nil {
			continue
		}
		for _, e := range list.Entries {
			if path.Base(e.Path) == base || e.Path == "" && len(list.Entries) == 1 {
				out = append(out, Declared{Algorithm: string(e.Algorithm), Value: e.Digest, By: filepath.Base(file), Line: e.Line})
			}
		}
	}
	return out, ctx.Err()
}

// checkContainer compares the container file with what is declared of it. It is
// read for that only where something is declared.
func checkContainer(ctx context.Context, name string, declared []Declared) ([]Finding, []Done, error) {
	if len(declared) == 0 {
		return nil, nil, nil
	}
	base := filepath.Base(name)
	x := newDeclaredIndex([]Listed{{Path: base, Digests: declared}}, nil)
	var algorithms []string
	for _, d := range x.of(base) {
		if !slices.Contains(algorithms, d.algorithm) {
			algorithms = append(algorithms, d.algorithm)
		}
	}
	set := newFindingSet()
	rule := &fixityRule{declared: x, out: set}
	if len(algorithms) == 0 {
		rule.close()
		return set.list, []Done{Done{Name: "container-digest"}.As(NotDone, wording.Say("why.digest-unknown"))}, nil
	}
	digester, err := newDigester(algorithms)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "read container", wording.Say("hint.check.file-not-opened", base), err)
	}
	defer f.Close()
	n, err := io.CopyBuffer(writerOnly{digester}, readerOnly{stop.Reader(ctx, f)}, make([]byte, readBuffer))
	if err != nil {
		return nil, nil, fmt.Errorf("read container: %w", err)
	}
	rule.see(FileFact{Path: base, Size: n, Digests: digester.Sum()}, RoleContent)
	rule.close()
	return set.list, []Done{{Name: "container-digest", State: Full, Tool: "Laufzettel"}}, nil
}
