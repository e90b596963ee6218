package aip

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// DefaultMappings gives the built-in tables of MAPPING-1 to MAPPING-4: field name
// → source path. A profile overrides single fields; an empty source drops one.
// The source paths are listed in docs/mapping.md.
func DefaultMappings() profile.Mappings {
	return profile.Mappings{
		ControlList: map[string]string{ // MAPPING-1: Ab_Lis → Kon_Lis, one line per Vorgang
			"referenceCode": "package.referenceCode", "id": "object.id", "dossier": "dossier.reference", "reference": "object.reference",
			"subject": "object.subject", "from": "object.from", "to": "object.to", "rating": "object.rating", "files": "object.files",
		},
		AIP: map[string]string{ // MAPPING-2: administrative data
			"archive": "archive.name", "agency": "profile.agency", "agencyId": "profile.agencyId", "profileId": "profile.id",
			"contact": "profile.contact", "accessionId": "accession.id", "accessionNumber": "accession.number",
			"offered": "accession.offered", "delivered": "accession.delivered", "formats": "package.formats",
			"source": "profile.source", "environment": "profile.environment", "earlierPackage": "package.earlier",
		},
		Descriptive: map[string]string{ // MAPPING-3: <level>.<field>; "*" takes over every other statement by its own name
			"dossier.*": allFields, "case.*": allFields, "document.*": allFields,
			"dossier.reference": "object.reference", "dossier.subject": "object.subject", "dossier.from": "object.from", "dossier.to": "object.to",
			"dossier.plan": "object.plan", "dossier.leadUnit": "object.leadUnit",
			"case.reference": "object.reference", "case.subject": "object.subject", "case.from": "object.from", "case.to": "object.to",
			"case.type": "object.type", "case.leadUnit": "object.leadUnit", "case.note": "object.note", "case.medium": "object.medium",
			"case.confidentiality": "object.confidentiality", "case.plan": "object.plan",
			"document.subject": "object.subject", "document.date": "object.date", "document.reference": "object.reference",
			"document.received": "object.received", "document.type": "object.type", "document.medium": "object.medium", "document.note": "object.note",
		},
		Technical: map[string]string{ // MAPPING-4: per file
			"formatName": "file.format.name", "formatVersion": "file.format.version", "mime": "file.format.mime", "registry": "file.format.registry",
			"size": "file.size", "fileName": "file.original", "objectId": "file.object", "referenceCode": "package.referenceCode",
			"significantProperties": "file.properties", "environment": "profile.environment", "viewPath": "file.viewPath",
		},
	}
}

// allFields is the source that gives every further statement of the delivery by
// its own name: the index fields of the kinds beyond xdomea (B5, C11, D6, F1).
const allFields = "object.fields"

// everyField is the field name a table maps allFields to.
const everyField = "*"

// mandatory are the fields of MAPPING-3 that must not be empty (source 004, P5.1.1).
var mandatory = map[record.Kind][]string{
	record.Dossier: {"reference"}, record.Case: {"reference", "from", "to"}, record.Document: {"date"},
}

// Mandatory names the MAPPING-3 fields of a kind that must not be empty.
func Mandatory(kind record.Kind) []string { return slices.Clone(mandatory[kind]) }

// merged gives the tables in force: defaults with the overrides of a profile.
func merged(over profile.Mappings) profile.Mappings {
	m := DefaultMappings()
	join := func(base, over map[string]string) {
		for k, v := range over {
			if v == "" {
				delete(base, k)
				continue
			}
			base[k] = v
		}
	}
	join(m.ControlList, over.ControlList)
	join(m.AIP, over.AIP)
	join(m.Descriptive, over.Descriptive)
	join(m.Technical, over.Technical)
	return m
}

// CheckMappings names every entry of a profile whose source path does not exist
// or whose field has no level, in German, for the settings screen. nil: all good.
func CheckMappings(m profile.Mappings) []string {
	var out []string
	for _, t := range []struct {
		name  string
		table map[string]string
		level bool
	}{{"MAPPING-1", m.ControlList, false}, {"MAPPING-2", m.AIP, false}, {"MAPPING-3", m.Descriptive, true}, {"MAPPING-4", m.Technical, false}} {
		for _, field := range slices.Sorted(maps.Keys(t.table)) {
			level, rest, _ := strings.Cut(field, ".")
			if t.level && (rest == "" || !slices.Contains([]string{"dossier", "case", "document"}, level)) {
				out = append(out, fmt.Sprintf("%s: Das Feld „%s“ braucht eine Ebene davor: dossier., case. oder document.", t.name, field))
			}
			if (t.level && rest == everyField) != (t.table[field] == allFields) && t.table[field] != "" {
				out = append(out, fmt.Sprintf("%s: Das Feld „*“ und die Quelle „%s“ gehören zusammen; bei „%s“ steht nur eines von beiden.", t.name, allFields, field))
			}
			for alt := range strings.SplitSeq(t.table[field], "|") {
				if alt = strings.TrimSpace(alt); alt != "" && !known(alt) {
					out = append(out, fmt.Sprintf("%s: Die Quelle „%s“ des Feldes „%s“ gibt es nicht.", t.name, alt, field))
				}
			}
		}
	}
	return out
}

