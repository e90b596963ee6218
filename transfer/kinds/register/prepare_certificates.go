package register

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// note is what looking at a file of a register brought, as the journal keeps it.
type note struct {
	Terms      []term          `json:"t,omitempty"`
	Disposal   string          `json:"v,omitempty"`
	Signatures kind.Signatures `json:"s,omitempty"`
}

type term struct {
	Name  string `json:"n"`
	Value string `json:"v"`
}

func (n note) registerTerms() (out []Term) {
	for _, t := range n.Terms {
		out = append(out, Term(t))
	}
	return out
}

// certificates looks at the files of a register while they are read.
type certificates struct {
	src   kind.Source
	terms []string
}

// inspect reads terms out of certificates and dissolves signatures around a file, beside
// it and inside a PDF (C6, 3.3.3 no. 1).
func (c *certificates) inspect(ctx context.Context, x kind.Copy, content container.Content) (out kind.Inspected, err error) {
	var n note
	var results []signature.Result
	var told []check.Finding
	inner := []byte(nil)
	about := x.From
	switch strings.ToLower(path.Ext(x.From)) {
	case ".p7m":
		data, err := kind.BytesOf(content)
		if err != nil {
			return out, err
		}
		if inner, results, err = kind.OpenAttached(data, c.src); err != nil {
			return out, err
		}
		out.Replace = inner
	case ".p7s":
		if results, err = kind.SignedBeside(ctx, c.src, x.From, content); err != nil {
			return out, err
		}
	case ".pdf":
		if out.Replace, results, told, err = kind.DissolveInside(ctx, c.src, x.From, content); err != nil {
			return out, err
		}
	}
	if strings.EqualFold(path.Ext(x.To), ".xml") && !x.Drop {
		if inner == nil && content.Size() <= maxLooked {
			if inner, err = kind.BytesOf(content); err != nil {
				return out, err
			}
		}
		c.read(inner, &n)
	}
	if n.Signatures, err = kind.SignedOf(results, about, content, out.Replace, told); err != nil {
		return out, err
	}
	if len(n.Terms) == 0 && n.Disposal == "" && len(n.Signatures) == 0 {
		return out, ctx.Err()
	}
	raw, err := json.Marshal(n)
	out.Note = string(raw)
	return out, errors.Join(err, ctx.Err())
}

// read takes search terms and Verfügungsnummer out of a certificate.
func (c *certificates) read(data []byte, n *note) {
	found := map[string]string{}
	leaves(data, func(element, value string) bool {
		for _, t := range c.terms {
			if strings.EqualFold(t, element) && found[t] == "" && value != "" {
				found[t] = value
			}
		}
		if l := strings.ToLower(element); (l == "verfuegungsnummer" || l == "verfügungsnummer") && n.Disposal == "" {
			n.Disposal = value
		}
		return true
	})
	for _, t := range c.terms {
		if found[t] != "" {
			n.Terms = append(n.Terms, term{t, found[t]})
		}
	}
}

// leaves gives the values of the elements of a small XML in order until see says
// no; a file that is not well-formed ends it, the check tells that.
func leaves(data []byte, see func(element, value string) bool) {
	charset := func(label string, in io.Reader) (io.Reader, error) {
		if out, err := xmlwalk.Latin(label, in); err == nil {
			return out, nil
		}
		return in, nil
	}
	xmlwalk.Leaves(bytes.NewReader(data), charset, func(l xmlwalk.Leaf) bool { return l.Attribute || see(l.Name(), l.Value) })
}

// schemaVersion reads the version a schema states of itself.
func schemaVersion(data []byte) string {
	root, _ := xmlwalk.RootOf(bytes.NewReader(data), nil)
	for _, a := range root.Attr {
		if a.Name.Local == "version" && a.Name.Space == "" {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

func refusedFile(name string, hint wording.Text, err error) error {
	if err == nil {
		err = errors.New(name)
	}
	return failure.Wrap(failure.Refused, "read "+name, hint, err)
}

func failureNoEntries(h Head) error {
	return failure.New(failure.Refused, "plan register", wording.Say("hint.register.no-readable-entries", h.PartName("1", "U", 0, "xml")))
}
