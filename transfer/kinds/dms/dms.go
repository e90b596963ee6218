// Package dms reads plain exports of records systems (DMS-Export): a table or an XML
// that describes Akte, Vorgang and Dokument, and a folder with the documents, of
// vendors who follow no standard of messages. What is asked stands in source 004 P5.1.1
// (MAPPING-3); where it stands in a foreign export says a layout of the profile
// (transfer/layout). Our own layout is the table unterlagen.csv, see Own.
package dms

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/wording"
)

// Name is the kind's name (cli.md).
const Name = "dms"

// Standard is the version of our own table.
const Standard = "1.0"

// TableName is the name of the table of our own layout.
const TableName = "unterlagen.csv"

// Kind is the delivery kind dms (check.Kind). The zero value is ready.
type Kind struct{}

var (
	_ check.Kind         = Kind{}
	_ check.Describing   = Kind{}
	_ check.Layouted     = Kind{}
	_ check.DescribingBy = Kind{}
	_ check.Marking      = Kind{}
)

// Names implements check.Kind.
func (Kind) Names() []string { return []string{Name} }

// Mark implements check.Marked.
func (Kind) Mark() wording.Text {
	return wording.Say("said.mark.dms", TableName)
}

// SecrecyMark implements check.Marking.
func (Kind) SecrecyMark(level string) string { return check.MarkOfLevel(level) }

const headBytes = 64 << 10 // of a table that are looked at for its heading

// Recognise implements check.Kind: our own table at the top of the tree or one folder
// below.
func (Kind) Recognise(ctx context.Context, t container.Tree) (check.Match, error) {
	found, err := tables(ctx, t)
	if err != nil || len(found) == 0 {
		return check.Match{}, err
	}
	return check.Match{Kind: Name, Confidence: check.Certain, Root: dir(found[0]), Note: "Tabelle " + found[0]}, nil
}

// maxTables bounds how many tables of a level are looked into: an export has one.
const maxTables = 64

// tables finds our own tables at the top or, if none lies there, one folder below.
func tables(ctx context.Context, t container.Tree) ([]string, error) {
	named := func(p string) bool { return strings.EqualFold(path.Base(p), TableName) }
	return container.Nearest(ctx, t, maxTables, named, func(p string) bool { return ours(ctx, t, p) })
}

// ours reports whether the heading line has the columns the table is known by.
func ours(ctx context.Context, t container.Tree, p string) bool {
	rc, err := t.Open(ctx, p)
	if err != nil {
		return false // the one read tells why
	}
	defer rc.Close()
	head, _ := io.ReadAll(io.LimitReader(rc, headBytes)) // what breaks off has no second line either
	line, _, _ := strings.Cut(strings.TrimPrefix(string(head), "\ufeff"), "\n")
	cells := strings.Split(line, ";")
	has := func(name string) bool {
		return slices.ContainsFunc(cells, func(h string) bool { return strings.EqualFold(strings.Trim(strings.TrimSpace(h), `"`), name) })
	}
	return has("Aktenzeichen") && has("Datei")
}

func dir(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// literal makes a path one that stands for itself only.
var literal = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// Own is our own layout of a plain export: one table, a row for every file, in which
// Akte and Vorgang are repeated. A row without Betreff and Datei describes an Akte or a
// Vorgang without documents.
func Own(file string) *layout.Layout {
	say := func(names ...string) map[string]layout.Statement {
		out := map[string]layout.Statement{}
		for i := 0; i+1 < len(names); i += 2 {
			out[names[i]] = layout.Statement{Path: names[i+1]}
		}
		return out
	}
	return &layout.Layout{Format: layout.Format, Kind: Name, Name: "Laufzettel DMS-Export " + Standard,
		Sources: []layout.Source{{Name: "unterlagen", File: literal.Replace(file), Type: layout.TypeCSV, Separator: ";"}},
		Groups: map[string]layout.Group{
			"delivery": {Each: "/", Statements: say("agency", "Stelle", "agencyId", "Behördenkennung", "system", "System", "created",
				"Erstellt")},
			"dossier": {Statements: say("reference", "Aktenzeichen", "title", "Aktentitel", "parent", "Teil von", "plan", "Aktenplan",
				"planTitle", "Aktenplantitel",
				"from", "Akte von", "to", "Akte bis", "leadUnit", "Federführung")},
			"case": {Statements: say("dossier", "Aktenzeichen", "reference", "Vorgang", "title", "Vorgangstitel", "from", "Vorgang von",
				"to", "Vorgang bis",
				"rating", "Aussonderungsart")},
			"document": {Statements: say("dossier", "Aktenzeichen", "case", "Vorgang", "id", "Dokument", "parent", "Anlage zu", "reference",
				"Geschäftszeichen",
				"title", "Betreff", "date", "Datum", "received", "Eingang", "type", "Dokumenttyp", "version", "Fassung", "file", "Datei",
				"digest", "Prüfsumme", "algorithm", "Verfahren", "medium", "Medium", "confidentiality", "Vertraulichkeit", "note",
				"Bemerkung", "more", "*")},
		}}
}
