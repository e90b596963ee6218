package xdomea

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

func errorf(what string) error { return fmt.Errorf("%w: %s", errLimit, what) }

// uuidPattern is the stringUUIDType of the standard. Up to 3.1 the class holds a
// literal "|" as well; such an id is schema-valid and therefore no fault here.
var uuidPattern = regexp.MustCompile(`^[0-9A-Fa-f|]{8}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{4}-[0-9A-Fa-f|]{12}$`)

// setter puts a value into an object; false means that the place was taken, and
// the value then becomes a further field.
type setter func(p *parser, o *record.Object, v, label string, line int) bool

// str makes a setter for a plain text.
func str(at func(*record.Object) *string) setter {
	return func(_ *parser, o *record.Object, v, _ string, _ int) bool {
		s := at(o)
		if *s != "" {
			return false
		}
		*s = v
		return true
	}
}

// shared is str for texts that repeat from object to object.
func shared(at func(*record.Object) *string) setter {
	plain := str(at)
	return func(p *parser, o *record.Object, v, label string, line int) bool {
		return plain(p, o, p.intern(v), label, line)
	}
}

// day makes a setter for an xs:date.
func day(at func(*record.Object) *record.Date) setter {
	return func(p *parser, o *record.Object, v, _ string, line int) bool {
		s := at(o)
		if *s != "" {
			return false
		}
		d, ok := parseDay(v)
		if !ok {
			p.findings = append(p.findings, codeDate.At("").On(line).Of(o.ID).Want(wording.Say("want.check.day"), v))
			return false
		}
		*s = d
		return true
	}
}

// coded makes a setter for a code of a list.
func coded(l codeList, at func(*record.Object) *string) setter {
	return func(p *parser, o *record.Object, v, label string, line int) bool {
		p.checkCode(l, v, o.ID, line)
		return shared(at)(p, o, strings.TrimSpace(v+" "+label), "", line)
	}
}

