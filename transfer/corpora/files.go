package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/formatid"
)

// lists: every file a checksum list names is in the tree and matches.
func lists(ctx context.Context, root string) ([]row, error) {
	// The tree holds a backslash and a line break in names on purpose.
	tree, err := container.Open(ctx, filepath.Join(root, "daten.tar.gz"), container.Options{Tolerate: []string{container.OddCharacter}})
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	var rows []row
	want := func(n string) bool {
		return strings.HasPrefix(n, "manifest-") || strings.HasPrefix(n, "nachgebildet-")
	}
	err = each(root, want, func(p string) error {
		found, err := compare(ctx, tree, p)
		rows = append(rows, row{path: p, expected: "jede genannte Datei stimmt", found: found})
		return err
	})
	return rows, err
}

func compare(ctx context.Context, tree container.Tree, name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	l, err := fixity.Parse(bytes.NewReader(data), filepath.Base(name))
	if errors.Is(err, fixity.ErrNoList) {
		return "nicht erkannt", nil
	}
	if err != nil {
		return "", err
	}
	has := func(p string) bool { _, ok := tree.Stat(p); return ok }
	var all iter.Seq[string] = func(yield func(string) bool) {
		_ = tree.Files(ctx, func(e container.Entry) error {
			if !yield(e.Path) {
				return io.EOF // ends the walk; nothing is wrong
			}
			return nil
		})
	}
	missing, differ := 0, 0
	for i, p := range fixity.Resolve(l, "", has, all) {
		if p == "" {
			missing++
			continue
		}
		same, err := matches(ctx, tree, p, l.Entries[i])
		if err != nil {
			return "", err
		}
		if !same {
			differ++
		}
	}
	if len(l.Entries) > 0 && missing+differ == 0 {
		return "jede genannte Datei stimmt", nil
	}
	return fmt.Sprintf("%d von %d fehlen, %d weichen ab", missing, len(l.Entries), differ), nil
}

func matches(ctx context.Context, tree container.Tree, p string, e fixity.Entry) (bool, error) {
	d, err := fixity.NewDigester(e.Algorithm)
	if err != nil {
		return false, nil // an algorithm nobody knows does not match
	}
	f, err := tree.Open(ctx, p)
	if err != nil {
		return false, err
	}
	n, err := io.Copy(d, f)
	if err := errors.Join(err, f.Close()); err != nil {
		return false, err
	}
	return d.Sum()[string(e.Algorithm)] == e.Digest && (e.Size < 0 || e.Size == n), nil
}

var formatRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\|")

// formats: the PUID of SOURCES.md.
func formats(ctx context.Context, root string) ([]row, error) {
	sources, err := os.ReadFile(filepath.Join(root, "SOURCES.md"))
	if err != nil {
		return nil, err
	}
	id, err := formatid.Load("")
	if err != nil {
		return nil, err
	}
	tree, err := container.Open(ctx, root, container.Options{})
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	expected := map[string]string{}
	var rows []row
	for _, m := range formatRow.FindAllStringSubmatch(string(sources), -1) {
		expected[m[1]] = m[2]
	}
	seen := map[string]bool{} // what is wanted is asked beside the reading
	err = tree.Visit(ctx, 1, func(e container.Entry) bool { return expected[e.Path] != "" },
		func(_ context.Context, e container.Entry, c container.Content, err error) error {
			if err != nil {
				return err
			}
			got, err := id.Identify(e.Path, c)
			rows = append(rows, row{path: filepath.Join(root, filepath.FromSlash(e.Path)), expected: expected[e.Path], found: got.PUID})
			seen[e.Path] = true
			return err
		})
	for p, puid := range expected {
		if seen[p] {
			continue
		}
		rows = append(rows, row{path: filepath.Join(root, filepath.FromSlash(p)), expected: puid, found: "Datei fehlt"})
	}
	return rows, err
}
