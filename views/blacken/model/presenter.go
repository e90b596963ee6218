// Package model is the screen of blackened use copies, without a face: what is being
// blackened, the places a person marks, the second person's look at every page, and the
// copy that leaves after that. It keeps no word: those shown are read from the page now.
package model

import (
	"context"
	"slices"
	"strconv"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/sensitivity"
	page "laufzettel/views/pageview/model"
	"laufzettel/views/words"
)

// Source is all this screen may see and do. All methods run off the UI thread.
type Source interface {
	Jobs(ctx context.Context) ([]Job, error)
	// Begin begins the blackening of a document of a package and gives its number.
	Begin(ctx context.Context, pid, document string, original bool) (int64, error)
	// Job tells how far one is.
	Job(ctx context.Context, id int64) (Job, error)
	// Found proposes places by the rules for personal data.
	Found(ctx context.Context, id int64) ([]Found, Marked, error)
	MarkWord(ctx context.Context, id int64, phrase string, why blacken.Why) (Marked, error)
	MarkFound(ctx context.Context, id int64, numbers []int, why blacken.Why) (Marked, error)
	MarkPlace(ctx context.Context, id int64, page int, r viewer.Rect, why blacken.Why) error
	Unmark(ctx context.Context, id int64, marks []int64) error
	Make(ctx context.Context, id int64) error
	// Look shows a page (from 1) of the copy to a second person.
	Look(ctx context.Context, id int64, page int) (Looked, error)
	Seen(ctx context.Context, id int64, page int) error
	Reopen(ctx context.Context, id int64) error
	Give(ctx context.Context, id int64, target string) (string, error)
	// Target asks for the folder or ZIP the copy goes to, "" = given up.
	Target(ctx context.Context, suggested string) (string, error)
	// Paper opens the file as the pages on which places are marked.
	Paper(ctx context.Context, id int64) (viewer.Document, error)
	OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error)
}

// Job is one file that gets a blackened copy.
type Job struct {
	ID                int64
	PID, Title, Stand string // Stand in words
	Code              string // of the package, "" where it is not known here
	Pages             int
	Copy              string // digest of the copy, "" while places are being marked
	Marks             []blacken.Mark
	Told              []blacken.Page
	Looked            map[int]string // page from 1: who passed it
	Open              int            // pages of the copy nobody has passed
}

// Ready tells whether there is a copy to be looked at.
func (j Job) Ready() bool { return j.Copy != "" }

// Found is a place the rules propose, its words read now.
type Found struct {
	Number, Page        int // from 1
	Kind                sensitivity.Kind
	Before, Word, After string
}

// Marked is what an act marked, and where no search finds anything.
type Marked struct {
	Places           int
	Textless, Unread []int
}

// Looked is a page of the copy as the second person sees it.
type Looked struct {
	Page int // from 1
	Told blacken.Page
	Text string // that stays behind the picture
	Open func(ctx context.Context) (viewer.Document, error)
}

type dispatcher interface {
	Background(func())
	UI(func())
}

// Presenter holds what the screen shows; all fields belong to the UI thread.
type Presenter struct {
	src    Source
	run    dispatcher
	words  *words.Words
	redraw func()
	say    func(string)

	gen    int
	at     int64 // the job chosen, 0: none
	Jobs   []Job
	Job    *Job
	Found  []Found
	Blind  Marked // pages no search reads
	Sought bool   // proposals are read
	Looked *Looked
	Why    blacken.Why
	Loaded bool
	Busy   bool
	Err    error
	Fault  error
}

// NewPresenter makes a presenter.
func NewPresenter(src Source, run dispatcher, w *words.Words, redraw func(), say func(string)) *Presenter {
	return &Presenter{src: src, run: run, words: w, redraw: redraw, say: say, Why: blacken.Why{Reason: blacken.Reasons[0].ID}}
}

// Load lists what is being blackened.
func (p *Presenter) Load() { p.reload(p.at) }

// Begin begins the blackening of a document and shows it.
func (p *Presenter) Begin(pid, document string, original bool) {
	p.Fault = nil
	p.run.Background(func() {
		id, err := p.src.Begin(context.Background(), pid, document, original)
		p.run.UI(func() {
			if err != nil {
				p.Fault = err
			} else {
				p.leave()
			}
			p.reload(max(id, p.at))
		})
	})
}

