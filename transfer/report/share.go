package report

import "fmt"

// ShareSum counts files and bytes.
type ShareSum struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

func (s ShareSum) words() string { return count(s.Files, "Datei", "Dateien") + ", " + size(s.Bytes) }

// ShareLine is one line of a table of a share.
type ShareLine struct {
	Table string `json:"table,omitempty"` // year, extension, size, special
	Name  string `json:"name"`
	ShareSum
}

// ShareDecision is the decision on one folder.
type ShareDecision struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	Rating string `json:"rating"`
	Reason string `json:"reason,omitempty"`
	ShareSum
}

// ShareLook tells of a folder that goes how much of it anybody saw.
type ShareLook struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	ShareSum
	Opened ShareSum `json:"opened"` // the file was opened
	Looked ShareSum `json:"looked"` // the list of its folder was looked at
	ByRule ShareSum `json:"byRule"` // decided by a rule alone
	Unseen ShareSum `json:"unseen"` // decided with a folder above it, not looked at
}

// Share is what the report on the appraisal of a file share says.
type Share struct {
	Meta          Meta            `json:"meta"`
	Draft         bool            `json:"draft,omitempty"` // the appraisal is not finished
	Folders       int             `json:"folders"`
	EmptyFolders  int             `json:"emptyFolders"`
	Before        ShareSum        `json:"before"`
	Stay          ShareSum        `json:"stay"`
	Go            ShareSum        `json:"go"`
	Open          ShareSum        `json:"open"`
	Pictures      []ShareLine     `json:"pictures"`
	Rules         []ShareLine     `json:"rules"`
	Single        ShareSum        `json:"single"` // decided one by one
	Decisions     []ShareDecision `json:"decisions"`
	MoreDecisions int             `json:"moreDecisions,omitempty"`
	Looks         []ShareLook     `json:"looks"`
	MoreLooks     int             `json:"moreLooks,omitempty"`
	Opened        ShareSum        `json:"opened"`
	Looked        ShareSum        `json:"looked"`
	ByRule        ShareSum        `json:"byRule"`
	Unseen        ShareSum        `json:"unseen"`
}

// shareTables are the German titles of the pictures of a share.
var shareTables = []struct{ name, title, column string }{
	{"year", "Nach dem Jahr der letzten Änderung", "Jahr"}, {"extension", "Nach der Endung", "Endung"}, {"size", "Nach der Größe", "Größe"}, {"special", "Besonderes", "Art"},
}

var specialWords = map[string]string{"protected": "mit Kennwort geschützt", "mailbox": "Postfach", "database": "Datenbank", "archive": "nicht geöffnetes Archiv", "unreadable": "nicht lesbar"}

