package reading

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/sensitivity"
)

// Blackener makes blackened use copies: places are marked by a person, a copy is drawn
// anew, a second person looks at every page of it, then it may leave. The original is
// never touched, and neither table nor log holds a word that was marked.
type Blackener struct {
	Office *office.Office
	Log    *office.Log
	Room   *Room
	Uses   *Uses

	Store *blacken.Store
}

// blackened is the event of every act of a blackening; its outcome says which.
const blackened events.Type = "blackened"

const opMark = "mark places"

// BeginBlackening begins a blackened copy of a file of an opened package. Errors: Refused
// without the right to give copies of it, and for files that have no pages.
func (bl *Blackener) BeginBlackening(ctx context.Context, o *Opened, file string) (j blacken.Job, err error) {
	const op = "begin blackening"
	if _, err := o.mayUse(ctx, access.Copy); err != nil {
		return j, err
	}
	person, err := bl.Office.MustPerson(people.Use, op)
	if err != nil {
		return j, err
	}
	doc, done, err := o.paper(ctx, file)
	if err != nil {
		return j, err
	}
	defer done()
	j = blacken.Job{PID: o.PID(), Path: file, Pages: doc.Pages(), Person: person, At: bl.Office.Now()}
	err = bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if j.ID, err = blacken.Begin(ctx, tx, j); err != nil {
			return err
		}
		return bl.entry(ctx, j, "begun", nil)(tx)
	})
	return j, err
}

// entry notes an act: by number and counts, never by a word or the name of a file.
func (bl *Blackener) entry(ctx context.Context, j blacken.Job, outcome string, more map[string]string) func(*sql.Tx) error {
	detail := map[string]string{"blackening": strconv.FormatInt(j.ID, 10)}
	for k, v := range more {
		detail[k] = v
	}
	return bl.Log.Entry(ctx, bl.Office.Event(blackened, j.PID, "", outcome, detail))
}

// paper opens a file as pages: one that is drawn as pages as it is, any other that has
// text as that text set on pages. The copy of a mail has its text, not its attachments.
func (o *Opened) paper(ctx context.Context, file string) (viewer.Pager, func(), error) {
	if o.ours == nil {
		return nil, nil, failure.New(failure.Refused, "blacken", wording.Say("hint.reading.foreign-single-copies"))
	}
	doc, done, err := o.Document(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	if _, pages := doc.(viewer.Pager); !pages {
		set, setDone, err := o.room.set(ctx, doc)
		done()
		if err != nil {
			return nil, nil, err
		}
		doc, done = set, setDone
	}
	p, err := blacken.Paper(doc)
	if err != nil {
		done()
		return nil, nil, err
	}
	return p, done, nil
}

// set sets the text of a document on pages, the same for the same text.
func (rm *Room) set(ctx context.Context, doc viewer.Document) (viewer.Document, func(), error) {
	if doc.Info().Kind == viewer.Office { // its text is not all that a reader of the file would see
		return nil, nil, failure.New(failure.Refused, "blacken", wording.Say("hint.blacken.no-pages"))
	}
	text, err := viewer.FullText(ctx, doc, maxPrinted)
	if err != nil {
		return nil, nil, err
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil, failure.New(failure.Refused, "blacken", wording.Say("hint.blacken.no-pages"))
	}
	if len(text) >= maxPrinted-4 {
		return nil, nil, failure.New(failure.Refused, "blacken", wording.Say("hint.blacken.text-too-long", maxPrinted>>20))
	}
	var blocks []report.Block
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		blocks = append(blocks, report.Paragraph{Text: part})
	}
	var b bytes.Buffer
	if err := report.Write(&b, report.Document{Plain: true, Tool: office.Program, Blocks: blocks}); err != nil {
		return nil, nil, err
	}
	return rm.openSource(ctx, viewer.Source{Name: "text.pdf", MIME: "application/pdf", Content: bytes.NewReader(b.Bytes()),
		Size: int64(b.Len())}, func() {})
}

