// Package layout reads deliveries whose elements, columns or names are those of another
// hand than ours: a layout is a document of the profile that says where in the files of
// an office each statement stands that a kind of deliveries asks for (requirements C2,
// D1, D3; sources 000 3.2.2 and 002 1.1.2, 3.1.1 fix contents, not names). Survey shows
// what a sample holds, Apply reads a delivery as a stream and tells what it read and
// what is missing. The room knows the words of the kinds (asked.go) and no kind.
package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// Format is the version of the document this program writes and reads.
const Format = "laufzettel-layout/1"

// Limits of a document.
const (
	maxDocument   = 1 << 20
	maxSources    = 20
	maxStatements = 500
	maxCodes      = 100_000
	maxPath       = 1000
)

// Layout says where the statements of one kind of deliveries stand.
type Layout struct {
	Format string `json:"format"`
	Kind   string `json:"kind"` // a name of Kinds
	Name   string `json:"name"` // for people: product and version it comes from
	// Sample is the fingerprint of the sample it was stored with: a trial needs another.
	Sample    string                       `json:"sample,omitempty"`
	Sources   []Source                     `json:"sources"`
	Groups    map[string]Group             `json:"groups"`
	CodeLists map[string]map[string]string `json:"codeLists,omitempty"`
}

// Types of sources.
const (
	TypeXML    = "xml"
	TypeCSV    = "csv"
	TypeXLSX   = "xlsx"
	TypeJSON   = "json"
	TypeFolder = "folder"
)

// Whether cells stand in quotes.
const (
	QuotesYes = "yes"
	QuotesNo  = "no"
)

// maxSkip bounds the rows above a heading.
const maxSkip = 1000

// Source is one file, or the files of one shape, that is read.
type Source struct {
	Name string `json:"name"`
	// File is the name, with * for any letters; one with a folder counts from the top
	// of the delivery, one without is looked for at the top and one folder below.
	File      string `json:"file"`
	Type      string `json:"type"`
	Separator string `json:"separator,omitempty"` // of columns; "" = the one the heading line has most
	Encoding  string `json:"encoding,omitempty"`  // "" = UTF-8, of XML what it declares
	Quotes    string `json:"quotes,omitempty"`    // QuotesYes, QuotesNo; "" = yes, of columns set off by tabs no
	Skip      int    `json:"skip,omitempty"`      // rows above the heading
	Sheet     string `json:"sheet,omitempty"`     // of a workbook; "" = the first
}

// Group is one of the groups of statements the kind asks for.
type Group struct {
	Source string `json:"source,omitempty"` // "" = the first, of a group below another that of the other
	// Each is the path whose every occurrence is one record; "" = the whole file, of a
	// table one row.
	Each       string               `json:"each,omitempty"`
	Key        string               `json:"key,omitempty"` // of a group below one of another source: where its key stands,
	By         string               `json:"by,omitempty"`  // and where the key stands there
	Lookups    []Lookup             `json:"lookups,omitempty"`
	Statements map[string]Statement `json:"statements"`
}

// Lookup joins a second file: the record of it whose key is that of ours.
type Lookup struct {
	Source string `json:"source"`
	Each   string `json:"each,omitempty"`
	Key    string `json:"key"` // path in the second file
	By     string `json:"by"`  // path in our record
}

// Statement says where one statement stands and how it is written.
type Statement struct {
	Path    string `json:"path,omitempty"`    // several with | between: the first that holds something
	Const   string `json:"const,omitempty"`   // the same for every delivery
	Lookup  string `json:"lookup,omitempty"`  // source of the lookup the path counts in
	Named   string `json:"named,omitempty"`   // attribute that names a value of several
	Pattern string `json:"pattern,omitempty"` // "{_}-{value}.pdf": the part that counts
	Date    string `json:"date,omitempty"`    // "TT.MM.JJJJ"
	Number  string `json:"number,omitempty"`  // "1.234,56"
	Codes   string `json:"codes,omitempty"`   // name of a code list
}

// Fault is one thing that is wrong in a document.
type Fault struct {
	Field string // "groups.head.statements.office.path"
	Text  string // German
}

// Invalid lists the faults of a document.
type Invalid struct{ Faults []Fault }