// objectFields drives the reading of objects of every version: path below the
// object → where it goes. Everything else becomes a Field.
var objectFields = map[string]setter{
	"Identifikation/ID":                                  str(func(o *record.Object) *string { return &o.ID }),
	"Identifikation/xdomeaUUID":                          str(func(o *record.Object) *string { return &o.ID }),
	"Identifikation/NummerImUebergeordnetenContainer":    str(func(o *record.Object) *string { return &o.Number }),
	"AllgemeineMetadaten/Betreff":                        str(func(o *record.Object) *string { return &o.Subject }),
	"AllgemeineMetadaten/Kennzeichen":                    str(func(o *record.Object) *string { return &o.Reference }),
	"AllgemeineMetadaten/Federfuehrung":                  shared(func(o *record.Object) *string { return &o.LeadUnit }),
	"AllgemeineMetadaten/Bemerkung":                      shared(func(o *record.Object) *string { return &o.Note }),
	"AllgemeineMetadaten/Aktenplaneinheit/Kennzeichen":   shared(func(o *record.Object) *string { return &o.Plan.Reference }),
	"AllgemeineMetadaten/Aktenplaneinheit/Inhaltsangabe": shared(func(o *record.Object) *string { return &o.Plan.Title }),
	"AllgemeineMetadaten/Medium":                         coded(listMedium, func(o *record.Object) *string { return &o.Medium }),
	"AllgemeineMetadaten/Vertraulichkeitsstufe": coded(listSecrecy,
		func(o *record.Object) *string { return &o.Confidentiality }),
	"AllgemeineMetadaten/Geheimhaltung/Geheimhaltungsgrad": coded(listSecrecy,
		func(o *record.Object) *string { return &o.Confidentiality }),
	"Typ":                shared(func(o *record.Object) *string { return &o.Type }),
	"Laufzeit/Beginn":    day(func(o *record.Object) *record.Date { return &o.Span.From }),
	"Laufzeit/Ende":      day(func(o *record.Object) *record.Date { return &o.Span.To }),
	"DatumDesSchreibens": day(func(o *record.Object) *record.Date { return &o.Date }),
	"Posteingangsdatum":  day(func(o *record.Object) *record.Date { return &o.Received }),
	"Nummer":             str(func(o *record.Object) *string { return &o.Number }), // Anlage of 2.x and 3.x
	"Anlage/Nummer":      attachmentNumber,                                         // 4.0
	"Kontextobjekt":      contextOnly,

	"ArchivspezifischeMetadaten/Aussonderungsart":                  rating,
	"ArchivspezifischeMetadaten/Aussonderungsart/Aussonderungsart": rating,
	"Aussonderungsmetadaten/Aussonderungsart/Aussonderungsart":     rating,
	"ArchivspezifischeMetadaten/Aussonderungsart/AussonderungsartKonfigurierbar": str(
		func(o *record.Object) *string { return &o.RatingFree }),
	"Aussonderungsmetadaten/Aussonderungsart/AussonderungsartKonfigurierbar": str(
		func(o *record.Object) *string { return &o.RatingFree }),
	"ArchivspezifischeMetadaten/Bewertungsvorschlag": suggestion,
	"Aussonderungsmetadaten/Bewertungsvorschlag":     suggestion,
	"Aussonderungsmetadaten/BewertungsvorschlagBegruendung": str(
		func(o *record.Object) *string { return &o.SuggestionReason }),
	"ArchivspezifischeMetadaten/Kennung": str(
		func(o *record.Object) *string { return &o.ReferenceCode }),
	"Aussonderungsmetadaten/Kennung": str(
		func(o *record.Object) *string { return &o.ReferenceCode }),
	"ArchivspezifischeMetadaten/Aufbewahrungsende": shared(
		func(o *record.Object) *string { return &o.Retention.End }),
	"Aussonderungsmetadaten/Aufbewahrungsende": shared(
		func(o *record.Object) *string { return &o.Retention.End }),
	"ArchivspezifischeMetadaten/Aufbewahrungsdauer":             years,
	"ArchivspezifischeMetadaten/Aufbewahrungsdauer/AnzahlJahre": years,
	"Aussonderungsmetadaten/Aufbewahrungsdauer/AnzahlJahre":     years,
	"ArchivspezifischeMetadaten/Aufbewahrungsdauer/Unbefristet": unlimited,
	"Aussonderungsmetadaten/Aufbewahrungsdauer/Unbefristet":     unlimited,

	"Version/Nummer":      onVersion(func(v *record.Version) *string { return &v.Number }),
	"Version/Format/Name": formatName,
	"Version/Format/SonstigerName": onRendition(
		func(r *record.Rendition) *string { return &r.FormatName }),
	"Version/Format/Version": onRendition(
		func(r *record.Rendition) *string { return &r.FormatVersion }),
	"Version/Format/Primaerdokument/Dateiname": fileName,
	"Version/Format/Primaerdokument/DateinameOriginal": onRendition(
		func(r *record.Rendition) *string { return &r.File.Original }),
	"Version/Format/Primaerdokument/DatumUhrzeit": onRendition(
		func(r *record.Rendition) *string { return &r.File.Created }),
	"Version/Format/Primaerdokument/SignaturSiegel/SignaturSiegelDatei": signatureFile,
	"Version/Format/Primaerdokument/Hash/Wert":                          hashPart(func(h *pendingHash) *string { return &h.value }),
	"Version/Format/Primaerdokument/Hash/Algorithmus":                   hashPart(func(h *pendingHash) *string { return &h.code }),
	"Version/Format/Primaerdokument/Hash/SonstigerAlgorithmus":          hashPart(func(h *pendingHash) *string { return &h.other }),
}

// counted are the paths of entries that are told by number, not one by one.
var counted = map[string]bool{"HistorienProtokollInformation": true}

