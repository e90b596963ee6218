// Package findingaid writes descriptions for the archive management system and
// for portals (requirement A20): EAD(DDB) 1.2, the profile of the Deutsche
// Digitale Bibliothek for finding aids, and CSV. Every object carries its
// persistent identifier, by which it is opened here again (A21). It writes what it
// is given; what may be known is decided by the catalog. No widgets, no I/O of its
// own; output is the same for the same input and date.
package findingaid

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/sheet"
	"laufzettel/viewer/catalog"
)

// Head describes the finding aid as a whole.
type Head struct {
	Archive string    // name of the archive
	ISIL    string    // "DE-…", "" = not known
	Kind    string    // kind of archive as EAD(DDB) names them, "" = Sonstige
	Fonds   string    // title of the holding
	Code    string    // reference code of the holding, "" = none
	Made    time.Time // date of the finding aid
	Day     time.Time // closures are told as of this day
	Link    func(pid string) string
}

var isil = regexp.MustCompile(`^[A-Z]{2}-[a-zA-Z0-9:/-]{1,11}$`)

// Valid refuses what EAD(DDB) 1.2 cannot hold. Error: Refused.
func (h Head) Valid() error {
	if h.ISIL != "" && !isil.MatchString(h.ISIL) {
		return failure.New(failure.Refused, "check finding aid", "„"+h.ISIL+"“ ist kein ISIL. Erwartet wird zum Beispiel DE-Ch1.")
	}
	if h.Kind != "" && !slices.Contains(Kinds, h.Kind) {
		return failure.New(failure.Refused, "check finding aid", "„"+h.Kind+"“ ist keine Archivart von EAD(DDB). Möglich: "+strings.Join(Kinds, "; ")+".")
	}
	return nil
}

// Kinds are the kinds of archives EAD(DDB) 1.2 knows (corpname/@role).
var Kinds = []string{"Staatliche Archive", "Kommunale Archive", "Kirchliche Archive", "Herrschafts- und Familienarchive", "Wirtschaftsarchive",
	"Archive der Parlamente, politischen Parteien, Stiftungen und Verbände", "Medienarchive", "Archive der Hochschulen sowie wissenschaftlicher Institutionen", "Sonstige"}

// EAD writes objects as a finding aid, grouped by agency in the order they come.
type EAD struct {
	w     *xml.Encoder
	out   io.Writer
	h     Head
	class string // agency of the open group
	seen  map[string]bool
	err   error
}

const (
	namespace = "urn:isbn:1-931666-22-9"
	xlink     = "http://www.w3.org/1999/xlink"
)

// NewEAD writes the head; Add and Close must follow.
func NewEAD(out io.Writer, h Head) *EAD {
	e := &EAD{w: xml.NewEncoder(out), out: out, h: h, seen: map[string]bool{}}
	e.w.Indent("", " ")
	e.raw(xml.Header)
	id := xmlID(h.Code + "-" + h.Fonds)
	e.start("ead", "xmlns", namespace, "xmlns:xlink", xlink, "audience", "external")
	e.start("eadheader", "countryencoding", "iso3166-1", "dateencoding", "iso8601", "langencoding", "iso639-2b", "repositoryencoding", "iso15511", "scriptencoding", "iso15924")
	e.leaf("eadid", id, "mainagencycode", h.ISIL)
	e.start("filedesc")
	e.start("titlestmt")
	e.leaf("titleproper", orElse(h.Fonds, h.Archive))
	e.end("titlestmt", "filedesc")
	e.start("profiledesc")
	e.start("creation")
	e.leaf("date", h.Made.Format("02.01.2006"), "normal", h.Made.Format(time.DateOnly))
	e.end("creation", "profiledesc", "eadheader")
	e.start("archdesc", "level", "collection", "type", "Findbuch")
	e.start("did")
	if h.Code != "" {
		e.leaf("unitid", h.Code)
	}
	e.start("repository")
	e.leaf("corpname", orElse(h.Archive, "Archiv"), "role", orElse(h.Kind, "Sonstige"), "id", h.ISIL)
	e.end("repository", "did")
	e.start("dsc")
	e.start("c", "level", "collection", "id", id)
	e.start("did")
	if h.Code != "" {
		e.leaf("unitid", h.Code)
	}
	e.leaf("unittitle", orElse(h.Fonds, h.Archive))
	e.end("did")
	return e
}

// Add writes one object.
func (e *EAD) Add(it catalog.Item) error {
	if agency := orElse(it.Agency, "Ohne Angabe der Stelle"); agency != e.class {
		if e.class != "" {
			e.end("c")
		}
		e.class = agency
		id := xmlID("stelle-" + agency)
		for n := 2; e.seen[id]; n++ {
			id = xmlID(fmt.Sprintf("stelle-%s-%d", agency, n))
		}
		e.seen[id] = true
		e.start("c", "level", "class", "id", id)
		e.start("did")
		e.leaf("unittitle", agency)
		e.end("did")
	}
	e.start("c", "level", "file", "id", xmlID(it.PID))
	e.start("did")
	e.leaf("unitid", orElse(it.ReferenceCode, it.PID))
	if it.Filing != "" {
		e.leaf("unitid", it.Filing, "type", "Aktenzeichen")
	}
	e.leaf("unittitle", orElse(it.Subject, orElse(it.Filing, "Ohne Titel")))
	if span, normal := dates(it.From, it.To); span != "" {
		e.leaf("unitdate", span, "normal", normal)
	}
	if it.Agency != "" {
		e.start("origination", "label", "Provenienz")
		e.leaf("name", it.Agency)
		e.end("origination")
	}
	e.start("note")
	e.leaf("p", "Kennung: "+it.PID)
	e.end("note", "did")
	if e.h.Link != nil {
		e.start("otherfindaid")
		e.leaf("extref", "Titelaufnahme im Angebot des Archivs", "xlink:role", "url_archivalunit", "xlink:href", e.h.Link(it.PID))
		e.end("otherfindaid")
	}
	if it.Closure.On(e.h.Day) != catalog.Open {
		e.start("accessrestrict")
		e.leaf("head", "Schutzfrist")
		e.leaf("p", closed(it.Closure))
		e.end("accessrestrict")
	}
	e.end("c")
	return e.err
}

