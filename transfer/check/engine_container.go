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

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// CheckContainer is the check of the container file against digests declared of it.
const CheckContainer = "container-digest"

// maxBeside is how many files beside a delivery are looked at.
const maxBeside = 2000

// maxBesideSniffed is how many of them are looked into that are not called like a list.
const maxBesideSniffed = 200

// maxBesideBytes is how large a list nobody named may be.
const maxBesideBytes = 256 << 20

// besideLists finds checksum lists in the folder the delivery lies in, by name or by what
// they hold. A list named after another delivery speaks of that one.
func besideLists(name string, known *Beside) []string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	base, dir := filepath.Base(abs), filepath.Dir(abs)
	d, err := os.Open(dir)
	if err != nil {
		return nil // no right to look: then there are none
	}
	defer d.Close()
	entries, err := d.ReadDir(maxBeside)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return listsAmong(entries, dir, base, known)
}

// listsAmong is besideLists among the entries of a folder. In a folder of many deliveries
// each of them comes here: only of what may be a list more than the name is asked.
func listsAmong(entries []os.DirEntry, dir, base string, known *Beside) []string {
	var out []string
	looked, others := 0, namesBeside(entries, base)
	for _, e := range entries {
		if e.Name() == base || !listName(e.Name()) && !mayBeList(e.Name()) || !calledAfter(base, e.Name()) && others.of(e.Name()) {
			continue // most names: of these the disk is not asked
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.Size() > maxBesideBytes {
			continue
		}
		p := filepath.Join(dir, e.Name())
		if !listName(e.Name()) {
			if looked == maxBesideSniffed {
				continue
			}
			if looked++; !known.list(p, info) {
				continue
			}
		}
		out = append(out, p)
	}
	slices.Sort(out)
	return out[:min(len(out), maxLists)]
}

// calledAfter reports whether a list is called after a delivery.
func calledAfter(delivery, list string) bool {
	stem := strings.TrimSuffix(delivery, filepath.Ext(delivery))
	return strings.HasPrefix(list, delivery) || strings.HasPrefix(list, stem+".") || strings.HasPrefix(list, stem+"_")
}

// othersBeside are the files beside a delivery: how many have each name, whole and, where
// they are no lists, without their ending.
type othersBeside struct{ names, stems map[string]int }

func namesBeside(entries []os.DirEntry, delivery string) othersBeside {
	out := othersBeside{map[string]int{}, map[string]int{}}
	for _, e := range entries {
		if name := e.Name(); name != delivery {
			out.names[name]++
			if !listName(name) {
				out.stems[strings.TrimSuffix(name, filepath.Ext(name))]++
			}
		}
	}
	return out
}

// of reports whether a list is called after another file beside it: one of the parts of its
// name that end before a dot is the name of that, whole or without its ending.
func (o othersBeside) of(list string) bool {
	for i := range len(list) {
		if list[i] != '.' {
			continue
		}
		itself := 0
		if !listName(list) && strings.TrimSuffix(list, filepath.Ext(list)) == list[:i] {
			itself = 1
		}
		if o.names[list[:i]] > 0 || o.stems[list[:i]] > itself {
			return true
		}
	}
	return false
}

// Beside remembers which files beside a delivery hold checksum lists: of many deliveries in
// one folder, checked one after the other, each would look into the same files. A file
// that has changed since is looked into again. Not for several checks at once.
type Beside struct{ lists map[string]bool }

func (b *Beside) list(name string, info os.FileInfo) bool {
	if b == nil {
		return sniffList(name, info.Size())
	}
	key := fmt.Sprintf("%s\x00%d\x00%d", name, info.Size(), info.ModTime().UnixNano())
	is, known := b.lists[key]
	if !known {
		is = sniffList(name, info.Size())
		if b.lists == nil {
			b.lists = map[string]bool{}
		}
		b.lists[key] = is
	}
	return is
}

// sniffList reports whether a file of this size holds a checksum list.
func sniffList(name string, size int64) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, min(sniffBytes, size))
	n, err := io.ReadFull(f, head)
	return (err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) && fixity.Sniff(head[:n], filepath.Base(name))
}

// containerDigests gathers what is declared of the container file itself: by the
// caller (routing slip, A6) and by the lists beside it.
func containerDigests(ctx context.Context, name string, in Input) ([]Declared, error) {
	out := slices.Clone(in.Container)
	base := filepath.Base(name)
	for _, file := range append(slices.Clone(in.Extra), in.beside...) {
		f, err := os.Open(file)
		if err != nil {
			continue
		}
		list, err := fixity.Parse(stop.Reader(ctx, f), filepath.Base(file))
		if err = errors.Join(err, f.Close()); err != nil {
			continue
		}
		for _, e := range list.Entries {
			if speaksOf(list, e, base) {
				out = append(out, Declared{Algorithm: string(e.Algorithm), Value: e.Digest, By: filepath.Base(file), Line: e.Line})
			}
		}
	}
	return out, ctx.Err()
}

// speaksOf reports whether a line means the container itself. Lists made elsewhere have
// its path there before its name; a lone digest is called after it.
func speaksOf(list *fixity.List, e fixity.Entry, base string) bool {
	name := path.Base(strings.ReplaceAll(e.Path, `\`, "/"))
	stem := strings.TrimSuffix(base, path.Ext(base))
	return name == base || norm.NFC.String(name) == norm.NFC.String(base) || list.Style == fixity.Lone && name == stem
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
		return set.list, []Done{Done{Name: CheckContainer}.As(NotDone, wording.Say("why.digest-unknown"))}, nil
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
	return set.list, []Done{{Name: CheckContainer, State: Full, Tool: "Laufzettel"}}, nil
}