// leave forgets what belongs to the job shown.
func (p *Presenter) leave() {
	p.Job, p.Found, p.Blind, p.Sought, p.Looked = nil, nil, Marked{}, false, nil
}

// Choose shows job i of the list.
func (p *Presenter) Choose(i int) {
	if i < 0 || i >= len(p.Jobs) || p.Jobs[i].ID == p.at {
		return
	}
	p.leave()
	p.Fault = nil
	p.reload(p.Jobs[i].ID)
}

// Index is the place of the chosen job in the list, -1: none.
func (p *Presenter) Index() int {
	return slices.IndexFunc(p.Jobs, func(j Job) bool { return j.ID == p.at })
}

func (p *Presenter) reload(at int64) {
	p.gen++
	p.at = at
	gen := p.gen
	p.run.Background(func() {
		list, err := p.src.Jobs(context.Background())
		if at == 0 && len(list) > 0 {
			at = list[len(list)-1].ID
		}
		var job *Job
		if err == nil && at > 0 {
			var j Job
			if j, err = p.src.Job(context.Background(), at); err == nil {
				job = &j
			}
		}
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Loaded, p.Err = true, err
			if err == nil {
				if job != nil && p.Job != nil && job.Copy != p.Job.Copy {
					p.Looked = nil
				}
				p.Jobs, p.Job, p.at = list, job, at
			}
			p.redraw()
		})
	})
	p.redraw()
}

// act does something with the chosen job once and reads it anew.
func (p *Presenter) act(do func(ctx context.Context, id int64) (said string, err error)) {
	if p.Job == nil || p.Busy {
		return
	}
	p.Busy, p.Fault = true, nil
	id := p.Job.ID
	p.run.Background(func() {
		said, err := do(context.Background(), id)
		p.run.UI(func() {
			if p.Busy, p.Fault = false, err; err == nil && said != "" {
				p.say(said)
			}
			p.reload(p.at)
		})
	})
	p.redraw()
}

// Because sets reason and law of the marks that follow.
func (p *Presenter) Because(w blacken.Why) {
	p.Why = w
	p.redraw()
}

// Search reads the proposals of the rules.
func (p *Presenter) Search() {
	p.act(func(ctx context.Context, id int64) (string, error) {
		found, about, err := p.src.Found(ctx, id)
		if err != nil {
			return "", err
		}
		p.run.UI(func() { p.Found, p.Blind, p.Sought = found, about, true })
		return p.words.N("blacken.done.found", len(found)), nil
	})
}

// marking is an act that marks places.
func (p *Presenter) marking(do func(ctx context.Context, id int64) (Marked, error)) {
	p.act(func(ctx context.Context, id int64) (string, error) {
		m, err := do(ctx, id)
		if err != nil {
			return "", err
		}
		blind := len(m.Textless) + len(m.Unread)
		switch {
		case m.Places == 0 && blind > 0:
			return "", failure.New(failure.Refused, "mark", wording.Say("hint.blacken.nothing-marked-blind", blind))
		case m.Places == 0:
			return "", failure.New(failure.Refused, "mark", wording.Say("hint.blacken.nothing-marked"))
		}
		said := p.words.N("blacken.done.marked", m.Places)
		if blind > 0 {
			said += " " + p.words.N("blacken.blind", blind)
		}
		return said, nil
	})
}

// MarkWord marks every place of a word by one act.
func (p *Presenter) MarkWord(phrase string) {
	why := p.Why
	p.marking(func(ctx context.Context, id int64) (Marked, error) { return p.src.MarkWord(ctx, id, phrase, why) })
}

// MarkFound marks proposals, by their places in the list.
func (p *Presenter) MarkFound(rows []int) {
	why := p.Why
	var numbers []int
	for _, i := range rows {
		if i >= 0 && i < len(p.Found) {
			numbers = append(numbers, p.Found[i].Number)
		}
	}
	if len(numbers) > 0 {
		p.marking(func(ctx context.Context, id int64) (Marked, error) { return p.src.MarkFound(ctx, id, numbers, why) })
	}
}

