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
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
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
		return failure.New(failure.Refused, "check finding aid", wording.Say("hint.findingaid.not-an-isil", h.ISIL))
	}
	if h.Kind != "" && !slices.Contains(Kinds, h.Kind) {
		return failure.New(failure.Refused, "check finding aid",
			wording.Say("hint.findingaid.unknown-archive-kind", h.Kind, strings.Join(Kinds, "; ")))
	}
	return nil
}

// Kinds are the kinds of archives EAD(DDB) 1.2 knows (corpname/@role).
var Kinds = []string{"Staatliche Archive", "Kommunale Archive", "Kirchliche Archive", "Herrschafts- und Familienarchive",
	"Wirtschaftsarchive",
	"Archive der Parlamente, politischen Parteien, Stiftungen und Verbände", "Medienarchive",
	"Archive der Hochschulen sowie wissenschaftlicher Institutionen", "Sonstige"}

// EAD writes objects as a finding aid in the tree they stand in - agency, Aktenplan, Akte,
// Teilakte - as far as neighbours in the order they come share it.
type EAD struct {
	w    *xml.Encoder
	out  io.Writer
	h    Head
	open []group // the groups that are open, outermost first
	seen map[string]bool
	err  error
}

// group is one heading of the tree above objects.
type group struct {
	level string // class or series, as EAD(DDB) names them
	node  catalog.Node
}

// groupsOf gives the headings an object stands below.
func groupsOf(it catalog.Item) []group {
	out := []group{{"class", catalog.Node{Subject: orElse(it.Agency, "Ohne Angabe der Stelle")}}}
	if it.Plan != "" {
		out = append(out, group{"class", catalog.Node{Subject: it.Plan}})
	}
	for _, n := range it.Tree.Above {
		n.Below = nil
		out = append(out, group{"series", n})
	}
	return out
}

// same compares groups; Below is empty in both.
func (g group) same(o group) bool {
	a, b := g.node, o.node
	return g.level == o.level && a.Kind == b.Kind && a.Filing == b.Filing && a.Subject == b.Subject && a.From == b.From && a.To == b.To
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
	e.start("eadheader", "countryencoding", "iso3166-1", "dateencoding", "iso8601", "langencoding", "iso639-2b", "repositoryencoding",
		"iso15511", "scriptencoding", "iso15924")
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
	e.enter(groupsOf(it))
	e.start("c", "level", "file", "id", xmlID(it.PID))
	e.start("did")
	e.leaf("unitid", orElse(it.ReferenceCode, it.PID))
	e.named(catalog.Node{Filing: it.Filing, Subject: it.Subject, From: it.From, To: it.To})
	if words := ExtentWords(it.Extent); words != "" {
		e.start("physdesc")
		e.leaf("extent", words)
		e.end("physdesc")
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
	if it.Contains != "" {
		e.start("scopecontent")
		e.leaf("p", it.Contains)
		e.end("scopecontent")
	}
	if it.Closure.On(e.h.Day) != catalog.Open {
		e.start("accessrestrict")
		e.leaf("head", "Schutzfrist")
		e.leaf("p", closed(it.Closure))
		e.end("accessrestrict")
	}
	e.inside(it.PID, it.Tree.Below)
	e.end("c")
	return e.err
}

// enter closes the groups the next object does not stand below and opens those it does.
func (e *EAD) enter(want []group) {
	n := 0
	for n < len(want) && n < len(e.open) && want[n].same(e.open[n]) {
		n++
	}
	e.leave(n)
	for _, g := range want[n:] {
		name := "gruppe"
		for _, o := range append(e.open, g) {
			name += "-" + o.node.Filing + o.node.Subject
		}
		e.start("c", "level", g.level, "id", e.id(name))
		e.start("did")
		e.named(g.node)
		e.end("did")
		e.open = append(e.open, g)
	}
}

// leave closes all groups but the first n.
func (e *EAD) leave(n int) {
	for len(e.open) > n {
		e.end("c")
		e.open = e.open[:len(e.open)-1]
	}
}

// id makes an xs:ID that was not given yet.
func (e *EAD) id(name string) string {
	id := xmlID(name)
	for n := 2; e.seen[id]; n++ {
		id = xmlID(fmt.Sprintf("%s-%d", name, n))
	}
	e.seen[id] = true
	return id
}

// inside names the Akten and Vorgänge that one package holds.
func (e *EAD) inside(pid string, nodes []catalog.Node) {
	for i, n := range nodes {
		name := fmt.Sprintf("%s-%d", pid, i+1)
		e.start("c", "level", "item", "id", e.id(name))
		e.start("did")
		e.named(n)
		e.end("did")
		e.inside(name, n.Below)
		e.end("c")
	}
}

// named writes Aktenzeichen, title and Laufzeit.
func (e *EAD) named(n catalog.Node) {
	if n.Filing != "" {
		e.leaf("unitid", n.Filing, "type", "Aktenzeichen")
	}
	e.leaf("unittitle", orElse(n.Subject, orElse(n.Filing, "Ohne Titel")))
	if span, normal := dates(n.From, n.To); span != "" {
		e.leaf("unitdate", span, "normal", normal)
	}
}

// ExtentWords says how much an object holds: "12 Dokumente, 14 Dateien, 14.512.000 Byte";
// "" where nothing is known.
func ExtentWords(x catalog.Extent) string {
	var parts []string
	for _, c := range []struct {
		n         int64
		one, many string
	}{{int64(x.Documents), "Dokument", "Dokumente"}, {int64(x.Files), "Datei", "Dateien"}, {x.Bytes, "Byte", "Byte"}} {
		switch {
		case c.n == 1:
			parts = append(parts, "1 "+c.one)
		case c.n > 1:
			parts = append(parts, grouped(c.n)+" "+c.many)
		}
	}
	return strings.Join(parts, ", ")
}

// grouped writes a number the German way: 14.512.000.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return s
}

