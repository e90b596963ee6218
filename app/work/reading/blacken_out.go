package reading

import (
	"bytes"
	"context"
	"crypto/sha512"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/blacken"
)

// blackenedPeriod is how long a copy stays among the use copies; it can be made anew.
const blackenedPeriod = 30 * 24 * time.Hour

// CopyTitle is the title of every blackened copy: that of the file may say the word.
const CopyTitle = "Geschwärzte Nutzungskopie"

// MakeBlackened makes the copy of what is marked. A second person has to look at every
// page of it; places are marked again after ReopenMarks only. Errors: Refused where
// nothing is marked, and where a law says one of the marked words.
func (bl *Blackener) MakeBlackened(ctx context.Context, id int64, a Asker) (blacken.Job, error) {
	const op = "make blackened copy"
	person, err := bl.Office.MustPerson(people.Use, op)
	if err != nil {
		return blacken.Job{}, err
	}
	marks, err := bl.Store.Marks(ctx, id)
	if err != nil {
		return blacken.Job{}, err
	}
	var j blacken.Job
	if err := again(ctx, func() error { j, err = bl.draw(ctx, op, id, a, marks); return err }); err != nil {
		return j, err
	}
	j.ClosedBy, j.Closed = person, bl.Office.Now()
	return j, bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := blacken.Close(ctx, tx, j); err != nil {
			return err
		}
		return bl.entry(ctx, j, "made", map[string]string{"pages": strconv.Itoa(j.Pages), "places": strconv.Itoa(len(marks)),
			"sha512": j.SHA512})(tx)
	})
}

// draw writes the copy of a job and gives the job with its digest.
func (bl *Blackener) draw(ctx context.Context, op string, id int64, a Asker, marks []blacken.Mark) (blacken.Job, error) {
	_, j, doc, done, err := bl.openToMark(ctx, id, a)
	if err != nil {
		return j, err
	}
	defer done()
	if len(marks) == 0 {
		return j, failure.New(failure.Refused, op, wording.Say("hint.blacken.nothing-marked"))
	}
	secret, err := bl.silent(ctx, op, doc, marks)
	if err != nil {
		return j, err
	}
	sum := sha512.New()
	head := report.Document{Title: CopyTitle, Tool: office.Program + " " + office.Version, Created: j.At}
	name, err := bl.toBuild(j)
	if err != nil {
		return j, err
	}
	err = office.WriteFile(name, func(w io.Writer) (err error) {
		j.Told, err = blacken.Make(ctx, io.MultiWriter(w, sum), doc, placesOf(marks), secret, head)
		return err
	})
	j.SHA512 = fmt.Sprintf("%x", sum.Sum(nil))
	return j, err
}

func placesOf(marks []blacken.Mark) map[int][]viewer.Rect {
	out := map[int][]viewer.Rect{}
	for _, m := range marks {
		out[m.Page] = append(out[m.Page], m.Rect)
	}
	return out
}

// silent gives the words under the marks and refuses laws that say one of them.
func (bl *Blackener) silent(ctx context.Context, op string, doc viewer.Pager, marks []blacken.Mark) (*blacken.Secret, error) {
	secret, err := blacken.Kept(ctx, doc, placesOf(marks))
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		if secret.In(m.Why.Law) {
			return nil, failure.New(failure.Refused, op, wording.Say("hint.blacken.law-tells", m.ID))
		}
	}
	return secret, nil
}

// Progress is a job with everything about it.
type Progress struct {
	blacken.Job
	Marks []blacken.Mark `json:"marks"`
	Looks []blacken.Look `json:"looks"`
	Open  []int          `json:"open"` // pages nobody has looked at, from 1
}

// Progress tells how far a job is. Error: Refused where the package may not be copied.
func (bl *Blackener) Progress(ctx context.Context, id int64, a Asker) (s Progress, err error) {
	j, o, err := bl.find(ctx, id, a)
	if err != nil {
		return s, err
	}
	return bl.progress(ctx, j, o)
}

