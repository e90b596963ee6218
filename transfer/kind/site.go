package kind

import (
	"context"
	"errors"
	"io"
	"iter"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
)

// Site is the portion while its documents are written.
type Site interface {
	// Files gives every file that is in place, with its digests, by path.
	Files() iter.Seq[File]
	// Looked gives every source that was looked at with the note about it, also those
	// that are not part of the portion, in the order of the plan.
	Looked() iter.Seq2[Copy, string]
	// Tree opens what is in place; the caller closes it.
	Tree(ctx context.Context) (container.Tree, error)
	// Beside gives a place of that name beside the portion, where nothing lies yet, for
	// what is made before it is laid out; whoever makes it removes it.
	Beside(name string) (string, error)
	// Open opens what was made beside the portion; the caller closes it.
	Open(ctx context.Context, path string) (container.Tree, error)
	// Tell adds findings about the material.
	Tell(f ...check.Finding)
	// Signed notes a signature that was read.
	Signed(x Signer)
	// Write writes a document of ours into the portion. Error: Refused where a file
	// of that name was delivered.
	Write(path string, fill func(io.Writer) error) error
}

// WriteFile writes a finished document into the portion.
func WriteFile(s Site, path string, data []byte) error {
	return s.Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// Sums gives the lines of a checksum list over every file in place.
func Sums(s Site, a fixity.Algorithm) (out []fixity.Entry) {
	for f := range s.Files() {
		out = append(out, fixity.Entry{Path: f.Path, Algorithm: a, Digest: f.Digests[string(a)], Size: f.Size})
	}
	return out
}

// Closed closes c and joins its error.
func Closed(c io.Closer, err error) error { return errors.Join(err, c.Close()) }

// File is one file of a portion as it was written.
type File struct {
	Path    string            // in the portion
	Source  string            // in the source, "" = made by us
	Size    int64             // bytes in the portion
	Digests map[string]string // canonical algorithm → hex
	Note    string            // what Inspect brought
	Dropped bool              // looked at only
}
