package register

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Index gives what only the register software knows of an entry: search terms and
// Verfügungsnummer.
type Index func(entry string) (terms []Term, disposal string)

// Gather makes the backbone of a target folder that holds the dependent files,
// schema, documentation and closing notes (C6, 3.3.3 no. 4 to 7). The head gives
// what the folder cannot tell; counts and, where left empty, schema, documentation
// and closing note are found in the folder. original is the schema version of the
// original XML by file name, nil = the head's. Signer and date are read from the
// certificates where they stand there. Check 8 is made by checking the portion
// with its backbone. Error: Refused where no dependent file lies in the folder.
func Gather(ctx context.Context, t container.Tree, h Head, index Index, original func(file string) string) (*Backbone, error) {
	b := &Backbone{Head: h}
	files := 0
	entries := map[string]*Entry{}
	err := t.Files(ctx, func(e container.Entry) error {
		if path.Base(e.Path) == h.Stem()+".xml" {
			return nil // an earlier backbone is replaced
		}
		files++
		f, ok := parseName(e.Path)
		switch {
		case ok && f.stem == h.Stem():
			addPart(entries, f, e.Path)
		case strings.Contains(e.Path, "/"):
		case strings.EqualFold(path.Ext(e.Path), ".xsd") && b.Head.SchemaFile == "":
			b.Head.SchemaFile = e.Path
		case isPDF(e.Path) && strings.Contains(strings.ToLower(e.Path), "abschlussvermerk") && b.Head.ClosingNote == "":
			b.Head.ClosingNote = e.Path
		case isPDF(e.Path) && strings.Contains(strings.ToLower(e.Path), "doku") && b.Head.Documentation == "":
			b.Head.Documentation = e.Path
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("gather portion: %w", err)
	}
	if len(entries) == 0 {
		return nil, failure.Wrap(failure.Refused, "gather portion", wording.Say("hint.register.no-certificates", h.Stem()),
			errors.New("no dependent file"))
	}
	for _, e := range entries {
		b.Entries = append(b.Entries, *e)
	}
	slices.SortFunc(b.Entries, func(x, y Entry) int { return compareNumbers(x.Number, y.Number) })
	if err := b.complete(ctx, t, index, original); err != nil {
		return nil, err
	}
	b.Head.BaseEntries, b.Head.Files = strconv.Itoa(len(b.Entries)), strconv.Itoa(files+1)
	return b, nil
}

// addPart puts a file to its certification or note, by its number.
func addPart(entries map[string]*Entry, f fileName, p string) {
	e := entries[f.entry]
	if e == nil {
		e = &Entry{Number: f.entry}
		entries[f.entry] = e
	}
	list := &e.Records
	if f.letter == "H" {
		list = &e.Notes
	}
	i := slices.IndexFunc(*list, func(q Part) bool { return partNumber(q) == f.number })
	if i < 0 {
		*list = append(*list, Part{})
		i = len(*list) - 1
	}
	if f.ext == "xml" {
		(*list)[i].XML = p
	} else {
		(*list)[i].PDF = p
	}
}

func partNumber(p Part) int {
	for _, name := range []string{p.XML, p.PDF} {
		if f, ok := parseName(name); ok {
			return f.number
		}
	}
	return -1
}

// compareNumbers puts 2 before 10.
func compareNumbers(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// complete adds what index and certificates know.
func (b *Backbone) complete(ctx context.Context, t container.Tree, index Index, original func(string) string) error {
	p := &portion{b: b, layout: NewLayout(nil)}
	for i := range b.Entries {
		e := &b.Entries[i]
		if index != nil {
			e.Terms, e.Disposal = index(e.Number)
		}
		for _, list := range [][]Part{e.Records, e.Notes} {
			slices.SortFunc(list, func(x, y Part) int { return partNumber(x) - partNumber(y) })
			for k := range list {
				part := &list[k]
				part.SchemaVersion = b.Head.SchemaVersion
				if original != nil {
					part.SchemaVersion = original(part.XML)
				}
				c, err := p.scan(ctx, t, part.XML)
				if err != nil {
					return fmt.Errorf("read certificate: %w", err)
				}
				part.Signer, part.Signed = c.signer, c.signed
			}
		}
	}
	return nil
}

// Check8 tells whether all files the backbone names lie in the tree, the
// condition of 3.3.3 no. 8; it gives the names that are missing.
func (b *Backbone) Check8(t container.Tree) (missing []string) {
	p := &portion{b: b, layout: NewLayout(nil)}
	if b.Head.Documentation != "" {
		p.docs = []string{b.Head.Documentation}
	}
	for _, l := range p.manifest().Listed {
		if _, there := t.Stat(l.Path); !there && l.Path != p.at && l.Role != check.RoleMessage {
			missing = append(missing, l.Path)
		}
	}
	return missing
}