// progress is Progress of an opened package, which it closes.
func (bl *Blackener) progress(ctx context.Context, j blacken.Job, o *Opened) (s Progress, err error) {
	defer func() { err = errors.Join(err, o.Close()) }()
	s.Job, s.Open = j, []int{}
	if s.Marks, err = bl.Store.Marks(ctx, j.ID); err != nil {
		return s, err
	}
	s.Looks, err = bl.Store.Looks(ctx, j)
	for page := range j.Pages {
		if j.Ready() && !slices.ContainsFunc(s.Looks, func(l blacken.Look) bool { return l.Page == page }) {
			s.Open = append(s.Open, page+1)
		}
	}
	return s, err
}

// Jobs lists the jobs of packages that may be copied by who asks.
func (bl *Blackener) Jobs(ctx context.Context, a Asker) ([]blacken.Job, error) {
	if err := bl.Office.Staff("blacken"); err != nil {
		return nil, err
	}
	all, err := bl.Store.Jobs(ctx, "")
	if err != nil {
		return nil, err
	}
	out := []blacken.Job{}
	for _, j := range all {
		_, o, err := bl.find(ctx, j.ID, a)
		if failure.KindOf(err) == failure.Refused {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := o.Close(); err != nil {
			return nil, err
		}
		out = append(out, j)
	}
	return out, nil
}

// copyOf opens the copy of a job, held against the digest that was stated when it was
// made.
func (bl *Blackener) copyOf(ctx context.Context, op string, id int64, a Asker) (blacken.Job, *Opened, []byte, error) {
	j, o, err := bl.find(ctx, id, a)
	if err != nil {
		return j, nil, nil, err
	}
	if !j.Ready() {
		return j, nil, nil, errors.Join(failure.New(failure.Refused, op, wording.Say("hint.blacken.not-made", id)), o.Close())
	}
	name, err := bl.built(j)
	if err != nil {
		return j, nil, nil, errors.Join(err, o.Close())
	}
	data, err := os.ReadFile(name)
	if err == nil && fmt.Sprintf("%x", sha512.Sum512(data)) == j.SHA512 {
		return j, o, data, nil
	}
	return j, nil, nil, errors.Join(failure.New(failure.Refused, op, wording.Say("hint.blacken.copy-gone", id)), o.Close())
}

// Looked is a page of a copy as a second person sees it.
type Looked struct {
	Page int          `json:"page"` // from 1
	Told blacken.Page `json:"told"`
	Text string       `json:"text"` // that stays behind the picture
}

// LookAt shows a page (from 1) of the copy: draw gets the picture, and what stays as text
// is given. That it was shown is kept; SeenPages says that it was looked at.
func (bl *Blackener) LookAt(ctx context.Context, id int64, a Asker, page int, draw func(doc viewer.Pager, page int) error) (out Looked,
	err error) {
	const op = "look at blackened copy"
	person, err := bl.Office.MustPerson(people.Review, op)
	if err != nil {
		return out, err
	}
	j, o, data, err := bl.copyOf(ctx, op, id, a)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if page < 1 || page > j.Pages {
		return out, failure.New(failure.Refused, op, wording.Say("hint.pdf.no-such-page", page, j.Pages))
	}
	out = Looked{Page: page, Told: j.Told[page-1]}
	err = again(ctx, func() error {
		out.Text, err = bl.look(ctx, j, data, page-1, draw)
		return err
	})
	if err != nil {
		return out, err
	}
	return out, bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error { return blacken.Show(ctx, tx, j, page-1, person) })
}

// look draws a page (from 0) of a copy and gives its text.
func (bl *Blackener) look(ctx context.Context, j blacken.Job, data []byte, page int,
	draw func(doc viewer.Pager, page int) error) (text string, err error) {
	src := viewer.Source{Name: nameOf(j), MIME: "application/pdf", Content: bytes.NewReader(data), Size: int64(len(data))}
	doc, done, err := bl.Room.openSource(ctx, src, func() {})
	if err != nil {
		return "", err
	}
	defer done()
	pager, err := blacken.Paper(doc)
	if err != nil {
		return "", err
	}
	if err := draw(pager, page); err != nil {
		return "", err
	}
	if t, ok := doc.(viewer.Texter); ok {
		text, err = t.Text(ctx, page)
	}
	return text, err
}

