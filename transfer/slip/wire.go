package slip

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

const (
	version  = "1.0"
	maxSlip  = 1 << 20   // bytes of a routing slip
	maxList  = 512 << 20 // bytes of a transfer list
	maxDepth = 16
)

var (
	accessionPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)
	// algorithmNames: spelling in the papers → canonical name of transfer/check.
	algorithmNames = map[string]string{"SHA-256": "sha-256", "SHA-512": "sha-512"}
	digestLength   = map[string]int{"SHA-256": 64, "SHA-512": 128}
	hexPattern     = regexp.MustCompile(`^[0-9a-fA-F]+$`)
)

func wireAlgorithm(canonical string) string { return strings.ToUpper(canonical) }

// problem is one place where a paper does not fit its schema.
type problem struct {
	where       string
	want, found any // material, or texts of ours
}

type problems []problem

// add notes a problem; a thousand are enough for every letter.
func (p *problems) add(where string, want, found any) {
	if len(*p) < 1000 {
		*p = append(*p, problem{where, want, found})
	}
}

func (p *problems) needed(where, value string) {
	if strings.TrimSpace(value) == "" {
		p.add(where, wording.Say("want.slip.value"), value)
	}
}

func (p *problems) equal(where, want, found string) {
	if want != found {
		p.add(where, want, found)
	}
}

// fileName: a mere name, so that a slip cannot point out of its folder.
func (p *problems) fileName(where, name string) {
	if strings.TrimSpace(name) == "" || strings.ContainsAny(name, `/\`) || name == "." || name == ".." {
		p.add(where, wording.Say("want.slip.file-name"), name)
	}
}

func (p *problems) time(where, value string) {
	if _, ok := parseTime(value); !ok && value != "" {
		p.add(where, "JJJJ-MM-TTThh:mm:ssZ", value)
	}
}

func (p *problems) day(where, value string) {
	if _, err := time.Parse(time.DateOnly, value); err != nil {
		p.add(where, "JJJJ-MM-TT", value)
	}
}

// digest: algorithm and value come together or not at all.
func (p *problems) digest(where, algorithm, value string) {
	if algorithm == "" && value == "" {
		return
	}
	if digestLength[algorithm] != len(value) || !hexPattern.MatchString(value) {
		p.add(where+"/@pruefsumme", wording.Say("want.slip.digest"), strings.TrimSpace(algorithm+" "+value))
	}
}

func (p *problems) rest(unknown []unknown) {
	for _, u := range unknown {
		p.add(u.XMLName.Local, wording.Say("found.slip.no-element"), u.XMLName.Local)
	}
}

// findings turns problems into findings of one code.
func findings(c check.Code, ps []problem) []check.Finding {
	out := make([]check.Finding, 0, len(ps))
	at, times := map[string]int{}, map[int]int{} // one cause, one line: what is asked at an element, however often
	for _, p := range ps {
		cause := p.where + "\x00" + fmt.Sprint(p.want)
		if i, told := at[cause]; told {
			times[i]++
			continue
		}
		at[cause] = len(out)
		times[len(out)] = 1
		out = append(out, c.At("").Want(p.want, p.found).Saying(wording.Say("said.slip.place", p.where)))
	}
	for i, n := range times {
		if n > 1 {
			out[i] = out[i].Saying(wording.Say("said.check.times", n))
		}
	}
	return out
}

// strict hands out tokens and refuses document types and deep nesting.
type strict struct {
	d     *xml.Decoder
	depth int
}

// Token implements xml.TokenReader.
func (s *strict) Token() (xml.Token, error) {
	t, err := s.d.Token()
	switch t := t.(type) {
	case xml.Directive:
		return nil, wording.Fault("found.slip.doctype")
	case xml.StartElement:
		if s.depth++; s.depth > maxDepth {
			return nil, wording.Fault("found.slip.deep")
		}
		if err := belongs(t); err != nil {
			return nil, err
		}
	case xml.EndElement:
		s.depth--
	}
	return t, err
}

// attributes are all that the vocabulary has.
var attributes = map[string]bool{
	"version": true, "schritt": true, "name": true, "verfahren": true, "pruefsumme": true,
	"id": true, "bewertung": true, "groesse": true, "archivsignatur": true,
}

// belongs refuses elements of other namespaces and attributes nobody knows.
func belongs(s xml.StartElement) error {
	if s.Name.Space != Namespace {
		return wording.Fault("found.slip.namespace", s.Name.Local, Namespace)
	}
	for _, a := range s.Attr {
		declares := a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || a.Name.Space == "http://www.w3.org/2001/XMLSchema-instance"
		if !declares && (a.Name.Space != "" || !attributes[a.Name.Local]) {
			return wording.Fault("found.slip.attribute", a.Name.Local)
		}
	}
	return nil
}

// newDecoder reads at most limit bytes strictly. limited tells afterwards whether
// the limit was hit.
func newDecoder(r io.Reader, limit int64) (*xml.Decoder, *io.LimitedReader) {
	lr := &io.LimitedReader{R: r, N: limit}
	return xml.NewTokenDecoder(&strict{d: xml.NewDecoder(lr)}), lr
}

// root reads up to the root element, which must be the named one of our namespace.
func root(d *xml.Decoder, local string) (xml.StartElement, []problem, error) {
	for {
		t, err := d.Token()
		if err != nil {
			p, err := syntax(err)
			return xml.StartElement{}, p, err
		}
		if s, ok := t.(xml.StartElement); ok {
			if s.Name.Space != Namespace || s.Name.Local != local {
				return s, []problem{{"Wurzelelement", Namespace + " " + local, s.Name.Space + " " + s.Name.Local}}, nil
			}
			return s, nil, nil
		}
	}
}

// decode reads a whole small paper into v.
func decode(r io.Reader, local string, limit int64, v any) ([]problem, error) {
	d, lr := newDecoder(r, limit)
	start, p, err := root(d, local)
	if p != nil || err != nil {
		return p, err
	}
	if err := d.DecodeElement(v, &start); err != nil {
		if lr.N <= 0 {
			return []problem{{"Datei", wording.Say("want.slip.bytes", limit), wording.Say("found.slip.more")}}, nil
		}
		return syntax(err)
	}
	return nil, nil
}

// syntax tells faults of the material from faults of the source.
func syntax(err error) ([]problem, error) {
	var se *xml.SyntaxError
	var ue xml.UnmarshalError
	var ne *strconv.NumError
	var ours *wording.Error
	said := check.XMLWords(err)
	switch {
	case errors.As(err, &ours):
		said = ours.Text
	case errors.As(err, &se):
		said = wording.Say("found.slip.line", se.Line, said)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		said = wording.Say("found.slip.empty")
	case errors.As(err, &ue), errors.As(err, &ne), strings.HasPrefix(err.Error(), "xml: "):
	default:
		return nil, fmt.Errorf("read slip: %w", err)
	}
	return []problem{{"Datei", wording.Say("want.slip.well-formed"), said}}, nil
}

// encode writes a paper with declaration and indentation.
func encode(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
