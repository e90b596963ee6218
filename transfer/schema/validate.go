package schema

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/jacoelho/xsd"
	"github.com/jacoelho/xsd/xsderrors"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// maxFindings is how many places of one file are told one by one.
const maxFindings = 100

// maxVariants bounds how many schemas of one namespace are tried.
const maxVariants = 12

// validateOptions lift the engine's defaults (64 MiB of document, 100,000
// identities, depth 256), which real messages exceed; the document is read as a
// stream, so its size costs no memory.
var validateOptions = xsd.ValidateOptions{
	MaxErrors: maxFindings + 1, MaxInstanceBytes: 64 << 30, MaxIdentityEntries: 20_000_000,
	MaxInstanceDepth: 1000, MaxInstanceTextBytes: 64 << 20, MaxInstanceTokenBytes: 64 << 20,
}

// variant is one compiled schema of a namespace.
type variant struct {
	engine *xsd.Engine
	name   string
}

// Set is a closed collection of schemas, compiled on demand. It implements
// check.Schemas and is safe for concurrent use.
type Set struct {
	c     *collection
	names []string // namespaces
	mu    sync.Mutex
	by    map[string]compiled
}

type compiled struct {
	variants []variant
	err      error
}

func newSet(c *collection) *Set { return &Set{c: c, names: c.namespaces(), by: map[string]compiled{}} }

// Namespaces lists the target namespaces of the set.
func (s *Set) Namespaces() []string { return slices.Clone(s.names) }

// variants compiles the schemas of a namespace once; the ones that do not
// compile are told in err.
func (s *Set) variants(ctx context.Context, namespace string) ([]variant, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if got, ok := s.by[namespace]; ok {
		return got.variants, got.err
	}
	v, err := s.c.variants(ctx, namespace)
	if ctx.Err() == nil {
		s.by[namespace] = compiled{v, err}
	}
	return v, err
}

// Validate implements check.Schemas: the document at path of t against the
// schema of the namespace, or of its root's namespace where namespace is empty.
// Where several schemas share the namespace (SIARD 2.1 and 2.2, eCH-0160 1.0 to
// 1.2) the document must fit one of them; if it fits none, the findings are
// those of the one it fits best.
func (s *Set) Validate(ctx context.Context, namespace, path string, t container.Tree) ([]check.Finding, bool, string, error) {
	return validateIn(ctx, []*Set{s}, namespace, path, t)
}

// validateIn asks the sets in order.
func validateIn(ctx context.Context, sets []*Set, namespace, path string, t container.Tree) ([]check.Finding, bool, string, error) {
	open := func() (io.ReadCloser, error) { return t.Open(ctx, path) }
	if namespace == "" {
		root, err := rootNamespace(open)
		if err != nil {
			return []check.Finding{codeNoXML.At(path).Want("", check.FaultWords(err))}, true, Tool(), ctx.Err()
		}
		namespace = root
	}
	var all []variant
	var errs []error
	for _, s := range sets {
		if !slices.Contains(s.names, namespace) {
			continue
		}
		v, err := s.variants(ctx, namespace)
		all = append(all, v...)
		if err != nil {
			errs = append(errs, err)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, false, "", err
	}
	if len(all) == 0 {
		if len(errs) == 0 {
			return nil, false, "", nil
		}
		return []check.Finding{codeNotUsed.At(path).Want(namespace, errors.Join(errs...).Error())}, false, Tool(), nil
	}
	return tryVariants(ctx, all[:min(len(all), maxVariants)], path, open)
}

func tryVariants(ctx context.Context, all []variant, path string, open func() (io.ReadCloser, error)) ([]check.Finding, bool, string,
	error) {
	var best []check.Finding
	tool := ""
	bestKnown := false
	for i, v := range all {
		findings, known, err := validateOne(ctx, v.engine, path, open)
		if err != nil {
			return nil, false, "", err
		}
		if i == 0 || betterThan(findings, best) {
			best, bestKnown, tool = findings, known, Tool()+" ("+v.name+")"
		}
		if len(best) == 0 {
			break
		}
	}
	return best, bestKnown, tool, nil
}

// betterThan prefers fewer errors; a note that nothing was checked never wins
// over a schema that fits.
func betterThan(a, b []check.Finding) bool {
	return len(a) == 0 || len(b) > 0 && len(a) < len(b) && !Partly(a)
}

// Partly reports whether findings say that a file was not or only partly checked.
func Partly(findings []check.Finding) bool {
	return slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Code == codeNotUsed.ID })
}

// validateOne runs one document through one schema. known is false where the
// engine could not check it. An error is ours: the file could not be opened.
func validateOne(ctx context.Context, engine *xsd.Engine, path string, open func() (io.ReadCloser, error)) (findings []check.Finding,
	known bool, err error) {
	f, err := open()
	if err != nil {
		return nil, false, fmt.Errorf("open %s for schema check: %w", path, err)
	}
	defer f.Close()
	defer func() {
		if p := recover(); p != nil {
			findings, known, err = []check.Finding{codeNotUsed.At(path).Want("", wording.Say("found.schema.broke-off"))}, false, nil
		}
	}()
	src := &reader{r: f}
	in, charset, err := utf8Reader(src)
	if err != nil {
		return []check.Finding{codeNotUsed.At(path).Want("UTF-8", charset)}, false, nil
	}
	verr := engine.ValidateWithOptions(ctx, in, validateOptions)
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if src.err != nil {
		return []check.Finding{codeNoXML.At(path).Want("", check.FaultWords(src.err))}, true, nil
	}
	findings = findingsOf(path, verr)
	tellValues(findings, open)
	return findings, !Partly(findings) || len(findings) > 1, nil
}