// again does what needs a child process a second time where it failed: one that worked
// for a while may run out of its memory on a page a new one draws.
func again(ctx context.Context, do func() error) error {
	err := do()
	if err == nil || ctx.Err() != nil {
		return err
	}
	return do()
}

// SeenPages keeps that who acts has looked at pages (from 1) of the copy and found them
// in order, one entry in the log a page. Errors: Refused for who marked places or made
// the copy, without a key of one's own, and for a page that was not shown to them.
func (bl *Blackener) SeenPages(ctx context.Context, id int64, a Asker, pages []int) error {
	const op = "pass blackened copy"
	person, err := bl.Office.MustPerson(people.Review, op)
	if err != nil {
		return err
	}
	j, o, _, err := bl.copyOf(ctx, op, id, a)
	if err != nil {
		return err
	}
	st, err := bl.progress(ctx, j, o)
	if err == nil {
		err = bl.Office.Witness.SecondEyes(ctx, op, person, st.hands())
	}
	if err != nil {
		return err
	}
	shown, err := bl.Store.Shown(ctx, j, person)
	if err != nil {
		return err
	}
	for _, page := range pages {
		if !shown[page-1] {
			return failure.New(failure.Refused, op, wording.Say("hint.blacken.not-shown", page))
		}
	}
	for _, page := range pages {
		look := blacken.Look{Page: page - 1, SHA512: j.SHA512, Person: person, At: bl.Office.Now()}
		err := bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
			if err := blacken.Keep(ctx, tx, j, []blacken.Look{look}); err != nil {
				return err
			}
			return bl.entry(ctx, j, "page looked at", map[string]string{"page": strconv.Itoa(page), "sha512": j.SHA512})(tx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hands are who marked places and made the copy.
func (s Progress) hands() []string {
	out := []string{s.ClosedBy}
	for _, m := range s.Marks {
		out = append(out, m.Person)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(n string) bool { return n == "" })
}

// ReopenMarks lets places be marked again; the copy and what was looked at are void.
func (bl *Blackener) ReopenMarks(ctx context.Context, id int64, a Asker) error {
	const op = "mark again"
	if _, err := bl.Office.MustPerson(people.Review, op); err != nil {
		return err
	}
	j, o, err := bl.find(ctx, id, a)
	if err != nil {
		return err
	}
	if err := o.Close(); err != nil {
		return err
	}
	if !j.Ready() {
		return failure.New(failure.Refused, op, wording.Say("hint.blacken.not-made", id))
	}
	err = bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := blacken.Reopen(ctx, tx, id); err != nil {
			return err
		}
		return bl.entry(ctx, j, "reopened", nil)(tx)
	})
	return errors.Join(err, bl.unbuild(j))
}

// BlackeningSheet is what a blackened copy comes with: where places were made unreadable
// and why. It holds no word of them, no name of the file and nobody's name.
type BlackeningSheet struct {
	Number        int64             `json:"number"`
	PID           string            `json:"pid"`
	Citation      string            `json:"citation,omitempty"`
	Archive       string            `json:"archive"`
	At            time.Time         `json:"at"`
	Program       string            `json:"program"`
	File          SheetFile         `json:"file"`
	Pages         int               `json:"pages"`
	Pictures      bool              `json:"pictures"` // every page is a picture with the words that stay behind it
	SecondPerson  bool              `json:"secondPerson"`
	Places        []BlackeningPlace `json:"places"`
	WithoutText   []int             `json:"withoutText"`   // pages without words: places there were found by eye only
	NotSearchable []int             `json:"notSearchable"` // pages whose words could not be read
}

// BlackeningPlace are the places of a page with one reason.
type BlackeningPlace struct {
	Page   int    `json:"page"`
	Places int    `json:"places"`
	Reason string `json:"reason"`
	Law    string `json:"law"`
}

// BlackeningSheetType is the DSSE payload type of a signed sheet of a blackened copy.
const BlackeningSheetType = "application/vnd.laufzettel.blackening-sheet+json"

// GiveBlackened gives the copy out into a new folder or ZIP, with a sheet that says where
// and why. Errors: Refused until a second person has looked at every page; Damaged where
// what the tables say of it is not what was signed.
func (bl *Blackener) GiveBlackened(ctx context.Context, id int64, a Asker, target string) (out HandedOut, err error) {
	const op = "give out blackened copy"
	if _, err := bl.Office.MustPerson(people.Use, op); err != nil {
		return out, err
	}
	j, o, data, err := bl.copyOf(ctx, op, id, a)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	pkg, err := o.mayUse(ctx, access.Copy)
	if err != nil {
		return out, err
	}
	sheet, err := bl.releasable(ctx, op, j, pkg, a)
	if err != nil {
		return out, err
	}
	sheet.File = SheetFile{nameOf(j), int64(len(data)), j.SHA512}
	s, err := openSink(target)
	if err != nil {
		return out, err
	}
	out = HandedOut{Path: target, Files: 1, Citation: sheet.Citation, Sound: true}
	err = s.put(ctx, nameOf(j), time.Time{}, bytes.NewReader(data))
	if err == nil {
		out.Key, err = bl.Uses.paper(ctx, s, blackNames, BlackeningSheetType, sheet.document())
	}
	if err := errors.Join(err, s.close()); err != nil {
		return HandedOut{}, errors.Join(err, os.RemoveAll(target))
	}
	out.Signed = out.Key != ""
	if err := bl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := blacken.Give(ctx, tx, j.ID, bl.Office.Now()); err != nil {
			return err
		}
		return bl.entry(ctx, j, "given out", map[string]string{"sha512": j.SHA512})(tx)
	}); err != nil {
		return out, errors.Join(err, os.RemoveAll(target)) // what is not logged is not given out
	}
	return out, bl.Uses.Copies.NoteExport(ctx, pkg, target, int64(len(data)))
}

