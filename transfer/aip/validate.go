package aip

import (
	"bytes"
	"context"
	"fmt"
	"path"

	"github.com/jacoelho/xsd"

	"laufzettel/assets"
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

// validate checks a document against one of our schemas and gives its faults,
// the first few of them. An error means that the schema itself is broken.
func validate(ctx context.Context, schema string, doc []byte) (faults []string, err error) {
	engine, err := compile(ctx, schema)
	if err != nil {
		return nil, err
	}
	err = engine.ValidateWithOptions(ctx, bytes.NewReader(doc), xsd.ValidateOptions{MaxInstanceBytes: maxMetadata, MaxIdentityEntries: 4_000_000, MaxErrors: 5})
	if err == nil {
		return nil, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return []string{err.Error()}, nil
}

func compile(ctx context.Context, schema string) (*xsd.Engine, error) {
	resolver := xsd.ResolverFunc(func(_ context.Context, _, location string) (xsd.SchemaSource, error) {
		b := assets.Schema(path.Base(location))
		if b == nil {
			return xsd.SchemaSource{}, fmt.Errorf("no own schema %q", location)
		}
		return xsd.Bytes(path.Base(location), b), nil
	})
	engine, err := xsd.Compile(ctx, xsd.Bytes(schema, assets.Schema(schema)).WithResolver(resolver))
	if err != nil {
		return nil, fmt.Errorf("compile own schema %s: %w", schema, err)
	}
	return engine, nil
}