// Close ends the document.
func (e *EAD) Close() error {
	e.leave(0)
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
var columns = []string{"Kennung", "Signatur", "Art", "Aktenzeichen", "Betreff", "Laufzeit von", "Laufzeit bis", "Stelle", "Akzession",
	"geschlossen bis", "Rechtsgrundlage",
	"Aktenplan", "Akte", "Teilakte", "Vorgänge darin", "Dokumente", "Dateien", "Byte", "Enthält"}

// kindWords are the kinds of objects and deliveries in words.
var kindWords = map[string]string{"case": "Vorgang", "dossier": "Akte", "document": "Dokument", "snapshot": "Website", "website": "Website",
	"siard": "Datenbank", "register": "Personenstandsregister",
	"handelsregister": "Handelsregister", "norm": "Norm", "export": "Export aus einem Fachverfahren", "files": "Fileablage"}

// kindWord gives a kind in words; one that has none keeps its own.
func kindWord(kind string) string { return orElse(kindWords[kind], kind) }

// titled joins Aktenzeichen and title of a node.
func titled(n catalog.Node) string { return strings.TrimSpace(n.Filing + " " + n.Subject) }

// above gives the Akte and, below it, Teilakten.
func above(t catalog.Tree) (dossier, parts string) {
	var rest []string
	for i, n := range t.Above {
		if i == 0 {
			dossier = titled(n)
		} else {
			rest = append(rest, titled(n))
		}
	}
	return dossier, strings.Join(rest, " / ")
}

// held counts the Vorgänge inside an object.
func held(nodes []catalog.Node) (n int) {
	for _, x := range nodes {
		if x.Kind == "case" {
			n++
		}
		n += held(x.Below)
	}
	return n
}

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
	dossier, parts := above(it.Tree)
	return c.w.Write([]string{it.PID, it.ReferenceCode, kindWord(it.Kind), it.Filing, it.Subject, it.From, it.To, it.Agency, it.Number,
		until, basis,
		it.Plan, dossier, parts, number(int64(held(it.Tree.Below))), number(int64(it.Extent.Documents)), number(int64(it.Extent.Files)),
		number(it.Extent.Bytes), it.Contains})
}

// number writes a count for a spreadsheet, nothing for none.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// Close ends the table.
func (c *CSV) Close() error {
	return c.w.Flush()
}