// Close ends the document.
func (e *EAD) Close() error {
	if e.class != "" {
		e.end("c")
	}
	e.end("c", "dsc", "archdesc", "ead")
	if e.err == nil {
		e.err = e.w.Flush()
	}
	e.raw("\n")
	return e.err
}

func closed(c catalog.Closure) string {
	s := "Geschlossen ohne Enddatum"
	if !c.Until.IsZero() {
		s = "Geschlossen bis " + c.Until.Format("02.01.2006")
	}
	if c.Basis != "" {
		s += " (" + c.Basis + ")"
	}
	return s
}

func (e *EAD) raw(s string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.out, s)
	}
}

// start opens an element; attributes without a value are left out.
func (e *EAD) start(name string, attrs ...string) {
	if e.err != nil {
		return
	}
	el := xml.StartElement{Name: xml.Name{Local: name}}
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			el.Attr = append(el.Attr, xml.Attr{Name: xml.Name{Local: attrs[i]}, Value: legible(attrs[i+1])})
		}
	}
	e.err = e.w.EncodeToken(el)
}

func (e *EAD) end(names ...string) {
	for _, n := range names {
		if e.err == nil {
			e.err = e.w.EncodeToken(xml.EndElement{Name: xml.Name{Local: n}})
		}
	}
}

func (e *EAD) leaf(name, text string, attrs ...string) {
	e.start(name, attrs...)
	if e.err == nil {
		e.err = e.w.EncodeToken(xml.CharData(legible(text)))
	}
	e.end(name)
}

// legible drops what XML 1.0 cannot hold.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// xmlID makes an xs:ID out of an identifier: letters, digits, "-", "_" and "." stay;
// where others had to go, a short digest keeps different identifiers apart.
func xmlID(s string) string {
	changed := false
	out := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_' || r == '.' {
			return r
		}
		if r != ':' {
			changed = true
		}
		return '_'
	}, s)
	if len(out) > 100 {
		out, changed = out[:100], true
	}
	if changed {
		h := fnv.New32a()
		_, _ = h.Write([]byte(s)) // never fails
		out += fmt.Sprintf("-%08x", h.Sum32())
	}
	return "c-" + out
}

// dates writes a Laufzeit for people and in the form of the attribute: whole days
// from/to; "" where there is none.
func dates(from, to string) (span, normal string) {
	first, last := orElse(from, to), orElse(to, from)
	if len(first) < 4 || len(last) < 4 {
		return "", ""
	}
	fill := func(s, month, day string) string {
		switch {
		case len(s) >= 10:
			return s[:10]
		case len(s) >= 7:
			return s[:7] + "-" + day
		}
		return s[:4] + "-" + month + "-" + day
	}
	a, b := fill(first, "01", "01"), fill(last, "12", "31")
	if len(last) == 7 { // the last day of that month
		if m, err := time.Parse("2006-01", last); err == nil {
			b = m.AddDate(0, 1, -1).Format(time.DateOnly)
		}
	}
	for _, d := range []string{a, b} {
		if _, err := time.Parse(time.DateOnly, d); err != nil {
			return first + " – " + last, ""
		}
	}
	span = first
	if first != last {
		span += " – " + last
	}
	return span, a + "/" + b
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// columns are the heads of the CSV.
var columns = []string{"Kennung", "Signatur", "Art", "Aktenzeichen", "Betreff", "Laufzeit von", "Laufzeit bis", "Stelle", "Akzession", "geschlossen bis", "Rechtsgrundlage"}

// CSV writes objects as a table: UTF-8 with byte order mark, semicolon, CRLF, so
// that spreadsheets read umlauts right; a cell that could act as a formula there
// gets an apostrophe before it.
type CSV struct {
	w   *sheet.Writer
	day time.Time
}

// NewCSV writes the heads.
func NewCSV(out io.Writer, day time.Time) (*CSV, error) {
	if _, err := io.WriteString(out, sheet.BOM); err != nil {
		return nil, err
	}
	c := &CSV{w: sheet.NewWriter(out), day: day}
	return c, c.w.Write(columns)
}

// Add writes one object.
func (c *CSV) Add(it catalog.Item) error {
	until, basis := "", ""
	if it.Closure.On(c.day) != catalog.Open {
		until, basis = "ohne Ende", it.Closure.Basis
		if !it.Closure.Until.IsZero() {
			until = it.Closure.Until.Format(time.DateOnly)
		}
	}
	return c.w.Write([]string{it.PID, it.ReferenceCode, it.Kind, it.Filing, it.Subject, it.From, it.To, it.Agency, it.Accession, until, basis})
}

// Close ends the table.
func (c *CSV) Close() error {
	return c.w.Flush()
}