// Words give all faults in one text, for the person who wrote the document.
func (e *Invalid) Words() wording.Text {
	all := make([]wording.Text, len(e.Faults))
	for i, f := range e.Faults {
		all[i] = wording.FaultAt(f.Field, f.Text)
	}
	return wording.List("\n", all)
}

// In gives all faults in a language.
func (e *Invalid) In(language string) string { return e.Words().In(language) }

// Error gives all faults in German.
func (e *Invalid) Error() string {
	out := make([]string, 0, len(e.Faults))
	for _, f := range e.Faults {
		out = append(out, f.Field+": "+f.Text)
	}
	return strings.Join(out, "\n")
}

// Read reads a document and checks it. Errors: Refused; *Invalid inside where
// statements of it are wrong.
func Read(r io.Reader) (*Layout, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read layout", wording.Say("hint.layout.file-unreadable"), err)
	}
	if len(data) > maxDocument {
		return nil, failure.New(failure.Refused, "read layout", wording.Say("hint.layout.file-too-large"))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var l Layout
	if err := wrongKeys(data); err != nil {
		return nil, err
	}
	if err := strict.Read(data, &l); err != nil {
		return nil, failure.Wrap(failure.Refused, "read layout", wording.Say("hint.layout.not-a-layout", err), err)
	}
	if err := l.Validate(); err != nil {
		return nil, failure.Wrap(failure.Refused, "read layout", wording.Say("hint.layout.layout-unusable", err), err)
	}
	return &l, nil
}

// Write writes a document as Read reads it.
func (l *Layout) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l); err != nil {
		return fmt.Errorf("write layout: %w", err)
	}
	return nil
}

// wrongKeys tells members the document does not have, with the right one nearest to
// each. What is no JSON is left to the strict reader.
func wrongKeys(data []byte) error {
	var doc map[string]json.RawMessage
	if json.Unmarshal(data, &doc) != nil {
		return nil
	}
	k := &keys{}
	k.look("", data, "document")
	if len(k.faults) == 0 {
		return nil
	}
	err := &Invalid{Faults: k.faults}
	return failure.Wrap(failure.Refused, "read layout", wording.Say("hint.layout.unknown-keys", err), err)
}

// keys looks for unknown members.
type keys struct{ faults []Fault }

// below says what the values of a member are, where they have members again.
var below = map[string]string{"document.sources": "[]source", "document.groups": "{}group", "group.lookups": "[]lookup",
	"group.statements": "{}statement"}

func (k *keys) look(at string, raw json.RawMessage, what string) {
	if len(k.faults) >= maxStatements {
		return
	}
	join := func(name string) string { return strings.TrimPrefix(at+"."+name, ".") }
	if inner, list := strings.CutPrefix(what, "[]"); list {
		var all []json.RawMessage
		_ = json.Unmarshal(raw, &all) // another shape is told by the strict reader
		for i, v := range all {
			k.look(fmt.Sprintf("%s[%d]", at, i), v, inner)
		}
		return
	}
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all) // the same
	inner, free := strings.CutPrefix(what, "{}")
	var right []string
	for _, d := range Documented {
		if d.In == what {
			right = append(right, d.Key)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch {
		case free:
			k.look(join(name), all[name], inner)
		case !slices.Contains(right, name):
			k.faults = append(k.faults, Fault{join(name), wording.Kept("fault.layout.key", mapping.Closest(name, right))})
		case below[what+"."+name] != "":
			k.look(join(name), all[name], below[what+"."+name])
		}
	}
}

// Validate tells every fault at once. The error is *Invalid.
func (l *Layout) Validate() error {
	f := &faults{l: l}
	f.say(l.Format != Format, "format", "fault.layout.expected", Format)
	asked, known := Of(l.Kind)
	f.say(!known, "kind", "fault.layout.kind", l.Kind, mapping.Closest(l.Kind, Kinds()))
	f.say(strings.TrimSpace(l.Name) == "" || len(l.Name) > maxPath, "name",
		"fault.layout.name")
	f.sources()
	for _, name := range slices.Sorted(maps.Keys(l.CodeLists)) {
		f.say(len(l.CodeLists[name]) > maxCodes, "codeLists."+name, "fault.layout.codes", maxCodes)
	}
	if known {
		f.groups(asked)
	}
	if len(f.list) == 0 {
		return nil
	}
	return &Invalid{Faults: f.list}
}