// reader keeps a read error apart from what the parser makes of it.
type reader struct {
	r   io.Reader
	err error
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// findingsOf turns the engine's diagnostics into findings, at most maxFindings
// of them and one that says there are more.
func findingsOf(path string, err error) []check.Finding {
	if err == nil {
		return nil
	}
	list := []error{err}
	if many, ok := errors.AsType[xsderrors.Errors](err); ok {
		list = many
	}
	var out []check.Finding
	for i, e := range list {
		if e == nil || i > 0 && sameValue(list[i-1], e) {
			continue
		}
		if len(out) == maxFindings {
			return append(out, codeMismatch.At(path).Titled(wording.Say("said.schema.more", maxFindings)))
		}
		out = append(out, findingOf(path, e))
	}
	return out
}

// sameValue reports whether two diagnostics blame one value: first the facet, then the
// type that has it. One cause is one finding.
func sameValue(a, b error) bool {
	x, ok := errors.AsType[*xsderrors.Error](a)
	y, is := errors.AsType[*xsderrors.Error](b)
	value := func(e *xsderrors.Error) bool {
		return e.Code == xsderrors.CodeValidationType || e.Code == xsderrors.CodeValidationFacet
	}
	return ok && is && x.Column > 0 && x.Path == y.Path && x.Line == y.Line && x.Column == y.Column && value(x) && value(y)
}

func findingOf(path string, err error) check.Finding {
	e, ok := errors.AsType[*xsderrors.Error](err)
	if !ok {
		return codeNotUsed.At(path)
	}
	what := e.Message
	if what == "" && e.Err != nil {
		what = e.Err.Error()
	}
	code := codeMismatch
	switch {
	case xsderrors.IsUnsupported(err), e.Code == xsderrors.CodeValidationLimit, e.Category == xsderrors.CategoryInternal:
		code = codeNotUsed
	case e.Code == xsderrors.CodeValidationXML:
		code = codeNoXML
	}
	f := code.At(path).On(e.Line)
	if facet, _, ok := strings.Cut(what, " facet"); ok {
		f = f.Want(facets[facet[strings.LastIndexByte(facet, ' ')+1:]], "")
	}
	return f.Saying(broken(e))
}

// facets say what the schema asks of a value.
var facets = map[string]wording.Text{
	"pattern": wording.Say("want.schema.pattern"), "enumeration": wording.Say("want.schema.enumeration"),
	"minLength": wording.Say("want.schema.longer"), "maxLength": wording.Say("want.schema.shorter"),
	"length":       wording.Say("want.schema.length"),
	"minInclusive": wording.Say("want.schema.larger"), "maxInclusive": wording.Say("want.schema.smaller"),
	"minExclusive": wording.Say("want.schema.larger"), "maxExclusive": wording.Say("want.schema.smaller"),
	"totalDigits": wording.Say("want.schema.digits"), "fractionDigits": wording.Say("want.schema.fraction"),
}

// broken says in plain words what kind of rule was broken.
func broken(e *xsderrors.Error) wording.Text {
	name := wording.Text{}
	if last := e.Path[strings.LastIndex(e.Path, "/")+1:]; last != "" {
		name = wording.Say("said.schema.named", last)
	}
	switch e.Code {
	case xsderrors.CodeValidationRoot:
		return wording.Say("said.schema.root")
	case xsderrors.CodeValidationElement:
		return wording.Say("said.schema.element", name)
	case xsderrors.CodeValidationContent:
		return wording.Say("said.schema.content", name)
	case xsderrors.CodeValidationAttribute:
		return wording.Say("said.schema.attribute", name)
	case xsderrors.CodeValidationText:
		return wording.Say("said.schema.text", name)
	case xsderrors.CodeValidationType, xsderrors.CodeValidationFacet:
		return wording.Say("said.schema.value", name)
	case xsderrors.CodeValidationNil:
		return wording.Say("said.schema.nil", name)
	case xsderrors.CodeValidationIdentity:
		return wording.Say("said.schema.identity")
	case xsderrors.CodeValidationLimit:
		return wording.Say("said.schema.limit")
	case xsderrors.CodeUnsupportedDTD, xsderrors.CodeUnsupportedEntity, xsderrors.CodeUnsupportedExternal:
		return wording.Say("said.schema.doctype")
	case xsderrors.CodeUnsupportedNonUTF8:
		return wording.Say("said.schema.encoding")
	}
	return wording.Text{}
}

// rootNamespace reads the namespace of the root element.
func rootNamespace(open func() (io.ReadCloser, error)) (string, error) {
	f, err := open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	in, _, err := utf8Reader(io.LimitReader(f, 1<<20))
	if err != nil {
		return "", err
	}
	dec := xml.NewDecoder(in)
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return "", wording.Fault("found.schema.no-root")
		}
		if err != nil {
			return "", err
		}
		if t, ok := tok.(xml.StartElement); ok {
			return t.Name.Space, nil
		}
	}
}
