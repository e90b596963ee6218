package prepare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/xmlwalk"
)

// note is what looking at a file of a register brought, as the journal keeps it.
type note struct {
	Terms      []term   `json:"t,omitempty"`
	Disposal   string   `json:"v,omitempty"`
	Signatures []signed `json:"s,omitempty"`
}

type term struct {
	Name  string `json:"n"`
	Value string `json:"v"`
}

// signed is one signature.
type signed struct {
	Name     string          `json:"n"`
	Signed   time.Time       `json:"d,omitzero"`
	Form     string          `json:"f"`
	Result   string          `json:"r"`
	Findings []check.Finding `json:"x,omitempty"`
}

func (n note) registerTerms() (out []register.Term) {
	for _, t := range n.Terms {
		out = append(out, register.Term{Name: t.Name, Value: t.Value})
	}
	return out
}

// signers joins the plain names, each once; a time stamp signs for nobody.
func (n note) signers() string {
	var names []string
	for _, s := range n.Signatures {
		if s.Name != "" && s.Form != string(signature.Timestamp) && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, "; ")
}

// day is the day of the last signature, in the time it was made in.
func (n note) day() string {
	var last time.Time
	for _, s := range n.Signatures {
		if s.Form != string(signature.Timestamp) && s.Signed.After(last) {
			last = s.Signed
		}
	}
	if last.IsZero() {
		return ""
	}
	return last.Format(time.DateOnly)
}

// certificates looks at the files of a register while they are read.
type certificates struct {
	src    Source
	terms  []string
	survey *survey
}

func (c *certificates) trust() signature.Trust {
	return signature.Trust{Roots: c.src.Roots, At: c.src.Now}
}

// inspect reads terms out of certificates and dissolves signatures: inside a PDF,
// around a file, beside a file (C6, 3.3.3 no. 1).
func (c *certificates) inspect(ctx context.Context, x Copy, content container.Content) (out Inspected, err error) {
	var n note
	var results []signature.Result
	inner := []byte(nil)
	about := x.From
	switch strings.ToLower(path.Ext(x.From)) {
	case ".p7m":
		data, err := bytesOf(content)
		if err != nil {
			return out, err
		}
		if inner, results, err = openAttached(data, c.src); err != nil {
			return out, err
		}
		out.Replace = inner
	case ".p7s":
		if results, err = c.beside(ctx, x.From, content); err != nil {
			return out, err
		}
	case ".pdf":
		if results, err = c.inside(ctx, content); err != nil {
			return out, err
		}
	}
	if strings.EqualFold(path.Ext(x.To), ".xml") && !x.Drop {
		if inner == nil && content.Size() <= maxLooked {
			if inner, err = bytesOf(content); err != nil {
				return out, err
			}
		}
		c.read(inner, &n)
	}
	for _, r := range results {
		n.Signatures = append(n.Signatures, signed{Name: r.Signer, Signed: r.Signed, Form: string(r.Form), Result: r.Summary(), Findings: r.Findings(about)})
	}
	if len(n.Terms) == 0 && n.Disposal == "" && len(n.Signatures) == 0 {
		return out, ctx.Err()
	}
	raw, err := json.Marshal(n)
	out.Note = string(raw)
	return out, errors.Join(err, ctx.Err())
}

// inside looks for signatures of a PDF. A signature names its byte range in plain
// text (ISO 32000-1, 12.8.1), so most files need no second look.
func (c *certificates) inside(ctx context.Context, content container.Content) ([]signature.Result, error) {
	if data := content.Bytes(); data != nil && !bytes.Contains(data, []byte("/ByteRange")) {
		return nil, ctx.Err()
	}
	return signature.VerifyPDF(ctx, content, c.trust())
}

// beside verifies a detached signature with the file it speaks of.
func (c *certificates) beside(ctx context.Context, name string, content container.Content) ([]signature.Result, error) {
	about := strings.TrimSuffix(name, path.Ext(name))
	e, ok := c.src.Tree.Stat(about)
	if !ok || e.Size > maxSigned {
		return nil, ctx.Err()
	}
	cms, err := bytesOf(content)
	if err != nil {
		return nil, err
	}
	rc, err := c.src.Tree.Open(ctx, about)
	if err != nil {
		return nil, unreadable(about, err)
	}
	data, err := io.ReadAll(rc)
	if err := closed(rc, err); err != nil {
		return nil, unreadable(about, err)
	}
	return signature.VerifyDetached(data, cms, c.trust()), ctx.Err()
}

// Limits of what is held in memory at once.
const maxSigned = 256 << 20

func bytesOf(content container.Content) ([]byte, error) {
	if data := content.Bytes(); data != nil {
		return data, nil
	}
	if content.Size() > maxSigned {
		return nil, failure.New(failure.Refused, "read signed file", "Eine signierte Datei ist größer als 256 MB und lässt sich nicht auflösen. Bitte den Inhalt ohne Signatur beilegen.")
	}
	return io.ReadAll(content.Reader())
}

func openAttached(data []byte, src Source) ([]byte, []signature.Result, error) {
	content, results, err := signature.OpenAttached(data, signature.Trust{Roots: src.Roots, At: src.Now})
	if err != nil {
		return nil, nil, failure.Wrap(failure.Refused, "open signed file", err.Error()+" Bitte den Inhalt ohne Signatur beilegen.", err)
	}
	return content, results, nil
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

// refused makes the error of faulty statements.
func refused(faults []Fault) error {
	invalid := &Invalid{faults}
	return failure.Wrap(failure.Refused, "plan portion", "Die Angaben sind noch nicht vollständig:\n"+invalid.Error(), invalid)
}

func refusedFile(name, hint string, err error) error {
	if err == nil {
		err = errors.New(name)
	}
	return failure.Wrap(failure.Refused, "read "+name, hint, err)
}

func failureNoEntries(h register.Head) error {
	return failure.New(failure.Refused, "plan register", "Im Material liegt keine Beurkundung, deren Eintrag sich lesen lässt. Erwartet werden je Beurkundung eine XML- und eine PDF-Datei, etwa „"+h.PartName("1", "U", 0, "xml")+"“.")
}
