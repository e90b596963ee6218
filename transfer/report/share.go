package report

import "laufzettel/transfer/wording"

// ShareSum counts files and bytes.
type ShareSum struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

func (s ShareSum) words() string { return counted(s.Files, "file") + ", " + size(s.Bytes) }

// ShareLine is one line of a table of a share.
type ShareLine struct {
	Table string `json:"table,omitempty"` // year, extension, size, special
	Name  string `json:"name"`
	ShareSum
}

// ShareTop is a folder at the top of a share with what stays, goes and is open of it.
type ShareTop struct {
	Path string   `json:"path"` // "" = the other folders and the files beside them
	Stay ShareSum `json:"stay"`
	Go   ShareSum `json:"go"`
	Open ShareSum `json:"open"`
}

// Add adds what stays, goes and is open of another folder.
func (t *ShareTop) Add(other ShareTop) {
	for _, x := range []struct{ sum, more *ShareSum }{{&t.Stay, &other.Stay}, {&t.Go, &other.Go}, {&t.Open, &other.Open}} {
		x.sum.Files, x.sum.Bytes = x.sum.Files+x.more.Files, x.sum.Bytes+x.more.Bytes
	}
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
	Tops          []ShareTop      `json:"tops"` // the folders at the top, the largest first
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
	Sampled       string          `json:"sampled,omitempty"` // what a second person's look at a sample of V gave
}

// shareTables are the pictures of a share with the keys of their titles.
var shareTables = []struct{ name, title, column string }{
	{"year", "paper.share.by-year", "paper.share.year"}, {"extension", "paper.share.by-extension", "paper.share.extension"},
	{"size", "paper.share.by-size", "paper.column.size"}, {special, "paper.share.special", "paper.column.kind"},
}

// special is the picture of what no other picture tells; its rows are words of the code.
const special = "special"

