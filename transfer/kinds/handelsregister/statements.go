package handelsregister

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// Limits of a metadata file.
const (
	maxStatements = 16 << 20
	maxValues     = 200_000
	maxDepth      = 64
)

var errMetadata = errors.New("metadata")

// statement is one statement of 1.1.2: its key in a profile's layout, its default
// path, what people call it, spellings in plain text.
type statement struct {
	key, path, label string
	also             []string
	at               func(*Statements) *string
	optional         bool
}

var statements = []statement{
	{"statement.provenance", "Deskriptiv/Provenienzstelle", "Provenienzstelle", []string{"Provenienz"},
		func(s *Statements) *string { return &s.Provenance }, false},
	{"statement.from", "Deskriptiv/Zeitraum/Von", "Zeitraum (ältestes Gründungsdatum)", []string{"Zeitraum von", "von"},
		func(s *Statements) *string { return &s.From }, false},
	{"statement.to", "Deskriptiv/Zeitraum/Bis", "Zeitraum (jüngstes Löschdatum)", []string{"Zeitraum bis", "bis"},
		func(s *Statements) *string { return &s.To }, false},
	{"statement.megabytes", "Deskriptiv/UmfangMB", "Umfang in MB", []string{"Umfang", "Umfang (in MB)", "Umfang (MB)"},
		func(s *Statements) *string { return &s.Megabytes }, false},
	{"statement.extracted", "Administrativ/Extraktion", "Datum und Zeitpunkt der Extraktion", []string{"Extraktion", "Extraktionsdatum"},
		func(s *Statements) *string { return &s.Extracted }, false},
	{"statement.files", "Administrativ/Dateien", "Anzahl der abgelieferten Dateien", []string{"Anzahl Dateien", "Dateien"},
		func(s *Statements) *string { return &s.Files }, false},
	{"statement.source", "Administrativ/Quellapplikation/Bezeichnung", "Bezeichnung der Quellapplikation", []string{"Quellapplikation"},
		func(s *Statements) *string { return &s.Source }, false},
	{"statement.version", "Administrativ/Quellapplikation/Version", "Version der Quellapplikation", []string{"Version"},
		func(s *Statements) *string { return &s.Version }, false},
	{"statement.selection", "Administrativ/Belegakten", "Belegakten (integral oder Auswahl)", []string{"Belegakten"},
		func(s *Statements) *string { return &s.Selection }, true},
}

const (
	queryKey, queryPath, queryLabel = "statement.query", "Administrativ/Abfrage", "Benutzte Abfragen"
	filePath                        = "Administrativ/Datei"
)

// DefaultLayout gives the paths of our own vocabulary by key, below the root.
func DefaultLayout() map[string]string {
	out := map[string]string{queryKey: queryPath}
	for _, s := range statements {
		out[s.key] = s.path
	}
	return out
}

// ReadStatements reads a metadata file: XML in the layout (nil: our own) or text
// with lines "Name: Wert". The error says in German why it cannot be read.
func ReadStatements(r io.Reader, layout map[string]string) (*Statements, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxStatements+1))
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > maxStatements:
		return nil, &wording.Error{Text: wording.Say("found.handelsregister.too-large"), Cause: errMetadata}
	case bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")):
		return statementsXML(data, layout)
	case !utf8.Valid(data):
		return nil, &wording.Error{Text: wording.Say("found.handelsregister.not-utf8"), Cause: errMetadata}
	}
	return statementsText(data), nil
}

func statementsXML(data []byte, layout map[string]string) (*Statements, error) {
	keys := DefaultLayout()
	for k, p := range layout {
		if _, known := keys[k]; known {
			keys[k] = strings.Trim(p, "/ ")
		}
	}
	byPath := map[string]string{}
	for k, p := range keys {
		byPath[p] = k
	}
	s := &Statements{fromXML: true}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = xmlwalk.Latin
	var names []string
	var text []byte
	leaf, values := false, 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errMetadata, err)
		}
		switch t := tok.(type) {
		case xml.Directive:
			return nil, &wording.Error{Text: wording.Say("found.handelsregister.doctype"), Cause: errMetadata}
		case xml.StartElement:
			if values++; values > maxValues || len(names) >= maxDepth {
				return nil, &wording.Error{Text: wording.Say("found.handelsregister.too-many"), Cause: errMetadata}
			}
			if len(names) == 0 {
				s.fromOurs = t.Name.Space == Namespace
			}
			names, text, leaf = append(names, t.Name.Local), text[:0], true
			s.attributes(names, t.Attr, byPath)
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			if leaf && len(names) > 1 {
				s.put(byPath[path.Join(names[1:]...)], strings.TrimSpace(string(text)))
			}
			names, leaf = names[:len(names)-1], false
		}
	}
}

func (s *Statements) attributes(names []string, attrs []xml.Attr, byPath map[string]string) {
	if len(names) < 2 {
		return
	}
	p := path.Join(names[1:]...)
	f := FileRecords{}
	for _, a := range attrs {
		s.put(byPath[p+"/@"+a.Name.Local], strings.TrimSpace(a.Value))
		switch a.Name.Local {
		case "name":
			f.Name = a.Value
		case "datensaetze":
			f.Count = a.Value
		}
	}
	if p == filePath && f.Name != "" && f.Count != "" {
		s.Records = append(s.Records, f)
	}
}