// Value is one field of the description. Derived says that the source gave none
// and it was computed from what is there (A38).
type Value struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Derived bool   `json:"derived,omitempty"`
}

// Scope is what source paths can reach. Object and File may be nil.
type Scope struct {
	Spec   *Spec
	Object *record.Object
	File   *File
}

// Values evaluates a mapping table in a scope: fields in name order, empty ones
// left out; behind them, where the table asks for it, the further statements of
// the delivery in its own order and words.
func Values(table map[string]string, sc Scope) []Value {
	var out []Value
	for _, field := range slices.Sorted(maps.Keys(table)) {
		if field == everyField {
			continue
		}
		v, derived := sc.value(table[field])
		if v = legible(v); v != "" {
			out = append(out, Value{Name: field, Value: v, Derived: derived})
		}
	}
	if table[everyField] == allFields && sc.Object != nil {
		for _, f := range sc.Object.Fields {
			if v := (Value{Name: legible(f.Name), Value: legible(f.Value)}); v.Name != "" && v.Value != "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// legible trims v and replaces what XML cannot hold, so that a value read back
// from the package equals the one written.
func legible(v string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(v, "\uFFFD")))
}

// level gives the part of a MAPPING-3 table for one kind, without the prefix.
func level(table map[string]string, kind record.Kind) map[string]string {
	out := map[string]string{}
	for field, source := range table {
		if rest, ok := strings.CutPrefix(field, string(kind)+"."); ok {
			out[rest] = source
		}
	}
	return out
}

// value evaluates one source: alternatives parted by "|", the first that is not
// empty wins.
func (sc Scope) value(source string) (v string, derived bool) {
	for alt := range strings.SplitSeq(source, "|") {
		if v, derived = sc.one(strings.TrimSpace(alt)); v != "" {
			return v, derived
		}
	}
	return "", false
}

func (sc Scope) one(path string) (string, bool) {
	if text, ok := strings.CutPrefix(path, "const:"); ok {
		return text, false
	}
	root, rest, _ := strings.Cut(path, ".")
	switch root {
	case "object":
		return objectValue(sc.Object, rest)
	case "dossier", "case", "parent":
		return objectValue(sc.ancestor(root), rest)
	}
	if get, ok := plainSources[path]; ok {
		if strings.HasPrefix(path, "file.") && sc.File == nil || sc.Spec == nil {
			return "", false
		}
		return get(sc), false
	}
	return "", false
}

// ancestor finds the parent, or the nearest object of a kind at or above the
// object, also through the chain of context parents.
func (sc Scope) ancestor(root string) *record.Object {
	if sc.Object == nil {
		return nil
	}
	o := sc.up(sc.Object)
	if root == "parent" {
		return o
	}
	for o = sc.Object; o != nil; o = sc.up(o) {
		if o.Kind == record.Kind(root) {
			return o
		}
	}
	return nil
}

// up gives the parent of o; above the package's object stands the Chain.
func (sc Scope) up(o *record.Object) *record.Object {
	if sc.Spec != nil {
		if o == sc.Spec.Object && len(sc.Spec.Chain) > 0 {
			return sc.Spec.Chain[len(sc.Spec.Chain)-1]
		}
		if i := slices.Index(sc.Spec.Chain, o); i > 0 {
			return sc.Spec.Chain[i-1]
		}
	}
	return o.Parent
}

// plainSources are the source paths outside the record tree.
var plainSources = map[string]func(Scope) string{
	"package.pid":           func(s Scope) string { return s.Spec.PID },
	"package.referenceCode": func(s Scope) string { return s.Spec.ReferenceCode },
	"package.earlier":       func(s Scope) string { return s.Spec.EarlierPID },
	"package.ordered":       func(s Scope) string { return stamp(s.Spec.Ordered) },
	"package.formats":       func(s Scope) string { return formatsOf(s.Spec.Files) },
	"archive.name":          func(s Scope) string { return s.Spec.Archive },
	"accession.id":          func(s Scope) string { return s.Spec.Accession.ID },
	"accession.number":      func(s Scope) string { return s.Spec.Accession.Number },
	"accession.offered":     func(s Scope) string { return stamp(s.Spec.Accession.Offered) },
	"accession.delivered":   func(s Scope) string { return stamp(s.Spec.Accession.Delivered) },
	"profile.id":            func(s Scope) string { return s.Spec.Profile.ID },
	"profile.agency":        func(s Scope) string { return s.Spec.Profile.Agency },
	"profile.agencyId":      func(s Scope) string { return s.Spec.Profile.AgencyID },
	"profile.contact":       func(s Scope) string { return s.Spec.Profile.Contact.Name },
	"profile.contactUnit":   func(s Scope) string { return s.Spec.Profile.Contact.Unit },
	"profile.contactMail":   func(s Scope) string { return s.Spec.Profile.Contact.Mail },
	"profile.source":        func(s Scope) string { return s.Spec.Profile.Source },
	"profile.environment":   func(s Scope) string { return s.Spec.Profile.Environment },
	"file.path":             func(s Scope) string { return s.File.Path },
	"file.original":         func(s Scope) string { return s.File.original() },
	"file.object":           func(s Scope) string { return s.File.Object },
	"file.size":             func(s Scope) string { return strconv.FormatInt(s.File.Size, 10) },
	"file.sha512":           func(s Scope) string { return s.File.Digests[sha512Name] },
	"file.format.name":      func(s Scope) string { return s.File.Format.Name },
	"file.format.version":   func(s Scope) string { return s.File.Format.Version },
	"file.format.mime":      func(s Scope) string { return s.File.Format.MIME },
	"file.format.puid":      func(s Scope) string { return s.File.puid() },
	"file.format.registry":  func(s Scope) string { return registry(s.File.puid()) },
	"file.properties":       func(s Scope) string { return s.File.Properties },
	"file.viewPath":         func(s Scope) string { return s.File.ViewPath },
}

// objectSources are the source paths below object., dossier., case. and parent.
var objectSources = map[string]func(*record.Object) (string, bool){
	"id":        func(o *record.Object) (string, bool) { return o.ID, false },
	"number":    func(o *record.Object) (string, bool) { return o.Number, false },
	"reference": func(o *record.Object) (string, bool) { return o.Reference, false },
	"subject":   func(o *record.Object) (string, bool) { return o.Subject, false },
	"label":     func(o *record.Object) (string, bool) { return o.Label(), false },
	"from": func(o *record.Object) (string, bool) {
		s := Span(o)
		return string(s.From), s.From != o.Span.From || o.Span.Derived
	},
	"to": func(o *record.Object) (string, bool) {
		s := Span(o)
		return string(s.To), s.To != o.Span.To || o.Span.Derived
	},
	"date":            func(o *record.Object) (string, bool) { d, derived := DocumentDate(o); return string(d), derived },
	"received":        func(o *record.Object) (string, bool) { return string(o.Received), false },
	"type":            func(o *record.Object) (string, bool) { return o.Type, false },
	"leadUnit":        func(o *record.Object) (string, bool) { return o.LeadUnit, false },
	"confidentiality": func(o *record.Object) (string, bool) { return o.Confidentiality, false },
	"medium":          func(o *record.Object) (string, bool) { return o.Medium, false },
	"note":            func(o *record.Object) (string, bool) { return o.Note, false },
	"plan": func(o *record.Object) (string, bool) {
		return strings.TrimSpace(o.Plan.Reference + " " + o.Plan.Title), false
	},
	"rating":     func(o *record.Object) (string, bool) { return string(o.Rating), false },
	"suggestion": func(o *record.Object) (string, bool) { return string(o.Suggestion), false },
	"files": func(o *record.Object) (string, bool) {
		return strconv.Itoa(record.Count([]*record.Object{o}).Files), false
	},
}

func objectValue(o *record.Object, name string) (string, bool) {
	if o == nil {
		return "", false
	}
	if field, ok := strings.CutPrefix(name, "field:"); ok {
		for _, f := range o.Fields {
			if f.Name == field {
				return f.Value, false
			}
		}
		return "", false
	}
	if get, ok := objectSources[name]; ok {
		return get(o)
	}
	return "", false
}

func known(path string) bool {
	if strings.HasPrefix(path, "const:") {
		return true
	}
	if _, ok := plainSources[path]; ok {
		return true
	}
	root, rest, _ := strings.Cut(path, ".")
	if !slices.Contains([]string{"object", "dossier", "case", "parent"}, root) {
		return false
	}
	_, ok := objectSources[rest]
	return ok || path == allFields || strings.HasPrefix(rest, "field:") && len(rest) > len("field:")
}

// SourcePaths lists every source path a mapping may use, for the settings screen
// and docs/mapping.md. "field:<Name>" below an object reaches any other statement
// of the message, "const:<Text>" is a fixed text.
func SourcePaths() []string {
	out := append(slices.Collect(maps.Keys(plainSources)), allFields)
	for name := range objectSources {
		for _, root := range []string{"object", "dossier", "case", "parent"} {
			out = append(out, root+"."+name)
		}
	}
	slices.Sort(out)
	return out
}

func (f *File) original() string {
	if f.Original != "" {
		return f.Original
	}
	return f.Path
}

func (f *File) puid() string {
	if f.Format.PUID == "UNKNOWN" {
		return ""
	}
	return f.Format.PUID
}

func registry(puid string) string {
	if puid == "" {
		return ""
	}
	return "PRONOM " + puid
}

// formatsOf names every format once, in order (MAPPING-2).
func formatsOf(files []File) string {
	set := map[string]bool{}
	for _, f := range files {
		if f.puid() != "" {
			set[f.puid()] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(set)), ", ")
}

// stamp writes a time as in METS: UTC, whole seconds; "" for the zero time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05Z")
}