// Usable gives of a layout in the making what can be read by, and what of it cannot be
// understood; statements that are still missing are no faults here.
func (l *Layout) Usable() (*Layout, []Fault) {
	out := *l
	out.Groups = map[string]Group{}
	f := &faults{l: l, draft: true}
	f.sources()
	asked, known := Of(l.Kind)
	if !known {
		return &out, f.list
	}
	f.groups(asked)
	for name, g := range l.Groups {
		if asked.group(name).Name == "" || f.at("groups."+name, true) {
			continue
		}
		said := g.Statements
		g.Statements = map[string]Statement{}
		for key, s := range said {
			if !f.at("groups."+name+".statements."+key, false) {
				g.Statements[key] = s
			}
		}
		out.Groups[name] = g
	}
	return &out, f.list
}

// at reports a fault of a place, own: of a group itself and not of one of its statements.
func (f *faults) at(place string, own bool) bool {
	return slices.ContainsFunc(f.list, func(x Fault) bool {
		if x.Field == place {
			return true
		}
		rest, below := strings.CutPrefix(x.Field, place+".")
		return below && !(own && strings.HasPrefix(rest, "statements."))
	})
}

type faults struct {
	l     *Layout
	list  []Fault
	draft bool // what is missing is not told
}

func (f *faults) say(bad bool, field, key string, values ...any) {
	if bad && len(f.list) < maxStatements {
		f.list = append(f.list, Fault{field, wording.Kept(key, values...)})
	}
}

func (f *faults) sources() {
	f.say(len(f.l.Sources) == 0, "sources", "fault.layout.no-source")
	f.say(len(f.l.Sources) > maxSources, "sources", "fault.layout.sources", maxSources)
	seen := map[string]bool{}
	for i, s := range f.l.Sources {
		at := fmt.Sprintf("sources[%d]", i)
		f.say(s.Name == "" || seen[s.Name], at+".name", "fault.layout.source-name")
		seen[s.Name] = true
		f.say(!slices.Contains(types, s.Type), at+".type", "fault.layout.source-kind", s.Type,
			mapping.Closest(s.Type, types))
		f.say(s.File == "" && s.Type != TypeFolder || len(s.File) > maxPath, at+".file", "fault.layout.file")
		f.say(len([]rune(s.Separator)) > 1 || strings.ContainsAny(s.Separator, "\"\r\n"), at+".separator",
			"fault.layout.separator")
		f.say(s.Quotes != "" && s.Quotes != QuotesYes && s.Quotes != QuotesNo, at+".quotes", "fault.layout.possible", QuotesYes,
			QuotesNo)
		f.say(s.Skip < 0 || s.Skip > maxSkip, at+".skip", "fault.layout.above", maxSkip)
		f.say(s.Sheet != "" && s.Type != TypeXLSX, at+".sheet", "fault.layout.sheet", TypeXLSX)
		f.say(encodingOf(s.Encoding) == nil, at+".encoding", "fault.layout.charset", s.Encoding,
			mapping.Closest(s.Encoding, slices.Sorted(maps.Keys(encodings))))
	}
}

var types = []string{TypeXML, TypeCSV, TypeXLSX, TypeJSON, TypeFolder}

func (l *Layout) source(name string) (Source, bool) {
	i := slices.IndexFunc(l.Sources, func(s Source) bool { return s.Name == name })
	if i < 0 {
		return Source{}, false
	}
	return l.Sources[i], true
}

// sourceOf is the source a group is read from.
func (l *Layout) sourceOf(a Asked, group string) string {
	g := l.Groups[group]
	if in := a.group(group).In; g.Source == "" && in != "" {
		return l.sourceOf(a, in)
	}
	if g.Source == "" && len(l.Sources) > 0 {
		return l.Sources[0].Name
	}
	return g.Source
}