// put stores the first value of a statement and every query.
func (s *Statements) put(key, value string) {
	if key == "" || value == "" {
		return
	}
	if key == queryKey {
		s.Queries = append(s.Queries, value)
		return
	}
	for _, st := range statements {
		if to := st.at(s); st.key == key && *to == "" {
			*to = value
		}
	}
}

// statementsText reads lines "Name: Wert" or "Name<TAB>Wert"; a period may stand
// in one line.
func statementsText(data []byte) *Statements {
	s := &Statements{}
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, maxStatements)
	sc.Split(splitRows)
	for sc.Scan() {
		name, value, ok := strings.Cut(sc.Text(), "\t")
		if !ok {
			name, value, ok = strings.Cut(sc.Text(), ":")
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || value == "" {
			continue
		}
		if strings.EqualFold(name, "Zeitraum") {
			from, to, _ := strings.Cut(strings.NewReplacer("–", " - ", "bis", " - ").Replace(value), " - ")
			s.put("statement.from", strings.TrimSpace(from))
			s.put("statement.to", strings.TrimSpace(to))
			continue
		}
		s.put(textKey(name), value)
		if file, is := strings.CutPrefix(name, "Datensätze "); is {
			s.Records = append(s.Records, FileRecords{Name: file, Count: value})
		}
	}
	return s
}

func textKey(name string) string {
	if strings.EqualFold(name, queryLabel) || strings.EqualFold(name, "Abfrage") || strings.EqualFold(name, "Abfragen") {
		return queryKey
	}
	for _, st := range statements {
		for _, n := range append([]string{st.label}, st.also...) {
			if strings.EqualFold(n, name) {
				return st.key
			}
		}
	}
	return ""
}

// empty reports whether nothing was understood.
func (s *Statements) empty() bool {
	for _, st := range statements {
		if *st.at(s) != "" {
			return false
		}
	}
	return len(s.Queries) == 0
}

// typedDay, typedTime and typedSize bring what an office wrote in words to the form our
// vocabulary asks for; what is none stays as it is, and its check tells it.
func typedDay(v string) string {
	if day := kind.Date(v); day != "" {
		return day
	}
	return v
}

func typedTime(v string) string {
	for _, form := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "02.01.2006 15:04:05", "02.01.2006 15:04",
		"02.01.2006, 15:04"} {
		if at, err := time.Parse(form, strings.TrimSpace(v)); err == nil {
			return at.Format("2006-01-02T15:04:05")
		}
	}
	return v
}

var sizeInMB = regexp.MustCompile(`(?i)^([0-9]+)(?:[.,]([0-9]+))?\s*(?:MB|Megabytes?)$`)

func typedSize(v string) string {
	m := sizeInMB.FindStringSubmatch(strings.TrimSpace(v))
	switch {
	case m == nil:
		return v
	case m[2] == "":
		return m[1]
	}
	return m[1] + "." + m[2]
}

// WriteStatements writes our metadata (handelsregister-statements.xsd); sizes are
// those of the files by name, and may be nil (D3, D6).
func WriteStatements(w io.Writer, s Statements, sizes map[string]int64) error {
	b := &bytes.Buffer{}
	leaf := func(name, v string) {
		if v == "" {
			return
		}
		b.WriteString("<" + name + ">")
		_ = xml.EscapeText(b, []byte(v)) // a bytes.Buffer does not fail
		b.WriteString("</" + name + ">")
	}
	b.WriteString(xml.Header + `<Ablieferung xmlns="` + Namespace + `" version="1.0">` + "\n <Deskriptiv>")
	leaf("Provenienzstelle", s.Provenance)
	within := func(name string, parts ...[2]string) {
		if !slices.ContainsFunc(parts, func(p [2]string) bool { return p[1] != "" }) {
			return
		}
		b.WriteString("<" + name + ">")
		for _, p := range parts {
			leaf(p[0], p[1])
		}
		b.WriteString("</" + name + ">")
	}
	within("Zeitraum", [2]string{"Von", typedDay(s.From)}, [2]string{"Bis", typedDay(s.To)})
	leaf("UmfangMB", typedSize(s.Megabytes))
	b.WriteString("</Deskriptiv>\n <Administrativ>")
	leaf("Extraktion", typedTime(s.Extracted))
	for _, q := range s.Queries {
		leaf("Abfrage", q)
	}
	leaf("Dateien", s.Files)
	within("Quellapplikation", [2]string{"Bezeichnung", s.Source}, [2]string{"Version", s.Version})
	leaf("Belegakten", s.Selection)
	counts := map[string]string{}
	for _, r := range s.Records {
		counts[r.Name] = r.Count
	}
	names := map[string]bool{}
	for n := range counts {
		names[n] = true
	}
	for n := range sizes {
		names[n] = true
	}
	for _, n := range sorted(maps.Keys(names)) {
		b.WriteString("\n  <Datei name=\"")
		_ = xml.EscapeText(b, []byte(n))
		b.WriteString(`"`)
		if size, ok := sizes[n]; ok {
			b.WriteString(` groesse="` + strconv.FormatInt(size, 10) + `"`)
		}
		if c := counts[n]; c != "" {
			b.WriteString(` datensaetze="`)
			_ = xml.EscapeText(b, []byte(c))
			b.WriteString(`"`)
		}
		b.WriteString("/>")
	}
	b.WriteString("\n </Administrativ>\n</Ablieferung>\n")
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write metadata: %w", err)
	}
	return nil
}