// openJob opens the file of a job for who may have copies of it.
func (bl *Blackener) openJob(ctx context.Context, id int64, a Asker) (blacken.Job, viewer.Pager, func(), error) {
	j, o, err := bl.find(ctx, id, a)
	if err != nil {
		return j, nil, nil, err
	}
	doc, done, err := o.paper(ctx, j.Path)
	if err == nil && doc.Pages() != j.Pages {
		done()
		err = failure.New(failure.Damaged, "open blackening", wording.Say("hint.blacken.other-pages", j.Pages, doc.Pages()))
	}
	if err != nil {
		return j, nil, nil, errors.Join(err, o.Close())
	}
	return j, doc, func() { done(); _ = o.Close() }, nil
}

// OpenPaper opens the file of a job as the pages on which places are marked, for who marks them.
func (bl *Blackener) OpenPaper(ctx context.Context, id int64, a Asker) (viewer.Document, error) {
	if _, err := bl.Office.MustPerson(people.Use, opMark); err != nil {
		return nil, err
	}
	_, doc, done, err := bl.openJob(ctx, id, a)
	if err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// find gives a job and its package, opened for who may have copies of it.
func (bl *Blackener) find(ctx context.Context, id int64, a Asker) (blacken.Job, *Opened, error) {
	if err := bl.Office.Staff("blacken"); err != nil {
		return blacken.Job{}, nil, err
	}
	j, err := bl.Store.Job(ctx, id)
	if err != nil {
		return j, nil, err
	}
	o, err := bl.Room.OpenHeld(ctx, j.PID, a)
	if err != nil {
		return j, nil, err
	}
	if _, err := o.mayUse(ctx, access.Copy); err != nil {
		return j, nil, errors.Join(err, o.Close())
	}
	return j, o, nil
}

// open is openJob for who marks: the right to, and a job that waits for marks.
func (bl *Blackener) openToMark(ctx context.Context, id int64, a Asker) (string, blacken.Job, viewer.Pager, func(), error) {
	person, err := bl.Office.MustPerson(people.Use, opMark)
	if err != nil {
		return "", blacken.Job{}, nil, nil, err
	}
	j, doc, done, err := bl.openJob(ctx, id, a)
	if err == nil && j.Ready() {
		done()
		err = failure.New(failure.Refused, opMark, wording.Say("hint.blacken.closed", id))
	}
	return person, j, doc, done, err
}

// Marked is what an act marked.
type Marked struct {
	Places   int   `json:"places"`
	Pages    []int `json:"pages"`    // on which they are, from 1
	Unread   []int `json:"unread"`   // pages whose words could not be read
	Textless []int `json:"textless"` // pages without words: nothing is found there
}

// MarkPhrase marks every place of a word or phrase by one act.
func (bl *Blackener) MarkPhrase(ctx context.Context, id int64, a Asker, phrase string, why blacken.Why) (Marked, error) {
	if len([]rune(blacken.Fold(phrase))) < 2 || len(phrase) > 1000 {
		return Marked{}, failure.New(failure.Refused, opMark, wording.Say("hint.blacken.phrase"))
	}
	return bl.markWords(ctx, id, a, why, func(_ int, words []viewer.Word) [][]int { return blacken.Find(words, phrase) })
}

// markWords marks what choose takes of the words of every page.
func (bl *Blackener) markWords(ctx context.Context, id int64, a Asker, why blacken.Why,
	choose func(page int, words []viewer.Word) [][]int) (Marked, error) {
	out := Marked{Pages: []int{}, Unread: []int{}, Textless: []int{}}
	why, err := why.Valid()
	if err != nil {
		return out, err
	}
	person, j, doc, done, err := bl.openToMark(ctx, id, a)
	if err != nil {
		return out, err
	}
	defer done()
	var marks []blacken.Mark
	for page := range doc.Pages() {
		words, ok, err := blacken.WordsOf(ctx, doc, page)
		switch {
		case err != nil:
			return out, err
		case !ok:
			out.Unread = append(out.Unread, page+1)
		case len(words) == 0:
			out.Textless = append(out.Textless, page+1)
		}
		hits := choose(page, words)
		for _, hit := range hits {
			for _, r := range blacken.Spots(words, hit) {
				marks = append(marks, blacken.Mark{Page: page, Rect: r, Why: why, Person: person, At: bl.Office.Now()})
			}
		}
		if out.Places += len(hits); len(hits) > 0 {
			out.Pages = append(out.Pages, page+1)
		}
	}
	return out, bl.add(ctx, j, marks)
}

// mostMarks are the most places of one copy.
const mostMarks = 20_000

// add keeps marks that are not there yet.
func (bl *Blackener) add(ctx context.Context, j blacken.Job, marks []blacken.Mark) error {
	there, err := bl.Store.Marks(ctx, j.ID)
	if err != nil {
		return err
	}
	marks = slices.DeleteFunc(marks, func(m blacken.Mark) bool {
		return slices.ContainsFunc(there, func(t blacken.Mark) bool {
			return t.Page == m.Page && t.Rect == blacken.Outer(m.Rect) && t.Why == m.Why
		})
	})
	if len(marks) == 0 {
		return nil
	}
	if len(there)+len(marks) > mostMarks {
		return failure.New(failure.Refused, opMark, wording.Say("hint.blacken.too-many-marks", mostMarks))
	}
	return bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := blacken.Add(ctx, tx, j, marks); err != nil {
			return err
		}
		return bl.entry(ctx, j, "marked", map[string]string{"places": strconv.Itoa(len(marks))})(tx)
	})
}