// releasable asks whether the copy may leave, and gives its sheet.
func (bl *Blackener) releasable(ctx context.Context, op string, j blacken.Job, pkg *aip.Package, a Asker) (BlackeningSheet, error) {
	var sheet BlackeningSheet
	if err := bl.Office.Witness.Uphold(ctx, op, office.Concerned{PIDs: []string{j.PID}}); err != nil {
		return sheet, err
	}
	again, doc, done, err := bl.openJob(ctx, j.ID, a)
	if err != nil {
		return sheet, err
	}
	defer done()
	marks, err := bl.Store.Marks(ctx, j.ID)
	if err != nil {
		return sheet, err
	}
	looks, err := bl.Store.Looks(ctx, again)
	if err != nil {
		return sheet, err
	}
	st := Progress{Job: again, Marks: marks, Looks: looks}
	seen := map[int]bool{}
	for _, l := range looks {
		seen[l.Page] = true
		if err := bl.Office.Witness.EyesStand(ctx, op, l.Person, l.At, st.hands()); err != nil {
			return sheet, err
		}
	}
	if missing := j.Pages - len(seen); missing > 0 {
		return sheet, failure.New(failure.Refused, op, wording.Say("hint.blacken.not-looked-at", missing, j.Pages))
	}
	secret, err := bl.silent(ctx, op, doc, marks)
	if err != nil {
		return sheet, err
	}
	return bl.sheetOf(j, pkg, marks, secret), nil
}