// MarkPlace marks a rectangle of a page (from 1).
func (p *Presenter) MarkPlace(page int, r viewer.Rect) {
	why := p.Why
	p.marking(func(ctx context.Context, id int64) (Marked, error) {
		return Marked{Places: 1}, p.src.MarkPlace(ctx, id, page, r, why)
	})
}

// Unmark takes marks away, by their places in the list.
func (p *Presenter) Unmark(rows []int) {
	if p.Job == nil {
		return
	}
	var ids []int64
	for _, i := range rows {
		if i >= 0 && i < len(p.Job.Marks) {
			ids = append(ids, p.Job.Marks[i].ID)
		}
	}
	if len(ids) > 0 {
		p.act(func(ctx context.Context, id int64) (string, error) {
			return p.words.N("blacken.done.unmarked", len(ids)), p.src.Unmark(ctx, id, ids)
		})
	}
}

// Make makes the copy.
func (p *Presenter) Make() {
	p.act(func(ctx context.Context, id int64) (string, error) {
		return p.words.T("blacken.done.made"), p.src.Make(ctx, id)
	})
}

// Look shows a page (from 1) of the copy to who acts.
func (p *Presenter) Look(number int) {
	if p.Job == nil || !p.Job.Ready() || number < 1 || number > p.Job.Pages || p.Looked != nil && p.Looked.Page == number {
		return
	}
	p.act(func(ctx context.Context, id int64) (string, error) {
		x, err := p.src.Look(ctx, id, number)
		if err != nil {
			return "", err
		}
		p.run.UI(func() { p.Looked = &x })
		return "", nil
	})
}

// Seen says that the page shown is in order, and shows the next one nobody has passed.
func (p *Presenter) Seen() {
	if p.Job == nil || p.Looked == nil {
		return
	}
	number := p.Looked.Page
	p.act(func(ctx context.Context, id int64) (string, error) {
		if err := p.src.Seen(ctx, id, number); err != nil {
			return "", err
		}
		j, err := p.src.Job(ctx, id)
		if err != nil {
			return "", err
		}
		for next := number + 1; next <= j.Pages; next++ {
			if j.Looked[next] == "" {
				x, err := p.src.Look(ctx, id, next)
				if err != nil {
					return "", err
				}
				p.run.UI(func() { p.Looked = &x })
				break
			}
		}
		return p.words.T("blacken.done.seen", number), nil
	})
}

// Reopen voids the copy, so that places are marked again.
func (p *Presenter) Reopen() {
	p.act(func(ctx context.Context, id int64) (string, error) {
		return p.words.T("blacken.done.reopened"), p.src.Reopen(ctx, id)
	})
}

// Give gives the copy out to a place the person chooses.
func (p *Presenter) Give() {
	p.act(func(ctx context.Context, id int64) (string, error) {
		target, err := p.src.Target(ctx, "schwaerzung-"+strconv.FormatInt(id, 10))
		if err != nil || target == "" {
			return "", err
		}
		where, err := p.src.Give(ctx, id, target)
		return p.words.T("blacken.done.given", where), err
	})
}

// Page is what the page view shows: the copy once there is one, else the pages to be marked.
func (p *Presenter) Page() page.Ref {
	j := p.Job
	switch {
	case j == nil:
		return page.Ref{}
	case !j.Ready():
		id := j.ID
		return page.Ref{Key: "paper/" + strconv.FormatInt(id, 10), Title: j.Title, Open: func(ctx context.Context) (viewer.Document,
			error) {
			return p.src.Paper(ctx, id)
		}}
	case p.Looked == nil:
		return page.Ref{}
	}
	return page.Ref{Key: "copy/" + j.Copy + "/" + strconv.Itoa(p.Looked.Page), Title: j.Title, Open: p.Looked.Open}
}

// Boxes are the marked places of a page (from 0).
func (p *Presenter) Boxes(number int) (out []viewer.Rect) {
	if p.Job == nil || p.Job.Ready() {
		return nil
	}
	for _, m := range p.Job.Marks {
		if m.Page == number {
			out = append(out, m.Rect)
		}
	}
	return out
}

// Solved takes the fault of the last act away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}