// ShareReport lays the report out for the signature of the head of an archive.
func ShareReport(s Share) Document {
	d := s.Meta.document("share-report", "Bewertung einer Fileablage", joined(", ", s.Meta.Agency.Name, s.Meta.Accession, s.Meta.Portion), s)
	d.Blocks = []Block{s.Meta.identity()}
	if s.Draft {
		d.Blocks = append(d.Blocks, Notice{Hint, "Entwurf: Die Bewertung ist nicht abgeschlossen; die Zahlen sind ein Zwischenstand."})
	}
	d.Blocks = append(d.Blocks, Heading{1, "Vorher und nachher"},
		KeyValues{{Label: "Geliefert", Value: s.Before.words() + ", " + count(s.Folders, "Ordner", "Ordner")}, {Label: "davon leere Ordner", Value: number(s.EmptyFolders)},
			{Label: "Wird archiviert (A)", Value: s.Stay.words()}, {Label: "Wird vernichtet (V)", Value: s.Go.words()}, {Label: "Offen", Value: s.Open.words()}})
	for _, t := range shareTables {
		var rows [][]string
		for _, l := range s.Pictures {
			if l.Table == t.name {
				name := l.Name
				if w := specialWords[name]; w != "" && t.name == "special" {
					name = w
				}
				rows = append(rows, []string{orNone(name), number(l.Files), size(l.Bytes)})
			}
		}
		d.Blocks = append(d.Blocks, Heading{2, t.title}, Table{Columns: shareColumns(t.column), Rows: rows, Empty: "Nichts."})
	}
	d.Blocks = append(d.Blocks, s.decided()...)
	d.Blocks = append(d.Blocks, s.seen()...)
	d.Blocks = append(d.Blocks, Signature{Name: "", Role: s.Meta.Archive.Name}, Signature{Name: s.Meta.Person, Role: s.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, s.Meta.provenance()...)
	return d
}

func orNone(s string) string {
	if s == "" {
		return "ohne"
	}
	return s
}

func shareColumns(first string) []Column {
	return []Column{{Title: first, Weight: 5}, {Title: "Dateien", Weight: 2}, {Title: "Umfang", Weight: 2}}
}

func (s Share) decided() []Block {
	var rules, rows [][]string
	for _, l := range s.Rules {
		rules = append(rules, []string{l.Name, number(l.Files), size(l.Bytes)})
	}
	for _, x := range s.Decisions {
		rows = append(rows, []string{joined("\n", orNone(x.Path), x.ID), rated(x.Rating), number(x.Files), size(x.Bytes), x.Reason})
	}
	out := []Block{Heading{1, "Regeln"}, Table{Columns: shareColumns("Regel und Begründung"), Rows: rules, Empty: "Es wurde nach keiner Regel entschieden."},
		Paragraph{Text: "Einzeln entschieden: " + s.Single.words() + "."},
		Heading{1, "Entscheidungen über Ordner"},
		Table{Columns: []Column{{Title: "Ordner, Kennung", Weight: 5}, {Title: "Bewertung", Weight: 1.6}, {Title: "Dateien", Weight: 1.4}, {Title: "Umfang", Weight: 1.6}, {Title: "Begründung", Weight: 3.4}},
			Rows: rows, Empty: "Über keinen Ordner wurde entschieden."}}
	if s.MoreDecisions > 0 {
		out = append(out, Paragraph{Text: fmt.Sprintf("Und %s; alle stehen in der Bewertungsliste.", count(s.MoreDecisions, "weitere Entscheidung", "weitere Entscheidungen"))})
	}
	return out
}

func (s Share) seen() []Block {
	var rows [][]string
	cell := func(x ShareSum) string { return number(x.Files) + "\n" + size(x.Bytes) }
	for _, l := range s.Looks {
		rows = append(rows, []string{joined("\n", orNone(l.Path), l.ID), cell(l.ShareSum), cell(l.Opened), cell(l.Looked), cell(l.ByRule), cell(l.Unseen)})
	}
	out := []Block{Heading{1, "Was von dem, was vernichtet wird, gesehen wurde"},
		KeyValues{{Label: "Geöffnet", Value: s.Opened.words()}, {Label: "In der Liste gesehen", Value: s.Looked.words()}, {Label: "Nur nach Regel", Value: s.ByRule.words()},
			{Label: "Nicht gesehen", Value: s.Unseen.words()}},
		Table{Columns: []Column{{Title: "Ordner, Kennung", Weight: 4}, {Title: "Vernichtet", Weight: 1.7}, {Title: "Geöffnet", Weight: 1.7}, {Title: "In der Liste gesehen", Weight: 1.7}, {Title: "Nur nach Regel", Weight: 1.7},
			{Title: "Nicht gesehen", Weight: 1.7}}, Rows: rows, Empty: "Es wird nichts vernichtet."}}
	if s.MoreLooks > 0 {
		out = append(out, Paragraph{Text: fmt.Sprintf("Und %s; die Zahlen darüber zählen sie mit.", count(s.MoreLooks, "weiterer Ordner", "weitere Ordner"))})
	}
	return out
}