func (bl *Blackener) sheetOf(j blacken.Job, pkg *aip.Package, marks []blacken.Mark, secret *blacken.Secret) BlackeningSheet {
	all := bl.Uses.sheet(pkg, nil)
	s := BlackeningSheet{
		Number: j.ID, PID: j.PID, Archive: all.Archive, At: bl.Office.Now(), Program: all.Program, Pages: j.Pages, Pictures: true,
		SecondPerson: true,
		Places:       []BlackeningPlace{}, WithoutText: []int{}, NotSearchable: []int{},
	}
	if !secret.In(all.Citation) {
		s.Citation = all.Citation
	}
	for _, m := range marks {
		i := slices.IndexFunc(s.Places, func(p BlackeningPlace) bool {
			return p.Page == m.Page+1 && p.Reason == m.Why.German() && p.Law == m.Why.Law
		})
		if i < 0 {
			i, s.Places = len(s.Places), append(s.Places, BlackeningPlace{Page: m.Page + 1, Reason: m.Why.German(), Law: m.Why.Law})
		}
		s.Places[i].Places++
	}
	for i, p := range j.Told {
		if p.Blank {
			s.WithoutText = append(s.WithoutText, i+1)
		}
		if p.Unread {
			s.NotSearchable = append(s.NotSearchable, i+1)
		}
	}
	return s
}

// blackNames are the names of what goes beside a blackened copy.
var blackNames = paperNames{"schwaerzungsblatt.pdf", "schwaerzungsblatt.json", "schwaerzungsblatt.dsse.json"}

// document lays the sheet out as a paper.
func (s BlackeningSheet) document() report.Document {
	rows := make([][]string, 0, len(s.Places))
	for _, p := range s.Places {
		rows = append(rows, []string{strconv.Itoa(p.Page), strconv.Itoa(p.Places), p.Reason, p.Law})
	}
	blocks := []report.Block{
		report.KeyValues{
			{Label: "Zitierweise", Value: s.Citation}, {Label: "Kennung", Value: s.PID, Mono: true},
			{Label: "Nummer der Schwärzung", Value: strconv.FormatInt(s.Number, 10)},
			{Label: "Datei", Value: s.File.Path, Mono: true}, {Label: "Bytes", Value: strconv.FormatInt(s.File.Size, 10)},
			{Label: "SHA-512", Value: s.File.SHA512, Mono: true},
			{Label: "Seiten", Value: strconv.Itoa(s.Pages)}, {Label: "Herausgegeben", Value: s.At.Format("02.01.2006 15:04 MST")},
			{Label: "Programm", Value: s.Program},
		},
		report.Paragraph{Text: "Diese Kopie ist neu gezeichnet: Jede Seite ist ein Bild, dahinter liegen die Wörter, die stehen geblieben sind. Alle Balken haben dieselbe Breite oder ganze Vielfache davon. " +
			"Die Stellen hat eine Person markiert; eine zweite hat jede Seite der Kopie angesehen. Das Original ist unverändert."},
		report.Heading{Level: 2, Text: "Geschwärzte Stellen"},
		report.Table{Columns: []report.Column{{Title: "Seite", Weight: 1, Right: true}, {Title: "Stellen", Weight: 1, Right: true},
			{Title: "Grund", Weight: 4}, {Title: "Rechtsgrundlage", Weight: 4}}, Rows: rows},
	}
	if len(s.WithoutText)+len(s.NotSearchable) > 0 {
		blocks = append(blocks, report.Notice{Tone: report.Caution,
			Text: "Ohne lesbaren Text, also nicht durchsucht, nur angesehen: Seite " +
				pageList(append(slices.Clone(s.WithoutText), s.NotSearchable...))})
	}
	return report.Document{Kind: "blackening-sheet", Title: "Schwärzungsblatt", Subject: s.Citation, Author: s.Archive, Tool: s.Program,
		Created: s.At, Data: s, Blocks: blocks}
}

func pageList(pages []int) string {
	slices.Sort(pages)
	var out []string
	for _, p := range slices.Compact(pages) {
		out = append(out, strconv.Itoa(p))
	}
	return strings.Join(out, ", ")
}
