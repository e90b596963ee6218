package schema

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/jacoelho/xsd"
)

// compileOptions leaves room for large published schemas (xdomea, METS) and
// bounds the rest.
var compileOptions = xsd.CompileOptions{MaxSchemaSourceBytes: maxFileBytes, MaxSchemaTotalBytes: maxBytes, MaxSchemaSources: maxFiles}

// cyclic finds the type in the engine's complaint about legal recursion.
var cyclic = regexp.MustCompile(`cyclic complex type (?:\{[^}]*\})?([^\s:{}]+)`)

// maxWrapped bounds how many types the wrapper declares before we give up.
const maxWrapped = 50

// compile makes a validator for the documents of one namespace.
//
// The engine refuses a legal recursion of complex types where a base is compiled
// before the type that extends it (xdomea: DokumentType holds Anlage of
// AnlageDokumentType, which extends DokumentType). A generated document that
// includes the schemas and names the extending types first leads it into the
// right order (parts-core.md 1); TestXdomeaNeedsWrapper tells when a newer
// engine no longer needs it.
func (c *collection) compile(ctx context.Context, roots []*document) (engine *xsd.Engine, err error) {
	defer func() {
		if p := recover(); p != nil {
			engine, err = nil, fmt.Errorf("schema engine broke off: %v", p)
		}
	}()
	var first []string
	for range maxWrapped {
		engine, err = xsd.CompileWithOptions(ctx, compileOptions, c.wrapper(roots, first))
		if err == nil {
			return engine, nil
		}
		m := cyclic.FindStringSubmatch(err.Error())
		if m == nil {
			return nil, err
		}
		more := c.extending(roots[0].namespace, m[1], first)
		if len(more) == 0 {
			return nil, err
		}
		first = append(first, more...)
	}
	return nil, err
}

// extending lists the types that extend base and are not in known.
func (c *collection) extending(namespace, base string, known []string) []string {
	var out []string
	for _, p := range c.paths() {
		d := c.files[p]
		if d.namespace != namespace {
			continue
		}
		for _, pair := range d.derived {
			if pair[1] == base && !slices.Contains(known, pair[0]) && !slices.Contains(out, pair[0]) {
				out = append(out, pair[0])
			}
		}
	}
	return out
}

// wrapper is the generated document. Its type is named so that it sorts first.
func (c *collection) wrapper(roots []*document, first []string) xsd.SchemaSource {
	var b bytes.Buffer
	ns := roots[0].namespace
	b.WriteString(`<xs:schema xmlns:xs="` + schemaNamespace + `"`)
	prefix := ""
	if ns != "" {
		b.WriteString(` targetNamespace="` + escape(ns) + `" xmlns:x="` + escape(ns) + `"`)
		prefix = "x:"
	}
	b.WriteString(">")
	for _, d := range roots {
		b.WriteString(`<xs:include schemaLocation="` + escape(d.path) + `"/>`)
	}
	if len(first) > 0 {
		b.WriteString(`<xs:complexType name="AAA"><xs:sequence>`)
		for i, name := range first {
			fmt.Fprintf(&b, `<xs:element name="a%d" type="%s%s"/>`, i, prefix, escape(name))
		}
		b.WriteString(`</xs:sequence></xs:complexType>`)
	}
	b.WriteString("</xs:schema>")
	return xsd.Bytes("laufzettel-wrapper.xsd", b.Bytes()).WithResolver(c)
}

func escape(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return ""
	}
	return b.String()
}

var errNoRoots = errors.New("no schema document of this namespace")

// variants compiles every schema of the namespace the collection holds: one per
// folder, and where the documents of one folder are versions of each other
// (siard2-1.xsd beside siard2-2.xsd), one per document. err tells what did not
// compile; it matters only where nothing did.
func (c *collection) variants(ctx context.Context, namespace string) (out []variant, err error) {
	var errs []error
	groups := c.roots(namespace)
	for i := 0; i < len(groups) && len(out) < maxVariants; i++ {
		roots := groups[i]
		engine, err := c.compile(ctx, roots)
		if err == nil {
			out = append(out, variant{engine, roots[0].path})
			continue
		}
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		if len(roots) > 1 {
			for _, d := range roots {
				groups = append(groups, []*document{d})
			}
			continue
		}
		errs = append(errs, fmt.Errorf("%s: %w", roots[0].path, err))
	}
	if len(out) == 0 && len(errs) == 0 {
		errs = append(errs, errNoRoots)
	}
	return out, errors.Join(errs...)
}