// value routes one value to head, body or object.
func (p *parser) value(path []byte, v, label string, line int) {
	if p.cur == nil {
		p.bodyValue(string(path), v, label, line)
		return
	}
	if p.foreign == 0 {
		if set, ok := objectFields[string(path)]; ok && set(p, p.cur, v, label, line) {
			return
		}
		if i := bytes.IndexByte(path, '/'); i > 0 && counted[string(path[:i])] {
			return
		}
	}
	name := strings.TrimPrefix(string(path), "AllgemeineMetadaten/")
	name = strings.TrimPrefix(name, "ArchivspezifischeMetadaten/")
	name = strings.TrimPrefix(name, "Aussonderungsmetadaten/")
	p.cur.Fields = append(p.cur.Fields, record.Field{Name: p.intern(name), Value: p.intern(strings.TrimSpace(v + " " + label))})
}

// open reacts to the start of a structural element.
func (p *parser) open(line int) {
	if p.cur == nil {
		p.openBody(line)
		return
	}
	o := p.cur
	switch string(p.relBytes()) {
	case "Version":
		o.Versions = append(o.Versions, record.Version{})
	case "Version/Format":
		if n := len(o.Versions); n > 0 {
			o.Versions[n-1].Renditions = append(o.Versions[n-1].Renditions, record.Rendition{})
		}
	case "Version/Format/Primaerdokument/Hash":
		p.hash = pendingHash{line: line}
	}
}

// closed reacts to the end of an element that is no object.
func (p *parser) closed(path []byte) {
	if p.cur == nil {
		return
	}
	switch {
	case string(path) == "Version/Format/Primaerdokument/Hash":
		p.hash.settle(p)
	case counted[string(path)]:
		p.countField(string(path))
	}
}

// countField raises the number kept in a field of the current object.
func (p *parser) countField(name string) {
	fields := p.cur.Fields
	for i := range fields {
		if fields[i].Name == name {
			n, _ := strconv.Atoi(fields[i].Value)
			fields[i].Value = p.intern(strconv.Itoa(n + 1))
			return
		}
	}
	p.cur.Fields = append(fields, record.Field{Name: p.intern(name), Value: "1"})
}

func rating(p *parser, o *record.Object, v, _ string, line int) bool {
	if o.Rating != record.RatingOpen || !p.checkCode(listRating, v, o.ID, line) {
		return false
	}
	o.Rating, o.Origin = record.Rating(v), record.OriginMessage
	return true
}

func suggestion(p *parser, o *record.Object, v, _ string, line int) bool {
	if o.Suggestion != record.RatingOpen || !p.checkCode(listSuggestion, v, o.ID, line) {
		return false
	}
	o.Suggestion = record.Rating(v)
	return true
}

func years(_ *parser, o *record.Object, v, _ string, _ int) bool {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || o.Retention.Years >= 0 {
		return false
	}
	o.Retention.Years = n
	return true
}

func unlimited(_ *parser, o *record.Object, v, _ string, _ int) bool {
	o.Retention.Unlimited = isTrue(v)
	return true
}

func contextOnly(_ *parser, o *record.Object, v, _ string, _ int) bool {
	o.ContextOnly = isTrue(v)
	return true
}

func attachmentNumber(_ *parser, o *record.Object, v, _ string, _ int) bool {
	if n := len(o.Children); n > 0 && o.Children[n-1].Number == "" {
		o.Children[n-1].Number = v
		return true
	}
	return false
}

// rendition gives the format being read, nil outside of one.
func rendition(o *record.Object) *record.Rendition {
	if len(o.Versions) == 0 {
		return nil
	}
	v := &o.Versions[len(o.Versions)-1]
	if len(v.Renditions) == 0 {
		return nil
	}
	return &v.Renditions[len(v.Renditions)-1]
}

func onVersion(at func(*record.Version) *string) setter {
	return func(_ *parser, o *record.Object, v, _ string, _ int) bool {
		if len(o.Versions) == 0 {
			return false
		}
		*at(&o.Versions[len(o.Versions)-1]) = v
		return true
	}
}

func onRendition(at func(*record.Rendition) *string) setter {
	return func(p *parser, o *record.Object, v, _ string, _ int) bool {
		r := rendition(o)
		if r == nil {
			return false
		}
		*at(r) = p.intern(v)
		return true
	}
}