// MarkPlace marks a rectangle of a page (from 1), in fractions of the page.
func (bl *Blackener) MarkPlace(ctx context.Context, id int64, a Asker, page int, r viewer.Rect, why blacken.Why) error {
	why, err := why.Valid()
	if err != nil {
		return err
	}
	if !(r.X >= 0 && r.Y >= 0 && r.W > 0 && r.H > 0 && r.X+r.W <= 1+1e-9 && r.Y+r.H <= 1+1e-9) {
		return failure.New(failure.Refused, opMark, wording.Say("hint.blacken.place"))
	}
	person, j, _, done, err := bl.openToMark(ctx, id, a)
	if err != nil {
		return err
	}
	defer done()
	if page < 1 || page > j.Pages {
		return failure.New(failure.Refused, opMark, wording.Say("hint.pdf.no-such-page", page, j.Pages))
	}
	return bl.add(ctx, j, []blacken.Mark{{Page: page - 1, Rect: r, Why: why, Person: person, At: bl.Office.Now()}})
}

// UnmarkPlaces takes marks away, by their numbers.
func (bl *Blackener) UnmarkPlaces(ctx context.Context, id int64, a Asker, marks []int64) error {
	_, j, _, done, err := bl.openToMark(ctx, id, a)
	if err != nil {
		return err
	}
	defer done()
	return bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := blacken.Remove(ctx, tx, j.ID, marks); err != nil {
			return err
		}
		return bl.entry(ctx, j, "unmarked", map[string]string{"places": strconv.Itoa(len(marks))})(tx)
	})
}

// FoundPlace is what the rules for personal data find on the pages of a job; its words
// are read now and kept nowhere.
type FoundPlace struct {
	Number int              `json:"number"`
	Page   int              `json:"page"` // from 1
	Kind   sensitivity.Kind `json:"kind"`
	Rule   string           `json:"rule"`
	Before string           `json:"before"`
	Word   string           `json:"word"`
	After  string           `json:"after"`

	words []int // of the page
}

// FindPlaces proposes places by the rules for personal data, numbered in the order of
// the pages: the same numbers as long as the rules are the same.
func (bl *Blackener) FindPlaces(ctx context.Context, id int64, a Asker) ([]FoundPlace, Marked, error) {
	none := Marked{Pages: []int{}, Unread: []int{}, Textless: []int{}}
	if _, err := bl.Office.MustPerson(people.Use, "find places"); err != nil {
		return nil, none, err
	}
	_, doc, done, err := bl.openJob(ctx, id, a)
	if err != nil {
		return nil, none, err
	}
	defer done()
	out := []FoundPlace{}
	for page := range doc.Pages() {
		words, ok, err := blacken.WordsOf(ctx, doc, page)
		switch {
		case err != nil:
			return nil, none, err
		case !ok:
			none.Unread = append(none.Unread, page+1)
		case len(words) == 0:
			none.Textless = append(none.Textless, page+1)
		}
		found := findOn(page, words, len(out))
		if out = append(out, found...); len(found) > 0 {
			none.Pages = append(none.Pages, page+1)
		}
	}
	none.Places = len(out)
	return out, none, nil
}

