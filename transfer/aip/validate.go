package aip

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"laufzettel/assets"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
)

// The schemas of our own that describe exactly what we write; they travel in
// every package.
const (
	schemaMETS        = "aip-mets.xsd"
	schemaPREMIS      = "aip-premis.xsd"
	schemaDescription = "aip-description.xsd"
)

var schemaNames = []string{"aip-csip.xsd", schemaDescription, schemaMETS, schemaPREMIS, "aip-xlink.xsd"}

// maxMetadata bounds a metadata document that is read into memory.
const maxMetadata = 256 << 20

// roomAtOnce is how much memory the size alone that a container names is worth; what is
// longer grows as it is read.
const roomAtOnce = 8 << 20

// ownSchemas compiles each of our schemas once per program run, at first use.
var ownSchemas = sync.OnceValues(func() (*schema.Set, error) {
	files := documents{}
	for _, name := range schemaNames {
		files[name] = assets.Schema(name)
	}
	set, faults, err := schema.FromTree(context.Background(), files, schemaNames)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s: %s", faults[0].Path, faults[0].Found)
	}
	if err != nil {
		return nil, fmt.Errorf("read own schemas: %w", err)
	}
	return set, nil
})

// validate checks a document against the one of our schemas for a namespace and
// gives its faults, the first few of them. An error means that the schema itself
// is broken or ctx ended.
func validate(ctx context.Context, namespace string, doc []byte) (faults []wording.Text, err error) {
	set, err := ownSchemas()
	if err != nil {
		return nil, err
	}
	const name = "document.xml"
	found, known, _, err := set.Validate(ctx, namespace, name, documents{name: doc})
	if err != nil {
		return nil, fmt.Errorf("validate metadata: %w", err)
	}
	if !known && len(found) == 0 {
		return nil, fmt.Errorf("validate metadata: no own schema for %s", namespace)
	}
	for _, f := range found[:min(len(found), 5)] {
		faults = append(faults, fault(f))
	}
	return faults, nil
}

func fault(f check.Finding) wording.Text {
	what := f.Sentences()
	if f.Found != "" {
		what = wording.Plain(f.Found)
	}
	return wording.Say("found.aip.line", f.Line, what)
}

// documents is a container.Tree in memory, for the validator.
type documents map[string][]byte

// Name implements container.Tree.
func (documents) Name() string { return "memory" }

// Form implements container.Tree.
func (documents) Form() container.Form { return container.Folder }

// Files implements container.Tree.
func (d documents) Files(ctx context.Context, fn func(container.Entry) error) error {
	var names []string
	for name := range d {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		e, _ := d.Stat(name)
		if err := fn(e); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Stat implements container.Tree.
func (d documents) Stat(name string) (container.Entry, bool) {
	b, ok := d[name]
	return container.Entry{Path: name, Size: int64(len(b))}, ok
}

// Open implements container.Tree.
func (d documents) Open(_ context.Context, name string) (io.ReadCloser, error) {
	b, ok := d[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// Visit implements container.Tree, one file after the other.
func (d documents) Visit(ctx context.Context, _ int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	return d.Files(ctx, func(e container.Entry) error {
		if want != nil && !want(e) {
			return nil
		}
		return fn(ctx, e, memory(d[e.Path]), nil)
	})
}

// Close implements container.Tree.
func (documents) Close() error { return nil }

// memory is the content of a file of documents.
type memory []byte

// ReadAt implements container.Content.
func (m memory) ReadAt(p []byte, off int64) (int, error) { return bytes.NewReader(m).ReadAt(p, off) }

// Size implements container.Content.
func (m memory) Size() int64 { return int64(len(m)) }

// Bytes implements container.Content.
func (m memory) Bytes() []byte { return m }

// Reader implements container.Content.
func (m memory) Reader() io.Reader { return bytes.NewReader(m) }