func formatName(p *parser, o *record.Object, v, label string, line int) bool {
	r := rendition(o)
	if r == nil {
		return false
	}
	p.checkCode(listFormat, v, o.ID, line)
	r.FormatCode, r.FormatName = p.intern(v), p.intern(label)
	return true
}

func fileName(_ *parser, o *record.Object, v, _ string, line int) bool {
	r := rendition(o)
	if r == nil || r.File.Name != "" {
		return false
	}
	r.File.Name, r.File.Line = v, line
	return true
}

func signatureFile(p *parser, o *record.Object, v, _ string, line int) bool {
	p.msg.Attached = append(p.msg.Attached, Attached{Name: v, Object: o.ID, Kind: "SignaturSiegelDatei", Line: line})
	return true
}

// pendingHash collects the parts of a Hash element.
type pendingHash struct {
	value, code, other string
	line               int
}

func hashPart(at func(*pendingHash) *string) setter {
	return func(p *parser, _ *record.Object, v, _ string, _ int) bool {
		*at(&p.hash) = v
		return true
	}
}

// settle turns a finished Hash element into a declared digest. The value may be
// hexadecimal or Base64: the standard says only "string".
func (h pendingHash) settle(p *parser) {
	r := rendition(p.cur)
	if r == nil {
		return
	}
	spelled := h.code
	if spelled == "" {
		spelled = h.other
	}
	alg, ok := digestAlgorithms[strings.ToLower(spelled)]
	if !ok {
		p.findings = append(p.findings, codeHashAlgorithm.At("").On(h.line).Of(p.cur.ID).Want("SHA-256, SHA-512", spelled))
		r.File.Digests = append(r.File.Digests, record.Digest{Algorithm: spelled, Value: strings.ToLower(h.value)})
		return
	}
	value, ok := hexValue(h.value, alg.size)
	if !ok {
		p.findings = append(p.findings, codeHashValue.At("").On(h.line).Of(p.cur.ID).Want(alg.name, h.value))
		return
	}
	r.File.Digests = append(r.File.Digests, record.Digest{Algorithm: p.intern(spelled), Value: value})
}

// hexValue gives a digest of size bytes in lower-case hexadecimal.
func hexValue(s string, size int) (string, bool) {
	s = strings.Join(strings.Fields(s), "")
	if b, err := hex.DecodeString(s); err == nil && len(b) == size {
		return strings.ToLower(s), true
	}
	if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == size {
		return hex.EncodeToString(b), true
	}
	return "", false
}

// checkCode reports a code that its list does not hold, once per code.
func (p *parser) checkCode(l codeList, code, object string, line int) bool {
	if _, ok := l.values[code]; ok {
		return true
	}
	c := codeClosedList
	if p.mayGrow(l) {
		c = codeOpenList
	}
	p.tally(p.codes, l.name+" "+code, func() check.Finding {
		return c.At("").On(line).Of(object).Want(l.allowed(), quotedCode(code))
	})
	return false
}

// mayGrow says whether the list may grow without a new schema in this version:
// dateiformat from 3.0 on, all but aussonderungsart and medium in 4.0.
func (p *parser) mayGrow(l codeList) bool {
	switch l.name {
	case listFormat.name:
		return p.ver.gen >= gen3
	case listSecrecy.name, listSuggestion.name:
		return p.ver.gen >= gen4
	}
	return false
}

func isTrue(v string) bool { return v == "1" || v == "true" }

// parseDay reads an xs:date; a time zone behind it is dropped.
func parseDay(v string) (record.Date, bool) {
	if len(v) < 10 {
		return "", false
	}
	if _, err := time.Parse(time.DateOnly, v[:10]); err != nil {
		return "", false
	}
	return record.Date(v[:10]), true
}

// parseTime reads an xs:dateTime with or without time zone (then as UTC).
func parseTime(v string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if t, err := time.Parse(layout, v); err == nil {
			return t
		}
	}
	return time.Time{}
}
