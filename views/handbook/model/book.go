// Package model is the handbook inside the program, without a face: its chapters in the
// order its first page gives, what they say row by row, what is searched and found in
// all of them, and the way back.
package model

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"laufzettel/views/route"
)

// folder holds the chapters; README.md in it is the list of them.
const (
	folder = "handbuch"
	first  = "README.md"
)

// Chapter is one page of the handbook or a page it leads to.
type Chapter struct {
	Name   string // its file: "handbuch/02-pruefen.md"
	Title  string
	Beside bool // not of the handbook itself: a page it leads to
	Rows   []Row
}

// Book is all of it.
type Book struct {
	Chapters []Chapter
	files    fs.FS
}

// topics are the chapters that say what a screen is for.
var topics = map[route.Key]string{
	route.Overview: "01-anfangen.md", route.Inbox: "02-pruefen.md", route.Portion: "02-pruefen.md", route.Appraise: "03-bewerten.md",
	route.Transmit: "04-paketieren-senden.md", route.Reader: "05-lesesaal.md", route.Settings: "08-windows.md",
	route.Book:   "10-zugangsbuch.md",
	route.People: "11-personen.md", route.Preserve: "12-bestandserhaltung.md", route.Loans: "13-ausleihe.md", route.Prepare: "15-abgabe.md",
	route.Sensitive: "17-personenbezogene-angaben.md", route.Sample: "03-bewerten.md", route.Blacken: "17-personenbezogene-angaben.md",
	route.Share: "17-fileablagen.md", route.Source: "15-abgabe.md", route.Layout: "../aufbau.md",
}

// Load reads the handbook. Error: its list cannot be read, or a page it names is missing.
func Load(files fs.FS) (*Book, error) {
	b := &Book{files: files}
	if err := b.add(path.Join(folder, first), false); err != nil {
		return nil, err
	}
	// Chapters in the order of the list, then the rest of the folder, then what they lead to.
	for _, name := range b.Chapters[0].links() {
		if path.Dir(name) == folder {
			if err := b.add(name, false); err != nil {
				return nil, err
			}
		}
	}
	all, err := fs.Glob(files, folder+"/*.md")
	if err != nil {
		return nil, fmt.Errorf("list the handbook: %w", err)
	}
	for _, name := range all {
		if err := b.add(name, false); err != nil {
			return nil, err
		}
	}
	for _, c := range slices.Clone(b.Chapters) {
		for _, name := range c.links() {
			if err := b.add(name, true); err != nil {
				return nil, err
			}
		}
	}
	b.number()
	b.settle()
	return b, nil
}

// number names the chapters as the list of them does.
func (b *Book) number() {
	for _, r := range b.Chapters[0].Rows {
		if r.Kind != Item || len(r.Spans) == 0 {
			continue
		}
		if i := b.Find(r.Spans[0].To); i > 0 {
			b.Chapters[i].Title = r.Mark + " " + r.Spans[0].Text
		}
	}
}

// add reads one page, once.
func (b *Book) add(name string, beside bool) error {
	if b.Find(name) >= 0 {
		return nil
	}
	raw, err := fs.ReadFile(b.files, name)
	if err != nil {
		return fmt.Errorf("page of the handbook: %w", err)
	}
	c := Chapter{Name: name, Beside: beside, Rows: Parse(string(raw))}
	for i := range c.Rows {
		c.Rows[i].resolve(path.Dir(name))
	}
	if c.Title = path.Base(name); len(c.Rows) > 0 && c.Rows[0].Kind == Heading {
		c.Title = c.Rows[0].Text()
	}
	b.Chapters = append(b.Chapters, c)
	return nil
}

// resolve makes links and pictures paths from the top.
func (r *Row) resolve(dir string) {
	if r.Path != "" {
		r.Path = path.Join(dir, r.Path)
	}
	r.spans(func(s *Span) {
		if s.To != "" && !strings.Contains(s.To, ":") {
			file, _, _ := strings.Cut(s.To, "#")
			s.To = path.Join(dir, file)
		}
	})
}

// spans goes through all spans of a row.
func (r *Row) spans(do func(*Span)) {
	for i := range r.Spans {
		do(&r.Spans[i])
	}
	for _, cell := range r.Cells {
		for i := range cell {
			do(&cell[i])
		}
	}
}

// links are the pages a chapter leads to, in the order of its text.
func (c Chapter) links() (out []string) {
	for i := range c.Rows {
		c.Rows[i].spans(func(s *Span) {
			if path.Ext(s.To) == ".md" && !slices.Contains(out, s.To) {
				out = append(out, s.To)
			}
		})
	}
	return out
}

// settle takes the links away that lead out of the handbook: what it does not hold
// cannot be opened here, the words stay.
func (b *Book) settle() {
	for i := range b.Chapters {
		for j := range b.Chapters[i].Rows {
			b.Chapters[i].Rows[j].spans(func(s *Span) {
				if s.To != "" && b.Find(s.To) < 0 && b.Picture(s.To) == nil {
					s.To = ""
				}
			})
		}
	}
}

// Find gives the place of a page in Chapters, -1 if it is none.
func (b *Book) Find(name string) int {
	return slices.IndexFunc(b.Chapters, func(c Chapter) bool { return c.Name == name })
}

// Topic gives the place of the chapter about a screen, 0 (the list of chapters) for a
// screen without one.
func (b *Book) Topic(screen route.Key) int {
	return max(0, b.Find(path.Join(folder, topics[screen])))
}

// Picture gives the bytes of a picture, nil if there is none of that name.
func (b *Book) Picture(name string) []byte {
	if path.Ext(name) != ".png" {
		return nil
	}
	raw, err := fs.ReadFile(b.files, name)
	if err != nil {
		return nil
	}
	return raw
}

// Hit is one row in which all words of a search stand.
type Hit struct {
	Chapter, Row int
	Under        string // the heading it stands under, "" right below the title
	Text         string // some words around the first one found
}

// maxHits bounds a search; nobody reads more.
const maxHits = 500

// Search finds the rows that hold all words, without regard to case, in the order of the book.
func (b *Book) Search(query string) (out []Hit) {
	words := strings.Fields(fold(query))
	if len(words) == 0 {
		return nil
	}
	for i, c := range b.Chapters {
		under := ""
		for j, r := range c.Rows {
			text := r.Text()
			if r.Kind == Heading && j > 0 {
				under = text
			}
			if !holds(fold(text), words) {
				continue
			}
			if out = append(out, Hit{Chapter: i, Row: j, Under: under, Text: around(text, words[0])}); len(out) == maxHits {
				return out
			}
		}
	}
	return out
}

// fold lowers letter by letter, so that places in the folded text are places in the text.
func fold(s string) string { return strings.Map(unicode.ToLower, s) }

func holds(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// excerpt is how many signs of a row a list of hits shows, before how many stand in front of the word.
const (
	excerpt = 84
	before  = 30
)

// around cuts a text so that the word found is seen in it.
func around(text, word string) string {
	signs := []rune(text)
	at := strings.Index(fold(text), word)
	from := max(0, len([]rune(fold(text)[:at]))-before)
	if len(signs) <= excerpt {
		from = 0
	}
	out := string(signs[from:min(len(signs), from+excerpt)])
	if from > 0 {
		out = "… " + out
	}
	if from+excerpt < len(signs) {
		out += " …"
	}
	return out
}