func (f *faults) groups(a Asked) {
	for _, name := range slices.Sorted(maps.Keys(f.l.Groups)) {
		at := "groups." + name
		if a.group(name).Name == "" {
			f.say(true, at, "fault.layout.group", mapping.Closest(name, a.names()))
			continue
		}
		f.group(a, name, at)
	}
	if f.draft {
		return
	}
	for _, g := range a.Groups {
		for _, s := range g.Statements {
			_, there := f.l.Groups[g.Name].Statements[s.Key]
			_, used := f.l.Groups[g.Name]
			f.say(s.Mandatory && !there && (used || !g.Optional), "groups."+g.Name+".statements."+s.Key,
				"fault.layout.mandatory", s.Label, s.Source)
		}
	}
}

func (f *faults) group(a Asked, name, at string) {
	g, asked := f.l.Groups[name], a.group(name)
	src, ok := f.l.source(f.l.sourceOf(a, name))
	f.say(!ok, at+".source", "fault.layout.unnamed", f.l.sourceOf(a, name))
	f.path(g.Each, src, at+".each")
	f.path(g.Key, src, at+".key")
	foreign := asked.In != "" && f.l.sourceOf(a, name) != f.l.sourceOf(a, asked.In)
	f.say(foreign && (g.Key == "" || g.By == ""), at+".key",
		"fault.layout.join", asked.In)
	f.say(asked.In == "" && (g.Key != "" || g.By != ""), at+".key",
		"fault.layout.join-below")
	if _, there := f.l.Groups[asked.In]; asked.In != "" && !there {
		f.say(true, at, "fault.layout.parent", asked.In)
	}
	if foreign {
		above, _ := f.l.source(f.l.sourceOf(a, asked.In))
		f.path(g.By, above, at+".by")
	}
	for i, k := range g.Lookups {
		in := fmt.Sprintf("%s.lookups[%d]", at, i)
		second, ok := f.l.source(k.Source)
		f.say(!ok, in+".source", "fault.layout.unnamed", k.Source)
		f.say(k.Key == "" || k.By == "", in+".key", "fault.layout.key-by")
		f.path(k.Each, second, in+".each")
		f.path(k.Key, second, in+".key")
		f.path(k.By, src, in+".by")
	}
	f.say(len(g.Statements) > maxStatements, at+".statements", "fault.layout.statements", maxStatements)
	for _, key := range slices.Sorted(maps.Keys(g.Statements)) {
		if asked.statement(key).Key == "" {
			f.say(true, at+".statements."+key, "fault.layout.statement", mapping.Closest(key, asked.keys()))
			continue
		}
		f.statement(g, g.Statements[key], src, at+".statements."+key)
	}
}

func (f *faults) statement(g Group, s Statement, src Source, at string) {
	f.say(s.Path == "" && s.Const == "", at, "fault.layout.path-or-const")
	f.say(s.Path != "" && s.Const != "", at, "fault.layout.both")
	if s.Lookup != "" {
		i := slices.IndexFunc(g.Lookups, func(k Lookup) bool { return k.Source == s.Lookup })
		f.say(i < 0, at+".lookup", "fault.layout.lookup", s.Lookup)
		src, _ = f.l.source(s.Lookup)
	}
	f.path(s.Path, src, at+".path")
	_, err := patternOf(s.Pattern)
	f.say(err != nil, at+".pattern", "fault.layout.pattern", s.Pattern)
	_, err = dateOf(s.Date)
	f.say(err != nil, at+".date", "fault.layout.date",
		s.Date)
	_, err = numberOf(s.Number)
	f.say(err != nil, at+".number", "fault.layout.number", s.Number, strings.Join(numberForms, " · "))
	_, there := f.l.CodeLists[s.Codes]
	f.say(s.Codes != "" && !there, at+".codes", "fault.layout.no-codes", s.Codes)
}

// path tells why a path cannot be read.
func (f *faults) path(p string, src Source, field string) {
	f.say(len(p) > maxPath, field, "fault.layout.long-path", maxPath)
	if len(p) > maxPath {
		return
	}
	for _, one := range alternatives(p) {
		if _, err := parsePath(one, table(src.Type)); err != nil {
			f.say(true, field, "fault.layout.bad-path", one, err)
		}
	}
}

// errPath is the error of every path that cannot be read.
var errPath = errors.New("Pfad")

// table reports types whose records are rows.
func table(sourceType string) bool {
	return sourceType == TypeCSV || sourceType == TypeXLSX || sourceType == TypeFolder
}
