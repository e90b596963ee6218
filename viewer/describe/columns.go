// Package describe is the table in which the descriptions of an accession leave the
// house and come back: titles, periods, notes on content and closures, a row an object
// (a CSV as spreadsheets write it). It writes rows, reads what was made of them, and says
// of every cell that cannot stay what is wrong and what to do; it keeps nothing and
// decides nothing. The form is published as a JSON Schema (Schema). No widgets, no I/O of
// its own.
package describe

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"laufzettel/transfer/pattern"
	"laufzettel/transfer/sheet"
)

// The columns, in the order they are written.
const (
	PID = iota
	Code
	Filing
	Title
	From
	To
	Contains
	Law
	Secret
	Personal
	Died
	Born
	Published
	Begin
	Hidden
	Until
	Basis
	Stand
	Columns // how many there are
)

// Words of the cells.
const (
	Yes     = "ja"
	Open    = "offen"     // of Until: free for use
	Endless = "ohne Ende" // of Until: closed, no end known
)

// Row is what stands of one object, each cell in the form it is written in: days as
// "2009-11-02", "2009-11" or "2009", Yes or nothing. Stand is made from the others.
type Row [Columns]string

// column is one column: its head, what a cell may hold, and what it is.
type column struct {
	name    string
	form    form
	says    string // German, for the schema
	written bool   // the program writes it, a person does not
	longest int    // characters
	kept    bool   // what stands there cannot be emptied
}

var columns = [Columns]column{
	PID: {name: "Kennung", form: word, says: "Kennung des Objekts; daran wird die Zeile erkannt.", written: true, longest: 300},
	Code: {name: "Signatur", form: text, says: "Archivsignatur, zur Orientierung; wird nicht zurückgelesen.", written: true,
		longest: 4000},
	Filing: {name: "Aktenzeichen", form: text, says: "Aktenzeichen, zur Orientierung; wird nicht zurückgelesen.", written: true,
		longest: 4000},
	Title: {name: "Titel", form: text, says: "Titel des Objekts.", longest: 1000, kept: true},
	From:  {name: "Laufzeit von", form: span, says: "Beginn der Laufzeit: Tag, Monat oder Jahr.", longest: 10, kept: true},
	To:    {name: "Laufzeit bis", form: span, says: "Ende der Laufzeit: Tag, Monat oder Jahr.", longest: 10, kept: true},
	Contains: {name: "Enthält", form: text, says: "Enthält-Vermerk; leer: keiner. Nicht, solange das Objekt geschlossen ist.",
		longest: 1000},
	Law: {name: "Gesetz", form: word,
		says: "Kennung der Fristentafel (closure laws), nach der die Schutzfrist festgelegt ist; leer: nicht festgelegt.", longest: 40,
		kept: true},
	Secret:    {name: "geheim", form: flag, says: "Unterliegt gesetzlicher Geheimhaltung.", longest: 6},
	Personal:  {name: "personenbezogen", form: flag, says: "Bezieht sich auf eine natürliche Person.", longest: 6},
	Died:      {name: "gestorben", form: span, says: "Sterbetag der Person.", longest: 10},
	Born:      {name: "geboren", form: span, says: "Geburtstag der Person.", longest: 10},
	Published: {name: "veröffentlicht", form: flag, says: "War bei Entstehung zur Veröffentlichung bestimmt.", longest: 6},
	Begin:     {name: "Frist ab", form: span, says: "Woran die Frist statt am Ende der Laufzeit beginnt.", longest: 10},
	Hidden:    {name: "Titel geschlossen", form: flag, says: "Auch die Beschreibung ist geschlossen.", longest: 6},
	Until: {name: "geschlossen bis", form: end,
		says: "Letzter geschlossener Tag, „offen“ oder „ohne Ende“. Bleibt die Zelle, wie sie war, rechnet das Programm sie aus den anderen.", longest: 10, kept: true},
	Basis: {name: "Rechtsgrundlage", form: text, says: "Rechtsgrundlage; von Hand nur, wo „geschlossen bis“ von Hand gesetzt ist.",
		longest: 300},
	Stand: {name: "Stand", form: word, says: "Zeigt, ob sich hier seit dem Ausgeben etwas geändert hat; unverändert lassen.",
		written: true, longest: 40},
}

// Name is the head of a column.
func Name(c int) string { return columns[c].name }

// Sealed gives the row with its Stand.
func (r Row) Sealed() Row {
	// A letter first: a spreadsheet takes bare digits for a number and cuts them.
	sum := sha256.Sum256([]byte(strings.Join(r.Asked(), "\x1f")))
	r[Stand] = "s" + hex.EncodeToString(sum[:8])
	return r
}

// Asked are the cells that are compared: all but those for orientation and the Stand.
func (r Row) Asked() []string {
	out := append([]string{r[PID]}, r[Title:Basis+1]...)
	return out
}

// Changed are the columns in which two rows differ, in their order.
func (r Row) Changed(o Row) (out []int) {
	for c := Title; c <= Basis; c++ {
		if r[c] != o[c] {
			out = append(out, c)
		}
	}
	return out
}

// Closes tells whether one of the columns decides the closure.
func Closes(changed []int) bool {
	for _, c := range changed {
		if c >= Law && c <= Basis {
			return true
		}
	}
	return false
}

// Write writes rows as a spreadsheet of this country opens them.
func Write(w io.Writer, rows []Row) error {
	head := make([]string, Columns)
	for i, c := range columns {
		head[i] = c.name
	}
	all := make([][]string, 0, len(rows)+1)
	all = append(all, head)
	for _, r := range rows {
		r = r.Sealed()
		all = append(all, r[:])
	}
	return sheet.Write(w, all...)
}

// Schema is the published form of a table: JSON Schema 2020-12 of the list of its rows,
// each an object by the heads of its columns, every value a string as the CSV has it.
func Schema() map[string]any {
	cells := map[string]any{}
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
		cell := map[string]any{"type": "string", "description": c.says, "maxLength": c.longest, "readOnly": c.written}
		if p := c.form.pattern(); p != nil {
			cell["pattern"] = p.String()
		}
		cells[c.name] = cell
	}
	return map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:laufzettel:schema:beschreibungen:1",
		"title":       "Beschreibungen einer Akzession",
		"description": "Die Tabelle, die „descriptions out“ schreibt und „descriptions in“ liest: CSV mit Kopfzeile, je Objekt eine Zeile. Hier steht sie als Liste von Objekten; alle Spalten stehen in jeder Zeile, alle Werte sind Zeichenketten.",
		"type":        "array", "items": map[string]any{"type": "object", "properties": cells, "required": names,
			"additionalProperties": false},
	}
}

// form is how the cells of a column are written.
type form int

const (
	text form = iota // words
	word             // one word, as the program wrote it
	span             // a day, month or year
	flag             // ja, nein
	end              // a day, offen, ohne Ende
)

const days = `\d{4}(-\d{2}(-\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\.\d{4}`

var patterns = map[form]*pattern.Pattern{
	span: pattern.Of(`^(` + days + `)?$`),
	flag: pattern.Of(
		`^(|[Jj][Aa]?|[Xx]|1|[Ww][Aa][Hh][Rr]|[Tt][Rr][Uu][Ee]|[Nn][Ee][Ii][Nn]|[Nn]|0|[Ff][Aa][Ll][Ss][Cc][Hh]|[Ff][Aa][Ll][Ss][Ee])$`),
	end: pattern.Of(`^(` + days + `|offen|ohne Ende)?$`),
}

// pattern is what a cell must match; nil: anything.
func (f form) pattern() *pattern.Pattern { return patterns[f] }