// findOn searches a page by the rules.
func findOn(page int, words []viewer.Word, before int) []FoundPlace {
	text, at := blacken.Text(words)
	hits, _ := sensitivity.Standard().Find(text)
	var out []FoundPlace
	for _, h := range hits {
		p := FoundPlace{Number: before + len(out) + 1, Page: page + 1, Kind: h.Kind, Rule: h.Rule}
		for i, from := range at {
			if from < h.Offset+h.Length && from+len(words[i].Text) > h.Offset {
				p.words = append(p.words, i)
			}
		}
		if len(p.words) == 0 {
			continue
		}
		p.Before, p.Word, p.After = aroundPlace(text, h.Offset, h.Length)
		out = append(out, p)
	}
	return out
}

// aroundPlace gives a place and some words about it in one line each.
func aroundPlace(text string, at, length int) (before, word, after string) {
	const about = 40
	line := strings.NewReplacer("\n", " ")
	cut := func(s string) string { return line.Replace(strings.ToValidUTF8(s, "")) }
	return cut(text[max(0, at-about):at]), cut(text[at : at+length]), cut(text[at+length : min(len(text), at+length+about)])
}

// MarkFound marks places FindPlaces gave, by their numbers.
func (bl *Blackener) MarkFound(ctx context.Context, id int64, a Asker, numbers []int, why blacken.Why) (Marked, error) {
	seen := 0
	used := map[int]bool{}
	out, err := bl.markWords(ctx, id, a, why, func(page int, words []viewer.Word) (hits [][]int) {
		found := findOn(page, words, seen)
		seen += len(found)
		for _, p := range found {
			if slices.Contains(numbers, p.Number) && !used[p.Number] {
				used[p.Number] = true
				hits = append(hits, p.words)
			}
		}
		return hits
	})
	for _, n := range numbers {
		if err == nil && !used[n] {
			err = failure.New(failure.Refused, opMark, wording.Say("hint.blacken.no-found", n))
		}
	}
	return out, err
}

// nameOf is the name of a copy: a number, since the name of the file may say the word.
func nameOf(j blacken.Job) string { return fmt.Sprintf("schwaerzung-%d.pdf", j.ID) }

// builtAs ends the name under which the copy of a job lies among the use copies. The
// package is named in it, so that closing an accession finds the copy there (G13).
func builtAs(j blacken.Job) string { return "_" + aip.FolderName(j.PID) + "_" + nameOf(j) }

// built is where the copy of a job lies until it is given out, "" where there is none.
func (bl *Blackener) built(j blacken.Job) (string, error) {
	entries, err := os.ReadDir(bl.Office.Path(office.DirUse))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", office.Disk("look for blackened copy", err)
	}
	for _, e := range entries {
		if day, ok := strings.CutSuffix(e.Name(), builtAs(j)); ok && len(day) == len(time.DateOnly) {
			return filepath.Join(bl.Office.Path(office.DirUse), e.Name()), nil
		}
	}
	return "", nil
}

// toBuild gives the name of a new copy, which begins with the last day it may stay; one
// that is there goes.
func (bl *Blackener) toBuild(j blacken.Job) (string, error) {
	if err := os.MkdirAll(bl.Office.Path(office.DirUse), 0o700); err != nil {
		return "", office.Disk("make blackened copy", err)
	}
	until := bl.Office.Now().Add(blackenedPeriod).Format(time.DateOnly)
	return filepath.Join(bl.Office.Path(office.DirUse), until+builtAs(j)), bl.unbuild(j)
}

// unbuild removes the copy of a job.
func (bl *Blackener) unbuild(j blacken.Job) error {
	name, err := bl.built(j)
	if err == nil && name != "" {
		err = office.Disk("remove blackened copy", os.Remove(name))
	}
	return err
}
