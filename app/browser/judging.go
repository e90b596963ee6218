package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	appraise "laufzettel/views/appraise/model"
)

// letters are what a button of a decision sends: A, V, and B for open again.
var letters = map[string]string{"A": "A", "V": "V", "B": ""}

var errNoLetter = failure.New(failure.Refused, "decide", wording.Say("browser.noletter"))

// reasonOfForm reads the reason that was typed, with the text block that was chosen
// behind it.
func reasonOfForm(r *http.Request, blocks []string) string {
	reason := strings.TrimSpace(r.PostFormValue("reason"))
	if n, err := strconv.Atoi(r.PostFormValue("block")); err == nil && n >= 0 && n < len(blocks) {
		reason = strings.TrimSpace(reason + " " + blocks[n])
	}
	return strings.ToValidUTF8(reason[:min(len(reason), mostReason)], "")
}

// all gives the text blocks and the reasons given last, as a form lists them.
func reasonsOf(p *appraise.Presenter) []string {
	return slices.Concat(p.Portion.Blocks.All(), p.Portion.Blocks.Last)
}

// decideOne decides on one object and goes on to the next open one, as the window
// does.
func (s *appraiseRoom) decideOne(r *http.Request) (string, *page, error) {
	id, object := r.PostFormValue("id"), r.PostFormValue("object")
	letter, ok := letters[r.PostFormValue("letter")]
	if !ok {
		return "", nil, errNoLetter
	}
	back := address("appraise", "id", id, "object", object, "doc", r.PostFormValue("doc"))
	return s.do(back, message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		return s.at(ctx, id, func(w *workplace, p *appraise.Presenter) error {
			i, ok := p.Tree.Index[object]
			if !ok || p.Tree.Objects[i].Kind == appraise.PlanUnit {
				return errNoObject
			}
			p.Narrow(sift.Filter{})
			p.Current, p.Marked = object, map[string]bool{}
			p.Drafts[object] = reasonOfForm(r, reasonsOf(p))
			p.DecideOn([]string{object}, letter)
			if err := s.settle(ctx, w, p); err != nil {
				return err
			}
			m.Title = s.words.T("browser.decided", p.Tree.Label(i), s.words.T("appraise.letter."+letter))
			m.Text = s.words.T("appraise.progress", p.Tree.Counts.A+p.Tree.Counts.V, p.Tree.Counts.Total)
			if _, _, open := neighbours(p, i); letter != "" && open >= 0 && s.advances() {
				m.to = unitPage(p, id, open)
			} else if letter != "" && open < 0 {
				m.Text = s.words.T("appraise.alldone", p.Tree.Counts.Total)
				m.Links = append(m.Links, link{strings.TrimSuffix(s.words.T("appraise.finish"), " …"),
					address("appraise/finish", "id", id)})
			}
			return nil
		})
	}), nil, nil
}

// advances tells whether the next open one follows a decision, as kept by the window.
func (s *appraiseRoom) advances() bool {
	return s.house.Office.Settings.Get().Kept["appraise.advance"] != "no"
}

// settle waits until what was decided is stored. Error: what kept it from being.
func (s *appraiseRoom) settle(ctx context.Context, w *workplace, p *appraise.Presenter) error {
	if err := w.until(ctx, func() bool { return !p.Busy }); err != nil {
		return err
	}
	if p.Failed != nil {
		return p.Failed
	}
	w.stale = true // also what others wrote meanwhile is read for the next page
	return nil
}

// decideMany decides on the marked units in one action that one undo takes back.
func (s *appraiseRoom) decideMany(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	letter, ok := letters[r.PostFormValue("letter")]
	if !ok {
		return "", nil, errNoLetter
	}
	if len(r.PostForm["mark"]) == 0 {
		p, err := s.listOf(r, id)
		if err != nil {
			return "", nil, err
		}
		p.Errors = []fieldError{{"marks", s.words.T("browser.nomark")}}
		return "", p, nil
	}
	return s.do(address("appraise", "id", id, "show", r.PostFormValue("show")), message{Tone: toneOK},
		func(ctx context.Context, m *message) error {
			return s.at(ctx, id, func(w *workplace, p *appraise.Presenter) error {
				p.Narrow(sift.Filter{})
				p.Marked = map[string]bool{}
				for _, object := range r.PostForm["mark"] {
					if i, ok := p.Tree.Index[object]; ok && p.Tree.Objects[i].Kind == appraise.Unit {
						p.Marked[object] = true
					}
				}
				ids := p.Targets()
				if len(p.Marked) == 0 {
					return errNoObject
				}
				p.MarkedReason = reasonOfForm(r, reasonsOf(p))
				if p.MarkedReason == "" { // an empty one is not asked of the object selected last
					p.Current = ""
				}
				p.DecideOn(ids, letter)
				m.Title = w.said
				return s.settle(ctx, w, p)
			})
		}), nil, nil
}

