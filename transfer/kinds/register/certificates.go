package register

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// maxCertificate bounds what is read of one dependent XML.
const maxCertificate = 64 << 20

// maxCoded bounds the distinct coded values told.
const maxCoded = 200

// validate checks every dependent XML against the delivered schema (C5, 3.1).
func (p *portion) validate(ctx context.Context, f check.Facts) ([]check.Finding, error) {
	set, out, err := schema.FromTree(ctx, f.Tree(), p.schemas)
	if err != nil {
		return nil, err
	}
	known := set.Namespaces()
	for _, name := range p.certificateFiles(f) {
		findings, used, _, err := set.Validate(ctx, "", name, f.Tree())
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			continue // the one read told that it cannot be read
		}
		out = append(out, findings...)
		if !used && len(findings) == 0 {
			out = append(out, codeForeignNamespace.At(name).Want(strings.Join(known, ", "), wording.Say("found.register.namespace")))
		}
	}
	return out, nil
}

// certificateFiles gives the dependent XML files that were delivered.
func (p *portion) certificateFiles(f check.Facts) (out []string) {
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		for _, part := range slices.Concat(e.Records, e.Notes) {
			if _, ok := f.Tree().Stat(p.in(part.XML)); plain(part.XML) && ok {
				out = append(out, p.in(part.XML))
			}
		}
	}
	return out
}

// certificates reads each dependent XML for signer and date, which may stand
// there instead of in the backbone, and for coded values (3.2.3, 3.3.3).
func (p *portion) certificates(ctx context.Context, f check.Facts) ([]check.Finding, error) {
	explained, err := p.explained(ctx, f.Tree())
	if err != nil {
		return nil, err
	}
	var out []check.Finding
	coded := map[string]*coded{}
	known, places := p.numbers(), map[string]*numberAt{}
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		for _, part := range slices.Concat(e.Records, e.Notes) {
			c, err := p.scan(ctx, f.Tree(), part.XML)
			if err != nil {
				return nil, err
			}
			if part.Signer == "" && c.signer == "" || part.Signed == "" && c.signed == "" {
				out = append(out,
					codeSigner.At(orElse(p.in(part.XML), p.at)).On(part.Line).Of(p.entryID(e)).Saying(wording.Say("said.kinds.missing",
						lacking(part, c))))
			}
			c.collect(coded, p.in(part.XML))
			for _, v := range c.numbers {
				p.compareNumber(places, known, e, part, v)
			}
		}
	}
	out = append(out, p.unexplained(coded, explained)...)
	return append(out, p.otherEntries(f, places)...), nil
}

func orElse(a, b string) string {
	if a == "" || a == "." {
		return b
	}
	return a
}

func lacking(part Part, c certificate) wording.Text {
	var out []wording.Text
	if part.Signer == "" && c.signer == "" {
		out = append(out, wording.Say("found.register.signer"))
	}
	if part.Signed == "" && c.signed == "" {
		out = append(out, wording.Say("found.register.signing-day"))
	}
	return wording.List(wording.Say("said.register.and"), out)
}

// certificate is what a dependent XML says.
type certificate struct {
	signer, signed string
	codes          []codeValue
	numbers        []codeValue // by their whole path
}

type codeValue struct{ element, value string }

// coded is one coded value with where it was met.
type coded struct {
	codeValue
	first string
	count int
}

func (c certificate) collect(into map[string]*coded, file string) {
	for _, v := range c.codes {
		key := v.element + "=" + v.value
		if into[key] == nil {
			if len(into) >= maxCoded {
				continue
			}
			into[key] = &coded{codeValue: v, first: file}
		}
		into[key].count++
	}
}

// scan reads one dependent XML; what cannot be read says nothing here, the one
// read told it.
func (p *portion) scan(ctx context.Context, t container.Tree, name string) (c certificate, err error) {
	if !plain(name) {
		return c, ctx.Err()
	}
	rc, err := t.Open(ctx, p.in(name))
	if err != nil {
		return c, ctx.Err()
	}
	defer rc.Close()
	return p.scanXML(io.LimitReader(rc, maxCertificate)), ctx.Err()
}

func (p *portion) scanXML(r io.Reader) (c certificate) {
	xmlwalk.Leaves(r, xmlwalk.Latin, func(l xmlwalk.Leaf) bool {
		if !l.Attribute {
			p.leaf(&c, l.Path, l.Value)
		}
		return true
	})
	return c
}

// leaf takes one value: signer, date, or a value that is a code: up to two
// letters, or the content of an element named "code" (XÖV).
func (p *portion) leaf(c *certificate, names []string, value string) {
	name := names[len(names)-1]
	if len(c.numbers) < maxPaths && entryNumber.MatchString(value) {
		c.numbers = append(c.numbers, codeValue{strings.Join(names, "/"), value})
	}
	switch {
	case value == "":
	case p.layout.certificate[name] == "certificate.signer":
		c.signer = value
	case p.layout.certificate[name] == "certificate.signed":
		c.signed = value
	case strings.EqualFold(name, "code") && len(names) > 1:
		c.codes = append(c.codes, codeValue{names[len(names)-2], value})
	case len(value) <= 2 && strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		c.codes = append(c.codes, codeValue{name, value})
	}
}

// explained gives the enumeration values the delivered schemas explain by a
// documentation of their own.
func (p *portion) explained(ctx context.Context, t container.Tree) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range p.schemas {
		rc, err := t.Open(ctx, name)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		readEnumerations(io.LimitReader(rc, maxCertificate), out)
		if err := rc.Close(); err != nil {
			return nil, fmt.Errorf("read schema %s: %w", name, err)
		}
	}
	return out, nil
}

// readEnumerations notes the values of xs:enumeration that hold a non-empty
// xs:documentation.
func readEnumerations(r io.Reader, into map[string]bool) {
	d := xml.NewDecoder(r)
	d.CharsetReader = xmlwalk.Latin
	value, inDoc := "", false
	for {
		tok, err := d.Token()
		if err != nil {
			return
		}
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "enumeration":
				value = ""
				for _, a := range t.Attr {
					if a.Name.Local == "value" {
						value = a.Value
					}
				}
			case "documentation":
				inDoc = true
			}
		case xml.CharData:
			if inDoc && value != "" && len(bytes.TrimSpace(t)) > 0 {
				into[value] = true
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "enumeration":
				value = ""
			case "documentation":
				inDoc = false
			}
		}
	}
}

func (p *portion) unexplained(found map[string]*coded, explained map[string]bool) (out []check.Finding) {
	for _, c := range found {
		if explained[c.value] {
			continue
		}
		where := wording.Say("said.register.no-doc")
		if len(p.docs) > 0 {
			where = wording.Say("said.register.look-in", path.Base(p.docs[0]))
		}
		out = append(out, codeCoded.At(c.first).Want(c.element,
			c.value).Saying(wording.Say("said.register.coded", c.value, c.count, c.element, where)))
	}
	slices.SortFunc(out, func(a, b check.Finding) int {
		return strings.Compare(a.Expected+"="+a.Found, b.Expected+"="+b.Found)
	})
	return out
}