// ShareReport lays the report out for the signature of the head of an archive.
func ShareReport(s Share) Document {
	d := s.Meta.document("share-report", say("paper.share.title"), joined(", ", s.Meta.Agency.Name, s.Meta.Accession, s.Meta.Portion), s)
	d.Blocks = []Block{s.Meta.identity()}
	if s.Draft {
		d.Blocks = append(d.Blocks, Notice{Hint, say("paper.share.draft")})
	}
	d.Blocks = append(d.Blocks, Heading{1, say("paper.share.before-after")},
		KeyValues{{Label: say("paper.share.delivered"), Value: s.Before.words() + ", " + counted(s.Folders, "folder")},
			{Label: say("paper.share.empty-folders"), Value: number(s.EmptyFolders)},
			{Label: say("paper.share.archived"), Value: s.Stay.words()}, {Label: say("paper.share.to-destroy"), Value: s.Go.words()},
			{Label: say("paper.column.open"), Value: s.Open.words()}})
	d.Blocks = append(d.Blocks, Heading{2, say("paper.share.by-folder")}, s.bars())
	for _, t := range shareTables {
		var rows [][]string
		for _, l := range s.Pictures {
			if l.Table == t.name {
				name := l.Name
				if t.name == special {
					name = wording.Word("paper.special.", name).In(wording.German)
				}
				rows = append(rows, []string{orNone(name), number(l.Files), size(l.Bytes)})
			}
		}
		d.Blocks = append(d.Blocks, Heading{2, say(t.title)},
			Table{Columns: shareColumns(say(t.column)), Rows: rows, Empty: say("paper.share.nothing")})
	}
	d.Blocks = append(d.Blocks, s.decided()...)
	d.Blocks = append(d.Blocks, s.seen()...)
	d.Blocks = append(d.Blocks, Signature{Name: "", Role: s.Meta.Archive.Name}, Signature{Name: s.Meta.Person, Role: s.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, s.Meta.provenance()...)
	return d
}

// bars is the picture of a share: what of its folders stays, goes and is open, by size.
func (s Share) bars() Bars {
	b := Bars{Parts: []string{say("paper.share.archived"), say("paper.share.to-destroy"), say("paper.column.open")}}
	for _, t := range s.Tops {
		name := t.Path
		if name == "" {
			name = say("paper.share.other-folders")
		}
		b.Rows = append(b.Rows, Bar{Name: name,
			Said:  say("paper.share.bar", name, t.Stay.words(), t.Go.words(), t.Open.words()),
			Parts: []float64{float64(t.Stay.Bytes), float64(t.Go.Bytes), float64(t.Open.Bytes)}})
	}
	return b
}

func orNone(s string) string {
	if s == "" {
		return say("paper.format.without")
	}
	return s
}

func shareColumns(first string) []Column {
	return []Column{{Title: first, Weight: 5}, {Title: say("paper.column.files"), Weight: 2}, {Title: say("paper.label.extent"), Weight: 2}}
}

func (s Share) decided() []Block {
	var rules, rows [][]string
	for _, l := range s.Rules {
		rules = append(rules, []string{l.Name, number(l.Files), size(l.Bytes)})
	}
	for _, x := range s.Decisions {
		rows = append(rows, []string{joined("\n", x.Path, x.ID), rated(x.Rating), number(x.Files), size(x.Bytes), x.Reason})
	}
	out := []Block{Heading{1, say("paper.share.rules")},
		Table{Columns: shareColumns(say("paper.column.rule-reason")), Rows: rules, Empty: say("paper.share.no-rule")},
		Paragraph{Text: say("paper.share.single", s.Single.words())},
		Heading{1, say("paper.share.decisions")},
		Table{Columns: []Column{{Title: say("paper.column.folder-id"), Weight: 5}, {Title: say("paper.column.rating"), Weight: 1.6},
			{Title: say("paper.column.files"), Weight: 1.4}, {Title: say("paper.label.extent"), Weight: 1.6},
			{Title: say("paper.column.reason"), Weight: 3.4}},
			Rows: rows, Empty: say("paper.share.no-decision")}}
	if s.MoreDecisions > 0 {
		out = append(out, Paragraph{Text: say("paper.share.more-decisions", counted(s.MoreDecisions, "further-decision"))})
	}
	return out
}

func (s Share) seen() []Block {
	var rows [][]string
	cell := func(x ShareSum) string { return number(x.Files) + "\n" + size(x.Bytes) }
	for _, l := range s.Looks {
		rows = append(rows, []string{joined("\n", l.Path, l.ID), cell(l.ShareSum), cell(l.Opened), cell(l.Looked), cell(l.ByRule),
			cell(l.Unseen)})
	}
	out := []Block{Heading{1, say("paper.share.seen")},
		KeyValues{{Label: say("paper.share.opened"), Value: s.Opened.words()}, {Label: say("paper.share.looked"), Value: s.Looked.words()},
			{Label: say("paper.share.by-rule"), Value: s.ByRule.words()},
			{Label: say("paper.share.unseen"), Value: s.Unseen.words()}},
		Table{Columns: []Column{{Title: say("paper.column.folder-id"), Weight: 4}, {Title: say("paper.share.destroyed"), Weight: 1.7},
			{Title: say("paper.share.opened"), Weight: 1.7}, {Title: say("paper.share.looked"), Weight: 1.7},
			{Title: say("paper.share.by-rule"), Weight: 1.7},
			{Title: say("paper.share.unseen"), Weight: 1.7}}, Rows: rows, Empty: say("paper.share.none-destroyed")}}
	if s.MoreLooks > 0 {
		out = append(out, Paragraph{Text: say("paper.share.more-looks", counted(s.MoreLooks, "further-folder"))})
	}
	if s.Sampled != "" {
		out = append(out, Heading{1, say("paper.list.looked")}, Paragraph{Text: s.Sampled})
	}
	return out
}