// undo takes the last decision back, or does it again.
func (s *appraiseRoom) undo(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	return s.do(address("appraise", "id", id), message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		return s.at(ctx, id, func(w *workplace, p *appraise.Presenter) error {
			m.Title = s.words.T("browser.takenback")
			if r.PostFormValue("redo") != "" {
				m.Title = s.words.T("browser.doneagain")
				p.Redo()
			} else {
				p.Undo()
			}
			if err := s.settle(ctx, w, p); err != nil {
				return err
			}
			if w.said != "" { // there was nothing to take back
				m.Tone, m.Title = toneNote, w.said
				return nil
			}
			if p.Last != "" {
				m.Text = p.Last + ": " + s.words.T("appraise.letter."+p.LastLetter)
			}
			return nil
		})
	}), nil, nil
}

// confirmBody is a page that asks before something is done.
type confirmBody struct {
	ID, Action, Text string
	More             []string
	Button, Back     string
	Ready            bool
}

// finishPage says how the appraisal stands and asks whether it shall be closed.
func (s *appraiseRoom) finishPage(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	b := confirmBody{ID: id, Action: "appraise/finish", Button: strings.TrimSuffix(s.words.T("appraise.finish"), " …"),
		Back: address("appraise", "id", id)}
	title := ""
	err := s.at(r.Context(), id, func(_ *workplace, p *appraise.Presenter) error {
		c := p.Tree.Counts
		title = p.Portion.Title
		switch {
		case c.Open > 0:
			b.Text = s.words.N("appraise.finish.open", c.Open)
			b.More = []string{s.words.T("appraise.finish.open.text")}
		case c.Unreleased > 0:
			b.Text = s.words.N("appraise.unreleased", c.Unreleased)
		default:
			b.Ready, b.Text = true, s.words.T("appraise.finish.ready", c.Total, c.A, c.V)
			b.More = []string{s.words.T("appraise.finish.ready.text")}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.write(w, r, &page{Name: "confirm", Title: s.words.T("appraise.finish.title"), Room: "appraise",
		Crumbs: s.crumbs("appraise", link{title, b.Back}), Body: b})
	return nil
}

// finish closes the appraisal of a portion.
func (s *appraiseRoom) finish(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	done := message{Tone: toneOK, Title: s.words.T("browser.finished", id),
		Links: []link{{s.words.T("nav.portion") + " " + id, address("portion", "id", id)}}, to: address("portion", "id", id)}
	return s.do(address("appraise/finish", "id", id), done, func(ctx context.Context, _ *message) error {
		defer s.desk.Hub.Notify()
		return s.src.Finish(ctx, id)
	}), nil, nil
}

// releasePage asks a second person whether every V that waits shall be released.
func (s *appraiseRoom) releasePage(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	b := confirmBody{ID: id, Action: "appraise/release", Button: s.words.T("appraise.release.do"), Back: address("appraise", "id", id)}
	title := ""
	err := s.at(r.Context(), id, func(_ *workplace, p *appraise.Presenter) error {
		title, b.Text, b.Ready = p.Portion.Title, s.words.N("appraise.unreleased", p.Tree.Counts.Unreleased), p.Tree.Counts.Unreleased > 0
		for i := range p.Tree.Objects {
			if v := p.Tree.Verdict(i); v.Letter == "V" && !v.Released && !v.Inherited && len(b.More) < unitsPerPage {
				b.More = append(b.More, strings.TrimSuffix(p.Tree.Label(i)+": "+v.Reason, ": "))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.write(w, r, &page{Name: "confirm", Title: s.words.T("appraise.release.do"), Room: "appraise",
		Crumbs: s.crumbs("appraise", link{title, b.Back}), Body: b})
	return nil
}

// release releases the destructions a second person answers for.
func (s *appraiseRoom) release(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	return s.do(address("appraise", "id", id), message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		c, err := s.src.Release(ctx, id)
		m.Title = s.words.N("appraise.released", len(c.Objects))
		s.desk.Hub.Notify()
		return err
	}), nil, nil
}

// writePapers writes lists and letters of an appraisal.
func (s *appraiseRoom) writePapers(r *http.Request) (string, *page, error) {
	id, kind := r.PostFormValue("id"), r.PostFormValue("kind")
	if !slices.Contains(appraise.Papers, kind) {
		return "", nil, errNoLetter
	}
	return s.do(address("appraise", "id", id), message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		files, err := s.src.Write(ctx, id, kind)
		for _, f := range files {
			_ = s.letters.made(f) // keeps the name, never fails
		}
		m.Title = s.words.N("appraise.papers.written", len(files))
		return err
	}), nil, nil
}
